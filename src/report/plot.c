/* plot.c - scripts for gnuplot, and what it draws. */
#include "tbk/plot.h"

#include "report/gnuplot.h"
#include "tbk/stream.h"

/* The sizes suit a page of print: lines of 2 points, letters of about 10. */
static const struct {
  const char *ending, *terminal;
  double height; /* of a plot of lines */
} terminals[] = {
  { ".svg", "svg size 900,%g dynamic font 'sans-serif,15' linewidth 1.5 background 'white'", 560 },
  { ".png", "pngcairo size 1500,%g font 'sans,24' linewidth 2.5 background 'white'", 930 },
  { ".pdf", "pdfcairo size 7in,%gin font 'sans,12' linewidth 2", 4.35 },
};

struct TbkPlot {
  GString *settings; /* titles and axes */
  GString *data;     /* a block for each line */
  GString *lines;    /* the arguments of gnuplot's plot command */
  int n_lines;       /* or sets of bars */
  gint64 n_points;   /* or bars, of all of them */
  gboolean is_logarithmic;
  gboolean has_bars;
  GString *names; /* of bars, as tics of gnuplot */
  int n_names;
  int n_bars; /* of the set in hand */
};

/* Appends @text as a string of gnuplot in single quotes, in which nothing but the quote is special. */
static void
append_quoted (GString *script, const char *text)
{
  g_string_append_c (script, '\'');
  for (const char *c = text; *c != '\0'; c++)
    if (*c == '\'')
      g_string_append (script, "''");
    else
      g_string_append_c (script, g_ascii_iscntrl (*c) ? ' ' : *c);
  g_string_append_c (script, '\'');
}

static void
append_title (GString *script, const char *what, const char *title)
{
  g_string_append_printf (script, "set %s ", what);
  append_quoted (script, title);
  g_string_append (script, " noenhanced\n");
}

TbkPlot *
tbk_plot_new (const char *title, const char *x_title, const char *y_title)
{
  TbkPlot *plot = g_new0 (TbkPlot, 1);

  plot->settings = g_string_new (
      "set encoding utf8\nset grid linecolor '#dddddd'\nset key left top Left reverse noenhanced\n"
      "set border 3\nset tics nomirror\nset yrange [0:]\n");
  append_title (plot->settings, "title", title);
  append_title (plot->settings, "xlabel", x_title);
  append_title (plot->settings, "ylabel", y_title);
  plot->data = g_string_new (NULL);
  plot->lines = g_string_new (NULL);
  plot->names = g_string_new (NULL);
  return plot;
}

void
tbk_plot_free (TbkPlot *plot)
{
  if (plot == NULL)
    return;
  g_string_free (plot->settings, TRUE);
  g_string_free (plot->data, TRUE);
  g_string_free (plot->lines, TRUE);
  g_string_free (plot->names, TRUE);
  g_free (plot);
}

void
tbk_plot_set_logarithmic (TbkPlot *plot)
{
  plot->is_logarithmic = TRUE;
  g_string_append (plot->settings, "set yrange [*:*]\nset logscale y\nset format y '%g'\n");
}

/* Begins the data of a line or of a set of bars. */
static void
begin_data (TbkPlot *plot)
{
  if (plot->n_lines > 0)
    g_string_append (plot->data, "end\n");
  g_string_append_printf (plot->data, "$line%d << end\n", ++plot->n_lines);
}

void
tbk_plot_add_line (TbkPlot *plot, const char *label)
{
  begin_data (plot);
  g_string_append_printf (plot->lines,
                          "%s $line%d using 1:2 with linespoints linewidth 1.3 pointsize 1 title ",
                          plot->n_lines > 1 ? "," : "plot", plot->n_lines);
  append_quoted (plot->lines, label);
}

void
tbk_plot_add_point (TbkPlot *plot, double x, double y)
{
  char x_text[G_ASCII_DTOSTR_BUF_SIZE], y_text[G_ASCII_DTOSTR_BUF_SIZE];

  g_return_if_fail (plot->n_lines > 0);
  plot->n_points++;
  g_string_append_printf (plot->data, "%s %s\n", g_ascii_formatd (x_text, sizeof (x_text), "%.6g", x),
                          g_ascii_formatd (y_text, sizeof (y_text), "%.6g", y));
}

