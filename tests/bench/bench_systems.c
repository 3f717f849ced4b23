/* bench_systems.c - what further systems, static oracles and records of JSON cost.
 *
 * Walks follow an optimal transition of the exact oracle, and a random one time in five. They are recorded, so that only
 * values and steps are timed.
 */
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>

#include "bench/bench.h"
#include "oracle/oracle.h"
#include "systems/systems.h"
#include "tbk/oracle.h"

enum {
  ONE_IN = 5,
  RECORD_WORDS = 25,
  RECORD_CONFIGURATIONS = 50,
  RECORD_ROUNDS = 200,
  N_REACHES = 3,

  SEARCH_SAMPLE = 8,
  SEARCH_TREES = 200,
};

/* A sentence with the transitions taken through it. */
typedef struct {
  const Tree *tree;
  GByteArray *steps;
} Walk;

static void
clear_walk (gpointer walk)
{
  g_byte_array_unref (((Walk *) walk)->steps);
}

/* The next transition of a walk, -1 if none is allowed. */
static int
choose (GRand *random, const TbkConfiguration *c, guint optimal)
{
  guint allowed = tbk_configuration_allowed (c);
  int n_allowed = 0, chosen = -1;

  if (optimal != 0 && g_rand_int_range (random, 0, ONE_IN) > 0)
    return g_bit_nth_lsf (optimal, -1);
  for (int t = 0; t < c->system->n_transitions; t++)
    if ((allowed >> t & 1) != 0 && g_rand_int_range (random, 0, ++n_allowed) == 0)
      chosen = t;
  return chosen;
}

static GArray *
record_walks (const TbkSystem *system, TbkMethod method, const GArray *trees)
{
  g_autoptr (TbkOracle) oracle = tbk_oracle_new (system, 0, method, NULL);
  g_autoptr (GRand) random = g_rand_new_with_seed (1);
  g_auto (TbkConfiguration) c = TBK_CONFIGURATION_INIT;
  GArray *walks = g_array_new (FALSE, FALSE, sizeof (Walk));

  g_array_set_clear_func (walks, clear_walk);
  for (guint i = 0; i < trees->len; i++) {
    Walk walk = { &g_array_index (trees, Tree, i), g_byte_array_new () };
    int values[TBK_MAX_TRANSITIONS], t = 0;

    tbk_oracle_set_gold (oracle, walk.tree->heads, walk.tree->n, NULL);
    tbk_configuration_start (&c, system, walk.tree->n, NULL);
    while (!tbk_configuration_is_final (&c) && tbk_oracle_values (oracle, &c, values, NULL)
           && (t = choose (random, &c, tbk_oracle_optimal (oracle, values))) >= 0) {
      guint8 step = (guint8) t;

      g_byte_array_append (walk.steps, &step, 1);
      tbk_configuration_step (&c, &system->transitions[t], NULL);
    }
    g_array_append_val (walks, walk);
  }
  return walks;
}

/* Seconds for each configuration on all walks, with steps and what is done once a sentence. */
static double
time_walks (const TbkSystem *system, const GArray *walks)
{
  g_autoptr (TbkOracle) oracle = tbk_oracle_new (system, 0, TBK_METHOD_EXACT, NULL);
  g_auto (TbkConfiguration) c = TBK_CONFIGURATION_INIT;
  gint64 n_configurations = 0;
  double start = seconds ();

  for (guint w = 0; w < walks->len; w++) {
    const Walk *walk = &g_array_index (walks, Walk, w);
    int values[TBK_MAX_TRANSITIONS];

    tbk_oracle_set_gold (oracle, walk->tree->heads, walk->tree->n, NULL);
    tbk_configuration_start (&c, system, walk->tree->n, NULL);
    for (guint i = 0; i < walk->steps->len; i++) {
      tbk_oracle_values (oracle, &c, values, NULL);
      tbk_configuration_step (&c, &system->transitions[walk->steps->data[i]], NULL);
    }
    n_configurations += walk->steps->len;
  }
  return (seconds () - start) / MAX (n_configurations, 1);
}

static double
time_system (const char *name, const GArray *trees)
{
  const TbkSystem *system = tbk_system_find (name);
  g_autoptr (GArray) walks = record_walks (system, TBK_METHOD_EXACT, trees);
  double times[ROUNDS];

  for (int r = 0; r < ROUNDS; r++)
    times[r] = time_walks (system, walks);
  return median (times, ROUNDS);
}

