/* report.h - core: tables, plots and pages.
 *
 * Contents
 *   1. table: tables as tab-separated or comma-separated values or JSON lines, row by row
 *   2. rows: such tables read, row by row
 *   3. plot: plots of lines, of dots or of marks, drawn by gnuplot
 */
#ifndef TBK_REPORT_H
#define TBK_REPORT_H

#include <glib.h>

#include "tbk/base.h"
#include "tbk/corpus.h"
#include "tbk/io.h"

TBK_BEGIN_DECLS

/* 1. table: tables as tab-separated or comma-separated values or JSON lines, row by row.
 *
 * TSV has one header line and no comments; in its cells a tab, a line end and other control characters are C
 * escapes, and a backslash stays as it is. CSV follows RFC 4180, with a header line: cells are quoted where they must be, and
 * nothing is escaped. Its lines end with a line feed alone, as in TSV: spreadsheets, R and Python read both
 * ends, and the tools of Unix read this one. In JSON a row is an object on a line of its own; numbers of any size are
 * strings there, so that no reader rounds them.
 *
 * Errors    the errors of writing; without memory the process ends, as by g_malloc() and by GMP.
 * Threads   a table belongs to one thread at a time.
 * Since     0.1
 */

typedef enum {
  TBK_TABLE_TSV,
  TBK_TABLE_JSONL,
  TBK_TABLE_CSV, /* Since: 0.2 */
  TBK_TABLE_N_FORMATS,
} TbkTableFormat;

/* The names of the formats: "tsv" and so on. NULL past the last. Since: 0.2 */
const char *tbk_table_format_name (TbkTableFormat format);

typedef struct TbkTable TbkTable;

/* Contents of the cells of a column. */
typedef enum {
  TBK_CELL_OWN,     /* what is written there by the functions for single cells */
  TBK_CELL_COUNT,   /* an integer of a row */
  TBK_CELL_PERCENT, /* the share of one in another: tbk_table_percent() */
  TBK_CELL_RATIO,   /* one divided by another: four digits after the point */
  TBK_CELL_PART,    /* one divided by the factor alone */
  /* Number of standard deviations by which one is above @less, its mean, by the variance @denominator, both multiplied by the factor. Empty if
   * that is 0, or G_MAXINT64: unknown. */
  TBK_CELL_SCORE,
} TbkCell;

/* A column. Places are of integers in a row, from 0. Since: 0.2 */
typedef struct {
  const char *name; /* NULL: the name of the integer */
  const char *help; /* what it holds; NULL: what a column of its name before it does, or its share */
  TbkCell cell;
  int numerator, less; /* from which this is subtracted; -1: none is */
  int denominator;     /* is multiplied by @factor */
  gint64 factor;
} TbkTableColumn;

/* Columns that belong together, and the integers that their cells are made of. Since: 0.2 */
typedef struct {
  const char *option;             /* that a table has them by: "--lengths"; "": the table of no option */
  const TbkTallyColumn *integers; /* (nullable) */
  const TbkTableColumn *columns;
  int n_columns;
} TbkTableColumns;

/* The name of a column of them; the names of all columns of @n_groups, NULL-terminated, to be freed with g_free(), but not the
 * names. Since: 0.2 */
const char *tbk_table_columns_name (const TbkTableColumns *columns, int column);
const char **tbk_table_columns_names (const TbkTableColumns *groups, int n_groups);

/* @columns: the names, NULL-terminated, not copied. @output is not owned. */
TbkTable *tbk_table_new (TbkOutput *output, TbkTableFormat format, const char *const *columns);
void tbk_table_free (TbkTable *table);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TbkTable, tbk_table_free)

/* Makes a table for programs of it: rows of sums, TOTAL, are left out; and where there is a column `file`, columns before
 * the others are what tbk_file_parts() says of its name, `language`, `treebank` and `split`, empty if it says nothing. Callers
 * fill the columns that they gave. To be called first, as numbers of columns below are numbers in the tidy table.
 * Since: 0.2 */
void tbk_table_tidy (TbkTable *table);

/* The columns of that table, to be freed with g_free(), but not the names. Since: 0.2 */
const char **tbk_table_tidy_columns (const char *const *columns);

