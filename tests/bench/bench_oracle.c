/* bench_oracle.c - what the exact oracles cost, against the tabular method and the linear approximation.
 *
 * Walks follow an optimal step of the exact oracle, and a random one time in five. They are recorded, so
 * that all methods value the same configurations; times include steps, and what is done once a sentence.
 */
#include <math.h>
#include <string.h>
#include <time.h>

#include "bench/bench.h"
#include "oracle/oracle.h"
#include "systems/arc_standard.h"
#include "systems/systems.h"
#include "tabular/tabular.h"
#include "tbk/oracle.h"

enum {
  ONE_IN = 5,
  LONGEST = 100,
  BAND = 10,
  SLOW_CASES = 20,
  FAST_CASES = 5000,
  STAR = 600,
  LONG_STAR = 4000,
  TIMES = 20
};

/* A sentence with the steps taken through it. */
typedef struct {
  const Tree *tree;
  guint8 *steps;
  int n_steps;
} BenchWalk;

static void
free_walk (gpointer walk)
{
  g_free (((BenchWalk *) walk)->steps);
}

static int
choose_step (const TbkOracle *oracle, GRand *random, const TbkConfiguration *configuration, const int *values)
{
  const TbkSystem *system = oracle_system (oracle);
  guint optimal = tbk_oracle_optimal (oracle, values);
  int chosen = -1, n_allowed = 0;

  if (optimal != 0 && g_rand_int_range (random, 0, ONE_IN) > 0)
    return g_bit_nth_lsf (optimal, -1);
  for (int t = 0; t < system->n_transitions; t++)
    if (tbk_configuration_obstacle (configuration, &system->transitions[t]) == NULL
        && g_rand_int_range (random, 0, ++n_allowed) == 0)
      chosen = t;
  return chosen;
}

static BenchWalk
record_walk (TbkOracle *oracle, GRand *random, const Tree *tree)
{
  const TbkSystem *system = oracle_system (oracle);
  g_auto (TbkConfiguration) c = TBK_CONFIGURATION_INIT;
  BenchWalk walk = { tree, g_new (guint8, 3 * tree->n + 1), 0 };
  int values[TBK_MAX_TRANSITIONS], step;

  tbk_oracle_set_gold (oracle, tree->heads, tree->n, NULL);
  tbk_configuration_start (&c, system, tree->n, NULL);
  while (!tbk_configuration_is_final (&c) && tbk_oracle_values (oracle, &c, values, NULL)
         && (step = choose_step (oracle, random, &c, values)) >= 0) {
    walk.steps[walk.n_steps++] = step;
    tbk_configuration_step (&c, &system->transitions[step], NULL);
  }
  return walk;
}

/* Walks through every @every-th tree. */
static GArray *
record_walks (const TbkSystem *system, int policy, const GArray *trees, int every)
{
  g_autoptr (TbkOracle) oracle = tbk_oracle_new (system, policy, TBK_METHOD_EXACT, NULL);
  g_autoptr (GRand) random = g_rand_new_with_seed (1);
  GArray *walks = g_array_new (FALSE, FALSE, sizeof (BenchWalk));

  g_array_set_clear_func (walks, free_walk);
  for (guint i = 0; i < trees->len; i += every) {
    BenchWalk walk = record_walk (oracle, random, &g_array_index (trees, Tree, i));
    g_array_append_val (walks, walk);
  }
  return walks;
}

/* Seconds for each configuration on all the walks, with everything that is done for it. */
static double
time_walks (TbkOracle *oracle, const GArray *walks)
{
  const TbkSystem *system = oracle_system (oracle);
  g_auto (TbkConfiguration) c = TBK_CONFIGURATION_INIT;
  int values[TBK_MAX_TRANSITIONS], n_configurations = 0;
  double start = seconds ();

  for (guint w = 0; w < walks->len; w++) {
    const BenchWalk *walk = &g_array_index (walks, BenchWalk, w);
    tbk_oracle_set_gold (oracle, walk->tree->heads, walk->tree->n, NULL);
    tbk_configuration_start (&c, system, walk->tree->n, NULL);
    n_configurations += walk->n_steps;
    for (int i = 0; i < walk->n_steps; i++) {
      tbk_oracle_values (oracle, &c, values, NULL);
      tbk_configuration_step (&c, &system->transitions[walk->steps[i]], NULL);
    }
  }
  return (seconds () - start) / n_configurations;
}

