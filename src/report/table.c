/* table.c - rows of a table to TSV, JSON lines, or lines for people.
 *
 * Contents
 *   1. aligned: tab-separated lines for people: columns stand below one another
 *   2. table: rows of a table to TSV or JSON lines
 */
#include "report/report.h"

#include <string.h>

#include "base/json.h"
#include "tbk/table.h"

/* 1. aligned: tab-separated lines for people: columns stand below one another.
 *
 * Lines wait until there are so many of them, a block, and are then written with blanks between their cells.
 * A column is as wide as its widest cell in this block or in one before it: so a long table can be written
 * while it is made, and its columns move to the right at the most. Columns in which all cells of the block
 * are numbers stand to the right.
 */

/* Blanks between columns. */
enum { GAP = 2 };

struct Aligned {
  TbkOutput *output;
  guint n_columns, n_lines;
  int *widths;
  gboolean *has_text; /* of each column: whether some cell is no number */
  GString *waiting;
  guint n_waiting;
  gboolean has_header; /* it was written, or waits before the other lines */
  GString *line;
};

Aligned *
aligned_new (TbkOutput *output, guint n_columns, guint n_lines)
{
  Aligned *aligned = g_new0 (Aligned, 1);

  aligned->output = output;
  aligned->n_columns = n_columns;
  aligned->n_lines = MAX (n_lines, 1);
  aligned->widths = g_new0 (int, n_columns);
  aligned->has_text = g_new0 (gboolean, n_columns);
  aligned->waiting = g_string_new (NULL);
  aligned->line = g_string_new (NULL);
  return aligned;
}

void
aligned_free (Aligned *aligned)
{
  if (aligned == NULL)
    return;
  g_free (aligned->widths);
  g_free (aligned->has_text);
  g_string_free (aligned->waiting, TRUE);
  g_string_free (aligned->line, TRUE);
  g_free (aligned);
}

/* How many places a terminal takes for a cell; a byte that is no UTF-8 takes one. */
static int
width_of (const char *cell, gsize size)
{
  const char *end = cell + size;
  int width = 0;

  while (cell < end) {
    const gunichar c = g_utf8_get_char_validated (cell, end - cell);
    const gboolean is_valid = c != (gunichar) -1 && c != (gunichar) -2;

    width += !is_valid ? 1 : g_unichar_iszerowidth (c) ? 0 : g_unichar_iswide (c) ? 2 : 1;
    cell = is_valid ? g_utf8_next_char (cell) : cell + 1;
  }
  return width;
}

/* Empty cells are no text either. */
static gboolean
is_number (const char *cell, gsize size)
{
  for (gsize i = 0; i < size; i++)
    if (!g_ascii_isdigit (cell[i]) && cell[i] != '.' && (cell[i] != '-' || i > 0))
      return FALSE;
  return TRUE;
}

/* The bytes of the cell that begins at @cell, in a line that ends at @end. */
static gsize
size_of (const char *cell, const char *end)
{
  const char *tab = memchr (cell, '\t', end - cell);

  return (tab == NULL ? end : tab) - cell;
}

/* Widens the columns for a line; the names of columns do not tell whether these have numbers. */
static void
measure_line (Aligned *aligned, const char *line, const char *end, gboolean is_header)
{
  const char *cell = line;

  for (guint c = 0; c < aligned->n_columns && cell <= end; c++) {
    const gsize size = size_of (cell, end);

    aligned->widths[c] = MAX (aligned->widths[c], width_of (cell, size));
    aligned->has_text[c] = aligned->has_text[c] || (!is_header && !is_number (cell, size));
    cell += size + 1;
  }
}

static void
append_blanks (GString *line, int n)
{
  g_string_append_printf (line, "%*s", n, "");
}

static void
append_cell (Aligned *aligned, guint column, const char *cell, gsize size)
{
  const int blanks = aligned->widths[column] - width_of (cell, size);

  if (!aligned->has_text[column])
    append_blanks (aligned->line, blanks);
  g_string_append_len (aligned->line, cell, (gssize) size);
  if (column + 1 < aligned->n_columns)
    append_blanks (aligned->line, GAP + (aligned->has_text[column] ? blanks : 0));
}

