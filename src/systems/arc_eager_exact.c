/* arc_eager_exact.c - the states of arc-eager parsing, and its values by the policies of 2021.
 *
 * Before any word hangs on it from the right, a_i with front b is in B(i,b). The candidates, on a_k and b:
 *
 *   (C1)  left_arc     [b -> a_k] + B(k-1,b)
 *   (C2)  right_arc    [a_k -> b] + A(k,b)
 *   (C3)  reduce       gain(k) + B(k-1,b), or P(k) if no input remains
 *   (C4)  shift        max q > b:  [q -> b] + G(b,q) + B(k,q): b must become a left child; under FREE, which lets
 *                      it be reduced, also the value of right_arc
 *
 * Reduce before shift has B_(k,q) in shift. The strict one has B_ there too, in left_arc, and wherever a word
 * becomes a left child. Shift before reduce keeps b, after reduce, from becoming a left child unless it takes
 * one from the stack:
 *
 *   (C5)  reduce       gain(k) + C(k-1)
 *         C(i) = max of   [a_i -> b] + A(i,b),   gain(i) + C(i-1),   [b -> a_i] + B(i-1,b) for label L
 *
 * Where words can be cleared away, the dominance of docs/design/oracles.md gives
 *
 *   (C6)  shift  = max ( M(k,b), P(k) + tail(b), 1 + G(b,q) + B(k,q) for the gold head q of b ), where
 *                  tail(b) is that of exact.h: (4) b hangs on the next word that has a gold arc with the
 *                  stack
 *   (C7)  the best where r on a_i becomes a left child, with a_i in B_ or B, is the greatest of
 *           P(i) + tail(r),   1 + G(r,q) + B_(i,q) for the gold head q of r,   G(r,q) + B_(i,q) for each other q that a
 *           gold arc joins to a word of the places up to i,   gain(i) + G(r,q) + M(i-1,q) for each that none does
 *         and of the last two all are at most gain(i) + M(i-1,r), but for the partners q of a_i itself
 *
 * Where they cannot, a_i of label L becomes a left child in A(i,e), and (2) of docs/design/oracles.md gives
 *
 *   (C8)  G(e,q) + B(i-1,q) <= A(i-1,e), so that the search for a head q that is not the gold one ends where
 *         A(i-1,e) is reached
 *
 * An example of four words, with the gold arcs 3 -> 1, 4 -> 2, 0 -> 3, 3 -> 4, of which the first two
 * cross. The stack is 0 1 2, 1 and 2 have label L, and the front is 3. P is 0 everywhere; of the tables
 * over the input R(3,4) = 1, by 3 -> 4, and G(3,4) = 0. The open arcs with their X, by (A6):
 *
 *   place 0   0 -> 3   X = 1 + A(0,3) = 1 + R(3,4) = 2
 *   place 1   3 -> 1   X = 1 + B(0,3) = 1 + 2 = 3          B(0,3): 0 takes 3, the open arc of place 0
 *   place 2   4 -> 2   X = 1 + B(1,4) = 1 + 0 = 1          3 is gone then, and its arcs with it
 *
 * The values by the policy shift before reduce:
 *
 *   left_arc    (C1)  0 + B(1,3) = 3      the open arc 3 -> 1, and then 0 -> 3 and 3 -> 4
 *   right_arc   (C2)  0 + A(2,3) = 1      R(3,4), or M(2,3) = G(3,4) + 1 by 4 -> 2
 *   reduce      (C5)  0 + C(1) = 3        3 takes 1: 1 + B(0,3)
 *   shift       (C6)  M(2,3) = 1          3 must become a left child, of 4 only
 *
 * Source    Nederhof (2021), Table 6 for the system, section 4 for the policies; the recursion is ours.
 */
#include "systems/arc_eager_exact.h"

/* Returns TRUE if every word can be cleared away; in the uncorrected system those of label L cannot. */
static inline gboolean
clears (const Exact *s)
{
  return s->family->add_arcs != NULL;
}

static inline gboolean
is_strict (const Exact *s)
{
  return arc_eager_variation_of (s)->is_strict || s->policy == ARC_EAGER_STRICT_REDUCE_BEFORE_SHIFT;
}

/* Returns the kind of a place once the one above it became a left child. */
static inline int
kind_under_left_child (const Exact *s)
{
  return is_strict (s) ? KIND_B_ : KIND_B;
}

/* Returns what the words after e make by themselves, which ends with all of them below e, or some on 0. */
static inline int
rest (Exact *s, int e)
{
  return arc_eager_variation_of (s)->hangs_rest ? exact_end (s, e) : score_R (&s->score, e, s->n);
}

