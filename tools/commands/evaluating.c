/* evaluating.c - gold files against those of systems, of all kinds: operands, the run, tables of measures and groups.
 *
 * Contents
 *   1. options: those that both kinds of trees have
 *   2. files: operands, and what stands beside a gold file
 *   3. tables: what is reported beside them
 *   4. run: files side by side in the loop over treebanks
 */
#include "commands/commands.h"
#include "evaluation/evaluation.h"

#include <string.h>

#include "options/options.h"
#include "tbk/base.h"

/* 1. options: those that both kinds of trees have. */

const Option evaluating_entries[] = {
  { "against", PATHS, AT (EvaluatingOptions, others), "OTHER",
    "Compare with the trees of another system: difference, and p by a paired permutation test "
    "over sentences; with --by of F1 of each group, and p corrected by Holm's method for all rows. May be given several "
    "times, for a row each. Files joined by commas, here and as SYSTEM, are runs of one system: means, and intervals over runs "
    "and sentences" },
  { "intervals", NUMBER_BARE_OR (TBK_FIGURES_LEVEL, 50, 99), AT (EvaluatingOptions, level), "LEVEL",
    "Two columns, the ends of intervals of LEVEL per cent (default 95) of the measures" },
  { "no-intervals", FLAG, AT (EvaluatingOptions, no_intervals), NULL, "Without intervals, which is faster" },
  { "seed", NUMBER_OR (1, 0, G_MAXINT64), AT (EvaluatingOptions, seed), "N",
    "Seed of intervals and tests (default 1)" },
  OPTION_END,
};

/* Adds the runs that @operand means: several have commas between them, unless there is a file of that
 * name. */
static void
add_runs (Evaluating *evaluating, const char *operand)
{
  const gboolean is_one = strchr (operand, ',') == NULL || g_file_test (operand, G_FILE_TEST_EXISTS);
  g_auto (GStrv) names = is_one ? NULL : g_strsplit (operand, ",", -1);
  const int n = is_one ? 1 : (int) g_strv_length (names);

  for (int r = 0; r < n; r++)
    g_ptr_array_add (evaluating->runs, g_strdup (is_one ? operand : names[r]));
  g_array_append_val (evaluating->n_runs, n);
}

/* Finds runs. Without any the systems stay as they are given. All runs of all systems are others of the first
 * run, in one list; `n_runs` says how many belong to each system. */
static gboolean
take_runs (Evaluating *evaluating, const CorpusGiven *given, const Source *source, GError **error)
{
  EvaluatingOptions *options = &evaluating->options;
  TbkEvaluationTable *rows = &evaluating->rows;

  if (source->merging != NULL || !source->has_operands || g_strv_length (source->operands) != 2)
    return TRUE;
  evaluating->runs = g_ptr_array_new_with_free_func (g_free);
  evaluating->n_runs = g_array_new (FALSE, FALSE, sizeof (int));
  add_runs (evaluating, source->operands[1]);
  for (int o = 0; options->others != NULL && options->others[o] != NULL; o++)
    add_runs (evaluating, options->others[o]);
  if (evaluating->runs->len == evaluating->n_runs->len) {
    evaluating_clear (evaluating);
    return TRUE;
  }
  for (guint r = 0; r < evaluating->runs->len; r++)
    if (*(const char *) evaluating->runs->pdata[r] == '\0')
      return options_refuse (error, "found no name beside a comma, expected runs as a.conllu,b.conllu");
  g_ptr_array_add (evaluating->runs, NULL);
  rows->n_runs = (const int *) (gconstpointer) evaluating->n_runs->data;
  rows->n_groups = (int) evaluating->n_runs->len;
  rows->group_names = (const char *const *) options->others;
  options->others = (char **) evaluating->runs->pdata + 1;
  if (given->files.part != NULL)
    return options_refuse (error, "--part and several runs exclude each other");
  return counting_check_no_tally (given, "several runs", error)
         && (rows->rows_of == TBK_EVALUATION_MEASURES
             || options_refuse (error, "several runs, joined by commas, go with --by=measure only"));
}

