/* test_brackets.c - real treebanks in brackets: every figure and every byte after normalization. */
#include <criterion/criterion.h>
#include <string.h>

#include "base/base.h"
#include "corpora/corpora.h"
#include "oracle/phrases.h"
#include "statistics/statistics.h"
#include "tbk/base.h"
#include "tbk/oracle.h"
#include "tbk/statistics.h"
#include "tbk/brackets.h"

/* Checks a column by its name. */
static void
check_column (char **names, char **row, const char *name, gint64 found)
{
  for (int i = 0; names[i] != NULL; i++)
    if (strcmp (names[i], name) == 0) {
      cr_expect_eq (found, g_ascii_strtoll (row[i], NULL, 10), "%s: %s is %" G_GINT64_FORMAT ", expected %s",
                    row[0], name, found, row[i]);
      return;
    }
  cr_assert (FALSE, "there is no column %s", name);
}

static const char *
column (char **names, char **row, const char *name)
{
  for (int i = 0; names[i] != NULL; i++)
    if (strcmp (names[i], name) == 0)
      return row[i];
  return "";
}

typedef struct {
  PhraseFigures *figures;
  GChecksum *structure, *words;
  TbkBracketBatch *again;
  GString *line, *second;
} Reading;

/* What is written is read again as the same tree. */
static void
check_round_trip (Reading *reading, const TbkBracketTree *tree)
{
  static const TbkBracketOptions as_it_is = { 0 };
  TbkBracketTree same;

  cr_assert (tbk_bracket_batch_set_text (reading->again, "again", reading->line->str, reading->line->len,
                                         &as_it_is, NULL));
  cr_assert (tbk_bracket_batch_next (reading->again, &same));
  cr_assert (same.problem == NULL && same.n == tree->n && same.n_nodes == tree->n_nodes);
  g_string_truncate (reading->second, 0);
  tbk_bracket_tree_write (&same, TBK_BRACKET_WORDS, reading->second);
  g_string_append_c (reading->second, '\n');
  cr_assert_str_eq (reading->second->str, reading->line->str);
  cr_assert (!tbk_bracket_batch_next (reading->again, &same));
}

static void
read_tree (Reading *reading, const TbkBracketTree *tree)
{
  static const TbkBracketStyle styles[] = { TBK_BRACKET_NUMBERS, TBK_BRACKET_WORDS };

  cr_assert (tree->problem == NULL, "%s", tree->problem == NULL ? "" : tree->problem->message);
  cr_assert (phrase_figures_add (reading->figures, tree, NULL));
  for (int s = 0; s < 2 && tree->n > 0; s++) {
    g_string_truncate (reading->line, 0);
    tbk_bracket_tree_write (tree, styles[s], reading->line);
    g_string_append_c (reading->line, '\n');
    g_checksum_update (s == 0 ? reading->structure : reading->words, (guchar *) reading->line->str,
                       (gssize) reading->line->len);
  }
  if (tree->n > 0)
    check_round_trip (reading, tree);
}

