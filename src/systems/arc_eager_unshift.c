/* arc_eager_unshift.c - arc-eager parsing with unshift and its exact values.
 *
 * Contents
 *   1. arc_eager_unshift_exact: exact values for arc-eager parsing with unshift
 *   2. arc_eager_unshift: arc-eager parsing that builds one tree always: what is left without a head
 *      returns to the input
 */
#include "systems/arc_eager_exact.h"
#include "systems/systems.h"

/* 1. arc_eager_unshift_exact: exact values for arc-eager parsing with unshift.
 *
 * While some word has never left the input, all is as in arc_eager.c, but for what becomes of the
 * words that stay. When none is left, words of label R are reduced, and one without head returns to the
 * input, x. It takes words of label L from the top of the stack as left children, and is then taken itself.
 * So let
 *
 *   W(i)     the most gold arcs from the stack a_0..a_i with no input, and
 *   D(i,x)   from the same with x as input:
 *
 *   (W1)  W(i)   = W(i-1) for label R,  D(i-1,a_i) for label L,  W(0) = 0;  0 for a word that is alone
 *   (W2)  D(i,x) = max of   [a_i -> x] + W(i)            a_i takes x
 *                           D(i-1,x) for label R         a_i is reduced
 *                           [x -> a_i] + D(i-1,x) for label L
 *
 * W does not fall with i: a_(i-1) can take a_i for nothing. So x need be taken only by its gold head, or by
 * the place under a gold child, or by the top, and D is found along the gold children of x in the stack.
 * stop(i) = W(i). Where there is no 0 in the stack, place 0 is virtual and makes no arc. D(0,x) is then 0,
 * since x is the root. As published it is impossible, since x must not be left in the input. The candidates:
 *
 *   (Y10) left_arc     [b -> a_k] + B(k-1,b);  with x: [x -> a_k] + D(k-1,x)
 *   (Y11) right_arc    [a_k -> b] + A(k,b);    with x: [a_k -> x] + W(k)
 *   (Y12) reduce       B(k-1,b);               with x: D(k-1,x);  without input: W(k-1)
 *   (Y13) shift        max ( 1 + G(b,q) + B(k,q) for the gold head q of b, M(k,b),
 *                            R(b,n) + W(k+1) with b as a_(k+1): b stays )
 *   (Y14) unshift      W(k)
 *
 * Source    Nivre and Fernandez-Gonzalez (2014) for the system; the states are those of arc_eager_exact.h.
 */

/* Returns what x makes by becoming the root of a tree without 0. */
static int
root_value (const Exact *s)
{
  return s->system->final == TBK_FINAL_ONE_LEFT ? 0 : IMPOSSIBLE;
}

/* W(i), what follows when a_i takes x without an arc that counts. */
static inline int
taken_at (const Exact *s, int i)
{
  return i == 0 && s->system->starts_empty ? root_value (s) : s->places[i].stop;
}

/* D(i,x), by (W2): at each gold child and at the gold head of x, from the top down. */
static int
find_returned (const Exact *s, int i, int x)
{
  int head = arc_eager_counted_head (s, x);
  int head_place = head >= 0 && head < s->b ? exact_place_of (s, head) : -1;
  int best = taken_at (s, i), n_children = 0, as_child = IMPOSSIBLE;

  /* x is taken by its gold head: 1, and the gold children above that place. */
  if (head_place >= 0 && head_place <= i)
    as_child = 1 + s->places[head_place].stop;
  for (int a = exact_n_children_up_to (s, x, i); a > 0; a--) {
    int child = s->child_places[s->score.starts[x] + a - 1];
    if (!arc_eager_has_label_L (s, child))
      continue;
    as_child += child > head_place;
    n_children++;
    /* x takes the gold children down to this one, and is then taken by the word under it without an arc
     * that counts. */
    best = MAX (best, n_children + taken_at (s, child - 1));
  }
  return MAX (best, as_child);
}

/* Returns what the stack makes, by (W1), where @word of label L is at place @i. A word alone is not
 * unshifted. */
static int
find_left (const Exact *s, int i, int word)
{
  return i == 1 && s->system->starts_empty ? 0 : find_returned (s, i - 1, word);
}

static void
adapt_place (Exact *s, int i)
{
  ExactPlace *place = &s->places[i];

  place->gain = place->reduced = 0;
  if (i == 0)
    place->stop = 0;
  else
    place->stop = arc_eager_has_label_L (s, i) ? find_left (s, i, place->element.word) : place[-1].stop;
  if (i == 0 && !arc_eager_variation_of (s)->counts_root)
    place->partner = place->last_partner = 0;
}

/* The last line of (Y13): the front stays without a head, and returns in the end. */
static int
find_staying (Exact *s)
{
  return score_R (&s->score, s->b, s->n) + find_left (s, s->k + 1, s->b);
}

/* (Y10) to (Y14): the values once every word has left the input, and @x, if it is not 0, has returned. */
static void
find_last_values (Exact *s, int x, int *values)
{
  int k = s->k, top = exact_word_of (s, k);

  values[ARC_EAGER_SH] = values[ARC_EAGER_LA] = values[ARC_EAGER_RA] = values[ARC_EAGER_UN] = IMPOSSIBLE;
  values[ARC_EAGER_RE] = k == 0 ? IMPOSSIBLE : x > 0 ? find_returned (s, k - 1, x) : s->places[k - 1].stop;
  if (x > 0 && k > 0)
    values[ARC_EAGER_LA] = (s->gold->heads[top] == x) + find_returned (s, k - 1, x);
  if (x > 0)
    values[ARC_EAGER_RA] = (s->gold->heads[x] == top) + s->places[k].stop;
  else
    values[ARC_EAGER_UN] = s->places[k].stop;
}

