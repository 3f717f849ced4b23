/* output.c - bytes to a file, complete or not at all, or straight to a pipe.
 *
 * Contents
 *   1. temporary: files under construction
 *   2. output: bytes to a file, complete or not at all, or straight to a pipe, plain or compressed
 */
#define _GNU_SOURCE /* for O_TMPFILE */
#include "io/io.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/base.h"

/* 1. temporary: files under construction.
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

enum {
  NAME_SIZE = 200, /* how much of the target's name fits into ours: names end at 255 bytes */
  MAX_NAMES = 10000,
};

typedef struct {
  char *name;     /* the target as the caller calls it */
  char *target;   /* without symbolic links */
  char *path;     /* the hidden name; NULL before there is one */
  int descriptor; /* another one of the file: it holds the lock, and by it the file gets a name */
  pid_t maker;    /* a child that ends removes nothing */
} Temporary;

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

/* Locks what is open and returns whether @path leads to it. Where files cannot be locked, nobody locks
 * them. */
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
    /* A name that exists is in use by another process, which holds its lock; any other failure will not go
     * away with another name. */
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

/* Removes the file and frees @temporary. */
static void
temporary_remove (Temporary *temporary)
{
  if (temporary->path != NULL && temporary->maker == getpid ())
    while (unlink (temporary->path) < 0 && errno == EINTR)
      ;
  temporary_free (temporary);
}

/**
 * temporary_new:
 * @path: the target: a regular file, a symbolic link to one, or a name still free
 * @descriptor: (out): open for writing, and the caller's to close
 *
 * First without a name, else with one. The file gets the permissions of the one that it replaces before
 * anything is written: a secret must not lie open in between.
 */
static Temporary *
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
  /* The caller closes its descriptor before the file is renamed; this one keeps the lock until then. */
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

/* Gives the file its target's name, and frees @temporary if that succeeds. From here on the target is either
 * the old file or the new one, whole, whatever happens. */
static gboolean
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

/* 2. output: bytes to a file, complete or not at all, or straight to a pipe, plain or compressed.
 *
 * Small writes gather in a buffer. A large text of a plain output, or one of many pieces that are not small,
 * goes to the system straight from the caller's memory, in one call with the buffer before it. So neither
 * many small pieces nor few large ones cost much. Of a compressed output the buffer holds the text of the
 * next member.
 */

enum {
  BUFFER_SIZE = 128 * 1024, /* of a plain output */
  LARGE = 16 * 1024,        /* from here on a copy costs more than a system call */
  SMALL = 256,              /* up to here a copy costs less than a piece of a call */
  SYNC_STEP = 4 << 20,      /* what the disk begins to write at a time */
};

struct TbkOutput {
  char *name;
  int descriptor;
  Temporary *temporary; /* NULL for what is written directly */
  Packing *packing;     /* NULL for a plain output */
  Packed packed;        /* the member last made of the buffer */
  gboolean has_member;  /* a compressed output has one */
  gboolean broken;      /* a write failed: what is there must not pass for complete */
  gboolean is_complete; /* and on the disk, if it is a file of ours */
  gint64 n_written;     /* bytes that the system has */
  gint64 n_syncing;     /* bytes that are on their way to the disk */
  /* The part that stays: of these, and of the buffer behind them, which a compressed output keeps as it was
   * then. */
  gint64 n_settled;
  gsize n_settled_buffered;
  guint8 *settled;
  gsize n_buffered, size;
  guint8 buffer[]; /* `size` bytes */
};

/* Opens what already is there and is no regular file, or else a temporary file. */
static gboolean
open_descriptor (TbkOutput *output, const char *path, GError **error)
{
  struct stat present;

  if (path == NULL) {
    output->descriptor = system_duplicate (STDOUT_FILENO);
  } else if (stat (path, &present) == 0 && !S_ISREG (present.st_mode)) {
    /* For a folder this fails, and says so. */
    output->descriptor = system_open (path, O_WRONLY, 0);
  } else {
    output->temporary = temporary_new (path, &output->descriptor, error);
    return output->temporary != NULL;
  }
  if (output->descriptor < 0)
    return system_fail (output->name, error);
  if (fstat (output->descriptor, &present) == 0 && S_ISFIFO (present.st_mode))
    system_enlarge_pipe (output->descriptor);
  return TRUE;
}

gboolean
output_check (const char *path, int level, GError **error)
{
  return compression_check_writing (path, level, error);
}

/* The buffer of a compressed output is as large as a member, so that members do not depend on how the text
 * was written piece by piece. */
