/* library.h - libraries that not all runs need, loaded by those that do: to link them would cost every run
 * their start. */
#ifndef STREAMS_LIBRARY_H
#define STREAMS_LIBRARY_H

#include "tbk/error.h"

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

#endif
