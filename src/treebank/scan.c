/* scan.c - counting lines and sentences, which the reader does before it hands out a batch.
 *
 * A sentence ends at a newline that follows a newline that follows something else. Where there are
 * carriage returns a blank line may be two bytes, and the lines are counted one by one.
 */
#include "treebank/scan.h"

#include <string.h>

gsize
tbk_scan_count_plain (const char *bytes, gsize length, gsize *sentences)
{
  gsize lines = 0;
  *sentences = 0;
  for (gsize i = 0; i < length; i++) {
    if (bytes[i] != '\n')
      continue;
    lines++;
    *sentences += i >= 2 && bytes[i - 1] == '\n' && bytes[i - 2] != '\n';
  }
  return lines;
}

static gsize
count_by_lines (const char *bytes, gsize length, gsize *sentences)
{
  const char *end = bytes + length, *newline;
  gboolean in_sentence = FALSE;
  gsize lines = 0;
  *sentences = 0;
  for (const char *line = bytes; (newline = memchr (line, '\n', (gsize) (end - line))) != NULL;
       line = newline + 1) {
    gboolean is_blank = newline == line || (newline == line + 1 && *line == '\r');
    *sentences += is_blank && in_sentence;
    in_sentence = !is_blank;
    lines++;
    if (newline + 1 == end)
      break;
  }
  return lines;
}

#ifdef __SSE2__
static gsize
sum_bytes (__m128i counters)
{
  __m128i sums = _mm_sad_epu8 (counters, _mm_setzero_si128 ());
  return (gsize) (_mm_extract_epi16 (sums, 0) + _mm_extract_epi16 (sums, 4));
}

/* Counts from byte 2 on, 16 bytes at a time; returns how far it came. A comparison that holds is -1,
 * and a counter of one byte holds 255 of them. */
static gsize
count_vectors (const char *bytes, gsize length, gsize *lines, gsize *sentences)
{
  const __m128i newline = _mm_set1_epi8 ('\n');
  gsize i = 2;
  while (i + 16 <= length) {
    __m128i n_lines = _mm_setzero_si128 (), n_sentences = _mm_setzero_si128 ();
    gsize stop = MIN (length, i + 16 * 255);
    for (; i + 16 <= stop; i += 16) {
      const char *p = bytes + i;
      __m128i here = _mm_cmpeq_epi8 (_mm_loadu_si128 ((const __m128i *) p), newline);
      __m128i before = _mm_cmpeq_epi8 (_mm_loadu_si128 ((const __m128i *) (p - 1)), newline);
      __m128i long_before = _mm_cmpeq_epi8 (_mm_loadu_si128 ((const __m128i *) (p - 2)), newline);
      n_lines = _mm_sub_epi8 (n_lines, here);
      n_sentences = _mm_sub_epi8 (n_sentences, _mm_andnot_si128 (long_before, _mm_and_si128 (here, before)));
    }
    *lines += sum_bytes (n_lines);
    *sentences += sum_bytes (n_sentences);
  }
  return i;
}
#endif

gsize
tbk_scan_count (const char *bytes, gsize length, gsize *sentences)
{
  if (length > 0 && memchr (bytes, '\r', length) != NULL)
    return count_by_lines (bytes, length, sentences);

#ifdef __SSE2__
  if (length > 18) {
    gsize rest_sentences, lines = tbk_scan_count_plain (bytes, 2, sentences);
    gsize i = count_vectors (bytes, length, &lines, sentences);
    /* The rest is counted with the two bytes before it, for their sake alone. */
    lines += tbk_scan_count_plain (bytes + i - 2, length - i + 2, &rest_sentences);
    lines -= (gsize) ((bytes[i - 2] == '\n') + (bytes[i - 1] == '\n'));
    *sentences += rest_sentences;
    return lines;
  }
#endif
  return tbk_scan_count_plain (bytes, length, sentences);
}
