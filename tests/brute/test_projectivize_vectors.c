/* test_projectivize_vectors.c - published values of optimal projectivization. */
#include <criterion/criterion.h>

#include "brute/vectors.h"
#include "tbk/projectivize.h"

/* The count stands as a number or, where it may be large, as a string. */
static void
get_count (JsonObject *record, const char *member, mpz_t count)
{
  JsonNode *node = json_object_get_member (record, member);

  if (json_node_get_value_type (node) == G_TYPE_STRING)
    cr_assert_eq (mpz_set_str (count, json_node_get_string (node), 10), 0);
  else
    mpz_set_si (count, json_node_get_int (node));
}

static void
check (JsonObject *record)
{
  static const char *const best_members[] = { "best_single_root", "best" };
  static const char *const count_members[] = { "count_single_root", "count" };
  static const TbkRoot roots[] = { TBK_ROOT_SINGLE, TBK_ROOT_ANY };
  mpz_t expected, count;
  int n;
  g_autofree int *gold = vector_heads (record, &n);

  mpz_init (expected);
  mpz_init (count);
  for (int r = 0; r < 2; r++)
    for (int method = 0; method < 2; method++) {
      TbkProjectivizeOptions options = { .root = roots[r], .method = method };
      g_autoptr (TbkProjectivizer) p = tbk_projectivizer_new (&options);
      int lost;

      cr_assert (tbk_projectivize (p, gold, n, NULL, &lost, NULL));
      cr_assert_eq (n - lost, json_object_get_int_member (record, best_members[r]));
      get_count (record, count_members[r], expected);
      cr_assert (tbk_projectivize_count (p, gold, n, count, NULL, NULL, NULL));
      cr_assert_eq (mpz_cmp (count, expected), 0);
    }
  mpz_clear (expected);
  mpz_clear (count);
}

Test (vectors, projectivize)
{
  cr_assert_gt (for_each_vector ("projectivize.jsonl", check), 1000);
}

Test (vectors, projectivize_large)
{
  cr_assert_gt (for_each_vector ("projectivize_large.jsonl", check), 50);
}
