/* cmd_update.c - tbk update: corrections put into the treebank that they are of, from sentences or from a table.
 *
 * Contents
 *   1. rows: a table with columns sent_id, id, and head, deprel or both
 *   2. table: the words that rows are of, and what these become
 *   3. update: options
 */
#include "commands/commands.h"
#include "report/rows.h"

#include <string.h>

#include "all_commands.h"
#include "base/base.h"
#include "options/options.h"
#include "tbk/conllu.h"
#include "tbk/report.h"
#include "tbk/tree.h"

/* 1. rows: a table with columns sent_id, id, and head, deprel or both. Tables of tbk check have the head that is there as head. */

enum { SENT_ID, ID, HEAD, DEPREL, NEW_HEAD, FORM, N_NEEDED = HEAD };

static const char *const cell_names[] = { "sent_id", "id", "head", "deprel", "new_head", "form", NULL };
static const char expected_columns[] = "sent_id, id and head, deprel or both among them";

/* A row, which is of one word. */
typedef struct {
  gint64 line;
  int id, head;      /* head: -1 if it stays */
  char *deprel;      /* NULL if it stays */
  char *form;        /* of the word; NULL: any */
  gboolean is_found; /* its word is there */
} Row;

typedef struct {
  const char *path;
  GHashTable *by_id; /* of arrays of Row by sent_id */
  gint64 n_rows, n_sentences;
  gint64 n_heads, n_deprels; /* that became others */

  /* Scratch. */
  GArray *heads, *deprels;
  TbkTree *tree;
} Table;

static void
row_clear (gpointer row)
{
  g_free (((Row *) row)->deprel);
  g_free (((Row *) row)->form);
}

G_GNUC_PRINTF (4, 5)
static gboolean
fail_at (const Table *table, gint64 line, GError **error, const char *format, ...)
{
  g_autofree char *problem = NULL;
  va_list arguments;

  va_start (arguments, format);
  problem = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  g_set_error (error, TBK_ERROR, TBK_ERROR_DATA, "%s:%" G_GINT64_FORMAT ": %s", table->path, line, problem);
  return FALSE;
}

/* Reads a whole number, at least @least, into @number. */
static gboolean
read_number (const char *cell, int least, int *number)
{
  gint64 value;

  if (!g_ascii_string_to_signed (cell, 10, least, G_MAXINT, &value, NULL))
    return FALSE;
  *number = (int) value;
  return TRUE;
}

/* Returns the text of a cell, NULL if it is empty: it changes nothing. */
static const char *
text_of (const TableRows *rows, int column)
{
  const char *cell = rows_cell (rows, column);

  return cell == NULL || *cell == '\0' ? NULL : cell;
}

static gboolean
read_row (const TableRows *rows, Row *row, GError **error)
{
  const int head_column = rows_cell (rows, NEW_HEAD) != NULL ? NEW_HEAD : HEAD;
  const char *id = text_of (rows, ID), *head = text_of (rows, head_column), *deprel = text_of (rows, DEPREL);

  *row = (Row){ .line = rows_line (rows), .head = -1 };
  if (rows_cell (rows, head_column) == NULL && rows_cell (rows, DEPREL) == NULL)
    return rows_fail (rows, "found neither head nor deprel, expected one of them", error);
  if (text_of (rows, SENT_ID) == NULL || id == NULL || !read_number (id, 1, &row->id))
    return rows_fail (rows, "expected a sent_id, and the number of a word as id", error);
  if (head != NULL && !read_number (head, 0, &row->head))
    return rows_fail (rows, "expected the number of a word or 0 as head", error);
  if (deprel != NULL && (strpbrk (deprel, " \t\r\n") != NULL || !g_utf8_validate (deprel, -1, NULL)))
    return rows_fail (rows, "expected text in UTF-8 as deprel, without blanks, tabs and ends of lines",
                      error);
  row->deprel = g_strdup (deprel);
  row->form = g_strdup (text_of (rows, FORM));
  return TRUE;
}

static void
add_row (Table *table, const char *id, const Row *row)
{
  GArray *rows = g_hash_table_lookup (table->by_id, id);

  if (rows == NULL) {
    rows = g_array_new (FALSE, FALSE, sizeof (Row));
    g_array_set_clear_func (rows, row_clear);
    g_hash_table_insert (table->by_id, g_strdup (id), rows);
  }
  g_array_append_vals (rows, row, 1);
  table->n_rows++;
}

static gboolean
read_table (Table *table, GError **error)
{
  g_autoptr (TableRows) rows = rows_open (table->path, cell_names, N_NEEDED, expected_columns, error);
  gboolean is_there = rows != NULL;
  Row row;

  while (is_there) {
    if (!rows_next (rows, &is_there, error) || (is_there && !read_row (rows, &row, error)))
      return FALSE;
    if (is_there)
      add_row (table, rows_cell (rows, SENT_ID), &row);
  }
  return rows != NULL;
}

