/* scan.h - where the lines end and where their tabs are: 64 bytes at a time, as bits, so that the bytes
 * between them are never looked at one by one.
 *
 * The ends of all lines of a block are found first. So no line has to wait for the one before it, and the
 * processor can work on several at once.
 */
#ifndef CONLLU_SCAN_H
#define CONLLU_SCAN_H

#include <glib.h>

#if defined(__SSE2__) && !defined(TBK_PLAIN)
#define TBK_WITH_SSE2
#include <immintrin.h>
#endif

/* Functions for newer processors, which are called only after a look at the one we run on. */
#if defined(__x86_64__) && defined(__GNUC__) && !defined(TBK_PLAIN)
#define TBK_WITH_AVX2 __attribute__ ((target ("avx2,bmi,bmi2,popcnt")))
#define TBK_HAS_AVX2                                                                                         \
  (__builtin_cpu_supports ("avx2") && __builtin_cpu_supports ("bmi") && __builtin_cpu_supports ("bmi2"))
/* Some execute PDEP bit by bit. */
#define TBK_HAS_FAST_PDEP (!__builtin_cpu_is ("znver1") && !__builtin_cpu_is ("znver2"))
#endif

/* How many bytes after the last newline must be readable: whole vectors are loaded. */
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

/* The place of the bit of number @k, from 0, among those of @bits, which must have so many. */
static inline int
tbk_select (guint64 bits, int k)
{
  while (k-- > 0)
    bits &= bits - 1;
  return __builtin_ctzll (bits);
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
tbk_select_bmi2 (guint64 bits, int k)
{
  return __builtin_ctzll (_pdep_u64 (G_GUINT64_CONSTANT (1) << k, bits));
}
#endif

/* A way to scan: what is inlined with one becomes code for its processor. */
typedef struct {
  void (*block) (const char *bytes, char x, char y, guint64 *x_bits, guint64 *y_bits);
  int (*select) (guint64 bits, int k);
} Scan;

static const Scan scan_plain = { scan_block, tbk_select };
#ifdef TBK_WITH_AVX2
static const Scan scan_avx2 = { scan_block_avx2, tbk_select_bmi2 };
#endif

/* The longest line for scan_line(). */
#define SCAN_LINE 128

/* Where the tabs of a line are. */
typedef struct {
  guint64 tabs[2]; /* bits of those among the first 64 and the next 64 bytes */
  int n_first;     /* how many are among the first */
  int n_tabs;
  gboolean has_empty; /* whether one is the first byte, or follows another */
} ScannedLine;

/* The lowest @n bits of @bits, all if there are no more. */
static inline guint64
tbk_low_bits (guint64 bits, int n)
{
  return n >= 64 ? bits : bits & ((G_GUINT64_CONSTANT (1) << n) - 1);
}

static inline __attribute__ ((always_inline)) ScannedLine
scan_line (const char *bytes, int length, Scan scan)
{
  ScannedLine line;
  guint64 first, second, unused;
  scan.block (bytes, '\t', '\t', &first, &unused);
  scan.block (bytes + 64, '\t', '\t', &second, &unused);
  first = tbk_low_bits (first, length);
  second = tbk_low_bits (second, MAX (length - 64, 0));
  line.tabs[0] = first;
  line.tabs[1] = second;
  line.n_first = __builtin_popcountll (first);
  line.n_tabs = line.n_first + __builtin_popcountll (second);
  line.has_empty = ((first & (first << 1 | 1)) | (second & (second << 1 | first >> 63))) != 0;
  return line;
}

/* Where the tab of number @k is, from 0, which must be there. */
static inline __attribute__ ((always_inline)) int
scanned_tab (const ScannedLine *line, int k, Scan scan)
{
  guint64 is_second = -(guint64) (k >= line->n_first); /* all bits or none: a branch would go either way */
  guint64 tabs = line->tabs[0] ^ ((line->tabs[0] ^ line->tabs[1]) & is_second);
  return (int) (64 & is_second) + scan.select (tabs, k - (line->n_first & (int) is_second));
}

static inline int
last_scanned_tab (const ScannedLine *line)
{
  return line->tabs[1] != 0 ? 127 - __builtin_clzll (line->tabs[1]) : 63 - __builtin_clzll (line->tabs[0]);
}

/* Where the lines of a text end. */
typedef struct {
  guint32 *ends; /* the places of the newlines; the last line may end with the text instead */
  gsize n, room;
  gsize n_sentences; /* runs of non-blank lines that a blank line ends */
  gboolean has_carriage_returns;
} Lines;

/* Finds the lines of @bytes, the first of which begins there. */
void lines_find (Lines *lines, const char *bytes, gsize length);

#endif
