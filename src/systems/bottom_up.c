/* bottom_up.c - the exact loss of non-binary bottom-up parsing.
 *
 * Contents
 *   1. gains: how many open elements can become gold constituents, and what one more would gain: (H8) and
 *      (H10) over the records that matching.c keeps
 *   2. bottom_up_exact: the exact loss of non-binary bottom-up parsing, without and with a cap on unary
 *      chains
 */
#include "systems/constituents.h"

#include <string.h>

#include "base/base.h"
#include "oracle/phrases.h"

/* 1. gains: how many open elements can become gold constituents, and what one more would gain: (H8) and
 * (H10) over the records that matching.c keeps.
 *
 * It belongs to top-down parsing (phrase_exact.c), not to the section after it; constituents.h has the
 * equations. A group is the open elements that begin at one word, a class the gold constituents that begin
 * there and end at one word, class 1 the longest. f(i,j) is the most of the lowest i elements that can be
 * matched with the classes 1..j, in order.
 *
 * For the gold tree (S (VP (NP the dog) ...) ...) and the open elements (S (NP at word 0, the classes are
 * S, VP, NP. f(2,1) = 1, by S; f(2,2) = 1, as VP is not open; f(2,3) = 2. Of the elements so many can
 * still be completed as gold constituents, when the classes up to 3 are not passed.
 *
 * sums[j] of a group is f(n,j) for all its n elements. A shift passes classes, the shortest first: those
 * left, "admitted", are 1..n_admitted. So the answer is sums[n_admitted], without a new matching.
 */

/* Returns the number of the group's classes that end at @least or later. It goes up and down from the
 * last answer: along a computation it changes by few classes a step. */
static int
count_admitted (Matching *m, OpenGroup *group, int least)
{
  const SpanClass *classes = m->classes + group->first_class;

  while (group->n_admitted > 0 && classes[group->n_admitted - 1].right < least)
    group->n_admitted--;
  while (group->n_admitted < group->n_classes && classes[group->n_admitted].right >= least)
    group->n_admitted++;
  return group->n_admitted;
}

/* (H8) for the lowest @n elements of the topmost group, n or n - 1, and class @j, of which some may be
 * built. */
static int
match_last_class (Matching *m, const OpenGroup *group, int n, int j)
{
  const SpanClass *class = &m->classes[group->first_class + j - 1];
  const int lowest = group->first == 0 && class->right < m->remainder->n ? 1 : 0; /* (H3) */
  const OpenElement *elements = m->elements + group->first;
  int before = m->sums[group->sums + (gsize) j - 1], n_matched = 0, best;

  /* f(n,j-1), without what the elements from n on added. */
  for (int i = n; i < group->n; i++)
    before -= matching_has_bit (m, elements[i].row, j - 1);
  for (int g = class->begin; g < class->end; g++)
    m->caps[m->numbers[g]] = m->remainder->gold[g].remaining;
  best = before;
  /* k goes down: n_matched is g_j(k,n), and `before` f(k,j-1). */
  for (int k = n - 1; k >= lowest; k--) {
    if (elements[k].number >= 0 && m->caps[elements[k].number] > 0) {
      m->caps[elements[k].number]--;
      n_matched++;
    }
    before -= matching_has_bit (m, elements[k].row, j - 1);
    best = MAX (best, before + n_matched);
  }
  for (int g = class->begin; g < class->end; g++)
    m->caps[m->numbers[g]] = 0;
  return best;
}

/* Classes that end early cannot be matched any more: those admitted are the first ones, since classes come
 * from the longest. The sums f(n,j) of the last one admitted have the answer for each group, (H8). */
