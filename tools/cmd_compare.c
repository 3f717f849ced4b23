/* cmd_compare.c - tbk compare: oracle variants on every configuration of walks over treebanks. */
#include <errno.h>
#include <glib/gstdio.h>
#include <string.h>

#include "corpus.h"
#include "options.h"
#include "system_options.h"
#include "tbk/compare.h"
#include "tool.h"

/* The default of --max-words. Walking a sentence takes quadratic time or more. No treebank we know has a sentence
 * of so many words, and every method takes one (TBK_ORACLE_MAX_TABULAR). */
enum { MOST_WORDS = 1000 };

static struct {
  char *reference, *walk, *seed, *table, *report, *every, *max_words;
  char **variants;
} given;

static const GOptionEntry oracle_entries[] = {
  { "reference", 0, 0, G_OPTION_ARG_STRING, &given.reference,
    "What the variants are compared with; policies and methods are those of tbk oracle (default: its default "
    "policy, exact)",
    "POLICY:METHOD" },
  { "variant", 0, 0, G_OPTION_ARG_STRING_ARRAY, &given.variants,
    "What is compared; any number of times (default: the policy of the reference, approximate). "
    "SYSTEM/POLICY:METHOD is the oracle of another system that has the same configurations, as arc-eager has those "
    "of arc-eager-nivre; a form is named as in arc-eager-nivre:complete=root",
    "VARIANT" },
  G_OPTION_ENTRY_NULL,
};

static const GOptionEntry walk_entries[] = {
  { "walk", 0, 0, G_OPTION_ARG_STRING, &given.walk,
    "gold: take optimal transitions of the reference (default); explore:P: instead, with probability P, one "
    "drawn from all that are allowed; random: always such a one",
    "WALK" },
  { "seed", 0, 0, G_OPTION_ARG_STRING, &given.seed, "Seed of random walks (default 1)", "N" },
  { "every", 0, 0, G_OPTION_ARG_STRING, &given.every,
    "Take only every N-th sentence of each file, from the first on: the tabular method is slow", "N" },
  { "max-words", 0, 0, G_OPTION_ARG_STRING, &given.max_words,
    "Leave out sentences of more than N words (default 1000), and tell how many; 0: take all", "N" },
  G_OPTION_ENTRY_NULL,
};

static const GOptionEntry report_entries[] = {
  { "table", 0, 0, G_OPTION_ARG_STRING, &given.table,
    "summary: a row for each file and variant (default); confusions: for each pair of different optimal "
    "sets; length: for each length of stack and remaining input",
    "TABLE" },
  { "report", 0, 0, G_OPTION_ARG_FILENAME, &given.report,
    "Write all three tables and a page that shows them, index.html, in DIR. Files that cannot be read are "
    "left out of it, of -o FILE and of TOTAL; then the status is 3",
    "DIR" },
  G_OPTION_ENTRY_NULL,
};

/* The command, with what it found. */
typedef struct {
  TbkCompareOptions options;
  GArray *variants; /* TbkVariant */
  gint64 every, max_words;
  int table;
  TbkTableFormat format;
  TbkCompareFile file; /* in hand */
  GArray *files;       /* TbkCompareFile */
  TbkAgreement *total;
  GPtrArray *lost;
} Compare;

typedef struct {
  const Compare *command;
  TbkComparer *comparer;
  TbkAgreement *agreement;
  gint64 n_left_out;
} Worker;

static gpointer
worker_new (gpointer data)
{
  const Compare *command = data;
  Worker *worker = g_new0 (Worker, 1);

  worker->command = command;
  worker->comparer = tbk_comparer_new (&command->options, NULL);
  worker->agreement = tbk_agreement_new (command->options.system, command->options.n_variants);
  return worker;
}

static void
worker_free (gpointer data)
{
  Worker *worker = data;

  tbk_comparer_free (worker->comparer);
  tbk_agreement_free (worker->agreement);
  g_free (worker);
}

