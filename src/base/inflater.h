/* inflater.h - one gzip member at a time inflated from memory to memory: the seam behind which the
 * library that inflates is one of two, chosen when tbk is built.
 *
 * ISA-L inflates three times as fast as zlib; zlib is everywhere. They take and refuse the same streams.
 * What is wrong with a header or trailer they tell in the same words; of broken data ISA-L tells less, and
 * either may notice it a few bytes earlier.
 *
 * An inflater knows no files. Whoever drives it (gzip.c) refills the input and decides what may follow
 * a member; the inflater reads headers, checks trailers, and says what is broken.
 */
#ifndef TBK_BASE_INFLATER_H
#define TBK_BASE_INFLATER_H

#include <glib.h>

typedef struct TbkInflater TbkInflater;

/* What is still to inflate and where it goes; both move on as the inflater runs. */
typedef struct {
  const guint8 *input;
  gsize n_input;
  guint8 *output;
  gsize n_output;
} TbkInflaterSpans;

typedef enum {
  TBK_INFLATER_MORE,   /* the output is full, or all that the input yields is in it */
  TBK_INFLATER_MEMBER, /* a member ended and its trailer is right; the next run begins another */
  TBK_INFLATER_BROKEN, /* see tbk_inflater_reason() */
  TBK_INFLATER_MEMORY, /* no memory left */
} TbkInflaterStatus;

/* Returns NULL when there is no memory for one. */
TbkInflater *tbk_inflater_new (void);
void tbk_inflater_free (TbkInflater *inflater);

TbkInflaterStatus tbk_inflater_run (TbkInflater *inflater, TbkInflaterSpans *spans);

/* After TBK_INFLATER_BROKEN, what is wrong with the input. */
const char *tbk_inflater_reason (const TbkInflater *inflater);

#endif