/* (A7) */
int
arc_eager_M (Exact *s, int i, int e)
{
  return s->places[i].reduced + exact_reach (s, i, e)->after;
}

/* (A5) */
static inline int
free_A (Exact *s, int i, int e)
{
  return MAX (s->places[i].stop + rest (s, e), arc_eager_M (s, i, e));
}

/* The first and the last term of (B5): r gets no later word as head before the stack gets to it. */
static inline int
stay_B (Exact *s, int i, int r)
{
  const ExactPlace *place = &s->places[i];
  int hangs = arc_eager_variation_of (s)->hangs_rest && s->gold->heads[r] == 0;

  return MAX (place->stop + hangs + rest (s, r), place->reduced + exact_reach (s, i, r)->from);
}

/* (B5), which of a word with a later head is kept: there may be a chain of them. */
static int
free_B (Exact *s, int i, int r)
{
  const int *heads = s->gold->heads;
  int n_chain = 0, best;

  /* Up the chain of later heads, to a word whose value is kept or that has none. */
  for (; heads[r] > r && exact_reach (s, i, r)->kept == G_MININT16; r = heads[r])
    s->chain[n_chain++] = r;
  best = heads[r] > r ? exact_reach (s, i, r)->kept : stay_B (s, i, r);

  /* Down again: each word stays, or hangs on its head. */
  while (n_chain > 0) {
    r = s->chain[--n_chain];
    best = MAX (stay_B (s, i, r), 1 + exact_G (s, r, heads[r]) + best);
    exact_reach (s, i, r)->kept = best;
  }
  return best;
}

/* A and B while a state is computed: by (A5) and (B5) at once, or states of the memo. */
static inline int
look_A (Exact *s, int i, int e)
{
  return clears (s) ? free_A (s, i, e) : exact_look (s, KIND_A, i, 0, e);
}

static inline int
look_B (Exact *s, int kind, int i, int r)
{
  return clears (s) && kind == KIND_B ? free_B (s, i, r) : exact_look (s, kind, i, 0, r);
}

/* A and B for the candidates: the list of work may be emptied on the way. */
int
arc_eager_A (Exact *s, int i, int e)
{
  return clears (s) ? free_A (s, i, e) : exact_find (s, KIND_A, i, 0, e);
}

int
arc_eager_B (Exact *s, int kind, int i, int r)
{
  return clears (s) && kind == KIND_B ? free_B (s, i, r) : exact_find (s, kind, i, 0, r);
}

/* A(i,c) while only those arcs of place @i are added that lead to words after the child @c, or to the
 * head. */
static int
find_taken (Exact *s, int i, int c)
{
  const ExactPlace *place = &s->places[i];
  int first = i > 0 ? place[-1].n_arcs : 0, best = i > 0 ? exact_reach (s, i - 1, c)->after : G_MININT16;

  for (int a = place->n_arcs; a-- > first;)
    if (s->arcs[a].word > c) {
      int value = s->arcs[a].value;
      best = MAX (best, exact_G_above (s, c, s->arcs[a].word, best - value) + value);
    }
  return MAX (place->stop + rest (s, c), place->reduced + best);
}

/* (A6), in an order in which each needs those before it only. */
void
arc_eager_add_arcs (Exact *s, int i)
{
  const Score *score = &s->score;
  int word = exact_word_of (s, i), head = s->gold->heads[word];

  if (i == 0 && !arc_eager_variation_of (s)->counts_root)
    return;
  /* The arc from the gold head: the word becomes a left child, and the place under it goes on. */
  if (head > word && arc_eager_has_label_L (s, i))
    exact_add_arc (s, i, head, 1 + arc_eager_B (s, kind_under_left_child (s), i - 1, head));
  /* Those to its children, from right to left: after one of them come those further right. */
  for (int a = score->starts[word + 1] - 1; a >= score->rights[word]; a--)
    exact_add_arc (s, i, score->children[a], 1 + find_taken (s, i, score->children[a]));
}

/* (C8): a word of label L that cannot be reduced must become the left child of some later word. Once a state
 * waits, the value is void, and no more heads are tried. */
