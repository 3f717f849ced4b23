/* report.h - core: tables, plots and pages.
 *
 * Contents
 *   1. table: tables as tab-separated or comma-separated values or JSON lines, row by row
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
 * the others are what its name says, as hu_szeged-ud-dev.conllu does: `language`, `treebank` and `split`, empty if it says nothing. Callers
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

/* An empty cell; in JSON, null. */
void tbk_table_nothing (TbkTable *table);

/* Ends the row, which must be full, and writes it; the header before the first. */
gboolean tbk_table_end_row (TbkTable *table, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* Writes the header if there was no row, and all rows that wait. */
gboolean tbk_table_end (TbkTable *table, GError **error) G_GNUC_WARN_UNUSED_RESULT;

TBK_END_DECLS

#endif
