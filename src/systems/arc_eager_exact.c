/* exact_arc_eager.c - exact scores for arc-eager parsing and any gold tree.
 *
 * A word of the stack gets children from the remaining input and from the place just above it. So the
 * states of a computation are few. Let a_i be the word at place i; e, r, c, q words of the remaining input:
 *
 *   A(i,e)   a_i is the top, and the last word that hangs on the stack from the right is e: the words after e
 *            are untouched, those before it are done with
 *   B(i,r)   a_i is the top, r the front, without head; its left side is complete but for a_i and below
 *
 * [x -> y] is 1 if y is a gold child of x, else 0. Each line is one move of the computation:
 *
 *   A(i,e) = max of   R(e,n)                              if i = 0: the rest hangs on e
 *                     [a_i -> c] + G(e,c) + A(i,c)        a_i takes c > e
 *                     gain(i) + A(i-1,e)                  a_i is reduced
 *                     [q -> a_i] + G(e,q) + B(i-1,q)      a_i, of label L, becomes a left child of q > e
 *   B(i,r) = max of   [a_i -> r] + A(i,r)                 a_i takes r
 *                     [q -> r] + G(r,q) + B(i,q)          r becomes a left child of q > r
 *                     gain(i) + B(i-1,r)                  a_i is reduced
 *                     [r -> a_i] + B(i-1,r)               a_i, of label L, becomes a left child of r
 *
 * Before any word hangs on it from the right, a_i with front b is in B(i,b). The candidates, on a_k and b:
 *
 *   left_arc     [b -> a_k] + B(k-1,b)
 *   right_arc    [a_k -> b] + A(k,b)
 *   reduce       gain(k) + B(k-1,b), or P(k) if no input remains
 *   shift        max q > b:  [q -> b] + G(b,q) + B(k,q): b must become a left child; under FREE, which lets
 *                it be reduced, also the value of right_arc
 *
 * Policies. Let B_(i,r) be B(i,r) where a_i must not be reduced before it has a child: no third line, and
 * B_(i,q) in the second. Reduce before shift has B_(k,q) in shift. The strict one has B_ there too, in
 * left_arc, and wherever a word becomes a left child. Shift before reduce keeps b, after reduce, from
 * becoming a left child unless it takes one from the stack:
 *
 *   reduce       gain(k) + C(k-1)
 *   C(i) = max of   [a_i -> b] + A(i,b),   gain(i) + C(i-1),   [b -> a_i] + B(i-1,b) for label L
 *
 * The uncorrected system reduces label R only.
 *
 * Normalized parsing has the same states, where r is shifted to take left children: after the first of them
 * a_i is in B_. The candidates, on a_k of label L or R and on a_k of label N, which is the word before b:
 *
 *   shift        B_(k,b)
 *   reduce_left  gain(k) + B(k-1,b), or P(k) if no input remains
 *   right_child  gain(k) + A(k-1,a_k)
 *   left_child   max q >= b:  [q -> a_k] + G(a_k,q) + B_(k-1,q); without BLOCK also the value of right_child
 *   reduce_right [a_k -> a_(k-1)] + B_(k-2,a_k)
 *
 * Moves to the remaining input that make no gold arc are mostly no better than others; DESIGN.md has the
 * proofs. (1) a_i need not take c in A, unless the arc is gold and the gold child before c cannot be had
 * on the way; nor (2) need r become a left child of q in B. Where all words can be reduced, (3) neither
 * need a_i become a left child. Then
 *
 *   A(i,e) = max (P(i) + R(e,n), M(i,e)),  M(i,e) the best of the computations with at least one more gold
 *            move; only places with a gold partner after e have any
 *   B(i,r) needs a_i's move and those of the highest gold child and of the gold head of r in the stack
 *   shift  = max (M(k,b), P(k) + tail(b), 1 + G(b,q) + B(k,q) for the gold head q of b), where tail(b) is
 *            that of exact.h: (4) b hangs on the next word that has a gold arc with the stack
 */
