/* evaluating.c - gold files against those of a system: operands, tallies, and rows of tables that tell shares. */
#include "evaluating.h"

#include <string.h>

#include "options/input.h"
#include "options/tool.h"
#include "tbk/files.h"

const GOptionEntry evaluating_entries[] = {
  { "against", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, OPTIONS_AT (EvaluatingGiven, against),
    "Compare with the trees of another system: difference, and p by a paired permutation test "
    "over sentences. May be given several times, for a row each",
    "OTHER" },
  { "intervals", 0, 0, G_OPTION_ARG_STRING, OPTIONS_AT (EvaluatingGiven, intervals),
    "yes: with 95 per cent intervals of the measures (default); no: without, which is faster", "WHETHER" },
  { "seed", 0, 0, G_OPTION_ARG_STRING, OPTIONS_AT (EvaluatingGiven, seed),
    "Seed of intervals and tests (default 1)", "N" },
  G_OPTION_ENTRY_NULL,
};

gboolean
evaluating_get_options (const EvaluatingGiven *given, const char *by, const char *const *groupings,
                        EvaluatingOptions *options, GError **error)
{
  static const char *const whether[] = { "yes", "no", NULL };
  gint64 number = 1;
  int choice;

  if (!options_choose ("by", by, groupings, &options->by, error)
      || !options_choose ("intervals", given->intervals, whether, &choice, error)
      || !options_number ("seed", given->seed, 0, G_MAXINT64, &number, error))
    return FALSE;
  options->has_intervals = choice == 0;
  options->seed = (guint64) number;
  options->others = given->against;
  options->n_others = given->against == NULL ? 0 : (int) g_strv_length (given->against);
  if (options->by == 0 || given->against == NULL)
    return TRUE;
  g_set_error (error, TBK_ERROR, TBK_ERROR_USAGE, "--by and --against exclude each other");
  return FALSE;
}

/* Files. */

typedef struct {
  const Evaluating *evaluating;
  const Corpus *corpus;
  char *system;            /* the operand, by name_of() */
  TbkSelector **selectors; /* NULL: all is taken; else of the gold files beside each system */
  TbkTable *rows;          /* that are written as they come, or NULL */
} Run;

static gboolean
is_folder (const char *path)
{
  return g_file_test (path, G_FILE_TEST_IS_DIR);
}

/* An operand as it stands before the names of files: SP and SP/ are one folder. To be freed. */
static char *
name_of (const char *operand)
{
  gsize length = strlen (operand);

  while (length > 1 && operand[length - 1] == '/' && is_folder (operand))
    length--;
  return g_strndup (operand, length);
}

/* What stands beside gold file @number: @path itself, or what has its name in the folder @path. To be freed. */
static char *
counterpart (const Corpus *corpus, const char *path, int number)
{
  return is_folder (path) ? g_build_filename (path, files_name (&corpus->files, number), NULL)
                          : g_strdup (path);
}

static int
is_standard_input (const char *path)
{
  return strcmp (path, "-") == 0;
}

static gboolean
count_pair (const Run *run, const char *gold, const char *system, int other, TbkTally *tally, GError **error)
{
  corpus_announce (run->corpus, gold);
  corpus_announce (run->corpus, system);
  return run->evaluating->count (run->evaluating->data, gold, system,
                                 run->selectors == NULL ? NULL : run->selectors[other], other, tally, error);
}

void
evaluating_tell_empty (const char *gold, TbkShare share)
{
  if (share.of == 0)
    tool_message ("%s: found no word to compare", is_standard_input (gold) ? "<stdin>" : gold);
}

void
evaluating_tell_none_selected (const SelectionGiven *given, TbkShare share)
{
  g_autofree char *selection = selection_describe (given);

  if (share.of == 0 && selection != NULL)
    tool_message ("no word to compare was selected by %s", selection);
}

static TbkTally *
count_file (const Run *run, const char *gold, int number, GError **error)
{
  const EvaluatingOptions *options = run->evaluating->options;
  g_autoptr (TbkTally) tally = tbk_tally_new (run->evaluating->layout);

  for (int other = 0; other <= options->n_others; other++) {
    g_autofree char *system =
        counterpart (run->corpus, other == 0 ? run->system : options->others[other - 1], number);

    if (!count_pair (run, gold, system, other, tally, error))
      return NULL;
  }
  tbk_evaluation_name_system (tally, run->system);
  return g_steal_pointer (&tally);
}

