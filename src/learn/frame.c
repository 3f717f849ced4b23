/* frame.c - model files, whatever their kind.
 *
 * A file is
 *   8 bytes   "tbkmodel"
 *   8 bytes   the version
 *   8 bytes   the length of the head, a multiple of 64
 *   8 bytes   how many weights there are
 *   the head: text, lines as head_write() and head_write_phrases() of model.c have them, then zeros; what
 *             most models have not has a line only in those that have it
 *   the weights, 2 bytes each: integers or, of networks, numbers of half precision
 *   8 bytes   a checksum of all before
 * with integers that begin with the lowest byte.
 */
#include "learn/learn.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/base.h"

/* In version 1 transition systems have their former names. */
enum { OLDEST_VERSION = 1, VERSION = 2, MAGIC = 8, FIXED = 32, ALIGNMENT = 64 };

/* With a NUL, which files do not have: g_string_append_len() may be an inline function that calls
 * strlen(). */
static const char magic[] = "tbkmodel";
static const guint64 checksum_key[2] = { 1, 2 };

/* Writing. */

static void
append_number (GString *bytes, guint64 number)
{
  number = GUINT64_TO_LE (number);
  g_string_append_len (bytes, (const char *) &number, sizeof number);
}

/* The head is filled up with zeros to a multiple of ALIGNMENT, so that the weights of a file that is mapped
 * into memory begin at a line of the cache. */
GString *
frame_begin (GString *head, gsize n_weights)
{
  GString *bytes = g_string_sized_new (n_weights * sizeof (gint16) + (1 << 16));

  while ((head->len + FIXED) % ALIGNMENT != 0)
    g_string_append_c (head, '\0');
  g_string_append_len (bytes, magic, MAGIC);
  append_number (bytes, VERSION);
  append_number (bytes, head->len);
  append_number (bytes, n_weights);
  g_string_append_len (bytes, head->str, (gssize) head->len);
  return bytes;
}

guint16 *
frame_extend (GString *bytes, gsize n)
{
  const gsize n_before = bytes->len;

  g_string_set_size (bytes, n_before + n * sizeof (guint16));
  return (guint16 *) (gpointer) (bytes->str + n_before);
}

void
frame_add_weights (GString *bytes, const gint16 *weights, gsize n_weights)
{
  guint16 *added = frame_extend (bytes, n_weights);

  for (gsize i = 0; i < n_weights; i++)
    added[i] = GUINT16_TO_LE ((guint16) weights[i]);
}

/* The checksum covers all that comes before it; its key is part of the format. */
gboolean
frame_write (GString *bytes, TbkOutput *output, GError **error)
{
  append_number (bytes, hash_with_key (checksum_key, bytes->str, bytes->len));
  return tbk_output_write (output, bytes->str, bytes->len, error);
}

/* Reading. */

gboolean
head_fail_with (Head *head, const char *format, ...)
{
  va_list arguments;

  va_start (arguments, format);
  g_autofree char *message = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  g_set_error (head->error, TBK_ERROR, TBK_ERROR_DATA, "%s: %s", head->path, message);
  return FALSE;
}

gboolean
head_fail (Head *head)
{
  return head_fail_with (head, "a model whose head says what cannot be; expected one that tbk train made");
}

gboolean
head_fail_system (Head *head, const char *name)
{
  g_autofree char *found = tbk_quote (name, strlen (name));

  return head_fail_with (head, "a model of the system %s, which this program does not have", found);
}

/* The head ends with zeros, which are no line: without a newline there is none. */
char *
head_next_line (Head *head)
{
  const char *start = head->next;
  const char *newline = memchr (start, '\n', (gsize) (head->end - start));

  if (newline == NULL)
    return NULL;
  head->next = newline + 1;
  return g_strndup (start, (gsize) (newline - start));
}

gboolean
head_parse_number (const char *text, gint64 least, gint64 most, gint64 *number, const char **end)
{
  char *stop;

  *number = g_ascii_strtoll (text, &stop, 10);
  *end = stop;
  return stop > text && *number >= least && *number <= most;
}

gboolean
head_has (const Head *head, const char *key)
{
  gsize length = strlen (key);

  return (gsize) (head->end - head->next) >= length && memcmp (head->next, key, length) == 0;
}

gboolean
head_take_number (Head *head, const char *key, gint64 least, gint64 most, int *number)
{
  g_autofree char *line = head_next_line (head);
  gsize length = strlen (key);
  const char *end;
  gint64 value;

  if (line == NULL || strncmp (line, key, length) != 0 || line[length] != ' '
      || !head_parse_number (line + length + 1, least, most, &value, &end) || *end != '\0')
    return head_fail (head);
  *number = (int) value;
  return TRUE;
}

