/* projective_sums.c - sums over projective trees from the scores of arcs: log Z, marginals, trees drawn.
 *
 * With labels, an arc weighs the sum of those of its labels: that of the best one times the sum of exp (score - greatest) over them. It
 * is divided by a power of 2 that is no less than any such sum of the word, so that weights are at most 1.
 */
#include "decode/decode.h"

#include <math.h>

#include "base/base.h"
#include "tabular/chart_read.h"

/* The work on a group. */
typedef struct {
  const Decoding *decoding;
  DecodeWorker *worker;
  const int *sentences;
  LoadedScores loaded;
  gint64 exponents[CHART_MOST_LANES]; /* of the powers of 2 that weights with labels were divided by */
  double *marginals;                  /* scratch: so many for each lane */
  gsize n_marginals;
  double *least;                 /* n + 1: of a sentence, and what an arc from 0 costs at least */
  double root[CHART_MOST_LANES]; /* taken off the arcs from 0 */
} SumWork;

static gssize
weight_of (const SumWork *w, const Chart *c, int lane, int h, int d)
{
  return lane
         + (h == 0 && !w->decoding->options.has_any_root ? chart_list (c, &c->weights, 0, d)
                                                         : chart_matrix (c, &c->weights, 0, h, d));
}

/* A difference of scores that leaves log Z digits enough for the entropy. */
#define NEAR 0x1p40

/* Sets @others to the greatest arc to word @d from another word, of each lane: the one from itself is forbidden. */
static void
find_others (const Chart *c, int d, double *others)
{
  for (int l = 0; l < c->n_lanes; l++)
    others[l] = -INFINITY;
  for (int h = 1; h <= c->n; h++) {
    const double *arcs = (const double *) c->cells + chart_matrix (c, &c->scores, 0, h, d);

    for (int l = 0; l < c->n_lanes; l++)
      others[l] = h <= c->lengths[l] && arcs[l] > others[l] ? arcs[l] : others[l];
  }
}

/* Finds of each lane by how much the greatest arc from 0 is above the other arcs to its word; 0 where that is little, or a word has no
 * other arc. */
static void
find_roots (const Chart *c, double *roots)
{
  double others[CHART_MOST_LANES];

  for (int l = 0; l < c->n_lanes; l++)
    roots[l] = -INFINITY;
  for (int d = 1; d <= c->n; d++) {
    const double *root = (const double *) c->cells + chart_list (c, &c->scores, 0, d);

    find_others (c, d, others);
    for (int l = 0; l < c->n_lanes; l++)
      if (d <= c->lengths[l])
        roots[l] = MAX (roots[l], others[l] == -INFINITY ? INFINITY : root[l] - others[l]);
  }
  for (int l = 0; l < c->n_lanes; l++)
    if (!isfinite (roots[l]) || fabs (roots[l]) <= NEAR)
      roots[l] = 0;
}

/* Takes what is above, or below, off all arcs from 0: every tree with a single root has one of them, and where it is a mask, log Z
 * would lose the digits of all else. */
static void
set_roots_apart (SumWork *w, const Chart *c)
{
  double *scores = (double *) c->cells;

  if (w->decoding->options.has_any_root)
    return;
  find_roots (c, w->root);
  for (int l = 0; l < c->n_lanes; l++) {
    if (!w->loaded.is_good[l])
      w->root[l] = 0;
    for (int d = 1; d <= c->n && w->root[l] != 0; d++)
      scores[chart_list (c, &c->scores, 0, d) + l] -= w->root[l];
  }
}

/* Multiplies the weights of arcs by the sums over their labels. */
static void
weigh (gpointer data, int number, const Chart *c, int lane)
{
  SumWork *w = data;
  const SentenceScores *s = &w->loaded.scores[number];
  double *costs = w->loaded.rows[number], *factors = w->loaded.wide_row;

  w->exponents[number] = 0;
  for (int d = 1; d <= s->n; d++) {
    double most = 0;
    int exponent;

    scores_costs_double (s, d, costs);
    scores_factors (s, d, costs, factors, NULL);
    for (int h = 0; h <= s->n; h++)
      most = MAX (most, factors[h]);
    frexp (most, &exponent);
    w->exponents[number] += exponent;
    for (int h = 0; h <= s->n; h++)
      if (h != d)
        chart_scale (c, weight_of (w, c, lane, h, d), ldexp (factors[h], -exponent));
  }
}

