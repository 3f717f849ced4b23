/* tabular.c - the public face of the generic parser: grammars compiled, charts, many strings.
 *
 * Contents
 *   1. compile: a grammar's rules joined into the steps that a chart takes
 *   2. many: the values of many strings: which are valued together, and in cells of what size
 *   3. tabular: the public face of the generic parser: a grammar with a chart for each semiring in use
 */
#include "tabular/tabular.h"
#include "tabular/forest.h"
#include "tabular/lanes.h"

#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "tbk/tabular.h"

/* 1. compile: a grammar's rules joined into the steps that a chart takes.
 *
 * A step is one term of the inner sums of (I3) and (I4) in inside.template.h: a rule that takes a child, with
 * a rule for that child. Steps with the same pair of symbols between head and child share the meeting of
 * (I2).
 */

static const TbkRule *
next_rule (const TbkGrammar *grammar, TbkRuleForm form, const TbkRule *rule)
{
  for (rule = rule == NULL ? grammar->rules : rule + 1; rule < grammar->rules + grammar->n_rules; rule++)
    if (rule->form == form)
      return rule;
  return NULL;
}

#define FOR_EACH_RULE(rule, grammar, form)                                                                   \
  for (const TbkRule *rule = next_rule (grammar, form, NULL); rule != NULL;                                  \
       rule = next_rule (grammar, form, rule))

/* The number of the pair of @right and @left, added if it is new. A linear search suffices: there are at most 255 pairs, and a grammar is compiled once. */
static int
find_pair (GArray *pairs, guint8 right, guint8 left)
{
  Pair new_pair = { .right = right, .left = left };

  for (guint p = 0; p < pairs->len; p++) {
    const Pair *pair = &g_array_index (pairs, Pair, p);
    if (pair->right == right && pair->left == left)
      return p;
  }
  g_array_append_val (pairs, new_pair);
  g_assert (pairs->len <= G_MAXUINT8);
  return pairs->len - 1;
}

/* (I3): (_,C') -> (_,C) A with A -> (B,D): result C', pair (C,B), rest D.
 *
 * The grammar of projective trees, with the rules S -> (S,S) and (_,S) -> (_,S) S, gives one step: result S,
 * pair (S,S), rest S. A child with two rules A -> (B,D) gives two steps for one rule that takes it, so the
 * inner loop of the chart needs no choice of rules. */
static Step *
compile_right_steps (const TbkGrammar *grammar, GArray *pairs, int *n_steps)
{
  GArray *steps = g_array_new (FALSE, FALSE, sizeof (Step));

  FOR_EACH_RULE (rule, grammar, TBK_RULE_RIGHT)
    FOR_EACH_RULE (child, grammar, TBK_RULE_HEAD)
      if (child->symbols[0] == rule->symbols[2]) {
        Step step = { .result = rule->symbols[0],
                      .pair = find_pair (pairs, rule->symbols[1], child->symbols[1]),
                      .rest = child->symbols[2] };
        g_array_append_val (steps, step);
      }
  *n_steps = steps->len;
  return (Step *) g_array_free (steps, FALSE);
}

/* (I4): (B',_) -> A (B,_) with A -> (D,C): result B', pair (C,B), rest D.
 *
 * The mirror image: the child's right side C meets the left side B of its head, and the child's left side D
 * is what remains outside. */
static Step *
compile_left_steps (const TbkGrammar *grammar, GArray *pairs, int *n_steps)
{
  GArray *steps = g_array_new (FALSE, FALSE, sizeof (Step));

  FOR_EACH_RULE (rule, grammar, TBK_RULE_LEFT)
    FOR_EACH_RULE (child, grammar, TBK_RULE_HEAD)
      if (child->symbols[0] == rule->symbols[1]) {
        Step step = { .result = rule->symbols[0],
                      .pair = find_pair (pairs, child->symbols[2], rule->symbols[2]),
                      .rest = child->symbols[1] };
        g_array_append_val (steps, step);
      }
  *n_steps = steps->len;
  return (Step *) g_array_free (steps, FALSE);
}

