/* spool.c - a record is a line with two sizes, a path, and the bytes of the file. */
#include "corpus/spool.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/system.h"

/* Two numbers of 64 bits, in columns of equal width. */
#define HEAD_FORMAT "%20" G_GSIZE_FORMAT " %20" G_GSIZE_FORMAT "\n"
enum { HEAD_SIZE = 42 };

struct Spool {
  char *name;
  FILE *file;    /* NULL until there is something to keep */
  gint64 length; /* of what waits */
};

Spool *
spool_new (const char *name)
{
  Spool *spool = g_new0 (Spool, 1);

  spool->name = g_strdup_printf ("%s: a temporary file", name);
  return spool;
}

void
spool_free (Spool *spool)
{
  if (spool == NULL)
    return;
  if (spool->file != NULL)
    fclose (spool->file);
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

gboolean
spool_write (Spool *spool, const TbkText *records, GError **error)
{
  const gsize length = tbk_text_length (records);
  g_autofree char *bytes = tbk_text_dup (records, error);

  if (bytes == NULL)
    return FALSE;
  if (spool->file == NULL && (spool->file = tmpfile ()) == NULL)
    return system_fail (spool->name, error);
  spool->length += (gint64) length;
  return fwrite (bytes, 1, length, spool->file) == length || system_fail (spool->name, error);
}

/* Reads @size bytes, and a NUL behind them; to be freed. */
static char *
read_bytes (Spool *spool, gsize size, GError **error)
{
  g_autofree char *bytes = g_try_malloc (size + 1);

  if (bytes == NULL) {
    errno = ENOMEM;
    system_fail (spool->name, error);
    return NULL;
  }
  if (fread (bytes, 1, size, spool->file) != size) {
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
  if (fflush (spool->file) != 0)
    return system_fail (spool->name, error);
  rewind (spool->file);
  while (stays && spool->length > 0)
    if (!write_file (spool, error))
      return FALSE;
  rewind (spool->file);
  spool->length = 0;
  return system_cut (fileno (spool->file), spool->name, 0, error);
}
