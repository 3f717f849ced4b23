/* test_check.c - findings and incidents on real treebanks, row by row as they were found by other means. */
#include <criterion/criterion.h>
#include <string.h>

#include "corpora/corpora.h"
#include "tbk/check.h"
#include "tbk/tree.h"
#include "unit/time_limit.h"

typedef struct {
  TbkChecker *checker;
  TbkTree *tree;
  const char *name; /* of the file, without the suffix of its compression */
  TbkCheckWord *words;
  gint64 *lines;
  int n_allocated;
  GString *rows;        /* of findings, or NULL */
  GPtrArray *incidents; /* or NULL */
  gint64 n_findings[TBK_N_FINDING_TESTS], n_incidents[TBK_N_CHECK_TESTS], n_left;
} Run;

static void
read_words (Run *run, const TbkConlluSentence *sentence)
{
  const char *position = NULL, *counted = sentence->text;
  gint64 number = sentence->line;
  TbkConlluLine line;

  if (sentence->n >= run->n_allocated) {
    run->n_allocated = 2 * sentence->n + 1;
    run->words = g_renew (TbkCheckWord, run->words, run->n_allocated);
    run->lines = g_renew (gint64, run->lines, run->n_allocated);
  }
  while (tbk_conllu_sentence_next_line (sentence, &position, &line)) {
    for (; counted < line.text.bytes; counted++)
      number += *counted == '\n';
    if (line.kind == TBK_LINE_WORD) {
      run->words[line.first] = (TbkCheckWord){
        .form = line.fields[TBK_COLUMN_FORM],
        .upos = line.fields[TBK_COLUMN_UPOS],
        .feats = line.fields[TBK_COLUMN_FEATS],
        .misc = line.fields[TBK_COLUMN_MISC],
        .deprel = line.fields[TBK_COLUMN_DEPREL],
      };
      run->lines[line.first] = number;
    }
  }
}

static void
append_words (GString *row, const int *words, int n)
{
  for (int i = 0; i < n; i++)
    g_string_append_printf (row, "%s%d", i > 0 ? "," : "", words[i]);
}

static void
append_finding (Run *run, const TbkConlluSentence *sentence, const TbkFinding *finding)
{
  const TbkCheckWord *word = &run->words[finding->word];
  const TbkPiece head = run->words[finding->head].form, new_head = run->words[finding->new_head].form;

  g_string_append_printf (
      run->rows,
      "%s\t%" G_GINT64_FORMAT "\t%" G_GINT64_FORMAT "\t%.*s\t%s\t%d\t%.*s\t%.*s\t%.*s\t%d\t%.*s\t%d\t%.*s\t",
      run->name, run->lines[finding->word], sentence->index, (int) sentence->sent_id_length,
      sentence->sent_id, tbk_check_test_name (finding->test), finding->word, (int) word->form.size,
      word->form.bytes, (int) word->upos.size, word->upos.bytes, (int) word->deprel.size, word->deprel.bytes,
      finding->head, (int) head.size, head.bytes, finding->new_head, (int) new_head.size, new_head.bytes);
  append_words (run->rows, finding->alternatives, finding->n_alternatives);
  g_string_append_c (run->rows, '\t');
  append_words (run->rows, finding->fixes, finding->n_fixes);
  g_string_append_printf (run->rows, "\t%d\n", finding->left);
}

static void
check_sentence (gpointer data, const TbkConlluSentence *sentence)
{
  Run *run = data;
  const TbkIncident *incidents;
  TbkFindings found;
  int n_incidents;

  read_words (run, sentence);
  cr_assert (tbk_check_incidents (run->checker, sentence->heads, run->words, sentence->n, &incidents,
                                  &n_incidents, NULL));
  for (int i = 0; i < n_incidents; i++) {
    run->n_incidents[incidents[i].test]++;
    if (run->incidents != NULL)
      g_ptr_array_add (run->incidents,
                       g_strdup_printf ("%" G_GINT64_FORMAT "\t%d\t%s", run->lines[incidents[i].word],
                                        incidents[i].node, tbk_check_test_name (incidents[i].test)));
  }
  cr_assert (tbk_check_findings (run->checker, sentence->heads, run->words, sentence->n, &found, NULL));
  for (int f = 0; f < found.n_findings; f++) {
    run->n_findings[found.findings[f].test]++;
    if (run->rows != NULL)
      append_finding (run, sentence, &found.findings[f]);
  }
  run->n_left += found.left;
  cr_assert (tbk_tree_set (run->tree, found.heads, sentence->n, NULL));
  cr_assert_eq (tbk_tree_nonprojective_arcs (run->tree), found.left);
}

static Run
run_new (void)
{
  return (Run){ .checker = tbk_checker_new (NULL), .tree = tbk_tree_new () };
}

static void
run_clear (Run *run)
{
  tbk_checker_free (run->checker);
  tbk_tree_free (run->tree);
  g_free (run->words);
  g_free (run->lines);
}

