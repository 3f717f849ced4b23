/* sequence_grammar.c - the sequences of a transition system as derivations of a grammar, made from the system's table.
 *
 * Position j stands for the front j + 1, so that a symbol over i..j spans the words i + 1 to j. A[p], of a rule, is a weight of the
 * pushes p that it allows, and so on.
 *
 * Systems that push the front or pop the top, and nothing else. S over i..j has the sequences that lead from word i on top and the
 * front i + 1 back to i on top, with the front j + 1, and never below i. A block is a push of k onto i, what is done on k, and the pop of k.
 * It is of the kind of its pop q, and the pushes p that go with q are those of a label, or an arc, that q asks for:
 *
 *   (TS1)  U_q[i,k] = S[i,k-1] push_p[i][k]            k is pushed, with the arc i -> k if p or q makes it
 *   (TS2)  V_q[k,j] = S[k,j] pop_q[j][k]               k is popped, with the arc j + 1 -> k if q makes it
 *   (TS3)  S[i,j]   = U_q[i,j] pop_q[j][j] + sum over i<k<j of U_q[i,k] V_q[k,j]      S[i,i] = 1
 *
 * An example: arc-hybrid for the heads 2 0 4 2 is SH LA SH SH LA SH RA RA. Word 1 is a block on 0, word 3 one
 * on 2, and both are popped at the next front. Word 4 is a block on 2 from the position 3, popped at the end,
 * before word 2.
 *
 *   S[0,1] = U_LA[0,1] pop_LA[1][1]     word 1      S[2,3] = U_LA[2,3] pop_LA[3][3]     word 3
 *   U_RA[0,2] = S[0,1] push[0][2]       word 2      S[2,4] = U_RA[2,4] pop_RA[4][4]     word 4, behind word 3
 *   V_RA[2,4] = S[2,4] pop_RA[4][2]                 S[0,4] = U_RA[0,2] V_RA[2,4]        all
 *
 * If the system ends with one element, S[0,n] are its sequences. If it ends when no input remains, words stay in the stack:
 *
 *   (TS4)  X[i,k] = S[i,k-1] push_p[i][k]              k is pushed and stays; with the arc 0 -> k where the system makes one
 *   (TS5)  F[0,k] = sum over i<k of F[0,i] X[i,k]      F[0,0] = 1; F[0,n] are the sequences
 *
 * Single root. Arcs from 0 are made by blocks on 0, and by words that stay: R_c and F_c are S[0,.] and F with c of them.
 *
 * One sequence for each tree. S_r has the sequences whose last block is of kind r. A pair (r, t) that is forbidden leaves S_r out of the
 * rules for t. Which pair it is depends on the pops: with a pop that asks for a label, what it pops could be popped later, so no push
 * without an arc follows it; else the pop to the element under the top could have come before the block that uncovered its word, so it
 * does not follow the pop to the front.
 *
 * Systems that join the two topmost words (arc-standard), if left children come first. H over c..d: d was pushed onto c or onto what c
 * took before, has its left children, and c is under it. L over k..d: k was pushed, and became with others the left children of d.
 *
 *   (TS6)  Q[c,m] = I[c,m-1] push[c][m]                m is pushed
 *   (TS7)  H[c,d] = sum over c<m<=d of Q[c,m] L[m,d]
 *   (TS8)  M[c,d] = H[c,d] left[d][c]                  c, which is done, becomes a left child of d
 *   (TS9)  L[k,d] = sum over k<=c<d of L[k,c] M[c,d]   L[d,d] = 1
 *   (TS10) N[h,d] = H[h,d] done[h][d]                  d is done, and will be a right child of h
 *   (TS11) W[d,j] = I[d,j] right[j][d]                 d is popped
 *   (TS12) I[h,j] = N[h,j] right[j][j] + sum over h<d<j of N[h,d] W[d,j]      I[h,h] = 1
 *
 * Each sequence has one derivation: its last pop determines the push before it at the same height, and so the two parts
 * (docs/design/transitions.md has the proofs).
 *
 * Slots: each word is pushed once (group 0) and popped once (group 1). A word that stays, and a left child where right ones have
 * one more weight, have a weight 1 in its place.
 *
 * Contents
 *   1. grammar: symbols, rules and weights as they are added
 *   2. stacks: systems that push the front or pop the top
 *   3. joins: arc-standard parsing with left children first
 */
