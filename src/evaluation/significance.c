/* significance.c - what chance does to shares: bootstrap intervals, and paired permutation tests.
 *
 * Two shares a/b and c/d are compared as ad and cb, so that nothing is rounded; a share of nothing is 0. A
 * permutation test looks at |a/b - c/d| = |ad - cb| / bd. A share is of TBK_MOST_TESTED at most, and of twice as
 * many where systems change places, so that ad fits 64 bits; the products of two such take 128, for which 32-bit
 * processors have no type.
 */
#include "evaluation/evaluation.h"
#include "statistics/statistics.h"

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

guint
evaluation_draw (const TbkEvaluation *evaluation, guint64 seed, TbkShare *drawn)
{
  const TbkEvaluationKind *kind = evaluation->kind;
  const DrawnFrom from = find_drawn (evaluation);
  gint64 sums[MOST_COUNTS];
  TbkRandom random;

  for (int r = 0; r < TBK_BOOTSTRAP_ROUNDS; r++) {
    tbk_random_init (&random, seed, place (BOOTSTRAP, r));
    draw_sentences (evaluation, &from, &random, sums);
    for (int m = 0; m < kind->n_measures; m++)
      drawn[m * TBK_BOOTSTRAP_ROUNDS + r] = evaluation_measure (&kind->measures[m], sums);
  }
  g_free (from.sentences);
  return from.n;
}

