/* top_down_exact.c - the exact loss of top-down parsing.
 *
 * R, wrong and next as in remainder.h; o_1..o_m are the open elements (X_k, l_k) from the bottom; E = 1 if
 * the top is open, else 0. An element is fresh if l_k = next. Then
 *
 *   (H1)  loss = wrong + m + |R with l < next| - the greatest gain of a matching
 *
 * A matching gives to some k one (X_k, l_k, r_k) of R each, such that
 *
 *   (H2)  r_k >= next + E
 *   (H3)  r_1 = n, since the last open element is completed at the end only
 *   (H4)  k < k' implies r_k >= r_k'
 *
 * and gains 2 for each k matched that is not fresh, since it is neither wrong nor is a gold one missing; 1
 * for each fresh one, since the gold one could still have been opened; and
 *
 *   (H5)  with r* the least end of a matched fresh one, -1 for each (Y, next, r) of R with r > r* that is not
 *         matched: it can no longer be put above.
 *
 * All of R that H2 admits hold one common word, so they are nested: where l_k < l_k', r_k >= r_k' by itself.
 * So H4 binds only elements that begin at the same word, a group, and the gains of groups add up. Within a
 * group R falls into classes of equal r, whose order is free; the elements from the bottom are cut into runs,
 * a run for each class from the longest down, and a run matches its class label by label.
 */
#include <string.h>

#include "base/memory.h"
#include "phrase/oracle/remainder.h"
#include "phrase/oracle/solver.h"
#include "phrase/oracle/systems.h"

typedef struct {
  Remainder remainder;
  int *labels; /* of a group, from the bottom */
  int *best;   /* of each number of a group's lowest elements: how many are matched with classes seen */
  gsize labels_allocated, best_allocated;
} TopDown;

/* The open elements that begin at one word: those of labels[0..n-1]. */
typedef struct {
  int left, n;
  gboolean has_last; /* labels[0] is o_1 */
} Group;

static gpointer
make (const TbkPhraseSystem *system)
{
  (void) system;
  return g_new0 (TopDown, 1);
}

static void
release (gpointer data)
{
  TopDown *solver = data;

  remainder_clear (&solver->remainder);
  g_free (solver->labels);
  g_free (solver->best);
  g_free (solver);
}

static gboolean
set_gold (gpointer data, const TbkPhraseTree *gold, GError **error)
{
  return remainder_set_gold (&((TopDown *) data)->remainder, gold, error);
}

/* The group whose topmost element is at @place of the stack; @below gets the topmost element under it. */
static gboolean
take_group (TopDown *solver, const TbkPhraseConfiguration *c, int place, Group *group, int *below,
            GError **error)
{
  *group = (Group){ .left = c->stack[place].left };
  for (*below = place; *below >= 0 && c->stack[*below].left == group->left; *below = c->stack[*below].below)
    group->n++;
  group->has_last = *below < 0;
  if (!try_reserve (&solver->labels, &solver->labels_allocated, (gsize) group->n + 1, sizeof (int))
      || !try_reserve (&solver->best, &solver->best_allocated, (gsize) group->n + 2, sizeof (int)))
    return memory_fail (error, "%d open elements", group->n);
  for (int i = group->n - 1; i >= 0; i--, place = c->stack[place].below)
    solver->labels[i] = c->stack[place].label;
  return TRUE;
}

/* Whether the element has a match in the class begin..end-1 beside those that are used, and uses it. */
static gboolean
use_match (const TopDown *solver, int element, GoldConstituent *begin, GoldConstituent *end)
{
  for (GoldConstituent *g = begin; g < end; g++)
    if (g->label == solver->labels[element] && g->used < g->remaining) {
      g->used++;
      return TRUE;
    }
  return FALSE;
}

/* Finds where the run of this class begins best if the element before @to is its last: the greatest sum of
 * @weight for each match in longer classes and 1 for each in this one. */
