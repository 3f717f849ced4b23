/* compress.c - texts compressed into members of an output, a codec after the other, by several threads.
 *
 * Contents
 *   1. compressor_zlib: gzip members deflated by zlib, where the build has no libdeflate
 *   2. compressor_libdeflate: gzip members deflated by libdeflate
 *   3. compressor_xz: xz streams compressed by liblzma
 *   4. compressor_zstd: zstd frames compressed by libzstd
 *   5. packing: compressors for as many threads as there are at work
 *
 * Each of these forms allows several members one after the other; readers take them as one. So a thread
 * can compress its part of the output by itself, and the parts are joined by appending them. A member for
 * each text costs some bytes of head and a new beginning of the dictionary.
 *
 * io.h has CompressorKind, of which there is one for each form. A library that is not linked is loaded when
 * first used: FROM calls a function of it.
 */
#include "io/io.h"

#include "base/base.h"

/* 1. compressor_zlib: gzip members deflated by zlib, where the build has no libdeflate. */

#ifndef TBK_WITH_LIBDEFLATE
#include <zlib.h>

enum {
  MEMORY = 8,     /* zlib's own default */
  GZIP_ONLY = 16, /* what zlib wants added to the window size */
};

/* The window of the greatest size, and the memory that zlib uses by default: readers of any kind can read
 * that. */
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

/* Left to itself zlib writes a header without name and with time 0. It is reset after each member, not
 * before: of a stream that ended deflateBound returns too little. */
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

/* 2. compressor_libdeflate: gzip members deflated by libdeflate. */

#ifdef TBK_WITH_LIBDEFLATE
#include <libdeflate.h>

static gpointer
libdeflate_open_deflater (int level)
{
  return FROM (library_libdeflate, libdeflate_alloc_compressor) (level);
}

static void
libdeflate_close_deflater (gpointer deflater)
{
  FROM (library_libdeflate, libdeflate_free_compressor) (deflater);
}

static gsize
libdeflate_get_bound (gpointer deflater, gsize size)
{
  return FROM (library_libdeflate, libdeflate_gzip_compress_bound) (deflater, size);
}

/* The header has no name and no time. */
static gsize
libdeflate_run (gpointer deflater, const void *bytes, gsize size, guint8 *member, gsize room)
{
  return FROM (library_libdeflate, libdeflate_gzip_compress) (deflater, bytes, size, member, room);
}

const CompressorKind compressor_gzip = { 1,
                                         9,
                                         6,
                                         libdeflate_open_deflater,
                                         libdeflate_close_deflater,
                                         libdeflate_get_bound,
                                         libdeflate_run,
                                         &library_libdeflate };
#endif

/* 3. compressor_xz: xz streams compressed by liblzma. */

#ifdef TBK_WITH_XZ
#include <lzma.h>

static gpointer
open_xz (int level)
{
  lzma_options_lzma *options = g_try_new (lzma_options_lzma, 1);

  if (options != NULL)
    FROM (library_xz, lzma_lzma_preset) (options, (guint32) level);
  return options;
}

static gsize
xz_get_bound (gpointer options, gsize size)
{
  (void) options;
  return FROM (library_xz, lzma_stream_buffer_bound) (size);
}

/* Compresses with a dictionary no larger than the text: more would cost memory and time for nothing.
 * LZMA_CHECK_CRC64 is the usual check of the program xz. */
static gsize
xz_run (gpointer data, const void *bytes, gsize size, guint8 *member, gsize room)
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

const CompressorKind compressor_xz = { 1, 9, 6, open_xz, g_free, xz_get_bound, xz_run, &library_xz };
#endif

/* 4. compressor_zstd: zstd frames compressed by libzstd. */

#ifdef TBK_WITH_ZSTD
#include <zstd.h>

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
zstd_get_bound (gpointer context, gsize size)
{
  (void) context;
  return FROM (library_zstd, ZSTD_compressBound) (size);
}

static gsize
zstd_run (gpointer context, const void *bytes, gsize size, guint8 *member, gsize room)
{
  gsize written = FROM (library_zstd, ZSTD_compress2) (context, member, room, bytes, size);

  return FROM (library_zstd, ZSTD_isError) (written) ? 0 : written;
}

const CompressorKind compressor_zstd = { 1,        19,           6, open_zstd, close_zstd, zstd_get_bound,
                                         zstd_run, &library_zstd };
#endif

/* 5. packing: compressors for as many threads as there are at work. */

struct Packing {
  const CompressorKind *kind;
  int level;
  GMutex lock;
  GPtrArray *idle; /* compressors that no thread uses now */
};

/* Level 0 means the usual level of the program of that form. */
Packing *
packing_new (const Compression *compression, int level)
{
  Packing *packing = g_new0 (Packing, 1);

  packing->kind = compression->compressor;
  packing->level = level != 0 ? level : packing->kind->usual;
  packing->idle = g_ptr_array_new_with_free_func (packing->kind->close);
  g_mutex_init (&packing->lock);
  return packing;
}

void
packing_free (Packing *packing)
{
  if (packing == NULL)
    return;
  g_ptr_array_unref (packing->idle);
  g_mutex_clear (&packing->lock);
  g_free (packing);
}

/* Returns a compressor for the calling thread; NULL if there is no memory for one. Compressors are
 * large and slow to make, so they are kept: as many exist as threads compressed at the same time. The
 * lock is not held while one is made. */
static gpointer
take_compressor (Packing *packing)
{
  gpointer compressor = NULL;

  g_mutex_lock (&packing->lock);
  if (packing->idle->len > 0)
    compressor = g_ptr_array_steal_index_fast (packing->idle, packing->idle->len - 1);
  g_mutex_unlock (&packing->lock);
  return compressor != NULL ? compressor : packing->kind->open (packing->level);
}

static void
return_compressor (Packing *packing, gpointer compressor)
{
  g_mutex_lock (&packing->lock);
  g_ptr_array_add (packing->idle, compressor);
  g_mutex_unlock (&packing->lock);
}

/* Appends a member; FALSE if memory runs out. The bound that the library gives means that one call is
 * enough. */
static gboolean
append_member (const CompressorKind *kind, gpointer compressor, const guint8 *bytes, gsize size,
               Packed *packed)
{
  gsize bound = kind->bound (compressor, size), member_size;

  if (!try_reserve (&packed->members, &packed->n_allocated, packed->size + bound, 1))
    return FALSE;
  member_size = kind->run (compressor, bytes, size, packed->members + packed->size, bound);
  packed->size += member_size;
  return member_size > 0;
}

/* A text is compressed whole, into one member or several of bounded size, so that the bytes depend on the
 * text alone and not on threads. An empty text gives one empty member. */
gboolean
packing_run (Packing *packing, const char *name, const guint8 *bytes, gsize size, Packed *packed,
             GError **error)
{
  gpointer compressor = take_compressor (packing);
  gboolean done = compressor != NULL;

  packed->size = 0;
  if (done) {
    do {
      gsize part = MIN (size, MOST_IN_MEMBER);

      done = append_member (packing->kind, compressor, bytes, part, packed);
      bytes += part;
      size -= part;
    } while (done && size > 0);
    return_compressor (packing, compressor);
  }
  if (!done)
    g_set_error (error, TBK_ERROR, TBK_ERROR_RESOURCE, "%s: no memory left to compress it", name);
  return done;
}

void
packed_clear (Packed *packed)
{
  g_free (packed->text);
  g_free (packed->members);
  *packed = (Packed){ 0 };
}
