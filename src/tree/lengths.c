/* lengths.c - dependency lengths, beside what chance and the best order would give.
 *
 * Contents
 *   1. outline: trees bottom up, without recursion and without lists of dependents
 *   2. shape: what the tree has of itself, whatever the order: depths, degrees, and the means over all
 *      orders
 *   3. order: what depends on the order of the words: lengths, crossings, fluxes
 *   4. fluxes: weights of fluxes: the most arcs over a gap of which no two share a word
 *   5. means: exact means over projective and planar orders, and variances over all orders
 *   6. extremes: the least and the greatest sums of lengths of projective and of planar orders
 *   7. lengths: dependency lengths: which parts are computed, and how their values are called
 */
#include "tree/projective.h"
#include "tree/tree.h"

#include <string.h>

#include "base/base.h"
#include "tbk/tree.h"

/* 1. outline: trees bottom up, without recursion and without lists of dependents. */

void
outline_clear (Outline *outline)
{
  room_clear (&outline->room);
}

/* Goes through the words; each takes its turn as soon as all its dependents had theirs, and so may its head
 * after it. So sizes and heights are known then. A word on a cycle never has a turn. Returns how many had
 * one. */
static int
order_words (Outline *outline, int *n_pending)
{
  const int *heads = outline->heads;
  int *size = outline->size, *height = outline->height, n_ordered = 0;

  for (int word = 0; word <= outline->n; word++) {
    size[word] = 1;
    height[word] = 0;
  }
  for (int i = 1; i <= outline->n; i++)
    for (int word = i; word != 0 && n_pending[word] == 0;) {
      int head = heads[word];
      n_pending[word] = -1;
      outline->order[n_ordered++] = word;
      n_pending[head]--;
      size[head] += size[word];
      height[head] = MAX (height[head], height[word] + 1);
      word = head;
    }
  return n_ordered;
}

gboolean
outline_set (Outline *outline, const int *heads, int n, GError **error)
{
  gsize n_bytes = sizeof (int) * ((gsize) n + 1);
  int *n_pending, **scratch = outline->scratch;

  if (!heads_are_in_range (heads, n))
    return heads_fail (heads, n, error);
  if (!ROOM_RESERVE (&outline->room, n + 2, ARRAY (outline->order), ARRAY (outline->size),
                     ARRAY (outline->n_children), ARRAY (outline->height), ARRAY (outline->first),
                     ARRAY (outline->sorted), ARRAY (scratch[0]), ARRAY (scratch[1]), ARRAY (scratch[2]),
                     ARRAY (scratch[3]), ARRAY (scratch[4])))
    return memory_fail (error, "the lengths of %d words", n);
  outline->n = n;
  outline->heads = heads;
  memset (outline->n_children, 0, n_bytes);
  for (int word = 1; word <= n; word++) {
    outline->n_children[heads[word]]++;
    outline->root = heads[word] == 0 ? word : outline->root;
  }
  outline->n_roots = outline->n_children[0];
  n_pending = outline->scratch[0];
  memcpy (n_pending, outline->n_children, n_bytes);
  if (order_words (outline, n_pending) < n)
    return heads_fail (heads, n, error);
  return TRUE;
}

/* Sorts all words by counting, the largest subtrees first, and then deals them out to their heads. */
void
outline_sort_children (Outline *outline)
{
  const int *size = outline->size, *heads = outline->heads;
  int n = outline->n, *place = outline->scratch[0], *by_size = outline->scratch[1], n_larger = 0;

  memset (place, 0, sizeof (int) * ((gsize) n + 2));
  for (int word = 1; word <= n; word++)
    place[size[word]]++;
  for (int s = n; s > 0; s--) {
    int n_words = place[s];
    place[s] = n_larger;
    n_larger += n_words;
  }
  for (int word = 1; word <= n; word++)
    by_size[place[size[word]]++] = word;

  outline->first[0] = 0;
  for (int word = 0; word <= n; word++) {
    place[word] = outline->first[word];
    outline->first[word + 1] = outline->first[word] + outline->n_children[word];
  }
  for (int i = 0; i < n; i++)
    outline->sorted[place[heads[by_size[i]]]++] = by_size[i];
}

/* 2. shape: what the tree has of itself, whatever the order: depths, degrees, and the means over all
 * orders.
 *
 *   (MD5)  sum of depths = SUM over words: size(v) - 1, since a word is in the subtrees of all its ancestors
 *   (MD6)  Q = (n(n-1) - k2) / 2, where k2 is the sum of squares of degrees
 *   (MD7)  3 E[D] = n^2 - 1,   3 E[C] = Q
 */

/* The two highest subtrees at a word join to a path. */
static int
find_diameter (Outline *outline)
{
  const int *heads = outline->heads, *height = outline->height;
  int *highest = outline->scratch[0], diameter = 0;

  for (int word = 0; word <= outline->n; word++)
    highest[word] = 0;
  for (int i = 0; i < outline->n - 1; i++) {
    int word = outline->order[i], head = heads[word], reach = height[word] + 1;
    diameter = MAX (diameter, highest[head] + reach);
    highest[head] = MAX (highest[head], reach);
  }
  return diameter;
}