/* (Y10) to (Y13) while some word has never left the input: those of arc-eager but for what stays. */
static void
find_values (Exact *s, guint allowed, int *values)
{
  const TbkConfiguration *c = s->configuration;

  if (s->b > s->n)
    find_last_values (s, c->n_returned > 0 ? tbk_configuration_front (c) : 0, values);
  else
    arc_eager_values (s, allowed, find_staying, values);
}

#define FAMILY                                                                                               \
  {                                                                                                          \
    .values = find_values, .compute = arc_eager_compute, .adapt_place = adapt_place,                         \
    .add_arcs = arc_eager_add_arcs                                                                           \
  }

const ArcEagerVariation arc_eager_unshift_variation = {
  .family = FAMILY,
  .counts_root = TRUE,
};

const ArcEagerVariation arc_eager_unshift_noroot_variation = {
  .family = FAMILY,
};

/* 2. arc_eager_unshift: arc-eager parsing that builds one tree always: what is left without a head returns
 * to the input.
 *
 * Once every word has left the input (the flag e of the paper, which is true from then on), a word without
 * head on top of the stack returns to it, and becomes a left child's head or a right child there. Labels
 * are those of arc_eager.c.
 */

#define UNSHIFT                                                                                              \
  {                                                                                                          \
    .key = "UN", .name = "unshift", .depth = 1, .needs = TBK_NEEDS_NO_INPUT, .top = TBK_LABEL_L,             \
    .returned = TBK_PLACE_TOP                                                                                \
  }

static const TbkTransition transitions[] = {
  [ARC_EAGER_SH] = ARC_EAGER_SHIFT (TBK_NEEDS_NEW),
  [ARC_EAGER_LA] = ARC_EAGER_LEFT_ARC,
  [ARC_EAGER_RA] = ARC_EAGER_RIGHT_ARC,
  [ARC_EAGER_RE] = ARC_EAGER_REDUCE (2),
  [ARC_EAGER_UN] = UNSHIFT,
};

static const TbkTransition transitions_without_root[] = {
  [ARC_EAGER_SH] = ARC_EAGER_SHIFT (TBK_NEEDS_NEW),
  [ARC_EAGER_LA] = ARC_EAGER_LEFT_ARC,
  [ARC_EAGER_RA] = ARC_EAGER_RIGHT_ARC,
  [ARC_EAGER_RE] = ARC_EAGER_REDUCE (1),
  [ARC_EAGER_UN] = UNSHIFT,
};

static const TbkPolicy policies[] = {
  { "none", "all sequences count" },
};

#define UNSHIFT_SYSTEM(TRANSITIONS, NAME, EMPTY, FINAL, VARIATION, TRANSLATION)                                \
  {                                                                                                            \
    .system = {                                                                                              \
      .name = NAME,                                                                                          \
      .source = "Nivre and Fernandez-Gonzalez (2014)",                                                       \
      .title = "arc-eager with a tree constraint",  \
      .first = "Nivre and Fernández-González (2014)",  \
      .about = "As arc-eager, but words without a head go back to the input until the arcs form a tree.",  \
      .transitions = TRANSITIONS,                                                                            \
      .n_transitions = G_N_ELEMENTS (TRANSITIONS),                                                           \
      .policies = policies,                                                                                  \
      .n_policies = G_N_ELEMENTS (policies),                                                                 \
      .starts_empty = EMPTY,                                                                                 \
      .root = TBK_LABEL_R,                                                                                   \
      .labels = TBK_LABEL_L | TBK_LABEL_R,                                                                   \
      .final = FINAL,                                                                                        \
      .features = TBK_HAS_RETURNED, \
      .builds_projective = !(EMPTY), \
    },                                                                                                       \
    .solvers = (const Solver[]){                                                                             \
      { TBK_METHOD_EXACT, ALL_POLICIES, &solver_exact, VARIATION },                                          \
      { TBK_METHOD_TABULAR, ALL_POLICIES, &solver_tabular, TRANSLATION },                                    \
    },                                                                                                       \
    .n_solvers = 2,                                                                                          \
    .static_oracle = &arc_eager_static, \
  }

const Record record_arc_eager_unshift =
    UNSHIFT_SYSTEM (transitions, "arc-eager-unshift", FALSE, TBK_FINAL_ONE, &arc_eager_unshift_variation,
                    &arc_eager_unshift_translation);
const Record record_arc_eager_unshift_noroot =
    UNSHIFT_SYSTEM (transitions_without_root, "arc-eager-unshift:start=noroot", TRUE, TBK_FINAL_ONE_LEFT,
                    &arc_eager_unshift_noroot_variation, &arc_eager_unshift_noroot_translation);
const Record record_arc_eager_unshift_published =
    UNSHIFT_SYSTEM (transitions_without_root, "arc-eager-unshift:start=noroot-published", TRUE, TBK_FINAL_ONE,
                    &arc_eager_unshift_noroot_variation, &arc_eager_unshift_published_translation);
