/* test_figures.c - tallies of figures of all kinds: dealt out, written, read and merged they are those of one run; and
 * shares in tables. */
#include <string.h>

#include "base/base.h"
#include "corpus/corpus.h"
#include "report/report.h"
#include "statistics/statistics.h"
#include "tbk/base.h"
#include "tbk/conllu.h"
#include "tbk/statistics.h"
#include "unit/scratch.h"

enum { N_FILES = 5, N_SENTENCES = 30 };

static char *paths[N_FILES + 1];

/* A tree drawn from all: words in some order, each below one before it, or below 0. */
static void
append_tree (GRand *random, GString *text)
{
  static const char *const deprels[] = { "nsubj", "nmod:poss", "\303\251", "\"\\" };
  const int n = g_rand_int_range (random, 1, 12);
  int order[12], heads[13];

  for (int i = 0; i < n; i++) {
    const int j = g_rand_int_range (random, 0, i + 1);
    order[i] = order[j];
    order[j] = i + 1;
  }
  for (int i = 0; i < n; i++)
    heads[order[i]] = i == 0 ? 0 : order[g_rand_int_range (random, 0, i)];
  for (int w = 1; w <= n; w++)
    g_string_append_printf (text, "%d\tw\tw\t%s\tX\t_\t%d\t%s\t_\t_\n", w, w % 3 == 0 ? "NOUN" : "VERB",
                            heads[w], heads[w] == 0 ? "root" : deprels[g_rand_int_range (random, 0, 4)]);
  g_string_append_c (text, '\n');
}

static void
make_files (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (5);

  make_folder ();
  for (int f = 0; f < N_FILES; f++) {
    g_autofree char *name = g_strdup_printf ("%d.conllu", f);
    g_autoptr (GString) text = g_string_new (NULL);

    for (int s = 0; s < f * N_SENTENCES; s++) /* the first file is empty */
      append_tree (random, text);
    paths[f] = in_folder (name);
    cr_assert (g_file_set_contents (paths[f], text->str, (gssize) text->len, NULL));
  }
}

static void
remove_files (void)
{
  for (int f = 0; f < N_FILES; f++)
    g_free (paths[f]);
  remove_folder ();
}

TestSuite (figures, .init = make_files, .fini = remove_files);

static TbkTallies *
read_text (const char *text, GError **error)
{
  g_autofree char *path = in_folder ("read");
  g_autoptr (TbkInput) input = NULL;

  cr_assert (g_file_set_contents (path, text, -1, NULL));
  input = tbk_input_open (path, NULL);
  return tbk_tallies_read (tbk_figures_layout (), input, error);
}

/* What rows are: by keys, or with NULL by sentence; only some words count if @words is not NULL. */
static const struct {
  const char *keys, *words;
} tables[] = {
  { "file", NULL },         { "language,words:2", NULL }, { NULL, NULL },
  { "deprel", NULL },       { "distance:2,file", NULL },  { "upos,direction,words", "upos=NOUN" },
  { "file", "deprel=root" }
};

static gboolean
is_of_arcs (guint t)
{
  return tables[t].words != NULL || t == 3 || t == 4;
}

static TbkTallies *
count (guint t, int n_threads)
{
  g_autoptr (TbkKeys) keys =
      tables[t].keys == NULL ? NULL : tbk_keys_new (TBK_TREES_DEPENDENCIES, tables[t].keys, NULL);
  g_autoptr (TbkQuery) words =
      tables[t].words == NULL ? NULL : tbk_query_new (TBK_TREES_DEPENDENCIES, tables[t].words, NULL);
  const TbkFiguresOptions options = { .lengths = TRUE,
                                      .classes = !is_of_arcs (t),
                                      .by = keys == NULL ? TBK_FIGURES_BY_SENTENCE : TBK_FIGURES_BY_KEYS,
                                      .keys = keys,
                                      .words = words,
                                      .system = is_of_arcs (t) ? NULL : tbk_system_find ("arc-standard") };
  const TbkCorpusOptions run = { .format = tbk_conllu_format (), .n_threads = n_threads };
  const TbkJob job = tbk_figures_job (&options);
  TbkTallies *tallies = tbk_tallies_new (job.layout, (const char *const *) paths, NULL);

  cr_assert (tbk_corpus_run (&run, &job, (const char *const *) paths, tallies, NULL, NULL));
  return tallies;
}

/* Of @whole every second file from @part on, by way of a text. */
static TbkTallies *
choose_files (const TbkTallies *whole, int part)
{
  g_autoptr (TbkTallies) tallies = tbk_tallies_new (tbk_figures_layout (), (const char *const *) paths, NULL);
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;
  TbkTallies *read;

  for (int f = part; f < N_FILES; f += 2) {
    TbkTally *tally = tbk_tally_new (tbk_figures_layout ());

    tbk_tally_merge_copy (tally, tbk_tallies_get (whole, f));
    tallies_put (tallies, f, tally);
  }
  text = tallies_text (tallies, NULL);
  read = read_text (text, &error);
  cr_assert_not_null (read, "%s", error->message);
  return read;
}

