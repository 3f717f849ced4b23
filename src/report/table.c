/* table.c - rows of a table to TSV, CSV, JSON lines, or lines for people.
 *
 * Contents
 *   1. aligned: tab-separated lines for people: columns stand below one another
 *   2. table: rows of a table to TSV, CSV or JSON lines
 */
#include "io/io.h"
#include "report/report.h"

#include <math.h>
#include <string.h>

#include "base/base.h"
#include "base/json.h"
#include "tbk/report.h"

/* 1. aligned: tab-separated lines for people: columns are below one another.
 *
 *   file<TAB>words            file      words
 *   a.conllu<TAB>1200         a.conllu   1200
 *   b.conllu<TAB>35           b.conllu     35
 *
 * Lines wait until there are so many of them, a block, and are then written with blanks between their cells.
 * A column is as wide as its widest cell in this block or in one before it: so a long table can be written
 * while it is made, and its columns move to the right at the most. Columns in which all cells of the block
 * are numbers are aligned at the right. If lines are to fit a width, columns that do not fit in the first
 * block are left out of all lines, from the right; later blocks may be wider. Names in the column "file" lose
 * the folders that all of the first block have in common.
 */

/* Blanks between columns. */
enum { GAP = 2 };

typedef struct {
  TbkOutput *output;
  guint n_columns, n_lines;
  gboolean *is_left_out; /* of each column */
  int width;             /* that lines are to fit; 0: any */
  guint n_keys;          /* columns that are always written */
  guint n_usual;         /* columns behind these that are left out before others */
  GString *folders;      /* that names of files lose */
  int *widths;
  gboolean *has_text; /* of each column: whether some cell is no number */
  GString *waiting;
  guint n_waiting;
  gboolean has_header; /* it was written, or waits before the other lines */
  GString *line;
} Aligned;

/* @n_columns: of every line; @n_lines: how many lines wait for one another. @output is not owned. */
static Aligned *
aligned_new (TbkOutput *output, guint n_columns, guint n_lines)
{
  Aligned *aligned = g_new0 (Aligned, 1);

  aligned->output = output;
  aligned->n_columns = n_columns;
  aligned->is_left_out = g_new0 (gboolean, n_columns);
  aligned->folders = g_string_new (NULL);
  aligned->n_lines = MAX (n_lines, 1);
  aligned->widths = g_new0 (int, n_columns);
  aligned->has_text = g_new0 (gboolean, n_columns);
  aligned->waiting = g_string_new (NULL);
  aligned->line = g_string_new (NULL);
  return aligned;
}

static void
aligned_free (Aligned *aligned)
{
  if (aligned == NULL)
    return;
  g_free (aligned->widths);
  g_free (aligned->has_text);
  g_free (aligned->is_left_out);
  g_string_free (aligned->folders, TRUE);
  g_string_free (aligned->waiting, TRUE);
  g_string_free (aligned->line, TRUE);
  g_free (aligned);
}

/* Returns the places that a terminal takes for a cell; a byte that is no UTF-8 takes one. */
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

/* Signs that a decimal may have; other texts of these signs, as 1.2.3, are aligned like
 * numbers, which does no harm. */
/* Empty cells are no text either. */
static gboolean
is_number (const char *cell, gsize size)
{
  for (gsize i = 0; i < size; i++)
    if (!g_ascii_isdigit (cell[i]) && cell[i] != '.' && (cell[i] != '-' || i > 0))
      return FALSE;
  return TRUE;
}

/* Returns the bytes of the cell that begins at @cell, in a line that ends at @end. */
static gsize
size_of (const char *cell, const char *end)
{
  const char *tab = memchr (cell, '\t', end - cell);

  return (tab == NULL ? end : tab) - cell;
}

/* Returns how many bytes at the begin of a cell of the first column are not shown. */
static gsize
size_of_folders (const Aligned *aligned, const char *cell, gsize size)
{
  const GString *folders = aligned->folders;

  return size > folders->len && memcmp (cell, folders->str, folders->len) == 0 ? folders->len : 0;
}

