/* evaluating.c - evaluations, as far as formats share it, and of trees in brackets.
 *
 * Contents
 *   1. evalb: lists of labels and words, of the command line and of evalb's parameter files
 *   2. evaluating: gold files against those of a system: operands, tallies, and rows of tables that tell
 *      shares
 *   3. evaluate: tbk evaluate over phrase-structure trees
 */
#include "commands/commands.h"

#include <string.h>

#include "options/options.h"
#include "tbk/files.h"

/* 1. evalb: lists of labels and words, of the command line and of evalb's parameter files.
 *
 * A line of such a file is a keyword and its values; lines that begin with # or have less than three bytes are none. Of
 * the keywords that say nothing here, LABELED is answered by both kinds of measures, and CUTOFF_LEN by a run with --max-words.
 */

#define BYTE_ORDER_MARK "\xef\xbb\xbf"

void
evalb_lists_init (EvalbLists *lists)
{
  lists->deleted = g_ptr_array_new_with_free_func (g_free);
  lists->uncounted = g_ptr_array_new_with_free_func (g_free);
  lists->quotes = g_ptr_array_new_with_free_func (g_free);
  lists->equal = g_ptr_array_new_with_free_func (g_free);
  lists->equal_words = g_ptr_array_new_with_free_func (g_free);
}

void
evalb_lists_clear (EvalbLists *lists)
{
  g_ptr_array_unref (lists->deleted);
  g_ptr_array_unref (lists->uncounted);
  g_ptr_array_unref (lists->quotes);
  g_ptr_array_unref (lists->equal);
  g_ptr_array_unref (lists->equal_words);
}

/* To be freed. */
static char **
split (const char *text)
{
  return g_strsplit (text, strchr (text, ' ') != NULL ? " " : ",", -1);
}

void
evalb_add_items (GPtrArray *list, const char *text)
{
  g_auto (GStrv) items = split (text != NULL ? text : "");

  for (int i = 0; items[i] != NULL; i++)
    if (items[i][0] != '\0')
      g_ptr_array_add (list, g_strdup (items[i]));
}

gboolean
evalb_add_pairs (GPtrArray *list, const char *option, const char *text, GError **error)
{
  g_auto (GStrv) pairs = split (text != NULL ? text : "");

  for (int i = 0; pairs[i] != NULL; i++) {
    const char *equals = strchr (pairs[i], '=');

    if (equals == NULL || equals == pairs[i] || equals[1] == '\0' || strchr (equals + 1, '=') != NULL) {
      g_set_error (error, TBK_ERROR, TBK_ERROR_USAGE, "%s: found '%s', expected pairs X=Y", option, pairs[i]);
      return FALSE;
    }
    g_ptr_array_add (list, g_strndup (pairs[i], (gsize) (equals - pairs[i])));
    g_ptr_array_add (list, g_strdup (equals + 1));
  }
  return TRUE;
}

/* A keyword: the list that its values are added to, by its place in EvalbLists, and how many it takes. */
typedef struct {
  const char *name;
  int n_values;
  gssize list; /* or NO_LIST */
} Keyword;

enum { NO_LIST = -1 };

static const Keyword keywords[] = {
  { "DELETE_LABEL", 1, G_STRUCT_OFFSET (EvalbLists, deleted) },
  { "DELETE_LABEL_FOR_LENGTH", 1, G_STRUCT_OFFSET (EvalbLists, uncounted) },
  { "EQ_LABEL", 2, G_STRUCT_OFFSET (EvalbLists, equal) },
  { "EQ_WORD", 2, G_STRUCT_OFFSET (EvalbLists, equal_words) },
  { "QUOTE_LABEL", 1, G_STRUCT_OFFSET (EvalbLists, quotes) },
  { "LABELED", 1, NO_LIST },
  { "CUTOFF_LEN", 1, NO_LIST },
  { "MAX_ERROR", 1, NO_LIST },
  { "DEBUG", 1, NO_LIST },
};