#include "systems/arc_eager.h"

/* Kinds of states; A is one of its own in the uncorrected system only. */
enum { KIND_A, KIND_M, KIND_B, KIND_B_ };

/* Whether words of label L can be reduced. */
static inline gboolean
is_corrected (const Exact *s)
{
  return s->recursion != &arc_eager_uncorrected_recursion;
}

/* Whether a word must not be reduced, before it has a child, once the one above it became a left child. */
static inline gboolean
is_strict (const Exact *s)
{
  return s->recursion == &normalized_recursion || s->policy == ARC_EAGER_STRICT_REDUCE_BEFORE_SHIFT;
}

static inline gboolean
has_label_L (const Exact *s, int i)
{
  return i > 0 && s->places[i].element.label == TBK_LABEL_L;
}

/* What a place is in once the one above it became a left child. */
static inline int
kind_under_left_child (const Exact *s)
{
  return is_strict (s) ? KIND_B_ : KIND_B;
}

/* M(i,e), void if it is missing. */
static int
look_M (Exact *s, int i, int e)
{
  int j = place_with_partner (s, i, e);

  return j < 0 ? IMPOSSIBLE : s->places[i].reduced - s->places[j].reduced + exact_look (s, KIND_M, j, 0, e);
}

static int
look_A (Exact *s, int i, int e)
{
  if (!is_corrected (s))
    return exact_look (s, KIND_A, i, 0, e);
  return MAX (s->places[i].reduced + score_R (&s->score, e, s->n), look_M (s, i, e));
}

/* The best of the moves where a_i takes a gold child after e. */
static int
take_children (Exact *s, int i, int e)
{
  const Score *score = &s->score;
  int word = word_of (s, i), best = IMPOSSIBLE;

  for (int a = score->starts[word + 1] - 1; a >= score->rights[word] && score->children[a] > e; a--) {
    int c = score->children[a];
    if (is_next_child (s, score->rights[word], a, e))
      best = MAX (best, 1 + exact_G (s, e, c) + look_A (s, i, c));
  }
  return best;
}

static int
compute_M (Exact *s, int i, int e)
{
  int best = i > 0 ? s->places[i].gain + look_M (s, i - 1, e) : IMPOSSIBLE;
  int q = s->gold->heads[word_of (s, i)];

  best = MAX (best, take_children (s, i, e));
  if (q > e && has_label_L (s, i))
    best = MAX (best, 1 + exact_G (s, e, q) + exact_look (s, kind_under_left_child (s), i - 1, 0, q));
  return best;
}

/* A(i,e) in the uncorrected system, where a word of label L may have to become a left child anywhere. */
static int
compute_A (Exact *s, int i, int e)
{
  int best = take_children (s, i, e);

  if (i == 0)
    return MAX (best, score_R (&s->score, e, s->n));
  if (!has_label_L (s, i))
    return MAX (best, s->places[i].gain + look_A (s, i - 1, e));
  for (int q = e + 1; q <= s->n; q++)
    best = MAX (best, (s->gold->heads[word_of (s, i)] == q) + exact_G (s, e, q)
                          + exact_look (s, kind_under_left_child (s), i - 1, 0, q));
  return best;
}

/* B(i,r) or B_(i,r) by single moves. */
static int
compute_B_by_moves (Exact *s, int kind, int i, int r)
{
  int word = word_of (s, i), q = s->gold->heads[r];
  gboolean may_reduce = i > 0 && kind == KIND_B && (is_corrected (s) || !has_label_L (s, i));
  int best = (q == word) + look_A (s, i, r);

  if (q > r)
    best = MAX (best, 1 + exact_G (s, r, q) + exact_look (s, kind, i, 0, q));
  if (may_reduce)
    best = MAX (best, s->places[i].gain + exact_look (s, KIND_B, i - 1, 0, r));
  if (has_label_L (s, i))
    best = MAX (best, (s->gold->heads[word] == r) + exact_look (s, kind_under_left_child (s), i - 1, 0, r));
  return best;
}

