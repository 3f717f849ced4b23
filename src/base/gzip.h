/* gzip.h - reading a gzip stream from a descriptor: all its members, its padding, its faults. */
#ifndef TBK_BASE_GZIP_H
#define TBK_BASE_GZIP_H

#include "tbk/error.h"

enum {
  TBK_GZIP_MAGIC_SIZE = 2,
  TBK_GZIP_MAGIC_1 = 0x1f,
  TBK_GZIP_MAGIC_2 = 0x8b,
};

typedef struct TbkGzip TbkGzip;

/**
 * tbk_gzip_new:
 * @name: for messages; it must outlive the reader, as must @descriptor, which stays the caller's
 * @head: bytes already read from @descriptor, at most TBK_GZIP_MAGIC_SIZE
 */
TbkGzip *tbk_gzip_new (int descriptor, const char *name, const guint8 *head, gsize n_head, GError **error);
void tbk_gzip_free (TbkGzip *gzip);

/* As tbk_input_read(), but not to be called again after an error. */
gssize tbk_gzip_read (TbkGzip *gzip, char *buffer, gsize size, GError **error);

/* As tbk_input_position(). */
gint64 tbk_gzip_position (const TbkGzip *gzip);

#endif
