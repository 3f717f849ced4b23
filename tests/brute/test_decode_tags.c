/* test_decode_tags.c - the best tags from scores, and sums over all: against enumeration, against the generic parser with a
 * grammar of tags, and on scores made to break it. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "brute/oracle_cases.h"
#include "brute/trees.h"
#include "brute/wide_tag_sums.h"
#include "tabular/tabular.h"
#include "tags/rules.h"
#include "tbk/tabular.h"
#include "tbk/tags.h"
#include "tbk/tree.h"

enum { MOST = 60, MOST_TAGS = 200 };

static const char *const exact[] = {
  "4-bit", "hierarchical", "hexatags", "brackets", "absolute", "relative"
};
static const char *const alphabets[] = { "4-bit", "hierarchical", "hexatags" };

/* Some sentences, one after the other: scores and what is found. */
typedef struct {
  TbkTagScores scores;
  TbkTagNumbers numbers, root_numbers;
  TbkDecodeOptions options;
  int n_sentences, width, n_tags;
  int lengths[40];
  double *all, *roots;
  GPtrArray *names;
  TbkPiece *tags;
  int *heads;
  double best[40];
} Call;

/* The names of columns: those of tags of sentences of @n words, where an alphabet does not give them. */
static void
list_names (Call *call, const char *encoding, int n)
{
  call->names = g_ptr_array_new_with_free_func (g_free);
  if (strcmp (encoding, "absolute") == 0)
    for (int h = 0; h <= n; h++)
      g_ptr_array_add (call->names, g_strdup_printf ("%d", h));
  if (strcmp (encoding, "relative") == 0)
    for (int k = 1 - n; k < n; k++)
      g_ptr_array_add (call->names, k == 0 ? g_strdup ("0") : g_strdup_printf ("%+d", k));
  if (strcmp (encoding, "brackets") == 0)
    for (int l = 0; l < MIN (n, 4); l++)
      for (int r = 0; r < MIN (n, 4); r++)
        for (int own = 0; own < 3; own++)
          g_ptr_array_add (call->names, l + r + own == 0 ? g_strdup (".")
                                                         : g_strdup_printf ("%.*s%s%.*s", l, "\\\\\\\\",
                                                                            own == 0   ? ""
                                                                            : own == 1 ? "<"
                                                                                       : ">",
                                                                            r, "////"));
  call->tags = g_new (TbkPiece, call->names->len + 1);
  for (guint t = 0; t < call->names->len; t++) {
    const char *name = g_ptr_array_index (call->names, t);
    call->tags[t] = (TbkPiece){ name, strlen (name) };
  }
}

static void
call_init (Call *call, const char *encoding, int n_sentences, int width)
{
  memset (call, 0, sizeof *call);
  list_names (call, encoding, width);
  call->scores.encoding = tbk_tag_encoding_find (encoding);
  call->n_sentences = call->scores.n_sentences = n_sentences;
  call->width = width;
  call->n_tags = call->names->len > 0 ? (int) call->names->len
                                      : (int) g_strv_length ((char **) call->scores.encoding->alphabet);
  call->scores.n_tags = call->n_tags;
  call->scores.tags = call->names->len > 0 ? call->tags : NULL;
  call->all = g_new0 (double, (gsize) (n_sentences * width * call->n_tags));
  call->roots = g_new0 (double, (gsize) (n_sentences * width * call->n_tags));
  call->heads = g_new (int, (gsize) (n_sentences * width));
  call->numbers = (TbkTagNumbers){ .real = TBK_FLOAT64,
                                   .place = { call->all, call->n_tags, 1 },
                                   .sentences_apart = width * call->n_tags };
  call->root_numbers = call->numbers;
  call->root_numbers.place.first = call->roots;
  call->scores.scores = &call->numbers;
  call->scores.lengths = call->lengths;
  for (int s = 0; s < n_sentences; s++)
    call->lengths[s] = width;
}

static void
call_clear (Call *call)
{
  g_free (call->all);
  g_free (call->roots);
  g_free (call->heads);
  g_free (call->tags);
  g_ptr_array_unref (call->names);
}

static double *
score_at (const Call *call, int s, int d, int t)
{
  return &call->all[((gsize) s * (gsize) call->width + (gsize) d - 1) * (gsize) call->n_tags + (gsize) t];
}

static gboolean
decode (Call *call, TbkTagDecoder *decoder, GError **error)
{
  const TbkTreeRows trees = {
    .n_trees = 1, .width = call->width, .heads = call->heads, .scores = call->best
  };

  return tbk_decode_tags (decoder, &call->scores, &call->options, &trees, error);
}

/* The heads of a sentence with those of 0 before. */
static void
get_heads (const Call *call, int s, int *heads)
{
  heads[0] = -1;
  memcpy (heads + 1, call->heads + s * call->width, (gsize) call->lengths[s] * sizeof (int));
}

/* The score of a tree by its tags; -infinity if a tag has no column. */
static double
score_tree (const Call *call, TbkTags *tags, int s, const int *heads)
{
  const int n = call->lengths[s];
  TbkPiece out[MOST + 1];
  double sum = 0;

  if (!tbk_tags_encode (tags, heads, NULL, n, out, NULL))
    return -INFINITY;
  for (int d = 1; d <= n; d++) {
    const gboolean is_root = heads[d] == 0 && call->scores.root_scores != NULL;
    double found = -INFINITY, gap = 0;

    for (int t = 0; t < call->n_tags; t++) {
      const char *name = call->names->len > 0 ? call->names->pdata[t] : call->scores.encoding->alphabet[t];
      const double *score = score_at (call, s, d, t);

      if (strlen (name) == 2 && strcmp (call->scores.encoding->name, "hexatags") == 0) {
        if (out[d].size == 3 && memcmp (out[d].bytes + 1, name, 2) == 0)
          gap = *score;
      } else if (strncmp (name, out[d].bytes, out[d].size) == 0
                     ? strlen (name) == out[d].size
                     : strlen (name) == 1 && out[d].size == 3 && *name == *out[d].bytes
                           && strcmp (call->scores.encoding->name, "hexatags") == 0) {
        found = is_root ? call->roots[score - call->all] : *score;
      }
    }
    sum += found + gap;
  }
  return sum;
}

