/* report.h - tables and plots: what the files of this room share.
 *
 * Contents
 *   1. aligned: tab-separated lines for people: columns stand below one another
 *   2. gnuplot: gnuplot, started for one drawing
 *   3. plot: a plot as it is collected: pieces of a script for gnuplot, which plot.c puts together
 */
#ifndef REPORT_REPORT_H
#define REPORT_REPORT_H

#include "tbk/error.h"
#include "tbk/plot.h"
#include "tbk/stream.h"
#include "tbk/text.h"

/* 1. aligned: tab-separated lines for people: columns stand below one another. */

typedef struct Aligned Aligned;

/* @n_columns: of every line; @n_lines: how many lines wait for one another. @output is not owned. */
Aligned *aligned_new (TbkOutput *output, guint n_columns, guint n_lines);
void aligned_free (Aligned *aligned);

/* Adds whole lines, each ended by a newline, and writes those that have waited. */
gboolean aligned_add (Aligned *aligned, const char *lines, gsize length, GError **error);

/* Writes the lines that wait. */
gboolean aligned_flush (Aligned *aligned, GError **error);

/* 2. gnuplot: gnuplot, started for one drawing. */

/* Appends what gnuplot prints for @script to @drawing. Fails if it is not installed, fails or prints nothing,
 * and if memory runs out. */
gboolean gnuplot_draw (const TbkText *script, TbkText *drawing, GError **error);

/* 3. plot: a plot as it is collected: pieces of a script for gnuplot, which plot.c puts together. */

struct TbkPlot {
  char *title;
  TbkText *settings; /* axes */
  TbkText *data;     /* a block for each line */
  TbkText *lines;    /* the arguments of gnuplot's plot command */
  TbkText *spreads;  /* those of bars for the spread of points */
  int n_lines;       /* or sets of bars */
  gint64 n_points;   /* or bars, of all of them */
  double most_y;     /* of points and their bars */
  gint64 most_n;     /* that a point stands for; 0: none has a spread */
  const char *observations;
  gboolean is_logarithmic, has_powers_of_ten;
  gboolean has_bars;
  TbkText *names; /* of bars, as tics of gnuplot */
  int n_names;
  int n_bars; /* of the set in hand */

  /* Panels: how many there are, and commands that draw them. Of the panel in hand: its lines, those that have
   * points, and whether the last of them has. */
  int n_panels, n_panel_lines, n_drawn_lines;
  gboolean has_drawn_last;
  TbkText *panels;
};

void plot_append (TbkText *script, const char *text);

/* Appends @text as a string of gnuplot in double quotes: what is special there by its number, in octal. In
 * single quotes nothing is but the quote, and gnuplot 5.4 does not take one at the beginning. */
void plot_append_quoted (TbkText *script, const char *text);

/* Appends the command that sets a title: that of @what. */
void plot_append_title (TbkText *script, const char *what, const char *title);

/* What ends the commands that draw the panel in hand. One without points has its axes. */
const char *plot_end_of_panel (const TbkPlot *plot);

/* How large a point is that stands for @n observations. */
double plot_point_size (gint64 n);

#endif