void
tbk_evaluation_intervals (const TbkEvaluation *evaluation, int level, guint64 seed, TbkShare *low,
                          TbkShare *high)
{
  const int cut = rounds_cut (TBK_BOOTSTRAP_ROUNDS, level);
  const TbkEvaluationKind *kind = evaluation->kind;
  g_autofree TbkShare *drawn = g_new (TbkShare, TBK_BOOTSTRAP_ROUNDS * kind->n_measures);

  evaluation_draw (evaluation, seed, drawn);
  for (int m = 0; m < kind->n_measures; m++) {
    TbkShare *own = drawn + m * TBK_BOOTSTRAP_ROUNDS;
    qsort (own, TBK_BOOTSTRAP_ROUNDS, sizeof *own, compare_shares);
    low[m] = own[cut];
    high[m] = own[TBK_BOOTSTRAP_ROUNDS - 1 - cut];
  }
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

/* A sentence in which two systems differ, and by what `right` and `of` of the first grow if they change places there. */
typedef struct {
  guint sentence;
  gint32 right, of;
} GroupChange;

/* Takes F1 of the counts of a group: the right ones and all, of gold and system together. */
static TbkShare
group_share (const TbkEvaluation *evaluation, const gint32 *counts)
{
  const gboolean is_of_words = evaluation->kind == tbk_evaluation_kind (TBK_EVALUATED_DEPENDENCIES);

  return (TbkShare){ is_of_words ? 2 * (gint64) counts[TBK_GROUP_BOTH]
                                 : (gint64) counts[TBK_GROUP_GOLD_RIGHT] + counts[TBK_GROUP_SYSTEM_RIGHT],
                     (gint64) counts[TBK_GROUP_GOLD] + counts[TBK_GROUP_SYSTEM] };
}

/* Adds up the cells of a system by group, and notes what each changes, with @sign. @numbers: of groups by name, from 1. */
static void
take_cells (const TbkEvaluation *evaluation, GHashTable *numbers, int sign, TbkGroupTest *tests,
            GPtrArray *changes)
{
  for (guint c = 0; c < evaluation->cells->len; c++) {
    const GroupCell *cell = &g_array_index (evaluation->cells, GroupCell, c);
    const int group =
        GPOINTER_TO_INT (g_hash_table_lookup (numbers, evaluation->cell_names->pdata[cell->group]));
    const TbkShare share = group_share (evaluation, cell->counts);
    const GroupChange change = { cell->sentence, sign * (gint32) share.right, sign * (gint32) share.of };
    TbkShare *sum = group == 0 ? NULL : sign < 0 ? &tests[group - 1].share : &tests[group - 1].other;

    if (group == 0)
      continue; /* the other system alone has it */
    sum->right += share.right;
    sum->of += share.of;
    g_array_append_val ((GArray *) changes->pdata[group - 1], change);
  }
}

static int
compare_changes (gconstpointer a, gconstpointer b)
{
  const guint x = ((const GroupChange *) a)->sentence, y = ((const GroupChange *) b)->sentence;

  return x < y ? -1 : x > y;
}

/* Joins the changes of a sentence, and leaves out those that change nothing: most. */
static void
join_changes (GArray *changes)
{
  guint n = 0;

  g_array_sort (changes, compare_changes);
  for (guint i = 0; i < changes->len;) {
    GroupChange joined = g_array_index (changes, GroupChange, i++);

    for (; i < changes->len && g_array_index (changes, GroupChange, i).sentence == joined.sentence; i++) {
      joined.right += g_array_index (changes, GroupChange, i).right;
      joined.of += g_array_index (changes, GroupChange, i).of;
    }
    if (joined.right != 0 || joined.of != 0)
      g_array_index (changes, GroupChange, n++) = joined;
  }
  g_array_set_size (changes, n);
}

/* One round: whether the difference is as great where the systems change places in the sentences of @bits. */
static gboolean
is_round_as_great (const GArray *changes, const guint64 *bits, const TbkGroupTest *test)
{
  TbkShare of_a = test->share, of_b = test->other;
  gint64 right = 0, of = 0;

  for (guint i = 0; i < changes->len; i++) {
    const GroupChange *change = &g_array_index (changes, GroupChange, i);
    const gint64 mask = -(gint64) (bits[change->sentence / 64] >> change->sentence % 64 & 1);

    right += change->right & mask;
    of += change->of & mask;
  }
  of_a.right += right;
  of_a.of += of;
  of_b.right -= right;
  of_b.of -= of;
  return is_as_great (difference (of_a, of_b), difference (test->share, test->other));
}

static void
test_changes (const TbkEvaluation *a, const GPtrArray *changes, guint64 seed, TbkGroupTest *tests)
{
  const guint n_bits = (a->rows->len + 63) / 64;
  g_autofree guint64 *bits = g_new (guint64, MAX (n_bits, 1));
  TbkRandom random;

  for (int r = 0; r < TBK_PERMUTATION_ROUNDS; r++) {
    tbk_random_init (&random, seed, place (PERMUTATION, r));
    for (guint i = 0; i < n_bits; i++)
      bits[i] = random_next (&random);
    for (guint g = 0; g < changes->len; g++)
      if (MAX (tests[g].share.of, tests[g].other.of) <= TBK_MOST_TESTED)
        tests[g].n_as_great += is_round_as_great (changes->pdata[g], bits, &tests[g]);
  }
}

void
tbk_evaluation_test_groups (const TbkEvaluation *a, const TbkEvaluation *b, int grouping, guint64 seed,
                            TbkGroupTest *tests)
{
  g_autoptr (GHashTable) numbers = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GPtrArray) changes = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
  int n;
  const TbkGroup *groups = tbk_evaluation_groups (a, grouping, &n);

  g_return_if_fail (a->rows->len == b->rows->len && a->kind == b->kind);

  memset (tests, 0, (gsize) n * sizeof *tests);
  for (int g = 0; g < n; g++) {
    g_hash_table_insert (numbers, groups[g].name, GINT_TO_POINTER (g + 1));
    g_ptr_array_add (changes, g_array_new (FALSE, FALSE, sizeof (GroupChange)));
  }
  take_cells (a, numbers, -1, tests, changes);
  take_cells (b, numbers, 1, tests, changes);
  for (int g = 0; g < n; g++)
    join_changes (changes->pdata[g]);
  test_changes (a, changes, seed, tests);
}
