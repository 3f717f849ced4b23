/* test_brackets.c - real treebanks in brackets: every figure and every byte after normalization. */
#include <criterion/criterion.h>
#include <string.h>

#include "corpora/corpora.h"
#include "tbk/constituency_figures.h"

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
  TbkPhraseFigures *figures;
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
  cr_assert (tbk_phrase_figures_add (reading->figures, tree, NULL));
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
  g_autoptr (TbkBracketReader) reader = tbk_bracket_reader_open (path, NULL, NULL);
  g_autoptr (TbkBracketBatch) batch = tbk_bracket_batch_new ();
  g_autoptr (TbkPhraseFigures) figures = tbk_phrase_figures_new ();
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
  tbk_phrase_figures_get (figures, &counts);
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
