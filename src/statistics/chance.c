/* chance.c - cells of tables with intervals, and of two treebanks side by side.
 *
 * A group is the integers of a row: those that were found, and those of each round of a bootstrap, in which
 * sentences were drawn with replacement. Each value is computed from integers in the same way, so a round has
 * a value where the row could have one:
 *
 *   nonprojective_percent   found: 100 * 12 / 340 = 3.53
 *   rounds                  100 * 10 / 352 = 2.84, 100 * 15 / 338 = 4.44, ...: sorted, and cut at both ends
 *   columns                 3.53, and behind it _low and _high
 *
 * Contents
 *   1. values: the value of a column, of what was counted or of a round
 *   2. intervals: the ends of what the rounds give
 *   3. against: old, new and difference, with its interval and p
 *   4. rows: files or languages of which some replace others
 */
#include "base/base.h"
#include "report/report.h"
#include "statistics/statistics.h"

#include <string.h>

/* 1. values: the value of a column, of what was counted or of a round. */

/* Returns TRUE for a sum, or what becomes of sums, which has no interval. */
static gboolean
is_count (const TbkTableColumn *column)
{
  return column->cell != TBK_CELL_PERCENT && column->cell != TBK_CELL_RATIO;
}

/* Returns TRUE if column @c of a group has an interval. */
static gboolean
is_wanted (const ChanceGroup *group, int c)
{
  return !is_count (&group->columns->columns[c]) && (group->unwanted >> c & 1) == 0;
}

