/* plot_draw.c - the script of a plot, and what gnuplot draws by it. */
#include <math.h>
#include <string.h>

#include "report/gnuplot.h"
#include "report/plot.h"
#include "tbk/stream.h"

/* The sizes suit a page of print: lines of 2 points, letters of about 10. */
static const struct {
  const char *ending, *terminal;
  double height; /* of a plot of lines */
  const char *width, *unit, *background;
  const char *panel_font;
} terminals[] = {
  { ".svg", "svg dynamic font 'sans-serif,15' linewidth 1.5", 560, "900,", "", "background 'white'",
    "sans-serif,10" },
  { ".png", "pngcairo font 'sans,24' linewidth 2.5", 930, "1500,", "", "background 'white'", "sans,15" },
  { ".pdf", "pdfcairo font 'sans,12' linewidth 2", 4.35, "7in,", "in", "", "sans,7" },
};

/* Appends all of @part. */
static gboolean
append_text (TbkText *script, const TbkText *part, GError **error)
{
  g_autofree char *bytes = tbk_text_dup (part, error);

  if (bytes == NULL)
    return FALSE;
  tbk_text_add (script, bytes, tbk_text_length (part));
  return TRUE;
}

/* Appends what gnuplot must know of bars before they are drawn. */
static gboolean
append_bar_settings (const TbkPlot *plot, TbkText *script, GError **error)
{
  tbk_text_printf (script,
                   "bar = 0.8 / %d\nset style fill solid 0.8\nset ylabel\nset xrange [0:]\n"
                   "set yrange [%d.5:-0.5]\nset grid noytics\nset key tmargin left\nset ytics noenhanced (",
                   plot->n_lines, plot->n_names - 1);
  if (!append_text (script, plot->names, error))
    return FALSE;
  plot_append (script, ")\n");
  return TRUE;
}

/* Zeros of numbers that are written with all their digits; tics. */
enum { MOST_ZEROS = 3, MOST_POWERS = 12 };

