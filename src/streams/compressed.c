/* compressed.c - the members of a compressed stream, one after another.
 *
 * What may follow a member: another one, zeros if the form has such padding (after which there may be members
 * again), or the end. Anything else is an error: it may have been a member, of which a bit of the first bytes
 * is wrong. A stream that ends anywhere but between members is truncated, even when all its text has been
 * seen: the sums behind the text prove it.
 */
#include "streams/compressed.h"

#include <string.h>

#include "base/system.h"

typedef enum { BETWEEN_MEMBERS, IN_MEMBER, AT_END } CompressedPlace;

struct Compressed {
  const Compression *compression;
  int descriptor;
  const char *name;
  gpointer decompressor;
  DecompressorSpans spans; /* its input lies in the buffer, its output in the caller's */
  CompressedPlace place;
  gsize n_zeros;      /* of the padding so far */
  gboolean exhausted; /* the descriptor has no more to give */
  gint64 n_read;      /* from the descriptor */
  guint8 buffer[COMPRESSED_BUFFER];
};

G_STATIC_ASSERT (sizeof (Compressed) < 128 * 1024);

static gboolean
fail_memory (const char *name, GError **error)
{
  g_set_error (error, TBK_ERROR, TBK_ERROR_RESOURCE, "%s: no memory left to decompress it", name);
  return FALSE;
}

Compressed *
compressed_new (const Compression *compression, int descriptor, const char *name, const guint8 *head,
                gsize n_head, GError **error)
{
  Compressed *compressed = g_try_malloc (sizeof *compressed);
  gpointer decompressor = compressed == NULL ? NULL : compression->decompressor->open ();

  if (decompressor == NULL) {
    fail_memory (name, error);
    g_free (compressed);
    return NULL;
  }
  compressed->compression = compression;
  compressed->descriptor = descriptor;
  compressed->name = name;
  compressed->decompressor = decompressor;
  compressed->spans = (DecompressorSpans){ .input = compressed->buffer, .n_input = n_head };
  compressed->place = BETWEEN_MEMBERS;
  compressed->n_zeros = 0;
  compressed->exhausted = FALSE;
  compressed->n_read = (gint64) n_head;
  memcpy (compressed->buffer, head, n_head);
  return compressed;
}

void
compressed_free (Compressed *compressed)
{
  compressed->compression->decompressor->close (compressed->decompressor);
  g_free (compressed);
}

gint64
compressed_position (const Compressed *compressed)
{
  return compressed->n_read - (gint64) compressed->spans.n_input;
}

/* Sets @error to "NAME: byte N of compressed input: REASON" and returns FALSE. */
static gboolean
fail_at_position (const Compressed *compressed, const char *reason, GError **error)
{
  g_set_error (error, TBK_ERROR, TBK_ERROR_IO, "%s: byte %" G_GINT64_FORMAT " of compressed input: %s",
               compressed->name, compressed_position (compressed), reason);
  return FALSE;
}

static gboolean
fail_truncated (const Compressed *compressed, GError **error)
{
  g_autofree char *reason =
      g_strdup_printf ("truncated %s stream: the file ends here, was it cut?", compressed->compression->name);

  return fail_at_position (compressed, reason, error);
}

static gboolean
fail_damaged (const Compressed *compressed, const char *what, GError **error)
{
  g_autofree char *reason = g_strdup_printf ("%s: the file is damaged", what);

  return fail_at_position (compressed, reason, error);
}

/* Fails because what follows a member is none. */
static gboolean
fail_between (const Compressed *compressed, GError **error)
{
  const Compression *compression = compressed->compression;
  g_autofree char *reason =
      g_strdup_printf (compression->padding > 0 ? "neither %s nor zeros, which alone may follow a member"
                                                : "found other bytes, expected %s or the end",
                       compression->member);

  return fail_at_position (compressed, reason, error);
}

/* Reads more input behind what is left of it; at its end, takes note of that. */
static gboolean
refill (Compressed *compressed, GError **error)
{
  DecompressorSpans *spans = &compressed->spans;
  gssize n;

  if (compressed->exhausted)
    return TRUE;
  memmove (compressed->buffer, spans->input, spans->n_input);
  spans->input = compressed->buffer;
  n = system_read (compressed->descriptor, compressed->name, compressed->buffer + spans->n_input,
                   COMPRESSED_BUFFER - spans->n_input, error);
  if (n < 0)
    return FALSE;
  compressed->exhausted = n == 0;
  compressed->n_read += n;
  spans->n_input += (gsize) n;
  return TRUE;
}

/* Skips zeros, and sees to it that whatever follows them begins the input, if anything does. */
static gboolean
skip_padding (Compressed *compressed, GError **error)
{
  DecompressorSpans *spans = &compressed->spans;

  for (;;) {
    while (spans->n_input > 0 && *spans->input == 0 && compressed->compression->padding > 0) {
      spans->input++;
      spans->n_input--;
      compressed->n_zeros++;
    }
    if (spans->n_input > 0 || compressed->exhausted)
      return TRUE;
    if (!refill (compressed, error))
      return FALSE;
  }
}

/* Moves from between two members into the next, or to the end. */
static gboolean
find_member (Compressed *compressed, GError **error)
{
  const Compression *compression = compressed->compression;
  DecompressorSpans *spans = &compressed->spans;
  CompressionMatch match;

  if (!skip_padding (compressed, error))
    return FALSE;
  if (compressed->n_zeros > 0 && compressed->n_zeros % compression->padding != 0)
    return fail_at_position (compressed, "padding of a length that is no multiple of four", error);
  while (((match = compression_begins (compression, spans->input, spans->n_input)) == BEGINS_MAYBE
          || (match == BEGINS_SO && spans->n_input < DECOMPRESSOR_HEAD))
         && !compressed->exhausted)
    if (!refill (compressed, error))
      return FALSE;

  if (match == BEGINS_SO) {
    compressed->place = IN_MEMBER;
    compressed->n_zeros = 0;
    return TRUE;
  }
  if (spans->n_input == 0) {
    compressed->place = AT_END;
    return TRUE;
  }
  if (match == BEGINS_OTHERWISE)
    return fail_between (compressed, error);
  spans->n_input = 0;
  return fail_truncated (compressed, error);
}

/* Decompresses into what is left of the output, until it is full, the member ends, or more input is
 * needed. */
static gboolean
read_member (Compressed *compressed, GError **error)
{
  const DecompressorKind *kind = compressed->compression->decompressor;

  switch (kind->run (compressed->decompressor, &compressed->spans)) {
  case DECOMPRESSOR_MEMBER:
    compressed->place = BETWEEN_MEMBERS;
    return TRUE;
  case DECOMPRESSOR_BROKEN:
    return fail_damaged (compressed, kind->reason (compressed->decompressor), error);
  case DECOMPRESSOR_MEMORY:
    return fail_memory (compressed->name, error);
  case DECOMPRESSOR_MORE:
    break;
  }
  if (compressed->spans.n_output == 0)
    return TRUE;
  if (!refill (compressed, error))
    return FALSE;
  return !compressed->exhausted || fail_truncated (compressed, error);
}

gssize
compressed_read (Compressed *compressed, char *buffer, gsize size, GError **error)
{
  compressed->spans.output = (guint8 *) buffer;
  compressed->spans.n_output = size;
  while (compressed->spans.n_output > 0 && compressed->place != AT_END) {
    if (compressed->place == BETWEEN_MEMBERS && !find_member (compressed, error))
      return -1;
    if (compressed->place == IN_MEMBER && !read_member (compressed, error))
      return -1;
  }
  return (gssize) (size - compressed->spans.n_output);
}
