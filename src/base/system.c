/* system.c - system calls on files, done or failed. */
#define _GNU_SOURCE /* for F_SETPIPE_SZ */
#include "base/system.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
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

gboolean
system_sync (int descriptor, const char *name, GError **error)
{
  int status;

  do
    status = fsync (descriptor);
  while (status < 0 && errno == EINTR);
  return status == 0 || errno == EINVAL || system_fail (name, error);
}

gboolean
system_cut (int descriptor, const char *name, gint64 size, GError **error)
{
  int status;

  do
    status = ftruncate (descriptor, (off_t) size);
  while (status < 0 && errno == EINTR);
  return (status == 0 && lseek (descriptor, (off_t) size, SEEK_SET) >= 0) || system_fail (name, error);
}

int
system_duplicate (int descriptor)
{
  return fcntl (descriptor, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
}

void
system_enlarge_pipe (int descriptor)
{
#ifdef F_SETPIPE_SZ
  enum { WANTED = 1 << 20 }; /* what Linux allows everyone */

  if (fcntl (descriptor, F_GETPIPE_SZ) < WANTED)
    fcntl (descriptor, F_SETPIPE_SZ, WANTED);
#else
  (void) descriptor;
#endif
}

/* The path of a file that does not exist yet, in a folder that does; NULL with errno set if not. */
static char *
resolve_new (const char *path)
{
  g_autofree char *folder = g_path_get_dirname (path);
  g_autofree char *file = g_path_get_basename (path);
  g_autofree char *real = *path != '\0' ? realpath (folder, NULL) : NULL;

  return real != NULL ? g_build_filename (real, file, NULL) : NULL;
}

char *
system_resolve (const char *path)
{
  enum { MAX_LINKS = 40 }; /* as many as the kernel follows */
  g_autofree char *current = g_strdup (path);

  for (int i = 0; i < MAX_LINKS; i++) {
    g_autofree char *real = realpath (current, NULL);
    g_autofree char *link = NULL;
    g_autofree char *folder = NULL;

    if (real != NULL)
      return g_strdup (real);
    if (errno != ENOENT)
      return NULL;
    link = g_file_read_link (current, NULL);
    if (link == NULL)
      return resolve_new (current);
    folder = g_path_get_dirname (current);
    g_free (current);
    current = g_path_is_absolute (link) ? g_strdup (link) : g_build_filename (folder, link, NULL);
  }
  errno = ELOOP;
  return NULL;
}

/* After a call that failed: whether it should be made again, having been interrupted or, on a descriptor that
 * does not wait by itself (some programs leave standard streams so), having come too early. */
static gboolean
can_go_on (int descriptor, short events)
{
  struct pollfd wanted = { .fd = descriptor, .events = events };

  if (errno == EAGAIN)
    return poll (&wanted, 1, -1) >= 0 || errno == EINTR;
  return errno == EINTR;
}

gssize
system_read (int descriptor, const char *name, void *buffer, gsize size, GError **error)
{
  gssize n;

  do
    n = read (descriptor, buffer, size);
  while (n < 0 && can_go_on (descriptor, POLLIN));
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
    else if (!can_go_on (descriptor, POLLOUT))
      return system_fail (name, error);
  }
  return TRUE;
}