#include "search/search.h"

#include <string.h>

/* 1. grammar: symbols, rules and weights as they are added. */

enum { MOST_SYMBOLS = 40, MOST_RULES = 80, PUSHES = 0, POPS = 1, SECOND_POPS = 2 };

/* No symbol. */
#define NO_SYMBOL (-1)

typedef struct {
  SearchGrammar *g;
  GrammarSymbol symbols[MOST_SYMBOLS];
  Rule rules[MOST_RULES];
  int n_symbols, n_rules;
} Builder;

static int
add_symbol (Builder *b, const char *name, SymbolPlaces places, gboolean has_empty)
{
  g_assert (b->n_symbols < MOST_SYMBOLS);
  b->symbols[b->n_symbols] = (GrammarSymbol){ name, places, has_empty };
  return b->n_symbols++;
}

static void
add_rule (Builder *b, Rule rule)
{
  g_assert (b->n_rules < MOST_RULES);
  b->rules[b->n_rules++] = rule;
}

static gboolean
is_same (const SearchWeight *x, const SearchWeight *y)
{
  return x->place == y->place && x->transition == y->transition && x->done == y->done && x->head == y->head;
}

/* Finds the number of a weight among @n_weights; adds it if it is new. Rules that share a weight share its
 * matrix, and so its shares. */
static int
find_weight (SearchWeight *weights, int *n_weights, SearchWeight weight)
{
  for (int w = 0; w < *n_weights; w++)
    if (is_same (&weights[w], &weight))
      return w;
  g_assert (*n_weights < SEARCH_MOST);
  weights[*n_weights] = weight;
  return (*n_weights)++;
}

static int
find_half (Builder *b, int half, SearchWeight weight)
{
  return find_weight (b->g->halves[half], &b->g->n_halves[half], weight);
}

static int
find_list (Builder *b, SearchWeight weight)
{
  return find_weight (b->g->lists, &b->g->n_lists, weight);
}

/* Finds a weight of a group that is 1, for derivations in which a slot would have none. */
static int
find_one (Builder *b, int group)
{
  return find_list (
      b, (SearchWeight){ .place = AT_NONE, .transition = -1, .done = -1, .group = (guint8) group });
}

/* A[i,j] = B[i,j-1] upper[i][j] */
static void
add_push (Builder *b, int to, int from, SearchWeight weight)
{
  add_rule (b, (Rule) RULE_ARC_BEHIND (to, from, find_half (b, UPPER, weight)));
}

/* A[i,j] = B[i,j] lower[j][i] */
static void
add_lower (Builder *b, int to, int from, SearchWeight weight)
{
  add_rule (b, (Rule) RULE_WEIGHED_BACKWARD (to, from, find_half (b, LOWER, weight)));
}

/* A[i,j] = B[i,j] list[j] + sum of B[i,k] C[k,j] */
static void
add_pop (Builder *b, int to, int left, int right, SearchWeight weight)
{
  add_rule (b, (Rule) RULE_GAP_BEHIND (to, left, find_list (b, weight)));
  add_rule (b, (Rule) RULE_OF_PARTS (to, left, right));
}

/* Makes the grammar: the goal is @goal over all words. The upper and the lower half of one matrix are
 * different weights, so there are as many matrices as the half with more has. */
static void
finish (Builder *b, int goal, double bits_per_word)
{
  SearchGrammar *g = b->g;
  const int n_matrices = MAX (g->n_halves[UPPER], g->n_halves[LOWER]);
  guint8 matrix_groups[2 * SEARCH_MOST] = { 0 }, list_groups[SEARCH_MOST] = { 0 };
  int n_groups = 0;

  for (int half = 0; half < SEARCH_HALVES; half++)
    for (int m = 0; m < g->n_halves[half]; m++) {
      matrix_groups[2 * m + half] = g->halves[half][m].group;
      n_groups = MAX (n_groups, g->halves[half][m].group + 1);
    }
  for (int l = 0; l < g->n_lists; l++)
    list_groups[l] = g->lists[l].group;
  g->grammar = grammar_new (&(GrammarTable){ .symbols = b->symbols,
                                             .rules = b->rules,
                                             .n_symbols = b->n_symbols,
                                             .n_rules = b->n_rules,
                                             .goal = goal,
                                             .n_lists = g->n_lists,
                                             .n_matrices = n_matrices,
                                             .list_groups = list_groups,
                                             .matrix_groups = matrix_groups,
                                             .n_groups = n_groups,
                                             .bits_per_word = bits_per_word });
}

