/* compression.h - the compressed forms: the bytes they begin with, their suffixes, and what this build has to
 * read and to write them. */
#ifndef STREAMS_COMPRESSION_H
#define STREAMS_COMPRESSION_H

#include "streams/compressor.h"
#include "streams/decompressor.h"
#include "tbk/error.h"

typedef struct {
  const char *name;
  const char *suffix;
  const char *member;                   /* what a file consists of, with its article */
  guint padding;                        /* zeros may follow a member, in multiples of so many; 0: none may */
  const DecompressorKind *decompressor; /* NULL if the build cannot read it */
  const CompressorKind *compressor;     /* NULL if it cannot write it */
} Compression;

/* The longest beginning that tells a form. */
enum { MOST_MAGIC = 6 };

typedef enum {
  BEGINS_OTHERWISE,
  BEGINS_MAYBE, /* it is too short to tell */
  BEGINS_SO,
} CompressionMatch;

/* Whether @bytes begin as a member of @compression does. */
CompressionMatch compression_begins (const Compression *compression, const guint8 *bytes, gsize n);

/* The form that @bytes begin as, and in *@match how sure that is; NULL if they begin otherwise. */
const Compression *compression_of_bytes (const guint8 *bytes, gsize n, CompressionMatch *match);

/* The form that the suffix of @path promises; NULL if it promises none. */
const Compression *compression_of_path (const char *path);

/* @path, with the suffix of gzip for that of a form which is read but not written. */
char *compression_output_name (const char *path);

/* Fails if the build cannot read @compression, in which the file called @name is, or lacks the library for it
 * now. */
gboolean compression_check_reading (const Compression *compression, const char *name, GError **error);

/* Fails if the suffix of @path promises a form that cannot be written, or not now for lack of its library, or
 * @level is none of that form. */
gboolean compression_check_writing (const char *path, int level, GError **error);

#endif