static int
compare_strings (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

/* The lines of a file of vectors without its header, those of tests that are built, sorted. */
static GPtrArray *
read_incidents (const char *path)
{
  GPtrArray *incidents = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *text = NULL;
  g_auto (GStrv) lines = NULL;

  cr_assert (g_file_get_contents (path, &text, NULL, NULL));
  lines = g_strsplit (text, "\n", -1);
  for (int i = 1; lines[i] != NULL && *lines[i] != '\0'; i++)
    if (tbk_check_test_find (strrchr (lines[i], '\t') + 1) != TBK_N_CHECK_TESTS)
      g_ptr_array_add (incidents, g_strdup (lines[i]));
  g_ptr_array_sort (incidents, compare_strings);
  return incidents;
}

static void
compare_incidents (GPtrArray *found, const char *path)
{
  g_autoptr (GPtrArray) expected = read_incidents (path);

  g_ptr_array_sort (found, compare_strings);
  for (guint i = 0; i < MIN (found->len, expected->len); i++)
    cr_assert_str_eq (g_ptr_array_index (found, i), g_ptr_array_index (expected, i),
                      "%s: found '%s', expected '%s'", path, (char *) g_ptr_array_index (found, i),
                      (char *) g_ptr_array_index (expected, i));
  cr_assert_eq (found->len, expected->len, "%s", path);
}

static void
compare_rows (const char *found, const char *path)
{
  g_autofree char *text = NULL;
  g_auto (GStrv) lines = NULL, expected = NULL;

  cr_assert (g_file_get_contents (path, &text, NULL, NULL));
  lines = g_strsplit (found, "\n", -1);
  expected = g_strsplit (strchr (text, '\n') + 1, "\n", -1);
  for (int i = 0; lines[i] != NULL && expected[i] != NULL; i++)
    cr_assert_str_eq (lines[i], expected[i], "%s:%d: found\n%s\nexpected\n%s", path, i + 2, lines[i],
                      expected[i]);
  cr_assert_eq (g_strv_length (lines), g_strv_length (expected), "%s", path);
}

static void
check_file (const char *name)
{
  g_autofree char *treebank = g_strdup_printf ("ud/r2.2/%s.conllu.gz", name),
                  *path = find_corpora_file (treebank);
  g_autofree char *rows = g_strdup_printf ("vectors/check/r2.2/%s.check.tsv", name);
  g_autofree char *tests = g_strdup_printf ("vectors/check/r2.2/%s.ud.tsv", name);
  g_autofree char *rows_path = find_corpora_file (rows), *tests_path = find_corpora_file (tests);
  g_autofree char *short_name = g_strdup_printf ("%s.conllu", name);
  Run run = run_new ();

  run.name = short_name;
  run.rows = g_string_new (NULL);
  run.incidents = g_ptr_array_new_with_free_func (g_free);
  for_each_sentence (path, check_sentence, &run);
  compare_rows (run.rows->str, rows_path);
  compare_incidents (run.incidents, tests_path);
  g_string_free (run.rows, TRUE);
  g_ptr_array_unref (run.incidents);
  run_clear (&run);
}

Test (corpora, check_rows)
{
  static const char *const names[] = {
    "de_gsd-ud-dev",       "de_gsd-ud-test",    "en_ewt-ud-dev",      "en_ewt-ud-test",
    "hu_szeged-ud-dev",    "hu_szeged-ud-test", "hu_szeged-ud-train", "la_perseus-ud-test",
    "la_perseus-ud-train", "sl_ssj-ud-dev",     "sl_ssj-ud-test",     "tr_imst-ud-dev",
    "tr_imst-ud-test",     "tr_imst-ud-train",
  };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    check_file (names[i]);
}

/* All files of a release: how many there are of each kind. */
Test (corpora, check_sums)
{
  static const gint64 n_findings[TBK_N_FINDING_TESTS] = { 2162, 1248, 2016, 599, 10896, 421 };
  g_autofree char *folder = NULL;
  g_auto (GStrv) rows = read_manifest (&folder);
  gint64 n_leaf = 0;
  int n_files = 0;
  Run run = run_new ();

  for (char **row = rows; *row != NULL; row++)
    if (g_str_has_prefix (*row, "r2.2/")) {
      g_auto (GStrv) fields = g_strsplit (*row, "\t", -1);
      g_autofree char *path = g_build_filename (folder, fields[0], NULL);
      for_each_sentence (path, check_sentence, &run);
      n_files++;
    }
  cr_assert_eq (n_files, 64);
  for (int test = 0; test < TBK_N_FINDING_TESTS; test++)
    cr_expect_eq (run.n_findings[test], n_findings[test], "%s: %" G_GINT64_FORMAT, tbk_check_test_name (test),
                  run.n_findings[test]);
  cr_expect_eq (run.n_left, 0);
  cr_expect_eq (run.n_incidents[TBK_CHECK_PUNCT_IS_NONPROJ], 2279);
  cr_expect_eq (run.n_incidents[TBK_CHECK_PUNCT_CAUSES_NONPROJ], 1737);
  for (int test = TBK_CHECK_LEAF_MARK_CASE; test <= TBK_CHECK_LEAF_PUNCT; test++)
    n_leaf += run.n_incidents[test];
  cr_expect_eq (n_leaf, 6182, "%" G_GINT64_FORMAT, n_leaf);
  run_clear (&run);
}
