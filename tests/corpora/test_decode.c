/* test_decode.c - published matrices of scores with what all their trees are worth, found by other means. */
#include <criterion/criterion.h>
#include <math.h>

#include "brute/vectors.h"
#include "corpora/corpora.h"
#include "tbk/decode.h"
#include "unit/time_limit.h"

enum { MOST_WORDS = 7, WIDTH = MOST_WORDS + 1, MOST_TREES = 20 };

/* A matrix of scores in both types. */
typedef struct {
  int n;
  float floats[WIDTH * WIDTH];
  double doubles[WIDTH * WIDTH];
  TbkArcNumbers arcs[2];
} Matrix;

static void
read_matrix (JsonObject *record, Matrix *m)
{
  JsonArray *rows = json_object_get_array_member (record, "scores");

  m->n = (int) json_object_get_int_member (record, "n");
  for (int d = 0; d <= m->n; d++)
    for (int h = 0; h <= m->n; h++) {
      JsonNode *node = json_array_get_element (json_array_get_array_element (rows, (guint) d), (guint) h);
      const double score = JSON_NODE_HOLDS_NULL (node) ? -INFINITY : json_node_get_double (node);

      m->floats[d * WIDTH + h] = (float) score;
      m->doubles[d * WIDTH + h] = score;
    }
  m->arcs[TBK_FLOAT32] = (TbkArcNumbers){ .real = TBK_FLOAT32, .place = { m->floats, WIDTH, 1, 0 } };
  m->arcs[TBK_FLOAT64] = (TbkArcNumbers){ .real = TBK_FLOAT64, .place = { m->doubles, WIDTH, 1, 0 } };
}

/* The numbers of trees, and of the best. */
static void
check_numbers (TbkDecoder *decoder, const TbkArcScores *scores, const TbkDecodeOptions *options,
               JsonObject *expected)
{
  mpz_t n_trees, n_best;

  mpz_init (n_trees);
  mpz_init (n_best);
  cr_assert (tbk_count_trees (decoder, scores, options, &n_trees, &n_best, NULL));
  cr_assert_eq (mpz_cmp_si (n_trees, json_object_get_int_member (expected, "count")), 0);
  cr_assert_eq (mpz_cmp_si (n_best, json_object_get_int_member_with_default (expected, "ties", 0)), 0);
  mpz_clear (n_trees);
  mpz_clear (n_best);
}

/* The best trees, one and many. */
static void
check_best (TbkDecoder *decoder, const TbkArcScores *scores, const TbkDecodeOptions *options,
            JsonObject *expected)
{
  JsonArray *best = json_object_get_array_member (expected, "n_best");
  int heads[MOST_TREES * MOST_WORDS];
  double sums[MOST_TREES];
  TbkTreeRows rows = { .n_trees = 1, .width = MOST_WORDS, .heads = heads, .scores = sums };

  cr_assert (tbk_decode (decoder, scores, options, &rows, NULL));
  cr_assert_eq (sums[0], json_object_get_double_member (expected, "best"));
  rows.n_trees = MOST_TREES;
  cr_assert (tbk_decode (decoder, scores, options, &rows, NULL));
  for (guint t = 0; t < MOST_TREES; t++)
    cr_assert_eq (sums[t],
                  t < json_array_get_length (best) ? json_array_get_double_element (best, t) : -INFINITY);
}

static void
check_sums (TbkDecoder *decoder, const TbkArcScores *scores, const TbkDecodeOptions *options,
            JsonObject *expected)
{
  JsonArray *rows = json_object_has_member (expected, "marginals")
                        ? json_object_get_array_member (expected, "marginals")
                        : NULL;
  double found[WIDTH * WIDTH], log_z, entropy;
  const TbkArcNumbers marginals = { .real = TBK_FLOAT64, .place = { found, WIDTH, 1, 0 } };

  cr_assert (tbk_log_partition (decoder, scores, options, &log_z, &marginals, &entropy, NULL));
  cr_assert_float_eq (log_z, json_object_get_double_member (expected, "log_partition"), 1e-9);
  cr_assert_float_eq (entropy, json_object_get_double_member (expected, "entropy"), 1e-9);
  for (int d = 1; rows != NULL && d <= scores->lengths[0]; d++)
    for (int h = 0; h <= scores->lengths[0]; h++)
      cr_assert_float_eq (
          found[d * WIDTH + h],
          json_array_get_double_element (json_array_get_array_element (rows, (guint) d), (guint) h), 1e-9);
}

/* There is none: an error, or a value that says so. */
static void
check_none (TbkDecoder *decoder, const TbkArcScores *scores, TbkDecodeOptions options)
{
  int heads[MOST_WORDS];
  double score, log_z;
  const TbkTreeRows rows = { .n_trees = 1, .width = MOST_WORDS, .heads = heads, .scores = &score };
  g_autoptr (GError) error = NULL;

  cr_assert (tbk_decode (decoder, scores, &options, &rows, NULL));
  cr_assert (heads[0] == -1 && score == -INFINITY);
  cr_assert (tbk_log_partition (decoder, scores, &options, &log_z, NULL, NULL, NULL));
  cr_assert_eq (log_z, -INFINITY);
  options.allows_none = FALSE;
  cr_assert_not (tbk_decode (decoder, scores, &options, &rows, &error));
  cr_assert (g_str_has_prefix (error->message, "sentences[0]: no "), "%s", error->message);
}

