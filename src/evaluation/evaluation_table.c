/* evaluation_table.c - tables of evaluations: measures, groups and confusions, of one system or against others.
 *
 * Contents
 *   1. columns: what tables of each kind have
 *   2. measures: a row for each, or for each and each other system
 *   3. groups: rows of groups, whatever they are of, with their tests
 *   4. table: what is asked for, written from tallies
 */
#include "evaluation/evaluation.h"
#include "query/query.h"
#include "report/report.h"
#include "statistics/statistics.h"

#include <string.h>

#include "base/base.h"

/* A table that is written, and its sources. */
typedef struct {
  const TbkEvaluationTable *given;
  const TbkEvaluationKind *kind;
  const TbkTallies *tallies;
  TbkEvaluation *const *systems; /* that of the table, and the others */
  TbkTable *table;
} Writing;

static gboolean
is_aligned (const TbkEvaluationTable *given)
{
  return given->evaluated == TBK_EVALUATED_ALIGNED;
}

/* 1. columns: what tables of each kind have. */

static void
add_names (GPtrArray *columns, const char *const *names)
{
  for (; *names != NULL; names++)
    g_ptr_array_add (columns, (gpointer) *names);
}

/* The columns of the difference to other systems. @p_holm: p corrected for the rows of the table. */
static void
add_difference_columns (const TbkEvaluationTable *given, const char *other, const char *p_holm,
                        GPtrArray *columns)
{
  if (given->n_others == 0)
    return;
  g_ptr_array_add (columns, (gpointer) other);
  g_ptr_array_add (columns, (gpointer) "difference");
  g_ptr_array_add (columns, (gpointer) "p");
  if (p_holm != NULL)
    g_ptr_array_add (columns, (gpointer) p_holm);
  if (given->n_others > 1)
    g_ptr_array_add (columns, (gpointer) "against");
}

/* The columns of means over runs. */
static void
add_run_columns (const TbkEvaluationTable *given, GPtrArray *columns)
{
  static const char *const of_runs[] = { "measure", "runs", "percent", "deviation", "low", "high", NULL };
  static const char *const of_others[] = { "other_runs", "other_percent",  "other_deviation",
                                           "difference", "difference_low", "difference_high",
                                           NULL };

  add_names (columns, of_runs);
  if (given->n_groups > 1)
    add_names (columns, of_others);
  if (given->n_groups > 2)
    g_ptr_array_add (columns, (gpointer) "against");
}

static void
add_measure_columns (const TbkEvaluationTable *given, GPtrArray *columns)
{
  static const char *const of_shares[] = { "measure", "correct", "total", "percent", "low", "high", NULL };
  static const char *const of_aligned[] = { "measure", "correct", "gold", "system", "aligned", "precision",
                                            "recall",  "f1",      "low",  "high",   NULL };

  if (given->n_runs != NULL) {
    add_run_columns (given, columns);
    return;
  }
  add_names (columns, is_aligned (given) ? of_aligned : of_shares);
  add_difference_columns (given,
                          !is_aligned (given)       ? "other_percent"
                          : given->has_recall_alone ? "other_recall"
                                                    : "other_f1",
                          NULL, columns);
}

/* Adds columns of what groups are of. */
static void
add_key_columns (const TbkEvaluationTable *given, GPtrArray *columns)
{
  if (given->rows_of == TBK_EVALUATION_KEYS)
    keys_columns (given->keys, columns);
  else
    g_ptr_array_add (columns, (gpointer) "group");
}

static void
add_group_columns (const TbkEvaluationTable *given, GPtrArray *columns)
{
  const TbkEvaluationKind *kind = tbk_evaluation_kind (given->evaluated);

  add_key_columns (given, columns);
  for (int c = 0; c < TBK_N_GROUP_COUNTS; c++)
    g_ptr_array_add (columns, (gpointer) kind->group_counts[c].name);
  for (int m = 0; m < kind->n_group_measures; m++)
    g_ptr_array_add (columns, (gpointer) kind->group_measures[m].name);
  add_difference_columns (given, "other_f1", "p_holm", columns);
}

