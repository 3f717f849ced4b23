/* derive.c - from a computation to the derivation that it is.
 *
 * Contents
 *   1. computation: the string of the configuration, and the arcs of the computation
 *   2. columns: the children of each word, in the order in which it takes them
 *   3. decoration: the symbols of nodes and tops, by the rules of the grammar
 *
 * The tree over the positions is known: it is what the computation builds. What the grammar adds are the symbols. Upwards, each
 * node gets the sets of symbols that its left and its right side can have; downwards, from the start symbol on, one of each set
 * is chosen, by the first rule that fits. (The published grammars leave no choice.)
 */
#include "oracle/derive.h"

#include "base/base.h"
#include "tbk/tabular.h"

/* 1. computation: the string of the configuration, and the arcs of the computation. */

/* The sides of a word on which children are. */
enum { LEFT, RIGHT, N_SIDES };

/* The computation in hand. */
typedef struct {
  DerivedTree *tree;
  const TbkGrammar *grammar;
  const guint8 *transitions;
  int from, length;
  TbkConfiguration c;
  TbkWeightedString string;
  int *positions;                 /* by word: in the string, or -1 */
  int *made, *pushed;             /* by word: the transitions that make its arc, and that push it; -1 */
  int *first[N_SIDES], *next;     /* by position: its children from the inside out, -1 after the last */
  int *n_open;                    /* by position: children that are not in the order yet */
  guint64 *sides[N_SIDES], *tops; /* by node, and by position: the symbols that there can be */
} Deriving;

const Translation *
derive_translation (const TbkSystem *system, int policy)
{
  const Record *record = record_of (system);

  for (int s = 0; s < record->n_solvers; s++)
    if (record->solvers[s].kind == &solver_tabular && (record->solvers[s].policies >> policy & 1) != 0)
      return record->solvers[s].parameters;
  return NULL;
}

void
derived_tree_clear (DerivedTree *tree)
{
  g_clear_pointer (&tree->columns, g_free);
  g_clear_pointer (&tree->nodes, g_free);
  g_clear_pointer (&tree->order, g_free);
}

/* An array of @n integers that are -1; to be freed. */
static int *
new_indices (int n)
{
  int *indices = g_new (int, n);

  for (int i = 0; i < n; i++)
    indices[i] = -1;
  return indices;
}

static void
deriving_init (Deriving *d, int n)
{
  d->positions = new_indices (n + 1);
  d->made = new_indices (n + 1);
  d->pushed = new_indices (n + 1);
  d->next = new_indices (n + 1);
  d->n_open = new_indices (n + 1);
  d->tops = g_new0 (guint64, n + 1);
  for (int side = 0; side < N_SIDES; side++) {
    d->first[side] = new_indices (n + 1);
    d->sides[side] = g_new0 (guint64, 2 * n + 1);
  }
}

static void
deriving_clear (Deriving *d)
{
  tbk_configuration_clear (&d->c);
  tbk_weighted_string_clear (&d->string);
  g_free (d->positions);
  g_free (d->made);
  g_free (d->pushed);
  g_free (d->next);
  g_free (d->n_open);
  g_free (d->tops);
  for (int side = 0; side < N_SIDES; side++) {
    g_free (d->first[side]);
    g_free (d->sides[side]);
  }
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Deriving, deriving_clear)

/* Takes transition @i, and notes what it makes and pushes if that is behind the configuration. */
static gboolean
take (Deriving *d, int i, GError **error)
{
  const TbkTransition *transition = &d->c.system->transitions[d->transitions[i]];
  const int front = tbk_configuration_front (&d->c);
  int head, dependent = 0;
  const gboolean makes = tbk_configuration_obstacle (&d->c, transition) == NULL
                         && tbk_configuration_arc (&d->c, transition, &head, &dependent);

  if (!tbk_configuration_step (&d->c, transition, error))
    return FALSE;
  if (i >= d->from && makes)
    d->made[dependent] = i;
  if (i >= d->from && transition->push != 0)
    d->pushed[front] = i;
  return TRUE;
}

/* Makes the string of the configuration, and a column of each of its words. */
static gboolean
make_string (Deriving *d, int policy, GError **error)
{
  DerivedTree *tree = d->tree;
  const Candidate candidate = { .transition = d->from > 0 ? d->transitions[d->from - 1] : -1,
                                .after = &d->c };
  const int n = translation_n_positions (&d->c);

  if (n > TBK_ORACLE_MAX_TABULAR)
    return fail_data (error, "stack and remaining input have %d words together, expected at most %d", n,
                      TBK_ORACLE_MAX_TABULAR);
  if (!tbk_weighted_string_resize (&d->string, n, error))
    return FALSE;
  tree->translation->translate (&candidate, policy, &d->string);
  tree->n = n;
  tree->n_stack = translation_first_of_input (&d->c);
  tree->columns = g_renew (DerivedColumn, tree->columns, n);
  tree->nodes = g_renew (DerivedNode, tree->nodes, 2 * n - 1);
  tree->order = g_renew (int, tree->order, n);
  for (int i = 0; i < n; i++) {
    const int word = translation_word_at (&d->c, i);

    tree->columns[i] = (DerivedColumn){ .word = word, .parent = -1, .terminal = d->string.terminals[i] };
    d->positions[word] = i;
  }
  return TRUE;
}

