/* shares.c - operands, and rows of tables that tell shares. */
#include "shares.h"

#include <string.h>

const char *const shares_columns[] = { "measure", "right", "of", "percent", "low", "high", NULL };
const char *const shares_against_columns[] = { "measure", "right",         "of",         "percent", "low",
                                               "high",    "other_percent", "difference", "p",       NULL };

static int
is_standard_input (const char *path)
{
  return strcmp (path, "-") == 0;
}

gboolean
shares_check_operands (char **paths, const char *against, GError **error)
{
  if (g_strv_length (paths) != 2) {
    g_set_error (error, TBK_ERROR, TBK_ERROR_USAGE, "found %u operands, expected two: GOLD SYSTEM",
                 g_strv_length (paths));
    return FALSE;
  }
  if (is_standard_input (paths[0]) + is_standard_input (paths[1])
          + (against != NULL && is_standard_input (against))
      <= 1)
    return TRUE;
  g_set_error (error, TBK_ERROR, TBK_ERROR_USAGE, "standard input can be only one of the files");
  return FALSE;
}

static double
percent (gint64 right, gint64 of)
{
  return of > 0 ? 100.0 * (double) right / (double) of : 0;
}

static void
write_difference (TbkTable *table, TbkShare share, TbkShare other, int n_as_great)
{
  tbk_table_percent (table, other.right, other.of);
  if (share.of == 0 || other.of == 0) {
    tbk_table_nothing (table);
    tbk_table_nothing (table);
    return;
  }
  tbk_table_decimal (table, percent (share.right, share.of) - percent (other.right, other.of), 2);
  tbk_table_decimal (table, (n_as_great + 1.0) / (TBK_PERMUTATION_ROUNDS + 1.0), 4);
}

gboolean
shares_write_row (TbkTable *table, const char *name, TbkShare share, TbkShare low, TbkShare high,
                  const TbkShare *other, int n_as_great, GError **error)
{
  tbk_table_string (table, name);
  tbk_table_integer (table, share.right);
  tbk_table_integer (table, share.of);
  tbk_table_percent (table, share.right, share.of);
  tbk_table_percent (table, low.right, share.of > 0 ? MAX (low.of, 1) : 0);
  tbk_table_percent (table, high.right, share.of > 0 ? MAX (high.of, 1) : 0);
  if (other != NULL)
    write_difference (table, share, *other, n_as_great);
  return tbk_table_end_row (table, error);
}