/* Finds the folders that all names in the first column have in common, if it has files: TOTAL is none. */
static void
find_folders (Aligned *aligned, const char *lines, const char *end)
{
  const char *line = lines, *next;
  const char *const total = "TOTAL";
  guint n_files = 0;

  if (!g_str_has_prefix (lines, "file\t"))
    return;
  for (line = strchr (line, '\n') + 1; line < end; line = next) {
    const gsize size = size_of (line, strchr (line, '\n'));
    gsize common = 0;

    next = strchr (line, '\n') + 1;
    if (size == strlen (total) && memcmp (line, total, size) == 0)
      continue;
    if (n_files++ == 0)
      g_string_append_len (aligned->folders, line, (gssize) size);
    /* The common beginning shrinks with each name, and ends at a slash. */
    while (common < MIN (size, aligned->folders->len) && aligned->folders->str[common] == line[common])
      common++;
    while (common > 0 && line[common - 1] != '/')
      common--;
    g_string_truncate (aligned->folders, common);
  }
  /* With one file its whole folder would be common, but it says which file that is. */
  if (n_files < 2)
    g_string_truncate (aligned->folders, 0);
}

/* Widens the columns for a line; the names of columns do not tell whether these have numbers. */
static void
measure_line (Aligned *aligned, const char *line, const char *end, gboolean is_header)
{
  const char *cell = line;

  for (guint c = 0; c < aligned->n_columns && cell <= end; c++) {
    const gsize size = size_of (cell, end), cut = c == 0 ? size_of_folders (aligned, cell, size) : 0;

    aligned->widths[c] = MAX (aligned->widths[c], width_of (cell + cut, size - cut));
    aligned->has_text[c] = aligned->has_text[c] || (!is_header && !is_number (cell, size));
    cell += size + 1;
  }
}

static void
append_blanks (GString *line, int n)
{
  g_string_append_printf (line, "%*s", n, "");
}

/* Appends a cell; blanks at the end of a line are taken off later. */
static void
append_cell (Aligned *aligned, guint column, const char *cell, gsize size)
{
  const int blanks = aligned->widths[column] - width_of (cell, size);

  if (!aligned->has_text[column])
    append_blanks (aligned->line, blanks);
  g_string_append_len (aligned->line, cell, (gssize) size);
  append_blanks (aligned->line, GAP + (aligned->has_text[column] ? blanks : 0));
}

static gboolean
write_line (Aligned *aligned, const char *line, const char *end, GError **error)
{
  const char *cell = line;

  g_string_truncate (aligned->line, 0);
  for (guint c = 0; c < aligned->n_columns && cell <= end; c++) {
    const gsize size = size_of (cell, end), cut = c == 0 ? size_of_folders (aligned, cell, size) : 0;

    if (!aligned->is_left_out[c])
      append_cell (aligned, c, cell + cut, size - cut);
    cell += size + 1;
  }
  while (aligned->line->len > 0 && aligned->line->str[aligned->line->len - 1] == ' ')
    g_string_truncate (aligned->line, aligned->line->len - 1);
  g_string_append_c (aligned->line, '\n');
  return tbk_output_write (aligned->output, aligned->line->str, aligned->line->len, error);
}

/* Leaves out columns where lines are wider than @width, 0 for any width: the @n_usual behind the first @n_keys, which stay, from
 * the right, then the others. */
static void
aligned_fit (Aligned *aligned, int width, guint n_keys, guint n_usual)
{
  aligned->width = width;
  aligned->n_keys = MAX (n_keys, 1);
  aligned->n_usual = n_usual;
}

/* Returns whether lines lack the column, once the first are written. */
static gboolean
aligned_has_left_out (const Aligned *aligned, guint column)
{
  return aligned->is_left_out[column];
}

/* Leaves out the columns from @first to @last - 1, from the right, until lines of @width fit. Returns their width then. */
static int
leave_out_of (Aligned *aligned, guint first, guint last, int width)
{
  while (last > first && width > aligned->width) {
    aligned->is_left_out[--last] = TRUE;
    width -= GAP + aligned->widths[last];
  }
  return width;
}