/* Appends tics for numbers, where the axis has their logarithms. */
static void
append_powers (const TbkPlot *plot, TbkText *script)
{
  const int most = (int) ceil (plot->most_y), step = MAX (1, (most + MOST_POWERS - 1) / MOST_POWERS);

  plot_append (script, "set ytics (");
  for (int k = 0; k <= MAX (most, 1); k += step) {
    if (k <= MOST_ZEROS)
      tbk_text_printf (script, "%s'1%.*s' %d", k > 0 ? ", " : "", k, "000", k);
    else
      tbk_text_printf (script, ", '10^{%d}' %d", k, k);
  }
  plot_append (script, ")\n");
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

/* Appends entries of the legend for sizes of points. */
static void
append_sizes (const TbkPlot *plot, TbkText *script)
{
  for (gint64 n = 10; n <= MAX (plot->most_n, 10); n *= 10) {
    char size[G_ASCII_DTOSTR_BUF_SIZE];

    g_autofree char *title = g_strdup_printf ("%" G_GINT64_FORMAT " %s", n, plot->observations);

    tbk_text_printf (script, ", NaN with points linecolor '#808080' pointtype 7 pointsize %s title ",
                     g_ascii_formatd (size, sizeof size, "%.6g", plot_point_size (n)));
    plot_append_quoted (script, title);
    if (n > G_MAXINT64 / 10)
      return;
  }
}

/* Appends the command that draws. */
static gboolean
append_plot (const TbkPlot *plot, TbkText *script, GError **error)
{
  g_autoptr (TbkText) items = tbk_text_new ();
  g_autofree char *all = NULL;

  if (plot->n_lines == 0) {
    plot_append (script, "plot NaN notitle\n");
    return TRUE;
  }
  if ((plot->most_n > 0 && !append_text (items, plot->spreads, error))
      || !append_text (items, plot->lines, error))
    return FALSE;
  if (plot->most_n > 0)
    append_sizes (plot, items);
  all = tbk_text_dup (items, error);
  if (all == NULL)
    return FALSE;
  plot_append (script, "end\nplot");
  plot_append (script, all + 1); /* the first item without its comma */
  plot_append (script, "\n");
  return TRUE;
}

/* Panels stand in rows of so many; the legend takes the place of one. */
enum { PANELS_OF_ROW = 3 };

static int
n_rows_of_panels (const TbkPlot *plot)
{
  return (plot->n_panels + PANELS_OF_ROW) / PANELS_OF_ROW;
}

/* Of a legend that does not grow the plot. */
enum { LEGEND_LINES = 3 };

/* A plot of bars grows with them, one of panels with these, others with the lines of the legend. */
static double
relative_height (const TbkPlot *plot)
{
  if (plot->n_panels > 0)
    return 0.5 * n_rows_of_panels (plot);
  return plot->has_bars ? (150 + plot->n_names * (12 + 8.0 * plot->n_lines)) / 560
                        : 1 + 0.04 * MAX (0, plot->n_lines - LEGEND_LINES);
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

static void
append_terminal (const TbkPlot *plot, int terminal, gboolean is_inset, TbkText *script)
{
  char height[G_ASCII_DTOSTR_BUF_SIZE];

  g_ascii_formatd (height, sizeof (height), "%.6g", terminals[terminal].height * relative_height (plot));
  tbk_text_printf (script, "set terminal %s size %s%s%s %s\n", terminals[terminal].terminal,
                   terminals[terminal].width, height, terminals[terminal].unit,
                   is_inset ? "" : terminals[terminal].background);
}

/* Appends the commands that draw panels, and the legend in a panel of its own. */
static gboolean
append_panels (const TbkPlot *plot, int terminal, gboolean is_inset, TbkText *script, GError **error)
{
  g_autofree char *legend = tbk_text_dup (plot->lines, error);

  if (legend == NULL)
    return FALSE;
  plot_append (script, plot->n_lines > 0 ? "end\n" : "");
  tbk_text_printf (script, "set termoption font '%s'\nset multiplot layout %d,%d",
                   terminals[terminal].panel_font, n_rows_of_panels (plot), PANELS_OF_ROW);
  if (!is_inset) {
    plot_append (script, " title ");
    plot_append_quoted (script, plot->title);
    plot_append (script, " noenhanced");
  }
  plot_append (script, "\nunset key\nunset grid\n");
  if (!append_text (script, plot->panels, error))
    return FALSE;
  plot_append (script, plot_end_of_panel (plot));
  plot_append (
      script,
      "unset title\nunset border\nunset tics\nunset xlabel\nunset ylabel\nunset grid\n"
      "set xrange [0:1]\nset yrange [0:1]\nset key center center vertical Left reverse samplen 2 noenhanced\nplot");
  plot_append (script,
               legend[0] == '\0' ? " NaN notitle" : legend + 1); /* the first item without its comma */
  plot_append (script, "\nunset multiplot\n");
  return TRUE;
}

/* Appends what the terminal of that number makes of @plot. Of an inset the title stands elsewhere. */
static gboolean
draw (const TbkPlot *plot, int terminal, gboolean is_inset, TbkText *drawing, GError **error)
{
  g_autoptr (TbkText) script = tbk_text_new ();

  append_terminal (plot, terminal, is_inset, script);
  if (!append_text (script, plot->settings, error))
    return FALSE;
  if (plot->n_panels > 0)
    return append_text (script, plot->data, error) && append_panels (plot, terminal, is_inset, script, error)
           && gnuplot_draw (script, drawing, error);
  if (!is_inset)
    plot_append_title (script, "title", plot->title);
  if (plot->has_bars && !append_bar_settings (plot, script, error))
    return FALSE;
  if (plot->has_powers_of_ten)
    append_powers (plot, script);
  plot_append (script, empty_settings (plot));
  return append_text (script, plot->data, error) && append_plot (plot, script, error)
         && gnuplot_draw (script, drawing, error);
}

/* Appends @drawing with the title of @plot in place of the one that gnuplot gives to all, so that it is
 * announced as a picture of that name. */
static void
append_named (const TbkPlot *plot, const char *drawing, TbkText *text)
{
  static const char element[] = "<svg", end_of_theirs[] = "</desc>";
  const char *svg = strstr (drawing, element), *title = strstr (drawing, "<title>Gnuplot</title>"),
             *end = title == NULL ? NULL : strstr (title, end_of_theirs);
  g_autofree char *valid = g_utf8_make_valid (plot->title, -1), *escaped = g_markup_escape_text (valid, -1);

  if (svg != NULL && svg < title && end != NULL) {
    tbk_text_add (text, drawing, (gsize) (svg - drawing) + strlen (element));
    plot_append (text, " role=\"img\"");
    tbk_text_add (text, svg + strlen (element), (gsize) (title - svg) - strlen (element));
    tbk_text_printf (text, "<title>%s</title>", escaped);
    drawing = end + strlen (end_of_theirs);
  }
  plot_append (text, drawing);
}

/* Draws @plot as SVG, with its name. */
static gboolean
draw_svg (const TbkPlot *plot, gboolean is_inset, TbkText *named, GError **error)
{
  g_autoptr (TbkText) drawing = tbk_text_new ();
  g_autofree char *bytes = NULL;

  if (!draw (plot, find_terminal (".svg"), is_inset, drawing, error)
      || (bytes = tbk_text_dup (drawing, error)) == NULL)
    return FALSE;
  append_named (plot, bytes, named);
  return TRUE;
}

gboolean
tbk_plot_write (const TbkPlot *plot, const char *path, GError **error)
{
  g_autoptr (TbkText) drawing = tbk_text_new ();
  g_autoptr (TbkOutput) output = NULL;
  int terminal;

  if (!tbk_plot_check_path (path, error))
    return FALSE;
  terminal = find_terminal (path);
  if (terminal == find_terminal (".svg") ? !draw_svg (plot, FALSE, drawing, error)
                                         : !draw (plot, terminal, FALSE, drawing, error))
    return FALSE;
  output = tbk_output_open (path, error);
  return output != NULL && tbk_output_write_text (output, drawing, error)
         && tbk_output_commit (g_steal_pointer (&output), error);
}

char *
tbk_plot_draw_svg (const TbkPlot *plot, GError **error)
{
  g_autoptr (TbkText) drawing = tbk_text_new ();

  return draw_svg (plot, TRUE, drawing, error) ? tbk_text_dup (drawing, error) : NULL;
}