static void
shape_measure (Outline *outline, gint64 *lengths)
{
  const int *size = outline->size, *n_children = outline->n_children;
  gint64 n = outline->n, depths = 0, k2 = 0, k3 = 0, o2 = 0, o3 = 0;
  int n_leaves = 0;

  for (int word = 1; word <= n; word++) {
    gint64 o = n_children[word], k = o + (word != outline->root);
    depths += size[word] - 1; /* (MD5) */
    n_leaves += o == 0;
    k2 += k * k;
    k3 += k * k * k;
    o2 += o * o;
    o3 += o * o * o;
  }
  lengths[TBK_LENGTH_DEPTHS] = depths;
  lengths[TBK_LENGTH_HEIGHT] = outline->height[outline->root];
  lengths[TBK_LENGTH_DIAMETER] = find_diameter (outline);
  lengths[TBK_LENGTH_LEAVES] = n_leaves;
  lengths[TBK_LENGTH_DEGREES_2] = k2;
  lengths[TBK_LENGTH_DEGREES_3] = k3;
  lengths[TBK_LENGTH_OUT_DEGREES_2] = o2;
  lengths[TBK_LENGTH_OUT_DEGREES_3] = o3;
  lengths[TBK_LENGTH_DISJOINT_PAIRS] = (n * (n - 1) - k2) / 2;             /* (MD6) */
  lengths[TBK_LENGTH_MEAN] = n * n - 1;                                    /* (MD7) */
  lengths[TBK_LENGTH_MEAN_CROSSINGS] = lengths[TBK_LENGTH_DISJOINT_PAIRS]; /* (MD7) */
}

/* 3. order: what depends on the order of the words: lengths, crossings, fluxes.
 *
 * The flux of the gap after the word g are the arcs with left end at g or before and right end after it.
 *
 *   (MD1)  |flux(g)| = |flux(g-1)| + arcs with left end g - arcs with right end g
 *   (MD2)  The word l is a left end in as many fluxes as its longest arc to the right is long; right ends
 *          mirror it
 *   (MD3)  An arc without words under it crosses none, and a word without dependents may then be left out. So
 *          contraction,
 *          (X1) of projectivize/projectivize.h, keeps crossings, and those of a projective tree are none
 *   (MD4)  C = SUM over right ends p, arcs l-p:  arcs open at p with left end between l and p
 */

/* Numbers at the places 1..n that can be added to, and summed up to a place, in O(log n): a Fenwick tree. */
static void
add_at (int *sums, int n, int place, int number)
{
  for (; place <= n; place += place & -place)
    sums[place] += number;
}

static int
sum_to (const int *sums, int place)
{
  int sum = 0;

  for (; place > 0; place &= place - 1)
    sum += sums[place];
  return sum;
}

/* A sentence that contraction left. */
typedef struct {
  int n;
  int *heads;
  int *open;          /* arcs that are open, summed by left ends */
  int *n_right;       /* arcs with that left end */
  int *ending, *next; /* arcs with that right end, by their dependents, as a list */
} Sweep;

static int
left_end (const Sweep *sweep, int dependent)
{
  return MIN (sweep->heads[dependent], dependent);
}

/* (MD4). Arcs that end at p are closed before any of them is counted: they share p and do not cross. */
static gint64
count_crossings (Sweep *sweep)
{
  gint64 n_crossings = 0;
  int n = sweep->n, n_open = 0;
  gsize n_bytes = sizeof (int) * ((gsize) n + 1);

  memset (sweep->open, 0, n_bytes);
  memset (sweep->n_right, 0, n_bytes);
  memset (sweep->ending, 0, n_bytes);
  /* For each right end a list of its arcs; for each left end how many it has. */
  for (int d = 1; d <= n; d++) {
    int h = sweep->heads[d], right = MAX (h, d);
    if (h == 0)
      continue;
    sweep->next[d] = sweep->ending[right];
    sweep->ending[right] = d;
    sweep->n_right[MIN (h, d)]++;
  }
  for (int p = 1; p <= n; p++) {
    for (int d = sweep->ending[p]; d != 0; d = sweep->next[d], n_open--)
      add_at (sweep->open, n, left_end (sweep, d), -1);
    for (int d = sweep->ending[p]; d != 0; d = sweep->next[d])
      /* The open arcs that begin after its left end begin under it and go on beyond p. */
      n_crossings += n_open - sum_to (sweep->open, left_end (sweep, d));
    if (sweep->n_right[p] > 0)
      add_at (sweep->open, n, p, sweep->n_right[p]);
    n_open += sweep->n_right[p];
  }
  return n_crossings;
}

/* (MD3) */
static gint64
find_crossings (Outline *outline)
{
  const int *heads = outline->heads;
  int n = outline->n, n_left, *words = outline->first, *place = outline->scratch[0];
  Sweep sweep = { .heads = outline->sorted,
                  .open = outline->scratch[1],
                  .n_right = outline->scratch[2],
                  .ending = outline->scratch[3],
                  .next = outline->scratch[4] };

  if (n <= FEW_WORDS && projective_check (heads, n, NULL))
    return 0;
  /* The words that are left get numbers in their order, and heads in these numbers. */
  n_left = heads_contract (heads, n, outline->n_roots == 1, words, place);
  if (n_left <= 2)
    return 0;
  for (int i = 0; i < n_left; i++)
    place[words[i]] = i;
  for (int i = 1; i < n_left; i++)
    sweep.heads[i] = place[heads[words[i]]];
  sweep.n = n_left - 1;
  return count_crossings (&sweep);
}

