/* lines.h - the lines of an input, as they come: for commands that answer a line at a time. */
#ifndef LINES_H
#define LINES_H

#include <glib.h>

#include "tbk/error.h"

/* The longest line where nothing else is said. */
#define LINES_MAX (1 << 20)

typedef struct {
  gsize max; /* bytes of the longest line; 0: LINES_MAX */

  /* Takes a line, without its newline; NULL for one that is longer. */
  gboolean (*take) (gpointer data, const char *line, gsize length, GError **error);

  /* (nullable): called before the next line has to be waited for. */
  gboolean (*pause) (gpointer data, GError **error);
} LinesReader;

/* Reads the file at @path, "-" for standard input, to its end. */
gboolean lines_read (const char *path, const LinesReader *reader, gpointer data, GError **error);

#endif
