/* test_lanes.c - strings valued together against the plain recursion, for all grammars and random ones. */
#include <criterion/criterion.h>

#include "brute/oracle_cases.h"
#include "brute/trees.h"
#include "systems/arc_standard.h"
#include "systems/systems.h"
#include "tabular/tabular.h"

static GRand *source;

static void
set_up (void)
{
  source = g_rand_new_with_seed (64);
}

static void
tear_down (void)
{
  g_rand_free (source);
}

TestSuite (lanes, .init = set_up, .fini = tear_down);

/* A random integer below @n. */
static int
below (int n)
{
  return g_rand_int_range (source, 0, n);
}

enum { N_GRAMMARS = 6 };

static const TbkGrammar *
grammar_at (int g)
{
  const TbkGrammar *grammars[N_GRAMMARS] = { tbk_grammar_projective (FALSE),
                                             tbk_grammar_projective (TRUE),
                                             arc_standard_translation.grammar,
                                             arc_eager_nederhof_translation.grammar,
                                             arc_eager_nederhof_uncorrected_translation.grammar,
                                             arc_eager_nederhof_normalized_translation.grammar };

  return grammars[g];
}

/* Kinds of weights: 0 and 1; some forbidden; small; greater; as great as any, and too great for floats. */
static gint64
random_weight (int kind)
{
  static const gint64 ranges[] = { 1, 1, 2, 40, 5000, (gint64) 1 << 39 };

  if (kind == 0)
    return below (20) == 0;
  if (below (6) == 0)
    return TBK_IMPOSSIBLE_WEIGHT;
  if (kind == 1)
    return below (2);
  return (gint64) ((g_rand_double (source) * 2 - 1) * ranges[kind]);
}

/* Terminals are mostly those of runs, as in the strings of oracles; all weights are set, or few. */
static void
random_string (const TbkGrammar *grammar, int n, int kind, TbkWeightedString *string)
{
  int terminal = grammar == tbk_grammar_projective (TRUE);
  gboolean is_sparse = below (2);

  cr_assert (tbk_weighted_string_resize (string, n, NULL));
  for (int i = 0; i < n; i++) {
    string->terminals[i] = terminal;
    if (grammar == tbk_grammar_projective (TRUE))
      terminal = 0;
    else if (below (4) == 0)
      terminal = below (grammar->n_terminals);
  }
  for (int h = 0; h < n; h++)
    for (int d = 0; d < n; d++)
      if (!is_sparse || below (n) == 0)
        tbk_weight_set (string, h, d, random_weight (kind));
}

static void
check_batch (const TbkGrammar *grammar, int n_strings, int longest)
{
  g_autoptr (TbkTabular) tabular = tbk_tabular_new (grammar);
  TbkWeightedString *strings = g_new0 (TbkWeightedString, n_strings);
  g_autofree gint64 *best = g_new (gint64, n_strings), *plain = g_new (gint64, n_strings);
  int kinds = 1 + below (6), largest_vector = tabular->many.largest_vector;
  gboolean one_length = below (2);

  for (int round = 0; round < 2; round++) { /* the second time in strings and charts that were used */
    for (int s = 0; s < n_strings; s++) {
      random_string (grammar, one_length ? longest : 1 + below (longest), below (kinds), &strings[s]);
      cr_assert (tabular_best_plain (tabular, &strings[s], &plain[s], NULL));
    }
    for (int vector = 16; vector <= largest_vector; vector *= 2) {
      tabular->many.largest_vector = vector;
      cr_assert (tbk_tabular_best_many (tabular, strings, n_strings, best, NULL));
      for (int s = 0; s < n_strings; s++) {
        gint64 alone;

        cr_assert (tbk_tabular_best (tabular, &strings[s], &alone, NULL));
        cr_assert (best[s] == plain[s] && alone == plain[s],
                   "%s, %d of %d strings, %d positions, vectors of %d bytes", grammar->name, s, n_strings,
                   strings[s].n, vector);
      }
    }
  }
  for (int s = 0; s < n_strings; s++)
    tbk_weighted_string_clear (&strings[s]);
  g_free (strings);
}

Test (lanes, equal_the_plain_recursion_in_batches)
{
  for (int g = 0; g < N_GRAMMARS; g++)
    for (int i = 0; i < SCALED (60); i++)
      check_batch (grammar_at (g), 1 + below (i % 10 == 0 ? 200 : 40), 1 + below (24));
}

Test (lanes, equal_the_plain_recursion_on_long_strings)
{
  for (int g = 0; g < N_GRAMMARS; g++) {
    for (int i = 0; i < SCALED (5); i++)
      check_batch (grammar_at (g), 1 + below (5), 60 + below (80));
    for (int i = 0; i < SCALED (4); i++)
      check_batch (grammar_at (g), 12 + below (80), 20 + below (60));
  }
}