/* (I5): the root has the symbols B and C of a rule START -> (B,C); there may be several. */
static States *
compile_starts (const TbkGrammar *grammar, int *n_starts)
{
  GArray *starts = g_array_new (FALSE, FALSE, sizeof (States));

  FOR_EACH_RULE (rule, grammar, TBK_RULE_HEAD)
    if (rule->symbols[0] == grammar->start) {
      States states = { rule->symbols[1], rule->symbols[2] };
      g_array_append_val (starts, states);
    }
  *n_starts = starts->len;
  return (States *) g_array_free (starts, FALSE);
}

/* (I1): B and C of the rule (B,C) -> a, by terminal a. Each terminal has exactly one such rule, so the
 * symbols of a word without children follow from its terminal; the count at the end checks it. */
static States *
compile_words (const TbkGrammar *grammar)
{
  States *words = g_new0 (States, grammar->n_terminals);
  int n_words = 0;

  FOR_EACH_RULE (rule, grammar, TBK_RULE_WORD) {
    g_assert (rule->symbols[2] < grammar->n_terminals);
    words[rule->symbols[2]] = (States){ rule->symbols[0], rule->symbols[1] };
    n_words++;
  }
  g_assert (n_words == grammar->n_terminals);
  return words;
}

/* Adds to a set of symbols, bit s for symbol s, those that steps make of them, until nothing is new.
 *
 * The function does not ask whether the child of a step can occur. So the set may hold a symbol that no
 * derivation has, but never lacks one. That is safe, since lanes only skip symbols outside of the set. */
static guint64
close_symbols (guint64 symbols, const Step *steps, int n_steps, const Pair *pairs, gboolean is_right)
{
  for (guint64 before = 0; before != symbols;) {
    /* A round over all steps. It ends, as symbols are only added and there are at most 64. */
    before = symbols;
    for (int s = 0; s < n_steps; s++) {
      const Pair *pair = &pairs[steps[s].pair];

      if (symbols >> (is_right ? pair->right : pair->left) & 1)
        symbols |= (guint64) 1 << steps[s].result;
    }
  }
  return symbols;
}

/* By terminal, the symbols that the left and the right side of a word can have after any number of
 * children. */
static void
compile_symbols (Compiled *compiled)
{
  const TbkGrammar *grammar = compiled->grammar;

  compiled->left_symbols = g_new (guint64, grammar->n_terminals);
  compiled->right_symbols = g_new (guint64, grammar->n_terminals);
  for (int a = 0; a < grammar->n_terminals; a++) {
    const States *word = &compiled->words[a];

    compiled->left_symbols[a] = close_symbols ((guint64) 1 << word->left, compiled->left_steps,
                                               compiled->n_left_steps, compiled->pairs, FALSE);
    compiled->right_symbols[a] = close_symbols ((guint64) 1 << word->right, compiled->right_steps,
                                                compiled->n_right_steps, compiled->pairs, TRUE);
  }
}

static void
compiled_init (Compiled *compiled, const TbkGrammar *grammar)
{
  GArray *pairs = g_array_new (FALSE, FALSE, sizeof (Pair));

  /* Grammars are tables in our own sources: a bad one is our fault, so it aborts. Of a word rule the third
   * symbol is a terminal, which compile_words() checks. */
  g_assert (grammar->n_symbols <= TBK_MAX_SYMBOLS && grammar->n_terminals <= TBK_MAX_SYMBOLS);
  for (int r = 0; r < grammar->n_rules; r++)
    for (int s = 0; s < (grammar->rules[r].form == TBK_RULE_WORD ? 2 : 3); s++)
      g_assert (grammar->rules[r].symbols[s] < grammar->n_symbols);

  compiled->grammar = grammar;
  compiled->words = compile_words (grammar);
  /* Pairs are numbered as steps ask for them, so steps come before pairs are counted. */
  compiled->right_steps = compile_right_steps (grammar, pairs, &compiled->n_right_steps);
  compiled->left_steps = compile_left_steps (grammar, pairs, &compiled->n_left_steps);
  compiled->starts = compile_starts (grammar, &compiled->n_starts);
  compiled->n_pairs = pairs->len;
  compiled->pairs = (Pair *) g_array_free (pairs, FALSE);
  /* Now that the steps are known: what a word of each terminal can become by taking children. */
  compile_symbols (compiled);
  compiled->n_items = compiled->n_pairs + 2 * grammar->n_symbols;
}

static void
compiled_clear (Compiled *compiled)
{
  g_free (compiled->words);
  g_free (compiled->left_symbols);
  g_free (compiled->right_symbols);
  g_free (compiled->pairs);
  g_free (compiled->left_steps);
  g_free (compiled->right_steps);
  g_free (compiled->starts);
}

