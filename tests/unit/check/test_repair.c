/* test_repair.c - repair at its limits: no words, any numbers, too many words, no memory; costs that are counted. */
#include <criterion/criterion.h>
#include <malloc.h>
#include <string.h>

#include "tbk/check.h"
#include "unit/memory_limit.h"
#include "unit/refused.h"
#include "unit/time_limit.h"

enum { N_KINDS = 4, LONG = 8000, TOO_LONG = 20000 };

static TbkRepairer *
new_repairer (int kind, int max_core)
{
  const TbkRepairOptions options = { .root = kind & 1 ? TBK_ROOT_ANY : TBK_ROOT_GOLD,
                                     .is_projective = kind >> 1,
                                     .max_core = max_core,
                                     .max_core_name = "--limit=core" };

  return tbk_repairer_new (&options);
}

Test (repair, few_words)
{
  for (int kind = 0; kind < N_KINDS; kind++) {
    g_autoptr (TbkRepairer) repairer = new_repairer (kind, 0);
    int heads[3] = { 7, G_MININT, G_MAXINT }, changed = -1;
    mpz_t count;

    mpz_init (count);
    cr_assert (tbk_repair (repairer, heads, NULL, 0, heads, &changed, NULL));
    cr_assert (heads[0] == -1 && changed == 0);
    cr_assert (tbk_repair_count (repairer, heads, 0, count, NULL, NULL));
    cr_assert_eq (mpz_cmp_ui (count, 1), 0);
    cr_assert (tbk_repair (repairer, heads, NULL, 1, heads, NULL, NULL));
    cr_assert_eq (heads[1], 0);
    heads[1] = G_MININT;
    cr_assert (tbk_repair_count (repairer, heads, 2, count, &changed, NULL));
    cr_assert (mpz_cmp_ui (count, kind & 1 ? 3 : 2) == 0 && changed == 2);
    /* The result may be where the heads are. Equal words: a head on the right is likelier, and the last is left. */
    cr_assert (tbk_repair (repairer, heads, NULL, 2, heads, &changed, NULL));
    cr_assert (heads[0] == -1 && heads[1] == 2 && heads[2] == 0 && changed == 2);
    mpz_clear (count);
  }
}

/* One cycle of @n words, each on the next. */
static int *
cycle_new (int n)
{
  int *heads = g_new (int, n + 1);

  heads[0] = -1;
  for (int w = 1; w <= n; w++)
    heads[w] = w % n + 1;
  return heads;
}

Test (repair, long_cycle, .timeout = TIME_LIMIT)
{
  g_autofree int *heads = cycle_new (LONG), *repaired = g_new (int, LONG + 1);
  g_autoptr (TbkRepairer) repairer = tbk_repairer_new (NULL);
  int changed;
  mpz_t count;

  mpz_init (count);
  cr_assert (tbk_repair_count (repairer, heads, LONG, count, &changed, NULL));
  cr_assert (mpz_cmp_ui (count, LONG) == 0 && changed == 1);
  /* The most costly arc is the longest one. */
  cr_assert (tbk_repair (repairer, heads, NULL, LONG, repaired, &changed, NULL));
  heads[LONG] = 0;
  cr_assert (changed == 1 && memcmp (heads, repaired, (LONG + 1) * sizeof (int)) == 0);
  mpz_clear (count);
}

Test (repair, too_long)
{
  g_autofree int *heads = cycle_new (TOO_LONG);
  g_autoptr (TbkRepairer) repairer = tbk_repairer_new (NULL), projective = new_repairer (2, 1);
  g_autoptr (GError) error = NULL;
  const int few[] = { -1, 3, 4, 1, 2 };
  int repaired[5];

  cr_assert_not (tbk_repair (repairer, heads, NULL, TOO_LONG, heads, NULL, &error));
  cr_assert (g_error_matches (error, TBK_ERROR, TBK_ERROR_DATA));
  cr_assert_str_eq (error->message,
                    "sentence too long: 20000 of 20000 words are to be attached, so 400020000 arcs are to "
                    "be compared, at most 67108864 were expected");
  g_clear_error (&error);
  cr_assert_not (tbk_repair (projective, few, NULL, 4, repaired, NULL, &error));
  cr_assert (g_error_matches (error, TBK_ERROR, TBK_ERROR_DATA));
  cr_assert_str_eq (error->message,
                    "sentence too long: 4 words are to be solved in cubic time, at most 1 were expected "
                    "(--limit=core)");
}

