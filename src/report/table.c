/* table.c - rows of a table to TSV or JSON lines. */
#include "tbk/table.h"

#include <json-glib/json-glib.h>

struct TbkTable {
  TbkOutput *output;
  TbkTableFormat format;
  const char *const *columns;
  guint n_columns, n_cells; /* of the row in hand */
  gboolean has_header;
  GString *line;      /* of TSV, cell by cell */
  JsonObject *object; /* of JSON lines */
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
  table->object = json_object_new ();
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
  json_object_unref (table->object);
  g_free (table);
}

static gboolean
has_room (const TbkTable *table)
{
  return table->n_cells < table->n_columns;
}

/* The name of the cell that is added now. */
static const char *
next_column (TbkTable *table)
{
  if (table->n_cells > 0)
    g_string_append_c (table->line, '\t');
  return table->columns[table->n_cells++];
}

void
tbk_table_string (TbkTable *table, const char *value)
{
  const char *column;

  g_return_if_fail (has_room (table) && value != NULL);
  column = next_column (table);
  if (table->format == TBK_TABLE_JSONL) {
    g_autofree char *text = g_utf8_make_valid (value, -1);
    json_object_set_string_member (table->object, column, text);
    return;
  }
  for (const char *c = value; *c != '\0'; c++)
    if (*c == '\t' || *c == '\n' || *c == '\r' || *c == '\\')
      g_string_append_printf (table->line, "\\%c",
                              *c == '\t'   ? 't'
                              : *c == '\n' ? 'n'
                              : *c == '\r' ? 'r'
                                           : '\\');
    else if (g_ascii_iscntrl (*c))
      g_string_append_printf (table->line, "\\%03o", (guchar) *c);
    else
      g_string_append_c (table->line, *c);
}

void
tbk_table_integer (TbkTable *table, gint64 value)
{
  const char *column;

  g_return_if_fail (has_room (table));
  column = next_column (table);
  if (table->format == TBK_TABLE_JSONL)
    json_object_set_int_member (table->object, column, value);
  else
    g_string_append_printf (table->line, "%" G_GINT64_FORMAT, value);
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
  const char *column;
  char format[16], text[G_ASCII_DTOSTR_BUF_SIZE + 16];

  g_return_if_fail (has_room (table) && digits >= 0 && digits <= 16);
  column = next_column (table);
  g_snprintf (format, sizeof (format), "%%.%df", digits);
  g_ascii_formatd (text, sizeof (text), format, value);
  if (table->format == TBK_TABLE_JSONL)
    json_object_set_double_member (table->object, column, g_ascii_strtod (text, NULL));
  else
    g_string_append (table->line, text);
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
  if (table->format == TBK_TABLE_JSONL) {
    g_autoptr (JsonNode) node = json_node_init_object (json_node_alloc (), table->object);
    g_autofree char *text = json_to_string (node, FALSE);
    g_string_assign (table->line, text);
    json_object_unref (table->object);
    table->object = json_object_new ();
  }
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
