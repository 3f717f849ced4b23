/* sums_wide.h - sums over projective trees in wide numbers: slower, without bounds. */
#ifndef SUMS_SUMS_WIDE_H
#define SUMS_SUMS_WIDE_H

#include "decode/decode.h"

/* Puts out what is asked for of a sentence. */
gboolean sums_wide_put (const Decoding *decoding, DecodeWorker *worker, int sentence, GError **error);

#endif