void
tbk_plot_add_bars (TbkPlot *plot, const char *label)
{
  plot->has_bars = TRUE;
  plot->n_bars = 0;
  begin_data (plot);
  g_string_append_printf (
      plot->lines, "%s $line%d using (0):1:(0):2:($1+bar*%d-0.4):($1+bar*%d-0.4) with boxxyerror title ",
      plot->n_lines > 1 ? "," : "plot", plot->n_lines, plot->n_lines - 1, plot->n_lines);
  append_quoted (plot->lines, label);
}

void
tbk_plot_add_bar (TbkPlot *plot, const char *name, double x)
{
  tbk_plot_add_point (plot, plot->n_bars, x);
  if (plot->n_lines == 1) {
    g_string_append (plot->names, plot->n_names > 0 ? ", " : "");
    append_quoted (plot->names, name);
    g_string_append_printf (plot->names, " %d", plot->n_names++);
  }
  plot->n_bars++;
}

/* What gnuplot must know of bars before they are drawn. */
static char *
bar_settings (const TbkPlot *plot)
{
  if (!plot->has_bars)
    return g_strdup ("");
  return g_strdup_printf ("bar = 0.8 / %d\nset style fill solid 0.8\nset ylabel\nset xrange [0:]\n"
                          "set yrange [%d.5:-0.5]\nset ytics noenhanced (%s)\nset grid noytics\n"
                          "set key tmargin left horizontal\n",
                          plot->n_lines, plot->n_names - 1, plot->names->str);
}

gboolean
tbk_plot_is_empty (const TbkPlot *plot)
{
  return plot->n_points == 0;
}

/* Axes for a plot without points, from which gnuplot cannot find their ranges. */
static const char *
empty_settings (const TbkPlot *plot)
{
  if (!tbk_plot_is_empty (plot))
    return "";
  return plot->is_logarithmic
             ? "set label 'no points' at graph 0.5,0.5 center\nset xrange [0:1]\nset yrange [1:10]\n"
             : "set label 'no points' at graph 0.5,0.5 center\nset xrange [0:1]\nset yrange [0:1]\n";
}

/* A plot of bars grows with them. */
static double
relative_height (const TbkPlot *plot)
{
  return plot->has_bars ? (150 + plot->n_names * (12 + 8.0 * plot->n_lines)) / 560 : 1;
}

/* The number of the terminal that draws a file of that name, or -1. */
static int
find_terminal (const char *path)
{
  for (guint t = 0; t < G_N_ELEMENTS (terminals); t++)
    if (g_str_has_suffix (path, terminals[t].ending))
      return t;
  return -1;
}

gboolean
tbk_plot_check_path (const char *path, GError **error)
{
  if (find_terminal (path) >= 0)
    return TRUE;
  g_set_error (error, TBK_ERROR, TBK_ERROR_USAGE,
               "%s: a name that ends in .svg, .png or .pdf was expected for a plot", path);
  return FALSE;
}

/* What the terminal of that number makes of @plot. */
static GBytes *
draw (const TbkPlot *plot, int terminal, GError **error)
{
  char height[G_ASCII_DTOSTR_BUF_SIZE];
  g_autofree char *bars = bar_settings (plot);
  g_autoptr (GString) script = g_string_new ("set terminal ");

  g_string_append (script, terminals[terminal].terminal);
  g_ascii_formatd (height, sizeof (height), "%.6g", terminals[terminal].height * relative_height (plot));
  g_string_replace (script, "%g", height, 1);
  g_string_append_printf (script, "\n%s%s%s%s%s%s\n", plot->settings->str, bars, empty_settings (plot),
                          plot->data->str, plot->n_lines > 0 ? "end\n" : "",
                          plot->n_lines > 0 ? plot->lines->str : "plot NaN notitle");
  return gnuplot_draw (script->str, error);
}

gboolean
tbk_plot_write (const TbkPlot *plot, const char *path, GError **error)
{
  g_autoptr (GBytes) drawing = NULL;
  g_autoptr (TbkOutput) output = NULL;

  if (!tbk_plot_check_path (path, error))
    return FALSE;
  drawing = draw (plot, find_terminal (path), error);
  if (drawing == NULL)
    return FALSE;
  output = tbk_output_open (path, error);
  return output != NULL
         && tbk_output_write (output, g_bytes_get_data (drawing, NULL), g_bytes_get_size (drawing), error)
         && tbk_output_commit (g_steal_pointer (&output), error);
}

char *
tbk_plot_draw_svg (const TbkPlot *plot, GError **error)
{
  g_autoptr (GBytes) drawing = draw (plot, find_terminal (".svg"), error);

  return drawing == NULL ? NULL : g_strndup (g_bytes_get_data (drawing, NULL), g_bytes_get_size (drawing));
}
