/* printed.c - the published formula of the loss, at its word.
 *
 *   loss = |U| + |gamma_c \ gamma_G| + |alpha_c \ alpha_G| + out_of_order
 *
 * gamma_c are the constituents built, gamma_G the gold ones, alpha_c the open elements, each a label with an
 * index, and alpha_G those of the gold tree: all sets. The index is, top-down, the first word of the
 * constituent; in-order the number of words shifted when the element was opened, which is where its first
 * child ends. I is the set of left ends of complete elements and of the indices of open ones. A gold (X, l,
 * r), whose index is m, is not in U iff
 *
 *   (i)    it is in gamma_c; or
 *   (ii)   next <= l, and, top-down, (X, m) is not in alpha_c; or
 *   (iii)  l in I, next <= r, and (X, m) is in alpha_c (top-down) or is not (in-order); or
 *   (iv)   in-order: l in I, next <= r, (X, m) is in alpha_c, and a complete element spans (l, m).
 *
 * Bottom-up there is no alpha, and (iii) asks l in I and next <= r only. out_of_order is the number of open
 * elements in alpha_G less the longest sequence of them, from the bottom, that increases by their places in
 * the gold sequence. The terms with alpha are (H11) of constituents.h.
 *
 * Which gold constituents are built and which openings are open is kept from one configuration to the next.
 * The losses after a transition with a label follow from the loss before it:
 *
 *   NT-X     changes U by (iv) alone: gold constituents with the label and index of X are lost if no complete
 *            element spans (l, m). What I gains by it, the index, is the left end of nothing that (ii) does
 *            not admit.
 *   RE-X-k   takes the left ends of the k - 1 topmost elements out of I. U gains the gold constituents that
 *            begin there and are not built. X is wrong if it is neither gold nor built.
 *
 * An example, top-down, of the gold tree (S (NP the dog) barks) after NT-NP SH: built is nothing, next = 1,
 * and NP with index 0 is open. S (0, 3) begins before next and (S, 0) is not open: it is in U. NP (0, 2) is
 * not, by (iii). The open NP is gold and alone in its sequence. So the formula gives 1. The exact loss is
 * 3: the lowest element ends with the sentence (H3), so this NP becomes (0, 3), which is wrong, and S and
 * NP (0, 2) are missing.
 */
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "oracle/phrases.h"
#include "systems/constituents.h"

/* A gold constituent. Sets hold equal ones once: with the index of the first in pre-order. */
typedef struct {
  int label, left, right;
  int number; /* in pre-order */
  int kind;   /* of its opening */
  int n_built;
} SetConstituent;

/* A constituent that was built. */
typedef struct {
  TbkConstituent constituent;
  int gold;          /* its place in `gold`, -1 if it is wrong */
  gboolean is_again; /* wrong, and an equal one came before */
} FollowedConstituent;

/* Words and the place behind them. */
typedef struct {
  gboolean is_left_end; /* it is in I */
  int complete;         /* where the complete element that begins here ends; 0 if there is none */
  int n_begun;          /* bottom-up: the gold ones that begin here and are not built, but can be by (iii) */
} PrintedWord;

typedef struct {
  const TbkPhraseSystem *system;
  SetConstituent *gold; /* by left end, then right end, then label */
  int n_gold;
  Openings openings;
  FollowedConstituent *built;
  int n_built, n_wrong; /* in all; different wrong ones */
  PrintedWord *words;
  TbkPhraseConfiguration after; /* a transition */
  Room gold_room, words_room, built_room;
} Printed;

static gpointer
make (const TbkPhraseSystem *system)
{
  Printed *solver = g_new0 (Printed, 1);

  solver->system = system;
  return solver;
}

static void
release (gpointer data)
{
  Printed *solver = data;

  room_clear (&solver->gold_room);
  room_clear (&solver->words_room);
  room_clear (&solver->built_room);
  openings_clear (&solver->openings);
  tbk_phrase_configuration_clear (&solver->after);
  g_free (solver);
}

/* In-order, of the constituents whose first children end at one place the inner ones are opened first, and
 * those that begin later. */