/* Measures single arcs. For (MD1) and (MD2) each word gets how many more arcs begin than end there, and how
 * far those that begin or end there reach. */
static void
measure_arcs (Outline *outline, gint64 *lengths, int *change, int *left, int *right)
{
  const int *heads = outline->heads;
  int longest = 0, n_adjacent = 0, n_head_initial = 0;
  gint64 total = 0;

  for (int word = 0; word <= outline->n; word++) {
    change[word] = 0;
    left[word] = right[word] = word;
  }
  for (int d = 1; d <= outline->n; d++) {
    int h = heads[d], l = MIN (h, d), r = MAX (h, d);
    if (h == 0)
      continue;
    total += r - l;
    n_adjacent += r - l == 1;
    n_head_initial += h < d;
    longest = MAX (longest, r - l);
    change[l]++;
    change[r]--;
    right[l] = MAX (right[l], r);
    left[r] = MIN (left[r], l);
  }
  lengths[TBK_LENGTH_TOTAL] = total;
  lengths[TBK_LENGTH_ADJACENT] = n_adjacent;
  lengths[TBK_LENGTH_HEAD_INITIAL] = n_head_initial;
  lengths[TBK_LENGTH_LONGEST] = longest;
}

/* To be called before the children are sorted: it puts other things where these will be. */
static void
order_measure (Outline *outline, gint64 *lengths)
{
  int *change = outline->scratch[0], *left = outline->scratch[1], *right = outline->scratch[2];
  int flux = 0, most = 0;
  gint64 left_spans = 0, right_spans = 0;

  measure_arcs (outline, lengths, change, left, right);
  for (int word = 1; word <= outline->n; word++) {
    flux += change[word]; /* (MD1) */
    most = MAX (most, flux);
    left_spans += right[word] - word; /* (MD2) */
    right_spans += word - left[word];
  }
  lengths[TBK_LENGTH_GREATEST_FLUX] = most;
  lengths[TBK_LENGTH_LEFT_SPANS] = left_spans;
  lengths[TBK_LENGTH_RIGHT_SPANS] = right_spans;
  if (outline->n_roots == 1)
    lengths[TBK_LENGTH_ROOT] = outline->root;
  lengths[TBK_LENGTH_CROSSINGS] = find_crossings (outline);
}

/* 4. fluxes: weights of fluxes: the most arcs over a gap of which no two share a word.
 *
 *   (MD12)  Take arcs from the deepest dependent up, wherever both ends are free. Let d be the deepest
 *           dependent of the arcs left. None of them leads from d, so all that share a word with the arc into
 *           d share its head, and of these at most one is taken; the arc into d can stand in for it.
 *
 * Any order that has dependents before their heads does. So arcs are bits, numbered by the places of their
 * dependents in the outline's order.
 */

enum { FEW = 64 }; /* words whose arcs are one number's bits */

static const guint64 one = 1;

/* (MD12) for few words: a flux is a set, and so are the words taken. */
static void
weigh_few (const Outline *outline, gint64 *sum, int *most)
{
  guint64 ends[FEW] = { 0 };     /* of the arc into the word at a place: both words, by their places */
  guint64 arcs[FEW + 1] = { 0 }; /* that begin or end at a word */
  guint64 flux = 0;
  guint8 place[FEW + 1];
  int n = outline->n;

  for (int i = 0; i < n; i++)
    place[outline->order[i]] = (guint8) i;
  for (int i = 0; i < n; i++) {
    int word = outline->order[i], head = outline->heads[word];
    if (head == 0)
      continue;
    ends[i] = one << i | one << place[head];
    arcs[word] |= one << i;
    arcs[head] |= one << i;
  }
  for (int word = 1; word < n; word++) {
    guint64 taken = 0;
    int weight = 0;
    /* An arc that ends here was in the flux and goes; one that begins here was not and comes. */
    flux ^= arcs[word];
    for (guint64 rest = flux; rest != 0; rest &= rest - 1) {
      guint64 pair = ends[__builtin_ctzll (rest)];
      /* All bits if neither of its words is taken, without a branch: it is as likely as not. */
      guint64 is_free = -(guint64) ((taken & pair) == 0);
      taken |= pair & is_free;
      weight += (int) (is_free & 1);
    }
    *sum += weight;
    *most = MAX (*most, weight);
  }
}

/* Weighs a flux in pieces of 32 arcs. @taken has the last gap for which a word was taken. */
static int
weigh_flux (const Outline *outline, const guint *flux, int gap, int *taken)
{
  int weight = 0;

  for (int first = 0; first < outline->n; first += 32)
    for (guint rest = flux[first / 32]; rest != 0; rest &= rest - 1) {
      int word = outline->order[first + __builtin_ctz (rest)], head = outline->heads[word];
      if (taken[word] == gap || taken[head] == gap)
        continue;
      taken[word] = taken[head] = gap;
      weight++;
    }
  return weight;
}

static void
toggle (guint *flux, int place)
{
  flux[place / 32] ^= 1u << place % 32;
}

