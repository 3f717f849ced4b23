/* words.h - what is said of words that should be equal. */
#ifndef BASE_WORDS_H
#define BASE_WORDS_H

#include "tbk/text.h"

/* What to add to a message that quotes both, which differ: ": ..." if they look the same, else nothing. */
const char *words_remark (TbkPiece found, TbkPiece expected);

#endif
