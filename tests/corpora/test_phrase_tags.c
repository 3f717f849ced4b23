/* test_phrase_tags.c - phrase structure as tags: vectors made by enumeration, phrases.jsonl and phrase-scores.jsonl below the
 * folder vectors/tags of TBK_CORPORA, and all trees of its treebanks in brackets, if they are there. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "brute/vectors.h"
#include "corpora/corpora.h"
#include "tbk/brackets.h"
#include "tbk/phrase_tags.h"

typedef struct {
  TbkPhraseTags *tags[2], *readers[2];
  TbkVocabulary *labels;
  TbkPhraseTree tree, again;
  GArray *out; /* TbkPiece */
} Tagging;

static void
tagging_init (Tagging *tagging)
{
  *tagging =
      (Tagging){ .labels = tbk_vocabulary_new (), .out = g_array_new (FALSE, TRUE, sizeof (TbkPiece)) };
  for (int e = 0; e < 2; e++) {
    tagging->tags[e] = tbk_phrase_tags_new (tbk_phrase_encoding_at (e));
    tagging->readers[e] = tbk_phrase_tags_new (tbk_phrase_encoding_at (e));
  }
}

static void
tagging_clear (Tagging *tagging)
{
  for (int e = 0; e < 2; e++) {
    tbk_phrase_tags_free (tagging->tags[e]);
    tbk_phrase_tags_free (tagging->readers[e]);
  }
  tbk_vocabulary_free (tagging->labels);
  tbk_phrase_tree_clear (&tagging->tree);
  tbk_phrase_tree_clear (&tagging->again);
  g_array_unref (tagging->out);
}

static gboolean
is_same_tree (const TbkPhraseTree *a, const TbkPhraseTree *b)
{
  return a->n == b->n && a->n_constituents == b->n_constituents
         && memcmp (a->constituents, b->constituents, (gsize) a->n_constituents * sizeof (TbkConstituent))
                == 0;
}

/* Writes the tags of `tree` and reads them; the tags stay in `out`. */
static void
check_tree (Tagging *tagging, int encoding)
{
  const TbkPhraseTree *tree = &tagging->tree;
  const TbkConstituent *constituents;
  int n_constituents, n_changed;
  TbkPiece *out;

  g_array_set_size (tagging->out, (guint) tree->n);
  out = (TbkPiece *) tagging->out->data;
  cr_assert (tbk_phrase_tags_encode (tagging->tags[encoding], tree, tagging->labels, out, NULL));
  /* The tags are read by another handle, since they end with the next call of their own. */
  cr_assert (tbk_phrase_tags_decode (tagging->readers[encoding], out, tree->n, tagging->labels, &constituents,
                                     &n_constituents, &n_changed, NULL));
  cr_assert_eq (n_changed, 0);
  cr_assert (tbk_phrase_tree_set (&tagging->again, tree->n, constituents, n_constituents, NULL));
  cr_assert (is_same_tree (tree, &tagging->again));
}

static void
check_record (JsonObject *record)
{
  static const TbkBracketOptions options = { .bare_words = TRUE };
  const char *text = json_object_get_string_member (record, "tree");
  JsonObject *expected = json_object_get_object_member (record, "labels");
  g_autoptr (TbkBracketBatch) batch = tbk_bracket_batch_new ();
  TbkBracketTree brackets;
  Tagging tagging;

  tagging_init (&tagging);
  cr_assert (tbk_bracket_batch_set_text (batch, "vector", text, strlen (text), &options, NULL));
  cr_assert (tbk_bracket_batch_next (batch, &brackets));
  cr_assert (tbk_phrase_tree_set_brackets (&tagging.tree, &brackets, tagging.labels, NULL));
  for (int e = 0; e < 2; e++) {
    JsonArray *tags = json_object_get_array_member (expected, tbk_phrase_encoding_at (e)->name);

    check_tree (&tagging, e);
    cr_assert_eq ((int) json_array_get_length (tags), tagging.tree.n);
    for (int i = 0; i < tagging.tree.n; i++) {
      const TbkPiece found = g_array_index (tagging.out, TbkPiece, i);
      const char *tag = json_array_get_string_element (tags, (guint) i);

      cr_assert (found.size == strlen (tag) && memcmp (found.bytes, tag, found.size) == 0,
                 "%s: %.*s found, expected %s", text, (int) found.size, found.bytes, tag);
    }
  }
  tagging_clear (&tagging);
}

Test (phrase_tags_vectors, trees)
{
  g_autofree char *path = find_corpora_file ("vectors/tags/phrases.jsonl");

  cr_assert_gt (for_each_record (path, check_record), 0);
}

enum { MOST_WORDS = 8, MOST_TAGS = 64 };

/* The tags of columns, with a blank before those of gaps. */
static void
join_columns (const int *columns, int n, const TbkPiece *names, char texts[][80], TbkPiece *tags)
{
  for (int i = 0; i < n; i++) {
    const TbkPiece word = names[columns[2 * i]];

    if (columns[2 * i + 1] < 0)
      g_snprintf (texts[i], 80, "%s", word.bytes);
    else
      g_snprintf (texts[i], 80, "%s %s", word.bytes, names[columns[2 * i + 1]].bytes);
    tags[i] = (TbkPiece){ texts[i], strlen (texts[i]) };
  }
}