static int
best_run (const TopDown *solver, const Group *group, int to, int weight, GoldConstituent *begin,
          GoldConstituent *end)
{
  /* H3: o_1 matches nothing that ends sooner. */
  const int lowest = group->has_last && begin->right < solver->remainder.n ? 1 : 0;
  int n = 0, best = weight * solver->best[to];

  for (int from = to - 1; from >= lowest; from--) {
    n += use_match (solver, from, begin, end);
    best = MAX (best, weight * solver->best[from] + n);
  }
  for (GoldConstituent *g = begin; g < end; g++)
    g->used = 0;
  return best;
}

/* Goes on from classes of longer spans to this one: best[i] for the lowest i elements. */
static void
take_class (TopDown *solver, const Group *group, GoldConstituent *begin, GoldConstituent *end)
{
  for (int to = group->n; to > 0; to--)
    solver->best[to] = best_run (solver, group, to, 1, begin, end);
}

/* The greatest gain of the group with spans that end at @least or later. */
static int
group_gain (TopDown *solver, const Group *group, int least, gboolean is_fresh)
{
  const Remainder *r = &solver->remainder;
  GoldConstituent *begin, *end = r->gold + r->begin[group->left + 1],
                          *first = r->gold + r->begin[group->left];
  int gain = 0, n_above = 0;

  memset (solver->best, 0, ((gsize) group->n + 1) * sizeof (int));
  for (; end > first && end[-1].right >= least; end = begin) {
    for (begin = end - 1; begin > first && begin[-1].right == begin->right; begin--)
      ;
    /* H5: this class is that of r*. */
    if (is_fresh)
      gain = MAX (gain, best_run (solver, group, group->n, 2, begin, end) - n_above);
    take_class (solver, group, begin, end);
    for (GoldConstituent *g = begin; g < end; g++)
      n_above += g->remaining;
  }
  return is_fresh ? gain : 2 * solver->best[group->n];
}

/* The gain of all groups from that of @place down, none of them fresh; -1 with @error set if memory runs out.
 * */
static int
sum_gains (TopDown *solver, const TbkPhraseConfiguration *c, int place, int least, GError **error)
{
  int gain = 0;
  Group group;

  while (place >= 0) {
    if (!take_group (solver, c, place, &group, &place, error))
      return -1;
    gain += group_gain (solver, &group, least, FALSE);
  }
  return gain;
}

/* What a configuration's values have in common. */
typedef struct {
  Group fresh; /* the elements that begin at next; maybe none */
  int below;   /* the topmost open element under them */
  int base;    /* H1 without gain */
} Frame;

static gboolean
set_frame (TopDown *solver, const TbkPhraseConfiguration *c, Frame *frame, GError **error)
{
  const Remainder *r = &solver->remainder;

  remainder_follow (&solver->remainder, c);
  frame->base = r->n_wrong + c->n_open + unbuilt_before (r, c->next);
  frame->below = c->top_open;
  frame->fresh = (Group){ .left = c->next, .has_last = c->depth == 0 };
  if (c->depth > 0 && !has_complete_top (c))
    return take_group (solver, c, c->top_open, &frame->fresh, &frame->below, error);
  return TRUE;
}

static int
loss (gpointer data, const TbkPhraseConfiguration *c, GError **error)
{
  TopDown *solver = data;
  Frame frame;
  int fresh, old;

  if (!set_frame (solver, c, &frame, error))
    return -1;
  fresh = frame.fresh.n == 0 ? 0 : group_gain (solver, &frame.fresh, c->next + 1, TRUE);
  old = sum_gains (solver, c, frame.below, c->next + (frame.fresh.n > 0), error);
  return old < 0 ? -1 : frame.base - fresh - old;
}

/* SH: the fresh elements are so no longer. @old is the gain of the others with spans beyond the word shifted.
 * */
static gboolean
add_shift (TopDown *solver, const TbkPhraseConfiguration *c, const Frame *frame, int old,
           TbkPhraseValues *values, GError **error)
{
  const Remainder *r = &solver->remainder;
  const int fresh = frame->fresh.n == 0 ? 0 : group_gain (solver, &frame->fresh, c->next + 1, FALSE);
  const int base = frame->base + r->before[c->next + 1] - r->before[c->next];

  return values_add (values, TBK_PHRASE_SHIFT, -1, 0, base - fresh - old, error);
}