static void
check_file (const char *path, char **names, char **row)
{
  static const TbkBracketOptions options = { .rules = TBK_BRACKETS_NORMALIZED };
  g_autoptr (TbkBracketReader) reader = tbk_bracket_reader_open (path, &options, NULL);
  g_autoptr (TbkBracketBatch) batch = tbk_bracket_batch_new ();
  g_autoptr (PhraseFigures) figures = phrase_figures_new ();
  g_autoptr (TbkTally) tally = tbk_tally_new (phrase_figures_layout ());
  Reading reading = { figures,
                      g_checksum_new (G_CHECKSUM_SHA256),
                      g_checksum_new (G_CHECKSUM_SHA256),
                      tbk_bracket_batch_new (),
                      g_string_new (NULL),
                      g_string_new (NULL) };
  TbkBracketTree tree;
  TbkReadStatus status;
  TbkPhraseCounts counts;

  cr_assert_not_null (reader, "%s cannot be read", path);
  while ((status = tbk_bracket_reader_next (reader, batch, NULL)) == TBK_READ_BATCH)
    while (tbk_bracket_batch_next (batch, &tree))
      read_tree (&reading, &tree);
  cr_assert_eq (status, TBK_READ_END);
  phrase_figures_flush (figures, tally);
  tbk_phrase_figures_get (tally, &counts);
#define CHECK(name) check_column (names, row, #name, counts.name)
  CHECK (brackets);
  CHECK (trees);
  check_column (names, row, "top_added", counts.added_roots);
  CHECK (words);
  CHECK (constituents);
  CHECK (labels);
  CHECK (tags);
  CHECK (unary);
  CHECK (unary_over_constituent);
  CHECK (same_label);
  CHECK (max_chain);
  check_column (names, row, "max_depth", counts.max_height);
  CHECK (max_words);
  CHECK (max_children);
  check_column (names, row, "trees_with_repeated_triple", counts.trees_with_repeated);
  CHECK (trees_with_unary_root);
  cr_expect_str_eq (g_checksum_get_string (reading.structure), column (names, row, "sha256_structure"), "%s",
                    path);
  cr_expect_str_eq (g_checksum_get_string (reading.words), column (names, row, "sha256_words"), "%s", path);
  g_checksum_free (reading.structure);
  g_checksum_free (reading.words);
  tbk_bracket_batch_free (reading.again);
  g_string_free (reading.line, TRUE);
  g_string_free (reading.second, TRUE);
}

Test (brackets, corpora)
{
  g_autofree char *folder = NULL;
  g_auto (GStrv) rows = read_bracket_manifest (&folder);
  g_auto (GStrv) names = g_strsplit (rows[0], "\t", -1);
  int n_files = 0;

  for (char **row = rows + 1; *row != NULL && **row != '\0' && !g_str_has_prefix (*row, "TOTAL");
       row++, n_files++) {
    g_auto (GStrv) values = g_strsplit (*row, "\t", -1);
    g_autofree char *path = g_build_filename (folder, values[0], NULL);

    check_file (path, names, values);
  }
  cr_assert (n_files > 0);
}

typedef struct {
  TbkPhraseOracle *oracle;
  TbkPhraseStaticOracle *sequence;
  PhraseScorer *scorer;
  TbkPhraseConfiguration c;
  TbkRandom random;
} Walker;

/* No transition lowers the loss, and before the end one keeps it. Returns one of them, or any where @draws.
 * */
static TbkPhraseTransition
check_values (Walker *walker, gboolean draws)
{
  const TbkPhraseValues *values = tbk_phrase_oracle_values (walker->oracle, &walker->c, NULL);
  const int start = (int) random_below (&walker->random, (guint64) values->n);
  int chosen = draws ? start : -1, n_optimal = 0;

  for (int i = 0; i < values->n; i++) {
    const int v = (start + i) % values->n;

    cr_assert (values->values[v].loss >= values->loss);
    n_optimal += values->values[v].loss == values->loss;
    chosen = chosen < 0 && values->values[v].loss == values->loss ? v : chosen;
  }
  cr_assert (n_optimal > 0);
  return values->values[chosen].transition;
}

/* The sequence builds the tree, at no loss. */
static void
check_sequence (Walker *walker, const TbkPhraseTree *tree)
{
  PhraseScore score = { 0 };
  TbkPhraseTransition transition;

  cr_assert (tbk_phrase_static_oracle_set_gold (walker->sequence, tree, NULL));
  while (tbk_phrase_static_oracle_next (walker->sequence, &transition)) {
    check_values (walker, FALSE);
    cr_assert_eq (tbk_phrase_oracle_loss (walker->oracle, &walker->c, NULL), 0);
    cr_assert (tbk_phrase_configuration_step (&walker->c, transition, NULL));
  }
  cr_assert (tbk_phrase_configuration_is_final (&walker->c));
  cr_assert (phrase_scorer_add (walker->scorer, tree->constituents, tree->n_constituents, walker->c.built,
                                walker->c.n_built, &score, NULL));
  cr_assert (score.gold == score.found && score.gold == score.both);
}

