/* swap.c - arc-standard parsing with SWAP and its values.
 *
 * Contents
 *   1. swap_conflicts: gold arcs of which a computation with SWAP cannot make all
 *   2. swap_exact: values for arc-standard parsing with SWAP
 *   3. swap: arc-standard parsing with SWAP, by which words come back to the input in another order, so
 *      that every tree can be built
 */
#include "systems/systems.h"

#include <string.h>

#include "base/base.h"

enum { SWAP_SH, SWAP_LA, SWAP_RA, SWAP_SW };

/* 1. swap_conflicts: gold arcs of which a computation with SWAP cannot make all.
 *
 * The sequence of a configuration is the stack, 0 first, and behind it the input. Of two words, or 0 and a
 * word, p is *fixed before* q if it comes before q in the sequence and p = 0 or p > q. A word of the stack is
 * *held* if no greater word comes after it in the sequence.
 *
 *   (S4)  A word that is fixed before another stays before it while both remain.
 *   (S5)  A word that is held stays in the stack while it remains.
 *   (S6)  Let p come before q. When an arc between p and q is made, another word y is gone if
 *           a) p is fixed before y, and y before q; or
 *           b) y is held, and p or q is fixed before y; or
 *           c) q is held, y is fixed before q and comes after p.
 *   (S7)  Of two gold arcs, e comes after f if f has a word that is gone when e is made, or if f is to a child
 *         of e's dependent. Two arcs are in conflict if each comes after the other: at most one is made.
 *   (S8)  Of k arcs that are all in conflict with each other k - 1 are lost. Losses of sets of arcs that have
 *         no arc in common add up.
 *
 * Proof. (S4) SH leaves the sequence as it is, an arc only takes a word out, and SW exchanges two words
 * that are in their order. (S5) Only SW takes a word w from the stack, when a greater one is above it, so
 * after it in the sequence. A greater word that comes before w stays there, by (S4). (S6) An arc joins the
 * two topmost elements of the stack, which are neighbours in the sequence. a) By (S4) y would be between
 * them. b) By (S4) and (S5) y would be in the stack, above one of the two, and so one of the two itself. c)
 * While y and q remain, q is in the stack above y, so y is not its top. Then no word gets past y from
 * before it, and p and q are not neighbours. (S7) An arc needs both of its words, and a word that is gone
 * gets no children. (S8) is plain.
 *
 * The cliques of (S8) are taken greedily, so the sum may be too small, but never too great.
 *
 * Cost      O(k^2) operations on sets of k = MOST words for conflicts, and O(k^3) at worst for cliques: a
 *           round for each clique, of which each tries all arcs. More words are not looked at.
 */

enum {
  MOST = 64,     /* the words around the top of the stack that are looked at */
  OF_INPUT = 32, /* of them at most so many that were returned to the input */
  ROOT = -1,     /* the gold head is 0 */
  NONE = -2,     /* the gold head is not among the words */
};

/* The words by their places in the sequence; a set of places has bit i for place i. An arc is known by the
 * place of its dependent. */
typedef struct {
  int n_words, words[MOST];
  int heads[MOST];        /* places, ROOT or NONE */
  guint64 before[MOST];   /* the words that are fixed before each */
  guint64 after[MOST];    /* those that it is fixed before */
  guint64 held;           /* those that are held */
  guint64 children[MOST]; /* the gold children of each */
  guint64 earlier[MOST];  /* the arcs that each comes after */
} Arcs;

static inline guint64
bit (int place)
{
  return G_GUINT64_CONSTANT (1) << place;
}

/* Sets words and what is held. The words that never left the input are greater than all others, so that
 * nothing is held before them. */
