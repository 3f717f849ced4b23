/* evaluating.c - gold files against those of systems, of all kinds: operands, the run, tables of measures and groups.
 *
 * Contents
 *   1. options: those that both kinds of trees have
 *   2. files: operands, and what stands beside a gold file
 *   3. tables: measures, groups and confusions
 *   4. run: files side by side in the loop over treebanks
 */
#include "commands/commands.h"

#include <string.h>

#include "options/options.h"
#include "tbk/base.h"

/* 1. options: those that both kinds of trees have. */

static const char *const whether[] = { [EVALUATING_INTERVALS] = "yes", "no", NULL };

const Option evaluating_entries[] = {
  { "against", PATHS, AT (EvaluatingOptions, others), "OTHER",
    "Compare with the trees of another system: difference, and p by a paired permutation test "
    "over sentences. May be given several times, for a row each" },
  { "intervals", CHOICE (whether), AT (EvaluatingOptions, intervals), "WHETHER",
    "yes: with 95 per cent intervals of the measures (default); no: without, which is faster" },
  { "seed", NUMBER_OR (1, 0, G_MAXINT64), AT (EvaluatingOptions, seed), "N",
    "Seed of intervals and tests (default 1)" },
  OPTION_END,
};

gboolean
evaluating_take_options (Evaluating *evaluating, const CorpusGiven *given, GError **error)
{
  EvaluatingOptions *options = &evaluating->options;

  options->n_others = options->others == NULL ? 0 : (int) g_strv_length (options->others);
  if (options->by != 0 && options->n_others > 0)
    return options_refuse (error, "--by and --against exclude each other");
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

/* The path of system @s beside gold file @number. To be freed. */
static char *
system_path (const Run *run, int s, int number)
{
  return counterpart (run->corpus, s == 0 ? run->system : run->evaluating->options.others[s - 1], number);
}

/* Those of all systems: TbkPairing.find. */
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

/* Other systems are operands too. */
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

static gboolean
check_operands (const Source *source, const EvaluatingOptions *options, GError **error)
{
  const guint n = source->has_operands ? g_strv_length (source->operands) : 0;
  int n_standard_input = 0;

  if (n != 2)
    return options_refuse (error, "found %u operand%s, expected two: GOLD SYSTEM%s", n, n == 1 ? "" : "s",
                           n > 2 ? "; --against=B compares two systems" : "");
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
  const EvaluatingOptions *options = &run->evaluating->options;

  run->system = name_of (source->operands[1]);
  source->operands[1] = NULL;
  for (int o = 0; o < options->n_others; o++) {
    g_autofree char *name = name_of (options->others[o]);

    strcpy (options->others[o], name); /* no longer than before; so it is recorded, too */
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
find_files (Run *run, GError **error)
{
  Corpus *corpus = run->corpus;
  const EvaluatingOptions *options = &run->evaluating->options;

  if (corpus->source->merging != NULL)
    return corpus_find_files (corpus, error);
  if (!check_operands (corpus->source, options, error))
    return FALSE;
  take_systems (run, corpus->source);
  if (!corpus_find_files (corpus, error))
    return FALSE;
  for (int f = 0; corpus->paths[f] != NULL; f++)
    g_hash_table_insert (run->numbers, corpus->paths[f], GINT_TO_POINTER (f));
  tell_further (corpus, run->system);
  corpus_announce (corpus, run->system);
  for (int o = 0; o < options->n_others; o++) {
    tell_further (corpus, options->others[o]);
    corpus_announce (corpus, options->others[o]);
  }
  return TRUE;
}

/* All files that are read are checked. */
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

/* 3. tables: measures, groups and confusions. */

static gboolean
is_aligned (const Evaluating *evaluating)
{
  return evaluating->evaluation.evaluated == TBK_EVALUATED_ALIGNED;
}

static void
add_names (GPtrArray *columns, const char *const *names)
{
  for (; *names != NULL; names++)
    g_ptr_array_add (columns, (gpointer) *names);
}

static void
add_measure_columns (const Evaluating *evaluating, GPtrArray *columns)
{
  static const char *const of_shares[] = { "measure", "right", "of", "percent", "low", "high", NULL };
  static const char *const of_aligned[] = { "measure", "right", "gold", "system", "aligned", "precision",
                                            "recall",  "f1",    "low",  "high",   NULL };
  static const char *const of_others[] = { "difference", "p", NULL };

  add_names (columns, is_aligned (evaluating) ? of_aligned : of_shares);
  if (evaluating->options.n_others > 0) {
    g_ptr_array_add (columns, (gpointer) (is_aligned (evaluating) ? "other_f1" : "other_percent"));
    add_names (columns, of_others);
  }
  if (evaluating->options.n_others > 1)
    g_ptr_array_add (columns, (gpointer) "against");
}

static gboolean
has_keys (const Evaluating *evaluating)
{
  return evaluating->evaluation.has_keys;
}

/* What groups are of. By one key of words alone it is a group, whatever the key. */
static void
add_key_columns (const Evaluating *evaluating, GPtrArray *columns)
{
  static const char *const names[][3] = { [TBK_WORD_KEY_DEPREL] = { "deprel" },
                                          [TBK_WORD_KEY_UPOS] = { "upos" },
                                          [TBK_WORD_KEY_LENGTH] = { "words_from", "words_to" },
                                          [TBK_WORD_KEY_DISTANCE] = { "distance" },
                                          [EVALUATING_FILE] = { "file" } };

  if (!has_keys (evaluating) || (evaluating->n_keys == 1 && evaluating->keys[0] != EVALUATING_FILE))
    g_ptr_array_add (columns, (gpointer) "group");
  else
    for (int k = 0; k < evaluating->n_keys; k++)
      add_names (columns, names[evaluating->keys[k]]);
}

/* The columns of the table, NULL-terminated; to be freed with g_free(). */
static const char **
make_columns (const Evaluating *evaluating)
{
  static const char *const of_confusions[] = { "gold", "system", "words", NULL };
  const TbkEvaluationKind *kind = tbk_evaluation_kind (evaluating->evaluation.evaluated);
  GPtrArray *columns = g_ptr_array_new ();

  if (evaluating->options.by == 0)
    add_measure_columns (evaluating, columns);
  else if (evaluating->is_confusion)
    add_names (columns, of_confusions);
  else {
    add_key_columns (evaluating, columns);
    for (int c = 0; c < TBK_N_GROUP_COUNTS; c++)
      g_ptr_array_add (columns, (gpointer) kind->group_counts[c].name);
    for (int m = 0; m < kind->n_group_measures; m++)
      g_ptr_array_add (columns, (gpointer) kind->group_measures[m].name);
  }
  g_ptr_array_add (columns, NULL);
  return (const char **) g_ptr_array_free (columns, FALSE);
}

static double
percent (TbkShare share)
{
  return share.of > 0 ? 100.0 * (double) share.right / (double) share.of : 0;
}

/* Per cent, rounded as the script of the shared task rounds. */
static void
write_share (TbkTable *table, gint64 right, gint64 of)
{
  tbk_table_decimal (table, of == 0 ? 0 : 100 * ((double) right / (double) of), 2);
}

/* The cells of a measure of words that are aligned. */
static void
write_aligned (const TbkEvaluation *system, int measure, TbkTable *table)
{
  const TbkAlignedCounts counts = tbk_evaluation_aligned (system, measure);

  tbk_table_integer (table, counts.right);
  tbk_table_integer (table, counts.gold);
  tbk_table_integer (table, counts.system);
  if (counts.aligned < 0)
    tbk_table_nothing (table);
  else
    tbk_table_integer (table, counts.aligned);
  write_share (table, counts.right, counts.system);
  write_share (table, counts.right, counts.gold);
  write_share (table, 2 * counts.right, counts.gold + counts.system);
}

static void
write_end (TbkTable *table, const TbkShare *end, gboolean is_empty)
{
  if (end == NULL)
    tbk_table_nothing (table);
  else
    tbk_table_percent (table, end->right, is_empty ? 0 : MAX (end->of, 1));
}

/* The cells of the difference to @against. */
static void
write_difference (TbkTable *table, TbkShare share, TbkShare against, int n_as_great)
{
  tbk_table_percent (table, against.right, against.of);
  if (share.of == 0 || against.of == 0) {
    tbk_table_nothing (table);
    tbk_table_nothing (table);
    return;
  }
  tbk_table_decimal (table, percent (share) - percent (against), 2);
  tbk_table_decimal (table, (n_as_great + 1.0) / (TBK_PERMUTATION_ROUNDS + 1.0), 4);
}

/* What chance does to the measures: the ends of intervals, NULL without them; and for each other system, measure by measure,
 * in how many rounds the difference is as great. */
typedef struct {
  TbkShare *low, *high;
  int *n_as_great;
} Chance;

static gboolean
write_measure (const Evaluating *evaluating, TbkEvaluation *const *systems, int m, const Chance *chance,
               TbkTable *table, GError **error)
{
  const TbkEvaluationKind *kind = tbk_evaluation_kind (evaluating->evaluation.evaluated);
  const TbkShare share = tbk_evaluation_share (systems[0], m);
  const int n_others = evaluating->options.n_others;

  for (int o = 0; o < MAX (n_others, 1); o++) {
    tbk_table_string (table, kind->measures[m].name);
    if (is_aligned (evaluating)) {
      write_aligned (systems[0], m, table);
    } else {
      tbk_table_integer (table, share.right);
      tbk_table_integer (table, share.of);
      tbk_table_percent (table, share.right, share.of);
    }
    write_end (table, chance->low == NULL ? NULL : &chance->low[m], share.of == 0);
    write_end (table, chance->high == NULL ? NULL : &chance->high[m], share.of == 0);
    if (n_others > 0)
      write_difference (table, share, tbk_evaluation_share (systems[o + 1], m),
                        chance->n_as_great[o * kind->n_measures + m]);
    if (n_others > 1)
      tbk_table_string (table, evaluating->options.others[o]);
    if (!tbk_table_end_row (table, error))
      return FALSE;
  }
  return TRUE;
}

/* Whether a system can be tested against others. */
static gboolean
check_tested (const TbkEvaluation *system, const TbkEvaluationKind *kind, GError **error)
{
  for (int m = 0; m < kind->n_measures; m++) {
    const TbkShare share = tbk_evaluation_share (system, m);

    if (share.of > TBK_MOST_TESTED) {
      g_set_error (error, TBK_ERROR, TBK_ERROR_DATA,
                   "%s: found a share of %" G_GINT64_FORMAT ", expected one of at most %d with --against",
                   kind->measures[m].name, share.of, TBK_MOST_TESTED);
      return FALSE;
    }
  }
  return TRUE;
}

/* Writes the measures of @systems[0], against those behind it. */
static gboolean
write_measures (const Evaluating *evaluating, TbkEvaluation *const *systems, TbkTable *table, GError **error)
{
  const TbkEvaluationKind *kind = tbk_evaluation_kind (evaluating->evaluation.evaluated);
  const EvaluatingOptions *options = &evaluating->options;
  const int n = kind->n_measures;
  g_autofree TbkShare *ends = options->intervals == EVALUATING_INTERVALS ? g_new (TbkShare, 2 * n) : NULL;
  g_autofree int *n_as_great = g_new (int, MAX (options->n_others, 1) * n);
  const Chance chance = { ends, ends == NULL ? NULL : ends + n, n_as_great };

  for (int s = 0; options->n_others > 0 && s <= options->n_others; s++)
    if (!check_tested (systems[s], kind, error))
      return FALSE;
  if (ends != NULL)
    tbk_evaluation_intervals (systems[0], options->seed, chance.low, chance.high);
  for (int o = 0; o < options->n_others; o++)
    tbk_evaluation_test (systems[0], systems[o + 1], options->seed, n_as_great + o * n);
  for (int m = 0; m < n; m++)
    if (!write_measure (evaluating, systems, m, &chance, table, error))
      return FALSE;
  return TRUE;
}

/* The cells of measures of a group. */
static void
write_group_measures (const TbkEvaluationKind *kind, const TbkGroup *group, TbkTable *table)
{
  double before[2] = { 0 };

  for (int m = 0; m < kind->n_group_measures; m++) {
    const TbkMeasure *measure = &kind->group_measures[m];
    const gint64 *counts = group->counts;
    const TbkShare share =
        measure->is_mean ? (TbkShare){ 0, 0 }
                         : (TbkShare){ measure->factor * counts[measure->right],
                                       counts[measure->of[0]]
                                           + (measure->of[1] == TBK_NO_COUNT ? 0 : counts[measure->of[1]]) };
    const double sum = before[0] + before[1];

    if (measure->is_mean)
      tbk_table_decimal (table, sum > 0 ? 200.0 * before[0] * before[1] / sum : 0, 2);
    else
      tbk_table_percent (table, share.right, share.of);
    before[0] = before[1];
    before[1] = (double) share.right / (double) MAX (share.of, 1);
  }
}

/* All of a row but what it is of. */
static gboolean
write_counts (const Evaluating *evaluating, const TbkGroup *group, TbkTable *table, GError **error)
{
  for (int c = 0; c < TBK_N_GROUP_COUNTS; c++)
    tbk_table_integer (table, group->counts[c]);
  write_group_measures (tbk_evaluation_kind (evaluating->evaluation.evaluated), group, table);
  return tbk_table_end_row (table, error);
}

static gboolean
write_groups (const Evaluating *evaluating, const TbkEvaluation *system, TbkTable *table, GError **error)
{
  int n;
  const TbkGroup *groups = tbk_evaluation_groups (system, evaluating->grouping, &n);

  for (int i = 0; i < n; i++) {
    tbk_table_string (table, groups[i].name);
    if (!write_counts (evaluating, &groups[i], table, error))
      return FALSE;
  }
  return TRUE;
}

/* A group of words by keys. */
typedef struct {
  int file; /* its number, where that is a key */
  const TbkGroup *group;
  char **values; /* of the keys of words, in their order */
} KeyRow;

static void
key_row_clear (gpointer row)
{
  g_strfreev (((KeyRow *) row)->values);
}

/* By numbers where values begin with one, which comes behind "root", the distance 0. */
static int
compare_values (const char *a, const char *b, gboolean is_number)
{
  const gint64 x = g_ascii_strtoll (a, NULL, 10), y = g_ascii_strtoll (b, NULL, 10);

  return !is_number ? strcmp (a, b) : x < y ? -1 : x > y;
}

/* The order of the first key, then of the second; the next value of words is that of the next key that is not the file. */
static int
compare_key_rows (gconstpointer a, gconstpointer b, gpointer data)
{
  const Evaluating *evaluating = data;
  const KeyRow *x = a, *y = b;
  int order = 0;

  for (int k = 0, v = 0; k < evaluating->n_keys && order == 0; k++) {
    const int key = evaluating->keys[k];

    if (key == EVALUATING_FILE)
      order = x->file - y->file;
    else {
      order = compare_values (x->values[v], y->values[v],
                              key == TBK_WORD_KEY_LENGTH || key == TBK_WORD_KEY_DISTANCE);
      v++;
    }
  }
  return order;
}

static gboolean
write_key_row (const Evaluating *evaluating, const TbkTallies *tallies, const KeyRow *row, TbkTable *table,
               GError **error)
{
  for (int k = 0, v = 0; k < evaluating->n_keys; k++)
    if (evaluating->keys[k] == EVALUATING_FILE)
      tbk_table_string (table, tbk_tallies_name (tallies, row->file));
    else if (evaluating->keys[k] == TBK_WORD_KEY_LENGTH && evaluating->n_keys > 1) {
      const char *value = row->values[v++];

      tbk_table_integer (table, g_ascii_strtoll (value, NULL, 10));
      tbk_table_integer (table, g_ascii_strtoll (strchr (value, '-') + 1, NULL, 10));
    } else
      tbk_table_string (table, row->values[v++]);
  return write_counts (evaluating, row->group, table, error);
}

static gboolean
is_by_file (const Evaluating *evaluating)
{
  return evaluating->n_keys > evaluating->evaluation.n_keys;
}

/* Adds the rows of groups. A name that has not a value for each key is not from here; tallies may come from anywhere. */
static gboolean
add_key_rows (const Evaluating *evaluating, const TbkEvaluation *groups_of, int file, GArray *rows,
              GError **error)
{
  const int n_values = evaluating->evaluation.n_keys;
  int n;
  const TbkGroup *groups = tbk_evaluation_groups (groups_of, TBK_GROUP_KEYS, &n);

  for (int i = 0; i < n; i++) {
    KeyRow row = { .file = file, .group = &groups[i], .values = g_strsplit (groups[i].name, "\t", -1) };
    gboolean is_good = (int) g_strv_length (row.values) == n_values;

    g_array_append_val (rows, row);
    for (int k = 0, v = 0; is_good && k < evaluating->n_keys; k++)
      if (evaluating->keys[k] != EVALUATING_FILE) {
        is_good = evaluating->keys[k] != TBK_WORD_KEY_LENGTH || strchr (row.values[v], '-') != NULL;
        v++;
      }
    if (!is_good) {
      g_set_error (error, TBK_ERROR, TBK_ERROR_DATA, "found a group '%s', expected one by --by",
                   groups[i].name);
      return FALSE;
    }
  }
  return TRUE;
}

/* The rows by keys: of all files together, or of each. */
static gboolean
write_keys (const Evaluating *evaluating, const TbkTallies *tallies, const TbkEvaluation *system,
            TbkTable *table, GError **error)
{
  g_autoptr (GArray) rows = g_array_new (FALSE, FALSE, sizeof (KeyRow));
  g_autoptr (GPtrArray) files = g_ptr_array_new_with_free_func ((GDestroyNotify) tbk_evaluation_free);

  g_array_set_clear_func (rows, key_row_clear);
  if (!is_by_file (evaluating) && !add_key_rows (evaluating, system, 0, rows, error))
    return FALSE;
  for (int f = 0; is_by_file (evaluating) && f < tbk_tallies_n_files (tallies); f++)
    if (tbk_tallies_get (tallies, f) != NULL) {
      TbkEvaluation *file = tbk_evaluation_of_file (tallies, evaluating->evaluation.evaluated, f);

      g_ptr_array_add (files, file);
      if (!add_key_rows (evaluating, file, f, rows, error))
        return FALSE;
    }
  g_array_sort_with_data (rows, compare_key_rows, (gpointer) evaluating);
  for (guint r = 0; r < rows->len; r++)
    if (!write_key_row (evaluating, tallies, &g_array_index (rows, KeyRow, r), table, error))
      return FALSE;
  return TRUE;
}

static gboolean
write_confusions (const Evaluating *evaluating, const TbkEvaluation *system, TbkTable *table, GError **error)
{
  int n;
  const TbkGroup *groups = tbk_evaluation_groups (system, evaluating->grouping, &n);

  for (int i = 0; i < n; i++) {
    const char *tab = strchr (groups[i].name, '\t');
    g_autofree char *gold = g_strndup (groups[i].name, (gsize) (tab - groups[i].name));

    tbk_table_string (table, gold);
    tbk_table_string (table, tab + 1);
    tbk_table_integer (table, groups[i].counts[TBK_GROUP_GOLD]);
    if (!tbk_table_end_row (table, error))
      return FALSE;
  }
  return TRUE;
}

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
                    " multiword ranges of the %s files are no ranges in the %s files",
                    sides[s].n - ranges->both, sides[s].n, sides[s].has, sides[s].lacks);
}

/* Tells what does not count. Parts told what they left out where they ran. */
static void
tell_remarks (const Run *run, const TbkEvaluation *system)
{
  const TbkEvaluated evaluated = run->evaluating->evaluation.evaluated;
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
  tell_ranges (&remarks.ranges);
}

static gboolean
write_table (gpointer data, const TbkTallies *tallies, TbkOutput *output, GError **error)
{
  const Run *run = data;
  const Evaluating *evaluating = run->evaluating;
  g_autoptr (GPtrArray) systems = g_ptr_array_new_with_free_func ((GDestroyNotify) tbk_evaluation_free);
  g_autofree const char **columns = make_columns (evaluating);
  g_autoptr (TbkTable) table = table_new (&evaluating->table, output, columns);

  if (!tbk_evaluation_check_systems (tallies, error))
    return FALSE;
  for (int s = 0; s <= evaluating->options.n_others; s++)
    g_ptr_array_add (systems, tbk_evaluation_of (tallies, evaluating->evaluation.evaluated, s));
  tell_remarks (run, systems->pdata[0]);
  return (evaluating->options.by == 0
              ? write_measures (evaluating, (TbkEvaluation **) systems->pdata, table, error)
          : has_keys (evaluating)    ? write_keys (evaluating, tallies, systems->pdata[0], table, error)
          : evaluating->is_confusion ? write_confusions (evaluating, systems->pdata[0], table, error)
                                     : write_groups (evaluating, systems->pdata[0], table, error))
         && table_end (table, error);
}

/* 4. run: files side by side in the loop over treebanks. */

/* Writes a row for each word that differs. */
static gboolean
run_words (const Run *run, GError **error)
{
  Evaluating *evaluating = run->evaluating;
  g_auto (TbkLeftOut) left_out = { 0 };
  g_autoptr (TbkOutput) output = NULL;
  g_autoptr (TbkTable) table = NULL;
  const char *const *columns = tbk_evaluation_kind (TBK_EVALUATED_DEPENDENCIES)->word_columns;
  TbkJob job;

  if (!counting_check_no_tally (run->corpus->given, "--by=word", error)
      || !table_check_not_sorted (&evaluating->table, "--by=word", columns, error)
      || (output = corpus_open_output (run->corpus, error)) == NULL)
    return FALSE;
  table = table_new (&evaluating->table, output, columns);
  evaluating->evaluation.rows = table;
  job = tbk_evaluation_job (&evaluating->evaluation);
  return corpus_run (run->corpus, &job, NULL, &left_out, error) && table_end (table, error)
         && corpus_commit (run->corpus, &output, &left_out, error);
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

gboolean
evaluating_check_sort (const Evaluating *evaluating, GError **error)
{
  g_autofree const char **columns = make_columns (evaluating);

  if (evaluating->is_words)
    return TRUE;
  /* In other tables `gold` is a number. */
  return evaluating->is_confusion
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
  gboolean done = find_files (&run, error) && check_files (&run, error);

  evaluating->evaluation.n_systems = 1 + evaluating->options.n_others;
  evaluating->evaluation.system = run.system;
  tbk_evaluation_pairing (&evaluating->evaluation, &pairing);
  corpus->options.format = &pairing.pairs;
  corpus->options.format_options = &pairing;
  done = done && (evaluating->is_words ? run_words (&run, error) : run_table (&run, error));
  g_hash_table_unref (run.numbers);
  g_free (run.system);
  return done;
}
