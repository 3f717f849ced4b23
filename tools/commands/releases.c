/* releases.c - what changed since another release, in numbers: tables of tbk check --against. */
#include "check/check.h"
#include "commands/commands.h"
#include "corpus/corpus.h"

#include <string.h>

#include "tbk/draw.h"

/* The columns of all tables are here, and the rows below; tbk/draw.h counts what is in them. */
static const char *const of_tests[] = { "test", "level", "before", "after", "gone", "new", NULL };
static const char *const of_files[] = { "file",
                                        "old_sentences",
                                        "sentences",
                                        "paired",
                                        "other_words",
                                        "other_arcs",
                                        "became_nonprojective",
                                        "became_projective",
                                        "words",
                                        "changed_arcs",
                                        "before",
                                        "after",
                                        "gone",
                                        "new",
                                        NULL };
static const char *const of_relations[] = { "old_deprel", "deprel", "words", "other_head", "changed", NULL };

const char *const *
releases_columns (ReleasesBy by)
{
  static const char *const *const columns[] = { [RELEASES_BY_CHANGE] = NULL,
                                                [RELEASES_BY_TEST] = of_tests,
                                                [RELEASES_BY_FILE] = of_files,
                                                [RELEASES_BY_RELATION] = of_relations };

  return columns[by];
}

static void
add_found (ChangesFound *sum, const ChangesFound *found)
{
  sum->n_before += found->n_before;
  sum->n_after += found->n_after;
  sum->n_gone += found->n_gone;
  sum->n_new += found->n_new;
}

static void
write_found (const ChangesFound *found, TbkTable *table)
{
  tbk_table_integer (table, found->n_before);
  tbk_table_integer (table, found->n_after);
  tbk_table_integer (table, found->n_gone);
  tbk_table_integer (table, found->n_new);
}

/* Returns the findings of all tests. */
static ChangesFound
find_all (const TbkTally *tally)
{
  ChangesFound sum = { 0 };

  for (int test = 0; test < TBK_N_CHECK_TESTS; test++) {
    const ChangesFound found = changes_found (tally, test);

    add_found (&sum, &found);
  }
  return sum;
}

static gboolean
write_tests (const TbkTally *total, TbkTable *table, GError **error)
{
  for (int t = 0; t < TBK_N_CHECK_TESTS; t++) {
    const TbkCheckTest test = check_test_by_suspicion (t);
    const ChangesFound found = changes_found (total, test);

    if (found.n_before + found.n_after == 0)
      continue;
    tbk_table_string (table, tbk_check_test_name (test));
    tbk_table_string (table, tbk_check_level_name (tbk_check_test_level (test)));
    write_found (&found, table);
    if (!tbk_table_end_row (table, error))
      return FALSE;
  }
  return TRUE;
}

static gboolean
write_file (const TbkTally *tally, const char *name, TbkTable *table, GError **error)
{
  const gint64 *figures = changes_figures (tally);
  const ChangesFound found = find_all (tally);

  tbk_table_string (table, name);
  for (int f = 0; f < N_CHANGES_FIGURES; f++)
    tbk_table_integer (table, figures[f]);
  write_found (&found, table);
  return tbk_table_end_row (table, error);
}

static gboolean
write_files (const TbkTallies *tallies, const TbkTally *total, TbkTable *table, GError **error)
{
  for (int f = 0; f < tbk_tallies_n_files (tallies); f++) {
    const TbkTally *tally = tbk_tallies_get (tallies, f);

    if (tally != NULL && !write_file (tally, tbk_tallies_name (tallies, f), table, error))
      return FALSE;
  }
  return tallies_n_of_state (tallies, FILE_IN) < 2 || write_file (total, "TOTAL", table, error);
}

/* Writes a row for each pair of an old and a new relation that some word has; pairs of one relation with
 * itself are those whose head alone may have changed. */
static gboolean
write_relations (const TbkTally *total, TbkTable *table, GError **error)
{
  gsize n;
  g_autofree ChangedRelation *relations = changes_relations (total, &n);

  for (gsize r = 0; r < n; r++) {
    tbk_table_string (table, relations[r].before);
    tbk_table_string (table, relations[r].after);
    tbk_table_integer (table, relations[r].n_words);
    tbk_table_integer (table, relations[r].n_other_head);
    tbk_table_integer (table, relations[r].n_changed);
    if (!tbk_table_end_row (table, error))
      return FALSE;
  }
  return TRUE;
}

gboolean
releases_write (const TbkTallies *tallies, ReleasesBy by, TbkTable *table, GError **error)
{
  g_autoptr (TbkTally) total = tbk_tallies_total (tallies);

  return by == RELEASES_BY_TEST   ? write_tests (total, table, error)
         : by == RELEASES_BY_FILE ? write_files (tallies, total, table, error)
                                  : write_relations (total, table, error);
}

void
releases_tell (const TbkTallies *tallies)
{
  g_autoptr (TbkTally) total = tbk_tallies_total (tallies);
  const gint64 *figures = changes_figures (total);
  const ChangesFound found = find_all (total);

  tool_message ("--against: findings: %" G_GINT64_FORMAT " new, %" G_GINT64_FORMAT
                " gone; sentences: %" G_GINT64_FORMAT " became non-projective, %" G_GINT64_FORMAT
                " projective; %" G_GINT64_FORMAT " of %" G_GINT64_FORMAT " arcs changed",
                found.n_new, found.n_gone, figures[CHANGES_BECAME_NONPROJECTIVE],
                figures[CHANGES_BECAME_PROJECTIVE], figures[CHANGES_CHANGED_ARCS], figures[CHANGES_WORDS]);
}

/* Sums new findings by their level, for --fail-on: findings that an older release had too are no reason to
 * fail. */
void
releases_count_levels (const TbkTally *total, gint64 *levels)
{
  for (int level = 0; level <= TBK_CHECK_ERROR; level++)
    levels[level] = 0;
  for (int test = 0; test < TBK_N_CHECK_TESTS; test++)
    levels[tbk_check_test_level (test)] += changes_found (total, test).n_new;
}
