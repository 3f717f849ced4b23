/* extremes.c - the least and the greatest sums of lengths of projective and of planar orders.
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
#include "measures/outline.h"

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

void
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

/* What the term of @word gains, by (MD16), if the word is not the root but stands under a head: for its own
 * head in @upward, for each of its dependents as its head in @downward. */
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

void
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
