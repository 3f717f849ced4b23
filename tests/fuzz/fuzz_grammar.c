/* fuzz_grammar.c - bytes as a grammar and its weights: charts of it find what following its edges finds, item by item: the best
 * derivation, how many are as good, the next best ones, the sum over all, and the share of a weight in that. */
#include <math.h>

#include "fuzz.h"
#include "tabular/chart_read.h"
#include "tabular/exact_count.h"

enum { WORDS = 5, MOST_RULES = 20, LISTS = 2, LISTED = 6 };

/* Three symbols that are anywhere, one that begins at 0, one that ends at n, and one that does both. A symbol is only made of
 * those before it over the same words. */
enum { A, B, C, FIRST, LAST, WHOLE, SYMBOLS };

/* The weights of a sentence: integers, -infinity for none. */
typedef struct {
  double lists[LISTS][WORDS + 1], matrix[WORDS + 1][WORDS + 1];
} Weights;

/* An item, by definition: its greatest score, how many derivations have it, all of them, the sum of the products of their weights, and
 * the derivative of that by one weight. */
typedef struct {
  double best, n_best, n, sum, slope;
} Value;

typedef struct {
  GrammarSymbol symbols[SYMBOLS];
  Rule rules[MOST_RULES];
  GrammarTable table;
  Grammar *grammar;
  int n;
  Weights scores, factors; /* as they are added, as they are multiplied */
  const double *varied;    /* a factor */
  Value values[SYMBOLS][WORDS + 1][WORDS + 1];
  ExactWeight exact[8];
} Case;

static gboolean
is_left_part (int to, int part)
{
  return part < FIRST || (part == FIRST && (to == FIRST || to == WHOLE));
}

static gboolean
is_right_part (int to, int part)
{
  return part < FIRST || (part == LAST && (to == LAST || to == WHOLE));
}

/* TRUE if a rule has a meaning, and makes no circle. */
static gboolean
is_rule (const Case *c, const Rule *rule)
{
  switch (rule->kind) {
  case RULE_WORD:
    return rule->to < FIRST;
  case RULE_UNARY:
    return ((is_left_part (rule->to, rule->left) && (rule->left < FIRST || rule->skip_first == 0))
            || (is_right_part (rule->to, rule->left) && rule->skip_last == 0))
           && (rule->left < rule->to || rule->skip_first + rule->skip_last > 0);
  case RULE_PRODUCT:
    return is_left_part (rule->to, rule->left) && is_right_part (rule->to, rule->right)
           && (rule->left < rule->to || !c->symbols[rule->right].has_empty)
           && (rule->right < rule->to || !c->symbols[rule->left].has_empty);
  default:
    return rule->to == WHOLE && is_left_part (WHOLE, rule->left) && is_right_part (WHOLE, rule->right);
  }
}

static Rule
read_rule (const uint8_t **data, size_t *size)
{
  const guint kind = fuzz_choice (data, size), parts = fuzz_choice (data, size),
              weight = fuzz_choice (data, size);
  Rule rule = { .kind = (RuleKind) (kind % 4),
                .to = (int) (kind / 4 % SYMBOLS),
                .left = (int) (parts % SYMBOLS),
                .right = (int) (parts / SYMBOLS % SYMBOLS),
                .weight_kind = (WeightKind) (weight % 5),
                .skip_first = weight / 5 % 3 == 1,
                .skip_last = weight / 5 % 3 == 2 };

  if (rule.kind != RULE_UNARY)
    rule.skip_first = rule.skip_last = 0;
  if (rule.kind == RULE_PRODUCT)
    rule.weight_kind = NO_WEIGHT;
  if (rule.kind == RULE_AROUND)
    rule.weight_kind = WEIGHT_AT_LAST;
  if (rule.kind == RULE_WORD)
    rule.weight_kind = WEIGHT_AT_FIRST;
  if (rule.weight_kind == WEIGHT_AT_FIRST || rule.weight_kind == WEIGHT_AT_LAST)
    rule.weight = (int) (weight / 15 % LISTS);
  if (rule.weight_kind == WEIGHT_AT_FIRST)
    rule.first = rule.kind == RULE_WORD || weight >= 128;
  return rule;
}

