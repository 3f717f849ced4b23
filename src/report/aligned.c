/* aligned.c - tab-separated lines for people: columns stand below one another.
 *
 * Lines wait until there are so many of them, a block, and are then written with blanks between their cells.
 * A column is as wide as its widest cell in this block or in one before it: so a long table can be written
 * while it is made, and its columns move to the right at the most. Columns in which all cells of the block
 * are numbers stand to the right.
 */
#include "report/aligned.h"

#include <string.h>

/* Blanks between columns. */
enum { GAP = 2 };

struct Aligned {
  TbkOutput *output;
  guint n_columns, n_lines;
  int *widths;
  gboolean *has_text; /* of each column: whether some cell is no number */
  GString *waiting;
  guint n_waiting;
  gboolean has_header; /* it was written, or waits before the other lines */
  GString *line;
};

Aligned *
aligned_new (TbkOutput *output, guint n_columns, guint n_lines)
{
  Aligned *aligned = g_new0 (Aligned, 1);

  aligned->output = output;
  aligned->n_columns = n_columns;
  aligned->n_lines = MAX (n_lines, 1);
  aligned->widths = g_new0 (int, n_columns);
  aligned->has_text = g_new0 (gboolean, n_columns);
  aligned->waiting = g_string_new (NULL);
  aligned->line = g_string_new (NULL);
  return aligned;
}

void
aligned_free (Aligned *aligned)
{
  if (aligned == NULL)
    return;
  g_free (aligned->widths);
  g_free (aligned->has_text);
  g_string_free (aligned->waiting, TRUE);
  g_string_free (aligned->line, TRUE);
  g_free (aligned);
}

/* How many places a terminal takes for a cell; a byte that is no UTF-8 takes one. */
static int
width_of (const char *cell, gsize size)
{
  const char *end = cell + size;
  int width = 0;

  while (cell < end) {
    const gunichar c = g_utf8_get_char_validated (cell, end - cell);
    const gboolean is_valid = c != (gunichar) -1 && c != (gunichar) -2;

    width += !is_valid ? 1 : g_unichar_iszerowidth (c) ? 0 : g_unichar_iswide (c) ? 2 : 1;
    cell = is_valid ? g_utf8_next_char (cell) : cell + 1;
  }
  return width;
}

/* Empty cells are no text either. */
static gboolean
is_number (const char *cell, gsize size)
{
  for (gsize i = 0; i < size; i++)
    if (!g_ascii_isdigit (cell[i]) && cell[i] != '.' && (cell[i] != '-' || i > 0))
      return FALSE;
  return TRUE;
}

/* The bytes of the cell that begins at @cell, in a line that ends at @end. */
static gsize
size_of (const char *cell, const char *end)
{
  const char *tab = memchr (cell, '\t', end - cell);

  return (tab == NULL ? end : tab) - cell;
}

/* Widens the columns for a line; the names of columns do not tell whether these have numbers. */
static void
measure_line (Aligned *aligned, const char *line, const char *end, gboolean is_header)
{
  const char *cell = line;

  for (guint c = 0; c < aligned->n_columns && cell <= end; c++) {
    const gsize size = size_of (cell, end);

    aligned->widths[c] = MAX (aligned->widths[c], width_of (cell, size));
    aligned->has_text[c] = aligned->has_text[c] || (!is_header && !is_number (cell, size));
    cell += size + 1;
  }
}

static void
append_blanks (GString *line, int n)
{
  g_string_append_printf (line, "%*s", n, "");
}

static void
append_cell (Aligned *aligned, guint column, const char *cell, gsize size)
{
  const int blanks = aligned->widths[column] - width_of (cell, size);

  if (!aligned->has_text[column])
    append_blanks (aligned->line, blanks);
  g_string_append_len (aligned->line, cell, (gssize) size);
  if (column + 1 < aligned->n_columns)
    append_blanks (aligned->line, GAP + (aligned->has_text[column] ? blanks : 0));
}

static gboolean
write_line (Aligned *aligned, const char *line, const char *end, GError **error)
{
  const char *cell = line;

  g_string_truncate (aligned->line, 0);
  for (guint c = 0; c < aligned->n_columns && cell <= end; c++) {
    const gsize size = size_of (cell, end);

    append_cell (aligned, c, cell, size);
    cell += size + 1;
  }
  while (aligned->line->len > 0 && aligned->line->str[aligned->line->len - 1] == ' ')
    g_string_truncate (aligned->line, aligned->line->len - 1);
  g_string_append_c (aligned->line, '\n');
  return tbk_output_write (aligned->output, aligned->line->str, aligned->line->len, error);
}

gboolean
aligned_flush (Aligned *aligned, GError **error)
{
  const char *lines = aligned->waiting->str, *end = lines + aligned->waiting->len;
  gboolean is_header = !aligned->has_header;

  for (const char *line = lines; line < end; line = strchr (line, '\n') + 1) {
    measure_line (aligned, line, strchr (line, '\n'), is_header);
    is_header = FALSE;
  }
  for (const char *line = lines; line < end; line = strchr (line, '\n') + 1)
    if (!write_line (aligned, line, strchr (line, '\n'), error))
      return FALSE;
  aligned->has_header = aligned->has_header || lines < end;
  g_string_truncate (aligned->waiting, 0);
  aligned->n_waiting = 0;
  return TRUE;
}

gboolean
aligned_add (Aligned *aligned, const char *lines, gsize length, GError **error)
{
  const char *end = lines + length;

  while (lines < end) {
    const char *next = (const char *) memchr (lines, '\n', end - lines) + 1;

    g_string_append_len (aligned->waiting, lines, next - lines);
    lines = next;
    /* The header waits for the first block. */
    if (++aligned->n_waiting == aligned->n_lines + !aligned->has_header && !aligned_flush (aligned, error))
      return FALSE;
  }
  return TRUE;
}
