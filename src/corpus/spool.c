/* spool.c - a record is a line with two sizes, a path, and the bytes of the file. */
#include "corpus/spool.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "base/system.h"

/* Two numbers of 64 bits, in columns of equal width. */
#define HEAD_FORMAT "%20" G_GSIZE_FORMAT " %20" G_GSIZE_FORMAT "\n"
enum { HEAD_SIZE = 42 };

struct Spool {
  char *name;
  int descriptor; /* -1 until there is something to keep */
  gint64 length;  /* of what waits */
};

Spool *
spool_new (const char *name)
{
  Spool *spool = g_new0 (Spool, 1);

  spool->name = g_strdup_printf ("%s: a temporary file", name);
  spool->descriptor = -1;
  return spool;
}

void
spool_free (Spool *spool)
{
  if (spool == NULL)
    return;
  if (spool->descriptor >= 0)
    close (spool->descriptor);
  g_free (spool->name);
  g_free (spool);
}

gboolean
spool_append (const char *path, const TbkText *text, TbkText *to, GError **error)
{
  g_autofree char *bytes = tbk_text_dup (text, error);

  if (bytes == NULL)
    return FALSE;
  tbk_text_printf (to, HEAD_FORMAT, strlen (path), tbk_text_length (text));
  tbk_text_add (to, path, strlen (path));
  tbk_text_add (to, bytes, tbk_text_length (text));
  return TRUE;
}

static gboolean
make_file (Spool *spool, GError **error)
{
  g_autoptr (GError) problem = NULL;
  g_autofree char *path = NULL;

  spool->descriptor = g_file_open_tmp ("tbk-XXXXXX", &path, &problem);
  if (spool->descriptor >= 0) {
    unlink (path);
    return TRUE;
  }
  g_set_error (error, TBK_ERROR, TBK_ERROR_IO, "%s: %s", spool->name, problem->message);
  return FALSE;
}

gboolean
spool_write (Spool *spool, const TbkText *records, GError **error)
{
  const gsize length = tbk_text_length (records);
  g_autofree char *bytes = length == 0 ? NULL : tbk_text_dup (records, error);
  struct iovec piece = { bytes, length };

  if (length == 0)
    return TRUE;
  if (bytes == NULL || (spool->descriptor < 0 && !make_file (spool, error)))
    return FALSE;
  spool->length += (gint64) length;
  return system_write (spool->descriptor, spool->name, &piece, 1, error);
}

/* Reads @size bytes, and adds a NUL; to be freed. */
static char *
read_bytes (Spool *spool, gsize size, GError **error)
{
  g_autofree char *bytes = g_try_malloc (size + 1);
  gsize n_read = 0;
  gssize n = 1;

  if (bytes == NULL)
    errno = ENOMEM;
  while (bytes != NULL && n > 0 && n_read < size) {
    n = system_read (spool->descriptor, spool->name, bytes + n_read, size - n_read, error);
    n_read += (gsize) MAX (n, 0);
    errno = EIO; /* at the end: somebody has cut the file */
  }
  if (n_read < size) {
    if (n >= 0)
      system_fail (spool->name, error);
    return NULL;
  }
  bytes[size] = '\0';
  spool->length -= (gint64) size;
  return g_steal_pointer (&bytes);
}

/* Writes the file of the next record. */
static gboolean
write_file (Spool *spool, GError **error)
{
  g_autofree char *head = read_bytes (spool, HEAD_SIZE, error), *path = NULL, *bytes = NULL;
  g_autoptr (TbkOutput) output = NULL;
  char *at = head;
  gsize path_size, size;

  if (head == NULL)
    return FALSE;
  path_size = (gsize) g_ascii_strtoull (at, &at, 10);
  size = (gsize) g_ascii_strtoull (at, &at, 10);
  if ((path = read_bytes (spool, path_size, error)) == NULL
      || (bytes = read_bytes (spool, size, error)) == NULL)
    return FALSE;
  output = tbk_output_open (path, error);
  return output != NULL && tbk_output_write (output, bytes, size, error)
         && tbk_output_commit (g_steal_pointer (&output), error);
}

gboolean
spool_settle (Spool *spool, gboolean stays, GError **error)
{
  if (spool->length == 0)
    return TRUE;
  if (lseek (spool->descriptor, 0, SEEK_SET) < 0)
    return system_fail (spool->name, error);
  while (stays && spool->length > 0)
    if (!write_file (spool, error))
      return FALSE;
  spool->length = 0;
  return system_cut (spool->descriptor, spool->name, 0, error);
}