/* Adds the goal, the sum of symbols over all words. NO_SYMBOL is passed over. */
static int
add_goal (Builder *b, const int *symbols, int n_symbols)
{
  const int goal = add_symbol (b, "G", OF_ALL, FALSE);

  for (int s = 0; s < n_symbols; s++)
    if (symbols[s] != NO_SYMBOL)
      add_rule (b, (Rule) RULE_COPY (goal, symbols[s]));
  return goal;
}

/* 2. stacks: systems that push the front or pop the top. */

enum { MOST_KINDS = 4, MOST_PUSHES = 4, MOST_ROOTS = 2 /* arcs from 0: none, one */ };

/* A push that goes with a pop, or stays, and the head that its word gets by either. */
typedef struct {
  int transition;
  SearchHead head;
} PushedAs;

typedef struct {
  PushedAs pushes[MOST_PUSHES];
  int n_pushes;
} PushSet;

/* The parts of (TS1) to (TS5). */
typedef struct {
  Builder *b;
  int pops[MOST_KINDS], n_pops;
  PushSet sets[MOST_KINDS]; /* by kind */
  PushSet staying;
  int n_sums;                         /* kinds that have a sum S_r of their own, or 1 */
  int forbidden_kind, forbidden_next; /* the pair: a pop's kind and a transition; or -1 */
  int sums[MOST_KINDS];               /* S_r */
  int popped[MOST_KINDS];             /* V_q */
  PushSet made[2 * MOST_KINDS];       /* U by its pushes */
  int made_symbols[2 * MOST_KINDS], n_made;
} Stacks;

static const TbkTransition *
row_of (const Stacks *s, int t)
{
  return &s->b->g->system->transitions[t];
}

/* Returns whether a word that @push pushes can be popped by @pop. */
static gboolean
are_compatible (const TbkTransition *push, const TbkTransition *pop)
{
  const gboolean has_head = push->dependent == TBK_PLACE_FRONT;

  return (pop->top == 0 || (pop->top & push->push) != 0) && !(pop->headless == TBK_PLACE_TOP && has_head)
         && !(pop->headed == TBK_PLACE_TOP && !has_head);
}

/* The head that a word gets by its push, or by its pop where that is the word under it. */
static SearchHead
find_head (const TbkTransition *push, const TbkTransition *pop)
{
  return push->head == TBK_PLACE_TOP || (pop != NULL && pop->head == TBK_PLACE_UNDER) ? HEAD_ROW : HEAD_NONE;
}

static void
add_pushed (PushSet *set, int transition, SearchHead head)
{
  g_assert (set->n_pushes < MOST_PUSHES);
  set->pushes[set->n_pushes++] = (PushedAs){ transition, head };
}

/* Finds the pops, and the pushes that go with each or stay. */
static void
find_sets (Stacks *s)
{
  const TbkSystem *system = s->b->g->system;

  for (int t = 0; t < system->n_transitions; t++)
    if (search_pops (row_of (s, t))) {
      g_assert (s->n_pops < MOST_KINDS);
      s->pops[s->n_pops++] = t;
    }
  for (int t = 0; t < system->n_transitions; t++) {
    if (!search_pushes (row_of (s, t)))
      continue;
    for (int q = 0; q < s->n_pops; q++)
      if (are_compatible (row_of (s, t), row_of (s, s->pops[q])))
        add_pushed (&s->sets[q], t, find_head (row_of (s, t), row_of (s, s->pops[q])));
    if (system->final == TBK_FINAL_NO_INPUT)
      add_pushed (&s->staying, t,
                  find_head (row_of (s, t), NULL) == HEAD_ROW ? HEAD_ROW
                  : system->hangs_rest                        ? HEAD_ROOT
                                                              : HEAD_NONE);
  }
}

static SearchWeight
weight_of_push (const Stacks *s, const PushedAs *pushed)
{
  return (SearchWeight){ .place = AT_PUSH,
                         .transition = pushed->transition,
                         .done = -1,
                         .head = pushed->head,
                         .needs_top = row_of (s, pushed->transition)->depth > 0,
                         .group = PUSHES };
}