/* Leaves out the columns that do not fit: those that every such table has first. */
static void
leave_out (Aligned *aligned)
{
  const guint n_keys = MIN (aligned->n_keys, aligned->n_columns),
              n_usual = MIN (aligned->n_usual, aligned->n_columns - n_keys);
  int width = -GAP;

  for (guint c = 0; c < aligned->n_columns; c++)
    width += GAP + aligned->widths[c];
  if (aligned->width <= 0)
    return;
  width = leave_out_of (aligned, n_keys, n_keys + n_usual, width);
  leave_out_of (aligned, n_keys + n_usual, aligned->n_columns, width);
}

/* Writes the lines that wait. */
static gboolean
aligned_flush (Aligned *aligned, GError **error)
{
  const char *lines = aligned->waiting->str, *end = lines + aligned->waiting->len;
  gboolean is_header = !aligned->has_header;

  if (is_header && lines < end)
    find_folders (aligned, lines, end);
  for (const char *line = lines; line < end; line = strchr (line, '\n') + 1) {
    measure_line (aligned, line, strchr (line, '\n'), is_header);
    is_header = FALSE;
  }
  if (!aligned->has_header)
    leave_out (aligned);
  for (const char *line = lines; line < end; line = strchr (line, '\n') + 1)
    if (!write_line (aligned, line, strchr (line, '\n'), error))
      return FALSE;
  aligned->has_header = aligned->has_header || lines < end;
  g_string_truncate (aligned->waiting, 0);
  aligned->n_waiting = 0;
  return TRUE;
}

/* Adds whole lines, each ended by a newline, and writes those that have waited. */
static gboolean
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

/* 2. table: rows of a table to TSV, CSV or JSON lines. */

/* A row that waits for the others. The number of its cell is kept as text: integers of any size are compared
 * exactly. */
/* A row that waits for the others. */
typedef struct {
  char *line, *key; /* what is written; the number by which it is sorted, NULL if there is none */
  gboolean is_total, ascending;
  guint number;
} SortedRow;

/* None, in a table that is not sorted. */
#define NO_COLUMN G_MAXUINT

/* The columns of a tidy table before the others, where these have a file; but for those that the table has anyhow. */
static const char *const part_columns[] = { "language", "treebank", "split", NULL };

/* The cells of a row are collected one behind the other, and its line is made of those that are shown: so a row can be
 * sorted by a cell that is not. In a tidy table the parts of the name of a file are the first columns; their cells are made
 * of others, so they are behind them. */
struct TbkTable {
  TbkOutput *output;
  TbkTableFormat format;
  const char *const *columns;
  const char *const *given; /* those that callers fill */
  const char **tidy;        /* (nullable): the columns of a tidy table, owned */
  guint n_parts;            /* of these are parts of the name of a file */
  guint file_column;        /* of the given ones; NO_COLUMN: there are no parts */
  FileParts parts;          /* of the file of the row in hand */
  guint n_columns, n_cells; /* of the row in hand */
  guint *shown, n_shown;    /* places of the columns that lines have, in their order */
  char **keys;              /* the name of each column as JSON has it before a cell */
  gsize keys_size;          /* bytes of all */
  gsize *ends;              /* of the cells in hand */
  GString *cells, *line;
  gboolean has_header;
  guint sort_column;
  gboolean ascending;
  GArray *rows;     /* SortedRow */
  guint n_settled;  /* of them, which stay */
  Aligned *aligned; /* or NULL */
};

static void
sorted_row_clear (gpointer row)
{
  g_free (((SortedRow *) row)->line);
  g_free (((SortedRow *) row)->key);
}

/* Makes the names of columns as JSON has them. */
static void
make_keys (TbkTable *table)
{
  table->keys = g_new0 (char *, table->n_columns + 1);
  for (guint c = 0; c < table->n_columns; c++) {
    GString *key = g_string_new (NULL);

    json_append_string (key, table->columns[c], strlen (table->columns[c]));
    g_string_append_c (key, ':');
    table->keys_size += key->len;
    table->keys[c] = g_string_free (key, FALSE);
  }
}