static guint64
number_at (const char *bytes)
{
  guint64 number;

  memcpy (&number, bytes, sizeof number);
  return GUINT64_FROM_LE (number);
}

/* Looks at everything but what the head says. */
static gboolean
check_file (Head *head, const char *bytes, gsize length)
{
  if (length < MAGIC || memcmp (bytes, magic, MAGIC) != 0)
    return head_fail_with (head, "not a model of tbk: the first bytes are not 'tbkmodel'");
  head->version = length >= 16 ? number_at (bytes + 8) : VERSION;
  if (head->version < OLDEST_VERSION || head->version > VERSION)
    return head_fail_with (head, "a model of version %" G_GUINT64_FORMAT ", expected version %d or %d",
                           head->version, OLDEST_VERSION, VERSION);
  if (length < FIXED)
    return head_fail_with (head, "a model of %" G_GSIZE_FORMAT " bytes, which is cut", length);

  guint64 head_length = number_at (bytes + 16), n_weights = number_at (bytes + 24);
  if (head_length > G_MAXINT || head_length % sizeof (gint16) != 0 || n_weights > (guint64) 1 << 32)
    return head_fail_with (head, "a damaged model: its lengths cannot be");
  guint64 expected = FIXED + head_length + n_weights * sizeof (gint16) + 8;
  if (length != expected)
    return head_fail_with (
        head, "a model of %" G_GSIZE_FORMAT " bytes, expected %" G_GUINT64_FORMAT ": it is cut or damaged",
        length, expected);
  head->checksum = number_at (bytes + length - 8);
  if (head->checksum != hash_with_key (checksum_key, bytes, length - 8))
    return head_fail_with (head, "a damaged model: the checksum does not fit its bytes");
  head->next = bytes + FIXED;
  head->end = head->next + head_length;
  head->n_weights = n_weights;
  return TRUE;
}

static GMappedFile *
map_file (const char *path, GError **error)
{
  int descriptor = open (path, O_RDONLY | O_CLOEXEC);
  struct stat status;
  const gboolean is_open = descriptor >= 0 && fstat (descriptor, &status) == 0;
  GMappedFile *file =
      is_open && S_ISREG (status.st_mode) ? g_mapped_file_new_from_fd (descriptor, FALSE, NULL) : NULL;

  if (is_open && !S_ISREG (status.st_mode))
    g_set_error (error, TBK_ERROR, TBK_ERROR_IO, "%s: not a regular file", path);
  else if (file == NULL)
    g_set_error (error, TBK_ERROR, TBK_ERROR_IO, "%s: %s", path, g_strerror (errno));
  if (descriptor >= 0)
    close (descriptor);
  return file;
}

/* The file is mapped into memory, not copied: several processes share its pages. */
GMappedFile *
frame_open (const char *path, Head *head, GError **error)
{
  GMappedFile *file = map_file (path, error);

  *head = (Head){ .path = path, .error = error };
  /* The contents of an empty file are NULL. */
  if (file != NULL && !check_file (head, g_mapped_file_get_contents (file), g_mapped_file_get_length (file)))
    g_clear_pointer (&file, g_mapped_file_unref);
  return file;
}

gboolean
frame_has_head (const char *path, const char *start, gboolean *has_head, GError **error)
{
  GMappedFile *file = map_file (path, error);
  const gsize length = strlen (start);

  if (file == NULL)
    return FALSE;
  *has_head = g_mapped_file_get_length (file) >= FIXED + length
              && memcmp (g_mapped_file_get_contents (file), magic, MAGIC) == 0
              && memcmp (g_mapped_file_get_contents (file) + FIXED, start, length) == 0;
  g_mapped_file_unref (file);
  return TRUE;
}

/* Where the lowest byte comes first the weights are used where they are; else a copy is turned round. */
const gint16 *
frame_weights (const Head *head, gint16 **own)
{
  const gint16 *weights = (const gint16 *) (gconstpointer) head->end;

#if G_BYTE_ORDER == G_LITTLE_ENDIAN
  (void) own;
#else
  *own = g_memdup2 (weights, head->n_weights * sizeof *weights);
  for (gsize i = 0; i < head->n_weights; i++)
    (*own)[i] = GINT16_FROM_LE ((*own)[i]);
  weights = *own;
#endif
  return weights;
}
