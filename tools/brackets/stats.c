/* stats.c - tbk stats over phrase-structure treebanks: a row a file, or one for each label or tag. */
#include "brackets.h"
#include "runs/counting.h"
#include "runs/tables.h"
#include "tbk/statistics.h"

typedef struct {
  CorpusGiven corpus;
  char *by;
} Given;

static const GOptionEntry entries[] = {
  { "by", 0, 0, G_OPTION_ARG_STRING, OPTIONS_AT (Given, by),
    "file: a row for each file (default); label: for each label of constituents; tag: for each tag of words",
    "WHAT" },
  G_OPTION_ENTRY_NULL,
};

enum { BY_FILE, BY_LABEL, BY_TAG };

static const char *const columns[] = { "file",
                                       "trees",
                                       "words",
                                       "constituents",
                                       "labels",
                                       "tags",
                                       "unary",
                                       "unary_over_constituent",
                                       "max_chain",
                                       "max_height",
                                       "max_words",
                                       "max_children",
                                       "displaced_trees",
                                       "displaced",
                                       NULL };

static gboolean
write_row (const TbkTally *tally, const char *name, TbkTable *table, GError **error)
{
  TbkPhraseCounts counts;

  tbk_phrase_figures_get (tally, &counts);
  tbk_table_string (table, name);
  const gint64 cells[] = {
    counts.trees,      counts.words,     counts.constituents,           counts.labels,
    counts.tags,       counts.unary,     counts.unary_over_constituent, counts.max_chain,
    counts.max_height, counts.max_words, counts.max_children,           counts.displaced_trees,
    counts.displaced
  };
  for (gsize i = 0; i < G_N_ELEMENTS (cells); i++)
    tbk_table_integer (table, cells[i]);
  return tbk_table_end_row (table, error);
}

/* A row for each file, and one for their sum. */
static gboolean
write_rows (const TbkTallies *tallies, TbkTable *table, GError **error)
{
  g_autoptr (TbkTally) total = tbk_tallies_total (tallies);

  for (int f = 0; f < tbk_tallies_n_files (tallies); f++)
    if (tbk_tallies_get (tallies, f) != NULL
        && !write_row (tbk_tallies_get (tallies, f), tbk_tallies_name (tallies, f), table, error))
      return FALSE;
  return tbk_tallies_n_in (tallies) < 2 || write_row (total, "TOTAL", table, error);
}

/* A row for each label or tag, over all input. */
static gboolean
write_names (const TbkTallies *tallies, int by, TbkTable *table, GError **error)
{
  g_autoptr (TbkTally) total = tbk_tallies_total (tallies);
  gsize n_rows;
  g_autofree TbkTallyRow *rows =
      tbk_tally_rows (total, by == BY_LABEL ? TBK_PHRASE_FIGURES_LABELS : TBK_PHRASE_FIGURES_TAGS, &n_rows);
  TbkPhraseCounts counts;

  tbk_phrase_figures_get (total, &counts);
  for (gsize r = 0; r < n_rows; r++) {
    tbk_table_string (table, rows[r].key[0]);
    tbk_table_integer (table, rows[r].values[0]);
    tbk_table_percent (table, rows[r].values[0], by == BY_LABEL ? counts.constituents : counts.words);
    if (!tbk_table_end_row (table, error))
      return FALSE;
  }
  return TRUE;
}

/* The table asked for. */
typedef struct {
  TableOptions table;
  int by;
} PhraseStats;

static const char *const label_columns[] = { "label", "constituents", "constituents_percent", NULL };
static const char *const tag_columns[] = { "tag", "words", "words_percent", NULL };
static const char *const *const all_columns[] = { columns, label_columns, tag_columns };

static gboolean
write_table (gpointer data, const TbkTallies *tallies, TbkOutput *output, GError **error)
{
  const PhraseStats *stats = data;
  g_autoptr (TbkTable) table = table_new (&stats->table, output, all_columns[stats->by]);

  return (stats->by == BY_FILE ? write_rows (tallies, table, error)
                               : write_names (tallies, stats->by, table, error))
         && tbk_table_end (table, error);
}

static const OptionGroup groups[] = { OPTION_GROUP ("What to count", entries),
                                      SELECTION_GROUP,

                                      OPTION_GROUP ("Input", corpus_format_entries),
                                      OPTION_GROUP ("Input", brackets_entries),
                                      OPTION_GROUP ("Input", corpus_on_error_entries),
                                      OPTION_GROUP ("Output", table_entries),
                                      OPTION_GROUP ("Output", tally_entries),
                                      FILES_GROUP,
                                      PART_GROUP,
                                      OPTION_GROUP ("Running", corpus_jobs_entries),
                                      OPTION_GROUP ("Running", quiet_entries),
                                      OPTION_GROUPS_END };

static gboolean
stats_of_trees (gpointer values, const Source *source, GError **error)
{
  static const char *const bys[] = { "file", "label", "tag", NULL };
  Given *given = values;
  g_auto (Corpus) corpus = { .given = &given->corpus };
  const TbkJob job = tbk_phrase_figures_job ();
  PhraseStats stats;

  return brackets_init (&corpus, &given->corpus, source, FALSE, error)
         && table_get_options (&given->corpus, &stats.table, error)
         && options_choose ("by", given->by, bys, &stats.by, error)
         && table_check_sort (&stats.table, all_columns[stats.by], error)
         && corpus_find_files (&corpus, error) && corpus_check_files (&corpus, NULL, NULL, error)
         && counting_run (
             &(Counting){
                 .corpus = &corpus, .layout = job.layout, .job = &job, .write = write_table, .data = &stats },
             error)
         && brackets_tell_losses (&corpus);
}

const Form brackets_stats = { .groups = groups,
                              .size = sizeof (Given),
                              .operands = "[FILE...]",
                              .is_of_brackets = TRUE,
                              .run = stats_of_trees };
