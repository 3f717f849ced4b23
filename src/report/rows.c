/* rows.c - tables read: rows of TSV, CSV or JSON lines, as table.c and spreadsheets write them.
 *
 * The first byte decides: `{` begins JSON lines; else the first line is a header, of TSV if it has a tab.
 * Columns are found by their names, in any order, and others are passed over.
 *
 *   JSON lines    {"file":"a","words":3}       one that is not needed may be missing
 *   TSV           file<TAB>words               no quotes; cells at the end of a line may be missing
 *   CSV           "a, b",3                     quotes, doubled inside of them; a cell may have several lines
 */
#include "report/rows.h"
#include "tbk/report.h"

#include <string.h>

#include "base/json.h"
#include "tbk/io.h"

struct TableRows {
  char *path, *bytes;
  const char *at, *end;
  gint64 line;
  char separator; /* of cells; 0: JSON lines */
  GArray *places; /* of the cells of a row, from the left: the number of the column, -1 if it is not wanted */
  const char *const *columns; /* that are wanted */
  int n_columns, n_needed;    /* the first of them must be there */
  const char *expected;       /* which columns, in words */
  GString **cells;            /* of the row in hand */
  gboolean *has;              /* such a column; in JSON lines the row in hand */
  Json json;
};

gboolean
rows_fail (const TableRows *rows, const char *problem, GError **error)
{
  g_set_error (error, TBK_ERROR, TBK_ERROR_DATA, "%s:%" G_GINT64_FORMAT ": %s", rows->path, rows->line,
               problem);
  return FALSE;
}

/* Returns the number of a column by its name, -1 if it is not wanted. */
static int
find_column (const TableRows *rows, const char *name, gsize size)
{
  for (int column = 0; column < rows->n_columns; column++)
    if (strlen (rows->columns[column]) == size && memcmp (rows->columns[column], name, size) == 0)
      return column;
  return -1;
}

/* Appends a cell to @cell, and goes past it and the separator or end of the line behind it; *@is_last says which. A quoted cell of
 * CSV may have several lines. */
static void
read_cell (TableRows *rows, GString *cell, gboolean *is_last)
{
  gboolean is_quoted = rows->separator == ',' && rows->at < rows->end && *rows->at == '"';
  const gsize start = cell->len;

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
    g_string_append_c (cell, *rows->at);
  }
  *is_last = rows->at == rows->end || *rows->at == '\n';
  /* Spreadsheets end lines with two bytes. */
  if (*is_last && cell->len > start && cell->str[cell->len - 1] == '\r')
    g_string_truncate (cell, cell->len - 1);
  rows->at += rows->at < rows->end;
}

/* Checks that the columns that are needed are there: in the header, or in a row of JSON. */
static gboolean
check_columns (const TableRows *rows, GError **error)
{
  g_autofree char *problem = NULL;
  int column = 0;

  while (column < rows->n_needed && rows->has[column])
    column++;
  if (column == rows->n_needed)
    return TRUE;
  problem = g_strdup_printf ("found other %s, expected %s", rows->separator == 0 ? "keys" : "columns",
                             rows->expected);
  return rows_fail (rows, problem, error);
}

static gboolean
read_header (TableRows *rows, GError **error)
{
  const char *newline = memchr (rows->at, '\n', (gsize) (rows->end - rows->at));
  const gsize length = (gsize) ((newline != NULL ? newline : rows->end) - rows->at);
  gboolean is_last = FALSE;

  rows->line = 1;
  rows->separator = memchr (rows->at, '\t', length) != NULL ? '\t' : ',';
  while (!is_last) {
    g_autoptr (GString) cell = g_string_new (NULL);
    int column;

    read_cell (rows, cell, &is_last);
    column = find_column (rows, cell->str, cell->len);
    if (column >= 0)
      rows->has[column] = TRUE;
    g_array_append_val (rows->places, column);
  }
  return check_columns (rows, error);
}

/* Reads a line of cells. Those at the end of a line of TSV may be missing: editors remove tabs with nothing behind them. */
static gboolean
read_cells (TableRows *rows, GError **error)
{
  const guint n_expected = rows->places->len;
  gboolean is_last = FALSE;
  guint n = 0;

  for (; !is_last; n++) {
    const int column = n < n_expected ? g_array_index (rows->places, int, n) : -1;

    /* Cells that are not wanted are read into one behind the others. */
    read_cell (rows, rows->cells[column >= 0 ? column : rows->n_columns], &is_last);
  }
  return n == n_expected || (rows->separator == '\t' && n < n_expected)
         || rows_fail (rows, "found another number of cells than in the header", error);
}

