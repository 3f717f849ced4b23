/* compressed.h - reading a compressed stream from a descriptor: all its members, its padding, its faults. */
#ifndef STREAMS_COMPRESSED_H
#define STREAMS_COMPRESSED_H

#include "streams/compression.h"

/* What is read at once. All of a reader is less than 128 KiB, from which size on allocators map memory anew
 * for each. */
enum { COMPRESSED_BUFFER = 120 * 1024 };

typedef struct Compressed Compressed;

/**
 * compressed_new:
 * @compression: one that the build reads
 * @name: for messages; it must outlive the reader, as must @descriptor, which stays the caller's
 * @head: bytes already read from @descriptor, at most MOST_MAGIC
 */
Compressed *compressed_new (const Compression *compression, int descriptor, const char *name,
                            const guint8 *head, gsize n_head, GError **error);
void compressed_free (Compressed *compressed);

/* As tbk_input_read(), but not to be called again after an error. */
gssize compressed_read (Compressed *compressed, char *buffer, gsize size, GError **error);

/* As tbk_input_position(). */
gint64 compressed_position (const Compressed *compressed);

#endif