typedef struct {
  const char *path;
  gint64 line;
  EvalbLists *lists;
} Parameters;

static gboolean
fail_parameters (const Parameters *parameters, const char *found, const char *expected, GError **error)
{
  g_set_error (error, TBK_ERROR, TBK_ERROR_DATA, "%s:%" G_GINT64_FORMAT ": found %s, expected %s",
               parameters->path, parameters->line, found, expected);
  return FALSE;
}

/* What was expected where @name stands, with what may have been meant; to be freed. */
static char *
describe_keywords (const char *name)
{
  const char *names[G_N_ELEMENTS (keywords) + 1] = { NULL }, *nearest;

  for (guint k = 0; k < G_N_ELEMENTS (keywords); k++)
    names[k] = keywords[k].name;
  nearest = tbk_nearest (name, strlen (name), names);
  return g_strconcat ("a keyword of evalb", nearest == NULL ? NULL : "; did you mean '", nearest, "'?", NULL);
}

static gboolean
take_keyword (const Parameters *parameters, GPtrArray *words, GError **error)
{
  const char *name = words->pdata[0];
  g_autofree char *found = NULL, *expected = NULL;
  guint k = 0;
  GPtrArray *list;

  while (k < G_N_ELEMENTS (keywords) && strcmp (keywords[k].name, name) != 0)
    k++;
  if (k == G_N_ELEMENTS (keywords)) {
    found = tbk_quote (name, strlen (name));
    expected = describe_keywords (name);
    return fail_parameters (parameters, found, expected, error);
  }
  if ((int) words->len != keywords[k].n_values + 1) {
    found = g_strdup_printf ("%s before %u word%s", name, words->len - 1, words->len == 2 ? "" : "s");
    return fail_parameters (parameters, found, keywords[k].n_values == 1 ? "one" : "two", error);
  }
  if (keywords[k].list == NO_LIST)
    return TRUE;
  list = G_STRUCT_MEMBER (GPtrArray *, parameters->lists, keywords[k].list);
  for (guint w = 1; w < words->len; w++)
    g_ptr_array_add (list, g_strdup (words->pdata[w]));
  return TRUE;
}

static gboolean
take_parameters (gpointer data, const char *line, gsize length, GError **error)
{
  enum { SHORTEST = 3 };
  Parameters *parameters = data;
  g_autofree char *text = NULL;
  g_auto (GStrv) pieces = NULL;
  g_autoptr (GPtrArray) words = g_ptr_array_new ();

  if (parameters->line++ == 0 && line != NULL && length >= strlen (BYTE_ORDER_MARK)
      && memcmp (line, BYTE_ORDER_MARK, strlen (BYTE_ORDER_MARK)) == 0) {
    line += strlen (BYTE_ORDER_MARK);
    length -= strlen (BYTE_ORDER_MARK);
  }
  if (line == NULL)
    return fail_parameters (parameters, "a line that is too long", "a keyword and its values", error);
  if (memchr (line, '\0', length) != NULL)
    return fail_parameters (parameters, "a NUL byte", "text", error);
  text = g_strndup (line, length);
  pieces = g_strsplit_set (text, " \t\r", -1);
  for (int i = 0; pieces[i] != NULL; i++)
    if (pieces[i][0] != '\0')
      g_ptr_array_add (words, pieces[i]);
  return words->len == 0 || text[0] == '#' || length < SHORTEST || take_keyword (parameters, words, error);
}

gboolean
evalb_read (const char *path, EvalbLists *lists, GError **error)
{
  static const LinesReader reader = { .take = take_parameters };
  Parameters parameters = { .path = path, .lists = lists };

  return lines_read (path, &reader, &parameters, error);
}

static void
update_checksum (GChecksum *checksum, const GPtrArray *list)
{
  for (guint i = 0; i < list->len; i++)
    g_checksum_update (checksum, list->pdata[i], (gssize) strlen (list->pdata[i]) + 1);
  g_checksum_update (checksum, (const guchar *) "", 1);
}

