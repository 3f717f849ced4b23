/* tally.h - what the files of tally/ share. */
#ifndef TALLY_TALLY_H
#define TALLY_TALLY_H

#include "tbk/tally.h"

const TbkTallyLayout *tally_layout (const TbkTally *tally);

/* Adds one section of @more, of the same layout. */
void tally_add_section (TbkTally *tally, const TbkTally *more, int section);

/* A decimal in a key: its digits. */
typedef struct {
  char digits[21];
} KeyNumber;

static inline const char *
key_number (KeyNumber *number, guint64 value)
{
  char *digit = number->digits + sizeof number->digits - 1;

  *digit = '\0';
  do
    *--digit = (char) ('0' + value % 10);
  while ((value /= 10) > 0);
  return digit;
}

/* What is left of @whole without the values of column @column in @rows; below 0 if they are more. */
gint64 tally_rest (gint64 whole, const TbkTallyRow *rows, gsize n_rows, int column);

/* The number that a key writes, which is one of ours, and so fits. */
static inline gint64
key_value (const char *key)
{
  return g_ascii_strtoll (key, NULL, 10);
}

#endif
