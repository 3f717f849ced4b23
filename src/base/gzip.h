/* gzip.h - reading a gzip stream from a descriptor: all its members, its padding, its faults. */
#ifndef BASE_GZIP_H
#define BASE_GZIP_H

#include "tbk/error.h"

enum {
  GZIP_MAGIC_SIZE = 2,
  GZIP_MAGIC_1 = 0x1f,
  GZIP_MAGIC_2 = 0x8b,
};

typedef struct Gzip Gzip;

/**
 * gzip_new:
 * @name: for messages; it must outlive the reader, as must @descriptor, which stays the caller's
 * @head: bytes already read from @descriptor, at most GZIP_MAGIC_SIZE
 */
Gzip *gzip_new (int descriptor, const char *name, const guint8 *head, gsize n_head, GError **error);
void gzip_free (Gzip *gzip);

/* As tbk_input_read(), but not to be called again after an error. */
gssize gzip_read (Gzip *gzip, char *buffer, gsize size, GError **error);

/* As tbk_input_position() and tbk_input_trailing_garbage(). */
gint64 gzip_position (const Gzip *gzip);
gint64 tbk_gzip_trailing_garbage (const Gzip *gzip);

#endif
