/* compressor_zstd.c - zstd frames compressed by libzstd. */
#ifdef TBK_WITH_ZSTD
#include <zstd.h>

#include "streams/compressor.h"
#include "streams/library.h"

/* Frames get a checksum: without one damage could pass unnoticed. */
static gpointer
open_zstd (int level)
{
  ZSTD_CCtx *context = FROM (library_zstd, ZSTD_createCCtx) ();

  if (context == NULL)
    return NULL;
  FROM (library_zstd, ZSTD_CCtx_setParameter) (context, ZSTD_c_compressionLevel, level);
  FROM (library_zstd, ZSTD_CCtx_setParameter) (context, ZSTD_c_checksumFlag, 1);
  return context;
}

static void
close_zstd (gpointer context)
{
  FROM (library_zstd, ZSTD_freeCCtx) (context);
}

static gsize
get_bound (gpointer context, gsize size)
{
  (void) context;
  return FROM (library_zstd, ZSTD_compressBound) (size);
}

static gsize
run (gpointer context, const void *bytes, gsize size, guint8 *member, gsize room)
{
  gsize written = FROM (library_zstd, ZSTD_compress2) (context, member, room, bytes, size);

  return FROM (library_zstd, ZSTD_isError) (written) ? 0 : written;
}

const CompressorKind compressor_zstd = { 1, 19, 6, open_zstd, close_zstd, get_bound, run, &library_zstd };
#endif
