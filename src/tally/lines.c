/* lines.c - a block of the input that grows with its longest line. */
#include "tally/lines.h"

#include <string.h>

#include "base/memory.h"

static const gsize BLOCK = 1 << 16;

static gboolean
fail (const LineReader *lines, const char *found, GError **error)
{
  g_set_error (error, TBK_ERROR, TBK_ERROR_DATA, "%s:%" G_GINT64_FORMAT ": found %s",
               tbk_input_name (lines->input), lines->number + 1, found);
  return FALSE;
}

static gboolean
check_length (const LineReader *lines, gsize length, GError **error)
{
  g_autofree char *found = NULL;

  if (length <= LINES_MAX_LENGTH)
    return TRUE;
  found = g_strdup_printf ("a line of more than %" G_GSIZE_FORMAT " bytes, expected shorter ones",
                           LINES_MAX_LENGTH);
  return fail (lines, found, error);
}

/* Reads on, behind what is left of the line in hand. */
static gboolean
read_more (LineReader *lines, GError **error)
{
  gssize n_read;

  lines->length -= lines->next;
  if (lines->length > 0)
    memmove (lines->bytes, lines->bytes + lines->next, lines->length);
  lines->next = 0;
  if (!check_length (lines, lines->length, error))
    return FALSE;
  if (!try_reserve (&lines->bytes, &lines->room, 2 * lines->length + BLOCK, 1))
    return memory_fail (error, "a line of %" G_GSIZE_FORMAT " bytes", lines->length);
  n_read = tbk_input_read (lines->input, lines->bytes + lines->length, lines->room - lines->length, error);
  if (n_read < 0)
    return FALSE;
  lines->length += (gsize) n_read;
  lines->is_at_end = n_read == 0;
  return TRUE;
}

LineStatus
lines_next (LineReader *lines, const char **line, gsize *length, GError **error)
{
  const char *start, *newline = NULL;
  gsize searched = 0;

  for (;;) {
    if (lines->length > lines->next + searched)
      newline = memchr (lines->bytes + lines->next + searched, '\n', lines->length - lines->next - searched);
    if (newline != NULL)
      break;
    searched = lines->length - lines->next;
    if (lines->is_at_end && searched == 0)
      return LINE_END;
    if (lines->is_at_end) {
      fail (lines, "a line that breaks off, expected a newline at its end", error);
      return LINE_FAILED;
    }
    if (!read_more (lines, error))
      return LINE_FAILED;
  }
  start = lines->bytes + lines->next;
  if (!check_length (lines, (gsize) (newline - start), error))
    return LINE_FAILED;
  *line = start;
  *length = (gsize) (newline - start);
  lines->next += *length + 1;
  lines->number++;
  return LINE_READ;
}

void
lines_clear (LineReader *lines)
{
  g_clear_pointer (&lines->bytes, g_free);
}
