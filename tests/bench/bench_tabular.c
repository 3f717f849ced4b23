/* bench_tabular.c - the generic parser in lanes, against the plain recursion of the same parser. */
#include "bench/bench.h"
#include "brute/trees.h"
#include "systems/systems.h"
#include "tabular/tabular.h"
#include "tbk/tabular.h"

enum {
  SHORT_ROUNDS = 3 * ROUNDS,
  TERMS = 20000000, /* products in the sums of a round of the plain recursion, about */
};

typedef struct {
  TbkTabular *tabular;
  TbkWeightedString *strings;
  gint64 *best;
  int n_strings;
} Batch;

/* How the tabular method reads configurations of @system. */
static const Translation *
translation_of (const TbkSystem *system)
{
  const Record *record = record_of (system);
  int s = 0;

  while (record->solvers[s].method != TBK_METHOD_TABULAR)
    s++;
  return record->solvers[s].parameters;
}

/* The string of @translation for a configuration whose stack holds some of the words. */
static void
set_terminals (const TbkSystem *system, GRand *random, int n, TbkWeightedString *string)
{
  const TbkTransition *shift = &system->transitions[0], *push = shift;
  g_auto (TbkConfiguration) c = TBK_CONFIGURATION_INIT;
  Candidate candidate = { 0, &c };

  tbk_configuration_start (&c, system, n, NULL);
  for (int depth = g_rand_int_range (random, 1, n); depth > 0; depth--) {
    if (system == &record_arc_eager_nederhof.system)
      push = g_rand_boolean (random) ? shift : &system->transitions[ARC_EAGER_RA];
    tbk_configuration_step (&c, push, NULL);
  }
  translation_of (system)->translate (&candidate, 0, string);
}

/* Strings of n + 1 positions with the arcs of random trees: of @system, or of the projective grammar if
 * NULL. */
static Batch
batch_new (const TbkSystem *system, int n, int n_strings)
{
  const TbkGrammar *grammar =
      system == NULL ? tbk_grammar_projective (FALSE) : translation_of (system)->grammar;
  Batch batch = { tbk_tabular_new (grammar), g_new0 (TbkWeightedString, n_strings), g_new (gint64, n_strings),
                  n_strings };
  g_autoptr (GRand) random = g_rand_new_with_seed (n);
  g_autofree int *heads = g_new (int, n + 1);

  for (int s = 0; s < n_strings; s++) {
    random_tree (random, n, 0, heads);
    tbk_weighted_string_resize (&batch.strings[s], n + 1, NULL);
    for (int d = 1; d <= n; d++)
      tbk_weight_set (&batch.strings[s], heads[d], d, 1);
    if (system != NULL)
      set_terminals (system, random, n, &batch.strings[s]);
  }
  return batch;
}

static void
batch_free (Batch batch)
{
  tbk_tabular_free (batch.tabular);
  for (int s = 0; s < batch.n_strings; s++)
    tbk_weighted_string_clear (&batch.strings[s]);
  g_free (batch.strings);
  g_free (batch.best);
}

/* Seconds for a string. */
static double
time_plain (const Batch *batch, int n_strings)
{
  double start = processor_seconds ();

  for (int s = 0; s < n_strings; s++)
    tabular_best_plain (batch->tabular, &batch->strings[s % batch->n_strings], batch->best, NULL);
  return (processor_seconds () - start) / n_strings;
}

static double
time_lanes (const Batch *batch, int n_batches)
{
  double start = processor_seconds ();

  for (int b = 0; b < n_batches; b++)
    tbk_tabular_best_many (batch->tabular, batch->strings, batch->n_strings, batch->best, NULL);
  return (processor_seconds () - start) / n_batches / batch->n_strings;
}

static void
bench_batch (const char *name, const TbkSystem *system, int n, int n_strings, const char *goal)
{
  Batch batch = batch_new (system, n, n_strings);
  int n_plain = 1 + TERMS / (n * n * n), n_batches = 1 + (n_strings == 1 ? 10 : 50) * n_plain / n_strings;
  double ratios[SHORT_ROUNDS];

  time_plain (&batch, 1);
  time_lanes (&batch, 1);
  for (int r = 0; r < SHORT_ROUNDS; r++) {
    double plain = time_plain (&batch, system == NULL ? n_plain : 1 + n_plain / 10);
    ratios[r] = plain / time_lanes (&batch, n_batches);
  }
  report (name, median (ratios, SHORT_ROUNDS), "ratio", goal);
  batch_free (batch);
}

void
bench_tabular (void)
{
  bench_batch ("lanes_64_projective_20_plain_over_lanes", NULL, 20, 64, ">= 12");
  bench_batch ("lanes_64_projective_50_plain_over_lanes", NULL, 50, 64, ">= 12");
  bench_batch ("lanes_64_projective_100_plain_over_lanes", NULL, 100, 64, ">= 12");
  bench_batch ("lanes_32_projective_20_plain_over_lanes", NULL, 20, 32, ">= 12");
  bench_batch ("lanes_32_projective_50_plain_over_lanes", NULL, 50, 32, ">= 12");
  bench_batch ("lanes_32_projective_100_plain_over_lanes", NULL, 100, 32, ">= 12");
  bench_batch ("lanes_1_projective_50_plain_over_lanes", NULL, 50, 1, ">= 5");
  bench_batch ("lanes_1_projective_100_plain_over_lanes", NULL, 100, 1, ">= 5");
  bench_batch ("lanes_64_arc-eager-nederhof_20_plain_over_lanes", &record_arc_eager_nederhof.system, 20, 64,
               ">= 8");
  bench_batch ("lanes_64_arc-eager-nederhof_60_plain_over_lanes", &record_arc_eager_nederhof.system, 60, 64,
               ">= 8");
  bench_batch ("lanes_64_arc-standard_20_plain_over_lanes", &record_arc_standard.system, 20, 64, ">= 8");
  bench_batch ("lanes_64_arc-standard_60_plain_over_lanes", &record_arc_standard.system, 60, 64, ">= 8");
}