static SearchWeight
weight_of_pop (const Stacks *s, int q)
{
  const TbkTransition *row = row_of (s, s->pops[q]);

  return (SearchWeight){ .place = AT_POP,
                         .transition = s->pops[q],
                         .done = -1,
                         .head = row->head == TBK_PLACE_FRONT ? HEAD_FRONT : HEAD_NONE,
                         .needs_input = (row->needs & TBK_NEEDS_INPUT) != 0,
                         .group = POPS };
}

/* Returns whether a transition may follow a block of kind @r; where kinds have no sums of their own, any may. */
static gboolean
may_follow (const Stacks *s, int r, int transition)
{
  return s->n_sums == 1 || r != s->forbidden_kind || transition != s->forbidden_next;
}

static gboolean
is_same_set (const PushSet *x, const PushSet *y)
{
  gboolean is_same_so_far = x->n_pushes == y->n_pushes;

  for (int p = 0; p < x->n_pushes && is_same_so_far; p++)
    is_same_so_far =
        x->pushes[p].transition == y->pushes[p].transition && x->pushes[p].head == y->pushes[p].head;
  return is_same_so_far;
}

/* (TS1): the symbol of a word that is pushed as one of a set; the same of equal sets. */
static int
pushed_symbol (Stacks *s, const PushSet *set)
{
  int symbol;

  for (int m = 0; m < s->n_made; m++)
    if (is_same_set (&s->made[m], set))
      return s->made_symbols[m];
  symbol = add_symbol (s->b, "U", s->b->g->has_any_root ? ANYWHERE : AFTER_FIRST, FALSE);
  for (int p = 0; p < set->n_pushes; p++)
    for (int r = 0; r < s->n_sums; r++)
      if (may_follow (s, r, set->pushes[p].transition))
        add_push (s->b, symbol, s->sums[r], weight_of_push (s, &set->pushes[p]));
  s->made[s->n_made] = *set;
  s->made_symbols[s->n_made++] = symbol;
  return symbol;
}

/* The kind whose sum has the sequence without a transition: one that anything may follow. */
static int
find_free (const Stacks *s)
{
  return s->forbidden_kind == 0 && s->n_sums > 1 ? 1 : 0;
}

/* (TS1) to (TS3) */
static void
add_blocks (Stacks *s)
{
  const SymbolPlaces places = s->b->g->has_any_root ? ANYWHERE : AFTER_FIRST;

  for (int r = 0; r < s->n_sums; r++)
    s->sums[r] = add_symbol (s->b, "S", places, r == find_free (s));
  for (int q = 0; q < s->n_pops; q++) {
    s->popped[q] = add_symbol (s->b, "V", AFTER_FIRST, FALSE);
    for (int r = 0; r < s->n_sums; r++)
      if (may_follow (s, r, s->pops[q]))
        add_lower (s->b, s->popped[q], s->sums[r], weight_of_pop (s, q));
  }
  for (int q = 0; q < s->n_pops; q++)
    add_pop (s->b, s->sums[s->n_sums == 1 ? 0 : q], pushed_symbol (s, &s->sets[q]), s->popped[q],
             weight_of_pop (s, q));
}

/* (TS4): of the words that stay those whose arc from 0 counts besides, or the others; NO_SYMBOL if there are none. */
static int
staying_symbol (Stacks *s, gboolean counts_root)
{
  PushSet set = { .n_pushes = 0 };
  int symbol;

  for (int p = 0; p < s->staying.n_pushes; p++)
    if (s->b->g->has_any_root || (s->staying.pushes[p].head == HEAD_ROOT) == counts_root)
      set.pushes[set.n_pushes++] = s->staying.pushes[p];
  if (set.n_pushes == 0)
    return NO_SYMBOL;
  symbol = add_symbol (s->b, "X", s->b->g->has_any_root ? ANYWHERE : AFTER_FIRST, FALSE);
  add_rule (s->b, (Rule) RULE_GAP_BEHIND (symbol, pushed_symbol (s, &set), find_one (s->b, POPS)));
  return symbol;
}

/* (TS5), with any number of arcs from 0. */
static int
add_stays (Stacks *s)
{
  const int end = add_symbol (s->b, "F", FROM_FIRST, TRUE);

  add_rule (s->b, (Rule) RULE_OF_PARTS (end, end, staying_symbol (s, FALSE)));
  return end;
}

