/* test_decode_unique.c - the best trees with unique labels against enumeration, against one another, in any batch. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "brute/oracle_cases.h"
#include "brute/trees.h"
#include "tabular/tabular.h"
#include "tbk/decode.h"

enum { LABELS = 5, MOST_SENTENCES = 40 };

static const TbkLabelGroups unique = { 2, (const int[]){ 1, 2 }, (const int[]){ 3, 0, 4 } };
static const int group_of[LABELS] = { 2, 0, 0, 1, 2 };

static GRand *source;

static void
set_up (void)
{
  source = g_rand_new_with_seed (2022);
}

static void
tear_down (void)
{
  g_rand_free (source);
}

TestSuite (decode_unique, .init = set_up, .fini = tear_down);

/* Sentences with scores of every label, as floats or doubles. */
typedef struct {
  int n_sentences, longest, lengths[MOST_SENTENCES];
  float *floats;
  double *doubles;
} LabelledBatch;

static gsize
place_of (const LabelledBatch *b, int sentence, int d, int h, int label)
{
  return (((gsize) sentence * (b->longest + 1) + d) * (b->longest + 1) + h) * LABELS + label;
}

static double
score_at (const LabelledBatch *b, int sentence, int d, int h, int label)
{
  return b->doubles[place_of (b, sentence, d, h, label)];
}

/* Integers, with -infinity for some; @reward is added to labels of groups, so that the rule binds. */
static LabelledBatch *
labelled_batch_new (int n_sentences, int longest, int range, int reward)
{
  LabelledBatch *b = g_new0 (LabelledBatch, 1);
  const gsize n_numbers = (gsize) n_sentences * (longest + 1) * (longest + 1) * LABELS;

  *b = (LabelledBatch){ .n_sentences = n_sentences,
                        .longest = longest,
                        .floats = g_new (float, n_numbers),
                        .doubles = g_new (double, n_numbers) };
  for (int s = 0; s < n_sentences; s++)
    b->lengths[s] = g_rand_int_range (source, (longest + 1) / 2, longest + 1);
  for (gsize i = 0; i < n_numbers; i++) {
    const double score =
        g_rand_int_range (source, -range, range + 1) + (group_of[i % LABELS] > 0 ? reward : 0);

    b->doubles[i] = g_rand_int_range (source, 0, 8) == 0 ? -INFINITY : score;
    b->floats[i] = (float) b->doubles[i];
  }
  return b;
}

static void
labelled_batch_free (LabelledBatch *b)
{
  g_free (b->floats);
  g_free (b->doubles);
  g_free (b);
}

/* Decodes @n sentences from @first on into the rows of the same numbers. */
static gboolean
decode (const LabelledBatch *b, TbkReal real, int first, int n, const TbkDecodeOptions *options,
        const TbkTreeRows *all_rows, GError **error)
{
  g_autoptr (TbkDecoder) decoder = tbk_decoder_new ();
  const gint64 across = b->longest + 1;
  const gsize at = place_of (b, first, 0, 0, 0);
  const TbkArcNumbers numbers = {
    .real = real,
    .n_labels = LABELS,
    .place = { real == TBK_FLOAT32 ? (gpointer) (b->floats + at) : (gpointer) (b->doubles + at),
               across * LABELS, LABELS, 1 },
    .sentences_apart = across * across * LABELS,
  };
  const TbkArcScores scores = { n, b->lengths + first, &numbers, NULL };
  const TbkTreeRows rows = { 1, all_rows->width, all_rows->heads + first * all_rows->width,
                             all_rows->labels + first * all_rows->width, all_rows->scores + first };

  return tbk_decode (decoder, &scores, options, &rows, error);
}

static TbkTreeRows
rows_new (const LabelledBatch *b)
{
  const gsize n = (gsize) b->n_sentences * b->longest;

  return (TbkTreeRows){ 1, b->longest, g_new (int, n), g_new (int, n), g_new (double, b->n_sentences) };
}

static void
rows_clear (TbkTreeRows *rows)
{
  g_free (rows->heads);
  g_free (rows->labels);
  g_free (rows->scores);
}

/* That the row has a tree of the kind, which obeys the rule and has its score. */
static void
check_row (const LabelledBatch *b, int sentence, const TbkTreeRows *rows, const TbkDecodeOptions *options)
{
  const int n = b->lengths[sentence];
  int heads[100] = { -1 }, used[100] = { 0 };
  double sum = 0;

  for (int d = 1; d <= n; d++) {
    const int h = rows->heads[sentence * rows->width + d - 1];
    const int label = rows->labels[sentence * rows->width + d - 1], group = group_of[label];

    heads[d] = h;
    sum += score_at (b, sentence, d, h, label);
    if (h > 0 && group > 0) {
      cr_assert ((used[h] & 1 << group) == 0, "head %d has two dependents of group %d", h, group);
      used[h] |= 1 << group;
    }
  }
  cr_assert (is_tree (heads, n));
  cr_assert (options->has_any_root || count_roots (heads, n) == 1);
  cr_assert (options->is_nonprojective || count_nonprojective_arcs (heads, n) == 0);
  cr_assert_eq (sum, rows->scores[sentence]);
}