static gboolean
write_line (Aligned *aligned, const char *line, const char *end, GError **error)
{
  const char *cell = line;

  g_string_truncate (aligned->line, 0);
  for (guint c = 0; c < aligned->n_columns && cell <= end; c++) {
    const gsize size = size_of (cell, end);

    append_cell (aligned, c, cell, size);
    cell += size + 1;
  }
  while (aligned->line->len > 0 && aligned->line->str[aligned->line->len - 1] == ' ')
    g_string_truncate (aligned->line, aligned->line->len - 1);
  g_string_append_c (aligned->line, '\n');
  return tbk_output_write (aligned->output, aligned->line->str, aligned->line->len, error);
}

gboolean
aligned_flush (Aligned *aligned, GError **error)
{
  const char *lines = aligned->waiting->str, *end = lines + aligned->waiting->len;
  gboolean is_header = !aligned->has_header;

  for (const char *line = lines; line < end; line = strchr (line, '\n') + 1) {
    measure_line (aligned, line, strchr (line, '\n'), is_header);
    is_header = FALSE;
  }
  for (const char *line = lines; line < end; line = strchr (line, '\n') + 1)
    if (!write_line (aligned, line, strchr (line, '\n'), error))
      return FALSE;
  aligned->has_header = aligned->has_header || lines < end;
  g_string_truncate (aligned->waiting, 0);
  aligned->n_waiting = 0;
  return TRUE;
}

gboolean
aligned_add (Aligned *aligned, const char *lines, gsize length, GError **error)
{
  const char *end = lines + length;

  while (lines < end) {
    const char *next = (const char *) memchr (lines, '\n', end - lines) + 1;

    g_string_append_len (aligned->waiting, lines, next - lines);
    lines = next;
    /* The header waits for the first block. */
    if (++aligned->n_waiting == aligned->n_lines + !aligned->has_header && !aligned_flush (aligned, error))
      return FALSE;
  }
  return TRUE;
}

/* 2. table: rows of a table to TSV or JSON lines. */

/* A row that waits for the others. */
typedef struct {
  char *line;
  gsize length, key_from, key_to; /* of the cell by which it is sorted */
  gboolean is_total, ascending;
  guint number;
} SortedRow;

/* None, in a table that is not sorted. */
#define NO_COLUMN G_MAXUINT

struct TbkTable {
  TbkOutput *output;
  TbkTableFormat format;
  const char *const *columns;
  guint n_columns, n_cells; /* of the row in hand */
  gboolean has_header;
  GString *line; /* the row, cell by cell */
  guint sort_column;
  gboolean ascending;
  gsize key_from, key_to, first_from, first_to; /* where the cell begins and ends, and the first one */
  GArray *rows;                                 /* SortedRow */
  Aligned *aligned;                             /* or NULL */
};

static void
sorted_row_clear (gpointer row)
{
  g_free (((SortedRow *) row)->line);
}

TbkTable *
tbk_table_new (TbkOutput *output, TbkTableFormat format, const char *const *columns)
{
  TbkTable *table;

  g_return_val_if_fail (columns != NULL && (guint) format <= TBK_TABLE_JSONL, NULL);
  table = g_new0 (TbkTable, 1);
  table->output = output;
  table->format = format;
  table->columns = columns;
  table->n_columns = g_strv_length ((char **) columns);
  table->line = g_string_new (NULL);
  table->sort_column = NO_COLUMN;
  table->rows = g_array_new (FALSE, FALSE, sizeof (SortedRow));
  g_array_set_clear_func (table->rows, sorted_row_clear);
  return table;
}

TbkTable *
tbk_table_new_rows (const TbkTable *table)
{
  return tbk_table_new (NULL, table->format, table->columns);
}

void
tbk_table_free (TbkTable *table)
{
  if (table == NULL)
    return;
  g_string_free (table->line, TRUE);
  g_array_unref (table->rows);
  aligned_free (table->aligned);
  g_free (table);
}

