/* decompress.c - members of compressed streams decompressed, a codec after the other.
 *
 * Contents
 *   1. decompressor_zlib: gzip members inflated by zlib, where the build has no ISA-L
 *   2. decompressor_isal: gzip members inflated by ISA-L
 *   3. decompressor_xz: xz streams decompressed by liblzma
 *   4. decompressor_zstd: zstd frames, skippable ones too, decompressed by libzstd
 *   5. decompressor_bzip2: bzip2 streams decompressed by libbz2
 */
#include "io/io.h"

/* 1. decompressor_zlib: gzip members inflated by zlib, where the build has no ISA-L. */

#ifndef TBK_WITH_ISAL
#include <zlib.h>

enum { GZIP_ONLY = 16 }; /* what zlib wants added to the window size */

/* The greatest window takes every gzip member; GZIP_ONLY makes zlib refuse what is none. */
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

/* 2. decompressor_isal: gzip members inflated by ISA-L.
 *
 * ISA-L decodes the deflate stream and sums its output. Header and trailer are read here: ISA-L's own reader
 * lets pass what zlib refuses (unknown flags), and reports a wrong sum and a wrong length alike.
 *
 * ISA-L takes up to 8 bytes more of the input than it has decoded, and at the end of a stream keeps those
 * it has no use for. They are never more than the trailer, which therefore is read from there first.
 */

#ifdef TBK_WITH_ISAL
#include <isa-l/crc.h>
#include <isa-l/igzip_lib.h>
#include <string.h>

enum {
  FIXED_SIZE = 10, /* of a header without optional fields */
  TRAILER_SIZE = 8,
  DEFLATE = 8,
  FLAG_SUM = 1 << 1,
  FLAG_EXTRA = 1 << 2,
  FLAG_NAME = 1 << 3,
  FLAG_COMMENT = 1 << 4,
  UNKNOWN_FLAGS = 0xe0,
};

/* The parts of a member, in their order. */
typedef enum { FIXED, EXTRA_SIZE, EXTRA, NAME, COMMENT, SUM, DATA, TRAILER } Part;

typedef struct {
  struct inflate_state state;
  Part part;
  guint flags;
  guint32 header_sum;
  gsize n_extra;            /* still to skip */
  guint n_bytes;            /* of the part in hand */
  guint8 bytes[FIXED_SIZE]; /* its bytes, if they matter */
  const char *reason;
} Inflater;

static void
begin_member (Inflater *inflater)
{
  FROM (library_isal, isal_inflate_reset) (&inflater->state);
  inflater->part = FIXED;
  inflater->flags = 0;
  inflater->header_sum = 0;
  inflater->n_bytes = 0;
}

/* ISA-L gets the deflate stream without its header, but keeps the sum of the output, which the trailer is
 * compared with. */
static gpointer
isal_open_inflater (void)
{
  Inflater *inflater = g_try_malloc (sizeof *inflater);

  if (inflater == NULL)
    return NULL;
  FROM (library_isal, isal_inflate_init) (&inflater->state);
  inflater->state.crc_flag = ISAL_GZIP_NO_HDR;
  inflater->reason = NULL;
  begin_member (inflater);
  return inflater;
}

static const char *
isal_get_reason (gconstpointer inflater)
{
  return ((const Inflater *) inflater)->reason;
}

static DecompressorStatus
fail (Inflater *inflater, const char *reason)
{
  inflater->reason = reason;
  return DECOMPRESSOR_BROKEN;
}

/* Passes @size bytes of input. A header may end with the sum of its bytes. */
static void
pass (Inflater *inflater, DecompressorSpans *spans, gsize size)
{
  if (inflater->part < SUM)
    inflater->header_sum = FROM (library_isal, crc32_gzip_refl) (inflater->header_sum, spans->input, size);
  spans->input += size;
  spans->n_input -= size;
}

/* Takes bytes until @size of the part are there. Returns whether they are. */
static gboolean
take_bytes (Inflater *inflater, DecompressorSpans *spans, guint size)
{
  guint n = (guint) MIN (size - inflater->n_bytes, spans->n_input);

  memcpy (inflater->bytes + inflater->n_bytes, spans->input, n);
  inflater->n_bytes += n;
  pass (inflater, spans, n);
  return inflater->n_bytes == size;
}

/* Takes bytes up to a NUL. Returns whether it is there. */
static gboolean
take_string (Inflater *inflater, DecompressorSpans *spans)
{
  const guint8 *nul = memchr (spans->input, 0, spans->n_input);

  pass (inflater, spans, nul != NULL ? (gsize) (nul + 1 - spans->input) : spans->n_input);
  return nul != NULL;
}

static gboolean
skip_extra (Inflater *inflater, DecompressorSpans *spans)
{
  gsize n = MIN (inflater->n_extra, spans->n_input);

  pass (inflater, spans, n);
  inflater->n_extra -= n;
  return inflater->n_extra == 0;
}