/* The place of a sentence, its counts, and those that another system has of it. */
static void
add_sentence_columns (const TbkEvaluationTable *given, GPtrArray *columns)
{
  static const char *const of_place[] = { "file", "line", "sent_id", "words", NULL };
  const TbkEvaluationKind *kind = tbk_evaluation_kind (given->evaluated);

  add_names (columns, of_place);
  for (int c = 0; c < kind->n_counts; c++)
    g_ptr_array_add (columns, (gpointer) kind->counts[c].name);
  for (int c = 0; given->n_others > 0 && c < kind->n_counts; c++) {
    g_autofree char *name = g_strconcat ("other_", kind->counts[c].name, NULL);

    g_ptr_array_add (columns, (gpointer) g_intern_string (name));
  }
  if (given->n_others > 1)
    g_ptr_array_add (columns, (gpointer) "against");
}

const char **
tbk_evaluation_columns (const TbkEvaluationTable *given)
{
  static const char *const of_confusions[] = { "gold", "system", "words", NULL };
  static const char *const of_cures[] = { "other_words", "cured", "brought", NULL };
  static const char *const of_changes[] = { "other_head", "other_deprel", "change", NULL };
  GPtrArray *columns = g_ptr_array_new ();

  switch (given->rows_of) {
  case TBK_EVALUATION_MEASURES:
    add_measure_columns (given, columns);
    break;
  case TBK_EVALUATION_CONFUSIONS:
    add_names (columns, of_confusions);
    if (given->n_others > 0)
      add_names (columns, of_cures);
    break;
  case TBK_EVALUATION_WORDS:
    add_names (columns, tbk_evaluation_kind (given->evaluated)->word_columns);
    if (given->n_others > 0)
      add_names (columns, of_changes);
    if (given->n_others > 1)
      g_ptr_array_add (columns, (gpointer) "against");
    break;
  case TBK_EVALUATION_SENTENCES:
    add_sentence_columns (given, columns);
    break;
  default:
    add_group_columns (given, columns);
  }
  keys_end_columns (given->rows_of == TBK_EVALUATION_KEYS ? given->keys : NULL, columns);
  return (const char **) g_ptr_array_free (columns, FALSE);
}

/* 2. measures: a row for each, or for each and each other system. */

static double
percent (TbkShare share)
{
  return share.of > 0 ? 100.0 * (double) share.right / (double) share.of : 0;
}

/* Per cent, rounded as the script of the shared task rounds; nothing of a number below 0. */
static void
write_share (TbkTable *table, gint64 right, gint64 of)
{
  if (of < 0)
    tbk_table_nothing (table);
  else
    tbk_table_decimal (table, of == 0 ? 0 : 100 * ((double) right / (double) of), 2);
}

/* The cells of a measure of words that are aligned. */
static void
write_aligned (const TbkEvaluation *system, int measure, gboolean has_recall_alone, TbkTable *table)
{
  const TbkAlignedCounts counts = tbk_evaluation_aligned (system, measure);

  tbk_table_integer (table, counts.right);
  tbk_table_integer (table, counts.gold);
  table_integer_from (table, 0, has_recall_alone ? -1 : counts.system);
  table_integer_from (table, 0, counts.aligned);
  write_share (table, counts.right, has_recall_alone ? -1 : counts.system);
  write_share (table, counts.right, counts.gold);
  write_share (table, 2 * counts.right, has_recall_alone ? -1 : counts.gold + counts.system);
}

static void
write_end (TbkTable *table, const TbkShare *end, gboolean is_empty)
{
  if (end == NULL)
    tbk_table_nothing (table);
  else
    tbk_table_percent (table, is_empty ? 0 : end->right, is_empty ? 0 : MAX (end->of, 1));
}

/* A probability of so many of all rounds, the one that was found included. */
static void
write_probability (TbkTable *table, int n_as_great)
{
  tbk_table_decimal (table, (n_as_great + 1.0) / (TBK_PERMUTATION_ROUNDS + 1.0), 4);
}

/* There is no difference to a share of nothing. */
static gboolean
has_difference (TbkShare share, TbkShare against)
{
  return share.of > 0 && against.of > 0;
}

