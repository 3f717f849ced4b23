/* figures.c - figures for the reports that no command tells: what walks meet, as TSV; and plots of columns.
 *
 * figures critical FILE...      how many words remain, and how many of them are critical, by length of stack and remaining
 *                               input: means over the configurations of arc-standard walks
 * figures free WALK FILE...     the configurations of swap in walks that follow the immediate losses (gold), with probability P
 *                               a random transition (explore:P), and those from which every tree can be built
 * figures fragments MODEL FILE... what a parser of arc-eager leaves without head, and how much of it each completion
 *                               hangs right
 * figures time COMMAND...       the seconds of the processor and of the clock that a command takes
 * figures cores RUNS FILE...    how long projectivization takes by the words that remain after contraction
 * figures plot OUTPUT TITLE X_TITLE Y_TITLE [AXES]
 *                               draws standard input, lines of LABEL, x and y; those of one LABEL stand together
 *
 * Files are CoNLL-U; sentences that are not well formed are left out.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fragments.h"
#include "oracle/components.h"
#include "oracle/oracle.h"
#include "report/plot.h"
#include "report/report.h"
#include "systems/systems.h"
#include "tbk/conllu.h"
#include "tbk/report.h"
#include "tbk/statistics.h"
#include "timing.h"

/* A mean of fewer configurations is not told. */
enum { LEAST_CONFIGURATIONS = 30 };

/* Sums over configurations. */
typedef struct {
  gint64 configurations, remaining, critical, is_free;
} Sums;

/* A walk through many sentences, and what looks at its configurations. */
typedef struct {
  const TbkSystem *system;
  TbkOracle *oracle;
  TbkWalk walk;
  void (*look) (const Gold *gold, const TbkConfiguration *c, int *scratch, GArray *sums);
  GArray *sums; /* Sums, by what the one who looks likes */
  Gold gold;
  TbkConfiguration configuration;
} Walker;

static void
fail (const GError *error)
{
  fprintf (stderr, "figures: %s\n", error->message);
  exit (tbk_error_status (error));
}

static Sums *
sums_at (GArray *sums, guint place)
{
  if (sums->len <= place)
    g_array_set_size (sums, place + 1);
  return &g_array_index (sums, Sums, place);
}

static void
look_at_critical (const Gold *gold, const TbkConfiguration *c, int *scratch, GArray *sums)
{
  Sums *here = sums_at (sums, (guint) (c->depth + tbk_configuration_n_input (c)));

  (void) scratch;
  here->configurations++;
  here->remaining += tbk_configuration_n_input (c);
  for (int word = c->buffer; word <= gold->n; word++)
    here->critical += components_is_critical (gold, c->buffer, word);
}

static void
look_at_free (const Gold *gold, const TbkConfiguration *c, int *scratch, GArray *sums)
{
  Sums *all = sums_at (sums, 0);

  all->configurations++;
  all->is_free += swap_guide.is_attained (gold, c, scratch);
}

/* Walks through a sentence as tbk compare-oracles does, looking at each configuration before the step. */
static gboolean
walk_sentence (Walker *walker, const TbkConlluSentence *sentence, GError **error)
{
  TbkConfiguration *c = &walker->configuration;
  g_autofree int *scratch = g_new (int, 4 * ((gsize) sentence->n + 2));
  int values[TBK_MAX_TRANSITIONS], chosen;
  TbkRandom random;

  tbk_random_init (&random, walker->walk.seed, (guint64) sentence->index);
  if (!gold_set (&walker->gold, sentence->heads, sentence->n, error)
      || !tbk_oracle_set_gold (walker->oracle, sentence->heads, sentence->n, error)
      || !tbk_configuration_start (c, walker->system, sentence->n, error))
    return FALSE;
  while (!tbk_configuration_is_final (c)) {
    if (!tbk_oracle_values (walker->oracle, c, values, error))
      return FALSE;
    walker->look (&walker->gold, c, scratch, walker->sums);
    chosen = tbk_walk_choose (&walker->walk, &random, walker->system, c,
                              tbk_oracle_optimal (walker->oracle, values));
    if (chosen < 0 || !tbk_configuration_step (c, &walker->system->transitions[chosen], NULL))
      break;
  }
  return TRUE;
}

static gboolean
walk_file (Walker *walker, const char *path, GError **error)
{
  g_autoptr (TbkConlluReader) reader = tbk_conllu_reader_open (path, NULL, error);
  g_autoptr (TbkConlluBatch) batch = tbk_conllu_batch_new ();
  TbkReadStatus status = TBK_READ_BATCH;
  TbkConlluSentence sentence;

  while (reader != NULL && (status = tbk_conllu_reader_next (reader, batch, error)) == TBK_READ_BATCH)
    while (tbk_conllu_batch_next (batch, &sentence))
      if (sentence.problem == NULL && sentence.n > 0 && !walk_sentence (walker, &sentence, error))
        return FALSE;
  return reader != NULL && status == TBK_READ_END;
}

