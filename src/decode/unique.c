/* unique.c - the best tree in which no head has two dependents with labels of one group.
 *
 * Contents
 *   1. colours: the scores of arcs by groups of labels, and the heads that break the rule
 *   2. chart: projective trees, with states at the heads where the rule was broken
 *   3. search: any trees, best first, by parts of the set of trees
 *   4. work: the tree without the rule first, which mostly obeys it
 */
#include "decode/decode.h"

#include <math.h>
#include <string.h>

#include "base/base.h"

/* 1. colours: the scores of arcs by groups of labels, and the heads that break the rule.
 *
 * Of the labels of an arc only the best of each group counts, and the best in no group: these are its
 * colours, 0 for no group, else the number of the group from 1. Arcs from 0 have colour 0 whatever their
 * label. A set of groups is a number with bit g - 1 for group g.
 */

typedef struct {
  SentenceScores s;
  const guint8 *group_of; /* by label: the colour */
  int n, n_groups;
  gsize stride;
  double *costs; /* a matrix for each colour */
} Colours;

static inline double *
cost_of (const Colours *c, int colour, int dependent, int head)
{
  return &c->costs[((gsize) colour * c->n + dependent - 1) * c->stride + head];
}

static guint64
colours_measure (const Colours *c)
{
  return (guint64) (c->n_groups + 1) * c->n * c->stride * sizeof (double);
}

/* FALSE if there is a number that is no score. */
static gboolean
colours_fill (const Colours *c)
{
  gboolean is_good = TRUE;

  for (gsize i = 0; i < (gsize) (c->n_groups + 1) * c->n * c->stride; i++)
    c->costs[i] = INFINITY;
  for (int d = 1; d <= c->n; d++)
    for (int h = 0; h <= c->n; h++)
      for (int l = 0; h != d && l < c->s.scores.n_labels; l++) {
        const double score = scores_labelled (&c->s, d, h, l);
        double *cost = cost_of (c, h == 0 ? 0 : c->group_of[l], d, h);

        is_good &= scores_is_good (score);
        *cost = -score < *cost ? -score : *cost;
      }
  return is_good;
}

/* The best colour of an arc but those of the groups @without, the first of these. */
static int
best_colour (const Colours *c, int dependent, int head, guint without)
{
  int best = 0;

  for (int g = 1; g <= c->n_groups; g++)
    if ((without >> (g - 1) & 1) == 0
        && *cost_of (c, g, dependent, head) < *cost_of (c, best, dependent, head))
      best = g;
  return best;
}

/* The best label of the arc with that colour, the first of these. */
static int
best_label (const Colours *c, int dependent, int head, int colour)
{
  const double cost = *cost_of (c, colour, dependent, head);
  int l = 0;

  while (
      l + 1 < c->s.scores.n_labels
      && !((head == 0 || c->group_of[l] == colour) && -scores_labelled (&c->s, dependent, head, l) == cost))
    l++;
  return l;
}

/* A tree: of words 1..n the head and the colour of its arc. */
typedef struct {
  int head, colour;
} ColouredArc;

/* Sets broken[h] to the groups of which head h has several dependents; @seen has room for n + 1. Returns
 * whether there are any. */
static gboolean
find_broken (int n, const ColouredArc *tree, guint8 *seen, guint8 *broken)
{
  guint any = 0;

  memset (seen, 0, (gsize) n + 1);
  memset (broken, 0, (gsize) n + 1);
  for (int d = 1; d <= n; d++) {
    const int h = tree[d].head;
    const guint group = tree[d].colour == 0 || h == 0 ? 0 : 1u << (tree[d].colour - 1);

    broken[h] |= seen[h] & group;
    seen[h] |= group;
    any |= broken[h];
  }
  return any != 0;
}

