/* timing.c - times of commands as the system counts them, and of projectivizing trees with cores of different sizes. */
#include "timing.h"

#include <stdio.h>
#include <string.h>
#include <sys/resource.h>

#include "brute/trees.h"
#include "projectivize/projectivize.h"
#include "tbk/conllu.h"

/* A row of the table is made of fewer trees only if they are random. */
enum { LEAST_TREES = 10, RANDOM_TREES = 20, MOST_RANDOM_WORDS = 800 };

static double
processor_seconds (int who)
{
  struct rusage usage;

  getrusage (who, &usage);
  return (double) (usage.ru_utime.tv_sec + usage.ru_stime.tv_sec)
         + (double) (usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
}

gboolean
print_time (char **command, GError **error)
{
  gint64 start = g_get_monotonic_time ();
  int status;

  if (!g_spawn_sync (NULL, command, NULL, G_SPAWN_SEARCH_PATH | G_SPAWN_STDOUT_TO_DEV_NULL, NULL, NULL, NULL,
                     NULL, &status, error)
      || !g_spawn_check_wait_status (status, error))
    return FALSE;
  printf ("%.6f\t%.6f\n", processor_seconds (RUSAGE_CHILDREN),
          (double) (g_get_monotonic_time () - start) / G_USEC_PER_SEC);
  return TRUE;
}

/* Trees whose cores are about as large, one after the other. */
typedef struct {
  int n_trees;
  gint64 words, core;
  GArray *lengths, *heads; /* of int */
  double least_score, least_tree;
} Bin;

static void
bin_init (Bin *bin)
{
  *bin = (Bin){ .least_score = G_MAXDOUBLE, .least_tree = G_MAXDOUBLE };
  bin->lengths = g_array_new (FALSE, FALSE, sizeof (int));
  bin->heads = g_array_new (FALSE, FALSE, sizeof (int));
}

static void
bin_clear (Bin *bin)
{
  g_array_free (bin->lengths, TRUE);
  g_array_free (bin->heads, TRUE);
}

static void
bin_add (Bin *bin, const int *heads, int n, int core)
{
  bin->n_trees++;
  bin->words += n;
  bin->core += core;
  g_array_append_val (bin->lengths, n);
  g_array_append_vals (bin->heads, heads, (guint) n + 1);
}

/* The words that remain of a tree; 0 of one that is projective. */
static int
core_of (Reduced *reduced, const int *heads, int n)
{
  gboolean single, is_solved;

  if (!reduced_begin (reduced, heads, n, TBK_ROOT_GOLD, &single, &is_solved, NULL) || is_solved)
    return 0;
  reduced_keep (reduced, heads, CORE);
  return reduced->n;
}

static double
time_trees (TbkProjectivizer *projectivizer, const Bin *bin, int *projective)
{
  const int *heads = &g_array_index (bin->heads, int, 0);
  double start = processor_seconds (RUSAGE_SELF);

  for (int i = 0; i < bin->n_trees; i++) {
    const int n = g_array_index (bin->lengths, int, i);
    int lost;
    tbk_projectivize (projectivizer, heads, n, projective, &lost, NULL);
    heads += n + 1;
  }
  return processor_seconds (RUSAGE_SELF) - start;
}

static void
time_bins (Bin *bins, int n_bins, int runs)
{
  g_autoptr (TbkProjectivizer) projectivizer = tbk_projectivizer_new (NULL);
  g_autoptr (GArray) projective = g_array_new (FALSE, FALSE, sizeof (int));

  for (int b = 0; b < n_bins; b++)
    g_array_set_size (projective, MAX (projective->len, bins[b].heads->len));
  for (int run = 0; run < runs; run++)
    for (int b = 0; b < n_bins; b++) {
      bins[b].least_score = MIN (bins[b].least_score, time_trees (projectivizer, &bins[b], NULL));
      bins[b].least_tree =
          MIN (bins[b].least_tree, time_trees (projectivizer, &bins[b], &g_array_index (projective, int, 0)));
    }
}

static void
print_row (const char *trees, int from, int to, const Bin *bin)
{
  printf ("%s\t%d\t%d\t%d\t%.1f\t%.1f\t%.3f\t%.3f\n", trees, from, to, bin->n_trees,
          (double) bin->words / bin->n_trees, (double) bin->core / bin->n_trees,
          1e6 * bin->least_score / bin->n_trees, 1e6 * bin->least_tree / bin->n_trees);
}

/* Bin 0 has projective trees, bin b cores of 2^(b-1) to 2^b - 1 words. */
static gboolean
fill_from_files (Bin *bins, char **paths, GError **error)
{
  g_autoptr (TbkConlluBatch) batch = tbk_conllu_batch_new ();
  Reduced reduced = { 0 };
  TbkReadStatus status = TBK_READ_END;
  TbkConlluSentence sentence;

  for (int i = 0; paths[i] != NULL && status == TBK_READ_END; i++) {
    g_autoptr (TbkConlluReader) reader = tbk_conllu_reader_open (paths[i], NULL, error);
    status = reader == NULL ? TBK_READ_FAILED : TBK_READ_BATCH;
    while (status == TBK_READ_BATCH
           && (status = tbk_conllu_reader_next (reader, batch, error)) == TBK_READ_BATCH)
      while (tbk_conllu_batch_next (batch, &sentence))
        if (sentence.problem == NULL && sentence.n > 0) {
          int core = core_of (&reduced, sentence.heads, sentence.n);
          bin_add (&bins[g_bit_storage ((gulong) core) * (core > 0)], sentence.heads, sentence.n, core);
        }
  }
  reduced_clear (&reduced);
  return status == TBK_READ_END;
}

static void
fill_with_random (Bin *bin, int n, GRand *random)
{
  g_autofree int *heads = g_new (int, n + 1);
  Reduced reduced = { 0 };

  for (int i = 0; i < RANDOM_TREES; i++) {
    random_tree (random, n, 0, heads);
    bin_add (bin, heads, n, core_of (&reduced, heads, n));
  }
  reduced_clear (&reduced);
}

gboolean
print_cores (int runs, char **paths, GError **error)
{
  enum { BINS = 16 };
  g_autoptr (GRand) random = g_rand_new_with_seed (1);
  Bin bins[BINS];
  gboolean done;

  for (int b = 0; b < BINS; b++)
    bin_init (&bins[b]);
  done = fill_from_files (bins, paths, error);
  printf ("trees\tcore_from\tcore_to\tn\twords\tcore\tus_score\tus_tree\n");
  if (done)
    time_bins (bins, BINS, runs);
  for (int b = 0; b < BINS; b++) {
    if (done && bins[b].n_trees >= LEAST_TREES)
      print_row ("treebanks", b > 0 ? 1 << (b - 1) : 0, b > 0 ? (1 << b) - 1 : 0, &bins[b]);
    bin_clear (&bins[b]);
  }
  for (int n = 25; done && n <= MOST_RANDOM_WORDS; n *= 2) {
    Bin bin;
    bin_init (&bin);
    fill_with_random (&bin, n, random);
    time_bins (&bin, 1, runs);
    print_row ("random", n, n, &bin);
    bin_clear (&bin);
  }
  return done;
}