static void
weigh_many (Outline *outline, gint64 *sum, int *most)
{
  int n = outline->n, *place = outline->scratch[0], *taken = outline->scratch[1];
  guint *flux = (guint *) outline->scratch[2];

  memset (taken, 0, sizeof (int) * ((gsize) n + 1));
  memset (flux, 0, sizeof (int) * ((gsize) n + 1));
  for (int i = 0; i < n; i++)
    place[outline->order[i]] = i;
  for (int word = 1; word < n; word++) {
    int weight;
    if (outline->heads[word] != 0)
      toggle (flux, place[word]);
    for (int k = outline->first[word]; k < outline->first[word + 1]; k++)
      toggle (flux, place[outline->sorted[k]]);
    weight = weigh_flux (outline, flux, word, taken);
    *sum += weight;
    *most = MAX (*most, weight);
  }
}

/* The children must be sorted; for extremes_measure_greatest() the extremes must be known. */
static void
fluxes_measure (Outline *outline, gint64 *lengths)
{
  gint64 sum = 0;
  int most = 0;

  if (outline->n <= FEW)
    weigh_few (outline, &sum, &most);
  else
    weigh_many (outline, &sum, &most);
  lengths[TBK_LENGTH_FLUX_WEIGHTS] = sum;
  lengths[TBK_LENGTH_GREATEST_FLUX_WEIGHT] = most;
}

/* 5. means: exact means over projective and planar orders, and variances over all orders.
 *
 * With s(v) the size of the subtree of v, d(v) its dependents and k(v) its degree:
 *
 *   (MD8)   6 E[D, projective] = SUM over v: s(v) (2 d(v) + 1), minus 1.
 *           In a projective order each word shuffles itself and the subtrees of its dependents. A subtree at
 *           v stands between v and another one with probability 1/3, and between v and the border toward the
 *           head of v with 1/2. So E = n-1 + SUM over v but the root: (s(v)-1) (1/2 + (d(v)-1)/3) + (n-1)
 *           (d(root)-1)/3.
 *   (MD9)   6n E[D, planar] = (n-1)(3n^2+2n-2) - SUM over v: (2k(v)-1) S(v), where S(v) is the sum of squares
 *           of the sizes of the sides of v. A planar order is a projective one of the tree rooted in its
 *           first word, with the root at the left end; each root has the product of all k(v)! of them. So it
 *           is the average of (MD8) over all roots, with 1/2 instead of 1/3 at the root.
 *   (MD10)  180 V[D] = 30n(n+1)(n-1) + 3(n+1)(7n+4) f1 + 4(n+1)(5n+4) f0 - 20 (n^2-1)^2, over ordered pairs
 *           of arcs that are the same, touch (f1) or are disjoint (f0 = 2Q); f1 = (n-1)(n-2) - f0
 *   (MD11)  360 V[C] = 8 - 12n - 4n^2 + 8n^3 - 3 k2 + k2^2 - k4 - 8(n+1) psi + 4 phi - 6 X, with k2 and k4
 *           the sums of squares and fourth powers of degrees, psi = SUM over arcs s-t: k(s) k(t), phi = SUM
 *           k(s) k(t) (k(s) + k(t)), and X = SUM over words: (sum of the degrees of its neighbours)^2
 *
 * V[C] is a combination of the numbers of subforests of at most four arcs. So it is one of these invariants,
 * and brute force over all orders of all rooted trees of 4 to 9 words leaves one solution.
 *
 * Bound     For n <= 30000 single terms of (MD10) and (MD11) may pass 2^63, which modulo 2^64 does no harm if
 *           the results do not. (MD10) falls with f0 for n >= 4, and is n^4 - 5n^2 + 4 for f0 = 0. In (MD11)
 *           k2 <= n^2, as Q >= 0, and phi <= n psi <= n^4 / 2, as k(s) k(t) <= (k(s)^2 + k(t)^2) / 2. So it
 *           is at most 3n^4 + 8n^3.
 */

#define SQUARE ((guint64) TBK_LENGTHS_MAX_WORDS * TBK_LENGTHS_MAX_WORDS)

G_STATIC_ASSERT (4 * SQUARE < ((guint64) 1 << 63) / SQUARE);

/* (MD8) and (MD9). The square of a side stands once in S(v) for each word v at which it is one. */
static void
means_measure (const Outline *outline, gint64 *lengths)
{
  const int *size = outline->size, *n_children = outline->n_children, *heads = outline->heads;
  int root = outline->root;
  gint64 n = outline->n, projective = -1, squares = 0;

  for (int word = 1; word <= n; word++)
    projective += (gint64) size[word] * (2 * n_children[word] + 1);
  for (int word = 1; word <= n; word++) {
    gint64 below = size[word], above = n - below, head = heads[word];
    if (word == root)
      continue;
    squares += below * below * (2 * (n_children[head] + (head != root)) - 1);
    squares += above * above * (2 * n_children[word] + 1);
  }
  lengths[TBK_LENGTH_MEAN_PROJECTIVE] = projective;
  lengths[TBK_LENGTH_MEAN_PLANAR] = (n - 1) * (3 * n * n + 2 * n - 2) - squares;
}

/* The degree of a word of the tree, whose root has no head. */
static inline guint64
degree (const Outline *outline, int word)
{
  return (guint64) outline->n_children[word] + (word != outline->root);
}

