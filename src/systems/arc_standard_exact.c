/* arc_standard_exact.c - exact scores for arc-standard parsing and any gold tree.
 *
 * A word in the stack that has children from above or from the remaining input dominates the top. So a
 * computation is a walk down the stack with one tree on top of it. Let a_i be the word at place i, h the
 * head of the tree on top, a word of the stack or of the remaining input; e, c, q words of the
 * remaining input; [x -> y] is 1 if y is a gold child of x, else 0.
 *
 *   V(i,h,e)   the tree of h lies on a_i; the words after e are untouched, those between h and e done with
 *   N(i,h)     the same where no word of the remaining input b..n has been touched yet
 *
 *   V(i,h,e) = max of   (V1)  [h -> c] + G(e,c) + V(i,h,c)     h takes c > e; not for h = e, where R and G have it
 *                       (V2)  [q -> h] + G(e,q) + V(i,q,q)     h becomes a left child of q > e
 *                       (V3)  [a_i -> h] + V(i-1,a_i,e)        right_arc
 *                       (V4)  [h -> a_i] + V(i-1,h,e)          left_arc; not for i = 0
 *   V(-1,0,e) = max of  (V5)  R(e,n),  [0 -> c] + G(e,c) + V(-1,0,c)
 *   N(i,h)   = max of   (N1)  [a_i -> h] + N(i-1,a_i)          right_arc
 *                       (N2)  [h -> a_i] + N(i-1,h)            left_arc; not for i = 0
 *                       (N3)  [h -> c] + L(b,c) + V(i,h,c)     h takes c
 *                       (N4)  [q -> h] + L(b,q) + V(i,q,q)     h becomes a left child of q
 *   N(-1,0)  = max of   (N5)  F(b,n),  [0 -> c] + L(b,c) + V(-1,0,c)
 *
 * The candidates, on a_k and b:
 *
 *   (V6)  shift         V(k,b,b)
 *   (N6)  right_arc     [a_(k-1) -> a_k] + N(k-2,a_(k-1))
 *   (N7)  left_arc      [a_k -> a_(k-1)] + N(k-2,a_k)
 *
 * Policies forbid left children to a word, once it is h (no (V4), no (N2)), or right children
 * from the remaining input (no (V1), no (N3)):
 *
 *   left before right           shift: no left children to a_k
 *   the same, strict            nor to any word under the top; right_arc: nor to a_(k-1)
 *   the same, strict, literal   shift: no left children to a_k; right_arc: to a_(k-1)
 *   right before left           left_arc: no right children to a_k
 *
 * Moves to the remaining input that make no gold arc are no better than others, nor is to take a gold child
 * in V when the one before it can be had on the way; docs/design/oracles.md has the proofs.
 *
 *   (V7)  If no word of the stack up to i, nor h, has a gold partner after e,
 *         then V(i,h,e) = R(e,n) + V(i,h,n);  N(i,h) = F(b,n) + V(i,h,n) if none has one from b on.
 *   (V8)  If h has no gold partner after e or in 0..i, or none but its head a_i, right_arc is as good as
 *         any move.
 *   (V9)  If a_i has no gold partner after e or in 0..i-1, and is not the head of h, left_arc is.
 *   (V10) h need take a_i, where that is not gold, only to come to its next gold partner in the stack.
 *
 *   (V11) V(i,h,e) is no more than the number of words at the places 1..i, of h, and of words after e that
 *         may still get their gold heads, since these are in the stack or in the input. Where h has a gold
 *         partner after e, a move within the stack that (V8) and (V9) leave loses one of these arcs. So once
 *         a gold move to the input reaches one less, none within the stack need be looked at.
 *
 * (V8) to (V11) hold of N too, with b-1 for e.
 *
 * An example of four words, with the gold arcs 3 -> 1, 4 -> 2, 0 -> 3, 3 -> 4, the stack 0 1 2 and the
 * front 3. Of the tables over the input R(3,4) = F(3,4) = 1, by 3 -> 4; L(3,3), L(3,4) and G(3,4) are 0.
 *
 *   shift         (V6)   V(2,3,3), of the two
 *                 (V3)   0 + V(1,2,3) = 1    2 takes 3. 2 then takes 1 by (V9) without choice, and becomes a left
 *                                            child of 4 by (V2): 1 + V(0,4,4), where 0 takes 4 for nothing
 *                 (V10)  1 + V(0,3,3) = 3    3 takes 2 and its gold child 1; 0 takes 3 by (V8), and (V5) adds R(3,4)
 *   right_arc     (N6)   0 + N(0,1) = 3      (N4): 1 becomes a left child of 3, 1 + L(3,3) + V(0,3,3)
 *   left_arc      (N7)   0 + N(0,2) = 2      (N1): 0 takes 2, then (N5) with 0 -> 3: 1 + L(3,3) + R(3,4).
 *                                            (N4) gives 1: 2 becomes a left child of 4
 *
 * (V11) bounds V(0,2,3), after the move of (V9), by 1: word 4 may get its head 3, and 2 its head 4, but a
 * move within the stack would lose the latter. As (V2) reaches 1, none is tried.
 *
 * Source    Nederhof (2019), Table 1 and section 2 for the system and the policies; the recursion is ours.
 * Cost      h is a third index: at worst O(k n^2) states of O(n) moves, for k words in the stack. (V7) to
 *           (V11) leave few; exact.h has what was measured on treebanks.
 */