/**
 * tbk_table_sort:
 * @column: its number, from 0
 * @ascending: the least number first, not the greatest
 *
 * Lets the rows of tbk_table_end_row() come in the order of the numbers in one column, once tbk_table_end()
 * is called. Rows of the same number stay in their order, behind all come rows with no number there; and
 * last, so ordered too, those whose first cell is TOTAL. Numbers are compared by their digits, however many.
 * To be called before the first row.
 *
 * Since: 0.2
 */
void tbk_table_sort (TbkTable *table, guint column, gboolean ascending);

/* Lets lines have these columns alone, by their numbers from 0, each at most once, in this order: rows keep all cells, and of these the
 * others are not written. To be called before the first row.
 * Since: 0.2 */
void tbk_table_show (TbkTable *table, const guint *columns, guint n_columns);

/**
 * tbk_table_align:
 * @n_rows: how many rows wait for one another, at least 1
 *
 * Lets TSV be written for people to read: cells are below one another, with blanks between them, and
 * numbers to the right. Names of files lose the folders that they have in common. Rows wait until there are @n_rows of them, or until tbk_table_end(); columns are as
 * wide as the widest cell so far. JSON stays as it is. To be called before the first row.
 *
 * Since: 0.2
 */
void tbk_table_align (TbkTable *table, guint n_rows);

/* Lets an aligned table, and no other, leave out columns where its first rows are wider than @width, 0 for any width. The first
 * @n_keys, at least one, stay; the @n_usual behind them go first, from the right, then the others. To be called before the
 * first row. Since: 0.2 */
void tbk_table_fit (TbkTable *table, int width, guint n_keys, guint n_usual);

/* The names of the columns that were left out so, NULL-terminated; to be freed with g_free(), but not the names. To be called
 * behind tbk_table_end(). Since: 0.2 */
const char **tbk_table_left_out (const TbkTable *table);

/* The next cell of the row. */
void tbk_table_string (TbkTable *table, const char *value);
void tbk_table_integer (TbkTable *table, gint64 value);

/* A decimal fraction with that many digits after the point. */
void tbk_table_decimal (TbkTable *table, double value, int digits);

/* The share of @part in @whole, which is no less, in per cent: two digits after the point, the last rounded
 * half up. All is computed with integers. A share of nothing is an empty cell. */
void tbk_table_percent (TbkTable *table, gint64 part, gint64 whole);

/* The next cells, of @columns, where TBK_CELL_OWN is not among them, from a row of integers. Since: 0.2 */
void tbk_table_cells (TbkTable *table, const TbkTableColumns *columns, const gint64 *integers);

/* The cell of an attribute (tbk/query.h): a text; a number, with four decimals if it is no integer; yes or no; nothing where it is
 * missing. FALSE with @error set as tbk_attribute_get() does. Since: 0.2 */
