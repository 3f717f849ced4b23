/* configuration_values.c - the best rest of a sequence from any configuration.
 *
 * The stack is a_0 .. a_k; in the forms without 0 in the stack there is nothing under a_0, for which a_(-1) stands, as word 0. All comes
 * from the one chart of a sentence, filled with greatest sums:
 *
 *   (TS14)  block(i,m,j) = max of  push_p(i,m) + V_q[m,j-1]     m is pushed onto i at the front m, and popped at the front j
 *   (TS15)  R_q(j) = max of  block(a_q,j,m) + R_q(m)            the best rest with a_q on top and the front j: the front is
 *                            pop(a_q,j) + R_(q-1)(j)            pushed and popped, or a_q is popped
 *
 * If a system ends with one element, R_0(n+1) = 0. If it ends when no input remains, words stay:
 *
 *   (TS16)  Y(n) = 0,  Y(k) = max m  S[k,m-1] + stay(k,m) + Y(m)      k is on top and stays, the front is k + 1
 *           R_q(n+1) = 0,  and R_q(j) is at least  stay(a_q,j) + Y(j)      j <= n
 *
 * and in the forms that complete with root the arcs from 0 to the words of a_1 .. a_q without a head are added. A transition is
 * worth what it scores and the best rest behind it: a pop leads to R_(k-1), a push to one more row on top of R_k.
 */
#include "search/search.h"

/* An element of a stack; where there is none, word 0. */
typedef struct {
  int word, depth;
  TbkLabel label;
  gboolean has_head;
  double complete; /* arcs from 0 to it and to those under it that have no head */
} ValuedElement;

/* A sentence whose chart is filled. */
typedef struct {
  const SearchGrammar *g;
  const Chart *chart;
  SearchScores scores;
  double *after;   /* Y, n + 2 */
  double *rows[3]; /* R_(k-1), R_k and that of a word pushed onto a_k: n + 2 each, from the front on */
} Valuing;

static inline const TbkSystem *
system_of (const Valuing *v)
{
  return v->g->system;
}

static double
item (const Valuing *v, int symbol, int i, int j)
{
  const ChartItem at = { symbol, i, j };

  return ((const double *) v->chart->cells)[chart_item (v->chart, &at)];
}

/* The best sequence of (TS3) from the front i + 1, with i on top, to the front @j: that of all its blocks. */
static double
sum_between (const Valuing *v, int i, int j)
{
  return j == i + 1 ? 0 : item (v, v->g->parts.sum, i, j - 1);
}

/* The best push of @m onto @i of some. */
static double
best_push (const Valuing *v, const int *pushes, int n_pushes, int i, int m)
{
  double best = -INFINITY;

  for (int p = 0; p < n_pushes; p++)
    best = MAX (best, search_weight_score (v->g, &v->scores, &v->g->halves[UPPER][pushes[p]], i, m));
  return best;
}

/* The best push of @m onto @i after which m stays. */
static double
stay (const Valuing *v, int i, int m)
{
  return best_push (v, v->g->parts.staying, v->g->parts.n_staying, i, m);
}

/* (TS16) */
static void
find_after (Valuing *v)
{
  const int n = v->scores.n;

  v->after[n] = 0;
  for (int k = n - 1; k >= 1; k--) {
    v->after[k] = -INFINITY;
    for (int m = k + 1; m <= n; m++)
      v->after[k] = MAX (v->after[k], sum_between (v, k, m) + stay (v, k, m) + v->after[m]);
  }
}

/* Returns TRUE if the element on top can be popped by a row at the front @j: by its labels, by its head, and
 * by what is left of the input. */
static gboolean
can_pop (const Valuing *v, const TbkTransition *row, const ValuedElement *top, const ValuedElement *under,
         int j)
{
  if (!search_pops (row) || top->depth < row->depth || top->word == 0
      || (row->top != 0 && (row->top & top->label) == 0)
      || (under->depth > 0 && row->under != 0 && (row->under & under->label) == 0))
    return FALSE;
  if ((row->headless == TBK_PLACE_TOP && top->has_head) || (row->headed == TBK_PLACE_TOP && !top->has_head))
    return FALSE;
  return j <= v->scores.n
         || ((row->needs & TBK_NEEDS_INPUT) == 0 && system_of (v)->final != TBK_FINAL_NO_INPUT);
}