static gboolean
has_room (const TbkTable *table)
{
  return table->n_cells < table->n_columns;
}

/* Appends what stands before the cell of number @n. */
static void
append_separator (TbkTable *table, guint n)
{
  if (table->format == TBK_TABLE_TSV) {
    g_string_append (table->line, n == 0 ? "" : "\t");
    return;
  }
  g_string_append (table->line, n == 0 ? "{" : ",");
  json_append_string (table->line, table->columns[n], strlen (table->columns[n]));
  g_string_append_c (table->line, ':');
}

/* Remembers where the cell before number @n ends, if that matters. */
static void
end_cell (TbkTable *table, guint n)
{
  if (n == 1)
    table->first_to = table->line->len;
  if (n == table->sort_column + 1)
    table->key_to = table->line->len;
}

/* Prepares the line for the cell that is added now. */
static void
begin_cell (TbkTable *table)
{
  const guint n = table->n_cells++;

  end_cell (table, n);
  append_separator (table, n);
  if (n == 0)
    table->first_from = table->line->len;
  if (n == table->sort_column)
    table->key_from = table->line->len;
}

static void
append_escaped (GString *line, const char *value)
{
  static const char escaped[] = "\t\n\r\\", letters[] = "tnr\\";

  for (const char *c = value; *c != '\0'; c++) {
    const char *found = strchr (escaped, *c);

    if (found != NULL)
      g_string_append_printf (line, "\\%c", letters[found - escaped]);
    else if (g_ascii_iscntrl (*c))
      g_string_append_printf (line, "\\%03o", (guchar) *c);
    else
      g_string_append_c (line, *c);
  }
}

void
tbk_table_string (TbkTable *table, const char *value)
{
  g_return_if_fail (has_room (table) && value != NULL);
  begin_cell (table);
  if (table->format == TBK_TABLE_JSONL)
    json_append_string (table->line, value, strlen (value));
  else
    append_escaped (table->line, value);
}

void
tbk_table_nothing (TbkTable *table)
{
  g_return_if_fail (has_room (table));
  begin_cell (table);
  g_string_append (table->line, table->format == TBK_TABLE_JSONL ? "null" : "");
}

void
tbk_table_integer (TbkTable *table, gint64 value)
{
  g_return_if_fail (has_room (table));
  begin_cell (table);
  json_append_integer (table->line, value);
}

void
tbk_table_number (TbkTable *table, const mpz_t value)
{
  g_autofree char *digits = g_malloc (mpz_sizeinbase (value, 10) + 2);

  tbk_table_string (table, mpz_get_str (digits, 10, value));
}

void
tbk_table_decimal (TbkTable *table, double value, int digits)
{
  char format[16], text[G_ASCII_DTOSTR_BUF_SIZE + 16];

  g_return_if_fail (has_room (table) && digits >= 0 && digits <= 16);
  begin_cell (table);
  g_snprintf (format, sizeof (format), "%%.%df", digits);
  g_string_append (table->line, g_ascii_formatd (text, sizeof (text), format, value));
}

/* 10000 * @part / @whole, rounded to the nearest integer, half up; digit by digit, since the product may not
 * fit. */
static guint64
per_ten_thousand (guint64 part, guint64 whole)
{
  guint64 quotient = part / whole, rest = part % whole;

  for (int digit = 0; digit < 4; digit++) {
    guint64 sum = 0;

    quotient *= 10;
    for (int i = 0; i < 10; i++) {
      sum += rest;
      quotient += sum >= whole;
      sum -= sum >= whole ? whole : 0;
    }
    rest = sum;
  }
  return quotient + (rest >= whole - rest);
}

void
tbk_table_percent (TbkTable *table, gint64 part, gint64 whole)
{
  guint64 share;

  g_return_if_fail (has_room (table) && part >= 0 && part <= whole);
  if (whole == 0) {
    tbk_table_nothing (table);
    return;
  }
  share = per_ten_thousand ((guint64) part, (guint64) whole);
  begin_cell (table);
  g_string_append_printf (table->line, "%" G_GUINT64_FORMAT ".%02" G_GUINT64_FORMAT, share / 100,
                          share % 100);
}

