/* inflater_zlib.c - gzip members inflated by zlib, where the build has no ISA-L. */
#ifndef TBK_WITH_ISAL
#include "base/inflater.h"

#include <zlib.h>

enum { GZIP_ONLY = 16 }; /* what zlib wants added to the window size */

struct Inflater {
  z_stream stream;
};

Inflater *
inflater_new (void)
{
  Inflater *inflater = g_new0 (Inflater, 1);

  if (inflateInit2 (&inflater->stream, MAX_WBITS + GZIP_ONLY) == Z_OK)
    return inflater;
  g_free (inflater);
  return NULL;
}

void
inflater_free (Inflater *inflater)
{
  inflateEnd (&inflater->stream);
  g_free (inflater);
}

const char *
inflater_reason (const Inflater *inflater)
{
  return inflater->stream.msg != NULL ? inflater->stream.msg : "broken gzip stream";
}

/* One call of inflate() on as much of the spans as its integers can count. */
static int
inflate_some (z_stream *stream, InflaterSpans *spans)
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

InflaterStatus
inflater_run (Inflater *inflater, InflaterSpans *spans)
{
  int status;

  do
    status = inflate_some (&inflater->stream, spans);
  while (status == Z_OK && spans->n_input > 0 && spans->n_output > 0);

  switch (status) {
  case Z_OK:
  case Z_BUF_ERROR: /* nothing to inflate or no room: no fault */
    return INFLATER_MORE;
  case Z_STREAM_END:
    inflateReset (&inflater->stream);
    return INFLATER_MEMBER;
  case Z_MEM_ERROR:
    return INFLATER_MEMORY;
  default:
    return INFLATER_BROKEN;
  }
}
#endif
