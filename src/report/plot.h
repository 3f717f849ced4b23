/* plot.h - a plot as it is collected: pieces of a script for gnuplot, which plot_draw.c puts together. */
#ifndef REPORT_PLOT_H
#define REPORT_PLOT_H

#include "tbk/plot.h"
#include "tbk/text.h"

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
