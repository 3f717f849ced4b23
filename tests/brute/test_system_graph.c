/* test_system_graph.c - exact values of every system against the graph of all its configurations.
 *
 * Nodes are the configurations that can be reached with n words, edges the transitions, as the tables have
 * them. For a gold tree the value of a node is the most gold arcs on a way to a final node, found by plain
 * relaxation until nothing changes. Nothing here knows what any solver does.
 */
#include <criterion/criterion.h>
#include <string.h>

#include "brute/oracle_cases.h"
#include "brute/trees.h"
#include "unit/time_limit.h"

typedef struct {
  guint target;
  int head, dependent; /* 0, 0 for no arc */
} Edge;

typedef struct {
  TbkConfiguration c;
  Edge edges[TBK_MAX_TRANSITIONS];
  guint allowed;
} GraphNode;

typedef struct {
  const TbkSystem *system;
  int n;
  GPtrArray *nodes;  /* GraphNode */
  GHashTable *known; /* description to number + 1 */
  int *values;
} Graph;

/* All that computations from @c depend on, as text; to be freed. */
static char *
describe (const TbkConfiguration *c)
{
  GString *text = g_string_new (NULL);

  for (int i = 0; i < c->depth; i++)
    g_string_append_printf (text, "%d:%d ", c->stack[i].word, c->stack[i].label);
  g_string_append_printf (text, "| %d %d ", c->buffer, c->has_switched);
  for (int i = 0; i < c->n_returned; i++)
    g_string_append_printf (text, "%d ", c->returned[i]);
  g_string_append (text, "| ");
  for (int i = 0; i < c->n_second; i++)
    g_string_append_printf (text, "%d ", c->second[i]);
  for (int w = 1; (c->system->features & TBK_HAS_HEADS) != 0 && w <= c->n; w++)
    g_string_append_printf (text, "%d ", c->heads[w]);
  return g_string_free (text, FALSE);
}

static void
node_free (gpointer node)
{
  tbk_configuration_clear (&((GraphNode *) node)->c);
  g_free (node);
}

/* The number of the node of @c, made if it is new. */
static guint
find_node (Graph *graph, const TbkConfiguration *c)
{
  char *text = describe (c);
  guint number = GPOINTER_TO_UINT (g_hash_table_lookup (graph->known, text));

  if (number == 0) {
    GraphNode *node = g_new0 (GraphNode, 1);

    tbk_configuration_copy (&node->c, c, NULL);
    g_ptr_array_add (graph->nodes, node);
    number = graph->nodes->len;
    g_hash_table_insert (graph->known, text, GUINT_TO_POINTER (number));
  } else {
    g_free (text);
  }
  return number - 1;
}

static Graph
graph_new (const TbkSystem *system, int n)
{
  Graph graph = { system, n, g_ptr_array_new_with_free_func (node_free),
                  g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL), NULL };
  g_auto (TbkConfiguration) c = TBK_CONFIGURATION_INIT;

  tbk_configuration_start (&c, system, n, NULL);
  find_node (&graph, &c);
  for (guint i = 0; i < graph.nodes->len; i++) {
    GraphNode *node = g_ptr_array_index (graph.nodes, i);

    cr_assert (tbk_configuration_check (&node->c, NULL));
    node->allowed = tbk_configuration_allowed (&node->c);
    for (int t = 0; t < system->n_transitions; t++)
      if ((node->allowed >> t & 1) != 0) {
        Edge *edge = &node->edges[t];

        tbk_configuration_copy (&c, &node->c, NULL);
        tbk_configuration_arc (&c, &system->transitions[t], &edge->head, &edge->dependent);
        cr_assert (tbk_configuration_step (&c, &system->transitions[t], NULL));
        edge->target = find_node (&graph, &c);
      }
  }
  graph.values = g_new (int, graph.nodes->len);
  return graph;
}

