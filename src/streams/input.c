/* input.c - bytes from a file or standard input; the first bytes decide whether and how they are
 * compressed. */
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/system.h"
#include "streams/compressed.h"
#include "streams/kinds.h"
#include "tbk/stream.h"

struct TbkInput {
  char *name;
  int descriptor;
  struct stat status;
  guint8 head[MOST_MAGIC]; /* what the input begins with; of a plain one, not yet handed on */
  gsize n_head;
  gint64 n_consumed; /* of a plain input */
  gboolean ended;
  Compressed *compressed; /* NULL for a plain input */
  GError *fault;          /* once an input is broken it stays so */
};

const char *
tbk_input_name (const TbkInput *input)
{
  return input->name;
}

gint64
tbk_input_position (const TbkInput *input)
{
  return input->compressed != NULL ? compressed_position (input->compressed) : input->n_consumed;
}

gint64
tbk_input_size (const TbkInput *input)
{
  return S_ISREG (input->status.st_mode) ? (gint64) input->status.st_size : -1;
}

gboolean
input_is_compressed (const TbkInput *input)
{
  return input->compressed != NULL;
}

/* Opens the descriptor and looks at what it leads to. A folder opens too, but cannot be read. */
static gboolean
open_descriptor (TbkInput *input, const char *path, GError **error)
{
  input->descriptor = path == NULL ? system_duplicate (STDIN_FILENO) : system_open (path, O_RDONLY, 0);
  if (input->descriptor < 0 || fstat (input->descriptor, &input->status) < 0)
    return system_fail (input->name, error);
  if (S_ISFIFO (input->status.st_mode))
    system_enlarge_pipe (input->descriptor);
#ifdef POSIX_FADV_SEQUENTIAL
  posix_fadvise (input->descriptor, 0, 0, POSIX_FADV_SEQUENTIAL);
#endif
  return TRUE;
}

/* Reads until @buffer is full or the input ends; -1 with @error set on failure. */
static gssize
read_fully (TbkInput *input, guint8 *buffer, gsize size, GError **error)
{
  gsize n_read = 0;

  while (n_read < size && !input->ended) {
    gssize n = system_read (input->descriptor, input->name, buffer + n_read, size - n_read, error);

    if (n < 0)
      return -1;
    n_read += (gsize) n;
    input->ended = n == 0;
  }
  return (gssize) n_read;
}

static gboolean
fail_truncated (const TbkInput *input, const Compression *compression, GError **error)
{
  g_assert (compression != NULL); /* some form begins with these bytes, or has this name */
  if (input->n_head == 0)
    g_set_error (error, TBK_ERROR, TBK_ERROR_IO, "%s: truncated %s stream: the file is empty", input->name,
                 compression->name);
  else
    g_set_error (error, TBK_ERROR, TBK_ERROR_IO,
                 "%s: byte %" G_GSIZE_FORMAT
                 " of compressed input: truncated %s stream: the file ends here, was it cut?",
                 input->name, input->n_head, compression->name);
  return FALSE;
}

/* Reads first bytes, as few as may tell how the input is compressed: a dialogue may begin with still
 * fewer. */
static gboolean
read_head (TbkInput *input, const Compression **compression, CompressionMatch *match, GError **error)
{
  *match = BEGINS_MAYBE;
  while (*match == BEGINS_MAYBE && !input->ended) {
    gssize n = system_read (input->descriptor, input->name, input->head + input->n_head,
                            sizeof input->head - input->n_head, error);

    if (n < 0)
      return FALSE;
    input->n_head += (gsize) n;
    input->ended = n == 0;
    *compression = compression_of_bytes (input->head, input->n_head, match);
  }
  return TRUE;
}

/* Decides by the first bytes. A file that ends before two of them is plain, unless its name promises a
 * compressed form. */
static gboolean
detect_compression (TbkInput *input, GError **error)
{
  const Compression *compression = NULL, *promised = compression_of_path (input->name);
  CompressionMatch match;

  if (!read_head (input, &compression, &match, error))
    return FALSE;
  if (match == BEGINS_MAYBE) {
    if (input->n_head == 0)
      return promised == NULL || fail_truncated (input, promised, error);
    return (input->n_head == 1 && promised != compression) || fail_truncated (input, compression, error);
  }
  if (match == BEGINS_OTHERWISE)
    return TRUE;
  if (!compression_check_reading (compression, input->name, error))
    return FALSE;
  input->compressed =
      compressed_new (compression, input->descriptor, input->name, input->head, input->n_head, error);
  return input->compressed != NULL;
}

TbkInput *
tbk_input_open (const char *path, GError **error)
{
  g_autoptr (TbkInput) input = g_new0 (TbkInput, 1);
  gboolean standard = g_str_equal (path, "-");

  input->name = g_strdup (standard ? "<stdin>" : path);
  if (!open_descriptor (input, standard ? NULL : path, error))
    return NULL;
  if (!detect_compression (input, error))
    return NULL;
  return g_steal_pointer (&input);
}

/* Hands on what the input begins with, then reads straight into @buffer. */
static gssize
read_plain (TbkInput *input, char *buffer, gsize size, GError **error)
{
  gsize n_head = MIN (input->n_head, size);
  gssize n;

  memcpy (buffer, input->head, n_head);
  memmove (input->head, input->head + n_head, input->n_head - n_head);
  input->n_head -= n_head;

  n = read_fully (input, (guint8 *) buffer + n_head, size - n_head, error);
  if (n < 0)
    return -1;
  input->n_consumed += (gint64) n_head + n;
  return (gssize) n_head + n;
}

/* Hands on what the input begins with, or else what one call of the system gives. */
static gssize
read_plain_some (TbkInput *input, char *buffer, gsize size, GError **error)
{
  gssize n;

  if (input->n_head > 0)
    return read_plain (input, buffer, MIN (size, input->n_head), error);
  n = system_read (input->descriptor, input->name, buffer, size, error);
  input->n_consumed += MAX (n, 0);
  return n;
}

typedef gssize (*ReadPlain) (TbkInput *input, char *buffer, gsize size, GError **error);

/* Reads; an error is kept and reported again at every further call. */
static gssize
read_input (TbkInput *input, ReadPlain plain, char *buffer, gsize size, GError **error)
{
  gssize n;

  if (input->fault == NULL) {
    n = input->compressed != NULL ? compressed_read (input->compressed, buffer, size, &input->fault)
                                  : plain (input, buffer, size, &input->fault);
    if (n >= 0)
      return n;
  }
  if (error != NULL)
    *error = g_error_copy (input->fault);
  return -1;
}

gssize
tbk_input_read (TbkInput *input, char *buffer, gsize size, GError **error)
{
  return read_input (input, read_plain, buffer, size, error);
}

gssize
tbk_input_read_some (TbkInput *input, char *buffer, gsize size, GError **error)
{
  return read_input (input, read_plain_some, buffer, size, error);
}

void
tbk_input_close (TbkInput *input)
{
  if (input == NULL)
    return;
  if (input->compressed != NULL)
    compressed_free (input->compressed);
  if (input->descriptor >= 0)
    close (input->descriptor);
  g_clear_error (&input->fault);
  g_free (input->name);
  g_free (input);
}
