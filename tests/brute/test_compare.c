/* test_compare.c - walks and agreement, against counting by hand in a list of all that was met. */
#include <criterion/criterion.h>
#include <string.h>

#include "brute/oracle_cases.h"
#include "brute/trees.h"
#include "corpus/corpus.h"
#include "statistics/statistics.h"
#include "systems/systems.h"
#include "tbk/conllu.h"
#include "tbk/parser.h"
#include "tbk/statistics.h"
#include "unit/refused.h"

enum { MAX_WORDS = 9, N_VARIANTS = 2 };

static const TbkVariant variants[N_VARIANTS] = {
  { ARC_EAGER_SHIFT_BEFORE_REDUCE, TBK_METHOD_APPROXIMATE, NULL },
  { ARC_EAGER_STRICT_REDUCE_BEFORE_SHIFT, TBK_METHOD_TABULAR, NULL },
};

static TbkCompareOptions
options_of (const char *walk)
{
  TbkCompareOptions options = { .system = &record_arc_eager_nederhof.system,
                                .reference = { ARC_EAGER_SHIFT_BEFORE_REDUCE, TBK_METHOD_EXACT, NULL },
                                .variants = variants,
                                .n_variants = N_VARIANTS };

  options.walk.seed = 7;
  cr_assert (tbk_walk_parse (walk, &options.walk, NULL));
  return options;
}

/* Counted without the library's sums. */
typedef struct {
  gint64 configurations, values_differ[N_VARIANTS], sets_differ[N_VARIANTS], contained[N_VARIANTS];
  gint64 extra[N_VARIANTS], missing[N_VARIANTS], empty[N_VARIANTS], harm[N_VARIANTS];
  gint64 of_length[2 * MAX_WORDS], of_distance[AGREEMENT_DISTANCES];
} Naive;

/* The greatest value. */
static int
find_best (const TbkSystem *system, const int *values)
{
  int best = TBK_IMPOSSIBLE;

  for (int t = 0; t < system->n_transitions; t++)
    best = MAX (best, values[t]);
  return best;
}

/* Counts how the set of a variant differs from that of the reference, whose values are @values. */
static void
count_sets (const TbkSystem *system, const int *values, guint reference, guint set, int v, Naive *naive)
{
  gboolean has_extra = FALSE, has_missing = FALSE;
  int harm = 0;

  for (int t = 0; t < system->n_transitions; t++) {
    const gboolean is_right = (reference >> t & 1) != 0, is_named = (set >> t & 1) != 0;

    has_extra |= is_named && !is_right;
    has_missing |= is_right && !is_named;
    if (is_named && !is_right && find_best (system, values) > 0)
      harm = MAX (harm, find_best (system, values) - MAX (values[t], 0));
  }
  naive->extra[v] += has_extra;
  naive->missing[v] += has_missing;
  naive->empty[v] += set == 0;
  naive->harm[v] += harm;
}

/* How many gold arcs are neither made nor can be made, where 0 begins in the stack. */
static int
count_lost (const TbkConfiguration *c, const int *heads, int best)
{
  int n_right = 0;

  for (int word = 1; word <= c->n; word++)
    n_right += c->heads[word] == heads[word];
  return best == TBK_IMPOSSIBLE ? c->n : c->n - n_right - best;
}

static gboolean
is_proper_subset (const TbkSystem *system, guint set, guint of)
{
  gboolean is_smaller = FALSE;

  for (int t = 0; t < system->n_transitions; t++) {
    if ((set >> t & 1) > (of >> t & 1))
      return FALSE;
    is_smaller |= (set >> t & 1) < (of >> t & 1);
  }
  return is_smaller;
}

/* Takes the step of the walk, or of the parser. */
static gboolean
step_naively (const TbkCompareOptions *options, TbkParser *parser, TbkRandom *random, TbkConfiguration *c,
              guint optimal)
{
  int chosen;

  if (parser != NULL)
    return tbk_parser_take (parser, c) >= 0;
  chosen = tbk_walk_choose (&options->walk, random, options->system, c, optimal);
  cr_assert (chosen < 0 || tbk_configuration_step (c, &options->system->transitions[chosen], NULL));
  return chosen >= 0;
}