static void
set_words (Arcs *arcs, const TbkConfiguration *c)
{
  int n_input = MIN (c->n_returned, OF_INPUT), n_stack = MIN (c->depth - 1, MOST - n_input), greatest = 0;

  arcs->n_words = 0;
  for (int i = c->depth - n_stack; i < c->depth; i++)
    arcs->words[arcs->n_words++] = c->stack[i].word;
  for (int i = 0; i < n_input; i++)
    arcs->words[arcs->n_words++] = c->returned[c->n_returned - 1 - i];

  arcs->held = 0;
  if (c->buffer <= c->n)
    return;
  for (int i = 0; i < c->n_returned; i++)
    greatest = MAX (greatest, c->returned[i]);
  for (int i = n_stack - 1; i >= 0; i--)
    if (arcs->words[i] > greatest) {
      greatest = arcs->words[i];
      arcs->held |= bit (i);
    }
}

static void
set_order (Arcs *arcs)
{
  for (int i = 0; i < arcs->n_words; i++)
    arcs->before[i] = arcs->after[i] = 0;
  for (int i = 0; i < arcs->n_words; i++)
    for (int j = i + 1; j < arcs->n_words; j++)
      if (arcs->words[i] > arcs->words[j]) {
        arcs->after[i] |= bit (j);
        arcs->before[j] |= bit (i);
      }
}

/* @place: n + 1 integers. */
static void
set_heads (Arcs *arcs, const Gold *gold, const TbkConfiguration *c, int *place)
{
  for (int w = 1; w <= c->n; w++)
    place[w] = NONE;
  place[0] = ROOT;
  for (int i = 0; i < arcs->n_words; i++) {
    place[arcs->words[i]] = i;
    arcs->children[i] = 0;
  }
  for (int i = 0; i < arcs->n_words; i++) {
    arcs->heads[i] = place[gold->heads[arcs->words[i]]];
    if (arcs->heads[i] >= 0)
      arcs->children[arcs->heads[i]] |= bit (i);
  }
}

/* (S6): the words that are gone when the arc to the one at @dependent is made. */
static guint64
find_gone (const Arcs *arcs, int dependent)
{
  int head = arcs->heads[dependent], p = MIN (dependent, head), q = MAX (dependent, head);
  guint64 gone;

  if (p == ROOT)
    return (arcs->before[q] | arcs->held) & ~bit (q);
  gone = (arcs->after[q] | arcs->after[p]) & arcs->held;
  if ((arcs->after[p] & bit (q)) != 0)
    gone |= arcs->after[p] & arcs->before[q];
  if ((arcs->held & bit (q)) != 0)
    gone |= arcs->before[q] & ~(bit (p) | (bit (p) - 1));
  return gone & ~(bit (p) | bit (q));
}

/* (S7); TRUE if some word must be gone for some arc. */
static gboolean
set_earlier (Arcs *arcs)
{
  gboolean is_any = FALSE;

  for (int i = 0; i < arcs->n_words; i++) {
    guint64 gone;

    arcs->earlier[i] = 0;
    if (arcs->heads[i] == NONE)
      continue;
    arcs->earlier[i] = arcs->children[i];
    gone = find_gone (arcs, i);
    is_any |= gone != 0;
    for (; gone != 0; gone &= gone - 1) {
      int y = __builtin_ctzll (gone);

      arcs->earlier[i] |= arcs->children[y] | (arcs->heads[y] == NONE ? 0 : bit (y));
    }
  }
  return is_any;
}

/* Takes from arcs->earlier what is not mutual. */
static void
keep_conflicts (Arcs *arcs)
{
  for (int i = 0; i < arcs->n_words; i++)
    for (guint64 set = arcs->earlier[i]; set != 0; set &= set - 1) {
      int j = __builtin_ctzll (set);

      if ((arcs->earlier[j] & bit (i)) == 0)
        arcs->earlier[i] &= ~bit (j);
    }
}

/* A set of arcs in @among, with @first, that are all in conflict with each other. */
static guint64
find_clique (const Arcs *arcs, int first, guint64 among)
{
  guint64 clique = bit (first), rest = arcs->earlier[first] & among;

  while (rest != 0) {
    int next = __builtin_ctzll (rest);

    clique |= bit (next);
    rest &= arcs->earlier[next];
  }
  return clique;
}

