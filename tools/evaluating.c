/* evaluating.c - gold files against those of a system: operands, tallies, and rows of tables that tell shares. */
#include "evaluating.h"

#include <string.h>

#include "files.h"
#include "options.h"
#include "tool.h"

static struct {
  char *against, *seed;
} given;

const GOptionEntry evaluating_entries[] = {
  { "against", 0, 0, G_OPTION_ARG_FILENAME, &given.against,
    "Compare with another system's trees: difference, and p by a paired permutation test over sentences",
    "OTHER" },
  { "seed", 0, 0, G_OPTION_ARG_STRING, &given.seed, "The seed of all that is drawn at random (default 1)",
    "N" },
  G_OPTION_ENTRY_NULL,
};

const char *const evaluating_columns[] = { "measure", "right", "of", "percent", "low", "high", NULL };
const char *const evaluating_against_columns[] = {
  "measure", "right", "of", "percent", "low", "high", "other_percent", "difference", "p", NULL
};

const char *
evaluating_against (void)
{
  return given.against;
}

gboolean
evaluating_get_options (const char *by, const char *const *groupings, int *grouping, guint64 *seed,
                        GError **error)
{
  gint64 number = 1;

  if (!options_choose ("by", by, groupings, grouping, error)
      || !options_number ("seed", given.seed, 0, G_MAXINT64, &number, error))
    return FALSE;
  *seed = (guint64) number;
  if (*grouping == 0 || given.against == NULL)
    return TRUE;
  g_set_error (error, TBK_ERROR, TBK_ERROR_USAGE, "--by and --against exclude each other");
  return FALSE;
}

/* Files. */

typedef struct {
  const Evaluating *evaluating;
  char *system; /* the operand, by name_of() */
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

static gboolean
count_pair (const Evaluating *evaluating, const char *gold, const char *system, gboolean is_other,
            TbkTally *tally, GError **error)
{
  corpus_announce (gold);
  corpus_announce (system);
  return evaluating->count (evaluating->data, gold, system, is_other, tally, error);
}

static TbkTally *
count_file (const Run *run, const char *gold, int number, GError **error)
{
  g_autofree char *system = counterpart (run->system, number);
  g_autofree char *other = given.against == NULL ? NULL : counterpart (given.against, number);
  g_autoptr (TbkTally) tally = tbk_tally_new (run->evaluating->layout);

  if (!count_pair (run->evaluating, gold, system, FALSE, tally, error)
      || (other != NULL && !count_pair (run->evaluating, gold, other, TRUE, tally, error)))
    return NULL;
  tbk_evaluation_name_system (tally, run->system);
  return g_steal_pointer (&tally);
}

static gboolean
count (gpointer run, char **paths, TbkTallies *tallies, TbkLeftOut *left_out, GError **error)
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
  return TRUE;
}

static int
is_standard_input (const char *path)
{
  return strcmp (path, "-") == 0;
}

static gboolean
check_operands (char **paths, GError **error)
{
  const guint n = options_has_operands () ? g_strv_length (paths) : 0;

  if (n != 2) {
    g_set_error (error, TBK_ERROR, TBK_ERROR_USAGE, "found %u operand%s, expected two: GOLD SYSTEM", n,
                 n == 1 ? "" : "s");
    return FALSE;
  }
  if (is_standard_input (paths[0]) + is_standard_input (paths[1])
          + (given.against != NULL && is_standard_input (given.against))
      > 1) {
    g_set_error (error, TBK_ERROR, TBK_ERROR_USAGE, "standard input can be only one of the files");
    return FALSE;
  }
  if (is_folder (paths[0])
      && (!is_folder (paths[1]) || (given.against != NULL && !is_folder (given.against)))) {
    g_set_error (error, TBK_ERROR, TBK_ERROR_USAGE, "%s is a folder, expected folders to compare it with",
                 paths[0]);
    return FALSE;
  }
  return TRUE;
}

/* Takes the systems from @paths and --against, by the names that they have in tallies. */
static void
take_systems (Run *run, char **paths)
{
  g_autofree char *system = g_steal_pointer (&paths[1]), *against = given.against;

  run->system = name_of (system);
  given.against = against == NULL ? NULL : name_of (against);
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
  return corpus_find_files (options, paths, error);
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
    if (given.against != NULL)
      g_ptr_array_add (inputs, counterpart (given.against, f));
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
  Run run = { .evaluating = evaluating };
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

static double
percent (gint64 right, gint64 of)
{
  return of > 0 ? 100.0 * (double) right / (double) of : 0;
}

static void
write_difference (TbkTable *table, const MeasureRow *row)
{
  tbk_table_percent (table, row->other.right, row->other.of);
  if (row->share.of == 0 || row->other.of == 0) {
    tbk_table_nothing (table);
    tbk_table_nothing (table);
    return;
  }
  tbk_table_decimal (
      table, percent (row->share.right, row->share.of) - percent (row->other.right, row->other.of), 2);
  tbk_table_decimal (table, (row->n_as_great + 1.0) / (TBK_PERMUTATION_ROUNDS + 1.0), 4);
}

gboolean
evaluating_write_row (TbkTable *table, const MeasureRow *row, GError **error)
{
  const gboolean is_empty = row->share.of == 0;

  tbk_table_string (table, row->name);
  tbk_table_integer (table, row->share.right);
  tbk_table_integer (table, row->share.of);
  tbk_table_percent (table, row->share.right, row->share.of);
  tbk_table_percent (table, row->low.right, is_empty ? 0 : MAX (row->low.of, 1));
  tbk_table_percent (table, row->high.right, is_empty ? 0 : MAX (row->high.of, 1));
  if (given.against != NULL)
    write_difference (table, row);
  return tbk_table_end_row (table, error);
}
