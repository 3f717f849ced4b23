/* calls.h - what the functions of tbk/decode.h are given: whether it is complete, and the call it makes. */
#ifndef DECODE_CALLS_H
#define DECODE_CALLS_H

#include "decode/decode.h"

/* Whether it says where numbers are. */
gboolean calls_is_complete (const TbkArcNumbers *numbers, int n_sentences);

gboolean calls_are_scores (const TbkArcScores *scores);
gboolean calls_are_rows (const TbkTreeRows *trees, const TbkArcScores *scores);

/* @options: (nullable) */
Decoding calls_decoding (const TbkArcScores *scores, const TbkDecodeOptions *options);

#endif