static gboolean
begin_file (gpointer data, const TbkConlluReader *reader, GError **error)
{
  Compare *command = data;

  (void) reader;
  (void) error;
  tbk_agreement_clear (command->file.agreement);
  command->file.n_left_out = command->file.n_unvalued = 0;
  return TRUE;
}

static gboolean
work (gpointer data, const TbkConlluSentence *sentence, TbkText *text, GError **error)
{
  Worker *worker = data;
  const Compare *command = worker->command;

  (void) text;
  if ((sentence->index - 1) % command->every != 0)
    return TRUE;
  if (command->max_words > 0 && sentence->n > command->max_words) {
    worker->n_left_out++;
    return TRUE;
  }
  return tbk_comparer_walk (worker->comparer, sentence->heads, sentence->n, sentence->index,
                            worker->agreement, error)
         || corpus_fail_at (sentence, error);
}

static gboolean
merge (gpointer data, gpointer from, GError **error)
{
  Compare *command = data;
  Worker *worker = from;

  (void) error;
  tbk_agreement_merge (command->file.agreement, worker->agreement);
  tbk_agreement_clear (worker->agreement);
  command->file.n_unvalued += tbk_comparer_take_unvalued (worker->comparer);
  command->file.n_left_out += worker->n_left_out;
  worker->n_left_out = 0;
  return TRUE;
}

static gboolean
end_file (gpointer data, const char *name, GError **error)
{
  Compare *command = data;
  TbkCompareFile *file = &command->file;

  (void) error;
  if (file->n_left_out > 0)
    tool_message ("%s: %" G_GINT64_FORMAT " sentence%s of more than %" G_GINT64_FORMAT
                  " words left out; --max-words=0 takes all",
                  name, file->n_left_out, file->n_left_out == 1 ? "" : "s", command->max_words);
  if (file->n_unvalued > 0)
    tool_message ("%s: %" G_GINT64_FORMAT " configuration%s left out: too long to be valued", name,
                  file->n_unvalued, file->n_unvalued == 1 ? "" : "s");
  file->name = g_strdup (name);
  tbk_agreement_merge (command->total, file->agreement);
  g_array_append_val (command->files, *file);
  file->agreement = tbk_agreement_new (command->options.system, command->options.n_variants);
  return TRUE;
}

static void
lose_file (gpointer data, const char *path)
{
  g_ptr_array_add (((Compare *) data)->lost, g_strdup (path));
}

static const CorpusJob job = {
  .worker_new = worker_new,
  .worker_free = worker_free,
  .begin_file = begin_file,
  .end_file = end_file,
  .lose_file = lose_file,
  .work = work,
  .merge = merge,
};

/* Writes a whole table: every file, then TOTAL. */
static gboolean
write_table (const Compare *command, TbkCompareTable kind, TbkTableFormat format, TbkOutput *output,
             GError **error)
{
  g_autoptr (TbkTable) table = tbk_table_new (output, format, tbk_compare_columns (kind));

  for (guint f = 0; f < command->files->len; f++) {
    const TbkCompareFile *file = &g_array_index (command->files, TbkCompareFile, f);
    if (!tbk_compare_write_rows (kind, &command->options, file->agreement, file->name, table, error))
      return FALSE;
  }
  return tbk_compare_write_rows (kind, &command->options, command->total, "TOTAL", table, error)
         && tbk_table_end (table, error);
}

/* Which sentences were taken, in words; NULL for all. */
static char *
describe_sample (const Compare *command)
{
  gint64 n_left_out = 0;

  for (guint f = 0; f < command->files->len; f++)
    n_left_out += g_array_index (command->files, TbkCompareFile, f).n_left_out;
  if (n_left_out == 0)
    return command->every == 1
               ? NULL
               : g_strdup_printf ("of every %" G_GINT64_FORMAT " sentences the first", command->every);
  if (command->every == 1)
    return g_strdup_printf ("sentences of up to %" G_GINT64_FORMAT " words", command->max_words);
  return g_strdup_printf ("of every %" G_GINT64_FORMAT " sentences the first, if of up to %" G_GINT64_FORMAT
                          " words",
                          command->every, command->max_words);
}

