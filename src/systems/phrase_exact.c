/* phrase_exact.c - the exact losses of top-down and in-order parsing.
 *
 * Contents
 *   1. top_down_exact: the exact loss of top-down parsing
 *   2. in_order_exact: the exact loss of in-order parsing
 */
#include "systems/constituents.h"

#include "oracle/phrases.h"

/* 1. top_down_exact: the exact loss of top-down parsing.
 *
 * R, wrong and next as in phrases.h; o_1..o_m are the open elements (X_k, l_k) from the bottom; E = 1 if
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
 * All of R that (H2) admits hold one common word, so they are nested: where l_k < l_k', r_k >= r_k' by
 * itself. So (H4) binds only elements that begin at the same word, a group, and the gains of groups add up:
 * constituents.h finds them.
 *
 * An example: the gold tree (S (NP the dog) barks) after NT-NP SH. Nothing is built and next = 1. The open
 * NP could become NP (0, 2) but for (H3). So the gain is 0, and the loss 0 + 1 + 2 = 3: one element is
 * open, and both S and NP of R begin before next. After NT-S NT-NP SH both elements are matched: 0 + 2 + 2
 * - 4 = 0.
 */

typedef struct {
  Remainder remainder;
  Matching matching;
} TopDown;

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
  matching_clear (&solver->matching);
  g_free (solver);
}

static gboolean
set_gold (gpointer data, const TbkPhraseTree *gold, GError **error)
{
  TopDown *solver = data;

  return remainder_set_gold (&solver->remainder, gold, error)
         && matching_set_gold (&solver->matching, &solver->remainder, error);
}

/* Takes in the configuration, and sets @base to (H1) without gain. */
static gboolean
follow (TopDown *solver, const TbkPhraseConfiguration *c, int *base, GError **error)
{
  const Remainder *r = &solver->remainder;

  remainder_follow (&solver->remainder, c);
  *base = r->n_wrong + c->n_open + unbuilt_before (r, c->next);
  return matching_follow (&solver->matching, c, error);
}

/* (H1), where @base is that without gain. (H2): with a fresh element on top, spans must end after the next
 * word. */
static int
full_loss (TopDown *solver, int base)
{
  Matching *m = &solver->matching;

  return matching_has_fresh (m) ? base - 2 * matching_after_next (m, TRUE) - matching_fresh_gain (m)
                                : base - 2 * matching_at_next (m, FALSE);
}

static int
loss (gpointer data, const TbkPhraseConfiguration *c, GError **error)
{
  int base;

  return follow (data, c, &base, error) ? full_loss (data, base) : -1;
}

/* SH: the fresh elements are so no longer, and spans must end beyond the word shifted. */
static gboolean
add_shift (TopDown *solver, int base, TbkPhraseValues *values, GError **error)
{
  const Remainder *r = &solver->remainder;

  return values_add (values, TBK_PHRASE_SHIFT, -1, 0,
                     base + r->before[r->next + 1] - r->before[r->next]
                         - 2 * matching_after_next (&solver->matching, FALSE),
                     error);
}

/* NT-X: one more fresh element, which gains nothing unless X is one of R that begins here. */
static gboolean
add_openings (TopDown *solver, int base, TbkPhraseValues *values, GError **error)
{
  const Remainder *r = &solver->remainder;
  Matching *m = &solver->matching;
  const int other = base + 1 - 2 * matching_after_next (m, TRUE) - matching_fresh_gain (m);

  if (!values_add (values, TBK_PHRASE_OPEN, -1, 0, other, error))
    return FALSE;
  /* The labels with which one more element would gain more. */
  matching_mark (m);
  for (int g = r->begin[r->next]; g < r->begin[r->next + 1]; g++) {
    guint8 *is_wanted = &m->is_wanted[m->numbers[g]];

    if (*is_wanted && !values_add (values, TBK_PHRASE_OPEN, r->gold[g].label, 0, other - 1, error))
      return FALSE;
    *is_wanted = FALSE; /* each label once */
  }
  return TRUE;
}

