/* shape.c - what the tree has of itself, whatever the order: depths, degrees, and the means over all orders.
 *
 *   (MD5)  sum of depths = SUM over words: size(v) - 1, since a word is in the subtrees of all its ancestors
 *   (MD6)  Q = (n(n-1) - k2) / 2, where k2 is the sum of squares of degrees
 *   (MD7)  3 E[D] = n^2 - 1,   3 E[C] = Q
 */
#include "measures/outline.h"

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

void
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
