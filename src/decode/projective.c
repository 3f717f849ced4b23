/* projective.c - projective trees from the scores of arcs: the best and the n best.
 *
 * They are read from charts over the grammar of tabular/projective_grammar.h, of several sentences side by side. A sentence's scores of
 * arcs are its matrix of weights; with one child of 0 the arcs from 0 are a list.
 *
 * Contents
 *   1. scores: read, and put into a chart
 *   2. best: the best tree
 *   3. n best
 */
#include "decode/decode.h"

#include <string.h>

#include "base/base.h"
#include "tabular/chart_load.h"
#include "tabular/chart_read.h"

/* 1. scores: read, and put into a chart. */

gboolean
projective_lay_out (const Decoding *decoding, DecodeWorker *worker, const int *sentences, int n_sentences,
                    Chart *chart, LoadedScores *loaded, GError **error)
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
        && loaded->scores[l].scores.real == loaded->scores[0].scores.real
        && loaded->scores[l].scores.dependents_apart == loaded->scores[0].scores.dependents_apart
        && (task->cells != CHART_FLOATS || loaded->scores[l].scores.real == TBK_FLOAT32);
    loaded->is_good[l] = TRUE;
    loaded->rows[l] = rows;
    lengths[l] = loaded->scores[l].n;
  }
  return chart_lay_out (chart, decoding->grammar, task->cells, task->use, lengths, n_sentences, error);
}

/* Makes the costs of the arcs to a word infinite, for heads from @first on. */
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
load_rows (const Chart *c, int d, TbkReal real, const gconstpointer *rows, gboolean are_costs)
{
  const ChartLines line = { .at = chart_matrix (c, &c->scores, 0, 0, d),
                            .step = c->down,
                            .n = c->n + 1,
                            .n_lines = 1,
                            .are_costs = are_costs,
                            .limit = SCORES_LIMIT };

  return chart_load (c, &line, real, rows, 0);
}

/* Numbers that were read have the type of the cells. */
static inline TbkReal
real_of (const Chart *c)
{
  return c->cells_are == CHART_FLOATS ? TBK_FLOAT32 : TBK_FLOAT64;
}

/* Loads scores of all words that need not be copied. That of a word to itself may be no score: then others look again. */
static gboolean
load_plain (const LoadedScores *loaded)
{
  const Chart *c = loaded->chart;
  const ArcNumbers *first = &loaded->scores[0].scores;
  const gssize size = first->real == TBK_FLOAT32 ? sizeof (float) : sizeof (double);
  const ChartLines lines = { .at = chart_matrix (c, &c->scores, 0, 0, 1),
                             .step = c->down,
                             .line_step = c->across,
                             .n = c->n + 1,
                             .n_lines = c->n,
                             .limit = SCORES_LIMIT };
  gconstpointer rows[CHART_MOST_LANES];

  for (int l = 0; l < c->n_lanes; l++)
    rows[l] = (const char *) loaded->scores[l].scores.first + first->dependents_apart * size;
  return chart_load (c, &lines, first->real, rows, first->dependents_apart);
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

void
projective_load (LoadedScores *loaded, DecodeWorker *worker, const int *sentences)
{
  const Chart *c = loaded->chart;
  const gboolean are_loaded = loaded->are_plain && load_plain (loaded);

  for (int d = 1; d <= c->n; d++) {
    if (!are_loaded) {
      for (int l = 0; l < c->n_lanes; l++)
        read_costs (loaded, l, d);
      load_rows (c, d, real_of (c), (const gconstpointer *) loaded->rows, TRUE);
    }
    set_apart (c, d);
  }
  for (int l = 0; l < c->n_lanes; l++)
    if (!loaded->is_good[l])
      decode_note_problem (worker, sentences[l]);
}

void
projective_note_arc (gpointer data, const Edge *edge)
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

  if (heads == NULL || !projective_lay_out (decoding, worker, sentences, n_sentences, c, &loaded, error))
    return heads != NULL
               ? FALSE
               : memory_fail (error, "the trees of %d words", decoding->scores->lengths[sentences[0]]);
  projective_load (&loaded, worker, sentences);
  numbers->fill (c, &c->scores);
  for (int l = 0; l < n_sentences; l++) {
    const gboolean is_tree = numbers->find (c, l, projective_note_arc, heads);

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
    load_rows (c, d, real_of (c), (const gconstpointer[]){ costs + (gsize) (d - 1) * SCORES_STRIDE (n) },
               TRUE);
    set_apart (c, d);
  }
  chart_best_doubles.fill (c, &c->scores);
  return chart_best_doubles.find (c, 0, projective_note_arc, heads);
}

const DecodeTask best_float_task = {
  .has_chart = TRUE, .cells = CHART_FLOATS, .use = FOR_BEST, .work = best_work
};
const DecodeTask best_double_task = {
  .has_chart = TRUE, .cells = CHART_DOUBLES, .use = FOR_BEST, .work = best_work
};

/* 3. n best. */

/* Puts out the trees of a sentence. Before it ends, the list must not have grown beyond the memory. */
static gboolean
put_n_best (const Decoding *decoding, DecodeWorker *worker, int sentence, const Chart *c, int *heads,
            GError **error)
{
  int found = 1;

  for (int t = 0; t < decoding->trees->n_trees; t++) {
    if (found > 0)
      found = chart_next_n_best (c, worker->n_best, projective_note_arc, heads);
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
  if (!projective_lay_out (decoding, worker, sentences, 1, c, &loaded, error))
    return FALSE;
  projective_load (&loaded, worker, sentences);
  if (!loaded.is_good[0])
    return TRUE;
  chart_best_doubles.fill (c, &c->scores);
  if (worker->n_best == NULL)
    worker->n_best = n_best_new ();
  if (!chart_begin_n_best (c, worker->n_best))
    return memory_fail (error, "the best trees of %d words", n);
  return put_n_best (decoding, worker, sentences[0], c, heads, error);
}

const DecodeTask projective_n_best_task = {
  .has_chart = TRUE, .cells = CHART_DOUBLES, .use = FOR_BEST, .is_single = TRUE, .work = n_best_work
};
