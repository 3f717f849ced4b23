/* test_lists.c - lists of heads as numbers against plain arrays. */
#include <criterion/criterion.h>

#include "tabular/forest.h"

enum { MOST_WORDS = 5000 };

/* The list of @heads for the words from @first to @last, joined of two that meet at a random place, with or
 * without an arc between them. */
static guint32
make_list (Lists *lists, GRand *random, const int *heads, int first, int last)
{
  JoinedList list = { 0 };
  int d;

  if (first > last)
    return 0;
  d = g_rand_int_range (random, first, last + 1);
  if (d == last || g_rand_boolean (random)) {
    list.head = heads[d];
    list.dependent = d;
  }
  list.left = make_list (lists, random, heads, first, list.dependent == 0 ? d : d - 1);
  list.right = make_list (lists, random, heads, d + 1, last);
  return lists_join (lists, &list);
}

/* A product that is the list of @heads. */
static JoinedList
part_list (Lists *lists, GRand *random, const int *heads, int first, int last)
{
  int d = g_rand_int_range (random, first, last + 1);

  return (JoinedList){ make_list (lists, random, heads, first, d - 1),
                       make_list (lists, random, heads, d + 1, last), heads[d], d };
}

Test (lists, are_in_the_order_of_their_heads)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (8);
  static int a[MOST_WORDS + 1], b[MOST_WORDS + 1], told[MOST_WORDS + 1];
  Lists lists = { 0 };

  for (int i = 0; i < 3000; i++) {
    int n = 1 + (i % 100 == 0 ? MOST_WORDS - 1 - i / 100 : i % 70), order = 0;
    int first = g_rand_int_range (random, 1, n + 1), last = g_rand_int_range (random, first, n + 1);
    JoinedList list_a, list_b;
    guint32 number_a, number_b;

    for (int d = first; d <= last; d++) {
      a[d] = b[d] = g_rand_int_range (random, 0, i % 2 == 0 ? 2 : n + 1);
      told[d] = -1;
    }
    b[g_rand_int_range (random, first, last + 1)] = g_rand_int_range (random, 0, n + 1);
    for (int d = last; d >= first; d--)
      order = a[d] != b[d] ? (a[d] > b[d]) - (a[d] < b[d]) : order;

    lists_begin (&lists, n);
    list_a = part_list (&lists, random, a, first, last);
    list_b = part_list (&lists, random, b, first, last);
    cr_assert_eq (lists_are_ordered (&lists, &list_a, &list_b), order < 0);
    cr_assert_eq (lists_are_ordered (&lists, &list_b, &list_a), order > 0);
    number_a = lists_join (&lists, &list_a);
    number_b = lists_join (&lists, &list_b);
    cr_assert_eq (number_a == number_b, order == 0);
    cr_assert_eq (make_list (&lists, random, a, first, last), number_a);
    lists_write (&lists, number_b, told);
    cr_assert_arr_eq (told + first, b + first, (last - first + 1) * sizeof (int));
  }
  lists_clear (&lists);
}
