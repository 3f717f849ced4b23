/* cmd_compare_oracles.c - tbk compare-oracles: oracles on every configuration of walks over treebanks.
 *
 * Contents
 *   1. compare: walks over treebanks, and their tables
 *   2. words: oracle variants, and the report on them
 *   3. phrases: the published oracle of phrase structure against the exact one
 *   4. cmd_compare_oracles: both kinds
 */
#include "commands/commands.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <string.h>

#include "all_commands.h"
#include "options/options.h"
#include "tbk/statistics.h"

/* 1. compare: walks over treebanks, and their tables. */

/* Sentences and trees of more words are left out unless --max-words says otherwise. Walking one takes quadratic
 * time or more. No treebank we know has a sentence of so many words, and every method takes one
 * (TBK_ORACLE_MAX_TABULAR). */
enum { MOST_WORDS = 1000 };

/* The command, with what it found. */
typedef struct {
  CorpusGiven corpus;
  SystemGiven system;
  TbkAgreementOptions agreement;
  const char *reference, *walk, *report_folder;
  char **variant_names;
  gint64 seed;
  int table; /* a TbkCompareTable */

  const TbkTallies *tallies;

  /* Of dependencies. */
  GArray *variants;   /* TbkVariant */
  TbkModel *parser;   /* (nullable): that the walks follow */
  char *checksum;     /* of the parser, or NULL */
  TbkOutput **report; /* its files, or NULL */
} Compare;

/* Writes a whole table: every file, then TOTAL, unless that would say of trees what one file says. */
static gboolean
write_table (const Compare *command, TbkCompareTable kind, TbkTable *table, GError **error)
{
  const TbkCompareOptions *options = &command->agreement.compare;
  g_autoptr (TbkTally) total = tbk_tallies_total (command->tallies);
  const gboolean has_files = kind != TBK_COMPARE_DISTANCES || command->corpus.table.is_tidy;
  const int n_files = has_files ? tbk_tallies_n_files (command->tallies) : 0;

  for (int f = 0; f < n_files; f++) {
    const TbkTally *tally = tbk_tallies_get (command->tallies, f);
    const char *name = tbk_tallies_name (command->tallies, f);
    if (tally != NULL && !tbk_compare_write_rows (kind, options, tally, name, table, error))
      return FALSE;
  }
  if ((kind != TBK_COMPARE_PHRASES || tbk_tallies_n_of_state (command->tallies, TBK_FILE_IN) > 1)
      && !tbk_compare_write_rows (kind, options, total, "TOTAL", table, error))
    return FALSE;
  return table_end (table, error);
}

/* 2. words: oracle variants, and the report on them. */

static const char *const tables[] = { "summary", "confusions", "configuration-length", NULL };

static const Option oracle_entries[] = {
  { "reference", TEXT, AT (Compare, reference), "POLICY:METHOD",
    "The oracle that variants are compared with (default: the default policy of 'tbk oracle', "
    "exact). 'tbk help oracle' lists policies and methods" },
  { "variant", TEXTS, AT (Compare, variant_names), "VARIANT",
    "An oracle to compare; may be given several times (default: the policy of the reference, "
    "approximate, if the system has it). SYSTEM/POLICY:METHOD is an oracle of another system "
    "with the same configurations, for example arc-eager-nederhof for arc-eager. A form of a system "
    "has a name like arc-eager:complete=root" },
  OPTION_END,
};

static const Option walk_entries[] = {
  { "walk", TEXT, AT (Compare, walk), "WALK",
    "gold: follow optimal transitions of the reference (default); explore:P: a random one with "
    "probability P, else as gold; random: draw from all allowed transitions; parser:MODEL: "
    "follow a parser that tbk train made" },
  { "seed", NUMBER_OR (1, G_MININT64, G_MAXINT64), AT (Compare, seed), "N",
    "Seed of random walks (default 1)" },
  OPTION_END,
};

static const Option compare_table_entries[] = {
  { "by", CHOICE (tables), AT (Compare, table), "WHAT",
    "summary: a row for each file and variant (default); confusions: for each pair of different "
    "sets of optimal transitions; configuration-length: for each length of stack and remaining "
    "input" },
  OPTION_END,
};

static const Option report_entries[] = {
  { "report", OUTPUT_PATH, AT (Compare, report_folder), "DIR",
    "Write all three tables, and a page that shows them, index.html, into DIR" },
  OPTION_END,
};

