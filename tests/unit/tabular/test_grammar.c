/* test_grammar.c - charts over grammars that are no part of the library: the example of docs/design/tabular.md, and a grammar
 * as the recipe of docs/design/extend.md adds one, against enumeration. */
#include <criterion/criterion.h>
#include <math.h>
#include <signal.h>

#include "brute/trees.h"
#include "tabular/chart_sums.h"
#include "tabular/exact_count.h"
#include "tabular/exponential.h"
#include "tabular/projective_grammar.h"

enum { MOST = 6 };

/* Scores of arcs, [head][dependent]. */
typedef double Arcs[MOST + 1][MOST + 1];

/* Puts them into a chart: those of arcs from 0 into the list, the others into the matrix. */
static void
load_arcs (const Chart *c, Arcs arcs)
{
  double *cells = c->cells;

  for (int d = 1; d <= c->n; d++) {
    cells[chart_list (c, &c->scores, 0, d)] = arcs[0][d];
    for (int h = 0; h <= c->n; h++)
      cells[chart_matrix (c, &c->scores, 0, h, d)] = h == 0 || h == d ? -INFINITY : arcs[h][d];
  }
}

static void
note_head (gpointer data, const Edge *edge)
{
  int *heads = data;

  if (edge->rule->weight_kind == WEIGHT_FORWARD || edge->rule->weight_kind == WEIGHT_BACKWARD)
    heads[edge->b] = edge->a;
  else
    heads[edge->a] = 0;
}

/* Returns the best score of a tree, and its heads. */
static double
find_best (const Grammar *grammar, int n, Arcs arcs, int *heads)
{
  Chart *c = chart_new ();
  double best = -INFINITY;

  cr_assert (chart_lay_out (c, grammar, CHART_DOUBLES, FOR_BEST, &n, 1, NULL));
  load_arcs (c, arcs);
  chart_best_doubles.fill (c, &c->scores);
  heads[0] = -1;
  if (chart_best_doubles.find (c, 0, note_head, heads)) {
    const ChartItem goal = chart_goal (c, 0);

    best = ((double *) c->cells)[chart_item (c, &goal)];
  }
  chart_free (c);
  return best;
}

/* 1. The example: 2 <- 1, 2 -> 4 -> 3 of four words. */

static void
check_item (const Chart *c, int symbol, int i, int j, double score)
{
  const ChartItem item = { symbol, i, j };

  cr_assert_eq (((double *) c->cells)[chart_item (c, &item)], score, "%s[%d,%d]",
                projective_symbols[symbol].name, i, j);
}

Test (grammar, has_the_items_of_the_example)
{
  g_autoptr (Grammar) grammar = grammar_new (&projective_single_table);
  Chart *c = chart_new ();
  const int n = 4;
  Arcs arcs = { { 0 } };

  arcs[2][1] = arcs[4][3] = 3;
  arcs[0][2] = arcs[2][3] = arcs[2][4] = 2;
  arcs[0][4] = 1;
  cr_assert_eq (grammar->known, KNOWN_projective);
  cr_assert (chart_lay_out (c, grammar, CHART_DOUBLES, FOR_BEST, &n, 1, NULL));
  load_arcs (c, arcs);
  chart_best_doubles.fill (c, &c->scores);
  check_item (c, PROJECTIVE_B, 0, 1, 3);
  check_item (c, PROJECTIVE_L, 0, 1, 3);
  check_item (c, PROJECTIVE_B, 2, 3, 3);
  check_item (c, PROJECTIVE_L, 2, 3, 3);
  check_item (c, PROJECTIVE_A, 2, 3, 2);
  check_item (c, PROJECTIVE_R, 2, 3, 2);
  check_item (c, PROJECTIVE_Z, 2, 3, 3);
  check_item (c, PROJECTIVE_A, 2, 4, 5);
  check_item (c, PROJECTIVE_R, 2, 4, 5);
  check_item (c, PROJECTIVE_L, 0, 3, 6);
  check_item (c, PROJECTIVE_S, 0, 4, 10);
  chart_free (c);
}

