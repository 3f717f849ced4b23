/* swap.c - shift-reduce parsing with SWAP, by which words come back to the input in another order, so that
 * every tree can be built.
 *
 * Source    Nivre (2009); Nivre, Kuhlmann and Hall (2009) for the lazy oracle.
 */
#include "systems/swap.h"

#include <string.h>

#include "systems/systems.h"

#define SHIFT                                                                                                \
  {                                                                                                          \
    .key = "SH", .name = "shift", .needs = TBK_NEEDS_INPUT, .push = TBK_LABEL_NONE                           \
  }
#define LEFT_ARC                                                                                             \
  {                                                                                                          \
    .key = "LA", .name = "left_arc", .depth = 2, .not_root = TBK_PLACE_UNDER, .head = TBK_PLACE_TOP,         \
    .dependent = TBK_PLACE_UNDER, .popped = TBK_PLACE_UNDER                                                  \
  }
#define RIGHT_ARC                                                                                            \
  {                                                                                                          \
    .key = "RA", .name = "right_arc", .depth = 2, .head = TBK_PLACE_UNDER, .dependent = TBK_PLACE_TOP,       \
    .popped = TBK_PLACE_TOP                                                                                  \
  }

static const TbkTransition transitions[] = {
  [SWAP_SH] = SHIFT,
  [SWAP_LA] = LEFT_ARC,
  [SWAP_RA] = RIGHT_ARC,
  [SWAP_SW] = { .key = "SW",
                .name = "swap",
                .depth = 2,
                .needs = TBK_NEEDS_ORDER,
                .returned = TBK_PLACE_UNDER },
};

static const TbkTransition unordered[] = {
  [SWAP_SH] = SHIFT,
  [SWAP_LA] = LEFT_ARC,
  [SWAP_RA] = RIGHT_ARC,
  [SWAP_SW] = { .key = "SW",
                .name = "swap",
                .depth = 2,
                .not_root = TBK_PLACE_UNDER,
                .returned = TBK_PLACE_UNDER },
};

static const TbkPolicy policies[] = {
  { "none", "all computations count" },
};

enum { EAGER, LAZY };

static const char *const orders[] = { [EAGER] = "eager", [LAZY] = "lazy", NULL };

/* Of each word: its place in the projective order. */
static int *
rank_of (const TbkStaticOracle *oracle)
{
  return oracle->scratch[0];
}

/* Of each word: the top of its component, the words joined to it by plain shift-reduce parsing. */
static int *
component_of (const TbkStaticOracle *oracle)
{
  return oracle->scratch[1];
}

/* Shift-reduce parsing without swap makes the arcs that it can; a component is what these join. */
static void
set_components (const TbkStaticOracle *oracle)
{
  const int *heads = oracle->gold.heads;
  int *component = component_of (oracle), *pending = oracle->scratch[2], *stack = oracle->scratch[3];
  int n = oracle->gold.n, depth = 0;

  memcpy (pending, oracle->pending, ((gsize) n + 1) * sizeof (int));
  for (int i = 0; i <= n; i++)
    component[i] = i;
  stack[depth++] = 0;
  for (int i = 1; i <= n; i++) {
    stack[depth++] = i;
    while (depth >= 2) {
      int top = stack[depth - 1], under = stack[depth - 2];

      if (under > 0 && heads[under] == top && pending[under] == 0) {
        component[under] = top;
        pending[top]--;
        stack[--depth - 1] = top;
      } else if (heads[top] == under && pending[top] == 0) {
        component[top] = under;
        pending[under]--;
        depth--;
      } else {
        break;
      }
    }
  }
  /* So far a word leads to the head it was joined to; from the top down, to the top. */
  for (int i = n - 1; i >= 0; i--) {
    int word = oracle->gold.order[i];

    component[word] = component[word] == word ? word : component[component[word]];
  }
}

static void
prepare (TbkStaticOracle *oracle)
{
  gold_projective_order (&oracle->gold, rank_of (oracle), oracle->scratch[1], oracle->scratch[2]);
  if (oracle->order == LAZY)
    set_components (oracle);
}

static int
choose (const TbkStaticOracle *oracle, const TbkConfiguration *c)
{
  int top = static_stack_word (c, 0), under = static_stack_word (c, 1);
  gboolean has_input = tbk_configuration_n_input (c) > 0;

  if (static_is_complete_arc (oracle, top, under))
    return SWAP_LA;
  if (static_is_complete_arc (oracle, under, top))
    return SWAP_RA;
  if (under > 0 && rank_of (oracle)[top] < rank_of (oracle)[under]
      && (oracle->order == EAGER || !has_input
          || component_of (oracle)[top] != component_of (oracle)[tbk_configuration_front (c)]))
    return SWAP_SW;
  return SWAP_SH;
}

static const StaticKind static_oracle = { .orders = orders, .prepare = prepare, .choose = choose };

#define SWAP(NAME, TITLE, ABOUT, TRANSITIONS, FEATURES, SOLVERS)                                               \
  {                                                                                                            \
    .system = {                                                                                              \
      .name = NAME,                                                                                          \
      .source = "Nivre (2009)",                                                                              \
      .title = TITLE,  \
      .first = "Nivre (2009)",  \
      .about = ABOUT,  \
      .transitions = TRANSITIONS,                                                                            \
      .n_transitions = G_N_ELEMENTS (TRANSITIONS),                                                           \
      .policies = policies,                                                                                  \
      .n_policies = G_N_ELEMENTS (policies),                                                                 \
      .root = TBK_LABEL_NONE,                                                                                \
      .labels = TBK_LABEL_NONE,                                                                              \
      .features = TBK_HAS_RETURNED | (FEATURES),                                                                          \
      .prefers_static = TRUE,                                                                                \
    },                                                                                                       \
    .solvers = SOLVERS,                                                                                      \
    .n_solvers = G_N_ELEMENTS (SOLVERS),                                                                     \
    .static_oracle = &static_oracle, \
  }

/* Where every tree can still be built, the immediate losses are exact; elsewhere a search is. */
static const Solver solvers[] = {
  { TBK_METHOD_EXACT, ALL_POLICIES, &solver_swap_free, &swap_if_free },
  { TBK_METHOD_EXACT, ALL_POLICIES, &solver_search, &swap_guide },
  { TBK_METHOD_APPROXIMATE, ALL_POLICIES, &solver_swap_free, &swap_always },
};

static const Solver unordered_solvers[] = {
  { TBK_METHOD_EXACT, ALL_POLICIES, &solver_swap_free, &swap_always },
};

const Record record_swap = SWAP (
    "swap", "arc-standard with swap",
    "The word under the top can go back to the input, so words can be reordered: every tree can be built.",
    transitions, 0, solvers);
const Record record_swap_unordered =
    SWAP ("swap-unordered", "swap without its condition",
          "As swap, also for words that are in their order; a computation need not end.", unordered,
          TBK_HAS_CYCLES, unordered_solvers);