/* (MD10) and (MD11); all sums are modulo 2^64. */
static void
means_measure_variance (Outline *outline, gint64 *lengths)
{
  const int *heads = outline->heads;
  int *around = outline->scratch[0]; /* the sum of the degrees of a word's neighbours */
  guint64 n = (guint64) outline->n, k2 = 0, k4 = 0, psi = 0, phi = 0, X = 0, f0, f1;

  for (int word = 1; word <= outline->n; word++)
    around[word] = 0;
  for (int word = 1; word <= outline->n; word++) {
    guint64 k = degree (outline, word), k_head;
    k2 += k * k;
    k4 += k * k * k * k;
    if (word == outline->root)
      continue;
    k_head = degree (outline, heads[word]);
    psi += k * k_head;
    phi += k * k_head * (k + k_head);
    around[word] += (int) k_head;
    around[heads[word]] += (int) k;
  }
  for (int word = 1; word <= outline->n; word++)
    X += (guint64) around[word] * (guint64) around[word];

  /* Pairs of arcs that share no word: all less those that do, by the degrees. */
  f0 = n * (n - 1) - k2;
  f1 = (n - 1) * (n - 2) - f0;
  lengths[TBK_LENGTH_VARIANCE] = (gint64) (30 * n * (n + 1) * (n - 1) + 3 * (n + 1) * (7 * n + 4) * f1
                                           + 4 * (n + 1) * (5 * n + 4) * f0 - 20 * (n * n - 1) * (n * n - 1));
  lengths[TBK_LENGTH_VARIANCE_CROSSINGS] = (gint64) (8 - 12 * n - 4 * n * n + 8 * n * n * n - 3 * k2 + k2 * k2
                                                     - k4 - 8 * (n + 1) * psi + 4 * phi - 6 * X);
}

/* 6. extremes: the least and the greatest sums of lengths of projective and of planar orders.
 *
 * With s_1 >= s_2 >= ... >= s_d the sizes of the subtrees of the dependents of v, [x] = 1 if x holds and else
 * 0:
 *
 *   (MD13)  least projective    = n-1 + SUM over v, i:  floor ((i - [v is root]) / 2) s_i
 *           The largest subtrees stand outermost, in turn left and right; the arc from above counts as the
 *           outermost on its side.
 *   (MD14)  greatest projective = n-1 + SUM over v, i:  (d(v) - i + [v is not root]) s_i
 *           All dependents stand on the side of the head, the largest subtree next to v.
 *   (MD15)  least planar        = (MD13) of the tree with a centroid for its root
 *   (MD16)  greatest planar     = the greatest of (MD14) over all roots. As root, v has all its sides, t_1 >= ... >= t_k,
 *           with the sum SUM (k - i) t_i. Under the head on its side t_j it loses (k - j) t_j and gains the
 *           sum of the smaller sides t_i, i > j: all move up a rank. So moving the root along an arc changes
 *           two terms.
 */

/* The term of @word in (MD13) where one of its dependents, with a subtree of size @gone, is none, and it has
 * one more of size @extra; 0: neither. */
static gint64
least_term (const Outline *outline, int word, int gone, int extra, gboolean is_root)
{
  int rank = is_root ? 0 : 1;
  gint64 sum = 0;

  for (int k = outline->first[word]; k < outline->first[word + 1]; k++) {
    int size = outline->size[outline->sorted[k]];
    if (size == gone) {
      gone = 0;
      continue;
    }
    /* Sizes do not increase: the extra one comes before the first that is no larger. */
    if (extra >= size) {
      sum += (gint64) (rank++ / 2) * extra;
      extra = 0;
    }
    sum += (gint64) (rank++ / 2) * size;
  }
  return sum + (gint64) (rank / 2) * extra;
}

/* The dependent of @word with more than half of all words below it, or 0. */
static int
heavy_child (const Outline *outline, int word)
{
  int child = outline->n_children[word] > 0 ? outline->sorted[outline->first[word]] : 0;

  return child != 0 && 2 * outline->size[child] > outline->n ? child : 0;
}

/* (MD15), from the sum of (MD13). On the way from the root to the centroid each word gives up the next one,
 * and gets what is not below it. */
static gint64
least_planar (const Outline *outline, gint64 least_projective)
{
  gint64 sum = least_projective;

  for (int word = outline->root, above = 0, child; word != 0; word = child) {
    /* `above` is how many words are not below this one. Without it the word is the old root; without a
     * heavy child it is the new one. */
    child = heavy_child (outline, word);
    if (child == 0 && above == 0)
      break;
    sum -= least_term (outline, word, 0, 0, above == 0);
    sum += least_term (outline, word, child == 0 ? 0 : outline->size[child], above, child == 0);
    above = child == 0 ? 0 : outline->n - outline->size[child];
  }
  return sum;
}

static void
extremes_measure (const Outline *outline, gint64 *lengths)
{
  gint64 least = outline->n - 1, greatest = least;

  for (int word = 1; word <= outline->n; word++) {
    int is_root = word == outline->root, rank = 1, d = outline->n_children[word];
    for (int k = outline->first[word]; k < outline->first[word + 1]; k++, rank++) {
      gint64 size = outline->size[outline->sorted[k]];
      least += (rank - is_root) / 2 * size;     /* (MD13) */
      greatest += (d - rank + !is_root) * size; /* (MD14) */
    }
  }
  lengths[TBK_LENGTH_LEAST_PROJECTIVE] = least;
  lengths[TBK_LENGTH_GREATEST_PROJECTIVE] = greatest;
  lengths[TBK_LENGTH_LEAST_PLANAR] = least_planar (outline, least);
}

