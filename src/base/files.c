/* files.c - files: system calls with their failures, and which files are the same.
 *
 * Contents
 *   1. system: system calls on files, done or failed
 *   2. files: files distinguished by device and inode, a file yet to be made by its folder's and its name
 *   3. file: names of files of treebanks
 */
#define _GNU_SOURCE /* for F_SETPIPE_SZ and sync_file_range() */
#include "base/base.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tbk/base.h"

/* 1. system: system calls on files, done or failed. */

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

/* EINVAL comes from pipes and devices, which have nothing to bring to a disk. */
gboolean
system_sync (int descriptor, const char *name, GError **error)
{
  int status;

  do
    status = fsync (descriptor);
  while (status < 0 && errno == EINTR);
  return status == 0 || errno == EINVAL || system_fail (name, error);
}

/* Only what says that bytes were lost counts: other systems and file systems cannot begin early, and fsync()
 * does all of it at the end. */
gboolean
system_begin_sync (int descriptor, const char *name, gint64 start, gint64 size, GError **error)
{
#ifdef __linux__
  if (sync_file_range (descriptor, start, size, SYNC_FILE_RANGE_WRITE) < 0
      && (errno == EIO || errno == ENOSPC || errno == EDQUOT))
    return system_fail (name, error);
#else
  (void) descriptor, (void) name, (void) start, (void) size, (void) error;
#endif
  return TRUE;
}

/* The place of writing moves to the new end, so that what comes next follows it without a gap of zeros. */
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

/* realpath() fails if the last file of a chain of links does not exist. Then the links are followed one by
 * one until a name is left that is none, in a folder that must exist: that is the file to be made. */
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

/* 2. files: files distinguished by device and inode, a file yet to be made by its folder's and its name. */

typedef struct {
  dev_t device; /* of the file or, if there is none yet, of its folder */
  ino_t inode;
  char *name; /* NULL for a file that exists */
  const char *path;
  gboolean is_output;
} FilePlace;

/* Equal places have equal numbers, whatever their paths. */
static guint
hash_place (gconstpointer key)
{
  const FilePlace *place = key;

  return (guint) place->device * 31 + (guint) place->inode
         + (place->name == NULL ? 0 : g_str_hash (place->name));
}

static gboolean
are_places_equal (gconstpointer a, gconstpointer b)
{
  const FilePlace *x = a, *y = b;

  return x->device == y->device && x->inode == y->inode && g_strcmp0 (x->name, y->name) == 0;
}

static void
place_free (gpointer data)
{
  FilePlace *place = data;

  g_free (place->name);
  g_free (place);
}

/* Finds what @path leads to. Returns FALSE if that can neither be harmed nor be made. */
static gboolean
find_place (FilePlace *place, const char *path, int standard)
{
  gboolean is_standard = g_str_equal (path, "-");
  g_autofree char *target = NULL, *folder = NULL;
  struct stat status;

  if ((is_standard ? fstat (standard, &status) : stat (path, &status)) == 0) {
    place->device = status.st_dev;
    place->inode = status.st_ino;
    return S_ISREG (status.st_mode);
  }
  if (is_standard || errno != ENOENT || (target = system_resolve (path)) == NULL)
    return FALSE;
  folder = g_path_get_dirname (target);
  if (stat (folder, &status) < 0)
    return FALSE;
  place->device = status.st_dev;
  place->inode = status.st_ino;
  place->name = g_path_get_basename (target);
  return TRUE;
}

static const char *
name_of (const FilePlace *place)
{
  return place->is_output && g_str_equal (place->path, "-") ? "standard output"
                                                            : input_shown_name (place->path);
}

static gboolean
fail (const FilePlace *output, const FilePlace *other, GError **error)
{
  const char *what =
      other->is_output ? "two outputs cannot go to one file" : "the input and the output are the same file";

  if (g_str_equal (name_of (output), name_of (other)))
    g_set_error (error, TBK_ERROR, TBK_ERROR_USAGE, "%s: %s", name_of (output), what);
  else
    g_set_error (error, TBK_ERROR, TBK_ERROR_USAGE, "%s and %s: %s", name_of (other), name_of (output), what);
  return FALSE;
}

