/* in_order_exact.c - the exact loss of in-order parsing.
 *
 * R, alive, wrong and next as in remainder.h. o_1..o_m are the open elements (X_k, l_k), all l_k different;
 * B = {l_1..l_m}, and the left end of the top if that is complete: only there can a constituent still begin
 * whose first word is shifted. Before FI
 *
 *   (H6)  loss = wrong + |R with l < next| - |alive ones of R with l in B| + misnamed
 *   (H7)  misnamed = number of k for which no (X_k, l_k, r) of R has the least r of those alive at l_k
 *
 * After FI the loss is wrong + |R|. (H7): of the constituents that begin at l_k the innermost unbuilt one is
 * completed first, so an open element is right iff it bears such a one's label.
 */
#include "phrase/oracle/configuration.h"
#include "phrase/oracle/remainder.h"
#include "phrase/oracle/solver.h"

static gpointer
make (const TbkPhraseSystem *system)
{
  (void) system;
  return g_new0 (Remainder, 1);
}

static void
release (gpointer solver)
{
  remainder_clear (solver);
  g_free (solver);
}

static gboolean
set_gold (gpointer solver, const TbkPhraseTree *gold, GError **error)
{
  return remainder_set_gold (solver, gold, error);
}

/* What open elements add to (H6). */
typedef struct {
  int alive, misnamed;
} Open;

/* The same for the element (@label, @left), where @next words are shifted: one more than in @r, or as many.
 * */
static Open
count_open (Remainder *r, int label, int left, int next)
{
  const GoldConstituent *g = r->gold + first_alive (r, left), *end = r->gold + r->begin[left + 1];
  Open open = { r->alive[left], 1 };
  int right;

  /* Those that end before `next`, which may be the word after that of the remainder, are no longer alive. */
  for (; g < end && (g->right < next || g->remaining == 0); g++)
    open.alive -= g->remaining;
  /* Of the rest the shortest span comes first: (H7) asks for a label over it. */
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

/* The alive ones at the top's left end, if it is complete. */
static int
alive_at_top (const Remainder *r, const TbkPhraseConfiguration *c)
{
  return has_complete_top (c) ? r->alive[stack_top (c)->left] : 0;
}

static int
loss (gpointer solver, const TbkPhraseConfiguration *c, GError **error)
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
add_reduce (Remainder *r, const TbkPhraseConfiguration *c, Open open, TbkPhraseValues *values, GError **error)
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
add_openings (Remainder *r, const TbkPhraseConfiguration *c, TbkPhraseValues *values, GError **error)
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

static gboolean
add_shift (Remainder *r, const TbkPhraseConfiguration *c, TbkPhraseValues *values, GError **error)
{
  const int next = c->next + 1;

  return values_add (values, TBK_PHRASE_SHIFT, -1, 0,
                     sum_loss (r, next, count_all_open (r, c, next)) - r->alive[c->next], error);
}

static gboolean
add_values (gpointer solver, const TbkPhraseConfiguration *c, TbkPhraseValues *values, GError **error)
{
  Remainder *r = solver;
  Open open;

  remainder_follow (r, c);
  open = count_all_open (r, c, c->next);
  values->loss = sum_loss (r, c->next, open) - alive_at_top (r, c);
  return (!is_possible (c, TBK_PHRASE_SHIFT) || add_shift (r, c, values, error))
         && (!is_possible (c, TBK_PHRASE_REDUCE) || add_reduce (r, c, open, values, error))
         && (!is_possible (c, TBK_PHRASE_FINISH)
             || values_add (values, TBK_PHRASE_FINISH, -1, 0, final_loss (r), error))
         && (!is_possible (c, TBK_PHRASE_OPEN) || add_openings (r, c, values, error));
}

const PhraseSolver in_order_exact = {
  .make = make,
  .free = release,
  .set_gold = set_gold,
  .loss = loss,
  .values = add_values,
};
