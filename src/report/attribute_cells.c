/* attribute_cells.c - cells of tables: attributes, and keys of rows. */
#include "report/report.h"
#include "tbk/query.h"
#include "tbk/report.h"

#include <string.h>

#include "base/base.h"

/* Writes a text, which need not end with a NUL. */
static void
write_text (TbkPiece text, TbkTable *table)
{
  g_autofree char *copy = g_strndup (text.bytes, text.size);

  tbk_table_string (table, copy);
}

gboolean
table_attribute (TbkTable *table, const TbkAttribute *attribute, TbkFacts *facts, int unit, GError **error)
{
  TbkAttributeValue value;

  if (!tbk_attribute_get (attribute, facts, unit, &value, error))
    return FALSE;
  if (value.is_missing)
    tbk_table_nothing (table);
  else if (value.type == TBK_TYPE_TEXT)
    write_text (value.text, table);
  else if (value.type == TBK_TYPE_YES_NO)
    table_yes_no (table, value.number != 0);
  else if (value.number % value.divisor == 0)
    tbk_table_integer (table, value.number / value.divisor);
  else
    tbk_table_decimal (table, (double) value.number / (double) value.divisor, 4);
  return TRUE;
}

/* Writes a number or the bin that begins with it; the parts of a mean have "/" between them. A bin of width 5
 * that begins with 6 is two cells, 6 and 10; that of 0 is 0 and 0. */
static void
write_number (TbkTable *table, const char *text, int width)
{
  char *end;
  const gint64 above = g_ascii_strtoll (text, &end, 10);

  if (*end == '/')
    tbk_table_decimal (table, (double) above / g_ascii_strtod (end + 1, NULL), 4);
  else
    tbk_table_integer (table, above);
  if (width > 0)
    tbk_table_integer (table, above == 0 ? 0 : above + width - 1);
}

void
table_key (TbkTable *table, const TbkKeys *keys, int key, const char *text)
{
  const TbkAttributeType type = tbk_attribute_type (tbk_keys_attribute (keys, key));
  const int width = tbk_keys_width (keys, key);

  if (type == TBK_TYPE_YES_NO)
    table_yes_no (table, strcmp (text, "yes") == 0);
  else if (type == TBK_TYPE_TEXT)
    tbk_table_string (table, text);
  /* A missing number has as many cells as one that is there. */
  else if (strcmp (text, "_") != 0)
    write_number (table, text, width);
  else
    for (int cell = 0; cell < 1 + (width > 0); cell++)
      tbk_table_nothing (table);
}
