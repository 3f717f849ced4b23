/* test_transition.c - the tables of the transition systems, and configurations. */
#include <criterion/criterion.h>
#include <string.h>

#include "oracle/oracle.h"
#include "systems/arc_standard.h"
#include "systems/systems.h"
#include "tbk/oracle.h"
#include "tbk/transition.h"

/* Takes the steps whose keys are in @keys, as "SH RA". Returns how many were allowed. */
static int
take_steps (TbkConfiguration *configuration, const TbkSystem *system, const char *keys)
{
  g_auto (GStrv) steps = g_strsplit (keys, " ", -1);
  int n_steps = 0;

  for (; steps[n_steps] != NULL; n_steps++) {
    int t = tbk_transition_read (system, steps[n_steps], -1, NULL, NULL);

    cr_assert (t >= 0, "%s has no %s", system->name, steps[n_steps]);
    if (!tbk_configuration_step (configuration, &system->transitions[t], NULL))
      break;
  }
  return n_steps;
}

static int
count_allowed (const TbkConfiguration *configuration, const TbkSystem *system)
{
  int n_allowed = 0;

  for (int t = 0; t < system->n_transitions; t++)
    n_allowed += tbk_configuration_obstacle (configuration, &system->transitions[t]) == NULL;
  return n_allowed;
}

/* Starts, takes @keys, and expects to have @heads (of the words 1..n) at the end. */
static void
check_computation (const TbkSystem *system, int n, const char *keys, const int *heads)
{
  g_auto (TbkConfiguration) configuration = TBK_CONFIGURATION_INIT;
  int n_keys = (strlen (keys) + 1) / 3;

  tbk_configuration_start (&configuration, system, n, NULL);
  cr_assert_eq (take_steps (&configuration, system, keys), n_keys, "%s %s", system->name, keys);
  cr_assert (tbk_configuration_is_final (&configuration));
  for (int i = 1; i <= n; i++)
    cr_assert_eq (configuration.heads[i], heads[i - 1], "%s %s: head of %d is %d", system->name, keys, i,
                  configuration.heads[i]);
}

/* One tree through every system. */
Test (transition, every_system_makes_the_tree)
{
  const int heads[] = { 2, 0, 2 };

  check_computation (&record_arc_standard.system, 3, "SH SH LA SH RA RA", heads);
  check_computation (&record_arc_standard_left_first.system, 3, "SH CO SH LA CO SH CO RA RA", heads);
  check_computation (&record_arc_eager_labelled.system, 3, "SH LA RA RA RE RE", heads);
  check_computation (&record_arc_eager_nederhof.system, 3, "SH LA RA RA RE RE", heads);
  check_computation (&record_arc_eager_nederhof_uncorrected.system, 3, "SH LA RA RA RE RE", heads);
  check_computation (&record_arc_eager_nederhof_normalized.system, 3, "SH LC SH LA RC SH RC RA RA", heads);
}

Test (transition, every_system_is_listed)
{
  const TbkSystem *system;

  for (int s = 0; (system = tbk_system_at (s)) != NULL; s++) {
    cr_assert_eq (tbk_system_find (system->name), system);
    cr_assert (system->n_transitions <= TBK_MAX_TRANSITIONS);
    cr_assert (system->prefers_static || (system->features & TBK_HAS_CYCLES) == 0);
    for (int t = 0; t < system->n_transitions; t++)
      cr_assert_eq (tbk_transition_read (system, system->transitions[t].key, -1, NULL, NULL), t);
  }
  cr_assert_null (tbk_system_find ("arc-lazy"));
  cr_assert (record_swap.system.prefers_static && record_swap_unordered.system.prefers_static);
  cr_assert (!record_arc_eager_nederhof.system.prefers_static && !record_attardi_2.system.prefers_static);
  cr_assert_eq (tbk_transition_read (&record_arc_eager_nederhof.system, "RC", -1, NULL, NULL), -1);
}

/* 2021, Table 5: as first published, arc-eager parsing gets stuck; the corrections help. */
Test (transition, arc_eager_gets_stuck)
{
  const TbkSystem *stuck[] = { &record_arc_eager_published.system,
                               &record_arc_eager_nederhof_uncorrected.system };
  const TbkSystem *saved[] = { &record_arc_eager_labelled.system, &record_arc_eager_nederhof.system };
  g_auto (TbkConfiguration) configuration = TBK_CONFIGURATION_INIT;

  for (int i = 0; i < 2; i++) {
    tbk_configuration_start (&configuration, stuck[i], 3, NULL);
    cr_assert_eq (take_steps (&configuration, stuck[i], "SH RA RA RE RE"), 5);
    cr_assert_eq (count_allowed (&configuration, stuck[i]), 0);
    cr_assert_not (tbk_configuration_is_final (&configuration));
    tbk_configuration_start (&configuration, saved[i], 3, NULL);
    cr_assert_eq (take_steps (&configuration, saved[i], "SH RA RA RE RE"), 5);
    cr_assert_eq (count_allowed (&configuration, saved[i]), 1);
  }
  cr_assert_eq (take_steps (&configuration, &record_arc_eager_nederhof.system, "RE"), 1);
  cr_assert (tbk_configuration_is_final (&configuration));
  cr_assert_eq (configuration.heads[1], 0);
}

