/* test_tags.c - trees as tags, and the best tags from scores, against vectors made by enumeration: trees.jsonl and scores.jsonl
 * below the folder vectors/tags of TBK_CORPORA, if they are there. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "brute/trees.h"
#include "brute/vectors.h"
#include "corpora/corpora.h"
#include "tbk/tags.h"

enum { MOST = 100 };

/* Our names and those of the vectors, where they differ: planes are propagated, and arcs of one direction alone conflict. */
static const char *
vector_encoding (const char *name)
{
  return strcmp (name, "brackets-2") == 0 ? "brackets-2-relaxed"
         : strcmp (name, "7-bit") == 0    ? "7-bit-relaxed"
                                          : name;
}

static void
read_pieces (JsonArray *array, TbkPiece *pieces)
{
  for (guint d = 1; d <= json_array_get_length (array); d++) {
    const char *text = json_array_get_string_element (array, d - 1);

    pieces[d] = (TbkPiece){ text, strlen (text) };
  }
}

static void
check_encoding (const TbkTagEncoding *encoding, JsonObject *record, const int *heads, int n,
                const TbkPiece *upos)
{
  JsonObject *labels = json_object_get_object_member (record, "labels");
  JsonNode *node = json_object_get_member (labels, vector_encoding (encoding->name));
  const TbkTagsOptions options = { .has_any_root = TRUE };
  g_autoptr (TbkTags) tags = tbk_tags_new (encoding, &options);
  g_autoptr (GError) error = NULL;
  TbkPiece found[MOST + 1], expected[MOST + 1];
  int decoded[MOST + 1], n_changed;

  if (JSON_NODE_HOLDS_NULL (node)) {
    cr_assert_not (tbk_tags_encode (tags, heads, upos, n, found, &error),
                   "%s takes a tree outside of its class", encoding->name);
    cr_assert (g_error_matches (error, TBK_ERROR, TBK_ERROR_DATA));
    return;
  }
  cr_assert (tbk_tags_encode (tags, heads, upos, n, found, &error), "%s",
             error == NULL ? "" : error->message);
  read_pieces (json_node_get_array (node), expected);
  for (int d = 1; d <= n; d++)
    cr_assert (found[d].size == expected[d].size
                   && memcmp (found[d].bytes, expected[d].bytes, found[d].size) == 0,
               "%s, word %d of %d: %.*s found, expected %s", encoding->name, d, n, (int) found[d].size,
               found[d].bytes, expected[d].bytes);
  cr_assert (tbk_tags_decode (tags, expected, upos, NULL, n, decoded, &n_changed, &error));
  cr_assert_eq (n_changed, 0);
  cr_assert_eq (memcmp (decoded, heads, (gsize) (n + 1) * sizeof (int)), 0, "%s", encoding->name);
}

static void
check_tree (JsonObject *record)
{
  int n;
  g_autofree int *heads = vector_heads (record, &n);
  TbkPiece upos[MOST + 1];

  cr_assert_leq (n, MOST);
  read_pieces (json_object_get_array_member (record, "upos"), upos);
  for (int e = 0; tbk_tag_encoding_at (e) != NULL; e++)
    check_encoding (tbk_tag_encoding_at (e), record, heads, n, upos);
}

Test (tags_vectors, trees)
{
  g_autofree char *path = find_corpora_file ("vectors/tags/trees.jsonl");

  cr_assert_gt (for_each_record (path, check_tree), 0);
}

enum { MOST_NUMBERS = 1000 };

/* Matrices, null for -infinity; NULL if there is none. */
static const double *
read_matrix (JsonObject *record, const char *name, double *numbers)
{
  JsonNode *node = json_object_get_member (record, name);
  JsonArray *rows;
  int i = 0;

  if (node == NULL || JSON_NODE_HOLDS_NULL (node))
    return NULL;
  rows = json_node_get_array (node);
  for (guint d = 0; d < json_array_get_length (rows); d++) {
    JsonArray *row = json_array_get_array_element (rows, d);

    for (guint t = 0; t < json_array_get_length (row); t++) {
      cr_assert_lt (i, MOST_NUMBERS);
      numbers[i++] =
          json_array_get_null_element (row, t) ? -INFINITY : json_array_get_double_element (row, t);
    }
  }
  return numbers;
}

/* A record as a call of the decoder. */
typedef struct {
  TbkTagScores scores;
  TbkTagNumbers numbers, root_numbers;
  TbkDecodeOptions options;
  TbkPiece tags[MOST + 1];
  int n;
  double all[MOST_NUMBERS], roots[MOST_NUMBERS], expected[MOST_NUMBERS];
} ScoredRecord;

static TbkTagNumbers
numbers_of (double *first, int n_tags)
{
  return (TbkTagNumbers){ .real = TBK_FLOAT64, .place = { first, n_tags, 1 } };
}