/* (S8), the greatest cliques first. */
static int
add_cliques (const Arcs *arcs)
{
  guint64 left = 0, greatest;
  int n_lost = 0;

  for (int i = 0; i < arcs->n_words; i++)
    if (arcs->earlier[i] != 0)
      left |= bit (i);
  do {
    greatest = 0;
    for (guint64 set = left; set != 0; set &= set - 1) {
      guint64 clique = find_clique (arcs, __builtin_ctzll (set), left);

      if (__builtin_popcountll (clique) > MAX (__builtin_popcountll (greatest), 1))
        greatest = clique;
    }
    n_lost += MAX (__builtin_popcountll (greatest) - 1, 0);
    left &= ~greatest;
  } while (greatest != 0);
  return n_lost;
}

/* A number of open gold arcs that are lost on every way from @c. @scratch: n + 1 integers. */
static int
swap_conflicts (const Gold *gold, const TbkConfiguration *c, int *scratch)
{
  Arcs arcs;

  set_words (&arcs, c);
  set_order (&arcs);
  set_heads (&arcs, gold, c, scratch);
  if (!set_earlier (&arcs))
    return 0;
  keep_conflicts (&arcs);
  return add_cliques (&arcs);
}

/* 2. swap_exact: values for arc-standard parsing with SWAP.
 *
 * Only the words that remain matter, those of the stack and of the input. Let U be the number of them whose
 * gold head remains too: no more gold arcs can be made.
 *
 *   (S1)  Without the condition that the words swapped are in order, U can be made from every configuration.
 *         (The system can swap for ever.)
 *   (S2)  With it, every tree over the remaining words can be built if and only if their sequence, the
 *         stack without 0, then a marker less than every word, then the input, has neither the pattern
 *         321 nor 3412. Such a configuration is free, and U can be made from it.
 *   (S3)  A sequence has neither pattern if and only if the numbers that are less than some number before
 *         them increase, and, for each k, at most one of the first k numbers is not among the k least.
 *
 * Elsewhere a best-first search finds the value: it ends at the first free configuration. Of configurations
 * of equal loss it looks first at the one with the fewest pairs out of order. Arcs in conflict bound what
 * is lost (swap.c). (S1) and "only if" of (S2) are proved in docs/design/oracles.md. "If" of (S2) was
 * checked by exhaustive search, to 5 or 6 remaining words, and on samples to 8, but is not proved. No
 * algorithm of polynomial time is known for configurations that are not free.
 *
 * Proof of (S3). The first condition says that there is no 321. Let two of the first k numbers, a before b,
 * be greater than k (as numbers in their order, from 1). Then two of 1..k, c before d, stand after place k.
 * If a > b, a b c is a 321; if c > d, b c d is; else a b c d is a 3412. Conversely let 3412 stand at the
 * places p < q < r < s, with values x1 < x2 < x3 < x4. If q < x3, two of the first q numbers are greater than
 * q. If not, x2 < x3 <= q < r, and two of 1..x2 stand after place x2; as many of the first x2 numbers are
 * then greater than x2.
 *
 * Source    Nivre (2009) for the system.
 * Cost      O(n) for a configuration that is free after each transition, and by the approximation; else that
 *           of the search.
 */

/* The parameters of solver_swap_free: which configurations it takes. */
typedef struct {
  gboolean if_free; /* only those after which every tree can be built; else all, right or not */
} SwapScope;

typedef struct {
  const SwapScope *scope;
  const Gold *gold;
  Candidates candidates;
  int *scratch;
  int n_allocated;
} Swap;

static const SwapScope swap_if_free = { .if_free = TRUE }, swap_always = { .if_free = FALSE };

