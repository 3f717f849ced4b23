/* figures.c - the table of figures: of `tbk stats` and of `--summary`. */
#include "tbk/figures.h"
#include "corpus.h"

/* How many of the figures are shown. */
static int
n_shown (gboolean measures)
{
  return measures ? TBK_N_FIGURES : TBK_FIGURE_NONPLANAR_TREES;
}

const char *const *
figures_columns (gboolean measures)
{
  static const char *columns[TBK_N_FIGURES + 2] = { "file" };

  for (int f = 0; f < n_shown (measures); f++)
    columns[f + 1] = tbk_figure_name (f);
  return columns;
}

static gboolean
write_row (const TbkTally *tally, const char *name, gboolean measures, TbkTable *table, GError **error)
{
  const gint64 *figures = tbk_figures_get (tally);

  tbk_table_string (table, name);
  for (int f = 0; f < n_shown (measures); f++)
    tbk_table_integer (table, figures[f]);
  return tbk_table_end_row (table, error);
}

gboolean
figures_write (const TbkTallies *tallies, gboolean measures, TbkTable *table, GError **error)
{
  g_autoptr (TbkTally) total = NULL;

  for (int f = 0; f < tbk_tallies_n_files (tallies); f++) {
    const TbkTally *tally = tbk_tallies_get (tallies, f);
    if (tally != NULL && !write_row (tally, tbk_tallies_name (tallies, f), measures, table, error))
      return FALSE;
  }
  if (tbk_tallies_n_in (tallies) < 2)
    return TRUE;
  total = tbk_tallies_total (tallies);
  return write_row (total, "TOTAL", measures, table, error);
}
