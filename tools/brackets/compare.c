/* compare.c - tbk compare over phrase-structure treebanks: the published oracle against the exact
 * one. */
#include "brackets.h"
#include "runs/counting.h"
#include "runs/tables.h"
#include "tbk/statistics.h"

typedef struct {
  CorpusGiven corpus;
  char *system, *walk, *seed, *by;
} Given;

static const GOptionEntry walk_entries[] = {
  { "system", 0, 0, G_OPTION_ARG_STRING, OPTIONS_AT (Given, system),
    "Transition system: top-down (default), in-order, bottom-up", "SYSTEM" },
  { "walk", 0, 0, G_OPTION_ARG_STRING, OPTIONS_AT (Given, walk),
    "gold: take the sequence that builds the gold tree (default); random: draw each transition "
    "from all that are allowed; explore:P: draw with probability P, else as gold",
    "WALK" },
  { "seed", 0, 0, G_OPTION_ARG_STRING, OPTIONS_AT (Given, seed), "Seed of random walks (default 1)", "N" },
  { "by", 0, 0, G_OPTION_ARG_STRING, OPTIONS_AT (Given, by),
    "file: a row for each file, and TOTAL (default); distance: a row for each number of "
    "constituents lost so far, over all files",
    "WHAT" },
  G_OPTION_ENTRY_NULL,
};

static const char *const columns[] = { "file",           "system",        "distance",    "trees",
                                       "configurations", "losses_differ", "sets_differ", "wrong_extra",
                                       "missing",        "empty",         "harm",        NULL };

/* Trees of more words are left out unless --max-words says otherwise: a walk takes quadratic time. */
enum { MOST_WORDS = 1000 };

typedef struct {
  TbkPhraseAgreementOptions agreement;
  gboolean is_by_distance;
  TableOptions table;
} Compare;

static gboolean
write_row (const Compare *compare, TbkTable *table, const char *name, const char *distance,
           const TbkPhraseAgreement *row, GError **error)
{
  const gint64 cells[] = { row->trees,       row->configurations, row->losses_differ, row->sets_differ,
                           row->wrong_extra, row->missing,        row->empty,         row->harm };

  tbk_table_string (table, name);
  tbk_table_string (table, compare->agreement.system->name);
  tbk_table_string (table, distance);
  for (gsize i = 0; i < G_N_ELEMENTS (cells); i++)
    tbk_table_integer (table, cells[i]);
  return tbk_table_end_row (table, error);
}

/* The rows of all distances as one. */
static gboolean
write_sum (const Compare *compare, TbkTable *table, const char *name, const TbkTally *tally, GError **error)
{
  TbkPhraseAgreement sum = { 0 }, row;

  for (int d = 0; d < TBK_PHRASE_DISTANCES; d++) {
    tbk_phrase_agreement_get (tally, d, &row);
    tbk_phrase_agreement_add (&sum, &row);
  }
  return write_row (compare, table, name, "all", &sum, error);
}

static gboolean
write_distances (const Compare *compare, TbkTable *table, const TbkTally *total, GError **error)
{
  static const char *const distances[TBK_PHRASE_DISTANCES] = { "0", "1", "2", "3", "4", "5+" };

  for (int d = 0; d < TBK_PHRASE_DISTANCES; d++) {
    TbkPhraseAgreement row;

    tbk_phrase_agreement_get (total, d, &row);
    if (!write_row (compare, table, "TOTAL", distances[d], &row, error))
      return FALSE;
  }
  return TRUE;
}

static gboolean
write_rows (const Compare *compare, const TbkTallies *tallies, TbkTable *table, GError **error)
{
  g_autoptr (TbkTally) total = tbk_tallies_total (tallies);

  if (compare->is_by_distance)
    return write_distances (compare, table, total, error);
  for (int f = 0; f < tbk_tallies_n_files (tallies); f++)
    if (tbk_tallies_get (tallies, f) != NULL
        && !write_sum (compare, table, tbk_tallies_name (tallies, f), tbk_tallies_get (tallies, f), error))
      return FALSE;
  return tbk_tallies_n_in (tallies) < 2 || write_sum (compare, table, "TOTAL", total, error);
}

static gboolean
get_options (Compare *compare, const Given *given, Corpus *corpus, GError **error)
{
  static const char *const by[] = { "file", "distance", NULL };
  g_autoptr (TbkPhraseComparer) comparer = NULL;
  TbkWalk *walk = &compare->agreement.walk;
  gint64 seed = 1;
  int choice;

  compare->agreement.system = brackets_get_system (given->system, error);
  if (compare->agreement.system == NULL)
    return FALSE;
  if (!tbk_walk_parse (given->walk == NULL ? "gold" : given->walk, walk, error)) {
    g_prefix_error (error, "--walk: ");
    return FALSE;
  }
  if (!options_number ("seed", given->seed, 0, G_MAXINT64, &seed, error)
      || !options_choose ("by", given->by, by, &choice, error)
      || !table_get_options (&given->corpus, &compare->table, error)
      || !table_check_sort (&compare->table, columns, error))
    return FALSE;
  selection_take_max_words (&corpus->selection, &compare->agreement.max_words);
  walk->seed = (guint64) seed;
  compare->is_by_distance = choice == 1;
  comparer = tbk_phrase_comparer_new (compare->agreement.system, walk, error);
  return comparer != NULL;
}

static gboolean
write_table (gpointer data, const TbkTallies *tallies, TbkOutput *output, GError **error)
{
  const Compare *compare = data;
  g_autoptr (TbkTable) table = table_new (&compare->table, output, columns);

  return write_rows (compare, tallies, table, error) && tbk_table_end (table, error);
}

static const OptionGroup groups[] = {
  OPTION_GROUP ("Which configurations", walk_entries),
  SELECTION_GROUP,

  OPTION_GROUP ("Input", corpus_format_entries),
  OPTION_GROUP ("Input", brackets_entries),
  OPTION_GROUP ("Input", corpus_on_error_entries),
  OPTION_GROUP ("Output", table_entries),
  OPTION_GROUP ("Output", tally_entries),
  CORPUS_END_GROUPS,
};

static const OptionRule rules[] = { { "seed", "walk=random walk=explore:*" }, { NULL, NULL } };

static gboolean
compare_over_trees (gpointer values, const Source *source, GError **error)
{
  Given *given = values;
  g_auto (Corpus) corpus = { .given = &given->corpus };
  Compare compare = { .agreement = { .max_words = MOST_WORDS } };
  TbkJob job;

  if (!brackets_init (&corpus, &given->corpus, source, FALSE, error)
      || !get_options (&compare, given, &corpus, error) || !corpus_find_files (&corpus, error)
      || !corpus_check_files (&corpus, NULL, NULL, error))
    return FALSE;
  job = tbk_phrase_agreement_job (&compare.agreement);
  return counting_run (&(Counting){ .corpus = &corpus,
                                    .layout = job.layout,
                                    .job = &job,
                                    .write = write_table,
                                    .data = &compare },
                       error)
         && brackets_tell_losses (&corpus);
}

const Form brackets_compare = { .groups = groups,
                                .rules = rules,
                                .size = sizeof (Given),
                                .operands = "[FILE...]",
                                .is_of_brackets = TRUE,
                                .run = compare_over_trees };
