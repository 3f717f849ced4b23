/* plot.c - plots: collected as pieces of a script, and drawn by gnuplot.
 *
 * Contents
 *   1. gnuplot: gnuplot at work
 *   2. plot: plots: what is added to them, as pieces of a script for gnuplot
 *   3. plot_draw: the script of a plot, and what gnuplot draws by it
 */
#include "report/plot.h"
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

/* Returns the descriptor of a file without a name that holds @length bytes, to be read from its beginning; -1
 * with @error set on failure. It is a duplicate, since fclose() closes the first one. */
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

/* Appends what gnuplot draws to @bytes: that is read to its end before the process is waited for, so a full
 * pipe stops neither. */
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

/* Appends what gnuplot prints for @script to @drawing. Fails if it is not installed, fails or prints nothing,
 * and if memory runs out. */
static gboolean
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

/* 2. plot: plots: what is added to them, as pieces of a script for gnuplot.
 *
 * Points are written as they come, as a block of data for each line. Two lines of two points are:
 *
 *   $line1 << end
 *    1 0.5 0.4 0.6        x, y, and the ends of the interval
 *    2 0.7 0.6 0.8
 *   end
 *   $line2 << end
 *    ...
 *
 * So memory holds the script alone. What the figure needs besides, such as the ends of its axes, is kept
 * while points are added.
 */

/* Most lines that one panel can show, with bands and without; more have a panel each. Most panels and dots of
 * a figure. */
enum { MOST_BANDS = 3, MOST_LINES = 9, MOST_PANELS = 60, MOST_DOTS = 100 };

enum { X, Y };

/* Colours that can be told apart with any common colour blindness (after Okabe and Ito), and forms of points.
 * plot.css turns them into lighter ones in the dark. */
static const char lines_of_plots[] = "set linetype 1 linecolor '#0072b2' pointtype 7\n"
                                     "set linetype 2 linecolor '#d55e00' pointtype 5\n"
                                     "set linetype 3 linecolor '#009e73' pointtype 9\n"
                                     "set linetype 4 linecolor '#b8578c' pointtype 13\n"
                                     "set linetype 5 linecolor '#8c6d00' pointtype 11\n"
                                     "set linetype 6 linecolor '#3a3a3a' pointtype 6\n"
                                     "set linetype 7 linecolor '#2f8fc4' pointtype 4\n"
                                     "set linetype 8 linecolor '#b37400' pointtype 8\n"
                                     "set linetype 9 linecolor '#7a5cc4' pointtype 12\n"
                                     "set linetype cycle 9\n";

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

static void
clear_mark (gpointer mark)
{
  g_free (((PlotMark *) mark)->name);
}

Plot *
plot_new (const char *title, const char *x_title, const char *y_title)
{
  Plot *plot = g_new0 (Plot, 1);

  plot->title = g_strdup (title);
  plot->axes[X] = g_strdup (x_title);
  plot->axes[Y] = g_strdup (y_title);
  plot->panels = g_ptr_array_new_with_free_func (g_free);
  plot->series = g_array_new (FALSE, FALSE, sizeof (PlotSeries));
  g_array_set_clear_func (plot->series, clear_series);
  plot->marks = g_array_new (FALSE, FALSE, sizeof (PlotMark));
  g_array_set_clear_func (plot->marks, clear_mark);
  plot->data = tbk_text_new ();
  plot->names = tbk_text_new ();
  for (int axis = X; axis <= Y; axis++) {
    plot->ends[axis][0] = HUGE_VAL;
    plot->ends[axis][1] = -HUGE_VAL;
  }
  return plot;
}

void
plot_free (Plot *plot)
{
  if (plot == NULL)
    return;
  g_free (plot->title);
  g_free (plot->axes[X]);
  g_free (plot->axes[Y]);
  g_free (plot->note);
  g_ptr_array_free (plot->panels, TRUE);
  g_array_free (plot->series, TRUE);
  g_array_free (plot->marks, TRUE);
  tbk_text_free (plot->data);
  tbk_text_free (plot->names);
  g_free (plot);
}

void
plot_set_logarithmic (Plot *plot, const char *axes)
{
  for (int axis = X; axis <= Y; axis++)
    plot->has_powers[axis] = plot->takes_logarithms[axis] = strchr (axes, "xy"[axis]) != NULL;
}

void
plot_set_powers_of_ten (Plot *plot)
{
  plot->has_powers[Y] = TRUE;
}

void
plot_set_note (Plot *plot, const char *note)
{
  g_free (plot->note);
  plot->note = g_strdup (note);
}

static PlotSeries *
series_at (const Plot *plot, guint number)
{
  return &g_array_index (plot->series, PlotSeries, number);
}

void
plot_add_panel (Plot *plot, const char *title)
{
  if (plot->panels->len == MOST_PANELS)
    plot->n_left_out++;
  else
    g_ptr_array_add (plot->panels, g_strdup (title));
}