/* Walks with the same choices, over fresh oracles in every configuration. */
static void
walk_naively (const TbkCompareOptions *options, TbkParser *parser, const int *heads, int n, guint64 place,
              Naive *naive)
{
  g_auto (TbkConfiguration) c = TBK_CONFIGURATION_INIT;
  TbkRandom random;

  tbk_random_init (&random, options->walk.seed, place);
  tbk_configuration_keep_relations (&c);
  tbk_configuration_keep_children (&c);
  tbk_configuration_start (&c, options->system, n, NULL);
  while (!tbk_configuration_is_final (&c)) {
    int values[N_VARIANTS + 1][TBK_MAX_TRANSITIONS];
    guint sets[N_VARIANTS + 1];

    for (int o = 0; o <= N_VARIANTS; o++) {
      const TbkVariant *variant = o == 0 ? &options->reference : &options->variants[o - 1];
      g_autoptr (TbkOracle) oracle = tbk_oracle_new (options->system, variant->policy, variant->method, NULL);
      cr_assert (tbk_oracle_set_gold (oracle, heads, n, NULL));
      cr_assert (tbk_oracle_values (oracle, &c, values[o], NULL));
      sets[o] = tbk_oracle_optimal (oracle, values[o]);
    }
    naive->configurations++;
    naive->of_length[c.depth + (n + 1 - c.buffer)]++;
    naive->of_distance[MIN (count_lost (&c, heads, find_best (options->system, values[0])),
                            AGREEMENT_DISTANCES - 1)]++;
    for (int v = 0; v < N_VARIANTS; v++) {
      gboolean differs = FALSE;
      for (int t = 0; t < options->system->n_transitions; t++)
        differs |= values[0][t] != values[v + 1][t];
      naive->values_differ[v] += differs;
      naive->sets_differ[v] += sets[0] != sets[v + 1];
      naive->contained[v] += is_proper_subset (options->system, sets[v + 1], sets[0]);
      count_sets (options->system, values[0], sets[0], sets[v + 1], v, naive);
    }
    if (!step_naively (options, parser, &random, &c, sets[0]))
      break;
  }
}

static void
check_against (const Naive *naive, const TbkTally *tally, gint64 n_sentences)
{
  int n_lengths;
  g_autofree int *lengths = agreement_lengths (tally, &n_lengths);
  const int max_length = n_lengths > 0 ? lengths[n_lengths - 1] : 0;

  cr_assert_lt (max_length, 2 * MAX_WORDS);
  for (int i = 0; i < n_lengths; i++)
    cr_assert (naive->of_length[lengths[i]] > 0 && (i == 0 || lengths[i] > lengths[i - 1]));
  for (int v = 0; v < N_VARIANTS; v++) {
    TbkAgreementFigures figures;
    gint64 sum = 0, time;
    int n;
    g_autofree Confusion *confusions = agreement_confusions (tally, v, &n);

    tbk_agreement_get (tally, v, &figures);
    cr_assert_eq (figures.sentences, n_sentences);
    cr_assert_eq (figures.configurations, naive->configurations);
    cr_assert_eq (figures.values_differ, naive->values_differ[v]);
    cr_assert_eq (figures.sets_differ, naive->sets_differ[v]);
    cr_assert_eq (figures.contained, naive->contained[v]);
    cr_assert_eq (figures.extra, naive->extra[v]);
    cr_assert_eq (figures.missing, naive->missing[v]);
    cr_assert_eq (figures.empty, naive->empty[v]);
    cr_assert_eq (figures.harm, naive->harm[v]);
    for (int d = 0; d < AGREEMENT_DISTANCES; d++) {
      gint64 found[AGREEMENT_N_FIGURES];

      agreement_find (tally, (AgreementAsked){ .variant = v, .distance = d }, found);
      cr_assert_eq (found[AGREEMENT_CONFIGURATIONS], naive->of_distance[d]);
      cr_assert_eq (found[AGREEMENT_SENTENCES], d == 0 ? n_sentences : 0);
    }
    for (int i = 0; i < n; i++) {
      cr_assert_neq (confusions[i].reference, confusions[i].variant);
      cr_assert (i == 0 || confusions[i].configurations <= confusions[i - 1].configurations);
      sum += confusions[i].configurations;
    }
    cr_assert_eq (sum, figures.sets_differ);
    sum = 0;
    for (int l = 0; l <= max_length; l++) {
      cr_assert_eq (agreement_at_length (tally, l, v + 1, &time), naive->of_length[l]);
      sum += time;
    }
    cr_assert_eq (sum, figures.variant_nanoseconds);
  }
}

/* Random trees, the even ones into one part, the odd into another: each sum, and both together, are those
 * of counting. */
