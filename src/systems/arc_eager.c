/* arc_eager.c - arc-eager parsing with any final stack, as most parsers do it, and its exact values.
 *
 * Contents
 *   1. arc_eager_exact: exact values for arc-eager parsing with any final stack
 *   2. arc_eager: arc-eager parsing as most parsers do it: it ends when no input remains, whatever is
 *      in the stack
 */
#include "systems/arc_eager_exact.h"
#include "systems/systems.h"

/* 1. arc_eager_exact: exact values for arc-eager parsing with any final stack.
 *
 * A computation may end at any place, and stop(i) is what the words that stay make. If they hang on 0, it is
 * the number of words of label L at the places 1..i whose gold head is 0, else 0. A word of label R makes no
 * arc any more, so gain(i) = P(i) = 0. The candidates, on a_k and b:
 *
 *   (Y1)  left_arc     [b -> a_k] + B(k-1,b)
 *   (Y2)  right_arc    [a_k -> b] + A(k,b)
 *   (Y3)  reduce       B(k-1,b)
 *   (Y4)  shift        max ( 1 + G(b,q) + B(k,q) for the gold head q of b,
 *                            M(k,b): b is cleared away for the next gold move,
 *                            stop(k) + what the rest makes: b stays )
 *
 * Source    Nivre (2008) for the system; the states are those of arc_eager_exact.h.
 */

static void
adapt_place (Exact *s, int i)
{
  ExactPlace *place = &s->places[i];
  gboolean is_root_word = arc_eager_has_label_L (s, i) && s->gold->heads[place->element.word] == 0;

  place->gain = place->reduced = 0;
  place->stop = i == 0 ? 0 : place[-1].stop + (arc_eager_variation_of (s)->hangs_rest && is_root_word);
  if (i == 0 && !arc_eager_variation_of (s)->counts_root)
    place->partner = place->last_partner = 0;
}

/* The last line of (Y4): the front stays without a head, and may hang on 0 in the end. */
static int
find_staying (Exact *s)
{
  int stop = s->places[s->k].stop;

  if (!arc_eager_variation_of (s)->hangs_rest)
    return stop + score_R (&s->score, s->b, s->n);
  return stop + (s->gold->heads[s->b] == 0) + exact_end (s, s->b);
}

/* (Y4) */
static int
find_shift (Exact *s, ArcEagerStaying staying)
{
  int b = s->b, q = s->gold->heads[b];
  int best = MAX (staying (s), arc_eager_M (s, s->k, b));

  if (q > b)
    best = MAX (best, 1 + exact_G (s, b, q) + arc_eager_B (s, KIND_B, s->k, q));
  return best;
}

void
arc_eager_values (Exact *s, guint allowed, ArcEagerStaying staying, int *values)
{
  int k = s->k, b = s->b;

  if ((allowed >> ARC_EAGER_SH & 1) != 0)
    values[ARC_EAGER_SH] = find_shift (s, staying);
  if ((allowed >> ARC_EAGER_LA & 1) != 0)
    values[ARC_EAGER_LA] = (s->gold->heads[exact_word_of (s, k)] == b) + arc_eager_B (s, KIND_B, k - 1, b);
  if ((allowed >> ARC_EAGER_RA & 1) != 0)
    values[ARC_EAGER_RA] = (s->gold->heads[b] == exact_word_of (s, k)) + arc_eager_A (s, k, b);
  if ((allowed >> ARC_EAGER_RE & 1) != 0)
    values[ARC_EAGER_RE] = arc_eager_B (s, KIND_B, k - 1, b);
}

static void
find_values (Exact *s, guint allowed, int *values)
{
  arc_eager_values (s, allowed, find_staying, values);
}

#define FAMILY                                                                                               \
  {                                                                                                          \
    .values = find_values, .compute = arc_eager_compute, .adapt_place = adapt_place,                         \
    .add_arcs = arc_eager_add_arcs                                                                           \
  }

const ArcEagerVariation arc_eager_variation = {
  .family = FAMILY,
  .counts_root = TRUE,
};

const ArcEagerVariation arc_eager_root_variation = {
  .family = FAMILY,
  .counts_root = TRUE,
  .hangs_rest = TRUE,
};