/* The cells of the difference to @against. */
static void
write_difference (TbkTable *table, TbkShare share, TbkShare against, int n_as_great)
{
  tbk_table_percent (table, against.right, against.of);
  if (!has_difference (share, against)) {
    tbk_table_nothing (table);
    tbk_table_nothing (table);
    return;
  }
  tbk_table_decimal (table, percent (share) - percent (against), 2);
  write_probability (table, n_as_great);
}

static void
write_against (const Writing *writing, int other)
{
  if (writing->given->n_others > 1)
    tbk_table_string (writing->table, writing->given->others[other]);
}

/* Chance in the measures: the ends of intervals, NULL without them; and for each other system, measure by
 * measure, in how many rounds the difference is as great. */
typedef struct {
  TbkShare *low, *high;
  int *n_as_great;
} Chance;

static gboolean
write_measure (const Writing *writing, int m, const Chance *chance, GError **error)
{
  const TbkEvaluationKind *kind = writing->kind;
  const TbkShare share = tbk_evaluation_share (writing->systems[0], m);
  const int n_others = writing->given->n_others;
  TbkTable *table = writing->table;

  for (int o = 0; o < MAX (n_others, 1); o++) {
    tbk_table_string (table, kind->measures[m].name);
    if (is_aligned (writing->given)) {
      write_aligned (writing->systems[0], m, writing->given->has_recall_alone, table);
    } else if (evaluation_lacks (writing->systems[0], m)) {
      for (int cell = 0; cell < 3; cell++)
        tbk_table_nothing (table);
    } else {
      tbk_table_integer (table, share.right);
      tbk_table_integer (table, share.of);
      tbk_table_percent (table, share.right, share.of);
    }
    write_end (table, chance->low == NULL ? NULL : &chance->low[m], share.of == 0);
    write_end (table, chance->high == NULL ? NULL : &chance->high[m], share.of == 0);
    if (n_others > 0)
      write_difference (table, share, tbk_evaluation_share (writing->systems[o + 1], m),
                        chance->n_as_great[o * kind->n_measures + m]);
    write_against (writing, o);
    if (!tbk_table_end_row (table, error))
      return FALSE;
  }
  return TRUE;
}

/* The name of a measure or group, with commas between the values of its keys; to be freed. */
static char *
show_name (const char *name)
{
  return g_strdelimit (g_strchomp (g_strdup (name)), "\n", ',');
}

static gboolean
fail_tested (const char *name, gint64 of, GError **error)
{
  g_autofree char *shown = show_name (name);

  return fail_data (error,
                    "%s: found a share of %" G_GINT64_FORMAT ", expected one of at most %d with --against",
                    shown, of, TBK_MOST_TESTED);
}

/* Returns TRUE if a system can be tested against others. */
static gboolean
check_tested (const TbkEvaluation *system, const TbkEvaluationKind *kind, GError **error)
{
  for (int m = 0; m < kind->n_measures; m++)
    if (tbk_evaluation_share (system, m).of > TBK_MOST_TESTED)
      return fail_tested (kind->measures[m].name, tbk_evaluation_share (system, m).of, error);
  return TRUE;
}

static void
write_ends (TbkTable *table, const double ends[2])
{
  for (int e = 0; e < 2; e++)
    if (ends == NULL)
      tbk_table_nothing (table);
    else
      tbk_table_decimal (table, ends[e], 2);
}

/* Writes a figure of runs; there is none of fewer than @least. */
static void
write_figure (TbkTable *table, double value, int n_runs, int least)
{
  if (n_runs < least)
    tbk_table_nothing (table);
  else
    tbk_table_decimal (table, value, 2);
}

/* Writes the difference of the first system to @other, with its ends. */
static void
write_runs_difference (const Writing *writing, const EvaluationRuns *first, const EvaluationRuns *other)
{
  const int n = MIN (first->n_runs, other->n_runs);

  write_figure (writing->table, first->mean - other->mean, n, 1);
  write_ends (writing->table, writing->given->level > 0 && n > 0 ? other->difference_ends : NULL);
}