/* Numbers the words that stand before the untouched end of the input, from 2 on in their order; the others
 * get
 * 0. */
static void
number_words (const TbkConfiguration *c, int *number)
{
  int n_words = 1;

  memset (number, 0, (gsize) c->buffer * sizeof (int));
  for (int i = 1; i < c->depth; i++)
    number[c->stack[i].word] = 1;
  for (int i = 0; i < c->n_returned; i++)
    number[c->returned[i]] = 1;
  for (int w = 1; w < c->buffer; w++)
    if (number[w] > 0)
      number[w] = ++n_words;
}

/* A sequence as it is read, by (S3). */
typedef struct {
  int k;        /* numbers read */
  int greatest; /* of them */
  int smaller;  /* the last that is less than one before it */
  int n_beyond; /* of the first k, those greater than k */
  int *is_read; /* of each number */
} NumberSequence;

/* Reads the next number; FALSE if it completes a pattern. */
static gboolean
read_number (NumberSequence *sequence, int number)
{
  sequence->is_read[number] = TRUE;
  sequence->k++;
  if (number > sequence->greatest)
    sequence->greatest = number;
  else if (number < sequence->smaller)
    return FALSE;
  else
    sequence->smaller = number;
  /* One more number is read, so k has grown by 1. The new number counts if it is greater than k. The
   * number k counted as greater than k - 1 if it was read before; now it no longer does. */
  sequence->n_beyond += (number > sequence->k) - (sequence->is_read[sequence->k] && number != sequence->k);
  return sequence->n_beyond <= 1;
}

/* (S2), by (S3). The end of the input continues in order with the greatest numbers, so it need not be
 * read. */
static gboolean
is_free (const Gold *gold, const TbkConfiguration *c, int *scratch)
{
  int *number = scratch;
  NumberSequence sequence = { .is_read = scratch + gold->n + 1 };

  number_words (c, number);
  memset (sequence.is_read, 0, ((gsize) c->depth + c->n_returned + 1) * sizeof (int));
  for (int i = 1; i < c->depth; i++)
    if (!read_number (&sequence, number[c->stack[i].word]))
      return FALSE;
  /* Behind the stack stands the marker, less than every word. */
  if (!read_number (&sequence, 1))
    return FALSE;
  for (int i = c->n_returned - 1; i >= 0; i--)
    if (!read_number (&sequence, number[c->returned[i]]))
      return FALSE;
  return TRUE;
}

/* U of (S1) and (S2). Whether a word remains is known by its place: few do not come after the stack. */
static int
count_open (const Gold *gold, const TbkConfiguration *c, int *scratch)
{
  const int *heads = gold->heads;
  int *remains = scratch, n_open = 0;

  memset (remains, 0, (gsize) c->buffer * sizeof (int));
  for (int i = 0; i < c->depth; i++)
    remains[c->stack[i].word] = TRUE;
  for (int i = 0; i < c->n_returned; i++)
    remains[c->returned[i]] = TRUE;
  /* The words of the stack but 0, those that were returned, and the untouched end: each counts if its head
   * remains. */
  for (int i = 1; i < c->depth; i++) {
    int head = heads[c->stack[i].word];
    n_open += head >= c->buffer || remains[head];
  }
  for (int i = 0; i < c->n_returned; i++) {
    int head = heads[c->returned[i]];
    n_open += head >= c->buffer || remains[head];
  }
  for (int w = c->buffer; w <= c->n; w++)
    n_open += heads[w] >= c->buffer || remains[heads[w]];
  return n_open;
}

/* The order of the eager static oracle: an arc, else a swap of two words that are not in the projective
 * order, else a shift. */
static int
promise (const Gold *gold, const int *rank, const TbkConfiguration *c, int t)
{
  int top = c->stack[c->depth - 1].word, under;

  (void) gold;
  if (t == SWAP_SH)
    return 1;
  under = c->stack[c->depth - 2].word;
  if (t == SWAP_SW)
    return rank[top] < rank[under] ? 2 : 0;
  return 3;
}

