/* interval_plot.c - plots of a share or mean with its intervals, --plot with --intervals; and how all plots end. */
#include "commands/commands.h"
#include "report/plot.h"

#include <string.h>

#include "options/options.h"

gboolean
plot_end (Plot *plot, const char *path, const char *group, const char *trees, int n_left_out, GError **error)
{
  g_autofree char *left_out = g_strdup_printf ("%d %s%s with fewer than %d %s", n_left_out, group,
                                               n_left_out == 1 ? "" : "s", LEAST_TREES_PLOTTED, trees);
  g_autofree char *note = g_strdup_printf ("Not plotted: %s.", left_out);

  if (n_left_out > 0)
    plot_set_note (plot, note);
  if (!plot_write (plot, path, error))
    return FALSE;
  if (plot_is_empty (plot))
    tool_message ("%s: the plot has no points: no %s has %d %s", path, group, LEAST_TREES_PLOTTED, trees);
  else if (n_left_out > 0)
    tool_message ("%s: not plotted: %s", path, left_out);
  return TRUE;
}

/* Returns the name of a column in words: those of mdd_random are "mean dependency length, random". To be freed. */
static char *
column_in_words (const char *column)
{
  static const char *const known[][2] = { { "mdd", "mean dependency length," },
                                          { "percent", "per cent" },
                                          { "uas", "UAS" },
                                          { "nonprojective", "non-projective" } };
  g_auto (GStrv) parts = g_strsplit (column, "_", -1);
  GString *words = g_string_new (NULL);

  for (guint p = 0; parts[p] != NULL; p++) {
    const char *word = parts[p];

    for (guint k = 0; k < G_N_ELEMENTS (known); k++)
      word = g_str_equal (word, known[k][0]) ? known[k][1] : word;
    g_string_append_printf (words, "%s%s", p == 0 ? "" : word == known[1][1] ? ", " : " ", word);
  }
  if (words->str[words->len - 1] == ',')
    g_string_truncate (words, words->len - 1);
  return g_string_free (words, FALSE);
}

/* Files of one label or language, or a series of them. */
typedef struct {
  const char *name;
  double value, ends[2];
} Dot;

/* Returns the order of two dots: the greatest first, with @is_ascending the least. */
static int
compare_dots (gconstpointer a, gconstpointer b, gpointer is_ascending)
{
  const double x = ((const Dot *) a)->value, y = ((const Dot *) b)->value;

  return (x < y ? 1 : x > y ? -1 : 0) * (is_ascending != NULL ? -1 : 1);
}

/* Adds a dot for each row that has a value. Returns how many rows have too few trees. */
static int
add_dots (Plot *plot, const IntervalPlot *drawn, const IntervalRow *rows, guint n_rows)
{
  g_autoptr (GArray) dots = g_array_new (FALSE, FALSE, sizeof (Dot));
  const char *sort = drawn->given->table.sort;
  const gboolean is_ascending = sort != NULL && *sort == '-';
  int n_left_out = 0;

  for (guint r = 0; r < n_rows; r++) {
    Dot dot = { .name = rows[r].name };

    if (!drawn->find (drawn->data, &rows[r], -1, &dot.value, dot.ends))
      tool_message ("%s: not plotted: %s has no %s", drawn->path, dot.name, drawn->column);
    else if (drawn->count_trees (drawn->data, &rows[r], -1) < LEAST_TREES_PLOTTED)
      n_left_out++;
    else
      g_array_append_val (dots, dot);
  }
  if (sort != NULL && g_str_equal (sort + is_ascending, drawn->column))
    g_array_sort_with_data (dots, compare_dots, GINT_TO_POINTER (is_ascending));
  for (guint d = 0; d < dots->len; d++) {
    const Dot *dot = &g_array_index (dots, Dot, d);

    plot_add_dot (plot, dot->name, dot->value, dot->ends[0], dot->ends[1]);
  }
  return n_left_out;
}

/* Adds the line of a row, with a point for each bin. Returns how many bins have too few trees. */
static int
add_band (Plot *plot, const IntervalPlot *drawn, const IntervalRow *row)
{
  gint64 n_trees;
  int n_left_out = 0;

  plot_add_line (plot, row->name);
  for (int bin = 0; (n_trees = drawn->count_trees (drawn->data, row, bin)) >= 0; bin++) {
    double value, ends[2];

    if (n_trees < LEAST_TREES_PLOTTED)
      n_left_out += n_trees > 0;
    else if (drawn->find (drawn->data, row, bin, &value, ends))
      plot_add_band (plot, bin * drawn->width + (drawn->width + 1) / 2.0, value, ends[0], ends[1]);
  }
  return n_left_out;
}

gboolean
interval_plot_draw (const IntervalPlot *drawn, const IntervalRow *rows, guint n_rows, GError **error)
{
  g_autofree char *column = column_in_words (drawn->column);
  g_autofree char *title = g_strdup_printf ("%c%.*s by %s", g_ascii_toupper (*column),
                                            (int) strcspn (column + 1, ","), column + 1, drawn->by);
  g_autofree char *figure = g_strdup_printf ("%s, with its interval of %d per cent", column, drawn->level);
  g_autoptr (Plot) plot = plot_new (drawn->given->title != NULL ? drawn->given->title : title,
                                    drawn->width > 0 ? "words in the sentence" : figure, figure);
  int n_left_out = 0;

  if (drawn->width == 0)
    n_left_out = add_dots (plot, drawn, rows, n_rows);
  for (guint r = 0; drawn->width > 0 && r < n_rows; r++)
    n_left_out += add_band (plot, drawn, &rows[r]);
  return plot_end (plot, drawn->path, drawn->width > 0 ? "length bin" : drawn->by, "trees", n_left_out,
                   error);
}