static GoldOpening
opening_of (const TbkPhraseSystem *system, const TbkPhraseTree *tree, int i)
{
  const TbkConstituent *c = &tree->constituents[i];
  const gboolean has_phrase_first =
      i + 1 < tree->n_constituents && tree->parents[i + 1] == i && c[1].left == c->left;
  const int first_end = has_phrase_first ? c[1].right : c->left + 1;

  if (system->strategy != TBK_PHRASE_IN_ORDER)
    return (GoldOpening){ c->label, c->left, i };
  return (GoldOpening){ c->label, first_end, (gint64) (first_end + 1) * tree->n_constituents - i };
}

static int
compare_spans (const SetConstituent *x, const SetConstituent *y)
{
  if (x->left != y->left)
    return x->left < y->left ? -1 : 1;
  if (x->right != y->right)
    return x->right < y->right ? -1 : 1;
  return (x->label > y->label) - (x->label < y->label);
}

static int
compare (gconstpointer a, gconstpointer b)
{
  const SetConstituent *x = a, *y = b;
  const int order = compare_spans (x, y);

  return order != 0 ? order : (x->number > y->number) - (x->number < y->number);
}

/* Makes the gold constituents a set: of equal ones the first in pre-order remains. */
static void
set_constituents (Printed *solver, const TbkPhraseTree *tree)
{
  for (int i = 0; i < tree->n_constituents; i++) {
    const TbkConstituent *c = &tree->constituents[i];

    solver->gold[i] = (SetConstituent){ .label = c->label, .left = c->left, .right = c->right, .number = i };
  }
  qsort (solver->gold, (gsize) tree->n_constituents, sizeof *solver->gold, compare);
  solver->n_gold = 0;
  for (int i = 0; i < tree->n_constituents; i++)
    if (i == 0 || compare_spans (&solver->gold[i], &solver->gold[solver->n_gold - 1]) != 0)
      solver->gold[solver->n_gold++] = solver->gold[i];
}

/* All openings of the tree, equal ones included, since the sequence has them; each constituent of the set
 * knows the kind of its own. */
static void
set_openings (Printed *solver, const TbkPhraseTree *tree)
{
  for (int i = 0; i < tree->n_constituents; i++)
    solver->openings.gold[i] = opening_of (solver->system, tree, i);
  openings_set_gold (&solver->openings);
  for (int i = 0; i < solver->n_gold; i++) {
    const GoldOpening opening = opening_of (solver->system, tree, solver->gold[i].number);

    solver->gold[i].kind = openings_find (&solver->openings, opening.label, opening.index);
  }
}

static gboolean
set_gold (gpointer data, const TbkPhraseTree *tree, GError **error)
{
  Printed *solver = data;

  solver->n_built = solver->n_wrong = 0;
  if (!ROOM_RESERVE (&solver->gold_room, tree->n_constituents + 1, ARRAY (solver->gold))
      || !ROOM_RESERVE (&solver->words_room, tree->n + 1, ARRAY (solver->words)))
    return memory_fail (error, "a tree of %d words and %d constituents", tree->n, tree->n_constituents);
  if (!openings_reserve (&solver->openings, tree->n_constituents, error))
    return FALSE;
  set_constituents (solver, tree);
  set_openings (solver, tree);
  return TRUE;
}

/* The built constituents are a stack, of which a new configuration changes the upper end. */

