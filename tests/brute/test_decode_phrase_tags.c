/* test_decode_phrase_tags.c - the best tags of phrase structure, and sums over all of them, by enumeration of sequences. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "tbk/phrase_tags.h"
#include "tbk/tabular.h"

enum { MOST = 5, MOST_TAGS = 40, N_SENTENCES = 12 };

static const char *const tetratags[] = { "l", "R", "r/B", "L/A", "r", "l/A", "R/B", NULL };
static const char *const juxtaposed[] = { "a0/", "a0/A", "j0//B", "a1/", "j1/A/A", "a2/B", "j0/B/A", NULL };

typedef struct {
  const char *name;
  const char *const *columns;
} Example;

static const Example examples[] = { { "tetratags", tetratags }, { "attach-juxtapose", juxtaposed } };

/* A call with room for sentences of the same length, and what comes of it. */
typedef struct {
  TbkPhraseTagScores scores;
  TbkTagNumbers numbers, shares;
  TbkDecodeOptions options;
  TbkPhraseTagRows rows;
  TbkPiece tags[MOST_TAGS];
  int n, lengths[N_SENTENCES], columns[N_SENTENCES * MOST * 2];
  double best[N_SENTENCES], log_z[N_SENTENCES];
  mpz_t n_trees[N_SENTENCES], n_best[N_SENTENCES];
  double all[N_SENTENCES * MOST * MOST_TAGS], marginals[N_SENTENCES * MOST * MOST_TAGS];
} Call;

static void
call_init (Call *call, const char *name, const char *const *columns, int n_sentences, int n)
{
  memset (call, 0, sizeof *call);
  call->n = n;
  call->options.allows_none = TRUE;
  call->scores = (TbkPhraseTagScores){ .encoding = tbk_phrase_encoding_find (name),
                                       .n_sentences = n_sentences,
                                       .lengths = call->lengths,
                                       .n_tags = (int) g_strv_length ((char **) columns),
                                       .tags = call->tags,
                                       .scores = &call->numbers };
  for (int t = 0; t < call->scores.n_tags; t++)
    call->tags[t] = (TbkPiece){ columns[t], strlen (columns[t]) };
  for (int s = 0; s < n_sentences; s++)
    call->lengths[s] = n;
  for (int s = 0; s < N_SENTENCES; s++)
    mpz_inits (call->n_trees[s], call->n_best[s], NULL);
  call->numbers = (TbkTagNumbers){ .real = TBK_FLOAT64,
                                   .place = { call->all, call->scores.n_tags, 1 },
                                   .sentences_apart = n * call->scores.n_tags };
  call->shares = call->numbers;
  call->shares.place.first = call->marginals;
  call->rows = (TbkPhraseTagRows){ 1, n, call->columns, call->best };
}

static void
call_free (Call *call)
{
  for (int s = 0; s < N_SENTENCES; s++)
    mpz_clears (call->n_trees[s], call->n_best[s], NULL);
  g_free (call);
}

static double *
score_at (Call *call, int s, int i, int t)
{
  return &call->all[(s * call->n + i) * call->scores.n_tags + t];
}

static gboolean
is_of_gap (const Call *call, int t)
{
  return call->scores.encoding->has_gaps && (call->tags[t].bytes[0] == 'L' || call->tags[t].bytes[0] == 'R');
}

/* The columns of a sequence, two a word, by its number; FALSE behind the last. */
static gboolean
find_sequence (const Call *call, gint64 number, int *columns)
{
  for (int i = 0; i < call->n; i++) {
    columns[2 * i] = (int) (number % call->scores.n_tags);
    number /= call->scores.n_tags;
    columns[2 * i + 1] = -1;
    if (!call->scores.encoding->has_gaps || i == call->n - 1)
      continue;
    columns[2 * i + 1] = (int) (number % call->scores.n_tags);
    number /= call->scores.n_tags;
  }
  return number == 0;
}

