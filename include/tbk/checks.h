/* checks.h - the job that checks treebanks (tbk/corpus.h, tbk/check.h): counts what is found, and writes it
 * as rows, lines or a page, or writes the sentences with other heads.
 *
 *   g_autoptr (TbkChecks) checks = tbk_checks_new (&checks_options);
 *
 *   job = tbk_checks_job (checks);
 *   if (!tbk_corpus_run (&corpus_options, &job, paths, tallies, NULL, &error) || !tbk_checks_end (checks,
 *     total, &error)) return FALSE;
 *
 * Order     of files, sentences, and steps of repair or words; or by suspicion: errors first, then by test,
 *           and then so.
 * Memory    by suspicion, and for a page, all that is written is kept to the end; of drawings no more than
 *           TBK_CHECKS_MAX_DRAWN for each test.
 * Form      sentences that are no trees, or not well formed, and what ends a file, are found as well: by tests from
 *           TBK_CHECK_INVALID_HEAD on, whatever is asked. Several roots are among them, unless `projectivize.root` is
 *           TBK_ROOT_ANY. Where sentences are written, such ones fail, as `on_error` of the run says.
 * Errors    those of the check, of drawing and writing.
 * Since     0.2
 */
#ifndef TBK_CHECKS_H
#define TBK_CHECKS_H

#include <glib.h>

#include "tbk/check.h"
#include "tbk/corpus.h"
#include "tbk/declarations.h"
#include "tbk/table.h"
#include "tbk/tally.h"

TBK_BEGIN_DECLS

enum { TBK_CHECKS_MAX_DRAWN = 1000 };

/* What is written. */
typedef enum {
  TBK_CHECKS_NOTHING, /* only the tally is filled */
  TBK_CHECKS_ROWS,
  TBK_CHECKS_TEXT,    /* "FILE:LINE: [TEST] what is wrong", a line each */
  TBK_CHECKS_GITHUB,  /* the same as commands that GitHub shows beside the line */
  TBK_CHECKS_PAGE,    /* of HTML, with drawings of the sentences before and after */
  TBK_CHECKS_SUGGEST, /* the sentences, with CheckHead=N in MISC where a word should hang on N */
  TBK_CHECKS_REPAIR,  /* the sentences, with these heads */
} TbkChecksForm;

typedef struct {
  TbkProjectivizeOptions projectivize; /* as for tbk_checker_new() */
  gboolean incidents;                  /* what UD's validator tells; otherwise findings */
  guint tests;                         /* a set (tbk/check.h): nothing else is looked for */
  TbkChecksForm form;
  gboolean by_suspicion;
  TbkTable *rows;    /* with TBK_CHECKS_ROWS: gets them, with tbk_checks_columns() */
  TbkOutput *output; /* of lines or of a page */
  const char *title; /* of a page */
} TbkChecksOptions;

/* The columns of rows, NULL-terminated. */
const TbkTableColumns *tbk_checks_columns (gboolean incidents);

typedef struct TbkChecks TbkChecks;

/* @options must outlive it. */
TbkChecks *tbk_checks_new (const TbkChecksOptions *options);
void tbk_checks_free (TbkChecks *checks);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TbkChecks, tbk_checks_free)

/* The job of one run; @checks must outlive it. It has a layout, and may be run with tallies. Suggestions need
 * a column MISC, incidents DEPREL. */
TbkJob tbk_checks_job (TbkChecks *checks);

/* Writes what was kept to the end; @total: of all tallies of the run. Nothing is written before where the
 * order is by suspicion, or for a page. */
gboolean tbk_checks_end (TbkChecks *checks, const TbkTally *total, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* What is counted of a file. */
typedef enum {
  TBK_CHECKS_SENTENCES,
  TBK_CHECKS_WORDS,
  TBK_CHECKS_NONPROJECTIVE_TREES, /* these and the next two are 0 in tallies of incidents */
  TBK_CHECKS_NONPROJECTIVE_ARCS,

  /* In the best projective trees: no repair re-hangs fewer words. Unknown ones are left out. */
  TBK_CHECKS_LOST_ARCS,
  TBK_CHECKS_CUT,  /* sentences with more words near non-projective arcs than TBK_CHECK_MAX_CANDIDATES */
  TBK_CHECKS_LEFT, /* sentences with non-projective arcs after the last step */
  TBK_CHECKS_BAD, /* sentences that something of form is wrong with; their words count where they are known */
  TBK_N_CHECKS_FIGURES,
} TbkChecksFigure;

/* Its first section has a column for each figure, with its name. */
const TbkTallyLayout *tbk_checks_layout (void);

/* TBK_N_CHECKS_FIGURES integers of a tally, owned by it. */
const gint64 *tbk_checks_figures (const TbkTally *tally);

/* How often @test was met in a tally, and in how many sentences (nullable). */
gint64 tbk_checks_found (const TbkTally *tally, TbkCheckTest test, gint64 *n_sentences);

TBK_END_DECLS

#endif