Test (figures, parts_make_up_the_whole)
{
  for (guint t = 0; t < G_N_ELEMENTS (tables); t++) {
    g_autoptr (TbkTallies) whole = count (t, 1), threads = count (t, 3);
    g_autoptr (TbkTallies) even = choose_files (whole, 0), odd = choose_files (whole, 1);
    g_autofree char *expected = tallies_text (whole, NULL), *found = NULL,
                    *of_threads = tallies_text (threads, NULL);
    g_autoptr (TbkTally) total = NULL;
    gsize n_rows;

    cr_assert (tbk_tallies_merge (odd, even, NULL));
    found = tallies_text (odd, NULL);
    cr_assert_str_eq (found, expected);
    cr_assert_str_eq (of_threads, expected);
    total = tbk_tallies_total (odd);
    for (TbkFiguresKind kind = 0; kind < TBK_FIGURES_N_KINDS; kind++) {
      const gboolean of_arcs = kind >= TBK_FIGURES_OF_ARCS;

      g_free (tbk_tally_rows (total, figures_section (kind, of_arcs || t == 1), &n_rows));
      if (of_arcs == is_of_arcs (t))
        cr_assert_geq (n_rows, t == 1 || (is_of_arcs (t) && tables[t].keys[0] != 'f') ? 2 : 1, "table %u", t);
    }
  }
}

/* A tally whose groups do not have all words is refused. */
Test (figures, what_does_not_add_up_is_refused)
{
  for (int by_keys = 0; by_keys < 2; by_keys++) {
    const int section = figures_section (TBK_FIGURES_OF_TREES, by_keys);
    const char *const key[] = { "7", "", "" };
    const gint64 one[TBK_N_FIGURES] = { 1, 1, 1 };
    g_autoptr (TbkTallies) tallies =
        tbk_tallies_new (tbk_figures_layout (), (const char *[]){ "a", NULL }, NULL);
    g_autoptr (TbkTallies) read = NULL;
    g_autoptr (GError) error = NULL;
    g_autofree char *text = NULL;
    TbkTally *tally = tbk_tally_new (tbk_figures_layout ());

    tbk_tally_add (tally, section, key, one);
    tallies_put (tallies, 0, tally);
    text = tallies_text (tallies, NULL);
    read = read_text (text, &error);
    cr_assert_eq (read != NULL, section == 0);
    cr_assert (read != NULL || g_error_matches (error, TBK_ERROR, TBK_ERROR_DATA));
  }
}

/* Figures of lengths and of classes that no trees have are refused. */
Test (figures, what_no_trees_have_is_refused)
{
  static const struct {
    TbkFiguresKind kind;
    int figure; /* one more than it may be */
  } wrong[] = {
    { TBK_FIGURES_OF_LENGTHS, TBK_LENGTH_FIGURE_WORDS },
    { TBK_FIGURES_OF_LENGTHS, TBK_LENGTH_FIGURE_ARCS },
    { TBK_FIGURES_OF_LENGTHS, TBK_LENGTH_FIGURE_ADJACENT },
    { TBK_FIGURES_OF_LENGTHS, TBK_LENGTH_FIGURE_HEAD_INITIAL },
    { TBK_FIGURES_OF_LENGTHS, TBK_LENGTH_FIGURE_LEAST_ARCS },
    { TBK_FIGURES_OF_LENGTHS, TBK_LENGTH_FIGURE_LEAST_TREES },
    { TBK_FIGURES_OF_LENGTHS, TBK_LENGTH_FIGURE_MDD_TREES },
    { TBK_FIGURES_OF_LENGTHS, TBK_LENGTH_FIGURE_OMEGA_TREES },
    { TBK_FIGURES_OF_CLASSES, TBK_CLASS_WELL_NESTED },
    { TBK_FIGURES_OF_CLASSES, TBK_CLASS_FIGURE_UNDECIDED },
    { TBK_FIGURES_N_KINDS, 0 },
  };
  const int heads[] = { -1, 0, 1, 2 };
  g_autoptr (TbkLengthMeter) meter = tbk_length_meter_new ();
  gint64 lengths[TBK_N_LENGTHS];

  cr_assert (tbk_lengths_compute (meter, heads, 3, TBK_LENGTH_FIGURES_NEED, lengths, NULL));
  for (guint w = 0; w < G_N_ELEMENTS (wrong); w++) {
    gint64 trees[TBK_N_FIGURES] = { 1, 3 }, figures[TBK_N_LENGTH_FIGURES] = { 0 },
           classes[TBK_N_CLASS_FIGURES] = { 0 };
    g_autoptr (TbkTallies) tallies =
        tbk_tallies_new (tbk_figures_layout (), (const char *[]){ "a", NULL }, NULL);
    g_autoptr (TbkTallies) read = NULL;
    g_autofree char *text = NULL;
    TbkTally *tally = tbk_tally_new (tbk_figures_layout ());

    length_figures_count (figures, lengths, 3);
    if (wrong[w].kind < TBK_FIGURES_N_KINDS)
      (wrong[w].kind == TBK_FIGURES_OF_LENGTHS ? figures : classes)[wrong[w].figure] += 2;
    figures_flush (TBK_FIGURES_OF_TREES, trees, tally);
    figures_flush (TBK_FIGURES_OF_LENGTHS, figures, tally);
    figures_flush (TBK_FIGURES_OF_CLASSES, classes, tally);
    tallies_put (tallies, 0, tally);
    text = tallies_text (tallies, NULL);
    read = read_text (text, NULL);
    cr_assert_eq (read != NULL, wrong[w].kind == TBK_FIGURES_N_KINDS, "case %u", w);
  }
}