/* Adds nothing from the first line or panel on that is left out: the figure shows the first ones in full. */
void
plot_add_line (Plot *plot, const char *label)
{
  const int panel = (int) plot->panels->len - 1, n = (int) plot->series->len;
  const PlotSeries *last = n > 0 ? series_at (plot, n - 1) : NULL;
  PlotSeries series = { .panel = panel,
                        .number = last != NULL && last->panel == panel ? last->number + 1 : 0 };

  if (panel < 0 && n == MOST_PANELS)
    plot->n_left_out++;
  if (plot->n_left_out > 0)
    return;
  series.label = g_strdup (label);
  append (plot->data, n > 0 ? "end\n" : "");
  tbk_text_printf (plot->data, "$line%d << end\n", n + 1);
  g_array_append_val (plot->series, series);
}

/* Widens what an axis shows, and notes if it has fractions: else tics between integers are left out. */
static void
widen (Plot *plot, int axis, double least, double most)
{
  plot->ends[axis][0] = MIN (plot->ends[axis][0], least);
  plot->ends[axis][1] = MAX (plot->ends[axis][1], most);
  plot->has_fractions[axis] |= least != floor (least) || most != floor (most);
}

/* Adds a row of the data: x, y, and the ends of the interval. */
static void
append_point (Plot *plot, const double row[4])
{
  plot->n_points++;
  if (plot->n_left_out > 0)
    return;
  series_at (plot, plot->series->len - 1)->n_points++;
  for (int c = 0; c < 4; c++)
    append_number (plot->data, row[c]);
  append (plot->data, "\n");
}

/* Logarithms are computed here, not by gnuplot: so ends of axes, tics and places of labels are all in the
 * same numbers. */
void
plot_add_band (Plot *plot, double x, double y, double low, double high)
{
  double row[] = { x, y, low, high };
  PlotSeries *series;

  g_return_if_fail (plot->series->len > 0);
  for (int c = 0; c < 4; c++)
    row[c] = plot->takes_logarithms[c == 0 ? X : Y] ? log10 (row[c]) : row[c];
  append_point (plot, row);
  series = series_at (plot, plot->series->len - 1);
  plot->has_intervals |= low < high;
  if (plot->n_left_out > 0)
    return;
  series->x = row[0];
  series->y = row[1];
  widen (plot, X, row[0], row[0]);
  widen (plot, Y, row[2], row[3]);
}

void
plot_add_point (Plot *plot, double x, double y)
{
  plot_add_band (plot, x, y, y, y);
}

void
plot_add_mark (Plot *plot, const char *name, double x, double y, double low, double high)
{
  PlotMark mark = { g_strdup (name), x, y, low, high };

  plot->kind = PLOT_OF_MARKS;
  plot_add_band (plot, x, y, low, high);
  g_array_append_val (plot->marks, mark);
}

/* Counts the cells of @text in a terminal's font, wide letters as two: the width of letters is estimated by
 * it. */
static int
count_cells (const char *text)
{
  g_autofree char *valid = g_utf8_make_valid (text, -1);
  int n = 0;

  for (const char *c = valid; *c != '\0'; c = g_utf8_next_char (c))
    n += g_unichar_iswide (g_utf8_get_char (c)) ? 2 : 1;
  return n;
}

/* Adds the name of a row of dots. The labels of tics are formats for numbers. */
static void
add_name (Plot *plot, const char *name)
{
  g_auto (GStrv) parts = g_strsplit (name, "%", -1);
  g_autofree char *format = g_strjoinv ("%%", parts);

  append (plot->names, plot->n_names > 0 ? ", " : "");
  append_quoted (plot->names, format);
  tbk_text_printf (plot->names, " %d", plot->n_names++);
  plot->longest_name = MAX (plot->longest_name, count_cells (name));
}

/* Rows of dots have the names of the first series; the others have their dots in the same rows. */
void
plot_add_dot (Plot *plot, const char *name, double x, double low, double high)
{
  if (plot->series->len == 0)
    plot_add_line (plot, "");
  plot->kind = PLOT_OF_DOTS;
  if (series_at (plot, plot->series->len - 1)->n_points == MOST_DOTS) {
    plot->n_dots_left_out += plot->series->len == 1;
    return;
  }
  if (plot->series->len == 1)
    add_name (plot, name);
  append_point (plot, (double[]){ (double) series_at (plot, plot->series->len - 1)->n_points, x, low, high });
  widen (plot, X, low, high);
}

gboolean
plot_is_empty (const Plot *plot)
{
  return plot->n_points == 0;
}

/* 3. plot_draw: the script of a plot, and what gnuplot draws by it.
 *
 * Sizes are in units of which a figure has WIDTH, so that all terminals draw the same; margins and labels are
 * placed in fractions of the whole ("screen"). All figures are panels of the same axes, most have one. Its lines have their
 * labels beside their ends, in the right margin: those that would cover one another are moved apart, and thin lines lead to
 * them (place_labels()). Lines that recur in each panel, and sorts of dots and marks, have one key above. Lines that are too
 * many for one panel have a panel each, with the others in grey.
 */

enum {
  WIDTH = 640,
  CELL = 8,  /* the width of a letter */
  LINE = 18, /* from label to label */
  LEFT = 56, /* the margin with the labels of tics */
  RIGHT = 18,
  TITLE = 34,   /* the height of the title of the figure, */
  Y_TITLE = 30, /* of that of the axis, above it, */
  X_TITLE = 58, /* of that of the other, with the labels of tics, */
  NOTE = 24,    /* and of a line of remarks below */
  MOST_HEIGHT = 280,
  MARKS_HEIGHT = 400,
  PANEL_GAP = 22,
  PANEL_TITLE = 34,
  MOST_LABEL = 256,   /* the width of labels, which are cut beyond it */
  MOST_CONTEXTS = 12, /* panels up to which each shows the lines of the others */
  MOST_MARKERS = 30,  /* points of a line that are drawn */
  MOST_ZEROS = 3,     /* of numbers that tics have in digits */
};