/* 2. chart: projective trees, with states at the heads where the rule was broken.
 *
 * The chart is one over words, as tabular/lanes.template.h has it: Wr(i,j) and Wl(i,j) are the costs of the right side of word i and of the
 * left side of word j over i..j, H(i,j) that of an arc from i to j and what is between, here with states. The root comes last; w(0,h) is the
 * cost of the arc from 0 to h, positions of words are 0..n-1:
 *
 *   (D2)  with one child of 0:   cost = min  0<=h<n   w(0,h) + Wl(0,h) + Wr(h,n-1)
 *   (D3)  with any number, by prefixes:   R(0) = 0,   R(j) = min  0<=h<j   H(h) + Wr(h,j-1),   cost = R(n)
 *   (D4)                                  H(h) = w(0,h) + min  0<=k<=h   R(k) + Wl(k,h)
 *
 * A group is active at some heads. The state of a side of
 * a word is the set of its active groups that the side may use, once each: S, T, U below; A(m) are all active
 * groups of word m, and m's other side may use those that this one does not.
 *
 *   (D27)  raw(i,S,m,T)  = min  i<=k<m         Wr(i,S,k) + Wl(m,T,k+1)
 *   (D28)  H(i,S,m,T)    = min of   raw(i,S,m,T) + free cost of the arc from i to m
 *                          and, for each g in S,  raw(i,S-g,m,T) + its cost with group g
 *   (D29)  Wr(i,S,j)     = min  i<m<=j, T      H(i,S,m,T) + Wr(m,A(m)-T,j)
 *
 * and the same to the left. Free are all labels but those of active groups. By rounds: the tree without the
 * rule is given; each group is made active at the heads that break it, and the best tree is found again, until
 * none is broken. Each round allows more trees than the rule does, so the last tree, which obeys it, is the
 * best that does. In a round a pair of head and group becomes active, so rounds come to an end; mostly there
 * are one to three, and few pairs.
 *
 * States of all words have numbers one after the other. For 3 words, the second of which has 2 active groups:
 *
 *   number   0    1     2     3     4      5
 *   state   1:{}  2:{}  2:{a} 2:{b} 2:{ab} 3:{}
 *
 * so the state that A(m)-T is, has the number last(m) - T. Sides are kept twice, by their own state and by the
 * one that is left to the other side, so that minima run over numbers side by side.
 *
 * Cost      O(n^3 2^a 2^b) a round, for a and b active groups at two heads.
 */

typedef struct {
  const Colours *colours;
  int n, n_states;
  gboolean has_any_root;
  const guint8 *active;     /* by word, from 1 */
  int *first;               /* by position: the number of its first state; [n]: of all */
  int *position;            /* by state */
  double *free_costs;       /* a row for each word: the best colour that is not active */
  double *right, *left;     /* Wr and Wl: a row for each state, by the position where they end */
  double *rights, *lefts;   /* the same: a row for each end, by the state that is left */
  double *meetings;         /* H: by the state of the head, then by that of the dependent */
  double *heads, *prefixes; /* as (D3) and (D4): by state, and by position */
} StateChart;

static inline int
count_states (const StateChart *c, int position)
{
  return c->first[position + 1] - c->first[position];
}

/* The number of the state with the groups that state @q of its word lacks. */
static inline int
other_state (const StateChart *c, int q)
{
  const int p = c->position[q];

  return c->first[p] + c->first[p + 1] - 1 - q;
}

static inline double *
right_of (const StateChart *c, int q, int end)
{
  return &c->right[(gsize) q * c->n + end];
}

static inline double *
left_of (const StateChart *c, int q, int end)
{
  return &c->left[(gsize) q * c->n + end];
}

static inline double *
meeting_of (const StateChart *c, int head, int dependent)
{
  return &c->meetings[(gsize) head * c->n_states + dependent];
}

static inline double
free_cost (const StateChart *c, int dependent, int head)
{
  return c->free_costs[(gsize) dependent * c->colours->stride + head];
}

/* The least of a[0] + b[0] to a[n - 1] + b[n - 1], in chains side by side. */
BODY double
least_sum_body (const double *a, const double *b, int n)
{
  enum { SIDE_BY_SIDE = 8 };
  double least[SIDE_BY_SIDE], all = INFINITY;
  int i = 0;

  for (int v = 0; v < SIDE_BY_SIDE; v++)
    least[v] = INFINITY;
  for (; i + SIDE_BY_SIDE <= n; i += SIDE_BY_SIDE)
    for (int v = 0; v < SIDE_BY_SIDE; v++)
      least[v] = a[i + v] + b[i + v] < least[v] ? a[i + v] + b[i + v] : least[v];
  for (int v = 0; v < SIDE_BY_SIDE; v++)
    all = least[v] < all ? least[v] : all;
  for (; i < n; i++)
    all = a[i] + b[i] < all ? a[i] + b[i] : all;
  return all;
}

