/* projective.c - projective trees from the scores of arcs: the best and the n best, sums over all, marginals, trees drawn.
 *
 * All are read from charts over the grammar of tabular/projective_grammar.h, of several sentences side by side. A sentence's scores of arcs are
 * its matrix of weights; with one child of 0 the arcs from 0 are a list.
 *
 * Contents
 *   1. scores: read, and put into a chart
 *   2. best: the best tree
 *   3. n best
 *   4. sums: log Z, marginals, trees drawn
 */
#include "decode/decode.h"

#include <string.h>

#include "base/base.h"
#include "tabular/chart_load.h"
#include "tabular/chart_read.h"

/* 1. scores: read, and put into a chart. */

/* The scores of sentences side by side. */
typedef struct {
  Chart *chart;
  SentenceScores scores[CHART_MOST_LANES];
  gboolean is_good[CHART_MOST_LANES]; /* all are scores */
  gboolean are_plain;                 /* all lie as cells do, and all sentences have n words */
  gpointer rows[CHART_MOST_LANES];    /* of costs: floats or doubles, n + 1 each */
  double *wide_row;                   /* n + 1 */
} LoadedScores;

static gboolean
lay_out (const Decoding *decoding, DecodeWorker *worker, const int *sentences, int n_sentences, Chart *chart,
         LoadedScores *loaded, GError **error)
{
  const DecodeTask *task = decoding->task;
  const gsize n = (gsize) decoding->scores->lengths[sentences[0]] + 1;
  const gsize size = task->cells == CHART_FLOATS ? sizeof (float) : sizeof (double);
  char *rows = decode_scratch (worker, SCRATCH_LANES, n * (gsize) (n_sentences + 1), sizeof (double));
  int lengths[CHART_MOST_LANES];

  loaded->chart = chart;
  loaded->are_plain = TRUE;
  if (rows == NULL)
    return memory_fail (error, "the trees of %d words", (int) n - 1);
  loaded->wide_row = (double *) rows;
  rows += n * sizeof (double);
  for (int l = 0; l < n_sentences; l++, rows += n * size) {
    loaded->scores[l] = scores_of (decoding->scores, sentences[l]);
    loaded->are_plain &=
        scores_are_plain (&loaded->scores[l]) && loaded->scores[l].n + 1 == (int) n
        && loaded->scores[l].scores.real == (task->cells == CHART_FLOATS ? TBK_FLOAT32 : TBK_FLOAT64);
    loaded->is_good[l] = TRUE;
    loaded->rows[l] = rows;
    lengths[l] = loaded->scores[l].n;
  }
  return chart_lay_out (chart, decoding->grammar, task->cells, task->use, lengths, n_sentences, error);
}

/* What is infinite of the costs of word @d: all from @first on. */
static void
forbid (const LoadedScores *loaded, int lane, int first)
{
  for (int h = first; h <= loaded->chart->n; h++)
    if (loaded->chart->cells_are == CHART_FLOATS)
      ((float *) loaded->rows[lane])[h] = INFINITY;
    else
      ((double *) loaded->rows[lane])[h] = INFINITY;
}

/* Reads the costs of the arcs to word @d of a lane. Those of a word that the sentence does not have, and of one with a number that is no
 * score, are infinite. */
static void
read_costs (LoadedScores *loaded, int lane, int d)
{
  const SentenceScores *s = &loaded->scores[lane];
  gboolean is_good = TRUE;

  if (d <= s->n)
    is_good = loaded->chart->cells_are == CHART_FLOATS
                  ? scores_costs_float (s, d, loaded->rows[lane], loaded->wide_row)
                  : scores_costs_double (s, d, loaded->rows[lane]);
  loaded->is_good[lane] &= is_good;
  forbid (loaded, lane, d > s->n || !is_good ? 0 : s->n + 1);
}

/* Puts numbers of the arcs to word @d into the chart, a row for each lane. FALSE if one is no score. */
static gboolean
load_rows (const Chart *c, int d, const gconstpointer *rows, gboolean are_costs)
{
  if (c->cells_are == CHART_FLOATS)
    return chart_load_floats (c, 0, d, (const float *const *) rows, are_costs, (float) SCORES_LIMIT);
  return chart_load_doubles (c, 0, d, (const double *const *) rows, are_costs, SCORES_LIMIT);
}

/* The same of scores that need not be copied. That of the word to itself may be no score: then others look again. */
static gboolean
load_plain (const LoadedScores *loaded, int d)
{
  gconstpointer rows[CHART_MOST_LANES];

  for (int l = 0; l < loaded->chart->n_lanes; l++) {
    const ArcNumbers *numbers = &loaded->scores[l].scores;
    const gssize at = d * numbers->dependents_apart;

    rows[l] = numbers->real == TBK_FLOAT32 ? (gconstpointer) ((const float *) numbers->first + at)
                                           : (gconstpointer) ((const double *) numbers->first + at);
  }
  return load_rows (loaded->chart, d, rows, FALSE);
}

