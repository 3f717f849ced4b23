/* test_split.c - sentences shared out: how many each part gets, what stays together, and that chance is fair. */
#include <criterion/criterion.h>

#include <string.h>

#include "corpus/corpus.h"
#include "tbk/corpus.h"

/* A split of @n sentences, that of index i in file i % @n_files; a document begins at every @document-th, if not 0. They
 * are added from the last to the first. */
static TbkSplit *
split_sentences (const gint64 *shares, int n_parts, int n, int n_files, int document, guint64 seed)
{
  TbkSplit *split = tbk_split_new (
      &(TbkSplitOptions){ .shares = shares, .n_parts = n_parts, .by_document = document > 0, .seed = seed });

  for (int i = n - 1; i >= 0; i--) {
    const gboolean is_start = document > 0 && i / n_files % document == 0;
    const char *text = is_start ? "# text = x\n#newdoc id = d\n1\tx\n\n" : "# newdocument\n1\t# newdoc\n\n";
    const TbkEntry entry = { .file_number = i % n_files,
                             .index = i / n_files + 1,
                             .text = text,
                             .length = strlen (text),
                             .n_words = 1 };
    cr_assert (split_add (split, &entry, TRUE, NULL));
  }
  cr_assert (tbk_split_decide (split, NULL));
  return split;
}

/* Each part has its share rounded down or one more; those with one more have no smaller remainder than those without. */
Test (split, sizes_are_largest_remainders)
{
  static const gint64 shares[][4] = {
    { 80, 10, 10, 0 }, { 1, 1, 1, 0 }, { 7, 5, 3, 1 }, { 999999, 1, 0, 0 }
  };

  for (guint s = 0; s < G_N_ELEMENTS (shares); s++)
    for (int n = 0; n < 60; n++) {
      gint64 whole = 0, sum = 0, least_up = G_MAXINT64, most_down = -1;
      int n_parts = 0;
      while (n_parts < 4 && shares[s][n_parts] > 0)
        whole += shares[s][n_parts++];
      g_autoptr (TbkSplit) split = split_sentences (shares[s], n_parts, n, 3, 0, 5);
      for (int part = 0; part < n_parts; part++) {
        const gint64 size = tbk_split_size (split, part), exact = n * shares[s][part];
        gint64 met = 0;
        for (int i = 0; i < n; i++)
          met += split_part (split, i % 3, i / 3 + 1) == part;
        cr_assert_eq (met, size);
        cr_assert (size == exact / whole || size == exact / whole + 1);
        if (size == exact / whole)
          most_down = MAX (most_down, exact % whole);
        else
          least_up = MIN (least_up, exact % whole);
        sum += size;
      }
      cr_assert_eq (sum, n);
      cr_assert_geq (least_up, most_down);
      cr_assert_eq (split_part (split, 0, 1000), -1);
    }
}

/* Of the six ways to put two of four sentences into one part each is as likely. */
Test (split, all_ways_are_equally_likely)
{
  enum { N_SEEDS = 6000 };
  static const gint64 halves[] = { 1, 1 };
  int met[16] = { 0 }, n_met = 0;

  for (guint64 seed = 0; seed < N_SEEDS; seed++) {
    g_autoptr (TbkSplit) split = split_sentences (halves, 2, 4, 1, 0, seed);
    guint way = 0;
    for (int i = 0; i < 4; i++)
      way |= (guint) split_part (split, 0, i + 1) << i;
    met[way]++;
  }
  for (int way = 0; way < 16; way++)
    if (met[way] > 0) {
      n_met++;
      cr_assert (ABS (met[way] - N_SEEDS / 6) < 150, "way %d: %d times", way, met[way]);
    }
  cr_assert_eq (n_met, 6);
}

/* Sentences of a document are in one part; a part is off by less than a document. */
Test (split, documents_stay_together)
{
  static const gint64 shares[] = { 3, 1 };

  for (guint64 seed = 0; seed < 50; seed++) {
    g_autoptr (TbkSplit) split = split_sentences (shares, 2, 400, 2, 5, seed);
    int n_changes = 0;
    for (int file = 0; file < 2; file++)
      for (int i = 1; i < 200; i++) {
        const gboolean differ = split_part (split, file, i) != split_part (split, file, i + 1);
        cr_assert (!differ || i % 5 == 0);
        n_changes += differ;
      }
    cr_assert_gt (n_changes, 5);
    cr_assert (ABS (tbk_split_size (split, 0) - 300) < 5);
  }
}

/* What is not selected is in no part, and what has no words goes with the sentence before it. */
Test (split, left_out_and_without_words)
{
  static const gint64 halves[] = { 1, 1 };
  g_autoptr (TbkSplit) split =
      tbk_split_new (&(TbkSplitOptions){ .shares = halves, .n_parts = 2, .seed = 1 });

  for (int i = 1; i <= 40; i++)
    cr_assert (split_add (split, &(TbkEntry){ .index = i, .n_words = i % 4 != 2 }, i % 4 != 0, NULL));
  cr_assert (tbk_split_decide (split, NULL));
  for (int i = 1; i <= 40; i++) {
    const int part = split_part (split, 0, i);
    cr_assert_eq (part < 0, i % 4 == 0);
    cr_assert (i % 4 != 2 || part == split_part (split, 0, i - 1));
  }
  cr_assert (tbk_split_size (split, 0) == 10 && tbk_split_size (split, 1) == 10);
}
