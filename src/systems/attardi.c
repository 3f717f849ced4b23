/* attardi.c - arc-standard parsing with arcs between the top of the stack and words further down, to a depth:
 * some trees that are not projective can be built.
 *
 * Let s_k be the word k below the top s_0. LAk makes s_k a left child of the top, RAk the top a right child
 * of s_k. Every gold tree that a system can build is built by making a gold arc to a complete word as soon as
 * it can be made; the order in which they are tried plays no part.
 *
 * Values are found by a best-first search (oracle/oracle.h) with
 *
 *   (Z1)  bound = the number of words that remain and whose gold head remains
 *   (Z2)  a gold arc to a word without gold children that remain is taken at once
 *
 *
 * Source    Attardi (2006); the definitions are those that were checked by exhaustive search.
 */
#include "oracle/oracle.h"
#include "systems/systems.h"

#include <string.h>

#define S(k) ((TbkPlace) (TBK_PLACE_TOP + (k)))

#define LEFT_ARC(KEY, NAME, k)                                                                               \
  {                                                                                                          \
    .key = KEY, .name = NAME, .depth = (k) + 1, .not_root = S (k), .head = TBK_PLACE_TOP,                    \
    .dependent = S (k), .popped = S (k)                                                                      \
  }
#define RIGHT_ARC(KEY, NAME, k)                                                                              \
  {                                                                                                          \
    .key = KEY, .name = NAME, .depth = (k) + 1, .head = S (k), .dependent = TBK_PLACE_TOP,                   \
    .popped = TBK_PLACE_TOP                                                                                  \
  }

/* LAk is number 2k - 1, RAk number 2k; a system of degree D has the first 2D + 1. */
static const TbkTransition transitions[] = {
  { .key = "SH", .name = "shift", .needs = TBK_NEEDS_INPUT, .push = TBK_LABEL_NONE },
  LEFT_ARC ("LA1", "left_arc_1", 1),
  RIGHT_ARC ("RA1", "right_arc_1", 1),
  LEFT_ARC ("LA2", "left_arc_2", 2),
  RIGHT_ARC ("RA2", "right_arc_2", 2),
  LEFT_ARC ("LA3", "left_arc_3", 3),
  RIGHT_ARC ("RA3", "right_arc_3", 3),
  LEFT_ARC ("LA4", "left_arc_4", 4),
  RIGHT_ARC ("RA4", "right_arc_4", 4),
};

enum { GREATEST_DEGREE = 4 };

G_STATIC_ASSERT (G_N_ELEMENTS (transitions) == 2 * GREATEST_DEGREE + 1);
G_STATIC_ASSERT (G_N_ELEMENTS (transitions) <= TBK_MAX_TRANSITIONS);

static const TbkPolicy policies[] = {
  { "none", "all sequences count" },
};

static int
choose (const TbkStaticOracle *oracle, const TbkConfiguration *c)
{
  int top = static_stack_word (c, 0);

  for (int t = 1; t < c->system->n_transitions; t += 2) {
    int below = static_stack_word (c, (t + 1) / 2);

    if (static_is_complete_arc (oracle, top, below))
      return t;
    if (static_is_complete_arc (oracle, below, top))
      return t + 1;
  }
  return 0;
}

static const StaticKind static_oracle = { .choose = choose };

/* (Z1), the bound of the search: the words that remain whose gold head remains. Every other arc is lost. */
static int
count_open (const Gold *gold, const TbkConfiguration *c, int *scratch)
{
  int *remains = scratch, n_open = 0;

  memset (remains, 0, (gsize) c->buffer * sizeof (int));
  for (int i = 0; i < c->depth; i++)
    remains[c->stack[i].word] = TRUE;
  for (int i = 1; i < c->depth; i++) {
    int head = gold->heads[c->stack[i].word];
    n_open += head >= c->buffer || remains[head];
  }
  for (int w = c->buffer; w <= c->n; w++)
    n_open += gold->heads[w] >= c->buffer || remains[gold->heads[w]];
  return n_open;
}

/* Returns TRUE if @word has a gold child in the stack or the input. */
static gboolean
has_open_child (const Gold *gold, const TbkConfiguration *c, int word)
{
  if (gold->last_child[word] >= c->buffer)
    return TRUE;
  for (int i = 1; i < c->depth; i++)
    if (gold->heads[c->stack[i].word] == word)
      return TRUE;
  return FALSE;
}

/* (Z2): a gold arc to a word without open children is as good as any transition. Without that word, what was
 * to be joined to it can be joined to another one, and no two words are further apart. */
static guint
choose_gold_arc (const Gold *gold, const TbkConfiguration *c, guint allowed)
{
  for (int t = 1; t < c->system->n_transitions; t++) {
    int head, dependent;

    if ((allowed >> t & 1) != 0 && tbk_configuration_arc (c, &c->system->transitions[t], &head, &dependent)
        && gold_has_arc (gold, head, dependent) && !has_open_child (gold, c, dependent))
      return 1u << t;
  }
  return allowed;
}

static const SearchGuide guide = { .bound = count_open, .choose = choose_gold_arc };

static const Solver solvers[] = {
  { TBK_METHOD_EXACT, ALL_POLICIES, &solver_search, &guide },
};

#define ATTARDI(DEGREE)                                                                                        \
  {                                                                                                            \
    .system = {                                                                                              \
      .name = "attardi-" #DEGREE,                                                                            \
      .source = "Attardi (2006)",                                                                            \
      .title = "Attardi's system",  \
      .first = "Attardi (2006)",  \
      .about = "As arc-standard, but arcs of attardi-N join the top with any of the N words below it; "  \
               "attardi-1 is arc-standard itself.",  \
      .transitions = transitions,                                                                            \
      .n_transitions = 2 * DEGREE + 1,                                                                       \
      .policies = policies,                                                                                  \
      .n_policies = G_N_ELEMENTS (policies),                                                                 \
      .root = TBK_LABEL_NONE,                                                                                \
      .labels = TBK_LABEL_NONE, \
      .builds_projective = DEGREE == 1, \
    },                                                                                                       \
    .solvers = solvers,                                                                                      \
    .n_solvers = G_N_ELEMENTS (solvers),                                                                     \
    .static_oracle = &static_oracle, \
  }

const Record record_attardi_1 = ATTARDI (1);
const Record record_attardi_2 = ATTARDI (2);
const Record record_attardi_3 = ATTARDI (3);
const Record record_attardi_4 = ATTARDI (4);
