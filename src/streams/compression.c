/* compression.c - the table of compressed forms. */
#include "streams/compression.h"

#include <string.h>

#include "tbk/stream.h"

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

/* What members begin with: each byte is one from @low to @high. No text that is read begins so. */
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

CompressionMatch
compression_begins (const Compression *compression, const guint8 *bytes, gsize n)
{
  CompressionMatch best = BEGINS_OTHERWISE;

  for (guint m = 0; m < G_N_ELEMENTS (magics); m++)
    if (magics[m].compression == compression)
      best = MAX (best, compare (m, bytes, n));
  return best;
}

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
tbk_compressed_suffix (const char *path)
{
  const Compression *compression = compression_of_path (path);

  return compression != NULL ? path + strlen (path) - strlen (compression->suffix) : NULL;
}

char *
compression_output_name (const char *path)
{
  const Compression *compression = compression_of_path (path);

  if (compression == NULL || compression->decompressor == NULL || compression->compressor != NULL)
    return g_strdup (path);
  return g_strdup_printf ("%.*s%s", (int) (tbk_compressed_suffix (path) - path), path,
                          compressions[0].suffix);
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