BOTH (static, double, least_sum, (const double *a, const double *b, int n), (a, b, n))

/* Where it is, the first of these. */
static int
find_least_sum (const double *a, const double *b, int n)
{
  int least = 0;

  for (int i = 1; i < n; i++)
    if (a[i] + b[i] < a[least] + b[least])
      least = i;
  return least;
}

/* The group of the t-th bit of states of the word at a position. */
static int
group_of_bit (const StateChart *c, int position, int t)
{
  int g = 1;

  for (guint active = c->active[position + 1];; active >>= 1, g++)
    if ((active & 1) != 0 && t-- == 0)
      return g;
}

/* (D28), where meetings are raw: the largest sets first, as those that are less by one group must be raw. */
static void
add_arcs (const StateChart *c, int head, int dependent)
{
  for (int S = count_states (c, head) - 1; S >= 0; S--)
    for (int q = c->first[dependent]; q < c->first[dependent + 1]; q++) {
      double *cell = meeting_of (c, c->first[head] + S, q);
      double least = *cell + free_cost (c, dependent, head + 1);

      for (int t = 0; S >> t > 0; t++)
        if ((S >> t & 1) != 0) {
          const double raw = *meeting_of (c, c->first[head] + (S ^ 1 << t), q);
          const double sum = raw + *cost_of (c->colours, group_of_bit (c, head, t), dependent + 1, head + 1);

          least = MIN (sum, least);
        }
      *cell = least;
    }
}

/* (D27) and (D28) for the words at @i and @j, both ways. */
static void
fill_meetings (const StateChart *c, int i, int j)
{
  for (int p = c->first[i]; p < c->first[i + 1]; p++)
    for (int q = c->first[j]; q < c->first[j + 1]; q++) {
      const double raw = least_sum (right_of (c, p, i), left_of (c, q, i + 1), j - i);

      *meeting_of (c, p, q) = *meeting_of (c, q, p) = raw;
    }
  add_arcs (c, i, j);
  add_arcs (c, j, i);
}

/* (D29) */
static void
fill_sides (const StateChart *c, int i, int j)
{
  const int after_i = c->first[i + 1], n_right = c->first[j + 1] - after_i;
  const int from_i = c->first[i], n_left = c->first[j] - from_i;

  for (int q = c->first[i]; q < c->first[i + 1]; q++) {
    *right_of (c, q, j) =
        least_sum (meeting_of (c, q, after_i), &c->rights[(gsize) j * c->n_states + after_i], n_right);
    c->rights[(gsize) j * c->n_states + other_state (c, q)] = *right_of (c, q, j);
  }
  for (int q = c->first[j]; q < c->first[j + 1]; q++) {
    *left_of (c, q, i) =
        least_sum (meeting_of (c, q, from_i), &c->lefts[(gsize) i * c->n_states + from_i], n_left);
    c->lefts[(gsize) i * c->n_states + other_state (c, q)] = *left_of (c, q, i);
  }
}

/* Narrow sides first. */
static void
fill (const StateChart *c)
{
  for (int q = 0; q < c->n_states; q++) {
    const int i = c->position[q];

    *right_of (c, q, i) = *left_of (c, q, i) = 0;
    c->rights[(gsize) i * c->n_states + q] = c->lefts[(gsize) i * c->n_states + q] = 0;
  }
  for (int width = 1; width < c->n; width++)
    for (int i = 0; i + width < c->n; i++) {
      fill_meetings (c, i, i + width);
      fill_sides (c, i, i + width);
    }
}

/* A side that is still to be read. */
typedef struct {
  int state, end;
  gboolean is_right;
} StateSide;

typedef struct {
  StateSide *sides; /* room for two of each word */
  int n;
} StateSides;

static inline void
push (const StateChart *c, StateSides *stack, int state, int end, gboolean is_right)
{
  if (c->position[state] != end)
    stack->sides[stack->n++] = (StateSide){ state, end, is_right };
}

