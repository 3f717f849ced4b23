/* words.c - words that look the same and are not. */
#include "base/words.h"

const char *
words_remark (TbkPiece found, TbkPiece expected)
{
  g_autofree char *x = g_utf8_normalize (found.bytes, (gssize) found.size, G_NORMALIZE_NFC);
  g_autofree char *y = g_utf8_normalize (expected.bytes, (gssize) expected.size, G_NORMALIZE_NFC);

  return x != NULL && g_strcmp0 (x, y) == 0 ? ": they are equal once they are normalized (Unicode, NFC)" : "";
}
