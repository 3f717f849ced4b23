/* baseline.c - findings that are known: a table that tbk check wrote earlier, and what is still found of it.
 *
 * Contents
 *   1. cells: the rows of a table of TSV, CSV or JSON lines
 *   2. baseline: findings that are known, by sentence, node and test
 */
#include "draw/show.h"

#include <string.h>

#include "base/base.h"
#include "base/json.h"
#include "tbk/draw.h"

/* 1. cells: the rows of a table of TSV, CSV or JSON lines. */

enum { SENT_ID, NODE, TEST, FILE_NAME, SENTENCE, N_COLUMNS, N_NEEDED = FILE_NAME };

static const char *const columns[] = { "sent_id", "node", "test", "file", "sentence", NULL };

/* What reads a table that is in memory, and the row in hand. */
typedef struct {
  const char *name; /* of the file */
  const char *at, *end;
  gint64 line;
  char separator;  /* of cells; 0: JSON lines */
  GArray *columns; /* of cells from the left: their numbers in `columns`, -1 for all others */
  GString *cells[N_COLUMNS];
  gboolean has[N_COLUMNS]; /* such a column */
  Json json;
} Rows;

static gboolean
fail_row (const Rows *rows, const char *problem, GError **error)
{
  g_set_error (error, TBK_ERROR, TBK_ERROR_DATA, "--baseline: %s:%" G_GINT64_FORMAT ": %s", rows->name,
               rows->line, problem);
  return FALSE;
}

/* Reads a cell into @cell, which may be NULL, and goes past it and the separator or end of the line behind it; *@is_last says
 * which. A quoted cell of CSV may have several lines. */
static void
read_cell (Rows *rows, GString *cell, gboolean *is_last)
{
  const char *begin = rows->at;
  gboolean is_quoted = rows->separator == ',' && begin < rows->end && *begin == '"';
  g_autoptr (GString) text = g_string_new (NULL);

  rows->at += is_quoted;
  for (; rows->at < rows->end; rows->at++) {
    if (is_quoted && *rows->at == '"') {
      if (rows->at + 1 == rows->end || rows->at[1] != '"') {
        is_quoted = FALSE;
        continue;
      }
      rows->at++;
    } else if (!is_quoted && (*rows->at == rows->separator || *rows->at == '\n')) {
      break;
    }
    rows->line += *rows->at == '\n';
    g_string_append_c (text, *rows->at);
  }
  *is_last = rows->at == rows->end || *rows->at == '\n';
  if (*is_last && text->len > 0 && text->str[text->len - 1] == '\r')
    g_string_truncate (text, text->len - 1);
  rows->at += rows->at < rows->end;
  if (cell == NULL)
    return;
  g_string_append_len (cell, text->str, (gssize) text->len);
}

/* Reads the header. */
static gboolean
read_header (Rows *rows, GError **error)
{
  const char *newline = memchr (rows->at, '\n', (gsize) (rows->end - rows->at));
  const gsize length = (gsize) ((newline != NULL ? newline : rows->end) - rows->at);
  gboolean is_last = FALSE;

  rows->line = 1;
  rows->separator = memchr (rows->at, '\t', length) != NULL ? '\t' : ',';
  while (!is_last) {
    g_autoptr (GString) cell = g_string_new (NULL);
    int column = 0;

    read_cell (rows, cell, &is_last);
    while (columns[column] != NULL && strcmp (columns[column], cell->str) != 0)
      column++;
    if (column < N_COLUMNS)
      rows->has[column] = TRUE;
    else
      column = -1;
    g_array_append_val (rows->columns, column);
  }
  for (int column = 0; column < N_NEEDED; column++)
    if (!rows->has[column])
      return fail_row (
          rows, "found other columns, expected sent_id, node and test among them, as tbk check writes them",
          error);
  return TRUE;
}

static gboolean
read_cells (Rows *rows, GError **error)
{
  gboolean is_last = FALSE;
  guint n = 0;

  for (; !is_last; n++) {
    const int column = n < rows->columns->len ? g_array_index (rows->columns, int, n) : -1;

    read_cell (rows, column >= 0 ? rows->cells[column] : NULL, &is_last);
  }
  return n == rows->columns->len
         || fail_row (rows, "found another number of cells than in the header", error);
}

/* Reads the value of a member as text: a string, an integer, or null for none. */
static gboolean
read_value (Rows *rows, GString *cell, GError **error)
{
  const char *string;
  gsize length;
  gint64 integer;

  if (json_is (&rows->json, 'n'))
    return json_skip (&rows->json, NULL, error);
  if (!json_is (&rows->json, '"')) {
    if (!json_integer (&rows->json, 0, G_MAXINT64, &integer, error))
      return FALSE;
    json_append_integer (cell, integer);
    return TRUE;
  }
  if (!json_string (&rows->json, &string, &length, error))
    return FALSE;
  g_string_append_len (cell, string, (gssize) length);
  return TRUE;
}

