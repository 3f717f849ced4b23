/* found.c - the words or constituents that meet an expression: rows, lines with them in the middle, or how many there are by
 * groups.
 *
 * Contents
 *   1. row: what is shown of a unit: a found word or constituent
 *   2. counts: how many were found, by keys
 *   3. job: finds units, and writes rows as they come
 *   4. table: the counts
 */
#include "draw/draw.h"
#include "draw/jobs.h"
#include "io/io.h"
#include "query/query.h"

#include <string.h>

#include "base/base.h"
#include "corpus/corpus.h"
#include "report/report.h"
#include "statistics/statistics.h"

typedef struct {
  const FindOptions *options;
  TbkScope units; /* that are asked for */
  TbkFacts *facts;
  gboolean *is_found; /* by unit, from 1 */
  int n_found_allocated;
  TbkPiece *forms; /* of the words of the sentence, from 1 */
  int n_forms;
  TbkTable *rows; /* or NULL */
  GString *cell;  /* scratch */
  RowKey key, of_words;
  gint64 all[2]; /* found units, and words, since the last flush */
} FindWorker;

/* 1. row: what is shown of a unit: a found word or constituent. */

/* The words of a unit, from 1, and its tree in brackets, if it has one. */
typedef struct {
  int first, last;
} FoundSpan;

static FoundSpan
span_of (const FindWorker *worker, const TbkEntry *entry, int unit)
{
  const TbkBracketTree *tree = entry->sentence;
  const TbkBracketNode *node;

  if (worker->units != TBK_SCOPE_CONSTITUENT)
    return (FoundSpan){ unit, unit };
  node = &tree->nodes[facts_node (worker->facts, worker->units, unit)];
  return (FoundSpan){ node->left + 1, node->right };
}

/* Reads the forms of all words of the sentence, each line or node once. */
static gboolean
read_forms (FindWorker *worker, const TbkEntry *entry, GError **error)
{
  const TbkBracketTree *tree = worker->options->trees == TBK_TREES_BRACKETS ? entry->sentence : NULL;
  const char *position = NULL;
  TbkConlluLine line;

  if (!reserve_words (&worker->forms, &worker->n_forms, entry->n_words, sizeof *worker->forms, error))
    return FALSE;
  for (int v = 0; tree != NULL && v < tree->n_nodes; v++)
    if (tree->nodes[v].form != NULL)
      worker->forms[tree->nodes[v].right] =
          (TbkPiece){ tree->nodes[v].form, (gsize) tree->nodes[v].form_length };
  while (tree == NULL && tbk_conllu_sentence_next_line (entry->sentence, &position, &line))
    if (line.kind == TBK_LINE_WORD)
      worker->forms[line.first] = line.fields[TBK_COLUMN_FORM];
  return TRUE;
}

/* The form of a word, from 1. */
static TbkPiece
form_of (const FindWorker *worker, int word)
{
  const TbkPiece form = worker->forms[word];

  return form.size > 0 ? form : (TbkPiece){ "_", 1 };
}

/* Writes the forms of the words from @first to @last, with spaces between them. */
static void
write_forms (FindWorker *worker, int first, int last)
{
  g_string_truncate (worker->cell, 0);
  for (int word = first; word <= last; word++) {
    const TbkPiece form = form_of (worker, word);

    if (word > first)
      g_string_append_c (worker->cell, ' ');
    g_string_append_len (worker->cell, form.bytes, (gssize) form.size);
  }
  tbk_table_string (worker->rows, worker->cell->str);
}

static gboolean
append_row (FindWorker *worker, const TbkEntry *entry, int unit, TbkText *text, GError **error)
{
  const FindOptions *options = worker->options;
  const FoundSpan span = span_of (worker, entry, unit);

  for (int c = 0; c < options->n_columns; c++) {
    const FindColumn *column = &options->columns[c];

    if (column->attribute != NULL) {
      if (!table_attribute (worker->rows, column->attribute, worker->facts, unit, error))
        return FALSE;
    } else if (column->forms == FIND_LEFT) {
      write_forms (worker, MAX (1, span.first - options->context), span.first - 1);
    } else if (column->forms == FIND_FORMS) {
      write_forms (worker, span.first, span.last);
    } else {
      write_forms (worker, span.last + 1, MIN (entry->n_words, span.last + options->context));
    }
  }
  table_take_row (worker->rows, text);
  return TRUE;
}

/* The least and usual cells of a line, and the most of the place before it. */
enum { LEAST_WIDTH = 40, USUAL_WIDTH = 80, MOST_PLACE = 20 };

