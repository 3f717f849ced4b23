/* test_oracle_search.c - the oracles against a search through all computations of the transition systems.
 *
 * The search knows the tables of steps and, in permits(), what each policy says about a computation; it
 * knows nothing of grammars. Gold trees: all up to 4 words with all configurations that can be reached,
 * all of 5 words with a share of them, and random ones up to 7 words.
 */
#include <criterion/criterion.h>
#include <string.h>

#include "brute/oracle_cases.h"
#include "brute/trees.h"
#include "systems/arc_standard.h"
#include "systems/systems.h"

#define NO_TRANSITION (-1)
#define NO_POLICY     (-1)
#define MEMO_SIZE     (1 << 16)

/* Of the configurations of n words, every how many-th is tried. */
static const int shares[] = { 1, 1, 1, 1, SCALED (10) == 10 ? 1 : 17, SCALED (10) == 10 ? 29 : 997 };

/* A configuration within a computation, and what the policies need to know about how it came about. */
typedef struct {
  TbkConfiguration configuration;
  int previous;   /* the transition taken last, by those valued or later */
  guint has_left; /* words that took a left child, by the transition valued or later */
  guint has_right;
} State;

typedef struct {
  guint64 key;
  guint stamp;
  int value;
} Memo;

typedef struct {
  const TbkSystem *system;
  int policy;
  const int *heads;
  /* The configuration and the transition that are valued. */
  const TbkConfiguration *given;
  int valued;
  Memo *memo;
  guint stamp; /* entries with another are void */
  int n_entries;
} Enumeration;

static int
given_top (const Enumeration *search)
{
  return search->given->stack[search->given->depth - 1].word;
}

/* Whether a word was in the stack given, under its top. Words popped later never come again. */
static gboolean
was_below (const Enumeration *search, int word)
{
  return word < given_top (search);
}

static gboolean
permits_arc_standard (const Enumeration *search, const State *state, int head, int dependent)
{
  gboolean is_left = dependent < head;
  gboolean is_bound = !was_below (search, head);

  switch (search->policy) {
  case ARC_STANDARD_STRICT_LEFT_FIRST:
    if (is_left && was_below (search, head))
      return FALSE;
    break;
  case ARC_STANDARD_STRICT_LEFT_FIRST_LITERAL:
    if (search->valued == ARC_STANDARD_RA)
      is_bound |= head == search->given->stack[search->given->depth - 2].word;
    break;
  case ARC_STANDARD_RIGHT_FIRST:
    return is_left || !is_bound || (state->has_left >> head & 1) == 0;
  case ARC_STANDARD_NONE:
    return TRUE;
  default:
    break;
  }
  return !is_left || !is_bound || (state->has_right >> head & 1) == 0;
}

static gboolean
permits_arc_eager (const Enumeration *search, const State *state, int transition)
{
  const TbkStackElement *top = &state->configuration.stack[state->configuration.depth - 1];
  gboolean is_shifted_later = top->word >= search->given->buffer && top->label == TBK_LABEL_L;

  if (search->policy == ARC_EAGER_FREE)
    return TRUE;
  if (transition == ARC_EAGER_RE && is_shifted_later)
    return FALSE;
  switch (search->policy) {
  case ARC_EAGER_SHIFT_BEFORE_REDUCE:
    return transition != ARC_EAGER_SH || state->previous != ARC_EAGER_RE;
  case ARC_EAGER_STRICT_REDUCE_BEFORE_SHIFT:
    return transition != ARC_EAGER_RE || state->previous != ARC_EAGER_LA;
  case ARC_EAGER_REDUCE_BEFORE_SHIFT:
    return transition != ARC_EAGER_RE || state->previous != ARC_EAGER_LA || was_below (search, top->word);
  default:
    return TRUE;
  }
}

static gboolean
permits_normalized (const Enumeration *search, const State *state, int transition)
{
  const TbkStackElement *top = &state->configuration.stack[state->configuration.depth - 1];
  const TbkStackElement *top_given = &search->given->stack[search->given->depth - 1];
  gboolean was_open =
      top->word >= search->given->buffer || (top->word == top_given->word && top_given->label == TBK_LABEL_N);

  if (search->policy == NORMALIZED_NONE || transition != NORMALIZED_RA)
    return TRUE;
  return !(top->label == TBK_LABEL_L && was_open);
}

/* Whether the policy lets a computation take @transition, which the system allows. */
static gboolean
permits (const Enumeration *search, const State *state, int transition)
{
  int head, dependent;

  if (search->system == &record_arc_standard.system)
    return !tbk_configuration_arc (&state->configuration, &search->system->transitions[transition], &head,
                                   &dependent)
           || permits_arc_standard (search, state, head, dependent);
  if (search->system == &record_arc_eager_nederhof_normalized.system)
    return permits_normalized (search, state, transition);
  if (search->system->n_policies == 1)
    return TRUE;
  return permits_arc_eager (search, state, transition);
}

