/* test_derive.c - computations as derivations: by the rules of the grammar, and as Nederhof (2019) reads them. */
#include <criterion/criterion.h>

#include "brute/trees.h"
#include "oracle/derive.h"
#include "unit/time_limit.h"
#include "tbk/tabular.h"

enum { MOST_WORDS = 8, MOST_STEPS = 400, N_SENTENCES = 40 };

/* Takes transitions of the system at random until none follows, for a random number of words; returns how many. */
static gsize
walk (GRand *random, const TbkSystem *system, TbkOracle *oracle, TbkConfiguration *c, int *n_words,
      guint8 *transitions)
{
  const int n = *n_words = g_rand_int_range (random, 1, MOST_WORDS + 1);
  int heads[MOST_WORDS + 1];
  gsize length = 0;

  random_tree (random, n, 0, heads);
  cr_assert (tbk_oracle_set_gold (oracle, heads, n, NULL));
  cr_assert (tbk_configuration_start (c, system, n, NULL));
  while (length < MOST_STEPS && !tbk_configuration_is_final (c)) {
    const guint allowed = tbk_configuration_allowed (c);
    int values[TBK_MAX_TRANSITIONS], t;

    /* Of a random gold tree the best ones; the policy forbids none of these. */
    cr_assert (tbk_oracle_values (oracle, c, values, NULL));
    if (tbk_oracle_optimal (oracle, values) == 0)
      break;
    do
      t = g_rand_int_range (random, 0, system->n_transitions);
    while ((allowed & tbk_oracle_optimal (oracle, values) & 1u << t) == 0);
    transitions[length++] = (guint8) t;
    cr_assert (tbk_configuration_step (c, &system->transitions[t], NULL));
  }
  return length;
}

static gboolean
has_rule (const TbkGrammar *grammar, TbkRuleForm form, int first, int second, int third)
{
  for (int r = 0; r < grammar->n_rules; r++) {
    const TbkRule *rule = &grammar->rules[r];

    if (rule->form == form && rule->symbols[0] == first && rule->symbols[1] == second
        && rule->symbols[2] == third)
      return TRUE;
  }
  return FALSE;
}

/* Every part of every column is a rule, and columns hang as the arcs of the final configuration do. */
static void
check_rules (const DerivedTree *tree, const int *heads)
{
  const TbkGrammar *grammar = tree->translation->grammar;

  cr_assert_eq (tree->columns[0].symbol, grammar->start);
  for (int i = 0; i < tree->n; i++) {
    const DerivedColumn *column = &tree->columns[i];
    const DerivedNode *node = &tree->nodes[column->first];
    int last_step = -1;

    cr_assert (has_rule (grammar, TBK_RULE_WORD, node->left, node->right, column->terminal));
    for (int v = column->first + 1; v < column->first + column->n_nodes; v++) {
      const DerivedNode *below = &tree->nodes[v - 1], *above = &tree->nodes[v];
      const DerivedColumn *child = &tree->columns[above->child];

      cr_assert_eq (child->parent, i);
      cr_assert_eq (MAX (heads[child->word], 0), column->word);
      if (above->child < i) {
        cr_assert (has_rule (grammar, TBK_RULE_LEFT, above->left, child->symbol, below->left));
        cr_assert_eq (above->right, below->right);
      } else {
        cr_assert (has_rule (grammar, TBK_RULE_RIGHT, above->right, below->right, child->symbol));
        cr_assert_eq (above->left, below->left);
      }
      cr_assert (above->step < 0 || above->step > last_step);
      last_step = MAX (last_step, above->step);
    }
    node = &tree->nodes[column->first + column->n_nodes - 1];
    cr_assert (has_rule (grammar, TBK_RULE_HEAD, column->symbol, node->left, node->right));
  }
}

/* Whether the grammar derives all computations under a policy. In arc-standard policies forbid arcs, not symbols. Elsewhere a
 * transition is optimal by what it forbids from there on, and a later one may do what an earlier one forbade. */
static gboolean
derives_all (const TbkSystem *system, int policy)
{
  const char *name = system->policies[policy].name;

  return g_str_equal (system->name, "arc-standard") || g_str_equal (name, "free")
         || (g_str_equal (name, "none") && tbk_system_policy (system, "free") < 0);
}

/* All suffixes of a random computation of each system with a grammar, under each policy. */
Test (derive, by_the_rules, .timeout = TIME_LIMIT)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (1);
  const TbkSystem *system;
  int n_systems = 0;

  for (int i = 0; (system = tbk_system_at (i)) != NULL; i++)
    for (int p = 0; p < system->n_policies && derive_translation (system, p) != NULL; p++) {
      g_autoptr (TbkOracle) oracle = tbk_oracle_new (system, p, TBK_METHOD_EXACT, NULL);
      g_auto (TbkConfiguration) c = TBK_CONFIGURATION_INIT;
      g_auto (DerivedTree) tree = { .n = 0 };
      int n_derived = 0;

      n_systems += p == 0;
      for (int s = 0; s < N_SENTENCES; s++) {
        guint8 transitions[MOST_STEPS];
        int n;
        const gsize length = walk (random, system, oracle, &c, &n, transitions);

        if (!tbk_configuration_is_final (&c))
          continue;
        for (gsize from = 0; from <= length; from++) {
          g_autoptr (GError) error = NULL;

          if (derive_tree (&tree, system, p, transitions, from, length, n, &error)) {
            check_rules (&tree, c.heads);
            n_derived++;
          } else {
            cr_assert_not (derives_all (system, p), "%s, %s: %s", system->name, system->policies[p].name,
                           error->message);
          }
        }
      }
      cr_assert_gt (n_derived, N_SENTENCES, "%s, %s: %d", system->name, system->policies[p].name, n_derived);
    }
  cr_assert_gt (n_systems, 7);
}