/* Reads the arc over a meeting of two states, and pushes the sides below it. */
static void
read_meeting (const StateChart *c, StateSides *stack, int head, int dependent, ColouredArc *tree)
{
  const int h = c->position[head], d = c->position[dependent], S = head - c->first[h];
  const int i = MIN (h, d), n = MAX (h, d) - i;
  ColouredArc *arc = &tree[d + 1];
  double least = INFINITY;
  int best_head = head, k;

  *arc = (ColouredArc){ h + 1, best_colour (c->colours, d + 1, h + 1, c->active[h + 1]) };
  for (int t = -1; t < 0 || S >> t > 0; t++) {
    const int group = t < 0 ? 0 : group_of_bit (c, h, t);
    const int p = t < 0 ? head : c->first[h] + (S ^ 1 << t);
    double sum;

    if (t >= 0 && (S >> t & 1) == 0)
      continue;
    sum = least_sum (right_of (c, h < d ? p : dependent, i), left_of (c, h < d ? dependent : p, i + 1), n);
    sum += t < 0 ? free_cost (c, d, h + 1) : *cost_of (c->colours, group, d + 1, h + 1);
    if (sum < least) {
      least = sum;
      best_head = p;
      arc->colour = t < 0 ? arc->colour : group;
    }
  }
  k = i
      + find_least_sum (right_of (c, h < d ? best_head : dependent, i),
                        left_of (c, h < d ? dependent : best_head, i + 1), n);
  push (c, stack, h < d ? best_head : dependent, k, TRUE);
  push (c, stack, h < d ? dependent : best_head, k + 1, FALSE);
}

/* Reads the sides on the stack, and all that they are made of: the outermost dependent of each, its side
 * beyond, and the meeting. */
static void
read_sides (const StateChart *c, StateSides *stack, ColouredArc *tree)
{
  while (stack->n > 0) {
    const StateSide side = stack->sides[--stack->n];
    const int p = c->position[side.state];
    const int from = side.is_right ? c->first[p + 1] : c->first[side.end];
    const int to = side.is_right ? c->first[side.end + 1] : c->first[p];
    const double *others = (side.is_right ? c->rights : c->lefts) + (gsize) side.end * c->n_states + from;
    const int q = from + find_least_sum (meeting_of (c, side.state, from), others, to - from);

    push (c, stack, other_state (c, q), side.end, side.is_right);
    read_meeting (c, stack, side.state, q, tree);
  }
}

/* Reads the word of state @q as a child of 0, whose sides end at @from and @to. */
static void
read_child (const StateChart *c, StateSides *stack, int q, int from, int to, ColouredArc *tree)
{
  tree[c->position[q] + 1] = (ColouredArc){ 0, 0 };
  push (c, stack, other_state (c, q), to, TRUE);
  push (c, stack, q, from, FALSE);
  read_sides (c, stack, tree);
}

/* As (D2): the left side of the only child of 0 has state @q, its right side what is left. */
static gboolean
read_single (const StateChart *c, StateSides *stack, ColouredArc *tree)
{
  const double *rights = c->rights + (gsize) (c->n - 1) * c->n_states;
  double least = INFINITY;
  int root = -1;

  for (int q = 0; q < c->n_states; q++) {
    const double cost = free_cost (c, c->position[q], 0) + (*left_of (c, q, 0) + rights[q]);

    if (cost < least) {
      least = cost;
      root = q;
    }
  }
  if (root >= 0)
    read_child (c, stack, root, 0, c->n - 1, tree);
  return root >= 0;
}

/* As (D3) and (D4). */
static gboolean
read_any (const StateChart *c, StateSides *stack, ColouredArc *tree)
{
  c->prefixes[0] = 0;
  for (int h = 0; h < c->n; h++) {
    for (int q = c->first[h]; q < c->first[h + 1]; q++)
      c->heads[q] = free_cost (c, h, 0) + least_sum (c->prefixes, left_of (c, q, 0), h + 1);
    c->prefixes[h + 1] = least_sum (c->heads, c->rights + (gsize) h * c->n_states, c->first[h + 1]);
  }
  if (c->prefixes[c->n] == INFINITY)
    return FALSE;
  for (int j = c->n; j > 0;) {
    const int q = find_least_sum (c->heads, c->rights + (gsize) (j - 1) * c->n_states, c->first[j]);
    const int k = find_least_sum (c->prefixes, left_of (c, q, 0), c->position[q] + 1);

    read_child (c, stack, q, k, j - 1, tree);
    j = k;
  }
  return TRUE;
}

/* The bytes of a chart: four matrices of sides, meetings, free costs, and what there is by state and word. */
static guint64
states_measure (int n, gsize n_states, gsize stride)
{
  return (4 * n_states * n + n_states * n_states + (guint64) n * stride + n_states + n + 1) * sizeof (double)
         + (n_states + n + 1) * sizeof (int);
}

