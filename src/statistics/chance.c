/* chance.c - cells of tables with intervals, and of two treebanks side by side.
 *
 * Contents
 *   1. values: the value of a column, of what was counted or of a round
 *   2. intervals: the ends of what the rounds give
 *   3. against: old, new and difference, with its interval and p
 *   4. rows: files or languages of which some replace others
 */
#include "report/report.h"
#include "statistics/statistics.h"

#include <string.h>

/* 1. values: the value of a column, of what was counted or of a round. */

static gboolean
is_count (const TbkTableColumn *column)
{
  return column->cell == TBK_CELL_COUNT;
}

/* Whether column @c of a group has an interval. */
static gboolean
is_wanted (const ChanceGroup *group, int c)
{
  return !is_count (&group->columns->columns[c]) && (group->unwanted >> c & 1) == 0;
}

gboolean
chance_value (const TbkTableColumn *column, const gint64 *integers, double *value)
{
  const gint64 part = integers[column->numerator] - (column->less < 0 ? 0 : integers[column->less]);

  if (!is_count (column) && integers[column->denominator] == 0)
    return FALSE;
  *value = is_count (column) ? (double) part
           : column->cell == TBK_CELL_PERCENT
               ? 100.0 * (double) part / (double) integers[column->denominator]
               : (double) part / (double) (column->factor * integers[column->denominator]);
  return TRUE;
}

/* 2. intervals: the ends of what the rounds give. */

static const char *
name_with (const TbkTableColumns *group, int column, const char *suffix)
{
  g_autofree char *name = g_strconcat (tbk_table_columns_name (group, column), suffix, NULL);

  return g_intern_string (name);
}

static void
write_cell (const TbkTableColumn *column, const gint64 *integers, TbkTable *table)
{
  const TbkTableColumns one = { .columns = column, .n_columns = 1 };

  tbk_table_cells (table, &one, integers);
}

/* Sets @ends to the values at the ends of the interval; FALSE if no round has one. */
static gboolean
find_interval (const ChanceGroup *group, int c, int level, RoundValue ends[2])
{
  RoundValue values[TBK_FIGURES_ROUNDS];
  int n = 0;

  for (int r = 0; r < TBK_FIGURES_ROUNDS; r++)
    if (chance_value (&group->columns->columns[c], group->rows[r], &values[n].value))
      values[n++].round = r;
  if (n > 0)
    rounds_find_ends (values, n, level, ends);
  return n > 0;
}

static void
write_nothing (int n_cells, TbkTable *table)
{
  for (int cell = 0; cell < n_cells; cell++)
    tbk_table_nothing (table);
}

void
chance_names (const TbkTableColumns *columns, int level, GPtrArray *names)
{
  for (int c = 0; c < columns->n_columns; c++) {
    g_ptr_array_add (names, (gpointer) tbk_table_columns_name (columns, c));
    if (level == 0 || is_count (&columns->columns[c]))
      continue;
    g_ptr_array_add (names, (gpointer) name_with (columns, c, "_low"));
    g_ptr_array_add (names, (gpointer) name_with (columns, c, "_high"));
  }
}

void
chance_write (const ChanceGroup *group, int level, TbkTable *table)
{
  for (int c = 0; c < group->columns->n_columns; c++) {
    const TbkTableColumn *column = &group->columns->columns[c];
    RoundValue ends[2];

    write_cell (column, group->rows[CHANCE_FOUND], table);
    if (level == 0 || is_count (column))
      continue;
    if (!is_wanted (group, c) || !find_interval (group, c, level, ends))
      write_nothing (2, table);
    else
      for (int end = 0; end < 2; end++)
        write_cell (column, group->rows[ends[end].round], table);
  }
}

gboolean
chance_interval (const ChanceGroup *group, const char *name, int level, double *value, double ends[2])
{
  for (int c = 0; c < group->columns->n_columns; c++) {
    const TbkTableColumn *column = &group->columns->columns[c];
    RoundValue found[2];

    if (is_count (column) || !g_str_equal (tbk_table_columns_name (group->columns, c), name))
      continue;
    if (!chance_value (column, group->rows[CHANCE_FOUND], value) || !find_interval (group, c, level, found))
      return FALSE;
    for (int end = 0; end < 2; end++)
      ends[end] = found[end].value;
    return TRUE;
  }
  return FALSE;
}

const char *
chance_find_name (const TbkTableColumns *columns, const char *pattern)
{
  for (int c = 0; c < columns->n_columns; c++) {
    const char *name = tbk_table_columns_name (columns, c);

    if (!is_count (&columns->columns[c]) && g_pattern_match_simple (pattern, name))
      return name;
  }
  return NULL;
}

/* 3. against: old, new and difference, with its interval and p. */

static int
find_digits (const TbkTableColumn *column)
{
  return column->cell == TBK_CELL_PERCENT ? 2 : 4;
}

/* The interval and the probability of the difference. A round has the same sentences of both where they have the same
 * IDs. The probability is twice the share of rounds on the other side of 0, the treebanks themselves counted in. */
