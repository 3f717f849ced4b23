/* test_agree.c - agreement of annotators as it was found by other means: by definition, by shuffles, by hand. */
#include <criterion/criterion.h>
#include <string.h>

#include "brute/vectors.h"
#include "corpora/corpora.h"
#include "tbk/evaluate.h"
#include "unit/time_limit.h"

enum { MOST_WORDS = 60, MOST_ANNOTATORS = 8 };

static const char *const measures[TBK_N_AGREED] = {
  [TBK_AGREED_HEAD] = "head", [TBK_AGREED_ARC] = "arc", [TBK_AGREED_RELATION] = "relation"
};

typedef struct {
  int heads[MOST_WORDS];
  TbkPiece relations[MOST_WORDS];
} Annotator;

static void
add_sentence (TbkAnnotators *annotators, JsonArray *sentence)
{
  static Annotator all[MOST_ANNOTATORS];
  TbkAnnotation annotations[MOST_ANNOTATORS];
  int n = 0;

  for (guint s = 0; s < json_array_get_length (sentence); s++) {
    annotations[s] = (TbkAnnotation){ NULL, NULL, 0 };
    if (json_array_get_null_element (sentence, s))
      continue;
    JsonArray *words = json_array_get_array_element (sentence, s);
    n = json_array_get_length (words);
    annotations[s] = (TbkAnnotation){ all[s].heads, all[s].relations, 1 };
    for (int w = 1; w <= n; w++) {
      JsonArray *word = json_array_get_array_element (words, w - 1);
      const char *relation = json_array_get_string_element (word, 1);

      all[s].heads[w] = json_array_get_null_element (word, 0) ? -1 : json_array_get_int_element (word, 0);
      all[s].relations[w] = (TbkPiece){ relation, strlen (relation) };
    }
  }
  cr_assert (tbk_annotators_add (annotators, annotations, n, NULL));
}

/* @expected: "num/den", an integer, or nothing. */
static void
check_fraction (const TbkFraction *fraction, JsonObject *expected, const char *name, const char *vector)
{
  JsonNode *node = json_object_get_member (expected, name);
  mpq_t value;

  if (json_node_is_null (node)) {
    cr_expect_eq (mpz_sgn (fraction->denominator), 0, "%s: %s", vector, name);
    return;
  }
  mpq_init (value);
  cr_assert_eq (mpq_set_str (value, json_node_get_string (node), 10), 0);
  cr_expect (mpz_cmp (mpq_numref (value), fraction->numerator) == 0
                 && mpz_cmp (mpq_denref (value), fraction->denominator) == 0,
             "%s: %s", vector, name);
  mpq_clear (value);
}

static void
check_record (JsonObject *record)
{
  JsonArray *corpus = json_object_get_array_member (record, "corpus");
  const char *name = json_object_get_string_member (record, "name");
  const TbkAnnotatorsOptions options = { .n_annotators =
                                             json_array_get_length (json_array_get_array_element (corpus, 0)),
                                         .subtypes = TRUE };
  g_autoptr (TbkAnnotators) annotators = tbk_annotators_new (&options);
  TbkAgreedCounts counts;

  tbk_agreed_counts_init (&counts);
  for (guint s = 0; s < json_array_get_length (corpus); s++)
    add_sentence (annotators, json_array_get_array_element (corpus, s));
  for (int m = 0; m < TBK_N_AGREED; m++) {
    JsonObject *expected = json_object_get_object_member (record, measures[m]);

    tbk_annotators_alpha (annotators, m, &counts);
    check_fraction (&counts.observed, expected, "alpha_observed", name);
    check_fraction (&counts.expected, expected, "alpha_expected", name);
    check_fraction (&counts.coefficient, expected, "alpha", name);
    if (options.n_annotators > 2)
      continue;
    tbk_annotators_kappa (annotators, m, 0, 1, &counts);
    check_fraction (&counts.observed, expected, "observed", name);
    check_fraction (&counts.expected, expected, "kappa_expected", name);
    check_fraction (&counts.coefficient, expected, "kappa", name);
  }
  tbk_agreed_counts_clear (&counts);
}

Test (agree, vectors, .timeout = TIME_LIMIT)
{
  g_autofree char *path = find_corpora_file ("vectors/agree/agree.jsonl");

  cr_assert_gt (for_each_record (path, check_record), 0);
}