gboolean tbk_table_attribute (TbkTable *table, const TbkAttribute *attribute, TbkFacts *facts, int unit,
                              GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* The cells of a key of rows, as many as its columns. @text: as tbk_keys_append() has it; a text that is missing is `_` here, as it
 * is one of the values that rows are of. Since: 0.2 */
void tbk_table_key (TbkTable *table, const TbkKeys *keys, int key, const char *text);

/* An empty cell; in JSON, null. */
void tbk_table_nothing (TbkTable *table);

/* Ends the row, which must be full, and writes it; the header before the first. */
gboolean tbk_table_end_row (TbkTable *table, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* Writes the header if there was no row, and all rows that wait. */
gboolean tbk_table_end (TbkTable *table, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* 2. rows: such tables read, row by row; also as spreadsheets write them: with a byte order mark, quoted cells, lines that end in
 * CR LF, without the empty cells at the end of a line of TSV.
 *
 * TSV has a tab in its first line, JSON lines begin with {, else it is CSV. Escapes of TSV stay as they are. In JSON a
 * value is a string, an integer that is not negative, or null, which is an empty cell.
 *
 * Cost      the file is read whole.
 * Errors    TBK_ERROR_DATA, "FILE:LINE: what was found, what was expected", for another table; the errors of reading.
 *           Only JSON need be text in UTF-8.
 * Threads   rows belong to one thread at a time.
 * Since     0.2
 */

typedef struct TbkRows TbkRows;

/**
 * tbk_rows_open:
 * @path: plain or compressed, or "-" for standard input
 * @columns: the names of the columns to read, NULL-terminated, not copied; others are passed over
 * @n_needed: as many from the first must be there
 * @expected: says so in messages, behind "found other columns, expected "; not copied
 */
TbkRows *tbk_rows_open (const char *path, const char *const *columns, int n_needed, const char *expected,
                        GError **error) G_GNUC_WARN_UNUSED_RESULT;
void tbk_rows_free (TbkRows *rows);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TbkRows, tbk_rows_free)

/* Reads the next row; *@is_there: whether there is one. */
gboolean tbk_rows_next (TbkRows *rows, gboolean *is_there, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* The cell of a wanted column, by its number, until the next row is read. NULL: the table, or the row of JSON, has no such column. */
const char *tbk_rows_cell (const TbkRows *rows, int column);

/* The line of the row's end, from 1; and FALSE with an error that begins with the file and this line. */
gint64 tbk_rows_line (const TbkRows *rows);
gboolean tbk_rows_fail (const TbkRows *rows, const char *problem, GError **error);

/* 3. plot: plots of lines, of dots or of marks, drawn by gnuplot.
 *
 * The form follows from the name's ending: .svg, .png or .pdf; all three look alike.
 *
 * A plot without points has its axes and says so. Lines have colours that most people can distinguish, and
 * markers of different forms. Their labels are beside their ends. More than nine lines, or more than three with bands, have a
 * panel each, with the others in grey. A figure has at most 60 panels and 100 dots, and says how many more there were. SVG is
 * dark where its reader prefers that; its title is also the name of the drawing for those who do not see it.
 *
 * Errors    TBK_ERROR_USAGE for another ending, TBK_ERROR_IO if gnuplot is not installed, fails or draws
 *           nothing, TBK_ERROR_RESOURCE if memory ran out, also while lines and points were added; no file is
 *           written then.
 * Since     0.1
 */

typedef struct TbkPlot TbkPlot;

TbkPlot *tbk_plot_new (const char *title, const char *x_title, const char *y_title);
void tbk_plot_free (TbkPlot *plot);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TbkPlot, tbk_plot_free)

/* Begins a line, named @label beside its end; its points follow, from left to right. */
void tbk_plot_add_line (TbkPlot *plot, const char *label);
void tbk_plot_add_point (TbkPlot *plot, double x, double y);

/* Adds a point to a line, all of whose points lie in a band from @low to @high. Since: 0.2 */
void tbk_plot_add_band (TbkPlot *plot, double x, double y, double low, double high);

/* For a plot of dots, one below another from the top: adds the dot at @x, with a bar from @low to @high. Several lines are sorts of
 * dots: all have dots of the same names in the same order. The y title is not drawn. Since: 0.2 */
void tbk_plot_add_dot (TbkPlot *plot, const char *name, double x, double low, double high);

/* For a plot of marks, which lines do not connect: adds one to the last line, called @name ("": nothing), with a bar from @low to
 * @high. A name that would cover others everywhere near its mark is left out. Since: 0.2 */
void tbk_plot_add_mark (TbkPlot *plot, const char *name, double x, double y, double low, double high);

/* For a plot of several panels, whose axes show the same ranges: begins one, called @title; lines follow, at most nine, in
 * each panel the same in the same order. A plot with panels has no lines beside them. Since: 0.2 */
void tbk_plot_add_panel (TbkPlot *plot, const char *title);

/* Makes the y axis one of numbers whose decimal logarithms are the values: 1, 10, 100 and so on. */
void tbk_plot_set_powers_of_ten (TbkPlot *plot);

/* Puts a remark below the figure. Since: 0.2 */
void tbk_plot_set_note (TbkPlot *plot, const char *note);

/* Returns TRUE if @plot has no points. */
gboolean tbk_plot_is_empty (const TbkPlot *plot);

/* TRUE if the ending of @path is known; else @error lists the known ones. */
gboolean tbk_plot_check_path (const char *path, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* Draws to @path, complete or not at all. */
gboolean tbk_plot_write (const TbkPlot *plot, const char *path, GError **error) G_GNUC_WARN_UNUSED_RESULT;

TBK_END_DECLS

#endif
