/* cmd_check.c - tbk check: words that make trees non-projective by mistake, and the shape of trees.
 *
 * Contents
 *   1. checking: what tbk check tells in numbers: tables by test and by file, and whether too much was
 *      found
 *   2. cmd_check: tbk check: words that make trees non-projective by mistake, and what UD's validator tells
 *      of shapes
 */
#include "check/check.h"
#include "commands/commands.h"
#include "corpus/corpus.h"

#include <string.h>

#include "all_commands.h"
#include "options/options.h"
#include "tbk/base.h"
#include "tbk/draw.h"

/* 1. checking: what tbk check tells in numbers: tables by test and by file, and whether too much was found. */

enum { N_LEVELS = TBK_CHECK_ERROR + 1, MOST_COLUMNS = 10 + TBK_N_INCIDENT_TESTS };

/* Figures of a row of files that only findings have. */
static const TbkChecksFigure tree_figures[] = { TBK_CHECKS_NONPROJECTIVE_TREES, TBK_CHECKS_NONPROJECTIVE_ARCS,
                                                TBK_CHECKS_LOST_ARCS };

static const char *const level_columns[N_LEVELS] = {
  [TBK_CHECK_NOTE] = "notes", [TBK_CHECK_WARNING] = "warnings", [TBK_CHECK_ERROR] = "errors"
};

/* Returns TRUE if a test has a column, and a row whatever was found; tests of form have rows where they found
 * something. */
static gboolean
is_asked (const TbkChecksOptions *options, int test)
{
  return test < TBK_N_INCIDENT_TESTS && tbk_check_test_is_in (test, options->tests);
}

/* Sets the columns of a table of tests, or of files; they are in @columns. */
static const char *const *
table_columns (const TbkChecksOptions *options, gboolean by_file, const char *columns[MOST_COLUMNS + 1])
{
  const char *found = options->incidents ? "incidents" : "findings";
  const TbkTallyColumn *figures = tbk_checks_layout ()->sections[0].columns;
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
  columns[n++] = figures[TBK_CHECKS_SENTENCES].name;
  columns[n++] = figures[TBK_CHECKS_WORDS].name;
  for (guint f = 0; f < G_N_ELEMENTS (tree_figures) && !options->incidents; f++)
    columns[n++] = figures[tree_figures[f]].name;
  columns[n++] = found;
  for (int level = TBK_CHECK_ERROR; level >= (options->incidents ? TBK_CHECK_WARNING : TBK_CHECK_NOTE);
       level--)
    columns[n++] = level_columns[level];
  columns[n++] = figures[TBK_CHECKS_BAD].name;
  for (int test = 0; test < TBK_N_CHECK_TESTS; test++)
    if (is_asked (options, test))
      columns[n++] = tbk_check_test_name (test);
  columns[n] = NULL;
  return columns;
}

