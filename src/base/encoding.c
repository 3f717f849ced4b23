/* encoding.c - UTF-8 validated 32 bytes at a time, and bytes written as a cell of a table.
 *
 * Method: Keiser and Lemire (2021), "Validating UTF-8 in less than one instruction per byte". Whatever can
 * be wrong in UTF-8, but for the number of continuation bytes, shows in two adjacent bytes, and there in
 * three half bytes: the high and low half of the first, the high half of the second. Each half is looked
 * up in a table of 16 sets of faults it admits; a fault that all three admit is one. The fault TWO_CONTS
 * is none where a third or fourth byte is due; the bytes two and three before show where that is.
 */
#include "base/base.h"

#include <string.h>

#include "tbk/base.h"

#ifdef TBK_WITH_AVX2

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

TBK_WITH_AVX2 static inline __m256i
load (const void *bytes)
{
  return _mm256_loadu_si256 (bytes);
}

TBK_WITH_AVX2 static inline __m256i
look_up (const guchar table[16], __m256i halves)
{
  __m256i entries = _mm256_broadcastsi128_si256 (_mm_loadu_si128 ((const __m128i *) table));
  return _mm256_shuffle_epi8 (entries, _mm256_and_si256 (halves, _mm256_set1_epi8 (0x0f)));
}

/* The faults of the 32 bytes @here, which follow on @before; 0 where there is none. */
TBK_WITH_AVX2 static inline __m256i
find_faults (__m256i here, __m256i before)
{
  __m256i between =
      _mm256_permute2x128_si256 (before, here, 0x21); /* the 16 bytes before the middle of @here */
  __m256i one_before = _mm256_alignr_epi8 (here, between, 15);
  __m256i two_before = _mm256_alignr_epi8 (here, between, 14);
  __m256i three_before = _mm256_alignr_epi8 (here, between, 13);

  __m256i faults =
      _mm256_and_si256 (_mm256_and_si256 (look_up (first_high, _mm256_srli_epi16 (one_before, 4)),
                                          look_up (first_low, one_before)),
                        look_up (second_high, _mm256_srli_epi16 (here, 4)));
  __m256i is_third = _mm256_subs_epu8 (two_before, _mm256_set1_epi8 (0xe0 - 0x80));
  __m256i is_fourth = _mm256_subs_epu8 (three_before, _mm256_set1_epi8 (0xf0 - 0x80));
  __m256i is_due = _mm256_and_si256 (_mm256_or_si256 (is_third, is_fourth), _mm256_set1_epi8 ((char) 0x80));
  return _mm256_xor_si256 (is_due, faults);
}

/* The findings so far, and the last 32 bytes. */
typedef struct {
  __m256i faults, least, before;
} Findings;

/* Text is ASCII for long, or here and there: a look at each vector for that would often be guessed wrong. */
enum { VECTORS = 4, GROUP = VECTORS * 32 };

/* Notes the least byte of the group, which is 0 if there is a NUL, and the faults of its pairs of bytes. A
 * group of ASCII has none, unless it follows the beginning of a character: so the last vector before it is
 * looked at too. */
TBK_WITH_AVX2 static inline void
look_at_group (Findings *findings, const char *bytes)
{
  __m256i vectors[VECTORS], any = findings->before;
  for (int v = 0; v < VECTORS; v++) {
    vectors[v] = load (bytes + v * 32);
    any = _mm256_or_si256 (any, vectors[v]);
    findings->least = _mm256_min_epu8 (findings->least, vectors[v]);
  }
  if (_mm256_movemask_epi8 (any) != 0)
    for (int v = 0; v < VECTORS; v++) {
      __m256i before = v == 0 ? findings->before : vectors[v - 1];
      findings->faults = _mm256_or_si256 (findings->faults, find_faults (vectors[v], before));
    }
  findings->before = vectors[VECTORS - 1];
}

/* Faults are gathered and looked at once, at the end: mostly there are none, and where the first is does not
 * matter here. */
TBK_WITH_AVX2 static gboolean
is_utf8_by_vectors (const char *bytes, gsize length)
{
  __m256i newlines = _mm256_set1_epi8 ('\n');
  Findings findings = { _mm256_setzero_si256 (), newlines, newlines };
  gsize i = 0;
  for (; i + GROUP <= length; i += GROUP)
    look_at_group (&findings, bytes + i);
  /* The rest is followed by ASCII, so that a character cut short is a fault. */
  char last[GROUP];
  memset (last, '\n', sizeof last);
  memcpy (last, bytes + i, length - i);
  look_at_group (&findings, last);
  __m256i is_nul = _mm256_cmpeq_epi8 (findings.least, _mm256_setzero_si256 ());
  return _mm256_testz_si256 (findings.faults, findings.faults) && _mm256_testz_si256 (is_nul, is_nul);
}
#endif

/* Both ways agree on every text; NUL counts as no text in both. */
gboolean
encoding_is_utf8 (const char *bytes, gsize length)
{
#ifdef TBK_WITH_AVX2
  if (processor.has_avx2)
    return is_utf8_by_vectors (bytes, length);
#endif
  return g_utf8_validate_len (bytes, length, NULL);
}

/* Guesses why the text is not UTF-8. A letter of Latin-1 is a single byte among ASCII, where UTF-8 has two
 * or more such bytes in a row. */
static const char *
hint_of_bytes (const char *file, gsize length, const char *bad)
{
  const guchar byte = (guchar) *bad;
  const gsize left = (gsize) (file + length - bad);

  if (byte == 0)
    return ": this is not text";
  if (g_utf8_get_char_validated (bad, (gssize) left) == (gunichar) -2)
    return ": the file ends inside a character, was it cut?";
  if (byte >= 0xa0 && left > 1 && (guchar) bad[1] < 0x80)
    return ": if this is Latin-1, convert it by iconv -f LATIN1 -t UTF-8";
  return "";
}

/* The vectors say only that there is a fault. Where it is, and what it looks like, is found by GLib, for the
 * message alone. @at_hand is how much of the input follows @text in memory: a character that is cut there was
 * perhaps cut with the file. */
void
encoding_check (const char *name, const char *text, gsize length, gsize at_hand, gint64 line,
                GError **problem)
{
  const char *bad, *start = text, *newline;

  if (encoding_is_utf8 (text, length) || g_utf8_validate_len (text, length, &bad))
    return;
  while ((newline = memchr (start, '\n', (gsize) (bad - start))) != NULL) {
    start = newline + 1;
    line++;
  }
  g_clear_error (problem);
  g_set_error (problem, TBK_ERROR, TBK_ERROR_DATA,
               "%s:%" G_GINT64_FORMAT ":%" G_GSSIZE_FORMAT ": not UTF-8 text: byte 0x%02x%s", name, line,
               bad - start + 1, (guint) (guchar) *bad, hint_of_bytes (text, at_hand, bad));
}

void
encoding_append_tsv (GString *line, const char *bytes, gsize size)
{
  static const char controls[] = "\t\n\r", letters[] = "tnr";

  for (const char *end = bytes + size; bytes < end; bytes++) {
    const char *found = *bytes != '\0' ? strchr (controls, *bytes) : NULL;

    if (found != NULL)
      g_string_append_printf (line, "\\%c", letters[found - controls]);
    else if (g_ascii_iscntrl (*bytes))
      g_string_append_printf (line, "\\%03o", (guchar) *bytes);
    else
      g_string_append_c (line, *bytes);
  }
}
