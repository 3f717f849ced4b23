/* compressor.h - a text compressed from memory to memory into one member: the seam behind which the libraries
 * for compressed forms stand, as many as tbk was built with.
 *
 * The same text, level, library and version of it give the same bytes; libdeflate and zlib give different
 * ones. */
#ifndef STREAMS_COMPRESSOR_H
#define STREAMS_COMPRESSOR_H

#include "streams/library.h"

typedef struct {
  int least, most, usual; /* levels */

  /* Returns NULL when there is no memory for one. */
  gpointer (*open) (int level);
  void (*close) (gpointer compressor);

  /* The most bytes that a member with a text of @size bytes can have. */
  gsize (*bound) (gpointer compressor, gsize size);

  /* Compresses @size bytes, at most G_MAXINT, into a member, for which there is room. Returns its size; 0 if
   * there is no memory. */
  gsize (*run) (gpointer compressor, const void *bytes, gsize size, guint8 *member, gsize room);

  Library *library; /* that must be loaded before, or NULL */
} CompressorKind;

extern const CompressorKind compressor_gzip;

/* Those that the build has. */
extern const CompressorKind compressor_xz, compressor_zstd;

#endif