/* RE: the topmost open element is built, and no longer to be matched. */
static gboolean
add_reduce (TopDown *solver, const TbkPhraseConfiguration *c, int base, TbkPhraseValues *values,
            GError **error)
{
  const TbkPhraseElement *topmost = &c->stack[c->top_open];
  GoldConstituent *gold = remainder_find (&solver->remainder, topmost->label, topmost->left, c->next);
  const gboolean is_gold = gold != NULL && gold->remaining > 0;
  int gain;

  /* While the gain is asked for, the remainder is as after the transition. */
  if (is_gold)
    gold->remaining--;
  gain = 2 * matching_at_next (&solver->matching, TRUE);
  if (is_gold)
    gold->remaining++;
  return values_add (values, TBK_PHRASE_REDUCE, -1, 0, base - 1 + (is_gold ? -1 : 1) - gain, error);
}

static gboolean
add_values (gpointer data, const TbkPhraseConfiguration *c, TbkPhraseValues *values, GError **error)
{
  int base;

  if (!follow (data, c, &base, error))
    return FALSE;
  values->loss = full_loss (data, base);
  return (!is_possible (c, TBK_PHRASE_REDUCE) || add_reduce (data, c, base, values, error))
         && (!is_possible (c, TBK_PHRASE_SHIFT) || add_shift (data, base, values, error))
         && (!is_possible (c, TBK_PHRASE_OPEN) || add_openings (data, base, values, error));
}

const PhraseSolver top_down_exact = {
  .make = make,
  .free = release,
  .set_gold = set_gold,
  .loss = loss,
  .values = add_values,
};

/* 2. in_order_exact: the exact loss of in-order parsing.
 *
 * R, alive, wrong and next as in phrases.h. o_1..o_m are the open elements (X_k, l_k), all l_k different;
 * B = {l_1..l_m}, and the left end of the top if that is complete: only there can a constituent still begin
 * whose first word is shifted. Before FI
 *
 *   (H6)  loss = wrong + |R with l < next| - |alive ones of R with l in B| + misnamed
 *   (H7)  misnamed = number of k for which no (X_k, l_k, r) of R has the least r of those alive at l_k
 *
 * After FI the loss is wrong + |R|. (H7): of the constituents that begin at l_k the innermost unbuilt one is
 * completed first, so an open element is right iff it bears such a one's label.
 *
 * An example: the same tree after SH NT-S. NP (0, 2) is the innermost at word 0, so the open S is misnamed.
 * Both S and NP are alive, with l = 0 in B: 0 + 2 - 2 + 1 = 1. S is built over a wrong span, and both
 * can still be opened over it.
 */

static gpointer
in_order_make (const TbkPhraseSystem *system)
{
  (void) system;
  return g_new0 (Remainder, 1);
}

static void
in_order_release (gpointer solver)
{
  remainder_clear (solver);
  g_free (solver);
}

static gboolean
in_order_set_gold (gpointer solver, const TbkPhraseTree *gold, GError **error)
{
  return remainder_set_gold (solver, gold, error);
}

/* The part of (H6) that open elements add. */
typedef struct {
  int alive, misnamed;
} Open;

/* Counts what the open element (@label, @left) adds, where @next words are shifted: one more than in @r, or
 * as many. */
static Open
count_open (Remainder *r, int label, int left, int next)
{
  const GoldConstituent *g = r->gold + first_alive (r, left), *end = r->gold + r->begin[left + 1];
  Open open = { r->alive[left], 1 };
  int right;

  /* Those that end before `next`, which may be the word after that of the remainder, are no longer alive. */
  for (; g < end && (g->right < next || g->remaining == 0); g++)
    open.alive -= g->remaining;
  /* Now the shortest span comes first: (H7) asks for a label over it. */
  for (right = g < end ? g->right : -1; g < end && g->right == right; g++)
    if (g->remaining > 0 && g->label == label)
      open.misnamed = 0;
  return open;
}

static Open
count_all_open (Remainder *r, const TbkPhraseConfiguration *c, int next)
{
  Open sum = { 0, 0 };

  for (int place = c->top_open; place >= 0; place = c->stack[place].below) {
    const Open open = count_open (r, c->stack[place].label, c->stack[place].left, next);

    sum.alive += open.alive;
    sum.misnamed += open.misnamed;
  }
  return sum;
}

