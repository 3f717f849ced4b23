/* test_repair.c - nearest trees as they were found by other means: the fewest changes, their number, the tree. */
#include <criterion/criterion.h>
#include <string.h>

#include "brute/vectors.h"
#include "corpora/corpora.h"
#include "tbk/check.h"
#include "unit/time_limit.h"

enum { N_SETTINGS = 4, MOST_WORDS = 100 };

static const char *const settings[N_SETTINGS] = { "single", "single_projective", "any", "any_projective" };

static TbkPiece
piece_of (JsonObject *record, const char *name, int word)
{
  JsonNode *node = json_array_get_element (json_object_get_array_member (record, name), word - 1);
  const char *text = json_node_is_null (node) ? "" : json_node_get_string (node);

  return (TbkPiece){ text, strlen (text) };
}

static void
check_setting (JsonObject *record, int setting, const int *heads, const TbkCheckWord *words, int n)
{
  const TbkRepairOptions options = { .root = setting < 2 ? TBK_ROOT_SINGLE : TBK_ROOT_ANY,
                                     .is_projective = setting % 2 };
  JsonObject *expected = json_object_get_object_member (record, settings[setting]);
  JsonArray *array = json_object_get_array_member (expected, "mended");
  g_autoptr (TbkRepairer) repairer = tbk_repairer_new (&options);
  g_autofree char *given = json_to_string (json_object_get_member (record, "heads"), FALSE);
  int repaired[MOST_WORDS], again[MOST_WORDS], changed = -1;
  mpz_t count;

  mpz_init (count);
  cr_assert (tbk_repair_count (repairer, heads, n, count, &changed, NULL));
  cr_assert_eq (changed, json_object_get_int_member (expected, "changed"), "%s %s", settings[setting], given);
  cr_assert_eq (mpz_cmp_si (count, json_object_get_int_member (expected, "optima")), 0, "%s %s",
                settings[setting], given);
  cr_assert (tbk_repair (repairer, heads, words, n, repaired, &changed, NULL));
  cr_assert_eq (changed, json_object_get_int_member (expected, "changed"));
  for (int w = 1; w <= n; w++)
    cr_expect_eq (repaired[w], json_array_get_int_element (array, w - 1), "%s %s: %d has %d",
                  settings[setting], given, w, repaired[w]);
  cr_assert (tbk_repair (repairer, repaired, words, n, again, &changed, NULL));
  cr_assert (changed == 0 && memcmp (repaired, again, (n + 1) * sizeof (int)) == 0);
  mpz_clear (count);
}

static void
check_record (JsonObject *record)
{
  JsonArray *array = json_object_get_array_member (record, "heads");
  const int n = json_array_get_length (array);
  int heads[MOST_WORDS] = { -1 };
  TbkCheckWord words[MOST_WORDS];

  cr_assert_lt (n, MOST_WORDS);
  for (int w = 1; w <= n; w++) {
    heads[w] = json_array_get_null_element (array, w - 1) ? -1 : json_array_get_int_element (array, w - 1);
    words[w] =
        (TbkCheckWord){ .deprel = piece_of (record, "deprels", w), .upos = piece_of (record, "upos", w) };
  }
  for (int setting = 0; setting < N_SETTINGS; setting++)
    check_setting (record, setting, heads, words, n);
}

Test (repair, vectors, .timeout = TIME_LIMIT)
{
  g_autofree char *path = find_corpora_file ("vectors/mend/mend.jsonl");

  cr_assert_gt (for_each_record (path, check_record), 0);
}
