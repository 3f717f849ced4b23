/* scan.h - where the tabs and newlines are: 64 bytes at a time, as bits, so that the bytes between them
 * are never looked at one by one.
 *
 * Whoever scans leaves TBK_SCAN_SPARE readable bytes after the last newline: whole vectors are loaded.
 */
#ifndef TBK_TREEBANK_SCAN_H
#define TBK_TREEBANK_SCAN_H

#include <glib.h>

#ifdef __SSE2__
#include <immintrin.h>
#endif

/* Functions for newer processors, which are called only after a look at the one we run on. */
#if defined(__x86_64__) && defined(__GNUC__)
#define TBK_WITH_AVX2 __attribute__ ((target ("avx2,bmi,bmi2,popcnt")))
#define TBK_HAS_AVX2                                                                                         \
  (__builtin_cpu_supports ("avx2") && __builtin_cpu_supports ("bmi") && __builtin_cpu_supports ("bmi2"))
#endif

#define TBK_SCAN_SPARE 64

/* How many fields more than asked for tbk_scanner_line() may store. */
#define TBK_SCAN_EXCESS 64

/* Sets bit k of @tabs and @newlines where byte k of the 64 @bytes is one. */
static inline void
tbk_scan_block_plain (const char *bytes, guint64 *tabs, guint64 *newlines)
{
  *tabs = *newlines = 0;
  for (int k = 0; k < 64; k++) {
    *tabs |= (guint64) (bytes[k] == '\t') << k;
    *newlines |= (guint64) (bytes[k] == '\n') << k;
  }
}

#ifdef __SSE2__
/* The bits of the 64 bytes of four vectors that equal those of @byte. */
static inline guint64
tbk_scan_equal (__m128i a, __m128i b, __m128i c, __m128i d, __m128i byte)
{
  guint low = (guint) _mm_movemask_epi8 (_mm_cmpeq_epi8 (a, byte))
              | (guint) _mm_movemask_epi8 (_mm_cmpeq_epi8 (b, byte)) << 16;
  guint high = (guint) _mm_movemask_epi8 (_mm_cmpeq_epi8 (c, byte))
               | (guint) _mm_movemask_epi8 (_mm_cmpeq_epi8 (d, byte)) << 16;
  return (guint64) high << 32 | low;
}

static inline void
tbk_scan_block (const char *bytes, guint64 *tabs, guint64 *newlines)
{
  const __m128i *vectors = (const __m128i *) bytes;
  __m128i a = _mm_loadu_si128 (vectors), b = _mm_loadu_si128 (vectors + 1);
  __m128i c = _mm_loadu_si128 (vectors + 2), d = _mm_loadu_si128 (vectors + 3);
  *tabs = tbk_scan_equal (a, b, c, d, _mm_set1_epi8 ('\t'));
  *newlines = tbk_scan_equal (a, b, c, d, _mm_set1_epi8 ('\n'));
}
#else
#define tbk_scan_block tbk_scan_block_plain
#endif

#ifdef TBK_WITH_AVX2
/* The bits of the 64 bytes of two vectors that equal those of @byte. */
TBK_WITH_AVX2 static inline guint64
tbk_scan_equal_avx2 (__m256i a, __m256i b, __m256i byte)
{
  guint low = (guint) _mm256_movemask_epi8 (_mm256_cmpeq_epi8 (a, byte));
  guint high = (guint) _mm256_movemask_epi8 (_mm256_cmpeq_epi8 (b, byte));
  return (guint64) high << 32 | low;
}

TBK_WITH_AVX2 static inline void
tbk_scan_block_avx2 (const char *bytes, guint64 *tabs, guint64 *newlines)
{
  const __m256i *vectors = (const __m256i *) bytes;
  __m256i a = _mm256_loadu_si256 (vectors), b = _mm256_loadu_si256 (vectors + 1);
  *tabs = tbk_scan_equal_avx2 (a, b, _mm256_set1_epi8 ('\t'));
  *newlines = tbk_scan_equal_avx2 (a, b, _mm256_set1_epi8 ('\n'));
}
#endif

/* One of the above: what is inlined with it becomes code for its processor. */
typedef void (*TbkScanBlock) (const char *bytes, guint64 *tabs, guint64 *newlines);

/* Goes over a text line by line; `tabs` and `newlines` are the bits of `block` not yet passed, `empty`
 * the bits of those of them that directly follow another, so that there is an empty field between; `carry`
 * is 1 if the block ends with one. */
typedef struct {
  const char *block;
  guint64 tabs;
  guint64 newlines;
  guint64 empty;
  guint64 carry;
} TbkScanner;

/* Goes to the block at @position; @carry is 1 if a tab or newline is directly before it. */
static inline __attribute__ ((always_inline)) void
tbk_scanner_load (TbkScanner *scanner, const char *position, guint64 carry, TbkScanBlock scan_block)
{
  scanner->block = position;
  scan_block (position, &scanner->tabs, &scanner->newlines);
  guint64 separators = scanner->tabs | scanner->newlines;
  scanner->empty = separators & (separators << 1 | carry);
  scanner->carry = separators >> 63;
}

/* Goes to the line that begins at @position. */
static inline void
tbk_scanner_seek (TbkScanner *scanner, const char *position)
{
  tbk_scanner_load (scanner, position, 1, tbk_scan_block);
}

/* What a line looks like: where it ends, how many tabs it has, and whether a field between two of them,
 * or before the first or after the last, is empty. */
typedef struct {
  const char *newline;
  int n_tabs;
  gboolean has_empty;
} TbkScannedLine;

/* Passes the next line, whose newline must be there. Where its fields after a tab begin is stored in
 * @fields: the first @room of them, and up to TBK_SCAN_EXCESS entries more are overwritten. */
static inline __attribute__ ((always_inline)) TbkScannedLine
tbk_scanner_line (TbkScanner *scanner, const char **fields, int room, TbkScanBlock scan_block)
{
  TbkScanner s = *scanner;
  TbkScannedLine line = { .n_tabs = 0 };
  guint64 empty = 0, before;
  for (;;) {
    const char **first = fields + MIN (line.n_tabs, room), **next = first;
    before = (s.newlines & -s.newlines) - 1; /* all bits if there is no newline */
    for (guint64 bits = s.tabs & before; bits != 0; bits &= bits - 1)
      *next++ = s.block + __builtin_ctzll (bits) + 1;
    line.n_tabs += (int) (next - first);
    if (s.newlines != 0)
      break;
    empty |= s.empty;
    tbk_scanner_load (&s, s.block + 64, s.carry, scan_block);
  }

  before |= s.newlines & -s.newlines;
  line.has_empty = (empty | (s.empty & before)) != 0;
  line.newline = s.block + __builtin_ctzll (s.newlines);
  scanner->block = s.block;
  scanner->carry = s.carry;
  scanner->tabs = s.tabs & ~before;
  scanner->newlines = s.newlines & ~before;
  scanner->empty = s.empty & ~before;
  return line;
}

/**
 * tbk_scan_count:
 * @bytes: whole lines; the first begins at @bytes
 * @has_carriage_returns: whether there is any among the bytes
 * @sentences: gets the number of runs of non-blank lines that a blank line ends
 *
 * Returns: the number of newlines.
 */
gsize tbk_scan_count (const char *bytes, gsize length, gboolean has_carriage_returns, gsize *sentences);

/* The same, byte by byte and without regard to carriage returns; what the tests compare it with. */
gsize tbk_scan_count_plain (const char *bytes, gsize length, gsize *sentences);

#endif
