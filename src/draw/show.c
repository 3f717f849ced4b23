/* show.c - the job that draws sentences.
 *
 * Contents
 *   1. spool: a record is a line with two sizes, a path, and the bytes of the file
 *   2. against: whether the sentence of another file differs
 *   3. drawn: sentences of CoNLL-U as they are drawn
 *   4. subtree: the part of a sentence that a word dominates, as a sentence to draw
 *   5. show: the job that draws sentences
 */
#include "draw/show.h"
#include "io/io.h"
#include "tree/tree.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "base/base.h"
#include "corpus/corpus.h"
#include "draw/draw.h"
#include "draw/jobs.h"
#include "evaluation/evaluation.h"
#include "tbk/base.h"
#include "tbk/brackets.h"
#include "tbk/conllu.h"
#include "tbk/draw.h"
#include "tbk/tree.h"

/* 1. spool: a record is a line with two sizes, a path, and the bytes of the file.
 *
 * Drawings that become files of their own (--output-dir) wait until the whole input file is read: if it turns out
 * to be bad, none of its drawings is written. They wait in a temporary file without a name, since memory
 * may not hold them. A worker appends records to its text; the writer, which gets the texts in order, moves
 * them to the spool; when a file is done they become files, or are dropped.
 */

/* Two numbers of 64 bits, in columns of equal width: so the head of a record is read without a look for its
 * end. A record of a path of 9 bytes and a drawing of 1234:
 *
 *                          9                 1234
 *       out/a.svg<svg ...
 */
#define HEAD_FORMAT "%20" G_GSIZE_FORMAT " %20" G_GSIZE_FORMAT "\n"
enum { HEAD_SIZE = 42 };

typedef struct {
  char *name;
  int descriptor; /* -1 until there is something to keep */
  gint64 length;  /* of what waits */
} Spool;

/* @name: for messages; copied */
static Spool *
spool_new (const char *name)
{
  Spool *spool = g_new0 (Spool, 1);

  spool->name = g_strdup_printf ("%s: a temporary file", name);
  spool->descriptor = -1;
  return spool;
}

static void
spool_free (Spool *spool)
{
  if (spool == NULL)
    return;
  if (spool->descriptor >= 0)
    close (spool->descriptor);
  g_free (spool->name);
  g_free (spool);
}

/* Appends to @to a record: that @text becomes the file at @path. */
static gboolean
spool_append (const char *path, const TbkText *text, TbkText *to, GError **error)
{
  g_autofree char *bytes = tbk_text_dup (text, error);

  if (bytes == NULL)
    return FALSE;
  tbk_text_printf (to, HEAD_FORMAT, strlen (path), tbk_text_length (text));
  tbk_text_add (to, path, strlen (path));
  tbk_text_add (to, bytes, tbk_text_length (text));
  return TRUE;
}

/* The name goes at once, so that nothing is left behind if the program is killed. */
static gboolean
make_file (Spool *spool, GError **error)
{
  g_autoptr (GError) problem = NULL;
  g_autofree char *path = NULL;

  spool->descriptor = g_file_open_tmp ("tbk-XXXXXX", &path, &problem);
  if (spool->descriptor >= 0) {
    unlink (path);
    return TRUE;
  }
  g_set_error (error, TBK_ERROR, TBK_ERROR_IO, "%s: %s", spool->name, problem->message);
  return FALSE;
}

/* Adds the records of @records. */
static gboolean
spool_write (Spool *spool, const TbkText *records, GError **error)
{
  const gsize length = tbk_text_length (records);
  g_autofree char *bytes = length == 0 ? NULL : tbk_text_dup (records, error);
  struct iovec piece = { bytes, length };

  if (length == 0)
    return TRUE;
  if (bytes == NULL || (spool->descriptor < 0 && !make_file (spool, error)))
    return FALSE;
  spool->length += (gint64) length;
  return system_write (spool->descriptor, spool->name, &piece, 1, error);
}