/* The greatest score of a tree, and the logarithm of the sum of exp (score), by enumeration. */
static double
enumerate (const Call *call, int s, gboolean projective, double *log_z)
{
  const TbkTagsOptions options = { .has_any_root = TRUE };
  g_autoptr (TbkTags) tags = tbk_tags_new (call->scores.encoding, &options);
  const TreeList *list = all_trees (call->lengths[s], projective);
  double best = -INFINITY, sum = 0;

  for (gsize i = 0; i < list->n_trees; i++)
    if (call->options.has_any_root || count_roots (tree_at (list, i), call->lengths[s]) == 1) {
      const double score = score_tree (call, tags, s, tree_at (list, i));

      best = MAX (best, score);
      sum += exp (score);
    }
  *log_z = log (sum);
  return best;
}

static gboolean
has_one_root (const char *encoding)
{
  return tbk_tag_encoding_find (encoding)->has_one_root;
}

/* Leaves one column of @one_of, so that some symbols have no rules. */
static void
drop_columns (Call *call, guint one_of, GRand *random)
{
  for (guint t = call->names->len; t > 0; t--)
    if (call->names->len > 1 && g_rand_int_range (random, 0, (gint32) one_of) > 0)
      g_ptr_array_remove_index (call->names, t - 1);
  call->n_tags = call->scores.n_tags = (int) call->names->len;
  for (int t = 0; t < call->n_tags; t++) {
    const char *name = g_ptr_array_index (call->names, t);
    call->tags[t] = (TbkPiece){ name, strlen (name) };
  }
  call->numbers.place.words_apart = call->root_numbers.place.words_apart = call->n_tags;
  call->numbers.sentences_apart = call->root_numbers.sentences_apart = call->width * call->n_tags;
}

static void
check_random (const char *encoding, int n, gboolean has_any_root, gboolean has_roots, guint one_of,
              GRand *random)
{
  g_autoptr (TbkTagDecoder) decoder = tbk_tag_decoder_new ();
  Call call;
  double log_z[20], expected_z;

  call_init (&call, encoding, 20, n);
  if (one_of > 1)
    drop_columns (&call, one_of, random);
  call.options = (TbkDecodeOptions){ .has_any_root = has_any_root, .allows_none = TRUE };
  call.scores.root_scores = has_roots ? &call.root_numbers : NULL;
  for (int i = 0; i < 20 * n * call.n_tags; i++) {
    call.all[i] = g_rand_int_range (random, 0, 8) == 0 ? -INFINITY : g_rand_int_range (random, -8, 9);
    call.roots[i] = g_rand_int_range (random, -8, 9);
  }
  cr_assert (decode (&call, decoder, NULL));
  cr_assert (tbk_tag_log_partition (decoder, &call.scores, &call.options, log_z, NULL, NULL, NULL));
  for (int s = 0; s < 20; s++) {
    const double best = enumerate (&call, s, TRUE, &expected_z);
    int heads[MOST + 1];

    cr_assert_eq (call.best[s], best, "%s, %d words: %g, expected %g", encoding, n, call.best[s], best);
    if (best == -INFINITY) {
      cr_assert_eq (log_z[s], -INFINITY);
      continue;
    }
    get_heads (&call, s, heads);
    cr_assert (is_tree (heads, n) && count_nonprojective_arcs (heads, n) == 0);
    cr_assert_float_eq (log_z[s], expected_z, 1e-9, "%s", encoding);
  }
  call_clear (&call);
}

Test (decode_tags, random_scores)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (3);

  for (gsize e = 0; e < G_N_ELEMENTS (exact); e++)
    for (int n = 1; n <= 5; n++)
      for (int any = 0; any <= (has_one_root (exact[e]) ? 0 : 1); any++)
        for (int roots = 0; roots <= 1; roots++)
          check_random (exact[e], n, any, roots, 1, random);
}

Test (decode_tags, few_tags)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (4);

  for (gsize e = 0; e < G_N_ELEMENTS (exact); e++)
    for (int round = 0; round < 60 && tbk_tag_encoding_find (exact[e])->alphabet == NULL; round++)
      check_random (exact[e], 1 + round % 5, round % 2 > 0 && !has_one_root (exact[e]), round % 3 > 0,
                    g_rand_boolean (random) ? 4 : 1000, random);
}

