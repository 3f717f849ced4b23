/* planar.c - planar and two-planar parsing: arcs between the top of a stack and the front of the input, of
 * which none moves a word.
 *
 * A shift or a reduce is what moves words, so arcs over one stack never cross, and all trees whose arcs do
 * not cross can be built. With two stacks, onto both of which words are shifted, arcs over one may cross
 * those over the other. Words without head hang on 0 in the end, and arcs of 0 cross nothing.
 *
 * The static oracle gives the arcs two colours, one a stack, by
 *
 *   (PL1)  breadth-first over arcs that cross: the colour of an arc is not that of those which it crosses
 *
 * and makes each arc as soon as its words are on top of the stack of its colour and in front. It reduces a
 * word that has all its arcs of the colour, and switches if the front has an arc of the other colour to a
 * word before it.
 *
 * Values are found by a best-first search (oracle/search.h) with
 *
 *   (PL2)  bound = the words without head whose gold head is 0, or such that the later of the two words
 *          remains in the input, and the earlier one there or in a stack
 *   (PL3)  a gold arc is made at once. Arcs that close no cycle are a matroid: it costs at most one other
 *   (PL4)  a top that has no gold arc left to make is reduced at once
 *   (PL5)  else a word is shifted; or the top reduced, if the front has a gold arc to make with a word below
 *          it; or the stack switched, if it has one with a word of the other. What is done sooner in a stack
 *          can be done then
 *   (PL6)  where a switch would be needed by (PL5) but has just been taken, anything allowed may come between
 *
 * Source    Gómez-Rodríguez and Nivre (2010), "A transition-based parser for 2-planar dependency structures";
 *           the words are shifted, and left without head, as MaltParser does it.
 */
#include "oracle/search.h"
#include "systems/systems.h"

#include <string.h>

enum { SH, RE, LA, RA, SW, N_PLANAR = SW, N_TWO_PLANAR = SW + 1 };

#define REDUCE                                                                                               \
  {                                                                                                          \
    .key = "RE", .name = "reduce", .depth = 1, .needs = TBK_NEEDS_INPUT, .popped = TBK_PLACE_TOP             \
  }
#define LEFT_ARC                                                                                             \
  {                                                                                                          \
    .key = "LA", .name = "left_arc", .depth = 1, .needs = TBK_NEEDS_INPUT | TBK_NEEDS_NO_CYCLE,              \
    .headless = TBK_PLACE_TOP, .head = TBK_PLACE_FRONT, .dependent = TBK_PLACE_TOP                           \
  }
#define RIGHT_ARC                                                                                            \
  {                                                                                                          \
    .key = "RA", .name = "right_arc", .depth = 1, .needs = TBK_NEEDS_INPUT | TBK_NEEDS_NO_CYCLE,             \
    .headless = TBK_PLACE_FRONT, .head = TBK_PLACE_TOP, .dependent = TBK_PLACE_FRONT                         \
  }

static const TbkTransition planar[N_PLANAR] = {
  [SH] = { .key = "SH", .name = "shift", .needs = TBK_NEEDS_INPUT, .push = TBK_LABEL_NONE },
  [RE] = REDUCE,
  [LA] = LEFT_ARC,
  [RA] = RIGHT_ARC,
};

static const TbkTransition two_planar[N_TWO_PLANAR] = {
  [SH] = { .key = "SH",
           .name = "shift",
           .needs = TBK_NEEDS_INPUT,
           .second = TBK_SECOND_SHIFTED,
           .push = TBK_LABEL_NONE },
  [RE] = REDUCE,
  [LA] = LEFT_ARC,
  [RA] = RIGHT_ARC,
  [SW] = { .key = "SW",
           .name = "switch",
           .needs = TBK_NEEDS_INPUT | TBK_NEEDS_NO_SWITCH,
           .second = TBK_SECOND_SWITCHED },
};

static const TbkPolicy policies[] = {
  { "none", "all computations count" },
};

/* What the static oracle prepares: the colour of the arc into each word, and the last word that each has an
 * arc of a colour with. */
enum { COLOUR, LAST_OF_FIRST, LAST_OF_SECOND, QUEUE };