/* Reads the value of a member as text: a string, an integer, or null for none. */
static gboolean
read_value (TableRows *rows, GString *cell, GError **error)
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
read_members (TableRows *rows, const char *text, gsize length, GError **error)
{
  JsonStep step;

  if (!json_begin (&rows->json, text, length, error) || !json_enter (&rows->json, '{', error))
    return FALSE;
  while ((step = json_next (&rows->json, error)) == JSON_VALUE) {
    const int column = find_column (rows, rows->json.key, rows->json.key_length);

    if (column >= 0)
      rows->has[column] = TRUE;
    if (!(column >= 0 ? read_value (rows, rows->cells[column], error) : json_skip (&rows->json, NULL, error)))
      return FALSE;
  }
  return step == JSON_CLOSED && json_end (&rows->json, error);
}

static gboolean
read_object (TableRows *rows, GError **error)
{
  const char *newline = memchr (rows->at, '\n', (gsize) (rows->end - rows->at));
  const char *text = rows->at, *end = newline != NULL ? newline : rows->end;
  g_autoptr (GError) fault = NULL;

  memset (rows->has, 0, (gsize) rows->n_columns * sizeof (gboolean));
  rows->at = newline != NULL ? newline + 1 : rows->end;
  return read_members (rows, text, (gsize) (end - text), &fault) ? check_columns (rows, error)
                                                                 : rows_fail (rows, fault->message, error);
}

gboolean
rows_next (TableRows *rows, gboolean *is_there, GError **error)
{
  g_return_val_if_fail (rows != NULL && is_there != NULL, FALSE);
  *is_there = rows->at < rows->end;
  if (!*is_there)
    return TRUE;
  for (int column = 0; column <= rows->n_columns; column++)
    g_string_truncate (rows->cells[column], 0);
  rows->line++;
  return (rows->separator == 0 ? read_object : read_cells) (rows, error);
}

const char *
rows_cell (const TableRows *rows, int column)
{
  g_return_val_if_fail (rows != NULL && column >= 0 && column < rows->n_columns, NULL);
  return rows->has[column] ? rows->cells[column]->str : NULL;
}

gint64
rows_line (const TableRows *rows)
{
  g_return_val_if_fail (rows != NULL, 0);
  return rows->line;
}

/* Reads the file whole. */
static gboolean
read_file (TableRows *rows, GError **error)
{
  enum { PIECE = 1 << 16 };
  g_autoptr (TbkInput) input = tbk_input_open (rows->path, error);
  g_autoptr (TbkText) text = tbk_text_new ();
  g_autofree char *piece = g_malloc (PIECE);
  gssize n = 0;

  while (input != NULL && (n = tbk_input_read (input, piece, PIECE, error)) > 0)
    tbk_text_add (text, piece, (gsize) n);
  if (input == NULL || n < 0 || (rows->bytes = tbk_text_dup (text, error)) == NULL)
    return FALSE;
  rows->at = rows->bytes;
  rows->end = rows->bytes + tbk_text_length (text);
  return TRUE;
}

/* Finds the format, and reads the header if it has one. */
static gboolean
begin (TableRows *rows, GError **error)
{
  static const char *const lines[] = { ".jsonl", ".ndjson", ".json", NULL };
  static const char mark[] = "\357\273\277"; /* a byte order mark, which spreadsheets write */
  const gboolean is_empty = rows->at == rows->end;

  if (is_empty && !tbk_file_has_suffix (rows->path, lines)) {
    g_set_error (error, TBK_ERROR, TBK_ERROR_DATA, "%s: found no columns, expected %s", rows->path,
                 rows->expected);
    return FALSE;
  }
  rows->at += g_str_has_prefix (rows->at, mark) ? strlen (mark) : 0;
  return rows->at == rows->end || *rows->at == '{' || read_header (rows, error);
}

TableRows *
rows_open (const char *path, const char *const *columns, int n_needed, const char *expected, GError **error)
{
  TableRows *rows;

  g_return_val_if_fail (path != NULL && columns != NULL && expected != NULL, NULL);
  rows = g_new0 (TableRows, 1);
  rows->path = g_strdup (path);
  rows->columns = columns;
  rows->n_columns = (int) g_strv_length ((char **) columns);
  rows->n_needed = n_needed;
  rows->expected = expected;
  rows->places = g_array_new (FALSE, FALSE, sizeof (int));
  rows->cells = g_new (GString *, rows->n_columns + 1);
  rows->has = g_new0 (gboolean, rows->n_columns);
  for (int column = 0; column <= rows->n_columns; column++)
    rows->cells[column] = g_string_new (NULL);
  if (read_file (rows, error) && begin (rows, error))
    return rows;
  rows_free (rows);
  return NULL;
}

void
rows_free (TableRows *rows)
{
  if (rows == NULL)
    return;
  for (int column = 0; column <= rows->n_columns; column++)
    g_string_free (rows->cells[column], TRUE);
  g_free (rows->cells);
  g_free (rows->has);
  g_array_unref (rows->places);
  json_clear (&rows->json);
  g_free (rows->bytes);
  g_free (rows->path);
  g_free (rows);
}
