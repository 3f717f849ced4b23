/* temporary.h - a file under construction: made in its target's folder, and given the target's name when it
 * is complete. */
#ifndef STREAMS_TEMPORARY_H
#define STREAMS_TEMPORARY_H

#include "tbk/error.h"

typedef struct Temporary Temporary;

/**
 * temporary_new:
 * @path: the target: a regular file, a symbolic link to one, or a name still free
 * @descriptor: (out): open for writing, and the caller's to close
 */
Temporary *temporary_new (const char *path, int *descriptor, GError **error);

/* Gives the file its target's name, and frees @temporary if that succeeds. */
gboolean temporary_rename (Temporary *temporary, GError **error);

/* Removes the file and frees @temporary. */
void temporary_remove (Temporary *temporary);

#endif
