/* scan.h - where the lines end and where their tabs are: 64 bytes at a time, as bits, so that the bytes
 * between them are never looked at one by one.
 *
 * The ends of all lines of a block are found first. So no line has to wait for the one before it, and the
 * processor can work on several at once.
 */
#ifndef CONLLU_SCAN_H
#define CONLLU_SCAN_H

#include "base/base.h"

/* Bytes after the last newline that must be readable: whole vectors are loaded. */
#define SCAN_SPARE 192

/* Sets bit k of @x_bits and @y_bits where byte k of the 64 @bytes is @x and @y. */
static inline void
scan_block_plain (const char *bytes, char x, char y, guint64 *x_bits, guint64 *y_bits)
{
  *x_bits = *y_bits = 0;
  for (int k = 0; k < 64; k++) {
    *x_bits |= (guint64) (bytes[k] == x) << k;
    *y_bits |= (guint64) (bytes[k] == y) << k;
  }
}

#ifdef TBK_WITH_SSE2
/* The bits of the 64 bytes of four vectors that equal @byte. */
static inline guint64
scan_equal (__m128i a, __m128i b, __m128i c, __m128i d, char byte)
{
  __m128i bytes = _mm_set1_epi8 (byte);
  guint low = (guint) _mm_movemask_epi8 (_mm_cmpeq_epi8 (a, bytes))
              | (guint) _mm_movemask_epi8 (_mm_cmpeq_epi8 (b, bytes)) << 16;
  guint high = (guint) _mm_movemask_epi8 (_mm_cmpeq_epi8 (c, bytes))
               | (guint) _mm_movemask_epi8 (_mm_cmpeq_epi8 (d, bytes)) << 16;
  return (guint64) high << 32 | low;
}

static inline void
scan_block (const char *bytes, char x, char y, guint64 *x_bits, guint64 *y_bits)
{
  const __m128i *vectors = (const __m128i *) bytes;
  __m128i a = _mm_loadu_si128 (vectors), b = _mm_loadu_si128 (vectors + 1);
  __m128i c = _mm_loadu_si128 (vectors + 2), d = _mm_loadu_si128 (vectors + 3);
  *x_bits = scan_equal (a, b, c, d, x);
  *y_bits = scan_equal (a, b, c, d, y);
}
#else
#define scan_block scan_block_plain
#endif

/* The place of the bit of @bits that has as many before it as the only bit of @one has places; 64 if there is
 * none, or if @one is 0. */
static inline int
select_bit (guint64 bits, guint64 one)
{
  for (; one > 1; one >>= 1)
    bits &= bits - 1;
  return one == 0 || bits == 0 ? 64 : __builtin_ctzll (bits);
}

/* The lowest @n bits of @bits, of which there are no more than 64. */
static inline guint64
low_bits (guint64 bits, guint n)
{
  return n >= 64 ? bits : bits & ((G_GUINT64_CONSTANT (1) << n) - 1);
}

#ifdef TBK_WITH_AVX2
/* The bits of the 64 bytes of two vectors that equal @byte. */
TBK_WITH_AVX2 static inline guint64
scan_equal_avx2 (__m256i a, __m256i b, char byte)
{
  __m256i bytes = _mm256_set1_epi8 (byte);
  guint low = (guint) _mm256_movemask_epi8 (_mm256_cmpeq_epi8 (a, bytes));
  guint high = (guint) _mm256_movemask_epi8 (_mm256_cmpeq_epi8 (b, bytes));
  return (guint64) high << 32 | low;
}

TBK_WITH_AVX2 static inline void
scan_block_avx2 (const char *bytes, char x, char y, guint64 *x_bits, guint64 *y_bits)
{
  const __m256i *vectors = (const __m256i *) bytes;
  __m256i a = _mm256_loadu_si256 (vectors), b = _mm256_loadu_si256 (vectors + 1);
  *x_bits = scan_equal_avx2 (a, b, x);
  *y_bits = scan_equal_avx2 (a, b, y);
}

TBK_WITH_AVX2 static inline int
select_bit_bmi2 (guint64 bits, guint64 one)
{
  return (int) _tzcnt_u64 (_pdep_u64 (one, bits));
}

/* @n is less than 256. */
TBK_WITH_AVX2 static inline guint64
low_bits_bmi2 (guint64 bits, guint n)
{
  return _bzhi_u64 (bits, n);
}
#endif

/* A way to scan: what is inlined with one becomes code for its processor. */
typedef struct {
  void (*block) (const char *bytes, char x, char y, guint64 *x_bits, guint64 *y_bits);
  int (*select) (guint64 bits, guint64 one);
  guint64 (*low) (guint64 bits, guint n);
} Scan;

static const Scan scan_plain = { scan_block, select_bit, low_bits };
#ifdef TBK_WITH_AVX2
static const Scan scan_avx2 = { scan_block_avx2, select_bit_bmi2, low_bits_bmi2 };
#endif

/* The longest line for scan_line(). */
#define SCAN_LINE 128

/* Where the tabs of a line are. */
typedef struct {
  guint64 first, second; /* bits of those among the first 64 and the next 64 bytes */
  int n_first, n;        /* how many are among the first, and in all */
} LineTabs;

static inline __attribute__ ((always_inline)) LineTabs
scan_line (const char *bytes, guint length, Scan scan)
{
  LineTabs tabs;
  guint64 unused;
  scan.block (bytes, '\t', '\t', &tabs.first, &unused);
  scan.block (bytes + 64, '\t', '\t', &tabs.second, &unused);
  tabs.first = scan.low (tabs.first, length);
  tabs.second = scan.low (tabs.second, MAX (length, 64) - 64);
  tabs.n_first = __builtin_popcountll (tabs.first);
  tabs.n = tabs.n_first + __builtin_popcountll (tabs.second);
  return tabs;
}

/* Returns TRUE if one follows another. */
static inline gboolean
tabs_touch (const LineTabs *tabs)
{
  return ((tabs->first & tabs->first << 1) | (tabs->second & (tabs->second << 1 | tabs->first >> 63))) != 0;
}

/* Where the tab of number @k is, from 0, which must be there. Without branches, which would go either way. */
static inline __attribute__ ((always_inline)) int
find_tab (const LineTabs *tabs, int k, Scan scan)
{
  const guint64 one = G_GUINT64_CONSTANT (1) << k;
  return scan.select (tabs->first, one) + (scan.select (tabs->second, one >> tabs->n_first) & 63);
}

/* Where the lines of a text end. */
typedef struct {
  guint32 *ends; /* the places of the newlines; the last line may end with the text instead */
  gsize n, room;
  gsize n_sentences; /* runs of non-blank lines that a blank line ends */
  gboolean has_carriage_returns;
} Lines;

/* Finds the lines of @bytes, the first of which begins there. FALSE if there is no memory for them. */
gboolean lines_find (Lines *lines, const char *bytes, gsize length);

#endif