static void
read_weight (double *score, double *factor, const uint8_t **data, size_t *size)
{
  const guint byte = fuzz_choice (data, size);

  *score = byte % 8 == 7 ? -INFINITY : (double) (byte % 8) - 3;
  *factor = (double) (byte / 8 % 4);
}

static void
read_case (Case *c, const uint8_t *data, size_t size)
{
  const guint empty = fuzz_choice (&data, &size), choice = fuzz_choice (&data, &size),
              varied = fuzz_choice (&data, &size);
  const int n_rules = (int) (fuzz_choice (&data, &size) % (MOST_RULES - FIRST));

  for (int s = 0; s < SYMBOLS; s++)
    c->symbols[s] = (GrammarSymbol){ "X",
                                     s == FIRST   ? FROM_FIRST
                                     : s == LAST  ? TO_LAST
                                     : s == WHOLE ? OF_ALL
                                                  : ANYWHERE,
                                     s != WHOLE && (empty >> s & 1) != 0 };
  c->n = 1 + (int) (choice / SYMBOLS % WORDS);
  c->table = (GrammarTable){ .symbols = c->symbols,
                             .rules = c->rules,
                             .n_symbols = SYMBOLS,
                             .goal = (int) (choice % SYMBOLS),
                             .n_lists = LISTS,
                             .n_matrices = 1,
                             .n_groups = 1,
                             .bits_per_word = 10 };
  /* A symbol with a matrix has a rule. */
  for (int s = A; s < FIRST; s++)
    c->rules[c->table.n_rules++] = (Rule) RULE_OF_WORD (s, 0);
  for (int r = 0; r < n_rules; r++) {
    c->rules[c->table.n_rules] = read_rule (&data, &size);
    c->table.n_rules += is_rule (c, &c->rules[c->table.n_rules]);
  }
  for (int a = 0; a <= WORDS; a++) {
    for (int l = 0; l < LISTS; l++)
      read_weight (&c->scores.lists[l][a], &c->factors.lists[l][a], &data, &size);
    for (int b = 0; b <= WORDS; b++)
      read_weight (&c->scores.matrix[a][b], &c->factors.matrix[a][b], &data, &size);
  }
  c->varied = varied < 64 ? &c->factors.lists[varied % LISTS][varied / LISTS % (WORDS + 1)]
                          : &c->factors.matrix[varied % (WORDS + 1)][varied / (WORDS + 1) % (WORDS + 1)];
  c->grammar = grammar_new (&c->table);
}

/* The weight of an edge; NULL: it has none. */
static const double *
weight_of (const Weights *weights, const Edge *edge)
{
  switch (edge->rule->weight_kind) {
  case NO_WEIGHT:
    return NULL;
  case WEIGHT_AT_FIRST:
  case WEIGHT_AT_LAST:
    return &weights->lists[edge->rule->weight][edge->a];
  default:
    return &weights->matrix[edge->a][edge->b];
  }
}

static Value
times (Value x, Value y)
{
  return (Value){ x.best + y.best, x.n_best * y.n_best, x.n * y.n, x.sum * y.sum,
                  x.slope * y.sum + x.sum * y.slope };
}

static void
add (Value *x, Value y)
{
  if (y.best > x->best)
    x->n_best = 0;
  if (y.best >= x->best)
    x->n_best += y.n_best;
  x->best = fmax (x->best, y.best);
  x->n += y.n;
  x->sum += y.sum;
  x->slope += y.slope;
}

