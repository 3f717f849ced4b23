/* output.h - many pieces of memory to an output at once. */
#ifndef TBK_BASE_OUTPUT_H
#define TBK_BASE_OUTPUT_H

#include <sys/uio.h>

#include "tbk/stream.h"

/* Writes @pieces[1] to @pieces[@n], and changes them, and the spare @pieces[0], on the way. @n is at most 1000. */
gboolean tbk_output_write_pieces (TbkOutput *output, struct iovec *pieces, int n, GError **error);

#endif
