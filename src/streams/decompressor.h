/* decompressor.h - one member at a time decompressed from memory to memory: the seam behind which the
 * libraries for compressed forms stand, as many as tbk was built with.
 *
 * A member is what may stand behind another of its kind: a gzip member, a zstd frame, a stream of xz or
 * bzip2. A decompressor knows no files. Whoever drives it (compressed.c) refills the input and decides what
 * may follow a member; the decompressor reads headers, checks sums, and says what is broken.
 *
 * gzip is inflated by ISA-L, three times as fast as zlib, or by zlib, which is everywhere. They take and
 * refuse the same streams, and report errors of a header or trailer in the same words. Of broken data ISA-L
 * reports less, and either may notice it a few bytes earlier.
 */
#ifndef STREAMS_DECOMPRESSOR_H
#define STREAMS_DECOMPRESSOR_H

#include "streams/library.h"

/* At the beginning of a member there is as much input as this, or all that is left: the longest head of a
 * zstd frame. */
enum { DECOMPRESSOR_HEAD = 18 };

/* What is still to decompress and where it goes; both move on as a decompressor runs. */
typedef struct {
  const guint8 *input;
  gsize n_input;
  guint8 *output;
  gsize n_output;
} DecompressorSpans;

typedef enum {
  DECOMPRESSOR_MORE,   /* the output is full, or all that the input yields is in it */
  DECOMPRESSOR_MEMBER, /* a member ended and its sums are right; the next run begins another */
  DECOMPRESSOR_BROKEN, /* see reason() */
  DECOMPRESSOR_MEMORY, /* no memory left */
} DecompressorStatus;

typedef struct {
  /* Returns NULL when there is no memory for one. */
  gpointer (*open) (void);
  void (*close) (gpointer decompressor);

  /* There is room for output. The input may be empty, where what it yielded had found no room. */
  DecompressorStatus (*run) (gpointer decompressor, DecompressorSpans *spans);

  /* After DECOMPRESSOR_BROKEN, what is wrong with the input. */
  const char *(*reason) (gconstpointer decompressor);

  Library *library; /* that must be loaded before, or NULL */
} DecompressorKind;

extern const DecompressorKind decompressor_gzip;

/* Those that the build has. */
extern const DecompressorKind decompressor_xz, decompressor_zstd, decompressor_bzip2;

#endif