/* Sizes of letters and lines in the units of terminals make all three look alike. */
static const struct {
  const char *ending, *terminal;
  double scale; /* of a unit */
  const char *unit, *background;
} terminals[] = {
  { ".svg", "svg font 'sans-serif,14' linewidth 1.4", 1, "", "background 'white'" },
  { ".png", "pngcairo font 'sans,26' linewidth 3.5 pointscale 3.7", 1600.0 / WIDTH, "",
    "background 'white'" },
  { ".pdf", "pdfcairo font 'sans,8.3' fontscale 1 linewidth 2.2 pointscale 1", 7.0 / WIDTH, "in", "" },
};

/* The figure in hand: its margins and panels, and what its axes show. */
typedef struct {
  const Plot *plot;
  TbkText *script;
  gboolean is_inset; /* its title stands elsewhere */
  gboolean is_split; /* each line has a panel */
  int left, right, top, bottom, height;
  int n_panels, n_columns, n_rows;
  double panel[2], panel_title; /* width and height of a panel, and what is above */
  double ends[2][2];            /* of the axes */
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

/* Returns the largest of 1, 2 and 5 times a power of ten that is not above @value, which is above 0. */
static double
round_down (double value)
{
  const double power = pow (10, floor (log10 (value)));

  return value >= 5 * power ? 5 * power : value >= 2 * power ? 2 * power : power;
}

/* Finds what the axes show: all points, and 0 if that is not far from them; with logarithms from a round number on. Heights of
 * lines begin at 0. */
static void
find_axes (Figure *figure)
{
  const Plot *plot = figure->plot;
  const gboolean has_marks = plot->kind == PLOT_OF_MARKS;

  /* Steps for each axis: without points it shows 0 to 1; it begins at 0, or at a round number of a logarithm,
   * or a twentieth below the least point, mostly if 0 is far; and it ends a little above the greatest. */
  for (int axis = X; axis <= Y; axis++) {
    const gboolean is_empty = plot->ends[axis][0] > plot->ends[axis][1];
    const double least = is_empty ? 0 : plot->ends[axis][0], most = is_empty ? 1 : plot->ends[axis][1];
    double *ends = figure->ends[axis];

    ends[0] = MIN (least, 0);
    if (plot->has_powers[axis])
      ends[0] = log10 (round_down (pow (10, least) * (1 + 1e-9)));
    else if ((axis == X || has_marks || plot->has_intervals) && least < most
             && (least > most / 3 || least < 0 || (has_marks && least < most / 10)))
      ends[0] = least - (most - least) / 20;
    ends[1] = most + (most - ends[0] > 1e-6 ? (most - ends[0]) / (has_marks ? 15 : 30) : 1);
  }
}

/* Returns where a value is on its axis: 0 at its beginning, 1 at its end. */
static double
fraction_of (const Figure *figure, int axis, double value)
{
  return (value - figure->ends[axis][0]) / (figure->ends[axis][1] - figure->ends[axis][0]);
}

/* The width of the longest label beside lines. */
static int
width_of_labels (const Plot *plot)
{
  int width = 0;

  for (guint s = 0; s < plot->series->len; s++)
    width = MAX (width, count_cells (series_at (plot, s)->label) * CELL);
  return MIN (width, MOST_LABEL);
}

/* Appends a label at units from the left and the top: its left end, unless @style has "right". */
static void
append_label (const Figure *figure, const char *text, double x, double y, const char *style)
{
  append (figure->script, "set label ");
  append_quoted (figure->script, text);
  append (figure->script, " at screen");
  append_number (figure->script, x / WIDTH);
  append (figure->script, ", screen");
  append_number (figure->script, 1 - y / figure->height);
  tbk_text_printf (figure->script, " noenhanced %s\n", style);
}

/* Appends a thin line between two places in units from the left and the top. */
static void
append_arrow (const Figure *figure, const double from[2], const double to[2], const char *style)
{
  append (figure->script, "set arrow from screen");
  append_number (figure->script, from[X] / WIDTH);
  append (figure->script, ", screen");
  append_number (figure->script, 1 - from[Y] / figure->height);
  append (figure->script, " to screen");
  append_number (figure->script, to[X] / WIDTH);
  append (figure->script, ", screen");
  append_number (figure->script, 1 - to[Y] / figure->height);
  tbk_text_printf (figure->script, " nohead back %s\n", style);
}

/* Returns the label, cut where it is wider than @width. */
static char *
cut_label (const char *label, double width)
{
  g_autofree char *valid = g_utf8_make_valid (label, -1);
  g_autofree char *start = NULL;

  if (count_cells (valid) * CELL <= width)
    return g_steal_pointer (&valid);
  start = g_utf8_substring (valid, 0, MIN (g_utf8_strlen (valid, -1), (glong) width / CELL - 1));
  return g_strconcat (start, "…", NULL);
}

/* Returns how many lines the key has, and appends it if the height of the figure is known: the names of lines that all panels
 * have, or of sorts of dots or marks. */
static int
append_key (const Figure *figure)
{
  enum { SAMPLE = 26, BETWEEN = 14 };
  const Plot *plot = figure->plot;
  const gboolean has_lines = plot->kind == PLOT_OF_LINES;
  double x = 14, y = figure->is_inset ? 12 : TITLE + 10;
  int n = 0;

  if (plot->series->len < 2 || (has_lines && plot->panels->len == 0))
    return 0;
  for (guint s = 0; s < plot->series->len && series_at (plot, s)->panel <= 0; s++) {
    const int type = series_at (plot, s)->number + 1;
    g_autofree char *label = cut_label (series_at (plot, s)->label, WIDTH - SAMPLE - RIGHT);
    const double width = SAMPLE + count_cells (label) * CELL;
    g_autofree char *style = g_strdup_printf ("textcolor linetype %d", type),
                    *sample = g_strdup_printf (
                        has_lines ? "linetype %d dashtype %d linewidth 1.5"
                                  : "point linetype %d pointtype %d pointsize 0.8",
                        type, has_lines ? type : (int[]){ 7, 7, 5, 9, 13, 11, 6, 4, 8, 12 }[type]);

    if (*label == '\0')
      continue;
    if (n == 0 || x + width > WIDTH - RIGHT) {
      y += n == 0 ? 0 : LINE;
      x = 14;
      n++;
    }
    if (figure->height > 0 && has_lines)
      append_arrow (figure, (double[]){ x, y }, (double[]){ x + SAMPLE - 6, y }, sample);
    else if (figure->height > 0)
      append_label (figure, "", x + SAMPLE / 2.0, y, sample);
    if (figure->height > 0)
      append_label (figure, label, x + SAMPLE, y, style);
    x += width + BETWEEN;
  }
  return n;
}

/* Finds the margins, the panels, and how high the figure is.
 *
 *   top      title, title of the vertical axis, key
 *   panels   rows of up to 3 or 4; a single one leaves room for labels of lines on its right
 *   bottom   tics and title of the horizontal axis, note, remark on what is left out
 */
static void
find_places (Figure *figure)
{
  const Plot *plot = figure->plot;
  const gboolean has_dots = plot->kind == PLOT_OF_DOTS, has_lines = plot->kind == PLOT_OF_LINES;
  const int n_series = (int) plot->series->len, n_keys = append_key (figure);

  figure->is_split =
      has_lines && plot->panels->len == 0 && n_series > (plot->has_intervals ? MOST_BANDS : MOST_LINES);
  figure->n_panels = figure->is_split ? n_series : MAX ((int) plot->panels->len, 1);
  figure->n_columns = figure->n_panels > 6 ? 4 : figure->n_panels == 4 ? 2 : MIN (figure->n_panels, 3);
  figure->n_rows = (figure->n_panels + figure->n_columns - 1) / figure->n_columns;
  figure->left = has_dots ? MIN (24 + plot->longest_name * CELL, WIDTH / 3) : LEFT;
  figure->right = RIGHT;
  if (has_lines && figure->n_panels == 1 && plot->panels->len == 0)
    figure->right += 14 + width_of_labels (plot);
  figure->top =
      (figure->is_inset ? 4 : TITLE) + (has_dots ? 6 : Y_TITLE) + n_keys * LINE + (n_keys > 0 ? 8 : 0);
  figure->bottom =
      X_TITLE + (plot->note != NULL ? NOTE : 0) + (plot->n_left_out + plot->n_dots_left_out > 0 ? NOTE : 0);
  figure->panel_title = figure->is_split || plot->panels->len > 0 ? PANEL_TITLE : 0;
  figure->panel[X] = (double) (WIDTH - figure->left - figure->right - (figure->n_columns - 1) * PANEL_GAP)
                     / figure->n_columns;
  figure->panel[Y] = has_dots     ? 4 + plot->n_names * (8 + 10 * n_series)
                     : !has_lines ? MARKS_HEIGHT
                                  : MIN (MOST_HEIGHT, figure->panel[X] * (figure->n_columns > 1 ? 0.8 : 1));
  figure->height =
      figure->top + figure->n_rows * (int) ceil (figure->panel_title + figure->panel[Y]) + figure->bottom;
}

/* Appends terminal, titles and remarks. */
static void
begin_figure (const Figure *figure, int terminal)
{
  static const char grey[] = "textcolor '#666666'";
  const Plot *plot = figure->plot;
  const double scale = terminals[terminal].scale;
  const int n_left_out = plot->n_left_out + plot->n_dots_left_out;
  TbkText *script = figure->script;
  double y = figure->height - figure->bottom + X_TITLE - 12;

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
  append_key (figure);
  if (plot->kind != PLOT_OF_DOTS)
    append_label (figure, plot->axes[Y], 14, figure->top - Y_TITLE + 14, grey);
  append_label (figure, plot->axes[X], figure->left, y, grey);
  if (plot->note != NULL)
    append_label (figure, plot->note, 14, y += NOTE, grey);
  if (n_left_out > 0) {
    const int n = plot->kind == PLOT_OF_DOTS ? plot->n_names : figure->n_panels;
    g_autofree char *note =
        g_strdup_printf ("The first %d of %d are drawn; tables have them all.", n, n + n_left_out);

    append_label (figure, note, 14, y + NOTE, grey);
  }
  if (plot->ends[X][0] > plot->ends[X][1])
    append (script, "set label 'no points' at graph 0.5,0.5 center\n");
}

/* Appends tics for numbers, where the axis has their logarithms: at powers of ten, and where these are few at
 * 2 and 5 times them. If there are too many, only each second power has one, or fewer. */
static void
append_powers (const Figure *figure, int axis, gboolean has_labels)
{
  const double *ends = figure->ends[axis];
  const int most = MAX (1, (int) figure->panel[axis] / (axis == X ? 50 : 30)), first = (int) floor (ends[0]),
            last = (int) ceil (ends[1]), step = MAX (1, (last - first + most - 1) / most),
            n_digits = 3 * (last - first) <= MIN (most, 9) ? 3 : 1;
  const char *before = "";

  append (figure->script, " (");
  for (int power = first; power <= last; power += step)
    for (int d = 0; d < n_digits; d++, before = ", ") {
      const int digit = (int[]){ 1, 2, 5 }[d];

      if (!has_labels)
        tbk_text_printf (figure->script, "%s''", before);
      else if (ABS (power) <= MOST_ZEROS)
        tbk_text_printf (figure->script, "%s'%.*f'", before, MAX (-power, 0), digit * pow (10, power));
      else if (digit == 1)
        tbk_text_printf (figure->script, "%s'10^{%d}'", before, power);
      else
        tbk_text_printf (figure->script, "%s'%d·10^{%d}'", before, digit, power);
      append_number (figure->script, power + log10 (digit));
    }
  append (figure->script, ")\n");
}

/* Returns the distance of tics of which about @n are in @range. It is at least range / n, rounded up to 1, 2
 * or 5 times a power of ten: that rounded down is r, and 2.5 r rounded down is the next one. */
static double
tic_distance (double range, int n)
{
  const double least = range / MAX (n, 1), round = round_down (least);

  return least > round ? round_down (round * 2.5) : round;
}

/* Appends the tics of an axis in one panel. */
static void
append_tics (const Figure *figure, int axis, gboolean has_labels)
{
  const double *ends = figure->ends[axis];
  const double distance = tic_distance (ends[1] - ends[0], (int) figure->panel[axis] / (axis == X ? 45 : 32));

  if (figure->plot->kind == PLOT_OF_DOTS && axis == Y)
    return;
  tbk_text_printf (figure->script, "set %ctics format '%s'", "xy"[axis], has_labels ? "%.10g" : "");
  if (figure->plot->has_powers[axis]) {
    append_powers (figure, axis, has_labels);
    return;
  }
  append_number (figure->script, figure->plot->has_fractions[axis] ? distance : MAX (distance, 1));
  append (figure->script, "\n");
}

/* Appends ranges and grid of the axes, which all panels share, and the names of dots. */
static gboolean
append_axes (const Figure *figure, GError **error)
{
  const Plot *plot = figure->plot;
  const gboolean has_dots = plot->kind == PLOT_OF_DOTS;
  TbkText *script = figure->script;

  for (int axis = X; axis <= (has_dots ? X : Y); axis++) {
    tbk_text_printf (script, "set %crange [", "xy"[axis]);
    append_number (script, figure->ends[axis][0]);
    append (script, ":");
    append_number (script, figure->ends[axis][1]);
    append (script, "]\n");
  }
  tbk_text_printf (script, "set grid %sxtics ytics\n", plot->kind == PLOT_OF_LINES ? "no" : "");
  if (!has_dots)
    return TRUE;
  tbk_text_printf (script, "set yrange [%d.5:-0.5]\nset ytics scale 0 noenhanced (", plot->n_names - 1);
  if (!append_text (script, plot->names, error))
    return FALSE;
  append (script, ")\n");
  return TRUE;
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

/* Moves @labels apart that are nearer than @least: upwards, and where that leaves the figure, down again.
 * Both passes keep their order. They all fit if there are not too many for the height. */
static void
place_labels (PlotLabel *labels, int n, double least)
{
  qsort (labels, (gsize) n, sizeof (*labels), compare_labels);
  for (int i = 1; i < n; i++)
    labels[i].at = MAX (labels[i].at, labels[i - 1].at + least);
  for (int i = n - 1; i >= 0; i--)
    labels[i].at = MIN (labels[i].at, i == n - 1 ? 1 : labels[i + 1].at - least);
}

/* Appends the labels of lines in the right margin. Lines without points or without a name have none. */
static void
append_labels (const Figure *figure)
{
  const Plot *plot = figure->plot;
  const double right = figure->left + figure->panel[X], bottom = figure->top + figure->panel[Y];
  PlotLabel labels[MOST_LINES];
  int n = 0;

  for (guint s = 0; s < plot->series->len; s++) {
    const PlotSeries *series = series_at (plot, s);

    if (*series->label != '\0' && series->n_points > 0)
      labels[n++] = (PlotLabel){ series, fraction_of (figure, Y, series->y) };
  }
  place_labels (labels, n, LINE / figure->panel[Y]);
  for (int i = 0; i < n; i++) {
    const PlotSeries *series = labels[i].series;
    const double y = bottom - labels[i].at * figure->panel[Y];
    g_autofree char *label = cut_label (series->label, MOST_LABEL),
                    *style = g_strdup_printf ("textcolor linetype %d", series->number + 1),
                    *leader = g_strdup_printf ("linetype %d linewidth 0.5 dashtype '.'", series->number + 1);

    append_label (figure, label, right + 14, y, style);
    append_arrow (figure,
                  (double[]){ figure->left + fraction_of (figure, X, series->x) * figure->panel[X],
                              bottom - fraction_of (figure, Y, series->y) * figure->panel[Y] },
                  (double[]){ right + 10, y }, leader);
  }
}

typedef struct {
  double from[2], to[2];
} Box;

/* Returns TRUE if @box meets one of @taken but the box of mark @own. */
static gboolean
is_taken (const GArray *taken, guint own, const Box *box)
{
  for (guint t = 0; t < taken->len; t++) {
    const Box *other = &g_array_index (taken, Box, t);

    if (t != own && box->from[X] < other->to[X] && other->from[X] < box->to[X] && box->from[Y] < other->to[Y]
        && other->from[Y] < box->to[Y])
      return TRUE;
  }
  return FALSE;
}

/* Sets @piece to the small box around the place at @part of a line. */
static void
find_piece (const double from[2], const double to[2], double part, Box *piece)
{
  for (int axis = X; axis <= Y; axis++) {
    const double at = from[axis] + (to[axis] - from[axis]) * part;

    piece->from[axis] = at - 1;
    piece->to[axis] = at + 1;
  }
}

enum { POINT = 5, NEAR = 7, STEP = 6, FAR = 240, PIECES = 24 };

/* Finds the nearest place around @middle, the middle of mark @own, where a name of the size 2 * @half covers nothing that is taken; nor
 * does the line to it, if @is_strict. Returns how far that is, or 0 if there is none; and sets the box of the name and the end of the line. */
static int
find_place (const Box *all, const GArray *taken, guint own, const double middle[2], const double half[2],
            gboolean is_strict, Box *box, double end[2])
{
  static const double sides[][2] = { { 1, 0 },    { -1, 0 },    { 0, -1 },   { 0, 1 },
                                     { 1, -1 },   { 1, 1 },     { -1, -1 },  { -1, 1 },
                                     { 0.5, -1 }, { -0.5, -1 }, { 0.5, 1 },  { -0.5, 1 },
                                     { 1, 0.5 },  { 1, -0.5 },  { -1, 0.5 }, { -1, -0.5 } };

  /* Sides in the order of preference, and nearer places before farther ones: beside the mark, then above and
   * below, then between. */
  for (int distance = NEAR; distance <= FAR; distance += STEP)
    for (guint side = 0; side < G_N_ELEMENTS (sides); side++) {
      gboolean is_free = TRUE;

      for (int axis = X; axis <= Y; axis++) {
        const double to = middle[axis] + sides[side][axis] * (distance + half[axis]);

        box->from[axis] = to - half[axis];
        box->to[axis] = to + half[axis];
        end[axis] = CLAMP (middle[axis], box->from[axis], box->to[axis]);
        is_free = is_free && box->from[axis] >= all->from[axis] && box->to[axis] <= all->to[axis];
      }
      is_free = is_free && !is_taken (taken, G_MAXUINT, box);
      for (int p = 1; p < PIECES && is_free && is_strict && distance > NEAR; p++) {
        Box piece;

        /* The line must be free but for the part near its own mark. */
        find_piece (middle, end, (double) p / PIECES, &piece);
        is_free = hypot (piece.to[X] - middle[X], piece.to[Y] - middle[Y]) < 3 * POINT
                  || !is_taken (taken, own, &piece);
      }
      if (is_free)
        return distance;
    }
  return 0;
}

/* The place of a name: how far it is from its mark, 0 if there is none; its box, and the end of the line to it. */
typedef struct {
  int distance;
  Box box;
  double end[2];
} NamePlace;

static void
find_middle (const Figure *figure, const PlotMark *mark, double y, double middle[2])
{
  middle[X] = figure->left + fraction_of (figure, X, mark->x) * figure->panel[X];
  middle[Y] = figure->top + (1 - fraction_of (figure, Y, y)) * figure->panel[Y];
}

/* Finds places of all names, one after the other from that of mark @first on; each name covers room for those
 * after it. Returns how far they are in all. First a place is sought whose line covers nothing, then any
 * place. */
static int
find_places_from (const Figure *figure, guint first, NamePlace *places)
{
  const GArray *marks = figure->plot->marks;
  const Box all = { { figure->left, figure->top }, { WIDTH, figure->top + figure->panel[Y] } };
  g_autoptr (GArray) taken = g_array_new (FALSE, FALSE, sizeof (Box));
  int sum = 0;

  for (guint m = 0; m < marks->len; m++) {
    const PlotMark *mark = &g_array_index (marks, PlotMark, m);
    Box box;

    find_middle (figure, mark, mark->high, box.from);
    find_middle (figure, mark, mark->low, box.to);
    for (int axis = X; axis <= Y; axis++) {
      box.from[axis] -= POINT;
      box.to[axis] += POINT;
    }
    g_array_append_val (taken, box);
  }
  for (guint i = 0; i < marks->len; i++) {
    const guint m = (first + i) % marks->len;
    const PlotMark *mark = &g_array_index (marks, PlotMark, m);
    const double half[] = { count_cells (mark->name) * CELL / 2.0, LINE / 2.0 };
    NamePlace *place = &places[m];
    double middle[2];

    find_middle (figure, mark, mark->y, middle);
    place->distance = 0;
    for (int round = 0; round < 2 && place->distance == 0 && *mark->name != '\0'; round++) {
      place->distance = find_place (&all, taken, m, middle, half, round == 0, &place->box, place->end);
      sum += place->distance == 0 ? FAR : place->distance;
    }
    if (place->distance > 0)
      g_array_append_val (taken, place->box);
    for (int p = 1; p < PIECES && place->distance > NEAR; p++) {
      Box piece;

      find_piece (middle, place->end, (double) p / PIECES, &piece);
      g_array_append_val (taken, piece);
    }
  }
  return sum;
}

/* Appends the names of marks, with a thin line to each that is not beside its mark: in the best of some
 * orders in which they choose their places. One for which there is no place is left out. */
static void
append_names (const Figure *figure)
{
  enum { ORDERS = 8 };
  const GArray *marks = figure->plot->marks;
  g_autofree NamePlace *places = g_new0 (NamePlace, marks->len + 1);
  guint best = 0;
  int least = G_MAXINT;

  /* The order that is best is found first, then its places are found again: that needs no second array. */
  for (guint order = 0; order < ORDERS; order++) {
    const int sum = find_places_from (figure, order * marks->len / ORDERS, places);

    best = sum < least ? order : best;
    least = MIN (least, sum);
  }
  (void) find_places_from (figure, best * marks->len / ORDERS, places);
  for (guint m = 0; m < marks->len; m++) {
    const PlotMark *mark = &g_array_index (marks, PlotMark, m);
    const NamePlace *place = &places[m];
    gboolean is_left;
    double middle[2];

    find_middle (figure, mark, mark->y, middle);
    is_left = place->box.to[X] < middle[X];
    if (place->distance > 0)
      append_label (figure, mark->name, is_left ? place->box.to[X] : place->box.from[X],
                    (place->box.from[Y] + place->box.to[Y]) / 2,
                    is_left ? "right textcolor '#666666'" : "textcolor '#666666'");
    if (place->distance > NEAR)
      append_arrow (figure, middle, place->end, "linecolor '#666666' linewidth 0.4");
  }
}

/* Appends how a line is drawn: its interval in the first round, so that none covers a line, then the line. */
static void
append_line (const Figure *figure, guint s, int round)
{
  const Plot *plot = figure->plot;
  const PlotSeries *series = series_at (plot, s);
  const gboolean is_alone = figure->n_panels == 1;
  const int type = figure->is_split ? 1 : series->number + 1;
  TbkText *script = figure->script;

  tbk_text_printf (script, "$line%u using ", s + 1);
  if (round == 0 && plot->kind == PLOT_OF_LINES && series->n_points > 1)
    tbk_text_printf (script, "1:3:4 with filledcurves linetype %d fillstyle transparent solid 0.15 noborder",
                     type);
  else if (round == 0)
    tbk_text_printf (script, "1:3:(0):($4-$3) with vectors nohead linetype %d linewidth 0.8", type);
  else if (plot->kind == PLOT_OF_MARKS)
    tbk_text_printf (script, "1:2 with points linetype %d pointsize 0.7", type);
  else if (series->n_points == 1 || (is_alone && series->n_points <= MOST_MARKERS))
    tbk_text_printf (script, "1:2 with linespoints linetype %d pointsize 0.7", type);
  else
    tbk_text_printf (script, "1:2 with lines linetype %d dashtype %d", type, is_alone ? 1 : type);
  append (script, " notitle");
}

/* Appends the lines or marks of a panel to the plot command. First the others in grey, then all intervals,
 * then all lines: what is drawn later covers what is before. */
static void
append_lines (const Figure *figure, int panel)
{
  const Plot *plot = figure->plot;
  const char *before = "plot ";

  for (guint s = 0; figure->is_split && figure->n_panels <= MOST_CONTEXTS && s < plot->series->len; s++)
    if ((int) s != panel && series_at (plot, s)->n_points > 0) {
      tbk_text_printf (figure->script, "%s$line%u using 1:2 with lines linecolor '#dddddd' notitle", before,
                       s + 1);
      before = ", ";
    }
  for (int round = plot->has_intervals ? 0 : 1; round < 2; round++)
    for (guint s = 0; s < plot->series->len; s++) {
      const PlotSeries *series = series_at (plot, s);

      if (series->n_points == 0 || (figure->is_split ? (int) s : MAX (series->panel, 0)) != panel)
        continue;
      append (figure->script, before);
      append_line (figure, s, round);
      before = ", ";
    }
  /* A panel without points still has axes. */
  append (figure->script, before[0] == 'p' ? "plot NaN notitle" : "");
}

/* Appends the dots of all series, those of one name beside each other, and the bars through them. */
static void
append_dots (const Figure *figure)
{
  const int n = (int) figure->plot->series->len;

  append (figure->script, n > 0 ? "plot " : "plot NaN notitle");
  for (int round = 0; round < 2; round++)
    for (int s = 0; s < n; s++) {
      tbk_text_printf (figure->script, "%s$line%d using %s:($1+", round + s > 0 ? ", " : "", s + 1,
                       round == 0 ? "3" : "2");
      /* Dots of one row are side by side, over seven tenths of its height. */
      append_number (figure->script, (s - (n - 1) / 2.0) * 0.7 / n);
      tbk_text_printf (figure->script,
                       round == 0 ? "):($4-$3):(0) with vectors nohead linetype %d linewidth 1.6 notitle"
                                  : ") with points linetype %d pointsize 0.7 notitle",
                       s + 1);
    }
}

/* Margins are given as fractions of the whole, so panels are where find_places() put them, whatever gnuplot
 * needs for tics. */
static void
append_margins (const Figure *figure, double left, double top)
{
  const char *const names[] = { "lmargin", "rmargin", "tmargin", "bmargin" };
  const double at[] = { left / WIDTH, (left + figure->panel[X]) / WIDTH, 1 - top / figure->height,
                        1 - (top + figure->panel[Y]) / figure->height };

  for (gsize m = 0; m < G_N_ELEMENTS (names); m++) {
    tbk_text_printf (figure->script, "set %s at screen", names[m]);
    append_number (figure->script, at[m]);
    append (figure->script, "\n");
  }
}

/* Appends the commands that draw panels. Only panels at the left and at the bottom have labels of tics. */
static void
append_panels (const Figure *figure)
{
  const Plot *plot = figure->plot;
  const int n = figure->n_panels, columns = figure->n_columns;

  append (figure->script, n > 1 ? "set multiplot\n" : "");
  for (int p = 0; p < n; p++) {
    const int row = p / columns, column = p % columns;
    const double left = figure->left + column * (figure->panel[X] + PANEL_GAP);
    const double top =
        figure->top + row * ceil (figure->panel_title + figure->panel[Y]) + figure->panel_title;

    if (figure->panel_title > 0) {
      g_autofree char *title = cut_label (figure->is_split ? series_at (plot, (guint) p)->label
                                                           : g_ptr_array_index (plot->panels, p),
                                          figure->panel[X] + PANEL_GAP);

      append_label (figure, title, left, top - 10, "");
    }
    append_tics (figure, X, p + columns >= n);
    append_tics (figure, Y, p % columns == 0);
    append_margins (figure, left, top);
    if (plot->kind == PLOT_OF_DOTS)
      append_dots (figure);
    else
      append_lines (figure, p);
    append (figure->script, n > 1 ? "\nunset label\nunset arrow\n" : "\n");
  }
  append (figure->script, n > 1 ? "unset multiplot\n" : "");
}

/* Returns the number of the terminal that draws a file of that name, or -1. */
static int
find_terminal (const char *path)
{
  for (guint t = 0; t < G_N_ELEMENTS (terminals); t++)
    if (g_str_has_suffix (path, terminals[t].ending))
      return t;
  return -1;
}

gboolean
plot_check_path (const char *path, GError **error)
{
  if (find_terminal (path) >= 0)
    return TRUE;
  g_set_error (error, TBK_ERROR, TBK_ERROR_USAGE,
               "%s: a name that ends in .svg, .png or .pdf was expected for a plot", path);
  return FALSE;
}

/* Appends what the terminal of that number makes of @plot. Titles of insets are in their page. Places are
 * found before anything is written, since the size of the figure comes first in the script. */
static gboolean
draw (const Plot *plot, int terminal, gboolean is_inset, TbkText *drawing, GError **error)
{
  g_autoptr (TbkText) script = tbk_text_new ();
  Figure figure = { .plot = plot, .script = script, .is_inset = is_inset };

  find_axes (&figure);
  find_places (&figure);
  begin_figure (&figure, terminal);
  if (!append_text (script, plot->data, error))
    return FALSE;
  append (script, plot->series->len > 0 ? "end\n" : "");
  if (!append_axes (&figure, error))
    return FALSE;
  if (plot->kind == PLOT_OF_MARKS)
    append_names (&figure);
  else if (plot->kind == PLOT_OF_LINES && figure.n_panels == 1 && plot->panels->len == 0)
    append_labels (&figure);
  append_panels (&figure);
  return gnuplot_draw (script, drawing, error);
}

/* Appends @drawing with the title of @plot in place of the one that gnuplot gives to all, so that it is
 * announced as a picture of that name. One that stands alone has its style, which a page has for an inset. */
static void
append_named (const Plot *plot, const char *drawing, gboolean is_inset, TbkText *text)
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
draw_svg (const Plot *plot, gboolean is_inset, TbkText *named, GError **error)
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
plot_write (const Plot *plot, const char *path, GError **error)
{
  g_autoptr (TbkText) drawing = tbk_text_new ();
  g_autoptr (TbkOutput) output = NULL;
  int terminal;

  if (!plot_check_path (path, error))
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
plot_draw_svg (const Plot *plot, GError **error)
{
  g_autoptr (TbkText) drawing = tbk_text_new ();

  return draw_svg (plot, TRUE, drawing, error) ? tbk_text_dup (drawing, error) : NULL;
}