/* Sets the parents of the positions, by the heads in the final configuration. What has none hangs on position 0. */
static void
find_parents (Deriving *d)
{
  DerivedTree *tree = d->tree;

  for (int i = 1; i < tree->n; i++) {
    const int head = d->c.heads[tree->columns[i].word];

    tree->columns[i].parent = head < 0 ? 0 : d->positions[head];
    g_assert (tree->columns[i].parent >= 0); /* a word that is gone has no children left */
  }
}

/* Goes through the computation: the string at the configuration, the tree at the end. */
static gboolean
go (Deriving *d, const TbkSystem *system, int policy, int n, GError **error)
{
  if (d->from > d->length)
    return fail_data (error, "the sentence has %d transitions, expected at least %d", d->length, d->from);
  if (!tbk_configuration_start (&d->c, system, n, error))
    return FALSE;
  for (int i = 0; i < d->from; i++)
    if (!take (d, i, error))
      return FALSE;
  if (!make_string (d, policy, error))
    return FALSE;
  for (int i = d->from; i < d->length; i++)
    if (!take (d, i, error))
      return FALSE;
  if (!tbk_configuration_is_final (&d->c))
    return fail_data (error, "the transitions end before the tree is complete, so there is no derivation");
  find_parents (d);
  return TRUE;
}

/* 2. columns: the children of each word, in the order in which it takes them. */

/* Lists the children of each position, on each side from the inside out. */
static void
list_children (Deriving *d)
{
  const DerivedColumn *columns = d->tree->columns;
  const int n = d->tree->n;

  for (int i = 1; i < n; i++) {
    const int left = i, right = n - i;

    if (columns[left].parent > left) {
      d->next[left] = d->first[LEFT][columns[left].parent];
      d->first[LEFT][columns[left].parent] = left;
    }
    if (columns[right].parent < right) {
      d->next[right] = d->first[RIGHT][columns[right].parent];
      d->first[RIGHT][columns[right].parent] = right;
    }
  }
}

/* The time at which the column of position @i gets its parent: a transition; before all if its arc is there already; behind all
 * if it has none, and hangs on 0 in the end. */
static int
time_of (const Deriving *d, int i)
{
  const int word = d->tree->columns[i].word;

  return d->c.heads[word] < 0 ? d->length : d->made[word];
}

/* Adds the nodes of a column. Of the next child of both sides the one of the earlier time comes first; no child comes before
 * those of its side that are nearer. */
static int
add_nodes (const Deriving *d, int position, int n_nodes)
{
  DerivedColumn *column = &d->tree->columns[position];
  DerivedNode *nodes = d->tree->nodes;
  int child[N_SIDES], time[N_SIDES] = { -1, -1 };

  column->first = n_nodes;
  nodes[n_nodes++] = (DerivedNode){ .child = -1, .step = d->pushed[column->word] };
  for (int side = 0; side < N_SIDES; side++)
    child[side] = d->first[side][position];
  while (child[LEFT] >= 0 || child[RIGHT] >= 0) {
    int side;

    for (side = 0; side < N_SIDES; side++)
      time[side] = child[side] < 0 ? G_MAXINT : MAX (time[side], time_of (d, child[side]));
    side = time[RIGHT] < time[LEFT] ? RIGHT : LEFT;
    nodes[n_nodes++] =
        (DerivedNode){ .child = child[side], .step = d->made[d->tree->columns[child[side]].word] };
    child[side] = d->next[child[side]];
  }
  column->n_nodes = n_nodes - column->first;
  return n_nodes;
}

/* Sets the order of positions: children before their parents. */
static void
find_order (Deriving *d)
{
  const DerivedTree *tree = d->tree;
  int n = 0;

  for (int i = 0; i < tree->n; i++) {
    d->n_open[i] = tree->columns[i].n_nodes - 1;
    if (d->n_open[i] == 0)
      tree->order[n++] = i;
  }
  for (int o = 0; o < n; o++) {
    const int parent = tree->columns[tree->order[o]].parent;

    if (parent >= 0 && --d->n_open[parent] == 0)
      tree->order[n++] = parent;
  }
  g_assert (n == tree->n);
}

/* 3. decoration: the symbols of nodes and tops, by the rules of the grammar. */

static gboolean
has (guint64 set, guint8 symbol)
{
  return (set >> symbol & 1) != 0;
}

static int
side_of (const DerivedTree *tree, int position, int v)
{
  return tree->nodes[v].child < position ? LEFT : RIGHT;
}

/* Finds the next rule from @r on by which a side that can be one of @before, and a child that can be one of @child, give a node:
 * (B',_) -> A (B,_) or (_,C') -> (_,C) A. @result: the symbol that it is to give; -1: any. Returns the number of rules if there is none. */