/* Places the arrays of a chart in one piece of memory. */
static gboolean
states_reserve (const Decoding *decoding, DecodeWorker *worker, int sentence, StateChart *c, GError **error)
{
  const gsize n = (gsize) c->n, stride = c->colours->stride;
  gsize n_states = 0;
  guint64 bytes;
  double *memory;

  for (int d = 1; d <= c->n; d++)
    n_states += (gsize) 1 << __builtin_popcount (c->active[d]);
  bytes = states_measure (c->n, n_states, stride);
  if (!decode_check_memory (decoding, sentence, c->n, bytes + colours_measure (c->colours), error))
    return FALSE;
  memory = decode_scratch (worker, SCRATCH_MARGINALS, bytes, 1);
  if (memory == NULL)
    return memory_fail (error, "the trees of %d words", c->n);
  c->n_states = (int) n_states;
  c->right = memory;
  c->left = c->right + n_states * n;
  c->rights = c->left + n_states * n;
  c->lefts = c->rights + n_states * n;
  c->meetings = c->lefts + n_states * n;
  c->free_costs = c->meetings + n_states * n_states;
  c->heads = c->free_costs + n * stride;
  c->prefixes = c->heads + n_states;
  c->first = (int *) (c->prefixes + n + 1);
  c->position = c->first + n + 1;
  return TRUE;
}

/* A round. 1, 0 if there is no tree, -1 with @error set. */
static int
find_with_states (const Decoding *decoding, DecodeWorker *worker, int sentence, StateChart *c,
                  StateSides *stack, ColouredArc *tree, GError **error)
{
  int q = 0;

  if (!states_reserve (decoding, worker, sentence, c, error))
    return -1;
  for (int i = 0; i < c->n; i++) {
    c->first[i] = q;
    for (int state = 0; state < 1 << __builtin_popcount (c->active[i + 1]); state++)
      c->position[q++] = i;
  }
  c->first[c->n] = q;
  for (int d = 1; d <= c->n; d++)
    for (int h = 0; h <= c->n; h++)
      c->free_costs[(gsize) (d - 1) * c->colours->stride + h] =
          *cost_of (c->colours, best_colour (c->colours, d, h, c->active[h]), d, h);
  fill (c);
  stack->n = 0;
  return (c->has_any_root ? read_any : read_single) (c, stack, tree);
}

/* The data of a sentence that all searches need. */
typedef struct {
  Colours colours;
  ColouredArc *tree;     /* the one without the rule, then that which was found */
  guint8 *seen, *broken; /* by word, as find_broken() fills it */
  int *heads, *labels;   /* for rows_put() */
} UniqueTree;

/* Rounds, from a tree that breaks the rule. 1, 0 if there is no tree, -1 with @error set. */
static int
find_by_rounds (const Decoding *decoding, DecodeWorker *worker, int sentence, UniqueTree *u, GError **error)
{
  const int n = u->colours.n;
  guint8 *active = decode_scratch (worker, SCRATCH_ROW, n + 1, 1);
  StateSides stack = { .sides = decode_scratch (worker, SCRATCH_STACK, 2 * n + 2, sizeof (StateSide)) };
  StateChart chart = {
    .colours = &u->colours, .n = n, .has_any_root = decoding->options.has_any_root, .active = active
  };

  if (active == NULL || stack.sides == NULL) {
    memory_fail (error, "the trees of %d words", n);
    return -1;
  }
  memset (active, 0, (gsize) n + 1);
  while (find_broken (n, u->tree, u->seen, u->broken)) {
    int found;

    for (int h = 1; h <= n; h++)
      active[h] |= u->broken[h];
    found = find_with_states (decoding, worker, sentence, &chart, &stack, u->tree, error);
    if (found <= 0)
      return found;
  }
  return 1;
}

/* 3. search: any trees, best first, by parts of the set of trees.
 *
 * A part forbids some arcs some groups. Its best tree, found without the rule, is at least as good as any of
 * its trees that obey, so the first tree that obeys, of parts taken in order of these bounds, is the best. If
 * a tree breaks the rule at head h with group g, at the dependents d1..dm, its part is covered by m + 1:
 *
 *   (D30)  for each i:  only di may depend on h with group g;     and one where none of d1..dm may
 *
 * A part keeps what sets it apart from the one that it was made from, and its best tree. Of equal bounds the
 * part that was made first comes first.
 *
 * Cost      O(k n^2) a part. On scores of parsers 4 parts in the median, 22 at most; the problem is NP-hard
 *           (a Hamiltonian path is such a tree), so their number is limited.
 */

