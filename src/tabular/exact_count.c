/* exact_count.c - numbers of derivations.
 *
 *   (R9)  (v,c) + (w,d) = the pair of greater score, or (v, c + d) if v = w;   (v,c) * (w,d) = (v + w, c d)
 *
 * An item is a pair: the greatest score of its derivations, and how many have it; one of number 0 has none. Items are made as the rules
 * say, short ones first.
 *
 * Cost      O(n^3) operations on numbers of O(n log n) bits, and of the bits that scores take with a common power.
 */
#include "tabular/exact_count.h"

#include <float.h>
#include <math.h>

#include "base/base.h"

/* The integer m with score = m * 2^@exponent, |m| < 2^53. Any finite number of double precision is of that form, so scores such as 0.1
 * are the numbers that they are in binary. */
static double
split (double score, int *exponent)
{
  const double m = ldexp (frexp (score, exponent), DBL_MANT_DIG);

  *exponent -= DBL_MANT_DIG;
  return m;
}

void
exact_note (double score, int *exponent)
{
  guint64 m;
  int own;

  if (score == 0 || !isfinite (score))
    return;
  m = (guint64) fabs (split (score, &own));
  *exponent = MIN (*exponent, own + __builtin_ctzll (m));
}

void
exact_set (double score, int exponent, mpz_t integer)
{
  int own;

  if (score == 0) {
    mpz_set_ui (integer, 0);
    return;
  }
  mpz_set_d (integer, split (score, &own));
  if (own >= exponent)
    mpz_mul_2exp (integer, integer, (mp_bitcnt_t) (own - exponent));
  else /* loses nothing: the lowest bits are zero, by the choice of the exponent */
    mpz_tdiv_q_2exp (integer, integer, (mp_bitcnt_t) (exponent - own));
}

typedef struct {
  __mpz_struct score, number;
  gboolean is_made; /* else it is 0, and its numbers are not initialised */
} ExactItem;

typedef struct {
  const Grammar *grammar;
  int n;
  ExactFind find;
  gconstpointer data;
  ExactItem *items;    /* by symbol, i and j */
  ExactItem empty;     /* (0,1) */
  mpz_t score, number; /* of a term */
} ExactCounting;

static ExactItem *
item_at (const ExactCounting *c, const ChartItem *item)
{
  const gsize width = (gsize) c->n + 1;

  return &c->items[((gsize) item->symbol * width + (gsize) item->i) * width + (gsize) item->j];
}

/* A part without words is one that can be so. */
static const ExactItem *
part_at (const ExactCounting *c, const ChartItem *part)
{
  if (part->i < part->j)
    return item_at (c, part);
  return c->grammar->table.symbols[part->symbol].has_empty ? &c->empty : item_at (c, part);
}

/* Sets the term to that of an edge. FALSE if it is 0. */
static gboolean
find_term (ExactCounting *c, const Edge *edge)
{
  const ExactWeight *weight = edge->rule->weight_kind == NO_WEIGHT ? NULL : c->find (c->data, edge);

  if (weight != NULL && weight->n_forms == 0)
    return FALSE;
  for (int p = 0; p < edge->n_parts; p++)
    if (!part_at (c, &edge->parts[p])->is_made)
      return FALSE;
  mpz_set_ui (c->score, 0);
  mpz_set_ui (c->number, weight == NULL ? 1 : weight->n_forms);
  if (weight != NULL)
    mpz_set (c->score, &weight->score);
  for (int p = 0; p < edge->n_parts; p++) {
    const ExactItem *part = part_at (c, &edge->parts[p]);

    mpz_add (c->score, c->score, &part->score);
    mpz_mul (c->number, c->number, &part->number);
  }
  return TRUE;
}

/* (R9) */
static void
add_term (const ExactCounting *c, ExactItem *to)
{
  int order = 1;

  if (to->is_made) {
    order = mpz_cmp (c->score, &to->score);
  } else {
    mpz_init (&to->score);
    mpz_init (&to->number);
    to->is_made = TRUE;
  }
  if (order > 0) {
    mpz_set (&to->score, c->score);
    mpz_set (&to->number, c->number);
  } else if (order == 0) {
    mpz_add (&to->number, &to->number, c->number);
  }
}

static void
make_item (ExactCounting *c, const ChartItem *item)
{
  const Grammar *g = c->grammar;
  Edge edge;

  for (int r = 0; r < g->n_rules_of[item->symbol]; r++) {
    int k, n_edges;

    edge.rule = &g->table.rules[g->first_rules[item->symbol] + r];
    n_edges = grammar_find_range (g, edge.rule, item, &k);
    for (int m = 0; m < n_edges; m++) {
      edge.k = k + m;
      grammar_set_parts (item, &edge);
      if (find_term (c, &edge))
        add_term (c, item_at (c, item));
    }
  }
}

/* Returns TRUE if a symbol can be over i..j. */
static gboolean
is_place (const ExactCounting *c, guint places, int i, int j)
{
  return ((places & FROM_FIRST) == 0 || i == 0) && ((places & AFTER_FIRST) == 0 || i > 0)
         && ((places & TO_LAST) == 0 || j == c->n) && ((places & BEFORE_LAST) == 0 || j < c->n);
}

/* Makes all items, symbols over the same words in the order of their rules. */
static void
make_items (ExactCounting *c)
{
  const GrammarTable *t = &c->grammar->table;

  for (int span = 1; span <= c->n; span++)
    for (int i = 0; i + span <= c->n; i++)
      for (int r = 0; r < t->n_rules; r++) {
        const ChartItem item = { t->rules[r].to, i, i + span };

        if ((r == 0 || t->rules[r - 1].to != item.symbol)
            && is_place (c, t->symbols[item.symbol].places, i, i + span))
          make_item (c, &item);
      }
}

gboolean
exact_count (const Grammar *grammar, int n, ExactFind find, gconstpointer data, mpz_t count, GError **error)
{
  const gsize width = (gsize) n + 1, n_items = (gsize) grammar->table.n_symbols * width * width;
  const ChartItem goal = { grammar->table.goal, 0, n };
  ExactCounting c = {
    .grammar = grammar, .n = n, .find = find, .data = data, .items = g_try_new0 (ExactItem, n_items)
  };

  if (c.items == NULL)
    return memory_fail (error, "the numbers of %d words", n);
  mpz_inits (c.score, c.number, &c.empty.score, NULL);
  mpz_init_set_ui (&c.empty.number, 1);
  c.empty.is_made = TRUE;
  make_items (&c);
  mpz_set_ui (count, 0);
  if (item_at (&c, &goal)->is_made)
    mpz_set (count, &item_at (&c, &goal)->number);
  for (gsize i = 0; i < n_items; i++)
    if (c.items[i].is_made)
      mpz_clears (&c.items[i].score, &c.items[i].number, NULL);
  mpz_clears (c.score, c.number, &c.empty.score, &c.empty.number, NULL);
  g_free (c.items);
  return TRUE;
}
