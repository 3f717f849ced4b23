/* significance.c - what chance does to shares: bootstrap intervals, and paired permutation tests.
 *
 * Two shares a/b and c/d are compared as ad and cb, so that nothing is rounded; a share of nothing is 0. A
 * permutation test looks at |a/b - c/d| = |ad - cb| / bd. A share is of TBK_MOST_TESTED at most, and of twice as
 * many where systems change places, so that ad fits 64 bits; the products of two such take 128, for which 32-bit
 * processors have no type.
 */
#include "statistics/evaluation.h"

#include <string.h>

#include "base/base.h"
#include "tbk/base.h"

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

  return product_compare ((guint64) a->right, (guint64) MAX (b->of, 1), (guint64) b->right,
                          (guint64) MAX (a->of, 1));
}

/* The sentences to draw from. */
typedef struct {
  guint *sentences; /* NULL: all */
  guint n;
} DrawnFrom;

static gboolean
is_empty (const gint32 *row)
{
  for (int c = 0; c < MOST_COUNTS; c++)
    if (row[c] != 0)
      return FALSE;
  return TRUE;
}

/* Pairs that were left out have a row, but are not drawn: a draw of these alone would be a share of nothing. */
static DrawnFrom
find_drawn (const TbkEvaluation *evaluation)
{
  const guint n = evaluation->rows->len;
  DrawnFrom from = { .sentences = g_new (guint, MAX (n, 1)) };

  for (guint s = 0; s < n; s++)
    if (!is_empty (evaluation_row (evaluation, s)))
      from.sentences[from.n++] = s;
  if (from.n == n)
    g_clear_pointer (&from.sentences, g_free);
  return from;
}

/* Some counts at once. */
enum { N_LANES = 4, N_VECTORS = MOST_COUNTS / N_LANES };
typedef guint32 Lanes
    __attribute__ ((vector_size (N_LANES * sizeof (guint32)), aligned (sizeof (guint32)), may_alias));

/* Rows are drawn a few at a time, so that they come from memory side by side; of so many, sums of counts fit 32 bits. */
static void
draw_sentences (const TbkEvaluation *evaluation, const DrawnFrom *from, TbkRandom *random, gint64 *sums)
{
  enum { AT_ONCE = 32 };
  const gint32 *rows = evaluation_row (evaluation, 0), *drawn[AT_ONCE];

  G_STATIC_ASSERT ((guint64) AT_ONCE * GREATEST_COUNT <= G_MAXUINT32);
  memset (sums, 0, MOST_COUNTS * sizeof *sums);
  for (guint s = 0; s < from->n; s += AT_ONCE) {
    const guint n_drawn = MIN (from->n - s, AT_ONCE);
    Lanes some[N_VECTORS] = { 0 };

    for (guint i = 0; i < n_drawn; i++) {
      const guint64 number = random_below (random, from->n);

      drawn[i] = rows + (from->sentences != NULL ? from->sentences[number] : number) * MOST_COUNTS;
      __builtin_prefetch (drawn[i]);
      __builtin_prefetch (drawn[i] + MOST_COUNTS - 1);
    }
    for (guint i = 0; i < n_drawn; i++)
      for (int v = 0; v < N_VECTORS; v++)
        some[v] += ((const Lanes *) (gconstpointer) drawn[i])[v];
    for (int c = 0; c < MOST_COUNTS; c++)
      sums[c] += some[c / N_LANES][c % N_LANES];
  }
}

void
tbk_evaluation_intervals (const TbkEvaluation *evaluation, guint64 seed, TbkShare *low, TbkShare *high)
{
  enum { CUT = TBK_BOOTSTRAP_ROUNDS / 40 };
  const TbkEvaluationKind *kind = evaluation->kind;
  g_autofree TbkShare *drawn = g_new (TbkShare, TBK_BOOTSTRAP_ROUNDS * kind->n_measures);
  const DrawnFrom from = find_drawn (evaluation);
  gint64 sums[MOST_COUNTS];
  TbkRandom random;

  for (int r = 0; r < TBK_BOOTSTRAP_ROUNDS; r++) {
    tbk_random_init (&random, seed, place (BOOTSTRAP, r));
    draw_sentences (evaluation, &from, &random, sums);
    for (int m = 0; m < kind->n_measures; m++)
      drawn[m * TBK_BOOTSTRAP_ROUNDS + r] = evaluation_measure (&kind->measures[m], sums);
  }
  for (int m = 0; m < kind->n_measures; m++) {
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

/* The counts of both where the systems change places in some sentences. */
static void
draw_change (const TbkEvaluation *a, const TbkEvaluation *b, TbkRandom *random, gint64 *of_a, gint64 *of_b)
{
  gint64 change[MOST_COUNTS] = { 0 };
  guint64 bits = 0;

  for (guint s = 0; s < a->rows->len; s++, bits >>= 1) {
    if (s % 64 == 0)
      bits = random_next (random);
    if ((bits & 1) == 0)
      continue;
    const gint32 *x = evaluation_row (a, s), *y = evaluation_row (b, s);
    for (int c = 0; c < MOST_COUNTS; c++)
      change[c] += y[c] - x[c];
  }
  for (int c = 0; c < MOST_COUNTS; c++) {
    of_a[c] = a->total[c] + change[c];
    of_b[c] = b->total[c] - change[c];
  }
}

void
tbk_evaluation_test (const TbkEvaluation *a, const TbkEvaluation *b, guint64 seed, int *n_as_great)
{
  const TbkEvaluationKind *kind = a->kind;
  gint64 of_a[MOST_COUNTS], of_b[MOST_COUNTS];
  TbkRandom random;

  g_return_if_fail (a->rows->len == b->rows->len && kind == b->kind);

  memset (n_as_great, 0, (gsize) kind->n_measures * sizeof *n_as_great);
  for (int r = 0; r < TBK_PERMUTATION_ROUNDS; r++) {
    tbk_random_init (&random, seed, place (PERMUTATION, r));
    draw_change (a, b, &random, of_a, of_b);
    for (int m = 0; m < kind->n_measures; m++) {
      const TbkMeasure *measure = &kind->measures[m];

      n_as_great[m] += is_as_great (
          difference (evaluation_measure (measure, of_a), evaluation_measure (measure, of_b)),
          difference (evaluation_measure (measure, a->total), evaluation_measure (measure, b->total)));
    }
  }
}
