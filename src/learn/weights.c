/* weights.c - linear weights: scores, updates, averages, epochs, exploration.
 *
 * Contents
 *   1. scores: the scores of classes by the weights of features
 *   2. weights: updates and averages of weights
 *   3. epoch: orders of sentences, and the averages that are kept
 *   4. explore: policies of exploration, and draws by score without floating point
 */
#include "learn/learn.h"

#include <string.h>

#include "base/base.h"

/* 1. scores: the scores of classes by the weights of features.
 *
 * A feature has a row of weights, one for each class; the score of a class is the sum of its weights over all
 * features of a configuration, some 200 rows. Rows of different features overlap in one table: the row of a
 * feature begins at the place that its hash chooses. Classes are summed in blocks of BLOCK, a few vectors
 * wide:
 *
 *               class 0 .. 15 | 16 .. 31 | ...
 *   feature 0   weights          weights          from weights + rows[0]
 *   feature 1   weights          weights          from weights + rows[1]
 *   ...
 *   scores      sums of columns
 */

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

/* Parts of AT_ONCE classes, so that what fetch_rows() asks for is still there when it is added. */
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

/* 2. weights: updates and averages of weights. */

gboolean
weights_init (Weights *weights, int bits, GError **error)
{
  gsize n = ((gsize) 1 << bits) + MOST_CLASSES + BLOCK;

  *weights = (Weights){ .n = n };
  weights->now = g_try_new0 (gint16, n);
  weights->sums = g_try_new0 (gint64, n);
  if (weights->now != NULL && weights->sums != NULL)
    return TRUE;
  weights_clear (weights);
  return memory_fail (error, "%" G_GSIZE_FORMAT " weights", n);
}

void
weights_clear (Weights *weights)
{
  g_clear_pointer (&weights->now, g_free);
  g_clear_pointer (&weights->sums, g_free);
}

void
weights_update (Weights *weights, const Features *features, int class, int change)
{
  for (int f = 0; f < features->n; f++) {
    gsize i = (gsize) features->rows[f] + (gsize) class;
    int changed = weights->now[i] + change;
    if (changed > G_MAXINT16 || changed < -G_MAXINT16)
      continue;
    weights->now[i] = (gint16) changed;
    weights->sums[i] += weights->clock * change;
  }
}

/* The average times the clock. */
static inline gint64
average (const Weights *weights, gsize i)
{
  return weights->now[i] * weights->clock - weights->sums[i];
}

/* @value G_MAXINT16 / @greatest without what is behind the point, where @value <= @greatest < 2^62. A product
 * of more than 64 bits is divided digit by digit of G_MAXINT16, all of whose 15 are 1. */
static gint16
scale (guint64 value, guint64 greatest)
{
  guint64 rest = 0;
  int quotient = 0;

  if (value <= G_MAXUINT64 / G_MAXINT16)
    return (gint16) (value * G_MAXINT16 / greatest);
  for (int digit = 0; digit < 15; digit++) {
    rest = 2 * rest + value;
    quotient *= 2;
    for (; rest >= greatest; rest -= greatest)
      quotient++;
  }
  return (gint16) quotient;
}

void
weights_average (const Weights *weights, gint16 *averages, gsize n)
{
  gint64 greatest = 1;

  for (gsize i = 0; i < n; i++)
    greatest = MAX (greatest, ABS (average (weights, i)));
  for (gsize i = 0; i < n; i++) {
    gint64 value = average (weights, i);
    gint16 scaled = value == 0 ? 0 : scale ((guint64) ABS (value), (guint64) greatest);

    averages[i] = (gint16) (value < 0 ? -scaled : scaled);
  }
}

/* 3. epoch: orders of sentences, and the averages that are kept. */

void
epoch_shuffle (int *order, int n, TbkRandom *random)
{
  for (int i = n - 1; i > 0; i--) {
    int other = (int) random_below (random, (guint64) i + 1), former = order[i];
    order[i] = order[other];
    order[other] = former;
  }
}

void
best_epoch_init (BestEpoch *best, const Weights *weights)
{
  *best = (BestEpoch){ .averages = g_new (gint16, weights->n) };
}

void
best_epoch_clear (BestEpoch *best)
{
  g_free (best->averages);
  g_free (best->best);
}

gboolean
best_epoch_keep (BestEpoch *best, const Weights *weights, gint64 right, gint64 of)
{
  gint16 *former = best->best;

  if (former != NULL && of > 0 && right * best->of <= best->right * of)
    return FALSE;
  best->best = best->averages;
  best->averages = former != NULL ? former : g_new (gint16, weights->n);
  best->right = right;
  best->of = of;
  return TRUE;
}

/* 4. explore: policies of exploration, and draws by score without floating point. */

enum { MOST_ALPHA = 100 * TBK_EXPLORE_ALPHA_UNIT, FRACTION_BITS = 16, MOST_EXPONENT = 32 };

gboolean
explore_looks_at_scores (const TbkExplore *explore)
{
  return explore->kind != TBK_EXPLORE_BEST;
}

/* 2^32 exp (-x / 2^16): the product of a factor for each bit of x. Only integers are multiplied, so draws are
 * the same on every machine. */