/* 2. many: the values of many strings: which are valued together, and in cells of what size.
 *
 * Let g be the greatest and l the least weight of a string of n positions. A derivation has n - 1 arcs, and
 * its cost is (n - 1) g less its weight, so
 *
 *   (M7)  no derivation costs more than (n - 1) (g - l)
 *
 * and cells that are exact up to that hold every cost: floats to 2^24, doubles to 2^53. The first instance of
 * which this is true is used. Weights are below 2^40 and positions below 2^12, so one is.
 */

static const Lanes *const instances[] = { &lanes_strings_minplus_float, &lanes_strings_minplus_double };

enum {
  N_INSTANCES = G_N_ELEMENTS (instances),
  LENGTHS = 8,           /* strings valued with one of n positions have at least n - n/LENGTHS */
  CHART_BYTES = 1 << 26, /* that several strings may have together */
};

G_STATIC_ASSERT (G_N_ELEMENTS (instances) == MANY_INSTANCES);

int many_vector_limit = 64;

int
many_largest_vector (void)
{
  const int largest = processor.has_avx512bw ? 64 : processor.has_avx2 ? 32 : 16;

  return MIN (largest, many_vector_limit);
}

static void
many_init (Many *many)
{
  many->largest_vector = many_largest_vector ();
}

static void
many_clear (Many *many)
{
  for (int i = 0; i < N_INSTANCES; i++)
    if (many->charts[i] != NULL)
      instances[i]->chart_free (many->charts[i]);
  g_free (many->lanes);
}

/* By (M7), the first instance that can hold all costs of @string, or N_INSTANCES. The product fits into 64
 * bits: n - 1 is below 2^12 and greatest - least below 2^41. An arc that is forbidden is infinite in cells,
 * so `least` does not count it. */
static int
find_instance (const Many *many, const TbkWeightedString *string)
{
  gint64 greatest_cost = (string->n - 1) * (string->greatest - string->least);
  /* A limit of 0 bytes turns vectors off, which benchmarks do to compare. */
  int i = many->largest_vector > 0 ? 0 : N_INSTANCES;

  while (i < N_INSTANCES && greatest_cost >= instances[i]->limit)
    i++;
  return i;
}

/* By instance, then the longest first. qsort() may swap equal ones; a value does not depend on the strings
 * beside it. */
static int
compare_lanes (gconstpointer a, gconstpointer b)
{
  const Lane *x = a, *y = b;

  return x->instance != y->instance ? x->instance - y->instance : y->string->n - x->string->n;
}

/* The number of @lanes, which are sorted, that are valued together with the first.
 *
 * The chart has the size of the longest string, and each lane is computed to its end. So a much shorter
 * string would cost as much as the longest; the bound of 7/8 of its length limits that waste. CHART_BYTES
 * bounds the memory of all lanes together: for a very long string `most` is 0, and it is valued alone. */
static int
count_group (const TbkTabular *tabular, const Lane *lanes, int n_lanes)
{
  int n = lanes->string->n, n_together = 1;
  gsize cell_size = instances[lanes->instance]->cell_size;
  guint64 lane_size = (guint64) cell_size * n * n * tabular->compiled.n_items;
  int most = MIN (tabular->many.largest_vector / cell_size, CHART_BYTES / lane_size);

  while (n_together < MIN (n_lanes, most) && lanes[n_together].instance == lanes->instance
         && lanes[n_together].string->n >= n - n / LENGTHS)
    n_together++;
  return n_together;
}

/* Values the first of @lanes, which are sorted, with those that go with it, @n_together in all. */
static gboolean
value_group (TbkTabular *tabular, const Lane *lanes, int n_lanes, int *n_together, GError **error)
{
  Many *many = &tabular->many;
  int i = lanes->instance;

  /* Without vectors a string is valued alone. */
  if (i == N_INSTANCES) {
    *n_together = 1;
    return tabular_best_plain (tabular, lanes->string, lanes->best, error);
  }
  *n_together = count_group (tabular, lanes, n_lanes);
  if (many->charts[i] == NULL)
    many->charts[i] = instances[i]->chart_new ();
  return instances[i]->value (many->charts[i], &tabular->compiled, lanes, *n_together, many->largest_vector,
                              error);
}