enum { DEFAULT_PARTS = 10000, NONE_OF_THESE = 0 };

typedef struct {
  double bound;
  int from;      /* the part that it was made from, or -1 */
  int dependent; /* di; or NONE_OF_THESE */
  int head, colour;
} UniquePart;

typedef struct {
  const Colours *colours;
  gboolean has_any_root;
  int n_parts, n_heap;
  UniquePart *parts;
  ColouredArc *trees; /* n + 1 for each part */
  int *heap;          /* parts, the least bound on top */
  double *least;      /* the matrix of the best colours' costs */
  guint8 *forbidden;  /* groups by dependent and head: n + 1 for each word from 0 */
  Spanning spanning;
  int *heads;
} UniqueSearch;

static inline ColouredArc *
tree_of_part (const UniqueSearch *search, int part)
{
  return &search->trees[(gsize) part * (search->colours->n + 1)];
}

static inline gboolean
is_before (const UniqueSearch *search, int a, int b)
{
  const double x = search->parts[a].bound, y = search->parts[b].bound;

  return x < y || (x == y && a < b);
}

static void
heap_push (UniqueSearch *search, int part)
{
  int i = search->n_heap++;

  for (; i > 0 && is_before (search, part, search->heap[(i - 1) / 2]); i = (i - 1) / 2)
    search->heap[i] = search->heap[(i - 1) / 2];
  search->heap[i] = part;
}

static int
heap_pop (UniqueSearch *search)
{
  const int best = search->heap[0], last = search->heap[--search->n_heap];
  int i = 0;

  for (int child; (child = 2 * i + 1) < search->n_heap; i = child) {
    if (child + 1 < search->n_heap && is_before (search, search->heap[child + 1], search->heap[child]))
      child++;
    if (!is_before (search, search->heap[child], last))
      break;
    search->heap[i] = search->heap[child];
  }
  search->heap[i] = last;
  return best;
}

/* Forbids what the part and those before it forbid, and corrects the costs. */
static void
forbid (const UniqueSearch *search, int part)
{
  const Colours *c = search->colours;

  memset (search->forbidden, 0, (gsize) (c->n + 1) * (c->n + 1));
  memcpy (search->spanning.rows, search->least, (gsize) c->n * c->stride * sizeof (double));
  for (const UniquePart *p = &search->parts[part]; p->from >= 0; p = &search->parts[p->from]) {
    const ColouredArc *tree = tree_of_part (search, p->from);

    for (int d = 1; d <= c->n; d++) {
      const gboolean is_in_tree = tree[d].head == p->head && tree[d].colour == p->colour;
      guint8 *forbidden = &search->forbidden[(gsize) d * (c->n + 1) + p->head];

      if (p->dependent == NONE_OF_THESE ? !is_in_tree : d == p->dependent)
        continue;
      *forbidden |= (guint8) (1u << (p->colour - 1));
      search->spanning.rows[(gsize) (d - 1) * c->stride + p->head] =
          *cost_of (c, best_colour (c, d, p->head, *forbidden), d, p->head);
    }
  }
}

/* Finds the best tree of the part, the last, and puts it into the heap; drops it if there is none. */
static void
add_part (UniqueSearch *search, UniquePart part)
{
  const Colours *c = search->colours;
  ColouredArc *tree = tree_of_part (search, search->n_parts);
  double bound = 0;

  search->parts[search->n_parts] = part;
  forbid (search, search->n_parts);
  if (!spanning_find (&search->spanning, c->n, search->has_any_root, search->heads))
    return;
  for (int d = 1; d <= c->n; d++) {
    const int h = search->heads[d];

    tree[d] = (ColouredArc){ h, best_colour (c, d, h, search->forbidden[(gsize) d * (c->n + 1) + h]) };
    bound += *cost_of (c, tree[d].colour, d, h);
  }
  search->parts[search->n_parts].bound = bound;
  heap_push (search, search->n_parts++);
}

