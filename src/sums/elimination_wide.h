/* elimination_wide.h - sums over all trees, projective or not, in wide numbers: slower, without bounds. */
#ifndef SUMS_ELIMINATION_WIDE_H
#define SUMS_ELIMINATION_WIDE_H

#include "decode/decode.h"

/* Puts out what is asked for of a sentence. */
gboolean elimination_wide_put (const Decoding *decoding, DecodeWorker *worker, int sentence, GError **error);

#endif
