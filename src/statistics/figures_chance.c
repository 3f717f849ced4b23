/* figures_chance.c - tables of figures with intervals, and of two releases side by side.
 *
 * Contents
 *   1. drawn: the figures of a tally, and of each round that was drawn of it
 *   2. intervals: the ends of what the rounds give
 *   3. against: old, new and difference, with its interval and p
 *
 * A share or mean is a quotient of two integers, correctly rounded as all machines do it; so the order of the rounds, and
 * with it the ends of intervals, are the same everywhere.
 */
#include "report/report.h"
#include "statistics/statistics.h"

#include <string.h>

#include "base/base.h"
#include "corpus/corpus.h"

/* 1. drawn: the figures of a tally, and of each round that was drawn of it. */

enum { FOUND = TBK_FIGURES_ROUNDS, N_ROWS };

typedef gint64 Integers[FIGURES_MAX_COLUMNS + 1];

/* What is known of a tally: of each kind the integers of each round, and FOUND those that were counted. */
typedef struct {
  Integers *rows[TBK_FIGURES_N_KINDS];
} DrawnFigures;

/* The groups of columns of the table, by the kind of their figures; NULL for those that it lacks. */
static void
find_groups (const TbkFiguresOptions *options, const TbkTableColumns *groups[TBK_FIGURES_N_KINDS])
{
  for (TbkFiguresKind kind = 0; kind < TBK_FIGURES_N_KINDS; kind++)
    groups[kind] = figure_rounds_group (options, kind);
}

/* Takes the rounds of the figures of a kind, in a bin of lengths or of all (-1). */
static void
take_rounds (const TbkTally *tally, int bin, TbkFiguresKind kind, const TbkFiguresOptions *options,
             int n_columns, Integers *rows)
{
  gboolean is_needed[FIGURES_MAX_COLUMNS];

  figure_rounds_needed (options, kind, n_columns, is_needed);
  for (int c = 0; c < n_columns; c++) {
    KeyNumber figure;
    const gint64 *found = is_needed[c]
                              ? tbk_tally_get (tally, figures_rounds_section (),
                                               (const char *[]){ figure_rounds_key (kind, c, bin, &figure) })
                              : NULL;

    for (int r = 0; found != NULL && r < TBK_FIGURES_ROUNDS; r++)
      rows[r][c] = found[r];
  }
}

/* @key: of a bin of lengths in the tally, or NULL for all. */
static void
drawn_figures_set (DrawnFigures *drawn, const TbkTally *tally, const char *const *key,
                   const TbkFiguresOptions *options)
{
  const TbkTableColumns *groups[TBK_FIGURES_N_KINDS];

  find_groups (options, groups);
  for (TbkFiguresKind kind = 0; kind < TBK_FIGURES_N_KINDS; kind++) {
    const int n = tbk_figures_layout ()->sections[tbk_figures_section (kind, TBK_FIGURES_BY_FILE)].n_columns;
    const gint64 *found;

    drawn->rows[kind] = groups[kind] == NULL ? NULL : g_new0 (Integers, N_ROWS);
    if (drawn->rows[kind] == NULL || tally == NULL)
      continue;
    found = key == NULL ? tbk_figures_get (tally, kind)
                        : tbk_tally_get (tally, figures_section (kind, options), key);
    if (found != NULL)
      memcpy (drawn->rows[kind][FOUND], found, (gsize) n * sizeof (gint64));
    if (options->level > 0)
      take_rounds (tally, key == NULL ? -1 : (int) key_value (key[0]), kind, options, n, drawn->rows[kind]);
    for (int r = 0; kind == TBK_FIGURES_OF_CLASSES && r < N_ROWS; r++) /* shares are of all trees */
      drawn->rows[kind][r][TBK_N_CLASS_FIGURES] = drawn->rows[TBK_FIGURES_OF_TREES][r][TBK_FIGURE_SENTENCES];
  }
}

static void
drawn_figures_clear (DrawnFigures *drawn)
{
  for (TbkFiguresKind kind = 0; kind < TBK_FIGURES_N_KINDS; kind++)
    g_free (drawn->rows[kind]);
}

static gboolean
is_count (const TbkTableColumn *column)
{
  return column->cell == TBK_CELL_COUNT;
}

/* Sets @value to that of a column; FALSE if it has none. */
static gboolean
find_value (const TbkTableColumn *column, const gint64 *integers, double *value)
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

static inline int
compare_values (const RoundValue *x, const RoundValue *y)
{
  return x->value < y->value ? -1 : x->value > y->value ? 1 : x->round - y->round;
}