static void
graph_clear (Graph *graph)
{
  g_ptr_array_unref (graph->nodes);
  g_hash_table_unref (graph->known);
  g_free (graph->values);
}

/* The gold arcs that a final configuration makes of words without head. */
static int
completed_arcs (const TbkConfiguration *c, const int *gold)
{
  int n_arcs = 0;

  if (!c->system->hangs_rest)
    return 0;
  for (int w = 1; w <= c->n; w++) {
    gboolean is_headless = (c->system->features & TBK_HAS_HEADS) != 0 && c->heads[w] < 0;

    for (int i = 0; (c->system->features & TBK_HAS_HEADS) == 0 && i < c->depth; i++)
      is_headless |= c->stack[i].word == w && c->stack[i].label == TBK_LABEL_L;
    n_arcs += is_headless && gold[w] == 0;
  }
  return n_arcs;
}

static int
edge_value (const Graph *graph, const Edge *edge, const int *gold)
{
  int value = graph->values[edge->target];

  if (value == TBK_IMPOSSIBLE)
    return value;
  return value + (edge->dependent > 0 && gold[edge->dependent] == edge->head);
}

static void
find_values (Graph *graph, const int *gold)
{
  gboolean has_changed = TRUE;

  for (guint i = 0; i < graph->nodes->len; i++) {
    const GraphNode *node = g_ptr_array_index (graph->nodes, i);

    graph->values[i] =
        tbk_configuration_is_final (&node->c) ? completed_arcs (&node->c, gold) : TBK_IMPOSSIBLE;
  }
  while (has_changed) {
    has_changed = FALSE;
    for (guint i = graph->nodes->len; i-- > 0;) {
      const GraphNode *node = g_ptr_array_index (graph->nodes, i);

      for (int t = 0; t < graph->system->n_transitions; t++)
        if ((node->allowed >> t & 1) != 0) {
          int value = edge_value (graph, &node->edges[t], gold);

          has_changed |= value > graph->values[i];
          graph->values[i] = MAX (graph->values[i], value);
        }
    }
  }
}

/* The values of all transitions are right in all configurations that have them. Returns how many have none,
 * for want of looks. */
static gsize
check_tree (Graph *graph, TbkOracle *oracle, const int *gold)
{
  gsize n_unvalued = 0;

  find_values (graph, gold);
  cr_assert (tbk_oracle_set_gold (oracle, gold, graph->n, NULL));
  for (guint i = 0; i < graph->nodes->len; i++) {
    const GraphNode *node = g_ptr_array_index (graph->nodes, i);
    g_autoptr (GError) error = NULL;
    int values[TBK_MAX_TRANSITIONS];

    if (!tbk_oracle_values (oracle, &node->c, values, &error)) {
      cr_assert (g_error_matches (error, TBK_ERROR, TBK_ERROR_DATA), "%s", error->message);
      cr_assert (g_str_has_suffix (error->message, "tbk_oracles_set_search() allows more"));
      n_unvalued++;
      continue;
    }
    for (int t = 0; t < graph->system->n_transitions; t++) {
      int expected =
          (node->allowed >> t & 1) != 0 ? edge_value (graph, &node->edges[t], gold) : TBK_IMPOSSIBLE;

      if (values[t] != expected) {
        g_autofree char *text = describe_case (gold, &node->c, graph->system, 0);
        cr_assert_fail ("%s: %s is %d, by the graph %d", text, graph->system->transitions[t].key, values[t],
                        expected);
      }
    }
  }
  return n_unvalued;
}

/* Over all gold trees of up to @n words, or the projective ones. */
static void
check_system (const char *name, const char *policy, TbkMethod method, int n, gboolean projective)
{
  const TbkSystem *system = tbk_system_find (name);
  g_autoptr (TbkOracle) oracle =
      tbk_oracle_new (system, policy == NULL ? 0 : tbk_system_policy (system, policy), method, NULL);

  for (int words = 1; words <= n; words++) {
    Graph graph = graph_new (system, words);
    const TreeList *trees = all_trees (words, projective);

    for (gsize i = 0; i < trees->n_trees; i++)
      cr_assert_eq (check_tree (&graph, oracle, tree_at (trees, i)), 0);
    graph_clear (&graph);
  }
}