int
matching_at_next (Matching *m, gboolean closes)
{
  const int next = m->remainder->next;
  OpenGroup *top = m->n_groups > 0 ? &m->groups[m->n_groups - 1] : NULL;
  int sum = 0, j;

  /* Groups under the topmost one: what begins there and ends at next or later is not built yet. */
  for (OpenGroup *group = m->groups; group < top; group++)
    sum += m->sums[group->sums + (gsize) count_admitted (m, group, next)];
  if (top == NULL)
    return sum;
  /* Some of the last class admitted may be built already, if it ends at the next word. Else the sums hold. */
  j = count_admitted (m, top, next);
  if (j > 0 && m->classes[top->first_class + j - 1].right == next)
    return sum + match_last_class (m, top, top->n - closes, j);
  return sum + m->sums[top->sums + (gsize) j]
         - (closes && matching_has_bit (m, m->elements[m->n_elements - 1].row, j));
}

/* No such span is built, so the sums hold for all groups. */
int
matching_after_next (Matching *m, gboolean is_old)
{
  const int n = m->n_groups - (is_old && matching_has_fresh (m));
  int sum = 0;

  for (int g = 0; g < n; g++)
    sum += m->sums[m->groups[g].sums + (gsize) count_admitted (m, &m->groups[g], m->remainder->next + 1)];
  return sum;
}

/* (H10) for class @j, where @n_above gold constituents are in the classes before. @first gets the greatest k
 * that has it. */
static int
fresh_gain_of_class (const Matching *m, const OpenGroup *group, int j, int n_above, int *first)
{
  const SpanClass *class = &m->classes[group->first_class + j - 1];

  *first = class->n_doubles > 0 ? m->doubles[class->slot] : group->n;
  return 2 * m->sums[group->sums + (gsize) j - 1] + class->n_doubles - n_above;
}

/* (H10): the greatest of the classes. */
int
matching_fresh_gain (const Matching *m)
{
  const OpenGroup *group = matching_has_fresh (m) ? &m->groups[m->n_groups - 1] : NULL;
  int gain = 0, n_above = 0, first;

  for (int j = 1; group != NULL && j <= group->n_classes; j++) {
    gain = MAX (gain, fresh_gain_of_class (m, group, j, n_above, &first));
    n_above += m->classes[group->first_class + j - 1].size;
  }
  return gain;
}

/* Wants the labels of @class of which there is one more than elements from @first on. */
static void
mark_class (Matching *m, const SpanClass *class, int first)
{
  for (int g = class->begin; g < class->end; g++)
    if (m->limits[g] < first)
      m->is_wanted[m->numbers[g]] = TRUE;
}

/* One more element gains 1 iff it is matched in the last class used, in a run that is best without it: one
 * that is matched in a class before gains 2 there, but then the last class can as well be that one. */
void
matching_mark (Matching *m)
{
  const OpenGroup *group = matching_has_fresh (m) ? &m->groups[m->n_groups - 1] : NULL;
  const int gain = matching_fresh_gain (m), left = m->remainder->next;
  int n_above = 0, first;

  memset (m->is_wanted, FALSE, (gsize) m->n_labels);
  /* Without elements there are no records, and only class 1 is not below others. */
  if (group == NULL) {
    for (int g = m->remainder->begin[left]; g < m->remainder->begin[left + 1]; g++)
      m->is_wanted[m->numbers[g]] |= m->remainder->gold[g].right == m->classes[m->class_begin[left]].right;
    return;
  }
  for (int j = 1; j <= group->n_classes; j++) {
    const SpanClass *class = &m->classes[group->first_class + j - 1];

    if (fresh_gain_of_class (m, group, j, n_above, &first) == gain)
      mark_class (m, class, first);
    n_above += class->size;
  }
}