static void
check_walk (const char *name)
{
  const TbkAgreementOptions counted = { .compare = options_of (name) };
  const TbkCompareOptions options = counted.compare;
  g_autoptr (TbkComparer) comparer = tbk_comparer_new (&options, NULL);
  TbkTally *tallies[2] = { tbk_tally_new (agreement_layout ()), tbk_tally_new (agreement_layout ()) };
  Agreement *parts[2] = { agreement_new (&counted), agreement_new (&counted) };
  g_autoptr (GRand) random = g_rand_new_with_seed (26);
  Naive naive = { 0 };
  int heads[MAX_WORDS + 1];
  const int n_sentences = SCALED (200);

  for (int i = 1; i <= n_sentences; i++) {
    int n = g_rand_int_range (random, 1, MAX_WORDS + 1);
    random_tree (random, n, i % 3, heads);
    walk_naively (&options, NULL, heads, n, i, &naive);
    cr_assert (comparer_walk (comparer, heads, n, i, parts[i % 2], NULL));
    agreement_end_sentence (parts[i % 2], NULL, n);
  }
  cr_assert_gt (naive.values_differ[0], 0);
  for (int p = 0; p < 2; p++)
    agreement_flush (parts[p], tallies[p]);
  tally_merge (tallies[0], tallies[1]);
  check_against (&naive, tallies[0], n_sentences);
  for (int p = 0; p < 2; p++) /* nothing is left in them */
    agreement_flush (parts[p], tallies[1]);
  check_against (&(Naive){ 0 }, tallies[1], 0);
  for (int p = 0; p < 2; p++) {
    agreement_free (parts[p]);
    tbk_tally_free (tallies[p]);
  }
}

/* What a parser meets that has hardly learned anything, in words of which it has seen none. */
Test (compare, walks_of_parsers_are_counted_rightly)
{
  static const char *const paths[] = { "data/la.conllu", NULL };
  TbkCompareOptions options = options_of ("gold");
  const TbkAgreementOptions counted = { .compare = options };
  TbkTrainingOptions training;
  g_autoptr (TbkTally) tally = tbk_tally_new (agreement_layout ());
  g_autoptr (Agreement) agreement = agreement_new (&counted);
  g_autoptr (TbkConlluReader) reader = tbk_conllu_reader_open ("data/nl.conllu", NULL, NULL);
  g_autoptr (TbkConlluBatch) batch = tbk_conllu_batch_new ();
  TbkConlluSentence sentence;
  Naive naive = { 0 };
  guint64 place = 0;

  tbk_training_options_init (&training);
  training.epochs = 1;
  training.system = options.system;
  g_autoptr (TbkModel) model = tbk_train (&training, paths, NULL, NULL, NULL, NULL);
  g_autoptr (TbkParser) parser = tbk_parser_new (model, NULL);
  options.guide = tbk_parser_guide (model);
  g_autoptr (TbkComparer) comparer = tbk_comparer_new (&options, NULL);
  while (tbk_conllu_reader_next (reader, batch, NULL) == TBK_READ_BATCH)
    while (tbk_conllu_batch_next (batch, &sentence)) {
      cr_assert (tbk_parser_read (parser, &sentence, NULL));
      walk_naively (&options, parser, sentence.heads, sentence.n, ++place, &naive);
      cr_assert (comparer_walk_sentence (comparer, &sentence, place, agreement, NULL));
      agreement_end_sentence (agreement, NULL, sentence.n);
    }
  ASSERT_REFUSED (comparer_walk (comparer, sentence.heads, sentence.n, 1, agreement, NULL));
  agreement_flush (agreement, tally);
  cr_assert_gt (naive.values_differ[0], 0);
  check_against (&naive, tally, (gint64) place);
}

Test (compare, parsers_are_of_the_system)
{
  static const char *const paths[] = { "data/la.conllu", NULL };
  TbkCompareOptions options = options_of ("gold");
  TbkTrainingOptions training;
  g_autoptr (GError) error = NULL;

  tbk_training_options_init (&training);
  training.epochs = 1;
  training.system = tbk_system_find ("arc-hybrid");
  g_autoptr (TbkModel) model = tbk_train (&training, paths, NULL, NULL, NULL, NULL);
  options.guide = tbk_parser_guide (model);
  cr_assert_null (tbk_comparer_new (&options, &error));
  cr_assert (g_error_matches (error, TBK_ERROR, TBK_ERROR_USAGE)
             && strstr (error->message, "arc-hybrid") != NULL);
}

Test (compare, gold_walks_are_counted_rightly)
{
  check_walk ("gold");
}

Test (compare, exploring_walks_are_counted_rightly)
{
  check_walk ("explore:0.3");
}

Test (compare, random_walks_are_counted_rightly)
{
  check_walk ("random");
}