static void
walk_files (Walker *walker, char **paths)
{
  g_autoptr (GError) error = NULL;

  walker->walk.seed = 1;
  walker->sums = g_array_new (FALSE, TRUE, sizeof (Sums));
  for (int i = 0; paths[i] != NULL; i++)
    if (!walk_file (walker, paths[i], &error))
      fail (error);
}

static void
walker_clear (Walker *walker)
{
  g_array_free (walker->sums, TRUE);
  tbk_oracle_free (walker->oracle);
  gold_clear (&walker->gold);
  tbk_configuration_clear (&walker->configuration);
}

static void
print_critical (char **paths)
{
  const TbkSystem *system = tbk_system_find ("arc-standard");
  const int policy = tbk_system_policy (system, "left-first");
  Walker walker = { .system = system,
                    .oracle = tbk_oracle_new (system, policy, TBK_METHOD_EXACT, NULL),
                    .walk = { .kind = TBK_WALK_EXPLORE, .explore = TBK_PROBABILITY_ONE / 10 },
                    .look = look_at_critical };

  walk_files (&walker, paths);
  printf ("length\tconfigurations\tremaining\tcritical\n");
  for (guint length = 0; length < walker.sums->len; length++) {
    const Sums *sums = sums_at (walker.sums, length);

    if (sums->configurations >= LEAST_CONFIGURATIONS)
      printf ("%u\t%" G_GINT64_FORMAT "\t%.3f\t%.3f\n", length, sums->configurations,
              (double) sums->remaining / (double) sums->configurations,
              (double) sums->critical / (double) sums->configurations);
  }
  walker_clear (&walker);
}

static void
print_free (const char *walk, char **paths)
{
  const TbkSystem *system = tbk_system_find ("swap");
  Walker walker = { .system = system,
                    .oracle = tbk_oracle_new (system, 0, TBK_METHOD_APPROXIMATE, NULL),
                    .look = look_at_free };
  const Sums *all;

  if (!tbk_walk_parse (walk, &walker.walk, NULL))
    g_error ("found the walk %s", walk);
  walk_files (&walker, paths);
  all = sums_at (walker.sums, 0);
  printf ("%" G_GINT64_FORMAT "\t%" G_GINT64_FORMAT "\t%.2f\n", all->configurations, all->is_free,
          100 * (double) all->is_free / (double) MAX (all->configurations, 1));
  walker_clear (&walker);
}

static double
number_of (const char *cell)
{
  return g_ascii_strtod (cell, NULL);
}

/* Draws the lines of standard input: LABEL, x, y for a point of a line; LABEL, NAME, x, y, low, high for a mark. */
static void
draw (char **titles, const char *logarithmic_axes)
{
  g_autoptr (Plot) plot = plot_new (titles[1], titles[2], titles[3]);
  g_autofree char *last = NULL;
  g_autoptr (GError) error = NULL;
  char line[1024];

  plot_set_logarithmic (plot, logarithmic_axes);
  while (fgets (line, sizeof line, stdin) != NULL) {
    g_auto (GStrv) fields = g_strsplit (g_strchomp (line), "\t", -1);

    if (g_strv_length (fields) != 3 && g_strv_length (fields) != 6) {
      fprintf (stderr, "figures: found '%s', expected 3 or 6 cells with tabs between them\n", line);
      exit (1);
    }
    if (g_strcmp0 (fields[0], last) != 0) {
      plot_add_line (plot, fields[0]);
      g_free (last);
      last = g_strdup (fields[0]);
    }
    if (fields[3] == NULL)
      plot_add_point (plot, number_of (fields[1]), number_of (fields[2]));
    else
      plot_add_mark (plot, fields[1], number_of (fields[2]), number_of (fields[3]), number_of (fields[4]),
                     number_of (fields[5]));
  }
  if (!plot_write (plot, titles[0], &error))
    fail (error);
}

int
main (int argc, char **argv)
{
  const char *what = argc > 1 ? argv[1] : "";
  g_autoptr (GError) error = NULL;

  if (strcmp (what, "critical") == 0)
    print_critical (argv + 2);
  else if (strcmp (what, "free") == 0 && argc > 2)
    print_free (argv[2], argv + 3);
  else if (strcmp (what, "fragments") == 0 && argc > 2) {
    if (!print_fragments (argv[2], argv + 3, &error))
      fail (error);
  } else if (strcmp (what, "time") == 0 && argc > 2) {
    if (!print_time (argv + 2, &error))
      fail (error);
  } else if (strcmp (what, "cores") == 0 && argc > 2) {
    if (!print_cores (MAX (atoi (argv[2]), 1), argv + 3, &error))
      fail (error);
  } else if (strcmp (what, "plot") == 0 && argc >= 6)
    draw (argv + 2, argc > 6 ? argv[6] : "");
  else {
    fprintf (stderr,
             "figures: found no part to print, expected critical, free, fragments, time, cores or plot\n");
    return 2;
  }
  return 0;
}
