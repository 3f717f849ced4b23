/* test_choices.c - tallies by length: only bins that have trees, in order, whatever the order of adding. */
#include <criterion/criterion.h>

#include "tbk/choices.h"

/* Adds a tree of @n words that loses @lost_arcs, with @count projectivizations. */
static void
add (TbkChoices *choices, int n, int lost_arcs, int count)
{
  mpz_t number;

  mpz_init_set_si (number, count);
  tbk_choices_add (choices, n, lost_arcs > 0, lost_arcs, number);
  mpz_clear (number);
}

static void
assert_bin (const TbkChoices *choices, int place, int words_from, int words_to, int trees, int median,
            int max)
{
  TbkChoicesBin bin;
  mpz_t found_median, found_max;

  mpz_init (found_median);
  mpz_init (found_max);
  tbk_choices_get_bin (choices, place, &bin, found_median, found_max);
  cr_assert_eq (bin.words_from, words_from);
  cr_assert_eq (bin.words_to, words_to);
  cr_assert_eq (bin.trees, trees);
  cr_assert_eq (mpz_cmp_si (found_median, median), 0);
  cr_assert_eq (mpz_cmp_si (found_max, max), 0);
  mpz_clear (found_median);
  mpz_clear (found_max);
}

Test (choice_tallies, bins_without_trees_are_not_there)
{
  g_autoptr (TbkChoices) choices = tbk_choices_new (10), more = tbk_choices_new (10);

  cr_assert_eq (tbk_choices_n_bins (choices), 0);
  add (choices, 1000, 1, 3);
  add (choices, 20, 0, 1);
  add (choices, 11, 2, 7);
  cr_assert_eq (tbk_choices_n_bins (choices), 2);
  add (more, 995, 1, 4);
  add (more, 1, 0, 1);
  add (more, 12, 1, 5);
  tbk_choices_merge (choices, more);
  cr_assert_eq (tbk_choices_n_bins (more), 0);
  cr_assert_eq (tbk_choices_n_bins (choices), 3);
  assert_bin (choices, 0, 1, 10, 1, 1, 1);
  assert_bin (choices, 1, 11, 20, 3, 5, 7);
  assert_bin (choices, 2, 991, 1000, 2, 3, 4);
}

/* A bin a word, and the longest sentence that there can be. */
Test (choice_tallies, long_sentences)
{
  g_autoptr (TbkChoices) choices = tbk_choices_new (1);

  add (choices, 5, 0, 1);
  cr_assert_eq (tbk_choices_n_bins (choices), 1, "there are bins without trees");
  add (choices, G_MAXINT - 1, 1, 2);
  add (choices, 1, 0, 1);
  cr_assert_eq (tbk_choices_n_bins (choices), 3);
  assert_bin (choices, 0, 1, 1, 1, 1, 1);
  assert_bin (choices, 1, 5, 5, 1, 1, 1);
  assert_bin (choices, 2, G_MAXINT - 1, G_MAXINT - 1, 1, 2, 2);
}

/* Every order of the same trees, and every way to part them, gives the same bins. */
Test (choice_tallies, order_plays_no_part)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (5);

  for (int round = 0; round < 200; round++) {
    int width = g_rand_int_range (random, 1, 8), trees_of[101] = { 0 }, place = 0;
    TbkChoices *parts[3] = { tbk_choices_new (width), tbk_choices_new (width), tbk_choices_new (width) };

    for (int t = g_rand_int_range (random, 0, 60); t > 0; t--) {
      int n = g_rand_int_range (random, 1, 101);

      trees_of[(n - 1) / width]++;
      add (parts[g_rand_int_range (random, 0, 3)], n, 0, 1);
    }
    tbk_choices_merge (parts[1], parts[2]);
    tbk_choices_merge (parts[0], parts[1]);
    for (int number = 0; number <= 100; number++)
      if (trees_of[number] > 0)
        assert_bin (parts[0], place++, number * width + 1, (number + 1) * width, trees_of[number], 1, 1);
    cr_assert_eq (tbk_choices_n_bins (parts[0]), place);
    for (int p = 0; p < 3; p++)
      tbk_choices_free (parts[p]);
  }
}