/* 2. A new grammar: projective trees with one root in which no word has dependents on both sides.
 *
 * R and L are as in tabular/projective_grammar.h, R+ and L+ the same with words. A dependent on the right has left dependents, those of A_1, or
 * it may have right ones, those of A_0.
 *
 *   A_0[i,j] = R[i,j-1] m[i][j];  A_1[i,j] = (RL[i,j-1]) m[i][j];  RL = sum over k of R[i,k] L+[k,j]
 *   R+[i,j] = A_1[i,j] + sum over k of A_0[i,k] R[k,j];  R = R+, or nothing
 *   and the same from right to left, with B and Y;  S[0,n] = L[0,n-1] w[n] + w[1] R+[1,n]
 */

enum {
  SIDE_A0,
  SIDE_A1,
  SIDE_RL,
  SIDE_R,
  SIDE_R_SOME,
  SIDE_B0,
  SIDE_B1,
  SIDE_Y,
  SIDE_L,
  SIDE_L_SOME,
  SIDE_S,
  SIDE_SYMBOLS
};

static const GrammarSymbol side_symbols[] = {
  { "A_0", ANYWHERE, FALSE }, { "A_1", ANYWHERE, FALSE }, { "RL", ANYWHERE, FALSE },
  { "R", ANYWHERE, TRUE },    { "R+", ANYWHERE, FALSE },  { "B_0", ANYWHERE, FALSE },
  { "B_1", ANYWHERE, FALSE }, { "Y", ANYWHERE, FALSE },   { "L", ANYWHERE, TRUE },
  { "L+", ANYWHERE, FALSE },  { "S", OF_ALL, FALSE },
};

static const Rule side_rules[] = {
  RULE_ARC_BEHIND (SIDE_A0, SIDE_R, 0),
  RULE_ARC_BEHIND (SIDE_A1, SIDE_RL, 0),
  RULE_OF_PARTS (SIDE_RL, SIDE_R, SIDE_L_SOME),
  RULE_COPY (SIDE_R_SOME, SIDE_A1),
  RULE_OF_PARTS (SIDE_R_SOME, SIDE_A0, SIDE_R),
  RULE_COPY (SIDE_R, SIDE_R_SOME),
  RULE_ARC_BEFORE (SIDE_B0, SIDE_L, 0),
  RULE_ARC_BEFORE (SIDE_B1, SIDE_Y, 0),
  RULE_OF_PARTS (SIDE_Y, SIDE_R_SOME, SIDE_L),
  RULE_COPY (SIDE_L_SOME, SIDE_B1),
  RULE_OF_PARTS (SIDE_L_SOME, SIDE_L, SIDE_B0),
  RULE_COPY (SIDE_L, SIDE_L_SOME),
  RULE_BEHIND (SIDE_S, SIDE_L, 0),
  RULE_BEFORE (SIDE_S, SIDE_R_SOME, 0),
};

static const GrammarTable side_table = { .symbols = side_symbols,
                                         .rules = side_rules,
                                         .n_symbols = SIDE_SYMBOLS,
                                         .n_rules = G_N_ELEMENTS (side_rules),
                                         .goal = SIDE_S,
                                         .n_lists = 1,
                                         .n_matrices = 1,
                                         .n_groups = 1,
                                         .bits_per_word = PROJECTIVE_BITS };

static gboolean
has_one_side (const int *heads, int n)
{
  for (int h = 1; h <= n; h++) {
    gboolean has_left = FALSE, has_right = FALSE;

    for (int d = 1; d <= n; d++)
      *(d < h ? &has_left : &has_right) |= heads[d] == h;
    if (has_left && has_right)
      return FALSE;
  }
  return TRUE;
}

/* By definition, over all trees. */
typedef struct {
  double best, sum;
  int n_trees;
} Enumerated;

static double
score_tree (const int *heads, int n, Arcs arcs)
{
  double score = 0;

  for (int d = 1; d <= n; d++)
    score += arcs[heads[d]][d];
  return score;
}

static Enumerated
enumerate (int n, Arcs arcs)
{
  const TreeList *trees = all_trees (n, TRUE);
  Enumerated found = { .best = -INFINITY };

  for (gsize t = 0; t < trees->n_trees; t++) {
    const int *heads = tree_at (trees, t);

    if (count_roots (heads, n) != 1 || !has_one_side (heads, n))
      continue;
    found.best = MAX (found.best, score_tree (heads, n, arcs));
    found.sum += exp (score_tree (heads, n, arcs));
    found.n_trees++;
  }
  return found;
}

