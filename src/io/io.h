/* io.h - bytes in and out of files, plain or compressed: what the files of this room share.
 *
 * Contents
 *   1. library: libraries that not all runs need, loaded by those that do: to link them would cost every
 *      run their start
 *   2. decompressor: one member at a time decompressed from memory to memory: the seam behind which the
 *      libraries for compressed forms stand, as many as tbk was built with
 *   3. compressor: a text compressed from memory to memory into one member: the seam behind which the
 *      libraries for compressed forms stand, as many as tbk was built with
 *   4. compression: the compressed forms: the bytes they begin with, their suffixes, and what this build
 *      has to read and to write them
 *   5. compressed: reading a compressed stream from a descriptor: all its members, its padding, its faults
 *   6. blocks: an input read in blocks, each of which ends where its format can be cut
 *   7. kinds: files that are no text, by the bytes they begin with
 *   8. packing: texts made members of a compressed output, by several threads
 *   9. output: many pieces of memory to an output at once; members of a compressed one made by other
 *      threads
 *   10. text: texts of pieces that stay where they are
 *   11. shared: functions on public types that other rooms and the program call; the library does not export them
 */
#ifndef IO_IO_H
#define IO_IO_H

#include <string.h>
#include <sys/uio.h>

#include "tbk/base.h"
#include "tbk/conllu.h"
#include "tbk/io.h"

/* 1. library: libraries that not all runs need, loaded by those that do: to link them would cost every run
 * their start. */

/* The functions of each that are called. */
#define ISAL_FUNCTIONS(F)                                                                                    \
  F (crc32_gzip_refl)                                                                                        \
  F (isal_inflate)                                                                                           \
  F (isal_inflate_init)                                                                                      \
  F (isal_inflate_reset)
#define LIBDEFLATE_FUNCTIONS(F)                                                                              \
  F (libdeflate_alloc_compressor)                                                                            \
  F (libdeflate_free_compressor)                                                                             \
  F (libdeflate_gzip_compress)                                                                               \
  F (libdeflate_gzip_compress_bound)
#define XZ_FUNCTIONS(F)                                                                                      \
  F (lzma_code)                                                                                              \
  F (lzma_end)                                                                                               \
  F (lzma_lzma_preset)                                                                                       \
  F (lzma_stream_decoder)                                                                                    \
  F (lzma_stream_buffer_bound)                                                                               \
  F (lzma_stream_buffer_encode)
#define ZSTD_FUNCTIONS(F)                                                                                    \
  F (ZSTD_CCtx_setParameter)                                                                                 \
  F (ZSTD_compress2)                                                                                         \
  F (ZSTD_compressBound)                                                                                     \
  F (ZSTD_createCCtx)                                                                                        \
  F (ZSTD_createDCtx)                                                                                        \
  F (ZSTD_decompressStream)                                                                                  \
  F (ZSTD_freeCCtx)                                                                                          \
  F (ZSTD_freeDCtx)                                                                                          \
  F (ZSTD_getErrorCode)                                                                                      \
  F (ZSTD_getErrorName)                                                                                      \
  F (ZSTD_isError)
#define BZIP2_FUNCTIONS(F)                                                                                   \
  F (BZ2_bzDecompress)                                                                                       \
  F (BZ2_bzDecompressEnd)                                                                                    \
  F (BZ2_bzDecompressInit)

#define LIBRARY_PLACE(function) PLACE_##function,
enum { ISAL_FUNCTIONS (LIBRARY_PLACE) };
enum { LIBDEFLATE_FUNCTIONS (LIBRARY_PLACE) };
enum { XZ_FUNCTIONS (LIBRARY_PLACE) };
enum { ZSTD_FUNCTIONS (LIBRARY_PLACE) };
enum { BZIP2_FUNCTIONS (LIBRARY_PLACE) };
#undef LIBRARY_PLACE

typedef struct {
  const char *names[2];           /* of its binary interface; the second where systems differ, or NULL */
  const char *function_names[16]; /* then NULL */
  gpointer functions[16];         /* once it is loaded: as many, in the same order */
  gboolean is_loaded;
} Library;

extern Library library_isal, library_libdeflate, library_xz, library_zstd, library_bzip2;

/* Loads @library with all its functions, if it is not there yet. Returns FALSE with @error set (TBK_ERROR_IO)
 * if it cannot be loaded, or lacks a function: then it is too old. */
gboolean library_load (Library *library, GError **error);

/* A function of a library that was loaded, as a pointer of the right type. */
#define FROM(library, function) ((typeof (&function)) library.functions[PLACE_##function])

/* 2. decompressor: one member at a time decompressed from memory to memory: the seam behind which the
 * libraries for compressed forms stand, as many as tbk was built with.
 *
 * A member is what may stand behind another of its kind: a gzip member, a zstd frame, a stream of xz or
 * bzip2. A decompressor knows no files. Whoever drives it (compression.c) refills the input and decides what
 * may follow a member; the decompressor reads headers, checks sums, and says what is broken.
 *
 * gzip is inflated by ISA-L, three times as fast as zlib, or by zlib, which is everywhere. They take and
 * refuse the same streams, and report errors of a header or trailer in the same words. Of broken data ISA-L
 * reports less, and either may notice it a few bytes earlier.
 */

/* At the beginning of a member there is as much input as this, or all that is left: the longest head of a
 * zstd frame. */
enum { DECOMPRESSOR_HEAD = 18 };

/* The input of a decompressor and the room for its output; both move on as a decompressor runs. */
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

