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
#include "report/plot.css.h"
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

/* So many lines, sets of bars or panels a figure holds; more cannot be told apart. */
enum { MOST_SERIES = 12, MOST_DOTS = 100 };

/* Colours that can be told apart with any common colour blindness (Okabe and Ito), and forms of points.
 * plot.css turns them into lighter ones in the dark. */
static const char lines_of_plots[] = "set linetype 1 linecolor '#0072b2' pointtype 7\n"
                                     "set linetype 2 linecolor '#d55e00' pointtype 5\n"
                                     "set linetype 3 linecolor '#009e73' pointtype 9\n"
                                     "set linetype 4 linecolor '#b8578c' pointtype 13\n"
                                     "set linetype 5 linecolor '#8c6d00' pointtype 11\n"
                                     "set linetype 6 linecolor '#3a3a3a' pointtype 6\n"
                                     "set linetype 7 linecolor '#2f8fc4' pointtype 4\n"
                                     "set linetype 8 linecolor '#b37400' pointtype 8\n"
                                     "set linetype cycle 8\n";

static void
append (TbkText *script, const char *text)
{
  tbk_text_add (script, text, strlen (text));
}

/* Appends @text as a string of gnuplot in double quotes: what is special there by its number, in octal. In
 * single quotes nothing is but the quote, and gnuplot 5.4 does not take one at the beginning. */
static void
append_quoted (TbkText *script, const char *text)
{
  g_autofree char *valid = g_utf8_make_valid (text, -1);

  append (script, "\"");
  for (const char *c = valid; *c != '\0'; c++)
    if (strchr ("\"\\`@", *c) != NULL)
      tbk_text_printf (script, "\\%03o", (guint) *c);
    else
      tbk_text_add (script, g_ascii_iscntrl (*c) ? " " : c, 1);
  append (script, "\"");
}

/* Appends a space and a number as the script has it. */
static void
append_number (TbkText *script, double number)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];

  append (script, " ");
  append (script, g_ascii_formatd (text, sizeof text, "%.6g", number));
}

static void
clear_series (gpointer series)
{
  g_free (((PlotSeries *) series)->label);
}

TbkPlot *
tbk_plot_new (const char *title, const char *x_title, const char *y_title)
{
  TbkPlot *plot = g_new0 (TbkPlot, 1);

  plot->title = g_strdup (title);
  plot->x_title = g_strdup (x_title);
  plot->y_title = g_strdup (y_title);
  plot->observations = "observations";
  plot->panels = g_ptr_array_new_with_free_func (g_free);
  plot->series = g_array_new (FALSE, FALSE, sizeof (PlotSeries));
  g_array_set_clear_func (plot->series, clear_series);
  plot->data = tbk_text_new ();
  plot->names = tbk_text_new ();
  plot->least_x = plot->least_y = HUGE_VAL;
  plot->most_x = plot->most_y = -HUGE_VAL;
  return plot;
}

void
tbk_plot_free (TbkPlot *plot)
{
  if (plot == NULL)
    return;
  g_free (plot->title);
  g_free (plot->x_title);
  g_free (plot->y_title);
  g_ptr_array_free (plot->panels, TRUE);
  g_array_free (plot->series, TRUE);
  tbk_text_free (plot->data);
  tbk_text_free (plot->names);
  g_free (plot);
}

