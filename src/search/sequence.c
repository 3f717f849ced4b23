/* sequence.c - sequences of transitions read from derivations, and given ones.
 *
 * A derivation says by which transition each word is pushed, done and popped, and at which front, in no order. There is one order: at
 * each front words are popped from the top down, which is from the last to the first; and before that the word before the front, which
 * was pushed last, pops words from under it and is done.
 *
 *   front   transitions of arc-hybrid for the heads 2 0 2, with 0 on the stack
 *   1       SH of 1
 *   2       LA of 1, then SH of 2
 *   3       SH of 3
 *   4       RA of 3, RA of 2
 */
#include "search/search.h"

#include <string.h>

/* Arrays that begin with -1, and all; each has n + 2 numbers. */
enum { N_UNSET = 5, N_ARRAYS = 10 };

gboolean
sequence_begin (SearchWorker *worker, const SearchGrammar *grammar, int n, ReadSequence *sequence)
{
  const gsize size = (gsize) n + 2;
  int *next;

  if (!try_reserve (&worker->numbers, &worker->n_numbers, N_ARRAYS * size, sizeof (int)))
    return FALSE;
  next = worker->numbers;
  memset (next, -1, N_UNSET * size * sizeof (int));
  memset (next + N_UNSET * size, 0, (N_ARRAYS - N_UNSET) * size * sizeof (int));
  *sequence = (ReadSequence){ .grammar = grammar,
                              .n = n,
                              .heads = next,
                              .pushes = next + size,
                              .done = next + 2 * size,
                              .pops = next + 3 * size,
                              .left = next + 4 * size,
                              .fronts = next + 5 * size,
                              .n_left = next + 6 * size,
                              .last_popped = next + 7 * size,
                              .popped_before = next + 8 * size,
                              .stack = next + 9 * size };
  return TRUE;
}

void
sequence_note (gpointer data, const Edge *edge)
{
  ReadSequence *s = data;
  const gboolean is_list =
      edge->rule->weight_kind == WEIGHT_AT_FIRST || edge->rule->weight_kind == WEIGHT_AT_LAST;
  const SearchWeight *weight = search_weight (s->grammar, edge);
  const int a = edge->a, b = is_list ? edge->a : edge->b, head = search_find_head (weight->head, a);

  if (head >= 0)
    s->heads[b] = head;
  if (weight->done >= 0)
    s->done[b] = weight->done;
  switch (weight->place) {
  case AT_PUSH:
    s->pushes[b] = weight->transition;
    break;
  case AT_POP:
    s->pops[b] = weight->transition;
    s->fronts[b] = a + 1;
    break;
  case AT_HEAD:
    s->left[a] = weight->transition;
    s->n_left[a]++;
    break;
  case AT_DONE:
    s->done[b] = weight->transition;
    break;
  case AT_NONE:
    break;
  }
}

/* Where a sequence is written and scored, step by step. */
typedef struct {
  const SearchScores *scores;
  const TbkSystem *system;
  int *stack, depth, front;
  int *transitions; /* (nullable) */
  int n_steps;
  double score;
} SequenceWalk;

static int
word_at (const SequenceWalk *w, TbkPlace place)
{
  return place == TBK_PLACE_FRONT ? w->front : w->stack[w->depth - 1 - (int) (place - TBK_PLACE_TOP)];
}

/* Takes a step that the system allows. */
static void
take (SequenceWalk *w, int t)
{
  const TbkTransition *row = &w->system->transitions[t];

  w->score += search_score (w->scores, t, w->depth == 0 ? 0 : w->stack[w->depth - 1], w->front);
  if (row->head != TBK_PLACE_NONE)
    w->score += search_arc (w->scores, word_at (w, row->dependent), word_at (w, row->head));
  if (row->popped == TBK_PLACE_UNDER)
    w->stack[w->depth - 2] = w->stack[w->depth - 1];
  if (row->popped != TBK_PLACE_NONE)
    w->depth--;
  if (row->push != 0)
    w->stack[w->depth++] = w->front++;
  if (w->transitions != NULL)
    w->transitions[w->n_steps] = t;
  w->n_steps++;
}

/* Goes the steps at a front: the word before it pops words from under it, and is done; then words leave from
 * the top down; then the front is pushed. */
static void
take_front (SequenceWalk *w, const ReadSequence *s, int front)
{
  const int last = front - 1;

  for (int c = 0; c < s->n_left[last]; c++)
    take (w, s->left[last]);
  if (s->done[last] >= 0)
    take (w, s->done[last]);
  for (int k = s->last_popped[front]; k > 0; k = s->popped_before[k])
    take (w, s->pops[k]);
  if (front <= s->n)
    take (w, s->pushes[front]);
}

/* Puts the steps in order. Words are listed by the front at which they are popped, in the order of their
 * numbers, each before those before it: so the last comes first. That is from the top down, as later words
 * are above earlier ones. At the end words that stayed without a head get their arcs from 0. */
static void
walk (SequenceWalk *w, const ReadSequence *s)
{
  for (int k = 1; k <= s->n; k++)
    if (s->pops[k] >= 0) {
      s->popped_before[k] = s->last_popped[s->fronts[k]];
      s->last_popped[s->fronts[k]] = k;
    }
  if (!w->system->starts_empty)
    w->stack[w->depth++] = 0;
  for (int front = 1; front <= s->n + 1; front++)
    take_front (w, s, front);
  for (int k = 1; k <= s->n && w->system->hangs_rest; k++)
    if (s->pops[k] < 0 && s->heads[k] == 0 && w->system->transitions[s->pushes[k]].head == TBK_PLACE_NONE)
      w->score += search_arc (w->scores, k, 0);
}

void
sequence_put (const Searching *searching, SearchWorker *worker, int sentence, int k, const ReadSequence *s)
{
  const TbkSequenceRows *rows = searching->rows;
  const gsize row = (gsize) sentence * rows->n_sequences + k, width = (gsize) rows->width;
  const SearchScores scores = search_scores (searching->scores, sentence);
  int *transitions = rows->transitions == NULL ? NULL : rows->transitions + row * TBK_SEARCH_STEPS * width;
  SequenceWalk w = {
    .scores = &scores, .system = searching->grammar->system, .transitions = transitions, .front = 1
  };
  const int n = s == NULL ? 0 : s->n;

  if (s == NULL && k == 0 && !searching->options.allows_none)
    searcher_note_problem (worker, sentence);
  if (s != NULL && (transitions != NULL || rows->scores != NULL)) {
    w.stack = s->stack;
    walk (&w, s);
  }
  for (int i = 0; i < rows->width; i++)
    rows->heads[row * width + i] = i < n ? s->heads[i + 1] : -1;
  for (int i = w.n_steps; i < TBK_SEARCH_STEPS * rows->width && transitions != NULL; i++)
    transitions[i] = -1;
  if (rows->scores != NULL)
    rows->scores[row] = s == NULL ? -INFINITY : w.score;
}