TbkOutput *
tbk_output_open (const char *path, int level, GError **error)
{
  gboolean standard = path == NULL || g_str_equal (path, "-");
  const Compression *compression = standard ? NULL : compression_of_path (path);
  const gsize size = compression != NULL ? MOST_IN_MEMBER : BUFFER_SIZE;
  g_autoptr (TbkOutput) output = NULL;

  if (!standard && !output_check (path, level, error))
    return NULL;
  output = g_try_malloc (sizeof *output + size);
  if (output == NULL) {
    g_set_error (error, TBK_ERROR, TBK_ERROR_RESOURCE, "%s: no memory left to write it",
                 standard ? "standard output" : path);
    return NULL;
  }
  *output = (TbkOutput){ .name = g_strdup (standard ? "standard output" : path),
                         .descriptor = -1,
                         .packing = compression != NULL ? packing_new (compression, level) : NULL,
                         .size = size };
  if (!open_descriptor (output, standard ? NULL : path, error))
    return NULL;
  return g_steal_pointer (&output);
}

/* Sends whole steps of a file of ours on their way to the disk while the rest is made: it must be there before
 * the file gets its name, and would else be waited for at the end, twice as long as writing it took. */
static gboolean
sync_early (TbkOutput *output, GError **error)
{
  const gint64 ready = output->n_written - output->n_written % SYNC_STEP, start = output->n_syncing;

  if (output->temporary == NULL || ready <= start)
    return TRUE;
  output->n_syncing = ready;
  return system_begin_sync (output->descriptor, output->name, start, ready - start, error);
}

static gboolean
write_to_descriptor (TbkOutput *output, struct iovec *pieces, int n, GError **error)
{
  for (int i = 0; i < n; i++)
    output->n_written += (gint64) pieces[i].iov_len;
  output->broken =
      !system_write (output->descriptor, output->name, pieces, n, error) || !sync_early (output, error);
  return !output->broken;
}

/* Writes the buffer, for which @pieces[0] is spare, and @pieces[1] to @pieces[@n]. */
static gboolean
write_pieces_through (TbkOutput *output, struct iovec *pieces, int n, GError **error)
{
  pieces[0] = (struct iovec){ output->buffer, output->n_buffered };
  output->n_buffered = 0;
  return write_to_descriptor (output, pieces, 1 + n, error);
}

/* Writes the buffer and @size bytes more. */
static gboolean
write_through (TbkOutput *output, const void *bytes, gsize size, GError **error)
{
  struct iovec pieces[] = { { 0 }, { (void *) bytes, size } };

  return write_pieces_through (output, pieces, 1, error);
}

static gboolean
write_plain (TbkOutput *output, const void *bytes, gsize size, GError **error)
{
  if (size >= LARGE || size > output->size - output->n_buffered)
    return write_through (output, bytes, size, error);
  memcpy (output->buffer + output->n_buffered, bytes, size);
  output->n_buffered += size;
  return TRUE;
}

/* Writes the buffer as a member of a compressed output. */
static gboolean
write_member (TbkOutput *output, GError **error)
{
  struct iovec piece;

  output->broken = !packing_run (output->packing, output->name, output->buffer, output->n_buffered,
                                 &output->packed, error);
  if (output->broken)
    return FALSE;
  output->n_buffered = 0;
  output->has_member = TRUE;
  piece = (struct iovec){ output->packed.members, output->packed.size };
  return write_to_descriptor (output, &piece, 1, error);
}

/* Gathers @size bytes, and writes what makes whole members. */
static gboolean
write_compressed (TbkOutput *output, const guint8 *bytes, gsize size, GError **error)
{
  while (size > 0) {
    const gsize part = MIN (size, output->size - output->n_buffered);

    memcpy (output->buffer + output->n_buffered, bytes, part);
    output->n_buffered += part;
    bytes += part;
    size -= part;
    if (output->n_buffered == output->size && !write_member (output, error))
      return FALSE;
  }
  return TRUE;
}

gboolean
tbk_output_write (TbkOutput *output, const void *bytes, gsize size, GError **error)
{
  return output->packing != NULL ? write_compressed (output, bytes, size, error)
                                 : write_plain (output, bytes, size, error);
}

/* Small pieces are copied into the buffer: a call of the system with hundreds of them would cost more than
 * the copies. */
gboolean
output_write_pieces (TbkOutput *output, struct iovec *pieces, int n, GError **error)
{
  gsize size = 0;

  g_assert (n <= MOST_PIECES);
  for (int i = 1; i <= n; i++)
    size += pieces[i].iov_len;
  if (output->packing == NULL && size >= LARGE && size >= (gsize) n * SMALL)
    return write_pieces_through (output, pieces, n, error);
  for (int i = 1; i <= n; i++)
    if (!tbk_output_write (output, pieces[i].iov_base, pieces[i].iov_len, error))
      return FALSE;
  return TRUE;
}

gboolean
output_is_compressed (const TbkOutput *output)
{
  return output->packing != NULL;
}

gboolean
output_pack (const TbkOutput *output, Packed *packed, gsize size, GError **error)
{
  return packing_run (output->packing, output->name, packed->text, size, packed, error);
}

/* A text that another thread compressed goes to the file as it is, behind the bytes of the buffer. */
gboolean
output_write_packed (TbkOutput *output, const Packed *packed, GError **error)
{
  struct iovec piece = { packed->members, packed->size };

  if (output->n_buffered > 0 && !write_member (output, error))
    return FALSE;
  output->has_member = TRUE;
  return write_to_descriptor (output, &piece, 1, error);
}