/* A walk with a draw in four ends with the loss that it has. */
static void
check_walk (Walker *walker, const TbkPhraseTree *tree)
{
  PhraseScore score = { 0 };

  for (int step = 0; !tbk_phrase_configuration_is_final (&walker->c); step++) {
    const gboolean draws = step < 4 * tree->n + 20 && random_below (&walker->random, 4) == 0;
    TbkPhraseTransition transition = check_values (walker, draws);

    if (transition.label < 0)
      transition.label = 0;
    cr_assert (tbk_phrase_configuration_step (&walker->c, transition, NULL));
  }
  cr_assert (phrase_scorer_add (walker->scorer, tree->constituents, tree->n_constituents, walker->c.built,
                                walker->c.n_built, &score, NULL));
  cr_assert_eq (tbk_phrase_oracle_loss (walker->oracle, &walker->c, NULL),
                score.gold + score.found - 2 * score.both);
}

static void
walk_file (const char *path, Walker walkers[3])
{
  static const TbkBracketOptions options = { .rules = TBK_BRACKETS_NORMALIZED };
  g_autoptr (TbkBracketReader) reader = tbk_bracket_reader_open (path, &options, NULL);
  g_autoptr (TbkBracketBatch) batch = tbk_bracket_batch_new ();
  g_autoptr (TbkVocabulary) labels = tbk_vocabulary_new ();
  g_auto (TbkPhraseTree) tree = TBK_PHRASE_TREE_INIT;
  TbkBracketTree brackets;

  while (tbk_bracket_reader_next (reader, batch, NULL) == TBK_READ_BATCH)
    while (tbk_bracket_batch_next (batch, &brackets))
      for (int s = 0; s < 3 && brackets.n > 0; s++) {
        Walker *walker = &walkers[s];

        cr_assert (tbk_phrase_tree_set_brackets (&tree, &brackets, labels, NULL));
        cr_assert (tbk_phrase_oracle_set_gold (walker->oracle, &tree, NULL));
        tbk_phrase_configuration_start (&walker->c, tbk_phrase_system_at (s), tree.n);
        check_sequence (walker, &tree);
        tbk_phrase_configuration_start (&walker->c, tbk_phrase_system_at (s), tree.n);
        check_walk (walker, &tree);
      }
}

Test (constituency, corpora)
{
  g_autofree char *folder = NULL;
  g_auto (GStrv) rows = read_bracket_manifest (&folder);
  Walker walkers[3] = { 0 };

  for (int s = 0; s < 3; s++) {
    walkers[s].oracle = tbk_phrase_oracle_new (tbk_phrase_system_at (s), TBK_PHRASE_EXACT, NULL);
    walkers[s].sequence = tbk_phrase_static_oracle_new (tbk_phrase_system_at (s));
    walkers[s].scorer = phrase_scorer_new ();
    tbk_random_init (&walkers[s].random, 1, (guint64) s);
  }
  for (char **row = rows + 1; *row != NULL && **row != '\0' && !g_str_has_prefix (*row, "TOTAL"); row++) {
    g_auto (GStrv) values = g_strsplit (*row, "\t", 2);
    g_autofree char *path = g_build_filename (folder, values[0], NULL);

    walk_file (path, walkers);
  }
  for (int s = 0; s < 3; s++) {
    tbk_phrase_oracle_free (walkers[s].oracle);
    tbk_phrase_static_oracle_free (walkers[s].sequence);
    phrase_scorer_free (walkers[s].scorer);
    tbk_phrase_configuration_clear (&walkers[s].c);
  }
}