const char *
tbk_table_format_name (TbkTableFormat format)
{
  static const char *const names[] = {
    [TBK_TABLE_TSV] = "tsv", [TBK_TABLE_JSONL] = "jsonl", [TBK_TABLE_CSV] = "csv"
  };

  return (guint) format < TBK_TABLE_N_FORMATS ? names[format] : NULL;
}

/* Lets the table have these columns, and show them all. */
static void
set_columns (TbkTable *table, const char *const *columns)
{
  g_strfreev (table->keys);
  g_free (table->ends);
  g_free (table->shown);
  table->columns = columns;
  table->n_columns = table->n_shown = g_strv_length ((char **) columns);
  table->keys_size = 0;
  make_keys (table);
  table->ends = g_new (gsize, table->n_columns + 1);
  table->shown = g_new (guint, table->n_columns + 1);
  for (guint c = 0; c < table->n_columns; c++)
    table->shown[c] = c;
}

TbkTable *
tbk_table_new (TbkOutput *output, TbkTableFormat format, const char *const *columns)
{
  TbkTable *table;

  g_return_val_if_fail (columns != NULL && (guint) format < TBK_TABLE_N_FORMATS, NULL);
  table = g_new0 (TbkTable, 1);
  table->output = output;
  table->format = format;
  table->given = columns;
  table->file_column = NO_COLUMN;
  set_columns (table, columns);
  table->cells = g_string_new (NULL);
  table->line = g_string_new (NULL);
  table->sort_column = NO_COLUMN;
  table->rows = g_array_new (FALSE, FALSE, sizeof (SortedRow));
  g_array_set_clear_func (table->rows, sorted_row_clear);
  return table;
}

const char **
tbk_table_tidy_columns (const char *const *columns)
{
  GPtrArray *tidy = g_ptr_array_new ();

  for (guint p = 0; g_strv_contains (columns, "file") && part_columns[p] != NULL; p++)
    if (!g_strv_contains (columns, part_columns[p]))
      g_ptr_array_add (tidy, (gpointer) part_columns[p]);
  for (; *columns != NULL; columns++)
    g_ptr_array_add (tidy, (gpointer) *columns);
  g_ptr_array_add (tidy, NULL);
  return (const char **) g_ptr_array_free (tidy, FALSE);
}

void
tbk_table_tidy (TbkTable *table)
{
  guint file = 0;

  g_return_if_fail (table->tidy == NULL && table->n_cells == 0 && !table->has_header && table->aligned == NULL
                    && table->sort_column == NO_COLUMN);
  while (table->given[file] != NULL && !g_str_equal (table->given[file], "file"))
    file++;
  table->file_column = table->given[file] != NULL ? file : NO_COLUMN;
  table->tidy = tbk_table_tidy_columns (table->given);
  table->n_parts = g_strv_length ((char **) table->tidy) - table->n_columns;
  set_columns (table, table->tidy);
}

void
tbk_table_show (TbkTable *table, const guint *columns, guint n_columns)
{
  g_return_if_fail (n_columns > 0 && table->n_cells == 0 && !table->has_header && table->aligned == NULL);

  g_free (table->shown);
  table->shown = g_memdup2 (columns, n_columns * sizeof *columns);
  table->n_shown = n_columns;
}

TbkTable *
table_new_rows (const TbkTable *table)
{
  TbkTable *rows = tbk_table_new (NULL, table->format, table->given);

  if (table->tidy != NULL)
    tbk_table_tidy (rows);
  tbk_table_show (rows, table->shown, table->n_shown);
  rows->sort_column = table->sort_column;
  return rows;
}

