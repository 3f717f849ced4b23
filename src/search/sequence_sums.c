/* sequence_sums.c - sums over sequences of transitions: log Z, marginals, entropy, sequences drawn.
 *
 *   (TS13)  entropy = log Z' + SUM of m (o - score)     over all weights
 *
 * where a weight is exp (score - o), o the origin of its slot, m its share, and Z' the sum of these: so origins, however large, do not
 * count.
 */
#include "search/search.h"

#include "tabular/batch_call.h"
#include "tabular/chart_read.h"
#include "tabular/exponential.h"

/* A group that is worked on. */
typedef struct {
  const Searching *searching;
  SearchWorker *worker;
  const int *sentences;
  gboolean is_good[CHART_MOST_LANES];
} SequenceSums;

/* A sentence that is put out. */
typedef struct {
  const SequenceSums *work;
  const ChartSum *sum;
  SearchScores scores;
  TbkTransitionPlace marginals; /* `first` is NULL: not asked for */
  TbkArcPlace arc_marginals;
  double entropy;
} SumOut;

/* Where the shares of a weight go: that at [a][b] to first[a * a_apart + b * b_apart]. `first` is NULL:
 * nowhere. Tops and fronts are linear in a and b, so three places, of (0,0), (1,0) and (0,1), give the whole
 * map. */
typedef struct {
  TbkReal real;
  gpointer first;
  gint64 a_apart, b_apart;
} ShareTarget;

static ShareTarget
target_of (const SumOut *out, SearchPlace place, int transition)
{
  const TbkTransitionPlace *to = &out->marginals;
  const TbkReal real = to->first == NULL ? TBK_FLOAT64 : out->work->searching->marginals->real;
  const gsize size = real == TBK_FLOAT32 ? sizeof (float) : sizeof (double);
  int top, front, top_a, front_a, top_b, front_b;

  if (to->first == NULL || transition < 0)
    return (ShareTarget){ real, NULL, 0, 0 };
  search_find_place (place, 0, 0, &top, &front);
  search_find_place (place, 1, 0, &top_a, &front_a);
  search_find_place (place, 0, 1, &top_b, &front_b);
  return (ShareTarget){ real,
                        (char *) to->first
                            + (transition * to->transitions_apart + top * to->tops_apart
                               + front * to->fronts_apart)
                                  * (gint64) size,
                        (top_a - top) * to->tops_apart + (front_a - front) * to->fronts_apart,
                        (top_b - top) * to->tops_apart + (front_b - front) * to->fronts_apart };
}

static ShareTarget
arc_target (const SumOut *out, SearchHead head)
{
  const TbkArcPlace *to = &out->arc_marginals;
  const TbkReal real = to->first == NULL ? TBK_FLOAT64 : out->work->searching->arc_marginals->real;
  const gsize size = real == TBK_FLOAT32 ? sizeof (float) : sizeof (double);

  if (to->first == NULL || head == HEAD_NONE)
    return (ShareTarget){ real, NULL, 0, 0 };
  return (ShareTarget){ real,
                        (char *) to->first + search_find_head (head, 0) * to->heads_apart * (gint64) size,
                        head == HEAD_ROOT ? 0 : to->heads_apart, to->dependents_apart };
}

/* Shares of a line of places: [a][b] and each @step cells and one b further, and of a list one a further too. */
typedef struct {
  const double *cells;
  gssize step;
  int a, b, n;
  gboolean is_diagonal;
} ShareLine;

static void
add_line (const ShareTarget *to, const ShareLine *line)
{
  const gint64 step = to->b_apart + (line->is_diagonal ? to->a_apart : 0);
  gint64 at = line->a * to->a_apart + line->b * to->b_apart;

  if (to->first == NULL)
    return;
  if (to->real == TBK_FLOAT32) {
    for (int i = 0; i < line->n; i++, at += step)
      ((float *) to->first)[at] += (float) line->cells[i * line->step];
  } else {
    for (int i = 0; i < line->n; i++, at += step)
      ((double *) to->first)[at] += line->cells[i * line->step];
  }
}

