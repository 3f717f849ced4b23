/* chart.template.h - a chart over the grammar of an encoding, for one kind of numbers.
 *
 * Whoever includes it defines NUMBER, ZERO and ONE; IS_ZERO(x), PLUS(x,y) and TIMES(x,y), for numbers and, with LANES above
 * 1, for vectors of them; and LANES: a cell has a number for each of so many sentences of the same length, side by side.
 * SUM_16(x,y) to SUM_64(x,y) may be PLUS for vectors of so many bytes. With HAS_OUTSIDE a chart can be read backwards. With
 * HAS_EXPONENTS each number has an exponent, a gint64 that is `apart` numbers further.
 *
 * Rows are filled from the last word up, a row from left to right. Cell [i,m] is complete when the products with a left
 * part that ends before m were added and its other rules applied. Then each product with a left part [i,m] adds a row: its
 * number times row m+1 of the right part. So the inner loop goes over last words, side by side in memory.
 */
#ifdef __x86_64__
#include <immintrin.h>
#endif

#include "base/base.h"
#include "tabular/tabular.h"
#include "tags/rules.h"

/* Vectors are handed to functions that are inlined. */
#pragma GCC diagnostic ignored "-Wpsabi"

/* Where the cells of a symbol are: [i,j] at first[(i * row + j * column) * LANES]. A symbol of spans up to the last word has one
 * number a row. */
typedef struct {
  NUMBER *first;
  gsize row, column;
} Cells;

/* A rule that is no product, nor of a single word or a word before others, in a row of the chart. For words i..m it adds
 * part[m * part_apart] weight[m * weight_apart] to to[m * to_apart]. */
typedef struct {
  NUMBER *to, *part, *weight;
  gsize to_apart, part_apart, weight_apart;
  gboolean is_last;   /* for m = n alone */
  gboolean is_longer; /* for m > i alone */
} RowRule;

typedef struct {
  Cells *cells;       /* by symbol */
  RowRule *row_rules; /* of the row that is filled */
  NUMBER *memory;     /* of the numbers, which begin at a line of the cache */
  NUMBER *numbers;    /* of all cells, and then of weights */
  NUMBER *weights;    /* of weight w and word i at [(w * (n + 1) + i) * LANES]; a last one is ONE */
  NUMBER *arcs; /* of arcs, twice: by head and dependent, then by dependent and head; if there are any */
  gsize n_cells, n_row_rules, n_memory;
  gsize apart; /* from a number to its exponent; so many numbers there are */
  int n, n_of_row;
} Numbers;

enum { CACHE_LINE = 64 };

static void
numbers_clear (Numbers *t)
{
  g_free (t->cells);
  g_free (t->row_rules);
  g_free (t->memory);
}

static inline NUMBER *
cell (const Numbers *t, int symbol, int i, int j)
{
  const Cells *cells = &t->cells[symbol];

  return &cells->first[((gsize) i * cells->row + (gsize) j * cells->column) * LANES];
}

static inline NUMBER *
weight_cell (const Numbers *t, int w, int i)
{
  return &t->weights[((gsize) w * (gsize) (t->n + 1) + (gsize) i) * LANES];
}

/* The arc from @head to @dependent. A head n + 1 stands for none. */
static inline NUMBER *
arc_cell (const Numbers *t, int head, int dependent)
{
  const gsize width = (gsize) t->n + 2, h = (gsize) head, d = (gsize) dependent;

  return &t->arcs[(head < dependent ? h * width + d : (width + d) * width + h) * LANES];
}

static inline NUMBER *
one_cell (const Numbers *t, const Rules *rules)
{
  return weight_cell (t, (int) rules->weights->len, 0);
}

