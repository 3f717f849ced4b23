/* decompressor_zstd.c - zstd frames, skippable ones too, decompressed by libzstd. */
#ifdef TBK_WITH_ZSTD
#include <zstd.h>
#include <zstd_errors.h>

#include "base/decompressor.h"
#include "base/library.h"

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

/* Decompresses to the end of a block, up to where broken data can be told from good ones. Returns what zstd does:
 * how many bytes it wants next, 0 at the end of a frame. The head of a frame is given at once: in the midst of one that is broken,
 * libzstd may take what follows for a frame of another version, and find nothing wrong with it. */
static gsize
decompress_block (ZstdDecompressor *zstd, DecompressorSpans *spans)
{
  const gsize n_wanted_now = zstd->n_wanted > 0 ? zstd->n_wanted : DECOMPRESSOR_HEAD;
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

const DecompressorKind decompressor_zstd = { open_zstd, close_zstd, run, get_reason };
#endif