/* Reads @size bytes, and adds a NUL; to be freed. What is read no longer waits. */
static char *
read_bytes (Spool *spool, gsize size, GError **error)
{
  g_autofree char *bytes = g_try_malloc (size + 1);
  gsize n_read = 0;
  gssize n = 1;

  if (bytes == NULL)
    errno = ENOMEM;
  while (bytes != NULL && n > 0 && n_read < size) {
    n = system_read (spool->descriptor, spool->name, bytes + n_read, size - n_read, error);
    n_read += (gsize) MAX (n, 0);
    errno = EIO; /* at the end: somebody has cut the file */
  }
  if (n_read < size) {
    if (n >= 0)
      system_fail (spool->name, error);
    return NULL;
  }
  bytes[size] = '\0';
  spool->length -= (gint64) size;
  return g_steal_pointer (&bytes);
}

/* Writes the file of the next record. */
static gboolean
write_file (Spool *spool, GError **error)
{
  g_autofree char *head = read_bytes (spool, HEAD_SIZE, error), *path = NULL, *bytes = NULL;
  g_autoptr (TbkOutput) output = NULL;
  char *at = head;
  gsize path_size, size;

  if (head == NULL)
    return FALSE;
  path_size = (gsize) g_ascii_strtoull (at, &at, 10);
  size = (gsize) g_ascii_strtoull (at, &at, 10);
  if ((path = read_bytes (spool, path_size, error)) == NULL
      || (bytes = read_bytes (spool, size, error)) == NULL)
    return FALSE;
  output = tbk_output_open (path, 0, error);
  return output != NULL && tbk_output_write (output, bytes, size, error)
         && tbk_output_commit (g_steal_pointer (&output), error);
}

/* Writes the files that wait, or forgets them. */
static gboolean
spool_settle (Spool *spool, gboolean stays, GError **error)
{
  if (spool->length == 0)
    return TRUE;
  if (lseek (spool->descriptor, 0, SEEK_SET) < 0)
    return system_fail (spool->name, error);
  while (stays && spool->length > 0)
    if (!write_file (spool, error))
      return FALSE;
  spool->length = 0;
  return system_cut (spool->descriptor, spool->name, 0, error);
}

typedef struct {
  gint64 n_met; /* in runs that draw the first sentence */
  gboolean has_drawn;
} ShowState;

struct ShowRun {
  const ShowOptions *options;
  WordSide sides[2]; /* of the sentence in hand, if there are other files */
  Spool *spool;      /* of drawings that become files; or NULL */
  PageParts *parts;  /* of drawings of a page; or NULL */

  ShowState now, settled; /* with the file in hand, and without it */
  GMutex counting;        /* guards the next */
  gint64 n_drawn;         /* of files that are left out too */
};

/* 2. against: whether the sentence of another file differs. Files are read side by side (tbk/corpus.h).
 *
 * Such runs have one thread, as judge() asks for; so the sides are those of the show, not of a worker.
 */

/* @differs: in a head or a relation. Sentences with one sent_id but other words cannot be in one drawing, and are not drawn. */
static gboolean
compare_sentences (ShowRun *show, const TbkEntry *entry, const TbkEntry *other, gboolean *differs,
                   GError **error)
{
  const WordSide *sides = show->sides;
  g_autoptr (GError) fault = NULL;

  if (!word_side_set (&show->sides[0], entry, error) || !word_side_set (&show->sides[1], other, error))
    return FALSE;
  if (!word_side_check (&sides[0], &sides[1], &fault)) {
    if (pair_has_same_id (entry, other))
      return TRUE;
    g_propagate_error (error, g_steal_pointer (&fault));
    return FALSE;
  }
  for (int w = 1; w <= sides[0].sentence->n && !*differs; w++)
    *differs = sides[0].sentence->heads[w] != sides[1].sentence->heads[w]
               || !piece_equals (word_side_pieces (&sides[0], w)[FIELD_DEPREL],
                                 word_side_pieces (&sides[1], w)[FIELD_DEPREL]);
  return TRUE;
}

/* The next node of @tree from *@node on that is a word. */
static const TbkBracketNode *
next_word (const TbkBracketTree *tree, int *node)
{
  while (tree->nodes[*node].form == NULL)
    (*node)++;
  return &tree->nodes[(*node)++];
}

/* Returns TRUE if spans and labels are the same; the nodes of words have tags for labels. Nodes come in
 * pre-order, so equal trees have equal nodes one by one. */