/* Room for @n_parts; those that are there stay. */
static gboolean
reserve_parts (const Decoding *decoding, DecodeWorker *worker, int sentence, UniqueSearch *search,
               int n_parts, GError **error)
{
  const gsize n = (gsize) search->colours->n + 1;
  const guint64 bytes = (guint64) n_parts * (sizeof (UniquePart) + sizeof (int) + n * sizeof (ColouredArc));

  if (!decode_check_memory (decoding, sentence, search->colours->n, bytes + colours_measure (search->colours),
                            error))
    return FALSE;
  search->parts = decode_scratch (worker, SCRATCH_STACK, n_parts, sizeof (UniquePart));
  search->heap = decode_scratch (worker, SCRATCH_ROOT, n_parts, sizeof (int));
  search->trees = decode_scratch (worker, SCRATCH_PREFIX, n_parts * n, sizeof (ColouredArc));
  return (search->parts != NULL && search->heap != NULL && search->trees != NULL)
         || memory_fail (error, "%d parts of the trees of %d words", n_parts, search->colours->n);
}

/* Adds the parts of (D30), which @head breaks with @colour. FALSE with @error set, where the limit is met or
 * memory is lacking. */
static gboolean
split_part (const Decoding *decoding, DecodeWorker *worker, int sentence, UniqueSearch *search, int part,
            int head, int colour, GError **error)
{
  const int limit = decoding->options.max_nodes == 0 ? DEFAULT_PARTS : decoding->options.max_nodes;
  const int n = search->colours->n;

  if (!reserve_parts (decoding, worker, sentence, search, search->n_parts + n + 1, error))
    return FALSE;
  for (int d = 0; d <= n; d++) {
    const ColouredArc arc = tree_of_part (search, part)[d];

    if (d != NONE_OF_THESE && (arc.head != head || arc.colour != colour))
      continue;
    if (search->n_parts >= limit) {
      g_set_error (error, TBK_ERROR, TBK_ERROR_DATA,
                   "sentences[%d]: the best tree of %d words with unique labels needs a search of more than "
                   "%d nodes",
                   sentence, n, limit);
      return FALSE;
    }
    add_part (search, (UniquePart){ 0, part, d, head, colour });
  }
  return TRUE;
}

/* Takes the best part until its tree obeys the rule. 1, 0 if there is no such tree, -1 with @error set. */
static int
find_best_first (const Decoding *decoding, DecodeWorker *worker, int sentence, UniqueTree *u, GError **error)
{
  const int n = u->colours.n;
  const gsize size = n * u->colours.stride * sizeof (double), n_cells = (gsize) (n + 1) * (n + 1);
  UniqueSearch search = { .colours = &u->colours, .has_any_root = decoding->options.has_any_root };

  search.least = decode_scratch (worker, SCRATCH_MARGINALS, size + n_cells, 1);
  search.forbidden = (guint8 *) search.least + size;
  if (search.least == NULL) {
    memory_fail (error, "the trees of %d words", n);
    return -1;
  }
  if (!spanning_reserve (worker, n, &search.spanning, &search.heads, error)
      || !reserve_parts (decoding, worker, sentence, &search, 1, error))
    return -1;
  for (int d = 1; d <= n; d++)
    for (gsize h = 0; h < u->colours.stride; h++)
      search.least[(d - 1) * u->colours.stride + h] =
          (int) h > n ? INFINITY
                      : *cost_of (&u->colours, best_colour (&u->colours, d, (int) h, 0), d, (int) h);
  add_part (&search, (UniquePart){ .from = -1 });
  while (search.n_heap > 0) {
    const int part = heap_pop (&search);
    int h = 1;

    memcpy (u->tree, tree_of_part (&search, part), (gsize) (n + 1) * sizeof (ColouredArc));
    if (!find_broken (n, u->tree, u->seen, u->broken))
      return 1;
    while (u->broken[h] == 0)
      h++;
    if (!split_part (decoding, worker, sentence, &search, part, h, __builtin_ctz (u->broken[h]) + 1, error))
      return -1;
  }
  return 0;
}

/* 4. work: the tree without the rule first, which mostly obeys it. */

