/* report.h - tables and plots: what the files of this room share.
 *
 * Contents
 *   1. plot: a plot as it is collected: pieces of a script for gnuplot, which plot.c puts together
 *   2. page: pages of HTML that need nothing but themselves: text, tables, drawings
 *   3. parts: parts of a page that are too many to be kept as they are: sentences with drawings
 *   4. table: tables, and rows of them that threads lay out side by side
 *   5. shared: functions on public types that other rooms and the program call; the library does not export them
 */
#ifndef REPORT_REPORT_H
#define REPORT_REPORT_H

#include <gmp.h>

#include "report/plot.h"
#include "tbk/base.h"
#include "tbk/io.h"
#include "tbk/report.h"

/* 1. plot: a plot as it is collected: pieces of a script for gnuplot, which plot.c puts together. */

/* A line; or the dots or marks of one sort. */
typedef struct {
  char *label;
  int panel, number; /* from 0 in its panel; the number gives the colour */
  gint64 n_points;
  double x, y; /* of the last point, beside which the label is */
} PlotSeries;

/* A point with a name, and its interval. */
typedef struct {
  char *name;
  double x, y, low, high;
} PlotMark;

typedef enum { PLOT_OF_LINES, PLOT_OF_DOTS, PLOT_OF_MARKS } PlotKind;

struct Plot {
  PlotKind kind;
  char *title, *axes[2], *note;                /* [x, y] here and below; the note is NULL if there is none */
  gboolean takes_logarithms[2], has_powers[2]; /* of values; of ten, whose logarithms values are then */
  gboolean has_intervals, has_fractions[2];
  GPtrArray *panels;               /* their titles */
  GArray *series, *marks;          /* of PlotSeries, PlotMark */
  int n_left_out, n_dots_left_out; /* series or panels, and dots, beyond those that a figure holds */
  TbkText *data;                   /* a block for each series */
  gint64 n_points;                 /* of all */
  double ends[2][2];               /* of points and their intervals that are drawn */
  TbkText *names;                  /* of dots, as tics of gnuplot */
  int n_names, longest_name;
};

/* Makes the axes "x", "y" or "xy" logarithmic; values, which are added later, must be above 0. */
void plot_set_logarithmic (Plot *plot, const char *axes);

/* Draws a plot as a document of SVG that is to stand in a page under its title: it shows no title, and has no
 * background of its own; to be freed. NULL with @error set if gnuplot is missing or fails. */
char *plot_draw_svg (const Plot *plot, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* 2. page: pages of HTML that need nothing but themselves: text, tables, drawings.
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

/* Makes a page with rules of CSS after those of all pages. */
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

/* Any markup, which is trusted. */
void page_markup (Page *page, const char *markup);

/* Hides what is between both until the line of text is chosen. */
void page_begin_folded (Page *page, const char *format, ...) G_GNUC_PRINTF (2, 3);
void page_end_folded (Page *page);

/* A drawing: a whole document of SVG, as plot_draw_svg() returns it, and trusted. */
void page_drawing (Page *page, const char *caption, const char *svg);

gboolean page_write (const Page *page, TbkOutput *output, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* For a page that is not to be kept in memory as a whole: the same without its end, what follows being
 * written by the caller; and the end, with scripts (NULL-terminated) before the one that sorts tables. */
gboolean page_write_begin (const Page *page, TbkOutput *output, GError **error) G_GNUC_WARN_UNUSED_RESULT;
gboolean page_write_end (const char *const *scripts, TbkOutput *output,
                         GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* 3. parts: parts of a page that are too many to be kept as they are: sentences with drawings.
 *
 * A page of 800 sentences has 5 MB of drawings, which deflated are 0.6. So beyond the first ones a drawing is replaced by an
 * element with its size, and follows with others in a packet: deflated, in base64, in a script element. parts.js puts it into
 * its place when that comes into view. */

typedef struct PageParts PageParts;

PageParts *page_parts_new (void);
void page_parts_free (PageParts *parts);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PageParts, page_parts_free)

/* Writes @text, which consists of whole parts. */
gboolean page_parts_write (PageParts *parts, const TbkText *text, TbkOutput *output, GError **error);

/* Writes the packet in hand; or forgets it, and what was written since the last call, as tbk_output_settle() does. */
gboolean page_parts_settle (PageParts *parts, gboolean stays, TbkOutput *output, GError **error);

/* 4. table: tables, and rows of them that threads lay out side by side. */

/* A table like @table, with the columns that it shows, which must stay, without an output: for rows that threads lay out side by
 * side. */
TbkTable *table_new_rows (const TbkTable *table);

/* The next cell: @value, or nothing if it is less than @least. */
void table_integer_from (TbkTable *table, gint64 least, gint64 value);

/* "yes" or "no"; in JSON, true or false. */
void table_yes_no (TbkTable *table, gboolean is_yes);

/* The next cell: a number of any size. */
void table_number (TbkTable *table, const mpz_t value);

/* The next cell: @part divided by @whole, which is not below 0: four digits after the point, the last rounded half away from
 * 0. All is computed with integers. Nothing divided by nothing is an empty cell. */
void table_ratio (TbkTable *table, gint64 part, gint64 whole);

/* Sets @score to that of a cell of TBK_CELL_SCORE; FALSE if it is empty. */
gboolean column_score (const TbkTableColumn *column, const gint64 *integers, double *score);

/* Ends the row, which must be full, and appends it to @text, behind its number if the table is sorted. */
void table_take_row (TbkTable *table, TbkText *text);

/* Writes rows that were appended to @text, of a table like this one; the header before the first. */
gboolean table_write_rows (TbkTable *table, const TbkText *text, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* Does what tbk_output_settle() does, for the rows written, or for those that wait to be sorted. */
gboolean table_settle (TbkTable *table, gboolean stays, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* 5. shared: functions on public types that other rooms and the program call; the library does not export them. */

/* The names of the columns that tbk_table_fit() left out, NULL-terminated; to be freed with g_free(), but not the names. To be called
 * behind tbk_table_end(). */
const char **table_left_out (const TbkTable *table);

/* The cell of an attribute (tbk/query.h): a text; a number, with four decimals if it is no integer; yes or no; nothing where it is
 * missing. FALSE with @error set as tbk_attribute_get() does. */
gboolean table_attribute (TbkTable *table, const TbkAttribute *attribute, TbkFacts *facts, int unit,
                          GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* The cells of a key of rows, as many as its columns. @text: as keys_append() has it; a text that is missing is `_` here, as it
 * is one of the values that rows are of. */
void table_key (TbkTable *table, const TbkKeys *keys, int key, const char *text);

#endif