/* Whether the columns are the tags of a tree. */
static gboolean
is_well_formed (const Call *call, TbkPhraseTags *tags, TbkVocabulary *labels, const int *columns)
{
  char texts[MOST][40];
  TbkPiece in[MOST];
  const TbkConstituent *constituents;
  int n_constituents, n_changed;

  for (int i = 0; i < call->n; i++) {
    const int gap = columns[2 * i + 1];

    if (is_of_gap (call, columns[2 * i]) || (gap >= 0 && !is_of_gap (call, gap)))
      return FALSE;
    g_snprintf (texts[i], sizeof texts[i], "%s%s%s", call->tags[columns[2 * i]].bytes, gap < 0 ? "" : " ",
                gap < 0 ? "" : call->tags[gap].bytes);
    in[i] = (TbkPiece){ texts[i], strlen (texts[i]) };
  }
  cr_assert (
      tbk_phrase_tags_decode (tags, in, call->n, labels, &constituents, &n_constituents, &n_changed, NULL));
  return n_changed == 0;
}

static double
sum_of (Call *call, int s, const int *columns)
{
  double sum = 0;

  for (int p = 0; p < 2 * call->n; p++)
    if (columns[p] >= 0)
      sum += *score_at (call, s, p / 2, columns[p]);
  return sum;
}

/* What comes of one sentence, by all well-formed sequences. */
static void
check_sentence (Call *call, int s, const GArray *sequences)
{
  const int n_numbers = 2 * call->n, n_scores = call->n * call->scores.n_tags;
  g_autofree double *marginals = g_new0 (double, n_scores);
  double best = -INFINITY, total = 0;
  gulong n_trees = 0, n_best = 0;

  for (guint q = 0; q < sequences->len; q += (guint) n_numbers) {
    const int *columns = &g_array_index (sequences, int, q);
    const double sum = sum_of (call, s, columns);

    n_best = sum > best ? 1 : n_best + (sum == best && sum > -INFINITY);
    n_trees += sum > -INFINITY;
    best = MAX (best, sum);
    total += exp (sum);
    for (int p = 0; p < n_numbers; p++)
      if (columns[p] >= 0)
        marginals[p / 2 * call->scores.n_tags + columns[p]] += exp (sum);
  }
  cr_assert_eq (call->best[s], best, "%g, expected %g", call->best[s], best);
  cr_assert_eq (mpz_cmp_ui (call->n_trees[s], n_trees), 0);
  cr_assert_eq (mpz_cmp_ui (call->n_best[s], n_best), 0);
  if (best == -INFINITY) {
    cr_assert_eq (call->log_z[s], -INFINITY);
    return;
  }
  cr_assert_eq (sum_of (call, s, call->columns + s * n_numbers), best);
  cr_assert_float_eq (call->log_z[s], log (total), 1e-12);
  for (int i = 0; i < n_scores; i++)
    cr_assert_float_eq (call->marginals[s * n_scores + i], marginals[i] / total, 1e-12);
}

enum { N_BEST = 25 };

static int
compare_falling (gconstpointer a, gconstpointer b)
{
  const double x = *(const double *) a, y = *(const double *) b;

  return (x < y) - (x > y);
}

/* The best trees of each sentence: their sums are the greatest, none is there twice, and behind the last there is none. */
static void
check_n_best (Call *call, const GArray *sequences)
{
  const int n_numbers = 2 * call->n, n_sentences = call->scores.n_sentences;
  g_autofree int *columns = g_new (int, n_sentences *N_BEST *n_numbers);
  g_autofree double *found = g_new (double, n_sentences *N_BEST);
  const TbkPhraseTagRows rows = { N_BEST, call->n, columns, found };

  cr_assert (tbk_decode_phrase_tags (&call->scores, &call->options, &rows, NULL));
  for (int s = 0; s < n_sentences; s++) {
    g_autoptr (GArray) sums = g_array_new (FALSE, FALSE, sizeof (double));

    for (guint q = 0; q < sequences->len; q += (guint) n_numbers) {
      const double sum = sum_of (call, s, &g_array_index (sequences, int, q));

      if (sum > -INFINITY)
        g_array_append_val (sums, sum);
    }
    g_array_sort (sums, compare_falling);
    for (int t = 0; t < N_BEST; t++) {
      const int *tree = columns + (s * N_BEST + t) * n_numbers;
      const gboolean is_there = t < (int) sums->len;

      cr_assert_eq (found[s * N_BEST + t], is_there ? g_array_index (sums, double, t) : -INFINITY);
      cr_assert_eq (tree[0] >= 0, is_there);
      cr_assert (!is_there || sum_of (call, s, tree) == found[s * N_BEST + t]);
      for (int u = 0; is_there && u < t; u++)
        cr_assert_neq (memcmp (tree, tree + (u - t) * n_numbers, (gsize) n_numbers * sizeof (int)), 0);
    }
  }
}

