/* output.c - bytes to a file, complete or not at all, or straight to a pipe, plain or gzip.
 *
 * Small writes gather in a buffer. A large one, or one of many pieces that are not small, goes to the system
 * straight from the caller's memory, in one call with the buffer before it: so neither many small pieces nor
 * few large ones cost much.
 */
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include "base/output.h"
#include "base/system.h"
#include "base/temporary.h"

enum {
  BUFFER_SIZE = 128 * 1024,
  LARGE = 16 * 1024, /* from here on a copy costs more than a system call */
  SMALL = 256,       /* up to here a copy costs less than a piece of a call */
  GZIP_LEVEL = 6,
  GZIP_MEMORY = 8, /* zlib's own default */
  GZIP_ONLY = 16,  /* what zlib wants added to the window size */
};

struct TbkOutput {
  char *name;
  int descriptor;
  Temporary *temporary; /* NULL for what is written directly */
  z_stream *deflater;   /* NULL for a plain output */
  gboolean broken;      /* a write failed: what is there must not pass for complete */
  gsize n_buffered;
  guint8 buffer[BUFFER_SIZE];
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
  return output->descriptor >= 0 || system_fail (output->name, error);
}

/* Left to itself zlib writes a header without name and with time 0. */
static gboolean
start_gzip (TbkOutput *output, GError **error)
{
  output->deflater = g_new0 (z_stream, 1);
  if (deflateInit2 (output->deflater, GZIP_LEVEL, Z_DEFLATED, MAX_WBITS + GZIP_ONLY, GZIP_MEMORY,
                    Z_DEFAULT_STRATEGY)
      == Z_OK)
    return TRUE;
  g_clear_pointer (&output->deflater, g_free);
  g_set_error (error, TBK_ERROR, TBK_ERROR_RESOURCE, "%s: no memory left to compress it", output->name);
  return FALSE;
}

/* Refuses names that promise a compression which is not written. */
static gboolean
check_suffix (const char *path, GError **error)
{
  static const char *const suffixes[] = { ".zst", ".xz", ".bz2", ".lzma", ".lz4", ".Z", ".br" };

  for (guint s = 0; s < G_N_ELEMENTS (suffixes); s++)
    if (g_str_has_suffix (path, suffixes[s])) {
      g_set_error (error, TBK_ERROR, TBK_ERROR_USAGE,
                   "%s: found the suffix %s, expected .gz or none of a compressed form", path, suffixes[s]);
      return FALSE;
    }
  return TRUE;
}

TbkOutput *
tbk_output_open (const char *path, GError **error)
{
  gboolean standard = path == NULL || g_str_equal (path, "-");
  g_autoptr (TbkOutput) output = NULL;

  if (!standard && !check_suffix (path, error))
    return NULL;
  output = g_try_malloc (sizeof *output);
  if (output == NULL) {
    g_set_error (error, TBK_ERROR, TBK_ERROR_RESOURCE, "%s: no memory left to write it",
                 standard ? "standard output" : path);
    return NULL;
  }
  output->name = g_strdup (standard ? "standard output" : path);
  output->descriptor = -1;
  output->temporary = NULL;
  output->deflater = NULL;
  output->broken = FALSE;
  output->n_buffered = 0;
  if (!open_descriptor (output, standard ? NULL : path, error))
    return NULL;
  if (!standard && g_str_has_suffix (path, ".gz") && !start_gzip (output, error))
    return NULL;
  return g_steal_pointer (&output);
}

/* Writes the buffer, for which @pieces[0] is spare, and @pieces[1] to @pieces[@n]. */
static gboolean
write_pieces_through (TbkOutput *output, struct iovec *pieces, int n, GError **error)
{
  pieces[0] = (struct iovec){ output->buffer, output->n_buffered };
  output->n_buffered = 0;
  if (system_write (output->descriptor, output->name, pieces, 1 + n, error))
    return TRUE;
  output->broken = TRUE;
  return FALSE;
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
  if (size >= LARGE || size > BUFFER_SIZE - output->n_buffered)
    return write_through (output, bytes, size, error);
  memcpy (output->buffer + output->n_buffered, bytes, size);
  output->n_buffered += size;
  return TRUE;
}