static int
find_A_of_left_child (Exact *s, int i, int e)
{
  int head = s->gold->heads[exact_word_of (s, i)], kind = kind_under_left_child (s);
  int best = IMPOSSIBLE, bound;

  if (head > e)
    best = 1 + exact_G (s, e, head) + exact_look (s, kind, i - 1, 0, head);
  bound = exact_look (s, KIND_A, i - 1, 0, e);
  for (int q = e + 1; q <= s->n && best < bound && s->n_work == s->n_tried; q++)
    if (q != head) {
      int value = exact_look (s, kind, i - 1, 0, q);
      best = MAX (best, exact_G_above (s, e, q, best - value) + value);
    }
  return best;
}

/* (A1) to (A4), A(i,e) in the uncorrected system, where a word of label L may have to become a left child
 * anywhere. */
static int
compute_A (Exact *s, int i, int e)
{
  const Score *score = &s->score;
  int word = exact_word_of (s, i), best = IMPOSSIBLE;

  /* (A2): a gold child, from the last one down. Dominance (7) leaves out one that can wait for the one
   * before. */
  for (int a = score->starts[word + 1] - 1; a >= score->rights[word] && score->children[a] > e; a--) {
    int c = score->children[a];
    if (exact_is_next_child (s, score->rights[word], a, e)) {
      int value = 1 + exact_look (s, KIND_A, i, 0, c);
      best = MAX (best, exact_G_above (s, e, c, best - value) + value);
    }
  }
  /* (A1) at the bottom; (A3) for label R; else (A4). */
  if (i == 0)
    return MAX (best, score_R (&s->score, e, s->n));
  if (!arc_eager_has_label_L (s, i))
    return MAX (best, s->places[i].gain + exact_look (s, KIND_A, i - 1, 0, e));
  return MAX (best, find_A_of_left_child (s, i, e));
}

/* B(i,r) or B_(i,r) by the single moves (B1) to (B4). */
static int
compute_B (Exact *s, int kind, int i, int r)
{
  int word = exact_word_of (s, i), q = s->gold->heads[r];
  gboolean may_reduce = i > 0 && kind == KIND_B && !arc_eager_has_label_L (s, i);
  int best = (q == word) + look_A (s, i, r); /* (B1) */

  if (q > r) /* (B2) */
    best = MAX (best, 1 + exact_G (s, r, q) + exact_look (s, kind, i, 0, q));
  if (may_reduce) /* (B3) */
    best = MAX (best, s->places[i].gain + exact_look (s, KIND_B, i - 1, 0, r));
  if (arc_eager_has_label_L (s, i)) /* (B4) */
    best = MAX (best, (s->gold->heads[word] == r) + look_B (s, kind_under_left_child (s), i - 1, r));
  return best;
}

/* Computes what the memo asks for: A and B of the uncorrected system, and B_ of all. */
int
arc_eager_compute (Exact *s, const ExactState *state)
{
  return state->kind == KIND_A ? compute_A (s, state->place, state->e)
                               : compute_B (s, state->kind, state->place, state->e);
}

/* C(i) of (C5). The value is that of B(i,b) unless b has its gold head in the remaining input. Only a word
 * that is reduced for a gold arc is worth reducing where it could become a left child of b. */
static int
find_C (Exact *s, int i)
{
  int b = s->b, best = IMPOSSIBLE, reduced = 0;

  if (s->gold->heads[b] < b)
    return arc_eager_B (s, KIND_B, i, b);
  /* Down the stack: `reduced` is what reducing the places above j has made. */
  for (int j = i; j >= 0; j--) {
    if (j == i || !clears (s))
      best = MAX (best, reduced + arc_eager_A (s, j, b));
    if (arc_eager_has_label_L (s, j)) {
      gboolean is_child = s->gold->heads[exact_word_of (s, j)] == b;
      best = MAX (best, reduced + is_child + arc_eager_B (s, KIND_B, j - 1, b));
      if (!clears (s) || s->places[j].gain == 0)
        return best;
    }
    reduced += s->places[j].gain;
  }
  return best;
}

/* (C6) */
int
arc_eager_free_shift (Exact *s)
{
  int k = s->k, b = s->b, q = s->gold->heads[b];
  int best = MAX (s->places[k].reduced + exact_tail (s, b), arc_eager_M (s, k, b));

  if (q > b)
    best = MAX (best, 1 + exact_G (s, b, q) + arc_eager_B (s, KIND_B, k, q));
  return best;
}

/* gain(i) + M(i-1,e) */
static int
reduce_to_M (Exact *s, int i, int e)
{
  return i > 0 ? s->places[i].gain + arc_eager_M (s, i - 1, e) : IMPOSSIBLE;
}

