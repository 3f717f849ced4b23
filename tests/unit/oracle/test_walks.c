/* test_walks.c - many configurations with one call get what they get one by one. */
#include <criterion/criterion.h>
#include <string.h>

#include "brute/trees.h"
#include "oracle/oracle.h"
#include "systems/systems.h"
#include "tbk/oracle.h"
#include "tbk/projectivize.h"
#include "unit/time_limit.h"

enum { N_SENTENCES = 20, MOST_WORDS = 12, MOST = N_SENTENCES * (MOST_WORDS + 1), MOST_STEPS = 4 * MOST };

/* Sentences in flat arrays, some of them without words. */
typedef struct {
  int heads[MOST];
  gint64 offsets[N_SENTENCES + 1];
} Flat;

static void
make_flat (GRand *random, Flat *flat)
{
  int heads[MOST_WORDS + 1];

  flat->offsets[0] = 0;
  for (int i = 0; i < N_SENTENCES; i++) {
    int n = g_rand_int_range (random, 0, MOST_WORDS + 1);

    if (n > 0) {
      random_tree (random, n, 0, heads);
      memcpy (flat->heads + flat->offsets[i], heads + 1, n * sizeof (int));
    }
    flat->offsets[i + 1] = flat->offsets[i] + n;
  }
}

/* The heads of sentence @i with that of 0, and its words. */
static int
get_sentence (const Flat *flat, int i, int *heads)
{
  int n = (int) (flat->offsets[i + 1] - flat->offsets[i]);

  heads[0] = -1;
  memcpy (heads + 1, flat->heads + flat->offsets[i], n * sizeof (int));
  return n;
}

/* Chooses a transition that is allowed, -1 if none is. */
static int
choose_allowed (GRand *random, guint allowed)
{
  int chosen = -1, n_allowed = 0;

  for (int t = 0; t < TBK_MAX_TRANSITIONS; t++)
    if ((allowed >> t & 1) != 0 && g_rand_int_range (random, 0, ++n_allowed) == 0)
      chosen = t;
  return chosen;
}

/* Compares what is told of sentence @i with an oracle of its own. */
static void
check_sentence (const TbkWalks *walks, const Flat *flat, int i, const int *values)
{
  const TbkConfiguration *c = tbk_walks_configuration (walks, i);
  g_autoptr (TbkOracle) oracle = tbk_oracle_new (c->system, 0, TBK_METHOD_EXACT, NULL);
  int heads[MOST_WORDS + 1], expected[TBK_MAX_TRANSITIONS];

  cr_assert (tbk_oracle_set_gold (oracle, heads, get_sentence (flat, i, heads), NULL));
  cr_assert (tbk_oracle_values (oracle, c, expected, NULL));
  cr_assert_arr_eq (values, expected, c->system->n_transitions * sizeof (int));
}

static void
check_walks (const TbkSystem *system, GRand *random)
{
  g_autoptr (TbkWalks) walks = tbk_walks_new (system, 0, TBK_METHOD_EXACT, NULL);
  int values[N_SENTENCES * TBK_MAX_TRANSITIONS], steps[N_SENTENCES], trees[MOST];
  guint allowed[N_SENTENCES];
  Flat flat;

  make_flat (random, &flat);
  cr_assert (tbk_walks_start (walks, flat.heads, flat.offsets, N_SENTENCES, NULL));
  cr_assert_eq (tbk_walks_size (walks), N_SENTENCES);
  while (!tbk_walks_have_ended (walks)) {
    cr_assert (tbk_walks_values (walks, values, NULL));
    tbk_walks_allowed (walks, allowed);
    for (int i = 0; i < N_SENTENCES; i++) {
      check_sentence (walks, &flat, i, values + i * system->n_transitions);
      steps[i] = choose_allowed (random, allowed[i]);
    }
    cr_assert (tbk_walks_step (walks, steps, NULL));
  }
  tbk_walks_trees (walks, trees);
  for (int i = 0; i < N_SENTENCES; i++) {
    int heads[MOST_WORDS + 1];

    configuration_tree (tbk_walks_configuration (walks, i), heads);
    cr_assert_arr_eq (trees + flat.offsets[i], heads + 1,
                      (flat.offsets[i + 1] - flat.offsets[i]) * sizeof (int));
  }
}

Test (walks, side_by_side, .timeout = TIME_LIMIT)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (1);

  check_walks (&record_arc_eager_nederhof.system, random);
  check_walks (&record_arc_standard.system, random);
  check_walks (&record_covington.system, random);
  check_walks (&record_arc_eager_unshift.system, random);
}

Test (walks, words)
{
  g_autoptr (TbkWalks) walks = tbk_walks_new (&record_swap.system, 0, TBK_METHOD_EXACT, NULL);
  const int heads[] = { 2, 0, 2 },
            prefix[] = { 0, 0, tbk_transition_read (&record_swap.system, "SW", -1, NULL, NULL) };
  const int expected[] = { 2, 0, -1, 1, 3, -1 };
  const gint64 offsets[] = { 0, 3 };
  int words[6];

  cr_assert_str_eq (record_swap.system.transitions[0].key, "SH");
  cr_assert (tbk_walks_start (walks, heads, offsets, 1, NULL));
  for (int i = 0; i < 3; i++)
    cr_assert (tbk_walks_step (walks, &prefix[i], NULL));
  tbk_walks_words (walks, 3, 3, words);
  cr_assert_arr_eq (words, expected, sizeof expected);
}

