/* optima.c - the optimal trees over a reduced sentence: sets, ties, the forest.
 *
 * Contents
 *   1. core_sets: equations of projectivize.h
 *   2. ties: which of the equally good trees: criteria that are sums over arcs, one after the other
 *   3. optima: the optimal trees over a reduced sentence as a forest
 */
#include "projectivize/projectivize.h"

#include "tabular/forest.h"
#include "tbk/tabular.h"
#include "tree/tree.h"

/* 1. core_sets: equations of projectivize.h. */

gboolean
core_sets_begin (CoreSets *sets, const int *heads, int n)
{
  sets->heads = heads;
  sets->n = n;
  if (n > FEW_WORDS || !few_set (&sets->few, heads, n))
    return FALSE;
  few_list_before (&sets->few, n);
  return TRUE;
}

/* Returns TRUE if all words between @a and @d are descendants of @a, the head of @d or above it. The way up
 * from a word between them ends in @d, in @a or leaves by a word whose head is beyond. @below: of each word,
 * or 0 as long as it was not asked for. */
static gboolean
reaches (const CoreSets *sets, guint64 *below, int a, int d)
{
  const guint64 leaving = few_find_leaving (&sets->few, a, d);

  if (leaving != 0 && below[a] == 0)
    below[a] = few_find_below (&sets->few, a);
  return (leaving & ~below[a]) == 0;
}

/* (T1) */
int
core_sets_lift (const CoreSets *sets, int *lifted)
{
  guint64 below[FEW_WORDS + 1];
  int n_moved = 0;

  memset (below, 0, (sets->n + 1) * sizeof (guint64));
  for (int d = 1; d <= sets->n; d++) {
    int a = sets->heads[d];

    while (a != 0 && !reaches (sets, below, a, d))
      a = sets->heads[a];
    lifted[d] = a;
    n_moved += a != sets->heads[d];
  }
  return n_moved;
}

guint64
core_sets_find_nonprojective (const CoreSets *sets)
{
  guint64 below[FEW_WORDS + 1], found = 0;

  memset (below, 0, (sets->n + 1) * sizeof (guint64));
  for (int d = 1; d <= sets->n; d++)
    found |= (guint64) !reaches (sets, below, sets->heads[d], d) << d;
  return found;
}

/* (T2), each arc in turn with the first of those left that cross it. */
gboolean
core_sets_must_move (const CoreSets *sets, int n_moved)
{
  guint64 crossing[FEW_WORDS + 1], left = 0;

  for (int d = 1; d <= sets->n; d++) {
    crossing[d] = few_find_crossing (&sets->few, sets->heads[d], d);
    left |= (guint64) (crossing[d] != 0) << d;
  }
  for (; left != 0 && n_moved > 0; left &= left - 1) {
    const guint64 others = crossing[__builtin_ctzll (left)] & left;

    left &= ~(others & -others);
    n_moved -= others != 0;
  }
  return n_moved == 0;
}

/* 2. ties: which of the equally good trees: criteria that are sums over arcs, one after the other.
 *
 *   (J1)  most gold root words stay children of 0
 *   (J2)  most moved words depend on a gold ancestor
 *   (J3)  fewest levels lifted, over the words of (J2)
 *   (J4)  shortest arcs in all
 *   (J5)  least list of heads
 *   (J6)  shortest arcs in all but those of 0
 *
 * The rule `lift` is (J1) to (J5), `first` is (J5), `short` is (J6) and then (J5). Each but (J5) is one pass
 * over the forest that keeps the trees of greatest weight ((F3) of forest.c); (J5) is (F4).
 */

typedef struct {
  const TbkTree *tree;
  const int *words; /* or NULL */
} Comparison;

/* The first three criteria are digits of one number. A sum of levels is below 2^24 for at most 2^12 words,
 * and (J2) counts fewer than 2^12 words. */
#define ANCESTOR ((gint64) 1 << 25)
#define ROOT     ((gint64) 1 << 38)

G_STATIC_ASSERT (TBK_TABULAR_MAX_LENGTH <= 1 << 12);
G_STATIC_ASSERT ((gint64) TBK_TABULAR_MAX_LENGTH *TBK_TABULAR_MAX_LENGTH < ANCESTOR);
G_STATIC_ASSERT (TBK_TABULAR_MAX_LENGTH *ANCESTOR + ANCESTOR <= ROOT);

/* (J1) to (J3). */
static gint64
likeness_to_lifting (gconstpointer data, int head, int dependent)
{
  const TbkTree *tree = ((const Comparison *) data)->tree;
  int gold = tree_heads (tree)[dependent];

  if (head == gold)
    return head == 0 ? ROOT : 0;
  if (!tbk_tree_dominates (tree, head, gold))
    return 0;
  return ANCESTOR + tbk_tree_depth (tree, head) - tbk_tree_depth (tree, gold);
}

/* (J4) */
static gint64
arc_length (gconstpointer data, int head, int dependent)
{
  const int *words = ((const Comparison *) data)->words;

  return words == NULL ? -ABS (head - dependent) : -ABS (words[head] - words[dependent]);
}

/* (J6) */
static gint64
word_arc_length (gconstpointer data, int head, int dependent)
{
  return head == 0 ? 0 : arc_length (data, head, dependent);
}