static Value
value_item (const Case *c, const ChartItem *item)
{
  Value value = { .best = -INFINITY };

  for (int r = 0; r < c->grammar->table.n_rules; r++) {
    Edge edge = { .rule = &c->grammar->table.rules[r] };
    int k, n_edges;

    if (edge.rule->to != item->symbol)
      continue;
    n_edges = grammar_find_range (c->grammar, edge.rule, item, &k);
    for (int e = 0; e < n_edges; e++) {
      Value product = { 0, 1, 1, 1, 0 };
      const double *score;

      edge.k = k + e;
      grammar_set_parts (item, &edge);
      for (int p = 0; p < edge.n_parts; p++)
        product = times (product, c->values[edge.parts[p].symbol][edge.parts[p].i][edge.parts[p].j]);
      score = weight_of (&c->scores, &edge);
      if (score != NULL) {
        const double *factor = weight_of (&c->factors, &edge);
        const gboolean is_there = *score > -INFINITY;

        product = times (product, (Value){ *score, is_there, is_there, *factor, factor == c->varied });
      }
      add (&value, product);
    }
  }
  return value;
}

/* All items, shorter ones first. */
static Value
value_goal (Case *c)
{
  for (int span = 0; span <= c->n; span++)
    for (int s = 0; s < SYMBOLS; s++)
      for (int i = 0; i + span <= c->n; i++) {
        const ChartItem item = { s, i, i + span };
        const gboolean is_empty = span == 0 && c->symbols[s].has_empty;

        c->values[s][i][item.j] = span == 0
                                      ? (Value){ is_empty ? 0 : -INFINITY, is_empty, is_empty, is_empty, 0 }
                                  : (s == FIRST || s == WHOLE) && i > 0        ? (Value){ .best = -INFINITY }
                                  : (s == LAST || s == WHOLE) && item.j < c->n ? (Value){ .best = -INFINITY }
                                                                               : value_item (c, &item);
      }
  return c->values[c->table.goal][0][c->n];
}

static void
load (const Chart *chart, const ChartWeights *where, const Weights *weights)
{
  for (int a = 0; a <= chart->n; a++) {
    for (int l = 0; l < LISTS; l++) {
      const gssize at = chart_list (chart, where, l, a);

      if (chart->cells_are == CHART_FLOATS)
        ((float *) chart->cells)[at] = (float) weights->lists[l][a];
      else
        ((double *) chart->cells)[at] = weights->lists[l][a];
    }
    for (int b = 0; b <= chart->n; b++) {
      const gssize at = chart_matrix (chart, where, 0, a, b);

      if (chart->cells_are == CHART_FLOATS)
        ((float *) chart->cells)[at] = (float) weights->matrix[a][b];
      else
        ((double *) chart->cells)[at] = weights->matrix[a][b];
    }
  }
}

/* The weights of a derivation that is handed out. */
typedef struct {
  const Case *c;
  double score;
} Visit;

static void
note_edge (gpointer data, const Edge *edge)
{
  Visit *visit = data;

  visit->score += *weight_of (&visit->c->scores, edge);
}

static void
check_best (const Case *c, Chart *chart, const Value *goal, ChartCells cells_are)
{
  const ChartNumbers *numbers = cells_are == CHART_FLOATS ? &chart_best_floats : &chart_best_doubles;
  const ChartItem item = { c->table.goal, 0, c->n };
  Visit visit = { .c = c };
  gssize at;

  FUZZ_CHECK (chart_lay_out (chart, c->grammar, cells_are, FOR_BEST, &c->n, 1, NULL));
  load (chart, &chart->scores, &c->scores);
  numbers->fill (chart, &chart->scores);
  at = chart_item (chart, &item);
  FUZZ_CHECK ((cells_are == CHART_FLOATS ? ((float *) chart->cells)[at] : ((double *) chart->cells)[at])
              == goal->best);
  FUZZ_CHECK (numbers->find (chart, 0, note_edge, &visit) == (goal->n > 0));
  FUZZ_CHECK (goal->n == 0 || visit.score == goal->best);
}

/* The list of derivations, of a chart with greatest sums of doubles. */
static void
check_list (const Case *c, const Chart *chart, const Value *goal)
{
  double before = goal->best;
  NBest *n_best = n_best_new ();
  int n = 0;

  FUZZ_CHECK (chart_begin_n_best (chart, n_best));
  for (; n < LISTED; n++) {
    Visit visit = { .c = c };

    if (chart_next_n_best (chart, n_best, note_edge, &visit) != 1)
      break;
    FUZZ_CHECK (n < goal->n_best ? visit.score == goal->best
                                 : visit.score < goal->best && visit.score <= before);
    before = visit.score;
  }
  FUZZ_CHECK (n == fmin (goal->n, LISTED));
  n_best_free (n_best);
}

