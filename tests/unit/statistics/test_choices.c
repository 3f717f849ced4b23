/* test_choices.c - tallies by keys, here bins of lengths: only those that have trees, in order, whatever the order of adding. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>

#include "corpus/corpus.h"
#include "statistics/statistics.h"
#include "tbk/statistics.h"

/* A counter with its tally. */
typedef struct {
  Choices *choices;
  TbkTally *tally;
  int width;
} Counter;

static Counter
counter_new (int width)
{
  return (Counter){ choices_new (), tbk_tally_new (choices_layout ()), width };
}

static void
counter_free (Counter *counter)
{
  choices_free (counter->choices);
  tbk_tally_free (counter->tally);
}

/* Counts a tree of @n words in the bin of its length, whose first number has three digits, so that bytes order bins. */
static void
add_number (Counter *counter, int n, int lost_arcs, const mpz_t number)
{
  RowKey key;

  row_key_init (&key);
  g_string_printf (key.text, "%03d", (n - 1) / counter->width * counter->width + 1);
  g_string_append_len (key.text, "\0\0\0", 3);
  row_key_part (key.text->str, key.parts);
  cr_assert (choices_count (counter->choices, &key, lost_arcs > 0, lost_arcs, number, counter->tally, NULL));
  row_key_clear (&key);
}

/* Counts a tree of @n words that loses @lost_arcs, with @count projectivizations. */
static void
add (Counter *counter, int n, int lost_arcs, int count)
{
  mpz_t number;

  mpz_init_set_si (number, count);
  add_number (counter, n, lost_arcs, number);
  mpz_clear (number);
}

/* Flushes and merges. */
static void
merge (Counter *counter, Counter *more)
{
  choices_flush (counter->choices, counter->tally);
  choices_flush (more->choices, more->tally);
  tally_merge (counter->tally, more->tally);
}

static int
n_bins (const Counter *counter)
{
  int n;
  g_autofree ChoicesBin *bins = NULL;

  choices_flush (counter->choices, counter->tally);
  bins = choices_bins (counter->tally, TBK_OVER_LOSING, &n);
  cr_assert_not_null (bins);
  return n;
}

static void
assert_bin (const Counter *counter, int place, int words_from, int trees, const char *median, const char *max)
{
  int n;
  g_autofree ChoicesBin *bins = choices_bins (counter->tally, TBK_OVER_LOSING, &n);

  cr_assert_lt (place, n);
  cr_assert_eq (atoi (bins[place].key[0]), words_from);
  cr_assert_eq (bins[place].trees, trees);
  cr_assert_str_eq (bins[place].median, median);
  cr_assert_str_eq (bins[place].max, max);
}

Test (choice_tallies, bins_without_trees_are_not_there)
{
  Counter counter = counter_new (10), more = counter_new (10);

  cr_assert_eq (n_bins (&counter), 0);
  add (&counter, 1000, 1, 3);
  add (&counter, 20, 0, 1);
  add (&counter, 11, 2, 7);
  cr_assert_eq (n_bins (&counter), 2);
  add (&more, 995, 1, 4);
  add (&more, 1, 0, 1);
  add (&more, 12, 1, 5);
  merge (&counter, &more);
  cr_assert_eq (n_bins (&more), 0);
  cr_assert_eq (n_bins (&counter), 3);
  assert_bin (&counter, 0, 1, 1, "1", "1");
  assert_bin (&counter, 1, 11, 3, "5", "7");
  assert_bin (&counter, 2, 991, 2, "3", "4");
  counter_free (&counter);
  counter_free (&more);
}

/* Numbers are ordered as numbers, and the median of an even number is the lower one. */
Test (choice_tallies, median)
{
  Counter counter = counter_new (5);
  static const int counts[] = { 9, 10, 100, 9, 2, 1000, 10, 10 };

  for (guint c = 0; c < G_N_ELEMENTS (counts); c++)
    add (&counter, 3, 1, counts[c]);
  cr_assert_eq (n_bins (&counter), 1);
  assert_bin (&counter, 0, 1, 8, "10", "1000");
  counter_free (&counter);
}

static int
compare_integers (const void *a, const void *b)
{
  return *(const int *) a - *(const int *) b;
}

/* The number at place ceil (q * n / 4) of n in order, over those that lose arcs and over all; and a large one. */
Test (choice_tallies, quartiles)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (9);

  for (int n = 1; n < 40; n++) {
    const int n_losing = g_rand_int_range (random, 1, n + 1), n_kept = n - n_losing;
    Counter counter = counter_new (5);
    int counts[40], n_bins_found;

    for (int i = 0; i < n; i++) {
      counts[i] = i < n_kept ? 1 : g_rand_int_range (random, 2, 50);
      add (&counter, 3, i >= n_kept, counts[i]);
    }
    qsort (counts, n, sizeof *counts, compare_integers);
    choices_flush (counter.choices, counter.tally);
    for (TbkOver over = TBK_OVER_LOSING; over <= TBK_OVER_ALL; over++) {
      const int first = over == TBK_OVER_ALL ? 0 : n_kept, m = n - first;
      g_autofree ChoicesBin *bins = choices_bins (counter.tally, over, &n_bins_found);

      cr_assert_float_eq (bins[0].log10_lower, log10 (counts[first + (m + 3) / 4 - 1]), 1e-12);
      cr_assert_eq (atoi (bins[0].median), counts[first + (m + 1) / 2 - 1]);
      cr_assert_float_eq (bins[0].log10_median, log10 (counts[first + (m + 1) / 2 - 1]), 1e-12);
      cr_assert_float_eq (bins[0].log10_upper, log10 (counts[first + (3 * m + 3) / 4 - 1]), 1e-12);
    }
    counter_free (&counter);
  }
}

