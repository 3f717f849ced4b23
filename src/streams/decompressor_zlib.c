/* decompressor_zlib.c - gzip members inflated by zlib, where the build has no ISA-L. */
#ifndef TBK_WITH_ISAL
#include "streams/decompressor.h"

#include <zlib.h>

enum { GZIP_ONLY = 16 }; /* what zlib wants added to the window size */

static gpointer
open_inflater (void)
{
  z_stream *stream = g_try_new0 (z_stream, 1);

  if (stream == NULL)
    return NULL;
  if (inflateInit2 (stream, MAX_WBITS + GZIP_ONLY) == Z_OK)
    return stream;
  g_free (stream);
  return NULL;
}

static void
close_inflater (gpointer stream)
{
  inflateEnd (stream);
  g_free (stream);
}

static const char *
get_reason (gconstpointer stream)
{
  const char *reason = ((const z_stream *) stream)->msg;

  return reason != NULL ? reason : "broken gzip stream";
}

/* One call of inflate() on as much of the spans as its integers can count. */
static int
inflate_some (z_stream *stream, DecompressorSpans *spans)
{
  guint n_input = MIN (spans->n_input, G_MAXINT);
  guint n_output = MIN (spans->n_output, G_MAXINT);
  int status;

  stream->next_in = (Bytef *) spans->input;
  stream->avail_in = n_input;
  stream->next_out = spans->output;
  stream->avail_out = n_output;
  status = inflate (stream, Z_NO_FLUSH);

  spans->input = stream->next_in;
  spans->n_input -= n_input - stream->avail_in;
  spans->output = stream->next_out;
  spans->n_output -= n_output - stream->avail_out;
  return status;
}

static DecompressorStatus
run (gpointer stream, DecompressorSpans *spans)
{
  int status;

  do
    status = inflate_some (stream, spans);
  while (status == Z_OK && spans->n_input > 0 && spans->n_output > 0);

  switch (status) {
  case Z_OK:
  case Z_BUF_ERROR: /* nothing to inflate or no room: no fault */
    return DECOMPRESSOR_MORE;
  case Z_STREAM_END:
    inflateReset (stream);
    return DECOMPRESSOR_MEMBER;
  case Z_MEM_ERROR:
    return DECOMPRESSOR_MEMORY;
  default:
    return DECOMPRESSOR_BROKEN;
  }
}

const DecompressorKind decompressor_gzip = { open_inflater, close_inflater, run, get_reason, NULL };
#endif
