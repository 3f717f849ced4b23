/* input.c - bytes from a file or standard input; the first bytes decide whether they are plain or gzip. */
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/gzip.h"
#include "base/system.h"
#include "tbk/stream.h"

struct TbkInput {
  char *name;
  int descriptor;
  struct stat status;
  guint8 head[GZIP_MAGIC_SIZE]; /* what the input begins with; of a plain one, not yet handed on */
  gsize n_head;
  gint64 n_consumed; /* of a plain input */
  gboolean ended;
  Gzip *gzip;    /* NULL for a plain input */
  GError *fault; /* once an input is broken it stays so */
};

const char *
tbk_input_name (const TbkInput *input)
{
  return input->name;
}

gint64
tbk_input_position (const TbkInput *input)
{
  return input->gzip != NULL ? gzip_position (input->gzip) : input->n_consumed;
}

gint64
tbk_input_size (const TbkInput *input)
{
  return S_ISREG (input->status.st_mode) ? (gint64) input->status.st_size : -1;
}

/* Opens the descriptor and looks at what it leads to. A folder opens too, but cannot be read. */
static gboolean
open_descriptor (TbkInput *input, const char *path, GError **error)
{
  input->descriptor = path == NULL ? system_duplicate (STDIN_FILENO) : system_open (path, O_RDONLY, 0);
  if (input->descriptor < 0 || fstat (input->descriptor, &input->status) < 0)
    return system_fail (input->name, error);
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

/* Refuses compressions that are known by their first bytes, but cannot be read. No text that is read begins so. */
static gboolean
check_foreign (const TbkInput *input, GError **error)
{
  static const struct {
    const char *name, *magic;
  } forms[] = { { "xz", "\3757" }, { "zstd", "(\265" }, { "bzip2", "BZ" } };

  for (guint f = 0; f < G_N_ELEMENTS (forms); f++) {
    if (input->n_head == sizeof input->head
        && memcmp (input->head, forms[f].magic, sizeof input->head) == 0) {
      g_set_error (error, TBK_ERROR, TBK_ERROR_IO, "%s: found %s data, expected plain text or gzip",
                   input->name, forms[f].name);
      return FALSE;
    }
  }
  return TRUE;
}

/* Reads the first bytes and decides by them. A file that ends before they decide is plain, unless
 * its name promises gzip. */
static gboolean
detect_gzip (TbkInput *input, GError **error)
{
  gboolean promised = g_str_has_suffix (input->name, ".gz");
  gssize n = read_fully (input, input->head, GZIP_MAGIC_SIZE, error);

  if (n < 0)
    return FALSE;
  input->n_head = (gsize) n;
  if (n == 0 && promised) {
    g_set_error (error, TBK_ERROR, TBK_ERROR_IO, "%s: truncated gzip stream: the file is empty", input->name);
    return FALSE;
  }
  if (!check_foreign (input, error))
    return FALSE;
  if (n == 0 || input->head[0] != GZIP_MAGIC_1)
    return TRUE;
  if (n == 1 ? !promised : input->head[1] != GZIP_MAGIC_2)
    return TRUE;
  input->gzip = gzip_new (input->descriptor, input->name, input->head, input->n_head, error);
  return input->gzip != NULL;
}

TbkInput *
tbk_input_open (const char *path, GError **error)
{
  g_autoptr (TbkInput) input = g_new0 (TbkInput, 1);
  gboolean standard = g_str_equal (path, "-");

  input->name = g_strdup (standard ? "<stdin>" : path);
  if (!open_descriptor (input, standard ? NULL : path, error))
    return NULL;
  if (!detect_gzip (input, error))
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
    n = input->gzip != NULL ? gzip_read (input->gzip, buffer, size, &input->fault)
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
  if (input->gzip != NULL)
    gzip_free (input->gzip);
  if (input->descriptor >= 0)
    close (input->descriptor);
  g_clear_error (&input->fault);
  g_free (input->name);
  g_free (input);
}