/* How many times longer @slow takes than EXACT, on walks through every @every-th tree, over some rounds. */
static double
compare_methods (const TbkSystem *system, int policy, TbkMethod slow, const GArray *trees, int every,
                 int rounds)
{
  g_autoptr (TbkOracle) exact = tbk_oracle_new (system, policy, TBK_METHOD_EXACT, NULL);
  g_autoptr (TbkOracle) other = tbk_oracle_new (system, policy, slow, NULL);
  g_autoptr (GArray) walks = record_walks (system, policy, trees, every);
  double ratios[ROUNDS], fast[ROUNDS];

  for (int r = 0; r < rounds; r++) {
    double time;

    /* The tabular method is to go by the plain recursion; its parser is made when first used. */
    many_vector_limit = 0;
    time = time_walks (other, walks);
    many_vector_limit = 64;
    for (int f = 0; f < ROUNDS; f++)
      fast[f] = time_walks (exact, walks);
    ratios[r] = time / median (fast, ROUNDS);
  }
  return median (ratios, rounds);
}

/* The least of some times, as others use the machine too. */
static double
least_time (TbkOracle *oracle, const GArray *walks)
{
  double least = INFINITY;

  for (int r = 0; r < TIMES; r++)
    least = MIN (least, time_walks (oracle, walks));
  return least;
}

/* The goals, by system, policy and treebank. */
static const struct {
  const TbkSystem *system;
  int policy;
  const char *treebank, *goal, *goal_exact, *goal_exact_over_linear;
  int every; /* tree, for the slow method */
} goals[] = {
  { &record_arc_eager_nederhof.system, ARC_EAGER_SHIFT_BEFORE_REDUCE, "el_gdt-ud-train", ">= 1000", "<= 0.3",
    "<= 3", 60 },
  { &record_arc_eager_nederhof.system, ARC_EAGER_SHIFT_BEFORE_REDUCE, "grc_proiel-ud-test", ">= 300", "",
    "<= 3", 20 },
  { &record_arc_eager_nederhof.system, ARC_EAGER_SHIFT_BEFORE_REDUCE, "cu_proiel-ud-train", ">= 300", "",
    "<= 3", 20 },
  { &record_arc_eager_nederhof.system, ARC_EAGER_NONE, "el_gdt-ud-train", "", "", "", 120 },
  { &record_arc_eager_nederhof.system, ARC_EAGER_REDUCE_BEFORE_SHIFT, "el_gdt-ud-train", "", "", "<= 1.5",
    120 },
  { &record_arc_eager_nederhof.system, ARC_EAGER_STRICT_REDUCE_BEFORE_SHIFT, "el_gdt-ud-train", "", "", "",
    120 },
  { &record_arc_eager_nederhof_uncorrected.system, ARC_EAGER_SHIFT_BEFORE_REDUCE, "el_gdt-ud-train", "", "",
    "", 120 },
  { &record_arc_standard.system, ARC_STANDARD_LEFT_FIRST, "el_gdt-ud-train", ">= 250", "", "", 20 },
  { &record_arc_standard.system, ARC_STANDARD_NONE, "el_gdt-ud-train", ">= 250", "", "", 20 },
  { &record_arc_standard.system, ARC_STANDARD_LEFT_FIRST, "grc_proiel-ud-test", ">= 50", "", "", 20 },
  { &record_arc_standard.system, ARC_STANDARD_NONE, "grc_proiel-ud-test", ">= 50", "", "", 20 },
  { &record_arc_eager_nederhof_normalized.system, NORMALIZED_BLOCK, "el_gdt-ud-train", "", "", "", 60 },
};

