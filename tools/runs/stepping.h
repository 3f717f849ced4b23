/* stepping.h - the steps of parsers for looking at, as tbk show and tbk transitions write them. */
#ifndef STEPPING_H
#define STEPPING_H

#include "runs/corpus.h"
#include "tbk/compare.h"
#include "tbk/phrase_parser.h"
#include "tbk/steps.h"

typedef struct {
  char *walk, *seed, *grade;
} SteppingGiven;

/* --walk, --seed and --grade. */
extern const GOptionEntry stepping_entries[];

/* What is stepped, and how. The caller sets what stands before the line, and initialises `counting`; the rest begins as zeros. */
typedef struct {
  const TbkSystem *system; /* of dependencies; NULL: of phrases */
  const TbkPhraseSystem *phrases;
  const char *order; /* as for tbk_sequencer_new() */
  int policy;
  TbkDrawOptions draw; /* text or HTML */

  /* --- */
  TbkWalk walk;
  TbkModel *parser;              /* (nullable): that is followed */
  TbkPhraseModel *phrase_parser; /* (nullable) */
  TbkSolutions *solutions;       /* (nullable): that are graded */
  TbkOutput *output;
  gboolean has_drawn, stays_drawn; /* with the file in hand, and without it */
  GMutex counting;                 /* guards the rest, in which files that are left out may count */
  gint64 n_drawn, n_wrong, n_missing;
} Stepping;

/* Reads the options, the model and the solutions; and frees them. */
gboolean stepping_init (Stepping *stepping, const SteppingGiven *given, GError **error);
void stepping_clear (Stepping *stepping);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Stepping, stepping_clear)

/* The formats of tbk transitions: of @given, which may be NULL; and what is drawn in those but the first. */
enum { STEPPING_JSONL, STEPPING_TEXT, STEPPING_HTML };
gboolean stepping_get_format (const char *given, int *format, GError **error);
TbkDrawFormat stepping_drawing (int format);

/* Writes the steps of all sentences. Fails (TBK_ERROR_DATA) in the end if solutions are wrong or missing. */
gboolean stepping_run (Corpus *corpus, Stepping *stepping, GError **error);

#endif