/* The best pop of the element on top at the front @j. */
static double
pop_score (const Valuing *v, const ValuedElement *top, const ValuedElement *under, int j)
{
  const TbkSystem *system = system_of (v);
  double best = -INFINITY;

  for (int t = 0; t < system->n_transitions; t++) {
    const TbkTransition *row = &system->transitions[t];
    double score;

    if (!can_pop (v, row, top, under, j))
      continue;
    score = search_score (&v->scores, t, top->word, j);
    if (row->head != TBK_PLACE_NONE)
      score += search_arc (&v->scores, top->word, row->head == TBK_PLACE_FRONT ? j : under->word);
    best = MAX (best, score);
  }
  return best > -SEARCH_LIMIT ? best : -INFINITY;
}

/* The best rest that begins with a block on word @i at the front @j: (TS14), and R_q behind it. */
static double
rest_of_blocks (const Valuing *v, int i, int j, const double *row)
{
  const SearchParts *parts = &v->g->parts;
  const int last = system_of (v)->final == TBK_FINAL_NO_INPUT ? v->scores.n : v->scores.n + 1;
  double best = -INFINITY;

  for (int q = 0; q < parts->n_kinds; q++) {
    const double push = best_push (v, parts->pushes[q], parts->n_pushes[q], i, j);

    if (push == -INFINITY || j == last)
      continue;
    best = MAX (best, push + search_weight_score (v->g, &v->scores, &v->g->lists[parts->lists[q]], j, j)
                          + row[j + 1]);
    for (int m = j + 2; m <= last; m++)
      best = MAX (best, push + item (v, parts->popped[q], j, m - 1) + row[m]);
  }
  return best;
}

/* (TS15): R_q from the front @front on. @below: R_(q-1), if there is an element or nothing under the top. */
static void
fill_row (const Valuing *v, const ValuedElement *top, const ValuedElement *under, int front,
          const double *below, double *row)
{
  const int n = v->scores.n;
  const gboolean ends_without_input = system_of (v)->final == TBK_FINAL_NO_INPUT;

  for (int j = n + 1; j >= front; j--) {
    row[j] = -INFINITY;
    if (j <= n)
      row[j] = rest_of_blocks (v, top->word, j, row);
    if (ends_without_input)
      row[j] = MAX (row[j], (j > n ? 0 : stay (v, top->word, j) + v->after[j]) + top->complete);
    else if (j > n && under == NULL)
      row[j] = 0;
    if (under != NULL)
      row[j] = MAX (row[j], pop_score (v, top, under, j) + below[j]);
  }
}

static ValuedElement
element_on (const Valuing *v, const ValuedElement *under, TbkStackElement element, gboolean has_head)
{
  const int depth = under == NULL ? 1 : under->depth + 1;
  const double complete = under == NULL ? 0 : under->complete;
  const gboolean hangs = system_of (v)->hangs_rest && element.word > 0 && !has_head;

  return (ValuedElement){ element.word, depth, element.label, has_head,
                          complete + (hangs ? search_arc (&v->scores, element.word, 0) : 0) };
}

/* Fills R_q from the bottom up, so that rows[1] is R_k and rows[0] R_(k-1); returns a_k. Two rows take turns:
 * R_q needs R_(q-1) alone.
 *
 * Each row costs O(n^2), so a configuration costs O(n^2) times the depth of its stack.
 */
static ValuedElement
fill_stack (Valuing *v, const TbkConfiguration *c)
{
  const int front = tbk_configuration_front (c);
  ValuedElement top = { 0 };
  int q = 0;

  if (!system_of (v)->starts_empty)
    top = element_on (v, NULL, c->stack[q++], TRUE);
  fill_row (v, &top, NULL, front, NULL, v->rows[1]);
  for (; q < c->depth; q++) {
    const TbkStackElement element = c->stack[q];
    const ValuedElement under = top;
    double *below = v->rows[1];

    v->rows[1] = v->rows[0];
    v->rows[0] = below;
    top = element_on (v, &under, element,
                      c->heads != NULL ? c->heads[element.word] >= 0 : element.label == TBK_LABEL_R);
    fill_row (v, &top, &under, front, below, v->rows[1]);
  }
  return top;
}

/* The best rest behind a transition that is allowed. */
static double
rest_after (const Valuing *v, const ValuedElement *top, const TbkTransition *row, int front)
{
  ValuedElement pushed;

  if (search_pops (row))
    return v->rows[0][front];
  pushed = element_on (v, top, (TbkStackElement){ front, row->push }, row->dependent == TBK_PLACE_FRONT);
  fill_row (v, &pushed, top, front + 1, v->rows[1], v->rows[2]);
  return v->rows[2][front + 1];
}

