/* plot.c - plots: what is added to them, as pieces of a script for gnuplot. */
#include "report/plot.h"

#include <math.h>
#include <string.h>

/* Colours that can be told apart with any common colour blindness (Okabe and Ito), and forms of points. */
static const char lines_of_plots[] = "set linetype 1 linecolor '#0072b2' pointtype 7\n"
                                     "set linetype 2 linecolor '#d55e00' pointtype 5\n"
                                     "set linetype 3 linecolor '#009e73' pointtype 9\n"
                                     "set linetype 4 linecolor '#cc79a7' pointtype 13\n"
                                     "set linetype 5 linecolor '#8c6d00' pointtype 11\n"
                                     "set linetype 6 linecolor '#3a3a3a' pointtype 6\n"
                                     "set linetype 7 linecolor '#56b4e9' pointtype 4\n"
                                     "set linetype 8 linecolor '#e69f00' pointtype 8\n"
                                     "set linetype cycle 8\n";

void
plot_append (TbkText *script, const char *text)
{
  tbk_text_add (script, text, strlen (text));
}

void
plot_append_quoted (TbkText *script, const char *text)
{
  g_autofree char *valid = g_utf8_make_valid (text, -1);

  plot_append (script, "\"");
  for (const char *c = valid; *c != '\0'; c++)
    if (strchr ("\"\\`@", *c) != NULL)
      tbk_text_printf (script, "\\%03o", (guint) *c);
    else
      tbk_text_add (script, g_ascii_iscntrl (*c) ? " " : c, 1);
  plot_append (script, "\"");
}

void
plot_append_title (TbkText *script, const char *what, const char *title)
{
  tbk_text_printf (script, "set %s ", what);
  plot_append_quoted (script, title);
  plot_append (script, " noenhanced\n");
}

TbkPlot *
tbk_plot_new (const char *title, const char *x_title, const char *y_title)
{
  TbkPlot *plot = g_new0 (TbkPlot, 1);

  plot->title = g_strdup (title);
  plot->observations = "observations";
  plot->settings = tbk_text_new ();
  /* A title of the legend that is empty keeps it away from the axis. */
  plot_append (plot->settings,
               "set encoding utf8\nset grid linecolor '#dddddd'\nset key bmargin center Left reverse "
               "horizontal noenhanced title ' '\nset border 3\nset tics nomirror\nset yrange [0:]\n");
  plot_append (plot->settings, lines_of_plots);
  plot_append_title (plot->settings, "xlabel", x_title);
  plot_append_title (plot->settings, "ylabel", y_title);
  plot->data = tbk_text_new ();
  plot->lines = tbk_text_new ();
  plot->spreads = tbk_text_new ();
  plot->names = tbk_text_new ();
  plot->panels = tbk_text_new ();
  return plot;
}

void
tbk_plot_free (TbkPlot *plot)
{
  if (plot == NULL)
    return;
  g_free (plot->title);
  tbk_text_free (plot->settings);
  tbk_text_free (plot->data);
  tbk_text_free (plot->lines);
  tbk_text_free (plot->spreads);
  tbk_text_free (plot->names);
  tbk_text_free (plot->panels);
  g_free (plot);
}

void
tbk_plot_set_logarithmic (TbkPlot *plot)
{
  plot->is_logarithmic = TRUE;
  plot_append (plot->settings, "set yrange [*:*]\nset logscale y\nset format y '%g'\n");
}

void
tbk_plot_set_powers_of_ten (TbkPlot *plot)
{
  plot->has_powers_of_ten = TRUE;
}

void
tbk_plot_set_observations (TbkPlot *plot, const char *name)
{
  plot->observations = name;
}

/* Begins the data of a line or of a set of bars. */
static void
begin_data (TbkPlot *plot)
{
  plot_append (plot->data, plot->n_lines > 0 ? "end\n" : "");
  tbk_text_printf (plot->data, "$line%d << end\n", ++plot->n_lines);
}

const char *
plot_end_of_panel (const TbkPlot *plot)
{
  return plot->n_drawn_lines > 0 ? "\n" : "plot [0:1] [0:1] NaN notitle\n";
}

void
tbk_plot_add_panel (TbkPlot *plot, const char *title)
{
  plot_append (plot->panels, plot->n_panels++ > 0 ? plot_end_of_panel (plot) : "");
  plot_append_title (plot->panels, "title", title);
  plot->n_panel_lines = plot->n_drawn_lines = 0;
}

