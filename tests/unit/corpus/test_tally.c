/* test_tally.c - tallies: merged in any order and parted in any way, written and read again. */
#include <string.h>

#include "corpus/corpus.h"
#include "statistics/statistics.h"
#include "tbk/statistics.h"
#include "unit/refused.h"
#include "unit/scratch.h"
#include "unit/tallies.h"

/* A row to be added. */
typedef struct {
  int file, section;
  char number[40], label[8], integer[12];
  gint64 values[2];
} Item;

static void
draw_item (GRand *random, Item *item)
{
  static const char *const labels[] = { "", "nsubj", "a\tb", "\"\\", "\303\251", "Z" };
  static const char *const numbers[] = { "0", "9", "10", "99", "100", "123456789012345678901234567890" };

  item->file = g_rand_int_range (random, 0, 4);
  item->section = g_rand_int_range (random, 0, 3);
  g_strlcpy (item->number, numbers[g_rand_int_range (random, 0, 6)], sizeof item->number);
  g_strlcpy (item->label, labels[g_rand_int_range (random, 0, 6)], sizeof item->label);
  g_snprintf (item->integer, sizeof item->integer, "%d", g_rand_int_range (random, 0, 3) * (G_MAXINT / 2));
  item->values[0] = g_rand_int_range (random, 0, 6) == 0 ? G_MAXINT64 / 3 : g_rand_int_range (random, 0, 9);
  item->values[1] = g_rand_int_range (random, 0, 1000);
}

static void
add_item (TbkTally *tally, const Item *item)
{
  tbk_tally_add (tally, item->section, (const char *[]){ item->number, item->label, item->integer },
                 item->values);
}

/* The tallies of the files of @part, of @n_parts among which files are dealt out; the items of a file are added by
 * way of several tallies, in the order of @order. */
static TbkTallies *
make_part (const Item *items, const int *order, int n_items, int part, const int *part_of_file, GRand *random)
{
  TbkTallies *tallies = tbk_tallies_new (&layout, some_paths, some_options);

  for (int f = 0; f < 4; f++) {
    TbkTally *pieces[3] = { tbk_tally_new (&layout), tbk_tally_new (&layout), tbk_tally_new (&layout) };

    for (int i = 0; i < n_items; i++)
      if (items[order[i]].file == f)
        add_item (pieces[g_rand_int_range (random, 0, 3)], &items[order[i]]);
    tally_merge (pieces[1], pieces[2]);
    tbk_tally_merge_copy (pieces[0], pieces[1]);
    tbk_tally_free (pieces[1]);
    tbk_tally_free (pieces[2]);
    if (part_of_file[f] == part)
      tallies_put (tallies, f, pieces[0]);
    else
      tbk_tally_free (pieces[0]);
  }
  return tallies;
}

TestSuite (tally, .init = make_folder, .fini = remove_folder);

static void
shuffle (GRand *random, int *numbers, int n)
{
  for (int i = n - 1; i > 0; i--) {
    int j = g_rand_int_range (random, 0, i + 1), swapped = numbers[i];
    numbers[i] = numbers[j];
    numbers[j] = swapped;
  }
}

/* Any order of adding and merging, and any way to deal files out, gives the same bytes. */
Test (tally, order_and_split_play_no_part)
{
  enum { MOST = 40 };
  g_autoptr (GRand) random = g_rand_new_with_seed (11);

  for (int round = 0; round < 30; round++) {
    const int all_in_one[4] = { 0 }, n_items = g_rand_int_range (random, 0, MOST);
    Item items[MOST];
    int order[MOST], part_of_file[4];
    gsize whole_length, length;
    g_autofree char *whole_text = NULL, *text = NULL;
    g_autoptr (TbkTallies) whole = NULL;
    TbkTallies *parts[3];

    for (int i = 0; i < n_items; i++) {
      draw_item (random, &items[i]);
      order[i] = i;
    }
    whole = make_part (items, order, n_items, 0, all_in_one, random);
    for (int f = 0; f < 4; f++)
      part_of_file[f] = g_rand_int_range (random, 0, 3);
    for (int p = 0; p < 3; p++) {
      shuffle (random, order, n_items);
      parts[p] = make_part (items, order, n_items, p, part_of_file, random);
    }
    cr_assert (tbk_tallies_merge (parts[2], parts[0], NULL));
    cr_assert_eq (tallies_n_of_state (parts[0], FILE_IN), 0);
    cr_assert (tbk_tallies_merge (parts[1], parts[2], NULL));
    cr_assert_eq (tallies_n_of_state (parts[1], FILE_IN), 4);
    whole_text = tallies_text (whole, &whole_length);
    text = tallies_text (parts[1], &length);
    cr_assert_eq (length, whole_length);
    cr_assert_eq (memcmp (text, whole_text, length), 0);
    for (int p = 0; p < 3; p++)
      tbk_tallies_free (parts[p]);
  }
}

