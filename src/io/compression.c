/* compression.c - the compressed forms: their table, and the members of a stream one after another.
 *
 * Contents
 *   1. compression: the table of compressed forms
 *   2. compressed: the members of a compressed stream, one after another
 */
#include "io/io.h"

#include <string.h>

#include "base/base.h"
#include "tbk/io.h"

/* 1. compression: the table of compressed forms. */

#ifdef TBK_WITH_XZ
#define XZ_DECOMPRESSOR &decompressor_xz
#define XZ_COMPRESSOR   &compressor_xz
#else
#define XZ_DECOMPRESSOR NULL
#define XZ_COMPRESSOR   NULL
#endif

#ifdef TBK_WITH_ZSTD
#define ZSTD_DECOMPRESSOR &decompressor_zstd
#define ZSTD_COMPRESSOR   &compressor_zstd
#else
#define ZSTD_DECOMPRESSOR NULL
#define ZSTD_COMPRESSOR   NULL
#endif

#ifdef TBK_WITH_BZIP2
#define BZIP2_DECOMPRESSOR &decompressor_bzip2
#else
#define BZIP2_DECOMPRESSOR NULL
#endif

static const Compression compressions[] = {
  { "gzip", ".gz", "a gzip member", 1, &decompressor_gzip, &compressor_gzip },
  { "xz", ".xz", "an xz stream", 4, XZ_DECOMPRESSOR, XZ_COMPRESSOR },
  { "zstd", ".zst", "a zstd frame", 0, ZSTD_DECOMPRESSOR, ZSTD_COMPRESSOR },
  { "bzip2", ".bz2", "a bzip2 stream", 0, BZIP2_DECOMPRESSOR, NULL },
};

/* The beginnings of members: each byte is one from @low to @high. No text that is read begins so. */
static const struct {
  const Compression *compression;
  gsize size;
  const char *low, *high;
} magics[] = {
  { &compressions[0], 2, "\x1f\x8b", "\x1f\x8b" },
  { &compressions[1], 6, "\xfd\x37zXZ\0", "\xfd\x37zXZ\0" },
  { &compressions[2], 4, "\x28\xb5\x2f\xfd", "\x28\xb5\x2f\xfd" },
  { &compressions[2], 4, "\x50\x2a\x4d\x18", "\x5f\x2a\x4d\x18" }, /* a frame that is to be skipped */
  { &compressions[3], 4, "BZh1", "BZh9" },
};

/* Names that promise what is neither read nor written. */
static const char *const foreign_suffixes[] = { ".lzma", ".lz4", ".lz", ".Z", ".br", ".7z", ".zip" };

static CompressionMatch
compare (guint m, const guint8 *bytes, gsize n)
{
  for (gsize i = 0; i < MIN (n, magics[m].size); i++)
    if (bytes[i] < (guint8) magics[m].low[i] || bytes[i] > (guint8) magics[m].high[i])
      return BEGINS_OTHERWISE;
  return n < magics[m].size ? BEGINS_MAYBE : BEGINS_SO;
}

/* Finds how far @bytes begin as a member of @compression does. A form may have several beginnings, as zstd
 * has for frames that are skipped: the best match counts. */
static CompressionMatch
compression_begins (const Compression *compression, const guint8 *bytes, gsize n)
{
  CompressionMatch best = BEGINS_OTHERWISE;

  for (guint m = 0; m < G_N_ELEMENTS (magics); m++)
    if (magics[m].compression == compression)
      best = MAX (best, compare (m, bytes, n));
  return best;
}

/* No beginning is the beginning of another form's, so the first form that may be meant is the only one. */
const Compression *
compression_of_bytes (const guint8 *bytes, gsize n, CompressionMatch *match)
{
  for (guint c = 0; c < G_N_ELEMENTS (compressions); c++) {
    *match = compression_begins (&compressions[c], bytes, n);
    if (*match != BEGINS_OTHERWISE)
      return &compressions[c];
  }
  return NULL;
}

const Compression *
compression_of_path (const char *path)
{
  for (guint c = 0; c < G_N_ELEMENTS (compressions); c++)
    if (g_str_has_suffix (path, compressions[c].suffix))
      return &compressions[c];
  return NULL;
}

const char *
compressed_suffix (const char *path)
{
  const Compression *compression = compression_of_path (path);

  return compression != NULL ? path + strlen (path) - strlen (compression->suffix) : NULL;
}

gboolean
tbk_file_has_suffix (const char *name, const char *const *suffixes)
{
  const char *compressed = compressed_suffix (name);
  g_autofree char *plain = g_strndup (name, compressed != NULL ? (gsize) (compressed - name) : strlen (name));

  for (; *suffixes != NULL; suffixes++)
    if (g_str_has_suffix (plain, *suffixes))
      return TRUE;
  return FALSE;
}