char *
evalb_checksum (const EvalbLists *lists)
{
  g_autoptr (GChecksum) checksum = g_checksum_new (G_CHECKSUM_SHA256);

  update_checksum (checksum, lists->deleted);
  update_checksum (checksum, lists->uncounted);
  update_checksum (checksum, lists->quotes);
  update_checksum (checksum, lists->equal);
  update_checksum (checksum, lists->equal_words);
  return g_strdup (g_checksum_get_string (checksum));
}

static const char *const *
end_list (GPtrArray *list)
{
  g_ptr_array_add (list, NULL);
  return (const char *const *) list->pdata;
}

void
evalb_set_lists (EvalbLists *lists, TbkPhraseEvaluationOptions *options)
{
  options->deleted = end_list (lists->deleted);
  options->uncounted = end_list (lists->uncounted);
  options->quotes = end_list (lists->quotes);
  options->equal = end_list (lists->equal);
  options->equal_words = end_list (lists->equal_words);
}

/* 2. evaluating: gold files against those of a system: operands, tallies, and rows of tables that tell
 * shares. */

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
                  && table_check_not_sorted (options, by, columns, error) && find_files (&run, corpus, error)
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

/* 3. evaluate: tbk evaluate over phrase-structure trees. */

typedef struct {
  CorpusGiven corpus;
  EvaluatingGiven evaluating;
  char *by, *pair, *deleted, *equal, *equal_words, *uncounted, *parameters, *on_error;
  gboolean no_root, no_unary;
} Given;

static const GOptionEntry entries[] = {
  { "by", 0, 0, G_OPTION_ARG_STRING, OPTIONS_AT (Given, by),
    "measure: a row for each measure (default); or a row for each label, number of children, or "
    "length in words",
    "WHAT" },
  { "pair", 0, 0, G_OPTION_ARG_STRING, OPTIONS_AT (Given, pair),
    "tree: pair the trees that have words, in order (default); line: pair trees on lines of the "
    "same number, as evalb does. An empty line or (TOP ) is a tree without words",
    "HOW" },
  { "no-root", 0, 0, G_OPTION_ARG_NONE, OPTIONS_AT (Given, no_root), "Do not phrase_count the root", NULL },
  { "no-unary", 0, 0, G_OPTION_ARG_NONE, OPTIONS_AT (Given, no_unary),
    "Do not phrase_count constituents of one child", NULL },
  { "delete", 0, 0, G_OPTION_ARG_STRING, OPTIONS_AT (Given, deleted),
    "Do not phrase_count constituents with these labels, and take words with these tags out of each tree "
    "first, as evalb's DELETE_LABEL: TOP,.,: or, with a comma among them, 'TOP . : ,'",
    "LABELS" },
  { "equal", 0, 0, G_OPTION_ARG_STRING, OPTIONS_AT (Given, equal),
    "Labels and tags that phrase_count as equal, as evalb's EQ_LABEL: PRT=ADVP,X=Y", "LABELS" },
  { "equal-words", 0, 0, G_OPTION_ARG_STRING, OPTIONS_AT (Given, equal_words),
    "Words that phrase_count as equal, as evalb's EQ_WORD: This=this", "WORDS" },
  { "delete-for-length", 0, 0, G_OPTION_ARG_STRING, OPTIONS_AT (Given, uncounted),
    "Leave words with these tags in the gold tree out of the phrase_count of --max-words, as evalb's "
    "DELETE_LABEL_FOR_LENGTH",
    "TAGS" },
  { "parameters", 0, 0, G_OPTION_ARG_FILENAME, OPTIONS_AT (Given, parameters),
    "Read these lists, and QUOTE_LABEL, from a parameter file of evalb, such as COLLINS.prm; the "
    "rest of it has no effect. Trees are then read as by evalb: with all leaves, whole forms and the outer "
    "bracket, labels up to the first - or =, unless --labels or --forms is given",
    "FILE" },
  { "on-error", 0, 0, G_OPTION_ARG_STRING, OPTIONS_AT (Given, on_error),
    "Pairs of trees whose words differ, or of which one is not well formed: stop (default); skip "
    "leaves them out",
    "WHAT" },
  G_OPTION_ENTRY_NULL,
};

