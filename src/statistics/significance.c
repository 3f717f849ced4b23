/* significance.c - what chance does to shares, and shares as tallies.
 *
 * Contents
 *   1. significance: what chance does to shares: bootstrap intervals, and paired permutation tests
 *   2. shares_tally: shares of sentences, and groups, as rows of tallies
 */
#include "statistics/evaluation.h"

#include <string.h>

#include "base/base.h"
#include "tbk/random.h"

/* 1. significance: what chance does to shares: bootstrap intervals, and paired permutation tests.
 *
 * Two shares a/b and c/d are compared as ad and cb, so that nothing is rounded; a share of nothing is 0. A
 * permutation test looks at |a/b - c/d| = |ad - cb| / bd. Counts are below 2^31, so that ad fits 64 bits; the
 * products of two such take 128, for which 32-bit processors have no type.
 *
 * Intervals. Draw as many sentences as there are, with replacement, and compute the share of the draw, a
 * thousand times. Sorted, without the 2.5 % at each end, these are the 95 % interval.
 *
 * The test. If two systems are equally good, nothing changes where they change places in a sentence. So for
 * each sentence a bit is drawn whether they do, and the difference of the shares is computed; the p-value
 * is the part of the rounds in which it is as great as that observed. For instance systems that are right
 * in 3 and 1 of 4 words of one sentence, and in 2 and 2 of another: two of four draws have the difference
 * 2/8, the others -2/8. All are as great, so this says nothing against chance.
 *
 * A round has a random sequence of its own, made of the seed, the use and its number: results depend on
 * nothing else. Shares of all measures come from the same draws.
 */

/* A random sequence of its own for each use. */
enum { BOOTSTRAP = 1, PERMUTATION };

static guint64
place (int use, int round)
{
  return (guint64) use << 32 | (guint64) round;
}

/* a/b < c/d as ad < cb. */
static int
compare_shares (gconstpointer first, gconstpointer second)
{
  const TbkShare *a = first, *b = second;
  gint64 left = a->right * MAX (b->of, 1), right = b->right * MAX (a->of, 1);

  return (left > right) - (left < right);
}

/* The row of a sentence: how many are right by each measure, then of how many. */
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

/* Whether any measure counts something in the sentence. */
static gboolean
counts (const gint32 *row, int n_measures)
{
  for (int m = 0; m < n_measures; m++)
    if (row[n_measures + m] > 0)
      return TRUE;
  return FALSE;
}

/* Pairs that were skipped have a row, but are not drawn: a draw of these alone is a share of nothing. */
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

/* For each measure its shares of all rounds are side by side, to be sorted. */
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

/* x/y >= u/v as xv >= uy, in 128 bits. */
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

/* What one system gains by the changes the other loses, so one sum of changes serves both. */
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

/* 2. shares_tally: shares of sentences, and groups, as rows of tallies.
 *
 * Intervals and tests need every sentence, so a tally of `tbk evaluate` has a row for each: the key is its
 * number in the file, from 1; the columns are right and of, measure by measure. Rows of further systems
 * (--against) have the number of the system before. The tally of a file is read back in this order. In
 * memory a row has all `right` before all `of`, in 32 bits.
 *
 * A tally may come from anywhere, so its rows are checked before anything is computed of them: sentences
 * are numbered without gaps, systems have equally many, and no share is above 1.
 */

const TbkTallyKey shares_sentence_key[1] = { { "sentence", TBK_TALLY_INTEGER } };

const TbkTallyKey shares_other_key[SHARES_OTHER_KEYS] = { { "other", TBK_TALLY_INTEGER },
                                                          { "sentence", TBK_TALLY_INTEGER } };

const TbkTallyKey shares_group_key[SHARES_GROUP_KEYS] = { { "grouping", TBK_TALLY_INTEGER },
                                                          { "number", TBK_TALLY_INTEGER },
                                                          { "name", TBK_TALLY_TEXT } };