/* log Z, and marginals of arcs, [head][dependent]. */
typedef struct {
  double log_z;
  Arcs marginals;
} Summed;

static gboolean
put_sum (gpointer data, const ChartSum *sums, int n_sums, GError **error)
{
  Summed *found = data;
  const Chart *c = sums->chart;
  const double *cells = c->cells;

  (void) n_sums, (void) error;
  found->log_z = exponential_log (sums->z.m, 256 * sums->z.e + sums->exponent);
  for (int d = 1; d <= c->n; d++) {
    found->log_z += chart_sum_origin (sums, 0, d);
    for (int h = 1; h <= c->n; h++)
      found->marginals[h][d] = h == d ? 0 : cells[chart_matrix (c, &c->shares, 0, h, d)];
    found->marginals[0][d] = 0;
    for (int r = 0; r < c->grammar->table.n_rules; r++)
      if (c->grammar->table.rules[r].to == SIDE_S)
        found->marginals[0][d] += cells[chart_list (c, &c->shares, r, d)];
  }
  return TRUE;
}

static Summed
find_sums (const Grammar *grammar, int n, Arcs arcs)
{
  ChartSums *sums = chart_sums_new ();
  Summed found;

  cr_assert (chart_lay_out (chart_sums_chart (sums), grammar, CHART_DOUBLES, FOR_SHARES, &n, 1, NULL));
  load_arcs (chart_sums_chart (sums), arcs);
  cr_assert (chart_sums_find (sums, &(ChartSumPut){ .data = &found, .put = put_sum }, G_MAXUINT64, NULL));
  chart_sums_free (sums);
  return found;
}

static const ExactWeight *
find_nothing (gconstpointer data, const Edge *edge)
{
  (void) edge;
  return data;
}

static void
check_count (const Grammar *grammar, int n, int expected)
{
  ExactWeight none = { .n_forms = 1 };
  mpz_t count;

  mpz_init (count);
  mpz_init (&none.score);
  cr_assert (exact_count (grammar, n, find_nothing, &none, count, NULL));
  cr_assert_eq (mpz_cmp_si (count, expected), 0);
  mpz_clear (&none.score);
  mpz_clear (count);
}

/* Marginals are the differences of log Z by the scores of arcs. */
static void
check_marginals (int n, Arcs arcs, const Summed *found)
{
  const double step = 1e-4;

  for (int h = 0; h <= n; h++)
    for (int d = 1; d <= n; d++) {
      const double score = arcs[h][d];
      double above, below;

      if (h == d)
        continue;
      arcs[h][d] = score + step;
      above = log (enumerate (n, arcs).sum);
      arcs[h][d] = score - step;
      below = log (enumerate (n, arcs).sum);
      arcs[h][d] = score;
      cr_assert_float_eq (found->marginals[h][d], (above - below) / (2 * step), 1e-6, "%d -> %d of %d words",
                          h, d, n);
    }
}

Test (grammar, of_trees_with_dependents_on_one_side)
{
  g_autoptr (Grammar) grammar = grammar_new (&side_table);
  g_autoptr (GRand) random = g_rand_new_with_seed (1);

  for (int n = 1; n <= MOST; n++)
    for (int round = 0; round < 20; round++) {
      Enumerated expected;
      int heads[MOST + 1];
      Arcs arcs;
      Summed sums;

      for (int h = 0; h <= MOST; h++)
        for (int d = 0; d <= MOST; d++)
          arcs[h][d] =
              round % 2 == 0 ? g_rand_int_range (random, -2, 3) : g_rand_double_range (random, -3, 3);
      expected = enumerate (n, arcs);
      cr_assert_float_eq (find_best (grammar, n, arcs, heads), expected.best, 1e-12);
      cr_assert (is_tree (heads, n) && count_nonprojective_arcs (heads, n) == 0
                 && count_roots (heads, n) == 1);
      cr_assert (has_one_side (heads, n));
      cr_assert_float_eq (score_tree (heads, n, arcs), expected.best, 1e-12);
      sums = find_sums (grammar, n, arcs);
      cr_assert_float_eq (sums.log_z, log (expected.sum), 1e-12);
      if (round == 1)
        check_marginals (n, arcs, &sums);
      if (round == 0)
        check_count (grammar, n, expected.n_trees);
    }
}

