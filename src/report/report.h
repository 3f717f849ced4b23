/* report.h - tables and plots: what the files of this room share.
 *
 * Contents
 *   1. aligned: tab-separated lines for people: columns stand below one another
 *   2. gnuplot: gnuplot, started for one drawing
 *   3. plot: a plot as it is collected: pieces of a script for gnuplot, which plot.c puts together
 *   4. page: pages of HTML that need nothing but themselves: text, tables, drawings
 *   5. table: tables, and rows of them that threads lay out side by side
 */
#ifndef REPORT_REPORT_H
#define REPORT_REPORT_H

#include <gmp.h>

#include "tbk/base.h"
#include "tbk/io.h"
#include "tbk/report.h"

/* 1. aligned: tab-separated lines for people: columns stand below one another. */

typedef struct Aligned Aligned;

/* @n_columns: of every line; @n_lines: how many lines wait for one another. @output is not owned. */
Aligned *aligned_new (TbkOutput *output, guint n_columns, guint n_lines);
void aligned_free (Aligned *aligned);

/* Leaves out columns, from the right, where lines are wider than @width, 0 for any width; but not the first @n_keys. */
void aligned_fit (Aligned *aligned, int width, guint n_keys);

/* How many of the columns lines have, once the first are written. */
guint aligned_n_kept (const Aligned *aligned);

/* Adds whole lines, each ended by a newline, and writes those that have waited. */
gboolean aligned_add (Aligned *aligned, const char *lines, gsize length, GError **error);

/* Writes the lines that wait. */
gboolean aligned_flush (Aligned *aligned, GError **error);

/* 2. gnuplot: gnuplot, started for one drawing. */

/* Appends what gnuplot prints for @script to @drawing. Fails if it is not installed, fails or prints nothing,
 * and if memory runs out. */
gboolean gnuplot_draw (const TbkText *script, TbkText *drawing, GError **error);

/* 3. plot: a plot as it is collected: pieces of a script for gnuplot, which plot.c puts together. */

/* A line, or a set of bars. */
typedef struct {
  char *label;
  int panel, number; /* from 0 in its panel; the number gives the colour */
  gint64 n_points;
  double x, y; /* of the last point, beside which the label is */
} PlotSeries;

struct TbkPlot {
  char *title, *x_title, *y_title;
  const char *observations;
  gboolean is_logarithmic, has_powers_of_ten, has_bars, has_dots, has_bands;
  GPtrArray *panels;                       /* their titles */
  GArray *series;                          /* of PlotSeries */
  int n_left_out;                          /* series, or panels, beyond those that a figure holds */
  TbkText *data;                           /* a block for each series */
  gint64 n_points;                         /* or bars, of all of them */
  double least_x, most_x, least_y, most_y; /* of points and their bars that are drawn */
  gint64 most_n;                           /* that a point stands for; 0: none has a spread */
  TbkText *names;                          /* of bars, as tics of gnuplot */
  int n_names, longest_name;               /* with has_dots the dots */
  int n_bars;                              /* of the set in hand */
};

/* Makes the y axis logarithmic; values must be above 0. */
void plot_set_logarithmic (TbkPlot *plot);

/* For a plot of horizontal bars, instead of lines: begins a set of bars of one colour, named @label. Its bars
 * follow from the top; all sets have bars for the same names, those of the first. The y title is not drawn. */
void plot_add_bars (TbkPlot *plot, const char *label);
/* The bar up to @x, with an interval from @low to @high unless both are @x. */
void plot_add_bar (TbkPlot *plot, const char *name, double x, double low, double high);

/* The same as a document of SVG that is to stand in a page under its title: it shows no title, and has no
 * background of its own; to be freed. NULL with @error set if gnuplot is missing or fails. */
char *plot_draw_svg (const TbkPlot *plot, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* 4. page: pages of HTML that need nothing but themselves: text, tables, drawings.
 *
 * Style and script are in the page, and nothing is loaded from anywhere. The script sorts tables by the
 * column whose heading is pressed; all else is there without it. Headings are listed, as links, under the
 * title. Tables scroll by themselves on narrow screens and are whole in print; colours follow the reader's
 * choice of light or dark. All text is escaped; what is not UTF-8 is replaced, and what is written from right
 * to left is isolated, so that it turns nothing round.
 *
 * Errors    those of writing; TBK_ERROR_RESOURCE then, if something could not be added for lack of memory.
 */

typedef struct Page Page;

Page *page_new (const char *title);

/* The same with rules of CSS after those of all pages. */
Page *page_new_with_style (const char *title, const char *style);
void page_free (Page *page);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Page, page_free)

void page_heading (Page *page, const char *text);
void page_paragraph (Page *page, const char *format, ...) G_GNUC_PRINTF (2, 3);

/* A paragraph that stands out. */
void page_note (Page *page, const char *format, ...) G_GNUC_PRINTF (2, 3);

/* A table: its caption and columns (NULL-terminated), then rows of as many cells. The first @n_texts
 * columns are texts, the others numbers. */
void page_begin_table (Page *page, const char *caption, const char *const *columns, int n_texts);
void page_cell (Page *page, const char *format, ...) G_GNUC_PRINTF (2, 3);
void page_end_table (Page *page);

/* The rows from here on stay below the others, however these are sorted. */
void page_begin_foot (Page *page);

/* A drawing: a whole document of SVG, as plot_draw_svg() returns it, and trusted. */
void page_drawing (Page *page, const char *caption, const char *svg);

gboolean page_write (const Page *page, TbkOutput *output, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* For a page that is not to be kept in memory as a whole: the same without its end, what follows being
 * written by the caller; and the end. */
gboolean page_write_begin (const Page *page, TbkOutput *output, GError **error) G_GNUC_WARN_UNUSED_RESULT;
gboolean page_write_end (TbkOutput *output, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* 5. table: tables, and rows of them that threads lay out side by side. */

/* A table like @table, with the columns that it shows, which must stay, without an output: for rows that threads lay out side by
 * side. */
TbkTable *table_new_rows (const TbkTable *table);

/* The next cell: a number of any size. */
void table_number (TbkTable *table, const mpz_t value);

/* The next cell: @part divided by @whole, which is not below 0: four digits after the point, the last rounded half away from
 * 0. All is computed with integers. Nothing divided by nothing is an empty cell. Since: 0.2 */
void table_ratio (TbkTable *table, gint64 part, gint64 whole);

/* Ends the row, which must be full, and appends it to @text, behind its number if the table is sorted. */
void table_take_row (TbkTable *table, TbkText *text);

/* Writes rows that were appended to @text, of a table like this one; the header before the first. */
gboolean table_write_rows (TbkTable *table, const TbkText *text, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* The same as tbk_output_settle(), for the rows written, or for those that wait to be sorted. Since: 0.2 */
gboolean table_settle (TbkTable *table, gboolean stays, GError **error) G_GNUC_WARN_UNUSED_RESULT;

#endif
