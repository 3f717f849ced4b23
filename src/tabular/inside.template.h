/* inside.template.h - the inside recursion of split context-free grammars, over any semiring.
 *
 * To be included once in a file of its own, after one of the headers semiring_*.h which gives SR_NAME,
 * SrValue and the functions sr_init, sr_clear, sr_zero, sr_one, sr_addmul and sr_fits (whether memory sufficed for all
 * values). Defines inside_SR_NAME.
 *
 * Nederhof (2019), Table 2, with the meeting of two sides as an item H of its own (the arc, in the
 * paper part of the two-headed item, is put in where H is used):
 *
 *   (I1)  Wr(C,i,i) = 1, Wl(B,i,i) = 1          for the one rule (B,C) -> x_i
 *   (I2)  H(C,B,i,j) = SUM  i<=k<j    Wr(C,i,k) * Wl(B,k+1,j)
 *   (I3)  Wr(C',i,j) = SUM  i<h<=j    SUM rules (_,C') -> (_,C) A, A -> (B,D):   H(C,B,i,h) * w(i,h) * Wr(D,h,j)
 *   (I4)  Wl(B',i,j) = SUM  i<=h<j    SUM rules (B',_) -> A (B,_), A -> (D,C):   Wl(D,i,h) * w(j,h) * H(C,B,h,j)
 *   (I5)  W          = SUM rules START -> (B,C):                                 Wl(B,0,0) * Wr(C,0,n-1)
 *
 * An item over i..j needs items over shorter stretches and, in (I3) and (I4), the meeting over i..j. So
 * stretches are filled by length, meetings first.
 *
 * What the items are, for head i, its outermost right child h and the words up to j:
 *
 *      i . . . k k+1 . . h . . . j
 *     [Wr(C,i,k)]                        i with right children up to k, in state C
 *               [Wl(B,k+1,h)]            h with left children from k + 1 on, in state B
 *     [------- H(C,B,i,h) ------]        they meet: all words between i and h have their heads
 *                        [Wr(D,h,j)]     h with right children up to j
 *     [---------- Wr(C',i,j) -------]    i -> h put in: one more right child, state C'
 *
 * A head takes children from inside out, so the arc to h is added when all inside it is done. That is why
 * an item has one open word and the recursion is cubic.
 *
 * Cost      O(n^2) items for each pair and each symbol, each a sum of at most n products: O(n^3).
 *
 * Instances: inside_maxplus, inside_best, each in the file of its name.
 */
#include "base/base.h"
#include "tabular/tabular.h"

typedef struct {
  SrValue *cells;
  gsize n_cells; /* allocated, and initialised */
  int n;
  const Compiled *compiled;
  const TbkWeightedString *string;
  SrValue total;
} InsideChart;

static inline SrValue *
H (const InsideChart *c, int pair, int i, int j)
{
  return &c->cells[item_place (item_pair (c->compiled, pair), c->n, i, j)];
}

static inline SrValue *
Wr (const InsideChart *c, int symbol, int i, int j)
{
  return &c->cells[item_place (item_right (c->compiled, symbol), c->n, i, j)];
}

static inline SrValue *
Wl (const InsideChart *c, int symbol, int i, int j)
{
  return &c->cells[item_place (item_left (c->compiled, symbol), c->n, i, j)];
}

static inline gint64
w (const InsideChart *c, int head, int dependent)
{
  return tbk_weight (c->string, head, dependent);
}

/* (I1): the items over one position. */
static void
fill_word (InsideChart *c, int i)
{
  const States *word = &c->compiled->words[c->string->terminals[i]];

  for (int symbol = 0; symbol < c->compiled->grammar->n_symbols; symbol++) {
    sr_zero (Wr (c, symbol, i, i));
    sr_zero (Wl (c, symbol, i, i));
  }
  sr_one (Wr (c, word->right, i, i));
  sr_one (Wl (c, word->left, i, i));
}

/* (I2): where the right side of i and the left side of j meet. */
static void
fill_meetings (InsideChart *c, int i, int j)
{
  for (int p = 0; p < c->compiled->n_pairs; p++) {
    const Pair *pair = &c->compiled->pairs[p];
    SrValue *x = H (c, p, i, j);

    sr_zero (x);
    for (int k = i; k < j; k++)
      sr_addmul (x, Wr (c, pair->right, i, k), 0, Wl (c, pair->left, k + 1, j));
  }
}