const TbkTallyKey shares_system_key[1] = { { "system", TBK_TALLY_TEXT } };
const TbkTallyColumn shares_system_columns[1] = { { "files", TBK_TALLY_SUM } };
const TbkTallyColumn shares_left_out_columns[1] = { { "pairs", TBK_TALLY_SUM } };

static const char *
find_fault_of_shares (const gint64 *values, int n_measures)
{
  for (int m = 0; m < n_measures; m++)
    if (values[2 * m] > values[2 * m + 1] || values[2 * m + 1] > G_MAXINT32)
      return "found more right than there are, or too many, in a sentence";
  return NULL;
}

const char *
shares_find_fault_of_sentences (const TbkTally *tally,
                                const char *(*find_fault) (const gint64 *values, int n_measures),
                                int n_measures)
{
  gsize n, n_others;
  g_autofree TbkTallyRow *rows = tbk_tally_rows (tally, SHARES_SENTENCES, &n);
  g_autofree TbkTallyRow *others = tbk_tally_rows (tally, SHARES_OTHER_SENTENCES, &n_others);
  const char *fault = NULL;

  for (gsize s = 0; s < n && fault == NULL; s++)
    fault = g_ascii_strtoll (rows[s].key[0], NULL, 10) != (gint64) s + 1
                ? "the sentences are not numbered from 1 on, expected a row for each"
                : find_fault (rows[s].values, n_measures);
  if (fault == NULL && n_others % MAX (n, 1) != (n == 0 ? n_others : 0))
    return "the systems have not the same number of sentences";
  for (gsize s = 0; s < n_others && fault == NULL; s++)
    fault = g_ascii_strtoll (others[s].key[0], NULL, 10) != (gint64) (s / n) + 1
                    || g_ascii_strtoll (others[s].key[1], NULL, 10) != (gint64) (s % n) + 1
                ? "the systems have not the same number of sentences"
                : find_fault (others[s].values, n_measures);
  return fault;
}

/* @is_group: whether the columns can be those of a group of that grouping. */
static const char *
find_fault_of_groups (const TbkTally *tally, gboolean (*is_group) (gint64 grouping, const gint64 *values))
{
  gsize n;
  g_autofree TbkTallyRow *rows = tbk_tally_rows (tally, SHARES_GROUPS, &n);

  for (gsize g = 0; g < n; g++) {
    gboolean is_right = is_group (g_ascii_strtoll (rows[g].key[0], NULL, 10), rows[g].values);

    for (int c = 0; c < SHARES_GROUP_COLUMNS; c++)
      is_right &= rows[g].values[c] <= TBK_TALLY_MOST;
    if (!is_right)
      return "found more right than there are, or too many, in a group";
  }
  return NULL;
}

const char *
shares_find_fault (const TbkTally *tally, int n_measures,
                   gboolean (*is_group) (gint64 grouping, const gint64 *values))
{
  const char *fault = shares_find_fault_of_sentences (tally, find_fault_of_shares, n_measures);

  return fault != NULL ? fault : find_fault_of_groups (tally, is_group);
}

void
shares_count_sentence (TbkTally *tally, int other, guint sentence, const gint64 *values)
{
  char other_number[12], number[12];

  g_snprintf (other_number, sizeof other_number, "%d", other);
  g_snprintf (number, sizeof number, "%u", sentence);
  if (other == 0)
    tbk_tally_add (tally, SHARES_SENTENCES, (const char *[]){ number }, values);
  else
    tbk_tally_add (tally, SHARES_OTHER_SENTENCES, (const char *[]){ other_number, number }, values);
}

void
shares_count (const ShareRows *shares, int other, TbkTally *tally)
{
  const int n = shares->n_measures;
  const gint32 *row = shares->rows;

  for (guint s = 0; s < shares->n_sentences; s++, row += 2 * n) {
    gint64 values[2 * MOST_MEASURES];

    for (int m = 0; m < n; m++) {
      values[2 * m] = row[m];
      values[2 * m + 1] = row[n + m];
    }
    shares_count_sentence (tally, other, s + 1, values);
  }
}

