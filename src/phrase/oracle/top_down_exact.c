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
 * All of R that (H2) admits hold one common word, so they are nested: where l_k < l_k', r_k >= r_k' by
 * itself. So (H4) binds only elements that begin at the same word, a group, and the gains of groups add up:
 * matching.h finds them.
 */
#include "phrase/oracle/configuration.h"
#include "phrase/oracle/matching.h"
#include "phrase/oracle/solver.h"

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