/* The entry for @state, void if it was not met before. */
static Memo *
find_memo (Enumeration *search, const State *state)
{
  guint64 key = configuration_key (&state->configuration) | (guint64) (state->previous + 1) << 32
                | (guint64) state->has_left << 40 | (guint64) state->has_right << 48;
  gsize place = (key * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15)) >> 48;

  while (search->memo[place].stamp == search->stamp && search->memo[place].key != key)
    place = (place + 1) % MEMO_SIZE;
  search->memo[place].key = key;
  return &search->memo[place];
}

static int best_value (Enumeration *search, const State *state);

/* The value of @transition in @state, TBK_IMPOSSIBLE where the system or the policy forbids it. */
static int
value_of (Enumeration *search, const State *state, int transition)
{
  const TbkTransition *row = &search->system->transitions[transition];
  TbkStackElement stack[8];
  int returned[8];
  State next = *state;
  int head, dependent, value, gain = 0;

  if (tbk_configuration_obstacle (&state->configuration, row) != NULL || !permits (search, state, transition))
    return TBK_IMPOSSIBLE;
  if (tbk_configuration_arc (&state->configuration, row, &head, &dependent)) {
    gain = search->heads[dependent] == head;
    if (search->system == &record_arc_standard.system)
      *(dependent < head ? &next.has_left : &next.has_right) |= 1u << head;
  }
  memcpy (stack, state->configuration.stack, state->configuration.depth * sizeof *stack);
  next.configuration.stack = stack;
  if (state->configuration.n_returned > 0)
    returned[0] = state->configuration.returned[0];
  next.configuration.returned = returned;
  next.configuration.heads = NULL;
  next.previous = search->system == &record_arc_standard.system ? NO_TRANSITION : transition;
  cr_assert (tbk_configuration_step (&next.configuration, row, NULL));
  value = best_value (search, &next);
  return value == TBK_IMPOSSIBLE ? value : gain + value;
}

/* The gold arcs that a final configuration makes of the words that have no head. */
static int
completed_arcs (const Enumeration *search, const TbkConfiguration *configuration)
{
  int n_arcs = 0;

  for (int i = 0; search->system->hangs_rest && i < configuration->depth; i++)
    n_arcs +=
        configuration->stack[i].label == TBK_LABEL_L && search->heads[configuration->stack[i].word] == 0;
  return n_arcs;
}

/* The most gold arcs on the way from @state to a final configuration. */
static int
best_value (Enumeration *search, const State *state)
{
  Memo *memo = find_memo (search, state);
  int best = TBK_IMPOSSIBLE;

  if (memo->stamp == search->stamp)
    return memo->value;
  if (tbk_configuration_is_final (&state->configuration))
    best = completed_arcs (search, &state->configuration);
  for (int t = 0; t < search->system->n_transitions; t++)
    best = MAX (best, value_of (search, state, t));
  memo = find_memo (search, state);
  memo->stamp = search->stamp;
  memo->value = best;
  g_assert (++search->n_entries < MEMO_SIZE / 2);
  return best;
}

static void
check_configuration (Enumeration *search, TbkOracle *oracle, const TbkConfiguration *given)
{
  int values[TBK_MAX_TRANSITIONS];
  State state = { .configuration = *given, .previous = NO_TRANSITION };

  search->given = given;
  cr_assert (tbk_oracle_values (oracle, given, values, NULL));
  for (int t = 0; t < search->system->n_transitions; t++) {
    int expected;

    search->valued = t;
    search->stamp++;
    search->n_entries = 0;
    expected = value_of (search, &state, t);
    if (values[t] != expected) {
      g_autofree char *text = describe_case (search->heads, given, search->system, search->policy);
      cr_assert_fail ("%s: %s is %d, by search %d", text, search->system->transitions[t].key, values[t],
                      expected);
    }
  }
}

/* All gold trees of @n words; of the configurations every one, or every @share-th. */
static void
check_all_trees (const TbkSystem *system, int policy, int n, int share)
{
  g_autoptr (GArray) configurations = reachable_configurations (system, n);
  g_autoptr (TbkOracle) oracle = tbk_oracle_new (system, policy, TBK_METHOD_TABULAR, NULL);
  g_autofree Memo *memo = g_new0 (Memo, MEMO_SIZE);
  const TreeList *trees = all_trees (n, FALSE);
  Enumeration search = { .system = system, .policy = policy, .memo = memo };
  guint c = 0;

  for (gsize tree = 0; tree < trees->n_trees; tree++) {
    search.heads = tree_at (trees, tree);
    cr_assert (tbk_oracle_set_gold (oracle, search.heads, n, NULL));
    for (; c < configurations->len; c += share)
      check_configuration (&search, oracle, &g_array_index (configurations, TbkConfiguration, c));
    c -= configurations->len;
  }
}

