/* significance.c - what chance does to shares: bootstrap intervals, and paired permutation tests.
 *
 * Two shares a/b and c/d are compared as ad and cb, so that nothing is rounded; a share of nothing is 0. A
 * permutation test looks at |a/b - c/d| = |ad - cb| / bd. Counts are below 2^31, so that ad fits 64 bits; the
 * products of two such take 128, for which 32-bit processors have no type.
 */
#include <string.h>

#include "base/product.h"
#include "evaluate/evaluation.h"
#include "evaluate/shares.h"
#include "tbk/random.h"

/* A random sequence of its own for each use. */
enum { BOOTSTRAP = 1, PERMUTATION };

static guint64
place (int use, int round)
{
  return (guint64) use << 32 | (guint64) round;
}

static int
compare_shares (gconstpointer first, gconstpointer second)
{
  const TbkShare *a = first, *b = second;
  gint64 left = a->right * MAX (b->of, 1), right = b->right * MAX (a->of, 1);

  return (left > right) - (left < right);
}

/* The row of a sentence. */
static const gint32 *
row_at (const ShareRows *shares, guint64 sentence)
{
  return shares->rows + sentence * 2 * (guint64) shares->n_measures;
}

/* The sentences to draw from. */
typedef struct {
  guint *sentences; /* NULL: all */
  guint n;
} DrawnFrom;

static gboolean
counts (const gint32 *row, int n_measures)
{
  for (int m = 0; m < n_measures; m++)
    if (row[n_measures + m] > 0)
      return TRUE;
  return FALSE;
}

/* Pairs that were skipped have a row, but are not drawn: a draw of these alone would be a share of nothing. */
static DrawnFrom
find_drawn (const ShareRows *shares)
{
  DrawnFrom from = { .sentences = g_new (guint, MAX (shares->n_sentences, 1)) };

  for (guint s = 0; s < shares->n_sentences; s++)
    if (counts (row_at (shares, s), shares->n_measures))
      from.sentences[from.n++] = s;
  if (from.n == shares->n_sentences)
    g_clear_pointer (&from.sentences, g_free);
  return from;
}

/* Rows are drawn a few at a time, so that they come from memory side by side. */
static void
draw_sentences (const ShareRows *shares, const DrawnFrom *from, TbkRandom *random, TbkShare *sums)
{
  enum { AT_ONCE = 32 };
  const int n = shares->n_measures;
  const gint32 *drawn[AT_ONCE];
  gint64 total[2 * MOST_MEASURES] = { 0 };

  for (guint s = 0; s < from->n; s += AT_ONCE) {
    const guint n_drawn = MIN (from->n - s, AT_ONCE);

    for (guint i = 0; i < n_drawn; i++) {
      const guint64 number = tbk_random_below (random, from->n);

      drawn[i] = row_at (shares, from->sentences != NULL ? from->sentences[number] : number);
      __builtin_prefetch (drawn[i]);
      __builtin_prefetch (drawn[i] + 2 * n - 1);
    }
    for (guint i = 0; i < n_drawn; i++)
      for (int m = 0; m < 2 * n; m++)
        total[m] += drawn[i][m];
  }
  for (int m = 0; m < n; m++)
    sums[m] = (TbkShare){ total[m], total[n + m] };
}

void
significance_find_intervals (const ShareRows *shares, guint64 seed, TbkShare *low, TbkShare *high)
{
  enum { CUT = TBK_BOOTSTRAP_ROUNDS / 40 };
  g_autofree TbkShare *drawn = g_new (TbkShare, TBK_BOOTSTRAP_ROUNDS * shares->n_measures);
  const DrawnFrom from = find_drawn (shares);
  TbkShare sums[MOST_MEASURES];
  TbkRandom random;

  for (int r = 0; r < TBK_BOOTSTRAP_ROUNDS; r++) {
    tbk_random_init (&random, seed, place (BOOTSTRAP, r));
    draw_sentences (shares, &from, &random, sums);
    for (int m = 0; m < shares->n_measures; m++)
      drawn[m * TBK_BOOTSTRAP_ROUNDS + r] = sums[m];
  }
  for (int m = 0; m < shares->n_measures; m++) {
    TbkShare *own = drawn + m * TBK_BOOTSTRAP_ROUNDS;
    qsort (own, TBK_BOOTSTRAP_ROUNDS, sizeof *own, compare_shares);
    low[m] = own[CUT];
    high[m] = own[TBK_BOOTSTRAP_ROUNDS - 1 - CUT];
  }
  g_free (from.sentences);
}

/* The difference of two shares, without sign, as a fraction. */
typedef struct {
  guint64 numerator, denominator;
} ShareDifference;

static ShareDifference
difference (TbkShare a, TbkShare b)
{
  gint64 a_of = MAX (a.of, 1), b_of = MAX (b.of, 1);
  gint64 found = a.right * b_of - b.right * a_of;

  return (ShareDifference){ (guint64) ABS (found), (guint64) (a_of * b_of) };
}

static gboolean
is_as_great (ShareDifference found, ShareDifference observed)
{
  return product_compare (found.numerator, observed.denominator, observed.numerator, found.denominator) >= 0;
}

/* Adds to @change what @a gains where the systems change places. */
static void
draw_change (const ShareRows *a, const ShareRows *b, TbkRandom *random, TbkShare *change)
{
  const int n = a->n_measures;
  guint64 bits = 0;

  memset (change, 0, (gsize) n * sizeof *change);
  for (guint s = 0; s < a->n_sentences; s++, bits >>= 1) {
    if (s % 64 == 0)
      bits = tbk_random_next (random);
    if ((bits & 1) == 0)
      continue;
    const gint32 *x = row_at (a, s), *y = row_at (b, s);
    for (int m = 0; m < n; m++) {
      change[m].right += y[m] - x[m];
      change[m].of += y[n + m] - x[n + m];
    }
  }
}

void
significance_test (const ShareRows *a, const ShareRows *b, guint64 seed, int *n_as_great)
{
  TbkShare change[MOST_MEASURES];
  TbkRandom random;

  g_return_if_fail (a->n_sentences == b->n_sentences);

  memset (n_as_great, 0, (gsize) a->n_measures * sizeof *n_as_great);
  for (int r = 0; r < TBK_PERMUTATION_ROUNDS; r++) {
    tbk_random_init (&random, seed, place (PERMUTATION, r));
    draw_change (a, b, &random, change);
    for (int m = 0; m < a->n_measures; m++) {
      TbkShare x = { a->total[m].right + change[m].right, a->total[m].of + change[m].of };
      TbkShare y = { b->total[m].right - change[m].right, b->total[m].of - change[m].of };
      n_as_great[m] += is_as_great (difference (x, y), difference (a->total[m], b->total[m]));
    }
  }
}

void
tbk_evaluation_intervals (const TbkEvaluation *evaluation, guint64 seed, TbkShare *low, TbkShare *high)
{
  const ShareRows rows = share_rows_of (evaluation->sentences, TBK_N_MEASURES, evaluation->total);

  significance_find_intervals (&rows, seed, low, high);
}

void
tbk_evaluation_test (const TbkEvaluation *a, const TbkEvaluation *b, guint64 seed, int *n_as_great)
{
  const ShareRows of_a = share_rows_of (a->sentences, TBK_N_MEASURES, a->total);
  const ShareRows of_b = share_rows_of (b->sentences, TBK_N_MEASURES, b->total);

  significance_test (&of_a, &of_b, seed, n_as_great);
}