/* 2. table: the words that rows are of, and what these become. */

static GArray *
rows_of (const Table *table, const TbkEntry *entry)
{
  g_autofree char *id = entry->id == NULL ? NULL : g_strndup (entry->id, entry->id_length);

  return id == NULL ? NULL : g_hash_table_lookup (table->by_id, id);
}

/* Checks a row of a word that the sentence has. */
static gboolean
check_word (const Table *table, const TbkEntry *entry, const Row *row, GError **error)
{
  const TbkPiece form = tbk_conllu_sentence_field (entry->sentence, row->id, TBK_COLUMN_FORM);

  if (row->form != NULL && !piece_is (form, row->form, strlen (row->form))) {
    g_autofree char *found = tbk_quote (row->form, strlen (row->form)),
                    *expected = tbk_quote (form.size > 0 ? form.bytes : "", form.size);

    return fail_at (table, row->line, error, "found the form %s, expected %s, that of the word", found,
                    expected);
  }
  if (row->head > entry->n_words || row->head == row->id)
    return fail_at (table, row->line, error,
                    "found the head %d, expected another word of the sentence, 1 to %d, or 0", row->head,
                    entry->n_words);
  return TRUE;
}

/* Notes which rows have a word in the sentence: each must have one in all. */
static gboolean
note_words (const Table *table, const TbkEntry *entry, GError **error)
{
  GArray *rows = rows_of (table, entry);

  for (guint r = 0; rows != NULL && r < rows->len; r++) {
    Row *row = &g_array_index (rows, Row, r);

    if (row->is_found)
      return fail_at (table, row->line, error, "found several sentences of this sent_id, expected one");
    for (guint before = 0; before < r; before++)
      if (g_array_index (rows, Row, before).id == row->id)
        return fail_at (table, row->line, error, "found a second row for a word, expected one");
    row->is_found = row->id <= entry->n_words;
    if (row->is_found && !check_word (table, entry, row, error))
      return FALSE;
  }
  return TRUE;
}

/* Finds the words in all files, before any is written. */
static gboolean
find_words (Table *table, const Corpus *corpus, GError **error)
{
  const TbkReaderOptions options = { .max_line = (gsize) corpus->options.max_line,
                                     .strict = corpus->options.strict,
                                     .of_format = &corpus->columns,
                                     .takes_any_heads = TRUE,
                                     .takes_headless = TRUE };
  const Row *missing = NULL;
  GHashTableIter iter;
  gpointer rows;

  for (char **path = corpus->paths; *path != NULL; path++) {
    g_auto (TbkCursor) cursor = { 0 };

    if (!tbk_cursor_open (&cursor, tbk_conllu_format (), *path, &options, error))
      return FALSE;
    while (!cursor.is_at_end)
      if (!tbk_cursor_next_sentence (&cursor, error)
          || (!cursor.is_at_end && !note_words (table, &cursor.entry, error)))
        return FALSE;
  }
  g_hash_table_iter_init (&iter, table->by_id);
  while (g_hash_table_iter_next (&iter, NULL, &rows))
    for (guint r = 0; r < ((GArray *) rows)->len; r++) {
      const Row *row = &g_array_index ((GArray *) rows, Row, r);

      if (!row->is_found && (missing == NULL || row->line < missing->line))
        missing = row;
    }
  return missing == NULL || fail_at (table, missing->line, error, "no word of FILE has this sent_id and id");
}

/* Fails if the heads of a sentence that was a tree are none any more. */
static gboolean
check_tree (Table *table, const TbkConlluSentence *sentence, const Row *last, GError **error)
{
  g_autoptr (GError) fault = NULL;

  if (sentence->is_broken || sentence->is_headless
      || tbk_tree_set (table->tree, (const int *) (gconstpointer) table->heads->data, sentence->n, &fault))
    return TRUE;
  return fail_at (table, last->line, error, "%s", fault->message);
}

/* Puts what a row says into the heads and relations of its sentence. */
static void
apply_row (Table *table, const TbkConlluSentence *sentence, const Row *row)
{
  if (row->head >= 0) {
    table->n_heads += row->head != sentence->heads[row->id];
    g_array_index (table->heads, int, row->id) = row->head;
  }
  if (row->deprel != NULL) {
    const TbkPiece before = tbk_conllu_sentence_field (sentence, row->id, TBK_COLUMN_DEPREL);
    const TbkPiece deprel = { row->deprel, strlen (row->deprel) };

    table->n_deprels += !piece_is (before, deprel.bytes, deprel.size);
    g_array_index (table->deprels, TbkPiece, row->id) = deprel;
  }
}

