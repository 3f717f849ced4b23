/* phrase_oracle.c - oracles of phrase structure: dynamic ones, and the static one.
 *
 * Contents
 *   1. values: the values of the transitions that are allowed in a configuration
 *   2. oracle: dynamic oracles of phrase-structure parsing: which solver answers for which system
 *   3. remainder: the gold constituents that are not built yet
 *   4. static_oracle: the sequence of transitions that builds a tree
 */
#include "oracle/phrases.h"

#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "tbk/oracle.h"

/* 1. values: the values of the transitions that are allowed in a configuration. */

/* Adds a value. All labels but a few have the same loss, so solvers list those few and add one value
 * for all others: the label -1. Top-down after NT-S for (S (NP the dog) barks), with labels S, NP and
 * VP:
 *
 *   NT, -1   loss 1    any label: a wrong constituent
 *   NT, NP   loss 0
 */
gboolean
values_add (TbkPhraseValues *values, TbkPhraseAct act, int label, int n_children, int loss, GError **error)
{
  if (!try_reserve (&values->values, &values->n_allocated, (gsize) values->n + 1, sizeof *values->values))
    return memory_fail (error, "%d values of transitions", values->n + 1);
  values->values[values->n++] = (TbkPhraseValue){ { act, label, n_children }, loss };
  return TRUE;
}

/* The loss of the label itself if it is listed; else that of -1, all other labels. -1 if there is neither. */
int
phrase_values_loss (const TbkPhraseValues *values, TbkPhraseTransition transition)
{
  int loss = -1;

  for (int v = 0; v < values->n; v++) {
    const TbkPhraseTransition *other = &values->values[v].transition;

    if (other->act != transition.act || other->n_children != transition.n_children)
      continue;
    if (other->label == transition.label)
      return values->values[v].loss;
    if (other->label == -1)
      loss = values->values[v].loss;
  }
  return loss;
}

/* 2. oracle: dynamic oracles of phrase-structure parsing: which solver answers for which system. Each
 * method is one solver of the system's record, so there is nothing to choose among. */

static const char *const method_names[] = { "exact", "printed" };

struct TbkPhraseOracle {
  const TbkPhraseSystem *system;
  const PhraseSolver *kind;
  gpointer solver;
  int n; /* words of the gold tree, 0 if there is none */
  TbkPhraseValues values;
};

const char *
tbk_phrase_method_name (TbkPhraseMethod method)
{
  g_return_val_if_fail (method < TBK_N_PHRASE_METHODS, NULL);
  return method_names[method];
}

gboolean
tbk_phrase_method_find (const char *name, TbkPhraseMethod *method)
{
  for (int m = 0; m < TBK_N_PHRASE_METHODS; m++)
    if (strcmp (method_names[m], name) == 0) {
      *method = (TbkPhraseMethod) m;
      return TRUE;
    }
  return FALSE;
}

TbkPhraseOracle *
tbk_phrase_oracle_new (const TbkPhraseSystem *system, TbkPhraseMethod method, GError **error)
{
  const PhraseSolver *kind;
  TbkPhraseOracle *oracle;

  g_return_val_if_fail (system != NULL && method < TBK_N_PHRASE_METHODS, NULL);
  kind = ((const PhraseRecord *) system)->solvers[method];
  if (kind == NULL) {
    g_set_error (error, TBK_ERROR, TBK_ERROR_USAGE, "the system %s has no method %s", system->name,
                 tbk_phrase_method_name (method));
    return NULL;
  }
  oracle = g_new0 (TbkPhraseOracle, 1);
  oracle->system = system;
  oracle->kind = kind;
  oracle->solver = kind->make (system);
  return oracle;
}

void
tbk_phrase_oracle_free (TbkPhraseOracle *oracle)
{
  if (oracle == NULL)
    return;
  oracle->kind->free (oracle->solver);
  g_free (oracle->values.values);
  g_free (oracle);
}

gboolean
tbk_phrase_oracle_set_gold (TbkPhraseOracle *oracle, const TbkPhraseTree *gold, GError **error)
{
  g_return_val_if_fail (gold->n > 0, FALSE);
  oracle->n = 0;
  if (!oracle->kind->set_gold (oracle->solver, gold, error))
    return FALSE;
  oracle->n = gold->n;
  return TRUE;
}

int
tbk_phrase_oracle_loss (TbkPhraseOracle *oracle, const TbkPhraseConfiguration *c, GError **error)
{
  g_return_val_if_fail (c->system == oracle->system && c->n == oracle->n, -1);
  return oracle->kind->loss (oracle->solver, c, error);
}