/* The rows of system @other are those from (other - 1) n on, as they are sorted by system and sentence. */
TbkTallyRow *
shares_sentences (const TbkTally *tally, int other, gsize *n)
{
  TbkTallyRow *rows = tbk_tally_rows (tally, SHARES_SENTENCES, n), *others;
  gsize n_others;

  if (other == 0)
    return rows;
  others = tbk_tally_rows (tally, SHARES_OTHER_SENTENCES, &n_others);
  if (n_others < (gsize) other * *n)
    *n = 0;
  memcpy (rows, others + (gsize) (other - 1) * *n, *n * sizeof *rows);
  g_free (others);
  return rows;
}

/* Appends the sentences of a file. */
static void
take_file (const TbkTally *tally, int other, int n_measures, GArray *sentences, TbkShare *total)
{
  gsize n;
  g_autofree TbkTallyRow *rows = shares_sentences (tally, other, &n);
  const guint first = sentences->len;
  gint32 *row;

  g_array_set_size (sentences, first + (guint) n);
  row = (gint32 *) (gpointer) sentences->data + (gsize) first * 2 * (gsize) n_measures;
  for (gsize s = 0; s < n; s++, row += 2 * n_measures)
    for (int m = 0; m < n_measures; m++) {
      row[m] = (gint32) rows[s].values[2 * m];
      row[n_measures + m] = (gint32) rows[s].values[2 * m + 1];
      total[m].right += row[m];
      total[m].of += row[n_measures + m];
    }
}

/* Files follow one another, so a draw is over the sentences of all. */
void
shares_take (const TbkTallies *tallies, int other, int n_measures, GArray *sentences, TbkShare *total)
{
  for (int f = 0; f < tbk_tallies_n_files (tallies); f++)
    if (tbk_tallies_get (tallies, f) != NULL)
      take_file (tbk_tallies_get (tallies, f), other, n_measures, sentences, total);
}

void
shares_count_group (TbkTally *tally, int grouping, gboolean is_numbered, const char *name,
                    const gint64 *values)
{
  char grouping_number[12], number[24] = "0";

  g_snprintf (grouping_number, sizeof grouping_number, "%d", grouping);
  if (is_numbered)
    g_snprintf (number, sizeof number, "%" G_GINT64_FORMAT, g_ascii_strtoll (name, NULL, 10));
  tbk_tally_add (tally, SHARES_GROUPS, (const char *[]){ grouping_number, number, name }, values);
}

/* Groupings from @n_groupings on are passed over. */
ShareGroup *
shares_groups (const TbkTally *total, int n_groupings, gsize *n)
{
  gsize n_rows;
  g_autofree TbkTallyRow *rows = tbk_tally_rows (total, SHARES_GROUPS, &n_rows);
  ShareGroup *groups = g_new (ShareGroup, n_rows + 1);

  *n = 0;
  for (gsize r = 0; r < n_rows; r++) {
    const gint64 grouping = g_ascii_strtoll (rows[r].key[0], NULL, 10);

    if (grouping < n_groupings)
      groups[(*n)++] = (ShareGroup){ (int) grouping, rows[r].key[2], rows[r].values };
  }
  return groups;
}

void
tbk_evaluation_name_system (TbkTally *tally, const char *name)
{
  g_autofree char *text = g_utf8_make_valid (name, -1);

  tbk_tally_add (tally, SHARES_SYSTEMS, (const char *[]){ text }, (const gint64[]){ 1 });
}

gboolean
tbk_evaluation_check_systems (const TbkTallies *tallies, GError **error)
{
  g_autoptr (TbkTally) total = tbk_tallies_section_total (tallies, SHARES_SYSTEMS);
  gsize n;
  g_autofree TbkTallyRow *rows = tbk_tally_rows (total, SHARES_SYSTEMS, &n);

  if (n <= 1)
    return TRUE;
  g_set_error (error, TBK_ERROR, TBK_ERROR_DATA,
               "found tallies of the systems %s and %s, expected one system", rows[0].key[0], rows[1].key[0]);
  return FALSE;
}