/* Appends the transitions of a column up to node @v in post-order; of a whole column for its last node. */
static void
append_post_order (const DerivedTree *tree, int position, int v, GArray *steps)
{
  const DerivedNode *node = &tree->nodes[v];
  const gboolean is_left = node->child >= 0 && node->child < position;

  for (int turn = 0; turn < 2 && node->child >= 0; turn++)
    if ((turn == 0) == is_left) {
      const DerivedColumn *child = &tree->columns[node->child];

      append_post_order (tree, node->child, child->first + child->n_nodes - 1, steps);
    } else {
      append_post_order (tree, position, v - 1, steps);
    }
  if (node->step >= 0)
    g_array_append_val (steps, node->step);
}

/* The last position under node @v. */
static int
last_covered (const DerivedTree *tree, int position, int v)
{
  int last = position;

  for (; v > tree->columns[position].first; v--) {
    const int child = tree->nodes[v].child;
    const DerivedColumn *column = &tree->columns[child];

    if (child > position)
      last = MAX (last, last_covered (tree, child, column->first + column->n_nodes - 1));
  }
  return last;
}

static int
compare_words (gconstpointer a, gconstpointer b)
{
  return *(const int *) a - *(const int *) b;
}

/* Compares the stack and the input after the transition of node @v with what the derivation shows (2019, section 4 and Figure 3): in
 * the stack are the words of the columns on the path from the node to the root, and those of left children of nodes on it;
 * in the input all words to the right of the path. */
static void
check_path (const DerivedTree *tree, int position, int v, const TbkConfiguration *c)
{
  g_autoptr (GArray) stack = g_array_new (FALSE, FALSE, sizeof (int));
  int last;

  for (int i = position, node = v; i >= 0; node = -1, i = tree->columns[i].parent) {
    const DerivedColumn *column = &tree->columns[i];
    int from = i == position ? node + 1 : column->first, came = position;

    if (i != position) {
      /* Above the node from which the path comes. */
      while (tree->columns[came].parent != i)
        came = tree->columns[came].parent;
      while (tree->nodes[from].child != came)
        from++;
      from++;
    }
    if (i <= came) /* else the word is to the right of the path */
      g_array_append_val (stack, column->word);
    for (int above = from; above < column->first + column->n_nodes; above++)
      if (tree->nodes[above].child < i)
        g_array_append_val (stack, tree->columns[tree->nodes[above].child].word);
  }
  g_array_sort (stack, compare_words);
  cr_assert_eq ((int) stack->len, c->depth);
  for (int e = 0; e < c->depth; e++)
    cr_assert_eq (g_array_index (stack, int, e), c->stack[e].word);
  last = last_covered (tree, position, v);
  cr_assert_eq (last + 1 < tree->n ? tree->columns[last + 1].word : c->n + 1, tbk_configuration_front (c));
}

/* In arc-standard nodes in post-order are the transitions in order, and each shows its configuration. */
Test (derive, arc_standard_by_post_order, .timeout = TIME_LIMIT)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (2);
  const TbkSystem *system = tbk_system_find ("arc-standard");
  g_autoptr (TbkOracle) oracle = tbk_oracle_new (system, 0, TBK_METHOD_EXACT, NULL);
  g_auto (TbkConfiguration) c = TBK_CONFIGURATION_INIT;
  g_auto (DerivedTree) tree = { .n = 0 };
  g_autoptr (GArray) steps = g_array_new (FALSE, FALSE, sizeof (int));

  for (int s = 0; s < 4 * N_SENTENCES; s++) {
    guint8 transitions[MOST_STEPS];
    int n;
    const gsize length = walk (random, system, oracle, &c, &n, transitions);

    for (gsize from = 0; from <= length; from++) {
      cr_assert (derive_tree (&tree, system, 0, transitions, from, length, n, NULL));
      g_array_set_size (steps, 0);
      append_post_order (&tree, 0, tree.columns[0].first + tree.columns[0].n_nodes - 1, steps);
      cr_assert_eq (steps->len, length - from);
      for (guint i = 0; i < steps->len; i++)
        cr_assert_eq (g_array_index (steps, int, i), (int) (from + i));
      for (int i = 0; i < tree.n; i++)
        for (int v = tree.columns[i].first; v < tree.columns[i].first + tree.columns[i].n_nodes; v++) {
          if (tree.nodes[v].step < 0)
            continue;
          cr_assert (tbk_configuration_start (&c, system, n, NULL));
          for (int t = 0; t <= tree.nodes[v].step; t++)
            cr_assert (tbk_configuration_step (&c, &system->transitions[transitions[t]], NULL));
          check_path (&tree, i, v, &c);
        }
    }
  }
}