/* 3. compressor: a text compressed from memory to memory into one member: the seam behind which the
 * libraries for compressed forms stand, as many as tbk was built with.
 *
 * The same text, level, library and version of it give the same bytes; libdeflate and zlib give different
 * ones.
 */

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

/* 4. compression: the compressed forms: the bytes they begin with, their suffixes, and what this build has
 * to read and to write them. */

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

/* 5. compressed: reading a compressed stream from a descriptor: all its members, its padding, its faults. */

/* The bytes that are read at once. All of a reader is less than 128 KiB, from which size on allocators map
 * memory anew for each. */
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

/* As input_position(). */
gint64 compressed_position (const Compressed *compressed);

/* 6. blocks: an input read in blocks, each of which ends where its format can be cut.
 *
 * A block begins with what the one before was cut off from. It is extended until there is a place to cut,
 * which its reader finds; what comes behind the cut is kept for the next one.
 */

#define BLOCK_MAX_SIZE ((gsize) 64 << 20)

typedef struct {
  char *bytes;
  gsize length, n_allocated;
} Block;

typedef struct {
  TbkInput *input;
  const char *unit; /* what a block must have the end of, as "a tree" */
  char *rest;       /* what is read and in no block */
  gsize rest_length, rest_allocated;
  gboolean is_begun;  /* something was read */
  gboolean is_at_end; /* nothing is left to be read */
} BlockReader;

/* FALSE with @error set if there is no such input. */
gboolean block_reader_open (BlockReader *reader, const char *path, const char *unit, GError **error);

void block_reader_close (BlockReader *reader);

/* Return the input of a reader, and free it (NULL allowed): of a format whose reader begins with a
 * BlockReader and owns nothing else. */
const TbkInput *block_reader_input (gconstpointer reader);
void block_reader_free (gpointer reader);

/* Begins a block with the rest of the one before. */
gboolean block_begin (BlockReader *reader, Block *block, GError **error);

/* Reads more into the block, until it is about twice as long or the input ends. It is an error if the block
 * has BLOCK_MAX_SIZE bytes already, or the input does not begin as text; the block begins in @line. */
gboolean block_extend (BlockReader *reader, Block *block, gint64 line, GError **error);

/* Keeps what comes behind the first @cut bytes for the next block. */
gboolean block_end (BlockReader *reader, Block *block, gsize cut, GError **error);

/* All of it: a block that ends where @find_cut says that the last whole unit does (0 if there is none), or with the input; it
 * is empty at the end. */
gboolean block_read (BlockReader *reader, Block *block, gint64 line, gsize (*find_cut) (const Block *block),
                     GError **error);

/* 7. kinds: files that are no text, by the bytes they begin with. */

/* Fails with "NAME:1: found ..., expected ..." if the first @length bytes of a file are those of a picture, a
 * document, an archive or UTF-16, or are compressed once more. It fails too if they are neither text nor
 * compressed, and the name promises a compressed form.
 * @input: (nullable): where they were read from; NULL for text that was given. */
gboolean kinds_check (const TbkInput *input, const char *name, const char *bytes, gsize length,
                      GError **error);

/* 8. packing: texts made members of a compressed output, by several threads. */

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

/* 9. output: many pieces of memory to an output at once; members of a compressed one made by other
 * threads. */

/* For one call; systems take a thousand. */
enum { MOST_PIECES = 250 };

/* Writes @pieces[1] to @pieces[@n], and changes them, and the spare @pieces[0], on the way. */
gboolean output_write_pieces (TbkOutput *output, struct iovec *pieces, int n, GError **error);

/* Texts from here on are worth a member of their own; shorter ones are better gathered. */
enum { LEAST_IN_MEMBER = 32 * 1024 };

gboolean output_is_compressed (const TbkOutput *output);

/* Makes members for a compressed output, in any thread: of the first @size bytes of packed->text, or of
 * @text. */
gboolean output_pack (const TbkOutput *output, Packed *packed, gsize size, GError **error);
gboolean output_pack_text (const TbkOutput *output, const TbkText *text, Packed *packed, GError **error);

/* Writes them behind what was written. */
gboolean output_write_packed (TbkOutput *output, const Packed *packed, GError **error);

/* Brings all of an output to the disk before it is committed, so that this need not be waited for then. Nothing
 * is written to it after. */
gboolean output_complete (TbkOutput *output, GError **error);

/* Bytes consumed of the file as it lies on disk (compressed, if it is). */
gint64 input_position (const TbkInput *input);

/* 10. text: texts of pieces that stay where they are. */

/* Appends @size bytes, which are not copied unless they are few. */
void text_keep (TbkText *text, const char *bytes, gsize size);

/* Appends a copy of @more. */
void text_append (TbkText *text, const TbkText *more);

/* Forgets all but the first @length bytes. */
void text_cut (TbkText *text, gsize length);

/* 11. shared: functions on public types that other rooms and the program call; the library does not export them. */

/* Returns TRUE if both have the same bytes, or none. */
static inline gboolean
piece_equals (TbkPiece a, TbkPiece b)
{
  return a.size == b.size && (a.size == 0 || memcmp (a.bytes, b.bytes, a.size) == 0);
}

/* Returns TRUE if the name @path and the level will do, before anything is opened. */
gboolean output_check (const char *path, int level, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* The suffix of a compressed form in which @path ends, in @path; NULL if it ends in none. */
const char *compressed_suffix (const char *path);

#endif