/* Writes the rows of a measure over runs, of which @figures are those of all systems. */
static gboolean
write_runs_row (const Writing *writing, int m, const EvaluationRuns *figures, GError **error)
{
  const TbkEvaluationTable *given = writing->given;
  TbkTable *table = writing->table;

  for (int g = 1; g < MAX (given->n_groups, 2); g++) {
    tbk_table_string (table, writing->kind->measures[m].name);
    for (int side = 0; side < given->n_groups; side += g) {
      const EvaluationRuns *own = &figures[side];

      tbk_table_integer (table, own->n_runs);
      write_figure (table, own->mean, own->n_runs, 1);
      write_figure (table, own->deviation, own->n_runs, 2);
      if (side == g)
        break;
      write_ends (table, given->level > 0 && own->n_runs > 0 ? own->ends : NULL);
      if (given->n_groups == 1)
        break;
    }
    if (given->n_groups > 1)
      write_runs_difference (writing, &figures[0], &figures[g]);
    if (given->n_groups > 2)
      tbk_table_string (table, given->group_names[g - 1]);
    if (!tbk_table_end_row (table, error))
      return FALSE;
  }
  return TRUE;
}

static gboolean
write_runs (const Writing *writing, GError **error)
{
  const TbkEvaluationTable *given = writing->given;
  const int n = writing->kind->n_measures;
  g_autofree EvaluationRuns *figures = g_new0 (EvaluationRuns, n * given->n_groups);

  evaluation_runs_find (writing->systems, given->n_runs, given->n_groups, given->level, given->seed, figures);
  for (int m = 0; m < n; m++)
    if (!evaluation_lacks (writing->systems[0], m)
        && !write_runs_row (writing, m, figures + m * given->n_groups, error))
      return FALSE;
  return TRUE;
}

/* Writes the measures of the first system, against those behind it. */
static gboolean
write_measures (const Writing *writing, GError **error)
{
  const TbkEvaluationTable *given = writing->given;
  const int n = writing->kind->n_measures;
  g_autofree TbkShare *ends = given->level > 0 ? g_new (TbkShare, 2 * n) : NULL;
  g_autofree int *n_as_great = g_new (int, MAX (given->n_others, 1) * n);
  const Chance chance = { ends, ends == NULL ? NULL : ends + n, n_as_great };

  for (int s = 0; given->n_others > 0 && s <= given->n_others; s++)
    if (!check_tested (writing->systems[s], writing->kind, error))
      return FALSE;
  if (ends != NULL)
    tbk_evaluation_intervals (writing->systems[0], given->level, given->seed, chance.low, chance.high);
  for (int o = 0; o < given->n_others; o++)
    tbk_evaluation_test (writing->systems[0], writing->systems[o + 1], given->seed, n_as_great + o * n);
  for (int m = given->has_recall_alone ? TBK_ALIGNED_WORDS : 0; m < n; m++)
    if (!write_measure (writing, m, &chance, error))
      return FALSE;
  return TRUE;
}

/* 3. groups: rows of groups, whatever they are of, with their tests. */

/* Files that belong together, all if no key is of files, and what is known of each system there. */
typedef struct {
  FileGroup group;    /* without a tally: sentences of several files are no sums */
  GArray *files;      /* of int */
  GPtrArray *systems; /* of TbkEvaluation */
} FilesOfGroup;

/* A group of words or constituents. */
typedef struct {
  const FilesOfGroup *files; /* where it is by keys */
  const TbkGroup *group;
  char **values;       /* of the keys that are not of files, in their order, and an empty one */
  TbkGroupTest *tests; /* against each other system; NULL if there is none */
  int *corrected;      /* of each: `n_as_great` for p by Holm */
} GroupRow;

static void
group_row_clear (gpointer data)
{
  GroupRow *row = data;

  g_strfreev (row->values);
  g_free (row->tests);
  g_free (row->corrected);
}

static KeyedRow
keyed_row (const GroupRow *row)
{
  return (KeyedRow){ row->files != NULL ? &row->files->group : NULL, (const char *const *) row->values };
}

static int
compare_group_rows (gconstpointer a, gconstpointer b, gpointer keys)
{
  const KeyedRow x = keyed_row (a), y = keyed_row (b);

  return keyed_row_compare (&x, &y, keys);
}