/* Which sentences were taken, in words; NULL for all. */
static char *
describe_sample (const Compare *command)
{
  const TbkAgreementOptions *agreement = &command->agreement;
  g_autoptr (TbkTally) total = tbk_tallies_total (command->tallies);
  TbkAgreementFigures figures;
  const char *description = command->corpus.selection.description;
  GString *sample = g_string_new (NULL);

  if (description != NULL)
    g_string_append_printf (sample, "sentences chosen by %s", description);
  tbk_agreement_get (total, 0, &figures);
  if (figures.left_out > 0 && agreement->max_words == MOST_WORDS)
    g_string_append_printf (sample, "%s of up to %d words", sample->len > 0 ? "," : "sentences", MOST_WORDS);
  return g_string_free (sample, sample->len == 0);
}

static gboolean
write_page (const Compare *command, TbkOutput *output, GError **error)
{
  g_autofree char *sample = describe_sample (command);
  TbkCompareReport report = { .options = &command->agreement.compare,
                              .tallies = command->tallies,
                              .sample = sample,
                              .max_words = command->agreement.max_words };

  return tbk_compare_write_page (&report, output, error);
}

/* The files of a report: a table of each kind, and last the page. */
enum { N_REPORT_FILES = TBK_COMPARE_N_TABLES + 1 };
static const char *const report_names[N_REPORT_FILES] = { "summary.tsv", "confusions.tsv",
                                                          "configuration-length.tsv", "index.html" };

/* Their paths; NULL-terminated. */
static char **
report_paths (const char *folder)
{
  char **paths = g_new0 (char *, N_REPORT_FILES + 1);

  for (int o = 0; o < N_REPORT_FILES; o++)
    paths[o] = g_build_filename (folder, report_names[o], NULL);
  return paths;
}

static gboolean
write_report_files (const Compare *command, GError **error)
{
  TbkOutput **outputs = command->report;

  for (int o = 0; o < TBK_COMPARE_N_TABLES; o++) {
    g_autoptr (TbkTable) table = tbk_table_new (outputs[o], TBK_TABLE_TSV, tbk_compare_columns (o));

    if (!write_table (command, o, table, error))
      return FALSE;
  }
  if (!write_page (command, outputs[TBK_COMPARE_N_TABLES], error))
    return FALSE;
  for (int o = 0; o < N_REPORT_FILES; o++)
    if (!tbk_output_commit (g_steal_pointer (&outputs[o]), error))
      return FALSE;
  return TRUE;
}

/* Writes the table that was asked for, and the report if there is to be one. */
static gboolean
write_all (gpointer data, const TbkTallies *tallies, TbkOutput *output, GError **error)
{
  Compare *command = data;
  g_autoptr (TbkTable) table =
      table_new (&command->corpus.table, output, tbk_compare_columns (command->table));

  command->tallies = tallies;
  return write_table (command, command->table, table, error)
         && (command->report == NULL || write_report_files (command, error));
}

/* Tells what to do where trees are not what a method takes; the messages before name the files. */
static void
tell_of_projective (const Corpus *corpus, const Compare *command)
{
  const char *name = NULL;

  for (guint v = 0; v < command->variants->len && name == NULL; v++) {
    const TbkMethod method = g_array_index (command->variants, TbkVariant, v).method;

    if (method == TBK_METHOD_QUADRATIC || method == TBK_METHOD_LINEAR)
      name = tbk_method_name (method);
  }
  if (name != NULL && options_given (&corpus->source->options, "projective") == NULL)
    tool_message (
        "where a gold tree is not projective: the method %s accepts projective trees only; --projective "
        "leaves the others out, the method tabular accepts all",
        name);
}

static gboolean
run (Corpus *corpus, Compare *command, GError **error)
{
  const TbkJob job = tbk_agreement_job (&command->agreement);

  if (counting_run (
          &(Counting){
              .corpus = corpus,
              .job = &job,
              .write = write_all,
              .data = command,
              .read = command->checksum,
          },
          error))
    return TRUE;
  if (command->variants != NULL && error != NULL && g_error_matches (*error, TBK_ERROR, TBK_ERROR_DATA))
    tell_of_projective (corpus, command);
  return FALSE;
}

