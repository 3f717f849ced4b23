/* test_table.c - tables whose rows come in the order of the numbers of a column. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "tbk/table.h"
#include "unit/scratch.h"

TestSuite (table, .init = make_folder, .fini = remove_folder);

/* The rows: names and what is written in the column `n`; NULL for an empty cell. */
static const char *const rows[][2] = {
  { "a", "7" },
  { "TOTAL", "99" },
  { "b", "-3" },
  { "c", NULL },
  { "d", "10" },
  { "e", "7.50" },
  { "f", "7" },
  { "TOTAL", "100" },
  { "g", "text" },
  { "h", "7.5" },
  { "i", "-3.25" },
  { "xTOTAL", "8" },
  { "j", "123456789012345678901234567890" },
  { "k", "123456789012345678901234567891" },
  { "\"TOTAL\"", "9" },
};

/* The names of the rows as they come, with blanks between them. */
static char *
sorted_names (TbkTableFormat format, gboolean ascending)
{
  static const char *const columns[] = { "name", "n", "more", NULL };
  g_autofree char *path = in_folder ("table"), *text = NULL;
  g_autoptr (TbkOutput) output = tbk_output_open (path, NULL);
  g_autoptr (TbkTable) table = tbk_table_new (output, format, columns);
  GString *names = g_string_new (NULL);
  g_auto (GStrv) lines = NULL;

  tbk_table_sort (table, 1, ascending);
  for (gsize r = 0; r < G_N_ELEMENTS (rows); r++) {
    tbk_table_string (table, rows[r][0]);
    if (rows[r][1] == NULL)
      tbk_table_nothing (table);
    else
      tbk_table_string (table, rows[r][1]);
    tbk_table_integer (table, (gint64) r);
    cr_assert (tbk_table_end_row (table, NULL));
  }
  cr_assert (tbk_table_end (table, NULL));
  cr_assert (tbk_output_commit (g_steal_pointer (&output), NULL));
  cr_assert (g_file_get_contents (path, &text, NULL, NULL));
  lines = g_strsplit (text, "\n", -1);
  for (int l = format == TBK_TABLE_TSV; lines[l][0] != '\0'; l++) {
    const char *last = strrchr (lines[l], format == TBK_TABLE_TSV ? '\t' : ':') + 1;

    g_string_append_printf (names, "%s%s", names->len > 0 ? " " : "", rows[atoi (last)][0]);
  }
  return g_string_free (names, FALSE);
}

/* Numbers of any length are compared as they are written; rows that have none come behind, the sums last. */
Test (table, rows_come_in_the_order_of_a_column)
{
  for (TbkTableFormat format = TBK_TABLE_TSV; format <= TBK_TABLE_JSONL; format++) {
    g_autofree char *falling = sorted_names (format, FALSE), *rising = sorted_names (format, TRUE);

    cr_assert_str_eq (falling, "k j d \"TOTAL\" xTOTAL e h a f b i c g TOTAL TOTAL");
    cr_assert_str_eq (rising, "i b a f e h xTOTAL \"TOTAL\" d j k c g TOTAL TOTAL");
  }
}