/* Adds the file at @path to @places, where an output must be new. Inputs may repeat: reading a file twice
 * harms nothing. */
static gboolean
add_file (GHashTable *places, const char *path, gboolean is_output, GError **error)
{
  FilePlace *place = g_new0 (FilePlace, 1);
  const FilePlace *other;
  gboolean is_good = TRUE;

  place->path = path;
  place->is_output = is_output;
  if (!find_place (place, path, is_output ? STDOUT_FILENO : STDIN_FILENO)) {
    place_free (place);
    return TRUE;
  }
  other = g_hash_table_lookup (places, place);
  if (is_output && other != NULL)
    is_good = fail (place, other, error);
  g_hash_table_add (places, place);
  return is_good;
}

/* All inputs come first, so that an output is compared with each of them and with the outputs before it. */
gboolean
files_check_outputs (const char *const *inputs, const char *const *outputs, GError **error)
{
  g_autoptr (GHashTable) places = g_hash_table_new_full (hash_place, are_places_equal, place_free, NULL);

  for (gsize i = 0; inputs[i] != NULL; i++)
    add_file (places, inputs[i], FALSE, NULL);
  for (gsize o = 0; outputs[o] != NULL; o++)
    if (!add_file (places, outputs[o], TRUE, error))
      return FALSE;
  return TRUE;
}

/* 3. file: names of files of treebanks. */

/* The name up to ".conllu", so that endings of compressed files go with it. */
char *
file_short_name (const char *path)
{
  char *name = g_path_get_basename (path);
  char *ending = strstr (name, ".conllu");

  if (ending != NULL && ending > name)
    *ending = '\0';
  return name;
}

/* Reads CODE_TREEBANK-ud-SPLIT, CODE-ud-SPLIT as in UD 1, CODE alone, or SPLIT alone; codes of languages have two or three
 * letters. */
static void
read_name (const char *name, FileParts *parts)
{
  const gsize length = strspn (name, "abcdefghijklmnopqrstuvwxyz");
  const char *rest = name + length, *split = strstr (rest, "-ud-");

  if (g_str_equal (name, "train") || g_str_equal (name, "dev") || g_str_equal (name, "test")) {
    parts->split = g_strdup (name);
    return;
  }
  if ((length != 2 && length != 3) || (*rest != '\0' && (split == NULL || (*rest != '_' && rest != split))))
    return;
  parts->language = g_strndup (name, length);
  if (*rest == '_')
    parts->treebank = g_strndup (rest + 1, (gsize) (split - rest) - 1);
  if (split != NULL)
    parts->split = g_strdup (split + strlen ("-ud-"));
}

/* Reads UD_LANGUAGE-TREEBANK, for what the name of the file lacks. */
static void
read_folder (const char *folder, FileParts *parts)
{
  const char *language = folder + strlen ("UD_"), *end;

  if (!g_str_has_prefix (folder, "UD_") || (end = strchr (language, '-')) == NULL || end == language)
    return;
  if (parts->language == NULL)
    parts->language = g_strndup (language, (gsize) (end - language));
  if (parts->treebank == NULL)
    parts->treebank = g_strdup (end + 1);
}

gboolean
file_parts (const char *path, FileParts *parts)
{
  g_autofree char *name = file_short_name (path), *place = g_path_get_dirname (path),
                  *folder = g_path_get_basename (place);

  *parts = (FileParts){ NULL };
  read_name (name, parts);
  read_folder (folder, parts);
  if (parts->language == NULL)
    file_parts_clear (parts);
  return parts->language != NULL;
}

void
file_parts_clear (FileParts *parts)
{
  g_free (parts->language);
  g_free (parts->treebank);
  g_free (parts->split);
  *parts = (FileParts){ NULL };
}

char *
file_language (const char *path)
{
  g_auto (FileParts) parts;

  return file_parts (path, &parts) ? g_steal_pointer (&parts.language) : file_short_name (path);
}