const ArcEagerVariation arc_eager_noroot_variation = {
  .family = FAMILY,
};

/* 2. arc_eager: arc-eager parsing as most parsers do it: it ends when no input remains, whatever is
 * in the stack.
 *
 * Label R is that of words with a head, and of 0; label L that of words without.
 */

static const TbkTransition transitions[] = {
  [ARC_EAGER_SH] = ARC_EAGER_SHIFT (TBK_NEEDS_INPUT),
  [ARC_EAGER_LA] = ARC_EAGER_LEFT_ARC,
  [ARC_EAGER_RA] = ARC_EAGER_RIGHT_ARC,
  [ARC_EAGER_RE] = ARC_EAGER_REDUCE (2),
};

/* Without 0 in the stack, a word at its bottom can be reduced. */
static const TbkTransition transitions_without_root[] = {
  [ARC_EAGER_SH] = ARC_EAGER_SHIFT (TBK_NEEDS_INPUT),
  [ARC_EAGER_LA] = ARC_EAGER_LEFT_ARC,
  [ARC_EAGER_RA] = ARC_EAGER_RIGHT_ARC,
  [ARC_EAGER_RE] = ARC_EAGER_REDUCE (1),
};

static const TbkPolicy policies[] = {
  { "none", "all sequences count" },
};

#define EXACT(VARIATION)                                                                                     \
  {                                                                                                          \
    TBK_METHOD_EXACT, ALL_POLICIES, &solver_exact, VARIATION                                                 \
  }
#define TABULAR(TRANSLATION)                                                                                 \
  {                                                                                                          \
    TBK_METHOD_TABULAR, ALL_POLICIES, &solver_tabular, TRANSLATION                                           \
  }

static const Solver solvers[] = {
  EXACT (&arc_eager_variation),
  { TBK_METHOD_LINEAR, ALL_POLICIES, &solver_arc_eager_linear, NULL },
  TABULAR (&arc_eager_translation),
};
static const Solver solvers_root[] = {
  EXACT (&arc_eager_root_variation),
  TABULAR (&arc_eager_translation_with_rest),
};
static const Solver solvers_noroot[] = {
  EXACT (&arc_eager_noroot_variation),
  TABULAR (&arc_eager_translation_with_rest),
};

#define FORM(TRANSITIONS, NAME, EMPTY, REST, SOLVERS)                                                          \
  {                                                                                                            \
    .system = {                                                                                              \
      .name = NAME,                                                                                          \
      .source = "Nivre (2008)",                                                                              \
      .title = "arc-eager, as in textbooks",  \
      .first = "Nivre (2003, 2008)",  \
      .about = "It ends as soon as no input remains. Words may still be in the stack, and words without a head are allowed.",  \
      .transitions = TRANSITIONS,                                                                            \
      .n_transitions = G_N_ELEMENTS (TRANSITIONS),                                                           \
      .policies = policies,                                                                                  \
      .n_policies = G_N_ELEMENTS (policies),                                                                 \
      .starts_empty = EMPTY,                                                                                 \
      .hangs_rest = REST,                                                                                    \
      .root = TBK_LABEL_R,                                                                                   \
      .labels = TBK_LABEL_L | TBK_LABEL_R,                                                                   \
      .final = TBK_FINAL_NO_INPUT, \
      .builds_projective = !(EMPTY), \
    },                                                                                                       \
    .solvers = SOLVERS,                                                                                      \
    .n_solvers = G_N_ELEMENTS (SOLVERS),                                                                     \
    .static_oracle = &arc_eager_static, \
  }

const Record record_arc_eager = FORM (transitions, "arc-eager", FALSE, FALSE, solvers);
const Record record_arc_eager_root = FORM (transitions, "arc-eager:complete=root", FALSE, TRUE, solvers_root);
const Record record_arc_eager_noroot =
    FORM (transitions_without_root, "arc-eager:start=noroot", TRUE, FALSE, solvers_noroot);
const Record record_arc_eager_noroot_root =
    FORM (transitions_without_root, "arc-eager:start=noroot,complete=root", TRUE, TRUE, solvers_root);
