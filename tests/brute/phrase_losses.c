/* phrase_losses.c - losses by the letter of their equations. */
#include "brute/phrase_losses.h"

#include <string.h>

enum { MOST = 512 }; /* constituents, open elements */

static gboolean
is_equal (const TbkConstituent *a, const TbkConstituent *b)
{
  return a->label == b->label && a->left == b->left && a->right == b->right;
}

static int
count_equal (const TbkConstituent *list, int n, const TbkConstituent *wanted)
{
  int count = 0;

  for (int i = 0; i < n; i++)
    count += is_equal (&list[i], wanted);
  return count;
}

/* The published formula. */

static int
gold_index (const TbkPhraseSystem *system, const TbkPhraseTree *gold, int i)
{
  const TbkConstituent *c = &gold->constituents[i];

  if (system->strategy != TBK_PHRASE_IN_ORDER)
    return c->left;
  return i + 1 < gold->n_constituents && gold->parents[i + 1] == i && c[1].left == c->left ? c[1].right
                                                                                           : c->left + 1;
}

static int
open_index (const TbkPhraseConfiguration *c, int place)
{
  return c->system->strategy == TBK_PHRASE_IN_ORDER ? c->stack[place - 1].right : c->stack[place].left;
}

/* Whether (@label, @index) is among the open elements below @place. */
static gboolean
is_in_alpha (const TbkPhraseConfiguration *c, int place, int label, int index)
{
  while (--place >= 0)
    if (c->stack[place].right < 0 && c->stack[place].label == label && open_index (c, place) == index)
      return TRUE;
  return FALSE;
}

static gboolean
is_in_i (const TbkPhraseConfiguration *c, int left)
{
  for (int place = 0; place < c->depth; place++)
    if ((c->stack[place].right < 0 ? open_index (c, place) : c->stack[place].left) == left)
      return TRUE;
  return FALSE;
}

static gboolean
has_complete (const TbkPhraseConfiguration *c, int left, int right)
{
  for (int place = 0; place < c->depth; place++)
    if (c->stack[place].left == left && c->stack[place].right == right)
      return TRUE;
  return FALSE;
}

/* (i) to (iv). */
static gboolean
is_reachable (const TbkPhraseConfiguration *c, const TbkPhraseTree *gold, int i)
{
  const TbkConstituent *g = &gold->constituents[i];
  const int m = gold_index (c->system, gold, i);
  const gboolean is_open = is_in_alpha (c, c->depth, g->label, m);
  const gboolean is_begun = is_in_i (c, g->left) && c->next <= g->right;

  if (count_equal (c->built, c->n_built, g) > 0)
    return TRUE;
  if (c->next <= g->left && (c->system->strategy != TBK_PHRASE_TOP_DOWN || !is_open))
    return TRUE;
  switch (c->system->strategy) {
  case TBK_PHRASE_TOP_DOWN:
    return is_begun && is_open;
  case TBK_PHRASE_IN_ORDER:
    return is_begun && (!is_open || has_complete (c, g->left, m));
  default:
    return is_begun;
  }
}

static gint64
gold_place (const TbkPhraseSystem *system, const TbkPhraseTree *gold, int i)
{
  return system->strategy == TBK_PHRASE_IN_ORDER
             ? (gint64) (gold_index (system, gold, i) + 1) * gold->n_constituents - i
             : i;
}

/* Goes on from the longest sequences that end at each gold place to those with one more open element. */
static void
lengthen (const TbkPhraseConfiguration *c, const TbkPhraseTree *gold, int place, int *longest)
{
  int before[MOST];

  memcpy (before, longest, sizeof before);
  for (int i = 0; i < gold->n_constituents; i++) {
    if (gold->constituents[i].label != c->stack[place].label
        || gold_index (c->system, gold, i) != open_index (c, place))
      continue;
    longest[i] = MAX (longest[i], 1);
    for (int j = 0; j < gold->n_constituents; j++)
      if (gold_place (c->system, gold, j) < gold_place (c->system, gold, i))
        longest[i] = MAX (longest[i], before[j] + 1);
  }
}

static gboolean
is_gold_opening (const TbkPhraseConfiguration *c, const TbkPhraseTree *gold, int place)
{
  for (int i = 0; i < gold->n_constituents; i++)
    if (gold->constituents[i].label == c->stack[place].label
        && gold_index (c->system, gold, i) == open_index (c, place))
      return TRUE;
  return FALSE;
}