/* Single root: R_c by kind. */
typedef struct {
  int symbols[MOST_KINDS][MOST_ROOTS];
} RootSums;

/* Adds the pushes of a set onto 0, after which @count arcs from 0 are made; returns NO_SYMBOL if there are
 * none. An arc from the word under a push is one from 0 here, since that word is 0. */
static int
pushed_on_root (Stacks *s, const RootSums *sums, const PushSet *set, int count)
{
  int symbol = NO_SYMBOL;

  for (int p = 0; p < set->n_pushes; p++)
    for (int r = 0; r < s->n_sums; r++) {
      const int before = count - (set->pushes[p].head != HEAD_NONE);

      if (before < 0 || !may_follow (s, r, set->pushes[p].transition))
        continue;
      if (symbol == NO_SYMBOL)
        symbol = add_symbol (s->b, "UR", FROM_FIRST, FALSE);
      add_push (s->b, symbol, sums->symbols[r][before], weight_of_push (s, &set->pushes[p]));
    }
  return symbol;
}

/* Adds the blocks on 0. */
static void
add_root_blocks (Stacks *s, RootSums *sums)
{
  for (int r = 0; r < s->n_sums; r++)
    for (int count = 0; count < MOST_ROOTS; count++)
      sums->symbols[r][count] = add_symbol (s->b, "R", FROM_FIRST, r == find_free (s) && count == 0);
  for (int q = 0; q < s->n_pops; q++)
    for (int count = 0; count < MOST_ROOTS; count++) {
      const int pushed = pushed_on_root (s, sums, &s->sets[q], count);

      if (pushed != NO_SYMBOL)
        add_pop (s->b, sums->symbols[s->n_sums == 1 ? 0 : q][count], pushed, s->popped[q],
                 weight_of_pop (s, q));
    }
}

/* (TS5) with one arc from 0: the first word that stays is on 0, the others are on one that stays. */
static int
add_root_stays (Stacks *s, const RootSums *sums)
{
  const int others[] = { staying_symbol (s, FALSE), staying_symbol (s, TRUE) };
  int ends[MOST_ROOTS];

  for (int count = 0; count < MOST_ROOTS; count++)
    ends[count] = add_symbol (s->b, "F", FROM_FIRST, FALSE);
  for (int count = 0; count < MOST_ROOTS; count++) {
    const int pushed = pushed_on_root (s, sums, &s->staying, count);

    if (pushed != NO_SYMBOL)
      add_rule (s->b, (Rule) RULE_GAP_BEHIND (ends[count], pushed, find_one (s->b, POPS)));
    /* One word more stays: by an arc from 0 of its own, or not. */
    for (int more = 0; more <= count; more++)
      if (others[more] != NO_SYMBOL)
        add_rule (s->b, (Rule) RULE_OF_PARTS (ends[count], ends[count - more], others[more]));
  }
  return ends[1];
}

/* Chooses the pair of neighbours that leaves one sequence for each tree. */
static gboolean
choose_pair (Stacks *s, GError **error)
{
  const TbkSystem *system = s->b->g->system;
  const int front = row_of (s, s->pops[0])->head == TBK_PLACE_FRONT ? 0 : 1, other = 1 - front;
  gboolean is_shared;

  if (s->n_pops != 2 || s->sets[0].n_pushes != 1 || s->sets[1].n_pushes != 1
      || row_of (s, s->pops[front])->head != TBK_PLACE_FRONT)
    return fail_data (error,
                      "system %s: no pair of neighbours is known that leaves one sequence for each tree",
                      system->name);
  if (system->hangs_rest && !system->starts_empty)
    return fail_data (error,
                      "system %s: a word depends on 0 by a transition, or since it is left: so trees have "
                      "several sequences",
                      system->name);
  is_shared = s->sets[0].pushes[0].transition == s->sets[1].pushes[0].transition;
  s->forbidden_kind = is_shared ? front : other;
  s->forbidden_next = is_shared ? s->pops[other] : s->sets[front].pushes[0].transition;
  s->n_sums = 2;
  return TRUE;
}

/* Returns whether 0 gets a dependent in some sequence. */
static gboolean
has_root_arcs (const Stacks *s)
{
  gboolean has_arcs = s->b->g->system->hangs_rest;

  for (int q = 0; q < s->n_pops; q++)
    for (int p = 0; p < s->sets[q].n_pushes; p++)
      has_arcs |= s->sets[q].pushes[p].head == HEAD_ROW && !s->b->g->system->starts_empty;
  return has_arcs;
}