static void
write_chance (const TbkTableColumn *column, const ChanceIntegers *new_rows, const ChanceIntegers *old_rows,
              int level, TbkTable *table)
{
  RoundValue differences[TBK_FIGURES_ROUNDS];
  RoundValue ends[2];
  int n = 0, n_below = 0, n_above = 0;

  for (int r = 0; r < TBK_FIGURES_ROUNDS; r++) {
    double of_new, of_old;

    if (!chance_value (column, new_rows[r], &of_new) || !chance_value (column, old_rows[r], &of_old))
      continue;
    differences[n] = (RoundValue){ of_new - of_old, r };
    n_below += differences[n].value <= 0;
    n_above += differences[n].value >= 0;
    n++;
  }
  if (n == 0) {
    write_nothing (3, table);
    return;
  }
  rounds_find_ends (differences, n, level, ends);
  for (int end = 0; end < 2; end++)
    tbk_table_decimal (table, ends[end].value, find_digits (column));
  tbk_table_decimal (table, MIN (1.0, 2.0 * (MIN (n_below, n_above) + 1.0) / (n + 1.0)), 4);
}

static void
write_difference (const TbkTableColumn *column, const gint64 *of_new, const gint64 *of_old, TbkTable *table)
{
  double x, y;

  if (!chance_value (column, of_new, &x) || !chance_value (column, of_old, &y))
    tbk_table_nothing (table);
  else if (is_count (column))
    tbk_table_integer (table, of_new[column->numerator] - of_old[column->numerator]);
  else
    tbk_table_decimal (table, x - y, find_digits (column));
}

void
chance_against_names (const TbkTableColumns *columns, int level, GPtrArray *names)
{
  static const char *const suffixes[] = { "_old", "_new", "_difference", "_low", "_high", "_p" };

  for (int c = 0; c < columns->n_columns; c++)
    for (int s = 0; s < (level > 0 && !is_count (&columns->columns[c]) ? 6 : 3); s++)
      g_ptr_array_add (names, (gpointer) name_with (columns, c, suffixes[s]));
}

void
chance_against_write (const ChanceGroup *of_new, const ChanceGroup *of_old, int level, TbkTable *table)
{
  for (int c = 0; c < of_new->columns->n_columns; c++) {
    const TbkTableColumn *column = &of_new->columns->columns[c];

    if (of_old == NULL)
      tbk_table_nothing (table);
    else
      write_cell (column, of_old->rows[CHANCE_FOUND], table);
    write_cell (column, of_new->rows[CHANCE_FOUND], table);
    if (of_old == NULL)
      tbk_table_nothing (table);
    else
      write_difference (column, of_new->rows[CHANCE_FOUND], of_old->rows[CHANCE_FOUND], table);
    if (level > 0 && of_old != NULL && is_wanted (of_new, c))
      write_chance (column, of_new->rows, of_old->rows, level, table);
    else if (level > 0 && !is_count (column))
      write_nothing (3, table);
  }
}

/* 4. rows: files or languages of which some replace others. */

/* The row that a file goes into: its language, or that of all. To be freed. */
static char *
find_row_name (const ChanceAgainst *against, gboolean by_language, int file)
{
  return by_language ? tbk_file_language (tbk_tallies_name (against->of_new, file)) : g_strdup ("TOTAL");
}

/* The tally that file @file replaces; NULL if it replaces none. */
static const TbkTally *
get_old (const ChanceAgainst *against, int file)
{
  const int number = against->old_numbers[file];

  return number < 0 ? NULL : tbk_tallies_get (against->of_old, number);
}

/* Writes the sums of the files of row @name: of those that replace others, so that both sums are of the same files; if none does,
 * of the new files alone. The language of a pair is that of its new file. */
static gboolean
write_sum (const ChanceAgainst *against, gboolean by_language, const char *name, GError **error)
{
  g_autoptr (TbkTally) of_new = tbk_tally_new (against->layout), of_old = tbk_tally_new (against->layout),
                       alone = tbk_tally_new (against->layout);
  gboolean has_old = FALSE;

  for (int f = 0; f < tbk_tallies_n_files (against->of_new); f++) {
    const TbkTally *tally = tbk_tallies_get (against->of_new, f), *old = get_old (against, f);
    g_autofree char *found = find_row_name (against, by_language, f);

    if (tally == NULL || !g_str_equal (found, name))
      continue;
    tbk_tally_merge_copy (old != NULL ? of_new : alone, tally);
    if (old != NULL)
      tbk_tally_merge_copy (of_old, old);
    has_old |= old != NULL;
  }
  return against->write (against->data, name, has_old || !by_language ? of_new : alone,
                         has_old || !by_language ? of_old : NULL, error);
}

static gboolean
write_languages (const ChanceAgainst *against, int *n_rows, GError **error)
{
  g_autoptr (GHashTable) written = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (int f = 0; f < tbk_tallies_n_files (against->of_new); f++) {
    g_autofree char *language = find_row_name (against, TRUE, f);

    if (tbk_tallies_get (against->of_new, f) == NULL || g_hash_table_contains (written, language))
      continue;
    if (!write_sum (against, TRUE, language, error))
      return FALSE;
    g_hash_table_add (written, g_steal_pointer (&language));
    ++*n_rows;
  }
  return TRUE;
}

gboolean
chance_against_rows (const ChanceAgainst *against, GError **error)
{
  int n_rows = 0;

  if (against->by_language && !write_languages (against, &n_rows, error))
    return FALSE;
  for (int f = 0; !against->by_language && f < tbk_tallies_n_files (against->of_new); f++) {
    const TbkTally *tally = tbk_tallies_get (against->of_new, f);

    if (tally == NULL)
      continue;
    n_rows++;
    if (!against->write (against->data, tbk_tallies_name (against->of_new, f), tally, get_old (against, f),
                         error))
      return FALSE;
  }
  return n_rows < 2 || write_sum (against, FALSE, "TOTAL", error);
}
