/* ties.c - which of the equally good trees: criteria that are sums over arcs, one after the other. */
#include "projectivize/optima.h"

typedef struct {
  const TbkTree *tree;
  const int *words; /* or NULL */
} Comparison;

/* The first three criteria in one number, each over the reach of those after it: gold root words that stay
 * so, words that hang on a gold ancestor, levels lifted (the fewer the better). Of at most 2^12 words each
 * sum of levels is below 2^24. */
static gint64
likeness_to_lifting (gconstpointer data, int head, int dependent)
{
  const TbkTree *tree = ((const Comparison *) data)->tree;
  int gold = tbk_tree_heads (tree)[dependent];

  if (head == gold)
    return head == 0 ? G_GINT64_CONSTANT (1) << 38 : 0;
  if (!tbk_tree_dominates (tree, head, gold))
    return 0;
  return (1 << 25) + tbk_tree_depth (tree, head) - tbk_tree_depth (tree, gold);
}

static gint64
arc_length (gconstpointer data, int head, int dependent)
{
  const int *words = ((const Comparison *) data)->words;

  return words == NULL ? -ABS (head - dependent) : -ABS (words[head] - words[dependent]);
}

void
ties_choose (TbkForest *forest, TbkTies ties, const TbkTree *tree, const int *words)
{
  static const TbkArcWeight criteria[] = { likeness_to_lifting, arc_length };
  Comparison comparison = { tree, words };

  if (ties == TBK_TIES_LIFT)
    for (guint c = 0; c < G_N_ELEMENTS (criteria); c++)
      tbk_forest_keep_best (forest, criteria[c], &comparison);
  tbk_forest_keep_least (forest);
}
