/* test_pseudo_vectors.c - published liftings, marked labels and what decoding makes of them. */
#include <criterion/criterion.h>
#include <string.h>

#include "brute/pseudo.h"
#include "brute/vectors.h"
#include "projectivize/projectivize.h"
#include "tbk/projectivize.h"

enum { N_SCHEMES = 3, MOST_WORDS = 60 };

static const char *const scheme_names[] = { "head", "path", "headpath" };

/* A member that lists strings, one a word, as labels that belong to @record. */
static TbkPiece *
vector_labels (JsonObject *record, int n)
{
  JsonArray *array = json_object_get_array_member (record, "labels");
  TbkPiece *labels = g_new0 (TbkPiece, n + 1);

  for (int word = 1; word <= n; word++) {
    const char *label = json_array_get_string_element (array, word - 1);
    labels[word] = (TbkPiece){ label, strlen (label) };
  }
  return labels;
}

static void
check_numbers (JsonObject *record, const char *member, const int *numbers, int n)
{
  JsonArray *array = json_object_get_array_member (record, member);

  cr_assert_eq (json_array_get_length (array), (guint) n);
  for (int i = 0; i < n; i++)
    cr_assert_eq (json_array_get_int_element (array, i), numbers[i], "%s %d", member, i);
}

/* Checks that @member lists the words for which @is_listed holds. */
static void
check_words (JsonObject *record, const char *member, const gboolean *is_listed, int n)
{
  int words[MOST_WORDS], n_words = 0;

  cr_assert_leq (n, MOST_WORDS);
  for (int word = 1; word <= n; word++)
    if (is_listed[word])
      words[n_words++] = word;
  check_numbers (record, member, words, n_words);
}

static void
check_scheme (JsonObject *record, TbkScheme scheme)
{
  int n;
  g_autofree int *heads = vector_heads (record, &n), *lifted = g_new (int, n + 1);
  g_autofree int *decoded = g_new (int, n + 1);
  g_autofree TbkPiece *labels = vector_labels (record, n), *marked = g_new (TbkPiece, n + 1);
  g_autofree TbkPiece *unmarked = g_new (TbkPiece, n + 1);
  g_autofree gboolean *is_path = g_new (gboolean, n + 1), *is_lifted = g_new0 (gboolean, n + 1);
  JsonObject *expected = json_object_get_object_member (record, scheme_names[scheme]);
  g_autofree TbkPiece *expected_labels = vector_labels (expected, n);
  g_autoptr (TbkPseudoProjective) p = tbk_pseudo_projective_new (
      &(TbkPseudoProjectiveOptions){ .scheme = scheme, .lift = TBK_LIFT_SHORTEST });

  cr_assert (pseudo_projective_lift (p, heads, n, lifted, is_path, NULL, NULL));
  for (int word = 1; word <= n; word++)
    is_lifted[word] = lifted[word] != heads[word];
  check_words (record, "lifted_words", is_lifted, n);
  check_words (record, "path_words", is_path, n);
  cr_assert (tbk_pseudo_projective_encode (p, heads, labels, n, lifted, marked, NULL, NULL));
  check_numbers (record, "lifted_heads", lifted + 1, n);
  for (int word = 1; word <= n; word++) {
    if (marked[word].bytes == NULL)
      marked[word] = labels[word];
    cr_assert (equal_pieces (marked[word], expected_labels[word]), "%d: %.*s", word, (int) marked[word].size,
               marked[word].bytes);
  }

  cr_assert (tbk_pseudo_projective_decode (p, lifted, expected_labels, n, decoded, unmarked, NULL, NULL));
  check_numbers (expected, "decoded_heads", decoded + 1, n);
  cr_assert_eq (json_object_get_boolean_member (expected, "recovered"),
                memcmp (decoded, heads, (n + 1) * sizeof (int)) == 0);
  for (int word = 1; word <= n; word++)
    cr_assert (
        equal_pieces (unmarked[word].bytes != NULL ? unmarked[word] : expected_labels[word], labels[word]));
}

static void
check_record (JsonObject *record)
{
  for (int scheme = 0; scheme < N_SCHEMES; scheme++)
    check_scheme (record, scheme);
}

Test (vectors, pseudo_projective)
{
  cr_assert_geq (for_each_vector ("pseudo_projective.jsonl.gz", check_record), 400);
}
