/* show.h - sentences as they are drawn: of files, beside others, with findings.
 *
 * Contents
 *   1. drawn: sentences of CoNLL-U as they are drawn
 *   2. check_words: the words of a sentence, as its check needs them and as lines tell of them
 *   3. check_message: what a finding or an incident says to whoever reads it
 *   4. check_page: a page of HTML with what was found in sentences, and their drawings
 *   5. check_form: what is wrong with the form of sentences: their lines, and heads that are no tree
 *   6. checks: what finds them
 *   7. baseline: findings that are known
 *   8. kept_records: what is written at the end of a run
 */
#ifndef DRAW_SHOW_H
#define DRAW_SHOW_H

#include "base/room.h"
#include "tbk/check.h"
#include "tbk/conllu.h"
#include "tbk/draw.h"
#include "tbk/io.h"

/* 1. drawn: sentences of CoNLL-U as they are drawn. */

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

/* Makes @from what is drawn beside @sentence: the same words in another annotation. @name is what it is
 * called. */
gboolean drawn_set_against (Drawn *drawn, const TbkConlluSentence *from, const char *name,
                            TbkDrawnSentence *sentence, GError **error);

/* Returns what titles call the file at @path: the end of the path, which is enough for readers. */
const char *drawn_file (const char *path);

/* 2. check_words: the words of a sentence, as its check needs them and as lines tell of them. */

typedef struct {
  const TbkConlluSentence *sentence; /* that was read */
  TbkCheckWord *words;
  const char **places; /* by word: its line in the text of the sentence */
  gint64 *lines;       /* by word: the number of that in the file, once they are counted */
  int *n_empty_nodes;  /* after each word, if that was asked */
  Room room;
} CheckWords;

/* 3. check_message: what a finding or an incident says to whoever reads it. */

/* One of either. */
typedef struct {
  TbkCheckTest test;
  int word, node;            /* 0: what is wrong is not that of a word */
  const TbkFinding *finding; /* NULL: it is an incident, or of form */
  gint64 line;               /* 0: that of the word, if there is one */
  char *said;                /* NULL: what is said of such a word */
} Checked;

/* Returns TRUE if it is of form: then the lines or the heads are wrong. */
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

/* Appends "FILE:LINE: [TEST] MESSAGE", with @before before the test, which editors jump to, or a command of GitHub Actions that shows it beside the
 * line; with the end of the line. */
void check_message_append_line (GString *line, const char *before, const Checked *checked,
                                const CheckWords *words, const TbkEntry *entry);
void check_message_append_command (GString *line, const Checked *checked, const CheckWords *words,
                                   const TbkEntry *entry);

/* 4. check_page: a page of HTML with what was found in sentences, and their drawings. */

/* A maker of the parts of sentences. */
typedef struct {
  TbkDrawer *drawer;
  Drawn drawn;
  GString *title;
  GString *list;  /* of what was found: markup */
  GString *kinds; /* of that: a line each (draw/draw.h) */
  int n_found;
} CheckPage;

/* A sentence, whose list is in the page. */
typedef struct {
  const TbkEntry *entry;
  gboolean is_tree;
  const int *heads;                 /* (nullable): of a tree, other heads: it is drawn before and after */
  const TbkConlluSentence *against; /* (nullable): of a tree, another annotation of its words, a tree too */
  const char *against_name;
  const Checked
      *checked; /* of what is no tree, what is wrong with its lines: those around the first are shown */
  int n;
  const CheckWords *words;
} CheckPagePart;

/* The columns of tbk check that a finding has on the page, from which its script saves tables. */
#define CHECK_PAGE_COLUMNS "file\tline\tsentence\tsent_id\ttest\tid\thead\tnew_head"
void check_page_init (CheckPage *page);
void check_page_clear (CheckPage *page);

/* Begins a list, and adds something found to it, after the markup @before, or any other @item of markup. @entry: (nullable): of
 * a finding on which readers give a verdict. */
void check_page_begin_part (CheckPage *page);
void check_page_add_found (CheckPage *page, const char *before, const Checked *checked,
                           const CheckWords *words, const TbkEntry *entry);
void check_page_add (CheckPage *page, const char *test, const char *item);

/* Appends the part of a sentence, once its list is ended. */
gboolean check_page_append (CheckPage *page, const CheckPagePart *part, TbkText *text, GError **error);

/* 5. check_form: what is wrong with the form of sentences: their lines, and heads that are no tree. */

/* The findings of a sentence. */
typedef struct {
  Checked *all;
  gsize n, n_allocated;
} CheckedList;

/* Empties it; its memory is kept. */
void checked_list_empty (CheckedList *list);

/* 6. checks: what finds them. */

typedef struct {
  const TbkChecksOptions *options;
  TbkChecker *checker;
  CheckWords words;
  CheckedList found;     /* in the sentence in hand */
  TbkRepairer *repairer; /* NULL before the first sentence that is no tree */
  int *repaired;         /* heads of the nearest tree, where there is one */
  gsize n_repaired_allocated;
  gboolean has_repaired;
  GHashTable *met; /* of these, those that are known, or NULL without a baseline */
  TbkTable *rows;  /* or NULL */
  CheckPage page;
  TbkText *record;
  GString *line;
  TbkFacts *facts; /* this and the next two: which words count, or NULL */
  gboolean *counts;
  int n_counts;
  const TbkEntry *entry; /* in hand */
  gboolean is_tree;      /* its heads are one */
  const int *heads;      /* those found; of the checker */
  gint64 figures[TBK_N_CHECKS_FIGURES], n_of_test[TBK_N_CHECK_TESTS], n_sentences[TBK_N_CHECK_TESTS];
} ChecksWorker;

ChecksWorker *checks_worker_new (const TbkChecksOptions *options);
void checks_worker_free (ChecksWorker *worker);

/* Sets `found` to what is wrong in the sentence of @entry, and what is beside it. All is good until the next call, and as
 * long as the sentence is. */
gboolean checks_worker_find (ChecksWorker *worker, const TbkEntry *entry, TbkFindings *findings,
                             GError **error);

/* 7. baseline: findings that are known. */

/* Removes what is known from what was found in @entry. @met is scratch, a table of direct keys. */
void baseline_remove (const TbkBaseline *baseline, const TbkEntry *entry, CheckedList *found,
                      GHashTable *met);

/* 8. kept_records: what is written at the end of a run. The records of a file that is left out are forgotten. */

typedef struct {
  gsize bytes;
  gint64 n, n_left_out; /* records, and those above the limit */
} KeptCounts;

/* Records of one kind, one behind the other. */
typedef struct {
  TbkText *text;              /* NULL before the first */
  KeptCounts counts, settled; /* of all, and of those of files that stay */
} KeptRecords;

/* Appends @record to @text, for kept_records_take(). */
gboolean kept_records_append (int kind, const TbkText *record, TbkText *text, GError **error);

/* Moves the records of @text to @kept, an element for each kind, which keeps the first @most. */
gboolean kept_records_take (KeptRecords *kept, gint64 most, const TbkText *text, GError **error);

/* Keeps what came since the last call, or forgets it. */
void kept_records_settle (KeptRecords *kept, int n_kinds, gboolean stays);

/* Returns the number of records above the limits. */
gint64 kept_records_left_out (const KeptRecords *kept, int n_kinds);
void kept_records_clear (KeptRecords *kept, int n_kinds);

#endif