/* Five words only in make check-long. */
#define WORDS (SCALED (10) < 10 ? 3 : g_getenv ("TBK_TEST_SCALE") == NULL ? 4 : 5)

Test (system_graph, arc_eager_nederhof)
{
  check_system ("arc-standard", "none", TBK_METHOD_EXACT, WORDS, FALSE);
  check_system ("arc-eager-nederhof", "free", TBK_METHOD_EXACT, WORDS, FALSE);
  check_system ("arc-eager-nederhof-uncorrected", "free", TBK_METHOD_EXACT, WORDS, FALSE);
  check_system ("arc-eager-nederhof-normalized", "none", TBK_METHOD_EXACT, WORDS, FALSE);
}

Test (system_graph, arc_eager)
{
  check_system ("arc-eager", NULL, TBK_METHOD_EXACT, WORDS, FALSE);
  check_system ("arc-eager", NULL, TBK_METHOD_LINEAR, WORDS, TRUE);
  check_system ("arc-eager:complete=root", NULL, TBK_METHOD_EXACT, WORDS, FALSE);
  check_system ("arc-eager:start=noroot,complete=root", NULL, TBK_METHOD_EXACT, WORDS, FALSE);
}

Test (system_graph, arc_eager_unshift)
{
  check_system ("arc-eager-unshift", NULL, TBK_METHOD_EXACT, WORDS, FALSE);
}

Test (system_graph, arc_hybrid)
{
  check_system ("arc-hybrid", NULL, TBK_METHOD_EXACT, WORDS, FALSE);
  check_system ("arc-hybrid", NULL, TBK_METHOD_TABULAR, WORDS, FALSE);
}

Test (system_graph, covington)
{
  check_system ("covington", NULL, TBK_METHOD_EXACT, WORDS, FALSE);
  check_system ("covington:complete=root", NULL, TBK_METHOD_EXACT, WORDS, FALSE);
  check_system ("covington:start=noroot", NULL, TBK_METHOD_EXACT, WORDS, FALSE);
}

Test (system_graph, covington_projective)
{
  check_system ("covington-projective", NULL, TBK_METHOD_LINEAR, WORDS, TRUE);
  check_system ("covington-projective", NULL, TBK_METHOD_EXACT, WORDS, FALSE);
}

Test (system_graph, swap)
{
  check_system ("swap", NULL, TBK_METHOD_EXACT, WORDS, FALSE);
  check_system ("swap-unordered", NULL, TBK_METHOD_EXACT, WORDS, FALSE);
}

/* A search that ends soon finds no value, but never a wrong one; and the more it may look at, the more it
 * finds. */
Test (system_graph, swap_few_looks)
{
  const TbkSystem *system = tbk_system_find ("swap");
  g_autoptr (TbkOracle) oracle = tbk_oracle_new (system, 0, TBK_METHOD_EXACT, NULL);
  Graph graph = graph_new (system, 4);
  const TreeList *trees = all_trees (4, FALSE);
  gsize n_before = G_MAXSIZE;

  for (int most = 1; most <= 64; most *= 4) {
    gsize n_unvalued = 0;

    tbk_oracles_set_search (most);
    for (gsize i = 0; i < trees->n_trees; i++)
      n_unvalued += check_tree (&graph, oracle, tree_at (trees, i));
    cr_assert_lt (n_unvalued, n_before, "%d looks: %" G_GSIZE_FORMAT, most, n_unvalued);
    n_before = n_unvalued;
  }
  cr_assert_eq (n_before, 0);
  tbk_oracles_set_search (TBK_SEARCH_DEFAULT);
  graph_clear (&graph);
}