static void
check_random (const Example *example, int n, GRand *random)
{
  g_autoptr (TbkPhraseTags) tags = tbk_phrase_tags_new (tbk_phrase_encoding_find (example->name));
  g_autoptr (TbkVocabulary) labels = tbk_vocabulary_new ();
  g_autoptr (GArray) sequences = g_array_new (FALSE, FALSE, sizeof (int));
  Call *call = g_new (Call, 1);
  int columns[2 * MOST];

  call_init (call, example->name, example->columns, N_SENTENCES, n);
  for (gint64 i = 0; find_sequence (call, i, columns); i++)
    if (is_well_formed (call, tags, labels, columns))
      g_array_append_vals (sequences, columns, (guint) (2 * n));
  for (int i = 0; i < N_SENTENCES * n * call->scores.n_tags; i++)
    call->all[i] = g_rand_int_range (random, 0, 4) == 0 ? -INFINITY : g_rand_int_range (random, -3, 4);
  cr_assert (tbk_decode_phrase_tags (&call->scores, &call->options, &call->rows, NULL));
  cr_assert (tbk_phrase_tag_log_partition (&call->scores, &call->options, call->log_z, &call->shares, NULL));
  cr_assert (tbk_count_phrase_tags (&call->scores, NULL, call->n_trees, call->n_best, NULL));
  for (int s = 0; s < N_SENTENCES; s++)
    check_sentence (call, s, sequences);
  check_n_best (call, sequences);
  call_free (call);
}

Test (decode_phrase_tags, random_scores)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (5);

  for (gsize e = 0; e < G_N_ELEMENTS (examples); e++)
    for (int n = 1; n <= (e == 0 ? 3 : 4); n++)
      for (int round = 0; round < 10; round++)
        check_random (&examples[e], n, random);
}

/* With equal scores sums count the trees. */
static void
check_counts (const char *name, const char *const *columns, int first, const int *counts)
{
  for (int n = first; n <= 8; n++) {
    g_autofree double *zeros = g_new0 (double, n *MOST_TAGS);
    Call *call = g_new (Call, 1);

    call_init (call, name, columns, 1, n);
    call->numbers.place.first = zeros;
    cr_assert (tbk_phrase_tag_log_partition (&call->scores, NULL, call->log_z, NULL, NULL));
    if (counts[n - 1] > 0)
      cr_assert_float_eq (exp (call->log_z[0]) / counts[n - 1], 1, 1e-12, "%s, %d words: %g", name, n,
                          exp (call->log_z[0]));
    cr_assert (tbk_count_phrase_tags (&call->scores, NULL, call->n_trees, call->n_best, NULL));
    if (counts[n - 1] > 0)
      cr_assert_eq (mpz_cmp_si (call->n_trees[0], counts[n - 1]), 0);
    cr_assert_eq (mpz_cmp (call->n_trees[0], call->n_best[0]), 0);
    call_free (call);
  }
}

Test (decode_phrase_tags, counts)
{
  static const char *const without[] = { "l", "r", "L/A", "R", "R/A", NULL };
  static const char *const with[] = { "l", "r", "l/A", "r/A", "L/A", "R", "R/A", NULL };
  static const int of_without[] = { 0, 1, 3, 11, 45, 197, 903, 4279 };
  static const int of_with[] = { 1, 4, 24, 176, 1440, 12608, 0, 0 };
  char texts[4 * 8][16];
  const char *levels[4 * 8 + 1] = { NULL };

  for (int l = 0; l < 8; l++)
    for (int kind = 0; kind < 4; kind++) {
      g_snprintf (texts[4 * l + kind], sizeof texts[0], "%c%d/%s%s", kind < 2 ? 'a' : 'j', l,
                  kind % 2 == 0 ? "" : "A", kind < 2 ? "" : "/A");
      levels[4 * l + kind] = texts[4 * l + kind];
    }
  check_counts ("tetratags", without, 2, of_without);
  check_counts ("tetratags", with, 1, of_with);
  check_counts ("attach-juxtapose", levels, 1, of_with);
}