/* Upper bounds on the sequences of n words: 2^n Catalan(n), and with a third pop, or another push, 3^n. */
static double
count_bits (const Stacks *s)
{
  int n_pairs = 0;

  for (int q = 0; q < s->n_pops; q++)
    n_pairs += s->sets[q].n_pushes;
  return n_pairs <= 2 ? 3 : 3.6;
}

/* Notes where values of configurations find the parts. */
static void
note_parts (const Stacks *s)
{
  SearchParts *parts = &s->b->g->parts;

  parts->sum = s->sums[0];
  parts->n_kinds = s->n_pops;
  for (int q = 0; q < s->n_pops; q++) {
    parts->popped[q] = s->popped[q];
    parts->lists[q] = find_list (s->b, weight_of_pop (s, q));
    for (int p = 0; p < s->sets[q].n_pushes; p++)
      parts->pushes[q][parts->n_pushes[q]++] =
          find_half (s->b, UPPER, weight_of_push (s, &s->sets[q].pushes[p]));
  }
  for (int p = 0; p < s->staying.n_pushes; p++)
    parts->staying[parts->n_staying++] = find_half (s->b, UPPER, weight_of_push (s, &s->staying.pushes[p]));
}

/* Steps: is the system one of these; which pushes go with which pops; blocks on words; blocks on 0, if arcs
 * from 0 are counted; the words that stay, if it ends so; the goal. */
static gboolean
build_stacks (Builder *b, GError **error)
{
  Stacks s = { .b = b, .n_sums = 1, .forbidden_kind = -1, .forbidden_next = -1 };
  const gboolean has_any_root = b->g->has_any_root, stays = b->g->system->final == TBK_FINAL_NO_INPUT;
  RootSums roots;
  int end, goal;

  if (!sequence_grammar_check_stacks (b->g->system, error))
    return FALSE;
  find_sets (&s);
  if (b->g->is_once && !choose_pair (&s, error))
    return FALSE;
  if (!has_any_root && !has_root_arcs (&s))
    return fail_data (error, "system %s makes no arc from 0, so none of its trees has a single root",
                      b->g->system->name);
  add_blocks (&s);
  if (!has_any_root)
    add_root_blocks (&s, &roots);
  if (stays) {
    end = has_any_root ? add_stays (&s) : add_root_stays (&s, &roots);
    goal = add_goal (b, &end, 1);
  } else if (has_any_root) {
    goal = add_goal (b, s.sums, s.n_sums);
  } else {
    goal =
        add_goal (b, (const int[]){ roots.symbols[0][1], s.n_sums > 1 ? roots.symbols[1][1] : NO_SYMBOL }, 2);
  }
  if (!b->g->is_once)
    note_parts (&s);
  finish (b, goal, count_bits (&s));
  return TRUE;
}

/* Returns in words why no such system can have a transition; NULL if it can. */
static const char *
find_obstacle (const TbkSystem *system, const TbkTransition *row)
{
  const guint labels = system->labels | (system->starts_empty ? 0 : system->root);

  if (row->popped > TBK_PLACE_UNDER || row->head > TBK_PLACE_UNDER || row->dependent > TBK_PLACE_UNDER)
    return "it looks below the word under the top";
  if (!search_pushes (row) && !search_pops (row))
    return "it neither pushes the front nor pops the top";
  if (search_pushes (row)
      && (row->top != 0 || row->under != 0 || row->depth > 1
          || (row->head != TBK_PLACE_NONE
              && (row->head != TBK_PLACE_TOP || row->dependent != TBK_PLACE_FRONT))))
    return "whether it pushes depends on what is in the stack";
  if (search_pops (row)
      && ((row->under != 0 && (labels & ~row->under) != 0) || (system->starts_empty && row->depth > 1)
          || (row->head != TBK_PLACE_NONE && row->dependent != TBK_PLACE_TOP)))
    return "whether it pops depends on more than the top";
  return NULL;
}