static void
bench_goal (guint g, const GArray *trees)
{
  const TbkSystem *system = goals[g].system;
  int policy = goals[g].policy;
  g_autoptr (TbkOracle) exact = tbk_oracle_new (system, policy, TBK_METHOD_EXACT, NULL);
  g_autoptr (TbkOracle) approximate = tbk_oracle_new (system, policy, TBK_METHOD_APPROXIMATE, NULL);
  g_autoptr (GArray) walks = record_walks (system, policy, trees, 1);
  g_autofree char *what =
      g_strdup_printf ("oracle_%s_%s_%s", system->name, system->policies[policy].name, goals[g].treebank);
  g_autofree char *time = g_strconcat (what, "_exact", NULL);
  g_autofree char *tabular = g_strconcat (what, "_tabular_over_exact", NULL);
  g_autofree char *linear = g_strconcat (what, "_exact_over_approximate", NULL);

  report (time, 1e6 * least_time (exact, walks), "us/configuration", goals[g].goal_exact);
  report (tabular, compare_methods (system, policy, TBK_METHOD_TABULAR, trees, goals[g].every, SLOW_ROUNDS),
          "ratio", goals[g].goal);
  if (approximate != NULL)
    report (linear, 1 / compare_methods (system, policy, TBK_METHOD_APPROXIMATE, trees, 1, ROUNDS), "ratio",
            goals[g].goal_exact_over_linear);
}

/* Times by length: of stack and remaining input, to the nearest ten. */

typedef struct {
  double total;
  int n_cases;
} Band;

static double
nanoseconds (void)
{
  struct timespec now;

  clock_gettime (CLOCK_MONOTONIC, &now);
  return 1e9 * now.tv_sec + now.tv_nsec;
}

/* What it costs to look at the clock. */
static double
clock_cost (void)
{
  double least = INFINITY;

  for (int i = 0; i < 1000; i++) {
    double start = nanoseconds ();
    least = MIN (least, nanoseconds () - start);
  }
  return least;
}

static gboolean
are_full (const Band *bands, int most)
{
  for (int b = 1; b <= LONGEST / BAND; b++)
    if (bands[b].n_cases < most)
      return FALSE;
  return TRUE;
}

static void
time_by_length (TbkOracle *oracle, const GArray *walks, int most, Band *bands)
{
  const TbkSystem *system = oracle_system (oracle);
  g_auto (TbkConfiguration) c = TBK_CONFIGURATION_INIT;
  int values[TBK_MAX_TRANSITIONS];
  double cost = clock_cost ();

  for (guint w = 0; w < walks->len && !are_full (bands, most); w++) {
    const BenchWalk *walk = &g_array_index (walks, BenchWalk, w);
    tbk_oracle_set_gold (oracle, walk->tree->heads, walk->tree->n, NULL);
    tbk_configuration_start (&c, system, walk->tree->n, NULL);
    for (int i = 0; i < walk->n_steps; i++) {
      int band = (c.depth + c.n + 1 - c.buffer + BAND / 2) / BAND;
      if (band <= LONGEST / BAND && bands[band].n_cases < most) {
        double start = nanoseconds ();
        tbk_oracle_values (oracle, &c, values, NULL);
        bands[band].total += nanoseconds () - start - cost;
        bands[band].n_cases++;
      }
      tbk_configuration_step (&c, &system->transitions[walk->steps[i]], NULL);
    }
  }
}

static void
bench_lengths (const TbkSystem *system, const GArray *trees)
{
  const int policy = 0;
  g_autoptr (GArray) walks = record_walks (system, policy, trees, 1);

  for (TbkMethod method = 0; method < TBK_N_METHODS; method++) {
    g_autoptr (TbkOracle) oracle = tbk_oracle_new (system, policy, method, NULL);
    Band bands[LONGEST / BAND + 1] = { { 0, 0 } };

    if (oracle == NULL || method == TBK_METHOD_LINEAR || method == TBK_METHOD_QUADRATIC)
      continue;
    time_by_length (oracle, walks, method == TBK_METHOD_TABULAR ? SLOW_CASES : FAST_CASES, bands);
    for (int b = 1; b <= LONGEST / BAND; b++) {
      g_autofree char *name =
          g_strdup_printf ("oracle_%s_%s_%s_length_%d", system->name, system->policies[policy].name,
                           tbk_method_name (method), b * BAND);
      if (bands[b].n_cases > 0)
        report (name, 1e-3 * bands[b].total / bands[b].n_cases, "us/configuration", "");
    }
  }
}

/* Stars: all words but one hang on that one, a hub, which takes many states for one configuration. The worst of three
 * hubs. */