/* The cells of measures of a group. */
static void
write_group_measures (const TbkEvaluationKind *kind, const TbkGroup *group, TbkTable *table)
{
  double before[2] = { 0 };

  for (int m = 0; m < kind->n_group_measures; m++) {
    const TbkMeasure *measure = &kind->group_measures[m];
    const TbkShare share =
        measure->is_mean ? (TbkShare){ 0, 0 } : evaluation_measure (measure, group->counts);
    const double sum = before[0] + before[1];

    if (measure->is_mean && group->counts[TBK_GROUP_GOLD] + group->counts[TBK_GROUP_SYSTEM] == 0)
      tbk_table_nothing (table); /* another system has the group */
    else if (measure->is_mean)
      tbk_table_decimal (table, sum > 0 ? 200.0 * before[0] * before[1] / sum : 0, 2);
    else
      tbk_table_percent (table, share.right, share.of);
    before[0] = before[1];
    before[1] = (double) share.right / (double) MAX (share.of, 1);
  }
}

static void
write_group_keys (const Writing *writing, const GroupRow *row)
{
  const KeyedRow keyed = keyed_row (row);

  if (writing->given->rows_of == TBK_EVALUATION_KEYS)
    keyed_row_write (&keyed, writing->given->keys, writing->table);
  else
    tbk_table_string (writing->table, row->group->name);
}

static void
write_group_test (const GroupRow *row, int other, TbkTable *table)
{
  const TbkGroupTest *test = &row->tests[other];

  write_difference (table, test->share, test->other, test->n_as_great);
  if (has_difference (test->share, test->other))
    write_probability (table, row->corrected[other]);
  else
    tbk_table_nothing (table);
}

/* Writes a group: a row, or one for each other system. */
static gboolean
write_group_row (const Writing *writing, const GroupRow *row, GError **error)
{
  TbkTable *table = writing->table;

  for (int o = 0; o < MAX (writing->given->n_others, 1); o++) {
    write_group_keys (writing, row);
    for (int c = 0; c < TBK_N_GROUP_COUNTS; c++)
      tbk_table_integer (table, row->group->counts[c]);
    write_group_measures (writing->kind, row->group, table);
    if (writing->given->n_others > 0)
      write_group_test (row, o, table);
    write_against (writing, o);
    if (!tbk_table_end_row (table, error))
      return FALSE;
  }
  return TRUE;
}

/* A group with its test against a system. */
typedef struct {
  GroupRow *row;
  int other, n_as_great;
} Tested;

static int
compare_tested (gconstpointer a, gconstpointer b)
{
  return ((const Tested *) a)->n_as_great - ((const Tested *) b)->n_as_great;
}

/* Holm's correction over all rows of the table, of all groups and all other systems: whoever looks for small values looks at
 * all of them. The least p of m is multiplied by m, the next by m - 1, and so on; none becomes less than the one before it, or
 * more than 1. */
static void
correct (const GArray *rows, int n_others)
{
  const gint64 n_rounds = TBK_PERMUTATION_ROUNDS + 1;
  g_autoptr (GArray) tested = g_array_new (FALSE, FALSE, sizeof (Tested));
  gint64 corrected = 0;

  for (guint r = 0; r < rows->len; r++) {
    GroupRow *row = &g_array_index (rows, GroupRow, r);

    for (int o = 0; o < n_others; o++) {
      const Tested one = { row, o, row->tests[o].n_as_great };

      if (has_difference (row->tests[o].share, row->tests[o].other))
        g_array_append_val (tested, one);
    }
  }
  g_array_sort (tested, compare_tested);
  for (guint t = 0; t < tested->len; t++) {
    const Tested *one = &g_array_index (tested, Tested, t);

    corrected = MAX (corrected, (gint64) (tested->len - t) * (one->n_as_great + 1));
    one->row->corrected[one->other] = (int) MIN (corrected, n_rounds) - 1;
  }
}

static gboolean
fail_group (const TbkGroup *group, GError **error)
{
  g_autofree char *shown = show_name (group->name);

  return fail_data (error, "found a group '%s', expected one by --by", shown);
}