/* Makes room for @n words; all cells are zero, weights are not set. */
static gboolean
numbers_reserve (Numbers *t, const Rules *rules, int n, gsize memory, GError **error)
{
#ifdef HAS_EXPONENTS
  const gsize copies = 2;
#else
  const gsize copies = 1;
#endif
  const gsize width = (gsize) n + 1, cells = rules_count_cells (rules, n) * LANES;
  gsize total = cells;

  if (cells * copies > memory / sizeof (NUMBER))
    return memory_fail (error, "the tags of %d words", n);
  t->apart = cells + (width * rules->weights->len + 1) * LANES;
  if (rules->has_arcs)
    t->apart += 2 * (width + 1) * (width + 1) * LANES;
  if (!try_reserve (&t->cells, &t->n_cells, (gsize) rules_length (rules), sizeof (Cells))
      || !try_reserve (&t->row_rules, &t->n_row_rules, (gsize) rules->rules->len + 1, sizeof (RowRule))
      || !try_reserve (&t->memory, &t->n_memory, t->apart * copies + CACHE_LINE / sizeof (NUMBER),
                       sizeof (NUMBER)))
    return memory_fail (error, "the tags of %d words", n);
  t->n = n;
  t->numbers = (NUMBER *) (((guintptr) t->memory + CACHE_LINE - 1) / CACHE_LINE * CACHE_LINE);
  t->weights = t->numbers + cells;
  t->arcs = t->weights + (width * rules->weights->len + 1) * LANES;
  for (gsize i = 0; i < cells; i++)
    t->numbers[i] = ZERO;
  total = 0;
  for (int s = 0; s < rules_length (rules); s++) {
    const gboolean is_last = rules_is_last (rules, s);

    t->cells[s] = (Cells){ t->numbers + total, is_last ? 1 : width, is_last ? 0 : 1 };
    total += (is_last ? width : width * width) * LANES;
  }
  for (int l = 0; l < LANES; l++)
    one_cell (t, rules)[l] = ONE;
  for (NUMBER *arc = t->arcs; rules->has_arcs && arc < t->numbers + t->apart; arc++)
    *arc = ZERO;
  return TRUE;
}

static inline const Rule *
rule_at (const GArray *rules, guint r)
{
  return &g_array_index (rules, Rule, r);
}

/* Notes the rules of row i, in order. */
static void
begin_row (Numbers *t, const Rules *rules, int i)
{
  t->n_of_row = 0;
  for (guint r = 0; r < rules->rules->len; r++) {
    const Rule *rule = rule_at (rules->rules, r);
    RowRule *row = &t->row_rules[t->n_of_row];

    if (rule->kind == RULE_WORD || rule->kind == RULE_BEFORE || (rule->kind == RULE_GAP_BEFORE && i == 1))
      continue;
    *row = (RowRule){ .to = cell (t, rule->to, i, 0),
                      .part = cell (t, rule->left, i, 0),
                      .to_apart = t->cells[rule->to].column * LANES,
                      .part_apart = t->cells[rule->left].column * LANES,
                      .is_last = rules_is_last (rules, rule->to),
                      .is_longer = rule->kind == RULE_BEHIND };
    if (rule->kind == RULE_BEHIND)
      row->part -= LANES;
    if (rule->kind == RULE_ARC_RIGHT) {
      row->weight = arc_cell (t, i - 1, i) - i * LANES;
      row->weight_apart = LANES;
    } else if (rule->kind == RULE_ARC_LEFT) {
      row->weight = arc_cell (t, i + 1, i) - i * LANES;
      row->weight_apart = LANES;
    } else if (rule->kind == RULE_ARC_ROOT) {
      row->weight = arc_cell (t, 0, i);
    } else if (rule->kind == RULE_COPY || rule->kind == RULE_GAP_BEFORE) {
      row->weight = rule->kind == RULE_COPY ? one_cell (t, rules) : weight_cell (t, rule->weight, i - 1);
    } else {
      row->weight = weight_cell (t, rule_weight (rule, i), 0);
      row->weight_apart = LANES;
    }
    t->n_of_row++;
  }
}

#define PASTE_(a, b) a##b
#define PASTE(a, b)  PASTE_ (a, b)

#define VECTOR_BYTES 16
#define TARGET
#include CHART_VECTOR
#undef VECTOR_BYTES
#undef TARGET

#if defined(__x86_64__) && defined(__GNUC__) && !defined(TBK_PLAIN)
#define VECTOR_BYTES 32
#define TARGET       __attribute__ ((target ("avx2")))
#include CHART_VECTOR
#undef VECTOR_BYTES
#undef TARGET

#define VECTOR_BYTES 64
#define TARGET       __attribute__ ((target ("avx512bw")))
#include CHART_VECTOR
#undef VECTOR_BYTES
#undef TARGET

#define BY_VECTOR(function, arguments)                                                                       \
  (many_largest_vector () == 64   ? PASTE (function, 64) arguments                                           \
   : many_largest_vector () == 32 ? PASTE (function, 32) arguments                                           \
                                  : PASTE (function, 16) arguments)
#else
#define BY_VECTOR(function, arguments) PASTE (function, 16) arguments
#endif

/* Fills the chart; the goal is then at [1,n]. */
static void
fill_chart (Numbers *t, const Rules *rules)
{
  BY_VECTOR (fill_, (t, rules));
}