/* The integer of @size bytes in the part, the least byte first. */
static guint32
get_integer (const Inflater *inflater, guint first, guint size)
{
  guint32 value = 0;

  while (size-- > 0)
    value = value << 8 | inflater->bytes[first + size];
  return value;
}

/* Reads what every header has. The flags are judged as soon as they are there. */
static DecompressorStatus
read_fixed (Inflater *inflater, DecompressorSpans *spans, gboolean *is_whole)
{
  *is_whole = take_bytes (inflater, spans, FIXED_SIZE);
  if (inflater->n_bytes < 4)
    return DECOMPRESSOR_MORE;
  inflater->flags = inflater->bytes[3];
  if (inflater->bytes[2] != DEFLATE)
    return fail (inflater, "unknown compression method");
  return inflater->flags & UNKNOWN_FLAGS ? fail (inflater, "unknown header flags set") : DECOMPRESSOR_MORE;
}

static DecompressorStatus
read_sum (Inflater *inflater, DecompressorSpans *spans, gboolean *is_whole)
{
  *is_whole = take_bytes (inflater, spans, 2);
  if (*is_whole && get_integer (inflater, 0, 2) != (inflater->header_sum & 0xffff))
    return fail (inflater, "header crc mismatch");
  return DECOMPRESSOR_MORE;
}

/* Inflates until the output is full, the input is used up, or the stream ends. */
static DecompressorStatus
read_data (Inflater *inflater, DecompressorSpans *spans, gboolean *is_whole)
{
  struct inflate_state *state = &inflater->state;
  guint32 n_input = (guint32) MIN (spans->n_input, G_MAXINT);
  guint32 n_output = (guint32) MIN (spans->n_output, G_MAXINT);
  guint32 n_taken;
  int status;

  state->next_in = (guint8 *) spans->input;
  state->avail_in = n_input;
  state->next_out = spans->output;
  state->avail_out = n_output;
  status = FROM (library_isal, isal_inflate) (state);

  /* ISA-L of broken data may count a byte more than there is. */
  n_taken = MIN (n_input - state->avail_in, n_input);
  spans->input += n_taken;
  spans->n_input -= n_taken;
  spans->output = state->next_out;
  spans->n_output -= n_output - state->avail_out;
  *is_whole = state->block_state == ISAL_BLOCK_FINISH;
  switch (status) {
  case ISAL_INVALID_BLOCK:
    return fail (inflater, "invalid block");
  case ISAL_INVALID_SYMBOL:
    return fail (inflater, "invalid code");
  case ISAL_INVALID_LOOKBACK:
    return fail (inflater, "invalid distance too far back");
  default:
    return status < 0 ? fail (inflater, "broken gzip stream") : DECOMPRESSOR_MORE;
  }
}

/* Takes back the whole bytes that ISA-L has and does not need. */
static void
begin_trailer (Inflater *inflater)
{
  struct inflate_state *state = &inflater->state;
  guint64 rest = state->read_in >> state->read_in_length % 8;

  for (int n = state->read_in_length / 8; n > 0; n--, rest >>= 8)
    inflater->bytes[inflater->n_bytes++] = (guint8) rest;
}

/* The sum is judged as soon as its four bytes are there, so a wrong one is reported even if the file ends
 * behind it. The length counts modulo 2^32, as `total_out` does. */
static DecompressorStatus
read_trailer (Inflater *inflater, DecompressorSpans *spans, gboolean *is_whole)
{
  *is_whole = take_bytes (inflater, spans, TRAILER_SIZE);
  if (inflater->n_bytes >= 4 && get_integer (inflater, 0, 4) != inflater->state.crc)
    return fail (inflater, "incorrect data check");
  if (*is_whole && get_integer (inflater, 4, 4) != inflater->state.total_out)
    return fail (inflater, "incorrect length check");
  return DECOMPRESSOR_MORE;
}

/* Reads what there is of the part in hand; *@is_whole is set to whether that is all of it. */
static DecompressorStatus
read_part (Inflater *inflater, DecompressorSpans *spans, gboolean *is_whole)
{
  guint flags = inflater->flags;

  switch (inflater->part) {
  case FIXED:
    return read_fixed (inflater, spans, is_whole);
  /* A part that the flags do not announce is whole at once, with no bytes. */
  case EXTRA_SIZE:
    *is_whole = !(flags & FLAG_EXTRA) || take_bytes (inflater, spans, 2);
    inflater->n_extra = *is_whole && flags & FLAG_EXTRA ? get_integer (inflater, 0, 2) : 0;
    return DECOMPRESSOR_MORE;
  case EXTRA:
    *is_whole = skip_extra (inflater, spans);
    return DECOMPRESSOR_MORE;
  case NAME:
    *is_whole = !(flags & FLAG_NAME) || take_string (inflater, spans);
    return DECOMPRESSOR_MORE;
  case COMMENT:
    *is_whole = !(flags & FLAG_COMMENT) || take_string (inflater, spans);
    return DECOMPRESSOR_MORE;
  case SUM:
    *is_whole = TRUE;
    return flags & FLAG_SUM ? read_sum (inflater, spans, is_whole) : DECOMPRESSOR_MORE;
  case DATA:
    return read_data (inflater, spans, is_whole);
  case TRAILER:
    return read_trailer (inflater, spans, is_whole);
  }
  g_assert_not_reached ();
}