Test (walks, refused)
{
  g_autoptr (TbkWalks) walks = tbk_walks_new (&record_arc_standard.system, 0, TBK_METHOD_EXACT, NULL);
  g_autoptr (TbkOracle) oracle = tbk_oracle_new (&record_arc_standard.system, 0, TBK_METHOD_EXACT, NULL);
  const int heads[] = { 2, 0, 0, 2, 1 }, steps[] = { 0, 1 }, numbers[] = { 0, 3 };
  const gint64 good[] = { 0, 2, 3 }, cyclic[] = { 0, 3, 5 }, ends[] = { 0, 1, 2 };
  const guint8 bytes[] = { 0, 1 };
  int values[2 * TBK_MAX_TRANSITIONS];
  g_autoptr (GError) not_allowed = NULL, no_number = NULL, no_tree = NULL, on_the_way = NULL;

  cr_assert (tbk_walks_start (walks, heads, good, 2, NULL));
  cr_assert_not (tbk_walks_step (walks, steps, &not_allowed));
  cr_assert_str_eq (not_allowed->message,
                    "sentences[1]: right_arc is not allowed: the stack has only one element");
  cr_assert_eq (tbk_walks_configuration (walks, 0)->depth, 1, "a step was taken before the refusal");
  cr_assert_not (tbk_walks_step (walks, numbers, &no_number));
  cr_assert_str_eq (no_number->message, "sentences[1]: found transition 3, expected one from 0 to 2");
  cr_assert_not (tbk_oracle_follow (oracle, heads, good, 2, bytes, ends, values, &on_the_way));
  cr_assert_str_eq (on_the_way->message,
                    "sentences[1]: transitions[0]: right_arc is not allowed: the stack has only one element");
  cr_assert_not (tbk_walks_start (walks, heads, cyclic, 2, &no_tree));
  cr_assert (g_error_matches (no_tree, TBK_ERROR, TBK_ERROR_DATA)
             && g_str_has_prefix (no_tree->message, "sentences[1]: "));
  cr_assert_eq (tbk_walks_size (walks), 0);
}

/* Follows random computations, and compares with the same side by side. */
Test (walks, along_given_ways, .timeout = TIME_LIMIT)
{
  const TbkSystem *system = &record_arc_eager_nederhof.system;
  g_autoptr (GRand) random = g_rand_new_with_seed (2);
  g_autoptr (TbkOracle) oracle = tbk_oracle_new (system, 0, TBK_METHOD_EXACT, NULL);
  g_auto (TbkConfiguration) c = TBK_CONFIGURATION_INIT;
  g_autofree int *values = g_new (int, MOST_STEPS *TBK_MAX_TRANSITIONS);
  guint8 steps[MOST_STEPS];
  gint64 ends[N_SENTENCES + 1] = { 0 };
  Flat flat;

  make_flat (random, &flat);
  for (int i = 0; i < N_SENTENCES; i++) {
    ends[i + 1] = ends[i];
    cr_assert (tbk_configuration_start (&c, system, (int) (flat.offsets[i + 1] - flat.offsets[i]), NULL));
    for (int t; (t = choose_allowed (random, tbk_configuration_allowed (&c))) >= 0;) {
      steps[ends[i + 1]++] = (guint8) t;
      cr_assert (tbk_configuration_step (&c, &system->transitions[t], NULL));
    }
  }
  cr_assert (tbk_oracle_follow (oracle, flat.heads, flat.offsets, N_SENTENCES, steps, ends, values, NULL));
  for (int i = 0; i < N_SENTENCES; i++) {
    int heads[MOST_WORDS + 1], expected[TBK_MAX_TRANSITIONS], n = get_sentence (&flat, i, heads);

    cr_assert (tbk_oracle_set_gold (oracle, heads, n, NULL) && tbk_configuration_start (&c, system, n, NULL));
    for (gint64 s = ends[i]; s < ends[i + 1]; s++) {
      cr_assert (tbk_oracle_values (oracle, &c, expected, NULL));
      cr_assert_arr_eq (values + s * system->n_transitions, expected, system->n_transitions * sizeof (int));
      cr_assert (tbk_configuration_step (&c, &system->transitions[steps[s]], NULL));
    }
  }
}

Test (walks, projectivize_many, .timeout = TIME_LIMIT)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (3);
  g_autoptr (TbkProjectivizer) projectivizer = tbk_projectivizer_new (NULL);
  g_autoptr (GError) error = NULL;
  const gint64 offsets[] = { 0, 1, 3 };
  const int cyclic[] = { 0, 2, 1 };
  int projective[MOST], lost[N_SENTENCES];
  Flat flat;

  make_flat (random, &flat);
  cr_assert (
      tbk_projectivize_many (projectivizer, flat.heads, flat.offsets, N_SENTENCES, projective, lost, NULL));
  for (int i = 0; i < N_SENTENCES; i++) {
    int heads[MOST_WORDS + 1], expected[MOST_WORDS + 1], expected_lost, n = get_sentence (&flat, i, heads);

    cr_assert (tbk_projectivize (projectivizer, heads, n, expected, &expected_lost, NULL));
    cr_assert_arr_eq (projective + flat.offsets[i], expected + 1, n * sizeof (int));
    cr_assert_eq (lost[i], expected_lost);
  }
  cr_assert_not (tbk_projectivize_many (projectivizer, cyclic, offsets, 2, NULL, lost, &error));
  cr_assert_str_eq (error->message, "sentences[1]: the words 1, 2 form a cycle, expected a tree");
}