static int
cost_of_open (const TbkPhraseConfiguration *c, const TbkPhraseTree *gold)
{
  int longest[MOST] = { 0 }, cost = 0, length = 0;

  for (int place = 0; place < c->depth; place++) {
    if (c->stack[place].right >= 0)
      continue;
    lengthen (c, gold, place, longest);
    cost += is_gold_opening (c, gold, place)
            || !is_in_alpha (c, place, c->stack[place].label, open_index (c, place));
  }
  for (int i = 0; i < gold->n_constituents; i++)
    length = MAX (length, longest[i]);
  return cost - length;
}

int
printed_loss (const TbkPhraseConfiguration *c, const TbkPhraseTree *gold)
{
  int loss = cost_of_open (c, gold);

  g_assert (gold->n_constituents <= MOST);
  for (int i = 0; i < gold->n_constituents; i++)
    loss += count_equal (gold->constituents, i, &gold->constituents[i]) == 0 && !is_reachable (c, gold, i);
  for (int b = 0; b < c->n_built; b++)
    loss += count_equal (gold->constituents, gold->n_constituents, &c->built[b]) == 0
            && count_equal (c->built, b, &c->built[b]) == 0;
  return loss;
}

/* Top-down. */

/* R, wrong, and the open elements. */
typedef struct {
  TbkConstituent rest[MOST];
  int n_rest, n_wrong;
  int labels[MOST], lefts[MOST];
  int n_open, n, next;
} State;

static void
set_state (State *state, const TbkPhraseConfiguration *c, const TbkPhraseTree *gold)
{
  *state = (State){ .n_rest = gold->n_constituents, .n = c->n, .next = c->next };
  memcpy (state->rest, gold->constituents, (gsize) gold->n_constituents * sizeof *state->rest);
  for (int b = 0; b < c->n_built; b++) {
    int i = 0;

    while (i < state->n_rest && !is_equal (&state->rest[i], &c->built[b]))
      i++;
    if (i < state->n_rest)
      state->rest[i] = state->rest[--state->n_rest];
    else
      state->n_wrong++;
  }
  for (int place = 0; place < c->depth; place++)
    if (c->stack[place].right < 0) {
      state->labels[state->n_open] = c->stack[place].label;
      state->lefts[state->n_open++] = c->stack[place].left;
    }
}

/* How many of the open elements from..to-1 can be matched with what is left from @left to @right, label by label. */
static int
match_class (const State *state, int from, int to, int left, int right)
{
  gboolean is_used[MOST] = { FALSE };
  int n = 0;

  for (int k = from; k < to; k++)
    for (int i = 0; i < state->n_rest; i++)
      if (!is_used[i] && state->rest[i].left == left && state->rest[i].right == right
          && state->rest[i].label == state->labels[k] && (k > 0 || right == state->n)) { /* (H3) */
        is_used[i] = TRUE;
        n++;
        break;
      }
  return n;
}

static int
count_rest (const State *state, int left, int right)
{
  int n = 0;

  for (int i = 0; i < state->n_rest; i++)
    n += state->rest[i].left == left && state->rest[i].right == right;
  return n;
}

/* The greatest gain of the elements first..end-1, which begin at one word. (H4): later elements take shorter spans. */
static int
group_gain (const State *state, int first, int end)
{
  const int left = state->lefts[first];
  const gboolean is_fresh = left == state->next;
  const int least = state->next + (state->lefts[state->n_open - 1] == state->next); /* (H2) */
  int best[MOST] = { 0 }, gain = 0, n_above = 0;

  for (int right = state->n; right >= least; right--) {
    int then[MOST] = { 0 };

    for (int to = first; to <= end; to++)
      for (int from = first; from <= to; from++) {
        const int matched = match_class (state, from, to, left, right);

        then[to - first] = MAX (then[to - first], best[from - first] + matched);
        if (to == end && count_rest (state, left, right) > 0) /* (H5), with this class as r* */
          gain = MAX (gain, 2 * best[from - first] + matched - n_above);
      }
    memcpy (best, then, sizeof best);
    n_above += count_rest (state, left, right);
  }
  return is_fresh ? gain : 2 * best[end - first];
}

int
top_down_loss (const TbkPhraseConfiguration *c, const TbkPhraseTree *gold)
{
  State *state = g_new (State, 1);
  int loss;

  g_assert (gold->n_constituents <= MOST && c->depth <= MOST);
  set_state (state, c, gold);
  loss = state->n_wrong + state->n_open;
  for (int i = 0; i < state->n_rest; i++)
    loss += state->rest[i].left < state->next;
  for (int first = 0, end; first < state->n_open; first = end) {
    for (end = first; end < state->n_open && state->lefts[end] == state->lefts[first]; end++)
      ;
    loss -= group_gain (state, first, end);
  }
  g_free (state);
  return loss;
}
