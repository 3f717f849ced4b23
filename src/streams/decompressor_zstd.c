/* decompressor_zstd.c - zstd frames, skippable ones too, decompressed by libzstd. */
#ifdef TBK_WITH_ZSTD
#include <zstd.h>
#include <zstd_errors.h>

#include "streams/decompressor.h"
#include "streams/library.h"

typedef struct {
  ZSTD_DCtx *context;
  gsize n_wanted; /* bytes up to the end of the block in hand */
  const char *reason;
} ZstdDecompressor;

static gpointer
open_zstd (void)
{
  ZstdDecompressor *zstd = g_try_new0 (ZstdDecompressor, 1);

  if (zstd == NULL)
    return NULL;
  zstd->context = FROM (library_zstd, ZSTD_createDCtx) ();
  if (zstd->context != NULL)
    return zstd;
  g_free (zstd);
  return NULL;
}

static void
close_zstd (gpointer data)
{
  ZstdDecompressor *zstd = data;

  FROM (library_zstd, ZSTD_freeDCtx) (zstd->context);
  g_free (zstd);
}

static const char *
get_reason (gconstpointer zstd)
{
  return ((const ZstdDecompressor *) zstd)->reason;
}

/* The bytes of the head of the frame that begins the input, which has DECOMPRESSOR_HEAD bytes, or all there
 * are (RFC 8878, 3.1.1). */
static gsize
head_size (const DecompressorSpans *spans)
{
  static const gsize sizes_of_dictionary[] = { 0, 1, 2, 4 }, sizes_of_content[] = { 0, 2, 4, 8 };
  gboolean is_single;
  guint8 descriptor;

  if (spans->n_input < 5 || spans->input[0] != 0x28)
    return 8; /* that of a frame to be skipped */
  descriptor = spans->input[4];
  is_single = descriptor >> 5 & 1;
  return 5 + !is_single + sizes_of_dictionary[descriptor & 3]
         + (descriptor >> 6 == 0 ? (gsize) is_single : sizes_of_content[descriptor >> 6]);
}

/* Decompresses to the end of a block, up to where broken data can be told from good ones. Returns what zstd
 * does: how many bytes it wants next, 0 at the end of a frame. The head of a frame is given at once: in the
 * midst of one that is broken, libzstd may take what follows for a frame of another version, and find nothing
 * wrong with it. More is not given with it: whole frames are checked otherwise than frames in pieces. */
static gsize
decompress_block (ZstdDecompressor *zstd, DecompressorSpans *spans)
{
  const gsize n_wanted_now = zstd->n_wanted > 0 ? zstd->n_wanted : head_size (spans);
  ZSTD_inBuffer in = { spans->input, MIN (spans->n_input, n_wanted_now), 0 };
  ZSTD_outBuffer out = { spans->output, spans->n_output, 0 };
  gsize n_wanted = FROM (library_zstd, ZSTD_decompressStream) (zstd->context, &out, &in);

  spans->input += in.pos;
  spans->n_input -= in.pos;
  spans->output += out.pos;
  spans->n_output -= out.pos;
  return n_wanted;
}

static DecompressorStatus
run (gpointer data, DecompressorSpans *spans)
{
  ZstdDecompressor *zstd = data;

  do {
    zstd->n_wanted = decompress_block (zstd, spans);
    if (FROM (library_zstd, ZSTD_getErrorCode) (zstd->n_wanted) == ZSTD_error_memory_allocation)
      return DECOMPRESSOR_MEMORY;
    if (FROM (library_zstd, ZSTD_isError) (zstd->n_wanted)) {
      zstd->reason = FROM (library_zstd, ZSTD_getErrorName) (zstd->n_wanted);
      return DECOMPRESSOR_BROKEN;
    }
  } while (zstd->n_wanted > 0 && spans->n_input > 0 && spans->n_output > 0);
  return zstd->n_wanted == 0 ? DECOMPRESSOR_MEMBER : DECOMPRESSOR_MORE;
}

const DecompressorKind decompressor_zstd = { open_zstd, close_zstd, run, get_reason, &library_zstd };
#endif