/* The best score of a tree whose labels obey, by all choices of a group, or none, for each word. */
static double
worth_of (const LabelledBatch *b, int sentence, const int *heads)
{
  const int n = b->lengths[sentence];
  double best = -INFINITY;
  int n_choices = 1;

  for (int d = 1; d <= n; d++)
    n_choices *= 3;
  for (int choice = 0; choice < n_choices; choice++) {
    int used[8] = { 0 }, rest = choice;
    gboolean obeys = TRUE;
    double sum = 0;

    for (int d = 1; d <= n; d++, rest /= 3) {
      double greatest = -INFINITY;

      for (int l = 0; l < LABELS; l++)
        if (group_of[l] == rest % 3)
          greatest = MAX (score_at (b, sentence, d, heads[d], l), greatest);
      sum += greatest;
      obeys &= heads[d] == 0 || rest % 3 == 0 || (used[heads[d]] & 1 << rest % 3) == 0;
      used[heads[d]] |= 1 << rest % 3;
    }
    best = obeys && sum > best ? sum : best;
  }
  return best;
}

static double
enumerate (const LabelledBatch *b, int sentence, const TbkDecodeOptions *options)
{
  const int n = b->lengths[sentence];
  const TreeList *trees = all_trees (n, !options->is_nonprojective);
  double best = -INFINITY;

  for (gsize t = 0; t < trees->n_trees; t++)
    if (options->has_any_root || count_roots (tree_at (trees, t), n) == 1)
      best = MAX (worth_of (b, sentence, tree_at (trees, t)), best);
  return best;
}

static TbkDecodeOptions
options_of (int form)
{
  return (TbkDecodeOptions){
    .is_nonprojective = form & 1, .has_any_root = form >> 1, .allows_none = TRUE, .unique = &unique
  };
}

Test (decode_unique, finds_the_best_of_all_trees)
{
  for (int i = 0; i < SCALED (12); i++) {
    LabelledBatch *b = labelled_batch_new (4, i % 4 == 0 ? 5 : 4, 1 + 3 * (i % 2), i % 3 * 2);
    TbkTreeRows rows = rows_new (b);

    for (int form = 0; form < 4; form++)
      for (TbkReal real = TBK_FLOAT32; real <= TBK_FLOAT64; real++) {
        const TbkDecodeOptions options = options_of (form);

        cr_assert (decode (b, real, 0, b->n_sentences, &options, &rows, NULL));
        for (int s = 0; s < b->n_sentences; s++) {
          cr_assert_eq (rows.scores[s], enumerate (b, s, &options));
          if (rows.scores[s] > -INFINITY)
            check_row (b, s, &rows, &options);
        }
      }
    rows_clear (&rows);
    labelled_batch_free (b);
  }
}

/* No better than without the rule, and the same where that tree obeys; a projective tree that the search finds
 * is as good as that of the chart. */
Test (decode_unique, charts_and_searches_agree)
{
  int n_same = 0;

  for (int i = 0; i < SCALED (10); i++) {
    LabelledBatch *b = labelled_batch_new (MOST_SENTENCES, i % 2 == 0 ? 7 : 20, 20, 2);
    TbkTreeRows rows[5];

    for (int form = 0; form < 5; form++) {
      TbkDecodeOptions options = options_of (form % 4);

      options.unique = form == 4 ? NULL : &unique;
      options.is_nonprojective |= form == 4;
      options.has_any_root |= form == 4;
      rows[form] = rows_new (b);
      cr_assert (decode (b, i & 1, 0, b->n_sentences, &options, &rows[form], NULL));
      for (int s = 0; s < b->n_sentences && form < 4; s++)
        if (rows[form].scores[s] > -INFINITY)
          check_row (b, s, &rows[form], &options);
    }
    for (int s = 0; s < b->n_sentences; s++) {
      cr_assert (rows[0].scores[s] <= rows[1].scores[s] && rows[0].scores[s] <= rows[2].scores[s]);
      cr_assert (rows[1].scores[s] <= rows[3].scores[s] && rows[3].scores[s] <= rows[4].scores[s]);
      for (int form = 1; form < 4; form += 2) {
        int heads[100] = { -1 };

        memcpy (heads + 1, rows[form].heads + s * b->longest, b->lengths[s] * sizeof (int));
        if (rows[form].scores[s] == -INFINITY || count_nonprojective_arcs (heads, b->lengths[s]) > 0)
          continue;
        cr_assert_eq (rows[form].scores[s], rows[form - 1].scores[s]);
        n_same++;
      }
    }
    for (int form = 0; form < 5; form++)
      rows_clear (&rows[form]);
    labelled_batch_free (b);
  }
  cr_assert_gt (n_same, SCALED (10));
}