/* Sets cells of all lanes to -infinity. */
static void
forbid_element (const Chart *c, gssize at)
{
  for (int l = 0; l < c->n_lanes; l++)
    if (c->cells_are == CHART_FLOATS)
      ((float *) c->cells)[at + l] = -INFINITY;
    else
      ((double *) c->cells)[at + l] = -INFINITY;
}

/* Sets apart what is no arc between words: with one child of 0 the scores of arcs from 0 to word @d go to their list. */
static void
set_apart (const Chart *c, int d)
{
  const gssize root = chart_matrix (c, &c->scores, 0, 0, d);
  const gsize size = c->cells_are == CHART_FLOATS ? sizeof (float) : sizeof (double);

  forbid_element (c, chart_matrix (c, &c->scores, 0, d, d));
  if (c->grammar->table.n_lists == 0)
    return;
  memcpy ((char *) c->cells + (gsize) chart_list (c, &c->scores, 0, d) * size,
          (char *) c->cells + (gsize) root * size, (gsize) c->n_lanes * size);
  forbid_element (c, root);
}

/* Puts the scores of all lanes into the chart, word by word; notes sentences with numbers that are no scores. */
static void
load (LoadedScores *loaded, DecodeWorker *worker, const int *sentences)
{
  const Chart *c = loaded->chart;

  for (int d = 1; d <= c->n; d++) {
    if (!loaded->are_plain || !load_plain (loaded, d)) {
      for (int l = 0; l < c->n_lanes; l++)
        read_costs (loaded, l, d);
      load_rows (c, d, (const gconstpointer *) loaded->rows, TRUE);
    }
    set_apart (c, d);
  }
  for (int l = 0; l < c->n_lanes; l++)
    if (!loaded->is_good[l])
      decode_note_problem (worker, sentences[l]);
}

/* Notes the arc of an edge: a weight of the list is that of an arc from 0. */
static void
note_arc (gpointer data, const Edge *edge)
{
  int *heads = data;

  if (edge->rule->weight_kind == WEIGHT_FORWARD || edge->rule->weight_kind == WEIGHT_BACKWARD)
    heads[edge->b] = edge->a;
  else
    heads[edge->a] = 0;
}

/* 2. best: the best tree. Scores that are floats are summed as floats, of which a vector holds twice as many. */

static gboolean
best_work (const Decoding *decoding, DecodeWorker *worker, const int *sentences, int n_sentences,
           GError **error)
{
  const gboolean are_floats = decoding->task->cells == CHART_FLOATS;
  const ChartNumbers *numbers = are_floats ? &chart_best_floats : &chart_best_doubles;
  Chart *c = worker->charts[are_floats];
  int *heads = decode_scratch (worker, SCRATCH_WORDS, (gsize) decoding->scores->lengths[sentences[0]] + 1,
                               sizeof (int));
  LoadedScores loaded;

  if (heads == NULL || !lay_out (decoding, worker, sentences, n_sentences, c, &loaded, error))
    return heads != NULL
               ? FALSE
               : memory_fail (error, "the trees of %d words", decoding->scores->lengths[sentences[0]]);
  load (&loaded, worker, sentences);
  numbers->fill (c, &c->scores);
  for (int l = 0; l < n_sentences; l++) {
    const gboolean is_tree = numbers->find (c, l, note_arc, heads);

    rows_put (decoding, worker, sentences[l], 0, &(FoundTree){ .heads = is_tree ? heads : NULL });
  }
  return TRUE;
}

gboolean
projective_find (const Decoding *decoding, DecodeWorker *worker, int n, const double *costs, int *heads,
                 GError **error)
{
  Chart *c = worker->charts[FALSE];

  if (!chart_lay_out (c, decoding->grammar, CHART_DOUBLES, FOR_BEST, &n, 1, error))
    return FALSE;
  for (int d = 1; d <= n; d++) {
    load_rows (c, d, (const gconstpointer[]){ costs + (gsize) (d - 1) * SCORES_STRIDE (n) }, TRUE);
    set_apart (c, d);
  }
  chart_best_doubles.fill (c, &c->scores);
  return chart_best_doubles.find (c, 0, note_arc, heads);
}

const DecodeTask best_float_task = {
  .has_chart = TRUE, .cells = CHART_FLOATS, .use = FOR_BEST, .work = best_work
};
const DecodeTask best_double_task = {
  .has_chart = TRUE, .cells = CHART_DOUBLES, .use = FOR_BEST, .work = best_work
};

