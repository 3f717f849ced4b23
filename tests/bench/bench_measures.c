/* bench_measures.c - what lengths and classes cost, beside what `tbk stats` takes for the same trees without unpacking. */
#include <glib/gstdio.h>

#include "bench/bench.h"
#include "tbk/tree.h"

/* Values that take linear time: all but weights of fluxes and the least length of any order. Crossings are counted in what
 * contraction leaves. */
enum { LINEAR = TBK_LENGTHS_ALL & ~(TBK_LENGTHS_FLUX | TBK_LENGTHS_LEAST) };

static double
time_lengths (const GArray *trees, guint what)
{
  g_autoptr (TbkLengthMeter) meter = tbk_length_meter_new ();
  const double start = processor_seconds ();

  for (guint t = 0; t < trees->len; t++) {
    const Tree *tree = &g_array_index (trees, Tree, t);
    gint64 lengths[TBK_N_LENGTHS];
    if (!tbk_lengths_compute (meter, tree->heads, tree->n, what, lengths, NULL))
      g_error ("lengths: failed");
  }
  return processor_seconds () - start;
}

static double
time_classes (const GArray *trees)
{
  g_autoptr (TbkClassifier) classifier = tbk_classifier_new ();
  const double start = processor_seconds ();

  for (guint t = 0; t < trees->len; t++) {
    const Tree *tree = &g_array_index (trees, Tree, t);
    TbkClasses classes;
    if (!tbk_tree_classes (classifier, tree->heads, tree->n, TBK_CLASSES_ALL, &classes, NULL))
      g_error ("classes: failed");
  }
  return processor_seconds () - start;
}

/* What is measured in turn; the best time of each counts, as in bench_commands.c. */
enum { STATS, STATS_LENGTHS, STATS_CLASSES, ALL_LENGTHS, LINEAR_LENGTHS, CLASSES, N_TIMES, MANY_ROUNDS = 25 };

static void
take_times (const char *program, const char *path, const GArray *trees, double *best)
{
  const double times[N_TIMES] = {
    [STATS] = time_command (program, "stats -q", path),
    [STATS_LENGTHS] = time_command (program, "stats -q --lengths", path),
    [STATS_CLASSES] = time_command (program, "stats -q --classes", path),
    [ALL_LENGTHS] = time_lengths (trees, TBK_LENGTHS_ALL),
    [LINEAR_LENGTHS] = time_lengths (trees, LINEAR),
    [CLASSES] = time_classes (trees),
  };

  for (int t = 0; t < N_TIMES; t++)
    best[t] = MIN (best[t], times[t]);
}

void
bench_measures (const char *program, char **paths)
{
  GArray *trees = read_trees (paths);
  g_autofree char *path = unpack_files (paths);
  double best[N_TIMES], n_words = 0;

  for (int t = 0; t < N_TIMES; t++)
    best[t] = G_MAXDOUBLE;
  for (int round = 0; round < MANY_ROUNDS; round++)
    take_times (program, path, trees, best);
  g_unlink (path);
  for (guint t = 0; t < trees->len; t++)
    n_words += g_array_index (trees, Tree, t).n;
  report ("stats_unpacked", 1e9 * best[STATS] / n_words, "ns/word", "");
  report ("stats_lengths_over_stats", best[STATS_LENGTHS] / best[STATS], "ratio", "<= 2.5");
  report ("stats_classes_over_stats", best[STATS_CLASSES] / best[STATS], "ratio", "<= 1.6");
  report ("stats_and_all_lengths_over_stats", 1 + best[ALL_LENGTHS] / best[STATS], "ratio", "<= 2.5");
  report ("stats_and_linear_lengths_over_stats", 1 + best[LINEAR_LENGTHS] / best[STATS], "ratio", "<= 1.8");
  report ("stats_and_classes_over_stats", 1 + best[CLASSES] / best[STATS], "ratio", "<= 1.6");
  free_trees (trees);
}