void
tbk_table_ratio (TbkTable *table, gint64 part, gint64 whole)
{
  guint64 ratio;

  g_return_if_fail (has_room (table) && whole >= 0);
  if (whole == 0) {
    tbk_table_nothing (table);
    return;
  }
  ratio = per_ten_thousand (part < 0 ? -(guint64) part : (guint64) part, (guint64) whole);
  begin_cell (table);
  g_string_append_printf (table->line, "%s%" G_GUINT64_FORMAT ".%04" G_GUINT64_FORMAT,
                          part < 0 && ratio > 0 ? "-" : "", ratio / 10000, ratio % 10000);
}

void
tbk_table_align (TbkTable *table, guint n_rows)
{
  g_return_if_fail (n_rows > 0 && table->output != NULL && table->n_cells == 0 && !table->has_header);

  if (table->format == TBK_TABLE_TSV && table->aligned == NULL)
    table->aligned = aligned_new (table->output, table->n_columns, n_rows);
}

/* Writes whole lines. */
static gboolean
write_lines (TbkTable *table, const char *lines, gsize length, GError **error)
{
  return table->aligned != NULL ? aligned_add (table->aligned, lines, length, error)
                                : tbk_output_write (table->output, lines, length, error);
}

static gboolean
write_header (TbkTable *table, GError **error)
{
  g_autofree char *names = g_strjoinv ("\t", (char **) table->columns);
  g_autofree char *header = g_strconcat (names, "\n", NULL);

  if (table->has_header || table->format == TBK_TABLE_JSONL)
    return TRUE;
  table->has_header = TRUE;
  return write_lines (table, header, strlen (header), error);
}

/* Puts the row in hand into its line. */
static void
end_line (TbkTable *table)
{
  end_cell (table, table->n_cells);
  if (table->format == TBK_TABLE_JSONL)
    g_string_append_c (table->line, '}');
  g_string_append_c (table->line, '\n');
  table->n_cells = 0;
}

void
tbk_table_sort (TbkTable *table, guint column, gboolean ascending)
{
  g_return_if_fail (column < table->n_columns && table->n_cells == 0 && !table->has_header);

  table->sort_column = column;
  table->ascending = ascending;
}

/* Whether the first cell of the row in hand is TOTAL. */
static gboolean
is_total (const TbkTable *table)
{
  const char *total = table->format == TBK_TABLE_JSONL ? "\"TOTAL\"" : "TOTAL";
  const gsize length = strlen (total);

  return table->first_to - table->first_from == length
         && memcmp (table->line->str + table->first_from, total, length) == 0;
}

/* Keeps the row in hand, whose line is complete. */
static void
keep_row (TbkTable *table)
{
  const SortedRow row = { .line = g_strndup (table->line->str, table->line->len),
                          .length = table->line->len,
                          .key_from = table->key_from,
                          .key_to = table->key_to,
                          .is_total = is_total (table),
                          .ascending = table->ascending,
                          .number = table->rows->len };

  g_array_append_val (table->rows, row);
  g_string_truncate (table->line, 0);
}

/* The number in the cell by which @row is sorted, without the quotes that JSON may have; no bytes if there is
 * none. */
static TbkPiece
key_of (const SortedRow *row)
{
  TbkPiece key = { row->line + row->key_from, row->key_to - row->key_from };

  if (key.size >= 2 && key.bytes[0] == '"')
    key = (TbkPiece){ key.bytes + 1, key.size - 2 };
  for (gsize i = 0; i < key.size; i++)
    if (!g_ascii_isdigit (key.bytes[i]) && key.bytes[i] != '.' && (key.bytes[i] != '-' || i > 0))
      return (TbkPiece){ NULL, 0 };
  return key;
}

/* Digits before the point. */
static gsize
whole_digits (TbkPiece digits)
{
  const char *point = digits.size == 0 ? NULL : memchr (digits.bytes, '.', digits.size);

  return point == NULL ? digits.size : (gsize) (point - digits.bytes);
}

