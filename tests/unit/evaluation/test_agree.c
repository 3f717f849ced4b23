/* test_agree.c - agreement of annotators: the example of Krippendorff, missing values, relations, intervals. */
#include <criterion/criterion.h>
#include <string.h>

#include "statistics/statistics.h"
#include "tbk/evaluate.h"
#include "unit/time_limit.h"

enum { MOST_WORDS = 16 };

/* Relations of one annotator: a letter each, a point where there is none; to be freed. */
static TbkPiece *
relations_of (const char *letters)
{
  TbkPiece *pieces = g_new0 (TbkPiece, strlen (letters) + 1);

  for (gsize w = 1; w <= strlen (letters); w++)
    pieces[w] = (TbkPiece){ letters[w - 1] == '.' ? "_" : letters + w - 1, 1 };
  return pieces;
}

static void
check_fraction (const TbkFraction *fraction, int numerator, int denominator)
{
  cr_expect_eq (mpz_cmp_si (fraction->numerator, numerator), 0);
  cr_expect_eq (mpz_cmp_si (fraction->denominator, denominator), 0);
}

/* Krippendorff's example of three observers and fifteen units with missing values. */
Test (agree, three_observers)
{
  static const char *const letters[] = { ".....34121133.3", "1.213343.......", "..21344.21133.4" };
  const TbkAnnotatorsOptions options = { .n_annotators = 3 };
  g_autoptr (TbkAnnotators) annotators = tbk_annotators_new (&options);
  TbkAnnotation annotations[3];
  TbkAgreedCounts counts;

  tbk_agreed_counts_init (&counts);
  for (int s = 0; s < 3; s++)
    annotations[s] = (TbkAnnotation){ NULL, relations_of (letters[s]), 1 };
  cr_assert (tbk_annotators_add (annotators, annotations, 15, NULL));
  tbk_annotators_alpha (annotators, TBK_AGREED_RELATION, &counts);
  cr_expect_eq (counts.n_words, 12);
  check_fraction (&counts.coefficient, 56, 81);
  tbk_annotators_alpha (annotators, TBK_AGREED_HEAD, &counts);
  cr_expect_eq (counts.n_words, 0);
  cr_expect_eq (mpz_sgn (counts.observed.denominator), 0);
  for (int s = 0; s < 3; s++)
    g_free ((TbkPiece *) annotations[s].relations);
  tbk_agreed_counts_clear (&counts);
}

static void
add_pair (TbkAnnotators *annotators, const int *x, const int *y, const char *x_relations,
          const char *y_relations)
{
  g_autofree TbkPiece *first = relations_of (x_relations), *second = relations_of (y_relations);
  const TbkAnnotation annotations[] = { { x, first, 1 }, { y, second, 1 } };

  cr_assert (tbk_annotators_add (annotators, annotations, (int) strlen (x_relations), NULL));
}

/* The example at the head of src/evaluation/agree.c: values -1 root -2 and 2 root -2. */
Test (agree, heads)
{
  const TbkAnnotatorsOptions options = { .n_annotators = 2 };
  g_autoptr (TbkAnnotators) annotators = tbk_annotators_new (&options);
  g_autofree TbkAgreedRelation *relations = NULL;
  TbkAgreedCounts counts;
  int n_relations;

  tbk_agreed_counts_init (&counts);
  add_pair (annotators, (int[]){ -1, 3, 0, 1 }, (int[]){ -1, 2, 0, 1 }, "abc", "aac");
  tbk_annotators_alpha (annotators, TBK_AGREED_HEAD, &counts);
  check_fraction (&counts.observed, 2, 3);
  check_fraction (&counts.expected, 2, 15);
  check_fraction (&counts.coefficient, 8, 13);
  tbk_annotators_alpha (annotators, TBK_AGREED_ARC, &counts);
  check_fraction (&counts.observed, 1, 3);
  relations = tbk_annotators_relations (annotators, &n_relations);
  cr_assert_eq (n_relations, 3);
  cr_expect (strcmp (relations[0].name, "a") == 0 && relations[0].uses == 3 && relations[0].same == 2
             && relations[0].same_arc == 0);
  cr_expect (strcmp (relations[2].name, "c") == 0 && relations[2].uses == 2 && relations[2].same == 2
             && relations[2].same_arc == 2);
  tbk_agreed_counts_clear (&counts);
}

static const char *const sentences[][2] = { { "abcab", "abbab" }, { "aab", "abb" },   { "ccab.a", "ccabba" },
                                            { "b", "c" },         { "abab", "abab" }, { "acbbc", "bcbac" } };

/* Adds each sentence as often as its weight says. */
static TbkAnnotators *
repeat_sentences (const TbkAnnotatorsOptions *options, guint16 (*weights)[TBK_FIGURES_ROUNDS], int round)
{
  static const int heads[] = { -1, 0, 1, 1, 1, 1, 1 };
  TbkAnnotators *annotators = tbk_annotators_new (options);

  for (guint s = 0; s < G_N_ELEMENTS (sentences); s++)
    for (int i = 0; i < weights[s][round]; i++)
      add_pair (annotators, heads, heads, sentences[s][0], sentences[s][1]);
  return annotators;
}

