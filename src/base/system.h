/* system.h - system calls on files, with their failures as errors that name the file. */
#ifndef BASE_SYSTEM_H
#define BASE_SYSTEM_H

#include <sys/uio.h>

#include "tbk/error.h"

/* Sets @error to "NAME: what errno says" and returns FALSE, for the caller to pass on. */
gboolean system_fail (const char *name, GError **error);

/* Opens @path, not to be inherited by other programs. Returns a descriptor, or -1. */
int system_open (const char *path, int flags, int mode);

/* Forces to the disk what was written, where the file system can do that. */
gboolean system_sync (int descriptor, const char *name, GError **error);

/* Ends the file behind its first @size bytes, where the next are then written. */
gboolean system_cut (int descriptor, const char *name, gint64 size, GError **error);

/* Another descriptor for a standard stream, so that closing ours leaves the process its own; -1 on
 * failure. */
int system_duplicate (int descriptor);

/* Makes the buffer of a pipe as large as one call reads or writes, where the system lets us: else every few
 * pages one end waits for the other. */
void system_enlarge_pipe (int descriptor);

/* The path behind all symbolic links, the last of which may lead to a file yet to be made; NULL with errno
 * set if there is none. */
char *system_resolve (const char *path);

/* One read() that signals do not interrupt: the number of bytes, 0 at the end, -1 with @error set. */
gssize system_read (int descriptor, const char *name, void *buffer, gsize size, GError **error);

/* Writes all of the @n pieces, and changes them on the way. */
gboolean system_write (int descriptor, const char *name, struct iovec *pieces, int n, GError **error);

#endif