/* With ties, too. */
Test (decode_unique, gives_the_same_trees_in_any_batch)
{
  for (int form = 0; form < 4; form++) {
    LabelledBatch *b = labelled_batch_new (30, 12, form & 1 ? 40 : 1, 1);
    TbkTreeRows rows = rows_new (b), others = rows_new (b);
    TbkDecodeOptions options = options_of (form);

    for (int round = 0; round < 12; round++) {
      TbkTreeRows *found = round == 0 ? &rows : &others;

      many_vector_limit = 16 << round % 3;
      options.n_threads = 1 + round % 4;
      for (int first = 0, n; first < b->n_sentences; first += n) {
        n = round < 3 ? 1 : g_rand_int_range (source, 1, b->n_sentences - first + 1);
        cr_assert (decode (b, TBK_FLOAT64, first, n, &options, found, NULL));
      }
      cr_assert_arr_eq (rows.scores, found->scores, b->n_sentences * sizeof (double));
      cr_assert_arr_eq (rows.heads, found->heads, (gsize) b->n_sentences * b->longest * sizeof (int));
      cr_assert_arr_eq (rows.labels, found->labels, (gsize) b->n_sentences * b->longest * sizeof (int));
    }
    many_vector_limit = 64;
    rows_clear (&rows);
    rows_clear (&others);
    labelled_batch_free (b);
  }
}

static void
expect_error (const LabelledBatch *b, const TbkDecodeOptions *options, int code, const char *message)
{
  TbkTreeRows rows = rows_new (b);
  g_autoptr (GError) error = NULL;

  cr_assert_not (decode (b, TBK_FLOAT64, 0, b->n_sentences, options, &rows, &error));
  cr_assert (g_error_matches (error, TBK_ERROR, code), "%s", error->message);
  cr_assert_neq (strstr (error->message, message), NULL, "%s", error->message);
  rows_clear (&rows);
}

Test (decode_unique, reports_what_is_wrong)
{
  LabelledBatch *b = labelled_batch_new (8, 12, 1, 4);
  const TbkLabelGroups again = { 2, (const int[]){ 1, 2 }, (const int[]){ 3, 0, 3 } };
  const TbkLabelGroups beyond = { 1, (const int[]){ 2 }, (const int[]){ 3, LABELS } };
  TbkDecodeOptions options = options_of (1);

  options.max_nodes = 2;
  expect_error (b, &options, TBK_ERROR_DATA, " needs a search of more than 2 nodes");
  options.max_nodes = 0;
  options.unique = &again;
  expect_error (b, &options, TBK_ERROR_DATA, "unique[1][1]: found label 3 again");
  options.unique = &beyond;
  expect_error (b, &options, TBK_ERROR_DATA, "unique[0][1]: found label 5, expected 0 to 4");
  labelled_batch_free (b);
}

/* Any number of bytes is enough, for the same trees, or is named in the error. */
Test (decode_unique, needs_memory)
{
  for (int form = 0; form < 4; form++) {
    LabelledBatch *b = labelled_batch_new (8, 12, 1, 4);
    TbkTreeRows rows = rows_new (b), enough = rows_new (b);
    TbkDecodeOptions options = options_of (form);
    gboolean done = FALSE;
    int n_refused = 0;

    cr_assert (decode (b, TBK_FLOAT64, 0, b->n_sentences, &options, &enough, NULL));
    for (options.max_memory = 50; !done; options.max_memory += 50) {
      g_autofree char *expected = g_strdup_printf (
          " words need more memory than the %" G_GSIZE_FORMAT " bytes that are allowed", options.max_memory);
      g_autoptr (GError) error = NULL;

      done = decode (b, TBK_FLOAT64, 0, b->n_sentences, &options, &rows, &error);
      if (done)
        continue;
      cr_assert (g_error_matches (error, TBK_ERROR, TBK_ERROR_RESOURCE));
      cr_assert (g_str_has_suffix (error->message, expected), "%s", error->message);
      n_refused++;
    }
    cr_assert_gt (n_refused, 10);
    cr_assert_arr_eq (rows.heads, enough.heads, (gsize) b->n_sentences * b->longest * sizeof (int));
    rows_clear (&rows);
    rows_clear (&enough);
    labelled_batch_free (b);
  }
}