gboolean
sequence_grammar_check_words (const TbkSystem *system, GError **error)
{
  gboolean is_simple = (system->features & (TBK_HAS_RETURNED | TBK_HAS_SECOND | TBK_HAS_TWO_STACKS)) == 0;

  for (int t = 0; t < system->n_transitions; t++)
    is_simple &=
        system->transitions[t].returned == TBK_PLACE_NONE && system->transitions[t].second == TBK_SECOND_KEPT;
  return is_simple
         || fail_data (error, "system %s has no exact search: words come back to the input, or are set aside",
                       system->name);
}

gboolean
sequence_grammar_check_stacks (const TbkSystem *system, GError **error)
{
  if (!sequence_grammar_check_words (system, error))
    return FALSE;
  if (system->final == TBK_FINAL_ONE_LEFT)
    return fail_data (error, "system %s has no exact search: a word may return to the input", system->name);
  for (int t = 0; t < system->n_transitions; t++) {
    const char *obstacle = find_obstacle (system, &system->transitions[t]);

    if (obstacle != NULL)
      return fail_data (error, "system %s has no exact search: %s: %s", system->name,
                        system->transitions[t].key, obstacle);
  }
  return TRUE;
}

/* 3. joins: arc-standard parsing with left children first. */

/* The transitions of such a system: -1 where it has none. */
typedef struct {
  int push, left, right;
  int done[MOST_PUSHES], n_done;
} Joins;

/* Notes what a transition is; FALSE if no such system has it. */
static gboolean
note_join (Joins *joins, const TbkTransition *row, int t)
{
  int *place = NULL;

  if (row->relabel != 0 && row->popped == TBK_PLACE_NONE && row->push == 0) {
    joins->done[joins->n_done++] = t;
    return joins->n_done < MOST_PUSHES;
  }
  if (search_pushes (row) && row->head == TBK_PLACE_NONE)
    place = &joins->push;
  else if (row->popped == TBK_PLACE_UNDER && row->head == TBK_PLACE_TOP)
    place = &joins->left;
  else if (row->popped == TBK_PLACE_TOP && row->head == TBK_PLACE_UNDER)
    place = &joins->right;
  if (place == NULL || *place >= 0)
    return FALSE;
  *place = t;
  return TRUE;
}

/* Returns whether a system joins the two topmost words. A system with other transitions is tried as one of
 * stacks. */
static gboolean
find_joins (const TbkSystem *system, Joins *joins)
{
  *joins = (Joins){ -1, -1, -1, { 0 }, 0 };
  if (system->final != TBK_FINAL_ONE || system->starts_empty || system->features != 0)
    return FALSE;
  for (int t = 0; t < system->n_transitions; t++)
    if (!note_join (joins, &system->transitions[t], t))
      return FALSE;
  return joins->push >= 0 && joins->left >= 0 && joins->right >= 0;
}

/* Returns whether a word that transition @done relabels has one of the labels. */
static gboolean
can_be (const TbkSystem *system, int done, guint labels)
{
  return labels == 0 || (system->transitions[done].relabel & labels) != 0;
}

/* The transitions by which a word is done that becomes a child of that side; -1 if a system has none. Where one counts, a left child
 * has that which right ones cannot have, and a right child the other. */
static int
find_done (const SearchGrammar *g, const Joins *joins, gboolean is_right, int *done)
{
  const TbkTransition *rows = g->system->transitions;
  int n = 0;

  for (int d = 0; d < joins->n_done; d++) {
    const int t = joins->done[d];
    const gboolean is_left_too = can_be (g->system, t, rows[joins->left].under);

    if (!can_be (g->system, t, is_right ? rows[joins->right].top : rows[joins->left].under))
      continue;
    if (is_right && g->is_once && is_left_too && joins->n_done > 1)
      continue;
    done[n++] = t;
  }
  if (joins->n_done == 0)
    done[n++] = -1;
  return n;
}

/* The weights of a left child, of a right one that is done, and of its pop. */
static SearchWeight
weight_of_left (const Joins *joins, int done)
{
  return (SearchWeight){
    .place = AT_HEAD, .transition = joins->left, .done = done, .head = HEAD_ROW, .group = POPS
  };
}

static SearchWeight
weight_of_done (int done)
{
  return (SearchWeight){
    .place = done < 0 ? AT_NONE : AT_DONE, .transition = done, .done = -1, .head = HEAD_ROW, .group = POPS
  };
}

static SearchWeight
weight_of_right (const Joins *joins)
{
  return (SearchWeight){
    .place = AT_POP, .transition = joins->right, .done = -1, .head = HEAD_NONE, .group = SECOND_POPS
  };
}