/* Scores of arcs beside those of tags: the best trees, log Z, and the shares of arcs, by enumeration. */
static void
check_arcs (int n, gboolean has_any_root, gboolean has_scores, double spread, GRand *random)
{
  g_autoptr (TbkTagDecoder) decoder = tbk_tag_decoder_new ();
  const TbkTagsOptions tag_options = { .has_any_root = TRUE };
  g_autoptr (TbkTags) tags = tbk_tags_new (tbk_tag_encoding_find ("4-bit"), &tag_options);
  const TreeList *list = all_trees (n, TRUE);
  const gsize n_arcs = (gsize) (n + 1) * (gsize) (n + 1);
  g_autofree double *arcs = g_new (double, 4 * n_arcs), *shares = g_new0 (double, 4 * n_arcs);
  const TbkArcNumbers arc_scores = { .real = TBK_FLOAT64,
                                     .place = { arcs, n + 1, 1, 0 },
                                     .sentences_apart = (gint64) n_arcs };
  TbkArcNumbers arc_shares = arc_scores;
  double log_z[4];
  mpz_t n_best[4];
  Call call;

  call_init (&call, "4-bit", 4, n);
  call.options = (TbkDecodeOptions){ .has_any_root = has_any_root, .allows_none = TRUE };
  call.scores.root_scores = &call.root_numbers;
  call.scores.arc_scores = has_scores ? &arc_scores : NULL;
  arc_shares.place.first = shares;
  for (int i = 0; i < 4 * n * call.n_tags; i++) {
    call.all[i] =
        g_rand_int_range (random, 0, 20) == 0 ? -INFINITY : spread * g_rand_int_range (random, -4, 5);
    call.roots[i] = spread * g_rand_int_range (random, -4, 5);
  }
  for (gsize i = 0; i < 4 * n_arcs; i++)
    arcs[i] = !has_scores                             ? 0
              : g_rand_int_range (random, 0, 10) == 0 ? -INFINITY
                                                      : spread * g_rand_int_range (random, -4, 5);
  cr_assert (decode (&call, decoder, NULL));
  cr_assert (tbk_tag_arc_marginals (decoder, &call.scores, &call.options, log_z, &arc_shares, NULL));
  for (int s = 0; s < 4; s++)
    mpz_init (n_best[s]);
  cr_assert (tbk_count_tags (decoder, &call.scores, &call.options, NULL, n_best, NULL));
  for (int s = 0; s < 4; s++) {
    int n_expected = 0;
    g_autofree double *expected = g_new0 (double, n_arcs), *scores = g_new (double, list->n_trees);
    double best = -INFINITY, z = 0;

    for (gsize i = 0; i < list->n_trees; i++) {
      const int *heads = tree_at (list, i);

      scores[i] =
          has_any_root || count_roots (heads, n) == 1 ? score_tree (&call, tags, s, heads) : -INFINITY;
      for (int d = 1; d <= n; d++)
        scores[i] += arcs[(gsize) s * n_arcs + (gsize) (d * (n + 1) + heads[d])];
      best = MAX (best, scores[i]);
    }
    for (gsize i = 0; i < list->n_trees && best > -INFINITY; i++) {
      z += exp (scores[i] - best);
      n_expected += scores[i] == best;
      for (int d = 1; d <= n; d++)
        expected[d * (n + 1) + tree_at (list, i)[d]] += exp (scores[i] - best);
    }
    cr_assert_eq (call.best[s], best, "%d words: %g, expected %g", n, call.best[s], best);
    cr_assert_eq (mpz_cmp_si (n_best[s], n_expected), 0);
    mpz_clear (n_best[s]);
    if (best == -INFINITY)
      cr_assert_eq (log_z[s], -INFINITY);
    else
      cr_assert_float_eq (log_z[s], best + log (z), 1e-9);
    for (gsize i = 0; i < n_arcs; i++)
      cr_assert_float_eq (shares[(gsize) s * n_arcs + i], z == 0 ? 0 : expected[i] / z, 1e-12);
  }
  call_clear (&call);
}

Test (decode_tags, arcs)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (8);

  for (int n = 1; n <= 5; n++)
    for (int any = 0; any <= 1; any++)
      for (int has_scores = 0; has_scores <= 1; has_scores++)
        for (int spread = 1; spread <= 1000; spread *= 10)
          check_arcs (n, any, has_scores, spread, random);
}

static int
compare_scores (gconstpointer a, gconstpointer b)
{
  const double x = *(const double *) a, y = *(const double *) b;

  return x > y ? -1 : x < y;
}

/* The scores of all trees, the greatest first; those of -infinity left out. */
static GArray *
list_scores (const Call *call, int s)
{
  const TbkTagsOptions options = { .has_any_root = TRUE };
  g_autoptr (TbkTags) tags = tbk_tags_new (call->scores.encoding, &options);
  const TreeList *list = all_trees (call->lengths[s], TRUE);
  GArray *scores = g_array_new (FALSE, FALSE, sizeof (double));

  for (gsize i = 0; i < list->n_trees; i++)
    if (call->options.has_any_root || count_roots (tree_at (list, i), call->lengths[s]) == 1) {
      const double score = score_tree (call, tags, s, tree_at (list, i));

      if (score > -INFINITY)
        g_array_append_val (scores, score);
    }
  g_array_sort (scores, compare_scores);
  return scores;
}

enum { MOST_TREES = 200 };

/* Trees from the best on are as many as there are, no two the same, and have their scores. */
static void
check_n_best (const char *encoding, int n, gboolean has_any_root, GRand *random)
{
  g_autoptr (TbkTagDecoder) decoder = tbk_tag_decoder_new ();
  g_autofree int *heads = g_new (int, 2 * MOST_TREES * n);
  double scores[2 * MOST_TREES];
  const TbkTreeRows trees = { .n_trees = MOST_TREES, .width = n, .heads = heads, .scores = scores };
  mpz_t n_trees[2], n_best[2];
  Call call;

  call_init (&call, encoding, 2, n);
  call.options = (TbkDecodeOptions){ .has_any_root = has_any_root, .allows_none = TRUE };
  for (int i = 0; i < 2 * n * call.n_tags; i++)
    call.all[i] = g_rand_int_range (random, 0, 8) == 0 ? -INFINITY : g_rand_int_range (random, -8, 9);
  mpz_inits (n_trees[0], n_trees[1], n_best[0], n_best[1], NULL);
  cr_assert (tbk_decode_tags (decoder, &call.scores, &call.options, &trees, NULL));
  cr_assert (tbk_count_tags (decoder, &call.scores, &call.options, n_trees, n_best, NULL));
  for (int s = 0; s < 2; s++) {
    g_autoptr (GArray) expected = list_scores (&call, s);
    guint n_expected = 0;

    while (n_expected < expected->len
           && g_array_index (expected, double, n_expected) == g_array_index (expected, double, 0))
      n_expected++;
    cr_assert_eq (mpz_cmp_ui (n_trees[s], expected->len), 0, "%s, %d words", encoding, n);
    cr_assert_eq (mpz_cmp_ui (n_best[s], n_expected), 0);
    for (int t = 0; t < MOST_TREES; t++) {
      const int *row = heads + (s * MOST_TREES + t) * n;

      cr_assert_eq (scores[s * MOST_TREES + t],
                    t < (int) expected->len ? g_array_index (expected, double, t) : -INFINITY,
                    "%s, %d words, tree %d", encoding, n, t);
      for (int u = 0; u < t && t < (int) expected->len; u++)
        cr_assert_neq (memcmp (row, heads + (s * MOST_TREES + u) * n, (gsize) n * sizeof (int)), 0);
    }
  }
  mpz_clears (n_trees[0], n_trees[1], n_best[0], n_best[1], NULL);
  call_clear (&call);
}