/* Returns TRUE if @string has positions, and no terminal that the grammar lacks. */
static gboolean
tabular_can_take (const TbkTabular *tabular, const TbkWeightedString *string)
{
  int greatest = 0;

  for (int i = 0; i < string->n; i++)
    greatest = MAX (greatest, string->terminals[i]);
  return string->n > 0 && greatest < tabular->compiled.grammar->n_terminals;
}

/* Returns TRUE if all weights were set that should be; else there is an error. */
static gboolean
tabular_check_memory (const TbkWeightedString *string, GError **error)
{
  return !string->is_beyond_memory || memory_fail (error, "the weights of %d positions", string->n);
}

gboolean
tbk_tabular_best_many (TbkTabular *tabular, const TbkWeightedString *strings, int n_strings, gint64 *best,
                       GError **error)
{
  Many *many = &tabular->many;
  gboolean is_sorted = TRUE;

  g_return_val_if_fail (n_strings >= 0, FALSE);
  for (int s = 0; s < n_strings; s++)
    g_return_val_if_fail (tabular_can_take (tabular, &strings[s]), FALSE);
  if (!try_reserve (&many->lanes, &many->n_lanes_allocated, (gsize) n_strings, sizeof (Lane)))
    return memory_fail (error, "the values of %d strings", n_strings);
  for (int s = 0; s < n_strings; s++) {
    Lane *lane = &many->lanes[s];

    if (!tabular_check_memory (&strings[s], error))
      return FALSE;
    *lane = (Lane){ &strings[s], &best[s], find_instance (many, &strings[s]) };
    /* Strings of one configuration mostly have one length and one instance, so they seldom need sorting. */
    is_sorted &= s == 0 || compare_lanes (lane - 1, lane) <= 0;
  }
  if (!is_sorted)
    qsort (many->lanes, (gsize) n_strings, sizeof (Lane), compare_lanes);
  /* Each value is written through lane->best to the place of its string, so sorting does not change the order
   * of @best. */
  for (int l = 0, n_together; l < n_strings; l += n_together)
    if (!value_group (tabular, &many->lanes[l], n_strings - l, &n_together, error))
      return FALSE;
  return TRUE;
}

gboolean
tbk_tabular_best (TbkTabular *tabular, const TbkWeightedString *string, gint64 *best, GError **error)
{
  return tbk_tabular_best_many (tabular, string, 1, best, error);
}

/* 3. tabular: the public face of the generic parser: a grammar with a chart for each semiring in use. */

TbkTabular *
tbk_tabular_new (const TbkGrammar *grammar)
{
  TbkTabular *tabular = g_new0 (TbkTabular, 1);

  compiled_init (&tabular->compiled, grammar);
  many_init (&tabular->many);
  return tabular;
}

void
tbk_tabular_free (TbkTabular *tabular)
{
  if (tabular == NULL)
    return;
  if (tabular->maxplus != NULL)
    inside_maxplus.chart_free (tabular->maxplus);
  if (tabular->best != NULL)
    inside_best.chart_free (tabular->best);
  many_clear (&tabular->many);
  compiled_clear (&tabular->compiled);
  g_free (tabular);
}

/* The weight of an arc is in row @head, column @dependent of an n x n matrix. */
static gsize
weight_place (const TbkWeightedString *string, int head, int dependent)
{
  return (gsize) head * string->n + dependent;
}

gboolean
tbk_weighted_string_resize (TbkWeightedString *string, int n, GError **error)
{
  gsize n_weights = (gsize) n * n;

  g_return_val_if_fail (string != NULL && n > 0, FALSE);
  if (n > TBK_TABULAR_MAX_LENGTH) {
    g_set_error (error, TBK_ERROR, TBK_ERROR_DATA,
                 "%d positions are too many for the tabular parser: it accepts %d", n,
                 TBK_TABULAR_MAX_LENGTH);
    return FALSE;
  }
  /* All weights but those of the listed arcs are 0, in the whole memory and not just in n x n cells. So
   * clearing the listed ones, at their places for the old n, leaves only zeros. That takes time linear in the
   * arcs, not in n^2. */
  for (gsize a = 0; a < string->n_arcs; a++)
    string->weights[weight_place (string, string->arcs[a].head, string->arcs[a].dependent)] = 0;
  string->n_arcs = 0;
  string->is_beyond_memory = FALSE;
  string->greatest = string->least = 0;
  if (n_weights > string->n_weights_allocated) {
    /* The old weights are all 0 now, so a larger matrix of zeros is allocated, and nothing is copied. */
    gint64 *weights = TRY_RENEW (string->terminals, n) ? g_try_malloc0_n (n_weights, sizeof (gint64)) : NULL;

    if (weights == NULL)
      return memory_fail (error, "the weights of %d positions", n);
    g_free (string->weights);
    string->weights = weights;
    string->n_weights_allocated = n_weights;
  }
  string->n = n;
  memset (string->terminals, 0, n);
  return TRUE;
}