/* A grammar of random rules, which may derive nothing. */
static void
check_random_grammar (void)
{
  enum { N_RULES = 24 };
  TbkRule rules[N_RULES];
  TbkGrammar grammar = { "random", rules, 8 + below (N_RULES - 7), 1 + below (4), 1 + below (3), 0 };

  for (int r = 0; r < grammar.n_rules; r++)
    rules[r] = (TbkRule){ r < grammar.n_terminals ? TBK_RULE_WORD : TBK_RULE_HEAD + (TbkRuleForm) below (3),
                          { below (grammar.n_symbols), below (grammar.n_symbols),
                            r < grammar.n_terminals ? r : below (grammar.n_symbols) } };
  check_batch (&grammar, 1 + below (40), 1 + below (16));
}

Test (lanes, equal_the_plain_recursion_for_random_grammars)
{
  for (int i = 0; i < SCALED (300); i++)
    check_random_grammar ();
}

/* All gold trees of 4 words: the greatest number of arcs that a projective tree shares with each. */
Test (lanes, equal_the_enumeration)
{
  enum { N_WORDS = 4 };
  const TreeList *golds = all_trees (N_WORDS, FALSE), *trees = all_trees (N_WORDS, TRUE);
  g_autoptr (TbkTabular) tabular = tbk_tabular_new (tbk_grammar_projective (FALSE));
  TbkWeightedString *strings = g_new0 (TbkWeightedString, golds->n_trees);
  g_autofree gint64 *best = g_new (gint64, golds->n_trees);

  for (gsize g = 0; g < golds->n_trees; g++) {
    cr_assert (tbk_weighted_string_resize (&strings[g], N_WORDS + 1, NULL));
    for (int d = 1; d <= N_WORDS; d++)
      tbk_weight_set (&strings[g], tree_at (golds, g)[d], d, 1);
  }
  cr_assert (tbk_tabular_best_many (tabular, strings, (int) golds->n_trees, best, NULL));
  for (gsize g = 0; g < golds->n_trees; g++) {
    int most = 0;

    for (gsize t = 0; t < trees->n_trees; t++) {
      int shared = 0;

      for (int d = 1; d <= N_WORDS; d++)
        shared += tree_at (trees, t)[d] == tree_at (golds, g)[d];
      most = MAX (most, shared);
    }
    cr_assert_eq (best[g], most);
    tbk_weighted_string_clear (&strings[g]);
  }
  g_free (strings);
}

/* A string of which no weight was set has no list of arcs. */
Test (lanes, value_strings_without_arcs)
{
  g_autoptr (TbkTabular) tabular = tbk_tabular_new (tbk_grammar_projective (FALSE));
  TbkWeightedString strings[3] = { 0 };
  gint64 best[3];

  for (int s = 0; s < 3; s++)
    cr_assert (tbk_weighted_string_resize (&strings[s], s + 1, NULL));
  cr_assert (tbk_tabular_best_many (tabular, strings, 3, best, NULL));
  for (int s = 0; s < 3; s++) {
    cr_assert_eq (best[s], 0);
    tbk_weighted_string_clear (&strings[s]);
  }
}

Test (lanes, value_no_strings)
{
  g_autoptr (TbkTabular) tabular = tbk_tabular_new (tbk_grammar_projective (FALSE));

  cr_assert (tbk_tabular_best_many (tabular, NULL, 0, NULL, NULL));
}

#if GLIB_SIZEOF_SIZE_T == 4
/* More cells than the processor has addresses: their number must not wrap to a small one. */
Test (lanes, refuse_charts_beyond_the_address_space)
{
  TbkRule rules[3 + TBK_MAX_SYMBOLS] = { TBK_WORD (0, 0, 0), TBK_HEAD (0, 0, 0), TBK_HEAD (0, 1, 0) };
  TbkGrammar grammar = { "many pairs", rules, G_N_ELEMENTS (rules), TBK_MAX_SYMBOLS, 1, 0 };
  g_auto (TbkWeightedString) string = TBK_WEIGHTED_STRING_INIT;
  g_autoptr (TbkTabular) tabular = NULL;
  gint64 best;

  for (int c = 0; c < TBK_MAX_SYMBOLS; c++)
    rules[3 + c] = (TbkRule) TBK_RIGHT ((c + 1) % TBK_MAX_SYMBOLS, c, 0);
  tabular = tbk_tabular_new (&grammar);
  cr_assert (tbk_weighted_string_resize (&string, TBK_TABULAR_MAX_LENGTH, NULL));
  for (int plain = 0; plain < 2; plain++) {
    g_autoptr (GError) error = NULL;

    cr_assert_not ((plain ? tabular_best_plain : tbk_tabular_best) (tabular, &string, &best, &error));
    cr_assert (g_error_matches (error, TBK_ERROR, TBK_ERROR_RESOURCE));
  }
}
#endif