/* Sums by level what the tests found; returns how much that is. */
static gint64
count_levels (const TbkTally *tally, gint64 *levels)
{
  gint64 n = 0;

  for (int level = 0; level < N_LEVELS; level++)
    levels[level] = 0;
  for (int test = 0; test < TBK_N_CHECK_TESTS; test++) {
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
  gint64 levels[N_LEVELS], n_found = count_levels (tally, levels);

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

/* Writes rows for the files that are in, and a total of several. */
static gboolean
write_files (const TbkTallies *tallies, const TbkChecksOptions *options, TbkTable *table, GError **error)
{
  g_autoptr (TbkTally) total = tbk_tallies_total (tallies);

  for (int f = 0; f < tbk_tallies_n_files (tallies); f++) {
    const TbkTally *tally = tbk_tallies_get (tallies, f);
    if (tally != NULL && !write_file (tally, tbk_tallies_name (tallies, f), options, table, error))
      return FALSE;
  }
  return tallies_n_of_state (tallies, FILE_IN) < 2 || write_file (total, "TOTAL", options, table, error);
}

static gboolean
write_counts (const TbkTallies *tallies, const TbkChecksOptions *options, gboolean by_file, TbkTable *table,
              GError **error)
{
  g_autoptr (TbkTally) total = NULL;

  if (by_file)
    return write_files (tallies, options, table, error);
  total = tbk_tallies_total (tallies);
  for (int t = 0; t < TBK_N_CHECK_TESTS; t++) {
    const TbkCheckTest test = check_test_by_suspicion (t);
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

/* Returns the title of a page, to be freed. */
static char *
make_title (char **paths, const char *against)
{
  g_autofree char *name = drawing_names (paths);

  return against == NULL ? g_strdup_printf ("Check of %s", name)
                         : g_strdup_printf ("Changes of %s since %s", name, against);
}

/* Returns TRUE if nothing of @level or above was found, or since another release; else @error tells how much. */
static gboolean
is_passed (const TbkTallies *tallies, const TbkChecksOptions *options, gboolean is_since, int level,
           GError **error)
{
  g_autofree char *found =
      g_strconcat (is_since ? "new " : "", options->incidents ? "incident" : "finding", NULL);
  const char *advice = g_str_equal (tool_command (), "merge") /* which takes the level of the tallies */
                           ? "a tally of 'tbk check --fail-on=never' gives status 0"
                           : "--fail-on=never gives status 0";
  g_autoptr (TbkTally) total = tbk_tallies_total (tallies);
  g_autoptr (GString) told = g_string_new (NULL);
  gint64 levels[N_LEVELS], n = 0;

  if (is_since)
    releases_count_levels (total, levels);
  else
    count_levels (total, levels);
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

/* 2. cmd_check: tbk check: words that make trees non-projective by mistake, and what UD's validator tells
 * of shapes. */

/* As ReleasesBy. */
enum { BY_FINDING, BY_TEST, BY_FILE, BY_RELATION };

enum { FORMAT_UNKNOWN = -1, FORMAT_TSV, FORMAT_JSONL, FORMAT_TEXT, FORMAT_GITHUB, FORMAT_HTML, FORMAT_CSV };
enum { ORDER_UNKNOWN = -1, ORDER_GIVEN, ORDER_SUSPICION };

static const char *const formats[] = { "tsv", "jsonl", "text", "github", "html", "csv", NULL };
static const char *const orders[] = { "given", "suspicion", NULL };
static const char *const bys[] = { "finding", "test", "file", "deprel", NULL };
static const char *const rule_sets[] = { "ud", NULL };
static const char *const roots[] = { "single", "any", NULL };

static const char *const fails[] = { "error", "warning", "note", "never", NULL };
enum { FAIL_NEVER = 3 };
static const int fail_levels[] = { TBK_CHECK_ERROR, TBK_CHECK_WARNING, TBK_CHECK_NOTE, TBK_CHECK_ERROR + 1 };

typedef struct {
  CorpusGiven corpus;
  TbkChecksOptions checks;
  const char *tests, *baseline, *against;
  char **words;
  int by, fail, format, order;
  GError *too_much; /* was found, or NULL */
} Check;

static const Option check_entries[] = {
  { "test", TEXT, AT (Check, tests), "TEST,...",
    "Report only what these tests find: names, the beginnings of names (punct), or levels (error), with commas between "
    "them. Sentences that do not form a tree, or are not well formed, are always reported" },
  { "words", TEXTS, AT (Check, words), "EXPRESSION",
    "Report only findings at words that meet EXPRESSION: --words upos=PUNCT. What is not well formed is always reported" },
  { "rules", CHOICE_FROM (TRUE, rule_sets), AT (Check, checks.incidents), "RULES",
    "ud: instead of findings, report what UD's validator of " TBK_CHECK_VALIDATOR_DATE
    " (version " TBK_CHECK_VALIDATOR_VERSION
    ") reports about the shape of trees. Unlike it, continue after a sentence that does not form a tree" },
  { "baseline", PATH, AT (Check, baseline), "FILE",
    "Leave out the findings of FILE, a table that this command wrote (TSV, CSV or JSON lines), and report how many of them are "
    "gone. Findings are matched on sent_id, word and test, or without sent_id on file and sentence; the rest is new. A sentence "
    "that does not form a tree is an error unless FILE has it" },
  { "against", PATH, AT (Check, against), "OTHER",
    "Report what changed since OTHER, an older release of FILE; for a folder of FILEs a folder with files of the same names: "
    "findings that are new or gone, and trees that became non-projective or projective. --fail-on is about new findings. tbk show "
    "--against=OTHER draws every changed tree" },
  { "fail-on", CHOICE (fails), AT (Check, fail), "LEVEL",
    "Set the exit status to 1 for findings of this level or above: error (default), warning (also for warnings about lines), note; or never" },
  { "by", CHOICE (bys), AT (Check, by), "WHAT",
    "finding: a row for each finding (default); test, file: numbers of findings for each test or file; deprel, with "
    "--against: the words of each old and new relation, and how many of their arcs changed" },
  { "root", CHOICE_FROM (TBK_ROOT_SINGLE, roots), AT (CorpusGiven, projectivize.root), "ROOT",
    "single (default): several words with HEAD 0 in a sentence are an error; any: they are not" },
  OPTION_END,
};

static const Option format_entries[] = {
  { "format", CHOICE_OR (FORMAT_UNKNOWN, formats), AT (Check, format), "FORMAT",
    "tsv, tab-separated values; csv, comma-separated values; jsonl, JSON lines; text, a line each for people and editors; "
    "github, lines that GitHub shows beside the file; html, a page with drawings before and after. Default: by the name of "
    "--output (.tsv, .csv, .jsonl, .html), else text on a terminal, tsv elsewhere. Findings come in the order of the file, "
    "in text and html the surest first; --sort=suspicion and --sort=given change that" },
  OPTION_END,
};

/* (CK10): the number of roots makes no difference to this bound. */
static const Option bound_entries[] = {
  { "limit=core", NUMBER (1, 4095), AT (TbkProjectivizeOptions, max_core), "N",
    "Leave it empty for sentences with more than N words that take part in crossings (default 1000)" },
  OPTION_END,
};

/* Records @tests in one order, and all as none, so that tallies of the same tests have the same options. Those of form are
 * always asked: one of them stands for no other. */
static void
record_tests (guint tests, guint all, const Options *options)
{
  g_autoptr (GString) names = g_string_new (NULL);

  for (int test = 0; test < TBK_N_INCIDENT_TESTS; test++)
    if (tbk_check_test_is_in (test, tests))
      g_string_append_printf (names, "%s%s", names->len > 0 ? "," : "", tbk_check_test_name (test));
  if (tests == 0)
    g_string_append (names, tbk_check_test_name (TBK_CHECK_NON_TREE));
  options_set (options, "test", tests == all ? NULL : names->str);
}

/* Moves an order of findings from --sort, which else names a column, to `order`. */
static void
take_order (Check *check)
{
  TableOptions *table = &check->corpus.table;

  check->order = ORDER_UNKNOWN;
  for (int order = 0; orders[order] != NULL; order++)
    if (g_strcmp0 (table->sort, orders[order]) == 0)
      check->order = order;
  if (check->order != ORDER_UNKNOWN)
    table->sort = NULL;
}

/* Sets the form of what is written, and the order. Without --format it is a page by the name of the output,
 * text on a terminal, else rows; and text and pages begin with the most suspicious findings. */
static gboolean
get_form (Check *check, GError **error)
{
  static const TbkChecksForm forms[] = { TBK_CHECKS_ROWS,   TBK_CHECKS_ROWS, TBK_CHECKS_TEXT,
                                         TBK_CHECKS_GITHUB, TBK_CHECKS_PAGE, TBK_CHECKS_ROWS };
  const char *output = check->corpus.options.output;
  const TableOptions *table = &check->corpus.table;
  const gboolean is_page =
      check->format == FORMAT_UNKNOWN && output != NULL && tbk_file_has_suffix (output, html_suffixes);
  const gboolean is_for_terminal = table_is_for_terminal (&check->corpus);

  /* People read lines more easily than 18 columns, which are shown if an option of tables is given. */
  const gboolean is_text = check->format == FORMAT_UNKNOWN && is_for_terminal && check->by == BY_FINDING
                           && table->columns == NULL && table->sort == NULL;
  const int format = is_page ? FORMAT_HTML : is_text ? FORMAT_TEXT : MAX (check->format, FORMAT_TSV);

  check->corpus.table.is_aligned = is_for_terminal;
  check->corpus.table.given_format = check->format == FORMAT_TSV     ? TBK_TABLE_TSV + 1
                                     : check->format == FORMAT_JSONL ? TBK_TABLE_JSONL + 1
                                     : check->format == FORMAT_CSV   ? TBK_TABLE_CSV + 1
                                                                     : 0;
  check->checks.form = forms[format];
  check->checks.by_suspicion = check->order == ORDER_UNKNOWN ? format == FORMAT_TEXT || format == FORMAT_HTML
                                                             : check->order == ORDER_SUSPICION;
  if (check->by == BY_FINDING || check->checks.form == TBK_CHECKS_ROWS)
    return TRUE;
  return options_refuse (error, "--by=%s and %s exclude each other", bys[check->by],
                         is_page ? "a page of HTML" : "--format=text, github and html");
}

/* Refuses a name of --output that belongs to another form. */
static gboolean
check_output (Check *check, GError **error)
{
  static const char *const none[] = { NULL };
  CorpusGiven *given = &check->corpus;
  const gboolean may_be_page = check->by == BY_FINDING && given->table.given_format == 0;

  if (check->checks.form == TBK_CHECKS_ROWS)
    return (!may_be_page
            || table_check_output (given, table_suffixes,
                                   "a name in .tsv, .jsonl, .csv, which Excel opens, or for a page .html",
                                   error))
           && table_find_format ("output", given->options.output, given->table.given_format,
                                 &given->table.format, error);
  if (check->checks.form == TBK_CHECKS_PAGE)
    return table_check_output (given, html_suffixes, "a name in .html, as --format=html writes it", error);
  return table_check_output (given, none, "a name in .txt: this is written as text", error);
}

/* Returns TRUE if numbers are written. */
static gboolean
has_table (const Check *check)
{
  return check->by != BY_FINDING;
}

/* The columns of rows of findings, or of changes. */
static const TbkTableColumns *
row_columns (const Check *check)
{
  return check->against != NULL ? changes_columns () : tbk_checks_columns (check->checks.incidents);
}

/* Checks the columns of rows of findings; other forms of findings have none. */
static gboolean
check_rows (const Check *check, GError **error)
{
  g_autofree const char **columns = tbk_table_columns_names (row_columns (check), 1);

  return check->checks.form == TBK_CHECKS_ROWS
             ? table_check_not_sorted (&check->corpus.table, "--by=finding", columns, error)
             : table_check_not_sorted (&check->corpus.table, "--format=text, github and html", NULL, error);
}

/* Refuses options that what is written has no use for. */
static gboolean
check_unused (Check *check, GError **error)
{
  CorpusGiven *given = &check->corpus;
  const char *columns[MOST_COLUMNS + 1];

  if (check->by == BY_RELATION && check->against == NULL)
    return options_refuse (error, "--by=deprel goes with --against");
  if (check->against != NULL && check->order != ORDER_UNKNOWN)
    return options_refuse (error, "--sort=%s and --against exclude each other", orders[check->order]);
  if (!check_output (check, error))
    return FALSE;
  if (!has_table (check))
    return check_rows (check, error);
  if (check->order != ORDER_UNKNOWN)
    return options_refuse (error, "--sort=%s and --by=%s exclude each other", orders[check->order],
                           bys[check->by]);
  return table_check_sort (&given->table,
                           check->against != NULL
                               ? releases_columns ((ReleasesBy) check->by)
                               : table_columns (&check->checks, check->by == BY_FILE, columns),
                           error);
}

/* Notes if too much was found. That is an error once all is written, so that the findings are there. */
static void
judge (Check *check, const TbkTallies *tallies)
{
  is_passed (tallies, &check->checks, check->against != NULL, fail_levels[check->fail], &check->too_much);
}

static gboolean
write_table (gpointer data, const TbkTallies *tallies, TbkOutput *output, GError **error)
{
  Check *check = data;
  const gboolean by_file = check->by == BY_FILE;
  const gboolean is_since = check->against != NULL;
  const char *columns[MOST_COLUMNS + 1];
  g_autoptr (TbkTable) table = table_new (&check->corpus.table, output,
                                          is_since ? releases_columns ((ReleasesBy) check->by)
                                                   : table_columns (&check->checks, by_file, columns));

  judge (check, tallies);
  if (is_since)
    releases_tell (tallies);
  return (is_since ? releases_write (tallies, (ReleasesBy) check->by, table, error)
                   : write_counts (tallies, &check->checks, by_file, table, error))
         && table_end (table, error);
}

/* The job of either kind, which is made first. */
static TbkJob
make_job (const Check *check, TbkChecks *run, Changes *changes)
{
  return check->against != NULL ? changes_job (changes) : tbk_checks_job (run);
}

/* Writes rows, lines or a page, as they come. */
static gboolean
write_found (Corpus *corpus, Check *check, GError **error)
{
  TbkChecksOptions *checks = &check->checks;
  const gboolean is_since = check->against != NULL;
  g_autoptr (TbkTallies) tallies = tbk_tallies_new (is_since ? changes_layout () : tbk_checks_layout (),
                                                    (const char *const *) corpus->paths, NULL);
  g_autoptr (TbkOutput) output = corpus_open_output (corpus, error);
  g_autoptr (TbkTable) table = NULL;
  g_autoptr (TbkChecks) run = tbk_checks_new (checks);
  g_autoptr (Changes) changes = changes_new (checks);
  g_autoptr (TbkTally) total = NULL;
  g_autofree char *title = make_title (corpus->paths, check->against);
  g_autofree const char **columns = tbk_table_columns_names (row_columns (check), 1);
  g_auto (TbkLeftOut) left_out = { 0 };
  TbkJob job;

  if (output == NULL)
    return FALSE;
  if (checks->form == TBK_CHECKS_ROWS)
    checks->rows = table = table_new (&check->corpus.table, output, columns);
  checks->output = output;
  checks->title = title;
  job = make_job (check, run, changes);
  if (!corpus_run (corpus, &job, tallies, &left_out, error))
    return FALSE;
  total = tbk_tallies_total (tallies);
  judge (check, tallies);
  if (!(is_since ? changes_end (changes, total, error) : tbk_checks_end (run, total, error))
      || (table != NULL && !table_end (table, error)) || !corpus_commit (corpus, &output, &left_out, error))
    return FALSE;
  if (is_since)
    releases_tell (tallies);
  return TRUE;
}

/* Counts, and writes the table. */
static gboolean
write_numbers (Corpus *corpus, Check *check, GError **error)
{
  g_autoptr (TbkChecks) run = tbk_checks_new (&check->checks);
  g_autoptr (Changes) changes = changes_new (&check->checks);
  TbkJob job;

  check->checks.form = TBK_CHECKS_NOTHING;
  job = make_job (check, run, changes);
  return counting_run (&(Counting){ .corpus = corpus, .job = &job, .write = write_table, .data = check },
                       error);
}

/* Tells what became of the baseline. Rows of sentences that were not looked at are not gone. Where a sentence has the sent_id
 * of another one, its findings may be taken for those of the other: that is an error. */
static void
judge_baseline (Check *check, const Corpus *corpus)
{
  const gboolean is_whole =
      corpus->selection.description == NULL && options_given (&corpus->source->options, "part") == NULL;
  g_autoptr (GError) repeated = NULL;
  g_autofree char *gone = NULL;
  TbkBaselineCounts counts;

  tbk_baseline_count (check->checks.baseline, check->checks.tests, &counts);
  if (is_whole)
    gone = g_strdup_printf ("; %" G_GINT64_FORMAT " other%s no longer found", counts.n_gone,
                            counts.n_gone == 1 ? " is" : "s are");
  tool_message ("--baseline: %" G_GINT64_FORMAT " known finding%s left out%s", counts.n_found,
                counts.n_found == 1 ? "" : "s", is_whole ? gone : "");
  if (counts.n_repeated == 0)
    return;
  g_set_error (&repeated, TBK_ERROR, TBK_ERROR_DATA,
               "--baseline: %" G_GINT64_FORMAT
               " more of the known findings were met than it has: do several sentences have "
               "one sent_id?",
               counts.n_repeated);
  if (check->too_much == NULL && check->fail != FAIL_NEVER)
    check->too_much = g_steal_pointer (&repeated);
  else
    tool_message ("%s", repeated->message);
}

/* Looks for sentences with the words of earlier ones, in all files of the run, whatever part of it this is. */
static TbkRepeats *
read_repeats (const Corpus *corpus, const Check *check)
{
  const TbkConlluColumns columns = {
    .names = corpus->columns.names
  }; /* files are counted when they are checked */
  TbkCorpusOptions options = corpus->options;
  TbkRepeats *repeats;

  if (!tbk_check_test_is_in (TBK_CHECK_INCONSISTENT_TREE, check->checks.tests) || check->checks.incidents
      || check->against != NULL || corpus->source->merging != NULL)
    return NULL;
  options.format_options = &columns;
  repeats = tbk_repeats_read (&options, (const char *const *) corpus->paths);
  if (tbk_repeats_forgotten (repeats) > 0)
    tool_message ("inconsistent-tree: of %" G_GINT64_FORMAT
                  " sentences, behind the first %d with different words, the words were not kept",
                  tbk_repeats_forgotten (repeats), TBK_MOST_REPEATS);
  return repeats;
}

/* Warnings about lines count as findings of that level; those of a comparison are about its sentences. */
static void
judge_lines (Check *check)
{
  const int n = tool_n_warnings ();

  if (n > 0 && check->too_much == NULL && check->against == NULL
      && fail_levels[check->fail] <= TBK_CHECK_WARNING)
    g_set_error (&check->too_much, TBK_ERROR, TBK_ERROR_DATA,
                 "%d warning%s about lines; --fail-on=error gives status 0", n, n == 1 ? "" : "s");
}

static gboolean
run (Corpus *corpus, Check *check, GError **error)
{
  g_autoptr (TbkRepeats) repeats = read_repeats (corpus, check);
  g_autoptr (TbkBaseline) baseline = NULL;
  gboolean is_done;

  check->checks.repeats = repeats;
  if (!has_table (check) && !counting_check_no_tally (corpus->given, "--by=finding", error))
    return FALSE;
  if (check->baseline != NULL) {
    if (strcmp (check->baseline, "-") == 0 && g_strv_contains ((const char *const *) corpus->paths, "-"))
      return options_refuse (error, "standard input can be only one of the files");
    check->checks.baseline = baseline = tbk_baseline_read (check->baseline, error);
    if (baseline == NULL)
      return FALSE;
  }
  is_done = (has_table (check) ? write_numbers : write_found) (corpus, check, error);
  if (is_done && baseline != NULL)
    judge_baseline (check, corpus);
  judge_lines (check);
  if (is_done && check->too_much != NULL) {
    g_propagate_error (error, g_steal_pointer (&check->too_much));
    return FALSE;
  }
  if (check->too_much != NULL) /* and files were left out */
    tool_message ("%s", check->too_much->message);
  g_clear_error (&check->too_much);
  return is_done;
}

static const OptionGroup groups[] = {
  OPTION_GROUP ("What to check", check_entries),
  OPTION_GROUP_AT ("How the column at_least is found", bound_entries, CorpusGiven, projectivize),
  SELECTION_GROUP,
  OPTION_GROUP ("Output", format_entries),
  OPTION_GROUP ("Output", table_rows_entries),
  OPTION_GROUP ("Output", output_entries),
  OPTION_GROUP ("Output", tally_entries),
  INPUT_GROUPS (corpus_conll_entries, corpus_check_input_entries),
  CORPUS_END_GROUPS,
};

static const OptionRule rules[] = {
  { "limit=core", "!rules" },
  { "baseline against", "!tally" },
  { "against", "!baseline" },
  { NULL, NULL },
};

static gboolean
check_all (Check *check, const Source *source, GError **error)
{
  const guint all = check->checks.incidents ? TBK_CHECKS_INCIDENTS : TBK_CHECKS_FINDINGS;
  g_auto (Corpus) corpus = { .given = &check->corpus };
  g_auto (Against) against = { .paths = NULL };

  if (!corpus_init (&corpus, &check->corpus, source, FALSE, error))
    return FALSE;
  check->checks.projectivize = check->corpus.projectivize;
  take_order (check);
  if (!tests_find (check->tests, all, &check->checks.tests, error)
      || !query_read (check->words, "words", "and", TBK_TREES_DEPENDENCIES, &check->checks.words, error)
      || !get_form (check, error) || !check_unused (check, error))
    return FALSE;
  record_tests (check->checks.tests, all, &source->options);
  if (!corpus_find_files (&corpus, error)
      || (check->against != NULL && !against_find (&against, check->against, &corpus, error))
      || !corpus_check_files (&corpus, (const char *const *) against.paths, NULL, error))
    return FALSE;
  if (check->against != NULL) {
    changes_pairing (&against.pairing);
    against.pairing.of_format = corpus.options.format_options;
    corpus.options.format = &against.pairing.pairs;
    corpus.options.format_options = &against.pairing;
    check->checks.by_suspicion = FALSE;
  }
  return run (&corpus, check, error);
}

static gboolean
check_sentences (gpointer values, const Source *source, GError **error)
{
  Check *check = values;
  const gboolean done = check_all (check, source, error);

  query_tell_absent (check->checks.words);
  tbk_query_free (check->checks.words);
  return done;
}

static const Form form = { .groups = groups, .rules = rules, .size = sizeof (Check), .run = check_sentences };

const Command cmd_check = { .name = "check", .conllu = &form };
