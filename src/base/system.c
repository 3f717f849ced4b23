/* system.c - open, read and write, until they are done or have failed. */
#include "base/system.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

gboolean
system_fail (const char *name, GError **error)
{
  TbkError code = errno == ENOMEM ? TBK_ERROR_RESOURCE : TBK_ERROR_IO;

  g_set_error (error, TBK_ERROR, code, "%s: %s", name, g_strerror (errno));
  return FALSE;
}

int
system_open (const char *path, int flags, int mode)
{
  int descriptor;

  /* Opening a pipe waits for its other end, and so may be interrupted. */
  do
    descriptor = open (path, flags | O_CLOEXEC | O_NOCTTY, mode);
  while (descriptor < 0 && errno == EINTR);
  if (descriptor < 0 || descriptor > STDERR_FILENO)
    return descriptor;

  /* A standard stream was closed; what is written to it later must not land in this file. */
  int moved = system_duplicate (descriptor);
  int saved = errno;
  close (descriptor);
  errno = saved;
  return moved;
}

int
system_duplicate (int descriptor)
{
  return fcntl (descriptor, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
}

gssize
system_read (int descriptor, const char *name, void *buffer, gsize size, GError **error)
{
  gssize n;

  do
    n = read (descriptor, buffer, size);
  while (n < 0 && errno == EINTR);
  if (n < 0)
    system_fail (name, error);
  return n;
}

/* Drops the first @size bytes of the pieces, and the empty pieces that begin what is left. */
static void
advance (struct iovec **pieces, int *n, gsize size)
{
  while (*n > 0 && size >= (*pieces)->iov_len) {
    size -= (*pieces)->iov_len;
    (*pieces)++;
    (*n)--;
  }
  if (*n > 0) {
    (*pieces)->iov_base = (char *) (*pieces)->iov_base + size;
    (*pieces)->iov_len -= size;
  }
}

gboolean
system_write (int descriptor, const char *name, struct iovec *pieces, int n, GError **error)
{
  advance (&pieces, &n, 0);
  while (n > 0) {
    gssize written = writev (descriptor, pieces, n);

    if (written >= 0)
      advance (&pieces, &n, (gsize) written);
    else if (errno != EINTR)
      return system_fail (name, error);
  }
  return TRUE;
}