/* 2021, Table 7: the same arcs in two ways, which is what the policies are for. */
Test (transition, two_computations_of_one_tree)
{
  const int heads[] = { 0, 1, 4, 1 };

  check_computation (&record_arc_eager_nederhof.system, 4, "RA RA SH LA RE RA RE RE", heads);
  check_computation (&record_arc_eager_nederhof.system, 4, "RA RA RE SH LA RA RE RE", heads);
}

/* 2021, section 3: labels say what the heads say in Table 3; up to reduce_correct the tables agree. */
Test (transition, labels_replace_conditions_on_heads)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (3);

  for (int walk = 0; walk < 500; walk++) {
    g_auto (TbkConfiguration) nivre = TBK_CONFIGURATION_INIT, labelled = TBK_CONFIGURATION_INIT;

    tbk_configuration_start (&nivre, &record_arc_eager_published.system, 9, NULL);
    tbk_configuration_start (&labelled, &record_arc_eager_labelled.system, 9, NULL);
    for (int steps = 0; steps < 20; steps++) {
      int chosen = g_rand_int_range (random, 0, 4);

      for (int t = 0; t < 4; t++)
        cr_assert_eq (
            tbk_configuration_obstacle (&nivre, &record_arc_eager_published.system.transitions[t]) == NULL,
            tbk_configuration_obstacle (&labelled, &record_arc_eager_labelled.system.transitions[t]) == NULL);
      tbk_configuration_step (&nivre, &record_arc_eager_published.system.transitions[chosen], NULL);
      tbk_configuration_step (&labelled, &record_arc_eager_labelled.system.transitions[chosen], NULL);
    }
    cr_assert_arr_eq (nivre.heads, labelled.heads, 10 * sizeof (int));
  }
}

Test (transition, a_forbidden_step_changes_nothing)
{
  g_auto (TbkConfiguration) configuration = TBK_CONFIGURATION_INIT;
  g_autoptr (GError) error = NULL;

  tbk_configuration_start (&configuration, &record_arc_standard.system, 2, NULL);
  take_steps (&configuration, &record_arc_standard.system, "SH");
  cr_assert_not (tbk_configuration_step (&configuration,
                                         &record_arc_standard.system.transitions[ARC_STANDARD_LA], &error));
  cr_assert (g_error_matches (error, TBK_ERROR, TBK_ERROR_DATA));
  cr_assert_str_eq (error->message, "left_arc is not allowed: word 0 cannot become a child");
  cr_assert_eq (configuration.depth, 2);
  cr_assert_eq (configuration.buffer, 2);
  cr_assert_eq (configuration.heads[1], -1);
}

Test (transition, a_forbidden_step_relates_no_word)
{
  g_auto (TbkConfiguration) c = TBK_CONFIGURATION_INIT;
  const TbkTransition *rows = record_arc_standard.system.transitions;

  tbk_configuration_keep_relations (&c);
  tbk_configuration_start (&c, &record_arc_standard.system, 2, NULL);
  take_steps (&c, &record_arc_standard.system, "SH");
  cr_assert_not (configuration_step_with (&c, &rows[ARC_STANDARD_LA], 5, NULL));
  cr_assert (configuration_step_with (&c, &rows[ARC_STANDARD_SH], 5, NULL));
  cr_assert (c.relations[0] == -1 && c.relations[1] == -1 && c.relations[2] == -1);
  cr_assert (configuration_step_with (&c, &rows[ARC_STANDARD_RA], 5, NULL));
  cr_assert (c.relations[0] == -1 && c.relations[1] == -1 && c.relations[2] == 5);
}

Test (transition, obstacles)
{
  g_auto (TbkConfiguration) configuration = TBK_CONFIGURATION_INIT;
  const TbkTransition *rows = record_arc_eager_nederhof_normalized.system.transitions;

  tbk_configuration_start (&configuration, &record_arc_eager_nederhof_normalized.system, 1, NULL);
  cr_assert_str_eq (tbk_configuration_obstacle (&configuration, &rows[NORMALIZED_RA]),
                    "the stack has only one element");
  cr_assert_str_eq (tbk_configuration_obstacle (&configuration, &rows[NORMALIZED_LC]),
                    "the top of the stack has its head, or is to be a right child (label R)");
  take_steps (&configuration, &record_arc_eager_nederhof_normalized.system, "SH");
  cr_assert_str_eq (tbk_configuration_obstacle (&configuration, &rows[NORMALIZED_SH]), "no input remains");
  cr_assert_str_eq (
      tbk_configuration_obstacle (&configuration, &rows[NORMALIZED_LA]),
      "the element under the top of the stack has its head, or is to be a right child (label R)");
}

