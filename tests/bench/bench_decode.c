/* bench_decode.c - decoders from scores of arcs, against one another and against a textbook's; exact search over transitions beside them. */
#include <math.h>
#include <string.h>

#include "bench/bench.h"
#include "tbk/decode.h"
#include "tbk/search.h"

enum { MOST = 40, DECODE_ROUNDS = 15 };

/* Sentences of n words with random scores, [dependent][head]. */
typedef struct {
  int n, n_sentences, *lengths;
  float *numbers;
  double *log_z, *marginals;
  TbkArcNumbers arcs, marginal_arcs;
  TbkArcScores scores;
  TbkTreeRows rows;
  TbkDecoder *decoder;

  /* Scores of transitions of arc-hybrid, beside those of arcs. */
  float *transitions;
  TbkTransitionNumbers transition_numbers;
  TbkTransitionScores transition_scores;
  TbkSearcher *searcher;
} DecodeBatch;

enum { N_TRANSITIONS = 3 };

static void
add_transitions (DecodeBatch *batch, GRand *random)
{
  const gsize size = (gsize) N_TRANSITIONS * (gsize) (batch->n + 1) * (gsize) (batch->n + 2);

  batch->transitions = g_new (float, size * batch->n_sentences);
  for (gsize i = 0; i < size * batch->n_sentences; i++)
    batch->transitions[i] = (float) g_rand_double (random);
  batch->transition_numbers =
      (TbkTransitionNumbers){ .real = TBK_FLOAT32,
                              .place = { batch->transitions, (batch->n + 1) * (batch->n + 2), batch->n + 2,
                                         1 },
                              .sentences_apart = (gint64) size };
  batch->transition_scores =
      (TbkTransitionScores){ tbk_system_find ("arc-hybrid"), batch->n_sentences, batch->lengths,
                             &batch->transition_numbers, &batch->arcs };
  batch->searcher = tbk_searcher_new ();
}

static DecodeBatch *
batch_new (int n, int n_sentences)
{
  DecodeBatch *batch = g_new0 (DecodeBatch, 1);
  const gsize size = (gsize) (n + 1) * (n + 1);
  g_autoptr (GRand) random = g_rand_new_with_seed (n);

  batch->n = n;
  batch->n_sentences = n_sentences;
  batch->lengths = g_new (int, n_sentences);
  batch->numbers = g_new (float, size *n_sentences);
  batch->marginals = g_new0 (double, size *n_sentences);
  batch->log_z = g_new (double, n_sentences);
  for (int s = 0; s < n_sentences; s++)
    batch->lengths[s] = n;
  for (gsize i = 0; i < size * n_sentences; i++)
    batch->numbers[i] = (float) (g_rand_double (random) + g_rand_double (random) + g_rand_double (random));
  batch->arcs = (TbkArcNumbers){ .real = TBK_FLOAT32,
                                 .place = { batch->numbers, n + 1, 1, 0 },
                                 .sentences_apart = (gint64) size };
  batch->marginal_arcs = (TbkArcNumbers){ .real = TBK_FLOAT64,
                                          .place = { batch->marginals, n + 1, 1, 0 },
                                          .sentences_apart = (gint64) size };
  batch->scores = (TbkArcScores){ n_sentences, batch->lengths, &batch->arcs, NULL };
  batch->rows = (TbkTreeRows){
    .n_trees = 1, .width = n, .heads = g_new (int, n *n_sentences), .scores = g_new (double, n_sentences)
  };
  batch->decoder = tbk_decoder_new ();
  add_transitions (batch, random);
  return batch;
}

static void
batch_free (DecodeBatch *batch)
{
  tbk_decoder_free (batch->decoder);
  tbk_searcher_free (batch->searcher);
  g_free (batch->transitions);
  g_free (batch->lengths);
  g_free (batch->numbers);
  g_free (batch->marginals);
  g_free (batch->log_z);
  g_free (batch->rows.heads);
  g_free (batch->rows.scores);
  g_free (batch);
}

/* Eisner's algorithm as textbooks print it: [first][last][whether the head is the first] of complete and incomplete spans, and
 * back-pointers. */