static void
check_form (TbkDecoder *decoder, const Matrix *matrix, const TbkDecodeOptions *options, JsonObject *expected)
{
  for (TbkReal real = TBK_FLOAT32; real <= TBK_FLOAT64; real++) {
    const TbkArcScores scores = { 1, &matrix->n, &matrix->arcs[real], NULL };

    check_numbers (decoder, &scores, options, expected);
    if (json_object_get_int_member (expected, "count") == 0) {
      check_none (decoder, &scores, *options);
    } else {
      check_best (decoder, &scores, options, expected);
      check_sums (decoder, &scores, options, expected);
    }
  }
}

static void
check_record (JsonObject *record)
{
  static const char *const names[] = { "projective/single", "any/single", "projective/any", "any/any" };
  JsonObject *trees = json_object_get_object_member (record, "trees");
  g_autoptr (TbkDecoder) decoder = tbk_decoder_new ();
  Matrix matrix;

  read_matrix (record, &matrix);
  for (int form = 0; form < 4; form++) {
    const TbkDecodeOptions options = { .is_nonprojective = form & 1,
                                       .has_any_root = form >> 1,
                                       .allows_none = TRUE };

    check_form (decoder, &matrix, &options, json_object_get_object_member (trees, names[form]));
  }
}

Test (corpora, vectors_of_decoders)
{
  g_autofree char *path = find_corpora_file ("vectors/decode/public.jsonl.gz");

  cr_assert_eq (for_each_record (path, check_record), 500);
}

/* Published scores of labels, of which a head may have one dependent of each group. */

enum { UNIQUE_WORDS = 8, UNIQUE_NUMBERS = UNIQUE_WORDS * UNIQUE_WORDS * 8 };

/* In both types. Returns how many labels there are. */
static int
read_labelled (JsonObject *record, int n, float *floats, double *doubles)
{
  JsonArray *rows = json_object_get_array_member (record, "scores");
  const int n_labels = (int) json_object_get_int_member (record, "labels");

  for (int d = 0, i = 0; d <= n; d++)
    for (int h = 0; h <= n; h++)
      for (int l = 0; l < n_labels; l++, i++) {
        JsonArray *labels = json_array_get_array_element (json_array_get_array_element (rows, d), h);

        doubles[i] =
            json_array_get_null_element (labels, l) ? -INFINITY : json_array_get_int_element (labels, l);
        floats[i] = (float) doubles[i];
      }
  return n_labels;
}

static void
check_unique_form (JsonObject *expected, const TbkArcScores *scores, TbkDecodeOptions options)
{
  const TbkLabelGroups *unique = options.unique;
  int heads[UNIQUE_WORDS], labels[UNIQUE_WORDS];
  double score;
  const TbkTreeRows rows = { 1, UNIQUE_WORDS, heads, labels, &score };
  g_autoptr (TbkDecoder) decoder = tbk_decoder_new ();

  for (int with_rule = 0; with_rule < 2; with_rule++) {
    const char *name = with_rule ? "best" : "without_rule";
    const double best = json_object_get_null_member (expected, name)
                            ? -INFINITY
                            : (double) json_object_get_int_member (expected, name);

    options.unique = with_rule ? unique : NULL;
    cr_assert (tbk_decode (decoder, scores, &options, &rows, NULL));
    cr_assert_eq (score, best, "%s: %g, not %g", name, score, best);
  }
  if (score > -INFINITY && json_object_get_int_member (expected, "trees") == 1)
    for (int i = 0; i < scores->lengths[0]; i++) {
      cr_assert_eq (heads[i],
                    json_array_get_int_element (json_object_get_array_member (expected, "heads"), i));
      cr_assert_eq (labels[i],
                    json_array_get_int_element (json_object_get_array_member (expected, "labels"), i));
    }
}

static void
check_unique (JsonObject *record)
{
  static const char *const names[] = { "single_projective", "single", "any_projective", "any" };
  JsonArray *groups = json_object_get_array_member (record, "groups");
  const int n = (int) json_object_get_int_member (record, "n");
  float floats[UNIQUE_NUMBERS];
  double doubles[UNIQUE_NUMBERS];
  const int n_labels = read_labelled (record, n, floats, doubles), across = n_labels * (n + 1);
  int sizes[TBK_MAX_LABEL_GROUPS], labels[UNIQUE_WORDS * 2], n_grouped = 0;
  const TbkLabelGroups unique = { (int) json_array_get_length (groups), sizes, labels };

  for (int g = 0; g < unique.n_groups; g++) {
    JsonArray *group = json_array_get_array_element (groups, g);

    sizes[g] = (int) json_array_get_length (group);
    for (int i = 0; i < sizes[g]; i++)
      labels[n_grouped++] = (int) json_array_get_int_element (group, i);
  }
  for (int form = 0; form < 4; form++)
    for (TbkReal real = TBK_FLOAT32; real <= TBK_FLOAT64; real++) {
      const TbkArcNumbers numbers = { .real = real,
                                      .n_labels = n_labels,
                                      .place = { real == TBK_FLOAT32 ? (gpointer) floats : (gpointer) doubles,
                                                 across, n_labels, 1 } };

      check_unique_form (json_object_get_object_member (record, names[form]),
                         &(TbkArcScores){ 1, &n, &numbers, NULL },
                         (TbkDecodeOptions){ .is_nonprojective = form & 1,
                                             .has_any_root = form >> 1,
                                             .allows_none = TRUE,
                                             .unique = &unique });
    }
}

Test (decode, unique_vectors, .timeout = TIME_LIMIT)
{
  g_autofree char *path = find_corpora_file ("vectors/unique/unique.jsonl");

  cr_assert_gt (for_each_record (path, check_unique), 0);
}