/* A configuration of 3 words, filled in by hand, is refused with a message that begins so. */
static void
check_refused (const TbkSystem *system, TbkStackElement *stack, int depth, int buffer, const char *message)
{
  TbkConfiguration configuration = {
    .system = system, .n = 3, .stack = stack, .depth = depth, .buffer = buffer
  };
  g_autoptr (GError) error = NULL;

  cr_assert_not (tbk_configuration_check (&configuration, &error));
  cr_assert (g_str_has_prefix (error->message, message), "%s", error->message);
}

/* Words of the second stack of two-planar increase, too, and come before the input. */
Test (transition, malformed_second_stack)
{
  const TbkSystem *system = tbk_system_find ("two-planar");
  g_auto (TbkConfiguration) configuration = TBK_CONFIGURATION_INIT;
  g_autoptr (GError) error = NULL;

  cr_assert (tbk_configuration_start (&configuration, system, 3, NULL));
  take_steps (&configuration, system, "SH SH");
  cr_assert (tbk_configuration_check (&configuration, NULL));
  configuration.second[configuration.n_second - 1] = configuration.second[configuration.n_second - 2];
  cr_assert_not (tbk_configuration_check (&configuration, &error));
  cr_assert_str_eq (error->message,
                    "the second stack has word 1 above word 1: words must increase to the input");
}

Test (transition, malformed_configurations)
{
  TbkStackElement plain[] = { { 0, TBK_LABEL_NONE }, { 1, TBK_LABEL_NONE }, { 3, TBK_LABEL_NONE } };
  TbkStackElement repeated[] = { { 0, TBK_LABEL_R }, { 2, TBK_LABEL_R }, { 2, TBK_LABEL_L } };
  TbkStackElement open[] = { { 0, TBK_LABEL_R }, { 1, TBK_LABEL_N }, { 2, TBK_LABEL_L } };

  check_refused (&record_arc_standard.system, plain, 0, 1, "the stack does not begin with word 0");
  check_refused (&record_arc_standard.system, plain + 1, 2, 4, "the stack does not begin with word 0");
  check_refused (&record_arc_eager_nederhof.system, plain, 3, 4, "the stack does not begin with word 0");
  check_refused (&record_arc_standard.system, plain, 3, 0, "the remaining input begins with word 0");
  check_refused (&record_arc_standard.system, plain, 3, 5, "the remaining input begins with word 5");
  check_refused (&record_arc_standard.system, plain, 3, 3, "the top of the stack is word 3");
  check_refused (&record_arc_eager_nederhof.system, repeated, 3, 4, "the stack has word 2 above word 2");
  check_refused (&record_arc_eager_nederhof_normalized.system, open, 3, 4, "word 1 of the stack has a label");
  check_refused (&record_arc_eager_nederhof.system, open, 2, 4, "word 1 of the stack has a label");
}

Test (transition, copies_grow_and_shrink)
{
  g_auto (TbkConfiguration) small = TBK_CONFIGURATION_INIT, large = TBK_CONFIGURATION_INIT;
  g_auto (TbkConfiguration) copy = TBK_CONFIGURATION_INIT;
  TbkStackElement stack[] = { { 0, TBK_LABEL_NONE } };
  TbkConfiguration headless = {
    .system = &record_arc_standard.system, .n = 1, .stack = stack, .depth = 1, .buffer = 1
  };

  tbk_configuration_start (&small, &record_arc_standard.system, 2, NULL);
  tbk_configuration_start (&large, &record_arc_standard.system, 100, NULL);
  take_steps (&large, &record_arc_standard.system, "SH SH SH LA");
  tbk_configuration_copy (&copy, &small, NULL);
  tbk_configuration_copy (&copy, &large, NULL);
  cr_assert_eq (copy.depth, 3);
  cr_assert_eq (copy.heads[2], 3);
  tbk_configuration_copy (&copy, &headless, NULL);
  cr_assert_null (copy.heads);
  tbk_configuration_copy (&copy, &large, NULL);
  cr_assert_arr_eq (copy.heads, large.heads, 101 * sizeof (int));
  tbk_configuration_start (&copy, &record_arc_standard.system, 3, NULL);
  cr_assert_eq (copy.heads[2], -1);
}

/* The star of 0, in which covington compares each word with all before it. */
static gboolean
run_star (int n, TbkSequence *sequence, GError **error)
{
  g_autoptr (TbkSequencer) sequencer = tbk_sequencer_new (&record_covington.system, NULL, NULL, -1, NULL);
  g_autofree int *heads = g_new0 (int, n + 1);

  heads[0] = -1;
  return tbk_sequencer_run (sequencer, heads, n, sequence, error);
}

Test (transition, sequences_have_a_limit)
{
  g_autoptr (GError) error = NULL;
  TbkSequence sequence;

  cr_assert (run_star (2890, &sequence, NULL));
  cr_assert_eq (sequence.length, 2890 * 2891 / 2 + 2890);
  cr_assert_leq (sequence.length, TBK_SEQUENCE_MAX);
  cr_assert_not (run_star (20000, &sequence, &error));
  cr_assert (g_error_matches (error, TBK_ERROR, TBK_ERROR_DATA));
  cr_assert_str_eq (error->message,
                    "the sentence of 20000 words needs more than 4194304 transitions, expected no more");
}