Test (choice_tallies, quartiles_of_large_numbers)
{
  Counter counter = counter_new (5);
  mpz_t number;
  int n;
  g_autofree ChoicesBin *bins = NULL;

  mpz_init (number);
  mpz_ui_pow_ui (number, 10, 400);
  mpz_mul_ui (number, number, 25);
  add_number (&counter, 3, 1, number);
  choices_flush (counter.choices, counter.tally);
  bins = choices_bins (counter.tally, TBK_OVER_LOSING, &n);
  cr_assert_float_eq (bins[0].log10_lower, 400 + log10 (25), 1e-9);
  cr_assert_float_eq (bins[0].log10_median, 400 + log10 (25), 1e-9);
  cr_assert_float_eq (bins[0].log10_upper, bins[0].log10_mean, 1e-9);
  mpz_clear (number);
  counter_free (&counter);
}

/* Intervals of medians of trees with the numbers 2, 3, 4 ...: that of rank r is r + 1. Without rounds the mean has none. */
Test (choice_tallies, intervals_of_medians)
{
  static const struct {
    int n, rank; /* 0: none */
  } cases[] = { { 1, 0 }, { 5, 0 }, { 6, 1 }, { 10, 2 }, { 1000, 469 }, { 2000, 956 } };

  for (guint c = 0; c < G_N_ELEMENTS (cases); c++) {
    const int n = cases[c].n, rank = cases[c].rank;
    Counter counter = counter_new (5);
    g_autofree ChoicesInterval *intervals = NULL;
    g_autofree char *low = g_strdup_printf ("%d", rank + 1), *high = g_strdup_printf ("%d", n + 2 - rank);

    for (int number = 2; number < n + 2; number++)
      add (&counter, 3, 1, number);
    choices_flush (counter.choices, counter.tally);
    intervals = choices_intervals (counter.tally, TBK_OVER_LOSING, 95);
    cr_expect_str_eq (rank == 0 ? "none" : intervals[0].median_low, rank == 0 ? "none" : low, "%d trees", n);
    cr_expect_str_eq (rank == 0 ? "none" : intervals[0].median_high, rank == 0 ? "none" : high, "%d trees",
                      n);
    cr_expect_eq (intervals[0].median_low == NULL, rank == 0, "%d trees", n);
    cr_expect (isnan (intervals[0].log10_mean_low) && isnan (intervals[0].log10_mean_high));
    counter_free (&counter);
  }
}

/* A bin a word, and the longest sentence that there can be. */
Test (choice_tallies, long_sentences)
{
  Counter counter = counter_new (1), wide = counter_new (G_MAXINT);

  add (&counter, 5, 0, 1);
  cr_assert_eq (n_bins (&counter), 1, "there are bins without trees");
  add (&counter, G_MAXINT - 1, 1, 2);
  add (&counter, 1, 0, 1);
  cr_assert_eq (n_bins (&counter), 3);
  assert_bin (&counter, 0, 1, 1, "1", "1");
  assert_bin (&counter, 1, 5, 1, "1", "1");
  assert_bin (&counter, 2, G_MAXINT - 1, 1, "2", "2");
  add (&wide, G_MAXINT, 0, 1);
  cr_assert_eq (n_bins (&wide), 1);
  assert_bin (&wide, 0, 1, 1, "1", "1");
  counter_free (&counter);
  counter_free (&wide);
}

/* Every order of the same trees, and every way to part them, gives the same bins. */
Test (choice_tallies, order_plays_no_part)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (5);

  for (int round = 0; round < 200; round++) {
    int width = g_rand_int_range (random, 1, 8), trees_of[101] = { 0 }, place = 0;
    Counter parts[3] = { counter_new (width), counter_new (width), counter_new (width) };

    for (int t = g_rand_int_range (random, 0, 60); t > 0; t--) {
      int n = g_rand_int_range (random, 1, 101);

      trees_of[(n - 1) / width]++;
      add (&parts[g_rand_int_range (random, 0, 3)], n, 0, 1);
    }
    merge (&parts[1], &parts[2]);
    merge (&parts[0], &parts[1]);
    for (int number = 0; number <= 100; number++)
      if (trees_of[number] > 0)
        assert_bin (&parts[0], place++, number * width + 1, trees_of[number], "1", "1");
    cr_assert_eq (n_bins (&parts[0]), place);
    for (int p = 0; p < 3; p++)
      counter_free (&parts[p]);
  }
}