static gboolean
count_files (const Run *run, TbkTallies *tallies, TbkLeftOut *left_out, GError **error)
{
  const Corpus *corpus = run->corpus;
  const guint n = g_strv_length (corpus->paths);

  for (guint f = 0; f < n; f++) {
    g_autoptr (GError) fault = NULL;
    TbkTally *tally =
        files_is_taken (&corpus->files, (int) f) ? count_file (run, corpus->paths[f], (int) f, &fault) : NULL;

    if (tally != NULL)
      tbk_tallies_put (tallies, (int) f, tally);
    if (run->rows != NULL && (tally != NULL || fault != NULL)
        && !tbk_table_settle (run->rows, tally != NULL, error))
      return FALSE;
    if (fault != NULL && !counting_leave_out (tallies, (int) f, &fault, left_out, error))
      return FALSE;
  }
  if (tbk_tallies_n_in (tallies) == (int) n)
    selection_tell (&corpus->selection);
  return TRUE;
}

/* Counts what is taken of the gold files, which is looked for beside each system anew. */
static gboolean
count (gpointer data, Corpus *corpus, TbkTallies *tallies, TbkLeftOut *left_out, GError **error)
{
  Run *run = data;
  const TbkSelection *selection = corpus->options.selection;
  const int n = selection == NULL ? 0 : 1 + run->evaluating->options->n_others;
  g_autofree TbkSelector **selectors = g_new (TbkSelector *, n);
  gboolean done;

  for (int s = 0; s < n; s++)
    selectors[s] = tbk_selector_new (selection);
  run->selectors = selectors;
  done = count_files (run, tallies, left_out, error);
  for (int s = 0; s < n; s++)
    tbk_selector_free (selectors[s]);
  return done;
}

/* Other systems are operands too. */
static gboolean
check_operand (const char *gold, const char *path, int *n_standard_input, GError **error)
{
  *n_standard_input += is_standard_input (path);
  if (*n_standard_input > 1)
    g_set_error (error, TBK_ERROR, TBK_ERROR_USAGE, "standard input can be only one of the files");
  else if (is_folder (gold) && !is_folder (path))
    g_set_error (error, TBK_ERROR, TBK_ERROR_USAGE, "found %s beside the folder %s, expected another folder",
                 path, gold);
  else
    return TRUE;
  return FALSE;
}

