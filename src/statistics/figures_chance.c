/* figures_chance.c - tables of figures with intervals, and of two releases side by side.
 *
 * Contents
 *   1. drawn: the figures of a tally, and of each round that was drawn of it
 *   2. intervals: rows with the ends of what the rounds give
 *   3. against: rows of two releases
 */
#include "query/query.h"
#include "report/report.h"
#include "statistics/statistics.h"

#include <string.h>

#include "base/base.h"
#include "corpus/corpus.h"

/* 1. drawn: the figures of a tally, and of each round that was drawn of it. */

/* The figures of a tally, by their kinds; without columns those that the table lacks. */
typedef struct {
  ChanceGroup groups[TBK_FIGURES_N_KINDS];
} DrawnFigures;

/* Copies the rounds of the figures of a kind, of the row of @key. Tallies have a row of rounds for each
 * integer, and groups one of integers for each round; integers that no shown column needs are left at 0. */
static void
take_rounds (const TbkTally *tally, const char *const *key, TbkFiguresKind kind,
             const TbkFiguresOptions *options, int n_columns, ChanceIntegers *rows)
{
  gboolean is_needed[FIGURES_MAX_COLUMNS];

  figure_rounds_needed (options, kind, n_columns, is_needed);
  for (int c = 0; c < n_columns; c++) {
    KeyNumber number;
    const char *of_figure[1 + TBK_KEYS_MOST] = { figure_rounds_key (kind, c, &number) };
    const gint64 *found = NULL;

    for (int p = 0; p < TBK_KEYS_MOST; p++)
      of_figure[1 + p] = key != NULL ? key[p] : "";
    if (is_needed[c])
      found = tbk_tally_get (tally, figures_rounds_section (), of_figure);
    for (int r = 0; found != NULL && r < TBK_FIGURES_ROUNDS; r++)
      rows[r][c] = found[r];
  }
}

/* Sets the figures of a tally. @key: of a row by keys in the tally, or NULL for all. */
static void
drawn_figures_set (DrawnFigures *drawn, const TbkTally *tally, const char *const *key,
                   const TbkFiguresOptions *options)
{
  for (TbkFiguresKind kind = 0; kind < TBK_FIGURES_N_KINDS; kind++) {
    const int n = tbk_figures_layout ()->sections[figures_section (kind, TRUE)].n_columns;
    const TbkTableColumns *columns = figure_rounds_group (options, kind);
    ChanceGroup *group = &drawn->groups[kind];

    *group = (ChanceGroup){ .columns = columns, .unwanted = options->unwanted[kind] };
    group->rows = columns == NULL ? NULL : g_new0 (ChanceIntegers, CHANCE_N_ROWS);
    if (columns == NULL || tally == NULL)
      continue;
    memcpy (group->rows[CHANCE_FOUND], figure_keys_row (tally, key, kind), (gsize) n * sizeof (gint64));
    if (options->level > 0)
      take_rounds (tally, key, kind, options, n, group->rows);
    for (int r = 0; kind == TBK_FIGURES_OF_CLASSES && r < CHANCE_N_ROWS; r++) /* shares are of all trees */
      group->rows[r][TBK_N_CLASS_FIGURES] = drawn->groups[TBK_FIGURES_OF_TREES].rows[r][TBK_FIGURE_SENTENCES];
  }
}

static void
drawn_figures_clear (DrawnFigures *drawn)
{
  for (TbkFiguresKind kind = 0; kind < TBK_FIGURES_N_KINDS; kind++)
    g_free (drawn->groups[kind].rows);
}

/* 2. intervals: rows with the ends of what the rounds give. */

void
figures_chance_columns (const TbkFiguresOptions *options, GPtrArray *names)
{
  for (TbkFiguresKind kind = 0; kind < TBK_FIGURES_N_KINDS; kind++)
    if (figure_rounds_group (options, kind) != NULL)
      chance_names (figure_rounds_group (options, kind), options->level, names);
}