/* Opens the files of the report before the work, so that what cannot be written is known early. */
static gboolean
run_with_report (Corpus *corpus, Compare *command, GError **error)
{
  const char *folder = command->report_folder;
  TbkOutput *outputs[N_REPORT_FILES] = { NULL };
  g_auto (GStrv) names = report_paths (folder);
  gboolean is_new = g_mkdir (folder, 0777) == 0;
  gboolean done = is_new || errno == EEXIST;

  if (!done)
    g_set_error (error, TBK_ERROR, TBK_ERROR_IO, "%s: %s", folder, g_strerror (errno));
  done = done && corpus_check_files (corpus, NULL, (const char *const *) names, error);
  for (int o = 0; done && o < N_REPORT_FILES; o++)
    done = (outputs[o] = tbk_output_open (names[o], 0, error)) != NULL;
  command->report = outputs;
  done = done && run (corpus, command, error);
  for (int o = 0; o < N_REPORT_FILES; o++)
    tbk_output_discard (outputs[o]);
  if (is_new)
    g_rmdir (folder); /* only if nothing is in it */
  return done;
}

/* Takes the approximate method of the reference's policy, if there is one. */
static gboolean
get_default_variant (Compare *command, GError **error)
{
  const TbkVariant variant = { .policy = command->agreement.compare.reference.policy,
                               .method = TBK_METHOD_APPROXIMATE,
                               .system = command->agreement.compare.reference.system };
  const TbkSystem *system = variant.system != NULL ? variant.system : command->agreement.compare.system;
  g_autoptr (TbkOracle) oracle = tbk_oracle_new (system, variant.policy, variant.method, error);

  if (oracle == NULL) {
    g_prefix_error (error, "--variant=POLICY:METHOD is needed to name the oracle to compare: ");
    return FALSE;
  }
  g_array_append_val (command->variants, variant);
  return TRUE;
}

static gboolean
get_variants (Compare *command, GError **error)
{
  const TbkSystem *system = command->agreement.compare.system;
  TbkVariant variant = { .method = TBK_METHOD_EXACT };

  command->agreement.compare.reference = variant;
  if (command->reference != NULL
      && !tbk_variant_parse (command->reference, system, &command->agreement.compare.reference, error)) {
    g_prefix_error (error, "--reference: ");
    return FALSE;
  }
  if (command->variant_names == NULL && !get_default_variant (command, error))
    return FALSE;
  for (int v = 0; command->variant_names != NULL && command->variant_names[v] != NULL; v++) {
    if (!tbk_variant_parse (command->variant_names[v], system, &variant, error)) {
      g_prefix_error (error, "--variant: ");
      return FALSE;
    }
    g_array_append_val (command->variants, variant);
  }
  command->agreement.compare.variants = (const TbkVariant *) command->variants->data;
  command->agreement.compare.n_variants = command->variants->len;
  return TRUE;
}

/* Where tallies are merged no walk is taken, and the parser may be elsewhere. */
static gboolean
load_parser (Compare *command, TbkCompareOptions *options, gboolean is_merging, GError **error)
{
  if (is_merging)
    return TRUE;
  options->parser = command->parser = tbk_model_load (options->parser_name, error);
  if (command->parser == NULL)
    return FALSE;
  command->checksum = g_strdup_printf ("%016" G_GINT64_MODIFIER "x", tbk_model_checksum (command->parser));
  return TRUE;
}

static gboolean
get_walk (Compare *command, gboolean is_merging, GError **error)
{
  const char *walk = command->walk;
  TbkCompareOptions *options = &command->agreement.compare;

  if (walk != NULL && g_str_has_prefix (walk, "parser:")) {
    options->parser_name = walk + strlen ("parser:");
    return load_parser (command, options, is_merging, error);
  }
  if (walk == NULL || tbk_walk_parse (walk, &options->walk, NULL))
    return TRUE;
  return options_refuse (
      error, "--walk: found '%s', expected gold, random, explore:P with P from 0 to 1, or parser:MODEL",
      walk);
}

static gboolean
get_options (Compare *command, const Source *source, GError **error)
{
  TbkCompareOptions *options = &command->agreement.compare;

  options->system = system_get_with_oracle (&command->system, FALSE, error);
  if (options->system == NULL)
    return FALSE;
  if (command->system.system != NULL) { /* recorded by its own name */
    g_autofree char *name = g_strndup (options->system->name, strcspn (options->system->name, ":"));

    options_set (&source->options, "system", name);
  }
  return get_walk (command, source->merging != NULL, error) && get_variants (command, error);
}

