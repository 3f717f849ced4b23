/* scan.c - finding lines and counting sentences, which the reader does before it hands out a batch.
 *
 * A sentence ends at a newline that follows a newline that follows something else. Where there are
 * carriage returns a blank line may be two bytes, and the sentences are counted line by line.
 */
#include "conllu/scan.h"

#include <string.h>

/* No address of a part of @lines is taken here, so that it can stay in registers. */
static inline gboolean
reserve (Lines *lines, gsize n)
{
  gsize room = MAX (4096, 2 * n);
  guint32 *ends;
  if (G_LIKELY (n <= lines->room))
    return TRUE;
  ends = g_try_renew (guint32, lines->ends, room);
  if (ends == NULL)
    return FALSE;
  lines->ends = ends;
  lines->room = room;
  return TRUE;
}

/* Appends the places of the @newlines of a block at @place; most blocks have no more than two. */
static inline __attribute__ ((always_inline)) void
add_ends (Lines *lines, guint64 newlines, gsize place)
{
  const guint64 sentinel = G_GUINT64_CONSTANT (1) << 63; /* a bit to find where there is no newline */
  /* Two places are written always, without a branch, and counted only if they are there. */
  guint32 *end = lines->ends + lines->n;

  lines->n += (gsize) __builtin_popcountll (newlines);
  for (int k = 0; k < 2; k++) {
    *end++ = (guint32) place + (guint32) __builtin_ctzll (newlines | sentinel);
    newlines &= newlines - 1;
  }
  for (; newlines != 0; newlines &= newlines - 1)
    *end++ = (guint32) place + (guint32) __builtin_ctzll (newlines);
}

/* State that goes from block to block. */
typedef struct {
  guint64 before;  /* the newlines among the two bytes before the block, as its highest bits */
  guint64 returns; /* not 0 if there were any */
} Passed;

static inline __attribute__ ((always_inline)) void
find_in_block (Lines *lines, const char *bytes, gsize place, Passed *passed, Scan scan)
{
  /* A bit for each newline among 64 bytes. A newline behind a newline ends a blank line; of those only the
   * first in a row ends a sentence. */
  guint64 newlines, returns;
  scan.block (bytes, '\n', '\r', &newlines, &returns);
  /* Bit k is set for a newline behind a newline. For the eight bytes "1 \n \n 2 \n \n \n 3", from the lowest
   * bit on:
   *
   *   newlines               0 1 1 0 1 1 1 0
   *   newlines << 1          0 0 1 1 0 1 1 1
   *   blank                  0 0 1 0 0 1 1 0
   *   newlines << 2          0 0 0 1 1 0 1 1
   *   blank & ~that          0 0 1 0 0 1 0 0      two sentences end */
  guint64 blank = newlines & (newlines << 1 | passed->before >> 63);
  add_ends (lines, newlines, place);
  if (blank != 0) /* a run of blank lines ends one sentence only */
    lines->n_sentences += (gsize) __builtin_popcountll (blank & ~(newlines << 2 | passed->before >> 62));
  passed->before = newlines;
  passed->returns |= returns;
}

/* Whole blocks of 64 bytes first, in rounds, since room for ends is made once a round and not once a
 * block. */
static inline __attribute__ ((always_inline)) gboolean
find_by_blocks (Lines *result, const char *bytes, gsize length, Scan scan)
{
  enum { ROUND = 1 << 12 };                                     /* for which there is room in one step */
  Lines lines = { .ends = result->ends, .room = result->room }; /* a copy, which can stay in registers */
  Passed passed = { .before = G_MAXUINT64 };                    /* as if after blank lines */
  gsize i = 0;
  for (gsize stop = 0; i + 64 <= length;) {
    stop = MIN (stop + ROUND, length);
    if (!reserve (&lines, lines.n + ROUND))
      break;
    for (; i + 64 <= stop; i += 64)
      find_in_block (&lines, bytes + i, i, &passed, scan);
  }
  /* The rest, less than a block, is looked at in a copy that ends in zeros. */
  char last[64] = { 0 };
  gboolean has_memory = length - i < 64 && reserve (&lines, lines.n + 64);
  if (has_memory) {
    memcpy (last, bytes + i, length - i);
    find_in_block (&lines, last, i, &passed, scan);
  }
  lines.has_carriage_returns = passed.returns != 0;
  *result = lines;
  return has_memory;
}

#ifdef TBK_WITH_AVX2
TBK_WITH_AVX2 static gboolean
find_avx2 (Lines *lines, const char *bytes, gsize length)
{
  return find_by_blocks (lines, bytes, length, scan_avx2);
}
#endif

static gboolean
find (Lines *lines, const char *bytes, gsize length)
{
#ifdef TBK_WITH_AVX2
  if (processor.has_avx2)
    return find_avx2 (lines, bytes, length);
#endif
  return find_by_blocks (lines, bytes, length, scan_plain);
}

/* The slow way, with a branch for each line: a blank line after a line that is not blank ends a sentence. */
static gsize
count_sentences (const Lines *lines, const char *bytes)
{
  gboolean in_sentence = FALSE;
  gsize n = 0;
  guint32 start = 0;
  for (gsize i = 0; i < lines->n; start = lines->ends[i++] + 1) {
    guint32 end = lines->ends[i];
    gboolean is_blank = end == start || (end == start + 1 && bytes[start] == '\r');
    n += is_blank && in_sentence;
    in_sentence = !is_blank;
  }
  return n;
}

/* A text may end without a newline; then its end is the end of the last line. */
gboolean
lines_find (Lines *lines, const char *bytes, gsize length)
{
  if (!find (lines, bytes, length))
    return FALSE;
  /* Bits cannot tell a blank line of two bytes, so such files are counted line by line. */
  if (lines->has_carriage_returns)
    lines->n_sentences = count_sentences (lines, bytes);
  if (length > 0 && bytes[length - 1] != '\n')
    lines->ends[lines->n++] = (guint32) length;
  return TRUE;
}
