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
 *   8. spool: files that are written once the input that they come from is known to be good
 */
#ifndef DRAW_SHOW_H
#define DRAW_SHOW_H

#include "tbk/check.h"
#include "tbk/checks.h"
#include "tbk/conllu.h"
#include "tbk/draw.h"
#include "tbk/format.h"
#include "tbk/text.h"

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

void against_init (Against *against, const TbkFormat *format, gconstpointer format_options,
                   const char *const *paths);
void against_clear (Against *against);

/* Goes on to the sentence with the number of @entry in the file beside its own. Where files change, checks
 * the end as against_end() does, unless it @skips. */
gboolean against_seek (Against *against, const TbkEntry *entry, gboolean skips, GError **error);

/* Checks that the file in hand has no sentence after the one in hand. */
gboolean against_end (Against *against, GError **error);

/* Compares @entry with the sentence beside it, whose words must be the same: whether arcs, relations or
 * constituents differ. */
gboolean against_compare (const Against *against, const TbkEntry *entry, gboolean *differs, GError **error);

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

/* Makes @from what is drawn beside @sentence: the same words in another annotation. @name is what it is
 * called. */
gboolean drawn_set_against (Drawn *drawn, const TbkConlluSentence *from, const char *name,
                            TbkDrawnSentence *sentence, GError **error);

/* What titles call the file at @path: the end of the path, which is enough for readers. */
const char *drawn_file (const char *path);

/* 3. subtree: the part of a sentence that a word dominates, as a sentence to draw. */

/* Scratch. */
typedef struct {
  int *numbers, *heads;
  int n_allocated[2];
} Subtree;

void subtree_clear (Subtree *subtree);

/* Leaves in @sentence only word @node, as a child of 0, and what it dominates. @rows are those of @sentence:
 * rows that stay move to the front, and of ranges those stay that hold no other word. The new heads belong to
 * @subtree. */
gboolean subtree_take (Subtree *subtree, int node, TbkDrawnRow *rows, TbkDrawnSentence *sentence,
                       GError **error);

/* 4. check_words: the words of a sentence, as its check needs them and as lines tell of them. */

typedef struct {
  const TbkConlluSentence *sentence; /* that was read */
  TbkCheckWord *words;
  const char **places; /* by word: its line in the text of the sentence */
  gint64 *lines;       /* by word: the number of that in the file, once they are counted */
  gsize n_words_allocated, n_places_allocated, n_lines_allocated;
} CheckWords;

gboolean check_words_read (CheckWords *words, const TbkConlluSentence *sentence, GError **error);
/* Counts the lines, for what is told of the sentence. */
void check_words_count_lines (CheckWords *words);

void check_words_clear (CheckWords *words);

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

/* Appends the message. @quote: returns a form as it can stand there, to be freed. */
void check_message_append (GString *message, const Checked *checked, const CheckWords *words,
                           char *(*quote) (TbkPiece form));

/* "FILE:LINE: [TEST] MESSAGE", and the same as a command of GitHub's; with the end of the line. */
void check_message_append_line (GString *line, const Checked *checked, const CheckWords *words,
                                const char *file);
void check_message_append_command (GString *line, const Checked *checked, const CheckWords *words,
                                   const char *file);

/* A form in quotes for text. */
char *check_message_quote (TbkPiece form);

/* 6. check_page: a page of HTML with what was found in sentences, and their drawings. */

/* What makes the parts of sentences. */
typedef struct {
  TbkDrawer *drawer;
  Drawn drawn;
  GString *title, *list; /* the latter of what was found */
} CheckPage;

void check_page_init (CheckPage *page);
void check_page_clear (CheckPage *page);

/* Appends the part of a sentence: @n things found, and its tree; before and after if @heads are others, which
 * may be NULL. Without a tree it appends lines that are wrong, and those around the first. */
gboolean check_page_append (CheckPage *page, const TbkEntry *entry, const Checked *checked, int n,
                            const CheckWords *words, gboolean is_tree, const int *heads, TbkText *text,
                            GError **error);

/* Writes what stands before all parts: what was found in all, by test, to choose from; and what stands after
 * them. */
gboolean check_page_write_begin (const TbkChecksOptions *options, const TbkTally *total, GError **error);
gboolean check_page_write_end (const TbkChecksOptions *options, gint64 n_not_drawn, GError **error);

/* 7. check_form: what is wrong with the form of sentences: their lines, and heads that are no tree. */

/* What was found in a sentence. */
typedef struct {
  Checked *all;
  gsize n, n_allocated;
} CheckedList;

gboolean checked_list_add (CheckedList *list, const Checked *checked, GError **error);
/* Empties it; its memory is kept. */
void checked_list_empty (CheckedList *list);
void checked_list_clear (CheckedList *list);

/* Whether it holds something of form. */
gboolean checked_list_has_form (const CheckedList *list);

/* Adds what is wrong with the form of @entry, of which the words are read if it has some; sets *@is_tree to whether its
 * heads are a tree all the same. */
gboolean check_form_find (const TbkEntry *entry, const TbkChecksOptions *options, const CheckWords *words,
                          CheckedList *list, gboolean *is_tree, GError **error);

/* 8. spool: files that are written once the input that they come from is known to be good. */

/* They wait in a file without a name in the folder for temporary ones, so that memory does not grow with them. */
typedef struct Spool Spool;

/* @name: for messages; copied */
Spool *spool_new (const char *name);
void spool_free (Spool *spool);

/* Appends to @to a record: that @text becomes the file at @path. */
gboolean spool_append (const char *path, const TbkText *text, TbkText *to, GError **error);

/* Adds the records of @records. */
gboolean spool_write (Spool *spool, const TbkText *records, GError **error);

/* Writes the files that wait, or forgets them. */
gboolean spool_settle (Spool *spool, gboolean stays, GError **error);

#endif
