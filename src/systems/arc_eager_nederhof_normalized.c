/* arc_eager_nederhof_normalized.c - normalized arc-eager parsing and its exact values.
 *
 * Contents
 *   1. arc_eager_nederhof_normalized_exact: exact values for normalized arc-eager parsing
 *   2. arc_eager_nederhof_normalized: normalized arc-eager parsing: shift first, then decide between left and right
 *      child
 */
#include "systems/arc_eager_exact.h"
#include "systems/arc_standard.h"
#include "systems/systems.h"

/* 1. arc_eager_nederhof_normalized_exact: exact values for normalized arc-eager parsing.
 *
 * A word r takes its left children when it has been shifted, and then the word under it is in B_. The
 * candidates, on a_k of label L or R and on a_k of label N, which is the word before b:
 *
 *   (Y5)  shift        B_(k,b)
 *   (Y6)  right_arc    gain(k) + B(k-1,b), or P(k) if no input remains
 *   (Y7)  right_child  gain(k) + A(k-1,a_k)
 *   (Y8)  left_child   max q >= b:  [q -> a_k] + G(a_k,q) + B_(k-1,q); without BLOCK also the value of right_child
 *   (Y9)  left_arc     [a_k -> a_(k-1)] + B_(k-2,a_k)
 *
 * Source    Nederhof (2021), Table 8 for the system; the states are those of arc_eager_exact.h.
 */

/* (Y5) to (Y9) */
static void
find_normalized (Exact *s, guint allowed, int *values)
{
  int k = s->k, b = s->b, top = exact_word_of (s, k);

  (void) allowed;
  for (int t = 0; t < s->system->n_transitions; t++)
    values[t] = IMPOSSIBLE;
  if (s->places[k].element.label == TBK_LABEL_N) {
    int right = arc_eager_A (s, k - 1, top);

    values[NORMALIZED_RC] = s->places[k].gain + right;
    values[NORMALIZED_LC] = arc_eager_left_child (s, KIND_B_, k - 1, top, right);
    if (s->policy == NORMALIZED_NONE)
      values[NORMALIZED_LC] = MAX (values[NORMALIZED_LC], values[NORMALIZED_RC]);
    if (arc_eager_has_label_L (s, k - 1))
      values[NORMALIZED_LA] =
          (s->gold->heads[exact_word_of (s, k - 1)] == top) + arc_eager_B (s, KIND_B_, k - 2, top);
    return;
  }
  if (b <= s->n)
    values[NORMALIZED_SH] = arc_eager_B (s, KIND_B_, k, b);
  if (k > 0)
    values[NORMALIZED_RA] =
        b <= s->n ? s->places[k].gain + arc_eager_B (s, KIND_B, k - 1, b) : s->places[k].reduced;
}

/* A word without decision, label N, was shifted last, so no word between it and the remaining input is
 * gone. That is false only of configurations that no computation reaches. */
static gboolean
covers_normalized (const TbkConfiguration *configuration)
{
  const TbkStackElement *top = &configuration->stack[configuration->depth - 1];

  return top->label != TBK_LABEL_N || top->word == configuration->buffer - 1;
}

const ArcEagerVariation arc_eager_nederhof_normalized_variation = {
  .family = { .values = find_normalized,
              .compute = arc_eager_compute,
              .add_arcs = arc_eager_add_arcs,
              .covers = covers_normalized },
  .is_strict = TRUE,
  .counts_root = TRUE,
};

/* 2. arc_eager_nederhof_normalized: normalized arc-eager parsing: shift first, then decide between left and right
 * child. */

#define L TBK_LABEL_L
#define R TBK_LABEL_R
#define N TBK_LABEL_N

/* Nederhof (2021), Table 8. */
static const TbkTransition transitions[] = {
  [NORMALIZED_SH] = { .key = "SH", .name = "shift", .needs = TBK_NEEDS_INPUT, .top = L | R, .push = N },
  [NORMALIZED_LC] = { .key = "LC", .name = "left_child", .top = N, .relabel = L },
  [NORMALIZED_RC] = { .key = "RC", .name = "right_child", .top = N, .related = TBK_PLACE_TOP, .relabel = R },
  [NORMALIZED_RA] = { .key = "RA",
                      .name = "right_arc",
                      .depth = 2,
                      .under = L | R,
                      .top = L | R,
                      .head = TBK_PLACE_UNDER,
                      .dependent = TBK_PLACE_TOP,
                      .popped = TBK_PLACE_TOP },
  [NORMALIZED_LA] = { .key = "LA",
                      .name = "left_arc",
                      .depth = 2,
                      .under = L,
                      .top = N,
                      .head = TBK_PLACE_TOP,
                      .dependent = TBK_PLACE_UNDER,
                      .popped = TBK_PLACE_UNDER },
};

static const TbkPolicy policies[NORMALIZED_N_POLICIES] = {
  [NORMALIZED_BLOCK] = { "block", "a word that gets label L later is not popped by right_arc" },
  [NORMALIZED_NONE] = { "none", "all sequences count" },
};

static const ProjectiveMethod quadratic = { .is_labelled = TRUE };
static const ProjectiveMethod linear = { .is_labelled = TRUE, .is_linear = TRUE };

static const Solver solvers[] = {
  { TBK_METHOD_EXACT, ALL_POLICIES, &solver_exact, &arc_eager_nederhof_normalized_variation },
  { TBK_METHOD_LINEAR, ALL_POLICIES, &solver_projective, &linear },
  { TBK_METHOD_QUADRATIC, ALL_POLICIES, &solver_projective, &quadratic },
  { TBK_METHOD_TABULAR, ALL_POLICIES, &solver_tabular, &arc_eager_nederhof_normalized_translation },
};

/* A word decides when it has its left children: to be a left child if its head comes later. */
static int
choose (const TbkStaticOracle *oracle, const TbkConfiguration *c)
{
  const int *heads = oracle->gold.heads;
  int top = static_stack_word (c, 0), under = static_stack_word (c, 1);
  TbkLabel label = c->stack[c->depth - 1].label;

  if (label == N && under > 0 && heads[under] == top)
    return NORMALIZED_LA;
  if (label == N)
    return heads[top] > top ? NORMALIZED_LC : NORMALIZED_RC;
  if (tbk_configuration_n_input (c) == 0 || (label == R && top > 0 && oracle->pending[top] == 0))
    return NORMALIZED_RA;
  return NORMALIZED_SH;
}

static const StaticKind static_oracle = { .choose = choose };

const Record record_arc_eager_nederhof_normalized = {
  .system = {
    .name = "arc-eager-nederhof-normalized",
    .source = "Nederhof (2021), Table 8",
    .title = "arc-eager with promised arcs, normalized",
    .first = "Nederhof (2021)",
    .about = "A word is shifted first, and then decides whether it becomes a left or a right dependent.",
    .transitions = transitions,
    .n_transitions = G_N_ELEMENTS (transitions),
    .policies = policies,
    .n_policies = G_N_ELEMENTS (policies),
    .root = R,
    .labels = L | R,
    .builds_projective = TRUE,
    .top_labels = N,
  },
  .solvers = solvers,
  .n_solvers = G_N_ELEMENTS (solvers),
  .static_oracle = &static_oracle,
};
