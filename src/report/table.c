/* table.c - rows of a table to TSV or JSON lines. */
#include "tbk/table.h"

#include <string.h>

#include "base/json.h"

struct TbkTable {
  TbkOutput *output;
  TbkTableFormat format;
  const char *const *columns;
  guint n_columns, n_cells; /* of the row in hand */
  gboolean has_header;
  GString *line; /* the row, cell by cell */
};

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
  g_free (table);
}

static gboolean
has_room (const TbkTable *table)
{
  return table->n_cells < table->n_columns;
}

/* Appends what stands before the cell that is added now. */
static void
begin_cell (TbkTable *table)
{
  const char *column = table->columns[table->n_cells];
  const gboolean is_first = table->n_cells++ == 0;

  if (table->format == TBK_TABLE_TSV) {
    g_string_append (table->line, is_first ? "" : "\t");
    return;
  }
  g_string_append (table->line, is_first ? "{" : ",");
  json_append_string (table->line, column, strlen (column));
  g_string_append_c (table->line, ':');
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

/* 10000 * @part / @whole, rounded to the nearest integer, half up; digit by digit, since the product may not fit. */
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

static gboolean
write_header (TbkTable *table, GError **error)
{
  g_autofree char *header = g_strjoinv ("\t", (char **) table->columns);

  if (table->has_header || table->format == TBK_TABLE_JSONL)
    return TRUE;
  table->has_header = TRUE;
  return tbk_output_printf (table->output, error, "%s\n", header);
}

/* Puts the row in hand into its line. */
static void
end_line (TbkTable *table)
{
  if (table->format == TBK_TABLE_JSONL)
    g_string_append_c (table->line, '}');
  g_string_append_c (table->line, '\n');
  table->n_cells = 0;
}

gboolean
tbk_table_end_row (TbkTable *table, GError **error)
{
  gboolean done;

  g_return_val_if_fail (!has_room (table), FALSE);
  end_line (table);
  done = write_header (table, error)
         && tbk_output_write (table->output, table->line->str, table->line->len, error);
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

gboolean
tbk_table_write_rows (TbkTable *table, const TbkText *text, GError **error)
{
  return tbk_text_length (text) == 0
         || (write_header (table, error) && tbk_output_write_text (table->output, text, error));
}

gboolean
tbk_table_end (TbkTable *table, GError **error)
{
  return write_header (table, error);
}
