/* temporary.c - files under construction.
 *
 * Where the file system can, a file under construction has no name (O_TMPFILE). So nothing is left of it,
 * however the process ends. When it is complete, linkat() gives it a hidden name beside its target and
 * rename() the target's. Only a process that is killed between these two calls leaves a hidden file.
 *
 * Elsewhere the file has its hidden name from the start, and a process that is killed leaves it.
 *
 * A file is locked (flock) until its process ends. So a hidden file without a lock was left by a process that
 * is gone. The next output to the same target removes it and takes the name. Whoever removes it holds its
 * lock, and has seen that the name still leads to it. A file that had its name before its lock may lose the
 * name in between; so its maker looks too, and makes another.
 */
#define _GNU_SOURCE /* for O_TMPFILE */
#include "streams/temporary.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/system.h"

enum {
  NAME_SIZE = 200, /* how much of the target's name fits into ours: names end at 255 bytes */
  MAX_NAMES = 10000,
};

struct Temporary {
  char *name;     /* the target as the caller calls it */
  char *target;   /* without symbolic links */
  char *path;     /* the hidden name; NULL before there is one */
  int descriptor; /* another one of the file: it holds the lock, and by it the file gets a name */
  pid_t maker;    /* a child that ends removes nothing */
};

/* The @i-th hidden name for the target. */
static char *
hidden_name (const Temporary *temporary, int i)
{
  g_autofree char *folder = g_path_get_dirname (temporary->target);
  g_autofree char *file = g_path_get_basename (temporary->target);

  return g_strdup_printf ("%s/.%.*s.%d.tmp", folder, NAME_SIZE, file, i);
}

/* A file without a name in the target's folder; -1 where there are none, or no way to name them later. */
static int
create_nameless (const Temporary *temporary, int mode)
{
#ifdef O_TMPFILE
  g_autofree char *folder = g_path_get_dirname (temporary->target);

  if (access ("/proc/self/fd", X_OK) == 0)
    return system_open (folder, O_WRONLY | O_TMPFILE, mode);
#else
  (void) temporary, (void) mode;
#endif
  return -1;
}

/* Locks what is open and tells whether @path leads to it. Where files cannot be locked, nobody locks them. */
static gboolean
lock (const char *path, int descriptor)
{
  struct stat there, open;

  if (flock (descriptor, LOCK_EX | LOCK_NB) < 0 && errno == EWOULDBLOCK)
    return FALSE;
  return lstat (path, &there) == 0 && fstat (descriptor, &open) == 0 && there.st_dev == open.st_dev
         && there.st_ino == open.st_ino;
}

/* Removes @path, a regular file that nobody locks. */
static void
remove_stale (const char *path)
{
  struct stat status;
  /* Some file systems lock only what can be written, and some temporary files cannot. */
  int descriptor = system_open (path, O_WRONLY | O_NOFOLLOW | O_NONBLOCK, 0);

  if (descriptor < 0)
    descriptor = system_open (path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK, 0);
  if (descriptor < 0)
    return;
  if (fstat (descriptor, &status) == 0 && S_ISREG (status.st_mode)
      && flock (descriptor, LOCK_EX | LOCK_NB) == 0 && lock (path, descriptor))
    unlink (path);
  close (descriptor);
}

/* Makes a file under the first hidden name that is free, and locks it. Returns a descriptor, or -1. */
static int
create_named (Temporary *temporary, int mode)
{
  for (int i = 0; i < MAX_NAMES; i++) {
    int descriptor;

    g_free (temporary->path);
    temporary->path = hidden_name (temporary, i);
    remove_stale (temporary->path);
    descriptor = system_open (temporary->path, O_WRONLY | O_CREAT | O_EXCL, mode);
    if (descriptor >= 0 && lock (temporary->path, descriptor))
      return descriptor;
    if (descriptor < 0 && errno != EEXIST)
      break;
    if (descriptor >= 0)
      close (descriptor);
  }
  return -1;
}

/* Gives a file owner, group and mode of the one it replaces, as far as we may. */
static void
take_over (int descriptor, const struct stat *present)
{
  gboolean has_group = fchown (descriptor, present->st_uid, present->st_gid) == 0
                       || fchown (descriptor, (uid_t) -1, present->st_gid) == 0;

  (void) has_group;
  fchmod (descriptor, present->st_mode & 0777);
}

static void
temporary_free (Temporary *temporary)
{
  if (temporary->descriptor >= 0)
    close (temporary->descriptor);
  g_free (temporary->name);
  g_free (temporary->target);
  g_free (temporary->path);
  g_free (temporary);
}

Temporary *
temporary_new (const char *path, int *descriptor, GError **error)
{
  struct stat present;
  char *target = system_resolve (path);
  Temporary *temporary;
  int mode = 0666, made;
  gboolean replaces;

  if (target == NULL) {
    system_fail (path, error);
    return NULL;
  }
  temporary = g_new (Temporary, 1);
  *temporary = (Temporary){ g_strdup (path), target, NULL, -1, getpid () };
  replaces = stat (target, &present) == 0;
  if (replaces)
    mode = (int) (present.st_mode & 0777);
  made = create_nameless (temporary, mode);
  if (made >= 0)
    flock (made, LOCK_EX | LOCK_NB);
  if (made < 0)
    made = create_named (temporary, mode);
  if (made < 0) {
    g_set_error (error, TBK_ERROR, TBK_ERROR_IO, "%s: cannot make the temporary file '%s': %s",
                 temporary->name, temporary->path, g_strerror (errno));
    temporary_free (temporary);
    return NULL;
  }
  temporary->descriptor = system_duplicate (made);
  if (temporary->descriptor < 0) {
    system_fail (path, error);
    close (made);
    temporary_remove (temporary);
    return NULL;
  }
  if (replaces)
    take_over (made, &present);
  *descriptor = made;
  return temporary;
}

/* Gives a nameless file the first hidden name that is free. */
static gboolean
give_name (Temporary *temporary, GError **error)
{
  g_autofree char *open = g_strdup_printf ("/proc/self/fd/%d", temporary->descriptor);
  int status = -1;

  errno = EEXIST;
  for (int i = 0; i < MAX_NAMES && status < 0 && (errno == EEXIST || errno == EINTR); i++) {
    g_free (temporary->path);
    temporary->path = hidden_name (temporary, i);
    remove_stale (temporary->path);
    status = linkat (AT_FDCWD, open, AT_FDCWD, temporary->path, AT_SYMLINK_FOLLOW);
  }
  if (status == 0)
    return TRUE;
  g_clear_pointer (&temporary->path, g_free);
  return system_fail (temporary->name, error);
}

gboolean
temporary_rename (Temporary *temporary, GError **error)
{
  int status;

  if (temporary->path == NULL && !give_name (temporary, error))
    return FALSE;
  do
    status = rename (temporary->path, temporary->target);
  while (status < 0 && errno == EINTR);
  if (status < 0)
    return system_fail (temporary->name, error);
  temporary_free (temporary);
  return TRUE;
}

void
temporary_remove (Temporary *temporary)
{
  if (temporary->path != NULL && temporary->maker == getpid ())
    while (unlink (temporary->path) < 0 && errno == EINTR)
      ;
  temporary_free (temporary);
}