gboolean
ties_choose (TbkForest *forest, TbkTies ties, const TbkTree *tree, const int *words, GError **error)
{
  static const ArcWeight criteria[][3] = {
    [TBK_TIES_LIFT] = { likeness_to_lifting, arc_length, NULL },
    [TBK_TIES_FIRST] = { NULL },
    [TBK_TIES_SHORT] = { word_arc_length, NULL },
  };
  Comparison comparison = { tree, words };

  for (int c = 0; criteria[ties][c] != NULL; c++)
    forest_keep_best (forest, criteria[ties][c], &comparison);
  return forest_keep_least (forest, error);
}

/* 3. optima: the optimal trees over a reduced sentence as a forest.
 *
 * The items are those of the tabular parser, the sides Wr and Wl and their meeting H, with values from
 * projectivize.h; only items that some optimal tree uses are ever visited. A product of the parser's
 * equations (I2) to (I4) belongs to an optimal tree of an item if and only if its value is that of the item:
 *
 *   (O1)  H(i,j)  = R(i,k) + L(k+1,j)
 *   (O2)  R(i,j)  = H(i,h) + [i is the gold head of h] + R(h,j)
 *   (O3)  L(i,j)  = L(i,h) + [j is the gold head of h] + H(h,j)
 *   (O4)  best    as (G6)
 *   (O5)  H(i,j) <= F(i,j), since a meeting is a forest over the same words. F is in a table, H must be
 *         computed; so most pairs are ruled out without computing H
 *
 * Cost      O(n) products compared for each item visited, and O(n) for each H that (O5) does not rule out:
 *           O(n^3) at worst.
 */

/* An item is its kind and two words, packed into 32 bits. */
enum { MEETING, RIGHT_SIDE, LEFT_SIDE, GOAL, N_KINDS };

G_STATIC_ASSERT ((guint64) N_KINDS *TBK_TABULAR_MAX_LENGTH *TBK_TABULAR_MAX_LENGTH <= FOREST_AXIOM);

typedef struct {
  Score *score;
  gboolean single;
  int bits; /* of a word's number, in that of an item */
} Optima;

static inline guint32
item (const Optima *optima, int kind, int i, int j)
{
  if (i == j && kind != GOAL)
    return FOREST_AXIOM;
  return ((guint32) kind << optima->bits | i) << optima->bits | j;
}

/* (O1) */
static void
expand_meeting (const Optima *optima, int i, int j, TbkForest *forest)
{
  Score *score = optima->score;
  int sum = score_H (score, i, j);

  for (int k = i; k < j; k++)
    if (score_R (score, i, k) + score_L (score, k + 1, j) == sum)
      forest_add (forest, item (optima, RIGHT_SIDE, i, k), item (optima, LEFT_SIDE, k + 1, j), 0, 0);
}

/* Returns TRUE if i and h, i < h, can be joined in an optimal tree by an arc worth @weight, to give @sum with
 * @rest. (O5) */
static gboolean
can_join (Score *score, int i, int h, int weight, int rest, int sum)
{
  int wanted = sum - rest - weight;

  return score_F (score, i, h) >= wanted && score_H (score, i, h) == wanted;
}

/* (O2) */
static void
expand_right_side (const Optima *optima, int i, int j, TbkForest *forest)
{
  Score *score = optima->score;
  int sum = score_R (score, i, j);

  for (int h = i + 1; h <= j; h++)
    if (can_join (score, i, h, score->heads[h] == i, score_R (score, h, j), sum))
      forest_add (forest, item (optima, MEETING, i, h), item (optima, RIGHT_SIDE, h, j), i, h);
}

/* (O3) */
static void
expand_left_side (const Optima *optima, int i, int j, TbkForest *forest)
{
  Score *score = optima->score;
  int sum = score_L (score, i, j);

  for (int h = i; h < j; h++)
    if (can_join (score, h, j, score->heads[h] == j, score_L (score, i, h), sum))
      forest_add (forest, item (optima, LEFT_SIDE, i, h), item (optima, MEETING, h, j), j, h);
}

/* (O4) */
static void
expand_goal (const Optima *optima, TbkForest *forest)
{
  Score *score = optima->score;
  int n = score->n;

  if (!optima->single) {
    forest_add (forest, FOREST_AXIOM, item (optima, RIGHT_SIDE, 0, n), 0, 0);
    return;
  }
  for (int r = 1; r <= n; r++)
    if (score_L (score, 1, r) + (score->heads[r] == 0) + score_R (score, r, n) == score->best)
      forest_add (forest, item (optima, LEFT_SIDE, 1, r), item (optima, RIGHT_SIDE, r, n), 0, r);
}

static void
expand (gpointer chart, guint32 number, TbkForest *forest)
{
  const Optima *optima = chart;
  guint32 word = (1u << optima->bits) - 1;
  int kind = number >> 2 * optima->bits, i = number >> optima->bits & word, j = number & word;

  switch (kind) {
  case MEETING:
    expand_meeting (optima, i, j, forest);
    break;
  case RIGHT_SIDE:
    expand_right_side (optima, i, j, forest);
    break;
  case LEFT_SIDE:
    expand_left_side (optima, i, j, forest);
    break;
  default:
    expand_goal (optima, forest);
  }
}

gboolean
optima_build (Score *score, gboolean single, TbkForest *forest, GError **error)
{
  Optima optima = { score, single, g_bit_storage (score->n) };
  guint32 goal = item (&optima, GOAL, 0, 0);

  score_begin_meetings (score);
  return forest_build (forest, goal + 1, goal, expand, &optima, error);
}
