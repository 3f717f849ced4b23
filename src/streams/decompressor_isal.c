/* decompressor_isal.c - gzip members inflated by ISA-L.
 *
 * ISA-L decodes the deflate stream and sums its output. Header and trailer are read here: ISA-L's own reader
 * lets pass what zlib refuses (unknown flags), and reports a wrong sum and a wrong length alike.
 *
 * ISA-L takes up to 8 bytes more of the input than it has decoded, and at the end of a stream keeps those
 * it has no use for. They are never more than the trailer, which therefore is read from there first.
 */
#ifdef TBK_WITH_ISAL
#include "streams/decompressor.h"

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

static gpointer
open_inflater (void)
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
get_reason (gconstpointer inflater)
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

  /* Of broken data ISA-L may count a byte more than there is. */
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
run (gpointer data, DecompressorSpans *spans)
{
  Inflater *inflater = data;

  for (;;) {
    gboolean is_whole;
    DecompressorStatus status = read_part (inflater, spans, &is_whole);

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

const DecompressorKind decompressor_gzip = { open_inflater, g_free, run, get_reason, &library_isal };
#endif