/* 3. n best. */

typedef struct {
  const Chart *chart;
  int *heads;
} ListedTree;

static void
note_choice (gpointer data, guint32 item, guint32 choice)
{
  const ListedTree *tree = data;
  Edge edge;

  if (chart_read_choice (tree->chart, item, choice, &edge))
    note_arc (tree->heads, &edge);
}

/* Puts out the trees of a sentence. Before it ends, the list must not have grown beyond the memory. */
static gboolean
put_n_best (const Decoding *decoding, DecodeWorker *worker, int sentence, const Chart *c, int *heads,
            GError **error)
{
  ListedTree tree = { c, heads };
  int found = 1;

  for (int t = 0; t < decoding->trees->n_trees; t++) {
    if (found > 0)
      found = n_best_next (worker->n_best, note_choice, &tree);
    if (found < 0)
      return memory_fail (error, "the best trees of %d words", c->n);
    if (!decode_check_memory (decoding, sentence, c->n, n_best_memory (worker->n_best), error))
      return FALSE;
    rows_put (decoding, worker, sentence, t, &(FoundTree){ .heads = found ? heads : NULL });
  }
  return rows_order (decoding, worker, sentence, error);
}

static gboolean
n_best_work (const Decoding *decoding, DecodeWorker *worker, const int *sentences, int n_sentences,
             GError **error)
{
  const int n = decoding->scores->lengths[sentences[0]];
  Chart *c = worker->charts[FALSE];
  int *heads = decode_scratch (worker, SCRATCH_WORDS, (gsize) n + 1, sizeof (int));
  LoadedScores loaded;

  g_assert (n_sentences == 1);
  if (heads == NULL)
    return memory_fail (error, "the best trees of %d words", n);
  if (!lay_out (decoding, worker, sentences, 1, c, &loaded, error))
    return FALSE;
  load (&loaded, worker, sentences);
  if (!loaded.is_good[0])
    return TRUE;
  chart_best_doubles.fill (c, &c->scores);
  if (worker->n_best == NULL)
    worker->n_best = n_best_new ();
  if (!chart_begin_n_best (c, worker->n_best))
    return memory_fail (error, "the best trees of %d words", n);
  return put_n_best (decoding, worker, sentences[0], c, heads, error);
}

const DecodeTask n_best_task = {
  .has_chart = TRUE, .cells = CHART_DOUBLES, .use = FOR_BEST, .is_single = TRUE, .work = n_best_work
};

/* 4. sums: log Z, marginals, trees drawn.
 *
 * With labels, an arc weighs the sum of those of its labels: that of the best one times the sum of exp (score - greatest) over them. It
 * is divided by a power of 2 that is no less than any such sum of the word, so that weights are at most 1.
 */

/* What is done with a group. */
typedef struct {
  const Decoding *decoding;
  DecodeWorker *worker;
  const int *sentences;
  LoadedScores loaded;
  gint64 exponents[CHART_MOST_LANES]; /* of the powers of 2 that weights with labels were divided by */
  double *marginals;                  /* scratch: so many for each lane */
  gsize n_marginals;
  double *least; /* n: of a sentence */
} SumWork;

static gssize
weight_of (const SumWork *w, const Chart *c, int lane, int h, int d)
{
  return lane
         + (h == 0 && !w->decoding->options.has_any_root ? chart_list (c, &c->weights, 0, d)
                                                         : chart_matrix (c, &c->weights, 0, h, d));
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
    chart_draw (sum->chart, sum->lane, &random, note_arc, heads);
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
  found.log_z = sums_subtract (found.log_rest, w->least, n);
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
  w.least = decode_scratch (worker, SCRATCH_ROOT, n, sizeof (double));
  w.n_marginals = n * SCORES_STRIDE (n);
  w.marginals =
      decode_scratch (worker, SCRATCH_MARGINALS, w.n_marginals * (gsize) n_sentences, sizeof (double));
  if (w.least == NULL || w.marginals == NULL)
    return memory_fail (error, "the sums of %d words", (int) n);
  if (!lay_out (decoding, worker, sentences, n_sentences, chart_sums_chart (worker->sums), &w.loaded, error))
    return FALSE;
  load (&w.loaded, worker, sentences);
  return chart_sums_find (worker->sums, &put, decoding->memory, error);
}

/* With marginals, and without. */
const DecodeTask sums_task = {
  .has_chart = TRUE, .cells = CHART_DOUBLES, .use = FOR_SHARES, .n_matrices = 1, .work = sums_work
};
const DecodeTask sums_inside_task = {
  .has_chart = TRUE, .cells = CHART_DOUBLES, .use = FOR_SUMS, .n_matrices = 1, .work = sums_work
};