static gboolean
unique_reserve (const Decoding *decoding, DecodeWorker *worker, int sentence, UniqueTree *u, GError **error)
{
  const SentenceScores s = scores_of (decoding->scores, sentence);
  const gsize n = (gsize) s.n + 1;
  ColouredArc *words = decode_scratch (worker, SCRATCH_ORDER, n, sizeof (ColouredArc) + 2 * sizeof (int) + 2);

  u->colours = (Colours){ .s = s,
                          .group_of = decoding->group_of,
                          .n = s.n,
                          .n_groups = decoding->options.unique->n_groups,
                          .stride = SCORES_STRIDE (s.n) };
  if (words == NULL) {
    memory_fail (error, "the trees of %d words", s.n);
    return FALSE;
  }
  u->tree = words;
  u->heads = (int *) (words + n);
  u->labels = u->heads + n;
  u->seen = (guint8 *) (u->labels + n);
  u->broken = u->seen + n;
  return TRUE;
}

/* Reads the tree that was put into the rows. FALSE if there is none. */
static gboolean
read_row (const Decoding *decoding, int sentence, UniqueTree *u)
{
  const int *heads = decoding->trees->heads + (gsize) sentence * decoding->trees->width;

  if (heads[0] < 0)
    return FALSE;
  for (int d = 1; d <= u->colours.n; d++) {
    int label;

    scores_arc (&u->colours.s, d, heads[d - 1], &label);
    u->tree[d] = (ColouredArc){ heads[d - 1], heads[d - 1] == 0 ? 0 : u->colours.group_of[label] };
  }
  return TRUE;
}

/* Finds the tree of a sentence anew if that in its row breaks the rule. */
static gboolean
obey (const Decoding *decoding, DecodeWorker *worker, int sentence, GError **error)
{
  UniqueTree u;
  int found;

  if (!unique_reserve (decoding, worker, sentence, &u, error))
    return FALSE;
  if (!read_row (decoding, sentence, &u) || !find_broken (u.colours.n, u.tree, u.seen, u.broken))
    return TRUE;
  if (!decode_check_memory (decoding, sentence, u.colours.n, colours_measure (&u.colours), error))
    return FALSE;
  u.colours.costs = decode_scratch (worker, SCRATCH_LABELS, colours_measure (&u.colours), 1);
  if (u.colours.costs == NULL)
    return memory_fail (error, "the trees of %d words", u.colours.n);
  if (!colours_fill (&u.colours)) {
    decode_note_problem (worker, sentence);
    return TRUE;
  }
  found = (decoding->options.is_nonprojective ? find_best_first : find_by_rounds) (decoding, worker, sentence,
                                                                                   &u, error);
  if (found < 0)
    return FALSE;
  for (int d = 1; found && d <= u.colours.n; d++) {
    u.heads[d] = u.tree[d].head;
    u.labels[d - 1] = best_label (&u.colours, d, u.tree[d].head, u.tree[d].colour);
  }
  rows_put (decoding, worker, sentence, 0,
            &(FoundTree){ .heads = found ? u.heads : NULL, .labels = u.labels });
  return TRUE;
}

static gboolean
work (const Decoding *decoding, DecodeWorker *worker, const int *sentences, int n_sentences, GError **error)
{
  const DecodeTask *without_rule = decoding->options.is_nonprojective              ? &spanning_task
                                   : decoding->scores->scores->real == TBK_FLOAT32 ? &best_float_task
                                                                                   : &best_double_task;
  GError *fault = NULL;
  int first = -1;

  if (!without_rule->work (decoding, worker, sentences, n_sentences, error))
    return FALSE;
  /* The first sentence of the caller that fails is reported, whichever comes first here. */
  for (int i = 0; i < n_sentences; i++) {
    GError *one = NULL;

    if (obey (decoding, worker, sentences[i], &one))
      continue;
    if (fault != NULL && sentences[i] > first) {
      g_error_free (one);
      continue;
    }
    g_clear_error (&fault);
    fault = one;
    first = sentences[i];
  }
  if (fault == NULL)
    return TRUE;
  if (!g_str_has_prefix (fault->message, "sentences["))
    g_prefix_error (&fault, "sentences[%d]: ", first);
  g_propagate_error (error, fault);
  return FALSE;
}

const DecodeTask unique_float_task = {
  .has_chart = TRUE, .cells = CHART_FLOATS, .use = FOR_BEST, .work = work
};
const DecodeTask unique_double_task = {
  .has_chart = TRUE, .cells = CHART_DOUBLES, .use = FOR_BEST, .work = work
};
const DecodeTask unique_search_task = { .n_matrices = 2, .work = work };
