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
 * the gold sequence.
 */
#include <string.h>

#include "base/memory.h"
#include "phrase/oracle/solver.h"
#include "phrase/oracle/systems.h"

/* A gold constituent; they are in pre-order. */
typedef struct {
  int label, left, right, index;
  gboolean is_again; /* an equal one came before: sets hold it once */
  gint64 place;      /* the place of its opening in the gold sequence; only order counts */
} Nonterminal;

typedef struct {
  const TbkPhraseSystem *system;
  Nonterminal *gold;
  gint64 *tails; /* for the longest increasing sequence: the least last place of one of each length */
  int n_gold;
  int *labels; /* to be valued one by one */
  int n_labels;
  TbkPhraseConfiguration after; /* a transition */
  gsize gold_allocated, labels_allocated;
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

  g_free (solver->gold);
  g_free (solver->tails);
  g_free (solver->labels);
  tbk_phrase_configuration_clear (&solver->after);
  g_free (solver);
}

/* In-order, of the constituents whose first children end at one place the inner ones are opened first, and
 * those that begin later. */
static Nonterminal
nonterminal (const TbkPhraseSystem *system, const TbkPhraseTree *tree, int i)
{
  const TbkConstituent *c = &tree->constituents[i];
  const gboolean has_phrase_first =
      i + 1 < tree->n_constituents && tree->parents[i + 1] == i && c[1].left == c->left;
  Nonterminal gold = { c->label, c->left, c->right, c->left, FALSE, i };

  if (system->strategy == TBK_PHRASE_IN_ORDER) {
    gold.index = has_phrase_first ? c[1].right : c->left + 1;
    gold.place = (gint64) (gold.index + 1) * tree->n_constituents - i;
  }
  for (int j = 0; j < i; j++)
    if (memcmp (&tree->constituents[j], c, sizeof *c) == 0)
      gold.is_again = TRUE;
  return gold;
}

static gboolean
set_gold (gpointer data, const TbkPhraseTree *tree, GError **error)
{
  Printed *solver = data;
  const gsize n = (gsize) tree->n_constituents;

  if (n > solver->gold_allocated) {
    if (!TRY_RENEW (solver->gold, n) || !TRY_RENEW (solver->tails, n))
      return memory_fail (error, "a tree of %d constituents", tree->n_constituents);
    solver->gold_allocated = n;
  }
  solver->n_gold = tree->n_constituents;
  for (int i = 0; i < solver->n_gold; i++)
    solver->gold[i] = nonterminal (solver->system, tree, i);
  return TRUE;
}

/* The index of the open element at @place. */
static int
index_of (const TbkPhraseConfiguration *c, int place)
{
  return c->system->strategy == TBK_PHRASE_IN_ORDER ? c->stack[place - 1].right : c->stack[place].left;
}

/* Whether (@label, @index) is in alpha_c, from the open element at @place down. */
static gboolean
is_in_alpha (const TbkPhraseConfiguration *c, int place, int label, int index)
{
  for (; place >= 0; place = c->stack[place].below)
    if (c->stack[place].label == label && index_of (c, place) == index)
      return TRUE;
  return FALSE;
}

/* Whether the constituent is among the first @n_built. */
static gboolean
is_built (const TbkPhraseConfiguration *c, int n_built, int label, int left, int right)
{
  for (int b = 0; b < n_built; b++)
    if (c->built[b].label == label && c->built[b].left == left && c->built[b].right == right)
      return TRUE;
  return FALSE;
}