/* Puts the words before @word so that the last ends at @width cells; those that do not fit are left out. */
static void
put_left (const FindWorker *worker, Pen *pen, int word, int width)
{
  int first = word, n_cells = 0;

  for (int cells; first > 1; first--, n_cells += cells + 1) {
    cells = signs_cells (form_of (worker, first - 1), TRUE);
    if (n_cells + cells + 1 > width)
      break;
  }
  pen_skip (pen, width - n_cells);
  for (; first < word; first++) {
    pen_put_piece (pen, PAINT_PLAIN, form_of (worker, first));
    pen_skip (pen, 1);
  }
}

/* Puts the words of @span and those behind it into @width cells; a constituent is in square brackets. */
static void
put_right (const FindWorker *worker, Pen *pen, FoundSpan span, int n, int width)
{
  const gboolean is_bracketed = worker->units == TBK_SCOPE_CONSTITUENT;

  pen_put (pen, PAINT_PLAIN, is_bracketed ? "[" : "");
  width -= 2 * is_bracketed;
  for (int word = span.first; word <= n; word++) {
    const int cells = signs_cells (form_of (worker, word), TRUE) + (word > span.first);

    if (word > span.first && cells > width)
      return;
    pen_skip (pen, word > span.first);
    pen_put_piece (pen, word <= span.last ? PAINT_MARKED : PAINT_PLAIN, form_of (worker, word));
    pen_put (pen, PAINT_PLAIN, is_bracketed && word == span.last ? "]" : "");
    width -= cells;
  }
}

/* Appends a line: the sentence and the number of the first word, what is left of it, the words, what is right of them. */
static void
append_line (FindWorker *worker, const TbkEntry *entry, FoundSpan span, TbkText *text)
{
  const int width = worker->options->width > 0 ? MAX (worker->options->width, LEAST_WIDTH) : USUAL_WIDTH,
            of_place = MIN (MOST_PLACE, width / 4), of_left = (width - of_place) / 2 - 4;
  Pen pen = { .text = text, .is_coloured = worker->options->is_coloured };
  int n_cells;

  g_string_truncate (worker->cell, 0);
  if (entry->id != NULL)
    g_string_append_len (worker->cell, entry->id, (gssize) entry->id_length);
  else
    g_string_append_printf (worker->cell, "%" G_GINT64_FORMAT, entry->index);
  g_string_append_printf (worker->cell, ":%d", span.first);
  n_cells = pen_put_piece (&pen, PAINT_FAINT, (TbkPiece){ worker->cell->str, worker->cell->len });
  pen_skip (&pen, MAX (of_place - n_cells, 0) + 1);
  put_left (worker, &pen, span.first, of_left - MAX (n_cells - of_place, 0));
  put_right (worker, &pen, span, entry->n_words, width - of_place - 1 - of_left);
  pen_end_line (&pen);
}

/* 2. counts: how many were found, by keys.
 *
 * Words are counted per thousand of all words of the sentences with the same values of keys that are of sentences.
 */

enum { ALL, FOUND, WORDS, N_SECTIONS };

static const TbkTallyKey keys[] = { { "first", TBK_TALLY_TEXT },
                                    { "second", TBK_TALLY_TEXT },
                                    { "third", TBK_TALLY_TEXT } };
static const TbkTallyColumn all_columns[] = { { "found", .part_of = 2 }, { "words" } };
static const TbkTallyColumn found_columns[] = { { "count" } };
static const TbkTallyColumn words_columns[] = { { "words" } };
G_STATIC_ASSERT (G_N_ELEMENTS (keys) == TBK_KEYS_MOST);

static const TbkTallySection sections[N_SECTIONS] = {
  [ALL] = { "all", NULL, 0, all_columns, 2 },
  [FOUND] = { "found", keys, TBK_KEYS_MOST, found_columns, 1, TBK_TALLY_ALL, 0, ALL, 0 },
  [WORDS] = { "words", keys, TBK_KEYS_MOST, words_columns, 1, TBK_TALLY_ALL, 0, ALL, 1 },
};

static const TbkTallyLayout layout = { "found", sections, N_SECTIONS };

/* Sets @key to the values of the keys for a unit; with @unit 0 to those of the sentence alone, others being empty. */
static gboolean
set_key (FindWorker *worker, RowKey *key, int unit, GError **error)
{
  const TbkKeys *by = worker->options->keys;

  g_string_truncate (key->text, 0);
  for (int k = 0; k < TBK_KEYS_MOST; k++) {
    const gboolean is_asked =
        k < tbk_keys_count (by)
        && (unit > 0 || tbk_attribute_scope (tbk_keys_attribute (by, k)) == TBK_SCOPE_SENTENCE);

    if (is_asked && !keys_append (by, k, worker->facts, unit, key->text, error))
      return FALSE;
    g_string_append_c (key->text, '\0');
  }
  row_key_part (key->text->str, key->parts);
  return TRUE;
}