static gboolean
read_scores (JsonObject *record, ScoredRecord *r)
{
  const char *root = json_object_get_string_member (record, "root");
  const char *encoding = json_object_get_string_member (record, "encoding");
  JsonArray *alphabet = json_object_get_array_member (record, "alphabet");

  memset (r, 0, sizeof *r);
  r->scores.encoding =
      tbk_tag_encoding_find (strcmp (encoding, "hexatags-any-binary-tree") == 0 ? "hexatags-any" : encoding);
  if (r->scores.encoding == NULL) /* without a method */
    return FALSE;
  r->options = (TbkDecodeOptions){ .has_any_root = strcmp (root, "any") == 0,
                                   .is_nonprojective = r->scores.encoding->trees[0] == 't'
                                                       && r->scores.encoding->name[0] != 'b',
                                   .allows_none = TRUE };
  read_pieces (alphabet, r->tags);
  r->n = (int) json_array_get_length (json_object_get_array_member (record, "scores"));
  r->scores.n_tags = (int) json_array_get_length (alphabet);
  r->scores.n_sentences = 1;
  r->scores.lengths = &r->n;
  r->scores.tags = r->tags + 1;
  read_matrix (record, "scores", r->all);
  r->numbers = numbers_of (r->all, r->scores.n_tags);
  r->scores.scores = &r->numbers;
  if (read_matrix (record, "root_scores", r->roots) != NULL) {
    r->root_numbers = numbers_of (r->roots, r->scores.n_tags);
    r->scores.root_scores = &r->root_numbers;
  }
  return TRUE;
}

static double
number_or_none (JsonObject *record, const char *name)
{
  return json_object_get_null_member (record, name) ? -INFINITY
                                                    : json_object_get_double_member (record, name);
}

static void
check_best (JsonObject *record, const ScoredRecord *r, TbkTagDecoder *decoder)
{
  int heads[MOST + 1] = { -1 }, n_expected = 0;
  double score;
  const TbkTreeRows trees = { .n_trees = 1, .width = r->n, .heads = heads + 1, .scores = &score };

  cr_assert (tbk_decode_tags (decoder, &r->scores, &r->options, &trees, NULL));
  cr_assert_eq (score, number_or_none (record, "best"), "%s: %g", r->scores.encoding->name, score);
  if (score == -INFINITY)
    return;
  cr_assert (is_tree (heads, r->n));
  cr_assert (r->options.has_any_root || count_roots (heads, r->n) == 1);
  if (json_object_get_int_member (record, "n_best") != 1)
    return;
  JsonArray *tree = json_object_get_array_member (record, "a_best_tree");
  n_expected = (int) json_array_get_length (tree);
  for (int d = 1; d <= n_expected; d++)
    cr_assert_eq (heads[d], json_array_get_int_element (tree, (guint) d - 1));
}

static void
check_sums (JsonObject *record, ScoredRecord *r, TbkTagDecoder *decoder)
{
  double log_z, found[MOST_NUMBERS], root[MOST_NUMBERS];
  const TbkTagNumbers marginals = numbers_of (found, r->scores.n_tags),
                      roots = numbers_of (root, r->scores.n_tags);

  if (!json_object_has_member (record, "log_z") || json_object_get_null_member (record, "log_z"))
    return;
  cr_assert (tbk_tag_log_partition (decoder, &r->scores, &r->options, &log_z, &marginals,
                                    r->scores.root_scores == NULL ? NULL : &roots, NULL));
  cr_assert_float_eq (log_z, json_object_get_double_member (record, "log_z"), 1e-9);
  if (read_matrix (record, "marginals", r->expected) != NULL)
    for (int i = 0; i < r->n * r->scores.n_tags; i++)
      cr_assert_float_eq (found[i] + (r->scores.root_scores == NULL ? 0 : root[i]), r->expected[i], 1e-9);
}

static void
check_count (JsonObject *record, const ScoredRecord *r, TbkTagDecoder *decoder)
{
  mpz_t n_trees, n_best;

  mpz_inits (n_trees, n_best, NULL);
  cr_assert (tbk_count_tags (decoder, &r->scores, &r->options, &n_trees, &n_best, NULL));
  cr_assert_eq (mpz_cmp_si (n_best, json_object_get_int_member (record, "n_best")), 0, "%s",
                r->scores.encoding->name);
  cr_assert_geq (mpz_cmp (n_trees, n_best), 0);
  mpz_clears (n_trees, n_best, NULL);
}

static int n_scored;

static void
check_scores (JsonObject *record)
{
  g_autofree ScoredRecord *r = g_new (ScoredRecord, 1);
  g_autoptr (TbkTagDecoder) decoder = tbk_tag_decoder_new ();

  if (!read_scores (record, r))
    return;
  n_scored++;
  check_best (record, r, decoder);
  check_count (record, r, decoder);
  check_sums (record, r, decoder);
}

Test (tags_vectors, scores)
{
  g_autofree char *path = find_corpora_file ("vectors/tags/scores.jsonl");

  for_each_record (path, check_scores);
  cr_assert_gt (n_scored, 350);
}
