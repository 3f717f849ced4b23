/* arc_eager_nivre_exact.c - exact values for arc-eager parsing with any final stack.
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
#include "systems/arc_eager_exact.h"

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
arc_eager_nivre_values (Exact *s, guint allowed, ArcEagerStaying staying, int *values)
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
  arc_eager_nivre_values (s, allowed, find_staying, values);
}

#define FAMILY                                                                                               \
  {                                                                                                          \
    .values = find_values, .compute = arc_eager_compute, .adapt_place = adapt_place,                         \
    .add_arcs = arc_eager_add_arcs                                                                           \
  }

const ArcEagerVariation arc_eager_nivre_variation = {
  .family = FAMILY,
  .counts_root = TRUE,
};

const ArcEagerVariation arc_eager_nivre_root_variation = {
  .family = FAMILY,
  .counts_root = TRUE,
  .hangs_rest = TRUE,
};

const ArcEagerVariation arc_eager_nivre_noroot_variation = {
  .family = FAMILY,
};
