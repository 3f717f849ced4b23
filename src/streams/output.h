/* output.h - many pieces of memory to an output at once; members of a compressed one made by other
 * threads. */
#ifndef STREAMS_OUTPUT_H
#define STREAMS_OUTPUT_H

#include <sys/uio.h>

#include "streams/packing.h"
#include "tbk/stream.h"
#include "tbk/text.h"

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

#endif