/* Reads the marginals of the arcs, word by word, so that the cells of all lanes are read together. */
static void
read_marginals (const SumWork *w, const ChartSum *sums, int n_sums, MarginalRows *rows)
{
  const Chart *c = sums->chart;
  const double *cells = c->cells;
  const gboolean has_any_root = w->decoding->options.has_any_root;
  /* The list of arcs from 0 has one rule, the last. */
  const gssize roots = chart_list (c, &c->shares, c->grammar->table.n_rules - 1, 0);

  for (int i = 0; i < n_sums; i++)
    rows[i] = sums_rows (w->decoding, w->sentences[sums[i].number],
                         w->marginals + (gsize) sums[i].number * w->n_marginals);
  for (int d = 1; d <= c->n; d++) {
    const double *column = cells + chart_matrix (c, &c->shares, 0, 0, d);

    for (int i = 0; i < n_sums; i++) {
      const int n = c->lengths[sums[i].lane];
      double *row = rows[i].first + (d - 1) * rows[i].stride;

      if (d > n)
        continue;
      for (int h = 0; h <= n; h++)
        row[h] = column[h * c->down + sums[i].lane];
      if (!has_any_root)
        row[0] = cells[roots + d * c->element + sums[i].lane];
      row[d] = 0;
    }
  }
}

static void
draw_trees (const SumWork *w, const ChartSum *sum, int sentence, int *heads)
{
  TbkRandom random;

  tbk_random_init (&random, w->decoding->seed, (guint64) sentence);
  for (int t = 0; t < w->decoding->trees->n_trees; t++) {
    chart_draw (sum->chart, sum->lane, &random, projective_note_arc, heads);
    sums_put_drawn (w->decoding, w->worker, sentence, t, heads, &random);
  }
}

/* Puts out what is asked for of a sentence. */
static gboolean
put_sum (const SumWork *w, const ChartSum *sum, const MarginalRows *rows, GError **error)
{
  const int n = sum->chart->lengths[sum->lane], sentence = w->sentences[sum->number];
  TreeSum found = { .log_z = -INFINITY, .origin = { .least = w->least } };

  if (sum->z.m == 0)
    return sums_put (w->decoding, w->worker, sentence, &found, NULL, error);
  if (w->decoding->is_drawing) {
    int *heads = decode_scratch (w->worker, SCRATCH_WORDS, (gsize) n + 1, sizeof (int));

    if (heads == NULL)
      return memory_fail (error, "the trees of %d words", n);
    draw_trees (w, sum, sentence, heads);
    return TRUE;
  }
  for (int d = 1; d <= n; d++)
    w->least[d - 1] = -chart_sum_origin (sum, 0, d);
  found.log_rest = exponential_log (sum->z.m, 256 * sum->z.e + sum->exponent + w->exponents[sum->number]);
  w->least[n] = found.origin.root = -w->root[sum->number];
  found.log_z = sums_subtract (found.log_rest, w->least, n + 1);
  return sums_put (w->decoding, w->worker, sentence, &found, rows, error);
}

static gboolean
put_sums (gpointer data, const ChartSum *sums, int n_sums, GError **error)
{
  const SumWork *w = data;
  const gboolean has_marginals = sums->chart->use == FOR_SHARES;
  MarginalRows rows[CHART_MOST_LANES];

  if (has_marginals)
    read_marginals (w, sums, n_sums, rows);
  for (int i = 0; i < n_sums; i++)
    if (w->loaded.is_good[sums[i].number] && !put_sum (w, &sums[i], has_marginals ? &rows[i] : NULL, error))
      return FALSE;
  return TRUE;
}

static gboolean
fail_memory (gpointer data, int number, GError **error)
{
  const SumWork *w = data;

  return decode_check_memory (w->decoding, w->sentences[number], w->loaded.scores[number].n, G_MAXUINT64,
                              error);
}

static gboolean
sums_work (const Decoding *decoding, DecodeWorker *worker, const int *sentences, int n_sentences,
           GError **error)
{
  const gsize n = (gsize) decoding->scores->lengths[sentences[0]];
  SumWork w = { .decoding = decoding, .worker = worker, .sentences = sentences };
  const ChartSumPut put = { .data = &w,
                            .put = put_sums,
                            .weigh = decoding->scores->scores->n_labels > 0 ? weigh : NULL,
                            .fail = fail_memory };

  if (worker->sums == NULL)
    worker->sums = chart_sums_new ();
  w.least = decode_scratch (worker, SCRATCH_ROOT, n + 1, sizeof (double));
  w.n_marginals = n * SCORES_STRIDE (n);
  w.marginals =
      decode_scratch (worker, SCRATCH_MARGINALS, w.n_marginals * (gsize) n_sentences, sizeof (double));
  if (w.least == NULL || w.marginals == NULL)
    return memory_fail (error, "the sums of %d words", (int) n);
  if (!projective_lay_out (decoding, worker, sentences, n_sentences, chart_sums_chart (worker->sums),
                           &w.loaded, error))
    return FALSE;
  projective_load (&w.loaded, worker, sentences);
  set_roots_apart (&w, chart_sums_chart (worker->sums));
  return chart_sums_find (worker->sums, &put, decoding->memory, error);
}

/* With marginals, and without. */
const DecodeTask projective_sums_task = {
  .has_chart = TRUE, .cells = CHART_DOUBLES, .use = FOR_SHARES, .n_matrices = 1, .work = sums_work
};
const DecodeTask projective_sums_inside_task = {
  .has_chart = TRUE, .cells = CHART_DOUBLES, .use = FOR_SUMS, .n_matrices = 1, .work = sums_work
};