/* Two words out of order below many that are in order: the search looks at what brings them back first. */
Test (system_graph, swap_far)
{
  static const char *const keys[] = { "SH", "SH", "SW", "SH", "SH", "SH", "SH", "SH", "SH", "SH", "SH" };
  static const int heads[] = { -1, 13, 13, 4, 13, 6, 4, 4, 4, 12, 11, 8, 11, 0, 13 };
  const TbkSystem *system = tbk_system_find ("swap");
  g_autoptr (TbkOracle) oracle = tbk_oracle_new (system, 0, TBK_METHOD_EXACT, NULL);
  g_auto (TbkConfiguration) c = TBK_CONFIGURATION_INIT;
  int values[TBK_MAX_TRANSITIONS];

  cr_assert (tbk_configuration_start (&c, system, 14, NULL));
  cr_assert (tbk_oracle_set_gold (oracle, heads, 14, NULL));
  for (gsize i = 0; i < G_N_ELEMENTS (keys); i++)
    cr_assert (tbk_configuration_step (
        &c, &system->transitions[tbk_transition_read (system, keys[i], -1, NULL, NULL)], NULL));
  cr_assert (tbk_oracle_values (oracle, &c, values, NULL));
  cr_assert_eq (values[tbk_transition_read (system, "SH", -1, NULL, NULL)], 14);
}

Test (system_graph, planar)
{
  check_system ("planar", NULL, TBK_METHOD_EXACT, WORDS, FALSE);
  check_system ("two-planar", NULL, TBK_METHOD_EXACT, MIN (WORDS, 4), FALSE);
}

Test (system_graph, attardi)
{
  check_system ("attardi-1", NULL, TBK_METHOD_EXACT, WORDS, FALSE);
  check_system ("attardi-2", NULL, TBK_METHOD_EXACT, WORDS, FALSE);
  check_system ("attardi-3", NULL, TBK_METHOD_EXACT, WORDS, FALSE);
}

/* All searches of a sentence together look at so many configurations, those that find a value among them; the next sentence begins
 * anew. */
Test (system_graph, searches_of_a_sentence, .timeout = TIME_LIMIT)
{
  enum { MOST = 200, N = 8 };
  static const int gold[N + 1] = { -1, 3, 4, 0, 3, 7, 8, 3, 7 };
  const TbkSystem *system = tbk_system_find ("two-planar");
  g_autoptr (TbkOracle) oracle = tbk_oracle_new (system, 0, TBK_METHOD_EXACT, NULL);
  g_auto (TbkConfiguration) c = TBK_CONFIGURATION_INIT;
  int values[TBK_MAX_TRANSITIONS], before[TBK_MAX_TRANSITIONS], n_valued_before = 0;

  tbk_oracles_set_search (MOST);
  cr_assert (tbk_configuration_start (&c, system, N, NULL));
  for (int round = 0; round < 3; round++) {
    g_autoptr (GError) error = NULL;
    int n_valued = 0;

    cr_assert (tbk_oracle_set_gold (oracle, gold, N, NULL));
    for (; tbk_oracle_values (oracle, &c, values, &error); n_valued++) {
      cr_assert_leq (n_valued, MOST * TBK_SEARCH_SENTENCE / N);
      if (round + n_valued > 0)
        cr_assert_arr_eq (values, before, (gsize) system->n_transitions * sizeof *values);
      memcpy (before, values, sizeof values);
    }
    cr_assert (g_error_matches (error, TBK_ERROR, TBK_ERROR_DATA));
    cr_assert (g_str_has_suffix (error->message, "tbk_oracles_set_search() allows more"), "%s",
               error->message);
    cr_assert_gt (n_valued, MOST);
    cr_assert (round == 0 || n_valued == n_valued_before);
    n_valued_before = n_valued;
  }
  tbk_oracles_set_search (TBK_SEARCH_DEFAULT);
}