Test (decode_tags, n_best)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (7);

  for (gsize e = 0; e < G_N_ELEMENTS (exact); e++)
    for (int n = 1; n <= 5; n++)
      for (int any = 0; any <= (has_one_root (exact[e]) ? 0 : 1); any++)
        for (int round = 0; round < 5; round++)
          check_n_best (exact[e], n, any, random);
}

/* With equal scores sums count the trees. */
static void
check_count (const char *encoding, int n, gboolean has_any_root, double expected)
{
  g_autoptr (TbkTagDecoder) decoder = tbk_tag_decoder_new ();
  mpz_t n_trees, n_best;
  Call call;
  double log_z;

  call_init (&call, encoding, 1, n);
  call.options.has_any_root = has_any_root;
  cr_assert (tbk_tag_log_partition (decoder, &call.scores, &call.options, &log_z, NULL, NULL, NULL));
  cr_assert_float_eq (exp (log_z), expected, 1e-7, "%s, %d words: %g", encoding, n, exp (log_z));
  mpz_inits (n_trees, n_best, NULL);
  cr_assert (tbk_count_tags (decoder, &call.scores, &call.options, &n_trees, &n_best, NULL));
  cr_assert_eq (mpz_cmp_d (n_trees, expected), 0);
  cr_assert_eq (mpz_cmp (n_trees, n_best), 0);
  mpz_clears (n_trees, n_best, NULL);
  call_clear (&call);
}

Test (decode_tags, counts)
{
  static const int one[] = { 1, 2, 7, 30, 143, 728, 3876, 21318 },
                   any[] = { 1, 3, 12, 55, 273, 1428, 7752, 43263 },
                   sequences[] = { 1, 2, 8, 40, 224, 1344, 8448, 54912 };

  for (gsize e = 0; e < G_N_ELEMENTS (alphabets); e++)
    for (int n = 1; n <= 8; n++) {
      check_count (alphabets[e], n, FALSE, one[n - 1]);
      if (!has_one_root (alphabets[e]))
        check_count (alphabets[e], n, TRUE, any[n - 1]);
    }
  for (int n = 1; n <= 8; n++)
    check_count ("hexatags-any", n, FALSE, sequences[n - 1]);
  for (int n = 1; n <= 4; n++) {
    check_count ("brackets", n, FALSE, one[n - 1]);
    check_count ("brackets", n, TRUE, any[n - 1]);
  }
}

/* 4-bit tags as terminals: docs/design/map.md, (TG1) to (TG6), as a split grammar. The halves of a word are L(s) and R(t,s),
 * where s is 0, no dependent wanted; 1, wanted; 2, complete; t are the first two bits. A(t) is a word with both. */
enum { L, R = L + 3, A = R + 12, ROOT_L = A + 4, ROOT_R, ROOT_DONE, START, N_SYMBOLS };
enum { ROOT_TERMINAL = 16 };

static TbkRule
rule (TbkRuleForm form, int first, int second, int third)
{
  return (TbkRule){ form, { (guint8) first, (guint8) second, (guint8) third } };
}

static int
make_grammar (TbkRule *rules)
{
  int n = 0;

  for (int tag = 0; tag < 16; tag++)
    rules[n++] = rule (TBK_RULE_WORD, L + (tag >> 1 & 1), R + 3 * (tag >> 2) + (tag & 1), tag);
  for (int t = 0; t < 4; t++) {
    for (int l = 0; l <= 2; l += 2)
      for (int r = 0; r <= 2; r += 2)
        rules[n++] = rule (TBK_RULE_HEAD, A + t, L + l, R + 3 * t + r);
    for (int s = 1; s <= 2; s++)
      rules[n++] = rule (TBK_RULE_RIGHT, R + 3 * t + s, R + 3 * t + 1, A + 1 + s);
  }
  for (int s = 1; s <= 2; s++)
    rules[n++] = rule (TBK_RULE_LEFT, L + s, A + s - 1, L + 1);
  rules[n++] = rule (TBK_RULE_WORD, ROOT_L, ROOT_R, ROOT_TERMINAL);
  rules[n++] = rule (TBK_RULE_RIGHT, ROOT_R, ROOT_R, A + 2);
  rules[n++] = rule (TBK_RULE_RIGHT, ROOT_DONE, ROOT_R, A + 3);
  rules[n++] = rule (TBK_RULE_HEAD, START, ROOT_L, ROOT_DONE);
  return n;
}

static void
check_tags (TbkTabular *tabular, TbkTagDecoder *decoder, const int *tags, int n)
{
  g_auto (TbkWeightedString) string = TBK_WEIGHTED_STRING_INIT;
  Call call;
  gint64 best;
  mpz_t count;

  mpz_init (count);
  call_init (&call, "4-bit", 1, n);
  call.options = (TbkDecodeOptions){ .has_any_root = TRUE, .allows_none = TRUE };
  cr_assert (tbk_weighted_string_resize (&string, n + 1, NULL));
  string.terminals[0] = ROOT_TERMINAL;
  for (int d = 1; d <= n; d++) {
    string.terminals[d] = (guint8) tags[d];
    for (int t = 0; t < 16; t++)
      *score_at (&call, 0, d, t) = t == tags[d] ? 0 : -INFINITY;
  }
  cr_assert (tbk_tabular_best_count (tabular, &string, &best, count, NULL));
  cr_assert (decode (&call, decoder, NULL));
  cr_assert_eq (mpz_cmp_ui (count, call.best[0] == 0), 0);
  call_clear (&call);
  mpz_clear (count);
}