static DecompressorStatus
isal_run (gpointer data, DecompressorSpans *spans)
{
  Inflater *inflater = data;

  for (;;) {
    gboolean is_whole;
    DecompressorStatus status = read_part (inflater, spans, &is_whole);

    /* The part is not whole: input or room for output is used up. The next call goes on with the same
     * part. */
    if (status != DECOMPRESSOR_MORE || !is_whole)
      return status;
    if (inflater->part == TRAILER) {
      begin_member (inflater);
      return DECOMPRESSOR_MEMBER;
    }
    inflater->part++;
    inflater->n_bytes = 0;
    if (inflater->part == TRAILER)
      begin_trailer (inflater);
  }
}

const DecompressorKind decompressor_gzip = { isal_open_inflater, g_free, isal_run, isal_get_reason,
                                             &library_isal };
#endif

/* 3. decompressor_xz: xz streams decompressed by liblzma. */

#ifdef TBK_WITH_XZ
#include <lzma.h>

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
xz_get_reason (gconstpointer xz)
{
  return ((const XzDecompressor *) xz)->reason;
}

static DecompressorStatus
xz_fail (XzDecompressor *xz, const char *reason)
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

/* Refuses what cannot be checked: it might be damaged. */
static DecompressorStatus
xz_run (gpointer data, DecompressorSpans *spans)
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
    return xz_fail (xz, "it asks for more than 256 MiB of memory");
  case LZMA_UNSUPPORTED_CHECK:
    return xz_fail (xz, "unknown kind of check");
  case LZMA_OPTIONS_ERROR:
    return xz_fail (xz, "unknown filter or options");
  default:
    return xz_fail (xz, "damaged data or incorrect check");
  }
}

const DecompressorKind decompressor_xz = { open_xz, close_xz, xz_run, xz_get_reason, &library_xz };
#endif

/* 4. decompressor_zstd: zstd frames, skippable ones too, decompressed by libzstd. */

#ifdef TBK_WITH_ZSTD
#include <zstd.h>
#include <zstd_errors.h>

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
zstd_get_reason (gconstpointer zstd)
{
  return ((const ZstdDecompressor *) zstd)->reason;
}

/* The bytes of the head of the frame that begins the input, which has DECOMPRESSOR_HEAD bytes, or all there
 * are (RFC 8878, 3.1.1). */
static gsize
head_size (const DecompressorSpans *spans)
{
  static const gsize sizes_of_dictionary[] = { 0, 1, 2, 4 }, sizes_of_content[] = { 0, 2, 4, 8 };
  gboolean is_single;
  guint8 descriptor;

  if (spans->n_input < 5 || spans->input[0] != 0x28)
    return 8; /* that of a frame to be skipped */
  descriptor = spans->input[4];
  is_single = descriptor >> 5 & 1;
  return 5 + !is_single + sizes_of_dictionary[descriptor & 3]
         + (descriptor >> 6 == 0 ? (gsize) is_single : sizes_of_content[descriptor >> 6]);
}

/* Decompresses to the end of a block, up to where broken data can be told from good ones. Returns what zstd
 * does: how many bytes it wants next, 0 at the end of a frame. The head of a frame is given at once: in the
 * midst of one that is broken, libzstd may take what follows for a frame of another version, and find nothing
 * wrong with it. More is not given with it: whole frames are checked otherwise than frames in pieces. */
static gsize
decompress_block (ZstdDecompressor *zstd, DecompressorSpans *spans)
{
  const gsize n_wanted_now = zstd->n_wanted > 0 ? zstd->n_wanted : head_size (spans);
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
zstd_run (gpointer data, DecompressorSpans *spans)
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

const DecompressorKind decompressor_zstd = { open_zstd, close_zstd, zstd_run, zstd_get_reason,
                                             &library_zstd };
#endif

/* 5. decompressor_bzip2: bzip2 streams decompressed by libbz2. */

#ifdef TBK_WITH_BZIP2
#include <bzlib.h>

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
bzip2_get_reason (gconstpointer bzip2)
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

/* libbz2 has no reset, so each stream is opened anew and closed at its end. */
static DecompressorStatus
bzip2_run (gpointer data, DecompressorSpans *spans)
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

const DecompressorKind decompressor_bzip2 = { open_bzip2, close_bzip2, bzip2_run, bzip2_get_reason,
                                              &library_bzip2 };
#endif