static void
check_equal_rows (const TbkTally *x, const TbkTally *y, int section)
{
  gsize n, n_y;
  g_autofree TbkTallyRow *rows = tbk_tally_rows (x, section, &n);
  g_autofree TbkTallyRow *rows_y = tbk_tally_rows (y, section, &n_y);

  cr_assert_eq (n, n_y);
  for (gsize r = 0; r < n; r++)
    cr_assert_eq (rows[r].values[0], rows_y[r].values[0]);
}

/* What is read is what was written, and is written the same; totals too. */
Test (tally, round_trip)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (12);
  g_autoptr (TbkTally) empty = tbk_tally_new (&layout);

  for (int round = 0; round < 30; round++) {
    const int part_of_file[4] = { 0, round % 2, 0, round % 3 };
    Item items[30];
    int order[30];
    gsize length, again_length;
    g_autofree char *text = NULL, *again = NULL;
    g_autoptr (TbkTallies) tallies = NULL, read = NULL;
    g_autoptr (TbkTally) total = NULL, read_total = NULL;
    g_autoptr (GError) error = NULL;

    for (int i = 0; i < 30; i++) {
      draw_item (random, &items[i]);
      order[i] = i;
    }
    tallies = make_part (items, order, 30, 0, part_of_file, random);
    text = tallies_text (tallies, &length);
    read = read_text (&layout, text, length, &error);
    cr_assert_not_null (read, "%s", error == NULL ? "" : error->message);
    again = tallies_text (read, &again_length);
    cr_assert_eq (length, again_length);
    cr_assert_eq (memcmp (text, again, length), 0);
    cr_assert_eq (tallies_n_of_state (read, FILE_IN), tallies_n_of_state (tallies, FILE_IN));
    cr_assert_str_eq (tbk_tallies_name (read, 1), some_paths[1]);
    cr_assert_str_eq (tbk_tallies_name (read, 3), "<stdin>");
    cr_assert_str_eq (tbk_tallies_option (read, "bin"), "5");
    cr_assert_null (tbk_tallies_option (read, "5"));
    total = tbk_tallies_total (tallies);
    read_total = tbk_tallies_total (read);
    for (int s = 0; s < 3; s++) {
      g_autoptr (TbkTally) of_section = tallies_section_total (tallies, s);

      check_equal_rows (total, read_total, s);
      for (int of = 0; of < 3; of++)
        check_equal_rows (of_section, of == s ? total : empty, of);
    }
  }
}

Test (tally, rows_are_in_order)
{
  static const char *const numbers[] = { "0", "2", "10", "11", "100", "98765432109876543210" };
  g_autoptr (TbkTally) tally = tbk_tally_new (&layout);
  const gint64 one = 1;
  gsize n_rows;
  g_autofree TbkTallyRow *rows = NULL;

  for (int i = 5; i >= 0; i--)
    tbk_tally_add (tally, 1, &numbers[i], &one);
  rows = tbk_tally_rows (tally, 1, &n_rows);
  cr_assert_eq (n_rows, 6);
  for (int i = 0; i < 6; i++)
    cr_assert_str_eq (rows[i].key[0], numbers[i]);
  cr_assert_null (tbk_tally_get (tally, 0, NULL));
  cr_assert_eq (*tbk_tally_get (tally, 1, &numbers[2]), 1);
}

/* A sum stays at the greatest integer, in whatever order it gets there. */
Test (tally, sums_saturate)
{
  g_autoptr (TbkTally) tally = tbk_tally_new (&layout), more = tbk_tally_new (&layout);
  const gint64 large[] = { G_MAXINT64 - 1, 5 }, small[] = { 1, 9 };

  tbk_tally_add (tally, 0, NULL, large);
  tbk_tally_add (tally, 0, NULL, small);
  cr_assert_eq (tbk_tally_get (tally, 0, NULL)[0], G_MAXINT64);
  tbk_tally_add (more, 0, NULL, small);
  tally_merge (tally, more);
  cr_assert_eq (tbk_tally_get (tally, 0, NULL)[0], G_MAXINT64);
  cr_assert_eq (tbk_tally_get (tally, 0, NULL)[1], 9);
  cr_assert_null (tbk_tally_get (more, 0, NULL));
}