static int
find_step (const TbkGrammar *grammar, int r, int side, guint64 before, guint64 child, int result)
{
  for (; r < grammar->n_rules; r++) {
    const TbkRule *rule = &grammar->rules[r];

    if (rule->form == (side == LEFT ? TBK_RULE_LEFT : TBK_RULE_RIGHT)
        && has (child, rule->symbols[side == LEFT ? 1 : 2])
        && has (before, rule->symbols[side == LEFT ? 2 : 1]) && (result < 0 || rule->symbols[0] == result))
      break;
  }
  return r;
}

/* Finds the next rule from @r on that is A -> (B,C), of the highest node of a column. */
static int
find_top (const TbkGrammar *grammar, int r, guint64 left, guint64 right, int result)
{
  for (; r < grammar->n_rules; r++) {
    const TbkRule *rule = &grammar->rules[r];

    if (rule->form == TBK_RULE_HEAD && has (left, rule->symbols[1]) && has (right, rule->symbols[2])
        && (result < 0 || rule->symbols[0] == result))
      break;
  }
  return r;
}

/* Finds what the sides of the nodes of a column, and its top, can be. The columns of its children are done. */
static void
find_symbols (Deriving *d, int position)
{
  const TbkGrammar *grammar = d->grammar;
  const DerivedColumn *column = &d->tree->columns[position];
  const int first = column->first, last = first + column->n_nodes - 1;

  for (int r = 0; r < grammar->n_rules; r++)
    if (grammar->rules[r].form == TBK_RULE_WORD && grammar->rules[r].symbols[2] == column->terminal)
      for (int side = 0; side < N_SIDES; side++)
        d->sides[side][first] = (guint64) 1 << grammar->rules[r].symbols[side];
  for (int v = first + 1; v <= last; v++) {
    const int side = side_of (d->tree, position, v);
    const guint64 before = d->sides[side][v - 1], child = d->tops[d->tree->nodes[v].child];

    d->sides[1 - side][v] = d->sides[1 - side][v - 1];
    for (int r = 0; (r = find_step (grammar, r, side, before, child, -1)) < grammar->n_rules; r++)
      d->sides[side][v] |= (guint64) 1 << grammar->rules[r].symbols[0];
  }
  for (int r = 0;
       (r = find_top (grammar, r, d->sides[LEFT][last], d->sides[RIGHT][last], -1)) < grammar->n_rules; r++)
    d->tops[position] |= (guint64) 1 << grammar->rules[r].symbols[0];
}

/* Chooses the symbols of a column whose top is chosen, and the tops of its children. */
static void
choose_symbols (Deriving *d, int position)
{
  const TbkGrammar *grammar = d->grammar;
  const DerivedColumn *column = &d->tree->columns[position];
  const int last = column->first + column->n_nodes - 1;
  const TbkRule *rule =
      &grammar->rules[find_top (grammar, 0, d->sides[LEFT][last], d->sides[RIGHT][last], column->symbol)];
  guint8 symbols[N_SIDES] = { rule->symbols[1], rule->symbols[2] };

  for (int v = last; v >= column->first; v--) {
    DerivedNode *node = &d->tree->nodes[v];
    const int side = side_of (d->tree, position, v);

    node->left = symbols[LEFT];
    node->right = symbols[RIGHT];
    if (v == column->first)
      break;
    rule = &grammar->rules[find_step (grammar, 0, side, d->sides[side][v - 1], d->tops[node->child],
                                      symbols[side])];
    symbols[side] = rule->symbols[side == LEFT ? 2 : 1];
    d->tree->columns[node->child].symbol = rule->symbols[side == LEFT ? 1 : 2];
  }
}

gboolean
derive_tree (DerivedTree *tree, const TbkSystem *system, int policy, const guint8 *transitions, gsize from,
             gsize length, int n, GError **error)
{
  const Translation *translation = derive_translation (system, policy);
  g_auto (Deriving)
      d = { .tree = tree, .transitions = transitions, .from = (int) from, .length = (int) length };
  int n_nodes = 0;

  g_return_val_if_fail (length <= TBK_SEQUENCE_MAX, FALSE);
  g_assert (translation != NULL);
  tree->translation = translation;
  d.grammar = translation->grammar;
  deriving_init (&d, n);
  if (!go (&d, system, policy, n, error))
    return FALSE;
  list_children (&d);
  for (int i = 0; i < tree->n; i++)
    n_nodes = add_nodes (&d, i, n_nodes);
  find_order (&d);
  for (int o = 0; o < tree->n; o++)
    find_symbols (&d, tree->order[o]);
  if (!has (d.tops[0], (guint8) d.grammar->start))
    return fail_data (
        error, "the policy %s forbids the transitions from number %d on, so its grammar does not derive them",
        system->policies[policy].name, d.from + 1);
  tree->columns[0].symbol = (guint8) d.grammar->start;
  for (int o = tree->n - 1; o >= 0; o--)
    choose_symbols (&d, tree->order[o]);
  return TRUE;
}
