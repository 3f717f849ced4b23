/* compressor_xz.c - xz streams compressed by liblzma. */
#ifdef TBK_WITH_XZ
#include <lzma.h>

#include "streams/compressor.h"
#include "streams/library.h"

static gpointer
open_xz (int level)
{
  lzma_options_lzma *options = g_try_new (lzma_options_lzma, 1);

  if (options != NULL)
    FROM (library_xz, lzma_lzma_preset) (options, (guint32) level);
  return options;
}

static gsize
get_bound (gpointer options, gsize size)
{
  (void) options;
  return FROM (library_xz, lzma_stream_buffer_bound) (size);
}

/* A dictionary larger than the text would cost memory and time for nothing. */
static gsize
run (gpointer data, const void *bytes, gsize size, guint8 *member, gsize room)
{
  lzma_options_lzma options = *(const lzma_options_lzma *) data;
  lzma_filter filters[] = { { LZMA_FILTER_LZMA2, &options }, { LZMA_VLI_UNKNOWN, NULL } };
  gsize written = 0;

  options.dict_size = (guint32) CLAMP (size, LZMA_DICT_SIZE_MIN, options.dict_size);
  return FROM (library_xz, lzma_stream_buffer_encode) (filters, LZMA_CHECK_CRC64, NULL, bytes, size, member,
                                                       &written, room)
                 == LZMA_OK
             ? written
             : 0;
}

const CompressorKind compressor_xz = { 1, 9, 6, open_xz, g_free, get_bound, run, &library_xz };
#endif