/* The first gold constituent that is not before (@label, @left, @right). */
static int
lower_bound (const Printed *solver, int label, int left, int right)
{
  const SetConstituent wanted = { .label = label, .left = left, .right = right };
  int low = 0, high = solver->n_gold;

  while (low < high) {
    const int middle = low + (high - low) / 2;

    if (compare_spans (&solver->gold[middle], &wanted) < 0)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

/* Returns TRUE if @c was built before. Between two shifts each constituent spans the one before, so those
 * over one span come one after the other. */
static gboolean
is_built_again (const Printed *solver, const TbkConstituent *c)
{
  for (int b = solver->n_built - 1; b >= 0; b--) {
    const TbkConstituent *other = &solver->built[b].constituent;

    if (other->left != c->left || other->right != c->right)
      return FALSE;
    if (other->label == c->label)
      return TRUE;
  }
  return FALSE;
}

/* Counts one more constituent, the last that was built. */
static gboolean
add_built (Printed *solver, const TbkConstituent *c, GError **error)
{
  FollowedConstituent added = { *c, lower_bound (solver, c->label, c->left, c->right), FALSE };
  const SetConstituent *gold = &solver->gold[added.gold];

  if (!ROOM_RESERVE (&solver->built_room, solver->n_built + 1, ARRAY (solver->built)))
    return memory_fail (error, "%d constituents", solver->n_built + 1);
  if (added.gold < solver->n_gold && gold->label == c->label && gold->left == c->left
      && gold->right == c->right) {
    solver->gold[added.gold].n_built++;
  } else {
    added.gold = -1;
    added.is_again = is_built_again (solver, c);
    solver->n_wrong += !added.is_again;
  }
  solver->built[solver->n_built++] = added;
  return TRUE;
}

static void
remove_built (Printed *solver)
{
  const FollowedConstituent *removed = &solver->built[--solver->n_built];

  if (removed->gold >= 0)
    solver->gold[removed->gold].n_built--;
  else
    solver->n_wrong -= !removed->is_again;
}

/* Takes in what @c has built; what is as in the last call stays. */
static gboolean
follow_built (Printed *solver, const TbkPhraseConfiguration *c, GError **error)
{
  const int most = MIN (c->n_built, solver->n_built);
  int n_common = 0;

  while (n_common < most
         && memcmp (&solver->built[n_common].constituent, &c->built[n_common], sizeof *c->built) == 0)
    n_common++;
  while (solver->n_built > n_common)
    remove_built (solver);
  while (solver->n_built < c->n_built)
    if (!add_built (solver, &c->built[solver->n_built], error))
      return FALSE;
  return TRUE;
}

/* The formula. */

/* Sets I, and where complete elements end, by word. Openings are followed before this. */
static void
set_words (Printed *solver, const TbkPhraseConfiguration *c)
{
  memset (solver->words, 0, ((gsize) c->n + 1) * sizeof *solver->words);
  for (int place = 0; place < c->depth; place++) {
    const TbkPhraseElement *element = &c->stack[place];

    if (element->right >= 0) {
      solver->words[element->left].is_left_end = TRUE;
      solver->words[element->left].complete = element->right;
    }
  }
  for (int i = 0; i < solver->openings.n_followed; i++)
    solver->words[solver->openings.followed[i].index].is_left_end = TRUE;
}

/* (ii) to (iv), where @is_open tells whether (X, m) is in alpha_c. Top-down it is only if l is in I. */
static gboolean
is_reachable (const Printed *solver, const TbkPhraseConfiguration *c, const SetConstituent *gold,
              gboolean is_open)
{
  const PrintedWord *left = &solver->words[gold->left];
  const gboolean is_begun = c->next <= gold->right && left->is_left_end;

  switch (c->system->strategy) {
  case TBK_PHRASE_TOP_DOWN:
    return is_open ? c->next <= gold->right : c->next <= gold->left;
  case TBK_PHRASE_IN_ORDER:
    return c->next <= gold->left
           || (is_begun && (!is_open || left->complete == solver->openings.kinds[gold->kind].index));
  default:
    return c->next <= gold->left || is_begun;
  }
}

/* |U|; with what each opening that is not open would add to it. */
static int
count_lost (Printed *solver, const TbkPhraseConfiguration *c)
{
  int n_lost = 0;

  for (int k = 0; k < solver->openings.n_kinds; k++)
    solver->openings.kinds[k].cost = 0;
  for (int i = 0; i < solver->n_gold; i++) {
    const SetConstituent *gold = &solver->gold[i];
    OpeningKind *kind = &solver->openings.kinds[gold->kind];
    gboolean is_lost;

    if (gold->n_built > 0)
      continue;
    is_lost = !is_reachable (solver, c, gold, kind->n_open > 0);
    n_lost += is_lost;
    kind->cost += !is_lost && !is_reachable (solver, c, gold, TRUE);
    solver->words[gold->left].n_begun += !is_lost && gold->left < c->next;
  }
  return n_lost;
}

static int
loss (gpointer data, const TbkPhraseConfiguration *c, GError **error)
{
  Printed *solver = data;

  if (!follow_built (solver, c, error) || !openings_follow (&solver->openings, c, error))
    return -1;
  set_words (solver, c);
  return count_lost (solver, c) + solver->n_wrong + openings_cost (&solver->openings);
}

/* Adds the value of a transition without label if it is allowed. */
static gboolean
try_transition (Printed *solver, const TbkPhraseConfiguration *c, TbkPhraseAct act, TbkPhraseValues *values,
                GError **error)
{
  const TbkPhraseTransition transition = { act, -1, 0 };
  int after;

  /* A transition without label may change every term: it is taken, and the formula asked after it. */
  if (tbk_phrase_configuration_obstacle (c, transition) != NULL)
    return TRUE;
  if (!tbk_phrase_configuration_copy (&solver->after, c, error)
      || !configuration_take_phrase (&solver->after, transition, error))
    return FALSE;
  after = loss (solver, &solver->after, error);
  return after >= 0 && values_add (values, act, -1, 0, after, error);
}

/* NT-X, where the configuration is the one that loss() was called for last. */
static gboolean
add_openings (Printed *solver, const TbkPhraseConfiguration *c, TbkPhraseValues *values, GError **error)
{
  const Openings *o = &solver->openings;

  if (!values_add (values, TBK_PHRASE_OPEN, -1, 0, values->loss + 1, error))
    return FALSE;
  for (int k = openings_first (o, c->next); k < o->n_kinds && o->kinds[k].index == c->next; k++)
    if (!values_add (values, TBK_PHRASE_OPEN, o->kinds[k].label, 0,
                     values->loss + o->kinds[k].cost + openings_growth (o, k), error))
      return FALSE;
  for (int i = o->n_followed - 1; i >= 0 && o->followed[i].index == c->next; i--)
    if (o->followed[i].kind < 0 && !o->followed[i].is_again
        && !values_add (values, TBK_PHRASE_OPEN, o->followed[i].label, 0, values->loss, error))
      return FALSE;
  return TRUE;
}

/* RE-X-k for all X; @lost is what I loses with it. */
static gboolean
add_reduction (Printed *solver, const TbkPhraseConfiguration *c, int n_children, int lost,
               TbkPhraseValues *values, GError **error)
{
  const int left = c->stack[c->depth - n_children].left, known = values->loss + lost;

  if (!values_add (values, TBK_PHRASE_REDUCE, -1, n_children, known + 1, error))
    return FALSE;
  for (int g = lower_bound (solver, G_MININT, left, c->next);
       g < solver->n_gold && solver->gold[g].left == left && solver->gold[g].right == c->next; g++)
    if (!values_add (values, TBK_PHRASE_REDUCE, solver->gold[g].label, n_children, known, error))
      return FALSE;
  /* Over this span, just built: a wrong constituent that is there already is not counted again. */
  for (int b = solver->n_built - 1; b >= 0; b--) {
    const FollowedConstituent *built = &solver->built[b];

    if (built->constituent.left != left || built->constituent.right != c->next)
      break;
    if (built->gold < 0 && !built->is_again
        && !values_add (values, TBK_PHRASE_REDUCE, built->constituent.label, n_children, known, error))
      return FALSE;
  }
  return TRUE;
}

/* RE-X-k for all k: `lost` grows with each element whose left end I loses. */
static gboolean
add_reductions (Printed *solver, const TbkPhraseConfiguration *c, TbkPhraseValues *values, GError **error)
{
  int lost = 0;

  for (int k = 1; k <= c->depth; k++) {
    if (!add_reduction (solver, c, k, lost, values, error))
      return FALSE;
    lost += solver->words[c->stack[c->depth - k].left].n_begun;
  }
  return TRUE;
}

/* FI changes nothing that the formula looks at. */
static gboolean
add_values (gpointer data, const TbkPhraseConfiguration *c, TbkPhraseValues *values, GError **error)
{
  Printed *solver = data;
  const gboolean is_bottom_up = c->system->strategy == TBK_PHRASE_BOTTOM_UP;

  if (!try_transition (solver, c, TBK_PHRASE_SHIFT, values, error)
      || (!is_bottom_up && !try_transition (solver, c, TBK_PHRASE_REDUCE, values, error)))
    return FALSE;
  values->loss = loss (solver, c, error);
  if (values->loss < 0
      || (is_possible (c, TBK_PHRASE_FINISH)
          && !values_add (values, TBK_PHRASE_FINISH, -1, 0, values->loss, error)))
    return FALSE;
  if (is_bottom_up)
    return add_reductions (solver, c, values, error);
  return !is_possible (c, TBK_PHRASE_OPEN) || add_openings (solver, c, values, error);
}

const PhraseSolver printed_formula = {
  .make = make,
  .free = release,
  .set_gold = set_gold,
  .loss = loss,
  .values = add_values,
};
