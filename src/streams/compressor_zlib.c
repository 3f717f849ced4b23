/* compressor_zlib.c - gzip members deflated by zlib, where the build has no libdeflate. */
#ifndef TBK_WITH_LIBDEFLATE
#include <zlib.h>

#include "streams/compressor.h"

enum {
  MEMORY = 8,     /* zlib's own default */
  GZIP_ONLY = 16, /* what zlib wants added to the window size */
};

static gpointer
open_deflater (int level)
{
  z_stream *stream = g_try_new0 (z_stream, 1);

  if (stream == NULL)
    return NULL;
  if (deflateInit2 (stream, level, Z_DEFLATED, MAX_WBITS + GZIP_ONLY, MEMORY, Z_DEFAULT_STRATEGY) == Z_OK)
    return stream;
  g_free (stream);
  return NULL;
}

static void
close_deflater (gpointer stream)
{
  deflateEnd (stream);
  g_free (stream);
}

static gsize
get_bound (gpointer stream, gsize size)
{
  return deflateBound (stream, size);
}

/* Left to itself zlib writes a header without name and with time 0. It is reset after each member, not before: of a stream that
 * ended deflateBound tells too little. */
static gsize
run (gpointer data, const void *bytes, gsize size, guint8 *member, gsize room)
{
  z_stream *stream = data;
  gsize member_size;

  stream->next_in = (Bytef *) bytes;
  stream->avail_in = (guint) size;
  stream->next_out = member;
  stream->avail_out = (guint) room;
  member_size = deflate (stream, Z_FINISH) == Z_STREAM_END ? stream->total_out : 0;
  deflateReset (stream);
  return member_size;
}

const CompressorKind compressor_gzip = { 1, 9, 6, open_deflater, close_deflater, get_bound, run, NULL };
#endif