void
figures_chance_write (const TbkTally *tally, const char *const *key, const TbkFiguresOptions *options,
                      TbkTable *table)
{
  DrawnFigures drawn;

  drawn_figures_set (&drawn, tally, key, options);
  for (TbkFiguresKind kind = 0; kind < TBK_FIGURES_N_KINDS; kind++)
    if (drawn.groups[kind].columns != NULL)
      chance_write (&drawn.groups[kind], options->level, table);
  drawn_figures_clear (&drawn);
}

gboolean
figures_interval (const TbkTally *tally, const char *const *key, const TbkFiguresOptions *options,
                  const char *column, double *value, double ends[2])
{
  DrawnFigures drawn;
  gboolean has_value = FALSE;

  drawn_figures_set (&drawn, tally, key, options);
  for (TbkFiguresKind kind = 0; kind < TBK_FIGURES_N_KINDS && !has_value; kind++)
    has_value = drawn.groups[kind].columns != NULL
                && chance_interval (&drawn.groups[kind], column, options->level, value, ends);
  drawn_figures_clear (&drawn);
  return has_value;
}

/* The first shown column that can have an interval, or the usual one. */
const char *
figures_plotted (const TbkFiguresOptions *options, const char *columns)
{
  const char *usual = !options->lengths                   ? "nonprojective_arcs_percent"
                      : tbk_figures_are_of_arcs (options) ? "mean_length"
                                                          : "mdd";
  g_auto (GStrv) patterns = g_strsplit (columns != NULL ? columns : usual, ",", -1);

  for (int p = 0; patterns[p] != NULL; p++)
    for (TbkFiguresKind kind = 0; kind < TBK_FIGURES_N_KINDS; kind++) {
      const TbkTableColumns *group = figure_rounds_group (options, kind);
      const char *name = group == NULL ? NULL : chance_find_name (group, patterns[p]);

      if (name != NULL)
        return name;
    }
  return NULL;
}

/* 3. against: rows of two releases. */

const char **
tbk_figures_against_columns (const TbkFiguresOptions *options)
{
  GPtrArray *names = g_ptr_array_new ();

  keys_columns (options->keys, names);
  for (TbkFiguresKind kind = 0; kind < TBK_FIGURES_N_KINDS; kind++)
    if (figure_rounds_group (options, kind) != NULL)
      chance_against_names (figure_rounds_group (options, kind), options->level, names);
  keys_end_columns (options->keys, names);
  return (const char **) g_ptr_array_free (names, FALSE);
}

static gboolean
write_against (const ChanceAgainst *against, const char *name, GPtrArray *of_new, GPtrArray *of_old,
               GError **error)
{
  const TbkFiguresOptions *options = against->options;
  g_autoptr (TbkTally) own_new = NULL, own_old = NULL;
  DrawnFigures x, y;

  drawn_figures_set (&x, chance_add_up (of_new, tbk_figures_layout (), &own_new), NULL, options);
  drawn_figures_set (&y, chance_add_up (of_old, tbk_figures_layout (), &own_old), NULL, options);
  tbk_table_string (against->table, name);
  for (TbkFiguresKind kind = 0; kind < TBK_FIGURES_N_KINDS; kind++)
    if (x.groups[kind].columns != NULL)
      chance_against_write (&x.groups[kind], of_old == NULL ? NULL : &y.groups[kind], options->level,
                            against->table);
  drawn_figures_clear (&x);
  drawn_figures_clear (&y);
  return tbk_table_end_row (against->table, error);
}

gboolean
tbk_figures_write_against (const TbkTallies *of_new, const TbkTallies *of_old, const int *old_numbers,
                           const TbkFiguresOptions *options, TbkTable *table, GError **error)
{
  return chance_against_rows (
      &(ChanceAgainst){ of_new, of_old, old_numbers, options->keys != NULL, write_against, options, table },
      error);
}