static inline gboolean
cross (const int *heads, int a, int b)
{
  const int a_left = MIN (a, heads[a]), a_right = MAX (a, heads[a]);
  const int b_left = MIN (b, heads[b]), b_right = MAX (b, heads[b]);

  return (a_left < b_left && b_left < a_right && a_right < b_right)
         || (b_left < a_left && a_left < b_right && b_right < a_right);
}

/* (PL1). Where no two colours do, some arcs of one colour cross. */
static void
colour_arcs (TbkStaticOracle *oracle)
{
  const int *heads = oracle->gold.heads, n = oracle->gold.n;
  int *colour = oracle->scratch[COLOUR], *queue = oracle->scratch[QUEUE];

  for (int word = 1; word <= n; word++)
    colour[word] = -1;
  for (int start = 1; start <= n; start++) {
    int n_queued = 0;
    if (heads[start] == 0 || colour[start] >= 0)
      continue;
    colour[start] = 0;
    queue[n_queued++] = start;
    for (int i = 0; i < n_queued; i++)
      for (int word = 1; word <= n; word++)
        if (colour[word] < 0 && heads[word] != 0 && cross (heads, queue[i], word)) {
          colour[word] = 1 - colour[queue[i]];
          queue[n_queued++] = word;
        }
  }
}

static void
find_last (TbkStaticOracle *oracle)
{
  const int *heads = oracle->gold.heads, n = oracle->gold.n;

  memset (oracle->scratch[LAST_OF_FIRST], 0, ((gsize) n + 1) * sizeof (int));
  memset (oracle->scratch[LAST_OF_SECOND], 0, ((gsize) n + 1) * sizeof (int));
  for (int word = 1; word <= n; word++)
    if (heads[word] != 0) {
      int *last = oracle->scratch[LAST_OF_FIRST + oracle->scratch[COLOUR][word]];
      last[word] = MAX (last[word], heads[word]);
      last[heads[word]] = MAX (last[heads[word]], word);
    }
}

static void
prepare_two_planar (TbkStaticOracle *oracle)
{
  colour_arcs (oracle);
  find_last (oracle);
}

/* All arcs have one colour. */
static void
prepare_planar (TbkStaticOracle *oracle)
{
  memset (oracle->scratch[COLOUR], 0, ((gsize) oracle->gold.n + 1) * sizeof (int));
  find_last (oracle);
}

/* Whether the front has an arc of @colour, not made, with a word before it. */
static gboolean
has_arc_before (const TbkStaticOracle *oracle, const TbkConfiguration *c, int colour)
{
  const int *heads = oracle->gold.heads, *colours = oracle->scratch[COLOUR];
  const int front = c->buffer;

  if (heads[front] > 0 && heads[front] < front && colours[front] == colour && c->heads[front] < 0)
    return TRUE;
  for (int word = MAX (oracle->first_child[front], 1); word < front && oracle->first_child[front] > 0; word++)
    if (heads[word] == front && colours[word] == colour && c->heads[word] < 0)
      return TRUE;
  return FALSE;
}

static int
choose (const TbkStaticOracle *oracle, const TbkConfiguration *c)
{
  const int *heads = oracle->gold.heads, *colours = oracle->scratch[COLOUR];
  const int active = c->is_second_active ? 1 : 0, top = static_stack_word (c, 0), front = c->buffer;

  if (front > c->n)
    return -1;
  if (top > 0 && heads[top] == front && colours[top] == active && c->heads[top] < 0)
    return LA;
  if (top > 0 && heads[front] == top && colours[front] == active && c->heads[front] < 0)
    return RA;
  if (top > 0 && oracle->scratch[LAST_OF_FIRST + active][top] <= front)
    return RE;
  if (c->system->n_transitions == N_TWO_PLANAR && !c->has_switched && has_arc_before (oracle, c, 1 - active))
    return SW;
  return SH;
}

static const StaticKind planar_static = { .prepare = prepare_planar, .choose = choose };
static const StaticKind two_planar_static = { .prepare = prepare_two_planar, .choose = choose };

/* Whether @word, of the stack or not, and @later, of the input, have a gold arc to make. */
static inline gboolean
is_open_arc (const Gold *gold, const TbkConfiguration *c, int word, int later)
{
  return (gold->heads[word] == later && c->heads[word] < 0)
         || (gold->heads[later] == word && c->heads[later] < 0);
}