void
evaluating_clear (Evaluating *evaluating)
{
  g_clear_pointer (&evaluating->runs, g_ptr_array_unref);
  g_clear_pointer (&evaluating->n_runs, g_array_unref);
}

gboolean
evaluating_take_options (Evaluating *evaluating, const CorpusGiven *given, const Source *source,
                         GError **error)
{
  EvaluatingOptions *options = &evaluating->options;

  if (!take_runs (evaluating, given, source, error))
    return FALSE;
  options->n_others = options->others == NULL ? 0 : (int) g_strv_length (options->others);
  evaluating->rows.evaluated = evaluating->evaluation.evaluated;
  evaluating->rows.level = options->no_intervals ? 0 : options->level;
  evaluating->rows.seed = options->seed;
  evaluating->rows.n_others = options->n_others;
  evaluating->rows.others = (const char *const *) options->others;
  return table_get_options (given, &evaluating->table, error);
}

/* 2. files: operands, and what stands beside a gold file. */

typedef struct {
  Evaluating *evaluating;
  Corpus *corpus;
  char *system;        /* the operand, by name_of() */
  GHashTable *numbers; /* of gold files by path */
} Run;

static gboolean
is_folder (const char *path)
{
  return g_file_test (path, G_FILE_TEST_IS_DIR);
}

/* Returns an operand as it is written before the names of files: SP and SP/ are one folder. To be freed. */
static char *
name_of (const char *operand)
{
  gsize length = strlen (operand);

  while (length > 1 && operand[length - 1] == '/' && is_folder (operand))
    length--;
  return g_strndup (operand, length);
}

/* Returns what is beside gold file @number: @path itself, or what has its name in the folder @path. To be
 * freed. */
static char *
counterpart (const Corpus *corpus, const char *path, int number)
{
  return is_folder (path) ? files_in_folder (path, files_name (&corpus->files, number)) : g_strdup (path);
}

static int
is_standard_input (const char *path)
{
  return strcmp (path, "-") == 0;
}

/* Returns the path of system @s beside gold file @number. To be freed. */
static char *
system_path (const Run *run, int s, int number)
{
  return counterpart (run->corpus, s == 0 ? run->system : run->evaluating->options.others[s - 1], number);
}

/* Returns the paths of all systems beside a gold file: TbkPairing.find. */
static char **
find_systems (gpointer data, const char *gold)
{
  const Run *run = data;
  const int n = 1 + run->evaluating->options.n_others;
  char **paths = g_new0 (char *, n + 1);

  for (int s = 0; s < n; s++)
    paths[s] = system_path (run, s, GPOINTER_TO_INT (g_hash_table_lookup (run->numbers, gold)));
  return paths;
}

/* Checks an operand, SYSTEM or one of --against, beside GOLD. */
static gboolean
check_operand (const char *gold, const char *path, int *n_standard_input, GError **error)
{
  *n_standard_input += is_standard_input (path);
  if (*n_standard_input > 1)
    return options_refuse (error, "standard input can be only one of the files");
  if (is_folder (gold) && !is_folder (path))
    return options_refuse (error, "found %s beside the folder %s, expected another folder", path, gold);
  return TRUE;
}

/* Returns the second operand, SYSTEM, or its first run. */
static const char *
system_operand (const Evaluating *evaluating, const Source *source)
{
  return evaluating->runs != NULL ? evaluating->runs->pdata[0] : source->operands[1];
}

static gboolean
check_operands (const Source *source, const Evaluating *evaluating, GError **error)
{
  const EvaluatingOptions *options = &evaluating->options;
  const guint n = source->has_operands ? g_strv_length (source->operands) : 0;
  int n_standard_input = 0;

  if (n != 2)
    return options_refuse (
        error, "found %u operand%s, expected two: GOLD SYSTEM%s", n, n == 1 ? "" : "s",
        n > 2 ? "; --against=B compares two systems; runs of one system are joined by commas: A1,A2" : "");
  if (!check_operand (source->operands[0], source->operands[0], &n_standard_input, error)
      || !check_operand (source->operands[0], system_operand (evaluating, source), &n_standard_input, error))
    return FALSE;
  for (int o = 0; o < options->n_others; o++)
    if (!check_operand (source->operands[0], options->others[o], &n_standard_input, error))
      return FALSE;
  return TRUE;
}