/* Sets @value to the value of a column; FALSE if it has none, as a mean over nothing. */
static gboolean
value_of (const TbkTableColumn *column, const gint64 *integers, double *value)
{
  const gint64 part = integers[column->numerator] - (column->less < 0 ? 0 : integers[column->less]);

  if (column->cell == TBK_CELL_SCORE)
    return column_score (column, integers, value);
  if (!is_count (column) && integers[column->denominator] == 0)
    return FALSE;
  *value = is_count (column) ? (double) part / (double) column->factor
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

/* Sets @ends to the values at the ends of the interval; FALSE if no round has one. Rounds without a value,
 * for want of a denominator, are left out. */
static gboolean
find_interval (const ChanceGroup *group, int c, int level, RoundValue ends[2])
{
  RoundValue values[TBK_FIGURES_ROUNDS];
  int n = 0;

  for (int r = 0; r < TBK_FIGURES_ROUNDS; r++)
    if (value_of (&group->columns->columns[c], group->rows[r], &values[n].value))
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

/* An end is the cell of a round: so it is rounded as the value itself is. */
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
    if (!value_of (column, group->rows[CHANCE_FOUND], value) || !find_interval (group, c, level, found))
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

/* p is twice the share of rounds on the other side of 0, with one added to both counts: so it is never 0 for
 * want of rounds. */
void
chance_write_differences (RoundValue *differences, int n, int level, int digits, TbkTable *table)
{
  RoundValue ends[2];
  int n_below = 0, n_above = 0;

  if (n == 0) {
    write_nothing (3, table);
    return;
  }
  for (int i = 0; i < n; i++) {
    n_below += differences[i].value <= 0;
    n_above += differences[i].value >= 0;
  }
  rounds_find_ends (differences, n, level, ends);
  for (int end = 0; end < 2; end++)
    tbk_table_decimal (table, ends[end].value, digits);
  tbk_table_decimal (table, MIN (1.0, 2.0 * (MIN (n_below, n_above) + 1.0) / (n + 1.0)), 4);
}

/* Writes the interval and the probability of the difference. A round has the same sentences of both where
 * they have the same IDs, so the difference of sentences that stayed as they were is 0 in each round. */
static void
write_chance (const TbkTableColumn *column, const ChanceIntegers *new_rows, const ChanceIntegers *old_rows,
              int level, TbkTable *table)
{
  RoundValue differences[TBK_FIGURES_ROUNDS];
  int n = 0;

  for (int r = 0; r < TBK_FIGURES_ROUNDS; r++) {
    double of_new, of_old;

    if (value_of (column, new_rows[r], &of_new) && value_of (column, old_rows[r], &of_old))
      differences[n++] = (RoundValue){ of_new - of_old, r };
  }
  chance_write_differences (differences, n, level, find_digits (column), table);
}

static void
write_difference (const TbkTableColumn *column, const gint64 *of_new, const gint64 *of_old, TbkTable *table)
{
  double x, y;

  if (!value_of (column, of_new, &x) || !value_of (column, of_old, &y))
    tbk_table_nothing (table);
  else if (column->cell == TBK_CELL_COUNT)
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

/* The files of a row, TbkTally: new ones that replace others, these, and new ones that replace none. */
typedef struct {
  char *name;
  GPtrArray *of_new, *of_old, *alone;
} AgainstRow;

static AgainstRow *
against_row_new (const char *name)
{
  AgainstRow *row = g_new (AgainstRow, 1);

  *row = (AgainstRow){ g_strdup (name), g_ptr_array_new (), g_ptr_array_new (), g_ptr_array_new () };
  return row;
}

static void
against_row_free (gpointer data)
{
  AgainstRow *row = data;

  g_free (row->name);
  g_ptr_array_unref (row->of_new);
  g_ptr_array_unref (row->of_old);
  g_ptr_array_unref (row->alone);
  g_free (row);
}

/* Adds a file. @old: the one that it replaces; NULL if it replaces none */
static void
add_file (AgainstRow *row, const TbkTally *tally, const TbkTally *old)
{
  g_ptr_array_add (old != NULL ? row->of_new : row->alone, (gpointer) tally);
  if (old != NULL)
    g_ptr_array_add (row->of_old, (gpointer) old);
}

/* Returns the row of file @file, which is added to @rows if it is new: that of its language, or its own. */
static AgainstRow *
find_row (const ChanceAgainst *against, int file, GPtrArray *rows, GHashTable *by_name)
{
  const char *path = tbk_tallies_name (against->of_new, file);
  g_autofree char *language = against->by_language ? file_language (path) : NULL;
  AgainstRow *row = language != NULL ? g_hash_table_lookup (by_name, language) : NULL;

  if (row != NULL)
    return row;
  row = against_row_new (language != NULL ? language : path);
  g_ptr_array_add (rows, row);
  if (language != NULL)
    g_hash_table_insert (by_name, row->name, row);
  return row;
}

/* Finds the rows, and that of all files that replace others. The language of a pair is that of its new file. */
static void
find_rows (const ChanceAgainst *against, GPtrArray *rows, AgainstRow *total)
{
  g_autoptr (GHashTable) by_name = g_hash_table_new (g_str_hash, g_str_equal);

  for (int f = 0; f < tbk_tallies_n_files (against->of_new); f++) {
    const TbkTally *tally = tbk_tallies_get (against->of_new, f);
    const int number = against->old_numbers[f];
    const TbkTally *old = number < 0 ? NULL : tbk_tallies_get (against->of_old, number);

    if (tally == NULL)
      continue;
    add_file (find_row (against, f, rows, by_name), tally, old);
    if (old != NULL)
      add_file (total, tally, old);
  }
}

/* A row of files that replace others has these alone, so that both sides are comparable; a row of new files
 * has no old side. The total has all that replace others. */
gboolean
chance_against_rows (const ChanceAgainst *against, GError **error)
{
  g_autoptr (GPtrArray) rows = g_ptr_array_new_with_free_func (against_row_free);
  AgainstRow *total = against_row_new ("TOTAL");
  gboolean done = TRUE;

  find_rows (against, rows, total);
  for (guint r = 0; r < rows->len && done; r++) {
    const AgainstRow *row = g_ptr_array_index (rows, r);
    const gboolean has_old = row->of_old->len > 0;

    done = against->write (against, row->name, has_old ? row->of_new : row->alone,
                           has_old ? row->of_old : NULL, error);
  }
  done =
      done && (rows->len < 2 || against->write (against, total->name, total->of_new, total->of_old, error));
  against_row_free (total);
  return done;
}

/* One tally serves as it is; several are added into one of the caller's. */
const TbkTally *
chance_add_up (const GPtrArray *tallies, const TbkTallyLayout *layout, TbkTally **own)
{
  if (tallies == NULL || tallies->len == 1)
    return tallies == NULL ? NULL : g_ptr_array_index (tallies, 0);
  *own = tbk_tally_new (layout);
  for (guint t = 0; t < tallies->len; t++)
    tbk_tally_merge_copy (*own, g_ptr_array_index (tallies, t));
  return *own;
}