/* Sets the values of the keys of @row. A name that has not a value for each is not from here; tallies may come from
 * anywhere. */
static gboolean
set_values (const TbkKeys *keys, GroupRow *row, GError **error)
{
  int n_values = 0;

  row->values = g_strsplit (row->group->name, "\n", -1);
  for (int k = 0; k < tbk_keys_count (keys); k++)
    n_values += !tbk_keys_is_of_files (keys, k);
  return (int) g_strv_length (row->values) == n_values + (n_values > 0) || fail_group (row->group, error);
}

/* Tests the groups of the first system against each other one; the rows are the last of @rows. */
static gboolean
test_rows (const Writing *writing, TbkEvaluation *const *systems, int grouping, GArray *rows, GError **error)
{
  const TbkEvaluationTable *given = writing->given;
  int n;
  const TbkGroup *groups = tbk_evaluation_groups (systems[0], grouping, &n);
  g_autofree TbkGroupTest *tests = g_new (TbkGroupTest, MAX (n, 1));

  for (int o = 0; o < given->n_others; o++) {
    tbk_evaluation_test_groups (systems[0], systems[o + 1], grouping, given->seed, tests);
    for (int i = 0; i < n; i++) {
      GroupRow *row = &g_array_index (rows, GroupRow, rows->len - (guint) n + (guint) i);

      if (MAX (tests[i].share.of, tests[i].other.of) > TBK_MOST_TESTED)
        return fail_tested (groups[i].name, MAX (tests[i].share.of, tests[i].other.of), error);
      if (row->tests == NULL) {
        row->tests = g_new0 (TbkGroupTest, given->n_others);
        row->corrected = g_new0 (int, given->n_others);
      }
      row->tests[o] = tests[i];
    }
  }
  return TRUE;
}

/* Adds the rows of groups: of all files, or of some. */
static gboolean
add_rows (const Writing *writing, TbkEvaluation *const *systems, const FilesOfGroup *files, GArray *rows,
          GError **error)
{
  const TbkEvaluationTable *given = writing->given;
  const gboolean has_keys = given->rows_of == TBK_EVALUATION_KEYS;
  const int grouping = has_keys ? (int) TBK_GROUP_KEYS : given->grouping;
  const TbkGroup *groups;
  int n;

  for (int o = 0; o < given->n_others; o++)
    evaluation_add_groups (systems[0], grouping, systems[o + 1]);
  groups = tbk_evaluation_groups (systems[0], grouping, &n);
  for (int i = 0; i < n; i++) {
    GroupRow row = { .files = files, .group = &groups[i] };

    g_array_append_val (rows, row);
    if (has_keys && !set_values (given->keys, &g_array_index (rows, GroupRow, rows->len - 1), error))
      return FALSE;
  }
  return given->n_others == 0 || test_rows (writing, systems, grouping, rows, error);
}

static void
files_of_group_free (gpointer data)
{
  FilesOfGroup *files = data;

  file_keys_clear (&files->group.keys);
  g_array_unref (files->files);
  g_ptr_array_unref (files->systems);
  g_free (files);
}

/* Puts the files that are in together by the keys that are of files. */
static GPtrArray *
group_files (const Writing *writing)
{
  GPtrArray *groups = g_ptr_array_new_with_free_func (files_of_group_free);

  for (int f = 0; f < tbk_tallies_n_files (writing->tallies); f++) {
    FilesOfGroup *found = NULL;
    g_auto (FileKeys) keys = { { NULL } };

    if (tbk_tallies_get (writing->tallies, f) == NULL)
      continue;
    file_keys_set (&keys, writing->given->keys, tbk_tallies_name (writing->tallies, f));
    for (guint g = 0; g < groups->len && found == NULL; g++)
      if (file_keys_are_equal (&((FilesOfGroup *) groups->pdata[g])->group.keys, &keys))
        found = groups->pdata[g];
    if (found == NULL) {
      found = g_new0 (FilesOfGroup, 1);
      *found =
          (FilesOfGroup){ .group = { .keys = keys, .number = groups->len },
                          .files = g_array_new (FALSE, FALSE, sizeof (int)),
                          .systems = g_ptr_array_new_with_free_func ((GDestroyNotify) tbk_evaluation_free) };
      keys = (FileKeys){ { NULL } };
      g_ptr_array_add (groups, found);
    }
    g_array_append_val (found->files, f);
  }
  return groups;
}