/* Counts the found units of the sentence, and all of its words. */
static gboolean
count_units (FindWorker *worker, const TbkEntry *entry, int n, TbkTally *tally, GError **error)
{
  const gint64 one = 1, n_words = entry->n_words;

  if (!set_key (worker, &worker->of_words, 0, error))
    return FALSE;
  tbk_tally_add (tally, WORDS, worker->of_words.parts, &n_words);
  for (int unit = 1; unit <= n; unit++) {
    if (!worker->is_found[unit])
      continue;
    if (!set_key (worker, &worker->key, unit, error))
      return FALSE;
    tbk_tally_add (tally, FOUND, worker->key.parts, &one);
  }
  return TRUE;
}

/* 3. job: finds units, and writes rows as they come. */

static gpointer
worker_new (gpointer data)
{
  const FindOptions *options = data;
  FindWorker *worker = g_new0 (FindWorker, 1);

  worker->options = options;
  worker->units =
      tbk_query_scope (options->query) == TBK_SCOPE_CONSTITUENT ? TBK_SCOPE_CONSTITUENT : TBK_SCOPE_WORD;
  worker->facts = tbk_facts_new (options->trees, &options->projectivize);
  worker->rows = options->rows == NULL ? NULL : table_new_rows (options->rows);
  worker->cell = g_string_new (NULL);
  row_key_init (&worker->key);
  row_key_init (&worker->of_words);
  return worker;
}

static void
worker_free (gpointer data)
{
  FindWorker *worker = data;

  tbk_facts_free (worker->facts);
  g_free (worker->is_found);
  g_free (worker->forms);
  tbk_table_free (worker->rows);
  g_string_free (worker->cell, TRUE);
  row_key_clear (&worker->key);
  row_key_clear (&worker->of_words);
  g_free (worker);
}

