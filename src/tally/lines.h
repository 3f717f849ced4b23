/* lines.h - the lines of an input, one by one. */
#ifndef TALLY_LINES_H
#define TALLY_LINES_H

#include "tbk/stream.h"

#define LINES_MAX_LENGTH ((gsize) 64 << 20)

/* All zeros but for the input is a reader that has read nothing. */
typedef struct {
  TbkInput *input;
  char *bytes;
  gsize room, length; /* of what was read and not yet left behind */
  gsize next;         /* where the next line begins */
  gboolean is_at_end;
  gint64 number; /* of the line in hand, from 1 */
} LineReader;

typedef enum { LINE_READ, LINE_END, LINE_FAILED } LineStatus;

/* The next line, without its newline, which it must have; good until the next call. One of more than
 * LINES_MAX_LENGTH bytes is an error. */
LineStatus lines_next (LineReader *lines, const char **line, gsize *length, GError **error);

void lines_clear (LineReader *lines);

#endif