/* (TS13), of a line. */
static void
add_entropy (SumOut *out, const SearchWeight *weight, const ShareLine *line)
{
  for (int i = 0; i < line->n; i++) {
    const double share = line->cells[i * line->step];
    const int a = line->a + (line->is_diagonal ? i : 0), b = line->b + i;

    if (share > 0)
      out->entropy += share
                      * (chart_sum_origin (out->sum, weight->group, b)
                         - search_weight_score (out->work->searching->grammar, &out->scores, weight, a, b));
  }
}

/* A weight is a sum of up to three numbers, of two transitions and an arc, and its share belongs to each. */
static void
add_shares (SumOut *out, const SearchWeight *weight, const ShareTarget *targets, const ShareLine *line)
{
  for (int t = 0; t < 3; t++)
    add_line (&targets[t], line);
  if (out->work->searching->entropies != NULL)
    add_entropy (out, weight, line);
}

/* Finds them. FALSE if nobody asks for the shares of this weight. */
static gboolean
find_targets (const SumOut *out, const SearchWeight *weight, ShareTarget *targets)
{
  targets[0] = target_of (out, weight->place, weight->transition);
  targets[1] = target_of (out, AT_DONE, weight->done);
  targets[2] = arc_target (out, weight->head);
  return targets[0].first != NULL || targets[1].first != NULL || targets[2].first != NULL
         || out->work->searching->entropies != NULL;
}

/* The last a of a weight: with the front n + 1 no word can be the head. */
static int
last_row (const SumOut *out, const SearchWeight *weight)
{
  return out->scores.n - (weight->head == HEAD_FRONT);
}

/* Shares of lists are kept for each rule. */
static void
add_list_shares (SumOut *out)
{
  const Chart *c = out->sum->chart;
  const GrammarTable *t = &c->grammar->table;
  const double *cells = (const double *) c->cells + out->sum->lane;
  ShareTarget targets[3];

  for (int r = 0; r < t->n_rules; r++)
    if (t->rules[r].weight_kind == WEIGHT_AT_FIRST || t->rules[r].weight_kind == WEIGHT_AT_LAST) {
      const SearchWeight *weight = &out->work->searching->grammar->lists[t->rules[r].weight];

      if (find_targets (out, weight, targets))
        add_shares (out, weight, targets,
                    &(ShareLine){ cells + chart_list (c, &c->shares, r, 1), c->element, 1, 1,
                                  last_row (out, weight), TRUE });
    }
}

static void
add_matrix_shares (SumOut *out)
{
  const Chart *c = out->sum->chart;
  const SearchGrammar *g = out->work->searching->grammar;
  const double *cells = (const double *) c->cells + out->sum->lane;
  ShareTarget targets[3];

  for (int half = 0; half < SEARCH_HALVES; half++)
    for (int m = 0; m < g->n_halves[half]; m++) {
      if (!find_targets (out, &g->halves[half][m], targets))
        continue;
      for (int a = 0; a <= last_row (out, &g->halves[half][m]); a++) {
        const int b = half == UPPER ? a + 1 : 1, end = half == UPPER ? out->scores.n + 1 : a;

        add_shares (
            out, &g->halves[half][m], targets,
            &(ShareLine){ cells + chart_matrix (c, &c->shares, m, a, b), c->across, a, b, end - b, FALSE });
      }
    }
}

static void
clear_number (TbkReal real, gpointer first, gint64 at)
{
  if (real == TBK_FLOAT32)
    ((float *) first)[at] = 0;
  else
    ((double *) first)[at] = 0;
}

/* Only those that belong to the sentence: what lies between in the caller's memory stays. */
static void
clear_marginals (const SumOut *out)
{
  const Searching *searching = out->work->searching;
  const int n = out->scores.n;

  for (int t = 0; t < searching->grammar->system->n_transitions && out->marginals.first != NULL; t++)
    for (int top = 0; top <= n; top++)
      for (int front = 0; front <= n + 1; front++)
        clear_number (searching->marginals->real, out->marginals.first,
                      t * out->marginals.transitions_apart + top * out->marginals.tops_apart
                          + front * out->marginals.fronts_apart);
  for (int d = 0; d <= n && out->arc_marginals.first != NULL; d++)
    for (int h = 0; h <= n; h++)
      clear_number (searching->arc_marginals->real, out->arc_marginals.first,
                    d * out->arc_marginals.dependents_apart + h * out->arc_marginals.heads_apart);
}