Test (repair, own_costs)
{
  const int tree[] = { -1, 2, 0, 2, 3, 2 }, broken[] = { -1, 2, 0, -1, 3, 2 };
  const TbkCheckWord word = { .deprel = { "obl", 3 } }, root = { .deprel = { "root", 4 } };
  const TbkCheckWord words[] = { word, word, root, word, word, word };
  g_autoptr (TbkRepairer) first = tbk_repairer_new (NULL), second = NULL;
  TbkRepairCounts counts = { 0 };
  TbkRepairCosts costs, none;
  int repaired[6];

  for (int i = 0; i < 20; i++)
    cr_assert (tbk_repair_counts_add (&counts, first, tree, words, 5, NULL));
  /* Four words have a head among four. Of obl (group 5) those are the root word thrice, another word of obl once. */
  cr_assert (counts.by_head[5][15][0] == 80 && counts.by_head[5][15][1] == 60);
  cr_assert (counts.by_head[5][5][0] == 240 && counts.by_head[5][5][1] == 20);
  cr_assert (counts.by_distance[5][0][0][1] == 40 && counts.by_distance[5][0][1][1] == 20);
  cr_assert (counts.by_distance[5][1][0][1] == 20 && counts.by_distance[5][1][1][1] == 0);
  cr_assert (counts.by_distance[5][1][1][0] == 60);
  cr_assert (counts.by_crossings[0][1] == 80 && counts.by_crossings[1][1] == 0);
  tbk_repair_costs_from (&costs, &counts);
  cr_assert_eq (costs.by_head[5][15], 0);
  cr_assert_eq (costs.by_head[5][5], 4); /* 2 log (0.75 / 0.083) */
  cr_assert_gt (costs.by_crossings[1], 4);
  second = tbk_repairer_new (&(TbkRepairOptions){ .costs = &costs });
  cr_assert (tbk_repair (second, broken, words, 5, repaired, NULL, NULL));
  cr_assert_arr_eq (repaired, tree, sizeof tree);
  /* Nothing counted, nothing known. */
  counts = (TbkRepairCounts){ 0 };
  tbk_repair_costs_from (&costs, &counts);
  memset (&none, 0, sizeof none);
  cr_assert_eq (memcmp (&costs, &none, sizeof none), 0);
}

/* However much memory there is: either it is said that it was too little, or the result is right. */
Test (repair, memory, .timeout = TIME_LIMIT)
{
  enum { WORDS = 400 };
  int heads[WORDS + 1], expected[WORDS + 1], repaired[WORDS + 1];

  for (int kind = 0; kind < N_KINDS; kind++) {
    g_autoptr (TbkRepairer) all = new_repairer (kind, 0);
    int n_failures = 0, n_done = 0;

    /* Pairs of words, and where trees are projective a tree for half of them. */
    for (int w = 1; w <= WORDS; w++)
      heads[w] = kind < 2 ? ((w - 1) ^ 1) + 1 : w > 200 ? w - 1 : ((w + 99) % 200) + 1;
    cr_assert (tbk_repair (all, heads, NULL, WORDS, expected, NULL, NULL));
    for (gsize limit = MEGABYTE / 64; limit <= 64 * MEGABYTE; limit += limit / 3) {
      g_autoptr (TbkRepairer) repairer = new_repairer (kind, 0);
      g_autoptr (GError) error = NULL;

      malloc_trim (0);
      if (!allow (limit))
        return;
      if (tbk_repair (repairer, heads, NULL, WORDS, repaired, NULL, &error)) {
        cr_assert_arr_eq (repaired, expected, sizeof repaired, "%d", kind);
        n_done++;
      } else {
        cr_assert (g_error_matches (error, TBK_ERROR, TBK_ERROR_RESOURCE), "%s", error->message);
        n_failures++;
      }
      allow (G_MAXSIZE);
    }
    cr_assert (n_done > 0 && n_failures > 0, "%d: %d done, %d failures", kind, n_done, n_failures);
  }
}

Test (repair, wrong_arguments)
{
  const int heads[] = { -1, 0 };
  g_autoptr (TbkRepairer) repairer = tbk_repairer_new (NULL);
  TbkRepairCosts costs = { .by_crossings = { TBK_REPAIR_MAX_COST + 1 } };
  TbkRepairCounts counts = { 0 };
  int repaired[2];
  mpz_t count;

  mpz_init (count);
  ASSERT_REFUSED (cr_assert_null (tbk_repairer_new (&(TbkRepairOptions){ .root = 3 })));
  ASSERT_REFUSED (cr_assert_null (tbk_repairer_new (&(TbkRepairOptions){ .max_core = -1 })));
  ASSERT_REFUSED (cr_assert_null (tbk_repairer_new (&(TbkRepairOptions){ .costs = &costs })));
  ASSERT_REFUSED (cr_assert_not (tbk_repair (NULL, heads, NULL, 1, repaired, NULL, NULL)));
  ASSERT_REFUSED (cr_assert_not (tbk_repair (repairer, NULL, NULL, 1, repaired, NULL, NULL)));
  ASSERT_REFUSED (cr_assert_not (tbk_repair (repairer, heads, NULL, -1, repaired, NULL, NULL)));
  ASSERT_REFUSED (cr_assert_not (tbk_repair (repairer, heads, NULL, 1, NULL, NULL, NULL)));
  ASSERT_REFUSED (cr_assert_not (tbk_repair_count (NULL, heads, 1, count, NULL, NULL)));
  ASSERT_REFUSED (cr_assert_not (tbk_repair_count (repairer, NULL, 1, count, NULL, NULL)));
  ASSERT_REFUSED (cr_assert_not (tbk_repair_counts_add (NULL, repairer, heads, NULL, 1, NULL)));
  ASSERT_REFUSED (cr_assert_not (tbk_repair_counts_add (&counts, NULL, heads, NULL, 1, NULL)));
  ASSERT_REFUSED (tbk_repair_costs_from (NULL, &counts));
  ASSERT_REFUSED (tbk_repair_costs_from (&costs, NULL));
  mpz_clear (count);
}