/* The values belong to the oracle, and are overwritten by the next call. A final configuration has none,
 * but a loss. */
const TbkPhraseValues *
tbk_phrase_oracle_values (TbkPhraseOracle *oracle, const TbkPhraseConfiguration *c, GError **error)
{
  TbkPhraseValues *values = &oracle->values;

  g_return_val_if_fail (c->system == oracle->system && c->n == oracle->n, NULL);
  values->n = 0;
  if (tbk_phrase_configuration_is_final (c)) {
    values->loss = oracle->kind->loss (oracle->solver, c, error);
    return values->loss >= 0 ? values : NULL;
  }
  return oracle->kind->values (oracle->solver, c, values, error) ? values : NULL;
}

/* 3. remainder: the gold constituents that are not built yet.
 *
 * The gold constituents are an array without repetition, ordered by left end, right end and label; equal
 * ones are counted. Two indices lead into it: begin[left], and by_right from end_begin[right] on. The tree
 * (S (NP the dog) (VP barks)) has
 *
 *   gold        0: NP (0, 2)   1: S (0, 3)   2: VP (2, 3)
 *   begin       0 2 2 3 3      by left end 0..4
 *   before      0 2 2 3 3      the same, with equal ones counted
 *   by_right    0 1 2          ends at 2, at 3, at 3
 *   end_begin   0 0 0 1 3      by right end 0..4
 *
 * After NT-S NT-NP SH SH SH nothing is built and next = 3. NP ended at the word 2, which was passed:
 * alive[0] went from 2 to 1. After RE instead of the last SH, NP is built: it is in no count any more.
 */

void
remainder_clear (Remainder *r)
{
  room_clear (&r->constituents);
  room_clear (&r->words);
}

/* The order of `gold`, by which remainder_find() searches. */
static int
compare (gconstpointer a, gconstpointer b)
{
  const GoldConstituent *x = a, *y = b;

  if (x->left != y->left)
    return x->left < y->left ? -1 : 1;
  if (x->right != y->right)
    return x->right < y->right ? -1 : 1;
  return (x->label > y->label) - (x->label < y->label);
}

static gboolean
reserve (Remainder *r, const TbkPhraseTree *tree, GError **error)
{
  if (!ROOM_RESERVE (&r->constituents, tree->n_constituents + 1, ARRAY (r->gold), ARRAY (r->by_right)))
    return memory_fail (error, "a tree of %d constituents", tree->n_constituents);
  return ROOM_RESERVE (&r->words, tree->n + 2, ARRAY (r->begin), ARRAY (r->first), ARRAY (r->alive),
                       ARRAY (r->before), ARRAY (r->end_begin))
         || memory_fail (error, "a tree of %d words", tree->n);
}

/* Sorts the gold constituents; equal ones become one with a count: (X (X a)) has one X over (0, 1), twice. */
static void
merge_equal (Remainder *r, const TbkPhraseTree *tree)
{
  r->n_different = 0;
  for (int i = 0; i < tree->n_constituents; i++) {
    const TbkConstituent *c = &tree->constituents[i];

    r->gold[i] = (GoldConstituent){ c->label, c->left, c->right, 1, 1, 0 };
  }
  qsort (r->gold, (gsize) tree->n_constituents, sizeof (GoldConstituent), compare);
  for (int i = 0; i < tree->n_constituents; i++)
    if (i > 0 && compare (&r->gold[i], &r->gold[r->n_different - 1]) == 0)
      r->gold[r->n_different - 1].count++;
    else
      r->gold[r->n_different++] = r->gold[i];
}

/* Numbers by left and by right ends. The latter is a counting sort, which keeps the order by left ends. */
static void
index_ends (Remainder *r)
{
  int g = 0, n_before = 0;

  memset (r->end_begin, 0, ((gsize) r->n + 2) * sizeof (int));
  for (int left = 0; left <= r->n + 1; left++) {
    r->begin[left] = g;
    r->before[left] = n_before;
    for (; g < r->n_different && r->gold[g].left == left; g++) {
      n_before += r->gold[g].count;
      r->end_begin[r->gold[g].right + 1]++;
    }
  }
  /* end_begin[right + 1] has counted those that end at right. Summed up it says where they end in
   * by_right; filled from behind, each place moves to where they begin. */
  for (int right = 1; right <= r->n + 1; right++)
    r->end_begin[right] += r->end_begin[right - 1];
  for (g = r->n_different - 1; g >= 0; g--) {
    int *place = &r->end_begin[r->gold[g].right + 1];

    r->by_right[--*place] = g;
  }
  /* Each place went back to where its predecessor ends: that is where it begins, one further. */
  for (int right = 0; right <= r->n; right++)
    r->end_begin[right] = r->end_begin[right + 1];
  r->end_begin[r->n + 1] = r->n_different;
}

