/* derivations.c - from a chart of greatest weights, the forest of all derivations that reach them.
 *
 * No back-pointers are kept: a product of the equations in inside.template.h belongs to a best derivation
 * if and only if it equals the cell it was summed into, and integers can be compared. Equations (I2) to (I5).
 *
 * So the chart is filled without a thought of derivations, and only items that a best derivation uses are
 * looked at again: they are found from the goal down, each once. No product with a forbidden arc can equal a
 * cell: callers ask only if the best weight is possible, and then all cells that it uses are.
 *
 * Cost      O(n) products compared for each item that a best derivation uses.
 */
#include "tabular/forest.h"
#include "tabular/tabular.h"

typedef struct {
  const Compiled *compiled;
  const TbkWeightedString *string;
  const gint64 *cells;
  gint64 goal;
  int n;
} Derivations;

/* The weight of the item of that kind over i..j. */
static gint64
value (const Derivations *d, int item, int i, int j)
{
  return d->cells[item_place (item, d->n, i, j)];
}

/* The number of a chart item in the forest; sides over a single position are axioms. */
static guint32
number (const Derivations *d, int item, int i, int j)
{
  return i == j ? FOREST_AXIOM : (guint32) item_place (item, d->n, i, j);
}

/* (I2): each place k at which the two sides can meet; there is no arc in it. */
static void
expand_meeting (const Derivations *d, int p, int i, int j, TbkForest *forest)
{
  int right = item_right (d->compiled, d->compiled->pairs[p].right);
  int left = item_left (d->compiled, d->compiled->pairs[p].left);
  gint64 sum = value (d, item_pair (d->compiled, p), i, j);

  for (int k = i; k < j; k++)
    if (value (d, right, i, k) + value (d, left, k + 1, j) == sum)
      forest_add (forest, number (d, right, i, k), number (d, left, k + 1, j), 0, 0);
}

/* (I3): each step that ends in @symbol, with each outermost child h. Of equal products none is preferred
 * here: tie rules choose later, in the forest. */
static void
expand_right (const Derivations *d, int symbol, int i, int j, TbkForest *forest)
{
  gint64 sum = value (d, item_right (d->compiled, symbol), i, j);

  for (int s = 0; s < d->compiled->n_right_steps; s++) {
    const Step *step = &d->compiled->right_steps[s];
    int pair = item_pair (d->compiled, step->pair), rest = item_right (d->compiled, step->rest);

    if (step->result == symbol)
      for (int h = i + 1; h <= j; h++)
        if (value (d, pair, i, h) + tbk_weight (d->string, i, h) + value (d, rest, h, j) == sum)
          forest_add (forest, number (d, pair, i, h), number (d, rest, h, j), i, h);
  }
}

/* (I4), the mirror image. */
static void
expand_left (const Derivations *d, int symbol, int i, int j, TbkForest *forest)
{
  gint64 sum = value (d, item_left (d->compiled, symbol), i, j);

  for (int s = 0; s < d->compiled->n_left_steps; s++) {
    const Step *step = &d->compiled->left_steps[s];
    int pair = item_pair (d->compiled, step->pair), rest = item_left (d->compiled, step->rest);

    if (step->result == symbol)
      for (int h = i; h < j; h++)
        if (value (d, rest, i, h) + tbk_weight (d->string, j, h) + value (d, pair, h, j) == sum)
          forest_add (forest, number (d, rest, i, h), number (d, pair, h, j), j, h);
  }
}

/* (I5): the left side of position 0 has no words, so it is the axiom. */
static void
expand_goal (const Derivations *d, TbkForest *forest)
{
  for (int s = 0; s < d->compiled->n_starts; s++) {
    int left = item_left (d->compiled, d->compiled->starts[s].left);
    int right = item_right (d->compiled, d->compiled->starts[s].right);

    if (value (d, left, 0, 0) + value (d, right, 0, d->n - 1) == d->goal)
      forest_add (forest, FOREST_AXIOM, number (d, right, 0, d->n - 1), 0, 0);
  }
}

static void
expand (gpointer chart, guint32 place, TbkForest *forest)
{
  const Derivations *d = chart;
  int n_pairs = d->compiled->n_pairs, n_symbols = d->compiled->grammar->n_symbols;
  /* An item's number in the forest is its place in the chart; the goal comes behind them all. */
  /* place = (item n + i) n + j, as item_place() has it. */
  int j = place % d->n, i = place / d->n % d->n, item = place / d->n / d->n;

  if (item == d->compiled->n_items)
    expand_goal (d, forest);
  else if (item < n_pairs)
    expand_meeting (d, item, i, j, forest);
  else if (item < n_pairs + n_symbols)
    expand_right (d, item - n_pairs, i, j, forest);
  else
    expand_left (d, item - n_pairs - n_symbols, i, j, forest);
}

gboolean
derivations_build (const Compiled *compiled, const TbkWeightedString *string, const gint64 *cells,
                   gint64 goal, TbkForest *forest, GError **error)
{
  Derivations derivations = {
    .compiled = compiled, .string = string, .cells = cells, .goal = goal, .n = string->n
  };
  /* One number more than the chart has items: the last is that of the goal. It reads back as a kind of item
   * after all others, with i = j = 0, which expand() knows. */
  gsize n_items = item_place (compiled->n_items, string->n, 0, 1);

  if (n_items >= FOREST_AXIOM) {
    g_set_error (error, TBK_ERROR, TBK_ERROR_DATA, "%d positions are too many to list derivations of",
                 string->n);
    return FALSE;
  }
  return forest_build (forest, n_items, n_items - 1, expand, &derivations, error);
}