/* Gives the systems, an operand and those of --against, the names that they have in tallies, and leaves the gold files alone
 * among the operands of @source. */
static void
take_systems (Run *run, const Source *source)
{
  const EvaluatingOptions *options = &run->evaluating->options;

  run->system = name_of (system_operand (run->evaluating, source));
  source->operands[1] = NULL;
  for (int o = 0; o < options->n_others; o++) {
    g_autofree char *name = name_of (options->others[o]);

    g_strlcpy (options->others[o], name,
               strlen (options->others[o]) + 1); /* no longer; so it is recorded, too */
  }
}

/* Tells of files that the folder of a system has beside those of the gold folder. */
static void
tell_further (const Corpus *corpus, const char *system)
{
  g_autoptr (GHashTable) expected = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (TbkFileList) list = tbk_file_list_new ();
  const char *first = NULL;
  int n = 0;

  if (system == NULL || !is_folder (system)
      || !tbk_file_list_add (list, system, input_suffixes (corpus->options.format, corpus->given->input),
                             NULL))
    return;
  for (int f = 0; corpus->paths[f] != NULL; f++)
    g_hash_table_add (expected, counterpart (corpus, system, f));
  for (int f = 0; f < tbk_file_list_length (list); f++)
    if (!g_hash_table_contains (expected, list->paths->pdata[f])) {
      first = n++ == 0 ? list->paths->pdata[f] : first;
    }
  if (n > 0)
    tool_message ("%s: %d file%s without gold file left out, the first: %s", system, n, n == 1 ? "" : "s",
                  first);
}

/* Finds the gold files, and the systems; where tallies are merged there are none. */
static gboolean
find_files (Run *run, GError **error)
{
  Corpus *corpus = run->corpus;
  const EvaluatingOptions *options = &run->evaluating->options;

  if (corpus->source->merging != NULL)
    return corpus_find_files (corpus, error);
  if (!check_operands (corpus->source, run->evaluating, error))
    return FALSE;
  take_systems (run, corpus->source);
  if (!corpus_find_files (corpus, error))
    return FALSE;
  for (int f = 0; corpus->paths[f] != NULL; f++)
    g_hash_table_insert (run->numbers, corpus->paths[f], GINT_TO_POINTER (f));
  tell_further (corpus, run->system);
  corpus_announce (corpus, run->system);
  for (int o = 0; o < options->n_others; o++)
    tell_further (corpus, options->others[o]);
  return TRUE;
}

/* Checks all files that are read: none may be the output. */
static gboolean
check_files (const Run *run, GError **error)
{
  Corpus *corpus = run->corpus;
  g_autoptr (GPtrArray) inputs = g_ptr_array_new_with_free_func (g_free);

  for (int f = 0; corpus->source->merging == NULL && corpus->paths[f] != NULL; f++)
    for (int s = 0; s <= run->evaluating->options.n_others; s++)
      g_ptr_array_add (inputs, system_path (run, s, f));
  g_ptr_array_add (inputs, NULL);
  return corpus_check_files (corpus, (const char *const *) inputs->pdata, NULL, error);
}

/* 3. tables: what is reported beside them. */

/* Tells of ranges that one file alone has, which explain differences of tokens and words. */
static void
tell_ranges (const TbkAlignedRanges *ranges)
{
  const struct {
    gint64 n;
    const char *has, *lacks;
  } sides[] = { { ranges->gold, "gold", "system's" }, { ranges->system, "system's", "gold" } };

  for (guint s = 0; s < G_N_ELEMENTS (sides); s++)
    if (sides[s].n > ranges->both)
      tool_message ("%" G_GINT64_FORMAT " of %" G_GINT64_FORMAT
                    " multiword ranges of the %s files are not ranges in the %s files",
                    sides[s].n - ranges->both, sides[s].n, sides[s].has, sides[s].lacks);
}

