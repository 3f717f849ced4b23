/* system.h - system calls on files, with their failures as errors that name the file. */
#ifndef BASE_SYSTEM_H
#define BASE_SYSTEM_H

#include <sys/uio.h>

#include "tbk/error.h"

/* Sets @error to "NAME: what errno says" and returns FALSE, for the caller to pass on. */
gboolean system_fail (const char *name, GError **error);

/* Opens @path, not to be inherited by other programs. Returns a descriptor, or -1. */
int system_open (const char *path, int flags, int mode);

/* Another descriptor for a standard stream, so that closing ours leaves the process its own; -1 on
 * failure. */
int system_duplicate (int descriptor);

/* One read() that signals do not interrupt: the number of bytes, 0 at the end, -1 with @error set. */
gssize system_read (int descriptor, const char *name, void *buffer, gsize size, GError **error);

/* Writes all of the @n pieces, and changes them on the way. */
gboolean system_write (int descriptor, const char *name, struct iovec *pieces, int n, GError **error);

#endif
