/* bench.c - what tbk costs, as ratios between things run in turn in one sitting.
 *
 * bench PROGRAM [PART [NAME]] prints TSV: name, value, unit, goal; of all, or of a part only: solver, commands,
 * oracles, systems, tabular, decode, constituency, parser, measures, instructions; or search, which is no part of
 * all, as it takes minutes. With NAME, only ratios that have it in their name are measured, of commands and of tasks
 * of the solver. A value is the median over some rounds; each round runs all the things compared. Treebanks: the
 * gzipped files of ud/r2.2 in the folder that TBK_CORPORA names, else of data/.
 *
 * Where the tabular method is the yardstick, it goes by the plain recursion, without lanes.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "bench/bench.h"
#include "brute/trees.h"
#include "tabular/tabular.h"
#include "tbk/conllu.h"
#include "tbk/projectivize.h"

double
seconds (void)
{
  return (double) g_get_monotonic_time () / G_USEC_PER_SEC;
}

double
processor_seconds (void)
{
  struct timespec now;

  clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &now);
  return (double) now.tv_sec + 1e-9 * (double) now.tv_nsec;
}

static int
compare_doubles (const void *a, const void *b)
{
  double x = *(const double *) a, y = *(const double *) b;

  return x < y ? -1 : x > y;
}

double
median (double *values, int n)
{
  qsort (values, n, sizeof (double), compare_doubles);
  return values[n / 2];
}

static const char *wanted = "";

gboolean
is_wanted (const char *name)
{
  return strstr (name, wanted) != NULL;
}

void
report (const char *name, double value, const char *unit, const char *goal)
{
  printf ("%s\t%.4g\t%s\t%s\n", name, value, unit, goal);
  fflush (stdout);
}

void
report_skipped (const char *name, const char *why, const char *goal)
{
  fprintf (stderr, "bench: %s: skipped: %s\n", name, why);
  printf ("%s\tskipped\t\t%s\n", name, goal);
}

/* The treebanks. */