/* The other systems against arc-eager-nederhof, on a treebank. */
static void
bench_exact (const char *treebank, const GArray *trees)
{
  static const char *const names[] = { "arc-eager", "arc-eager-unshift", "arc-hybrid" };
  double arc_eager = time_system ("arc-eager-nederhof", trees);

  for (gsize i = 0; i < G_N_ELEMENTS (names); i++) {
    g_autofree char *line = g_strdup_printf ("oracle_%s_over_arc-eager-nederhof_%s", names[i], treebank);

    report (line, time_system (names[i], trees) / arc_eager, "ratio", i < 2 ? "<= 2" : "");
  }
}

/* The share of configurations from which swap still builds every tree, on walks by the approximation. */
static void
bench_free (const char *treebank, const GArray *trees)
{
  const TbkSystem *system = tbk_system_find ("swap");
  g_autoptr (GArray) walks = record_walks (system, TBK_METHOD_APPROXIMATE, trees);
  g_auto (TbkConfiguration) c = TBK_CONFIGURATION_INIT;
  g_autofree char *line = g_strdup_printf ("oracle_swap_free_share_%s", treebank);
  gint64 n_configurations = 0, n_free = 0;

  for (guint w = 0; w < walks->len; w++) {
    const Walk *walk = &g_array_index (walks, Walk, w);
    Gold gold = { .n = walk->tree->n, .heads = walk->tree->heads };
    g_autofree int *scratch = g_new (int, 4 * (gold.n + 2));

    tbk_configuration_start (&c, system, gold.n, NULL);
    for (guint i = 0; i < walk->steps->len; i++) {
      n_free += swap_guide.is_attained (&gold, &c, scratch);
      n_configurations++;
      tbk_configuration_step (&c, &system->transitions[walk->steps->data[i]], NULL);
    }
  }
  report (line, (double) n_free / (double) MAX (n_configurations, 1), "share", "");
}

/* How far the search of swap gets by looking at up to @most configurations. */
typedef struct {
  int most, n_asked, n_unvalued;
  double seconds, longest; /* of the processor, for all that were asked and for one */
} Reach;

/* Whether the oracle finds the values of @c within the looks of @reach. */
static gboolean
reach_one (Reach *reach, TbkOracle *oracle, const TbkConfiguration *c)
{
  int values[TBK_MAX_TRANSITIONS];
  const double start = processor_seconds ();
  gboolean is_valued;
  double passed;

  tbk_oracles_set_search (reach->most);
  is_valued = tbk_oracle_values (oracle, c, values, NULL);
  passed = processor_seconds () - start;
  reach->n_asked++;
  reach->n_unvalued += !is_valued;
  reach->seconds += passed;
  reach->longest = MAX (reach->longest, passed);
  return is_valued;
}

/* Asks with more and more looks, as long as there is no value; with the most of looks only for one configuration in
 * SEARCH_SAMPLE. */
static void
reach_values (Reach *reaches, TbkOracle *oracle, const TbkConfiguration *c)
{
  for (int r = 0; r < N_REACHES && !reach_one (&reaches[r], oracle, c); r++)
    if (r == N_REACHES - 2 && reaches[r].n_unvalued % SEARCH_SAMPLE != 1)
      return;
}

/* What is without value on walks by the approximation, of which @n_free need no search. */
static void
report_reaches (const char *treebank, const Reach *reaches, int n_free)
{
  const int n_configurations = reaches[0].n_asked + n_free;
  struct rusage usage;

  getrusage (RUSAGE_SELF, &usage);
  printf ("search_swap_%s_configurations\t%d\t\t\n", treebank, n_configurations);
  printf ("search_swap_%s_not_free\t%d\t\t\n", treebank, reaches[0].n_asked);
  for (int r = 0; r < N_REACHES; r++) {
    const Reach *reach = &reaches[r];

    printf ("search_swap_%s_%d_asked\t%d\t\t\n", treebank, reach->most, reach->n_asked);
    printf ("search_swap_%s_%d_unvalued\t%d\t\t\n", treebank, reach->most, reach->n_unvalued);
    printf ("search_swap_%s_%d_mean\t%.4g\tms\t\n", treebank, reach->most,
            1e3 * reach->seconds / MAX (reach->n_asked, 1));
    printf ("search_swap_%s_%d_longest\t%.4g\tms\t\n", treebank, reach->most, 1e3 * reach->longest);
  }
  printf ("search_swap_%s_memory\t%ld\tMB\t\n", treebank, usage.ru_maxrss / 1024);
  fflush (stdout);
}