/* Runs the deflater until it has taken its input and, flushing, given its output. */
static gboolean
deflate_some (TbkOutput *output, int flush, GError **error)
{
  z_stream *deflater = output->deflater;

  do {
    if (output->n_buffered == BUFFER_SIZE && !write_through (output, NULL, 0, error))
      return FALSE;
    deflater->next_out = output->buffer + output->n_buffered;
    deflater->avail_out = (guint) (BUFFER_SIZE - output->n_buffered);
    deflate (deflater, flush);
    output->n_buffered = BUFFER_SIZE - deflater->avail_out;
  } while (deflater->avail_out == 0);
  return TRUE;
}

static gboolean
write_gzip (TbkOutput *output, const void *bytes, gsize size, GError **error)
{
  const guint8 *rest = bytes;

  while (size > 0) {
    guint part = (guint) MIN (size, G_MAXINT);

    output->deflater->next_in = (Bytef *) rest;
    output->deflater->avail_in = part;
    if (!deflate_some (output, Z_NO_FLUSH, error))
      return FALSE;
    rest += part;
    size -= part;
  }
  return TRUE;
}

gboolean
tbk_output_write (TbkOutput *output, const void *bytes, gsize size, GError **error)
{
  return output->deflater != NULL ? write_gzip (output, bytes, size, error)
                                  : write_plain (output, bytes, size, error);
}

gboolean
output_write_pieces (TbkOutput *output, struct iovec *pieces, int n, GError **error)
{
  gsize size = 0;

  g_assert (n <= MOST_PIECES);
  for (int i = 1; i <= n; i++)
    size += pieces[i].iov_len;
  if (output->deflater == NULL && size >= LARGE && size >= (gsize) n * SMALL)
    return write_pieces_through (output, pieces, n, error);
  for (int i = 1; i <= n; i++)
    if (!tbk_output_write (output, pieces[i].iov_base, pieces[i].iov_len, error))
      return FALSE;
  return TRUE;
}

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

/* Empties deflater and buffer. */
static gboolean
write_rest (TbkOutput *output, int flush, GError **error)
{
  if (output->deflater != NULL && !deflate_some (output, flush, error))
    return FALSE;
  return output->n_buffered == 0 || write_through (output, NULL, 0, error);
}

gboolean
tbk_output_flush (TbkOutput *output, GError **error)
{
  return write_rest (output, Z_SYNC_FLUSH, error);
}

/* Network file systems and quotas may report a failed write only here. */
static gboolean
close_descriptor (TbkOutput *output, GError **error)
{
  int descriptor = output->descriptor;

  output->descriptor = -1;
  return close (descriptor) == 0 || errno == EINTR || system_fail (output->name, error);
}

/* Writes what is left and closes, a file of ours only when it is on the disk. */
static gboolean
complete (TbkOutput *output, GError **error)
{
  if (output->broken) {
    g_set_error (error, TBK_ERROR, TBK_ERROR_IO, "%s: incomplete, as an earlier write failed", output->name);
    return FALSE;
  }
  if (!write_rest (output, Z_FINISH, error))
    return FALSE;
  if (output->temporary != NULL && !system_sync (output->descriptor, output->name, error))
    return FALSE;
  return close_descriptor (output, error);
}

gboolean
tbk_output_commit (TbkOutput *output, GError **error)
{
  gboolean complete_and_named = complete (output, error);

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
  /* What goes to a pipe or terminal is out of our hands, and wanted up to where something went wrong. */
  if (output->descriptor >= 0 && output->temporary == NULL && !output->broken)
    write_rest (output, Z_SYNC_FLUSH, NULL);
  if (output->descriptor >= 0)
    close (output->descriptor);
  if (output->temporary != NULL)
    temporary_remove (output->temporary);
  if (output->deflater != NULL)
    deflateEnd (output->deflater);
  g_free (output->deflater);
  g_free (output->name);
  g_free (output);
}