static gboolean
work (gpointer data, const TbkEntry *entry, TbkText *text, TbkTally *tally, GError **error)
{
  Table *table = data;
  const TbkConlluSentence *sentence = entry->sentence;
  const GArray *rows = rows_of (table, entry);

  (void) tally;
  if (rows == NULL) {
    tbk_text_add (text, entry->text, entry->length);
    return TRUE;
  }
  g_array_set_size (table->heads, 0);
  g_array_append_vals (table->heads, sentence->heads, (guint) sentence->n + 1);
  g_array_set_size (table->deprels, 0);
  g_array_set_size (table->deprels, (guint) sentence->n + 1);
  for (guint r = 0; r < rows->len; r++)
    apply_row (table, sentence, &g_array_index (rows, Row, r));
  if (!check_tree (table, sentence, &g_array_index (rows, Row, rows->len - 1), error))
    return FALSE;
  tbk_conllu_sentence_write_arcs (sentence, (const int *) (gconstpointer) table->heads->data,
                                  (const TbkPiece *) (gconstpointer) table->deprels->data, text);
  table->n_sentences++;
  return TRUE;
}

/* Returns "1 row" or "2 rows". */
static char *
counted (gint64 number, const char *noun)
{
  return g_strdup_printf ("%" G_GINT64_FORMAT " %s%s", number, noun, number == 1 ? "" : "s");
}

static void
report_changes (const Table *table)
{
  g_autofree char *rows = counted (table->n_rows, "row"),
                  *sentences = counted (table->n_sentences, "sentence"),
                  *heads = counted (table->n_heads, "head"),
                  *deprels = counted (table->n_deprels, "relation");

  tool_message ("%s in %s: %s and %s changed", rows, sentences, heads, deprels);
}

static gboolean
run_table (Table *table, CorpusGiven *given, const Source *source, GError **error)
{
  g_auto (Corpus) corpus = { .given = given };
  const TbkJob job = {
    .data = table, .writes_corpus = TRUE, .takes_any_heads = TRUE, .takes_headless = TRUE, .work = work
  };
  gint64 start;

  if (!corpus_init (&corpus, given, source, TRUE, error) || !corpus_find_files (&corpus, error)
      || !corpus_check_files (&corpus, NULL, NULL, error) || !read_table (table, error))
    return FALSE;
  corpus.options.n_threads = 1;
  if (!update_keep_input (&corpus, &start, error) || !find_words (table, &corpus, error)
      || !update_rewind_input (start, error) || !corpus_run (&corpus, &job, NULL, NULL, error))
    return FALSE;
  report_changes (table);
  return TRUE;
}

/* 3. update: options. */

typedef struct {
  CorpusGiven corpus;
  const char *from;
  gboolean any_words;
} UpdateGiven;

static const Option entries[] = {
  { "from", PATH, AT (UpdateGiven, from), "FIXED",
    "Sentences that replace those of FILE with the same sent_id or words; their words must be the same. All other bytes stay, "
    "and so do comments newdoc, newpar and global. Or, if its name ends in .tsv, .csv or .jsonl, a table with columns sent_id, id and "
    "head (or new_head, which goes before it), deprel or both: a row for each word that changes. A column form must be that of the word" },
  { "any-words", FLAG, AT (UpdateGiven, any_words), NULL, "The words of sentences may be others" },
  OPTION_END,
};

static const OptionGroup groups[] = {
  OPTION_GROUP ("Corrections", entries),
  OPTION_GROUP ("Output", corpus_output_entries),
  OPTION_GROUP ("Input", corpus_columns_entries),
  OPTION_GROUP ("Input", corpus_lines_entries),
  FILES_GROUP,
  END_GROUPS,
};

static gboolean
update (gpointer values, const Source *source, GError **error)
{
  UpdateGiven *given = values;
  const gboolean is_table = given->from != NULL && tbk_file_has_suffix (given->from, table_suffixes);
  Table table = { .path = given->from };
  gboolean done;

  if (given->from == NULL)
    return options_refuse (error, "expected --from=FIXED, the file of the corrections");
  if (!is_table)
    return update_run (&given->corpus, source, given->from, given->any_words, error);
  if (given->any_words)
    return options_refuse (error, "--any-words is for sentences, not for tables");
  table.by_id = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) g_array_unref);
  table.heads = g_array_new (FALSE, FALSE, sizeof (int));
  table.deprels = g_array_new (FALSE, TRUE, sizeof (TbkPiece));
  table.tree = tbk_tree_new ();
  done = run_table (&table, &given->corpus, source, error);
  g_hash_table_unref (table.by_id);
  g_array_unref (table.heads);
  g_array_unref (table.deprels);
  tbk_tree_free (table.tree);
  return done;
}

static const Form form = { .groups = groups, .size = sizeof (UpdateGiven), .run = update };

const Command cmd_update = { .name = "update", .conllu = &form };
