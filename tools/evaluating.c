/* evaluating.c - gold files against those of a system: operands, tallies, and rows of tables that tell shares. */
#include "evaluating.h"

#include <string.h>

#include "files.h"
#include "options.h"
#include "selection.h"
#include "tbk/files.h"
#include "tool.h"

static struct {
  char **against;
  char *intervals, *seed;
} given;

const GOptionEntry evaluating_entries[] = {
  { "against", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &given.against,
    "Compare with another system's trees: difference, and p by a paired permutation test over sentences; or with several, "
    "each given so, in a row for each",
    "OTHER" },
  { "intervals", 0, 0, G_OPTION_ARG_STRING, &given.intervals,
    "yes: the 95 per cent intervals of the measures (default); no: leave them out, which is faster",
    "WHETHER" },
  { "seed", 0, 0, G_OPTION_ARG_STRING, &given.seed, "The seed of all that is drawn at random (default 1)",
    "N" },
  G_OPTION_ENTRY_NULL,
};

int
evaluating_n_others (void)
{
  return given.against == NULL ? 0 : (int) g_strv_length (given.against);
}

gboolean
evaluating_get_options (const char *by, const char *const *groupings, EvaluatingOptions *options,
                        GError **error)
{
  static const char *const whether[] = { "yes", "no", NULL };
  gint64 number = 1;
  int choice;

  if (!options_choose ("by", by, groupings, &options->by, error)
      || !options_choose ("intervals", given.intervals, whether, &choice, error)
      || !options_number ("seed", given.seed, 0, G_MAXINT64, &number, error))
    return FALSE;
  options->has_intervals = choice == 0;
  options->seed = (guint64) number;
  if (options->by == 0 || given.against == NULL)
    return TRUE;
  g_set_error (error, TBK_ERROR, TBK_ERROR_USAGE, "--by and --against exclude each other");
  return FALSE;
}

/* Files. */