/* The last digit is rounded half away from 0; great numbers do not overflow. */
Test (figures, ratios)
{
  static const char *const columns[] = { "ratio", NULL };
  static const struct {
    gint64 part, whole;
    const char *text;
  } ratios[] = {
    { 0, 0, "" },
    { 0, 7, "0.0000" },
    { 7, 2, "3.5000" },
    { -1, 3, "-0.3333" },
    { -2, 3, "-0.6667" },
    { 1, 20000, "0.0001" },
    { -1, 20000, "-0.0001" },
    { 1, 20001, "0.0000" },
    { -1, 20001, "0.0000" },
    { G_MAXINT64, G_MAXINT64, "1.0000" },
    { -G_MAXINT64, G_MAXINT64, "-1.0000" },
    { G_MAXINT64, G_MAXINT64 / 3, "3.0000" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (ratios); i++) {
    g_autoptr (TbkTable) table = tbk_table_new (NULL, TBK_TABLE_TSV, columns);
    g_autoptr (TbkText) row = tbk_text_new ();
    g_autofree char *found = NULL, *expected = g_strconcat (ratios[i].text, "\n", NULL);

    table_ratio (table, ratios[i].part, ratios[i].whole);
    table_take_row (table, row);
    found = tbk_text_dup (row, NULL);
    cr_assert_str_eq (found, expected);
  }
}

/* Half a unit of the last digit is rounded up; great numbers do not overflow. */
Test (figures, shares)
{
  static const char *const columns[] = { "share", NULL };
  static const struct {
    gint64 part, whole;
    const char *text;
  } shares[] = {
    { 0, 0, "" },
    { 0, 7, "0.00" },
    { 7, 7, "100.00" },
    { 1, 3, "33.33" },
    { 2, 3, "66.67" },
    { 1, 800, "0.13" },
    { 1, 20000, "0.01" },
    { 1, 20001, "0.00" },
    { 19999, 20000, "100.00" },
    { G_MAXINT64 / 2, G_MAXINT64, "50.00" },
    { G_MAXINT64 - 1, G_MAXINT64, "100.00" },
    { G_MAXINT64, G_MAXINT64, "100.00" },
    { G_MAXINT64 / 3, G_MAXINT64, "33.33" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (shares); i++) {
    g_autoptr (TbkTable) table = tbk_table_new (NULL, TBK_TABLE_TSV, columns);
    g_autoptr (TbkText) row = tbk_text_new ();
    g_autofree char *found = NULL, *expected = g_strconcat (shares[i].text, "\n", NULL);

    tbk_table_percent (table, shares[i].part, shares[i].whole);
    table_take_row (table, row);
    found = tbk_text_dup (row, NULL);
    cr_assert_str_eq (found, expected);
  }
}

Test (figures, languages)
{
  static const char *const cases[][3] = {
    { "/a/da_ddt-ud-test.conllu.gz", "da_ddt-ud-test", "da" },
    { "b/kmr_mg-ud-test.conllu", "kmr_mg-ud-test", "kmr" },
    { "da_ddt-ud-test.conllup", "da_ddt-ud-test", "da" },
    { "da_ddt.conllu", "da_ddt", "da_ddt" },
    { "treebank_x-ud-test.conllu", "treebank_x-ud-test", "treebank_x-ud-test" },
    { "da-ud-test.conllu", "da-ud-test", "da" },
    { "UD_Danish-DDT/test.conllu", "test", "Danish" },
    { "UD_Danish-DDT/da_ddt-ud-test.conllu", "da_ddt-ud-test", "da" },
    { ".conllu", ".conllu", ".conllu" },
    { "<stdin>", "<stdin>", "<stdin>" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *name = file_short_name (cases[i][0]), *language = file_language (cases[i][0]);

    cr_assert_str_eq (name, cases[i][1]);
    cr_assert_str_eq (language, cases[i][2]);
  }
}
