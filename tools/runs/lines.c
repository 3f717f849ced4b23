/* lines.c - whole lines out of what can be read at once. */
#include "lines.h"

#include <string.h>

#include "tbk/stream.h"

typedef struct {
  const LinesReader *reader;
  gpointer data;
  gsize max;   /* bytes of a line */
  char *bytes; /* what was read and not yet taken */
  gsize length;
  gboolean is_skipping; /* the rest of a line that is too long */
} Lines;

/* A whole line, or its end if what came before was too long. */
static gboolean
end_line (Lines *lines, const char *line, gsize length, GError **error)
{
  if (lines->is_skipping || length > lines->max)
    line = NULL;
  lines->is_skipping = FALSE;
  return lines->reader->take (lines->data, line, length, error);
}

/* Passes on the whole lines among those read, and keeps the beginning of the next. */
static gboolean
take_lines (Lines *lines, GError **error)
{
  const char *line = lines->bytes, *end = lines->bytes + lines->length;
  const char *newline;

  while ((newline = memchr (line, '\n', end - line)) != NULL) {
    if (!end_line (lines, line, newline - line, error))
      return FALSE;
    line = newline + 1;
  }
  lines->length = end - line;
  if (lines->is_skipping || lines->length > lines->max) {
    lines->is_skipping = TRUE;
    lines->length = 0;
  }
  memmove (lines->bytes, line, lines->length);
  return TRUE;
}

gboolean
lines_read (const char *path, const LinesReader *reader, gpointer data, GError **error)
{
  g_autoptr (TbkInput) input = NULL;
  g_autofree char *bytes = NULL;
  Lines lines = { .reader = reader, .data = data, .max = reader->max > 0 ? reader->max : LINES_MAX };
  const gsize size = lines.max + (1 << 16);
  gssize n_read;

  input = tbk_input_open (path, error);
  if (input == NULL)
    return FALSE;
  lines.bytes = bytes = g_malloc (size);
  do {
    if (reader->pause != NULL && !reader->pause (data, error))
      return FALSE;
    n_read = tbk_input_read_some (input, bytes + lines.length, size - lines.length, error);
    if (n_read < 0)
      return FALSE;
    lines.length += n_read;
    if (!take_lines (&lines, error))
      return FALSE;
  } while (n_read > 0);

  /* A last line without newline. */
  return (lines.length == 0 && !lines.is_skipping) || end_line (&lines, bytes, lines.length, error);
}