/* Most lines fit into the array; a longer one is formatted again into memory of its own. */
gboolean
tbk_output_printf (TbkOutput *output, GError **error, const char *format, ...)
{
  char line[512];
  g_autofree char *longer = NULL;
  va_list arguments;
  int length;

  va_start (arguments, format);
  length = g_vsnprintf (line, sizeof line, format, arguments);
  va_end (arguments);
  if (length >= (int) sizeof line) {
    va_start (arguments, format);
    longer = g_strdup_vprintf (format, arguments);
    va_end (arguments);
  }
  return tbk_output_write (output, longer != NULL ? longer : line, (gsize) length, error);
}

gboolean
tbk_output_flush (TbkOutput *output, GError **error)
{
  if (output->n_buffered == 0)
    return TRUE;
  return output->packing != NULL ? write_member (output, error) : write_through (output, NULL, 0, error);
}

gboolean
tbk_output_is_direct (const TbkOutput *output)
{
  return output->temporary == NULL;
}

/* Notes what stays. The buffer of a compressed output is kept, since a member is made of the whole. */
static gboolean
note_settled (TbkOutput *output, GError **error)
{
  output->n_settled = output->n_written;
  output->n_settled_buffered = output->n_buffered;
  if (output->packing == NULL || output->n_buffered == 0)
    return TRUE;
  if (output->settled == NULL && (output->settled = g_try_malloc (output->size)) == NULL) {
    g_set_error (error, TBK_ERROR, TBK_ERROR_RESOURCE, "%s: no memory left to write it", output->name);
    return FALSE;
  }
  memcpy (output->settled, output->buffer, output->n_buffered);
  return TRUE;
}

/* Takes back what the system has beyond what stays. */
static gboolean
cut (TbkOutput *output, GError **error)
{
  const gboolean is_plain = output->packing == NULL;
  const gint64 end = output->n_settled + (is_plain ? (gint64) output->n_settled_buffered : 0);

  if (!system_cut (output->descriptor, output->name, end, error)) {
    output->broken = TRUE;
    return FALSE;
  }
  output->n_written = output->n_settled = end;
  output->n_syncing = MIN (output->n_syncing, end);
  if (is_plain)
    output->n_settled_buffered = 0;
  else if (output->n_settled_buffered > 0)
    memcpy (output->buffer, output->settled, output->n_settled_buffered);
  output->has_member = output->n_settled > 0;
  return TRUE;
}

/* Takes back the bytes of a temporary file after the last point that stays, if a sentence fails later. Bytes
 * that went to a pipe cannot be taken back. */
gboolean
tbk_output_settle (TbkOutput *output, gboolean stays, GError **error)
{
  if (output->temporary == NULL)
    return TRUE;
  if (stays)
    return note_settled (output, error);
  if (output->n_written > output->n_settled && !cut (output, error))
    return FALSE;
  output->n_buffered = output->n_settled_buffered;
  return TRUE;
}

/* Writes what is left; a compressed output has at least one member. */
static gboolean
write_rest (TbkOutput *output, GError **error)
{
  if (output->packing != NULL && !output->has_member)
    return write_member (output, error);
  return tbk_output_flush (output, error);
}

/* Network file systems and quotas may report a failed write only here. */
static gboolean
close_descriptor (TbkOutput *output, GError **error)
{
  int descriptor = output->descriptor;

  output->descriptor = -1;
  return close (descriptor) == 0 || errno == EINTR || system_fail (output->name, error);
}

gboolean
output_complete (TbkOutput *output, GError **error)
{
  if (output->is_complete)
    return TRUE;
  if (output->broken) {
    g_set_error (error, TBK_ERROR, TBK_ERROR_IO, "%s: incomplete, as an earlier write failed", output->name);
    return FALSE;
  }
  output->is_complete =
      write_rest (output, error)
      && (output->temporary == NULL || system_sync (output->descriptor, output->name, error));
  return output->is_complete;
}

/* The file is complete and on the disk before it gets its name. Whatever fails, nothing of it is left. */
gboolean
tbk_output_commit (TbkOutput *output, GError **error)
{
  gboolean complete_and_named = output_complete (output, error) && close_descriptor (output, error);

  if (complete_and_named && output->temporary != NULL) {
    complete_and_named = temporary_rename (output->temporary, error);
    if (complete_and_named)
      output->temporary = NULL;
  }
  tbk_output_discard (output);
  return complete_and_named;
}

void
tbk_output_discard (TbkOutput *output)
{
  if (output == NULL)
    return;
  /* Output to a pipe or terminal is out of our hands, and wanted up to where something went wrong. */
  if (output->descriptor >= 0 && output->temporary == NULL && !output->broken)
    output->broken = !tbk_output_flush (output, NULL);
  if (output->descriptor >= 0)
    close (output->descriptor);
  if (output->temporary != NULL)
    temporary_remove (output->temporary);
  packing_free (output->packing);
  packed_clear (&output->packed);
  g_free (output->settled);
  g_free (output->name);
  g_free (output);
}
