/* arc_eager_normalized_exact.c - exact values for normalized arc-eager parsing.
 *
 * A word r takes its left children when it has been shifted, and then the word under it is in B_. The
 * candidates, on a_k of label L or R and on a_k of label N, which is the word before b:
 *
 *   (Y5)  shift        B_(k,b)
 *   (Y6)  reduce_left  gain(k) + B(k-1,b), or P(k) if no input remains
 *   (Y7)  right_child  gain(k) + A(k-1,a_k)
 *   (Y8)  left_child   max q >= b:  [q -> a_k] + G(a_k,q) + B_(k-1,q); without BLOCK also the value of right_child
 *   (Y9)  reduce_right [a_k -> a_(k-1)] + B_(k-2,a_k)
 *
 * Source    Nederhof (2021), Table 8 for the system; the states are those of arc_eager_exact.h.
 */
#include "systems/arc_eager_exact.h"

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
      values[NORMALIZED_RR] =
          (s->gold->heads[exact_word_of (s, k - 1)] == top) + arc_eager_B (s, KIND_B_, k - 2, top);
    return;
  }
  if (b <= s->n)
    values[NORMALIZED_SH] = arc_eager_B (s, KIND_B_, k, b);
  if (k > 0)
    values[NORMALIZED_RL] =
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

const ArcEagerVariation arc_eager_normalized_variation = {
  .family = { .values = find_normalized,
              .compute = arc_eager_compute,
              .add_arcs = arc_eager_add_arcs,
              .covers = covers_normalized },
  .is_strict = TRUE,
  .counts_root = TRUE,
};