/* Tells of sentences that are no trees in the file or folder @name. @one, @many: what becomes of words without a head. */
static void
tell_broken (const char *name, const TbkBrokenHeads *broken, const char *one, const char *many)
{
  g_autofree char *words =
      broken->words == 0
          ? g_strdup ("")
          : g_strdup_printf (", and %" G_GINT64_FORMAT " word%s without a head %s", broken->words,
                             broken->words == 1 ? "" : "s", broken->words == 1 ? one : many);

  if (broken->sentences > 0)
    tool_message ("%s: %" G_GINT64_FORMAT " sentence%s no tree%s%s; 'tbk check' lists them", name,
                  broken->sentences, broken->sentences == 1 ? " is" : "s are",
                  broken->sentences == 1 ? "" : "s", words);
}

/* Reports those of all files, from tallies of a run. */
static void
tell_all_broken (const Run *run, const TbkTallies *tallies)
{
  const Evaluating *evaluating = run->evaluating;
  const gboolean is_merging = run->corpus->source->merging != NULL;

  for (int s = 0; s <= evaluating->options.n_others; s++) {
    g_autoptr (TbkEvaluation) system = tbk_evaluation_of (tallies, evaluating->evaluation.evaluated, s);
    const TbkEvaluationRemarks remarks = tbk_evaluation_remarks (system);

    if (s == 0)
      tell_broken (is_merging ? "gold" : run->corpus->source->operands[0], &remarks.gold_broken,
                   "does not count", "do not count");
    tell_broken (s > 0                 ? evaluating->options.others[s - 1]
                 : run->system != NULL ? run->system
                                       : "system",
                 &remarks.broken, "counts as wrong", "count as wrong");
  }
}

/* Tells what does not count. Parts told what they left out where they ran. */
static void
tell_remarks (const Run *run, const TbkTallies *tallies)
{
  const TbkEvaluated evaluated = run->evaluating->evaluation.evaluated;
  g_autoptr (TbkEvaluation) system = tbk_evaluation_of (tallies, evaluated, 0);
  const TbkEvaluationRemarks remarks = tbk_evaluation_remarks (system);
  const TbkShare words = tbk_evaluation_share (system, tbk_evaluation_kind (evaluated)->words);
  const char *selection = run->corpus->given->selection.description;

  if (run->corpus->source->merging != NULL && remarks.left_out > 0)
    tool_message ("%d %s%s left out by the parts", remarks.left_out,
                  evaluated == TBK_EVALUATED_PHRASES ? "tree" : "sentence", remarks.left_out == 1 ? "" : "s");
  if (remarks.skipped > 0)
    tool_message ("%d tree%s without words skipped", remarks.skipped, remarks.skipped == 1 ? "" : "s");
  if (words.of == 0 && selection != NULL)
    tool_message ("no word to compare was selected by %s", selection);
  if (remarks.lacks_punct && run->evaluating->rows.rows_of == TBK_EVALUATION_MEASURES)
    tool_message (
        run->evaluating->evaluation.punct == TBK_PUNCT_FORM
            ? "no word is punctuation by its form: the measures without punctuation are empty"
            : "no gold relation is punct: the measures without punctuation are empty; --punct=form leaves "
              "out punctuation by its form");
  tell_ranges (&remarks.ranges);
}

static gboolean
write_table (gpointer data, const TbkTallies *tallies, TbkOutput *output, GError **error)
{
  const Run *run = data;
  const Evaluating *evaluating = run->evaluating;
  g_autofree const char **columns = tbk_evaluation_columns (&evaluating->rows);
  g_autoptr (TbkTable) table = table_new (&evaluating->table, output, columns);

  if (!evaluation_check_systems (tallies, error))
    return FALSE;
  tell_remarks (run, tallies);
  tell_all_broken (run, tallies);
  return tbk_evaluation_write (tallies, &evaluating->rows, table, error) && table_end (table, error);
}

/* 4. run: files side by side in the loop over treebanks. */