static void
bench_stars (const TbkSystem *system, int policy)
{
  const int hubs[] = { 1, STAR / 2, STAR };
  g_autoptr (TbkOracle) oracle = tbk_oracle_new (system, policy, TBK_METHOD_EXACT, NULL);
  g_autofree char *name =
      g_strdup_printf ("oracle_%s_%s_star_%d", system->name, system->policies[policy].name, STAR);
  double worst = 0;

  for (guint h = 0; h < G_N_ELEMENTS (hubs); h++) {
    g_autofree int *heads = g_new (int, STAR + 1);
    Tree star = { STAR, heads };
    g_autoptr (GArray) trees = g_array_new (FALSE, FALSE, sizeof (Tree)), walks = NULL;
    double times[ROUNDS];

    for (int word = 0; word <= STAR; word++)
      heads[word] = word == 0 ? -1 : word == hubs[h] ? 0 : hubs[h];
    g_array_append_val (trees, star);
    walks = record_walks (system, policy, trees, 1);
    for (int r = 0; r < ROUNDS; r++)
      times[r] = time_walks (oracle, walks);
    worst = MAX (worst, median (times, ROUNDS));
  }
  report (name, 1e6 * worst, "us/configuration", "<= 50");
}

/* The first configuration of a long star, with all that is made once a sentence; the worst of hubs and policies. */
static void
bench_first_of_stars (const TbkSystem *system)
{
  const int hubs[] = { 1, LONG_STAR / 2, LONG_STAR };
  g_autofree char *name = g_strdup_printf ("oracle_%s_star_%d_first", system->name, LONG_STAR);
  g_autofree int *heads = g_new (int, LONG_STAR + 1);
  g_auto (TbkConfiguration) c = TBK_CONFIGURATION_INIT;
  int values[TBK_MAX_TRANSITIONS];
  double worst = 0;

  for (int policy = 0; policy < system->n_policies; policy++)
    for (guint h = 0; h < G_N_ELEMENTS (hubs); h++) {
      g_autoptr (TbkOracle) oracle = tbk_oracle_new (system, policy, TBK_METHOD_EXACT, NULL);
      double start;

      for (int word = 0; word <= LONG_STAR; word++)
        heads[word] = word == 0 ? -1 : word == hubs[h] ? 0 : hubs[h];
      tbk_configuration_start (&c, system, LONG_STAR, NULL);
      start = processor_seconds ();
      if (!tbk_oracle_set_gold (oracle, heads, LONG_STAR, NULL)
          || !tbk_oracle_values (oracle, &c, values, NULL))
        g_error ("%s: failed", name);
      worst = MAX (worst, processor_seconds () - start);
    }
  report (name, 1e3 * worst, "ms", "<= 200");
}

/* The trees of the files whose names have @treebank in them. */
GArray *
read_treebank (char **paths, const char *treebank)
{
  g_autoptr (GPtrArray) chosen = g_ptr_array_new ();

  for (int i = 0; paths[i] != NULL; i++)
    if (strstr (paths[i], treebank) != NULL)
      g_ptr_array_add (chosen, paths[i]);
  g_ptr_array_add (chosen, NULL);
  return read_trees ((char **) chosen->pdata);
}

void
bench_oracles (char **paths)
{
  const TbkSystem *const systems[] = { &record_arc_eager_nederhof.system, &record_arc_standard.system };
  GArray *trees;

  for (guint g = 0; g < G_N_ELEMENTS (goals); g++) {
    trees = read_treebank (paths, goals[g].treebank);
    if (trees->len > 0)
      bench_goal (g, trees);
    free_trees (trees);
  }
  trees = random_trees (100, 20);
  report ("oracle_arc-eager-nederhof_shift-before-reduce_random_100_tabular_over_exact",
          compare_methods (&record_arc_eager_nederhof.system, ARC_EAGER_SHIFT_BEFORE_REDUCE,
                           TBK_METHOD_TABULAR, trees, 20, 1),
          "ratio", ">= 1500");
  free_trees (trees);
  bench_stars (&record_arc_eager_nederhof.system, ARC_EAGER_SHIFT_BEFORE_REDUCE);
  bench_stars (&record_arc_eager_nederhof.system, ARC_EAGER_REDUCE_BEFORE_SHIFT);
  bench_stars (&record_arc_standard.system, ARC_STANDARD_LEFT_FIRST);
  bench_stars (&record_arc_standard.system, ARC_STANDARD_NONE);
  for (guint s = 0; s < G_N_ELEMENTS (systems); s++)
    bench_first_of_stars (systems[s]);
  trees = read_treebank (paths, "");
  for (guint s = 0; s < G_N_ELEMENTS (systems); s++)
    bench_lengths (systems[s], trees);
  free_trees (trees);
}