Test (decode_tags, grammar)
{
  TbkRule rules[64];
  const TbkGrammar grammar = { "4-bit", rules, make_grammar (rules), N_SYMBOLS, ROOT_TERMINAL + 1, START };
  g_autoptr (TbkTabular) tabular = tbk_tabular_new (&grammar);
  g_autoptr (TbkTagDecoder) decoder = tbk_tag_decoder_new ();
  g_autoptr (GRand) random = g_rand_new_with_seed (4);
  const TbkTagsOptions options = { .has_any_root = TRUE };
  g_autoptr (TbkTags) encoder = tbk_tags_new (tbk_tag_encoding_find ("4-bit"), &options);

  cr_assert_eq (grammar.n_rules, 46);
  cr_assert_eq ((int) N_SYMBOLS, 23);
  for (int n = 1; n <= 3; n++)
    for (int code = 0; code < 1 << (4 * n); code++) {
      const int tags[] = { 0, code & 15, code >> 4 & 15, code >> 8 };

      check_tags (tabular, decoder, tags, n);
    }
  for (int round = 0; round < 500; round++) { /* trees, half of them with a bit that is wrong */
    int heads[MOST + 1], tags[MOST + 1];
    TbkPiece out[MOST + 1];

    random_projective_tree (random, 12, heads);
    cr_assert (tbk_tags_encode (encoder, heads, NULL, 12, out, NULL));
    for (int d = 1; d <= 12; d++) {
      tags[d] = 0;
      for (int b = 0; b < 4; b++)
        tags[d] = 2 * tags[d] + (out[d].bytes[b] - '0');
    }
    if (round % 2 == 0)
      tags[g_rand_int_range (random, 1, 13)] ^= 1 << g_rand_int_range (random, 0, 4);
    check_tags (tabular, decoder, tags, 12);
  }
}

/* Kinds of scores that are not of each number alone: one tag of each word is allowed; a word has none. */
enum { ONE_TAG = 5, NO_TAG, N_KINDS };
enum { ODD_SENTENCES = 24 };

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
  case ONE_TAG:
    return -INFINITY;
  default:
    return g_rand_double_range (random, -2, 2);
  }
}

/* Marginals of a word are shares; -infinity gets none. */
static void
check_shares (const Call *call, int s, double log_z, const double *marginals)
{
  const gboolean has_gaps = strcmp (call->scores.encoding->name, "hexatags") == 0;

  for (int d = 1; d <= call->lengths[s]; d++) {
    double sum = 0;

    for (int t = 0; t < call->n_tags; t++) {
      const double share = marginals[score_at (call, s, d, t) - call->all];

      cr_assert (share >= 0 && share <= 1 + 1e-9, "%s, word %d, tag %d: %g", call->scores.encoding->name, d,
                 t, share);
      cr_assert (share == 0 || *score_at (call, s, d, t) > -INFINITY);
      sum += share;
    }
    cr_assert_float_eq (sum,
                        log_z == -INFINITY                 ? 0
                        : has_gaps && d < call->lengths[s] ? 2
                                                           : 1,
                        1e-9, "%s: %g", call->scores.encoding->name, sum);
  }
}

/* A sentence of a call, and where its marginals go. */
typedef struct {
  const Call *call;
  int sentence;
  double *marginals;
} WideSentence;

static double
find_tag_score (gpointer data, const Edge *edge)
{
  const WideSentence *of = data;
  const int n = of->call->lengths[of->sentence];
  const gboolean is_gap = of->call->scores.encoding->has_one_root && edge->rule->weight >= 2;

  return edge->a == 0 || (is_gap && edge->a == n)
             ? -INFINITY
             : *score_at (of->call, of->sentence, edge->a, edge->rule->weight);
}

static void
add_share (gpointer data, const Edge *edge, double share)
{
  const WideSentence *of = data;

  of->marginals[(edge->a - 1) * of->call->n_tags + edge->rule->weight] += share;
}

/* Sums of a sentence in wide numbers: log Z, and marginals for @n words. */
static double
sum_widely (const Call *call, int s, double *marginals)
{
  const RulesForm form = { .has_any_root = call->options.has_any_root };
  g_autoptr (Grammar) grammar = rules_new ((const TagCoder *) call->scores.encoding, &form);
  WideSentence sentence = { call, s, marginals };
  const WideScores scores = { &sentence, find_tag_score, add_share };

  return wide_tag_sums (grammar, call->lengths[s], &scores);
}

/* Numbers of each sentence of a call, in one array, are found. */
static void
sum_all (const Call *call, TbkTagDecoder *decoder, double *log_z, double *marginals)
{
  TbkTagNumbers shares = call->numbers;

  shares.place.first = marginals;
  cr_assert (tbk_tag_log_partition (decoder, &call->scores, &call->options, log_z, &shares, NULL, NULL));
}

enum { SPREAD_SENTENCES = 9 };

/* Sums of sentences whose scores are far apart, some more than others: those of wide numbers, and the same bits in vectors of any
 * size, by any number of threads, and of each sentence alone. */