void
tbk_table_free (TbkTable *table)
{
  if (table == NULL)
    return;
  g_free (table->tidy);
  file_parts_clear (&table->parts);
  g_free (table->shown);
  g_strfreev (table->keys);
  g_free (table->ends);
  g_string_free (table->cells, TRUE);
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

/* Returns the cell of column @column of the row in hand, which is full. In a tidy table columns are shown in
 * another order than cells are stored: parts of the file's name first, but stored last. */
static TbkPiece
cell_of (const TbkTable *table, guint column)
{
  const guint n_given = table->n_columns - table->n_parts;
  const guint c = column < table->n_parts ? n_given + column : column - table->n_parts;
  const gsize from = c == 0 ? 0 : table->ends[c - 1];

  return (TbkPiece){ table->cells->str + from, table->ends[c] - from };
}

/* Ends the cell whose text was appended. */
static void
end_cell (TbkTable *table)
{
  table->ends[table->n_cells++] = table->cells->len;
}

/* Appends a cell of CSV as RFC 4180 has it: in quotes if it has a comma, a quote or the end of a line, and
 * quotes are doubled. Blanks at its ends are quoted too, since some readers strip them. */
static void
append_csv (GString *line, const char *value)
{
  const gsize size = strlen (value);
  const gboolean has_blanks = size > 0 && (value[0] == ' ' || value[size - 1] == ' ');

  if (!has_blanks && value[strcspn (value, ",\"\r\n")] == '\0') {
    g_string_append_len (line, value, (gssize) size);
    return;
  }
  g_string_append_c (line, '"');
  for (const char *c = value; *c != '\0'; c++) {
    if (*c == '"')
      g_string_append_c (line, '"');
    g_string_append_c (line, *c);
  }
  g_string_append_c (line, '"');
}

void
tbk_table_string (TbkTable *table, const char *value)
{
  g_return_if_fail (has_room (table) && value != NULL);
  if (table->n_cells == table->file_column) {
    file_parts_clear (&table->parts);
    file_parts (value, &table->parts);
  }
  if (table->format == TBK_TABLE_JSONL)
    json_append_string (table->cells, value, strlen (value));
  else if (table->format == TBK_TABLE_CSV)
    append_csv (table->cells, value);
  else
    encoding_append_tsv (table->cells, value, strlen (value));
  end_cell (table);
}

void
table_yes_no (TbkTable *table, gboolean is_yes)
{
  const gboolean is_json = table->format == TBK_TABLE_JSONL;

  g_return_if_fail (has_room (table));
  g_string_append (table->cells, is_yes ? (is_json ? "true" : "yes") : is_json ? "false" : "no");
  end_cell (table);
}

void
tbk_table_nothing (TbkTable *table)
{
  g_return_if_fail (has_room (table));
  g_string_append (table->cells, table->format == TBK_TABLE_JSONL ? "null" : "");
  end_cell (table);
}

void
tbk_table_integer (TbkTable *table, gint64 value)
{
  g_return_if_fail (has_room (table));
  json_append_integer (table->cells, value);
  end_cell (table);
}

void
table_integer_from (TbkTable *table, gint64 least, gint64 value)
{
  if (value < least)
    tbk_table_nothing (table);
  else
    tbk_table_integer (table, value);
}

/* Numbers of any size are strings in JSON, where readers would round them. */
void
table_number (TbkTable *table, const mpz_t value)
{
  g_autofree char *digits = g_malloc (mpz_sizeinbase (value, 10) + 2);

  tbk_table_string (table, mpz_get_str (digits, 10, value));
}

void
tbk_table_decimal (TbkTable *table, double value, int digits)
{
  char format[16], text[G_ASCII_DTOSTR_BUF_SIZE + 16];

  g_return_if_fail (has_room (table) && digits >= 0 && digits <= 16);
  g_snprintf (format, sizeof (format), "%%.%df", digits);
  g_string_append (table->cells, g_ascii_formatd (text, sizeof (text), format, value));
  end_cell (table);
}

/* Returns 10000 * @part / @whole, rounded to the nearest integer, half up. The product may not fit, so digits
 * are found one by one, as by hand. Ten times the rest may not fit either: it is added ten times, and @whole
 * is subtracted when it is reached. */
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
  g_string_append_printf (table->cells, "%" G_GUINT64_FORMAT ".%02" G_GUINT64_FORMAT, share / 100,
                          share % 100);
  end_cell (table);
}