/* The tree of the columns is that one. */
static void
check_columns (const TbkPhraseEncoding *encoding, const int *columns, int n, const TbkPiece *names,
               const char *expected)
{
  static const TbkBracketOptions options = { .bare_words = TRUE };
  g_autoptr (TbkPhraseTags) tags = tbk_phrase_tags_new (encoding);
  g_autoptr (TbkVocabulary) labels = tbk_vocabulary_new ();
  g_autoptr (TbkBracketBatch) batch = tbk_bracket_batch_new ();
  g_auto (TbkPhraseTree) tree = TBK_PHRASE_TREE_INIT, found = TBK_PHRASE_TREE_INIT;
  char texts[MOST_WORDS][80];
  TbkPiece in[MOST_WORDS];
  const TbkConstituent *constituents;
  TbkBracketTree brackets;
  int n_constituents, n_changed;

  cr_assert (tbk_bracket_batch_set_text (batch, "vector", expected, strlen (expected), &options, NULL));
  cr_assert (tbk_bracket_batch_next (batch, &brackets));
  cr_assert (tbk_phrase_tree_set_brackets (&tree, &brackets, labels, NULL));
  join_columns (columns, n, names, texts, in);
  cr_assert (tbk_phrase_tags_decode (tags, in, n, labels, &constituents, &n_constituents, &n_changed, NULL));
  cr_assert_eq (n_changed, 0);
  cr_assert (tbk_phrase_tree_set (&found, n, constituents, n_constituents, NULL));
  cr_assert (is_same_tree (&tree, &found), "another tree than %s", expected);
}

static void
check_scores (JsonObject *record)
{
  JsonArray *alphabet = json_object_get_array_member (record, "alphabet");
  JsonArray *rows = json_object_get_array_member (record, "scores");
  const int n_tags = (int) json_array_get_length (alphabet), n = (int) json_array_get_length (rows);
  TbkPiece tags[MOST_TAGS];
  double scores[MOST_WORDS * MOST_TAGS], best;
  int columns[2 * MOST_WORDS];
  const TbkTagNumbers numbers = { .real = TBK_FLOAT64, .place = { scores, n_tags, 1 } };
  const TbkPhraseEncoding *encoding =
      tbk_phrase_encoding_find (json_object_get_string_member (record, "encoding"));
  const TbkPhraseTagScores call = { encoding, 1, &n, n_tags, tags, &numbers };
  const TbkPhraseTagRows out = { 1, n, columns, &best };
  const TbkDecodeOptions options = { .allows_none = TRUE };
  mpz_t n_best;

  cr_assert (n <= MOST_WORDS && n_tags <= MOST_TAGS);
  for (int t = 0; t < n_tags; t++) {
    const char *tag = json_array_get_string_element (alphabet, (guint) t);

    tags[t] = (TbkPiece){ tag, strlen (tag) };
    for (int i = 0; i < n; i++) {
      JsonArray *row = json_array_get_array_element (rows, (guint) i);

      scores[i * n_tags + t] = json_array_get_null_element (row, (guint) t)
                                   ? -INFINITY
                                   : json_array_get_double_element (row, (guint) t);
    }
  }
  mpz_init (n_best);
  cr_assert (tbk_decode_phrase_tags (&call, &options, &out, NULL));
  cr_assert_eq (best, json_object_get_null_member (record, "best")
                          ? -INFINITY
                          : json_object_get_double_member (record, "best"));
  cr_assert (tbk_count_phrase_tags (&call, NULL, NULL, &n_best, NULL));
  cr_assert_eq (mpz_cmp_si (n_best, json_object_get_int_member (record, "n_best")), 0);
  if (json_object_get_int_member (record, "n_best") == 1)
    check_columns (encoding, columns, n, tags, json_object_get_string_member (record, "a_best_tree"));
  mpz_clear (n_best);
}

Test (phrase_tags_vectors, scores)
{
  g_autofree char *path = find_corpora_file ("vectors/tags/phrase-scores.jsonl");

  cr_assert_gt (for_each_record (path, check_scores), 0);
}

static int
read_file (const char *path, Tagging *tagging)
{
  g_autoptr (TbkBracketReader) reader = tbk_bracket_reader_open (path, NULL, NULL);
  g_autoptr (TbkBracketBatch) batch = tbk_bracket_batch_new ();
  TbkBracketTree tree;
  int n_trees = 0;

  cr_assert_not_null (reader, "%s cannot be read", path);
  while (tbk_bracket_reader_next (reader, batch, NULL) == TBK_READ_BATCH)
    while (tbk_bracket_batch_next (batch, &tree)) {
      if (tree.n == 0)
        continue;
      cr_assert (tbk_phrase_tree_set_brackets (&tagging->tree, &tree, tagging->labels, NULL));
      for (int e = 0; e < 2; e++)
        check_tree (tagging, e);
      n_trees++;
    }
  return n_trees;
}

Test (phrase_tags_vectors, treebanks)
{
  g_autofree char *folder = NULL;
  g_auto (GStrv) rows = read_bracket_manifest (&folder);
  Tagging tagging;
  int n_trees = 0;

  tagging_init (&tagging);
  for (char **row = rows + 1; *row != NULL && **row != '\0' && !g_str_has_prefix (*row, "TOTAL"); row++) {
    g_auto (GStrv) values = g_strsplit (*row, "\t", 2);
    g_autofree char *path = g_build_filename (folder, values[0], NULL);

    n_trees += read_file (path, &tagging);
  }
  cr_assert_gt (n_trees, 0);
  tagging_clear (&tagging);
}
