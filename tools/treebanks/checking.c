/* checking.c - what tbk check tells in numbers: tables by test and by file, and whether too much was found. */
#include "checking.h"

#include "options/tool.h"

enum { N_LEVELS = TBK_CHECK_ERROR + 1 };

/* Figures of a row of files that only findings have. */
static const TbkChecksFigure tree_figures[] = { TBK_CHECKS_NONPROJECTIVE_TREES, TBK_CHECKS_NONPROJECTIVE_ARCS,
                                                TBK_CHECKS_LOST_ARCS };

static const char *const level_columns[N_LEVELS] = {
  [TBK_CHECK_NOTE] = "notes", [TBK_CHECK_WARNING] = "warnings", [TBK_CHECK_ERROR] = "errors"
};

/* Whether a test has a column, and a row whatever was found; those of form have rows where they found something. */
static gboolean
is_asked (const TbkChecksOptions *options, int test)
{
  return test < TBK_N_INCIDENT_TESTS && tbk_check_test_is_in (test, options->tests);
}

const char *const *
checking_columns (const TbkChecksOptions *options, gboolean by_file,
                  const char *columns[CHECKING_MOST_COLUMNS + 1])
{
  const char *found = options->incidents ? "incidents" : "findings";
  int n = 0;

  if (!by_file) {
    columns[n++] = "test";
    columns[n++] = "level";
    columns[n++] = found;
    columns[n++] = "sentences";
    columns[n] = NULL;
    return columns;
  }
  columns[n++] = "file";
  columns[n++] = tbk_checks_figure_name (TBK_CHECKS_SENTENCES);
  columns[n++] = tbk_checks_figure_name (TBK_CHECKS_WORDS);
  for (guint f = 0; f < G_N_ELEMENTS (tree_figures) && !options->incidents; f++)
    columns[n++] = tbk_checks_figure_name (tree_figures[f]);
  columns[n++] = found;
  for (int level = TBK_CHECK_ERROR; level >= (options->incidents ? TBK_CHECK_WARNING : TBK_CHECK_NOTE);
       level--)
    columns[n++] = level_columns[level];
  columns[n++] = tbk_checks_figure_name (TBK_CHECKS_BAD);
  for (int test = 0; test < TBK_N_CHECK_TESTS; test++)
    if (is_asked (options, test))
      columns[n++] = tbk_check_test_name (test);
  columns[n] = NULL;
  return columns;
}

/* Sums by level what the tests from @first up to before @end found; returns how much in all. */
static gint64
count_levels (const TbkTally *tally, int first, int end, gint64 *levels)
{
  gint64 n = 0;

  for (int level = 0; level < N_LEVELS; level++)
    levels[level] = 0;
  for (int test = first; test < end; test++) {
    const gint64 found = tbk_checks_found (tally, test, NULL);

    levels[tbk_check_test_level (test)] += found;
    n += found;
  }
  return n;
}

static gboolean
write_file (const TbkTally *tally, const char *name, const TbkChecksOptions *options, TbkTable *table,
            GError **error)
{
  const gint64 *figures = tbk_checks_figures (tally);
  gint64 levels[N_LEVELS], n_found = count_levels (tally, 0, TBK_N_CHECK_TESTS, levels);

  tbk_table_string (table, name);
  tbk_table_integer (table, figures[TBK_CHECKS_SENTENCES]);
  tbk_table_integer (table, figures[TBK_CHECKS_WORDS]);
  for (guint f = 0; f < G_N_ELEMENTS (tree_figures) && !options->incidents; f++)
    tbk_table_integer (table, figures[tree_figures[f]]);
  tbk_table_integer (table, n_found);
  for (int level = TBK_CHECK_ERROR; level >= (options->incidents ? TBK_CHECK_WARNING : TBK_CHECK_NOTE);
       level--)
    tbk_table_integer (table, levels[level]);
  tbk_table_integer (table, figures[TBK_CHECKS_BAD]);
  for (int test = 0; test < TBK_N_CHECK_TESTS; test++)
    if (is_asked (options, test))
      tbk_table_integer (table, tbk_checks_found (tally, test, NULL));
  return tbk_table_end_row (table, error);
}

