/* plot.c - plots: collected as pieces of a script, and drawn by gnuplot.
 *
 * Contents
 *   1. gnuplot: gnuplot at work
 *   2. plot: plots: what is added to them, as pieces of a script for gnuplot
 *   3. plot_draw: the script of a plot, and what gnuplot draws by it
 */
#include "report/report.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/base.h"
#include "tbk/io.h"

/* 1. gnuplot: gnuplot at work. */

/* The descriptor of a file without a name that holds @length bytes, to be read from its beginning; -1 with
 * @error set on failure. */
static int
open_nameless (const char *bytes, gsize length, GError **error)
{
  static const char name[] = "temporary file for gnuplot";
  struct iovec pieces[] = { { (char *) bytes, length } };
  FILE *file = tmpfile ();
  int descriptor = file == NULL ? -1 : system_duplicate (fileno (file));

  if (descriptor < 0) {
    system_fail (name, error);
  } else if (!system_write (descriptor, name, pieces, 1, error)) {
    close (descriptor);
    descriptor = -1;
  } else {
    lseek (descriptor, 0, SEEK_SET);
  }
  if (file != NULL)
    fclose (file);
  return descriptor;
}

/* Starts gnuplot. Script and messages are files, so that only the drawing comes by a pipe: no one ever waits
 * for another or writes to a pipe that nobody reads. */
static gboolean
start_gnuplot (int script, int messages, GPid *gnuplot, int *drawing, GError **error)
{
  g_autofree char *program = g_find_program_in_path ("gnuplot");
  /* Without the start-up files of the system and of the user, which could draw anything. */
  char *arguments[] = { program, (char *) "-d", (char *) "-", NULL };
  /* Descriptors of ours close by themselves in other programs. */
  GSpawnFlags flags = G_SPAWN_DO_NOT_REAP_CHILD | G_SPAWN_LEAVE_DESCRIPTORS_OPEN;

  if (program == NULL) {
    g_set_error (error, TBK_ERROR, TBK_ERROR_IO, "gnuplot is needed to draw a plot, and is not installed");
    return FALSE;
  }
  return g_spawn_async_with_pipes_and_fds (NULL, (const char *const *) arguments, NULL, flags, NULL, NULL,
                                           script, -1, messages, NULL, NULL, 0, gnuplot, NULL, drawing, NULL,
                                           error);
}

/* Appends all that @descriptor gives to @bytes. */
static gboolean
read_all (int descriptor, TbkText *bytes, GError **error)
{
  char buffer[4096];
  gssize n;

  while ((n = system_read (descriptor, "gnuplot", buffer, sizeof buffer, error)) > 0)
    tbk_text_add (bytes, buffer, (gsize) n);
  return n == 0;
}

/* Sets @error to how gnuplot ended that drew nothing, in its own words if it has any, and returns FALSE. */
static gboolean
fail_gnuplot (int status, int messages, GError **error)
{
  g_autoptr (TbkText) text = tbk_text_new ();
  g_autofree char *message = NULL;

  lseek (messages, 0, SEEK_SET);
  if (!read_all (messages, text, error) || (message = tbk_text_dup (text, error)) == NULL)
    return FALSE;
  if (*g_strstrip (message) != '\0')
    g_set_error (error, TBK_ERROR, TBK_ERROR_IO, "gnuplot: %s", message);
  else if (WIFSIGNALED (status))
    g_set_error (error, TBK_ERROR, TBK_ERROR_IO, "gnuplot: ended by signal %d, expected a drawing",
                 WTERMSIG (status));
  else
    g_set_error (error, TBK_ERROR, TBK_ERROR_IO, "gnuplot: ended with status %d, expected a drawing",
                 WEXITSTATUS (status));
  return FALSE;
}

/* Appends what gnuplot draws to @bytes. */
static gboolean
read_drawing (int script, int messages, TbkText *bytes, GError **error)
{
  const gsize length_before = tbk_text_length (bytes);
  GPid gnuplot;
  int drawing, status;
  gboolean is_read;

  if (!start_gnuplot (script, messages, &gnuplot, &drawing, error))
    return FALSE;
  is_read = read_all (drawing, bytes, error);
  close (drawing);
  while (waitpid (gnuplot, &status, 0) < 0)
    if (errno != EINTR)
      return is_read && system_fail ("gnuplot", error);
  return is_read
         && ((status == 0 && tbk_text_length (bytes) > length_before)
             || fail_gnuplot (status, messages, error));
}

gboolean
gnuplot_draw (const TbkText *script, TbkText *drawing, GError **error)
{
  g_autofree char *text = tbk_text_dup (script, error);
  int input = text == NULL ? -1 : open_nameless (text, tbk_text_length (script), error);
  int messages = input < 0 ? -1 : open_nameless ("", 0, error);
  gboolean done = messages >= 0 && read_drawing (input, messages, drawing, error);

  if (input >= 0)
    close (input);
  if (messages >= 0)
    close (messages);
  return done;
}

/* 2. plot: plots: what is added to them, as pieces of a script for gnuplot. */

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
plot_set_logarithmic (TbkPlot *plot)
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
plot_add_bars (TbkPlot *plot, const char *label)
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
plot_add_bar (TbkPlot *plot, const char *name, double x)
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

/* 3. plot_draw: the script of a plot, and what gnuplot draws by it. */

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
  output = tbk_output_open (path, 0, error);
  return output != NULL && tbk_output_write_text (output, drawing, error)
         && tbk_output_commit (g_steal_pointer (&output), error);
}

char *
plot_draw_svg (const TbkPlot *plot, GError **error)
{
  g_autoptr (TbkText) drawing = tbk_text_new ();

  return draw_svg (plot, TRUE, drawing, error) ? tbk_text_dup (drawing, error) : NULL;
}
