/* decompressor_bzip2.c - bzip2 streams decompressed by libbz2. */
#ifdef TBK_WITH_BZIP2
#include <bzlib.h>

#include "streams/decompressor.h"
#include "streams/library.h"

typedef struct {
  bz_stream stream;
  gboolean is_open; /* in a stream */
} Bzip2Decompressor;

static gpointer
open_bzip2 (void)
{
  return g_try_new0 (Bzip2Decompressor, 1);
}

static void
close_bzip2 (gpointer data)
{
  Bzip2Decompressor *bzip2 = data;

  if (bzip2->is_open)
    FROM (library_bzip2, BZ2_bzDecompressEnd) (&bzip2->stream);
  g_free (bzip2);
}

static const char *
get_reason (gconstpointer bzip2)
{
  (void) bzip2;
  return "damaged data or incorrect check";
}

/* One call of libbz2 on as much of the spans as its integers can count. */
static int
decompress_some (bz_stream *stream, DecompressorSpans *spans)
{
  guint n_input = (guint) MIN (spans->n_input, G_MAXINT);
  guint n_output = (guint) MIN (spans->n_output, G_MAXINT);
  int status;

  stream->next_in = (char *) spans->input;
  stream->avail_in = n_input;
  stream->next_out = (char *) spans->output;
  stream->avail_out = n_output;
  status = FROM (library_bzip2, BZ2_bzDecompress) (stream);

  spans->input += n_input - stream->avail_in;
  spans->n_input -= n_input - stream->avail_in;
  spans->output += n_output - stream->avail_out;
  spans->n_output -= n_output - stream->avail_out;
  return status;
}

static DecompressorStatus
run (gpointer data, DecompressorSpans *spans)
{
  Bzip2Decompressor *bzip2 = data;
  int status;

  if (!bzip2->is_open) {
    bzip2->stream = (bz_stream){ 0 };
    if (FROM (library_bzip2, BZ2_bzDecompressInit) (&bzip2->stream, 0, 0) != BZ_OK)
      return DECOMPRESSOR_MEMORY;
    bzip2->is_open = TRUE;
  }
  do
    status = decompress_some (&bzip2->stream, spans);
  while (status == BZ_OK && spans->n_input > 0 && spans->n_output > 0);

  switch (status) {
  case BZ_OK:
    return DECOMPRESSOR_MORE;
  case BZ_STREAM_END:
    FROM (library_bzip2, BZ2_bzDecompressEnd) (&bzip2->stream);
    bzip2->is_open = FALSE;
    return DECOMPRESSOR_MEMBER;
  case BZ_MEM_ERROR:
    return DECOMPRESSOR_MEMORY;
  default:
    return DECOMPRESSOR_BROKEN;
  }
}

const DecompressorKind decompressor_bzip2 = { open_bzip2, close_bzip2, run, get_reason, &library_bzip2 };
#endif