static gboolean
read_members (Rows *rows, const char *text, gsize length, GError **error)
{
  JsonStep step;

  if (!json_begin (&rows->json, text, length, error) || !json_enter (&rows->json, '{', error))
    return FALSE;
  while ((step = json_next (&rows->json, error)) == JSON_VALUE) {
    int column = 0;

    while (columns[column] != NULL
           && (strlen (columns[column]) != rows->json.key_length
               || memcmp (columns[column], rows->json.key, rows->json.key_length) != 0))
      column++;
    if (column < N_COLUMNS)
      rows->has[column] = TRUE;
    if (!(column < N_COLUMNS ? read_value (rows, rows->cells[column], error)
                             : json_skip (&rows->json, NULL, error)))
      return FALSE;
  }
  return step == JSON_CLOSED && json_end (&rows->json, error);
}

static gboolean
read_object (Rows *rows, GError **error)
{
  const char *newline = memchr (rows->at, '\n', (gsize) (rows->end - rows->at));
  const char *text = rows->at, *end = newline != NULL ? newline : rows->end;
  g_autoptr (GError) fault = NULL;

  memset (rows->has, 0, sizeof rows->has);
  rows->at = newline != NULL ? newline + 1 : rows->end;
  if (!read_members (rows, text, (gsize) (end - text), &fault))
    return fail_row (rows, fault->message, error);
  for (int column = 0; column < N_NEEDED; column++)
    if (!rows->has[column])
      return fail_row (
          rows, "found other keys, expected sent_id, node and test among them, as tbk check writes them",
          error);
  return TRUE;
}

/* Reads the next row; *@is_there: whether there is one. */
static gboolean
read_row (Rows *rows, gboolean *is_there, GError **error)
{
  *is_there = rows->at < rows->end;
  if (!*is_there)
    return TRUE;
  for (int column = 0; column < N_COLUMNS; column++)
    g_string_truncate (rows->cells[column], 0);
  rows->line++;
  return (rows->separator == 0 ? read_object : read_cells) (rows, error);
}

/* 2. baseline: findings that are known, by sentence, node and test.
 *
 * Several findings of a sentence may have one node and one test, so each key has a number. Counters are the only thing that
 * threads change. */

typedef struct {
  TbkCheckTest test;
  gint64 n; /* rows of the baseline */
  gint n_found;
} Known;

struct TbkBaseline {
  GHashTable *known; /* by key */
};

/* The key of a finding: of a sentence without sent_id its file and number. A sent_id is written as in TSV, so that it is the
 * same whether it was read from a table of any format or from a treebank. */
static void
set_key (GString *key, TbkPiece id, const char *file, const char *sentence, const char *node,
         const char *test)
{
  g_string_truncate (key, 0);
  if (id.size > 0) {
    encoding_append_tsv (key, id.bytes, id.size);
  } else {
    const char *slash = strrchr (file, G_DIR_SEPARATOR);

    g_string_append_printf (key, "\n%s\n%s", slash != NULL ? slash + 1 : file, sentence);
  }
  g_string_append_printf (key, "\n%s\n%s", node, test);
}

static gboolean
add_row (TbkBaseline *baseline, const Rows *rows, GString *key, GError **error)
{
  GString *const *cells = rows->cells;
  const TbkCheckTest test = tbk_check_test_find (cells[TEST]->str);
  Known *known;

  if (test == TBK_N_CHECK_TESTS)
    return fail_row (rows, "found no name of a test of tbk check in the column test", error);
  if (cells[SENT_ID]->len == 0 && (!rows->has[FILE_NAME] || !rows->has[SENTENCE]))
    return fail_row (rows, "found no sent_id, expected the columns file and sentence, which replace it",
                     error);
  set_key (key, (TbkPiece){ cells[SENT_ID]->str, cells[SENT_ID]->len }, cells[FILE_NAME]->str,
           cells[SENTENCE]->str, cells[NODE]->str, cells[TEST]->str);
  known = g_hash_table_lookup (baseline->known, key->str);
  if (known == NULL) {
    known = g_new0 (Known, 1);
    known->test = test;
    g_hash_table_insert (baseline->known, g_strdup (key->str), known);
  }
  known->n++;
  return TRUE;
}

static gboolean
read_rows (TbkBaseline *baseline, Rows *rows, GError **error)
{
  g_autoptr (GString) key = g_string_new (NULL);
  gboolean is_there;

  if (rows->at < rows->end && *rows->at != '{' && !read_header (rows, error))
    return FALSE;
  do
    if (!read_row (rows, &is_there, error) || (is_there && !add_row (baseline, rows, key, error)))
      return FALSE;
  while (is_there);
  return TRUE;
}

