/* planar.c - planar and two-planar parsing: arcs between the top of a stack and the front of the input, of
 * which none moves a word.
 *
 * A shift or a reduce is what moves words, so arcs over one stack never cross, and all trees whose arcs do
 * not cross can be built. With two stacks, onto both of which words are shifted, arcs over one may cross
 * those over the other. Words without head hang on 0 in the end, and arcs of 0 cross nothing.
 *
 * The static oracle gives the arcs two colours, one a stack, by
 *
 *   (PL1)  the colour of an arc is not that of those which it crosses; of those that depend on each other the
 *          arc of the first word has the first
 *
 * and makes each arc as soon as its words are on top of the stack of its colour and in front. It reduces a
 * word that has all its arcs of the colour, and switches if the front has an arc of the other colour to a
 * word before it.
 *
 * Values are found by a best-first search (oracle/oracle.h) with
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
#include "oracle/oracle.h"
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
  { "none", "all sequences count" },
};

/* Arrays that the static oracle prepares: the colour of the arc into each word, and the first and last word
 * that each has an arc of a colour with. Colours are found in the same memory, before those words. */
enum { COLOUR, FIRST_OF_FIRST, FIRST_OF_SECOND, LAST_OF_FIRST, LAST_OF_SECOND };
enum { SIBLING = COLOUR + 1, BEFORE, AFTER, BLOCK_FIRST, BLOCK_LAST, PARENT, DIFFERS };
G_STATIC_ASSERT (DIFFERS + 1 == G_N_ELEMENTS (((TbkStaticOracle *) NULL)->scratch));

/* (PL1) An arc is named by its dependent. The words are gone through, and the arcs that are open there, in
 * order of their left ends, are a list in blocks: neighbours that are known to have one colour. An arc that
 * ends crosses those that are open and began after it. They have the other colour, all of them, and are one
 * block from then on, so that none is looked at twice: that takes the time of a union-find structure. */
typedef struct {
  const int *heads;
  int *sibling;                  /* the next child of the same head; 0 if there is none */
  int *before, *after;           /* in the list, which begins and ends with 0 */
  int *block_first, *block_last; /* of the block that ends, or begins, with an arc; else 0 */
  int *parent, *differs;         /* the union-find structure: whether the colour is not that of the parent */
} ArcBlocks;

/* The arc that stands for all those whose colours depend on that of @arc; *@differs: whether they are not the
 * same. The way up adds the differences; a second pass makes the representative the parent of all on the way.
 */
static int
find_representative (const ArcBlocks *blocks, int arc, int *differs)
{
  int top = arc, sum = 0, next;

  for (; blocks->parent[top] != top; top = blocks->parent[top])
    sum ^= blocks->differs[top];
  *differs = sum;
  for (; arc != top; arc = next) {
    const int own = blocks->differs[arc];

    next = blocks->parent[arc];
    blocks->parent[arc] = top;
    blocks->differs[arc] = sum;
    sum ^= own;
  }
  return top;
}

/* Where both have one colour already, the tree cannot be built. */
static void
set_different (const ArcBlocks *blocks, int a, int b)
{
  int a_differs, b_differs;
  const int a_top = find_representative (blocks, a, &a_differs),
            b_top = find_representative (blocks, b, &b_differs);

  blocks->parent[a_top] = b_top;
  if (a_top != b_top)
    blocks->differs[a_top] = a_differs ^ b_differs ^ 1;
}

/* The arc is a block of its own at the end of the list. */
static void
open_arc (const ArcBlocks *blocks, int arc)
{
  const int last = blocks->before[0];

  blocks->before[arc] = last;
  blocks->after[arc] = 0;
  blocks->after[last] = blocks->before[0] = arc;
  blocks->block_first[arc] = blocks->block_last[arc] = arc;
}

/* Takes the arc out of the list. Only the ends of a block know where it begins and ends, so an arc from its
 * middle needs no more; if it was an end, its neighbour in the block becomes that. */
static void
close_arc (const ArcBlocks *blocks, int arc)
{
  const int before = blocks->before[arc], after = blocks->after[arc];
  const int first = blocks->block_first[arc], last = blocks->block_last[arc];

  blocks->after[before] = after;
  blocks->before[after] = before;
  if (first != 0 && first != arc) { /* the last of its block */
    blocks->block_first[before] = first;
    blocks->block_last[first] = before;
  } else if (last != 0 && last != arc) {
    blocks->block_last[after] = last;
    blocks->block_first[last] = after;
  }
}