Test (tally, what_does_not_belong_together_is_not_merged)
{
  static const char *const other_paths[] = { "a.conllu", "b", "a.conllu", "-", NULL };
  static const char *const fewer_paths[] = { "a.conllu", "folder/b \"quoted\"\t.gz", "a.conllu", NULL };
  static const char *const other_options[] = { "root", "gold", "bin", "6", NULL };
  g_autoptr (TbkTallies) tallies = make_some (some_paths, some_options, 0);
  g_autoptr (TbkTallies) figures = tbk_tallies_new (tbk_figures_layout (), some_paths, some_options);
  TbkTallies *others[] = { make_some (other_paths, some_options, 2), make_some (fewer_paths, some_options, 1),
                           make_some (some_paths, other_options, 2), make_some (some_paths, NULL, 2),
                           make_some (some_paths, some_options, 1) };
  gsize length, again_length;
  g_autofree char *text = tallies_text (tallies, &length), *again = NULL;

  for (guint o = 0; o < G_N_ELEMENTS (others); o++) {
    g_autoptr (GError) error = NULL;
    cr_assert_not (tbk_tallies_merge (tallies, others[o], &error));
    cr_assert (g_error_matches (error, TBK_ERROR, TBK_ERROR_DATA));
    cr_assert_eq (tallies_n_of_state (others[o], FILE_IN), 2);
    tbk_tallies_free (others[o]);
  }
  cr_assert_not (tbk_tallies_merge (tallies, figures, NULL));
  again = tallies_text (tallies, &again_length);
  cr_assert_str_eq (text, again);
}

/* Pairs of sets of a system with as many transitions as there may be, more than any matrix could hold. */
Test (tally, agreement_keeps_pairs_sparsely)
{
  const TbkSystem system = { .name = "wide", .n_transitions = TBK_MAX_TRANSITIONS };
  const TbkVariant variant = { .policy = 0 };
  const TbkAgreementOptions options = { .compare = {
                                            .system = &system, .variants = &variant, .n_variants = 1 } };
  g_autoptr (Agreement) agreement = agreement_new (&options);
  g_autoptr (TbkTally) tally = tbk_tally_new (agreement_layout ());
  OracleVerdict verdicts[2] = { { .nanoseconds = 1 }, { .nanoseconds = 2 } };
  TbkAgreementFigures figures;
  g_autofree Confusion *confusions = NULL;
  g_autofree int *lengths = NULL;
  int n;

  for (int round = 0; round < 2; round++)
    for (guint set = 0; set < 1000; set++) {
      verdicts[0].optimal = (set * 40503u) & 0xffff;
      verdicts[1].optimal = set < 500 ? verdicts[0].optimal : (set * 977u) & 0xffff;
      agreement_begin_sentence (agreement);
      agreement_count_configuration (agreement, (int) set, 0, verdicts);
      agreement_end_sentence (agreement, NULL, 1);
      if (set == 700)
        agreement_flush (agreement, tally);
    }
  agreement_flush (agreement, tally);
  tbk_agreement_get (tally, 0, &figures);
  cr_assert_eq (figures.configurations, 2000);
  cr_assert_eq (figures.sets_differ, 1000);
  cr_assert_eq (figures.variant_nanoseconds, 4000);
  confusions = agreement_confusions (tally, 0, &n);
  cr_assert_eq (n, 500);
  for (int c = 0; c < n; c++)
    cr_assert_eq (confusions[c].configurations, 2);
  lengths = agreement_lengths (tally, &n);
  cr_assert_eq (n, 1000);
  for (int l = 0; l < n; l++)
    cr_assert_eq (lengths[l], l);
}

Test (tally, wrong_arguments)
{
  g_autoptr (TbkTally) tally = tbk_tally_new (&layout), figures = tbk_tally_new (tbk_figures_layout ());
  g_autoptr (TbkTallies) tallies = tbk_tallies_new (&layout, some_paths, NULL);
  const gint64 values[] = { 1, 1 };
  gsize n;

  ASSERT_REFUSED (cr_assert_null (tbk_tally_new (NULL)));
  ASSERT_REFUSED (tbk_tally_add (tally, 3, NULL, values));
  ASSERT_REFUSED (tbk_tally_add (tally, -1, NULL, values));
  ASSERT_REFUSED (cr_assert_null (tbk_tally_get (tally, 3, NULL)));
  ASSERT_REFUSED (cr_assert_null (tbk_tally_rows (tally, 3, &n)));
  ASSERT_REFUSED (tally_merge (tally, figures));
  ASSERT_REFUSED (tally_merge (tally, tally));
  ASSERT_REFUSED (cr_assert_null (tbk_tallies_get (tallies, 4)));
  ASSERT_REFUSED (cr_assert_null (tallies_section_total (tallies, 3)));
  ASSERT_REFUSED (cr_assert_null (tbk_tallies_name (tallies, -1)));
  ASSERT_REFUSED (tallies_put (tallies, 0, figures));
  ASSERT_REFUSED (tallies_put (tallies, 4, tally));
}