/* Without a sequence log Z is -infinity, and an entropy is none. */
static void
put_none (const SequenceSums *w, int sentence)
{
  const Searching *searching = w->searching;

  if (!searching->options.allows_none)
    searcher_note_problem (w->worker, sentence);
  if (searching->log_zs != NULL)
    searching->log_zs[sentence] = -INFINITY;
  if (searching->entropies != NULL)
    searching->entropies[sentence] = NAN;
  for (int k = 0; searching->rows != NULL && k < searching->rows->n_sequences; k++)
    sequence_put (searching, w->worker, sentence, k, NULL);
}

/* Draws the same sequences of a sentence by the same seed, whatever threads and batches there are: the number
 * of the sentence is part of the seed. */
static gboolean
put_drawn (const SequenceSums *w, const ChartSum *sum, int sentence, GError **error)
{
  const Searching *searching = w->searching;
  ReadSequence sequence;
  TbkRandom random;

  tbk_random_init (&random, searching->seed, (guint64) sentence);
  for (int k = 0; k < searching->rows->n_sequences; k++) {
    if (!sequence_begin (w->worker, searching->grammar, sum->chart->lengths[sum->lane], &sequence))
      return memory_fail (error, "a sequence of %d words", sum->chart->n);
    chart_draw (sum->chart, sum->lane, &random, sequence_note, &sequence);
    sequence_put (searching, w->worker, sentence, k, &sequence);
  }
  return TRUE;
}

/* Puts out what is asked for of a sentence. */
static gboolean
put_sum (const SequenceSums *w, const ChartSum *sum, GError **error)
{
  const Searching *searching = w->searching;
  const int sentence = w->sentences[sum->number];
  SumOut out = { .work = w, .sum = sum, .scores = search_scores (searching->scores, sentence) };
  double log_rest;

  if (searching->marginals != NULL)
    out.marginals = search_place (searching->marginals, sentence);
  if (searching->arc_marginals != NULL)
    out.arc_marginals = transition_scores_arc_place (searching->arc_marginals, sentence);
  clear_marginals (&out);
  if (sum->z.m == 0) {
    put_none (w, sentence);
    return TRUE;
  }
  if (searching->is_drawing)
    return put_drawn (w, sum, sentence, error);
  log_rest = exponential_log (sum->z.m, 256 * sum->z.e + sum->exponent);
  if (searching->log_zs != NULL)
    searching->log_zs[sentence] = chart_sum_log_z (sum, log_rest);
  if (sum->chart->use != FOR_SHARES)
    return TRUE;
  out.entropy = log_rest;
  add_list_shares (&out);
  add_matrix_shares (&out);
  /* Rounding can lead a little below 0, or above the logarithm of the most sequences. */
  if (searching->entropies != NULL)
    searching->entropies[sentence] =
        CLAMP (out.entropy, 0, sum->chart->grammar->table.bits_per_word * out.scores.n * M_LN2);
  return TRUE;
}

static gboolean
put_sums (gpointer data, const ChartSum *sums, int n_sums, GError **error)
{
  const SequenceSums *w = data;

  for (int i = 0; i < n_sums; i++)
    if (w->is_good[sums[i].number] && !put_sum (w, &sums[i], error))
      return FALSE;
  return TRUE;
}

static gboolean
fail_memory (gpointer data, int number, GError **error)
{
  const SequenceSums *w = data;
  const int sentence = w->sentences[number];

  return batch_call_fail_memory (sentence, w->searching->scores->lengths[sentence], w->searching->memory,
                                 error);
}

static gboolean
sums_work (const Searching *searching, SearchWorker *worker, const int *sentences, int n_sentences,
           GError **error)
{
  SequenceSums w = { .searching = searching, .worker = worker, .sentences = sentences };
  const ChartSumPut put = { .data = &w, .put = put_sums, .fail = fail_memory };

  if (worker->sums == NULL)
    worker->sums = chart_sums_new ();
  return searcher_fill (searching, worker, sentences, n_sentences, chart_sums_chart (worker->sums), w.is_good,
                        error)
         && chart_sums_find (worker->sums, &put, searching->memory, error);
}

const SearchTask sequence_sums_task = { .cells = CHART_DOUBLES, .use = FOR_SHARES, .work = sums_work };
const SearchTask sequence_sums_inside_task = { .cells = CHART_DOUBLES, .use = FOR_SUMS, .work = sums_work };