/* Gives the open arcs that began after @left the colour that @arc has not. */
static void
cross_open (const ArcBlocks *blocks, int arc, int left)
{
  const int *heads = blocks->heads;
  int last = blocks->before[0], first = 0;

  /* Blocks go from the newest to older ones, as long as they began after @left. One arc stands for its block. */
  for (int open = last; open != 0 && MIN (open, heads[open]) > left; open = blocks->before[first]) {
    set_different (blocks, arc, open);
    first = blocks->block_first[open];
    if (open != last)
      blocks->block_first[open] = blocks->block_last[blocks->after[open]] = 0;
  }
  /* All that was crossed is one block now. */
  if (first != 0) {
    blocks->block_first[last] = first;
    blocks->block_last[first] = last;
  }
}

/* The arcs of a word: its own, if it has a head, then those of its children. */
static inline int
first_arc (const TbkStaticOracle *oracle, int word)
{
  return oracle->gold.heads[word] > 0 ? word : oracle->first_child[word];
}

static inline int
next_arc (const TbkStaticOracle *oracle, int word, int arc)
{
  return arc == word ? oracle->first_child[word] : oracle->scratch[SIBLING][arc];
}

static inline int
other_end (const TbkStaticOracle *oracle, int word, int arc)
{
  return arc == word ? oracle->gold.heads[word] : arc;
}

/* Finds which arcs have one colour, and which have two. At each word arcs end before others begin, since
 * arcs that share a word do not cross. All that end there leave the list first, so that they do not cross
 * one another.
 *
 * With the arcs (1,3), (2,4), (2,5) of five words: 1 opens (1,3), 2 opens the other two. At 3 the arc (1,3)
 * ends and crosses the open (2,4) and (2,5), which began after 1: they differ from it, and are one block.
 * At 4 and 5 nothing that is open began after 2. So (1,3) has one colour, and the other two the other one.
 */
static void
cross_arcs (const TbkStaticOracle *oracle, const ArcBlocks *blocks)
{
  for (int word = 1; word <= oracle->gold.n; word++) {
    const int first = first_arc (oracle, word);

    for (int arc = first; arc > 0; arc = next_arc (oracle, word, arc))
      if (other_end (oracle, word, arc) < word)
        close_arc (blocks, arc);
    for (int arc = first; arc > 0; arc = next_arc (oracle, word, arc))
      if (other_end (oracle, word, arc) < word)
        cross_open (blocks, arc, other_end (oracle, word, arc));
    for (int arc = first; arc > 0; arc = next_arc (oracle, word, arc))
      if (other_end (oracle, word, arc) > word)
        open_arc (blocks, arc);
  }
}

/* (PL1). Where no two colours do, some arcs of one colour cross. */
static void
colour_arcs (TbkStaticOracle *oracle)
{
  const int *heads = oracle->gold.heads, n = oracle->gold.n;
  int **scratch = oracle->scratch, *colour = scratch[COLOUR], *first_colour = scratch[BEFORE];
  const ArcBlocks blocks = { .heads = heads,
                             .sibling = scratch[SIBLING],
                             .before = scratch[BEFORE],
                             .after = scratch[AFTER],
                             .block_first = scratch[BLOCK_FIRST],
                             .block_last = scratch[BLOCK_LAST],
                             .parent = scratch[PARENT],
                             .differs = scratch[DIFFERS] };

  memset (colour, 0, ((gsize) n + 1) * sizeof (int));
  blocks.before[0] = blocks.after[0] = 0;
  for (int word = n; word >= 1; word--) {
    blocks.sibling[word] = colour[heads[word]];
    colour[heads[word]] = word;
    blocks.parent[word] = word;
    blocks.differs[word] = 0;
  }
  cross_arcs (oracle, &blocks);
  for (int word = 1; word <= n; word++)
    first_colour[word] = -1;
  for (int word = 1; word <= n; word++) {
    int differs, top = find_representative (&blocks, word, &differs);

    if (first_colour[top] < 0)
      first_colour[top] = differs;
    colour[word] = differs ^ first_colour[top];
  }
}