/* Finds what the term of @word gains, by (MD16), if the word is not the root but below a head: @upward, its
 * own head, and @downward, each of its dependents. */
static void
find_changes (const Outline *outline, int word, int *upward, int *downward)
{
  int n_sides = outline->n_children[word] + (word != outline->root), rank = 1;
  int above = word == outline->root ? 0 : outline->n - outline->size[word];
  int smaller = outline->n - 1; /* the sum of the sides from the next one on */

  upward[word] = 0; /* so it is for the smallest side */
  for (int k = outline->first[word]; k < outline->first[word + 1]; k++, rank++) {
    int child = outline->sorted[k], size = outline->size[child];
    /* The side above comes in its rank among the others. */
    if (above >= size) {
      smaller -= above;
      upward[word] = smaller - (n_sides - rank++) * above;
      above = 0;
    }
    smaller -= size;
    downward[child] = smaller - (n_sides - rank) * size;
  }
}

/* The greatest sums and their changes are below n^2: sides of more than t words are fewer than n - t. */
G_STATIC_ASSERT (TBK_LENGTHS_MAX_WORDS <= G_MAXINT / TBK_LENGTHS_MAX_WORDS);

static void
extremes_measure_greatest (Outline *outline, gint64 *lengths)
{
  int *upward = outline->scratch[0], *downward = outline->scratch[1], *value = outline->scratch[2];
  int greatest;

  for (int word = 1; word <= outline->n; word++)
    find_changes (outline, word, upward, downward);
  greatest = value[outline->root] = (int) lengths[TBK_LENGTH_GREATEST_PROJECTIVE];
  for (int i = outline->n - 2; i >= 0; i--) {
    int word = outline->order[i];
    value[word] = value[outline->heads[word]] + downward[word] - upward[word];
    greatest = MAX (greatest, value[word]);
  }
  lengths[TBK_LENGTH_GREATEST_PLANAR] = greatest;
}

/* 7. lengths: dependency lengths: which parts are computed, and how their values are called. */

struct TbkLengthMeter {
  Outline outline;
  Least least;
};

