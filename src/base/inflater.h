/* inflater.h - one gzip member at a time inflated from memory to memory: the seam behind which the
 * library that inflates is one of two, chosen when tbk is built.
 *
 * ISA-L inflates three times as fast as zlib; zlib is everywhere. They take and refuse the same streams.
 * They report errors of a header or trailer in the same words. Of broken data ISA-L reports less, and either
 * may notice it a few bytes earlier.
 *
 * An inflater knows no files. Whoever drives it (gzip.c) refills the input and decides what may follow
 * a member; the inflater reads headers, checks trailers, and says what is broken.
 */
#ifndef BASE_INFLATER_H
#define BASE_INFLATER_H

#include <glib.h>

typedef struct Inflater Inflater;

/* What is still to inflate and where it goes; both move on as the inflater runs. */
typedef struct {
  const guint8 *input;
  gsize n_input;
  guint8 *output;
  gsize n_output;
} InflaterSpans;

typedef enum {
  INFLATER_MORE,   /* the output is full, or all that the input yields is in it */
  INFLATER_MEMBER, /* a member ended and its trailer is right; the next run begins another */
  INFLATER_BROKEN, /* see inflater_reason() */
  INFLATER_MEMORY, /* no memory left */
} InflaterStatus;

/* Returns NULL when there is no memory for one. */
Inflater *inflater_new (void);
void inflater_free (Inflater *inflater);

InflaterStatus inflater_run (Inflater *inflater, InflaterSpans *spans);

/* After INFLATER_BROKEN, what is wrong with the input. */
const char *inflater_reason (const Inflater *inflater);

#endif