static char *
read_file (const char *path, gsize *length, GError **error)
{
  enum { PIECE = 1 << 16 };
  g_autoptr (TbkInput) input = tbk_input_open (path, error);
  g_autoptr (TbkText) text = tbk_text_new ();
  g_autofree char *piece = g_malloc (PIECE);
  gssize n = 0;

  while (input != NULL && (n = tbk_input_read (input, piece, PIECE, error)) > 0)
    tbk_text_add (text, piece, (gsize) n);
  *length = tbk_text_length (text);
  return input == NULL || n < 0 ? NULL : tbk_text_dup (text, error);
}

TbkBaseline *
tbk_baseline_read (const char *path, GError **error)
{
  static const char *const lines[] = { ".jsonl", ".ndjson", ".json", NULL };
  static const char mark[] = "\357\273\277"; /* a byte order mark, which spreadsheets write */
  g_autoptr (TbkBaseline) baseline = NULL;
  g_autofree char *bytes = NULL;
  Rows rows = { .name = path };
  gboolean is_read;
  gsize length;

  g_return_val_if_fail (path != NULL, NULL);
  bytes = read_file (path, &length, error);
  if (bytes == NULL)
    return NULL;
  if (length == 0 && !tbk_file_has_suffix (path, lines)) {
    g_set_error (error, TBK_ERROR, TBK_ERROR_DATA,
                 "--baseline: %s: found nothing, expected a table that tbk check wrote", path);
    return NULL;
  }
  baseline = g_new0 (TbkBaseline, 1);
  baseline->known = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  rows.at = bytes + (g_str_has_prefix (bytes, mark) ? strlen (mark) : 0);
  rows.end = bytes + length;
  rows.columns = g_array_new (FALSE, FALSE, sizeof (int));
  for (int column = 0; column < N_COLUMNS; column++)
    rows.cells[column] = g_string_new (NULL);
  is_read = read_rows (baseline, &rows, error);
  for (int column = 0; column < N_COLUMNS; column++)
    g_string_free (rows.cells[column], TRUE);
  g_array_unref (rows.columns);
  json_clear (&rows.json);
  return is_read ? g_steal_pointer (&baseline) : NULL;
}

void
tbk_baseline_free (TbkBaseline *baseline)
{
  if (baseline == NULL)
    return;
  g_hash_table_unref (baseline->known);
  g_free (baseline);
}

/* Removes what is known. Of several findings with one key the first are those that are known, as many as the baseline has:
 * @met counts them, in the sentence in hand. */
void
baseline_remove (const TbkBaseline *baseline, const TbkEntry *entry, CheckedList *found, GHashTable *met)
{
  g_autoptr (GString) key = g_string_new (NULL);
  char sentence[24] = "", node[16] = "";
  gsize n = 0;

  g_hash_table_remove_all (met);
  if (entry->index > 0)
    g_snprintf (sentence, sizeof sentence, "%" G_GINT64_FORMAT, (gint64) entry->index);
  for (gsize f = 0; f < found->n; f++) {
    const Checked *checked = &found->all[f];
    Known *known;
    gint64 n_met;

    *node = '\0';
    if (checked->node > 0)
      g_snprintf (node, sizeof node, "%d", checked->node);
    set_key (key, (TbkPiece){ entry->id, entry->id_length }, entry->file, sentence, node,
             tbk_check_test_name (checked->test));
    known = g_hash_table_lookup (baseline->known, key->str);
    n_met = known == NULL ? 0 : 1 + (gint64) GPOINTER_TO_SIZE (g_hash_table_lookup (met, known));
    if (known == NULL || n_met > known->n) {
      found->all[n++] = *checked;
      continue;
    }
    g_hash_table_insert (met, known, GSIZE_TO_POINTER ((gsize) n_met));
    g_atomic_int_inc (&known->n_found);
    g_free (checked->said);
  }
  found->n = n;
}

void
tbk_baseline_count (const TbkBaseline *baseline, guint tests, TbkBaselineCounts *counts)
{
  GHashTableIter iter;
  gpointer value;

  g_return_if_fail (baseline != NULL && counts != NULL);
  *counts = (TbkBaselineCounts){ 0 };
  g_hash_table_iter_init (&iter, baseline->known);
  while (g_hash_table_iter_next (&iter, NULL, &value)) {
    const Known *known = value;

    counts->n_found += known->n_found;
    counts->n_repeated += MAX (0, known->n_found - known->n);
    if (tbk_check_test_is_in (known->test, tests))
      counts->n_gone += MAX (0, known->n - known->n_found);
  }
}