/* A gold walk loses no arc: on a projective tree it makes the gold tree. */
Test (compare, gold_walk_makes_projective_gold_tree)
{
  TbkWalk walk = { .kind = TBK_WALK_GOLD };

  const TbkSystem *system;

  for (int s = 0; (system = tbk_system_at (s)) != NULL; s++) {
    g_auto (TbkConfiguration) c = TBK_CONFIGURATION_INIT;
    g_autoptr (TbkOracle) oracle = NULL;
    const TreeList *trees = all_trees (5, TRUE);

    if (system->n_policies == 0 || (system->features & TBK_HAS_CYCLES) != 0)
      continue;
    oracle = tbk_oracle_new (system, 0, TBK_METHOD_EXACT, NULL);
    for (gsize i = 0; i < trees->n_trees; i++) {
      const int *heads = tree_at (trees, i);

      cr_assert (tbk_oracle_set_gold (oracle, heads, trees->n, NULL));
      tbk_configuration_start (&c, system, trees->n, NULL);
      while (!tbk_configuration_is_final (&c)) {
        int values[TBK_MAX_TRANSITIONS], chosen;
        cr_assert (tbk_oracle_values (oracle, &c, values, NULL));
        chosen = tbk_walk_choose (&walk, NULL, system, &c, tbk_oracle_optimal (oracle, values));
        cr_assert (tbk_configuration_step (&c, &system->transitions[chosen], NULL));
      }
      for (int w = 1; w <= trees->n; w++)
        if (!(system->starts_empty && heads[w] == 0)) /* without word 0 there are no arcs from it */
          cr_assert_eq (c.heads[w] < 0 && system->hangs_rest ? 0 : c.heads[w], heads[w], "%s", system->name);
    }
  }
}

/* How often an exploring walk leaves the optimal set is as told, within 5 standard deviations. */
Test (compare, exploring_draws_as_often_as_told)
{
  g_auto (TbkConfiguration) c = TBK_CONFIGURATION_INIT;
  TbkWalk walk;
  TbkRandom random;
  int n_others = 0;

  cr_assert (tbk_walk_parse ("explore:0.25", &walk, NULL));
  tbk_random_init (&random, 1, 1);
  tbk_configuration_start (&c, &record_arc_eager_nederhof.system, 3, NULL);
  for (int i = 0; i < 10000; i++)
    n_others += tbk_walk_choose (&walk, &random, &record_arc_eager_nederhof.system, &c, 1 << ARC_EAGER_SH)
                != ARC_EAGER_SH;
  /* Two are allowed, shift and right_arc, so the half of what is drawn is another. */
  cr_assert_lt (ABS (n_others - 1250), 166);
}

Test (compare, names_of_walks_are_read_exactly)
{
  static const char *const good[] = { "gold",        "random",    "explore:0",
                                      "explore:0.1", "explore:1", "explore:0.000000001" };
  static const char *const bad[] = { "",
                                     "golden",
                                     "explore",
                                     "explore:",
                                     "explore:-0.1",
                                     "explore:2",
                                     "explore:1.1",
                                     "explore:0.",
                                     "explore:.5",
                                     "explore:0.1x",
                                     "explore:0.0000000001",
                                     "explore:1e-1",
                                     "explore:nan" };
  TbkWalk walk = { .seed = 3 };

  for (guint i = 0; i < G_N_ELEMENTS (good); i++) {
    g_autofree char *name = NULL;
    cr_assert (tbk_walk_parse (good[i], &walk, NULL));
    name = walk_name (&walk);
    cr_assert_str_eq (name, good[i]);
  }
  cr_assert_eq (walk.explore, 1);
  cr_assert_eq (walk.seed, 3);
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++) {
    g_autoptr (GError) error = NULL;
    cr_assert_not (tbk_walk_parse (bad[i], &walk, &error));
    cr_assert (g_error_matches (error, TBK_ERROR, TBK_ERROR_USAGE));
  }
}

/* A name, whether a system is there for it, and what is told of it where it is none. */
typedef struct {
  const char *text;
  gboolean has_system;
  const char *message;
} VariantName;

Test (compare, names_of_variants_are_read_exactly)
{
  static const VariantName names[] = {
    { "free:exact", TRUE, NULL },
    { "arc-eager-nederhof/free:exact", FALSE, NULL },
    { "free:exact", FALSE, "found 'free:exact', expected SYSTEM/POLICY:METHOD" },
    { "free", TRUE, "found 'free', expected POLICY:METHOD" },
    { "arc-eagr/free:exact", FALSE, "there is no system 'arc-eagr'" },
    { "fre:exact", TRUE, "the system arc-eager-nederhof has no policy 'fre'" },
    { "free:exac", TRUE, "there is no method 'exac'" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++) {
    const TbkSystem *system = names[i].has_system ? &record_arc_eager_nederhof.system : NULL;
    g_autoptr (GError) error = NULL;
    TbkVariant variant;

    cr_assert_eq (tbk_variant_parse (names[i].text, system, &variant, &error), names[i].message == NULL);
    if (names[i].message != NULL)
      cr_assert (g_str_has_prefix (error->message, names[i].message), "%s: %s", names[i].text,
                 error->message);
  }
}