static gboolean
show_units (FindWorker *worker, const TbkEntry *entry, int n, TbkText *text, GError **error)
{
  if (!read_forms (worker, entry, error))
    return FALSE;
  for (int unit = 1; unit <= n; unit++)
    if (worker->is_found[unit]) {
      if (worker->rows == NULL)
        append_line (worker, entry, span_of (worker, entry, unit), text);
      else if (!append_row (worker, entry, unit, text, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
work (gpointer data, const TbkEntry *entry, TbkText *text, TbkTally *tally, GError **error)
{
  FindWorker *worker = data;
  const FindOptions *options = worker->options;
  int n_units, n_found;

  tbk_facts_set (worker->facts, entry);
  n_units = tbk_facts_n_units (worker->facts, worker->units);
  if (!reserve_words (&worker->is_found, &worker->n_found_allocated, n_units, sizeof (gboolean), error))
    return tbk_entry_fail (entry, error);
  if (options->trees == TBK_TREES_DEPENDENCIES)
    query_note (options->query, worker->facts);
  if (!tbk_query_find (options->query, worker->facts, worker->is_found, &n_found, error))
    return tbk_entry_fail (entry, error);
  worker->all[0] += n_found;
  worker->all[1] += entry->n_words;
  return (options->keys != NULL ? count_units (worker, entry, n_units, tally, error)
                                : n_found == 0 || show_units (worker, entry, n_units, text, error))
         || tbk_entry_fail (entry, error);
}

static void
flush (gpointer data, TbkTally *tally)
{
  FindWorker *worker = data;

  tbk_tally_add (tally, ALL, NULL, worker->all);
  memset (worker->all, 0, sizeof worker->all);
}

static gboolean
write_rows (gpointer data, const TbkText *text, GError **error)
{
  const FindOptions *options = data;

  return options->rows != NULL ? table_write_rows (options->rows, text, error)
                               : tbk_output_write_text (options->output, text, error);
}

static gboolean
settle (gpointer data, gboolean stays, GError **error)
{
  const FindOptions *options = data;

  return options->rows != NULL ? table_settle (options->rows, stays, error)
                               : tbk_output_settle (options->output, stays, error);
}

TbkJob
found_job (const FindOptions *options)
{
  gboolean needs_documents = query_needs_documents (options->query) || keys_need_documents (options->keys);

  for (int c = 0; c < options->n_columns; c++)
    needs_documents |=
        options->columns[c].attribute != NULL && attribute_needs_documents (options->columns[c].attribute);
  return (TbkJob){ .data = (gpointer) options,
                   .layout = &layout,
                   .keeps_documents = needs_documents,
                   .worker_new = worker_new,
                   .worker_free = worker_free,
                   .work = work,
                   .flush = flush,
                   .write = options->keys != NULL ? NULL : write_rows,
                   .settle = options->keys != NULL ? NULL : settle };
}

gint64
found_count (const TbkTallies *tallies)
{
  g_autoptr (TbkTally) total = tbk_tallies_total (tallies);
  const gint64 *all = tbk_tally_get (total, ALL, NULL);

  return all == NULL ? 0 : all[0];
}

/* 4. table: the counts. */

/* Columns of a table by keys, behind these. */
static const TbkTableColumns of_counts = LISTED (
    "--by", { "count", "words or constituents that meet the expression" },
    { "per_thousand",
      "how many these are in a thousand words, of the same sent_id, document or other group of sentences" });

/* Columns of rows without --columns, by the kind of trees. */
#define AROUND                                                                                               \
  { "left", "forms of the words before it" }, { "form", "the word, or the words of the constituent" },       \
  {                                                                                                          \
    "right", "forms of the words behind it"                                                                  \
  }
static const TbkTableColumns of_words =
    LISTED ("", { "file", "as it is called on the command line" }, { "sent_id", "the ID in its comment" },
            { "id", "the number of the word in its sentence" }, AROUND, { "deprel", "its relation" });
static const TbkTableColumns of_nodes =
    LISTED ("", { "file", "as it is called on the command line" },
            { "sentence", "the number of the tree in the file, from 1" },
            { "id", "of words: the number of the word" },
            { "first", "of constituents: the number of the first word" }, AROUND,
            { "tag", "of words: the part of speech" }, { "label", "of constituents: the label" });

const TbkTableColumns *
found_tables (int number)
{
  return number == 0 ? &of_words : number == 1 ? &of_counts : NULL;
}

const TbkTableColumns *
found_bracket_tables (int number)
{
  return number == 0 ? &of_nodes : number == 1 ? &of_counts : NULL;
}

const char **
found_row_columns (const FindOptions *options)
{
  GPtrArray *names = g_ptr_array_new ();

  for (int c = 0; options->keys == NULL && c < options->n_columns; c++)
    g_ptr_array_add (names, (gpointer) options->columns[c].name);
  if (options->keys != NULL)
    keys_columns (options->keys, names);
  for (int c = 0; options->keys != NULL && c < of_counts.n_columns; c++)
    g_ptr_array_add (names, (gpointer) of_counts.columns[c].name);
  keys_end_columns (options->keys, names);
  return (const char **) g_ptr_array_free (names, FALSE);
}

static int
compare_rows (gconstpointer a, gconstpointer b, gpointer data)
{
  const TbkTallyRow *x = a, *y = b;
  int order = 0;

  for (int k = 0; k < tbk_keys_count (data) && order == 0; k++)
    order = keys_compare (data, k, x->key[k], y->key[k]);
  return order;
}

/* The words of the sentences with the same values as a row has of keys that are of sentences. */
static gint64
words_of (const TbkTally *total, const TbkKeys *by, const TbkTallyRow *row)
{
  const char *key[TBK_KEYS_MOST] = { "", "", "" };
  const gint64 *words;

  for (int k = 0; k < tbk_keys_count (by); k++)
    if (tbk_attribute_scope (tbk_keys_attribute (by, k)) == TBK_SCOPE_SENTENCE)
      key[k] = row->key[k];
  words = tbk_tally_get (total, WORDS, key);
  return words == NULL ? 0 : words[0];
}

gboolean
found_write (const TbkTallies *tallies, const FindOptions *options, TbkTable *table, GError **error)
{
  g_autoptr (TbkTally) total = tbk_tallies_total (tallies);
  gsize n_rows;
  g_autofree TbkTallyRow *rows = tbk_tally_rows (total, FOUND, &n_rows);

  if (n_rows > 0)
    g_qsort_with_data (rows, (int) n_rows, sizeof *rows, compare_rows, (gpointer) options->keys);
  for (gsize r = 0; r < n_rows; r++) {
    for (int k = 0; k < tbk_keys_count (options->keys); k++)
      table_key (table, options->keys, k, rows[r].key[k]);
    tbk_table_integer (table, rows[r].values[0]);
    table_ratio (table, 1000 * rows[r].values[0], words_of (total, options->keys, &rows[r]));
    if (!tbk_table_end_row (table, error))
      return FALSE;
  }
  return TRUE;
}