/* The pairs of words that are out of order, the marker among them. A free configuration has few. */
static int
distance (const Gold *gold, const TbkConfiguration *c, int *scratch)
{
  int n = c->depth - 1 + c->n_returned, n_pairs = c->depth - 1, *sequence = scratch;

  (void) gold;
  for (int i = 1; i < c->depth; i++)
    *sequence++ = c->stack[i].word;
  for (int i = c->n_returned - 1; i >= 0; i--)
    *sequence++ = c->returned[i];
  for (int i = 0; i < n && n_pairs < SEARCH_DISTANCES; i++)
    for (int j = i + 1; j < n; j++)
      n_pairs += scratch[i] > scratch[j];
  return n_pairs;
}

const SearchGuide swap_guide = {
  .bound = count_open,
  .conflicts = swap_conflicts,
  .is_attained = is_free,
  .promise = promise,
  .distance = distance,
};

static gpointer
make (const TbkSystem *system, int policy, gconstpointer parameters)
{
  Swap *swap = g_new0 (Swap, 1);

  (void) system;
  (void) policy;
  swap->scope = parameters;
  return swap;
}

static void
swap_free (gpointer solver)
{
  Swap *swap = solver;

  candidates_clear (&swap->candidates);
  g_free (swap->scratch);
  g_free (swap);
}

static SolverAnswer
set_gold (gpointer solver, const Gold *gold, GError **error)
{
  Swap *swap = solver;

  swap->gold = gold;
  return reserve_words (&swap->scratch, &swap->n_allocated, gold->n, 4 * sizeof (int), error) ? SOLVER_DONE
                                                                                              : SOLVER_FAILED;
}

static SolverAnswer
values (gpointer solver, const TbkConfiguration *configuration, guint allowed, int *found, GError **error)
{
  Swap *swap = solver;
  const Gold *gold = swap->gold;

  if (!candidates_reserve (&swap->candidates, configuration->system, configuration->n, error))
    return SOLVER_FAILED;
  for (int t = 0; t < configuration->system->n_transitions; t++)
    if ((allowed >> t & 1) != 0) {
      Candidate candidate = candidates_step (&swap->candidates, configuration, t);

      if (swap->scope->if_free && !is_free (gold, candidate.after, swap->scratch))
        return SOLVER_PASSES;
      found[t] = candidate_value (gold, configuration, t, count_open (gold, candidate.after, swap->scratch));
    }
  return SOLVER_DONE;
}

static const SolverKind solver_swap_free = {
  .make = make,
  .free = swap_free,
  .set_gold = set_gold,
  .values = values,
};

/* 3. swap: arc-standard parsing with SWAP, by which words come back to the input in another order, so that
 * every tree can be built.
 *
 * Source    Nivre (2009); Nivre, Kuhlmann and Hall (2009) for the lazy oracle.
 */

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
  { "none", "all sequences count" },
};

enum { EAGER, LAZY };

static const char *const orders[] = { [EAGER] = "eager", [LAZY] = "lazy", NULL };

/* Returns the place of each word in the projective order. */
static int *
rank_of (const TbkStaticOracle *oracle)
{
  return oracle->scratch[0];
}

/* Returns the top of the component of each word: the words joined to it by plain arc-standard parsing. */
static int *
component_of (const TbkStaticOracle *oracle)
{
  return oracle->scratch[1];
}

/* Arc-standard parsing without swap makes the arcs that it can; a component is what these join. */
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
    "As arc-standard, but the word under the top can go back to the input, so words can be reordered. Every "
    "tree can be built.",
    transitions, 0, solvers);
const Record record_swap_unordered =
    SWAP ("swap-unordered", "swap without its condition",
          "As swap, but words in their original order can be swapped too; a computation need not end.",
          unordered, TBK_HAS_CYCLES, unordered_solvers);
