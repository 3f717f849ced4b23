/* configuration_values.c - the best rest of a sequence from any configuration.
 *
 * The stack is a_0 .. a_k, the front b; a_0 is 0, or in the forms without 0 in the stack there is none under a_0. From the one chart of
 * a sentence, filled with greatest sums:
 *
 *   (TS14)  block(i,m,j) = max of  push_p(i,m) + V_q[m,j-1]      m is pushed onto i at the front m, and popped at the front j
 *   (TS15)  E_k(b) = 0
 *           D_q(j) = max of  E_q(j),  max m  D_q(m) + block(a_q,m,j)      a_q on top, front j
 *           E_(q-1)(j) = D_q(j) + the best pop of a_q at the front j      nothing above a_(q-1)
 *
 * If a system ends with one element, the best rest is D_0(n+1). If it ends when no input remains, some a_q stays:
 *
 *   (TS16)  Y(n) = 0,  Y(k) = max k'  S[k,k'-1] + stay(k,k') + Y(k')      k stays, the front is k + 1
 *           max q, m  D_q(m) + stay(a_q,m) + Y(m)
 *
 * and in the forms that complete with root the arcs from 0 to the words of a_1 .. a_q without a head are added.
 *
 * Each transition is valued by what it scores and the best rest from where it leads.
 */
#include "search/search.h"

#include <string.h>

/* An element of a stack. */
typedef struct {
  TbkStackElement element;
  gboolean has_head;
} ValuedElement;