#include "systems/arc_standard.h"

/* The names end in _ where h takes no left children; KIND_BOUND is V where a_i will take none; KIND_LAST is
 * V(-1,0,e), and KIND_CLOSED N where h takes no right children. */
enum { KIND_V, KIND_V_, KIND_BOUND, KIND_LAST, KIND_N, KIND_N_, KIND_CLOSED, N_KINDS };

G_STATIC_ASSERT ((int) N_KINDS <= (int) EXACT_KIND_ID);

static inline gboolean
is_strict (const Exact *s)
{
  return s->policy == ARC_STANDARD_STRICT_LEFT_FIRST;
}

/* Returns TRUE if gold arcs join @h to words after @e. */
static inline gboolean
has_partner_after (const Exact *s, int h, int e)
{
  return s->gold->heads[h] > e || ((h != e || h < s->b) && s->gold->last_child[h] > e);
}

/* Returns TRUE if h may take words of the stack, by (V4) or (N2). */
static inline gboolean
takes_left (int kind)
{
  return kind != KIND_V_ && kind != KIND_N_;
}

/* V or N where a_i is h, after the right_arc that made it so from @kind. */
static inline int
kind_after_left (const Exact *s, int kind)
{
  gboolean is_bound = kind == KIND_BOUND || is_strict (s);

  if (kind >= KIND_N)
    return is_bound ? KIND_N_ : KIND_N;
  return is_bound ? KIND_V_ : KIND_V;
}

/* A right_arc has just made the word above the place of @state the top. Makes the next ones as long as they
 * need no choice; returns the gold arcs made. */
static inline int
reduce_run (const Exact *s, ExactState *state, int e)
{
  int top = state->place + 1, last = MAX (exact_place_with_partner (s, top, e), 0);

  if (takes_left (state->kind))
    last = MAX (last, s->places[top].bound);
  else if (!is_strict (s))
    return 0;
  state->h = exact_word_of (s, last);
  state->place = last - 1;
  return s->places[top].reduced - s->places[last].reduced;
}

/* (V8): whether h has no gold partner after @e or in 0..i, or none but a_i, its head. */
static inline gboolean
is_done (const Exact *s, const ExactState *state, int e)
{
  int i = state->place, h = state->h;

  if (has_partner_after (s, h, e))
    return FALSE;
  return !takes_left (state->kind)
         || exact_partner_up_to (s, h, s->gold->heads[h] == exact_word_of (s, i) ? i - 1 : i) < 0;
}

/* (V9): whether a_i has no gold partner after @e or in 0..i-1, and is not the head of h. */
static inline gboolean
is_loose (const Exact *s, const ExactState *state, int e)
{
  const ExactPlace *place = &s->places[state->place];

  return place->partner <= e && place->joined < state->place
         && s->gold->heads[state->h] != place->element.word;
}

/* Lets h take all words down to the first that is not loose. Returns the gold arcs made. */
static inline int
take_loose (const Exact *s, ExactState *state, int e)
{
  int i = state->place, head_place = exact_place_of (s, s->gold->heads[state->h]);
  int last = MAX (exact_place_with_partner (s, i, e), s->places[i].joined);

  state->place = head_place <= i ? MAX (last, head_place) : last;
  state->kind = state->kind == KIND_BOUND ? KIND_V : state->kind;
  return exact_n_children_up_to (s, state->h, i) - exact_n_children_up_to (s, state->h, state->place);
}

/* Makes reductions while one is as good as any move for h on a_i; @e is the last word touched. Returns the
 * gold arcs made. */
static inline __attribute__ ((always_inline)) int
reduce_freely (const Exact *s, ExactState *state, int e)
{
  const int *heads = s->gold->heads;
  int gain = 0;

  while (state->place >= 0) {
    gboolean is_last = TRUE;

    if (is_done (s, state, e)) {
      int word = exact_word_of (s, state->place);

      /* By (V8) a_i takes h, and so becomes the head of the tree on top. */
      gain += heads[state->h] == word;
      *state = (ExactState){ kind_after_left (s, state->kind), state->place - 1, word, state->e };
      gain += reduce_run (s, state, e);
      is_last = takes_left (state->kind);
    }
    if (state->place > 0 && takes_left (state->kind) && is_loose (s, state, e)) {
      /* By (V9) h takes a_i and all loose words under it. Then h may be done, so look again. */
      gain += take_loose (s, state, e);
      is_last = FALSE;
    }
    if (is_last)
      break;
  }
  return gain;
}