/* Moves the values so that the one that comes after @n others in order is at place @n, lesser ones before it and greater
 * ones behind it: Hoare's selection. */
static void
select_value (RoundValue *values, int n_values, int n)
{
  int low = 0, high = n_values - 1;

  while (low < high) {
    const RoundValue pivot = values[low + (high - low) / 2];
    int i = low, j = high;

    while (i <= j) {
      while (compare_values (&values[i], &pivot) < 0)
        i++;
      while (compare_values (&values[j], &pivot) > 0)
        j--;
      if (i <= j) {
        const RoundValue value = values[i];

        values[i++] = values[j];
        values[j--] = value;
      }
    }
    if (n <= j)
      high = j;
    else if (n >= i)
      low = i;
    else
      return;
  }
}

void
figures_chance_find_ends (RoundValue *values, int n, int level, RoundValue ends[2])
{
  const int cut = n * (100 - level) / 200; /* so many are below the interval, and above it */

  select_value (values, n, cut);
  ends[0] = values[cut];
  select_value (values, n, n - 1 - cut);
  ends[1] = values[n - 1 - cut];
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

/* Sets the values of the rounds; returns how many have one. */
static int
find_values (const TbkTableColumn *column, Integers *rows, RoundValue *values)
{
  int n = 0;

  for (int r = 0; r < TBK_FIGURES_ROUNDS; r++)
    if (find_value (column, rows[r], &values[n].value))
      values[n++].round = r;
  return n;
}

/* Sets @ends to the values at the ends of the interval; FALSE if no round has one. */
static gboolean
find_interval (const TbkTableColumn *column, Integers *rows, int level, RoundValue ends[2])
{
  RoundValue values[TBK_FIGURES_ROUNDS];
  const int n = find_values (column, rows, values);

  if (n > 0)
    figures_chance_find_ends (values, n, level, ends);
  return n > 0;
}

static void
write_nothing (int n_cells, TbkTable *table)
{
  for (int cell = 0; cell < n_cells; cell++)
    tbk_table_nothing (table);
}

static void
write_interval (const TbkTableColumn *column, Integers *rows, int level, TbkTable *table)
{
  RoundValue ends[2];
  const gboolean is_found = find_interval (column, rows, level, ends);

  for (int end = 0; end < 2; end++)
    if (is_found)
      write_cell (column, rows[ends[end].round], table);
    else
      tbk_table_nothing (table);
}

void
figures_chance_columns (const TbkFiguresOptions *options, GPtrArray *names)
{
  const TbkTableColumns *groups[TBK_FIGURES_N_KINDS];

  find_groups (options, groups);
  for (TbkFiguresKind kind = 0; kind < TBK_FIGURES_N_KINDS; kind++)
    for (int c = 0; groups[kind] != NULL && c < groups[kind]->n_columns; c++) {
      g_ptr_array_add (names, (gpointer) tbk_table_columns_name (groups[kind], c));
      if (is_count (&groups[kind]->columns[c]))
        continue;
      g_ptr_array_add (names, (gpointer) name_with (groups[kind], c, "_low"));
      g_ptr_array_add (names, (gpointer) name_with (groups[kind], c, "_high"));
    }
}

void
figures_chance_write (const TbkTally *tally, const char *const *key, const TbkFiguresOptions *options,
                      TbkTable *table)
{
  const TbkTableColumns *groups[TBK_FIGURES_N_KINDS];
  DrawnFigures drawn;

  find_groups (options, groups);
  drawn_figures_set (&drawn, tally, key, options);
  for (TbkFiguresKind kind = 0; kind < TBK_FIGURES_N_KINDS; kind++)
    for (int c = 0; groups[kind] != NULL && c < groups[kind]->n_columns; c++) {
      write_cell (&groups[kind]->columns[c], drawn.rows[kind][FOUND], table);
      if (figure_rounds_is_wanted (options, kind, c))
        write_interval (&groups[kind]->columns[c], drawn.rows[kind], options->level, table);
      else if (!is_count (&groups[kind]->columns[c]))
        write_nothing (2, table);
    }
  drawn_figures_clear (&drawn);
}

gboolean
tbk_figures_interval (const TbkTally *tally, const char *const *key, const TbkFiguresOptions *options,
                      const char *column, double *value, double ends[2])
{
  const TbkTableColumns *groups[TBK_FIGURES_N_KINDS];
  DrawnFigures drawn;
  RoundValue found[2];
  gboolean has_value = FALSE;

  find_groups (options, groups);
  drawn_figures_set (&drawn, tally, key, options);
  for (TbkFiguresKind kind = 0; kind < TBK_FIGURES_N_KINDS; kind++)
    for (int c = 0; groups[kind] != NULL && c < groups[kind]->n_columns; c++) {
      const TbkTableColumn *of_name = &groups[kind]->columns[c];

      if (is_count (of_name) || !g_str_equal (tbk_table_columns_name (groups[kind], c), column))
        continue;
      has_value = find_value (of_name, drawn.rows[kind][FOUND], value)
                  && find_interval (of_name, drawn.rows[kind], options->level, found);
      for (int end = 0; has_value && end < 2; end++)
        ends[end] = found[end].value;
    }
  drawn_figures_clear (&drawn);
  return has_value;
}

const char *
tbk_figures_plotted (const TbkFiguresOptions *options, const char *columns)
{
  const TbkTableColumns *groups[TBK_FIGURES_N_KINDS];
  g_auto (GStrv) patterns = g_strsplit (columns != NULL    ? columns
                                        : options->lengths ? "mdd"
                                                           : "nonprojective_arcs_percent",
                                        ",", -1);

  find_groups (options, groups);
  for (int p = 0; patterns[p] != NULL; p++)
    for (TbkFiguresKind kind = 0; kind < TBK_FIGURES_N_KINDS; kind++)
      for (int c = 0; groups[kind] != NULL && c < groups[kind]->n_columns; c++) {
        const char *name = tbk_table_columns_name (groups[kind], c);

        if (!is_count (&groups[kind]->columns[c]) && g_pattern_match_simple (patterns[p], name))
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
write_chance (const TbkTableColumn *column, Integers *new_rows, Integers *old_rows, int level,
              TbkTable *table)
{
  RoundValue differences[TBK_FIGURES_ROUNDS];
  RoundValue ends[2];
  int n = 0, n_below = 0, n_above = 0;

  for (int r = 0; r < TBK_FIGURES_ROUNDS; r++) {
    double of_new, of_old;

    if (!find_value (column, new_rows[r], &of_new) || !find_value (column, old_rows[r], &of_old))
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
  figures_chance_find_ends (differences, n, level, ends);
  for (int end = 0; end < 2; end++)
    tbk_table_decimal (table, ends[end].value, find_digits (column));
  tbk_table_decimal (table, MIN (1.0, 2.0 * (MIN (n_below, n_above) + 1.0) / (n + 1.0)), 4);
}

static void
write_difference (const TbkTableColumn *column, const gint64 *of_new, const gint64 *of_old, TbkTable *table)
{
  double x, y;

  if (!find_value (column, of_new, &x) || !find_value (column, of_old, &y))
    tbk_table_nothing (table);
  else if (is_count (column))
    tbk_table_integer (table, of_new[column->numerator] - of_old[column->numerator]);
  else
    tbk_table_decimal (table, x - y, find_digits (column));
}

const char **
tbk_figures_against_columns (const TbkFiguresOptions *options)
{
  static const char *const suffixes[] = { "_old", "_new", "_difference", "_low", "_high", "_p" };
  const TbkTableColumns *groups[TBK_FIGURES_N_KINDS];
  GPtrArray *names = g_ptr_array_new ();

  g_ptr_array_add (names, options->by == TBK_FIGURES_BY_FILE ? "file" : "language");
  find_groups (options, groups);
  for (TbkFiguresKind kind = 0; kind < TBK_FIGURES_N_KINDS; kind++)
    for (int c = 0; groups[kind] != NULL && c < groups[kind]->n_columns; c++)
      for (int s = 0; s < (options->level > 0 && !is_count (&groups[kind]->columns[c]) ? 6 : 3); s++)
        g_ptr_array_add (names, (gpointer) name_with (groups[kind], c, suffixes[s]));
  g_ptr_array_add (names, NULL);
  return (const char **) g_ptr_array_free (names, FALSE);
}

/* @old: NULL if there is none. */
static gboolean
write_against (const char *name, const TbkTally *of_new, const TbkTally *of_old,
               const TbkFiguresOptions *options, TbkTable *table, GError **error)
{
  const TbkTableColumns *groups[TBK_FIGURES_N_KINDS];
  DrawnFigures x, y;

  find_groups (options, groups);
  drawn_figures_set (&x, of_new, NULL, options);
  drawn_figures_set (&y, of_old, NULL, options);
  tbk_table_string (table, name);
  for (TbkFiguresKind kind = 0; kind < TBK_FIGURES_N_KINDS; kind++)
    for (int c = 0; groups[kind] != NULL && c < groups[kind]->n_columns; c++) {
      const TbkTableColumn *column = &groups[kind]->columns[c];

      if (of_old == NULL)
        tbk_table_nothing (table);
      else
        write_cell (column, y.rows[kind][FOUND], table);
      write_cell (column, x.rows[kind][FOUND], table);
      if (of_old == NULL)
        tbk_table_nothing (table);
      else
        write_difference (column, x.rows[kind][FOUND], y.rows[kind][FOUND], table);
      if (options->level > 0 && figure_rounds_is_wanted (options, kind, c))
        write_chance (column, x.rows[kind], y.rows[kind], options->level, table);
      else if (options->level > 0 && !is_count (column))
        write_nothing (3, table);
    }
  drawn_figures_clear (&x);
  drawn_figures_clear (&y);
  return tbk_table_end_row (table, error);
}

/* Files of which the tallies are added up. */
typedef struct {
  const TbkTallies *of_new, *of_old;
  const int *old_numbers;
  gboolean by_language;
} Pairs;

/* The row that a file goes into: its language, or that of all. To be freed. */
static char *
find_row_name (const Pairs *pairs, int file)
{
  return pairs->by_language ? tbk_file_language (tbk_tallies_name (pairs->of_new, file)) : g_strdup ("TOTAL");
}

/* The tally that file @file replaces; NULL if it replaces none. */
static const TbkTally *
get_old (const Pairs *pairs, int file)
{
  const int number = pairs->old_numbers[file];

  return number < 0 ? NULL : tbk_tallies_get (pairs->of_old, number);
}

/* Writes the sums of the files of row @name: of those that replace others, so that both sums are of the same files; if none does,
 * of the new files alone. The language of a pair is that of its new file. */
static gboolean
write_sum (const Pairs *pairs, const char *name, const TbkFiguresOptions *options, TbkTable *table,
           GError **error)
{
  g_autoptr (TbkTally) of_new = tbk_tally_new (tbk_figures_layout ()),
                       of_old = tbk_tally_new (tbk_figures_layout ()),
                       alone = tbk_tally_new (tbk_figures_layout ());
  gboolean has_old = FALSE;

  for (int f = 0; f < tbk_tallies_n_files (pairs->of_new); f++) {
    const TbkTally *tally = tbk_tallies_get (pairs->of_new, f), *old = get_old (pairs, f);
    g_autofree char *found = find_row_name (pairs, f);

    if (tally == NULL || !g_str_equal (found, name))
      continue;
    tbk_tally_merge_copy (old != NULL ? of_new : alone, tally);
    if (old != NULL)
      tbk_tally_merge_copy (of_old, old);
    has_old |= old != NULL;
  }
  return write_against (name, has_old || !pairs->by_language ? of_new : alone,
                        has_old || !pairs->by_language ? of_old : NULL, options, table, error);
}

static gboolean
write_languages (const Pairs *pairs, const TbkFiguresOptions *options, TbkTable *table, int *n_rows,
                 GError **error)
{
  g_autoptr (GHashTable) written = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (int f = 0; f < tbk_tallies_n_files (pairs->of_new); f++) {
    g_autofree char *language = find_row_name (pairs, f);

    if (tbk_tallies_get (pairs->of_new, f) == NULL || g_hash_table_contains (written, language))
      continue;
    if (!write_sum (pairs, language, options, table, error))
      return FALSE;
    g_hash_table_add (written, g_steal_pointer (&language));
    ++*n_rows;
  }
  return TRUE;
}

gboolean
tbk_figures_write_against (const TbkTallies *of_new, const TbkTallies *of_old, const int *old_numbers,
                           const TbkFiguresOptions *options, TbkTable *table, GError **error)
{
  Pairs pairs = { of_new, of_old, old_numbers, options->by == TBK_FIGURES_BY_LANGUAGE };
  int n_rows = 0;

  if (pairs.by_language && !write_languages (&pairs, options, table, &n_rows, error))
    return FALSE;
  for (int f = 0; !pairs.by_language && f < tbk_tallies_n_files (of_new); f++) {
    const TbkTally *tally = tbk_tallies_get (of_new, f);

    if (tally == NULL)
      continue;
    n_rows++;
    if (!write_against (tbk_tallies_name (of_new, f), tally, get_old (&pairs, f), options, table, error))
      return FALSE;
  }
  pairs.by_language = FALSE;
  return n_rows < 2 || write_sum (&pairs, "TOTAL", options, table, error);
}