typedef struct {
  const Given *given;
  TbkPhraseEvaluationOptions options;
  gboolean is_merging;
  TableOptions table;
  EvaluatingOptions evaluating;
} Evaluate;

/* Writes the measures of @systems[0], against those behind it. */
static gboolean
write_measures (const Evaluate *command, TbkPhraseEvaluation *const *systems, TbkTable *table, GError **error)
{
  const int n_others = command->evaluating.n_others;
  const gboolean has_intervals = command->evaluating.has_intervals;
  TbkShare low[TBK_N_PHRASE_MEASURES], high[TBK_N_PHRASE_MEASURES];
  g_autofree TbkShare *others = g_new (TbkShare, MAX (n_others, 1));
  g_autofree int *n_as_great = g_new (int, MAX (n_others, 1) * TBK_N_PHRASE_MEASURES),
                 *of_measure = g_new (int, MAX (n_others, 1));

  if (has_intervals)
    tbk_phrase_evaluation_intervals (systems[0], command->evaluating.seed, low, high);
  for (int o = 0; o < n_others; o++)
    tbk_phrase_evaluation_test (systems[0], systems[o + 1], command->evaluating.seed,
                                n_as_great + o * TBK_N_PHRASE_MEASURES);
  for (TbkPhraseMeasure m = 0; m < TBK_N_PHRASE_MEASURES; m++) {
    const MeasureRow row = { .name = tbk_phrase_measure_name (m),
                             .share = tbk_phrase_evaluation_share (systems[0], m),
                             .low = has_intervals ? &low[m] : NULL,
                             .high = has_intervals ? &high[m] : NULL,
                             .others = others,
                             .n_as_great = of_measure };

    for (int o = 0; o < n_others; o++) {
      others[o] = tbk_phrase_evaluation_share (systems[o + 1], m);
      of_measure[o] = n_as_great[o * TBK_N_PHRASE_MEASURES + (int) m];
    }
    if (!evaluating_write_measure (&command->evaluating, table, &row, error))
      return FALSE;
  }
  return TRUE;
}

/* The harmonic mean of precision and recall, in per cent. */
static double
f1 (const TbkPhraseGroup *group)
{
  const double precision = (double) group->system_right / (double) MAX (group->system, 1);
  const double recall = (double) group->gold_right / (double) MAX (group->gold, 1);

  return precision + recall > 0 ? 200.0 * precision * recall / (precision + recall) : 0;
}

static gboolean
write_groups (const TbkPhraseEvaluation *system, TbkPhraseGrouping grouping, TbkTable *table, GError **error)
{
  int n;
  const TbkPhraseGroup *groups = tbk_phrase_evaluation_groups (system, grouping, &n);

  for (int i = 0; i < n; i++) {
    const TbkPhraseGroup *group = &groups[i];

    tbk_table_string (table, group->name);
    tbk_table_integer (table, group->gold);
    tbk_table_integer (table, group->system);
    tbk_table_integer (table, group->gold_right);
    tbk_table_integer (table, group->system_right);
    tbk_table_percent (table, group->system_right, group->system);
    tbk_table_percent (table, group->gold_right, group->gold);
    tbk_table_decimal (table, f1 (group), 2);
    if (!tbk_table_end_row (table, error))
      return FALSE;
  }
  return TRUE;
}

/* Pairs of trees of which no word is left phrase_count nowhere. */
static void
tell_skipped (const TbkPhraseEvaluation *system)
{
  const int n = tbk_phrase_evaluation_skipped (system);

  if (n > 0)
    tool_message ("%d tree%s without words skipped", n, n == 1 ? "" : "s");
}