static gboolean
have_equal_nodes (const TbkBracketTree *a, const TbkBracketTree *b)
{
  for (int v = 0; v < MIN (a->n_nodes, b->n_nodes); v++) {
    const TbkBracketNode *x = &a->nodes[v], *y = &b->nodes[v];

    if (x->left != y->left || x->right != y->right
        || !piece_equals ((TbkPiece){ x->label, (gsize) x->label_length },
                          (TbkPiece){ y->label, (gsize) y->label_length }))
      return FALSE;
  }
  return a->n_nodes == b->n_nodes;
}

/* @differs: in a constituent or a tag. */
static gboolean
compare_trees (const TbkEntry *entry, const TbkEntry *beside, gboolean *differs, GError **error)
{
  const TbkBracketTree *tree = entry->sentence, *other = beside->sentence;
  int node = 0, other_node = 0;

  for (int w = 0; w < MIN (tree->n, other->n); w++) {
    const TbkBracketNode *x = next_word (tree, &node), *y = next_word (other, &other_node);
    const TbkPiece expected = { x->form, (gsize) x->form_length },
                   found = { y->form, (gsize) y->form_length };

    if (!piece_equals (found, expected)) {
      g_autofree char *quoted = tbk_quote (found.bytes, found.size),
                      *wanted = tbk_quote (expected.bytes, expected.size);

      return fail_data (
          error, "%s:%" G_GINT64_FORMAT ": word %s found, expected %s as in %s:%" G_GINT64_FORMAT "%s",
          beside->file, other->line, quoted, wanted, entry->file, tree->line, words_remark (found, expected));
    }
  }
  if (tree->n != other->n)
    return fail_data (
        error, "%s:%" G_GINT64_FORMAT ": sentence of %d words found, expected %d as in %s:%" G_GINT64_FORMAT,
        beside->file, other->line, other->n, tree->n, entry->file, tree->line);
  *differs = !have_equal_nodes (tree, other);
  return TRUE;
}

/* Returns the sentence beside @entry; only sentences that have one are drawn against it. */
static const TbkEntry *
against_side (const TbkEntry *entry)
{
  const TbkPair *pair = entry->pair;

  return &pair->systems[0];
}

/* Compares @entry with the sentence beside it, whose words must be the same: whether arcs, relations or
 * constituents differ. */
static gboolean
against_compare (ShowRun *show, const TbkEntry *entry, gboolean *differs, GError **error)
{
  const TbkEntry *other = against_side (entry);

  *differs = FALSE;
  if (other->problem != NULL) {
    g_propagate_error (error, g_error_copy (other->problem));
    return FALSE;
  }
  return show->options->format == tbk_brackets_format ()
             ? compare_trees (entry, other, differs, error)
             : compare_sentences (show, entry, other, differs, error);
}

/* 3. drawn: sentences of CoNLL-U as they are drawn: a row for each word, range and empty node, in the order
 * of the lines. Pieces are those of the sentence, not copied. */

void
drawn_clear (Drawn *drawn)
{
  g_free (drawn->rows);
  g_free (drawn->relations);
}

const char *
drawn_file (const char *path)
{
  const char *slash = strrchr (path, '/');

  return slash == NULL || slash[1] == '\0' ? path : slash + 1;
}

/* Returns @piece as it is drawn: "_" means that there is nothing. */
static TbkPiece
value_of (TbkPiece piece)
{
  return piece.size == 1 && piece.bytes[0] == '_' ? (TbkPiece){ NULL, 0 } : piece;
}

/* Returns the value of the attribute @head of @misc, where that is a mark: the last attribute, or before
 * @deprel or @deps, which are. Without bytes if there is none. Marks are at the end, since programs append
 * them; an attribute of that name elsewhere was in the treebank before. In
 * `Gloss=a|OrigHead=3|OrigDeprel=obj` the mark OrigHead is 3. */
