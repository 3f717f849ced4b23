/* test_sequence_count.c - the number of computations of every tree, against all computations by the tables of the systems. */
#include <criterion/criterion.h>
#include <string.h>

#include "brute/vectors.h"
#include "tbk/oracle.h"
#include "unit/time_limit.h"

enum { MOST_WORDS = 6 };

/* Returns the tree of the computation in hand as text. A word that is left without head depends on 0 if the system says so. */
static char *
describe (const TbkConfiguration *c)
{
  GString *text = g_string_new (NULL);

  for (int i = 1; i <= c->n; i++)
    g_string_append_printf (text, "%d ", c->heads[i] < 0 && c->system->hangs_rest ? 0 : c->heads[i]);
  return g_string_free (text, FALSE);
}

/* Adds 1 to the number of computations of a tree for each way from @c to a final configuration. */
static void
follow (const TbkConfiguration *c, GHashTable *numbers)
{
  const guint allowed = tbk_configuration_allowed (c);

  if (tbk_configuration_is_final (c)) {
    char *text = describe (c);

    g_hash_table_replace (numbers, text,
                          GUINT_TO_POINTER (GPOINTER_TO_UINT (g_hash_table_lookup (numbers, text)) + 1));
    return;
  }
  for (int t = 0; t < c->system->n_transitions; t++)
    if ((allowed >> t & 1) != 0) {
      g_auto (TbkConfiguration) next = TBK_CONFIGURATION_INIT;

      cr_assert (tbk_configuration_copy (&next, c, NULL));
      cr_assert (tbk_configuration_step (&next, &c->system->transitions[t], NULL));
      follow (&next, numbers);
    }
}

/* Returns whether @heads, in which each head is -1..n, is a tree, where words without head depend on 0. */
static gboolean
is_tree (const int *heads, int n)
{
  for (int i = 1; i <= n; i++) {
    int v = i;

    for (int steps = 0; v > 0; v = heads[v], steps++)
      if (steps > n)
        return FALSE;
  }
  return TRUE;
}

/* Compares the numbers of all trees, with and without words that have no head. What no computation makes has 0. */
static void
compare (TbkSequenceCounter *counter, const TbkSystem *system, int n, GHashTable *numbers)
{
  int heads[MOST_WORDS + 1] = { 0 };
  mpz_t count;

  mpz_init (count);
  for (int i = 1; i <= n; i++)
    heads[i] = -1;
  for (int i = 1; i <= n;) {
    if (is_tree (heads, n)) {
      g_autofree char *text = NULL;
      GString *line = g_string_new (NULL);
      guint expected;

      for (int w = 1; w <= n; w++)
        g_string_append_printf (line, "%d ",
                                heads[w] == 0 && system->starts_empty && !system->hangs_rest ? -1 : heads[w]);
      text = g_string_free (line, FALSE);
      expected = GPOINTER_TO_UINT (g_hash_table_lookup (numbers, text));
      cr_assert (tbk_sequence_counter_run (counter, heads, n, count, NULL));
      cr_assert_eq (mpz_get_ui (count), expected, "%s: %s: found %lu, expected %u", system->name, text,
                    mpz_get_ui (count), expected);
    }
    for (i = 1; i <= n && ++heads[i] > n; i++)
      heads[i] = -1;
  }
  mpz_clear (count);
}

static void
check_system (const TbkSystem *system, int n)
{
  g_autoptr (TbkSequenceCounter) counter = tbk_sequence_counter_new (system, NULL);
  g_autoptr (GHashTable) numbers = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_auto (TbkConfiguration) start = TBK_CONFIGURATION_INIT;

  if (counter == NULL)
    return;
  cr_assert (tbk_configuration_start (&start, system, n, NULL));
  follow (&start, numbers);
  compare (counter, system, n, numbers);
}

Test (sequence_count, enumeration, .timeout = TIME_LIMIT)
{
  for (int i = 0; tbk_system_at (i) != NULL; i++)
    for (int n = 0; n <= MOST_WORDS; n++)
      check_system (tbk_system_at (i), n);
}