/* Rows for the files that are in. */
static gboolean
write_files (const TbkTallies *tallies, const TbkChecksOptions *options, TbkTable *table, GError **error)
{
  g_autoptr (TbkTally) total = tbk_tallies_total (tallies);

  for (int f = 0; f < tbk_tallies_n_files (tallies); f++) {
    const TbkTally *tally = tbk_tallies_get (tallies, f);
    if (tally != NULL && !write_file (tally, tbk_tallies_name (tallies, f), options, table, error))
      return FALSE;
  }
  return tbk_tallies_n_in (tallies) < 2 || write_file (total, "TOTAL", options, table, error);
}

gboolean
checking_write (const TbkTallies *tallies, const TbkChecksOptions *options, gboolean by_file, TbkTable *table,
                GError **error)
{
  g_autoptr (TbkTally) total = NULL;

  if (by_file)
    return write_files (tallies, options, table, error);
  total = tbk_tallies_total (tallies);
  for (int t = 0; t < TBK_N_CHECK_TESTS; t++) {
    const TbkCheckTest test = tbk_check_test_by_suspicion (t);
    gint64 n_sentences, n_found = tbk_checks_found (total, test, &n_sentences);

    if (!is_asked (options, test) && n_found == 0)
      continue;
    tbk_table_string (table, tbk_check_test_name (test));
    tbk_table_string (table, tbk_check_level_name (tbk_check_test_level (test)));
    tbk_table_integer (table, n_found);
    tbk_table_integer (table, n_sentences);
    if (!tbk_table_end_row (table, error))
      return FALSE;
  }
  return TRUE;
}

char *
checking_title (char **paths)
{
  const guint n = g_strv_length (paths);
  g_autofree char *name = n == 1 ? g_path_get_basename (paths[0]) : NULL;

  if (n != 1)
    return g_strdup_printf ("Check of %u files", n);
  return g_strdup_printf ("Check of %s", g_str_equal (name, "-") ? "<stdin>" : name);
}

void
checking_tell_repaired (const TbkTallies *tallies)
{
  g_autoptr (TbkTally) total = tbk_tallies_total (tallies);
  gint64 levels[N_LEVELS];
  const gint64 n = count_levels (total, 0, TBK_N_INCIDENT_TESTS, levels);

  if (n > 0)
    tool_message ("%" G_GINT64_FORMAT " finding%s repaired", n, n == 1 ? "" : "s");
}

gboolean
checking_pass (const TbkTallies *tallies, const TbkChecksOptions *options, int level, GError **error)
{
  const char *found = options->incidents ? "incident" : "finding";
  const char *advice = g_str_equal (tool_command (), "merge") /* which takes the level of the tallies */
                           ? "a tally of 'tbk check --fail=never' gives status 0"
                           : "--fail=never gives status 0";
  g_autoptr (TbkTally) total = tbk_tallies_total (tallies);
  g_autoptr (GString) told = g_string_new (NULL);
  gint64 levels[N_LEVELS], n = 0;

  count_levels (total, options->form == TBK_CHECKS_REPAIR ? TBK_N_INCIDENT_TESTS : 0, TBK_N_CHECK_TESTS,
                levels);
  for (int l = TBK_CHECK_ERROR; l >= level; l--) {
    if (levels[l] > 0 && n == 0)
      g_string_append_printf (told, "%" G_GINT64_FORMAT " %s%s of level %s", levels[l], found,
                              levels[l] == 1 ? "" : "s", tbk_check_level_name (l));
    else if (levels[l] > 0)
      g_string_append_printf (told, ", %" G_GINT64_FORMAT " of level %s", levels[l],
                              tbk_check_level_name (l));
    n += levels[l];
  }
  if (n == 0)
    return TRUE;
  g_set_error (error, TBK_ERROR, TBK_ERROR_DATA, "%s; %s", told->str, advice);
  return FALSE;
}