typedef struct {
  const Evaluating *evaluating;
  char *system;                  /* the operand, by name_of() */
  const TbkSelection *selection; /* or NULL */
  TbkSelector **selectors;       /* NULL: all is taken; else of the gold files beside each system */
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
counterpart (const char *path, int number)
{
  return is_folder (path) ? g_build_filename (path, files_name (number), NULL) : g_strdup (path);
}

static int
is_standard_input (const char *path)
{
  return strcmp (path, "-") == 0;
}

static gboolean
count_pair (const Run *run, const char *gold, const char *system, int other, TbkTally *tally, GError **error)
{
  corpus_announce (gold);
  corpus_announce (system);
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
evaluating_tell_none_selected (TbkShare share)
{
  g_autofree char *selection = selection_describe ();

  if (share.of == 0 && selection != NULL)
    tool_message ("no word to compare was selected by %s", selection);
}

static TbkTally *
count_file (const Run *run, const char *gold, int number, GError **error)
{
  g_autoptr (TbkTally) tally = tbk_tally_new (run->evaluating->layout);

  for (int other = 0; other <= evaluating_n_others (); other++) {
    g_autofree char *system = counterpart (other == 0 ? run->system : given.against[other - 1], number);

    if (!count_pair (run, gold, system, other, tally, error))
      return NULL;
  }
  tbk_evaluation_name_system (tally, run->system);
  return g_steal_pointer (&tally);
}

static gboolean
count_files (const Run *run, char **paths, TbkTallies *tallies, TbkLeftOut *left_out, GError **error)
{
  const guint n = g_strv_length (paths);

  for (guint f = 0; f < n; f++) {
    g_autoptr (GError) fault = NULL;
    TbkTally *tally = files_is_taken ((int) f) ? count_file (run, paths[f], (int) f, &fault) : NULL;

    if (tally != NULL)
      tbk_tallies_put (tallies, (int) f, tally);
    else if (fault != NULL && !counting_leave_out (tallies, (int) f, &fault, left_out, error))
      return FALSE;
  }
  if (tbk_tallies_n_in (tallies) == (int) n)
    selection_tell_absent ();
  return TRUE;
}

/* Counts what is taken of the gold files, which is looked for beside each system anew. */
static gboolean
count (gpointer data, char **paths, TbkTallies *tallies, TbkLeftOut *left_out, GError **error)
{
  Run *run = data;
  const int n = run->selection == NULL ? 0 : 1 + evaluating_n_others ();
  g_autofree TbkSelector **selectors = g_new (TbkSelector *, n);
  gboolean done;

  for (int s = 0; s < n; s++)
    selectors[s] = tbk_selector_new (run->selection);
  run->selectors = selectors;
  done = count_files (run, paths, tallies, left_out, error);
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
    g_set_error (error, TBK_ERROR, TBK_ERROR_USAGE, "%s is a folder, expected folders to compare it with",
                 gold);
  else
    return TRUE;
  return FALSE;
}

static gboolean
check_operands (char **paths, GError **error)
{
  const guint n = options_has_operands () ? g_strv_length (paths) : 0;
  int n_standard_input = 0;

  if (n != 2) {
    g_set_error (error, TBK_ERROR, TBK_ERROR_USAGE, "found %u operand%s, expected two: GOLD SYSTEM", n,
                 n == 1 ? "" : "s");
    return FALSE;
  }
  for (int i = 0; i < 2; i++)
    if (!check_operand (paths[0], paths[i], &n_standard_input, error))
      return FALSE;
  for (int o = 0; o < evaluating_n_others (); o++)
    if (!check_operand (paths[0], given.against[o], &n_standard_input, error))
      return FALSE;
  return TRUE;
}

/* Takes the systems from @paths and --against, by the names that they have in tallies. */
static void
take_systems (Run *run, char **paths)
{
  g_autofree char *system = g_steal_pointer (&paths[1]);

  run->system = name_of (system);
  for (int o = 0; o < evaluating_n_others (); o++) {
    g_autofree char *against = given.against[o];

    given.against[o] = name_of (against);
  }
}

/* Tells of files that the folder of a system has beside those of the gold folder. */
static void
tell_further (const TbkCorpusOptions *options, const char *system, char **paths)
{
  g_autoptr (GHashTable) expected = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (TbkFileList) list = tbk_file_list_new ();
  const char *first = NULL;
  int n = 0;

  if (system == NULL || !is_folder (system)
      || !tbk_file_list_add (list, system, files_suffixes (options->format), NULL))
    return;
  for (int f = 0; paths[f] != NULL; f++)
    g_hash_table_add (expected, counterpart (system, f));
  for (int f = 0; f < tbk_file_list_length (list); f++)
    if (!g_hash_table_contains (expected, list->paths->pdata[f])) {
      first = n++ == 0 ? list->paths->pdata[f] : first;
    }
  if (n > 0)
    tool_message ("%s: %d file%s without gold file left out, the first: %s", system, n, n == 1 ? "" : "s",
                  first);
}

/* @paths: what is compared, and gets the gold files alone. Where tallies are merged there are none. */
static gboolean
find_files (Run *run, TbkCorpusOptions *options, char ***paths, GError **error)
{
  const gboolean is_merging = counting_merged_head () != NULL;

  if (!is_merging && !check_operands (*paths, error))
    return FALSE;
  if (!is_merging)
    take_systems (run, *paths);
  if (!corpus_find_files (options, paths, error))
    return FALSE;
  if (!is_merging) {
    tell_further (options, run->system, *paths);
    for (int o = 0; o < evaluating_n_others (); o++)
      tell_further (options, given.against[o], *paths);
  }
  return TRUE;
}

/* All files that are read are checked. */
static gboolean
check_files (const Run *run, const TbkCorpusOptions *options, char **paths, GError **error)
{
  const char *const parameters[] = { run->evaluating->parameters, NULL };
  g_autoptr (GPtrArray) inputs = g_ptr_array_new_with_free_func (g_free);
  const int n = counting_merged_head () != NULL ? 0 : (int) g_strv_length (paths);

  for (int f = 0; f < n; f++)
    g_ptr_array_add (inputs, g_strdup (paths[f]));
  for (int f = 0; f < n; f++) {
    g_ptr_array_add (inputs, counterpart (run->system, f));
    for (int o = 0; o < evaluating_n_others (); o++)
      g_ptr_array_add (inputs, counterpart (given.against[o], f));
  }
  g_ptr_array_add (inputs, NULL);
  return counting_check_files (options, (char **) inputs->pdata, parameters, NULL, error);
}

static gboolean
write_table (gpointer data, const TbkTallies *tallies, TbkOutput *output, GError **error)
{
  const Evaluating *evaluating = ((const Run *) data)->evaluating;

  return tbk_evaluation_check_systems (tallies, error)
         && evaluating->write (evaluating->data, tallies, output, error);
}

gboolean
evaluating_run (const Evaluating *evaluating, TbkCorpusOptions *options, char ***paths, GError **error)
{
  Run run = { .evaluating = evaluating, .selection = options->selection };
  const Counting counting = {
    .options = options,
    .layout = evaluating->layout,
    .count = count,
    .write = write_table,
    .data = &run,
    .read = evaluating->read,
  };
  const gboolean done = find_files (&run, options, paths, error) && check_files (&run, options, *paths, error)
                        && counting_run (&counting, *paths, error);

  g_free (run.system);
  return done;
}

/* Rows. */

const char *const evaluating_share_columns[] = { "measure", "right", "of", "percent", NULL };

int
evaluating_n_rows (void)
{
  return MAX (evaluating_n_others (), 1);
}

const char **
evaluating_columns (const char *const *first, const char *other)
{
  const int n_others = evaluating_n_others ();
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
evaluating_end_row (TbkTable *table, const MeasureRow *measure, int other, GError **error)
{
  const gboolean is_empty = measure->share.of == 0;

  write_end (table, measure->low, is_empty);
  write_end (table, measure->high, is_empty);
  if (evaluating_n_others () > 0)
    write_difference (table, measure, other);
  if (evaluating_n_others () > 1)
    tbk_table_string (table, given.against[other]);
  return tbk_table_end_row (table, error);
}

gboolean
evaluating_write_measure (TbkTable *table, const MeasureRow *measure, GError **error)
{
  for (int row = 0; row < evaluating_n_rows (); row++) {
    tbk_table_string (table, measure->name);
    tbk_table_integer (table, measure->share.right);
    tbk_table_integer (table, measure->share.of);
    tbk_table_percent (table, measure->share.right, measure->share.of);
    if (!evaluating_end_row (table, measure, row, error))
      return FALSE;
  }
  return TRUE;
}