static gboolean
write_page (const Compare *command, TbkOutput *output, GError **error)
{
  g_autofree char *sample = describe_sample (command);
  TbkCompareReport report = { .options = &command->options,
                              .files = (const TbkCompareFile *) command->files->data,
                              .n_files = command->files->len,
                              .total = command->total,
                              .sample = sample,
                              .max_words = command->max_words,
                              .lost = (const char *const *) command->lost->pdata };

  return tbk_compare_write_page (&report, output, error);
}

/* The files of a report: a table of each kind, and last the page. */
enum { N_REPORT_FILES = TBK_COMPARE_N_TABLES + 1 };
static const char *const report_names[N_REPORT_FILES] = { "summary.tsv", "confusions.tsv", "length.tsv",
                                                          "index.html" };

/* Their paths; NULL-terminated. */
static char **
report_paths (void)
{
  char **paths = g_new0 (char *, N_REPORT_FILES + 1);

  for (int o = 0; o < N_REPORT_FILES; o++)
    paths[o] = g_build_filename (given.report, report_names[o], NULL);
  return paths;
}

static gboolean
write_report_files (const Compare *command, TbkOutput **outputs, GError **error)
{
  for (int o = 0; o < TBK_COMPARE_N_TABLES; o++)
    if (!write_table (command, o, TBK_TABLE_TSV, outputs[o], error))
      return FALSE;
  if (!write_page (command, outputs[TBK_COMPARE_N_TABLES], error))
    return FALSE;
  for (int o = 0; o < N_REPORT_FILES; o++)
    if (!tbk_output_commit (g_steal_pointer (&outputs[o]), error))
      return FALSE;
  return TRUE;
}

/* Compares over @paths and writes the table; to the report too, if there is to be one. */
static gboolean
run (const CorpusOptions *options, Compare *command, char **paths, TbkOutput **report, GError **error)
{
  g_autoptr (TbkOutput) output = tbk_output_open (options->output, error);
  guint n_lost;

  if (output == NULL || !corpus_run (options, &job, command, paths, error))
    return FALSE;
  n_lost = command->lost->len;
  g_ptr_array_add (command->lost, NULL);
  if (command->files->len > 0
      && (!write_table (command, command->table, command->format, output, error)
          || (report != NULL && !write_report_files (command, report, error))
          || !tbk_output_commit (g_steal_pointer (&output), error)))
    return FALSE;
  if (n_lost > 0)
    g_set_error (error, TBK_ERROR, TBK_ERROR_IO, "%u of %u files could not be read", n_lost,
                 n_lost + command->files->len);
  return n_lost == 0;
}

/* Opens the files of the report before the work, so that what cannot be written is known early. */
static gboolean
run_with_report (const CorpusOptions *options, Compare *command, char **paths, GError **error)
{
  TbkOutput *outputs[N_REPORT_FILES] = { NULL };
  g_auto (GStrv) names = report_paths ();
  gboolean is_new = g_mkdir (given.report, 0777) == 0;
  gboolean done = is_new || errno == EEXIST;

  if (!done)
    g_set_error (error, TBK_ERROR, TBK_ERROR_IO, "%s: %s", given.report, g_strerror (errno));
  done = done && corpus_check_files (options, paths, (const char *const *) names, error);
  for (int o = 0; done && o < N_REPORT_FILES; o++)
    done = (outputs[o] = tbk_output_open (names[o], error)) != NULL;
  done = done && run (options, command, paths, outputs, error);
  for (int o = 0; o < N_REPORT_FILES; o++)
    tbk_output_discard (outputs[o]);
  if (is_new)
    g_rmdir (given.report); /* only if nothing is in it */
  return done;
}