/* 2. bottom_up_exact: the exact loss of non-binary bottom-up parsing, without and with a cap on unary
 * chains.
 *
 * R, alive, wrong and next as in phrases.h; B the left ends of the stack's elements. Before FI
 *
 *   (L1)  loss = wrong + |R with l < next| - |alive ones of R with l in B|
 *
 * after it wrong + |R|. The costs:
 *
 *   (L2)  SH       the alive ones that end at next, of which (L1) loses those that begin in B
 *   (L3)  RE-X-k   0 if (X, b, next) is in R, else 1; and the alive ones with l in B, l > b, where b is the
 *                  left end of the deepest element popped
 *
 * An example: the gold tree (S (NP the dog) barks) after SH SH, without a cap. next = 2, and B = {0, 1}. S
 * (0, 3) and NP (0, 2) are alive and begin in B, so (L1) is 2 - 2 = 0. RE-NP-2 costs nothing. SH costs 1 by
 * (L2): NP ends at next. RE-X-1 costs 1, since no constituent of R is over (1, 2). With a wrong RE-X-2 NP
 * stays in R, and can still be built over X.
 *
 * With at most U constituents of one child in a row, of which u were made last, (L1) grows by
 *
 *   (L4)  the sum of max (0, q - c) over spans (l, r) that are not lost, q = |R over (l, r)|, and c = U - u
 *         if it is the span of the top, else U over one word, else U + 1
 */

typedef struct {
  Remainder remainder;
  int max_unary;
  int *excess_after; /* of each word: (L4) over the spans that begin there or later */
  int *excess_under; /* of each place of the stack: (L4) over what begins in or under it */
  gsize words_allocated, places_allocated;
} BottomUp;

static gpointer
make (const TbkPhraseSystem *system)
{
  BottomUp *solver = g_new0 (BottomUp, 1);

  solver->max_unary = system->max_unary;
  return solver;
}

static void
release (gpointer data)
{
  BottomUp *solver = data;

  remainder_clear (&solver->remainder);
  g_free (solver->excess_after);
  g_free (solver->excess_under);
  g_free (solver);
}

static gboolean
set_gold (gpointer data, const TbkPhraseTree *gold, GError **error)
{
  return remainder_set_gold (&((BottomUp *) data)->remainder, gold, error);
}

/* (L1) without (L4). */
static int
plain_loss (const Remainder *r, const TbkPhraseConfiguration *c)
{
  int sum = r->n_wrong + unbuilt_before (r, c->next);

  for (int place = 0; place < c->depth; place++)
    /* Those that begin at an element of the stack and are alive can still be built. */
    sum -= r->alive[c->stack[place].left];
  return sum;
}

static int
loss (gpointer data, const TbkPhraseConfiguration *c, GError **error)
{
  Remainder *r = &((BottomUp *) data)->remainder;

  (void) error;
  remainder_follow (r, c);
  return c->is_finished ? final_loss (r) : plain_loss (r, c);
}

/* The alive ones that begin at @left and end at next; *@end gets the place behind them. */
static int
alive_at_next (Remainder *r, int left, const GoldConstituent **begin, const GoldConstituent **end)
{
  const GoldConstituent *g = r->gold + first_alive (r, left), *last = r->gold + r->begin[left + 1];
  int n = 0;

  *begin = g;
  for (; g < last && g->right == r->next; g++)
    n += g->remaining;
  *end = g;
  return n;
}

/* (L2): what begins in B and ends at next. */
static int
shift_cost (Remainder *r, const TbkPhraseConfiguration *c)
{
  const GoldConstituent *begin, *end;
  int cost = 0;

  for (int place = 0; place < c->depth; place++)
    cost += alive_at_next (r, c->stack[place].left, &begin, &end);
  return cost;
}

/* (L3) for all labels, with RE-X-k leading to the loss @other unless X is missing. */
static gboolean
add_reduction (Remainder *r, const TbkPhraseConfiguration *c, int n_children, int other,
               TbkPhraseValues *values, GError **error)
{
  const GoldConstituent *begin, *end;

  if (!values_add (values, TBK_PHRASE_REDUCE, -1, n_children, other, error))
    return FALSE;
  alive_at_next (r, c->stack[c->depth - n_children].left, &begin, &end);
  for (const GoldConstituent *g = begin; g < end; g++)
    if (g->remaining > 0 && !values_add (values, TBK_PHRASE_REDUCE, g->label, n_children, other - 1, error))
      return FALSE;
  return TRUE;
}