/* Counts as for the initial configuration: nothing is built and no word shifted. alive[left] is the
 * number of gold constituents that begin at @left, not built yet, whose end is not passed yet. */
static void
begin_again (Remainder *r)
{
  for (int left = 0; left <= r->n; left++) {
    r->first[left] = r->begin[left];
    r->alive[left] = r->before[left + 1] - r->before[left];
  }
  for (int g = 0; g < r->n_different; g++)
    r->gold[g].remaining = r->gold[g].count;
  r->n_built = r->next = r->n_matched = r->n_wrong = 0;
}

/* A computation that is followed has a number above 0, so none is that of the tree before. */
gboolean
remainder_set_gold (Remainder *r, const TbkPhraseTree *tree, GError **error)
{
  r->run = 0;
  if (!reserve (r, tree, error))
    return FALSE;
  r->n = tree->n;
  r->n_gold = tree->n_constituents;
  merge_equal (r, tree);
  index_ends (r);
  begin_again (r);
  return TRUE;
}

/* By bisection among those of the left end. */
GoldConstituent *
remainder_find (const Remainder *r, int label, int left, int right)
{
  const GoldConstituent wanted = { .label = label, .left = left, .right = right };

  return bsearch (&wanted, r->gold + r->begin[left], (gsize) (r->begin[left + 1] - r->begin[left]),
                  sizeof (GoldConstituent), compare);
}

/* Counts a constituent that was built: gold, if one like it is left. It is dead already if it ends before
 * next. */
static void
take_built (Remainder *r, const TbkConstituent *c)
{
  GoldConstituent *gold = remainder_find (r, c->label, c->left, c->right);

  if (gold == NULL || gold->remaining == 0) {
    r->n_wrong++;
    return;
  }
  gold->remaining--;
  r->n_matched++;
  r->alive[c->left] -= gold->right >= r->next;
}

void
remainder_follow (Remainder *r, const TbkPhraseConfiguration *c)
{
  /* Another computation, or one that went back: all is counted again. */
  if (c->run != r->run || c->n_built < r->n_built || c->next < r->next) {
    begin_again (r);
    r->run = c->run;
  }
  /* First what is built: it ended at words that may be passed by shifts which come after it. */
  for (; r->n_built < c->n_built; r->n_built++)
    take_built (r, &c->built[r->n_built]);
  /* Constituents that end at a word which a shift has passed die, as far as they are not built. */
  for (; r->next < c->next; r->next++)
    for (int i = r->end_begin[r->next]; i < r->end_begin[r->next + 1]; i++)
      r->alive[r->gold[r->by_right[i]].left] -= r->gold[r->by_right[i]].remaining;
}

/* 4. static_oracle: the sequence of transitions that builds a tree.
 *
 * Gold constituents come in pre-order, and `begun` is a stack of those whose first word is shifted, or,
 * top-down, that are opened. The innermost one is last:
 *
 *   it ends at next            it is reduced
 *   in-order, not yet opened   it is opened: its first child is complete then
 *   else                       the next word is shifted; top-down after what begins there was opened
 *
 * For (S (NP the dog) barks) top-down: NT-S and NT-NP, as both begin at word 0; SH SH; NP ends at next, RE;
 * SH; S ends at next, RE. In-order: SH, and S and NP come under way; NT-NP, since the innermost is not
 * open; SH; RE; NT-S, since S is the innermost now; SH; RE; FI.
 *
 * Each transition is found in O(1).
 */

/* A gold constituent whose first word is shifted and that is not built. */
typedef struct {
  int constituent;  /* its number in the tree */
  gboolean is_open; /* in-order: NT-X was told */
} Begun;

struct TbkPhraseStaticOracle {
  const TbkPhraseSystem *system;
  const TbkPhraseTree *gold;
  Begun *begun; /* from the root inwards */
  gsize n_allocated;
  int n_begun;
  int next;   /* words shifted */
  int n_seen; /* constituents that are or were in `begun` */
  gboolean is_finished;
};