static int
compare_coefficients (gconstpointer a, gconstpointer b)
{
  return mpq_cmp (*(const mpq_t *) a, *(const mpq_t *) b);
}

/* By definition: alpha of the sentences of each round, and of all of these what comes at the ends. */
Test (agree, interval)
{
  const TbkAnnotatorsOptions options = { .n_annotators = 2, .n_threads = 3 };
  guint16 weights[G_N_ELEMENTS (sentences)][TBK_FIGURES_ROUNDS],
      once[G_N_ELEMENTS (sentences)][TBK_FIGURES_ROUNDS];
  mpq_t alphas[TBK_FIGURES_ROUNDS];
  TbkFraction ends[2];
  TbkAgreedCounts counts;
  int n = 0, cut;

  tbk_agreed_counts_init (&counts);
  mpz_inits (ends[0].numerator, ends[0].denominator, ends[1].numerator, ends[1].denominator, NULL);
  for (guint s = 0; s < G_N_ELEMENTS (sentences); s++) {
    rounds_weigh ((RoundsKey){ 7, s }, weights[s]);
    once[s][0] = 1;
  }
  for (int r = 0; r < TBK_FIGURES_ROUNDS; r++) {
    g_autoptr (TbkAnnotators) drawn = repeat_sentences (&options, weights, r);

    tbk_annotators_alpha (drawn, TBK_AGREED_RELATION, &counts);
    if (counts.n_words == 0 || mpz_sgn (counts.coefficient.denominator) == 0)
      continue;
    mpq_init (alphas[n]);
    mpz_set (mpq_numref (alphas[n]), counts.coefficient.numerator);
    mpz_set (mpq_denref (alphas[n++]), counts.coefficient.denominator);
  }
  qsort (alphas, (gsize) n, sizeof *alphas, compare_coefficients);
  cut = n / 40;
  g_autoptr (TbkAnnotators) annotators = repeat_sentences (&options, once, 0);
  cr_assert (tbk_annotators_interval (annotators, TBK_AGREED_RELATION, 95, 7, &ends[0], &ends[1]));
  for (int end = 0; end < 2; end++) {
    const mpq_t *expected = &alphas[end == 0 ? cut : n - 1 - cut];

    cr_expect_eq (mpz_cmp (ends[end].numerator, mpq_numref (*expected)), 0);
    cr_expect_eq (mpz_cmp (ends[end].denominator, mpq_denref (*expected)), 0);
  }
  cr_expect (mpq_cmp (alphas[cut], alphas[n - 1 - cut]) < 0 && n > TBK_FIGURES_ROUNDS - 20);
  for (int i = 0; i < n; i++)
    mpq_clear (alphas[i]);
  mpz_clears (ends[0].numerator, ends[0].denominator, ends[1].numerator, ends[1].denominator, NULL);
  tbk_agreed_counts_clear (&counts);
}

/* A word that is its own head, or has one behind the end, is a missing value; and so is what chance alone decides. */
Test (agree, missing)
{
  const TbkAnnotatorsOptions options = { .n_annotators = 2 };
  g_autoptr (TbkAnnotators) annotators = tbk_annotators_new (&options);
  TbkAgreedCounts counts;

  tbk_agreed_counts_init (&counts);
  add_pair (annotators, (int[]){ -1, 0, 2, 4 }, (int[]){ -1, 0, 1, 1 }, "aa.", "aaa");
  tbk_annotators_alpha (annotators, TBK_AGREED_HEAD, &counts);
  cr_expect_eq (counts.n_words, 1);
  check_fraction (&counts.observed, 1, 1);
  cr_expect_eq (mpz_sgn (counts.coefficient.denominator), 0);
  tbk_annotators_kappa (annotators, TBK_AGREED_RELATION, 0, 1, &counts);
  cr_expect_eq (counts.n_words, 2);
  cr_expect_eq (mpz_sgn (counts.coefficient.denominator), 0);
  tbk_agreed_counts_clear (&counts);
}

/* Values are numbered by 32 bits; 2^31 are refused before a word is looked at. */
Test (agree, too_many_words)
{
  const TbkAnnotatorsOptions options = { .n_annotators = 2 };
  g_autoptr (TbkAnnotators) annotators = tbk_annotators_new (&options);
  g_autoptr (GError) error = NULL;
  const TbkAnnotation annotations[2] = { { NULL, NULL, 1 } };

  cr_assert_not (tbk_annotators_add (annotators, annotations, 400000000, &error));
  cr_assert (g_error_matches (error, TBK_ERROR, TBK_ERROR_DATA));
  cr_assert_str_eq (error->message, "too many words: at most 357913941 were expected of 2 annotators");
}