static TbkPiece
find_mark (TbkPiece misc, const char *head, const char *deprel, const char *deps)
{
  const char *begin, *end;

  if (misc.size == 0)
    return misc;
  end = misc.bytes + misc.size;
  begin = find_behind_last (misc.bytes, end, '|');
  while (begin > misc.bytes
         && ((has_prefix (begin, end, deprel) && (gsize) (end - begin) > strlen (deprel))
             || (deps != NULL && has_prefix (begin, end, deps)))) {
    end = begin - 1;
    begin = find_behind_last (misc.bytes, end, '|');
  }
  if (!has_prefix (begin, end, head))
    return (TbkPiece){ NULL, 0 };
  begin += strlen (head);
  return (TbkPiece){ begin, (gsize) (end - begin) };
}

static gboolean
is_number (TbkPiece piece)
{
  enum { MOST_DIGITS = 9 };
  gsize digit = 0;

  while (digit < piece.size && g_ascii_isdigit (piece.bytes[digit]))
    digit++;
  return digit > 0 && digit == piece.size && digit <= MOST_DIGITS;
}

/* The head that a word had before tbk projectivize, or else before tbk repair, by its mark; "_" where the latter was none. */
static TbkPiece
find_moved_from (TbkPiece misc)
{
  const TbkPiece moved = find_mark (misc, "OrigHead=", "OrigDeprel=", NULL),
                 repaired = find_mark (misc, "GivenHead=", "GivenDeprel=", "GivenDeps=");

  if (is_number (moved))
    return moved;
  return repaired.size == 0 || is_number (repaired) ? repaired : (TbkPiece){ "_", 1 };
}

/* Adds the row of @line as number @n. */
static gboolean
add_row (Drawn *drawn, gsize n, const TbkConlluLine *line, GError **error)
{
  static const TbkDrawnKind kinds[] = { [TBK_LINE_WORD] = TBK_DRAWN_WORD,
                                        [TBK_LINE_RANGE] = TBK_DRAWN_RANGE,
                                        [TBK_LINE_EMPTY_NODE] = TBK_DRAWN_EMPTY };
  const TbkPiece form = line->fields[TBK_COLUMN_FORM];
  const gboolean is_word = line->kind == TBK_LINE_WORD;

  if (!try_reserve (&drawn->rows, &drawn->n_rows_allocated, n + 1, sizeof (*drawn->rows)))
    return memory_fail (error, "a drawing of %" G_GSIZE_FORMAT " lines", n + 1);
  drawn->rows[n] = (TbkDrawnRow){ .kind = kinds[line->kind],
                                  .n_words = line->last - line->first + 1,
                                  .id = line->fields[TBK_COLUMN_ID],
                                  .form = is_word ? form : value_of (form),
                                  .tag = value_of (line->fields[TBK_COLUMN_UPOS]),
                                  .relation = value_of (line->fields[TBK_COLUMN_DEPREL]) };
  if (is_word)
    drawn->rows[n].moved_from = find_moved_from (line->fields[TBK_COLUMN_MISC]);
  return TRUE;
}

gboolean
drawn_set (Drawn *drawn, const TbkConlluSentence *from, TbkDrawnSentence *sentence, GError **error)
{
  const char *position = NULL;
  TbkConlluLine line;

  *sentence = (TbkDrawnSentence){ .text = tbk_conllu_sentence_comment (from, "text"),
                                  .n = from->n,
                                  .heads = from->heads };
  while (tbk_conllu_sentence_next_line (from, &position, &line))
    if (line.kind != TBK_LINE_COMMENT && !add_row (drawn, (gsize) sentence->n_rows++, &line, error))
      return FALSE;
  sentence->rows = drawn->rows;
  return TRUE;
}

gboolean
drawn_set_against (Drawn *drawn, const TbkConlluSentence *from, const char *name, TbkDrawnSentence *sentence,
                   GError **error)
{
  if (!reserve_words (&drawn->relations, &drawn->n_relations_allocated, from->n, sizeof (TbkPiece), error))
    return FALSE;
  for (int w = 1; w <= from->n; w++)
    drawn->relations[w] = value_of (tbk_conllu_sentence_field (from, w, TBK_COLUMN_DEPREL));
  sentence->against = from->heads;
  sentence->takes_any_heads = TRUE;
  sentence->against_relations = drawn->relations;
  sentence->against_name = (TbkPiece){ name, strlen (name) };
  return TRUE;
}

