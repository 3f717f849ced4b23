/* kinds.h - files that are no text, by the bytes they begin with. */
#ifndef STREAMS_KINDS_H
#define STREAMS_KINDS_H

#include "tbk/stream.h"

/* Fails with "NAME:1: found ..., expected ..." if the first @length bytes of a file are those of a picture, a
 * document, an archive or UTF-16, or are compressed once more. It fails too if they are neither text nor
 * compressed, and the name promises a compressed form.
 * @input: (nullable): where they were read from; NULL for text that was given. */
gboolean kinds_check (const TbkInput *input, const char *name, const char *bytes, gsize length,
                      GError **error);

/* Whether the bytes of @input are decompressed. */
gboolean input_is_compressed (const TbkInput *input);

#endif
