/* decompressor_xz.c - xz streams decompressed by liblzma. */
#ifdef TBK_WITH_XZ
#include <lzma.h>

#include "streams/decompressor.h"
#include "streams/library.h"

/* A stream could ask for 4 GiB; the program xz at its highest level makes it ask for 65 MiB. */
#define MOST_MEMORY ((guint64) 256 << 20)

typedef struct {
  lzma_stream stream;
  gboolean is_open; /* in a stream */
  const char *reason;
} XzDecompressor;

static gpointer
open_xz (void)
{
  return g_try_new0 (XzDecompressor, 1);
}

static void
close_xz (gpointer data)
{
  XzDecompressor *xz = data;

  FROM (library_xz, lzma_end) (&xz->stream);
  g_free (xz);
}

static const char *
get_reason (gconstpointer xz)
{
  return ((const XzDecompressor *) xz)->reason;
}

static DecompressorStatus
fail (XzDecompressor *xz, const char *reason)
{
  xz->reason = reason;
  return DECOMPRESSOR_BROKEN;
}

/* Runs until nothing moves on. */
static lzma_ret
decode (lzma_stream *stream, DecompressorSpans *spans)
{
  lzma_ret status;

  stream->next_in = spans->input;
  stream->avail_in = spans->n_input;
  stream->next_out = spans->output;
  stream->avail_out = spans->n_output;
  do
    status = FROM (library_xz, lzma_code) (stream, LZMA_RUN);
  while (status == LZMA_OK && stream->avail_in > 0 && stream->avail_out > 0);

  spans->input = stream->next_in;
  spans->n_input = stream->avail_in;
  spans->output = stream->next_out;
  spans->n_output = stream->avail_out;
  return status;
}

/* What cannot be checked is refused: it might be damaged. */
static DecompressorStatus
run (gpointer data, DecompressorSpans *spans)
{
  XzDecompressor *xz = data;

  if (!xz->is_open
      && FROM (library_xz, lzma_stream_decoder) (&xz->stream, MOST_MEMORY, LZMA_TELL_UNSUPPORTED_CHECK)
             != LZMA_OK)
    return DECOMPRESSOR_MEMORY;
  xz->is_open = TRUE;
  switch (decode (&xz->stream, spans)) {
  case LZMA_OK:
  case LZMA_BUF_ERROR: /* nothing to decompress or no room: no fault */
    return DECOMPRESSOR_MORE;
  case LZMA_STREAM_END:
    xz->is_open = FALSE;
    return DECOMPRESSOR_MEMBER;
  case LZMA_MEM_ERROR:
    return DECOMPRESSOR_MEMORY;
  case LZMA_MEMLIMIT_ERROR:
    return fail (xz, "it asks for more than 256 MiB of memory");
  case LZMA_UNSUPPORTED_CHECK:
    return fail (xz, "unknown kind of check");
  case LZMA_OPTIONS_ERROR:
    return fail (xz, "unknown filter or options");
  default:
    return fail (xz, "damaged data or incorrect check");
  }
}

const DecompressorKind decompressor_xz = { open_xz, close_xz, run, get_reason, &library_xz };
#endif