void
table_ratio (TbkTable *table, gint64 part, gint64 whole)
{
  guint64 ratio;

  g_return_if_fail (has_room (table) && whole >= 0);
  if (whole == 0) {
    tbk_table_nothing (table);
    return;
  }
  ratio = per_ten_thousand (part < 0 ? -(guint64) part : (guint64) part, (guint64) whole);
  g_string_append_printf (table->cells, "%s%" G_GUINT64_FORMAT ".%04" G_GUINT64_FORMAT,
                          part < 0 && ratio > 0 ? "-" : "", ratio / 10000, ratio % 10000);
  end_cell (table);
}

const char *
tbk_table_columns_name (const TbkTableColumns *columns, int column)
{
  const TbkTableColumn *of = &columns->columns[column];

  return of->name != NULL ? of->name : columns->integers[of->numerator].name;
}

const char **
tbk_table_columns_names (const TbkTableColumns *groups, int n_groups)
{
  GPtrArray *names = g_ptr_array_new ();

  for (int g = 0; g < n_groups; g++)
    for (int c = 0; c < groups[g].n_columns; c++)
      g_ptr_array_add (names, (gpointer) tbk_table_columns_name (&groups[g], c));
  g_ptr_array_add (names, NULL);
  return (const char **) g_ptr_array_free (names, FALSE);
}

/* Returns how many standard deviations a number times the factor is from another: (factor x - less) / sqrt
 * (factor variance). There is none without a variance, or if that did not fit. */
gboolean
column_score (const TbkTableColumn *column, const gint64 *integers, double *score)
{
  const gint64 variance = integers[column->denominator];
  const double factor = (double) column->factor;

  if (variance <= 0 || variance == G_MAXINT64)
    return FALSE;
  *score = (factor * (double) integers[column->numerator] - (double) integers[column->less])
           / sqrt (factor * (double) variance);
  return TRUE;
}

static void
score_cell (TbkTable *table, const TbkTableColumn *column, const gint64 *integers)
{
  double score;

  if (column_score (column, integers, &score))
    tbk_table_decimal (table, score, 4);
  else
    tbk_table_nothing (table);
}

void
tbk_table_cells (TbkTable *table, const TbkTableColumns *columns, const gint64 *integers)
{
  for (int c = 0; c < columns->n_columns; c++) {
    /* The difference of two integers, where a column has one. */
    const TbkTableColumn *column = &columns->columns[c];
    const gint64 part = integers[column->numerator] - (column->less < 0 ? 0 : integers[column->less]);

    if (column->cell == TBK_CELL_COUNT)
      tbk_table_integer (table, part);
    else if (column->cell == TBK_CELL_PART)
      table_ratio (table, part, column->factor);
    else if (column->cell == TBK_CELL_SCORE)
      score_cell (table, column, integers);
    else if (column->cell == TBK_CELL_PERCENT)
      tbk_table_percent (table, part, integers[column->denominator]);
    else
      table_ratio (table, part, column->factor * integers[column->denominator]);
  }
}

void
tbk_table_align (TbkTable *table, guint n_rows)
{
  g_return_if_fail (n_rows > 0 && table->output != NULL && table->n_cells == 0 && !table->has_header);

  if (table->format == TBK_TABLE_TSV && table->aligned == NULL)
    table->aligned = aligned_new (table->output, table->n_shown, n_rows);
}

void
tbk_table_fit (TbkTable *table, int width, guint n_keys, guint n_usual)
{
  g_return_if_fail (width >= 0 && !table->has_header);

  if (table->aligned != NULL)
    aligned_fit (table->aligned, width, n_keys, n_usual);
}

const char **
table_left_out (const TbkTable *table)
{
  GPtrArray *names = g_ptr_array_new ();

  for (guint s = 0; table->aligned != NULL && s < table->n_shown; s++)
    if (aligned_has_left_out (table->aligned, s))
      g_ptr_array_add (names, (gpointer) table->columns[table->shown[s]]);
  g_ptr_array_add (names, NULL);
  return (const char **) g_ptr_array_free (names, FALSE);
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
  g_autoptr (GString) header = g_string_new (NULL);

  if (table->has_header || table->format == TBK_TABLE_JSONL)
    return TRUE;
  table->has_header = TRUE;
  for (guint s = 0; s < table->n_shown; s++) {
    if (s > 0)
      g_string_append_c (header, table->format == TBK_TABLE_CSV ? ',' : '\t');
    g_string_append (header, table->columns[table->shown[s]]);
  }
  g_string_append_c (header, '\n');
  return write_lines (table, header->str, header->len, error);
}