/* A sentence whose chart is filled. */
typedef struct {
  const SearchGrammar *g;
  const Chart *chart;
  SearchScores scores;
  double *after;        /* Y, n + 2 */
  double *reached;      /* E_q, then D_q, then E_(q-1): n + 2 */
  ValuedElement *stack; /* n + 2 */
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

/* The weight of a push of @m onto @i. */
static double
push_score (const Valuing *v, const SearchWeight *weight, int i, int m)
{
  return search_weight_score (v->g, &v->scores, weight, i, m);
}

/* (TS14) */
static double
block (const Valuing *v, int i, int m, int j)
{
  const SearchParts *parts = &v->g->parts;
  double best = -INFINITY;

  for (int q = 0; q < parts->n_kinds; q++) {
    const double pop = m == j - 1
                           ? search_weight_score (v->g, &v->scores, &v->g->lists[parts->lists[q]], m, m)
                           : item (v, parts->popped[q], m, j - 1);

    for (int p = 0; p < parts->n_pushes[q] && pop > -INFINITY; p++)
      best = MAX (best, push_score (v, &v->g->halves[UPPER][parts->pushes[q][p]], i, m) + pop);
  }
  return best;
}

/* The best push of @m onto @i after which m stays. */
static double
stay (const Valuing *v, int i, int m)
{
  const SearchParts *parts = &v->g->parts;
  double best = -INFINITY;

  for (int p = 0; p < parts->n_staying; p++)
    best = MAX (best, push_score (v, &v->g->halves[UPPER][parts->staying[p]], i, m));
  return best;
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

/* Returns whether the element at place @q can be popped by a row at the front @j. */
static gboolean
can_pop (const Valuing *v, const TbkTransition *row, const ValuedElement *stack, int q, int j)
{
  const ValuedElement *top = &stack[q];

  if (!search_pops (row) || q + 1 < row->depth || top->element.word == 0
      || (row->top != 0 && (row->top & top->element.label) == 0)
      || (q > 0 && row->under != 0 && (row->under & stack[q - 1].element.label) == 0))
    return FALSE;
  if ((row->headless == TBK_PLACE_TOP && top->has_head) || (row->headed == TBK_PLACE_TOP && !top->has_head))
    return FALSE;
  return j <= v->scores.n
         || ((row->needs & TBK_NEEDS_INPUT) == 0 && system_of (v)->final != TBK_FINAL_NO_INPUT);
}

/* The best pop of the element at place @q at the front @j. */
static double
pop_score (const Valuing *v, const ValuedElement *stack, int q, int j)
{
  const TbkSystem *system = system_of (v);
  const int word = stack[q].element.word;
  double best = -INFINITY;

  for (int t = 0; t < system->n_transitions; t++) {
    const TbkTransition *row = &system->transitions[t];
    double score;

    if (!can_pop (v, row, stack, q, j))
      continue;
    score = search_score (&v->scores, t, word, j);
    if (row->head != TBK_PLACE_NONE)
      score += search_arc (&v->scores, word, row->head == TBK_PLACE_FRONT ? j : stack[q - 1].element.word);
    best = MAX (best, score);
  }
  return best > -SEARCH_LIMIT ? best : -INFINITY;
}

/* D_q of E_q: blocks are done on the word at place q. */
static void
add_blocks (const Valuing *v, int word, int front)
{
  const int n = v->scores.n, last = system_of (v)->final == TBK_FINAL_NO_INPUT ? n : n + 1;

  for (int j = front + 1; j <= last; j++)
    for (int m = front; m < j; m++)
      if (v->reached[m] > -INFINITY)
        v->reached[j] = MAX (v->reached[j], v->reached[m] + block (v, word, m, j));
}

/* The arcs from 0 to words of the stack up to place @q that have no head. */
static double
complete (const Valuing *v, const ValuedElement *stack, int q)
{
  double sum = 0;

  for (int p = 0; p <= q && system_of (v)->hangs_rest; p++)
    if (stack[p].element.word > 0 && !stack[p].has_head)
      sum += search_arc (&v->scores, stack[p].element.word, 0);
  return sum;
}

/* The best end where the word at place @q stays; -1: none of the stack does. */
static double
find_end (const Valuing *v, const ValuedElement *stack, int q, int front)
{
  const int n = v->scores.n, word = q < 0 ? 0 : stack[q].element.word;
  double best = -INFINITY;

  for (int m = front; m <= n; m++)
    if (v->reached[m] > -INFINITY)
      best = MAX (best, v->reached[m] + stay (v, word, m) + v->after[m]);
  return best + complete (v, stack, q);
}

/* The best rest: (TS15). @stack has @depth elements. */
static double
find_rest (const Valuing *v, const ValuedElement *stack, int depth, int front)
{
  const int n = v->scores.n, last = system_of (v)->starts_empty ? -1 : 0;
  const gboolean ends_without_input = system_of (v)->final == TBK_FINAL_NO_INPUT;
  double best = -INFINITY;

  if (ends_without_input && front > n)
    return complete (v, stack, depth - 1);
  for (int j = 0; j <= n + 1; j++)
    v->reached[j] = j == front ? 0 : -INFINITY;
  for (int q = depth - 1; q >= last; q--) {
    add_blocks (v, q < 0 ? 0 : stack[q].element.word, front);
    if (ends_without_input)
      best = MAX (best, find_end (v, stack, q, front));
    else if (q == 0)
      return v->reached[n + 1];
    if (q == last)
      break;
    for (int j = front; j <= n + 1; j++)
      v->reached[j] = v->reached[j] == -INFINITY ? -INFINITY : v->reached[j] + pop_score (v, stack, q, j);
  }
  return best;
}

/* The score of a transition, with its arc, and the stack after it; returns its depth. */
static int
take (const Valuing *v, const TbkConfiguration *c, int t, double *score)
{
  const TbkTransition *row = &system_of (v)->transitions[t];
  const int front = tbk_configuration_front (c);
  int head, dependent, depth = 0;

  for (; depth < c->depth; depth++)
    v->stack[depth] =
        (ValuedElement){ c->stack[depth], c->heads != NULL ? c->heads[c->stack[depth].word] >= 0
                                                           : c->stack[depth].label == TBK_LABEL_R };
  *score = search_score (&v->scores, t, depth == 0 ? 0 : c->stack[depth - 1].word, front);
  if (tbk_configuration_arc (c, row, &head, &dependent))
    *score += search_arc (&v->scores, dependent, head);
  if (search_pops (row))
    return depth - 1;
  v->stack[depth] = (ValuedElement){ { front, row->push }, row->dependent == TBK_PLACE_FRONT };
  return depth + 1;
}

static void
value_configuration (const Valuing *v, const TbkConfiguration *c, double *values)
{
  const guint allowed = tbk_configuration_allowed (c);

  for (int t = 0; t < system_of (v)->n_transitions; t++) {
    double score;
    int depth;

    values[t] = -INFINITY;
    if ((allowed >> t & 1) == 0)
      continue;
    depth = take (v, c, t, &score);
    if (score > -SEARCH_LIMIT)
      values[t] = score
                  + find_rest (v, v->stack, depth,
                               tbk_configuration_front (c) + search_pushes (&system_of (v)->transitions[t]));
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
  if (!try_reserve (&worker->rows, &worker->n_rows, size * (2 * sizeof (double) + sizeof (ValuedElement)), 1))
    return memory_fail (error, "the values of %d words", (int) n);
  v.after = (double *) (gpointer) worker->rows;
  v.reached = v.after + size;
  v.stack = (ValuedElement *) (gpointer) (v.reached + size);
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