static double
odd_score (GRand *random, int kind)
{
  switch (kind) {
  case 0:
    return 0;
  case 1:
    return g_rand_int_range (random, 0, 2) == 0 ? 1e30 : -1e30;
  case 2:
    return g_rand_int_range (random, 0, 3) == 0 ? 0 : -INFINITY;
  case 3:
    return g_rand_double_range (random, -5000, 5000);
  default:
    return g_rand_double_range (random, -2, 2);
  }
}

enum { N_ODD = 6, LONG = 60 };

/* The tags of columns, as a sentence that is read. */
static int
count_changed (const TbkPhraseTagScores *scores, const int *columns, int n)
{
  g_autoptr (TbkPhraseTags) tags = tbk_phrase_tags_new (scores->encoding);
  g_autoptr (TbkVocabulary) labels = tbk_vocabulary_new ();
  char texts[LONG][40];
  TbkPiece in[LONG];
  const TbkConstituent *constituents;
  int n_constituents, n_changed;

  for (int i = 0; i < n; i++) {
    const int gap = columns[2 * i + 1];

    g_snprintf (texts[i], sizeof texts[i], "%s%s%s", scores->tags[columns[2 * i]].bytes, gap < 0 ? "" : " ",
                gap < 0 ? "" : scores->tags[gap].bytes);
    in[i] = (TbkPiece){ texts[i], strlen (texts[i]) };
  }
  cr_assert (tbk_phrase_tags_decode (tags, in, n, labels, &constituents, &n_constituents, &n_changed, NULL));
  return n_changed;
}

/* Always a tree if there is one; the same bits alone, with others, and by any number of threads; shares of a part sum to 1. */
static void
check_odd (const Example *example, int kind, GRand *random)
{
  Call *call = g_new (Call, 1);
  static double scores[N_ODD * LONG * MOST_TAGS], shares[2][N_ODD * LONG * MOST_TAGS];
  static int columns[2][N_ODD * LONG * 2];
  static const int lengths[N_ODD] = { 1, LONG, 2, 17, LONG, 9 };
  double best[2][N_ODD], log_z[2][N_ODD];
  const int n_tags = (int) g_strv_length ((char **) example->columns);

  call_init (call, example->name, example->columns, N_ODD, MOST);
  call->scores.lengths = lengths;
  call->numbers = (TbkTagNumbers){ .real = TBK_FLOAT64,
                                   .place = { scores, n_tags, 1 },
                                   .sentences_apart = LONG * n_tags };
  for (int i = 0; i < N_ODD * LONG * n_tags; i++)
    scores[i] = odd_score (random, kind);
  memset (shares, 0, sizeof shares);
  for (int run = 0; run < 2; run++) {
    const TbkPhraseTagRows rows = { 1, LONG, columns[run], best[run] };

    call->options.n_threads = 1 + 2 * run;
    call->shares = call->numbers;
    call->shares.place.first = shares[run];
    cr_assert (tbk_decode_phrase_tags (&call->scores, &call->options, &rows, NULL));
    cr_assert (tbk_phrase_tag_log_partition (&call->scores, &call->options, log_z[run], &call->shares, NULL));
  }
  cr_assert_eq (memcmp (columns[0], columns[1], sizeof columns[0]), 0);
  cr_assert_eq (memcmp (log_z[0], log_z[1], sizeof log_z[0]), 0);
  cr_assert_eq (memcmp (shares[0], shares[1], sizeof shares[0]), 0);
  for (int s = 0; s < N_ODD; s++) {
    double sum = 0;

    cr_assert_eq (best[0][s] > -INFINITY, log_z[0][s] > -INFINITY);
    cr_assert_eq (best[0][s] > -INFINITY, columns[0][s * LONG * 2] >= 0);
    for (int i = 0; i < LONG * n_tags; i++)
      sum += shares[0][s * LONG * n_tags + i];
    if (best[0][s] == -INFINITY) {
      cr_assert_eq (sum, 0);
      continue;
    }
    cr_assert_eq (count_changed (&call->scores, columns[0] + s * LONG * 2, lengths[s]), 0);
    cr_assert_geq (log_z[0][s], best[0][s] - 1e-9 * fabs (best[0][s]));
    cr_assert_float_eq (sum, call->scores.encoding->has_gaps ? 2 * lengths[s] - 1 : lengths[s], 1e-9);
  }
  call_free (call);
}