/* V, or one of its kinds, after the moves made without choice, by (V7); void if it is missing. */
static inline int
look_V (Exact *s, int kind, int i, int h, int e)
{
  ExactState state = { kind, i, h, e };
  int gain = reduce_freely (s, &state, e);

  /* (V5): the whole stack is reduced, and 0 may take children after e. */
  if (state.place < 0)
    return gain
           + (s->gold->last_child[0] > e ? exact_look (s, KIND_LAST, 0, 0, e) : score_R (&s->score, e, s->n));
  /* (V7): no gold arc joins the stack to the words after e, so these make a forest of their own. */
  if (!has_partner_after (s, state.h, e) && s->places[state.place].last_partner <= e)
    return gain + score_R (&s->score, e, s->n) + exact_look (s, state.kind, state.place, state.h, s->n);
  return gain + exact_look (s, state.kind, state.place, state.h, e);
}

/* (V1): the best of the moves where @h takes a gold child after @e. */
static int
take_children (Exact *s, int kind, int i, int h, int e)
{
  const Score *score = &s->score;
  int best = IMPOSSIBLE;

  for (int a = score->starts[h + 1] - 1; a >= score->rights[h] && score->children[a] > e; a--) {
    int c = score->children[a];
    /* The children come from right to left. One is passed over if the one before it can be had on the way. */
    if (exact_is_next_child (s, score->rights[h], a, e)) {
      int value = 1 + look_V (s, kind, i, h, c);
      best = MAX (best, exact_G_above (s, e, c, best - value) + value);
    }
  }
  return best;
}

/* V and N ask for each other, with less of the stack or of the input each time. */
static int look_N (Exact *s, int kind, int i, int h);

/* V or N by its kind; @e is not looked at for N. */
static int
look (Exact *s, int kind, int i, int h, int e)
{
  return kind >= KIND_N ? look_N (s, kind, i, h) : look_V (s, kind, i, h, e);
}

/* (V11): the most that a move within the stack can reach where h has a gold partner after @e. A head counts
 * as in the stack at any place, and one of a place if it was there when that was set. */
static inline int
most_within (const Exact *s, int i, int h, int e)
{
  int head = s->gold->heads[h];
  gboolean is_open = head > e || (head >= 0 && exact_place_of (s, head) >= 0);

  return s->places[i].n_open + is_open + s->n_open[e] - 1;
}

/* For each word of the input, and the one before: how many words after it have a gold head in the stack or in
 * the input. */
static void
count_open (Exact *s)
{
  int n_open = 0;

  for (int word = s->n; word >= s->b - 1; word--) {
    int head = word > 0 ? s->gold->heads[word] : -1;

    s->n_open[word] = n_open;
    n_open += head >= s->b || (head >= 0 && exact_place_of (s, head) >= 0);
  }
}

/* (V3) and (V4), or (N1) and (N2), with (V10), the best of the moves within the stack: a_i takes h; or h
 * takes all down to its next gold child; or all down to its gold head, which takes h. */
static int
reduce (Exact *s, int kind, int i, int h, int e)
{
  int head = s->gold->heads[h];
  int best =
      (head == exact_word_of (s, i)) + look (s, kind_after_left (s, kind), i - 1, exact_word_of (s, i), e);

  /* All is done if h takes no left children. */
  if (kind == KIND_V_ || kind == KIND_N_)
    return best;
  if (kind == KIND_BOUND)
    kind = KIND_V;
  /* Down the partners of h. The first one that is a gold child ends the way: h takes it and all above it.
   * Its gold head, if that is met before, may take h instead. */
  for (int l = exact_partner_up_to (s, h, i); l >= 0; l = exact_partner_up_to (s, h, l - 1)) {
    if (exact_word_of (s, l) != head)
      return MAX (best, 1 + look (s, kind, l - 1, h, e));
    if (l < i)
      best = MAX (best, 1 + look (s, kind_after_left (s, kind), l - 1, head, e));
  }
  return best;
}

/* (V1) to (V4) */
static int
compute_V (Exact *s, int kind, int i, int h, int e)
{
  int q = s->gold->heads[h], n_work = s->n_work;
  int best = h != e ? take_children (s, kind, i, h, e) : IMPOSSIBLE;

  /* (V2): h becomes a left child of its gold head. */
  if (q > e)
    best = MAX (best, 1 + exact_G (s, e, q) + look_V (s, kind == KIND_BOUND ? KIND_BOUND : KIND_V, i, q, q));
  /* The value is void if something of it is missing. By (V11) it may be known already. Else (V3) and (V4)
   * remain. */
  if (s->n_work > n_work || best >= most_within (s, i, h, e))
    return best;
  return MAX (best, reduce (s, kind, i, h, e));
}