static void
value_configuration (Valuing *v, const TbkConfiguration *c, double *values)
{
  const guint allowed = tbk_configuration_allowed (c);
  const int front = tbk_configuration_front (c), word = c->depth == 0 ? 0 : c->stack[c->depth - 1].word;
  const ValuedElement top = fill_stack (v, c);

  for (int t = 0; t < system_of (v)->n_transitions; t++) {
    const TbkTransition *row = &system_of (v)->transitions[t];
    double score;
    int head, dependent;

    values[t] = -INFINITY;
    if ((allowed >> t & 1) == 0)
      continue;
    score = search_score (&v->scores, t, word, front);
    if (tbk_configuration_arc (c, row, &head, &dependent))
      score += search_arc (&v->scores, dependent, head);
    if (score > -SEARCH_LIMIT)
      values[t] = score + rest_after (v, &top, row, front);
  }
}

static gboolean
check_configurations (const TbkTransitionScores *scores, const TbkConfiguration *const *configurations,
                      int n_configurations, GError **error)
{
  for (int i = 0; i < n_configurations; i++) {
    const TbkConfiguration *c = configurations[i];

    if (c->system != scores->system || c->n != scores->lengths[0])
      return fail_data (error, "configurations[%d]: found %d words of %s, expected %d of %s", i, c->n,
                        c->system->name, scores->lengths[0], scores->system->name);
    if ((c->system->features & TBK_HAS_HEADS) != 0 && c->heads == NULL)
      return fail_data (error, "configurations[%d]: found no heads, which %s needs", i, c->system->name);
    if (!tbk_configuration_check (c, error)) {
      g_prefix_error (error, "configurations[%d]: ", i);
      return FALSE;
    }
  }
  return TRUE;
}

/* The configurations of a call. */
typedef struct {
  const TbkConfiguration *const *configurations;
  int n_configurations;
  double *values;
} ValueCall;

static gboolean
value_work (const Searching *searching, SearchWorker *worker, const int *sentences, int n_sentences,
            GError **error)
{
  const ValueCall *call = searching->values;
  const gsize n = (gsize) searching->scores->lengths[0], size = n + 2;
  Chart *c = worker->charts[FALSE];
  gboolean is_good;
  Valuing v = { .g = searching->grammar, .chart = c, .scores = search_scores (searching->scores, 0) };

  if (!searcher_fill (searching, worker, sentences, n_sentences, c, &is_good, error))
    return FALSE;
  if (!is_good)
    return TRUE;
  chart_best_doubles.fill (c, &c->scores);
  if (!try_reserve (&worker->rows, &worker->n_rows, 4 * size * sizeof (double), 1))
    return memory_fail (error, "the values of %d words", (int) n);
  v.after = (double *) (gpointer) worker->rows;
  for (int r = 0; r < 3; r++)
    v.rows[r] = v.after + (gsize) (r + 1) * size;
  if (system_of (&v)->final == TBK_FINAL_NO_INPUT)
    find_after (&v);
  for (int i = 0; i < call->n_configurations; i++)
    value_configuration (&v, call->configurations[i],
                         call->values + (gsize) i * system_of (&v)->n_transitions);
  return TRUE;
}

static const SearchTask value_task = {
  .cells = CHART_DOUBLES, .use = FOR_BEST, .is_single = TRUE, .work = value_work
};

gboolean
tbk_value_transitions (TbkSearcher *searcher, const TbkTransitionScores *scores,
                       const TbkTransitionOptions *options, const TbkConfiguration *const *configurations,
                       int n_configurations, double *values, GError **error)
{
  const ValueCall call = { configurations, n_configurations, values };
  Searching searching = { .scores = scores, .values = &call };

  g_return_val_if_fail (scores != NULL && scores->n_sentences == 1 && scores->system != NULL, FALSE);
  g_return_val_if_fail (scores->lengths != NULL && scores->scores != NULL, FALSE);
  g_return_val_if_fail (scores->arcs == NULL || scores->arcs->n_labels == 0, FALSE);
  g_return_val_if_fail (options == NULL || !options->is_once, FALSE);
  if (options != NULL)
    searching.options = *options;
  searching.options.has_any_root = TRUE;
  return sequence_grammar_check_stacks (scores->system, error)
         && check_configurations (scores, configurations, n_configurations, error)
         && searcher_run (searcher, &searching, &value_task, error);
}