/* The output beside a file of a form that is read and not written gets the first form of the table. */
char *
compression_output_name (const char *path)
{
  const Compression *compression = compression_of_path (path);

  if (compression == NULL || compression->decompressor == NULL || compression->compressor != NULL)
    return g_strdup (path);
  return g_strdup_printf ("%.*s%s", (int) (compressed_suffix (path) - path), path, compressions[0].suffix);
}

/* Loads the @library that the file called @name needs, if it needs one. */
static gboolean
load_library (const Compression *compression, Library *library, const char *name, GError **error)
{
  if (library == NULL || library_load (library, error))
    return TRUE;
  g_prefix_error (error, "%s: no library for %s: ", name, compression->name);
  return FALSE;
}

gboolean
compression_check_reading (const Compression *compression, const char *name, GError **error)
{
  g_autoptr (GString) readable = g_string_new (compressions[0].name);

  if (compression->decompressor != NULL)
    return load_library (compression, compression->decompressor->library, name, error);
  for (guint c = 1; c < G_N_ELEMENTS (compressions); c++)
    if (compressions[c].decompressor != NULL)
      g_string_append_printf (readable, " and %s", compressions[c].name);
  g_set_error (error, TBK_ERROR, TBK_ERROR_IO, "%s: found %s data; this build reads %s", name,
               compression->name, readable->str);
  return FALSE;
}

static gboolean
fail_suffix (const char *path, const char *suffix, GError **error)
{
  g_autoptr (GString) writable = g_string_new (NULL);

  for (guint c = 0; c < G_N_ELEMENTS (compressions); c++)
    if (compressions[c].compressor != NULL)
      g_string_append_printf (writable, "%s, ", compressions[c].suffix);
  g_string_truncate (writable, writable->len - 2);
  g_set_error (error, TBK_ERROR, TBK_ERROR_USAGE,
               "%s: found the suffix %s, expected %s or none of a compressed form", path, suffix,
               writable->str);
  return FALSE;
}

/* Names that promise other forms are refused: a plain text under such a name would mislead whoever opens
 * it. */
gboolean
compression_check_writing (const char *path, int level, GError **error)
{
  const Compression *compression = compression_of_path (path);
  const CompressorKind *kind;

  for (guint s = 0; s < G_N_ELEMENTS (foreign_suffixes); s++)
    if (g_str_has_suffix (path, foreign_suffixes[s]))
      return fail_suffix (path, foreign_suffixes[s], error);
  if (compression == NULL)
    return TRUE;
  kind = compression->compressor;
  if (kind == NULL)
    return fail_suffix (path, compression->suffix, error);
  if (level == 0 || (level >= kind->least && level <= kind->most))
    return load_library (compression, kind->library, path, error);
  g_set_error (error, TBK_ERROR, TBK_ERROR_USAGE, "%s: found the level %d, expected one of %s, from %d to %d",
               path, level, compression->name, kind->least, kind->most);
  return FALSE;
}

/* 2. compressed: the members of a compressed stream, one after another.
 *
 * What may follow a member: another one, zeros if the form has such padding (after which there may be members
 * again), or the end. Anything else is an error: it may have been a member, of which a bit of the first bytes
 * is wrong. A stream that ends anywhere but between members is truncated, even when all its text has been
 * seen: the sums behind the text prove it.
 */

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

/* The bytes by which the form was known are the beginning of the input; a pipe cannot be read twice. */
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

/* Reads more input behind what is left of it; at its end, takes note of that.
 *
 * The buffer is large enough that what is left of it is always little; the decompressor reads from there. */
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

/* Moves from between two members into the next, or to the end.
 *
 * A member is entered only when enough bytes are there to know its form, and its head whole if the input has
 * it: decompressors can then refuse what they do not read before they use memory for it. */
static gboolean
find_member (Compressed *compressed, GError **error)
{
  const Compression *compression = compressed->compression;
  DecompressorSpans *spans = &compressed->spans;
  CompressionMatch match;

  if (!skip_padding (compressed, error))
    return FALSE;
  if (compressed->n_zeros > 0 && compressed->n_zeros % compression->padding != 0)
    return fail_at_position (compressed, "padding whose length is not a multiple of four", error);
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
  /* Neither a member, nor padding, nor the end. */
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
  /* The caller's buffer is full; the member goes on with the next call. */
  if (compressed->spans.n_output == 0)
    return TRUE;
  if (!refill (compressed, error))
    return FALSE;
  return !compressed->exhausted || fail_truncated (compressed, error);
}

/* Fills the caller's buffer across members, so that a read is short only at the end. */
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
