/* chart.template.h - a chart over the grammar of an encoding, for one kind of numbers.
 *
 * Whoever includes it defines NUMBER, ZERO, IS_ZERO(x), PLUS(x,y), TIMES(x,y) and LANES: a cell has a number for each of so many
 * sentences of the same length, side by side.
 *
 * Rows are filled from the last word up, a row from left to right. Cell [i,m] is complete when the products with a left
 * part that ends before m were added and its other rules applied. Then each product with a left part [i,m] adds a row: its
 * number times row m+1 of the right part. So the inner loop goes over last words, side by side in memory.
 */
#include "base/base.h"
#include "tags/rules.h"

/* Where the cells of a symbol are: [i,j] at first[(i * row + j * column) * LANES]. A symbol of spans up to the last word has one
 * number a row. */
typedef struct {
  NUMBER *first;
  gsize row, column;
} Cells;

typedef struct {
  Cells *cells;    /* by symbol */
  NUMBER *numbers; /* all of them */
  NUMBER *weights; /* of weight w and word i at [(w * (n + 1) + i) * LANES] */
  gsize n_cells, n_numbers, n_weights;
  int n;
} Numbers;

static void
numbers_clear (Numbers *t)
{
  g_free (t->cells);
  g_free (t->numbers);
  g_free (t->weights);
}

BODY NUMBER *
cell (const Numbers *t, int symbol, int i, int j)
{
  const Cells *cells = &t->cells[symbol];

  return &cells->first[((gsize) i * cells->row + (gsize) j * cells->column) * LANES];
}

BODY NUMBER *
weight_cell (const Numbers *t, int w, int i)
{
  return &t->weights[((gsize) w * (gsize) (t->n + 1) + (gsize) i) * LANES];
}

/* Makes room for @n words; all cells are zero. */
static gboolean
numbers_reserve (Numbers *t, const Rules *rules, int n, gsize memory, GError **error)
{
  const gsize width = (gsize) n + 1, n_weights = width * rules->weights->len * LANES;
  gsize total = 0;

  if (!try_reserve (&t->cells, &t->n_cells, (gsize) rules_length (rules), sizeof (Cells)))
    return memory_fail (error, "a grammar");
  for (int s = 0; s < rules_length (rules); s++)
    total += (rules_is_last (rules, s) ? width : width * width) * LANES;
  if (total > memory / sizeof (NUMBER) || !try_reserve (&t->numbers, &t->n_numbers, total, sizeof (NUMBER))
      || !try_reserve (&t->weights, &t->n_weights, n_weights, sizeof (NUMBER)))
    return memory_fail (error, "the tags of %d words", n);
  t->n = n;
  for (gsize i = 0; i < total; i++)
    t->numbers[i] = ZERO;
  total = 0;
  for (int s = 0; s < rules_length (rules); s++) {
    const gboolean is_last = rules_is_last (rules, s);

    t->cells[s] = (Cells){ t->numbers + total, is_last ? 1 : width, is_last ? 0 : 1 };
    total += (is_last ? width : width * width) * LANES;
  }
  return TRUE;
}

/* What a rule that is no product multiplies for words i..j: @part and the weight of @word, NULL and 0 for none. FALSE if it gives
 * nothing there. */
BODY gboolean
find_parts (const Numbers *t, const Rule *rule, int i, int j, NUMBER **part, int *word)
{
  *part = NULL;
  *word = 0;
  switch (rule->kind) {
  case RULE_WORD:
    *word = i;
    return i == j;
  case RULE_BEHIND:
    *part = cell (t, rule->left, i, j - 1);
    *word = j;
    return i < j;
  case RULE_BEFORE:
    *word = i;
    if (i == j)
      return FALSE;
    *part = cell (t, rule->left, i + 1, j);
    return TRUE;
  case RULE_GAP_BEHIND:
    *part = cell (t, rule->left, i, j);
    *word = j;
    return TRUE;
  case RULE_GAP_BEFORE:
    *part = cell (t, rule->left, i, j);
    *word = i - 1;
    return i > 1;
  default: /* RULE_COPY */
    *part = cell (t, rule->left, i, j);
    return TRUE;
  }
}

BODY const Rule *
rule_at (const GArray *rules, guint r)
{
  return &g_array_index (rules, Rule, r);
}

/* Adds what a rule that is no product gives for words i..m. */
BODY void
add_rule (const Numbers *t, const Rule *rule, int i, int m)
{
  NUMBER *restrict to = cell (t, rule->to, i, m), *part;
  int word;

  if (!find_parts (t, rule, i, m, &part, &word))
    return;
  const NUMBER *weight = weight_cell (t, MAX (rule->weight, 0), word);
  for (int l = 0; l < LANES; l++)
    to[l] = PLUS (to[l], part == NULL ? weight[l] : word == 0 ? part[l] : TIMES (part[l], weight[l]));
}

BODY gboolean
is_zero (const NUMBER *numbers)
{
  gboolean is_all_zero = TRUE;

  for (int l = 0; l < LANES; l++)
    is_all_zero &= IS_ZERO (numbers[l]);
  return is_all_zero;
}

/* Adds the products with a left part [i,m]. */
BODY void
add_products (const Numbers *t, const Rules *rules, int i, int m)
{
  for (guint r = 0; r < rules->products->len; r++) {
    const Rule *rule = rule_at (rules->products, r);
    const gboolean is_last = rules_is_last (rules, rule->to);
    const NUMBER *at = cell (t, rule->left, i, m);
    NUMBER *restrict to = cell (t, rule->to, i, is_last ? t->n : m + 1), left[LANES];
    const NUMBER *restrict right = cell (t, rule->right, m + 1, is_last ? t->n : m + 1);
    const int n = is_last ? 1 : t->n - m;

    if (is_zero (at))
      continue;
    for (int l = 0; l < LANES; l++)
      left[l] = at[l];
    for (int j = 0; j < n; j++)
      for (int l = 0; l < LANES; l++)
        to[j * LANES + l] = PLUS (to[j * LANES + l], TIMES (left[l], right[j * LANES + l]));
  }
}

BODY gboolean
fill_chart_body (const Numbers *t, const Rules *rules)
{
  for (int i = t->n; i >= 1; i--)
    for (int m = i; m <= t->n; m++) {
      for (guint r = 0; r < rules->rules->len; r++)
        if (m == t->n || !rules_is_last (rules, rule_at (rules->rules, r)->to))
          add_rule (t, rule_at (rules->rules, r), i, m);
      if (m < t->n)
        add_products (t, rules, i, m);
    }
  return TRUE;
}

/* Fills the chart; the goal is then at [1,n]. */
BOTH (static, gboolean, fill_chart, (const Numbers *t, const Rules *rules), (t, rules))