/* @word has an arc of @colour with @partner. */
static void
add_partner (TbkStaticOracle *oracle, int colour, int word, int partner)
{
  int *first = &oracle->scratch[FIRST_OF_FIRST + colour][word];
  int *last = &oracle->scratch[LAST_OF_FIRST + colour][word];

  *first = *first == 0 ? partner : MIN (*first, partner);
  *last = MAX (*last, partner);
}

static void
find_partners (TbkStaticOracle *oracle)
{
  const int *heads = oracle->gold.heads, n = oracle->gold.n;

  for (int ends = FIRST_OF_FIRST; ends <= LAST_OF_SECOND; ends++)
    memset (oracle->scratch[ends], 0, ((gsize) n + 1) * sizeof (int));
  for (int word = 1; word <= n; word++)
    if (heads[word] != 0) {
      add_partner (oracle, oracle->scratch[COLOUR][word], word, heads[word]);
      add_partner (oracle, oracle->scratch[COLOUR][word], heads[word], word);
    }
}

static void
prepare_two_planar (TbkStaticOracle *oracle)
{
  colour_arcs (oracle);
  find_partners (oracle);
}

/* All arcs have one colour. */
static void
prepare_planar (TbkStaticOracle *oracle)
{
  memset (oracle->scratch[COLOUR], 0, ((gsize) oracle->gold.n + 1) * sizeof (int));
  find_partners (oracle);
}

/* Returns TRUE if the front has an arc of @colour, not made, with a word before it. That with the first word
 * is made last: it is deepest in the stack. */
static gboolean
has_arc_before (const TbkStaticOracle *oracle, const TbkConfiguration *c, int colour)
{
  const int front = c->buffer, first = oracle->scratch[FIRST_OF_FIRST + colour][front];

  if (first == 0 || first > front)
    return FALSE;
  return c->heads[oracle->gold.heads[first] == front ? first : front] < 0;
}

/* LA and RA make the arc between top and front if it has the colour of the active stack. RE follows when
 * the last word that the top has an arc of this colour with is reached. */
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

/* Returns TRUE if @word, of the stack or not, and @later, of the input, have a gold arc to make. */
static inline gboolean
is_open_arc (const Gold *gold, const TbkConfiguration *c, int word, int later)
{
  return (gold->heads[word] == later && c->heads[word] < 0)
         || (gold->heads[later] == word && c->heads[later] < 0);
}

/* (PL2), the bound of the search. Cycles and the order of stacks are not looked at: the bound may be too
 * high. */
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

/* Returns TRUE if the top has a gold arc to make with some word of the input. */
static gboolean
has_open_arc (const Gold *gold, const TbkConfiguration *c, int top)
{
  if (gold->heads[top] >= c->buffer && c->heads[top] < 0)
    return TRUE;
  /* No word behind the front has a head. */
  return gold->last_child[top] > c->buffer || (gold->last_child[top] == c->buffer && c->heads[c->buffer] < 0);
}

/* (PL3) to (PL6) */
static guint
choose_for_search (const Gold *gold, const TbkConfiguration *c, guint allowed)
{
  const int front = c->buffer;
  gboolean is_below = FALSE, is_aside = FALSE;

  /* (PL3) */
  for (int t = LA; t <= RA; t++) {
    int head, dependent;
    if ((allowed >> t & 1) != 0 && tbk_configuration_arc (c, &c->system->transitions[t], &head, &dependent)
        && gold_has_arc (gold, head, dependent))
      return 1u << t;
  }
  /* (PL4) */
  if ((allowed >> RE & 1) != 0 && !has_open_arc (gold, c, c->stack[c->depth - 1].word))
    return 1u << RE;
  /* (PL5), and (PL6) after a switch. */
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
    "An arc joins the top and the front, and moves no word. Every tree can be built in which no arcs cross, "
    "apart from arcs of 0.",
    planar, TBK_HAS_HEADS, &planar_static);
const Record record_two_planar = PLANAR (
    "two-planar", "2-planar parsing",
    "As planar, but with two stacks: an arc over one stack may cross an arc over the other. Nearly all "
    "trees of treebanks can be built.",
    two_planar, TBK_HAS_HEADS | TBK_HAS_SECOND | TBK_HAS_TWO_STACKS, &two_planar_static);