/* Writes a row for each sentence, or for each word that differs, as they come. */
static gboolean
run_rows (const Run *run, GError **error)
{
  Evaluating *evaluating = run->evaluating;
  g_auto (TbkLeftOut) left_out = { 0 };
  g_autoptr (TbkTallies) tallies = NULL;
  g_autoptr (TbkOutput) output = NULL;
  g_autoptr (TbkTable) table = NULL;
  g_autofree const char **columns = tbk_evaluation_columns (&evaluating->rows);
  const gboolean is_of_words = evaluating->rows.rows_of == TBK_EVALUATION_WORDS;
  TbkJob job;

  if (!counting_check_no_tally (run->corpus->given, is_of_words ? "--by=word" : "--by=sentence", error)
      || (is_of_words
          && !table_check_not_sorted (&evaluating->table, "--by=word", (const char *const *) columns, error))
      || (output = corpus_open_output (run->corpus, error)) == NULL)
    return FALSE;
  table = table_new (&evaluating->table, output, columns);
  evaluating->evaluation.rows = table;
  evaluating->evaluation.has_sentence_rows = !is_of_words;
  evaluating->evaluation.others = evaluating->rows.others;
  job = tbk_evaluation_job (&evaluating->evaluation);
  tallies = tbk_tallies_new (job.layout, (const char *const *) run->corpus->paths, NULL);
  if (!corpus_run (run->corpus, &job, tallies, &left_out, error) || !table_end (table, error))
    return FALSE;
  tell_all_broken (run, tallies);
  return corpus_commit (run->corpus, &output, &left_out, error);
}

static gboolean
run_table (Run *run, GError **error)
{
  const TbkJob job = tbk_evaluation_job (&run->evaluating->evaluation);
  const Counting counting = {
    .corpus = run->corpus, .job = &job, .write = write_table, .data = run, .read = run->evaluating->read
  };

  return counting_run (&counting, error);
}

/* Refuses p where there are several runs. */
static gboolean
check_runs (const Evaluating *evaluating, GError **error)
{
  const TableOptions *table = &evaluating->table;
  g_auto (GStrv) names = g_strsplit (table->columns != NULL ? table->columns : "", ",", -1);

  return evaluating->rows.n_runs == NULL || !g_strv_contains ((const char *const *) names, "p")
         || options_refuse (
             error, "--columns=p: several runs have no p; a difference is more than chance if 0 is not "
                    "between difference_low and difference_high");
}

gboolean
evaluating_check_sort (const Evaluating *evaluating, GError **error)
{
  g_autofree const char **columns = tbk_evaluation_columns (&evaluating->rows);

  if (!check_runs (evaluating, error))
    return FALSE;
  if (evaluating->rows.rows_of == TBK_EVALUATION_WORDS)
    return TRUE;
  /* In other tables `gold` is a number. */
  return evaluating->rows.rows_of == TBK_EVALUATION_CONFUSIONS
             ? table_check_columns (&evaluating->table, (const char *const *) columns, error)
                   && table_check_numbers (&evaluating->table, (const char *const *) columns + 2, error)
             : table_check_sort (&evaluating->table, (const char *const *) columns, error);
}

gboolean
evaluating_run (Evaluating *evaluating, Corpus *corpus, GError **error)
{
  Run run = { .evaluating = evaluating,
              .corpus = corpus,
              .numbers = g_hash_table_new (g_str_hash, g_str_equal) };
  TbkPairing pairing = { .find = find_systems, .data = &run };
  const gboolean has_rows = evaluating->rows.rows_of == TBK_EVALUATION_WORDS
                            || evaluating->rows.rows_of == TBK_EVALUATION_SENTENCES;
  gboolean done = find_files (&run, error) && check_files (&run, error);

  evaluating->evaluation.n_systems = 1 + evaluating->options.n_others;
  evaluating->evaluation.system = run.system;
  tbk_evaluation_pairing (&evaluating->evaluation, &pairing);
  corpus->options.format = &pairing.pairs;
  corpus->options.format_options = &pairing;
  done = done && (has_rows ? run_rows (&run, error) : run_table (&run, error));
  g_hash_table_unref (run.numbers);
  g_free (run.system);
  return done;
}
