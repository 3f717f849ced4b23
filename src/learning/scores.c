/* scores.c - the scores of classes by the weights of features. */
#include <string.h>

#include "base/processor.h"
#include "learning/weights.h"

typedef gint16 Shorts __attribute__ ((vector_size (32)));
typedef guint16 UnsignedShorts __attribute__ ((vector_size (32)));

/* LINE: weights in a line of the cache. AT_ONCE: classes whose weights come into the cache together.
 * MOST_ROWS: of so many weights the high bytes have a sum of 16 bits, and so have the low ones. */
enum { LANES = 16, VECTORS = BLOCK / LANES, LINE = 64 / sizeof (gint16), AT_ONCE = 256, MOST_ROWS = 255 };
G_STATIC_ASSERT (AT_ONCE % BLOCK == 0 && BLOCK % LANES == 0);

/* Asks for the rows from class @first to @end to come into the cache: they lie anywhere in a table that is
 * larger. They are too many for the nearest cache, and asked of the second many more come at a time. */
static inline __attribute__ ((always_inline)) void
fetch_rows (const gint16 *weights, const Features *features, int first, int end)
{
  for (int f = 0; f < features->n; f++) {
    const gint16 *row = weights + features->rows[f];
    for (int c = first; c < end; c += LINE)
      __builtin_prefetch (row + c, 0, 2);
    __builtin_prefetch (row + end - 1, 0, 2);
  }
}

/* Adds up a block of @n rows, at most MOST_ROWS. Vectors have twice as many numbers of 16 bits as of 32. So
 * two sums of 16 bits are kept: `sums`, of the weights modulo 2^16, and `high_sums`, of their high bytes,
 * which cannot overflow. The true sum is 256 high + low, where low, the sum of at most 255 unsigned low
 * bytes, is below 2^16. So low is (sum - 256 high) modulo 2^16. */
static inline __attribute__ ((always_inline)) void
add_block (const gint16 *block, const guint32 *rows, int n, gint32 *scores)
{
  UnsignedShorts sums[VECTORS] = { { 0 } };
  Shorts high_sums[VECTORS] = { { 0 } };
  guint16 sum[BLOCK];
  gint16 high[BLOCK];

  for (int f = 0; f < n; f++)
    for (int i = 0; i < VECTORS; i++) {
      Shorts lanes;
      memcpy (&lanes, block + rows[f] + i * LANES, sizeof lanes);
      sums[i] += (UnsignedShorts) lanes;
      high_sums[i] += lanes >> 8;
    }
  memcpy (sum, sums, sizeof sums);
  memcpy (high, high_sums, sizeof high_sums);
  for (int c = 0; c < BLOCK; c++)
    scores[c] += 256 * high[c] + (guint16) (sum[c] - 256 * high[c]);
}

static inline __attribute__ ((always_inline)) void
score_with (const gint16 *weights, const Features *features, int n_classes, gint32 *scores)
{
  memset (scores, 0, (gsize) padded_classes (n_classes) * sizeof *scores);
  for (int part = 0; part < n_classes; part += AT_ONCE) {
    int end = MIN (part + AT_ONCE, n_classes);
    fetch_rows (weights, features, part, end);
    for (int f = 0; f < features->n; f += MOST_ROWS)
      for (int first = part; first < end; first += BLOCK)
        add_block (weights + first, features->rows + f, MIN (features->n - f, MOST_ROWS), scores + first);
  }
}

#ifdef TBK_WITH_AVX2
TBK_WITH_AVX2 static void
score_avx2 (const gint16 *weights, const Features *features, int n_classes, gint32 *scores)
{
  score_with (weights, features, n_classes, scores);
}
#endif

void
scores_fill (const gint16 *weights, const Features *features, int n_classes, gint32 *scores)
{
#ifdef TBK_WITH_AVX2
  if (processor.has_avx2) {
    score_avx2 (weights, features, n_classes, scores);
    return;
  }
#endif
  score_with (weights, features, n_classes, scores);
}
