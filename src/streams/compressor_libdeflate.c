/* compressor_libdeflate.c - gzip members deflated by libdeflate. */
#ifdef TBK_WITH_LIBDEFLATE
#include <libdeflate.h>

#include "streams/compressor.h"

static gpointer
open_deflater (int level)
{
  return FROM (library_libdeflate, libdeflate_alloc_compressor) (level);
}

static void
close_deflater (gpointer deflater)
{
  FROM (library_libdeflate, libdeflate_free_compressor) (deflater);
}

static gsize
get_bound (gpointer deflater, gsize size)
{
  return FROM (library_libdeflate, libdeflate_gzip_compress_bound) (deflater, size);
}

/* The header has no name and no time. */
static gsize
run (gpointer deflater, const void *bytes, gsize size, guint8 *member, gsize room)
{
  return FROM (library_libdeflate, libdeflate_gzip_compress) (deflater, bytes, size, member, room);
}

const CompressorKind compressor_gzip = {
  1, 9, 6, open_deflater, close_deflater, get_bound, run, &library_libdeflate
};
#endif