/* (N1) to (N4), and (N5) for i = -1 */
static int
compute_N (Exact *s, int kind, int i, int h)
{
  const Score *score = &s->score;
  int b = s->b, q = s->gold->heads[h], n_work = s->n_work;
  int best = i >= 0 ? IMPOSSIBLE : score_F (score, b, s->n);

  /* (N4): h becomes a left child of its gold head. */
  if (q >= b)
    best = MAX (best, 1 + score_L (score, b, q) + look_V (s, KIND_V, i, q, q));
  /* (N3): h takes a gold child of the remaining input. */
  for (int a = score->starts[h + 1] - 1;
       kind != KIND_CLOSED && a >= score->rights[h] && score->children[a] >= b; a--) {
    int c = score->children[a];
    best = MAX (best, 1 + score_L (score, b, c) + look_V (s, kind == KIND_N_ ? KIND_V_ : KIND_V, i, h, c));
  }
  /* As in compute_V(); (N1) and (N2) remain. */
  if (i < 0 || s->n_work > n_work || best >= most_within (s, i, h, b - 1))
    return best;
  return MAX (best, reduce (s, kind, i, h, b - 1));
}

/* N, or one of its kinds, after the moves made without choice, by (V7); void if it is missing. */
static int
look_N (Exact *s, int kind, int i, int h)
{
  ExactState state = { kind, i, h, 0 };
  int before = s->b - 1;
  int gain = reduce_freely (s, &state, before);

  if (state.place < 0)
    return gain + (s->b <= s->n ? compute_N (s, KIND_N, -1, 0) : 0);
  if (!has_partner_after (s, state.h, before) && s->places[state.place].last_partner <= before)
    return gain + (s->b <= s->n ? score_F (&s->score, s->b, s->n) : 0)
           + look_V (s, state.kind == KIND_N_ ? KIND_V_ : KIND_V, state.place, state.h, s->n);
  return gain + exact_look (s, state.kind, state.place, state.h, s->b);
}

/* Computes what the memo asks for. */
static int
compute (Exact *s, const ExactState *state)
{
  if (state->kind >= KIND_N)
    return compute_N (s, state->kind, state->place, state->h);
  if (state->kind == KIND_LAST) /* (V5) */
    return MAX (score_R (&s->score, state->e, s->n), take_children (s, KIND_V, -1, 0, state->e));
  return compute_V (s, state->kind, state->place, state->h, state->e);
}

/* (V6) */
static int
find_shift (Exact *s)
{
  gboolean is_bound =
      s->policy == ARC_STANDARD_LEFT_FIRST || s->policy == ARC_STANDARD_STRICT_LEFT_FIRST_LITERAL;
  int value;

  do
    value = look_V (s, is_bound ? KIND_BOUND : KIND_V, s->k, s->b, s->b);
  while (exact_work (s));
  return value;
}

/* N(k-2,h) of (N6) and (N7), after a reduction that made h the top. As for V, look_N() is asked again until
 * nothing waits on the list of work. */
static int
find_reduced (Exact *s, int kind, int h)
{
  int value;

  do
    value = look_N (s, kind, s->k - 2, h);
  while (exact_work (s));
  return value;
}

/* (V6), (N6) and (N7). The policy chooses the kind of state: it forbids children to the word that is the top
 * then. */
static void
find_values (Exact *s, guint allowed, int *values)
{
  gboolean is_literal = s->policy == ARC_STANDARD_STRICT_LEFT_FIRST_LITERAL;
  gboolean is_right_first = s->policy == ARC_STANDARD_RIGHT_FIRST;
  const int *heads = s->gold->heads;
  int top, under;

  (void) allowed;
  count_open (s);
  values[ARC_STANDARD_SH] = s->b <= s->n ? find_shift (s) : IMPOSSIBLE;
  /* Reductions take two elements. With left_arc the word under the top becomes a child, so it may not
   * be 0. */
  values[ARC_STANDARD_RA] = values[ARC_STANDARD_LA] = IMPOSSIBLE;
  if (s->k == 0)
    return;
  top = exact_word_of (s, s->k);
  under = exact_word_of (s, s->k - 1);
  values[ARC_STANDARD_RA] =
      (heads[top] == under) + find_reduced (s, is_literal || is_strict (s) ? KIND_N_ : KIND_N, under);
  if (s->k >= 2)
    values[ARC_STANDARD_LA] =
        (heads[under] == top) + find_reduced (s, is_right_first ? KIND_CLOSED : KIND_N, top);
}

const ExactFamily arc_standard_family = { .values = find_values, .compute = compute };