static const OptionGroup groups[] = {
  OPTION_GROUP_AT ("Which system", system_entries, Compare, system),
  OPTION_GROUP ("Which oracles", oracle_entries),
  OPTION_GROUP ("Which configurations", walk_entries),
  TREE_SELECTION_GROUPS,
  OPTION_GROUP ("Which table", compare_table_entries),
  OPTION_GROUP ("Output", report_entries),
  OPTION_GROUP ("Output", table_entries),
  OPTION_GROUP ("Output", tally_entries),
  INPUT_GROUPS (corpus_format_entries, corpus_input_entries),
  CORPUS_END_GROUPS,
};

/* 3. phrases: the published oracle of phrase structure against the exact one. */

static const char *const phrase_tables[] = { "file", "distance", NULL };

static const Option phrase_walk_entries[] = {
  { "system", TEXT, AT (Compare, system.system), "SYSTEM", "Transition system: " BRACKETS_SYSTEMS },
  { "walk", TEXT, AT (Compare, walk), "WALK",
    "gold: follow the sequence that builds the gold tree (default); explore:P: a random transition "
    "with probability P, else as gold; random: draw from all allowed transitions" },
  { "seed", NUMBER_OR (1, 0, G_MAXINT64), AT (Compare, seed), "N", "Seed of random walks (default 1)" },
  { "by", CHOICE (phrase_tables), AT (Compare, table), "WHAT",
    "file: a row for each file, and TOTAL (default); distance: a row for each number of "
    "constituents lost so far, over all files" },
  OPTION_END,
};

static gboolean
get_phrase_options (Compare *command, GError **error)
{
  TbkCompareOptions *options = &command->agreement.compare;

  command->table += TBK_COMPARE_PHRASES;
  options->phrases = brackets_get_system (command->system.system, error);
  if (options->phrases == NULL)
    return FALSE;
  if (command->walk == NULL || tbk_walk_parse (command->walk, &options->walk, error))
    return TRUE;
  g_prefix_error (error, "--walk: ");
  return FALSE;
}

static const OptionGroup phrase_groups[] = {
  OPTION_GROUP ("Which configurations", phrase_walk_entries),
  SELECTION_GROUP,
  BRACKETS_INPUT_GROUPS (corpus_on_error_entries),
  OPTION_GROUP ("Output", table_entries),
  OPTION_GROUP ("Output", tally_entries),
  CORPUS_END_GROUPS,
};

/* 4. cmd_compare_oracles: both kinds. */

static gboolean
run_over (Corpus *corpus, Compare *command, GError **error)
{
  const Source *source = corpus->source;
  TbkCompareOptions *options = &command->agreement.compare;
  g_autoptr (TbkComparer) comparer = NULL;

  if (!(source->is_of_brackets ? get_phrase_options (command, error) : get_options (command, source, error)))
    return FALSE;
  options->walk.seed = (guint64) command->seed;
  if (!selection_take_max_words (&corpus->selection, &command->agreement.max_words, error)
      || !table_check (&command->corpus, tbk_compare_columns (command->table), error)
      || (comparer = tbk_comparer_new (options, error)) == NULL || !corpus_find_files (corpus, error))
    return FALSE;
  if (command->report_folder != NULL)
    return run_with_report (corpus, command, error);
  return corpus_check_files (corpus, NULL, NULL, error) && run (corpus, command, error)
         && brackets_tell_losses (corpus);
}

static gboolean
compare (gpointer values, const Source *source, GError **error)
{
  Compare *command = values;
  g_auto (Corpus) corpus = { .given = &command->corpus };
  gboolean done;

  command->agreement.max_words = MOST_WORDS;
  command->variants = g_array_new (FALSE, FALSE, sizeof (TbkVariant));
  done = corpus_init (&corpus, &command->corpus, source, FALSE, error) && run_over (&corpus, command, error);
  g_array_unref (command->variants);
  tbk_model_free (command->parser);
  g_free (command->checksum);
  return done;
}

static const OptionRule rules[] = { { "seed", "walk=random walk=explore:*" }, { NULL, NULL } };

static const Form conllu = { .groups = groups, .rules = rules, .size = sizeof (Compare), .run = compare };

static const Form brackets = {
  .groups = phrase_groups, .rules = rules, .size = sizeof (Compare), .is_of_brackets = TRUE, .run = compare
};

const Command cmd_compare_oracles = { .name = "compare-oracles", .conllu = &conllu, .brackets = &brackets };