static void
check_spread (const char *encoding, int n, double spread, GRand *random)
{
  g_autoptr (TbkTagDecoder) decoder = tbk_tag_decoder_new ();
  double log_z[SPREAD_SENTENCES], other_z[SPREAD_SENTENCES];
  Call call;

  call_init (&call, encoding, SPREAD_SENTENCES, n);
  const gsize size = (gsize) (n * call.n_tags), total = size * SPREAD_SENTENCES;
  g_autofree double *marginals = g_new0 (double, total), *other = g_new0 (double, total);

  for (gsize i = 0; i < total; i++)
    call.all[i] = g_rand_double_range (random, -1, 1) * spread * (i / size % 2 == 0 ? 1 : 0.03);
  sum_all (&call, decoder, log_z, marginals);
  for (int limit = 16; limit <= 64; limit *= 2) {
    many_vector_limit = limit;
    call.options.n_threads = limit / 16;
    sum_all (&call, decoder, other_z, other);
    cr_assert_arr_eq (log_z, other_z, sizeof log_z);
    cr_assert_arr_eq (marginals, other, total * sizeof (double));
  }
  many_vector_limit = 64;
  for (int s = 0; s < 2; s++) {
    g_autofree double *expected = g_new0 (double, size);
    const double expected_z = sum_widely (&call, s, expected);
    Call one = call;

    cr_assert_float_eq (log_z[s], expected_z, 1e-14 * fabs (expected_z) + 1e-13);
    for (gsize i = 0; i < size; i++)
      cr_assert_float_eq (marginals[(gsize) s * size + i], expected[i], 1e-14,
                          "%s, %d words, spread %g: %.17g, expected %.17g", encoding, n, spread,
                          marginals[(gsize) s * size + i], expected[i]);
    one.scores.n_sentences = 1;
    one.numbers.place.first = score_at (&call, s, 1, 0);
    one.scores.scores = &one.numbers;
    sum_all (&one, decoder, other_z, other);
    cr_assert_eq (log_z[s], other_z[0]);
    for (gsize i = 0; i < size; i++)
      cr_assert_eq (marginals[(gsize) s * size + i], other[i], "%s, %d words, spread %g: %.17g alone, %.17g",
                    encoding, n, spread, other[i], marginals[(gsize) s * size + i]);
  }
  many_vector_limit = 64;
  call_clear (&call);
}

Test (decode_tags, sums_of_any_size)
{
  static const double spreads[] = { 0, 3, 10, 30, 100, 300, 1000 };
  g_autoptr (GRand) random = g_rand_new_with_seed (6);

  for (gsize e = 0; e < G_N_ELEMENTS (alphabets); e++)
    for (gsize k = 0; k < G_N_ELEMENTS (spreads); k++) {
      for (int n = 1; n <= 12; n += 1 + n / 3)
        check_spread (alphabets[e], n, spreads[k], random);
      check_spread (alphabets[e], 40, spreads[k], random);
    }
  if (SCALED (10) == 10) {
    check_spread ("hexatags", 160, 3, random);
    check_spread ("4-bit", 160, 100, random);
    check_spread ("4-bit", 400, 1000, random);
  }
}

static void
fill_odd_scores (Call *call, int kind, GRand *random)
{
  for (int i = 0; i < call->n_sentences * call->width * call->n_tags; i++)
    call->all[i] = odd_score (random, kind);
  for (int s = 0; s < call->n_sentences; s++) {
    for (int d = 1; d <= call->width && kind == ONE_TAG; d++)
      *score_at (call, s, d, g_rand_int_range (random, 0, call->n_tags)) = 1;
    for (int t = 0; t < call->n_tags && kind == NO_TAG; t++)
      *score_at (call, s, 1 + s % call->lengths[s], t) = -INFINITY;
  }
}

/* No tree that a repair of the best tags gives is better, but for what is rounded. */
static void
check_repair (const Call *call, TbkTags *tags, int s)
{
  const char *const *alphabet = call->scores.encoding->alphabet;
  TbkPiece in[MOST + 1];
  int heads[MOST + 1];
  double size = 0;

  if (alphabet == NULL || has_one_root (call->scores.encoding->name))
    return;
  for (int d = 1; d <= call->lengths[s]; d++) {
    int best = 0;

    for (int t = 1; t < call->n_tags; t++)
      if (*score_at (call, s, d, t) > *score_at (call, s, d, best))
        best = t;
    in[d] = (TbkPiece){ alphabet[best], strlen (alphabet[best]) };
    size += fabs (*score_at (call, s, d, best));
  }
  cr_assert (tbk_tags_decode (tags, in, NULL, NULL, call->lengths[s], heads, NULL, NULL));
  cr_assert (call->best[s] == -INFINITY ? score_tree (call, tags, s, heads) == -INFINITY
                                        : call->best[s] >= score_tree (call, tags, s, heads) - 1e-12 * size);
}

/* Trees of the same scores in floats are the same alone, side by side, and in vectors of any size. */
static void
check_floats (const Call *call)
{
  const gsize size = (gsize) (call->width * call->n_tags),
              n_heads = (gsize) (call->n_sentences * call->width);
  g_autofree float *numbers = g_new (float, (gsize) call->n_sentences *size);
  g_autofree int *heads = g_new (int, n_heads);
  g_autoptr (TbkTagDecoder) decoder = tbk_tag_decoder_new ();
  Call floats = *call;

  for (gsize i = 0; i < (gsize) call->n_sentences * size; i++)
    numbers[i] = (float) call->all[i];
  floats.numbers.real = TBK_FLOAT32;
  floats.numbers.place.first = numbers;
  floats.scores.scores = &floats.numbers;
  floats.heads = heads;
  cr_assert (decode (&floats, decoder, NULL));
  for (int s = 0; s < call->n_sentences; s++) {
    int row[MOST];
    Call alone = floats;

    alone.scores.lengths = &floats.lengths[s];
    alone.scores.n_sentences = 1;
    alone.numbers.place.first = numbers + (gsize) s * size;
    alone.scores.scores = &alone.numbers;
    alone.heads = row;
    for (many_vector_limit = 16; many_vector_limit <= 64; many_vector_limit *= 2) {
      cr_assert (decode (&alone, decoder, NULL));
      cr_assert_eq (memcmp (row, heads + s * call->width, (gsize) call->width * sizeof (int)), 0);
    }
    many_vector_limit = 64;
  }
}