/* 4. subtree: the part of a sentence that a word dominates, as a sentence to draw.
 *
 * The words that stay get numbers from 1 without gaps, and the word itself depends on 0. With the heads 3 4
 * 0 3 word 4 dominates 2 and 4. These become 1 and 2, with the heads 2 and 0. Rows keep their own numbers
 * for those who read.
 */

/* Scratch. */
typedef struct {
  int *numbers, *heads;
  Room room;
} Subtree;

/* States of a word before those that stay have numbers. */
enum { UNKNOWN, OUTSIDE, INSIDE };

/* Finds which words @node dominates. Each word is passed twice at most. A word on a way to one that is known
 * is like that one: inside if that is, else outside. */
static void
mark (int *marks, const int *heads, int n, int node)
{
  for (int w = 1; w <= n; w++)
    marks[w] = UNKNOWN;
  marks[0] = OUTSIDE;
  marks[node] = INSIDE;
  /* Up to the first word that is known; then the same way again, to mark all on it. */
  for (int w = 1; w <= n; w++) {
    int end = w;

    while (marks[end] == UNKNOWN)
      end = heads[end];
    for (int v = w; marks[v] == UNKNOWN; v = heads[v])
      marks[v] = marks[end];
  }
}

/* Moves the rows that stay to the front, and returns how many they are: of ranges those whose words all
 * stay. Empty nodes go, as no arc tells whose they are. */
static int
keep_rows (const int *marks, TbkDrawnRow *rows, int n_rows)
{
  int n_kept = 0, word = 0;

  for (int r = 0; r < n_rows; r++) {
    gboolean stays = rows[r].kind != TBK_DRAWN_EMPTY;

    if (rows[r].kind == TBK_DRAWN_WORD)
      stays = marks[++word] == INSIDE;
    for (int w = 1; rows[r].kind == TBK_DRAWN_RANGE && w <= rows[r].n_words; w++)
      stays = stays && marks[word + w] == INSIDE;
    if (stays)
      rows[n_kept++] = rows[r];
  }
  return n_kept;
}

/* Leaves in @sentence only word @node, as a child of 0, and what it dominates. @rows are those of @sentence:
 * rows that stay move to the front, and of ranges those stay that hold no other word. The new heads belong to
 * @subtree. */
static gboolean
subtree_take (Subtree *subtree, int node, TbkDrawnRow *rows, TbkDrawnSentence *sentence, GError **error)
{
  const int n = sentence->n, *heads = sentence->heads;
  int n_kept = 0;

  if (node > n) {
    g_set_error (error, TBK_ERROR, TBK_ERROR_DATA, "sentence of %d words found, expected a word %d", n, node);
    return FALSE;
  }
  if (!ROOM_RESERVE (&subtree->room, n + 1, ARRAY (subtree->numbers), ARRAY (subtree->heads)))
    return memory_fail (error, "a sentence of %d words", n);
  /* `numbers` has marks at first, then the new numbers, 0 for words that go. */
  mark (subtree->numbers, heads, n, node);
  sentence->n_rows = keep_rows (subtree->numbers, rows, sentence->n_rows);
  for (int w = 1; w <= n; w++)
    subtree->numbers[w] = subtree->numbers[w] == INSIDE ? ++n_kept : 0;
  subtree->heads[0] = heads[0];
  for (int w = 1; w <= n; w++)
    if (subtree->numbers[w] > 0)
      subtree->heads[subtree->numbers[w]] = w == node ? 0 : subtree->numbers[heads[w]];
  sentence->heads = subtree->heads;
  sentence->n = n_kept;
  return TRUE;
}

/* 5. show: the job that draws sentences.
 *
 * A job of the loop (tbk/corpus.h): judge() leaves out sentences that are as in the other file, work()
 * draws one in any thread, write_drawings() gets the texts in order. settle() follows each file: what was
 * counted and written of it stays, or is taken back. So there are two states, `now` and `settled`.
 */

enum { MOST_CHOICE = 100 }; /* bytes of the number of a choice */

typedef struct {
  ShowRun *show;
  TbkDrawer *drawer;
  TbkProjectivizer *projectivizer; /* or NULL */
  Drawn drawn;
  int *projective;
  int n_projective_allocated;
  Subtree subtree;
  TbkText *text; /* of a drawing that becomes a file */
  TbkClassifier *classifier;
  GString *title;
  TbkSelector *selector; /* finds what is marked; or NULL */
  gboolean *is_found;
  int n_found_allocated;
} ShowWorker;