/* Parts told what they left out where they ran. */
static void
tell_left_out_by_parts (const TbkPhraseEvaluation *system)
{
  const char *first;
  const int n = tbk_phrase_evaluation_left_out (system, &first);

  if (n > 0)
    tool_message ("%d tree%s left out by the parts", n, n == 1 ? "" : "s");
}

static const char *const group_columns[] = { "group",     "gold",   "system", "gold_right", "system_right",
                                             "precision", "recall", "F1",     NULL };

static gboolean
phrase_write_table (gpointer data, const TbkTallies *tallies, TbkOutput *output, GError **error)
{
  const Evaluate *command = data;
  const int by = command->evaluating.by;
  g_autoptr (GPtrArray) systems =
      g_ptr_array_new_with_free_func ((GDestroyNotify) tbk_phrase_evaluation_free);
  g_autofree const char **columns =
      evaluating_columns (&command->evaluating, evaluating_share_columns, "other_percent");
  g_autoptr (TbkTable) table =
      table_new (&command->table, output, by > 0 ? group_columns : (const char *const *) columns);

  for (int other = 0; other <= command->evaluating.n_others; other++)
    g_ptr_array_add (systems, tbk_phrase_evaluation_of (tallies, other));
  if (command->is_merging)
    tell_left_out_by_parts (systems->pdata[0]);
  tell_skipped (systems->pdata[0]);
  evaluating_tell_none_selected (&command->given->corpus.selection,
                                 tbk_phrase_evaluation_share (systems->pdata[0], TBK_PHRASE_TAGS));
  return (by > 0 ? write_groups (systems->pdata[0], (TbkPhraseGrouping) (by - 1), table, error)
                 : write_measures (command, (TbkPhraseEvaluation **) systems->pdata, table, error))
         && tbk_table_end (table, error);
}

static gboolean
phrase_count (gpointer data, const char *gold, const char *system, TbkSelector *selector, int other,
              TbkTally *tally, GError **error)
{
  const Evaluate *command = data;
  g_autoptr (TbkPhraseEvaluation) evaluation =
      tbk_phrase_evaluate (gold, system, &command->options, selector, error);
  const char *first;
  int n;

  if (evaluation == NULL)
    return FALSE;
  if (selector == NULL && tbk_phrase_evaluation_skipped (evaluation) == 0)
    evaluating_tell_empty (gold, tbk_phrase_evaluation_share (evaluation, TBK_PHRASE_TAGS));
  tbk_phrase_evaluation_count (evaluation, other, tally);
  n = tbk_phrase_evaluation_left_out (evaluation, &first);
  if (n > 0)
    tool_message ("%s: %d tree%s left out; the first: %s", system, n, n == 1 ? "" : "s", first);
  return TRUE;
}

/* What is left out of one system's trees would have to be left out of the other's. */
static gboolean
get_on_error (Evaluate *command, const char *on_error, GError **error)
{
  TbkPhraseEvaluationOptions *options = &command->options;
  static const char *const whats[] = { "stop", "skip", NULL };

  if (!options_choose ("on-error", on_error, whats, &options->skips, error))
    return FALSE;
  if (!options->skips || command->evaluating.n_others == 0)
    return TRUE;
  g_set_error (error, TBK_ERROR, TBK_ERROR_USAGE, "--on-error=skip and --against exclude each other");
  return FALSE;
}

static gboolean
check_sort (const Evaluate *command, GError **error)
{
  g_autofree const char **columns =
      evaluating_columns (&command->evaluating, evaluating_share_columns, "other_percent");

  return table_check_sort (&command->table,
                           command->evaluating.by > 0 ? group_columns : (const char *const *) columns, error);
}

static gboolean
get_options (Evaluate *command, const Given *given, GError **error)
{
  static const char *const groupings[] = { "measure", "label", "children", "length", NULL };
  static const char *const pairs[] = { "tree", "line", NULL };

  if (!evaluating_get_options (&given->evaluating, given->by, groupings, &command->evaluating, error)
      || !options_choose ("pair", given->pair, pairs, &command->options.by_lines, error)
      || !table_get_options (&given->corpus, &command->table, error) || !check_sort (command, error)
      || !get_on_error (command, given->on_error, error))
    return FALSE;
  command->options.no_root = given->no_root;
  command->options.no_unary = given->no_unary;
  return TRUE;
}