static gboolean
get_variants (Compare *command, GError **error)
{
  const TbkSystem *system = command->options.system;
  TbkVariant variant = { .method = TBK_METHOD_EXACT };

  command->options.reference = variant;
  if (given.reference != NULL
      && !tbk_variant_parse (given.reference, system, &command->options.reference, error)) {
    g_prefix_error (error, "--reference: ");
    return FALSE;
  }
  variant = (TbkVariant){ .policy = command->options.reference.policy, .method = TBK_METHOD_APPROXIMATE };
  if (given.variants == NULL)
    g_array_append_val (command->variants, variant);
  for (int v = 0; given.variants != NULL && given.variants[v] != NULL; v++) {
    if (!tbk_variant_parse (given.variants[v], system, &variant, error)) {
      g_prefix_error (error, "--variant: ");
      return FALSE;
    }
    g_array_append_val (command->variants, variant);
  }
  command->options.variants = (const TbkVariant *) command->variants->data;
  command->options.n_variants = command->variants->len;
  return TRUE;
}

static gboolean
get_options (Compare *command, GError **error)
{
  static const char *const tables[] = { "summary", "confusions", "length", NULL };
  g_autoptr (TbkComparer) comparer = NULL;
  TbkCompareOptions *options = &command->options;
  gint64 seed = 1;

  options->system = system_get_with_oracle (error);
  if (options->system == NULL)
    return FALSE;
  if (given.walk != NULL && !tbk_walk_parse (given.walk, &options->walk, error)) {
    g_prefix_error (error, "--walk: ");
    return FALSE;
  }
  if (!options_number ("seed", given.seed, G_MININT64, G_MAXINT64, &seed, error)
      || !options_number ("every", given.every, 1, G_MAXINT, &command->every, error)
      || !options_number ("max-words", given.max_words, 0, G_MAXINT, &command->max_words, error))
    return FALSE;
  options->walk.seed = (guint64) seed;
  if (!get_variants (command, error) || !options_choose ("table", given.table, tables, &command->table, error)
      || !table_get_format (&command->format, error))
    return FALSE;
  comparer = tbk_comparer_new (options, error);
  return comparer != NULL;
}

static void
file_clear (gpointer data)
{
  TbkCompareFile *file = data;

  g_free ((char *) file->name);
  tbk_agreement_free (file->agreement);
}

gboolean
cmd_compare (int argc, char **argv, GError **error)
{
  static const OptionGroup groups[] = {
    { "System", system_entries },
    { "Oracles", oracle_entries },
    { "Walks", walk_entries },
    { "Output", report_entries },
    { "Output", table_entries },
    { "Input", corpus_input_entries },
    { "Running", corpus_running_entries },
    { NULL, NULL },
  };
  g_auto (GStrv) paths = options_parse (argc, argv, groups, "[FILE...]", error);
  g_autoptr (GArray) variants = g_array_new (FALSE, FALSE, sizeof (TbkVariant));
  g_autoptr (GArray) files = g_array_new (FALSE, FALSE, sizeof (TbkCompareFile));
  g_autoptr (GPtrArray) lost = g_ptr_array_new_with_free_func (g_free);
  CorpusOptions options;
  const char *const no_outputs[] = { NULL };
  Compare command = {
    .variants = variants, .every = 1, .max_words = MOST_WORDS, .files = files, .lost = lost
  };
  gboolean done;

  g_array_set_clear_func (files, file_clear);
  if (paths == NULL || !corpus_get_options (&options, FALSE, error) || !get_options (&command, error))
    return FALSE;
  command.file.agreement = tbk_agreement_new (command.options.system, command.options.n_variants);
  command.total = tbk_agreement_new (command.options.system, command.options.n_variants);
  if (given.report != NULL)
    done = run_with_report (&options, &command, paths, error);
  else
    done = corpus_check_files (&options, paths, no_outputs, error)
           && run (&options, &command, paths, NULL, error);
  tbk_agreement_free (command.file.agreement);
  tbk_agreement_free (command.total);
  return done;
}