static gboolean
check_operands (const Source *source, const EvaluatingOptions *options, GError **error)
{
  const guint n = source->has_operands ? g_strv_length (source->operands) : 0;
  int n_standard_input = 0;

  if (n != 2) {
    g_set_error (error, TBK_ERROR, TBK_ERROR_USAGE, "found %u operand%s, expected two: GOLD SYSTEM%s", n,
                 n == 1 ? "" : "s", n > 2 ? "; --against=B compares two systems" : "");
    return FALSE;
  }
  for (int i = 0; i < 2; i++)
    if (!check_operand (source->operands[0], source->operands[i], &n_standard_input, error))
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
  const EvaluatingOptions *options = run->evaluating->options;
  g_autofree char *system = g_steal_pointer (&source->operands[1]);

  run->system = name_of (system);
  for (int o = 0; o < options->n_others; o++) {
    g_autofree char *against = options->others[o];

    options->others[o] = name_of (against);
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

/* The gold files, and the systems; where tallies are merged there are none. */
static gboolean
find_files (Run *run, Corpus *corpus, GError **error)
{
  const EvaluatingOptions *options = run->evaluating->options;

  if (corpus->source->merging != NULL)
    return corpus_find_files (corpus, error);
  if (!check_operands (corpus->source, options, error))
    return FALSE;
  take_systems (run, corpus->source);
  if (!corpus_find_files (corpus, error))
    return FALSE;
  tell_further (corpus, run->system);
  for (int o = 0; o < options->n_others; o++)
    tell_further (corpus, options->others[o]);
  return TRUE;
}

/* All files that are read are checked. */
static gboolean
check_files (const Run *run, Corpus *corpus, GError **error)
{
  const EvaluatingOptions *options = run->evaluating->options;
  g_autoptr (GPtrArray) inputs = g_ptr_array_new_with_free_func (g_free);
  const int n = corpus->source->merging != NULL ? 0 : (int) g_strv_length (corpus->paths);

  for (int f = 0; f < n; f++) {
    g_ptr_array_add (inputs, counterpart (corpus, run->system, f));
    for (int o = 0; o < options->n_others; o++)
      g_ptr_array_add (inputs, counterpart (corpus, options->others[o], f));
  }
  g_ptr_array_add (inputs, NULL);
  return corpus_check_files (corpus, (const char *const *) inputs->pdata, NULL, error);
}

static gboolean
write_table (gpointer data, const TbkTallies *tallies, TbkOutput *output, GError **error)
{
  const Evaluating *evaluating = ((const Run *) data)->evaluating;

  return tbk_evaluation_check_systems (tallies, error)
         && evaluating->write (evaluating->data, tallies, output, error);
}

gboolean
evaluating_run (const Evaluating *evaluating, Corpus *corpus, GError **error)
{
  Run run = { .evaluating = evaluating, .corpus = corpus };
  const Counting counting = {
    .corpus = corpus,
    .layout = evaluating->layout,
    .count = count,
    .write = write_table,
    .data = &run,
    .read = evaluating->read,
  };
  const gboolean done = find_files (&run, corpus, error) && check_files (&run, corpus, error)
                        && counting_run (&counting, error);

  g_free (run.system);
  return done;
}

gboolean
evaluating_run_rows (const Evaluating *evaluating, Corpus *corpus, const TableOptions *options,
                     const char *by, const char *const *columns, TbkTable **table, GError **error)
{
  Run run = { .evaluating = evaluating, .corpus = corpus };
  g_autoptr (TbkOutput) output = NULL;
  g_autoptr (TbkTallies) tallies = NULL; /* empty: they hold which files are left out */
  g_auto (TbkLeftOut) left_out = { 0 };
  gboolean done = counting_check_no_tally (corpus->given, by, error)
                  && table_check_not_sorted (options, by, error) && find_files (&run, corpus, error)
                  && check_files (&run, corpus, error)
                  && (output = corpus_open_output (corpus, error)) != NULL;

  if (done) {
    tallies = tbk_tallies_new (evaluating->layout, (const char *const *) corpus->paths, NULL);
    *table = table_new (options, output, columns);
    run.rows = *table;
    done = tbk_table_settle (*table, TRUE, error) && count (&run, corpus, tallies, &left_out, error)
           && tbk_table_end (*table, error) && corpus_commit (corpus, &output, &left_out, error);
    g_clear_pointer (table, tbk_table_free);
  }
  g_free (run.system);
  return done;
}

/* Rows. */

const char *const evaluating_share_columns[] = { "measure", "right", "of", "percent", NULL };

int
evaluating_n_rows (const EvaluatingOptions *options)
{
  return MAX (options->n_others, 1);
}

const char **
evaluating_columns (const EvaluatingOptions *options, const char *const *first, const char *other)
{
  const int n_others = options->n_others;
  GPtrArray *columns = g_ptr_array_new ();

  for (int c = 0; first[c] != NULL; c++)
    g_ptr_array_add (columns, (gpointer) first[c]);
  g_ptr_array_add (columns, (gpointer) "low");
  g_ptr_array_add (columns, (gpointer) "high");
  if (n_others > 0) {
    g_ptr_array_add (columns, (gpointer) other);
    g_ptr_array_add (columns, (gpointer) "difference");
    g_ptr_array_add (columns, (gpointer) "p");
  }
  if (n_others > 1)
    g_ptr_array_add (columns, (gpointer) "against");
  g_ptr_array_add (columns, NULL);
  return (const char **) g_ptr_array_free (columns, FALSE);
}

static double
percent (gint64 right, gint64 of)
{
  return of > 0 ? 100.0 * (double) right / (double) of : 0;
}

static void
write_difference (TbkTable *table, const MeasureRow *measure, int other)
{
  const TbkShare *share = &measure->share, *against = &measure->others[other];

  tbk_table_percent (table, against->right, against->of);
  if (share->of == 0 || against->of == 0) {
    tbk_table_nothing (table);
    tbk_table_nothing (table);
    return;
  }
  tbk_table_decimal (table, percent (share->right, share->of) - percent (against->right, against->of), 2);
  tbk_table_decimal (table, (measure->n_as_great[other] + 1.0) / (TBK_PERMUTATION_ROUNDS + 1.0), 4);
}

static void
write_end (TbkTable *table, const TbkShare *end, gboolean is_empty)
{
  if (end == NULL)
    tbk_table_nothing (table);
  else
    tbk_table_percent (table, end->right, is_empty ? 0 : MAX (end->of, 1));
}

gboolean
evaluating_end_row (const EvaluatingOptions *options, TbkTable *table, const MeasureRow *measure, int other,
                    GError **error)
{
  const gboolean is_empty = measure->share.of == 0;

  write_end (table, measure->low, is_empty);
  write_end (table, measure->high, is_empty);
  if (options->n_others > 0)
    write_difference (table, measure, other);
  if (options->n_others > 1)
    tbk_table_string (table, options->others[other]);
  return tbk_table_end_row (table, error);
}

gboolean
evaluating_write_measure (const EvaluatingOptions *options, TbkTable *table, const MeasureRow *measure,
                          GError **error)
{
  for (int row = 0; row < evaluating_n_rows (options); row++) {
    tbk_table_string (table, measure->name);
    tbk_table_integer (table, measure->share.right);
    tbk_table_integer (table, measure->share.of);
    tbk_table_percent (table, measure->share.right, measure->share.of);
    if (!evaluating_end_row (options, table, measure, row, error))
      return FALSE;
  }
  return TRUE;
}
