/* chart.template.h - a chart over the grammar of an encoding, for one kind of numbers.
 *
 * Whoever includes it defines NUMBER, ZERO, IS_ZERO(x), PLUS(x,y) and TIMES(x,y).
 *
 * Rows are filled from the last word up, a row from left to right. Cell [i,m] is complete when the products with a left
 * part that ends before m were added and its other rules applied. Then each product with a left part [i,m] adds a row: its
 * number times row m+1 of the right part. So the inner loop goes over last words, side by side in memory.
 */
#include "tags/rules.h"

/* Where the cells of a symbol are: [i,j] at first[i * row + j * column]. A symbol of spans up to the last word has one
 * number a row. */
typedef struct {
  NUMBER *first;
  gsize row, column;
} Cells;

typedef struct {
  Cells *cells;    /* by symbol */
  NUMBER *numbers; /* all of them */
  NUMBER *weights; /* of weight w and word i at [w * (n + 1) + i] */
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

static NUMBER *
cell (const Numbers *t, int symbol, int i, int j)
{
  const Cells *cells = &t->cells[symbol];

  return &cells->first[(gsize) i * cells->row + (gsize) j * cells->column];
}

static NUMBER
weight (const Numbers *t, int w, int i)
{
  return t->weights[(gsize) w * (gsize) (t->n + 1) + (gsize) i];
}

/* Makes room for @n words; all cells are zero. */
static gboolean
numbers_reserve (Numbers *t, const Rules *rules, int n, gsize memory, GError **error)
{
  const gsize width = (gsize) n + 1, n_weights = width * rules->weights->len;
  gsize total = 0;

  if (!try_reserve (&t->cells, &t->n_cells, (gsize) rules_length (rules), sizeof (Cells)))
    return memory_fail (error, "a grammar");
  for (int s = 0; s < rules_length (rules); s++)
    total += rules_is_last (rules, s) ? width : width * width;
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
    total += is_last ? width : width * width;
  }
  return TRUE;
}

/* What a rule that is no product gives for words i..j; @part and @word get what it multiplies, NULL and -1 for none. */
static NUMBER
apply (const Numbers *t, const Rule *rule, int i, int j, NUMBER **part, int *word)
{
  *part = NULL;
  *word = -1;
  switch (rule->kind) {
  case RULE_WORD:
    if (i != j)
      return ZERO;
    *word = i;
    return weight (t, rule->weight, i);
  case RULE_BEHIND:
    if (i == j)
      return ZERO;
    *part = cell (t, rule->left, i, j - 1);
    *word = j;
    break;
  case RULE_BEFORE:
    if (i == j)
      return ZERO;
    *part = cell (t, rule->left, i + 1, j);
    *word = i;
    break;
  case RULE_GAP_BEHIND:
    *part = cell (t, rule->left, i, j);
    *word = j;
    break;
  case RULE_GAP_BEFORE:
    if (i == 1)
      return ZERO;
    *part = cell (t, rule->left, i, j);
    *word = i - 1;
    break;
  case RULE_COPY:
    *part = cell (t, rule->left, i, j);
    return **part;
  default:
    g_assert_not_reached ();
  }
  return TIMES (**part, weight (t, rule->weight, *word));
}

static const Rule *
rule_at (const GArray *rules, guint r)
{
  return &g_array_index (rules, Rule, r);
}

/* Adds the products with a left part [i,m]. */
static void
add_products (const Numbers *t, const Rules *rules, int i, int m)
{
  for (guint r = 0; r < rules->products->len; r++) {
    const Rule *rule = rule_at (rules->products, r);
    const NUMBER left = *cell (t, rule->left, i, m);

    if (IS_ZERO (left))
      continue;
    if (rules_is_last (rules, rule->to)) {
      NUMBER *to = cell (t, rule->to, i, t->n);

      *to = PLUS (*to, TIMES (left, *cell (t, rule->right, m + 1, t->n)));
    } else {
      NUMBER *restrict to = cell (t, rule->to, i, 0);
      const NUMBER *restrict right = cell (t, rule->right, m + 1, 0);
      const int n = t->n;

      for (int j = m + 1; j <= n; j++)
        to[j] = PLUS (to[j], TIMES (left, right[j]));
    }
  }
}

/* Fills the chart; the goal is then at [1,n]. */
static void
fill_chart (const Numbers *t, const Rules *rules)
{
  for (int i = t->n; i >= 1; i--)
    for (int m = i; m <= t->n; m++) {
      for (guint r = 0; r < rules->rules->len; r++) {
        const Rule *rule = rule_at (rules->rules, r);

        if (m == t->n || !rules_is_last (rules, rule->to)) {
          NUMBER *to = cell (t, rule->to, i, m), *part;
          int word;

          *to = PLUS (*to, apply (t, rule, i, m, &part, &word));
        }
      }
      if (m < t->n)
        add_products (t, rules, i, m);
    }
}
