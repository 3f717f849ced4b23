/* forest_list.c - the trees of a forest one by one, in increasing order of their lists of heads.
 *
 * Each node has a stream of its partial trees in order, as far as they were asked for. In a product the left
 * part's heads come first in the list, then the arc's, then the right part's. So a product's trees, in order,
 * are those with the left part's first tree and the right part's trees in turn, then those with the left
 * part's second, and so on. A node's stream merges those of its products. No tree has two derivations, so
 * there are no equal lists.
 *
 * The next tree of a node may need the next of a part of it, and so on down: what is needed is kept on a
 * stack of demands. After Huang and Chiang (2005), "Better k-best parsing", algorithm 3, with another order.
 *
 * All partial trees that were found are kept, since a product goes through the trees of its right part again
 * and again. When there are too many, they are freed, and the listing goes on with a forest of the trees that
 * come after the last one returned (forest_rest.c). So memory does not grow with the number of trees.
 */
#include "tabular/forest.h"

/* How many partial trees are kept at least: some 50 bytes each, at most 300. */
enum { MOST_LISTED = 1 << 15 };

typedef struct Stream {
  guint32 *trees; /* lists of heads, by rank */
  gsize n_trees, n_allocated;
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
    g_free (forest->streams[i].trees);
  g_clear_pointer (&forest->streams, g_free);
  g_clear_pointer (&forest->turns, g_free);
  g_clear_pointer (&forest->demands, g_free);
  forest->n_streams = forest->n_turns = forest->n_demands_allocated = 0;
}

static gboolean
reserve (TbkForest *forest)
{
  if (!try_reserve (&forest->turns, &forest->n_turns, forest->n_products, sizeof (Turn)))
    return FALSE;
  if (forest->n_nodes > forest->n_streams) {
    if (!TRY_RENEW (forest->streams, forest->n_nodes))
      return FALSE;
    for (; forest->n_streams < forest->n_nodes; forest->n_streams++)
      forest->streams[forest->n_streams] = (Stream){ 0 };
  }
  return TRUE;
}

static gboolean
add_tree (Stream *stream, guint32 list)
{
  if (!try_reserve (&stream->trees, &stream->n_allocated, stream->n_trees + 1, sizeof (guint32)))
    return FALSE;
  stream->trees[stream->n_trees++] = list;
  return TRUE;
}

static gboolean
add_demand (TbkForest *forest, guint32 id)
{
  if (!try_reserve (&forest->demands, &forest->n_demands_allocated, forest->n_demands + 1, sizeof (guint32)))
    return FALSE;
  forest->demands[forest->n_demands++] = id;
  return TRUE;
}

static guint32
list_at (const TbkForest *forest, guint32 id, guint32 rank)
{
  return id == NO_NODE ? 0 : forest->streams[id].trees[rank];
}

/* Of the tree of product @p whose turn it is. */
static JoinedList
list_of (const TbkForest *forest, guint32 p)
{
  const Product *product = &forest->products[p];
  const Turn *turn = &forest->turns[p];

  return (JoinedList){ list_at (forest, product->left, turn->left_rank),
                       list_at (forest, product->right, turn->right_rank), product->head,
                       product->dependent };
}

/* Appends to the stream of node @id the least of the trees whose turn it is; FALSE if there is no memory. */
static gboolean
append_least (TbkForest *forest, guint32 id)
{
  const Node *node = &forest->nodes[id];
  Stream *stream = &forest->streams[id];
  JoinedList least = { 0 };

  stream->advance = NO_NODE;
  for (guint32 p = node->first; p < node->first + node->n_products; p++) {
    JoinedList list;
    if (forest->turns[p].is_over)
      continue;
    list = list_of (forest, p);
    if (stream->advance == NO_NODE || lists_are_ordered (&forest->lists, &list, &least)) {
      least = list;
      stream->advance = p;
    }
  }
  stream->is_full = stream->advance == NO_NODE;
  if (stream->is_full)
    return TRUE;
  forest->n_listed++;
  return add_tree (stream, lists_join (&forest->lists, &least)) && !forest->lists.is_beyond_memory;
}

typedef enum { THERE, NOT_THERE, UNKNOWN, NO_MEMORY } Presence;

/* Whether node @id has a tree of that rank; what is unknown is put on the stack of demands. */
static Presence
look_for (TbkForest *forest, guint32 id, guint32 rank)
{
  if (id == NO_NODE)
    return NOT_THERE;
  if (rank < forest->streams[id].n_trees)
    return THERE;
  if (forest->streams[id].is_full)
    return NOT_THERE;
  return add_demand (forest, id) ? UNKNOWN : NO_MEMORY;
}