/* Adds FI if it is allowed: what is not built by then is lost. */
static gboolean
add_finish (const Remainder *r, const TbkPhraseConfiguration *c, TbkPhraseValues *values, GError **error)
{
  return !is_possible (c, TBK_PHRASE_FINISH)
         || values_add (values, TBK_PHRASE_FINISH, -1, 0, final_loss (r), error);
}

static gboolean
add_values (gpointer data, const TbkPhraseConfiguration *c, TbkPhraseValues *values, GError **error)
{
  Remainder *r = &((BottomUp *) data)->remainder;
  int lost = 0;

  values->loss = loss (data, c, error);
  if (c->next < c->n
      && !values_add (values, TBK_PHRASE_SHIFT, -1, 0, values->loss + shift_cost (r, c), error))
    return FALSE;
  if (!add_finish (r, c, values, error))
    return FALSE;
  /* With k children the left ends of the k - 1 topmost elements go: `lost` is what was alive there. */
  for (int k = 1; k <= c->depth; k++) {
    if (!add_reduction (r, c, k, values->loss + 1 + lost, values, error))
      return FALSE;
    lost += r->alive[c->stack[c->depth - k].left];
  }
  return TRUE;
}

const PhraseSolver bottom_up_exact = {
  .make = make,
  .free = release,
  .set_gold = set_gold,
  .loss = loss,
  .values = add_values,
};

/* (L4) for the spans that begin at @left and end at @from or later; @top_cap is for the span that ends at
 * next, -1 if it is not the top's. */
static int
excess_at (const BottomUp *solver, int left, int from, int top_cap)
{
  const Remainder *r = &solver->remainder;
  const GoldConstituent *g = r->gold + r->begin[left], *end = r->gold + r->begin[left + 1];
  int sum = 0;

  while (g < end) {
    const int right = g->right;
    const int cap = right == r->next && top_cap >= 0 ? top_cap : solver->max_unary + (right - left > 1);
    int q = 0;

    /* All constituents over one span, of any label. */
    for (; g < end && g->right == right; g++)
      q += g->remaining;
    if (right >= from)
      sum += MAX (0, q - cap);
  }
  return sum;
}

/* Sums (L4) over what begins at a word or later, once a gold tree: nothing of it is built before it is
 * reached. */
static gboolean
set_gold_capped (gpointer data, const TbkPhraseTree *gold, GError **error)
{
  BottomUp *solver = data;

  if (!set_gold (solver, gold, error))
    return FALSE;
  if (!try_reserve (&solver->excess_after, &solver->words_allocated, (gsize) gold->n + 1, sizeof (int)))
    return memory_fail (error, "a tree of %d words", gold->n);
  solver->excess_after[gold->n] = 0;
  for (int left = gold->n - 1; left >= 0; left--)
    solver->excess_after[left] = solver->excess_after[left + 1] + excess_at (solver, left, left, -1);
  return TRUE;
}

/* Sums (L4) over the stack from the bottom, for spans that end at @from or later, none of them the top's. */
static gboolean
sum_excess (BottomUp *solver, const TbkPhraseConfiguration *c, int from, GError **error)
{
  int sum = 0;

  if (!try_reserve (&solver->excess_under, &solver->places_allocated, (gsize) c->depth + 1, sizeof (int)))
    return memory_fail (error, "a stack of %d elements", c->depth);
  for (int place = 0; place < c->depth; place++) {
    solver->excess_under[place] = sum;
    sum += excess_at (solver, c->stack[place].left, from, -1);
  }
  solver->excess_under[c->depth] = sum;
  return TRUE;
}