guint64
explore_exp (gint64 x)
{
  /* 2^32 exp(-2^k) for k from 4 down to -16: one for each bit of x. */
  static const guint32 factors[] = {
    483,        1440801,    78665070,   581260615,  1580030169, 2605029347, 3344923893,
    3790295335, 4034748382, 4162825044, 4228380000, 4261543595, 4278222805, 4286586875,
    4290775039, 4292870656, 4293918848, 4294443040, 4294705160, 4294836226, 4294901760,
  };
  guint64 power = (guint64) 1 << 32;

  if (x >= (gint64) MOST_EXPONENT << FRACTION_BITS)
    return 0;
  for (guint f = 0; f < G_N_ELEMENTS (factors); f++)
    if ((x >> (G_N_ELEMENTS (factors) - 1 - f) & 1) != 0)
      power = power * factors[f] >> 32;
  return power;
}

/* The best class but for @best; @best if there is no other. */
static int
second_best (const Exploration *e)
{
  int second = -1;

  for (int i = 0; i < e->n_classes; i++)
    if (e->classes[i] != e->best && (second < 0 || e->scores[e->classes[i]] > e->scores[second]))
      second = e->classes[i];
  return second >= 0 ? second : e->best;
}

/* Returns how likely @class is to be drawn: exp(alpha score), 2^32 for the best. */
static guint64
likelihood (const TbkExplore *explore, const Exploration *e, int class)
{
  gint64 behind = ((gint64) e->scores[e->best] - e->scores[class]) * explore->alpha;
  gint64 unit = (gint64) e->unit * TBK_EXPLORE_ALPHA_UNIT;

  return behind / unit >= MOST_EXPONENT ? 0 : explore_exp ((behind << FRACTION_BITS) / unit);
}

/* Draws a class with the share of its likelihood. The likelihoods are found twice, which is cheaper than to
 * keep them. */
static int
draw (const TbkExplore *explore, const Exploration *e, TbkRandom *random)
{
  guint64 sum = 0, drawn;
  int i = 0;

  for (int k = 0; k < e->n_classes; k++)
    sum += likelihood (explore, e, e->classes[k]);
  drawn = random_below (random, sum);
  for (guint64 own; (own = likelihood (explore, e, e->classes[i])) <= drawn; i++)
    drawn -= own;
  return e->classes[i];
}

static gboolean
happens (const TbkExplore *explore, TbkRandom *random)
{
  return (gint64) random_below (random, TBK_PROBABILITY_ONE) < explore->probability;
}

/* The class of the next step while a parser learns: `best` takes the best one, where it is wrong with
 * probability P, else the right one; `second` the second best with probability P; `sample` draws by score. */
int
explore_choose (const TbkExplore *explore, const Exploration *e, TbkRandom *random)
{
  switch (explore->kind) {
  case TBK_EXPLORE_BEST:
    return e->best == e->right || happens (explore, random) ? e->best : e->right;
  case TBK_EXPLORE_SECOND:
    return happens (explore, random) ? second_best (e) : e->best;
  default: /* TBK_EXPLORE_SAMPLE */
    return draw (explore, e, random);
  }
}

/* Reads digits, at most 3 of them, up to @end; -1 if there are none. */
static int
parse_digits (const char *text, const char **end)
{
  gsize n = strspn (text, "0123456789");
  int number = 0;

  *end = text + n;
  if (n < 1 || n > 3)
    return -1;
  for (gsize i = 0; i < n; i++)
    number = 10 * number + (text[i] - '0');
  return number;
}

/* Reads a decimal with at most 3 digits before the point and 3 behind it, as parts of TBK_EXPLORE_ALPHA_UNIT;
 * -1 if it is none. */
static int
parse_alpha (const char *text)
{
  const char *end;
  int whole = parse_digits (text, &end), unit = TBK_EXPLORE_ALPHA_UNIT, part = 0;

  if (whole < 0 || (*end != '.' && *end != '\0'))
    return -1;
  if (*end == '.') {
    const char *digits = end + 1;
    if (parse_digits (digits, &end) < 0 || *end != '\0')
      return -1;
    for (; digits < end; digits++)
      part += (*digits - '0') * (unit /= 10);
  }
  return whole * TBK_EXPLORE_ALPHA_UNIT + part;
}

/* Parses a way to explore; a number out of range is refused at the end, with all that may be written. */
gboolean
tbk_explore_parse (const char *text, TbkExplore *explore, GError **error)
{
  TbkExplore found = { .probability = TBK_PROBABILITY_ONE, .alpha = TBK_EXPLORE_ALPHA_UNIT };

  g_return_val_if_fail (text != NULL && explore != NULL, FALSE);
  if (strcmp (text, "gold") == 0) {
    found.probability = 0;
  } else if (g_str_has_prefix (text, "explore:")) {
    found.probability = random_parse_probability (text + strlen ("explore:"));
  } else if (g_str_has_prefix (text, "second:")) {
    found.kind = TBK_EXPLORE_SECOND;
    found.probability = random_parse_probability (text + strlen ("second:"));
  } else if (g_str_has_prefix (text, "sample")) {
    found.kind = TBK_EXPLORE_SAMPLE;
    if (text[strlen ("sample")] != '\0')
      found.alpha = text[strlen ("sample")] == ':' ? parse_alpha (text + strlen ("sample:")) : -1;
  } else if (strcmp (text, "best") != 0) {
    found.probability = -1;
  }
  if (found.probability >= 0 && found.alpha >= 0 && found.alpha <= MOST_ALPHA) {
    *explore = found;
    return TRUE;
  }
  g_set_error (
      error, TBK_ERROR, TBK_ERROR_USAGE,
      "found '%s', expected best, gold, explore:P, second:P, with P from 0 to 1, sample, or sample:A, with A from 0 to 100",
      text);
  return FALSE;
}