ShowRun *
show_new (const ShowOptions *options)
{
  ShowRun *show = g_new0 (ShowRun, 1);

  show->options = options;
  g_mutex_init (&show->counting);
  show->spool = options->into == NULL ? NULL : spool_new ("--output-dir");
  show->parts = options->draw.format == TBK_DRAW_HTML ? page_parts_new () : NULL;
  return show;
}

void
show_free (ShowRun *show)
{
  if (show == NULL)
    return;
  for (guint side = 0; side < G_N_ELEMENTS (show->sides); side++)
    word_side_clear (&show->sides[side]);
  g_mutex_clear (&show->counting);
  spool_free (show->spool);
  page_parts_free (show->parts);
  g_free (show);
}

gint64
show_n_drawn (const ShowRun *show, gboolean *met_more)
{
  if (met_more != NULL)
    *met_more = show->now.n_met > 1;
  return show->settled.has_drawn ? show->n_drawn : 0;
}

static gpointer
worker_new (gpointer show)
{
  ShowWorker *worker = g_new0 (ShowWorker, 1);
  const ShowOptions *options = ((ShowRun *) show)->options;

  worker->show = show;
  worker->drawer = tbk_drawer_new (&options->draw);
  if (options->is_projectivized)
    worker->projectivizer = tbk_projectivizer_new (&options->projectivize);
  if (options->selection != NULL
      && (options->draw.format == TBK_DRAW_SVG || options->draw.format == TBK_DRAW_HTML))
    worker->selector = tbk_selector_new (options->selection);
  worker->classifier = tbk_classifier_new ();
  worker->title = g_string_new (NULL);
  worker->text = tbk_text_new ();
  return worker;
}

static void
worker_free (gpointer data)
{
  ShowWorker *worker = data;

  tbk_drawer_free (worker->drawer);
  tbk_projectivizer_free (worker->projectivizer);
  tbk_classifier_free (worker->classifier);
  drawn_clear (&worker->drawn);
  g_free (worker->projective);
  tbk_selector_free (worker->selector);
  g_free (worker->is_found);
  room_clear (&worker->subtree.room);
  tbk_text_free (worker->text);
  g_string_free (worker->title, TRUE);
  g_free (worker);
}

/* Appends which of the equally good trees of a sentence it is, as tbk projectivize --all says in a
 * comment. */
static void
append_choice (ShowWorker *worker, const TbkEntry *entry)
{
  TbkPiece choice;

  if (worker->show->options->format == tbk_brackets_format ())
    return;
  choice = tbk_conllu_sentence_comment (entry->sentence, "choice");
  if (choice.size > 0)
    g_string_append_printf (worker->title, "choice %.*s, ", (int) MIN (choice.size, MOST_CHOICE),
                            choice.bytes);
}

/* Appends the widest classes that a tree is outside of. The drawing itself shows whether it is projective, or
 * planar. */
static gboolean
append_classes (ShowWorker *worker, const TbkConlluSentence *sentence, GError **error)
{
  const guint asked =
      TBK_CLASSES_ALL & ~(TBK_CLASS_BIT (TBK_CLASS_PROJECTIVE) | TBK_CLASS_BIT (TBK_CLASS_PLANAR));
  const char *before = " (outside ";
  TbkClasses classes;
  guint widest;

  if (sentence->is_projective || sentence->is_broken || sentence->is_headless)
    return TRUE;
  if (!tbk_tree_classes (worker->classifier, sentence->heads, sentence->n, asked, &classes, error))
    return FALSE;
  widest = classes_widest (classes.outside);
  for (int class = 0; class < TBK_N_CLASSES; class ++)
    if ((widest & TBK_CLASS_BIT (class)) != 0) {
      g_string_append_printf (worker->title, "%s%s", before, tbk_class_name (class));
      before = ", ";
    }
  if (widest != 0)
    g_string_append_c (worker->title, ')');
  return TRUE;
}