static int
compare_paths (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

static char **
find_files (void)
{
  const char *corpora = g_getenv ("TBK_CORPORA");
  g_autofree char *folder =
      corpora != NULL ? g_build_filename (corpora, "ud", "r2.2", NULL) : g_strdup ("data");
  g_autoptr (GDir) directory = g_dir_open (folder, 0, NULL);
  GPtrArray *paths = g_ptr_array_new ();
  const char *name;

  while (directory != NULL && (name = g_dir_read_name (directory)) != NULL)
    if (g_str_has_suffix (name, ".conllu.gz"))
      g_ptr_array_add (paths, g_build_filename (folder, name, NULL));
  if (paths->len == 0)
    g_error ("no treebanks in %s", folder);
  g_ptr_array_sort (paths, compare_paths);
  g_ptr_array_add (paths, NULL);
  fprintf (stderr, "bench: %u treebanks in %s\n", paths->len - 1, folder);
  return (char **) g_ptr_array_free (paths, FALSE);
}

GArray *
read_trees (char **paths)
{
  GArray *trees = g_array_new (FALSE, FALSE, sizeof (Tree));
  g_autoptr (TbkConlluBatch) batch = tbk_conllu_batch_new ();
  TbkConlluSentence sentence;

  for (int i = 0; paths[i] != NULL; i++) {
    g_autoptr (TbkConlluReader) reader = tbk_conllu_reader_open (paths[i], NULL, NULL);
    while (reader != NULL && tbk_conllu_reader_next (reader, batch, NULL) == TBK_READ_BATCH)
      while (tbk_conllu_batch_next (batch, &sentence))
        if (sentence.problem == NULL && sentence.n > 0) {
          Tree tree = { sentence.n, g_memdup2 (sentence.heads, (sentence.n + 1) * sizeof (int)) };
          g_array_append_val (trees, tree);
        }
  }
  return trees;
}

GArray *
random_trees (int n, int n_trees)
{
  GArray *trees = g_array_new (FALSE, FALSE, sizeof (Tree));
  g_autoptr (GRand) random = g_rand_new_with_seed (n);

  for (int i = 0; i < n_trees; i++) {
    Tree tree = { n, g_new (int, n + 1) };
    random_tree (random, n, 0, tree.heads);
    g_array_append_val (trees, tree);
  }
  return trees;
}

void
free_trees (GArray *trees)
{
  for (guint i = 0; i < trees->len; i++)
    g_free (g_array_index (trees, Tree, i).heads);
  g_array_free (trees, TRUE);
}

/* Those that lose arcs, sharing their heads with @trees. */
static GArray *
nonprojective_trees (const GArray *trees)
{
  g_autoptr (TbkProjectivizer) p = tbk_projectivizer_new (NULL);
  GArray *found = g_array_new (FALSE, FALSE, sizeof (Tree));
  int lost;

  for (guint i = 0; i < trees->len; i++) {
    Tree tree = g_array_index (trees, Tree, i);
    if (tbk_projectivize (p, tree.heads, tree.n, NULL, &lost, NULL) && lost > 0)
      g_array_append_val (found, tree);
  }
  return found;
}

/* Solving trees in memory. */

typedef enum { SCORE, TREE, COUNT } Task;

static double
time_task (TbkProjectivizer *p, Task task, const GArray *trees)
{
  static int heads[1 << 16];
  double start = processor_seconds ();
  mpz_t count;
  int lost;

  mpz_init (count);
  for (guint i = 0; i < trees->len; i++) {
    const Tree *tree = &g_array_index (trees, Tree, i);
    if (task == COUNT)
      tbk_projectivize_count (p, tree->heads, tree->n, count, NULL, &lost, NULL);
    else
      tbk_projectivize (p, tree->heads, tree->n, task == TREE ? heads : NULL, &lost, NULL);
  }
  mpz_clear (count);
  return processor_seconds () - start;
}

/* One of the things compared: a task under some options. */
typedef struct {
  TbkProjectivizeOptions options;
  Task task;
} Contestant;

/* How many times longer @slow takes than @fast, which is done again until it takes a quarter as long: the trees of a
 * treebank can be solved within 0.1 ms, of which much would be what @slow left behind in the caches. */
static double
compare (Contestant slow, Contestant fast, const GArray *trees)
{
  g_autoptr (TbkProjectivizer) p_slow = tbk_projectivizer_new (&slow.options);
  g_autoptr (TbkProjectivizer) p_fast = tbk_projectivizer_new (&fast.options);
  double ratios[ROUNDS];

  time_task (p_fast, fast.task, trees);
  for (int r = 0; r < ROUNDS; r++) {
    double time_slow = time_task (p_slow, slow.task, trees), time_fast = 0;
    int n_times = 0;
    do {
      time_fast += time_task (p_fast, fast.task, trees);
      n_times++;
    } while (time_fast < time_slow / 4);
    ratios[r] = time_slow / (time_fast / n_times);
  }
  return median (ratios, ROUNDS);
}

static void
report_comparison (const char *name, Contestant slow, Contestant fast, const GArray *trees, const char *goal)
{
  if (is_wanted (name))
    report (name, compare (slow, fast, trees), "ratio", goal);
}

/* Long sentences, and many arcs that cross. */
static void
bench_el (char **paths)
{
  GArray *trees = read_treebank (paths, "el_gdt-ud-train"), *nonprojective = nonprojective_trees (trees);

  if (nonprojective->len > 0)
    report_comparison ("score_el_nonprojective_tabular_over_contraction",
                       (Contestant){ { .method = TBK_PROJECTIVIZE_TABULAR }, SCORE },
                       (Contestant){ { 0 }, SCORE }, nonprojective, ">= 100");
  g_array_free (nonprojective, TRUE);
  free_trees (trees);
}

static void
bench_tasks (const GArray *all, const GArray *nonprojective)
{
  const Contestant tree_tabular = { { .method = TBK_PROJECTIVIZE_TABULAR }, TREE };
  const Contestant tabular = { { .method = TBK_PROJECTIVIZE_TABULAR }, SCORE }, score = { { 0 }, SCORE };
  const Contestant tree = { { 0 }, TREE }, first = { { .ties = TBK_TIES_FIRST }, TREE };
  const Contestant count = { { 0 }, COUNT },
                   count_tabular = { { .method = TBK_PROJECTIVIZE_TABULAR }, COUNT };
  const Contestant single = { { .root = TBK_ROOT_SINGLE }, SCORE }, any = { { .root = TBK_ROOT_ANY }, SCORE };
  g_autoptr (TbkProjectivizer) p = tbk_projectivizer_new (NULL);
  static const struct {
    int n, n_trees;
    const char *goal;
  } lengths[] = {
    { 20, 200, "" }, { 50, 50, "" }, { 100, 20, ">= 25" }, { 200, 5, "" }, { 400, 2, ">= 150" }
  };

  time_task (p, TREE, all);
  report ("score_all", 1e6 * time_task (p, SCORE, all) / all->len, "us/tree", "");
  report_comparison ("score_all_tabular_over_contraction", tabular, score, all, ">= 30");
  report_comparison ("score_nonprojective_tabular_over_contraction", tabular, score, nonprojective, ">= 40");
  report ("tree_all", 1e6 * time_task (p, TREE, all) / all->len, "us/tree", "");
  report_comparison ("tree_all_tabular_over_contraction", tree_tabular, tree, all, "");
  report_comparison ("tree_lift_over_first", tree, first, all, "");
  report_comparison ("tree_lift_over_score_nonprojective", tree, score, nonprojective, "<= 3.0");
  report_comparison ("score_single_over_any_root", single, any, all, "<= 1.05");
  report_comparison ("count_over_tree_all", count, tree, all, "<= 2.2");
  report ("count_all", 1e6 * time_task (p, COUNT, all) / all->len, "us/tree", "<= 1.5");
  report_comparison ("count_nonprojective_tabular_over_contraction", count_tabular, count, nonprojective,
                     ">= 8");
  for (guint l = 0; l < G_N_ELEMENTS (lengths); l++) {
    g_autofree char *name = g_strdup_printf ("score_random_%d_tabular_over_contraction", lengths[l].n);
    GArray *trees = random_trees (lengths[l].n, lengths[l].n_trees);
    report_comparison (name, tabular, score, trees, lengths[l].goal);
    if (lengths[l].n == 400)
      report ("count_random_400", time_task (p, COUNT, trees) / trees->len, "s/tree", "< 1");
    free_trees (trees);
  }
}

static void
bench_solver (char **paths)
{
  GArray *trees = read_trees (paths), *nonprojective = nonprojective_trees (trees);

  fprintf (stderr, "bench: %u trees, %u of them not projective\n", trees->len, nonprojective->len);
  many_vector_limit = 0;
  bench_tasks (trees, nonprojective);
  bench_el (paths);
  many_vector_limit = 64;
  g_array_free (nonprojective, TRUE);
  free_trees (trees);
}

int
main (int argc, char **argv)
{
  g_auto (GStrv) paths = NULL;

  if (argc == 2 && strcmp (argv[1], "nothing") == 0) /* for bench_start() */
    return 0;
  if (argc < 2 || argc > 4)
    g_error ("usage: bench PROGRAM [solver|commands|oracles|systems|tabular|decode|tags|constituency|parser|"
             "measures|instructions|search [NAME]]");
  paths = find_files ();
  if (argc == 4)
    wanted = argv[3];
  if (argc > 2) {
    printf ("name\tvalue\tunit\tgoal\n");
    if (strcmp (argv[2], "solver") == 0)
      bench_solver (paths);
    else if (strcmp (argv[2], "tabular") == 0)
      bench_tabular ();
    else if (strcmp (argv[2], "decode") == 0)
      bench_decode ();
    else if (strcmp (argv[2], "tags") == 0)
      bench_tags ();
    else if (strcmp (argv[2], "commands") == 0)
      bench_commands (argv[1], paths);
    else if (strcmp (argv[2], "constituency") == 0)
      bench_constituency ();
    else if (strcmp (argv[2], "systems") == 0)
      bench_systems (paths);
    else if (strcmp (argv[2], "search") == 0)
      bench_search (paths);
    else if (strcmp (argv[2], "parser") == 0)
      bench_parser (paths);
    else if (strcmp (argv[2], "measures") == 0)
      bench_measures (argv[1], paths);
    else if (strcmp (argv[2], "instructions") == 0)
      bench_instructions (argv[1], paths);
    else
      bench_oracles (paths);
    return 0;
  }
  printf ("name\tvalue\tunit\tgoal\n");
  bench_solver (paths);
  bench_tabular ();
  bench_decode ();
  bench_tags ();
  bench_commands (argv[1], paths);
  bench_instructions (argv[1], paths);
  bench_oracles (paths);
  bench_constituency ();
  bench_systems (paths);
  bench_measures (argv[1], paths);
  bench_parser (paths);
  return 0;
}
