/* ties.c - which of the equally good trees: criteria that are sums over arcs, one after the other.
 *
 *   (J1)  most gold root words stay children of 0
 *   (J2)  most moved words hang on a gold ancestor
 *   (J3)  fewest levels lifted, over the words of (J2)
 *   (J4)  shortest arcs in all
 *   (J5)  least list of heads
 *   (J6)  shortest arcs in all but those of 0
 *
 * The rule `lift` is (J1) to (J5), `first` is (J5), `short` is (J6) and then (J5). Each but (J5) is one pass
 * over the forest that keeps the trees of greatest weight ((F3) of forest.c); (J5) is (F4).
 */
#include "projectivize/optima.h"

#include "tbk/tabular.h"

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
  int gold = tbk_tree_heads (tree)[dependent];

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
  static const TbkArcWeight criteria[][3] = {
    [TBK_TIES_LIFT] = { likeness_to_lifting, arc_length, NULL },
    [TBK_TIES_FIRST] = { NULL },
    [TBK_TIES_SHORT] = { word_arc_length, NULL },
  };
  Comparison comparison = { tree, words };

  for (int c = 0; criteria[ties][c] != NULL; c++)
    tbk_forest_keep_best (forest, criteria[ties][c], &comparison);
  return tbk_forest_keep_least (forest, error);
}