static void
bench_search_of (const char *treebank, const GArray *trees)
{
  const TbkSystem *system = tbk_system_find ("swap");
  g_autoptr (TbkOracle) oracle = tbk_oracle_new (system, 0, TBK_METHOD_EXACT, NULL);
  g_autoptr (GArray) walks = record_walks (system, TBK_METHOD_APPROXIMATE, trees);
  g_auto (TbkConfiguration) c = TBK_CONFIGURATION_INIT;
  Reach reaches[N_REACHES] = { { .most = TBK_SEARCH_DEFAULT }, { .most = 1 << 16 }, { .most = 1 << 20 } };
  int n_free = 0;

  for (guint w = 0; w < walks->len; w++) {
    const Walk *walk = &g_array_index (walks, Walk, w);
    Gold gold = { .n = walk->tree->n, .heads = walk->tree->heads };
    g_autofree int *scratch = g_new (int, 4 * (gold.n + 2));

    tbk_oracle_set_gold (oracle, gold.heads, gold.n, NULL);
    tbk_configuration_start (&c, system, gold.n, NULL);
    for (guint i = 0; i < walk->steps->len; i++) {
      if (swap_guide.is_attained (&gold, &c, scratch))
        n_free++;
      else
        reach_values (reaches, oracle, &c);
      tbk_configuration_step (&c, &system->transitions[walk->steps->data[i]], NULL);
    }
  }
  report_reaches (treebank, reaches, n_free);
}

void
bench_search (char **paths)
{
  static const char *const treebanks[] = { "el_gdt-ud-train", "grc_proiel-ud-test", "nl_alpino-ud-test",
                                           "hu_szeged-ud-test" };

  for (gsize i = 0; i < G_N_ELEMENTS (treebanks); i++) {
    GArray *trees = read_treebank (paths, treebanks[i]);

    while (trees->len > SEARCH_TREES) {
      g_free (g_array_index (trees, Tree, trees->len - 1).heads);
      g_array_set_size (trees, trees->len - 1);
    }
    bench_search_of (treebanks[i], trees);
    free_trees (trees);
  }
  tbk_oracles_set_search (TBK_SEARCH_DEFAULT);
}

static void
bench_static (const char *name, const GArray *trees)
{
  const TbkSystem *system = tbk_system_find (name);
  g_autoptr (TbkStaticOracle) oracle = tbk_static_oracle_new (system, NULL, NULL);
  g_auto (TbkConfiguration) c = TBK_CONFIGURATION_INIT;
  g_autofree char *line = g_strdup_printf ("static_oracle_%s", name);
  double rates[ROUNDS];

  for (int r = 0; r < ROUNDS; r++) {
    double start = seconds ();
    gint64 n_steps = 0;

    for (guint i = 0; i < trees->len; i++) {
      const Tree *tree = &g_array_index (trees, Tree, i);

      tbk_static_oracle_set_gold (oracle, tree->heads, tree->n, NULL);
      tbk_configuration_start (&c, system, tree->n, NULL);
      while (tbk_static_oracle_step (oracle, &c) >= 0)
        n_steps++;
    }
    rates[r] = (double) n_steps / (seconds () - start);
  }
  report (line, median (rates, ROUNDS) / 1e6, "million transitions/s", ">= 5");
}

/* Appends the member of a configuration, without braces. */
static void
append_configuration (GString *text, const TbkConfiguration *c)
{
  g_string_append (text, "\"stack\":[");
  for (int i = 0; i < c->depth; i++)
    g_string_append_printf (text, "%s%d", i > 0 ? "," : "", c->stack[i].word);
  g_string_append_printf (text, "],\"buffer\":%d", c->buffer);
}

/* The seconds that the records in @lines take. */
static double
time_records (TbkOracleRecords *records, const GPtrArray *lines)
{
  double start = seconds ();
  gboolean is_valued;

  for (int r = 0; r < RECORD_ROUNDS; r++)
    for (guint l = 0; l < lines->len; l++) {
      const char *line = g_ptr_array_index (lines, l);
      tbk_oracle_records_answer (records, line, strlen (line), &is_valued, NULL);
    }
  return seconds () - start;
}