/* Adds the rows by keys of all groups of files. */
static gboolean
add_rows_of_files (const Writing *writing, const GPtrArray *groups, GArray *rows, GError **error)
{
  for (guint g = 0; g < groups->len; g++) {
    const FilesOfGroup *files = groups->pdata[g];

    for (int s = 0; s <= writing->given->n_others; s++)
      g_ptr_array_add (files->systems, evaluation_of_files (writing->tallies, writing->given->evaluated,
                                                            (const int *) (gconstpointer) files->files->data,
                                                            (int) files->files->len, s));
    if (!add_rows (writing, (TbkEvaluation **) files->systems->pdata, files, rows, error))
      return FALSE;
  }
  return TRUE;
}

static gboolean
write_groups (const Writing *writing, GError **error)
{
  const TbkEvaluationTable *given = writing->given;
  const gboolean has_keys = given->rows_of == TBK_EVALUATION_KEYS;
  g_autoptr (GPtrArray) files = has_keys ? group_files (writing) : g_ptr_array_new ();
  g_autoptr (GArray) rows = g_array_new (FALSE, FALSE, sizeof (GroupRow));

  g_array_set_clear_func (rows, group_row_clear);
  if (!(has_keys ? add_rows_of_files (writing, files, rows, error)
                 : add_rows (writing, writing->systems, NULL, rows, error)))
    return FALSE;
  correct (rows, given->n_others);
  if (has_keys)
    g_array_sort_with_data (rows, compare_group_rows, (gpointer) given->keys);
  for (guint r = 0; r < rows->len; r++)
    if (!write_group_row (writing, &g_array_index (rows, GroupRow, r), error))
      return FALSE;
  return TRUE;
}

static gboolean
write_confusions (const Writing *writing, GError **error)
{
  TbkTable *table = writing->table;
  int n;
  const TbkGroup *groups = tbk_evaluation_groups (writing->systems[0], writing->given->grouping, &n);

  for (int i = 0; i < n; i++) {
    const char *tab = strchr (groups[i].name, '\t');
    g_autofree char *gold = NULL;

    if (tab == NULL)
      return fail_group (&groups[i], error);
    gold = g_strndup (groups[i].name, (gsize) (tab - groups[i].name));
    tbk_table_string (table, gold);
    tbk_table_string (table, tab + 1);
    tbk_table_integer (table, groups[i].counts[TBK_GROUP_GOLD]);
    for (int c = TBK_GROUP_SYSTEM; writing->given->n_others > 0 && c <= TBK_GROUP_BOTH; c++)
      tbk_table_integer (table, groups[i].counts[c]);
    if (!tbk_table_end_row (table, error))
      return FALSE;
  }
  return TRUE;
}

/* 4. table: what is asked for, written from tallies. */

gboolean
tbk_evaluation_write (const TbkTallies *tallies, const TbkEvaluationTable *given, TbkTable *table,
                      GError **error)
{
  g_autoptr (GPtrArray) systems = g_ptr_array_new_with_free_func ((GDestroyNotify) tbk_evaluation_free);
  Writing writing = {
    .given = given, .kind = tbk_evaluation_kind (given->evaluated), .tallies = tallies, .table = table
  };

  for (int s = 0; s <= given->n_others; s++)
    g_ptr_array_add (systems, tbk_evaluation_of (tallies, given->evaluated, s));
  writing.systems = (TbkEvaluation *const *) systems->pdata;
  switch (given->rows_of) {
  case TBK_EVALUATION_MEASURES:
    return (given->n_runs != NULL ? write_runs : write_measures) (&writing, error);
  case TBK_EVALUATION_CONFUSIONS:
    return write_confusions (&writing, error);
  case TBK_EVALUATION_WORDS:
  case TBK_EVALUATION_SENTENCES:
    return TRUE; /* written as they were found */
  default:
    return write_groups (&writing, error);
  }
}