/* @checksum: (out): of the lists, if a file names some. Parameters are not looked at where tallies are merged, which may
 * be where the file is not. */
static gboolean
get_lists (EvalbLists *lists, Evaluate *command, const Given *given, char **checksum, GError **error)
{
  evalb_add_items (lists->deleted, given->deleted);
  evalb_add_items (lists->uncounted, given->uncounted);
  if (!evalb_add_pairs (lists->equal, "--equal", given->equal, error)
      || !evalb_add_pairs (lists->equal_words, "--equal-words", given->equal_words, error)
      || (given->parameters != NULL && !command->is_merging && !evalb_read (given->parameters, lists, error)))
    return FALSE;
  *checksum = given->parameters == NULL ? NULL : evalb_checksum (lists);
  evalb_set_lists (lists, &command->options);
  return TRUE;
}

/* A limit is evalb's, which leaves words out of the phrase_count. */
static gboolean
get_max_words (TbkPhraseEvaluationOptions *options, Selection *selection, GError **error)
{
  gint64 max_words = 0;

  selection_take_max_words (selection, &max_words);
  options->max_words = (int) max_words;
  if (max_words > 0 || options->uncounted == NULL || !selection->given->is_inverted)
    return TRUE;
  g_set_error (error, TBK_ERROR, TBK_ERROR_USAGE, "--invert and --delete-for-length exclude each other");
  return FALSE;
}

static const OptionGroup groups[] = {
  OPTION_GROUP ("What to compare", entries),
  OPTION_GROUP_AT ("What to compare", evaluating_entries, Given, evaluating),
  SELECTION_GROUP,
  OPTION_GROUP ("Input", corpus_format_entries),
  OPTION_GROUP ("Input", brackets_entries),
  OPTION_GROUP ("Output", table_entries),
  OPTION_GROUP ("Output", tally_entries),
  PART_GROUP,
  OPTION_GROUP ("Running", quiet_entries),
  OPTION_GROUPS_END,
};

static const OptionRule rules[] = {
  { "intervals", "by= by=measure" },
  { "seed", "by= by=measure" },
  { "seed", "intervals= intervals=yes against" },
  { "delete-for-length", "max-words" },
  { NULL, NULL },
};

static gboolean
evaluate_trees (gpointer values, const Source *source, GError **error)
{
  Given *given = values;
  g_auto (Corpus) corpus = { .given = &given->corpus };
  g_auto (EvalbLists) lists = { .deleted = NULL };
  Evaluate command = { .given = given, .is_merging = source->merging != NULL };
  g_autofree char *checksum = NULL;
  Evaluating evaluating = {
    .options = &command.evaluating,
    .layout = tbk_phrase_evaluation_layout (),
    .count = phrase_count,
    .write = phrase_write_table,
    .data = &command,
  };

  evalb_lists_init (&lists);
  if (given->parameters != NULL && !command.is_merging && !given->corpus.quiet)
    tool_announce_terminal (given->parameters);
  if (!get_options (&command, given, error) || !get_lists (&lists, &command, given, &checksum, error)
      || !brackets_init (&corpus, &given->corpus, source, FALSE, error))
    return FALSE;
  if (given->parameters != NULL)
    brackets_read_as_evalb (&corpus);
  command.options.brackets = corpus.options.format_options;
  evaluating.read = checksum;
  return get_max_words (&command.options, &corpus.selection, error)
         && evaluating_run (&evaluating, &corpus, error) && brackets_tell_losses (&corpus);
}

const Form brackets_evaluate = { .groups = groups,
                                 .rules = rules,
                                 .size = sizeof (Given),
                                 .operands = "GOLD SYSTEM",
                                 .is_of_brackets = TRUE,
                                 .run = evaluate_trees };