typedef struct {
  double complete[MOST + 1][MOST + 1][2], incomplete[MOST + 1][MOST + 1][2];
  int complete_at[MOST + 1][MOST + 1][2], incomplete_at[MOST + 1][MOST + 1];
} Textbook;

static void
fill_textbook_span (Textbook *t, const float *scores, int n, int i, int j)
{
  double meeting = -INFINITY, left = -INFINITY, right = -INFINITY;

  for (int k = i; k < j; k++)
    if (t->complete[i][k][1] + t->complete[k + 1][j][0] > meeting) {
      meeting = t->complete[i][k][1] + t->complete[k + 1][j][0];
      t->incomplete_at[i][j] = k;
    }
  t->incomplete[i][j][0] = i == 0 ? -INFINITY : meeting + scores[i * (n + 1) + j];
  t->incomplete[i][j][1] = meeting + scores[j * (n + 1) + i];
  for (int k = i; k < j; k++)
    if (t->complete[i][k][0] + t->incomplete[k][j][0] > left) {
      left = t->complete[i][k][0] + t->incomplete[k][j][0];
      t->complete_at[i][j][0] = k;
    }
  for (int k = i + 1; k <= j; k++)
    if (t->incomplete[i][k][1] + t->complete[k][j][1] > right) {
      right = t->incomplete[i][k][1] + t->complete[k][j][1];
      t->complete_at[i][j][1] = k;
    }
  t->complete[i][j][0] = left;
  t->complete[i][j][1] = right;
}

/* The complete span from @i to @j, whose head is @i if @is_first. */
static void
read_textbook (const Textbook *t, int i, int j, gboolean is_first, int *heads)
{
  int k, first, last;

  if (i == j)
    return;
  k = t->complete_at[i][j][is_first];
  read_textbook (t, is_first ? k : i, is_first ? j : k, is_first, heads);
  first = is_first ? i : k;
  last = is_first ? k : j;
  heads[k] = is_first ? i : j;
  k = t->incomplete_at[first][last];
  read_textbook (t, first, k, TRUE, heads);
  read_textbook (t, k + 1, last, FALSE, heads);
}

/* Eisner (1996), with any number of children of 0. */
static void
run_textbook (const DecodeBatch *batch)
{
  static Textbook t;
  int heads[MOST + 1];
  const int n = batch->n;

  for (int s = 0; s < batch->n_sentences; s++) {
    const float *scores = batch->numbers + (gsize) s * (n + 1) * (n + 1);

    for (int i = 0; i <= n; i++)
      t.complete[i][i][0] = t.complete[i][i][1] = 0;
    for (int span = 1; span <= n; span++)
      for (int i = 0; i + span <= n; i++)
        fill_textbook_span (&t, scores, n, i, i + span);
    read_textbook (&t, 0, n, TRUE, heads);
    memcpy (batch->rows.heads + s * n, heads + 1, n * sizeof (int));
  }
}

/* The same, with the chart that plain C fills fastest: [head][end] of complete and incomplete spans, those that are summed by
 * columns by [end][head] too, so that all loops go along rows; floats; and no branches, since no processor can foretell them. */
typedef struct {
  float complete[MOST + 1][MOST + 1], turned[MOST + 1][MOST + 1], incomplete[MOST + 1][MOST + 1];
  int complete_at[MOST + 1][MOST + 1], incomplete_at[MOST + 1][MOST + 1];
} TunedTextbook;

/* The greatest a[k] + b[k], and where. */
static inline float
find_greatest (const float *a, const float *b, int first, int last, int *at)
{
  float best = -INFINITY;
  int best_at = first;

  for (int k = first; k <= last; k++) {
    const float sum = a[k] + b[k];

    best_at = sum > best ? k : best_at;
    best = sum > best ? sum : best;
  }
  *at = best_at;
  return best;
}

