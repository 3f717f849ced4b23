/* rows.h - tables (tbk/report.h) read, row by row; also as spreadsheets write them: with a byte order mark, quoted cells, lines that end in
 * CR LF, without the empty cells at the end of a line of TSV.
 *
 * TSV has a tab in its first line, JSON lines begin with {, else it is CSV. Escapes of TSV stay as they are. In JSON a
 * value is a string, an integer that is not negative, or null, which is an empty cell.
 *
 * Cost      the file is read whole.
 * Errors    TBK_ERROR_DATA, "FILE:LINE: what was found, what was expected", for another table; the errors of reading.
 *           Only JSON need be text in UTF-8.
 * Threads   rows belong to one thread at a time.
 */
#ifndef REPORT_ROWS_H
#define REPORT_ROWS_H

#include "tbk/base.h"

typedef struct TableRows TableRows;

/**
 * rows_open:
 * @path: plain or compressed, or "-" for standard input
 * @columns: the names of the columns to read, NULL-terminated, not copied; others are passed over
 * @n_needed: as many from the first must be there
 * @expected: says so in messages, behind "found other columns, expected "; not copied
 */
TableRows *rows_open (const char *path, const char *const *columns, int n_needed, const char *expected,
                      GError **error) G_GNUC_WARN_UNUSED_RESULT;
void rows_free (TableRows *rows);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TableRows, rows_free)

/* Reads the next row; *@is_there: whether there is one. */
gboolean rows_next (TableRows *rows, gboolean *is_there, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* The cell of a wanted column, by its number, until the next row is read. NULL: the table, or the row of JSON, has no such column. */
const char *rows_cell (const TableRows *rows, int column);

/* The line of the row's end, from 1; and FALSE with an error that begins with the file and this line. */
gint64 rows_line (const TableRows *rows);
gboolean rows_fail (const TableRows *rows, const char *problem, GError **error);

#endif