static const ExactWeight *
find_exact (gconstpointer data, const Edge *edge)
{
  const Case *c = data;
  const double score = *weight_of (&c->scores, edge);

  return &c->exact[score == -INFINITY ? 7 : (int) score + 3];
}

static void
check_count (Case *c, const Value *goal)
{
  mpz_t count;

  mpz_init (count);
  for (int i = 0; i < 8; i++) {
    mpz_init_set_si (&c->exact[i].score, i - 3);
    c->exact[i].n_forms = i < 7;
  }
  FUZZ_CHECK (exact_count (c->grammar, c->n, find_exact, c, count, NULL));
  FUZZ_CHECK (goal->n_best >= 0x1p53 || mpz_get_d (count) == goal->n_best);
  for (int i = 0; i < 8; i++)
    mpz_clear (&c->exact[i].score);
  mpz_clear (count);
}

/* The share of the varied factor: by list, that of all rules with it. */
static double
share_of (const Case *c, const Chart *chart)
{
  const double *cells = chart->cells;
  const gssize in_matrix = c->varied - &c->factors.matrix[0][0],
               in_lists = c->varied - &c->factors.lists[0][0];
  double share = 0;

  if (in_matrix >= 0)
    return cells[chart_matrix (chart, &chart->shares, 0, (int) (in_matrix / (WORDS + 1)),
                               (int) (in_matrix % (WORDS + 1)))];
  for (int r = 0; r < c->grammar->table.n_rules; r++) {
    const Rule *rule = &c->grammar->table.rules[r];

    if ((rule->weight_kind == WEIGHT_AT_FIRST || rule->weight_kind == WEIGHT_AT_LAST)
        && rule->weight == in_lists / (WORDS + 1))
      share += cells[chart_list (chart, &chart->shares, r, (int) (in_lists % (WORDS + 1)))];
  }
  return share;
}

static gboolean
is_near (double a, double b)
{
  return fabs (a - b) <= 1e-9 * fmax (1, fabs (b));
}

static void
check_sums (const Case *c, Chart *chart, const Value *goal)
{
  const ChartItem item = { c->table.goal, 0, c->n };
  const gssize index = c->varied - &c->factors.matrix[0][0], in_lists = c->varied - &c->factors.lists[0][0];
  const gboolean is_there =
      (index >= 0 ? MAX (index / (WORDS + 1), index % (WORDS + 1)) : in_lists % (WORDS + 1)) <= c->n;
  double begin;

  FUZZ_CHECK (chart_lay_out (chart, c->grammar, CHART_DOUBLES, FOR_SHARES, &c->n, 1, NULL));
  load (chart, &chart->weights, &c->factors);
  chart_sums.fill (chart, &chart->weights);
  begin = ((double *) chart->cells)[chart_item (chart, &item)];
  FUZZ_CHECK (is_near (begin / fmax (1, goal->sum), goal->sum / fmax (1, goal->sum)));
  if (goal->sum == 0 || !is_there)
    return;
  begin = 1 / begin;
  chart_begin_outside (chart, &begin);
  chart_sums.read_backwards (chart);
  FUZZ_CHECK (is_near (share_of (c, chart), goal->slope * *c->varied / goal->sum));
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  static Chart *chart;
  static Case c;
  Value goal;

  if (chart == NULL)
    chart = chart_new ();
  read_case (&c, data, size);
  goal = value_goal (&c);
  check_best (&c, chart, &goal, CHART_FLOATS);
  check_best (&c, chart, &goal, CHART_DOUBLES);
  check_list (&c, chart, &goal);
  check_count (&c, &goal);
  check_sums (&c, chart, &goal);
  grammar_free (c.grammar);
  return 0;
}