/* Always a tree if there is one, the same alone as with others, and by any number of threads. */
static void
check_odd (const char *encoding, int kind, GRand *random)
{
  g_autoptr (TbkTagDecoder) decoder = tbk_tag_decoder_new (), other = tbk_tag_decoder_new ();
  g_autoptr (TbkTags) tags = tbk_tags_new (tbk_tag_encoding_find (encoding), NULL);
  static const int lengths[] = { 1, 9, 30 }; /* so that sentences of one length are side by side */
  g_autofree double *marginals = NULL;
  TbkTagNumbers shares;
  double log_z[ODD_SENTENCES];
  Call call;

  call_init (&call, encoding, ODD_SENTENCES, 30);
  call.options.allows_none = TRUE;
  for (int s = 0; s < ODD_SENTENCES; s++)
    call.lengths[s] = lengths[g_rand_int_range (random, 0, 3)];
  fill_odd_scores (&call, kind, random);
  marginals = g_new0 (double, (gsize) (ODD_SENTENCES * 30 * call.n_tags));
  shares = call.numbers;
  shares.place.first = marginals;
  cr_assert (decode (&call, decoder, NULL));
  cr_assert (tbk_tag_log_partition (decoder, &call.scores, &call.options, log_z, &shares, NULL, NULL));
  for (int s = 0; s < ODD_SENTENCES; s++) {
    int heads[MOST + 1];
    Call alone = call;

    alone.scores.lengths = &call.lengths[s];
    alone.scores.n_sentences = 1;
    alone.numbers.place.first = score_at (&call, s, 1, 0);
    alone.scores.scores = &alone.numbers;
    alone.heads = g_new (int, call.width);
    cr_assert (decode (&alone, other, NULL));
    cr_assert_eq (memcmp (alone.heads, call.heads + s * call.width, (gsize) call.width * sizeof (int)), 0);
    g_free (alone.heads);
    check_shares (&call, s, log_z[s], marginals);
    check_repair (&call, tags, s);
    cr_assert (kind != NO_TAG || call.best[s] == -INFINITY);
    cr_assert_eq (call.best[s] == -INFINITY, log_z[s] == -INFINITY);
    if (call.best[s] == -INFINITY)
      continue;
    get_heads (&call, s, heads);
    cr_assert (is_tree (heads, call.lengths[s]) && count_roots (heads, call.lengths[s]) == 1);
    cr_assert_leq (call.best[s], log_z[s] + 1e-9 * fabs (log_z[s]));
  }
  check_floats (&call);
  for (int threads = 1; threads <= 3; threads++) {
    g_autofree int *heads = g_memdup2 (call.heads, (gsize) (ODD_SENTENCES * 30) * sizeof (int));

    call.options.n_threads = threads;
    many_vector_limit = 8 << threads;
    cr_assert (decode (&call, other, NULL));
    cr_assert_eq (memcmp (heads, call.heads, (gsize) (ODD_SENTENCES * 30) * sizeof (int)), 0);
  }
  many_vector_limit = 64;
  call_clear (&call);
}

Test (decode_tags, odd_scores)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (5);

  for (gsize e = 0; e < G_N_ELEMENTS (exact); e++)
    for (int kind = 0; kind < N_KINDS; kind++)
      check_odd (exact[e], kind, random);
}

/* Tags that are well formed and best are returned; the score of a repair is never above. */
Test (decode_tags, best_of_each_word)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (6);
  g_autoptr (TbkTagDecoder) decoder = tbk_tag_decoder_new ();

  for (gsize e = 0; e < 2; e++)
    for (int round = 0; round < 50; round++) {
      g_autoptr (TbkTags) tags = tbk_tags_new (tbk_tag_encoding_find (alphabets[e]), NULL);
      TbkPiece in[MOST + 1];
      int repaired[MOST + 1], heads[MOST + 1], n_changed;
      Call call;

      call_init (&call, alphabets[e], 1, 12);
      for (int d = 1; d <= 12; d++) {
        int best = 0;

        for (int t = 0; t < call.n_tags; t++) {
          *score_at (&call, 0, d, t) = g_rand_double (random);
          if (*score_at (&call, 0, d, t) > *score_at (&call, 0, d, best))
            best = t;
        }
        in[d] =
            (TbkPiece){ call.scores.encoding->alphabet[best], strlen (call.scores.encoding->alphabet[best]) };
      }
      cr_assert (tbk_tags_decode (tags, in, NULL, NULL, 12, repaired, &n_changed, NULL));
      cr_assert (decode (&call, decoder, NULL));
      get_heads (&call, 0, heads);
      cr_assert_geq (call.best[0], score_tree (&call, tags, 0, repaired));
      cr_assert_float_eq (call.best[0], score_tree (&call, tags, 0, heads), 1e-12);
      cr_assert (n_changed > 0 || memcmp (heads, repaired, sizeof (int) * 13) == 0);
      call_clear (&call);
    }
}

static void
check_refused (Call *call, TbkError code, const char *message)
{
  g_autoptr (TbkTagDecoder) decoder = tbk_tag_decoder_new ();
  g_autoptr (GError) error = NULL;

  cr_assert_not (decode (call, decoder, &error));
  cr_assert (g_error_matches (error, TBK_ERROR, code));
  cr_assert_str_eq (error->message, message);
}

Test (decode_tags, errors)
{
  Call call;

  call_init (&call, "4-bit", 4, 3);
  *score_at (&call, 3, 3, 5) = NAN;
  check_refused (&call, TBK_ERROR_DATA, "sentences[3]: scores[2,5] (word 3, tag 0101) is NaN");
  *score_at (&call, 2, 1, 0) = INFINITY;
  check_refused (&call, TBK_ERROR_DATA, "sentences[2]: scores[0,0] (word 1, tag 0000) is 2^112 or more");
  for (int t = 0; t < 16; t++)
    *score_at (&call, 1, 2, t) = -INFINITY;
  check_refused (&call, TBK_ERROR_DATA,
                 "sentences[1]: no projective tree with a single root with these tags");
  call.scores.n_tags = 15;
  check_refused (&call, TBK_ERROR_USAGE, "4-bit has 16 tags, scores have 15");
  call.scores.encoding = tbk_tag_encoding_find ("7-bit");
  check_refused (
      &call, TBK_ERROR_USAGE,
      "7-bit cannot be decoded exactly from scores: no method is known that keeps words from making a cycle");
  call_clear (&call);
  call_init (&call, "brackets", 1, 2);
  call.tags[7] = (TbkPiece){ "12x1", 4 };
  check_refused (&call, TBK_ERROR_USAGE, "tags[7]: '12x1' is not a tag of brackets");
  call.tags[7] = call.tags[2];
  check_refused (&call, TBK_ERROR_USAGE, "tags[2] and tags[7] are both '>'");
  call_clear (&call);
}