Test (decode_phrase_tags, odd_scores)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (6);

  for (gsize e = 0; e < G_N_ELEMENTS (examples); e++)
    for (int kind = 0; kind < 5; kind++)
      for (int round = 0; round < 5; round++)
        check_odd (&examples[e], kind, random);
}

Test (decode_phrase_tags, refused)
{
  static const char *const wrong[][3] = { { "l", "L", NULL }, { "l", "l", NULL }, { "a0/A", "x", NULL } };
  static const char *const messages[] = { "tags[1]: 'L' is not a tag of tetratags",
                                          "tags[0] and tags[1] are both 'l'",
                                          "tags[1]: 'x' is not a tag of attach-juxtapose" };
  Call *call = g_new (Call, 1);

  for (int i = 0; i < 3; i++) {
    g_autoptr (GError) error = NULL;

    call_init (call, i < 2 ? "tetratags" : "attach-juxtapose", wrong[i], 1, 2);
    cr_assert_not (tbk_decode_phrase_tags (&call->scores, NULL, &call->rows, &error));
    cr_assert (g_error_matches (error, TBK_ERROR, TBK_ERROR_USAGE));
    cr_assert_str_eq (error->message, messages[i]);
  }
  for (int length = 0; length <= TBK_TABULAR_MAX_LENGTH + 1; length += TBK_TABULAR_MAX_LENGTH + 1) {
    g_autofree char *expected = g_strdup_printf ("sentences[1]: found %d words, expected 1 to 4096", length);
    g_autoptr (GError) error = NULL;

    call_init (call, "tetratags", tetratags, 2, 2);
    call->lengths[1] = length;
    cr_assert_not (tbk_decode_phrase_tags (&call->scores, NULL, &call->rows, &error));
    cr_assert (g_error_matches (error, TBK_ERROR, TBK_ERROR_DATA));
    cr_assert_str_eq (error->message, expected);
  }
  for (int kind = 0; kind < 3; kind++) {
    static const char *const problems[] = { "sentences[1]: scores[1,2] (word 2, tag r/B) is NaN",
                                            "sentences[0]: no tree with these tags",
                                            "the tags of 5 words need 0 MiB, more than the 0 MiB" };
    g_autoptr (GError) error = NULL;

    call_init (call, "tetratags", tetratags, 2, MOST);
    call->options = (TbkDecodeOptions){ .max_memory = kind == 2 ? 1 : 0 };
    *score_at (call, 1, 1, 2) = kind == 0 ? NAN : 0;
    for (int t = 0; kind > 0 && t < call->scores.n_tags; t++)
      *score_at (call, 0, 0, t) = kind == 1 ? -INFINITY : t == 2;
    cr_assert_not (tbk_decode_phrase_tags (&call->scores, &call->options, &call->rows, &error));
    cr_assert (strstr (error->message, problems[kind]) != NULL, "%s", error->message);
  }
  {
    g_autoptr (GError) error = NULL;

    call_init (call, "tetratags", tetratags, 2, MOST);
    call->options.max_memory = 1;
    cr_assert_not (tbk_phrase_tag_log_partition (&call->scores, &call->options, call->log_z, NULL, &error));
    cr_assert (g_error_matches (error, TBK_ERROR, TBK_ERROR_RESOURCE));
    cr_assert_str_eq (error->message, "sentences[0]: sums over the tags of 5 words need 0 MiB, more than the "
                                      "0 MiB that are allowed");
  }
  call_free (call);
}