void
tbk_weighted_string_clear (TbkWeightedString *string)
{
  g_clear_pointer (&string->weights, g_free);
  g_clear_pointer (&string->terminals, g_free);
  g_clear_pointer (&string->arcs, g_free);
  *string = (TbkWeightedString) TBK_WEIGHTED_STRING_INIT;
}

void
tbk_weight_set (TbkWeightedString *string, int head, int dependent, gint64 weight)
{
  g_return_if_fail (MIN (head, dependent) >= 0 && MAX (head, dependent) < string->n);

  /* A weight that could not be listed makes the whole string unusable until it is resized: a parse without it
   * would be wrong. So callers set many weights and look at an error only once, when they parse. */
  if (string->is_beyond_memory
      || !try_reserve (&string->arcs, &string->n_arcs_allocated, string->n_arcs + 1, sizeof (TbkArc))) {
    string->is_beyond_memory = TRUE;
    return;
  }
  /* An arc that is set twice is listed twice. The list is read in order, so the last setting holds there
   * too. */
  string->arcs[string->n_arcs++] = (TbkArc){ .weight = weight, .head = head, .dependent = dependent };
  string->weights[weight_place (string, head, dependent)] = weight;
  /* Forbidden arcs have infinite cost in cells; the range of the other weights decides how large cells
   * are. */
  if (weight >= TBK_IMPOSSIBLE_WEIGHT / 2) {
    string->greatest = MAX (string->greatest, weight);
    string->least = MIN (string->least, weight);
  }
}

/* Fills the chart at @chart, which is made when first used: a parser that only asks for greatest weights
 * never has the charts of GMP numbers. */
static gconstpointer
fill (TbkTabular *tabular, const Inside *inside, gpointer *chart, const TbkWeightedString *string,
      GError **error)
{
  if (!tabular_check_memory (string, error))
    return NULL;
  if (*chart == NULL)
    *chart = inside->chart_new ();
  return inside->fill (*chart, &tabular->compiled, string, error);
}

gboolean
tabular_best_plain (TbkTabular *tabular, const TbkWeightedString *string, gint64 *best, GError **error)
{
  const gint64 *total;

  g_return_val_if_fail (tabular_can_take (tabular, string), FALSE);
  total = fill (tabular, &inside_maxplus, &tabular->maxplus, string, error);
  if (total == NULL)
    return FALSE;
  /* Sums with forbidden arcs differ, and several of these add up to less than one. Callers see one value for
   * all. */
  *best = *total < TBK_IMPOSSIBLE_WEIGHT / 2 ? TBK_IMPOSSIBLE_WEIGHT : *total;
  return TRUE;
}

gboolean
tbk_tabular_best_count (TbkTabular *tabular, const TbkWeightedString *string, gint64 *best, mpz_t count,
                        GError **error)
{
  const InsideBest *total;

  g_return_val_if_fail (tabular_can_take (tabular, string), FALSE);
  total = fill (tabular, &inside_best, &tabular->best, string, error);
  if (total == NULL)
    return FALSE;
  *best = total->weight;
  mpz_set (count, &total->number);
  return TRUE;
}

gboolean
tbk_tabular_forest (TbkTabular *tabular, const TbkWeightedString *string, TbkForest *forest, GError **error)
{
  gint64 best;

  forest_clear (forest);
  /* The forest is read off the plain chart of 64-bit weights, in which equal sums are equal numbers. */
  if (!tabular_best_plain (tabular, string, &best, error))
    return FALSE;
  if (best == TBK_IMPOSSIBLE_WEIGHT)
    return TRUE;
  return derivations_build (&tabular->compiled, string, inside_maxplus.cells (tabular->maxplus), best, forest,
                            error);
}