static const char *const counted[] = {
  "arc-standard",
  "arc-standard-left-first",
  "arc-eager",
  "arc-eager:complete=root",
  "arc-eager:start=noroot",
  "arc-eager:start=noroot,complete=root",
  "arc-eager-published",
  "arc-eager-labelled",
  "arc-eager-nederhof",
  "arc-eager-nederhof-uncorrected",
  "arc-eager-nederhof-normalized",
  "arc-hybrid",
  "attardi-1",
};

/* A number of 2^50000, and trees as deep as they are long; twice the words take about twice as long. */
Test (sequence_count, large, .timeout = TIME_LIMIT)
{
  enum { BLOCKS = 50000, WORDS = 3 * BLOCKS + 1 };
  g_autoptr (TbkSequenceCounter) hybrid = tbk_sequence_counter_new (tbk_system_find ("arc-hybrid"), NULL);
  g_autoptr (TbkSequenceCounter) standard = tbk_sequence_counter_new (tbk_system_find ("arc-standard"), NULL);
  g_autofree int *heads = g_new0 (int, WORDS + 1);
  mpz_t count, expected;

  mpz_inits (count, expected, NULL);
  for (int b = 0; b < BLOCKS;
       b++) { /* in each block the first word may be popped at the second or at the third */
    int *block = heads + 3 * b + 2;

    block[0] = block[2] = 1;
    block[1] = 3 * b + 4;
  }
  cr_assert (tbk_sequence_counter_run (hybrid, heads, WORDS, count, NULL));
  mpz_ui_pow_ui (expected, 2, BLOCKS);
  cr_assert_eq (mpz_cmp (count, expected), 0);

  for (int word = 1; word <= WORDS; word++)
    heads[word] = word == WORDS / 2 ? 0 : WORDS / 2;
  cr_assert (tbk_sequence_counter_run (standard, heads, WORDS, count, NULL));
  mpz_bin_uiui (expected, WORDS - 1, WORDS / 2 - 1);
  cr_assert_eq (mpz_cmp (count, expected), 0);

  for (int word = 1; word <= WORDS; word++)
    heads[word] = word - 1;
  cr_assert (tbk_sequence_counter_run (standard, heads, WORDS, count, NULL));
  cr_assert_eq (mpz_cmp_ui (count, 1), 0);
  mpz_clears (count, expected, NULL);
}

/* All others are refused, with their name. */
Test (sequence_count, refused, .timeout = TIME_LIMIT)
{
  for (int i = 0; tbk_system_at (i) != NULL; i++) {
    const TbkSystem *system = tbk_system_at (i);
    g_autoptr (GError) error = NULL;
    g_autoptr (TbkSequenceCounter) counter = tbk_sequence_counter_new (system, &error);
    gboolean is_counted = FALSE;

    for (guint j = 0; j < G_N_ELEMENTS (counted); j++)
      is_counted = is_counted || strcmp (system->name, counted[j]) == 0;
    cr_assert_eq (counter != NULL, is_counted, "%s", system->name);
    if (counter == NULL) {
      cr_assert (g_error_matches (error, TBK_ERROR, TBK_ERROR_USAGE));
      cr_assert_not_null (strstr (error->message, system->name));
    }
  }
}

static void
check_vector (JsonObject *record)
{
  const TbkSystem *system = tbk_system_find (json_object_get_string_member (record, "system"));
  g_autoptr (TbkSequenceCounter) counter = NULL;
  JsonArray *array = json_object_get_array_member (record, "heads");
  int n = json_array_get_length (array), heads[16] = { 0 };
  mpz_t count;

  if (system == NULL)
    return; /* arc-standard with left-first, a policy */
  counter = tbk_sequence_counter_new (system, NULL);
  cr_assert_not_null (counter);
  for (int i = 1; i <= n; i++)
    heads[i] = json_array_get_int_element (array, i - 1);
  mpz_init (count);
  cr_assert (tbk_sequence_counter_run (counter, heads, n, count, NULL));
  cr_assert_eq (mpz_get_ui (count), (gulong) json_object_get_int_member (record, "n_sequences"));
  mpz_clear (count);
}

Test (sequence_count, vectors, .timeout = TIME_LIMIT)
{
  cr_assert_eq (for_each_vector ("transition_trees.jsonl.gz", check_vector), 1814);
}