/* (PL2) */
static int
count_open (const Gold *gold, const TbkConfiguration *c, int *scratch)
{
  int *remains = scratch, n_open = 0;

  memset (remains, 0, ((gsize) c->n + 1) * sizeof (int));
  for (int i = 0; i < c->depth; i++)
    remains[c->stack[i].word] = TRUE;
  for (int i = 0; i < c->n_second; i++)
    remains[c->second[i]] = TRUE;
  for (int word = 1; word <= c->n; word++) {
    const int head = gold->heads[word], left = MIN (word, head), right = MAX (word, head);
    if (c->heads[word] < 0)
      n_open += head == 0 || (right >= c->buffer && (left >= c->buffer || remains[left]));
  }
  return n_open;
}

/* Whether the top has a gold arc to make with some word of the input. */
static gboolean
has_open_arc (const Gold *gold, const TbkConfiguration *c, int top)
{
  if (gold->heads[top] >= c->buffer && c->heads[top] < 0)
    return TRUE;
  /* Of words behind the front none has a head. */
  return gold->last_child[top] > c->buffer || (gold->last_child[top] == c->buffer && c->heads[c->buffer] < 0);
}

/* (PL3) to (PL6) */
static guint
choose_for_search (const Gold *gold, const TbkConfiguration *c, guint allowed)
{
  const int front = c->buffer;
  gboolean is_below = FALSE, is_aside = FALSE;

  for (int t = LA; t <= RA; t++) {
    int head, dependent;
    if ((allowed >> t & 1) != 0 && tbk_configuration_arc (c, &c->system->transitions[t], &head, &dependent)
        && gold_has_arc (gold, head, dependent))
      return 1u << t;
  }
  if ((allowed >> RE & 1) != 0 && !has_open_arc (gold, c, c->stack[c->depth - 1].word))
    return 1u << RE;
  for (int i = 0; i + 1 < c->depth; i++)
    is_below |= is_open_arc (gold, c, c->stack[i].word, front);
  for (int i = 0; i < c->n_second; i++)
    is_aside |= is_open_arc (gold, c, c->second[i], front);
  if (is_aside && c->has_switched)
    return allowed;
  return allowed & (1u << SH | (is_below ? 1u << RE : 0) | (is_aside ? 1u << SW : 0));
}

static const SearchGuide guide = { .bound = count_open, .choose = choose_for_search };

static const Solver solvers[] = {
  { TBK_METHOD_EXACT, ALL_POLICIES, &solver_search, &guide },
};

#define PLANAR(NAME, TITLE, ABOUT, TRANSITIONS, FEATURES, STATIC)                                              \
  {                                                                                                            \
    .system = {                                                                                              \
      .name = NAME,                                                                                          \
      .title = TITLE,                                                                                          \
      .first = "Gómez-Rodríguez and Nivre (2010)",                                                                                          \
      .about = ABOUT,                                                                                          \
      .source = "Gómez-Rodríguez and Nivre (2010)",                                                          \
      .transitions = TRANSITIONS,                                                                            \
      .n_transitions = G_N_ELEMENTS (TRANSITIONS),                                                           \
      .policies = policies,                                                                                  \
      .n_policies = G_N_ELEMENTS (policies),                                                                 \
      .starts_empty = TRUE,                                                                                  \
      .hangs_rest = TRUE,                                                                                    \
      .root = TBK_LABEL_NONE,                                                                                \
      .labels = TBK_LABEL_NONE,                                                                              \
      .final = TBK_FINAL_NO_INPUT,                                                                           \
      .features = FEATURES,                                                                                  \
    },                                                                                                       \
    .solvers = solvers,                                                                                      \
    .n_solvers = G_N_ELEMENTS (solvers),                                                                     \
    .static_oracle = STATIC, \
  }

const Record record_planar = PLANAR (
    "planar", "planar parsing",
    "Arcs between the top and the front move no word: every tree can be built in which no arcs cross, those of 0 "
    "aside.",
    planar, TBK_HAS_HEADS, &planar_static);
const Record record_two_planar = PLANAR (
    "two-planar", "2-planar parsing",
    "The same with two stacks, so that arcs over one may cross those over the other: nearly all trees of "
    "treebanks.",
    two_planar, TBK_HAS_HEADS | TBK_HAS_SECOND | TBK_HAS_TWO_STACKS, &two_planar_static);