/* The highest place up to i that is of label L and a gold child of r; 0 if there is none. */
static int
highest_child (const Exact *s, int i, int r)
{
  int j = child_up_to (s, r, i);

  while (j > 0 && !has_label_L (s, j))
    j = s->places[j].sibling_below;
  return MAX (j, 0);
}

/* B(i,r) where every word can be reduced. A gold child of r is never reduced, since as a left child it
 * leaves the same state and a gold arc more. */
static int
compute_B (Exact *s, int i, int r)
{
  const ExactPlace *places = s->places;
  int q = s->gold->heads[r];
  int best = (q == word_of (s, i)) + look_A (s, i, r);
  int child = highest_child (s, i, r);
  int head = q < r ? place_of (s, q) : -1;

  if (q > r)
    best = MAX (best, 1 + exact_G (s, r, q) + exact_look (s, KIND_B, i, 0, q));
  if (child > 0)
    best =
        MAX (best, places[i].reduced - places[child].reduced + 1 + exact_look (s, KIND_B, child - 1, 0, r));
  if (head >= child && head >= 0 && head < i)
    best = MAX (best, places[i].reduced - places[head].reduced + 1 + look_A (s, head, r));
  return best;
}

static int
compute (Exact *s, const ExactState *state)
{
  switch (state->kind) {
  case KIND_A:
    return compute_A (s, state->place, state->e);
  case KIND_M:
    return compute_M (s, state->place, state->e);
  case KIND_B:
    if (is_corrected (s) && !is_strict (s))
      return compute_B (s, state->place, state->e);
    G_GNUC_FALLTHROUGH;
  default:
    return compute_B_by_moves (s, state->kind, state->place, state->e);
  }
}

static int
find_A (Exact *s, int i, int e)
{
  int j;

  if (!is_corrected (s))
    return exact_find (s, KIND_A, i, 0, e);
  j = place_with_partner (s, i, e);
  if (j >= 0)
    exact_find (s, KIND_M, j, 0, e);
  return look_A (s, i, e);
}

/* C(i). The value is that of B(i,b) unless b has its gold head in the remaining input. Only a word that is
 * reduced for a gold arc is worth reducing where it could become a left child of b. */
static int
find_C (Exact *s, int i)
{
  int b = s->b, best = IMPOSSIBLE, reduced = 0;

  if (s->gold->heads[b] < b)
    return exact_find (s, KIND_B, i, 0, b);
  for (int j = i; j >= 0; j--) {
    if (j == i || !is_corrected (s))
      best = MAX (best, reduced + find_A (s, j, b));
    if (has_label_L (s, j)) {
      gboolean is_child = s->gold->heads[word_of (s, j)] == b;
      best = MAX (best, reduced + is_child + exact_find (s, KIND_B, j - 1, 0, b));
      if (!is_corrected (s) || s->places[j].gain == 0)
        return best;
    }
    reduced += s->places[j].gain;
  }
  return best;
}

/* A shift, where places can be reduced freely. */
static int
find_free_shift (Exact *s)
{
  int k = s->k, b = s->b, q = s->gold->heads[b];
  int best = s->places[k].reduced + exact_tail (s, b);
  int j = place_with_partner (s, k, b);

  if (j >= 0)
    best = MAX (best, s->places[k].reduced - s->places[j].reduced + exact_find (s, KIND_M, j, 0, b));
  if (q > b)
    best = MAX (best, 1 + exact_G (s, b, q) + exact_find (s, KIND_B, k, 0, q));
  return best;
}

/* The word r on a_i becomes a left child; a_i is then in a state of @kind. Of other words than its gold head,
 * none gives more than @bound. */
static int
find_left_child (Exact *s, int kind, int i, int r, int bound)
{
  int best = IMPOSSIBLE, head = s->gold->heads[r];

  if (head > r)
    best = 1 + exact_G (s, r, head) + exact_find (s, kind, i, 0, head);
  for (int q = r + 1; q <= s->n && best < bound; q++)
    if (q != head)
      best = MAX (best, exact_G (s, r, q) + exact_find (s, kind, i, 0, q));
  return best;
}