static void
fill_tuned_span (TunedTextbook *t, const float *scores, int n, int i, int j)
{
  const float best = find_greatest (t->complete[i], t->complete[j] + 1, i, j - 1, &t->incomplete_at[i][j]);

  t->incomplete[j][i] = i == 0 ? -INFINITY : best + scores[i * (n + 1) + j];
  t->incomplete[i][j] = best + scores[j * (n + 1) + i];
  t->complete[j][i] = t->turned[i][j] =
      find_greatest (t->turned[i], t->incomplete[j], i, j - 1, &t->complete_at[j][i]);
  t->complete[i][j] = t->turned[j][i] =
      find_greatest (t->incomplete[i], t->turned[j], i + 1, j, &t->complete_at[i][j]);
}

/* The span from @head to @end. */
static void
read_tuned (const TunedTextbook *t, int head, int end, gboolean is_complete, int *heads)
{
  int k;

  if (head == end)
    return;
  if (is_complete) {
    k = t->complete_at[head][end];
    read_tuned (t, head, k, FALSE, heads);
    read_tuned (t, k, end, TRUE, heads);
    return;
  }
  heads[end] = head;
  k = t->incomplete_at[MIN (head, end)][MAX (head, end)];
  read_tuned (t, MIN (head, end), k, TRUE, heads);
  read_tuned (t, MAX (head, end), k + 1, TRUE, heads);
}

static void
run_tuned (const DecodeBatch *batch)
{
  static TunedTextbook t;
  int heads[MOST + 1];
  const int n = batch->n;

  for (int s = 0; s < batch->n_sentences; s++) {
    const float *scores = batch->numbers + (gsize) s * (n + 1) * (n + 1);

    for (int i = 0; i <= n; i++)
      t.complete[i][i] = t.turned[i][i] = 0;
    for (int span = 1; span <= n; span++)
      for (int i = 0; i + span <= n; i++)
        fill_tuned_span (&t, scores, n, i, i + span);
    read_tuned (&t, 0, n, TRUE, heads);
    memcpy (batch->rows.heads + s * n, heads + 1, n * sizeof (int));
  }
}

static void
run_decode (const DecodeBatch *batch, const TbkDecodeOptions *options)
{
  if (!tbk_decode (batch->decoder, &batch->scores, options, &batch->rows, NULL))
    g_error ("decoding failed");
}

static void
run_lanes (const DecodeBatch *batch)
{
  run_decode (batch, NULL);
}

static void
run_any_root (const DecodeBatch *batch)
{
  run_decode (batch, &(TbkDecodeOptions){ .has_any_root = TRUE });
}

static void
run_any_tree (const DecodeBatch *batch)
{
  run_decode (batch, &(TbkDecodeOptions){ .is_nonprojective = TRUE });
}

/* Heads alone, as decoders write them. */
static void
run_search (const DecodeBatch *batch)
{
  const TbkSequenceRows rows = { 1, batch->n, batch->rows.heads, NULL, NULL };

  if (!tbk_decode_transitions (batch->searcher, &batch->transition_scores,
                               &(TbkTransitionOptions){ .has_any_root = TRUE }, &rows, NULL))
    g_error ("searching failed");
}

static void
run_search_marginals (const DecodeBatch *batch)
{
  if (!tbk_transition_partition (batch->searcher, &batch->transition_scores,
                                 &(TbkTransitionOptions){ .has_any_root = TRUE }, batch->log_z, NULL,
                                 &batch->marginal_arcs, NULL, NULL))
    g_error ("summing failed");
}

static void
run_marginals_by (const DecodeBatch *batch, const TbkDecodeOptions *options)
{
  if (!tbk_log_partition (batch->decoder, &batch->scores, options, batch->log_z, &batch->marginal_arcs, NULL,
                          NULL))
    g_error ("summing failed");
}

static void
run_marginals (const DecodeBatch *batch)
{
  run_marginals_by (batch, NULL);
}

static void
run_any_marginals (const DecodeBatch *batch)
{
  run_marginals_by (batch, &(TbkDecodeOptions){ .is_nonprojective = TRUE });
}

typedef void (*Run) (const DecodeBatch *batch);

static double
time_run (Run run, const DecodeBatch *batch, int n_times)
{
  double start = processor_seconds ();

  for (int i = 0; i < n_times; i++)
    run (batch);
  return processor_seconds () - start;
}