/* Compares decimal numbers without a sign and without zeros before them. */
static int
compare_digits (TbkPiece a, TbkPiece b)
{
  const gsize a_whole = whole_digits (a), b_whole = whole_digits (b);

  if (a_whole != b_whole)
    return a_whole > b_whole ? 1 : -1;
  for (gsize i = 0; i < MAX (a.size, b.size); i++) {
    const char x = i < a.size && a.bytes[i] != '.' ? a.bytes[i] : '0';
    const char y = i < b.size && b.bytes[i] != '.' ? b.bytes[i] : '0';

    if (x != y)
      return x > y ? 1 : -1;
  }
  return 0;
}

static gboolean
is_negative (TbkPiece number)
{
  return number.size > 0 && number.bytes[0] == '-';
}

static TbkPiece
without_sign (TbkPiece number)
{
  return is_negative (number) ? (TbkPiece){ number.bytes + 1, number.size - 1 } : number;
}

static int
compare_numbers (TbkPiece a, TbkPiece b)
{
  const gboolean a_is_negative = is_negative (a), b_is_negative = is_negative (b);
  const int order = compare_digits (without_sign (a), without_sign (b));

  if (a_is_negative != b_is_negative)
    return a_is_negative ? -1 : 1;
  return a_is_negative ? -order : order;
}

static int
compare_rows (gconstpointer a, gconstpointer b)
{
  const SortedRow *x = a, *y = b;
  const TbkPiece x_key = key_of (x), y_key = key_of (y);
  int order = 0;

  if (x->is_total != y->is_total)
    return x->is_total ? 1 : -1;
  if ((x_key.size == 0) != (y_key.size == 0))
    return x_key.size == 0 ? 1 : -1;
  if (x_key.size > 0)
    order = compare_numbers (x_key, y_key);
  if (order != 0)
    return x->ascending ? order : -order;
  return x->number < y->number ? -1 : x->number > y->number;
}

/* Writes the rows that were kept. */
static gboolean
write_sorted (TbkTable *table, GError **error)
{
  g_array_sort (table->rows, compare_rows);
  for (guint r = 0; r < table->rows->len; r++) {
    const SortedRow *row = &g_array_index (table->rows, SortedRow, r);

    if (!write_lines (table, row->line, row->length, error))
      return FALSE;
  }
  g_array_set_size (table->rows, 0);
  return TRUE;
}

gboolean
tbk_table_end_row (TbkTable *table, GError **error)
{
  gboolean done;

  g_return_val_if_fail (!has_room (table), FALSE);
  end_line (table);
  if (table->sort_column != NO_COLUMN) {
    keep_row (table);
    return TRUE;
  }
  done = write_header (table, error) && write_lines (table, table->line->str, table->line->len, error);
  g_string_truncate (table->line, 0);
  return done;
}

void
tbk_table_take_row (TbkTable *table, TbkText *text)
{
  g_return_if_fail (!has_room (table));
  end_line (table);
  tbk_text_add (text, table->line->str, table->line->len);
  g_string_truncate (table->line, 0);
}

/* The rows of @text one below the other. */
static gboolean
write_aligned (TbkTable *table, const TbkText *text, GError **error)
{
  g_autofree char *lines = tbk_text_dup (text, error);

  return lines != NULL && aligned_add (table->aligned, lines, tbk_text_length (text), error);
}

gboolean
tbk_table_write_rows (TbkTable *table, const TbkText *text, GError **error)
{
  if (tbk_text_length (text) == 0)
    return TRUE;
  return write_header (table, error)
         && (table->aligned != NULL ? write_aligned (table, text, error)
                                    : tbk_output_write_text (table->output, text, error));
}

gboolean
tbk_table_settle (TbkTable *table, gboolean stays, GError **error)
{
  /* The header stays with whatever comes first. */
  return (tbk_output_is_direct (table->output) || write_header (table, error))
         && tbk_output_settle (table->output, stays, error);
}

gboolean
tbk_table_end (TbkTable *table, GError **error)
{
  return write_header (table, error) && write_sorted (table, error)
         && (table->aligned == NULL || aligned_flush (table->aligned, error));
}
