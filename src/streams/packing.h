/* packing.h - texts made members of a compressed output, by several threads. */
#ifndef STREAMS_PACKING_H
#define STREAMS_PACKING_H

#include "streams/compression.h"

/* The most text in one member. Batches have half of it, so that nearly all are a member each; what is written
 * piece by piece is gathered up to it. */
enum { MOST_IN_MEMBER = 512 * 1024 };

typedef struct Packing Packing;

/* Members, and the text they are made of. Zero at first; packed_clear() frees what it holds. */
typedef struct {
  guint8 *text;
  gsize n_text_allocated;
  guint8 *members;
  gsize n_allocated, size;
} Packed;

/* @level: 0 for the usual one. */
Packing *packing_new (const Compression *compression, int level);
void packing_free (Packing *packing);

/* Makes members of @size bytes, and sets @packed to them; what they are depends on these bytes alone. One
 * member for no bytes at all. @name is for messages. May be called by several threads at once. */
gboolean packing_run (Packing *packing, const char *name, const guint8 *bytes, gsize size, Packed *packed,
                      GError **error);

void packed_clear (Packed *packed);

#endif