/* NT-X: one more fresh element, which gains nothing unless X is one of R that begins here. */
static gboolean
add_openings (TopDown *solver, const TbkPhraseConfiguration *c, const Frame *frame, int old,
              TbkPhraseValues *values, GError **error)
{
  const Remainder *r = &solver->remainder;
  const int fresh = frame->fresh.n == 0 ? 0 : group_gain (solver, &frame->fresh, c->next + 1, TRUE);
  const int first = values->n;
  Group group = frame->fresh;

  if (!values_add (values, TBK_PHRASE_OPEN, -1, 0, frame->base + 1 - old - fresh, error)
      || !try_reserve (&solver->labels, &solver->labels_allocated, (gsize) group.n + 1, sizeof (int))
      || !try_reserve (&solver->best, &solver->best_allocated, (gsize) group.n + 2, sizeof (int)))
    return FALSE;
  group.n++;
  for (int g = r->begin[c->next]; g < r->begin[c->next + 1]; g++) {
    TbkPhraseTransition transition = { TBK_PHRASE_OPEN, r->gold[g].label, 0 };
    int known = first + 1;

    while (known < values->n && values->values[known].transition.label != transition.label)
      known++;
    if (known < values->n)
      continue;
    solver->labels[group.n - 1] = transition.label;
    if (!values_add (values, TBK_PHRASE_OPEN, transition.label, 0,
                     frame->base + 1 - old - group_gain (solver, &group, c->next + 1, TRUE), error))
      return FALSE;
  }
  return TRUE;
}

/* RE: the topmost open element is built, and no longer to be matched. */
static gboolean
add_reduce (TopDown *solver, const TbkPhraseConfiguration *c, const Frame *frame, TbkPhraseValues *values,
            GError **error)
{
  const TbkPhraseElement *topmost = &c->stack[c->top_open];
  GoldConstituent *gold = remainder_find (&solver->remainder, topmost->label, topmost->left, c->next);
  const gboolean is_gold = gold != NULL && gold->remaining > 0;
  Group group;
  int place, gain, rest;

  if (!take_group (solver, c, c->top_open, &group, &place, error))
    return FALSE;
  group.n--;
  if (is_gold)
    gold->remaining--;
  gain = group_gain (solver, &group, c->next, FALSE);
  if (is_gold)
    gold->remaining++;
  rest = sum_gains (solver, c, place, c->next, error);
  return rest >= 0
         && values_add (values, TBK_PHRASE_REDUCE, -1, 0, frame->base - 1 + (is_gold ? -1 : 1) - gain - rest,
                        error);
}

static gboolean
add_values (gpointer data, const TbkPhraseConfiguration *c, TbkPhraseValues *values, GError **error)
{
  TopDown *solver = data;
  Frame frame;
  int old;

  values->loss = loss (solver, c, error);
  if (values->loss < 0)
    return FALSE;
  if (is_possible (c, TBK_PHRASE_REDUCE)
      && (!set_frame (solver, c, &frame, error) || !add_reduce (solver, c, &frame, values, error)))
    return FALSE;
  if (c->next == c->n)
    return TRUE;
  old = set_frame (solver, c, &frame, error) ? sum_gains (solver, c, frame.below, c->next + 1, error) : -1;
  if (old < 0 || !set_frame (solver, c, &frame, error))
    return FALSE;
  return (!is_possible (c, TBK_PHRASE_SHIFT) || add_shift (solver, c, &frame, old, values, error))
         && (!is_possible (c, TBK_PHRASE_OPEN) || add_openings (solver, c, &frame, old, values, error));
}

const PhraseSolver top_down_exact = {
  .make = make,
  .free = release,
  .set_gold = set_gold,
  .loss = loss,
  .values = add_values,
};