static void
check_random (const TbkSystem *system, int policy, int n_cases)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (7);
  g_autoptr (TbkOracle) oracle = tbk_oracle_new (system, policy, TBK_METHOD_TABULAR, NULL);
  g_autofree Memo *memo = g_new0 (Memo, MEMO_SIZE);
  g_auto (TbkConfiguration) configuration = TBK_CONFIGURATION_INIT;
  int heads[8];
  Enumeration search = { .system = system, .policy = policy, .heads = heads, .memo = memo };

  for (int i = 0; i < n_cases; i++) {
    int n = g_rand_int_range (random, 1, 8);

    random_tree (random, n, 0, heads);
    random_configuration (random, &configuration, system, n);
    cr_assert (tbk_oracle_set_gold (oracle, heads, n, NULL));
    check_configuration (&search, oracle, &configuration);
  }
}

static void
check_system (const TbkSystem *system)
{
  for (int policy = next_policy (system, -1); policy >= 0; policy = next_policy (system, policy)) {
    for (int n = 1; n <= 5; n++)
      check_all_trees (system, policy, n, shares[n]);
    check_random (system, policy, SCALED (3000));
  }
}

Test (oracle_search, arc_standard)
{
  check_system (&record_arc_standard.system);
}

Test (oracle_search, arc_eager_nederhof)
{
  check_system (&record_arc_eager_nederhof.system);
}

Test (oracle_search, arc_eager_nederhof_uncorrected)
{
  check_system (&record_arc_eager_nederhof_uncorrected.system);
}

Test (oracle_search, arc_eager)
{
  check_system (&record_arc_eager.system);
  check_system (&record_arc_eager_root.system);
  check_system (&record_arc_eager_noroot.system);
  check_system (&record_arc_eager_noroot_root.system);
}

Test (oracle_search, arc_eager_unshift)
{
  check_system (&record_arc_eager_unshift.system);
  check_system (&record_arc_eager_unshift_noroot.system);
  check_system (&record_arc_eager_unshift_published.system);
}

Test (oracle_search, arc_eager_nederhof_normalized)
{
  check_system (&record_arc_eager_nederhof_normalized.system);
}

/* The number of computations from @state to a final configuration; their trees are added to @trees. */
static int
count_computations (const Enumeration *search, State *state, GHashTable *trees)
{
  int count = 0;

  if (tbk_configuration_is_final (&state->configuration)) {
    GString *text = g_string_new (NULL);

    for (int i = 1; i <= state->configuration.n; i++)
      g_string_append_printf (text, "%d ", state->configuration.heads[i]);
    g_hash_table_add (trees, g_string_free (text, FALSE));
    return 1;
  }
  for (int t = 0; t < search->system->n_transitions; t++) {
    State next = { .configuration = TBK_CONFIGURATION_INIT, .previous = t };

    if (tbk_configuration_obstacle (&state->configuration, &search->system->transitions[t]) != NULL
        || (search->policy != NO_POLICY && !permits (search, state, t)))
      continue;
    tbk_configuration_copy (&next.configuration, &state->configuration, NULL);
    cr_assert (tbk_configuration_step (&next.configuration, &search->system->transitions[t], NULL));
    count += count_computations (search, &next, trees);
    tbk_configuration_clear (&next.configuration);
  }
  return count;
}

/* From the initial configuration there is one computation for each projective tree. */
static void
check_unique (const TbkSystem *system, int policy)
{
  const int n_projective[] = { 1, 1, 3, 12, 55, 273 };

  for (int n = 1; n <= 5; n++) {
    g_autoptr (GHashTable) trees = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
    g_auto (TbkConfiguration) given = TBK_CONFIGURATION_INIT;
    Enumeration search = { .system = system, .policy = policy, .given = &given };
    State state = { .previous = NO_TRANSITION };

    tbk_configuration_start (&given, system, n, NULL);
    state.configuration = given;
    cr_assert_eq (count_computations (&search, &state, trees), n_projective[n]);
    cr_assert_eq ((int) g_hash_table_size (trees), n_projective[n]);
  }
}

Test (oracle_search, policies_leave_one_computation_a_tree)
{
  check_unique (&record_arc_standard_left_first.system, NO_POLICY);
  check_unique (&record_arc_eager_nederhof.system, ARC_EAGER_SHIFT_BEFORE_REDUCE);
  check_unique (&record_arc_eager_nederhof.system, ARC_EAGER_REDUCE_BEFORE_SHIFT);
  check_unique (&record_arc_eager_nederhof.system, ARC_EAGER_STRICT_REDUCE_BEFORE_SHIFT);
  check_unique (&record_arc_eager_nederhof_normalized.system, NORMALIZED_BLOCK);
}
