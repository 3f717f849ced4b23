/* output.h - many pieces of memory to an output at once. */
#ifndef BASE_OUTPUT_H
#define BASE_OUTPUT_H

#include <sys/uio.h>

#include "tbk/stream.h"

/* For one call; systems take a thousand. */
enum { MOST_PIECES = 250 };

/* Writes @pieces[1] to @pieces[@n], and changes them, and the spare @pieces[0], on the way. */
gboolean output_write_pieces (TbkOutput *output, struct iovec *pieces, int n, GError **error);

#endif