/* The values: their names, the parts they belong to, and what they are. */
static const struct {
  const char *name;
  TbkLengthsFlags flag;
  const char *help;
} values_of[TBK_N_LENGTHS + 1] = {
  [TBK_LENGTH_TOTAL] = { "D", TBK_LENGTHS_ORDER,
                         "the sum of the lengths of all arcs (LAL: sum_edge_lengths)" },
  [TBK_LENGTH_CROSSINGS] = { "C", TBK_LENGTHS_ORDER, "pairs of arcs that cross (LAL: num_crossings)" },
  [TBK_LENGTH_ADJACENT] = { "adjacent", TBK_LENGTHS_ORDER, "arcs between neighbours" },
  [TBK_LENGTH_HEAD_INITIAL] = { "head_initial", TBK_LENGTHS_ORDER, "arcs whose head comes first" },
  [TBK_LENGTH_LONGEST] = { "max_len", TBK_LENGTHS_ORDER, "the length of the longest arc" },
  [TBK_LENGTH_ROOT] = { "root_pos", TBK_LENGTHS_ORDER, "the place of the root word" },
  [TBK_LENGTH_GREATEST_FLUX] = { "flux_max", TBK_LENGTHS_ORDER,
                                 "the most arcs over a gap between two words (LAL: flux_max_size)" },
  [TBK_LENGTH_FLUX_WEIGHTS] = { "fluxw_sum", TBK_LENGTHS_FLUX,
                                "the sum over gaps of the most arcs there that share no word" },
  [TBK_LENGTH_GREATEST_FLUX_WEIGHT] = { "fluxw_max", TBK_LENGTHS_FLUX,
                                        "the most arcs over a gap that share no word (LAL: flux_max_weight)" },
  [TBK_LENGTH_LEFT_SPANS] = { "lspan_sum", TBK_LENGTHS_ORDER,
                              "the sum over gaps of the words left of it that an arc over it joins" },
  [TBK_LENGTH_RIGHT_SPANS] = { "rspan_sum", TBK_LENGTHS_ORDER, "the same of words right of it" },
  [TBK_LENGTH_DEPTHS] = { "shd", TBK_LENGTHS_SHAPE, "the sum of the depths of all words" },
  [TBK_LENGTH_HEIGHT] = { "height", TBK_LENGTHS_SHAPE, "the depth of the deepest word" },
  [TBK_LENGTH_DIAMETER] = { "diameter", TBK_LENGTHS_SHAPE,
                            "arcs of the longest path between two words (LAL: tree_diameter)" },
  [TBK_LENGTH_LEAVES] = { "leaves", TBK_LENGTHS_SHAPE, "words without dependents" },
  [TBK_LENGTH_DEGREES_2] = { "k2", TBK_LENGTHS_SHAPE,
                             "the sum of the squares of degrees: how many arcs a word has" },
  [TBK_LENGTH_DEGREES_3] = { "k3", TBK_LENGTHS_SHAPE, "the sum of their cubes" },
  [TBK_LENGTH_OUT_DEGREES_2] = { "o2", TBK_LENGTHS_SHAPE,
                                 "the sum of the squares of the numbers of dependents" },
  [TBK_LENGTH_OUT_DEGREES_3] = { "o3", TBK_LENGTHS_SHAPE, "the sum of their cubes" },
  [TBK_LENGTH_DISJOINT_PAIRS] = { "Q", TBK_LENGTHS_SHAPE,
                                  "pairs of arcs without a common word: the most that can cross (LAL: num_pairs_independent_edges)" },
  [TBK_LENGTH_LEAST] = { "dmin", TBK_LENGTHS_LEAST,
                         "the minimum D of any order of these words (LAL: min_sum_edge_lengths)" },
  [TBK_LENGTH_LEAST_PLANAR] = { "dmin_pl", TBK_LENGTHS_EXTREMES,
                                "the minimum D of an order in which no arcs cross (LAL: min_sum_edge_lengths_planar)" },
  [TBK_LENGTH_LEAST_PROJECTIVE] = { "dmin_pr", TBK_LENGTHS_EXTREMES,
                                    "the minimum D of a projective order (LAL: min_sum_edge_lengths_projective)" },
  [TBK_LENGTH_GREATEST_PROJECTIVE] = { "dmax_pr", TBK_LENGTHS_EXTREMES,
                                       "the maximum D of a projective order (LAL: max_sum_edge_lengths_projective)" },
  [TBK_LENGTH_GREATEST_PLANAR] = { "dmax_pl", TBK_LENGTHS_GREATEST,
                                   "the maximum D of an order in which no arcs cross (LAL: max_sum_edge_lengths_planar)" },
  [TBK_LENGTH_MEAN] = { "E_D", TBK_LENGTHS_SHAPE,
                        "the mean of D over all orders (LAL: exp_sum_edge_lengths)" },
  [TBK_LENGTH_MEAN_PROJECTIVE] = { "E_D_projective", TBK_LENGTHS_MEANS,
                                   "the mean of D over projective orders (LAL: exp_sum_edge_lengths_projective)" },
  [TBK_LENGTH_MEAN_PLANAR] = { "E_D_planar", TBK_LENGTHS_MEANS,
                               "the mean of D over orders in which no arcs cross (LAL: exp_sum_edge_lengths_planar)" },
  [TBK_LENGTH_VARIANCE] = { "V_D", TBK_LENGTHS_VARIANCE,
                            "the variance of D over all orders (LAL: var_sum_edge_lengths)" },
  [TBK_LENGTH_MEAN_CROSSINGS] = { "E_C", TBK_LENGTHS_SHAPE,
                                  "the mean of C over all orders (LAL: exp_num_crossings)" },
  [TBK_LENGTH_VARIANCE_CROSSINGS] = { "V_C", TBK_LENGTHS_VARIANCE,
                                      "the variance of C over all orders (LAL: var_num_crossings)" },
};

const char *
tbk_length_name (TbkLength length)
{
  g_return_val_if_fail ((guint) length <= TBK_N_LENGTHS, NULL);
  return values_of[length].name;
}

const char *
length_help (TbkLength length)
{
  g_return_val_if_fail ((guint) length < TBK_N_LENGTHS, NULL);
  return values_of[length].help;
}

TbkLengthsFlags
length_flag (TbkLength length)
{
  return values_of[length].flag;
}

gint64
tbk_length_denominator (TbkLength length, int n)
{
  g_return_val_if_fail ((guint) length < TBK_N_LENGTHS && n >= 0, 1);
  switch (length) {
  case TBK_LENGTH_MEAN:
  case TBK_LENGTH_MEAN_CROSSINGS:
    return 3;
  case TBK_LENGTH_MEAN_PROJECTIVE:
    return 6;
  case TBK_LENGTH_MEAN_PLANAR:
    return 6 * (gint64) MAX (n, 1);
  case TBK_LENGTH_VARIANCE:
    return 180;
  case TBK_LENGTH_VARIANCE_CROSSINGS:
    return 360;
  default:
    return 1;
  }
}

void
length_reduce (TbkLength length, int n, gint64 value, gint64 *numerator, gint64 *denominator)
{
  gint64 a = tbk_length_denominator (length, n), b = value;

  g_return_if_fail (value >= 0);
  while (b != 0) {
    gint64 rest = a % b;
    a = b;
    b = rest;
  }
  *numerator = value / a;
  *denominator = tbk_length_denominator (length, n) / a;
}

TbkLengthMeter *
tbk_length_meter_new (void)
{
  return g_new0 (TbkLengthMeter, 1);
}

void
tbk_length_meter_free (TbkLengthMeter *meter)
{
  if (meter == NULL)
    return;
  outline_clear (&meter->outline);
  least_clear (&meter->least);
  g_free (meter);
}

/* The parts that need the dependents sorted. */
enum { SORTED = TBK_LENGTHS_FLUX | TBK_LENGTHS_EXTREMES | TBK_LENGTHS_GREATEST | TBK_LENGTHS_LEAST };