/* The symbols that (TS7) and (TS12) share. */
typedef struct {
  int rest, taken; /* L, W */
} JoinParts;

/* Adds the rules of I, and those of Q, H and N. @base: what stands in (TS6) for I, of which (TS12) makes @to. */
static int
add_rights (Builder *b, const Joins *joins, const JoinParts *parts, SymbolPlaces places, int base, int to)
{
  const SearchWeight push = {
    .place = AT_PUSH, .transition = joins->push, .done = -1, .head = HEAD_NONE, .group = PUSHES
  };
  const int Q = add_symbol (b, "Q", places, FALSE), H = add_symbol (b, "H", places, FALSE),
            N = add_symbol (b, "N", places, FALSE);
  int done[MOST_PUSHES];
  const int n_done = find_done (b->g, joins, TRUE, done);

  add_push (b, Q, base, push);                            /* (TS6) */
  add_rule (b, (Rule) RULE_OF_PARTS (H, Q, parts->rest)); /* (TS7) */
  for (int d = 0; d < n_done; d++)                        /* (TS10) */
    add_rule (b, (Rule){ RULE_UNARY, N, H, -1, 0, 0, WEIGHT_FORWARD,
                         find_half (b, UPPER, weight_of_done (done[d])), 0, 0 });
  add_pop (b, to, N, parts->taken, weight_of_right (joins)); /* (TS12) */
  return H;
}

/* Rules (TS8) to (TS12). Slots want a weight of each group for each word: a left child has none for the pop
 * of right ones, so it gets 1. */
static void
build_joins (Builder *b, const Joins *joins)
{
  const gboolean has_any_root = b->g->has_any_root;
  const SymbolPlaces places = has_any_root ? ANYWHERE : AFTER_FIRST;
  const int I = add_symbol (b, "I", places, TRUE);
  const JoinParts parts = { add_symbol (b, "L", AFTER_FIRST, TRUE), add_symbol (b, "W", AFTER_FIRST, FALSE) };
  const int T = add_symbol (b, "T", AFTER_FIRST, FALSE), M = add_symbol (b, "M", AFTER_FIRST, FALSE);
  const int H = add_rights (b, joins, &parts, places, I, I);
  int done[MOST_PUSHES], end = I, base;
  const int n_done = find_done (b->g, joins, FALSE, done);

  for (int d = 0; d < n_done; d++) /* (TS8) */
    add_lower (b, T, H, weight_of_left (joins, done[d]));
  add_rule (b, (Rule) RULE_GAP_BEFORE (M, T, find_one (b, SECOND_POPS)));
  add_rule (b, (Rule) RULE_OF_PARTS (parts.rest, parts.rest, M)); /* (TS9) */
  add_lower (b, parts.taken, I, weight_of_right (joins));         /* (TS11) */
  if (!has_any_root) {
    /* 0 gets one child: what that is made of begins at the front 1. */
    base = add_symbol (b, "E", FROM_FIRST, TRUE);
    end = add_symbol (b, "R", FROM_FIRST, FALSE);
    add_rights (b, joins, &parts, FROM_FIRST, base, end);
  }
  /* 6.75^n trees; twice as many sequences for each word where it is done in two ways. */
  finish (b, add_goal (b, &end, 1), 2.76 + (joins->n_done > 1));
}

SearchGrammar *
search_grammar_new (const TbkSystem *system, gboolean has_any_root, gboolean is_once, GError **error)
{
  Builder b = { .g = g_new0 (SearchGrammar, 1) };
  gboolean is_built = TRUE;
  Joins joins;

  b.g->system = system;
  b.g->has_any_root = has_any_root;
  b.g->is_once = is_once;
  if (!find_joins (system, &joins))
    is_built = build_stacks (&b, error);
  else if (joins.n_done == 0 && !is_once)
    is_built =
        fail_data (error,
                   "system %s has exact search only where left children come first: with one sequence for "
                   "each tree",
                   system->name);
  else
    build_joins (&b, &joins);
  if (!is_built)
    g_clear_pointer (&b.g, search_grammar_free);
  return b.g;
}

void
search_grammar_free (SearchGrammar *g)
{
  if (g == NULL)
    return;
  grammar_free (g->grammar);
  g_free (g);
}