/* (I3): the outermost right child h of i. */
static void
fill_right (InsideChart *c, int i, int j)
{
  for (int symbol = 0; symbol < c->compiled->grammar->n_symbols; symbol++)
    sr_zero (Wr (c, symbol, i, j));
  for (int s = 0; s < c->compiled->n_right_steps; s++) {
    const Step *step = &c->compiled->right_steps[s];

    for (int h = i + 1; h <= j; h++)
      sr_addmul (Wr (c, step->result, i, j), H (c, step->pair, i, h), w (c, i, h), Wr (c, step->rest, h, j));
  }
}

/* (I4): the outermost left child h of j. */
static void
fill_left (InsideChart *c, int i, int j)
{
  for (int symbol = 0; symbol < c->compiled->grammar->n_symbols; symbol++)
    sr_zero (Wl (c, symbol, i, j));
  for (int s = 0; s < c->compiled->n_left_steps; s++) {
    const Step *step = &c->compiled->left_steps[s];

    for (int h = i; h < j; h++)
      sr_addmul (Wl (c, step->result, i, j), Wl (c, step->rest, i, h), w (c, j, h), H (c, step->pair, h, j));
  }
}

/* (I5) */
static void
fill_total (InsideChart *c)
{
  sr_zero (&c->total);
  for (int s = 0; s < c->compiled->n_starts; s++) {
    const States *start = &c->compiled->starts[s];

    sr_addmul (&c->total, Wl (c, start->left, 0, 0), 0, Wr (c, start->right, 0, c->n - 1));
  }
}

/* Makes room for the chart of a string of n positions. Values of a larger chart stay initialised, so that GMP
 * numbers keep their memory from one string to the next. */
static gboolean
grow (InsideChart *c, int n, GError **error)
{
  gsize n_cells;
  gboolean fits = g_size_checked_mul (&n_cells, (gsize) n * n, c->compiled->n_items);

  if (!fits || n_cells > c->n_cells) {
    if (!fits || !TRY_RENEW (c->cells, n_cells))
      return memory_fail (error, "the chart of %d positions", n);
    for (; c->n_cells < n_cells; c->n_cells++)
      sr_init (&c->cells[c->n_cells]);
  }
  c->n = n;
  return TRUE;
}

/* Forgets all values, which gives their memory back, and fails. */
static gconstpointer
fail (InsideChart *c, GError **error)
{
  for (gsize i = 0; i < c->n_cells; i++)
    sr_clear (&c->cells[i]);
  g_clear_pointer (&c->cells, g_free);
  c->n_cells = 0;
  sr_clear (&c->total);
  sr_init (&c->total);
  memory_fail (error, "the chart of %d positions", c->n);
  return NULL;
}

static gconstpointer
fill (gpointer chart, const Compiled *compiled, const TbkWeightedString *string, GError **error)
{
  InsideChart *c = chart;

  c->compiled = compiled;
  c->string = string;
  if (!grow (c, string->n, error))
    return NULL;
  for (int i = 0; i < c->n; i++)
    fill_word (c, i);
  for (int span = 1; span < c->n; span++)
    for (int i = 0; i + span < c->n; i++) {
      fill_meetings (c, i, i + span);
      fill_right (c, i, i + span);
      fill_left (c, i, i + span);
      if (!sr_fits ())
        return fail (c, error);
    }
  fill_total (c);
  return sr_fits () ? &c->total : fail (c, error);
}

static gpointer
chart_new (void)
{
  InsideChart *c = g_new0 (InsideChart, 1);

  sr_init (&c->total);
  return c;
}

static void
chart_free (gpointer chart)
{
  InsideChart *c = chart;

  for (gsize i = 0; i < c->n_cells; i++)
    sr_clear (&c->cells[i]);
  sr_clear (&c->total);
  g_free (c->cells);
  g_free (c);
}

static gconstpointer
cells (gpointer chart)
{
  return ((InsideChart *) chart)->cells;
}

#define PASTE_(a, b) a##b
#define PASTE(a, b)  PASTE_ (a, b)

const Inside PASTE (inside_, SR_NAME) = { chart_new, chart_free, fill, cells };
