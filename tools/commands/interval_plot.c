/* interval_plot.c - plots of a share or mean with its intervals: --plot with --intervals. */
#include "commands/commands.h"

#include "options/options.h"

/* A point with an interval needs some trees. More bands than these cover one another, and each has a panel. */
enum { LEAST_TREES = 10, MOST_BANDS = 6 };

/* Files of one label or language, or a series of them. */
typedef struct {
  const char *name;
  double value, ends[2];
} Dot;

/* Returns the order of two dots: the greatest first. */
static int
compare_dots (gconstpointer a, gconstpointer b)
{
  const double x = ((const Dot *) a)->value, y = ((const Dot *) b)->value;

  return x > y ? -1 : x < y;
}

/* Adds a dot for each row that has a value. */
static void
add_dots (TbkPlot *plot, const IntervalPlot *drawn, const IntervalRow *rows, guint n_rows)
{
  g_autoptr (GArray) dots = g_array_new (FALSE, FALSE, sizeof (Dot));

  for (guint r = 0; r < n_rows; r++) {
    Dot dot = { .name = rows[r].name };

    if (drawn->find (drawn->data, &rows[r], -1, &dot.value, dot.ends))
      g_array_append_val (dots, dot);
    else
      tool_message ("%s: not plotted: %s has no %s", drawn->path, dot.name, drawn->column);
  }
  g_array_sort (dots, compare_dots);
  for (guint d = 0; d < dots->len; d++) {
    const Dot *dot = &g_array_index (dots, Dot, d);

    tbk_plot_add_dot (plot, dot->name, dot->value, dot->ends[0], dot->ends[1]);
  }
}

/* Adds the line of a row, alone in a panel or beside others, with a point for each bin. Returns how many bins have too few trees. */
static int
add_band (TbkPlot *plot, const IntervalPlot *drawn, const IntervalRow *row, gboolean is_alone)
{
  gint64 n_trees;
  int n_left_out = 0;

  if (is_alone)
    tbk_plot_add_panel (plot, row->name);
  tbk_plot_add_line (plot, is_alone ? "" : row->name);
  for (int bin = 0; (n_trees = drawn->count_trees (drawn->data, row, bin)) >= 0; bin++) {
    double value, ends[2];

    if (n_trees < LEAST_TREES)
      n_left_out += n_trees > 0;
    else if (drawn->find (drawn->data, row, bin, &value, ends))
      tbk_plot_add_band (plot, bin * drawn->width + (drawn->width + 1) / 2.0, value, ends[0], ends[1]);
  }
  return n_left_out;
}

gboolean
interval_plot_draw (const IntervalPlot *drawn, const IntervalRow *rows, guint n_rows, GError **error)
{
  g_autofree char *title = g_strdup_printf ("%s by %s", drawn->column, drawn->by);
  g_autofree char *figure = g_strdup_printf ("%s, interval of %d %%", drawn->column, drawn->level);
  g_autoptr (TbkPlot) plot = tbk_plot_new (title, drawn->width > 0 ? "words" : figure, figure);
  int n_left_out = 0;

  if (drawn->width == 0)
    add_dots (plot, drawn, rows, n_rows);
  for (guint r = 0; drawn->width > 0 && r < n_rows; r++)
    n_left_out += add_band (plot, drawn, &rows[r], n_rows > MOST_BANDS);
  if (!tbk_plot_write (plot, drawn->path, error))
    return FALSE;
  if (n_left_out > 0)
    tool_message ("%s: not plotted: %d length bin%s with fewer than %d trees", drawn->path, n_left_out,
                  n_left_out == 1 ? "" : "s", LEAST_TREES);
  return TRUE;
}