/* Tags without a column are forbidden, or have a score of their own. */
Test (decode_tags, unknown)
{
  const TbkPiece tags[] = { { "1100", 4 }, { "0101", 4 } };
  Call call;

  call_init (&call, "4-bit", 1, 3);
  call.scores.tags = tags;
  call.scores.n_tags = 2;
  check_refused (&call, TBK_ERROR_DATA,
                 "sentences[0]: no projective tree with a single root with these tags");
  call.scores.has_unknown = TRUE;
  call.scores.unknown = 1;
  {
    g_autoptr (TbkTagDecoder) decoder = tbk_tag_decoder_new ();

    cr_assert (decode (&call, decoder, NULL));
    cr_assert_eq (call.best[0], 3); /* 0100 0000 1110, say: none of the two */
  }
  call_clear (&call);
}

/* What is asked for and cannot be had. */
Test (decode_tags, refused_calls)
{
  const TbkPiece words[] = { { "", 0 }, { "X", 1 } }, *const upos[] = { words };
  const TbkPiece relative[] = { { "+1", 2 }, { "+1@X", 4 } };
  const TbkArcNumbers labelled = { .real = TBK_FLOAT64, .n_labels = 1 };
  Call call;

  call_init (&call, "4-bit", 2, 3);
  call.scores.tags = relative;
  call.scores.n_tags = 2;
  check_refused (&call, TBK_ERROR_USAGE, "tags[0]: '+1' is not a tag of 4-bit");
  call.scores.encoding = tbk_tag_encoding_find ("relative-upos");
  check_refused (&call, TBK_ERROR_USAGE, "relative-upos needs the UPOS of words");
  call.scores.upos = upos;
  check_refused (&call, TBK_ERROR_USAGE, "tags[0]: '+1' is not a tag of relative-upos");
  call.scores.encoding = tbk_tag_encoding_find ("relative");
  check_refused (&call, TBK_ERROR_USAGE, "tags[1]: '+1@X' is not a tag of relative");
  call.scores.tags = NULL;
  check_refused (&call, TBK_ERROR_USAGE, "relative needs the names of tags");
  call.lengths[1] = 0;
  check_refused (&call, TBK_ERROR_DATA, "sentences[1]: found 0 words, expected 1 to 4096");
  call_clear (&call);

  call_init (&call, "4-bit", 1, 3);
  call.scores.arc_scores = &labelled;
  check_refused (&call, TBK_ERROR_USAGE, "scores of arcs, next to scores of tags, have no labels");
  call.options.is_nonprojective = TRUE;
  check_refused (&call, TBK_ERROR_USAGE, "4-bit can be decoded from scores for projective trees alone");
  call.scores.has_unknown = TRUE;
  call.scores.unknown = NAN;
  check_refused (&call, TBK_ERROR_USAGE, "the score of unknown tags is NaN");
  call.scores.unknown = INFINITY;
  check_refused (&call, TBK_ERROR_USAGE, "the score of unknown tags is 2^112 or more");
  call_clear (&call);

  call_init (&call, "hexatags", 1, 3);
  call.options.has_any_root = TRUE;
  check_refused (&call, TBK_ERROR_USAGE, "hexatags has trees with one root alone");
  call_clear (&call);

  call_init (&call, "brackets", 1, 3);
  call.scores.has_unknown = TRUE;
  check_refused (&call, TBK_ERROR_USAGE,
                 "there is no end of tags of brackets, so unknown ones have no score");
  call_clear (&call);
}

/* Tags that name arcs are decoded by arcs, whose errors have the place of their sentence once; lists grow beyond the memory
 * that the chart is within. */
Test (decode_tags, refused_sentences)
{
  g_autoptr (TbkTagDecoder) decoder = tbk_tag_decoder_new ();
  g_autoptr (GError) error = NULL;
  g_autofree int *heads = g_new (int, 1000 * 6);
  const TbkTreeRows trees = { .n_trees = 1000, .width = 6, .heads = heads };
  Call call;

  call_init (&call, "relative", 2, 3);
  *score_at (&call, 1, 2, 1) = NAN;
  check_refused (&call, TBK_ERROR_DATA, "sentences[1]: scores[1,1] (word 2, tag -1) is NaN");
  call.options.max_memory = 1;
  check_refused (&call, TBK_ERROR_RESOURCE,
                 "sentences[0]: 3 words need more memory than the 1 bytes that are allowed");
  call_clear (&call);

  call_init (&call, "relative", 1, 1);
  for (int t = 0; t < call.n_tags; t++)
    *score_at (&call, 0, 1, t) = -INFINITY;
  check_refused (&call, TBK_ERROR_DATA,
                 "sentences[0]: no projective tree with a single root with these tags");
  call_clear (&call);

  call_init (&call, "4-bit", 1, 6);
  call.options.max_memory = 1;
  check_refused (&call, TBK_ERROR_RESOURCE,
                 "sentences[0]: 6 words need more memory than the 1 bytes that are allowed");
  call.options.max_memory = 1 << 14;
  cr_assert_not (tbk_decode_tags (decoder, &call.scores, &call.options, &trees, &error));
  cr_assert (g_error_matches (error, TBK_ERROR, TBK_ERROR_RESOURCE));
  cr_assert_str_eq (error->message, "sentences[0]: no memory for the best trees of 6 words");
  call_clear (&call);
}