/* Whether @left is in I. */
static gboolean
is_left_end (const TbkPhraseConfiguration *c, int left)
{
  for (int place = 0; place < c->depth; place++)
    if ((c->stack[place].right < 0 ? index_of (c, place) : c->stack[place].left) == left)
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
is_reachable (const TbkPhraseConfiguration *c, const Nonterminal *gold)
{
  const gboolean is_open = is_in_alpha (c, c->top_open, gold->label, gold->index);
  const gboolean is_begun = c->next <= gold->right && is_left_end (c, gold->left);

  if (is_built (c, c->n_built, gold->label, gold->left, gold->right))
    return TRUE;
  switch (c->system->strategy) {
  case TBK_PHRASE_TOP_DOWN:
    return is_open ? is_begun : c->next <= gold->left;
  case TBK_PHRASE_IN_ORDER:
    return c->next <= gold->left || (is_begun && (!is_open || has_complete (c, gold->left, gold->index)));
  default:
    return c->next <= gold->left || is_begun;
  }
}

static gboolean
is_gold_constituent (const Printed *solver, const TbkConstituent *c)
{
  for (int i = 0; i < solver->n_gold; i++)
    if (solver->gold[i].label == c->label && solver->gold[i].left == c->left
        && solver->gold[i].right == c->right)
      return TRUE;
  return FALSE;
}

/* Makes sequences longer by an element whose place in the gold sequence is @place. */
static int
lengthen (Printed *solver, int length, gint64 place)
{
  int low = 0, high = length;

  while (low < high) {
    const int middle = (low + high) / 2;

    if (solver->tails[middle] < place)
      low = middle + 1;
    else
      high = middle;
  }
  solver->tails[low] = place;
  return MAX (length, low + 1);
}

/* The last two terms. Where several gold ones have an element's label and index, it may stand for any: the
 * latest places come first, so that no two of them are in one sequence. */
static int
cost_of_open (Printed *solver, const TbkPhraseConfiguration *c)
{
  const gboolean is_in_order = c->system->strategy == TBK_PHRASE_IN_ORDER;
  int n_wrong = 0, n_gold = 0, length = 0;

  for (int place = 0; place < c->depth; place++) {
    const TbkPhraseElement *element = &c->stack[place];
    gboolean is_gold = FALSE;

    if (element->right >= 0)
      continue;
    for (int i = 0; i < solver->n_gold; i++) {
      const Nonterminal *gold = &solver->gold[is_in_order ? i : solver->n_gold - 1 - i];

      if (gold->label != element->label || gold->index != index_of (c, place))
        continue;
      is_gold = TRUE;
      length = lengthen (solver, length, gold->place);
    }
    n_gold += is_gold;
    n_wrong += !is_gold && !is_in_alpha (c, element->below, element->label, index_of (c, place));
  }
  return n_wrong + n_gold - length;
}

static int
formula (Printed *solver, const TbkPhraseConfiguration *c)
{
  int sum = 0;

  for (int i = 0; i < solver->n_gold; i++)
    sum += !solver->gold[i].is_again && !is_reachable (c, &solver->gold[i]);
  for (int b = 0; b < c->n_built; b++)
    sum += !is_gold_constituent (solver, &c->built[b])
           && !is_built (c, b, c->built[b].label, c->built[b].left, c->built[b].right);
  return sum + cost_of_open (solver, c);
}

static int
loss (gpointer data, const TbkPhraseConfiguration *c, GError **error)
{
  (void) error;
  return formula (data, c);
}

static gboolean
note_label (Printed *solver, int label, GError **error)
{
  for (int l = 0; l < solver->n_labels; l++)
    if (solver->labels[l] == label)
      return TRUE;
  if (!try_reserve (&solver->labels, &solver->labels_allocated, (gsize) solver->n_labels + 1, sizeof (int)))
    return memory_fail (error, "%d labels", solver->n_labels + 1);
  solver->labels[solver->n_labels++] = label;
  return TRUE;
}

/* Only labels in the gold tree, in the stack or built can differ from those that are nowhere. */
static gboolean
note_labels (Printed *solver, const TbkPhraseConfiguration *c, GError **error)
{
  gboolean is_noted = TRUE;

  solver->n_labels = 0;
  is_noted = note_label (solver, -1, error);
  for (int i = 0; i < solver->n_gold && is_noted; i++)
    is_noted = note_label (solver, solver->gold[i].label, error);
  for (int b = 0; b < c->n_built && is_noted; b++)
    is_noted = note_label (solver, c->built[b].label, error);
  for (int place = 0; place < c->depth && is_noted; place++)
    is_noted = c->stack[place].label < 0 || note_label (solver, c->stack[place].label, error);
  return is_noted;
}

/* Adds the value of a transition if it is allowed. The label -1 is that of no constituent, as one that is
 * nowhere. */
static gboolean
try_transition (Printed *solver, const TbkPhraseConfiguration *c, TbkPhraseTransition transition,
                TbkPhraseValues *values, GError **error)
{
  if (tbk_phrase_configuration_obstacle (c, transition) != NULL)
    return TRUE;
  return tbk_phrase_configuration_copy (&solver->after, c, error)
         && configuration_take_phrase (&solver->after, transition, error)
         && values_add (values, transition.act, transition.label, transition.n_children,
                        formula (solver, &solver->after), error);
}

/* The transitions with labels. */
static gboolean
try_labels (Printed *solver, const TbkPhraseConfiguration *c, TbkPhraseAct act, int n_children,
            TbkPhraseValues *values, GError **error)
{
  for (int l = 0; l < solver->n_labels; l++)
    if (!try_transition (solver, c, (TbkPhraseTransition){ act, solver->labels[l], n_children }, values,
                         error))
      return FALSE;
  return TRUE;
}

static gboolean
add_values (gpointer data, const TbkPhraseConfiguration *c, TbkPhraseValues *values, GError **error)
{
  Printed *solver = data;
  const gboolean is_bottom_up = c->system->strategy == TBK_PHRASE_BOTTOM_UP;

  values->loss = formula (solver, c);
  if (!note_labels (solver, c, error)
      || !try_transition (solver, c, (TbkPhraseTransition){ TBK_PHRASE_SHIFT, -1, 0 }, values, error)
      || (!is_bottom_up
          && !try_transition (solver, c, (TbkPhraseTransition){ TBK_PHRASE_REDUCE, -1, 0 }, values, error))
      || !try_transition (solver, c, (TbkPhraseTransition){ TBK_PHRASE_FINISH, -1, 0 }, values, error)
      || !try_labels (solver, c, TBK_PHRASE_OPEN, 0, values, error))
    return FALSE;
  for (int k = 1; is_bottom_up && k <= c->depth; k++)
    if (!try_labels (solver, c, TBK_PHRASE_REDUCE, k, values, error))
      return FALSE;
  return TRUE;
}

const PhraseSolver printed_formula = {
  .make = make,
  .free = release,
  .set_gold = set_gold,
  .loss = loss,
  .values = add_values,
};