/* Makes the line of the row in hand, with a separator behind each cell; the last of these gives way to the
 * end. The line is made large enough for all cells and keys at once, so that it is written without checks. */
static void
make_line (TbkTable *table)
{
  const gboolean is_json = table->format == TBK_TABLE_JSONL;
  const char separator = is_json || table->format == TBK_TABLE_CSV ? ',' : '\t';
  char *end;

  g_string_set_size (table->line, table->cells->len + table->keys_size + table->n_columns + 3);
  end = table->line->str;
  if (is_json)
    *end++ = '{';
  for (guint s = 0; s < table->n_shown; s++) {
    const TbkPiece cell = cell_of (table, table->shown[s]);

    if (is_json)
      end = g_stpcpy (end, table->keys[table->shown[s]]);
    memcpy (end, cell.bytes, cell.size);
    end += cell.size;
    *end++ = separator;
  }
  end = g_stpcpy (end - 1, is_json ? "}\n" : "\n");
  g_string_truncate (table->line, (gsize) (end - table->line->str));
}

/* Begins the next row. */
static void
begin_row (TbkTable *table)
{
  g_string_truncate (table->cells, 0);
  table->n_cells = 0;
}

void
tbk_table_sort (TbkTable *table, guint column, gboolean ascending)
{
  g_return_if_fail (column < table->n_columns && table->n_cells == 0 && !table->has_header);

  table->sort_column = column;
  table->ascending = ascending;
}

/* Returns TRUE if the first cell of the row in hand, of those that were given, is TOTAL. */
static gboolean
is_total (const TbkTable *table)
{
  const char *total = table->format == TBK_TABLE_JSONL ? "\"TOTAL\"" : "TOTAL";
  const TbkPiece cell = cell_of (table, table->n_parts);

  return cell.size == strlen (total) && memcmp (cell.bytes, total, cell.size) == 0;
}

/* The number in the cell by which the row in hand is sorted, without the quotes that JSON may have; NULL if there is
 * none. */
static char *
make_key (const TbkTable *table)
{
  TbkPiece key = cell_of (table, table->sort_column);

  if (key.size >= 2 && key.bytes[0] == '"')
    key = (TbkPiece){ key.bytes + 1, key.size - 2 };
  return key.size > 0 && is_number (key.bytes, key.size) ? g_strndup (key.bytes, key.size) : NULL;
}

/* Keeps a row for the time when all are there. @key: (nullable), taken over */
static void
keep_row (TbkTable *table, const char *line, gsize length, char *key, gboolean is_sum)
{
  const SortedRow row = { .line = g_strndup (line, length),
                          .key = key,
                          .is_total = is_sum,
                          .ascending = table->ascending,
                          .number = table->rows->len };

  g_array_append_val (table->rows, row);
}

static int
compare_numbers (const char *a, const char *b)
{
  const gboolean a_is_negative = *a == '-', b_is_negative = *b == '-';
  const int order = compare_decimals (a + a_is_negative, b + b_is_negative);

  if (a_is_negative != b_is_negative)
    return a_is_negative ? -1 : 1;
  return a_is_negative ? -order : order;
}

/* Rows without a number come behind those with one, and totals last, in either direction; equal rows stay in
 * their order. */
static int
compare_rows (gconstpointer a, gconstpointer b)
{
  const SortedRow *x = a, *y = b;
  int order = 0;

  if (x->is_total != y->is_total)
    return x->is_total ? 1 : -1;
  if ((x->key == NULL) != (y->key == NULL))
    return x->key == NULL ? 1 : -1;
  if (x->key != NULL)
    order = compare_numbers (x->key, y->key);
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

    if (!write_lines (table, row->line, strlen (row->line), error))
      return FALSE;
  }
  g_array_set_size (table->rows, 0);
  return TRUE;
}