/* (C7), where words can be cleared away. */
static int
find_left_child (Exact *s, int kind, int i, int r, int bound)
{
  int head = s->gold->heads[r], others = reduce_to_M (s, i, r);
  int best = s->places[i].reduced + exact_tail (s, r);

  /* The gold head; then the words that a gold arc joins to the stack, and those that none does. */
  if (head > r)
    best = MAX (best, 1 + exact_G (s, r, head) + arc_eager_B (s, kind, i, head));
  for (int q = r + 1; q <= s->n && best < bound; q++) {
    int partner = q == head ? -1 : exact_partner_up_to (s, q, i);

    if (partner == i || (partner >= 0 && best < others)) {
      int value = arc_eager_B (s, kind, i, q);
      best = MAX (best, exact_G_above (s, r, q, best - value) + value);
    } else if (q != head && best < others) {
      int value = reduce_to_M (s, i, q);
      best = MAX (best, exact_G_above (s, r, q, best - value) + value);
    }
  }
  return best;
}

/* Where words cannot be cleared away, every later word is tried as head; by (2) of docs/design/oracles.md no
 * other than the gold head gives more than @bound, so the search ends when that is reached. */
int
arc_eager_left_child (Exact *s, int kind, int i, int r, int bound)
{
  int best = IMPOSSIBLE, head = s->gold->heads[r];

  if (clears (s))
    return find_left_child (s, kind, i, r, bound);
  if (head > r)
    best = 1 + exact_G (s, r, head) + arc_eager_B (s, kind, i, head);
  for (int q = r + 1; q <= s->n && best < bound; q++)
    if (q != head)
      best = MAX (best, exact_G (s, r, q) + arc_eager_B (s, kind, i, q));
  return best;
}

/* (C4) or (C6). By (2), no word but its gold head gives b more than it has as a child of a_k. */
static int
find_shift (Exact *s)
{
  gboolean is_bound = s->k > 0 && (s->policy == ARC_EAGER_REDUCE_BEFORE_SHIFT || is_strict (s));
  int b = s->b, bound = G_MAXINT;

  if (b == s->n)
    return IMPOSSIBLE;
  if (clears (s))
    bound = arc_eager_free_shift (s);
  if (clears (s) && !is_bound)
    return bound;
  return arc_eager_left_child (s, is_bound ? KIND_B_ : KIND_B, s->k, b,
                               MIN (bound, arc_eager_A (s, s->k, b)));
}

/* (C3) or (C5) */
static int
find_reduce (Exact *s)
{
  int k = s->k;

  if (k == 0)
    return IMPOSSIBLE;
  if (s->b <= s->n)
    return s->places[k].gain
           + (s->policy == ARC_EAGER_SHIFT_BEFORE_REDUCE ? find_C (s, k - 1)
                                                         : arc_eager_B (s, KIND_B, k - 1, s->b));
  /* Without input the rest is reduced, which a word of label L may not be where words cannot be cleared
   * away. */
  for (int i = 1; i <= k && !clears (s); i++)
    if (arc_eager_has_label_L (s, i))
      return IMPOSSIBLE;
  return s->places[k].reduced;
}

/* All values, whether allowed or not: the oracle reads those that are. */
static void
find_values (Exact *s, guint allowed, int *values)
{
  int k = s->k, b = s->b;
  gboolean input_remains = b <= s->n;

  (void) allowed;
  for (int t = 0; t < s->system->n_transitions; t++)
    values[t] = IMPOSSIBLE;
  values[ARC_EAGER_RE] = find_reduce (s);
  if (!input_remains)
    return;
  values[ARC_EAGER_RA] = (s->gold->heads[b] == exact_word_of (s, k)) + arc_eager_A (s, k, b); /* (C2) */
  values[ARC_EAGER_SH] = find_shift (s);
  if (s->policy == ARC_EAGER_FREE && clears (s))
    values[ARC_EAGER_SH] = MAX (values[ARC_EAGER_SH], values[ARC_EAGER_RA]);
  if (arc_eager_has_label_L (s, k)) /* (C1) */
    values[ARC_EAGER_LA] =
        (s->gold->heads[exact_word_of (s, k)] == b) + arc_eager_B (s, kind_under_left_child (s), k - 1, b);
}

const ArcEagerVariation arc_eager_nederhof_variation = {
  .family = { .values = find_values, .compute = arc_eager_compute, .add_arcs = arc_eager_add_arcs },
  .counts_root = TRUE,
};

/* No open arcs: a word of label L cannot be cleared away. */
const ArcEagerVariation arc_eager_nederhof_uncorrected_variation = {
  .family = { .values = find_values, .compute = arc_eager_compute },
  .counts_root = TRUE,
};