/* The parts of trees with one root. */
static gboolean
measure_tree (TbkLengthMeter *meter, guint what, gint64 *lengths, GError **error)
{
  Outline *outline = &meter->outline;
  gint64 greatest[TBK_N_LENGTHS], *values = (what & TBK_LENGTHS_EXTREMES) != 0 ? lengths : greatest;

  if ((what & TBK_LENGTHS_SHAPE) != 0)
    shape_measure (outline, lengths);
  if ((what & TBK_LENGTHS_MEANS) != 0)
    means_measure (outline, lengths);
  if ((what & TBK_LENGTHS_VARIANCE) != 0)
    means_measure_variance (outline, lengths);
  if ((what & (TBK_LENGTHS_EXTREMES | TBK_LENGTHS_GREATEST)) != 0)
    extremes_measure (outline, values);
  if ((what & TBK_LENGTHS_GREATEST) != 0) {
    extremes_measure_greatest (outline, values);
    lengths[TBK_LENGTH_GREATEST_PLANAR] = values[TBK_LENGTH_GREATEST_PLANAR];
  }
  return (what & TBK_LENGTHS_LEAST) == 0 || outline->n > TBK_LENGTHS_LEAST_MAX_WORDS
         || least_find (&meter->least, outline, &lengths[TBK_LENGTH_LEAST], NULL, error);
}

gboolean
tbk_lengths_compute (TbkLengthMeter *meter, const int *heads, int n, guint what, gint64 *lengths,
                     GError **error)
{
  Outline *outline;

  g_return_val_if_fail (meter != NULL && heads != NULL && n >= 0 && lengths != NULL, FALSE);
  g_return_val_if_fail ((what & ~(guint) TBK_LENGTHS_ALL) == 0, FALSE);
  outline = &meter->outline;
  if (!outline_set (outline, heads, n, error))
    return FALSE;
  for (int length = 0; length < TBK_N_LENGTHS; length++)
    lengths[length] = TBK_LENGTH_UNDEFINED;
  if ((what & TBK_LENGTHS_ORDER) != 0)
    order_measure (outline, lengths);
  if (n > TBK_LENGTHS_MAX_WORDS)
    return TRUE;
  if ((what & SORTED) != 0)
    outline_sort_children (outline);
  if ((what & TBK_LENGTHS_FLUX) != 0)
    fluxes_measure (outline, lengths);
  return outline->n_roots != 1 || measure_tree (meter, what, lengths, error);
}

gboolean
tbk_lengths_many (TbkLengthMeter *meter, const int *heads, const gint64 *offsets, int n_sentences, guint what,
                  gint64 *lengths, GError **error)
{
  g_autofree int *gold = NULL;
  gint64 longest = 0;

  g_return_val_if_fail (meter != NULL && offsets != NULL && n_sentences >= 0, FALSE);
  for (int i = 0; i < n_sentences; i++) {
    const gint64 n = offsets[i + 1] - offsets[i];

    if (offsets[i] < 0 || n < 0 || n >= G_MAXINT - 2)
      return fail_data (error,
                        "sentences[%d]: found offsets from %" G_GINT64_FORMAT " to %" G_GINT64_FORMAT
                        ", expected none that fall, and fewer words",
                        i, offsets[i], offsets[i + 1]);
    longest = MAX (longest, n);
  }
  if (!TRY_RENEW (gold, longest + 1))
    return memory_fail (error, "a sentence of %" G_GINT64_FORMAT " words", longest);
  gold[0] = -1;
  for (int i = 0; i < n_sentences; i++) {
    gsize n = (gsize) (offsets[i + 1] - offsets[i]);
    if (n > 0)
      memcpy (gold + 1, heads + offsets[i], n * sizeof (int));
    if (!tbk_lengths_compute (meter, gold, (int) n, what, lengths + (gsize) i * TBK_N_LENGTHS, error)) {
      g_prefix_error (error, "sentences[%d]: ", i);
      return FALSE;
    }
  }
  return TRUE;
}

/* First left_heads has for each word the nearest ancestor that is left, found along ways that end where an
 * earlier one passed, and words the new numbers. Then both are moved up. */
int
tbk_heads_without (const int *heads, int n, const gboolean *is_gone, int *left_heads, int *words)
{
  int n_left = 0;

  g_return_val_if_fail (heads != NULL && n >= 0 && is_gone != NULL && left_heads != NULL && words != NULL, 0);
  words[0] = 0;
  for (int word = 1; word <= n; word++) {
    left_heads[word] = -1;
    words[word] = is_gone[word] ? 0 : ++n_left;
  }
  for (int word = 1; word <= n; word++) {
    int left = heads[word];
    while (left != 0 && is_gone[left])
      left = left_heads[left] >= 0 ? left_heads[left] : heads[left];
    for (int next, passed = word; passed != 0 && left_heads[passed] < 0; passed = next) {
      left_heads[passed] = left;
      next = heads[passed] != 0 && is_gone[heads[passed]] ? heads[passed] : 0;
    }
  }
  left_heads[0] = -1;
  for (int word = 1; word <= n; word++)
    if (!is_gone[word])
      left_heads[words[word]] = words[left_heads[word]];
  for (int word = 1; word <= n; word++)
    if (!is_gone[word])
      words[words[word]] = word;
  return n_left;
}