/* The configurations of a walk as records: all in one, and each in one. */
static void
write_records (const Walk *walk, TbkConfiguration *configurations, GPtrArray *one, GPtrArray *each)
{
  g_auto (TbkConfiguration) c = TBK_CONFIGURATION_INIT;
  const TbkSystem *system = tbk_system_find ("arc-standard");
  GString *heads = g_string_new ("{\"heads\":["), *all;

  for (int i = 1; i <= walk->tree->n; i++)
    g_string_append_printf (heads, "%s%d", i > 1 ? "," : "", walk->tree->heads[i]);
  all = g_string_new (heads->str);
  g_string_append (all, "],\"configurations\":[");
  tbk_configuration_start (&c, system, walk->tree->n, NULL);
  for (int i = 0; i < RECORD_CONFIGURATIONS; i++) {
    GString *line = g_string_new (heads->str);

    g_string_append (line, "],");
    append_configuration (line, &c);
    g_string_append (all, i > 0 ? ",{" : "{");
    append_configuration (all, &c);
    g_string_append_c (all, '}');
    g_string_append_c (line, '}');
    g_ptr_array_add (each, g_string_free (line, FALSE));
    tbk_configuration_copy (&configurations[i], &c, NULL);
    tbk_configuration_step (&c, &system->transitions[walk->steps->data[i]], NULL);
  }
  g_string_append (all, "]}");
  g_ptr_array_add (one, g_string_free (all, FALSE));
  g_string_free (heads, TRUE);
}

/* Records of a sentence against the same calls in C. */
static void
bench_records (void)
{
  const TbkSystem *system = tbk_system_find ("arc-standard");
  GArray *trees = random_trees (RECORD_WORDS, 2);
  g_autoptr (GArray) walks = record_walks (system, TBK_METHOD_EXACT, trees);
  g_autoptr (TbkOracleRecords) records = tbk_oracle_records_new (system, 0, TBK_METHOD_EXACT, NULL);
  g_autoptr (TbkOracle) oracle = tbk_oracle_new (system, 0, TBK_METHOD_EXACT, NULL);
  g_autoptr (GPtrArray) one = g_ptr_array_new_with_free_func (g_free),
                        each = g_ptr_array_new_with_free_func (g_free);
  TbkConfiguration configurations[2][RECORD_CONFIGURATIONS] = { { TBK_CONFIGURATION_INIT } };
  double calls, ratios[ROUNDS], singles[ROUNDS];

  /* Two sentences by turns, so that each record brings a new gold tree. */
  for (int w = 0; w < 2; w++)
    write_records (&g_array_index (walks, Walk, w), configurations[w], one, each);
  for (int r = 0; r < ROUNDS; r++) {
    int values[TBK_MAX_TRANSITIONS];
    double start = seconds ();

    for (int round = 0; round < RECORD_ROUNDS; round++)
      for (int w = 0; w < 2; w++) {
        tbk_oracle_set_gold (oracle, g_array_index (trees, Tree, w).heads, RECORD_WORDS, NULL);
        for (int i = 0; i < RECORD_CONFIGURATIONS; i++)
          tbk_oracle_values (oracle, &configurations[w][i], values, NULL);
      }
    calls = seconds () - start;
    ratios[r] = time_records (records, one) / calls;
    singles[r] = 1e6 * time_records (records, each) / (RECORD_ROUNDS * 2 * RECORD_CONFIGURATIONS);
  }
  report ("oracle_records_50_configurations_over_calls", median (ratios, ROUNDS), "ratio", "<= 3");
  report ("oracle_records_one_configuration", median (singles, ROUNDS), "us/record", "");
  for (int w = 0; w < 2; w++)
    for (int i = 0; i < RECORD_CONFIGURATIONS; i++)
      tbk_configuration_clear (&configurations[w][i]);
  free_trees (trees);
}

void
bench_systems (char **paths)
{
  static const char *const treebanks[] = { "el_gdt-ud-train", "grc_proiel-ud-test", "cu_proiel-ud-train" };
  static const char *const names[] = {
    "arc-standard", "arc-eager-nederhof",   "arc-eager", "arc-hybrid", "swap",
    "covington",    "covington-projective", "attardi-2"
  };

  for (gsize i = 0; i < G_N_ELEMENTS (treebanks); i++) {
    GArray *trees = read_treebank (paths, treebanks[i]);

    if (trees->len > 0) {
      bench_exact (treebanks[i], trees);
      bench_free (treebanks[i], trees);
    }
    if (trees->len > 0 && i == 0) {
      report ("oracle_covington_el_gdt-ud-train", 1e6 * time_system ("covington", trees), "us/configuration",
              "<= 1");
      for (gsize s = 0; s < G_N_ELEMENTS (names); s++)
        bench_static (names[s], trees);
    }
    free_trees (trees);
  }
  bench_records ();
}