void
plot_set_logarithmic (TbkPlot *plot)
{
  plot->is_logarithmic = TRUE;
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

/* Whether what was begun last is beyond what a figure holds. */
static gboolean
is_full (const TbkPlot *plot)
{
  return plot->n_left_out > 0;
}

static PlotSeries *
series_at (const TbkPlot *plot, guint number)
{
  return &g_array_index (plot->series, PlotSeries, number);
}

void
tbk_plot_add_panel (TbkPlot *plot, const char *title)
{
  if (plot->panels->len == MOST_SERIES)
    plot->n_left_out++;
  else
    g_ptr_array_add (plot->panels, g_strdup (title));
}

void
tbk_plot_add_line (TbkPlot *plot, const char *label)
{
  const int panel = (int) plot->panels->len - 1, n = (int) plot->series->len;
  const PlotSeries *last = n > 0 ? series_at (plot, n - 1) : NULL;
  const PlotSeries series = { .label = g_strdup (label),
                              .panel = panel,
                              .number = last != NULL && last->panel == panel ? last->number + 1 : 0 };

  if ((panel >= 0 && is_full (plot)) || series.number == MOST_SERIES) {
    plot->n_left_out += panel < 0 || series.number == MOST_SERIES;
    g_free (series.label);
    return;
  }
  append (plot->data, n > 0 ? "end\n" : "");
  tbk_text_printf (plot->data, "$line%d << end\n", n + 1);
  g_array_append_val (plot->series, series);
}

/* A row of the data: x, y, the ends of the bar, the size of the point. */
static void
append_point (TbkPlot *plot, const double row[5])
{
  PlotSeries *series;

  plot->n_points++;
  if (is_full (plot))
    return;
  series = series_at (plot, plot->series->len - 1);
  series->n_points++;
  series->x = row[0];
  series->y = row[1];
  plot->least_x = MIN (plot->least_x, row[0]);
  plot->most_x = MAX (plot->most_x, row[0]);
  plot->least_y = MIN (plot->least_y, MIN (row[1], row[2]));
  plot->most_y = MAX (plot->most_y, MAX (row[1], row[3]));
  for (int c = 0; c < 5; c++)
    append_number (plot->data, row[c]);
  append (plot->data, "\n");
}

void
tbk_plot_add_point (TbkPlot *plot, double x, double y)
{
  g_return_if_fail (plot->series->len > 0);
  append_point (plot, (double[]){ x, y, y, y, 0.6 });
}

/* How large a point is that stands for @n observations. */
static double
point_size (gint64 n)
{
  return 0.3 + 0.3 * log10 ((double) n);
}

void
tbk_plot_add_spread (TbkPlot *plot, double x, double y, double low, double high, gint64 n)
{
  g_return_if_fail (plot->series->len > 0 && n >= 1);
  append_point (plot, (double[]){ x, y, low, high, point_size (n) });
  plot->most_n = MAX (plot->most_n, n);
}

void
tbk_plot_add_band (TbkPlot *plot, double x, double y, double low, double high)
{
  g_return_if_fail (plot->series->len > 0);
  append_point (plot, (double[]){ x, y, low, high, 0.6 });
  plot->has_bands = TRUE;
}

void
plot_add_bars (TbkPlot *plot, const char *label)
{
  plot->has_bars = TRUE;
  plot->n_bars = 0;
  tbk_plot_add_line (plot, label);
}

/* The cells that @text takes, wide letters two. */
static int
count_cells (const char *text)
{
  g_autofree char *valid = g_utf8_make_valid (text, -1);
  int n = 0;

  for (const char *c = valid; *c != '\0'; c = g_utf8_next_char (c))
    n += g_unichar_iswide (g_utf8_get_char (c)) ? 2 : 1;
  return n;
}

/* Adds the name of a bar or dot. The labels of tics are formats for numbers. */
static void
add_name (TbkPlot *plot, const char *name)
{
  g_auto (GStrv) parts = g_strsplit (name, "%", -1);
  g_autofree char *format = g_strjoinv ("%%", parts);

  append (plot->names, plot->n_names > 0 ? ", " : "");
  append_quoted (plot->names, format);
  tbk_text_printf (plot->names, " %d", plot->n_names++);
  plot->longest_name = MAX (plot->longest_name, count_cells (name));
}

void
plot_add_bar (TbkPlot *plot, const char *name, double x, double low, double high)
{
  g_return_if_fail (plot->series->len > 0);
  append_point (plot, (double[]){ plot->n_bars, x, low, high, 0.6 });
  plot->has_bands |= low < x || high > x;
  if (plot->series->len == 1 && !is_full (plot))
    add_name (plot, name);
  plot->n_bars++;
}

void
tbk_plot_add_dot (TbkPlot *plot, const char *name, double x, double low, double high)
{
  if (plot->series->len == 0)
    plot_add_bars (plot, "");
  plot->has_dots = TRUE;
  if (plot->n_bars == MOST_DOTS) {
    plot->n_left_out++;
    return;
  }
  add_name (plot, name);
  append_point (plot, (double[]){ x, plot->n_bars++, low, high, 0.6 });
  plot->least_x = MIN (plot->least_x, low);
  plot->most_x = MAX (plot->most_x, high);
}

gboolean
tbk_plot_is_empty (const TbkPlot *plot)
{
  return plot->n_points == 0;
}

/* 3. plot_draw: the script of a plot, and what gnuplot draws by it.
 *
 * Sizes are in units of which a figure has WIDTH, so that all terminals draw the same; margins and labels are
 * placed in fractions of the whole ("screen"). Labels stand beside the ends of lines, in the right margin:
 * those that would cover one another are moved apart, and thin lines lead to them (place_labels()).
 */

enum {
  WIDTH = 560,
  LETTERS = 14, /* the size of the font */
  CELL = 8,     /* the width of a letter */
  LINE = 17,    /* from label to label */
  LEFT = 56,    /* the margin with the labels of tics */
  RIGHT = 14,   /* the least margin */
  TITLE = 34,   /* the height of the title of the figure, */
  Y_TITLE = 30, /* of that of the axis, above it, */
  X_TITLE = 58, /* of that of the other, with the labels of tics, */
  NOTE = 26,    /* and of a line of remarks below */
  LINES_HEIGHT = 280,
  PANELS_OF_ROW = 2,
  PANEL_GAP = 20,
  PANEL_TITLE = 34,
  MOST_LABEL = 256, /* the width of labels, which are cut beyond it */
};

static const struct {
  const char *ending, *terminal;
  double scale; /* of a unit */
  const char *unit, *background;
} terminals[] = {
  { ".svg", "svg font 'sans-serif,14' linewidth 1.4", 1, "", "background 'white'" },
  { ".png", "pngcairo font 'sans,28' linewidth 3.7 pointscale 2.7", 1500.0 / WIDTH, "",
    "background 'white'" },
  { ".pdf", "pdfcairo font 'sans,15' linewidth 1.6", 7.0 / WIDTH, "in", "" },
};

/* The figure in hand: its margins and height, and what its axes show. */
typedef struct {
  const TbkPlot *plot;
  TbkText *script;
  gboolean is_inset; /* its title stands elsewhere */
  int left, right, top, bottom, height;
  int n_columns, n_rows; /* of panels */
  double x[2], y[2];     /* the ends of the axes */
} Figure;

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

/* The largest of 1, 2 and 5 times a power of ten that is not above @value, which is above 0. */
static double
round_down (double value)
{
  const double power = pow (10, floor (log10 (value)));

  return value >= 5 * power ? 5 * power : value >= 2 * power ? 2 * power : power;
}

/* Where an axis begins whose values are from @least to @most: at 0, if that is not far from them. */
static double
find_begin (double least, double most)
{
  return (least > most / 3 || least < 0) && least < most ? least - (most - least) / 20 : MIN (least, 0);
}

/* Finds what the axes show: all points, with round numbers at their ends. Heights of lines begin at 0, but not those of bands,
 * which would be too flat to compare. */
static void
find_axes (Figure *figure)
{
  const TbkPlot *plot = figure->plot;
  const gboolean is_empty = plot->least_x > plot->most_x;
  const double least_x = is_empty ? 0 : plot->least_x, most_x = is_empty ? 1 : MAX (plot->most_x, 1e-9);
  const double most_y = is_empty ? 1 : plot->most_y;

  figure->x[0] = find_begin (least_x, most_x);
  figure->x[1] = most_x + (most_x - figure->x[0]) / 50;
  figure->y[0] = plot->has_bands && !is_empty ? find_begin (plot->least_y, most_y) : 0;
  figure->y[1] = most_y > 0 ? most_y * 1.03 : 1;
  if (plot->is_logarithmic) {
    figure->y[0] = is_empty ? 1 : round_down (plot->least_y);
    figure->y[1] = is_empty ? 10 : MAX (most_y, figure->y[0]) * 1.1;
  }
}

/* Where @y is on its axis: 0 at the bottom, 1 at the top. */
static double
fraction_of (const Figure *figure, double y)
{
  return figure->plot->is_logarithmic ? log (y / figure->y[0]) / log (figure->y[1] / figure->y[0])
                                      : (y - figure->y[0]) / (figure->y[1] - figure->y[0]);
}

/* The width of the longest label beside lines. */
static int
width_of_labels (const TbkPlot *plot)
{
  int width = 0;

  for (guint s = 0; s < plot->series->len; s++)
    width = MAX (width, count_cells (series_at (plot, s)->label) * CELL);
  return MIN (width, MOST_LABEL);
}

static int
height_of_panel (const Figure *figure)
{
  return figure->n_columns == 1 ? LINES_HEIGHT : 120;
}

/* Finds the margins, and how high the figure is. */
static void
find_margins (Figure *figure)
{
  const TbkPlot *plot = figure->plot;
  int inside = LINES_HEIGHT;

  figure->left = plot->has_bars ? MIN (24 + plot->longest_name * CELL, WIDTH / 3) : LEFT;
  figure->right = RIGHT + (plot->has_bars ? 10 : 14 + width_of_labels (plot));
  figure->top = (figure->is_inset ? 4 : TITLE) + (plot->has_bars ? 6 : Y_TITLE);
  figure->bottom = X_TITLE + (plot->most_n > 0 ? NOTE : 0) + (plot->n_left_out > 0 ? NOTE : 0);
  if (plot->panels->len > 0) {
    figure->n_columns = MIN ((int) plot->panels->len, PANELS_OF_ROW);
    figure->n_rows = ((int) plot->panels->len + figure->n_columns - 1) / figure->n_columns;
    inside = figure->n_rows * (PANEL_TITLE + height_of_panel (figure));
  } else if (plot->has_bars) {
    figure->top += plot->series->len > 1 ? LINE * (int) plot->series->len + 6 : 0;
    inside = plot->n_names * (8 + 10 * (int) plot->series->len) + 4;
  }
  figure->height = figure->top + inside + figure->bottom;
}

/* Appends a label with its left end at units from the left and the top. */
static void
append_label (const Figure *figure, const char *text, double x, double y, const char *style)
{
  append (figure->script, "set label ");
  append_quoted (figure->script, text);
  append (figure->script, " at screen");
  append_number (figure->script, x / WIDTH);
  append (figure->script, ", screen");
  append_number (figure->script, 1 - y / figure->height);
  tbk_text_printf (figure->script, " left noenhanced %s\n", style);
}

static void
append_margins (const Figure *figure, double left, double right, double top, double bottom)
{
  const char *const names[] = { "lmargin", "rmargin", "tmargin", "bmargin" };
  const double at[] = { left / WIDTH, right / WIDTH, 1 - top / figure->height, 1 - bottom / figure->height };

  for (gsize m = 0; m < G_N_ELEMENTS (names); m++) {
    tbk_text_printf (figure->script, "set %s at screen", names[m]);
    append_number (figure->script, at[m]);
    append (figure->script, "\n");
  }
}

static void
append_range (const Figure *figure, const char *axis, const double ends[2])
{
  tbk_text_printf (figure->script, "set %srange [", axis);
  append_number (figure->script, ends[0]);
  append (figure->script, ":");
  append_number (figure->script, ends[1]);
  append (figure->script, "]\n");
}

/* Appends terminal, axes, titles and what is left out. */
static void
begin_figure (const Figure *figure, int terminal)
{
  const TbkPlot *plot = figure->plot;
  const double scale = terminals[terminal].scale;
  TbkText *script = figure->script;

  tbk_text_printf (script, "set terminal %s size", terminals[terminal].terminal);
  append_number (script, WIDTH * scale);
  tbk_text_printf (script, "%s,", terminals[terminal].unit);
  append_number (script, figure->height * scale);
  tbk_text_printf (script, "%s %s\n", terminals[terminal].unit,
                   figure->is_inset ? "" : terminals[terminal].background);
  append (script, "set encoding utf8\nset grid linecolor '#dddddd' linetype 1 linewidth 0.6\nset border 3\n"
                  "set tics nomirror out scale 0.4\nunset key\n");
  append (script, lines_of_plots);
  if (!figure->is_inset)
    append_label (figure, plot->title, 14, 20, "");
  if (!plot->has_bars)
    append_label (figure, plot->y_title, 14, figure->top - Y_TITLE + 14, "textcolor '#666666'");
  append_label (figure, plot->x_title, figure->left, figure->height - figure->bottom + X_TITLE - 12,
                "textcolor '#666666'");
  if (plot->n_left_out > 0) {
    const int n = plot->panels->len > 0 ? (int) plot->panels->len
                  : plot->has_dots      ? plot->n_names
                                        : (int) plot->series->len;
    g_autofree char *note =
        g_strdup_printf ("The first %d of %d are drawn; tables have them all.", n, n + plot->n_left_out);

    append_label (figure, note, figure->left, figure->height - 14, "textcolor '#666666'");
  }
  if (plot->least_x > plot->most_x)
    append (script, "set label 'no points' at graph 0.5,0.5 center\n");
}

/* Appends tics at 1, 2 and 5 times the powers of ten, or at these alone where they are many. */
static void
append_logarithmic_tics (const Figure *figure)
{
  const int first = (int) floor (log10 (figure->y[0])), last = (int) ceil (log10 (figure->y[1]));
  const int digits[] = { 1, 2, 5 }, n_digits = last - first > 3 ? 1 : 3;

  append (figure->script, "set ytics (");
  for (int power = first; power <= last; power++)
    for (int d = 0; d < n_digits; d++) {
      append (figure->script, power > first || d > 0 ? "," : "");
      append_number (figure->script, digits[d] * pow (10, power));
    }
  append (figure->script, ")\n");
}

/* Zeros of numbers that are written with all their digits; tics. */
enum { MOST_ZEROS = 3, MOST_POWERS = 8 };

/* Appends tics for numbers, where the axis has their logarithms. */
static void
append_powers (const Figure *figure)
{
  const int most = (int) ceil (figure->y[1]), step = MAX (1, (most + MOST_POWERS - 1) / MOST_POWERS);

  append (figure->script, "set ytics (");
  for (int k = 0; k <= most; k += step) {
    if (k <= MOST_ZEROS)
      tbk_text_printf (figure->script, "%s'1%.*s' %d", k > 0 ? ", " : "", k, "000", k);
    else
      tbk_text_printf (figure->script, ", '10^{%d}' %d", k, k);
  }
  append (figure->script, ")\n");
}

static void
append_axes (const Figure *figure)
{
  const TbkPlot *plot = figure->plot;

  append_range (figure, "x", figure->x);
  append_range (figure, "y", figure->y);
  if (plot->is_logarithmic) {
    append (figure->script, "set logscale y\nset format y '%g'\n");
    append_logarithmic_tics (figure);
  }
  if (plot->has_powers_of_ten)
    append_powers (figure);
  append (figure->script, "set grid noxtics ytics\n");
}

/* Appends the lines of a panel, or of the figure, to the plot command: bars first, so that no bar covers a
 * line. */
static void
append_lines (const Figure *figure, int panel)
{
  const TbkPlot *plot = figure->plot;
  const char *before = "plot";

  for (int round = plot->most_n > 0 || plot->has_bands ? 0 : 1; round < 2; round++)
    for (guint s = 0; s < plot->series->len; s++) {
      const PlotSeries *series = series_at (plot, s);
      const int type = series->number + 1;

      if (series->panel != panel || series->n_points == 0)
        continue;
      tbk_text_printf (figure->script, "%s $line%u using ", before, s + 1);
      before = ",";
      if (round == 0 && plot->has_bands && series->n_points > 1)
        tbk_text_printf (figure->script,
                         "1:3:4 with filledcurves linetype %d fillstyle transparent solid 0.15 noborder",
                         type);
      else if (round == 0)
        tbk_text_printf (figure->script, "1:3:(0):($4-$3) with vectors nohead linetype %d linewidth 0.8",
                         type);
      else if (panel >= 0)
        tbk_text_printf (figure->script, "1:2 with lines linetype %d dashtype %d", type, type);
      else
        tbk_text_printf (figure->script, "1:2:5 with linespoints linetype %d pointsize variable", type);
      append (figure->script, " notitle");
    }
  append (figure->script, before[0] == 'p' ? "plot NaN notitle" : "");
}

/* A label beside lines; where it is, from the bottom up. */
typedef struct {
  const PlotSeries *series;
  double at;
} PlotLabel;

static int
compare_labels (gconstpointer a, gconstpointer b)
{
  const double x = ((const PlotLabel *) a)->at, y = ((const PlotLabel *) b)->at;

  return x < y ? -1 : x > y;
}

/* Moves @labels apart that are nearer than @least: upwards, and where that leaves the figure, down again. */
static void
place_labels (PlotLabel *labels, int n, double least)
{
  qsort (labels, (gsize) n, sizeof (*labels), compare_labels);
  for (int i = 1; i < n; i++)
    labels[i].at = MAX (labels[i].at, labels[i - 1].at + least);
  for (int i = n - 1; i >= 0; i--)
    labels[i].at = MIN (labels[i].at, i == n - 1 ? 1 : labels[i + 1].at - least);
}

/* The label, cut where it is too long. */
static char *
cut_label (const char *label)
{
  g_autofree char *valid = g_utf8_make_valid (label, -1);
  g_autofree char *start = NULL;

  if (count_cells (valid) * CELL <= MOST_LABEL)
    return g_steal_pointer (&valid);
  start = g_utf8_substring (valid, 0, MIN (g_utf8_strlen (valid, -1), MOST_LABEL / CELL - 1));
  return g_strconcat (start, "…", NULL);
}

/* Appends the labels of the lines of a panel, or of the figure, in the right margin of what is drawn next;
 * @height: of that. A line without points has its label at the top. One without a name has none. */
static void
append_labels (const Figure *figure, int panel, int width, int height)
{
  const TbkPlot *plot = figure->plot;
  PlotLabel labels[MOST_SERIES];
  int n = 0;

  for (guint s = 0; s < plot->series->len; s++) {
    const PlotSeries *series = series_at (plot, s);

    if (series->panel == panel && *series->label != '\0')
      labels[n++] = (PlotLabel){ series, series->n_points > 0 ? fraction_of (figure, series->y) : 1 };
  }
  place_labels (labels, n, (double) LINE / height);
  for (int i = 0; i < n; i++) {
    const PlotSeries *series = labels[i].series;
    g_autofree char *label = cut_label (series->label);

    append (figure->script, "set label ");
    append_quoted (figure->script, label);
    append (figure->script, " at graph");
    append_number (figure->script, 1 + 14.0 / width);
    append (figure->script, ", graph");
    append_number (figure->script, labels[i].at);
    tbk_text_printf (figure->script, " left noenhanced textcolor linetype %d\n", series->number + 1);
    if (series->n_points == 0)
      continue;
    append (figure->script, "set arrow from first");
    append_number (figure->script, series->x);
    append (figure->script, ", first");
    append_number (figure->script, series->y);
    append (figure->script, " to graph");
    append_number (figure->script, 1 + 10.0 / width);
    append (figure->script, ", graph");
    append_number (figure->script, labels[i].at);
    tbk_text_printf (figure->script, " nohead back linetype %d linewidth 0.5 dashtype '.'\n",
                     series->number + 1);
  }
}

/* Appends samples of the sizes of points, below the figure, while there is room for them. */
static void
append_sizes (const Figure *figure)
{
  const TbkPlot *plot = figure->plot;
  const double y = figure->height - figure->bottom + X_TITLE + NOTE / 2.0;
  double x = figure->left + 6;

  for (gint64 n = 10;
       n <= MAX (plot->most_n, 10) && x<WIDTH - 100; n = n> G_MAXINT64 / 10 ? G_MAXINT64 : n * 10) {
    g_autofree char *label = g_strdup_printf ("%" G_GINT64_FORMAT " %s", n, plot->observations);
    char size[G_ASCII_DTOSTR_BUF_SIZE];
    g_autofree char *style =
        g_strdup_printf ("offset char 1.2,-0.1 point linecolor '#666666' pointtype 7 pointsize %s",
                         g_ascii_formatd (size, sizeof size, "%.6g", point_size (n)));

    append_label (figure, label, x, y, style);
    x += (count_cells (label) + 4) * CELL;
  }
}

/* Appends the commands that draw lines in one place. */
static void
append_line_plot (const Figure *figure)
{
  append_margins (figure, figure->left, WIDTH - figure->right, figure->top, figure->height - figure->bottom);
  append_axes (figure);
  append_labels (figure, -1, WIDTH - figure->left - figure->right, LINES_HEIGHT);
  if (figure->plot->most_n > 0)
    append_sizes (figure);
  append_lines (figure, -1);
  append (figure->script, "\n");
}

/* The distance of tics of which about @n are on an axis that ends at @most. */
static double
tic_distance (double most, int n)
{
  const double least = most / n, round = round_down (least);

  return least > round ? round_down (round * 2.5) : round;
}

/* Appends the commands that draw panels, all with the axes of the first. Only panels at the left and at the
 * bottom have labels of tics; names of lines are beside the last panel of the first row. */
static void
append_panels (const Figure *figure)
{
  const TbkPlot *plot = figure->plot;
  const int n = (int) plot->panels->len, columns = figure->n_columns, height = height_of_panel (figure);
  const double width = (double) (WIDTH - figure->left - figure->right - (columns - 1) * PANEL_GAP) / columns;

  append_axes (figure);
  append (figure->script, "set xtics");
  append_number (figure->script, tic_distance (figure->x[1], 3));
  append (figure->script, "\nset ytics");
  append_number (figure->script, tic_distance (figure->y[1], 4));
  append (figure->script, "\nset multiplot\n");
  for (int p = 0; p < n; p++) {
    const int row = p / columns, column = p % columns;
    const double left = figure->left + column * (width + PANEL_GAP);
    const double top = figure->top + row * (PANEL_TITLE + height) + PANEL_TITLE;

    append_label (figure, g_ptr_array_index (plot->panels, p), left, top - 10, "");
    append_margins (figure, left, left + width, top, top + height);
    tbk_text_printf (figure->script, "set format x '%s'\nset format y '%s'\n", p + columns < n ? "" : "%g",
                     p % columns > 0 ? "" : "%g");
    if (p == columns - 1)
      append_labels (figure, p, (int) width, height);
    append_lines (figure, p);
    append (figure->script, "\nunset label\nunset arrow\n");
  }
  append (figure->script, "unset multiplot\n");
}

/* Appends what bars and dots have in common: a row for each name. */
static gboolean
append_names (const Figure *figure, GError **error)
{
  append_margins (figure, figure->left, WIDTH - figure->right, figure->top, figure->height - figure->bottom);
  tbk_text_printf (figure->script, "set yrange [%d.5:-0.5]\nset ytics scale 0 noenhanced (",
                   figure->plot->n_names - 1);
  if (!append_text (figure->script, figure->plot->names, error))
    return FALSE;
  append (figure->script, ")\n");
  return TRUE;
}

/* Appends the commands that draw dots, and the bars through them. */
static gboolean
append_dots (const Figure *figure, GError **error)
{
  if (!append_names (figure, error))
    return FALSE;
  append_range (figure, "x", figure->x);
  append (figure->script,
          "set grid xtics ytics\n"
          "plot $line1 using 3:2:($4-$3):(0) with vectors nohead linetype 1 linewidth 1.6 notitle,"
          " $line1 using 1:2:5 with points linetype 1 pointsize variable notitle\n");
  return TRUE;
}

/* Appends the commands that draw bars. One set needs no legend. */
static gboolean
append_bars (const Figure *figure, GError **error)
{
  const TbkPlot *plot = figure->plot;
  const int n = (int) plot->series->len;

  if (!append_names (figure, error))
    return FALSE;
  tbk_text_printf (figure->script,
                   "bar = 0.8 / %d\nset style fill solid 1 noborder\nset border 2\nset xrange [0:*]\n"
                   "set grid xtics noytics\n",
                   MAX (n, 1));
  if (n > 1) {
    append (figure->script, "set key vertical Left reverse left top samplen 1.5 noenhanced at screen");
    append_number (figure->script, (double) figure->left / WIDTH);
    append (figure->script, ", screen");
    append_number (figure->script, 1 - (figure->is_inset ? 4.0 : TITLE) / figure->height);
    append (figure->script, "\n");
  }
  for (int s = 0; s < n; s++) {
    tbk_text_printf (
        figure->script,
        "%s $line%d using (0):1:(0):2:($1+bar*%d-0.4):($1+bar*%d-0.4) with boxxyerror linetype %d ",
        s > 0 ? "," : "plot", s + 1, s, s + 1, s + 1);
    append (figure->script, n > 1 ? "title " : "notitle");
    if (n > 1)
      append_quoted (figure->script, series_at (plot, s)->label);
  }
  for (int s = 0; s < n && plot->has_bands; s++)
    tbk_text_printf (
        figure->script,
        ", $line%d using 3:($1+bar*%d.5-0.4):($4-$3):(0) with vectors nohead linetype 6 linewidth 1.2 notitle",
        s + 1, s);
  append (figure->script, n > 0 ? "\n" : "plot NaN notitle\n");
  return TRUE;
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

/* Appends what the terminal of that number makes of @plot. Of an inset the title stands elsewhere. */
static gboolean
draw (const TbkPlot *plot, int terminal, gboolean is_inset, TbkText *drawing, GError **error)
{
  g_autoptr (TbkText) script = tbk_text_new ();
  Figure figure = { .plot = plot, .script = script, .is_inset = is_inset };

  find_axes (&figure);
  find_margins (&figure);
  begin_figure (&figure, terminal);
  if (!append_text (script, plot->data, error))
    return FALSE;
  append (script, plot->series->len > 0 ? "end\n" : "");
  if (plot->panels->len > 0)
    append_panels (&figure);
  else if (!plot->has_bars || plot->n_bars == 0)
    append_line_plot (&figure);
  else if (!(plot->has_dots ? append_dots (&figure, error) : append_bars (&figure, error)))
    return FALSE;
  return gnuplot_draw (script, drawing, error);
}

/* Appends @drawing with the title of @plot in place of the one that gnuplot gives to all, so that it is
 * announced as a picture of that name. One that stands alone has its style, which a page has for an inset. */
static void
append_named (const TbkPlot *plot, const char *drawing, gboolean is_inset, TbkText *text)
{
  static const char element[] = "<svg", end_of_theirs[] = "</desc>";
  const char *svg = strstr (drawing, element), *title = strstr (drawing, "<title>Gnuplot</title>"),
             *end = title == NULL ? NULL : strstr (title, end_of_theirs);
  g_autofree char *valid = g_utf8_make_valid (plot->title, -1), *escaped = g_markup_escape_text (valid, -1);

  if (svg != NULL && svg < title && end != NULL) {
    tbk_text_add (text, drawing, (gsize) (svg - drawing) + strlen (element));
    append (text, " class=\"plot\" role=\"img\"");
    tbk_text_add (text, svg + strlen (element), (gsize) (title - svg) - strlen (element));
    tbk_text_printf (text, "<title>%s</title>", escaped);
    if (!is_inset)
      tbk_text_printf (text, "<style>%ssvg.plot{max-width:100%%;height:auto}</style>", plot_css);
    drawing = end + strlen (end_of_theirs);
  }
  append (text, drawing);
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
  append_named (plot, bytes, is_inset, named);
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
