/* forest_list.c - the trees of a forest one by one, in increasing order of their lists of heads.
 *
 * Each node has a stream of its partial trees in order, as far as they were asked for. In a product the
 * left part's heads come first in the list, then the arc's, then the right part's; so a product's trees,
 * in order, are those with the left part's first tree and the right part's trees in turn, then those with
 * the left part's second, and so on. A node's stream merges those of its products. No tree has two
 * derivations, so there are no equal lists.
 *
 * The next tree of a node may need the next of a part of it, and so on down: what is needed is kept on a
 * stack of demands. After Huang and Chiang (2005), "Better k-best parsing", algorithm 3, with another order.
 */
#include "tabular/forest.h"

/* A partial tree of a node: a product with a tree of each part, by its rank in the part's stream. */
typedef struct {
  guint32 product, left_rank, right_rank;
} Tree;

typedef struct Stream {
  GArray *trees;    /* Tree, by rank */
  gboolean is_full; /* there are no more */
  guint32 advance;  /* the product that gave the last tree and has to move on, or NO_NODE */
} Stream;

/* Which tree of a product comes next. */
typedef struct Turn {
  guint32 left_rank, right_rank;
  gboolean is_over;
} Turn;

void
forest_clear_streams (TbkForest *forest)
{
  for (gsize i = 0; i < forest->n_streams; i++)
    g_array_free (forest->streams[i].trees, TRUE);
  g_clear_pointer (&forest->streams, g_free);
  g_clear_pointer (&forest->turns, g_free);
  g_clear_pointer (&forest->demands, g_array_unref);
  forest->n_streams = forest->n_turns = 0;
}

static void
reserve (TbkForest *forest)
{
  if (forest->demands == NULL)
    forest->demands = g_array_new (FALSE, FALSE, sizeof (guint32));
  if (forest->n_products > forest->n_turns) {
    forest->n_turns = forest->n_products;
    forest->turns = g_renew (Turn, forest->turns, forest->n_turns);
  }
  if (forest->n_nodes > forest->n_streams) {
    forest->streams = g_renew (Stream, forest->streams, forest->n_nodes);
    for (; forest->n_streams < forest->n_nodes; forest->n_streams++)
      forest->streams[forest->n_streams].trees = g_array_new (FALSE, FALSE, sizeof (Tree));
  }
}

static void
push_tree (const TbkForest *forest, Walk *walk, const Tree *tree)
{
  push_parts (walk, &forest->products[tree->product], tree->left_rank, tree->right_rank);
}

/* The next arc of the tree on @walk in reading order; FALSE at its end. */
static gboolean
next_arc (const TbkForest *forest, Walk *walk, int *head, int *dependent)
{
  while (walk->n > 0) {
    Pending top = walk->pending[--walk->n];

    if (top.node == NO_NODE) {
      *head = top.head;
      *dependent = top.dependent;
      return TRUE;
    }
    push_tree (forest, walk, &g_array_index (forest->streams[top.node].trees, Tree, top.rank));
  }
  return FALSE;
}

static gboolean
comes_before (TbkForest *forest, const Tree *a, const Tree *b)
{
  int head_a, head_b, dependent_a, dependent_b;

  forest->walk.n = forest->rival.n = 0;
  push_tree (forest, &forest->walk, a);
  push_tree (forest, &forest->rival, b);
  while (next_arc (forest, &forest->walk, &head_a, &dependent_a)
         && next_arc (forest, &forest->rival, &head_b, &dependent_b))
    if (head_a != head_b)
      return head_a < head_b;
  return FALSE;
}

/* Appends to the stream of node @id the least of the trees whose turn it is. */
static void
append_least (TbkForest *forest, guint32 id)
{
  const Node *node = &forest->nodes[id];
  Stream *stream = &forest->streams[id];
  Tree least = { NO_NODE, 0, 0 };

  for (guint32 p = node->first; p < node->first + node->n_products; p++) {
    Tree tree = { p, forest->turns[p].left_rank, forest->turns[p].right_rank };
    if (!forest->turns[p].is_over && (least.product == NO_NODE || comes_before (forest, &tree, &least)))
      least = tree;
  }
  stream->is_full = least.product == NO_NODE;
  stream->advance = least.product;
  if (!stream->is_full)
    g_array_append_val (stream->trees, least);
}

typedef enum { THERE, NOT_THERE, UNKNOWN } Presence;

/* Whether node @id has a tree of that rank; what is unknown is put on the stack of demands. */
static Presence
look_for (TbkForest *forest, guint32 id, guint32 rank)
{
  if (id == NO_NODE)
    return NOT_THERE;
  if (rank < forest->streams[id].trees->len)
    return THERE;
  if (forest->streams[id].is_full)
    return NOT_THERE;
  g_array_append_val (forest->demands, id);
  return UNKNOWN;
}

/* Moves a product on to its next tree; FALSE if a part of it must be found first. */
static gboolean
advance (TbkForest *forest, guint32 p)
{
  const Product *product = &forest->products[p];
  Turn *turn = &forest->turns[p];

  switch (look_for (forest, product->right, turn->right_rank + 1)) {
  case UNKNOWN:
    return FALSE;
  case THERE:
    turn->right_rank++;
    return TRUE;
  case NOT_THERE:
    break;
  }
  switch (look_for (forest, product->left, turn->left_rank + 1)) {
  case UNKNOWN:
    return FALSE;
  case THERE:
    turn->left_rank++;
    turn->right_rank = 0;
    return TRUE;
  case NOT_THERE:
    break;
  }
  turn->is_over = TRUE;
  return TRUE;
}

/* Finds one more tree of node @id, if there is one. */
static void
find_next (TbkForest *forest, guint32 id)
{
  g_array_set_size (forest->demands, 0);
  g_array_append_val (forest->demands, id);
  while (forest->demands->len > 0) {
    guint32 wanted = g_array_index (forest->demands, guint32, forest->demands->len - 1);

    if (advance (forest, forest->streams[wanted].advance)) {
      append_least (forest, wanted);
      g_array_set_size (forest->demands, forest->demands->len - 1);
    }
  }
}

void
tbk_forest_list (TbkForest *forest)
{
  reserve (forest);
  for (guint32 i = forest->n_order; i-- > 0;) {
    guint32 id = forest->order[i];
    const Node *node = node_at (forest, i);

    g_array_set_size (forest->streams[id].trees, 0);
    for (guint32 p = node->first; p < node->first + node->n_products; p++)
      forest->turns[p] = (Turn){ 0, 0, FALSE };
    append_least (forest, id);
  }
  forest->n_told = 0;
}

gboolean
tbk_forest_next (TbkForest *forest, int *heads)
{
  Stream *goal = &forest->streams[0];
  int head, dependent;

  if (tbk_forest_is_empty (forest))
    return FALSE;
  if (forest->n_told == goal->trees->len && !goal->is_full)
    find_next (forest, 0);
  if (forest->n_told == goal->trees->len)
    return FALSE;
  forest->walk.n = 0;
  push_tree (forest, &forest->walk, &g_array_index (goal->trees, Tree, forest->n_told++));
  while (next_arc (forest, &forest->walk, &head, &dependent))
    heads[dependent] = head;
  return TRUE;
}