static void
make_title (ShowWorker *worker, const TbkEntry *entry)
{
  const char *entry_name = worker->show->options->format->entry_name;

  g_string_truncate (worker->title, 0);
  if (entry->id != NULL) {
    g_string_append_len (worker->title, entry->id, (gssize) entry->id_length);
    g_string_append (worker->title, ", ");
  }
  append_choice (worker, entry);
  if (worker->show->options->node > 0)
    g_string_append_printf (worker->title, "from word %d, ", worker->show->options->node);
  g_string_append_printf (worker->title, "%s %" G_GINT64_FORMAT " of %s",
                          entry_name != NULL ? entry_name : "sentence", entry->index,
                          drawn_file (entry->file));
}

static TbkPiece
title_of (const ShowWorker *worker)
{
  return (TbkPiece){ worker->title->str, worker->title->len };
}

/* Returns what drawings call the other annotation of @entry: the end of its path, if that tells them apart. */
static const char *
against_name (const TbkEntry *entry)
{
  const char *path = against_side (entry)->file, *name = drawn_file (path);

  return strcmp (name, drawn_file (entry->file)) == 0 ? path : name;
}

/* Finds what was searched for among @n words or nodes. */
static gboolean
find_marked (ShowWorker *worker, const TbkEntry *entry, int n, GError **error)
{
  return worker->selector == NULL
         || (reserve_words (&worker->is_found, &worker->n_found_allocated, n, sizeof (*worker->is_found),
                            error)
             && selector_mark (worker->selector, entry, worker->is_found, error));
}

/* Marks the rows of words that were searched for. Nothing is marked in text and for LaTeX. */
static gboolean
mark_found (ShowWorker *worker, const TbkEntry *entry, int n_rows, GError **error)
{
  int word = 0;

  if (!find_marked (worker, entry, entry->n_words, error))
    return FALSE;
  for (int r = 0; r < n_rows && worker->selector != NULL; r++)
    if (worker->drawn.rows[r].kind == TBK_DRAWN_WORD)
      worker->drawn.rows[r].is_found = worker->is_found[++word];
  return TRUE;
}

/* Draws a sentence of CoNLL-U: all of it or what a word dominates, with its projective tree or another
 * annotation. */
static gboolean
draw_sentence (ShowWorker *worker, const TbkEntry *entry, TbkText *text, GError **error)
{
  const TbkConlluSentence *sentence = entry->sentence;
  TbkDrawnSentence drawn;

  if (!drawn_set (&worker->drawn, sentence, &drawn, error)
      || !mark_found (worker, entry, drawn.n_rows, error))
    return FALSE;
  make_title (worker, entry);
  if (!append_classes (worker, sentence, error))
    return FALSE;
  drawn.title = title_of (worker);
  if (worker->show->options->node > 0
      && !subtree_take (&worker->subtree, worker->show->options->node, worker->drawn.rows, &drawn, error))
    return FALSE;
  if (worker->projectivizer != NULL) {
    if (!reserve_words (&worker->projective, &worker->n_projective_allocated, sentence->n, sizeof (int),
                        error)
        || !tbk_projectivize (worker->projectivizer, sentence->heads, sentence->n, worker->projective, NULL,
                              error))
      return FALSE;
    drawn.projective = worker->projective;
  }
  if (worker->show->options->is_against
      && !drawn_set_against (&worker->drawn, against_side (entry)->sentence, against_name (entry), &drawn,
                             error))
    return FALSE;
  return tbk_draw_sentence (worker->drawer, &drawn, text, error);
}

/* Draws a tree in brackets, beside another if there is one. */
static gboolean
draw_tree (ShowWorker *worker, const TbkEntry *entry, TbkText *text, GError **error)
{
  const TbkBracketTree *tree = entry->sentence, *other = NULL;
  TbkPiece other_name = { NULL, 0 };

  make_title (worker, entry);
  if (worker->show->options->is_against) {
    const char *name = against_name (entry);

    other_name = (TbkPiece){ name, strlen (name) };
    other = against_side (entry)->sentence;
  }
  if (!find_marked (worker, entry, tree->n_nodes, error))
    return FALSE;
  drawer_mark (worker->drawer, worker->selector == NULL ? NULL : worker->is_found);
  return tbk_draw_brackets (worker->drawer, title_of (worker), tree, other, other_name, text, error);
}