/* Without a gold tree it is finished, and gives no transition. */
TbkPhraseStaticOracle *
tbk_phrase_static_oracle_new (const TbkPhraseSystem *system)
{
  TbkPhraseStaticOracle *oracle;

  g_return_val_if_fail (system != NULL, NULL);
  oracle = g_new0 (TbkPhraseStaticOracle, 1);
  oracle->system = system;
  oracle->is_finished = TRUE;
  return oracle;
}

void
tbk_phrase_static_oracle_free (TbkPhraseStaticOracle *oracle)
{
  if (oracle == NULL)
    return;
  g_free (oracle->begun);
  g_free (oracle);
}

gboolean
tbk_phrase_static_oracle_set_gold (TbkPhraseStaticOracle *oracle, const TbkPhraseTree *gold, GError **error)
{
  g_return_val_if_fail (gold->n > 0, FALSE);
  oracle->is_finished = TRUE;
  if (!try_reserve (&oracle->begun, &oracle->n_allocated, (gsize) gold->n_constituents, sizeof (Begun)))
    return memory_fail (error, "a tree of %d constituents", gold->n_constituents);
  oracle->gold = gold;
  oracle->n_begun = oracle->next = oracle->n_seen = 0;
  oracle->is_finished = FALSE;
  return TRUE;
}

/* The next gold constituent, which begins at the next word, comes under way. Returns its label. */
static int
begin_one (TbkPhraseStaticOracle *oracle)
{
  oracle->begun[oracle->n_begun++] = (Begun){ oracle->n_seen, FALSE };
  return oracle->gold->constituents[oracle->n_seen++].label;
}

/* TRUE if the next gold constituent begins at the next word. */
static gboolean
begins_here (const TbkPhraseStaticOracle *oracle)
{
  return oracle->n_seen < oracle->gold->n_constituents
         && oracle->gold->constituents[oracle->n_seen].left == oracle->next;
}

/* Takes the innermost constituent as built. Bottom-up the transition names its label and number of
 * children; in the other systems it builds the open element, whose label was named when it was opened. */
static TbkPhraseTransition
reduce (TbkPhraseStaticOracle *oracle)
{
  const int constituent = oracle->begun[--oracle->n_begun].constituent;

  if (oracle->system->strategy == TBK_PHRASE_BOTTOM_UP)
    return (TbkPhraseTransition){ TBK_PHRASE_REDUCE, oracle->gold->constituents[constituent].label,
                                  oracle->gold->n_children[constituent] };
  return (TbkPhraseTransition){ TBK_PHRASE_REDUCE, -1, 0 };
}

/* Shifts the next word. Gold constituents that begin there come under way: all at once in-order and
 * bottom-up, where that is no transition; one by one top-down, where each is an NT-X of its own and
 * comes before the word. */
static TbkPhraseTransition
shift (TbkPhraseStaticOracle *oracle)
{
  if (oracle->system->strategy != TBK_PHRASE_TOP_DOWN)
    while (begins_here (oracle))
      begin_one (oracle);
  else if (begins_here (oracle))
    return (TbkPhraseTransition){ TBK_PHRASE_OPEN, begin_one (oracle), 0 };
  oracle->next++;
  return (TbkPhraseTransition){ TBK_PHRASE_SHIFT, -1, 0 };
}

gboolean
tbk_phrase_static_oracle_next (TbkPhraseStaticOracle *oracle, TbkPhraseTransition *transition)
{
  Begun *innermost = oracle->n_begun > 0 ? &oracle->begun[oracle->n_begun - 1] : NULL;

  if (oracle->is_finished)
    return FALSE;
  /* All is built: FI, if the system has it. */
  if (innermost == NULL && oracle->next == oracle->gold->n) {
    oracle->is_finished = TRUE;
    *transition = (TbkPhraseTransition){ TBK_PHRASE_FINISH, -1, 0 };
    return oracle->system->finishes;
  }
  if (oracle->system->strategy == TBK_PHRASE_IN_ORDER && innermost != NULL && !innermost->is_open) {
    innermost->is_open = TRUE;
    *transition =
        (TbkPhraseTransition){ TBK_PHRASE_OPEN, oracle->gold->constituents[innermost->constituent].label, 0 };
  } else if (innermost != NULL && oracle->gold->constituents[innermost->constituent].right == oracle->next) {
    *transition = reduce (oracle);
  } else {
    *transition = shift (oracle);
  }
  return TRUE;
}