/* Begins a line of the panel in hand. Lines of the first panel stand for all in the legend. */
static void
begin_panel_line (TbkPlot *plot, const char *label)
{
  begin_data (plot);
  plot->n_panel_lines++;
  plot->has_drawn_last = FALSE;
  if (plot->n_panels > 1)
    return;
  tbk_text_printf (plot->lines, ", NaN with lines linetype %d dashtype %d title ", plot->n_panel_lines,
                   plot->n_panel_lines);
  plot_append_quoted (plot->lines, label);
}

/* Draws the line of the panel in hand, now that it has points. */
static void
draw_panel_line (TbkPlot *plot)
{
  tbk_text_printf (plot->panels, "%s $line%d using 1:2 with lines linetype %d dashtype %d notitle",
                   plot->n_drawn_lines++ == 0 ? "plot" : ",", plot->n_lines, plot->n_panel_lines,
                   plot->n_panel_lines);
  plot->has_drawn_last = TRUE;
}

void
tbk_plot_add_line (TbkPlot *plot, const char *label)
{
  if (plot->n_panels > 0) {
    begin_panel_line (plot, label);
    return;
  }
  begin_data (plot);
  tbk_text_printf (plot->spreads,
                   ", $line%d using 1:2:3:4 with yerrorbars linetype %d linewidth 0.8 pointtype 0 notitle",
                   plot->n_lines, plot->n_lines);
  tbk_text_printf (
      plot->lines,
      ", $line%d using 1:2:5 with linespoints linetype %d linewidth 1.3 pointsize variable title ",
      plot->n_lines, plot->n_lines);
  plot_append_quoted (plot->lines, label);
}

/* A row of the data: x, y, the ends of the bar, the size of the point. */
static void
append_point (TbkPlot *plot, const double row[5])
{
  plot->n_points++;
  plot->most_y = MAX (plot->most_y, MAX (row[1], row[3]));
  for (int c = 0; c < 5; c++) {
    char text[G_ASCII_DTOSTR_BUF_SIZE];

    plot_append (plot->data, c > 0 ? " " : "");
    plot_append (plot->data, g_ascii_formatd (text, sizeof text, "%.6g", row[c]));
  }
  plot_append (plot->data, "\n");
}

void
tbk_plot_add_point (TbkPlot *plot, double x, double y)
{
  g_return_if_fail (plot->n_lines > 0);
  if (plot->n_panels > 0 && !plot->has_drawn_last)
    draw_panel_line (plot);
  append_point (plot, (double[]){ x, y, y, y, 0.7 });
}

double
plot_point_size (gint64 n)
{
  return 0.35 + 0.35 * log10 ((double) n);
}

void
tbk_plot_add_spread (TbkPlot *plot, double x, double y, double low, double high, gint64 n)
{
  g_return_if_fail (plot->n_lines > 0 && n >= 1);
  append_point (plot, (double[]){ x, y, low, high, plot_point_size (n) });
  plot->most_n = MAX (plot->most_n, n);
}

void
tbk_plot_add_bars (TbkPlot *plot, const char *label)
{
  plot->has_bars = TRUE;
  plot->n_bars = 0;
  begin_data (plot);
  tbk_text_printf (
      plot->lines,
      ", $line%d using (0):1:(0):2:($1+bar*%d-0.4):($1+bar*%d-0.4) with boxxyerror linetype %d title ",
      plot->n_lines, plot->n_lines - 1, plot->n_lines, plot->n_lines);
  plot_append_quoted (plot->lines, label);
}

void
tbk_plot_add_bar (TbkPlot *plot, const char *name, double x)
{
  tbk_plot_add_point (plot, plot->n_bars, x);
  if (plot->n_lines == 1) {
    /* The labels of tics are formats for numbers. */
    g_auto (GStrv) parts = g_strsplit (name, "%", -1);
    g_autofree char *format = g_strjoinv ("%%", parts);

    plot_append (plot->names, plot->n_names > 0 ? ", " : "");
    plot_append_quoted (plot->names, format);
    tbk_text_printf (plot->names, " %d", plot->n_names++);
  }
  plot->n_bars++;
}

gboolean
tbk_plot_is_empty (const TbkPlot *plot)
{
  return plot->n_points == 0;
}