/* (L1) with (L4), for which sum_excess() was called. excess_under has the sums of all elements under
 * the top; the top is added with its own cap for the span that ends at next. */
static int
loss_with_excess (const BottomUp *solver, const TbkPhraseConfiguration *c)
{
  const int top_cap = solver->max_unary - c->n_unary;
  int sum = plain_loss (&solver->remainder, c) + solver->excess_after[c->next];

  if (c->depth > 0)
    /* The top has its own cap for the span that ends at next, so it is not taken from the sums. */
    sum += solver->excess_under[c->depth - 1] + excess_at (solver, stack_top (c)->left, c->next, top_cap);
  return sum;
}

static int
loss_capped (gpointer data, const TbkPhraseConfiguration *c, GError **error)
{
  BottomUp *solver = data;

  remainder_follow (&solver->remainder, c);
  if (c->is_finished)
    return final_loss (&solver->remainder);
  return sum_excess (solver, c, c->next, error) ? loss_with_excess (solver, c) : -1;
}

/* (L3) with (L4): a missing X leaves one less to make over the span. */
static gboolean
add_capped_reduction (BottomUp *solver, const TbkPhraseConfiguration *c, int n_children, int plain,
                      TbkPhraseValues *values, GError **error)
{
  Remainder *r = &solver->remainder;
  const int place = c->depth - n_children, left = c->stack[place].left;
  const int cap = solver->max_unary - (n_children == 1 ? c->n_unary + 1 : 0);
  const int rest = plain + solver->excess_after[c->next] + solver->excess_under[place];
  const GoldConstituent *begin, *end;
  int excess = excess_at (solver, left, c->next, cap);

  if (!values_add (values, TBK_PHRASE_REDUCE, -1, n_children, rest + excess + 1, error))
    return FALSE;
  /* One less over the span is to be made; that counts where it passed the cap. */
  excess -= alive_at_next (r, left, &begin, &end) > cap;
  for (const GoldConstituent *g = begin; g < end; g++)
    if (g->remaining > 0
        && !values_add (values, TBK_PHRASE_REDUCE, g->label, n_children, rest + excess, error))
      return FALSE;
  return TRUE;
}

/* (L2) with (L4), in which a span that ends at next is lost. The new top has no chain yet, so excess_after
 * has it. */
static gboolean
add_capped_shift (BottomUp *solver, const TbkPhraseConfiguration *c, int plain, TbkPhraseValues *values,
                  GError **error)
{
  return sum_excess (solver, c, c->next + 1, error)
         && values_add (values, TBK_PHRASE_SHIFT, -1, 0,
                        plain + shift_cost (&solver->remainder, c) + solver->excess_under[c->depth]
                            + solver->excess_after[c->next],
                        error);
}

static gboolean
add_capped_values (gpointer data, const TbkPhraseConfiguration *c, TbkPhraseValues *values, GError **error)
{
  BottomUp *solver = data;
  Remainder *r = &solver->remainder;
  const int first = c->n_unary < solver->max_unary ? 1 : 2;
  int plain;

  remainder_follow (r, c);
  plain = plain_loss (r, c);
  /* The shift asks for sums over spans that end later, the reductions for those from next on. */
  if ((c->next < c->n && !add_capped_shift (solver, c, plain, values, error))
      || !add_finish (r, c, values, error) || !sum_excess (solver, c, c->next, error))
    return FALSE;
  values->loss = loss_with_excess (solver, c);
  /* Chains that have reached the cap admit no reduction of one element. */
  for (int k = 1; k <= c->depth; k++) {
    if (k >= first && !add_capped_reduction (solver, c, k, plain, values, error))
      return FALSE;
    plain += r->alive[c->stack[c->depth - k].left];
  }
  return TRUE;
}

const PhraseSolver bottom_up_exact_capped = {
  .make = make,
  .free = release,
  .set_gold = set_gold_capped,
  .loss = loss_capped,
  .values = add_capped_values,
};