/* 3. Tables that charts would fill wrongly. */

/* One symbol of all words, which is made of another. */
static void
make_grammar (const Rule *rules, int n_rules)
{
  static const GrammarSymbol symbols[] = { { "A", ANYWHERE, TRUE }, { "S", OF_ALL, FALSE } };
  const GrammarTable table = { .symbols = symbols,
                               .rules = rules,
                               .n_symbols = 2,
                               .n_rules = n_rules,
                               .goal = 1,
                               .n_lists = 1,
                               .n_groups = 1 };

  grammar_free (grammar_new (&table));
}

Test (grammar, takes_words_with_a_weight)
{
  static const Rule rules[] = { RULE_OF_WORD (0, 0), RULE_COPY (1, 0) };

  make_grammar (rules, G_N_ELEMENTS (rules));
}

Test (grammar, refuses_words_without_a_weight, .signal = SIGABRT)
{
  static const Rule rules[] = { { RULE_WORD, 0, -1, -1, 0, 0, NO_WEIGHT, 0, 0, 0 }, RULE_COPY (1, 0) };

  make_grammar (rules, G_N_ELEMENTS (rules));
}

/* 4. Phrases of two, and words, whose rule comes last: of n words all binary trees, each with the weights of all words. B, which no rule
 * makes, makes nothing of these words. */

static gboolean
check_word_shares (gpointer data, const ChartSum *sums, int n_sums, GError **error)
{
  const Chart *c = sums->chart;
  const double *cells = c->cells;

  (void) n_sums, (void) error;
  *(double *) data = chart_sum_log_z (sums, exponential_log (sums->z.m, 256 * sums->z.e + sums->exponent));
  for (int r = 0; r < c->grammar->table.n_rules; r++)
    for (int d = 1; d <= c->n && c->grammar->table.rules[r].kind == RULE_WORD; d++)
      cr_assert_float_eq (cells[chart_list (c, &c->shares, r, d)], 1, 1e-12, "word %d", d);
  return TRUE;
}

Test (grammar, words_can_come_last)
{
  static const GrammarSymbol symbols[] = {
    { "A", ANYWHERE, FALSE }, { "S", OF_ALL, FALSE }, { "B", ANYWHERE, FALSE }, { "E", ANYWHERE, TRUE }
  };
  static const Rule rules[] = { RULE_COPY (0, 2), RULE_OF_PARTS (0, 2, 3), RULE_OF_PARTS (0, 0, 0),
                                RULE_OF_WORD (0, 0), RULE_COPY (1, 0) };
  static const GrammarTable table = { .symbols = symbols,
                                      .rules = rules,
                                      .n_symbols = G_N_ELEMENTS (symbols),
                                      .n_rules = G_N_ELEMENTS (rules),
                                      .goal = 1,
                                      .n_lists = 1,
                                      .n_groups = 1,
                                      .bits_per_word = 2 };
  g_autoptr (Grammar) grammar = grammar_new (&table);
  ChartSums *sums = chart_sums_new ();
  Chart *c = chart_sums_chart (sums);
  double log_z = 0;
  const int n = 5, n_trees = 14;

  for (int n_lanes = 1; n_lanes <= 8; n_lanes += 7) {
    const int lengths[] = { n, n, n, n, n, n, n, n };

    cr_assert (chart_lay_out (c, grammar, CHART_DOUBLES, FOR_SHARES, lengths, n_lanes, NULL));
    memset (c->scratch, 0x3f, c->n_scratch_allocated - 64); /* which begins at a line of the cache */
    for (int d = 0; d <= n; d++)
      for (int l = 0; l < n_lanes; l++)
        ((double *) c->cells)[chart_list (c, &c->scores, 0, d) + l] = 0;
    cr_assert (chart_sums_find (sums, &(ChartSumPut){ .data = &log_z, .put = check_word_shares }, G_MAXUINT64,
                                NULL));
    cr_assert_float_eq (log_z, log (n_trees), 1e-12);
  }
  chart_sums_free (sums);
}