/* How many times longer @slow takes than @fast over the same sentences. */
static void
compare_runs (const char *name, const DecodeBatch *batch, Run slow, Run fast, const char *goal)
{
  const int n_times = 1 + 2000000 / (batch->n * batch->n * batch->n * batch->n_sentences);
  double ratios[DECODE_ROUNDS];

  for (int r = 0; r < DECODE_ROUNDS; r++)
    ratios[r] = time_run (slow, batch, n_times) / (time_run (fast, batch, 3 * n_times) / 3);
  report (name, median (ratios, DECODE_ROUNDS), "ratio", goal);
}

/* How many times longer marginals take whose scores are @spread times as far apart. */
static void
compare_spreads (int n, double spread)
{
  const int n_sentences = n > 300 ? 8 : 32;
  DecodeBatch *equal = batch_new (n, n_sentences), *sharp = batch_new (n, n_sentences);
  g_autofree char *name =
      g_strdup_printf ("decode_%d_of_%d_marginals_of_spread_%g_over_0", n_sentences, n, spread);
  const gsize size = (gsize) (n + 1) * (n + 1) * n_sentences;
  const int n_times = 1 + 2000000 / (n * n * n * n_sentences);
  double ratios[ROUNDS];

  for (gsize i = 0; i < size; i++) {
    equal->numbers[i] = 0;
    sharp->numbers[i] *= (float) (2 * spread); /* three uniform numbers deviate by 1/2 */
  }
  for (int r = 0; r < ROUNDS && is_wanted (name); r++)
    ratios[r] = time_run (run_marginals, sharp, n_times) / time_run (run_marginals, equal, n_times);
  if (is_wanted (name))
    report (name, median (ratios, ROUNDS), "ratio", "<= 4");
  batch_free (equal);
  batch_free (sharp);
}

/* That a textbook is right: its trees have the scores of ours. */
static void
check_textbook (const DecodeBatch *batch, void (*run) (const DecodeBatch *))
{
  g_autofree double *best = NULL;

  run_any_root (batch);
  best = g_memdup2 (batch->rows.scores, (gsize) batch->n_sentences * sizeof (double));
  run (batch);
  if (!tbk_score_trees (&batch->scores, &batch->rows, NULL))
    g_error ("no trees");
  for (int s = 0; s < batch->n_sentences; s++)
    if (fabs (best[s] - batch->rows.scores[s]) > 1e-3)
      g_error ("the textbook's tree has score %g, not %g", batch->rows.scores[s], best[s]);
}

void
bench_decode (void)
{
  DecodeBatch *batch = batch_new (20, 256), *longer = batch_new (40, 256);

  check_textbook (batch, run_textbook);
  check_textbook (batch, run_tuned);
  compare_runs ("decode_256_of_20_textbook_over_lanes", batch, run_textbook, run_lanes, ">= 5");
  compare_runs ("decode_256_of_20_tuned_textbook_over_lanes", batch, run_tuned, run_lanes, "");
  compare_runs ("decode_256_of_40_textbook_over_lanes", longer, run_textbook, run_lanes, "");
  compare_runs ("decode_256_of_20_any_root_over_single", batch, run_any_root, run_lanes, "");
  compare_runs ("decode_256_of_20_marginals_over_best", batch, run_marginals, run_lanes, "<= 4.5");
  compare_runs ("decode_256_of_20_any_tree_over_projective", batch, run_any_tree, run_lanes, "<= 4.5");
  compare_runs ("decode_256_of_20_any_marginals_over_any_tree", batch, run_any_marginals, run_any_tree, "");
  compare_runs ("search_256_of_20_over_trees", batch, run_search, run_any_root, "");
  compare_runs ("search_256_of_40_over_trees", longer, run_search, run_any_root, "");
  compare_runs ("search_256_of_20_marginals_over_trees", batch, run_search_marginals, run_marginals, "");
  compare_runs ("search_256_of_40_marginals_over_trees", longer, run_search_marginals, run_marginals, "");
  batch_free (batch);
  batch_free (longer);
  for (int i = 0; i < 4; i++)
    for (int k = 0; k < 6; k++)
      compare_spreads ((int[]){ 10, 40, 160, 600 }[i], (double[]){ 3, 10, 30, 100, 300, 1000 }[k]);
}
