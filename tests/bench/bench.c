/* bench.c - what tbk costs, as ratios between things run in turn in one sitting.
 *
 * bench PROGRAM [solver|oracles|systems|tabular|constituency|parser] prints TSV: name, value, unit, goal; of all, or of a
 * part only. A value is the median over some rounds; each round runs all the things compared. Treebanks: the
 * gzipped files of ud/r2.2 in the folder that TBK_CORPORA names, else of data/.
 *
 * Where the tabular method is the yardstick, it goes by the plain recursion, without lanes.
 */
#include <glib/gstdio.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bench/bench.h"
#include "brute/trees.h"
#include "tabular/tabular.h"
#include "tbk/conllu.h"
#include "tbk/projectivize.h"

enum { LEAST_BYTES = 20 << 20 }; /* of compressed text to time commands on */

double
seconds (void)
{
  return (double) g_get_monotonic_time () / G_USEC_PER_SEC;
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

void
report (const char *name, double value, const char *unit, const char *goal)
{
  printf ("%s\t%.3g\t%s\t%s\n", name, value, unit, goal);
  fflush (stdout);
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
  double start = seconds ();
  mpz_t count;
  int lost;

  mpz_init (count);
  for (guint i = 0; i < trees->len; i++) {
    const Tree *tree = &g_array_index (trees, Tree, i);
    if (task == COUNT)
      tbk_projectivize_count (p, tree->heads, tree->n, count, &lost, NULL);
    else
      tbk_projectivize (p, tree->heads, tree->n, task == TREE ? heads : NULL, &lost, NULL);
  }
  mpz_clear (count);
  return seconds () - start;
}

/* One of the things compared: a task under some options. */
typedef struct {
  TbkProjectivizeOptions options;
  Task task;
} Contestant;

/* How many times longer @slow takes than @fast. */
static double
compare (Contestant slow, Contestant fast, const GArray *trees)
{
  g_autoptr (TbkProjectivizer) p_slow = tbk_projectivizer_new (&slow.options);
  g_autoptr (TbkProjectivizer) p_fast = tbk_projectivizer_new (&fast.options);
  double ratios[ROUNDS];

  time_task (p_fast, fast.task, trees);
  for (int r = 0; r < ROUNDS; r++) {
    double time_slow = time_task (p_slow, slow.task, trees);
    ratios[r] = time_slow / time_task (p_fast, fast.task, trees);
  }
  return median (ratios, ROUNDS);
}

/* Long sentences, and many arcs that cross. */
static void
bench_el (char **paths)
{
  GArray *trees = read_treebank (paths, "el_gdt-ud-train"), *nonprojective = nonprojective_trees (trees);

  if (nonprojective->len > 0)
    report ("score_el_nonprojective_tabular_over_contraction",
            compare ((Contestant){ { .method = TBK_PROJECTIVIZE_TABULAR }, SCORE },
                     (Contestant){ { 0 }, SCORE }, nonprojective),
            "ratio", ">= 100");
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
  report ("score_all_tabular_over_contraction", compare (tabular, score, all), "ratio", ">= 30");
  report ("score_nonprojective_tabular_over_contraction", compare (tabular, score, nonprojective), "ratio",
          ">= 40");
  report ("tree_all", 1e6 * time_task (p, TREE, all) / all->len, "us/tree", "");
  report ("tree_all_tabular_over_contraction", compare (tree_tabular, tree, all), "ratio", "");
  report ("tree_lift_over_first", compare (tree, first, all), "ratio", "");
  report ("tree_lift_over_score_nonprojective", compare (tree, score, nonprojective), "ratio", "<= 1.6");
  report ("score_single_over_any_root", compare (single, any, all), "ratio", "<= 1.05");
  report ("count_over_tree_all", compare (count, tree, all), "ratio", "<= 1.5");
  report ("count_all", 1e6 * time_task (p, COUNT, all) / all->len, "us/tree", "<= 1.5");
  report ("count_nonprojective_tabular_over_contraction", compare (count_tabular, count, nonprojective),
          "ratio", ">= 8");
  for (guint l = 0; l < G_N_ELEMENTS (lengths); l++) {
    g_autofree char *name = g_strdup_printf ("score_random_%d_tabular_over_contraction", lengths[l].n);
    GArray *trees = random_trees (lengths[l].n, lengths[l].n_trees);
    report (name, compare (tabular, score, trees), "ratio", lengths[l].goal);
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

/* Whole commands. */

/* Runs a command of the shell; returns its time, and its greatest memory in MB if @memory is not NULL. */
static double
time_command (const char *command, double *memory)
{
  double start = seconds ();
  struct rusage usage;
  int status;
  pid_t child = fork ();

  if (child == 0) {
    execl ("/bin/sh", "sh", "-c", command, (char *) NULL);
    _exit (127);
  }
  if (wait4 (child, &status, 0, &usage) < 0 || status != 0)
    g_error ("%s: failed", command);
  if (memory != NULL)
    *memory = usage.ru_maxrss / 1024.0;
  return seconds () - start;
}

/* How many times as long as @yardstick @command takes. */
static double
compare_commands (const char *command, const char *yardstick)
{
  double ratios[ROUNDS];

  time_command (command, NULL);
  for (int r = 0; r < ROUNDS; r++) {
    double time = time_command (command, NULL);
    ratios[r] = time / time_command (yardstick, NULL);
  }
  return median (ratios, ROUNDS);
}

/* A treebank of at least LEAST_BYTES, made by joining the files as the members of one. */
static char *
join_files (char **paths)
{
  char *joined = g_strdup_printf ("%s/tbk-bench-%d.conllu.gz", g_get_tmp_dir (), (int) getpid ());
  g_autoptr (GString) bytes = g_string_new (NULL);

  while (bytes->len < LEAST_BYTES)
    for (int i = 0; paths[i] != NULL; i++) {
      g_autofree char *contents = NULL;
      gsize length;
      if (!g_file_get_contents (paths[i], &contents, &length, NULL))
        g_error ("%s: cannot be read", paths[i]);
      g_string_append_len (bytes, contents, length);
    }
  if (!g_file_set_contents (joined, bytes->str, bytes->len, NULL))
    g_error ("%s: cannot be written", joined);
  return joined;
}

/* What one way to run the program costs over another. */
static void
bench_pairs (const char *program, const char *path)
{
  static const struct {
    const char *name, *options, *over, *goal;
  } pairs[] = {
    { "choices_gz_over_projectivize_gz", "choices -q", "projectivize -q --mark=none", "<= 1.5" },
    { "projectivize_gz_marks_in_labels_over_orig", "projectivize -q --mark=headpath", "projectivize -q",
      "<= 1.3" },
    { "projectivize_gz_shortest_over_orig", "projectivize -q --mark=headpath --lift=shortest",
      "projectivize -q", "<= 1.3" },
  };

  for (guint p = 0; p < G_N_ELEMENTS (pairs); p++) {
    g_autofree char *command =
        g_strdup_printf ("exec %s %s %s > /dev/null 2>&1", program, pairs[p].options, path);
    g_autofree char *over = g_strdup_printf ("exec %s %s %s > /dev/null 2>&1", program, pairs[p].over, path);
    report (pairs[p].name, compare_commands (command, over), "ratio", pairs[p].goal);
  }
}

/* Pipes, and compressing: to a name of /dev/null that ends in .gz, so that no disk is measured. */
static void
bench_streams (const char *program, const char *path)
{
  g_autofree char *null = g_strconcat (path, ".out.gz", NULL);
  g_autofree char *zcat = g_strdup_printf ("zcat %s > /dev/null", path);
  g_autofree char *zcat_to_cat = g_strdup_printf ("zcat %s | cat > /dev/null", path);
  g_autofree char *plain = g_strdup_printf ("exec %s projectivize -q %s > /dev/null 2>&1", program, path);
  g_autofree char *to_cat =
      g_strdup_printf ("%s projectivize -q %s 2> /dev/null | cat > /dev/null", program, path);
  g_autofree char *from_zcat =
      g_strdup_printf ("zcat %s | %s projectivize -q > /dev/null 2>&1", path, program);
  g_autofree char *one =
      g_strdup_printf ("exec %s projectivize -q -o %s %s > /dev/null 2>&1", program, null, path);
  g_autofree char *two =
      g_strdup_printf ("exec %s projectivize -q -j2 -o %s %s > /dev/null 2>&1", program, null, path);

  if (symlink ("/dev/null", null) < 0)
    g_error ("%s: cannot be made", null);
  report ("projectivize_gz_to_gz_1_thread_over_zcat", compare_commands (one, zcat), "ratio", "<= 3.2");
  report ("projectivize_gz_to_gz_2_threads_over_zcat", compare_commands (two, zcat), "ratio", "<= 1.8");
  report ("projectivize_gz_to_gz_2_threads_over_1", compare_commands (two, one), "ratio", "<= 0.6");
  report ("projectivize_gz_to_pipe_over_null", compare_commands (to_cat, plain), "ratio", "<= 1.15");
  report ("projectivize_from_zcat_over_zcat_to_cat", compare_commands (from_zcat, zcat_to_cat), "ratio",
          "<= 1.15");
  g_unlink (null);
}

static void
bench_commands (const char *program, char **paths)
{
  static const struct {
    const char *name, *options, *goal;
  } runs[] = {
#ifdef TBK_WITH_ISAL
    { "projectivize_gz_1_thread_over_zcat", "projectivize -q --mark=none", "<= 0.40" },
    { "projectivize_gz_2_threads_over_zcat", "projectivize -q --mark=none -j2", "<= 0.25" },
    { "projectivize_gz_orig_marks_over_zcat", "projectivize -q", "<= 0.44" },
#else
    { "projectivize_gz_1_thread_over_zcat", "projectivize -q --mark=none", "<= 0.70" },
    { "projectivize_gz_2_threads_over_zcat", "projectivize -q --mark=none -j2", "" },
    { "projectivize_gz_orig_marks_over_zcat", "projectivize -q", "<= 0.77" },
#endif
    { "stats_gz_1_thread_over_zcat", "stats -q", "" },
    { "choices_gz_1_thread_over_zcat", "choices -q", "" },
  };
  g_autofree char *joined = join_files (paths);
  g_autofree char *zcat = g_strdup_printf ("zcat %s > /dev/null", joined);

  for (guint r = 0; r < G_N_ELEMENTS (runs); r++) {
    g_autofree char *command =
        g_strdup_printf ("exec %s %s %s > /dev/null 2>&1", program, runs[r].options, joined);
    double memory;

    time_command (command, &memory);
    report (runs[r].name, compare_commands (command, zcat), "ratio", runs[r].goal);
    if (r == 0)
      report ("projectivize_gz_memory", memory, "MB", "< 64");
  }

  bench_pairs (program, joined);
  bench_streams (program, joined);
  g_unlink (joined);
}

int
main (int argc, char **argv)
{
  g_auto (GStrv) paths = NULL;

  if (argc < 2 || argc > 3)
    g_error ("usage: bench PROGRAM [solver|oracles|systems|tabular|constituency|parser]");
  paths = find_files ();
  if (argc == 3) {
    printf ("name\tvalue\tunit\tgoal\n");
    if (strcmp (argv[2], "solver") == 0)
      bench_solver (paths);
    else if (strcmp (argv[2], "tabular") == 0)
      bench_tabular ();
    else if (strcmp (argv[2], "constituency") == 0)
      bench_constituency ();
    else if (strcmp (argv[2], "systems") == 0)
      bench_systems (paths);
    else if (strcmp (argv[2], "parser") == 0)
      bench_parser (paths);
    else
      bench_oracles (paths);
    return 0;
  }
  printf ("name\tvalue\tunit\tgoal\n");
  bench_solver (paths);
  bench_tabular ();
  bench_commands (argv[1], paths);
  bench_oracles (paths);
  bench_constituency ();
  bench_systems (paths);
  bench_parser (paths);
  return 0;
}
