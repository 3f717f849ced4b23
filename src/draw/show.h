/* show.h - sentences as they are drawn: of files, beside others, with findings.
 *
 * Contents
 *   1. against: the sentences of other files, read beside those of a run of one thread
 *   2. drawn: sentences of CoNLL-U as they are drawn
 *   3. subtree: the part of a sentence that a word dominates, as a sentence to draw
 *   4. check_words: the words of a sentence, as its check needs them and as lines tell of them
 *   5. check_message: what a finding or an incident says to whoever reads it
 *   6. check_page: a page of HTML with what was found in sentences, and their drawings
 *   7. check_form: what is wrong with the form of sentences: their lines, and heads that are no tree
 *   8. baseline: findings that are known
 *   9. spool: files that are written once the input that they come from is known to be good
 */
#ifndef DRAW_SHOW_H
#define DRAW_SHOW_H

#include "tbk/check.h"
#include "tbk/conllu.h"
#include "tbk/draw.h"
#include "tbk/io.h"

/* 1. against: the sentences of other files, read beside those of a run of one thread. */

typedef struct {
  const TbkFormat *format;
  TbkReaderOptions options;
  const char *const *paths; /* one beside each file of the run */
  int file_number;          /* of the file in hand; -1 before the first */
  char *path;               /* of the run's file, for messages */
  gpointer reader, batch;
  TbkEntry entry; /* the one beside the last that was asked for */
  gboolean has_entry;
} Against;

/* 2. drawn: sentences of CoNLL-U as they are drawn. */

typedef struct {
  TbkDrawnRow *rows;
  gsize n_rows_allocated;
  TbkPiece *relations; /* by word */
  int n_relations_allocated;
} Drawn;

/* Makes @sentence what is to be drawn of @from: its rows, text and heads. They are good until the next call,
 * and as long as the sentence is. */
gboolean drawn_set (Drawn *drawn, const TbkConlluSentence *from, TbkDrawnSentence *sentence, GError **error);
void drawn_clear (Drawn *drawn);

/* What titles call the file at @path: the end of the path, which is enough for readers. */
const char *drawn_file (const char *path);

/* 3. subtree: the part of a sentence that a word dominates, as a sentence to draw. */

/* Scratch. */
typedef struct {
  int *numbers, *heads;
  int n_allocated[2];
} Subtree;

/* 4. check_words: the words of a sentence, as its check needs them and as lines tell of them. */

typedef struct {
  const TbkConlluSentence *sentence; /* that was read */
  TbkCheckWord *words;
  const char **places; /* by word: its line in the text of the sentence */
  gint64 *lines;       /* by word: the number of that in the file, once they are counted */
  gsize n_words_allocated, n_places_allocated, n_lines_allocated;
} CheckWords;

/* 5. check_message: what a finding or an incident says to whoever reads it. */

/* One of either. */
typedef struct {
  TbkCheckTest test;
  int word, node;            /* 0: what is wrong is not that of a word */
  const TbkFinding *finding; /* NULL: it is an incident, or of form */
  gint64 line;               /* 0: that of the word, if there is one */
  char *said;                /* NULL: what is said of such a word */
} Checked;

/* Whether it is of form: then the lines or the heads are wrong. */
static inline gboolean
checked_is_of_form (const Checked *checked)
{
  return checked->test >= TBK_N_INCIDENT_TESTS;
}

static inline gint64
checked_line (const Checked *checked, const CheckWords *words)
{
  return checked->line > 0 || checked->word == 0 ? checked->line : words->lines[checked->word];
}

/* 6. check_page: a page of HTML with what was found in sentences, and their drawings. */

/* What makes the parts of sentences. */
typedef struct {
  TbkDrawer *drawer;
  Drawn drawn;
  GString *title, *list; /* the latter of what was found */
} CheckPage;

/* 7. check_form: what is wrong with the form of sentences: their lines, and heads that are no tree. */

/* What was found in a sentence. */
typedef struct {
  Checked *all;
  gsize n, n_allocated;
} CheckedList;

/* 8. baseline: findings that are known. */

/* Removes what is known from what was found in @entry. @met is scratch, a table of direct keys. */
void baseline_remove (const TbkBaseline *baseline, const TbkEntry *entry, CheckedList *found,
                      GHashTable *met);

/* 9. spool: files that are written once the input that they come from is known to be good. */

/* They wait in a file without a name in the folder for temporary ones, so that memory does not grow with them. */
typedef struct Spool Spool;

#endif