/* By (2), no word but its gold head gives b more than it has as a child of a_k. */
static int
find_shift (Exact *s)
{
  gboolean is_bound = s->k > 0 && (s->policy == ARC_EAGER_REDUCE_BEFORE_SHIFT || is_strict (s));
  int b = s->b, bound = G_MAXINT;

  if (b == s->n)
    return IMPOSSIBLE;
  if (is_corrected (s))
    bound = find_free_shift (s);
  if (is_corrected (s) && !is_bound)
    return bound;
  return find_left_child (s, is_bound ? KIND_B_ : KIND_B, s->k, b, MIN (bound, find_A (s, s->k, b)));
}

static int
find_reduce (Exact *s)
{
  int k = s->k;

  if (k == 0)
    return IMPOSSIBLE;
  if (s->b <= s->n)
    return s->places[k].gain
           + (s->policy == ARC_EAGER_SHIFT_BEFORE_REDUCE ? find_C (s, k - 1)
                                                          : exact_find (s, KIND_B, k - 1, 0, s->b));
  for (int i = 1; i <= k && !is_corrected (s); i++)
    if (has_label_L (s, i))
      return IMPOSSIBLE;
  return s->places[k].reduced;
}

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
  values[ARC_EAGER_RA] = (s->gold->heads[b] == word_of (s, k)) + find_A (s, k, b);
  values[ARC_EAGER_SH] = find_shift (s);
  if (s->policy == ARC_EAGER_FREE && is_corrected (s))
    values[ARC_EAGER_SH] = MAX (values[ARC_EAGER_SH], values[ARC_EAGER_RA]);
  if (has_label_L (s, k))
    values[ARC_EAGER_LA] =
        (s->gold->heads[word_of (s, k)] == b) + exact_find (s, kind_under_left_child (s), k - 1, 0, b);
}

const ExactRecursion arc_eager_recursion = { find_values, compute, NULL };
const ExactRecursion arc_eager_uncorrected_recursion = { find_values, compute, NULL };

static void
find_normalized (Exact *s, guint allowed, int *values)
{
  int k = s->k, b = s->b, top = word_of (s, k);

  (void) allowed;
  for (int t = 0; t < s->system->n_transitions; t++)
    values[t] = IMPOSSIBLE;
  if (s->places[k].element.label == TBK_LABEL_N) {
    int right = find_A (s, k - 1, top);

    values[NORMALIZED_RC] = s->places[k].gain + right;
    values[NORMALIZED_LC] = find_left_child (s, KIND_B_, k - 1, top, right);
    if (s->policy == NORMALIZED_NONE)
      values[NORMALIZED_LC] = MAX (values[NORMALIZED_LC], values[NORMALIZED_RC]);
    if (has_label_L (s, k - 1))
      values[NORMALIZED_RR] =
          (s->gold->heads[word_of (s, k - 1)] == top) + exact_find (s, KIND_B_, k - 2, 0, top);
    return;
  }
  if (b <= s->n)
    values[NORMALIZED_SH] = exact_find (s, KIND_B_, k, 0, b);
  if (k > 0)
    values[NORMALIZED_RL] =
        b <= s->n ? s->places[k].gain + exact_find (s, KIND_B, k - 1, 0, b) : s->places[k].reduced;
}

/* A word without decision, label N, was shifted last, so no word between it and the remaining input is
 * gone. That is false only of configurations that no computation reaches. */
static gboolean
covers_normalized (const TbkConfiguration *configuration)
{
  const TbkStackElement *top = &configuration->stack[configuration->depth - 1];

  return top->label != TBK_LABEL_N || top->word == configuration->buffer - 1;
}

const ExactRecursion normalized_recursion = { find_normalized, compute, covers_normalized };