/* (H6) where @next words are shifted. */
static int
sum_loss (const Remainder *r, int next, Open open)
{
  return r->n_wrong + unbuilt_before (r, next) - open.alive + open.misnamed;
}

/* The alive ones at the top's left end, if it is complete: the top can become the first child of each of
 * them. */
static int
alive_at_top (const Remainder *r, const TbkPhraseConfiguration *c)
{
  return has_complete_top (c) ? r->alive[stack_top (c)->left] : 0;
}

static int
in_order_loss (gpointer solver, const TbkPhraseConfiguration *c, GError **error)
{
  Remainder *r = solver;

  (void) error;
  remainder_follow (r, c);
  if (c->is_finished)
    return final_loss (r);
  return sum_loss (r, c->next, count_all_open (r, c, c->next)) - alive_at_top (r, c);
}

/* RE builds the topmost open element, whose left end stays in B: the complete top's own does not. */
static gboolean
in_order_add_reduce (Remainder *r, const TbkPhraseConfiguration *c, Open open, TbkPhraseValues *values,
                     GError **error)
{
  const TbkPhraseElement *topmost = &c->stack[c->top_open];

  /* It is no longer open, so whether it is misnamed does not count; what is built is gold or wrong. */
  open.misnamed -= count_open (r, topmost->label, topmost->left, c->next).misnamed;
  return values_add (values, TBK_PHRASE_REDUCE, -1, 0,
                     sum_loss (r, c->next, open) + !is_missing (r, topmost->label, topmost->left, c->next),
                     error);
}

/* NT-X costs nothing for the labels of (H7), else 1. */
static gboolean
in_order_add_openings (Remainder *r, const TbkPhraseConfiguration *c, TbkPhraseValues *values, GError **error)
{
  g_assert (c->depth > 0); /* else none may be opened */
  const int left = stack_top (c)->left;
  const GoldConstituent *g = r->gold + first_alive (r, left), *end = r->gold + r->begin[left + 1];

  if (!values_add (values, TBK_PHRASE_OPEN, -1, 0, values->loss + 1, error))
    return FALSE;
  /* (H7): the labels of the innermost unbuilt ones that begin where the top does. */
  for (int right = g < end ? g->right : -1; g < end && g->right == right; g++)
    if (g->remaining > 0 && !values_add (values, TBK_PHRASE_OPEN, g->label, 0, values->loss, error))
      return FALSE;
  return TRUE;
}

/* SH: the top is the new word, so what begins where the old one does is lost unless an element is open
 * there. What begins at the word is alive with it. */
static gboolean
in_order_add_shift (Remainder *r, const TbkPhraseConfiguration *c, TbkPhraseValues *values, GError **error)
{
  const int next = c->next + 1;

  return values_add (values, TBK_PHRASE_SHIFT, -1, 0,
                     sum_loss (r, next, count_all_open (r, c, next)) - r->alive[c->next], error);
}

static gboolean
in_order_add_values (gpointer solver, const TbkPhraseConfiguration *c, TbkPhraseValues *values,
                     GError **error)
{
  Remainder *r = solver;
  Open open;

  remainder_follow (r, c);
  open = count_all_open (r, c, c->next);
  values->loss = sum_loss (r, c->next, open) - alive_at_top (r, c);
  return (!is_possible (c, TBK_PHRASE_SHIFT) || in_order_add_shift (r, c, values, error))
         && (!is_possible (c, TBK_PHRASE_REDUCE) || in_order_add_reduce (r, c, open, values, error))
         && (!is_possible (c, TBK_PHRASE_FINISH)
             || values_add (values, TBK_PHRASE_FINISH, -1, 0, final_loss (r), error))
         && (!is_possible (c, TBK_PHRASE_OPEN) || in_order_add_openings (r, c, values, error));
}

const PhraseSolver in_order_exact = {
  .make = in_order_make,
  .free = in_order_release,
  .set_gold = in_order_set_gold,
  .loss = in_order_loss,
  .values = in_order_add_values,
};
