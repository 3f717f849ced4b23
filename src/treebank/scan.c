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

/* Counts in the bits of the 64 bytes at @bytes; @before are the bits of the two bytes before them. */
static inline __attribute__ ((always_inline)) void
count_block (const char *bytes, guint64 *before, gsize *lines, gsize *sentences, TbkScanBlock scan_block)
{
  guint64 tabs, newlines;
  scan_block (bytes, &tabs, &newlines);
  guint64 one_before = newlines << 1 | *before >> 1, two_before = newlines << 2 | *before;
  *lines += (gsize) __builtin_popcountll (newlines);
  *sentences += (gsize) __builtin_popcountll (newlines & one_before & ~two_before);
  *before = newlines >> 62;
}

static inline __attribute__ ((always_inline)) gsize
count_by_blocks (const char *bytes, gsize length, gsize *sentences, TbkScanBlock scan_block)
{
  guint64 before = 3; /* as if after blank lines */
  gsize i = 0, lines = 0, n_sentences = 0;
  for (; i + 64 <= length; i += 64)
    count_block (bytes + i, &before, &lines, &n_sentences, scan_block);
  char last[64] = { 0 };
  memcpy (last, bytes + i, length - i);
  count_block (last, &before, &lines, &n_sentences, scan_block);
  *sentences = n_sentences;
  return lines;
}

#ifdef TBK_WITH_AVX2
TBK_WITH_AVX2 static gsize
count_avx2 (const char *bytes, gsize length, gsize *sentences)
{
  return count_by_blocks (bytes, length, sentences, tbk_scan_block_avx2);
}
#endif

gsize
tbk_scan_count (const char *bytes, gsize length, gboolean has_carriage_returns, gsize *sentences)
{
  if (has_carriage_returns)
    return count_by_lines (bytes, length, sentences);
#ifdef TBK_WITH_AVX2
  if (TBK_HAS_AVX2)
    return count_avx2 (bytes, length, sentences);
#endif
  return count_by_blocks (bytes, length, sentences, tbk_scan_block);
}