/* Moves a product on to its next tree, or sees that it has no more: THERE. UNKNOWN if a part of it must be
 * found first. */
static Presence
advance (TbkForest *forest, guint32 p)
{
  const Product *product = &forest->products[p];
  Turn *turn = &forest->turns[p];
  Presence presence = look_for (forest, product->right, turn->right_rank + 1);

  if (presence == THERE)
    turn->right_rank++;
  if (presence != NOT_THERE)
    return presence;
  /* The right part has no more trees: the left one goes on, and the right one begins again. */
  presence = look_for (forest, product->left, turn->left_rank + 1);
  if (presence == THERE) {
    turn->left_rank++;
    turn->right_rank = 0;
  }
  if (presence != NOT_THERE)
    return presence;
  turn->is_over = TRUE;
  return THERE;
}

/* Finds one more tree of node @id, if there is one; FALSE if there is no memory. */
static gboolean
find_next (TbkForest *forest, guint32 id)
{
  Presence presence = NO_MEMORY;

  forest->n_demands = 0;
  if (add_demand (forest, id))
    presence = UNKNOWN;
  while (presence != NO_MEMORY && forest->n_demands > 0) {
    guint32 wanted = forest->demands[forest->n_demands - 1];

    /* The product that gave the last tree must go on before trees are compared. If a part must be found
     * first, it is on the stack now, above this node. */
    presence = advance (forest, forest->streams[wanted].advance);
    if (presence == THERE) {
      forest->n_demands--;
      if (!append_least (forest, wanted))
        return FALSE;
    }
  }
  return presence != NO_MEMORY;
}

/* Begins the streams of all nodes, with the first tree of each. */
static gboolean
begin_streams (TbkForest *forest, GError **error)
{
  if (!reserve (forest) || !forest_begin_lists (forest))
    return forest_fail (error);
  for (guint32 i = forest->n_order; i-- > 0;) {
    guint32 id = forest->order[i];
    const Node *node = forest_node_at (forest, i);

    forest->streams[id].n_trees = 0;
    for (guint32 p = node->first; p < node->first + node->n_products; p++)
      forest->turns[p] = (Turn){ 0, 0, FALSE };
    if (!append_least (forest, id))
      return forest_fail (error);
  }
  forest->n_reported = 0;
  forest->n_listed = 0;
  return TRUE;
}

gboolean
tbk_forest_list (TbkForest *forest, GError **error)
{
  forest->is_rest_in_use = FALSE;

  /* To begin anew takes as long as there are products. Of a forest so large that its rest might be too large,
   * all is kept. */
  forest->most_listed =
      forest->n_products > TBK_FOREST_MAX_PRODUCTS / 4 ? G_MAXSIZE : MAX (MOST_LISTED, forest->n_products);
  return begin_streams (forest, error);
}

/* Frees the partial trees of @listed, which is @forest or its rest, and begins to list the trees not yet
 * returned. */
static gboolean
begin_rest (TbkForest *forest, TbkForest *listed, GError **error)
{
  const gsize n_words = (gsize) forest_max_word (forest) + 1;

  if (!try_reserve (&forest->last_listed_tree, &forest->n_last_listed_tree, n_words, sizeof (int)))
    return forest_fail (error);
  lists_write (&listed->lists, list_at (listed, 0, listed->n_reported - 1), forest->last_listed_tree);
  forest_clear_streams (listed);
  lists_clear (&listed->lists);
  if (forest->rest == NULL)
    forest->rest = tbk_forest_new ();
  forest->is_rest_in_use = TRUE;
  return forest_build_rest (forest->rest, forest, forest->last_listed_tree, error)
         && (tbk_forest_is_empty (forest->rest) || begin_streams (forest->rest, error));
}

int
tbk_forest_next (TbkForest *forest, int *heads, GError **error)
{
  TbkForest *listed = forest->is_rest_in_use ? forest->rest : forest;
  Stream *goal;

  if (!tbk_forest_is_empty (listed) && listed->n_listed > forest->most_listed) {
    if (!begin_rest (forest, listed, error))
      return -1;
    listed = forest->rest;
  }
  if (tbk_forest_is_empty (listed))
    return 0;
  goal = &listed->streams[0];
  if (listed->n_reported == goal->n_trees && !goal->is_full && !find_next (listed, 0)) {
    forest_fail (error);
    return -1;
  }
  if (listed->n_reported == goal->n_trees)
    return 0;
  lists_write (&listed->lists, list_at (listed, 0, listed->n_reported++), heads);
  return 1;
}