static gboolean
draw (ShowWorker *worker, const TbkEntry *entry, TbkText *text, GError **error)
{
  return (worker->show->options->format == tbk_brackets_format () ? draw_tree : draw_sentence) (worker, entry,
                                                                                                text, error);
}

char *
show_file_name (const char *path)
{
  g_autofree char *name = g_path_get_basename (path);
  char *dot = name[0] == '\0' ? NULL : strchr (name + 1, '.');

  if (strcmp (input_shown_name (path), input_shown_name ("-")) == 0)
    return g_strdup ("stdin");
  return dot == NULL ? g_strdup (name) : g_strndup (name, (gsize) (dot - name));
}

/* Draws for a file of its own, which is written once it is known that the input is good to its end. */
static gboolean
draw_record (ShowWorker *worker, const TbkEntry *entry, TbkText *text, GError **error)
{
  const ShowOptions *options = worker->show->options;
  g_autofree char *name = show_file_name (entry->file);
  g_autofree char *path =
      g_strdup_printf ("%s/%s-%" G_GINT64_FORMAT "%s", options->into, name, entry->index, options->suffix);

  const gboolean is_tikz = options->draw.format == TBK_DRAW_TIKZ;

  tbk_text_clear (worker->text);
  tbk_text_printf (worker->text, "%s", is_tikz ? drawer_tikz_begin : "");
  if (!draw (worker, entry, worker->text, error))
    return FALSE;
  tbk_text_printf (worker->text, "%s", is_tikz ? drawer_tikz_end : "");
  return spool_append (path, worker->text, text, error);
}

static gboolean
work (gpointer data, const TbkEntry *entry, TbkText *text, TbkTally *tally, GError **error)
{
  ShowWorker *worker = data;
  ShowRun *show = worker->show;
  gboolean is_drawn;

  (void) tally;
  if (entry->n_words == 0)
    return TRUE;
  if (show->options->draws_first) { /* runs of one thread, as include/tbk/draw.h says */
    show->now.n_met++;
    if (show->now.n_met > 1)
      return TRUE;
  }
  is_drawn = show->options->into != NULL ? draw_record (worker, entry, text, error)
                                         : draw (worker, entry, text, error);
  if (!is_drawn)
    return tbk_entry_fail (entry, error);
  g_mutex_lock (&show->counting);
  show->n_drawn++;
  g_mutex_unlock (&show->counting);
  return TRUE;
}

/* Leaves out what does not differ from the other file. */
static gboolean
judge (gpointer data, const TbkEntry *entry, gboolean *is_taken, GError **error)
{
  ShowRun *show = data;

  return !*is_taken || against_compare (show, entry, is_taken, error);
}

static gboolean
write_drawings (gpointer data, const TbkText *text, GError **error)
{
  ShowRun *show = data;

  show->now.has_drawn |= tbk_text_length (text) > 0;
  if (show->parts != NULL)
    return page_parts_write (show->parts, text, show->options->output, error);
  return show->spool != NULL ? spool_write (show->spool, text, error)
                             : tbk_output_write_text (show->options->output, text, error);
}

static gboolean
settle (gpointer data, gboolean stays, GError **error)
{
  ShowRun *show = data;

  if (stays)
    show->settled = show->now;
  else
    show->now = show->settled;
  if (show->parts != NULL && !page_parts_settle (show->parts, stays, show->options->output, error))
    return FALSE;
  return show->spool != NULL ? spool_settle (show->spool, stays, error)
                             : tbk_output_settle (show->options->output, stays, error);
}

TbkJob
show_job (ShowRun *show)
{
  const gboolean is_against = show->options->is_against;

  return (TbkJob){ .data = show,
                   .worker_new = worker_new,
                   .worker_free = worker_free,
                   .judge = is_against ? judge : NULL,
                   .takes_any_heads = is_against,
                   .takes_headless = is_against,
                   .work = work,
                   .write = write_drawings,
                   .settle = settle };
}

void
show_pairing (const ShowOptions *options, TbkPairing *pairing)
{
  pairing_init (pairing, options->format);
  pairing->n_systems = 1;
}
