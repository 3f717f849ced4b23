/* test_forest.c - forests made by hand: where counts leave 64 bits. */
#include <criterion/criterion.h>

#include "tabular/forest.h"
#include "tbk/tabular.h"

/* Item i > 0 has two trees for each of item i - 1, and item 0 has one; `square` is an item with two parts,
 * each `of_square`, and one tree more. */
typedef struct {
  guint32 square, of_square;
} Powers;

static void
expand_power (gpointer chart, guint32 item, TbkForest *forest)
{
  const Powers *powers = chart;

  if (item == powers->square) {
    forest_add (forest, powers->of_square, powers->of_square, 0, 0);
    forest_add (forest, FOREST_AXIOM, FOREST_AXIOM, 0, 0);
    return;
  }
  forest_add (forest, FOREST_AXIOM, item == 0 ? FOREST_AXIOM : item - 1, 0, 0);
  if (item > 0)
    forest_add (forest, FOREST_AXIOM, item - 1, 0, 0);
}

static void
check_count (Powers powers, guint32 goal, const char *expected)
{
  g_autoptr (TbkForest) forest = tbk_forest_new ();
  g_autofree char *digits = NULL;
  mpz_t count;

  cr_assert (forest_build (forest, 200, goal, expand_power, &powers, NULL));
  mpz_init (count);
  cr_assert (tbk_forest_count (forest, count, NULL));
  digits = g_malloc (mpz_sizeinbase (count, 10) + 2);
  cr_assert_str_eq (mpz_get_str (digits, 10, count), expected);
  mpz_clear (count);
}

Test (forest, counts_of_more_than_64_bits_are_exact)
{
  const Powers none = { 199, 0 };

  /* By a sum. */
  check_count (none, 63, "9223372036854775808");
  check_count (none, 64, "18446744073709551616");
  check_count (none, 100, "1267650600228229401496703205376");

  /* By a product. */
  check_count ((Powers){ 199, 31 }, 199, "4611686018427387905");
  check_count ((Powers){ 199, 32 }, 199, "18446744073709551617");
  check_count ((Powers){ 199, 50 }, 199, "1267650600228229401496703205377");
}
