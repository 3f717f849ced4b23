/* encoding.c - UTF-8 validated 16 bytes at a time.
 *
 * Method: Keiser and Lemire (2021), "Validating UTF-8 in less than one instruction per byte". Whatever can
 * be wrong in UTF-8, but for the number of continuation bytes, shows in two adjacent bytes, and there in
 * three half bytes: the high and low half of the first, the high half of the second. Each half is looked
 * up in a table of 16 sets of faults it admits; a fault that all three admit is one. The fault TWO_CONTS
 * is none where a third or fourth byte is due, which the bytes two and three before tell.
 */
#include "treebank/encoding.h"

#include <string.h>

#if defined(__x86_64__) && defined(__GNUC__)
#include <tmmintrin.h>

enum {
  TOO_SHORT = 1 << 0,  /* a lead byte, and no continuation after it */
  TOO_LONG = 1 << 1,   /* ASCII, and a continuation after it */
  OVERLONG_3 = 1 << 2, /* three bytes for what two can hold */
  TOO_LARGE = 1 << 3,  /* above U+10FFFF, f4 90 and more */
  SURROGATE = 1 << 4,
  OVERLONG_2 = 1 << 5,
  TOO_LARGE_1000 = 1 << 6, /* above U+10FFFF, f5 80 and more; the second half cannot confuse it with: */
  OVERLONG_4 = 1 << 6,
  TWO_CONTS = 1 << 7, /* two continuations */
  CARRY = TOO_SHORT | TOO_LONG | TWO_CONTS,
  LARGE = CARRY | TOO_LARGE | TOO_LARGE_1000,
  CONT = TOO_LONG | OVERLONG_2 | TWO_CONTS,
};

/* By the high half of the first byte, its low half, and the high half of the second. */
static const guchar first_high[16] = {
  [0x0 ... 0x7] = TOO_LONG,
  [0x8 ... 0xb] = TWO_CONTS,
  [0xc] = TOO_SHORT | OVERLONG_2,
  [0xd] = TOO_SHORT,
  [0xe] = TOO_SHORT | OVERLONG_3 | SURROGATE,
  [0xf] = TOO_SHORT | TOO_LARGE | TOO_LARGE_1000 | OVERLONG_4,
};
static const guchar first_low[16] = {
  [0x0] = CARRY | OVERLONG_3 | OVERLONG_2 | OVERLONG_4,
  [0x1] = CARRY | OVERLONG_2,
  [0x2 ... 0x3] = CARRY,
  [0x4] = CARRY | TOO_LARGE,
  [0x5 ... 0xc] = LARGE,
  [0xd] = LARGE | SURROGATE,
  [0xe ... 0xf] = LARGE,
};
static const guchar second_high[16] = {
  [0x0 ... 0x7] = TOO_SHORT,
  [0x8] = CONT | OVERLONG_3 | TOO_LARGE_1000 | OVERLONG_4,
  [0x9] = CONT | OVERLONG_3 | TOO_LARGE,
  [0xa ... 0xb] = CONT | SURROGATE | TOO_LARGE,
  [0xc ... 0xf] = TOO_SHORT,
};

#define WITH_SSSE3 __attribute__ ((target ("ssse3")))

WITH_SSSE3 static inline __m128i
load (const void *bytes)
{
  return _mm_loadu_si128 (bytes);
}

WITH_SSSE3 static inline __m128i
look_up (const guchar table[16], __m128i halves)
{
  return _mm_shuffle_epi8 (load (table), _mm_and_si128 (halves, _mm_set1_epi8 (0x0f)));
}

/* The faults of the 16 bytes @here, which follow on @before; 0 where there is none. */
WITH_SSSE3 static inline __m128i
find_faults (__m128i here, __m128i before)
{
  __m128i one_before = _mm_alignr_epi8 (here, before, 15);
  __m128i two_before = _mm_alignr_epi8 (here, before, 14);
  __m128i three_before = _mm_alignr_epi8 (here, before, 13);

  __m128i faults = _mm_and_si128 (
      _mm_and_si128 (look_up (first_high, _mm_srli_epi16 (one_before, 4)), look_up (first_low, one_before)),
      look_up (second_high, _mm_srli_epi16 (here, 4)));
  __m128i is_third = _mm_subs_epu8 (two_before, _mm_set1_epi8 (0xe0 - 0x80));
  __m128i is_fourth = _mm_subs_epu8 (three_before, _mm_set1_epi8 (0xf0 - 0x80));
  __m128i is_due = _mm_and_si128 (_mm_or_si128 (is_third, is_fourth), _mm_set1_epi8 ((char) 0x80));
  __m128i is_nul = _mm_cmpeq_epi8 (here, _mm_setzero_si128 ());
  return _mm_or_si128 (_mm_xor_si128 (is_due, faults), is_nul);
}

WITH_SSSE3 static gboolean
is_utf8_by_vectors (const char *bytes, gsize length)
{
  __m128i before = _mm_set1_epi8 ('\n'), faults = _mm_setzero_si128 ();
  gsize i = 0;
  for (; i + 16 <= length; i += 16) {
    __m128i here = load (bytes + i);
    faults = _mm_or_si128 (faults, find_faults (here, before));
    before = here;
  }
  /* What is left is followed by ASCII, so that a character cut short is a fault. */
  char last[16];
  memset (last, '\n', sizeof last);
  memcpy (last, bytes + i, length - i);
  faults = _mm_or_si128 (faults, find_faults (load (last), before));
  return _mm_movemask_epi8 (_mm_cmpeq_epi8 (faults, _mm_setzero_si128 ())) == 0xffff;
}

gboolean
tbk_is_utf8 (const char *bytes, gsize length)
{
  return __builtin_cpu_supports ("ssse3") ? is_utf8_by_vectors (bytes, length)
                                          : g_utf8_validate_len (bytes, length, NULL);
}

#else

gboolean
tbk_is_utf8 (const char *bytes, gsize length)
{
  return g_utf8_validate_len (bytes, length, NULL);
}

#endif