/* Adds the cells that the name of the file says. */
static void
add_parts (TbkTable *table)
{
  const char *const parts[] = { table->parts.language, table->parts.treebank, table->parts.split };

  for (guint p = 0; table->n_parts > 0 && p < G_N_ELEMENTS (parts); p++)
    if (table->n_parts < G_N_ELEMENTS (parts) && g_strv_contains (table->given, part_columns[p]))
      continue;
    else if (parts[p] != NULL)
      tbk_table_string (table, parts[p]);
    else
      tbk_table_nothing (table);
}

/* Sums of files or languages are no rows of a tidy table. Elsewhere TOTAL is a name like others. */
static gboolean
is_left_out (const TbkTable *table)
{
  static const char *const summed[] = { "file", "language", NULL };

  return table->tidy != NULL && g_strv_contains (summed, table->given[0]) && is_total (table);
}

gboolean
tbk_table_end_row (TbkTable *table, GError **error)
{
  gboolean done = TRUE;

  g_return_val_if_fail (table->n_cells + table->n_parts == table->n_columns, FALSE);
  add_parts (table);
  if (is_left_out (table)) {
    begin_row (table);
    return TRUE;
  }
  make_line (table);
  if (table->sort_column != NO_COLUMN)
    keep_row (table, table->line->str, table->line->len, make_key (table), is_total (table));
  else
    done = write_header (table, error) && write_lines (table, table->line->str, table->line->len, error);
  begin_row (table);
  return done;
}

/* Threads make rows apart, as text; the table that writes them needs their numbers, if it is sorted. */
void
table_take_row (TbkTable *table, TbkText *text)
{
  g_return_if_fail (table->n_cells + table->n_parts == table->n_columns);
  add_parts (table);
  make_line (table);
  if (table->sort_column != NO_COLUMN) { /* the number, and a tab, go before the row */
    g_autofree char *key = make_key (table);

    if (key != NULL)
      tbk_text_add (text, key, strlen (key));
    tbk_text_add (text, "\t", 1);
  }
  tbk_text_add (text, table->line->str, table->line->len);
  begin_row (table);
}

/* Keeps the rows of @text, each behind its number and a tab. A row is a line, but that quotes of CSV can enclose more. */
static gboolean
keep_rows (TbkTable *table, const TbkText *text, GError **error)
{
  g_autofree char *rows = tbk_text_dup (text, error);

  if (rows == NULL)
    return FALSE;
  for (char *key = rows; *key != '\0';) {
    char *line = strchr (key, '\t') + 1, *end = line;
    gboolean is_quoted = FALSE;

    for (; is_quoted || *end != '\n'; end++)
      is_quoted ^= table->format == TBK_TABLE_CSV && *end == '"';
    end++;
    keep_row (table, line, (gsize) (end - line),
              line - 1 == key ? NULL : g_strndup (key, (gsize) (line - 1 - key)), FALSE);
    key = end;
  }
  return TRUE;
}

/* The rows of @text one below the other. */
static gboolean
write_aligned (TbkTable *table, const TbkText *text, GError **error)
{
  g_autofree char *lines = tbk_text_dup (text, error);

  return lines != NULL && aligned_add (table->aligned, lines, tbk_text_length (text), error);
}

gboolean
table_write_rows (TbkTable *table, const TbkText *text, GError **error)
{
  if (tbk_text_length (text) == 0)
    return TRUE;
  if (table->sort_column != NO_COLUMN)
    return keep_rows (table, text, error);
  return write_header (table, error)
         && (table->aligned != NULL ? write_aligned (table, text, error)
                                    : tbk_output_write_text (table->output, text, error));
}

/* Rows that may not stay are known by their number, or by the output. */
gboolean
table_settle (TbkTable *table, gboolean stays, GError **error)
{
  if (table->sort_column != NO_COLUMN) { /* nothing is written yet */
    if (!stays)
      g_array_set_size (table->rows, table->n_settled);
    table->n_settled = table->rows->len;
    return TRUE;
  }
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
