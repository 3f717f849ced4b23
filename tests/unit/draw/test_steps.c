/* test_steps.c - what steps cost: as the oracles tell, and with what is lost at the end as their sum. */
#include <criterion/criterion.h>
#include <string.h>

#include "brute/trees.h"
#include "draw/steps.h"
#include "oracle/phrases.h"
#include "systems/systems.h"
#include "tbk/draw.h"
#include "tbk/oracle.h"
#include "tbk/parser.h"
#include "unit/time_limit.h"

enum { MOST_WORDS = 7, MOST_STEPS = 400 };

/* A sentence of words without forms. */
typedef struct {
  TbkDrawnRow rows[MOST_WORDS];
  int heads[MOST_WORDS + 1];
  TbkDrawnSentence drawn;
} Sentence;

static void
make_sentence (GRand *random, Sentence *sentence)
{
  const int n = g_rand_int_range (random, 1, MOST_WORDS + 1);

  memset (sentence, 0, sizeof *sentence);
  random_tree (random, n, 0, sentence->heads);
  for (int i = 0; i < n; i++)
    sentence->rows[i] = (TbkDrawnRow){ .kind = TBK_DRAWN_WORD, .form = { "x", 1 } };
  sentence->drawn =
      (TbkDrawnSentence){ .rows = sentence->rows, .n_rows = n, .n = n, .heads = sentence->heads };
}

/* Takes transitions at random until none is allowed, or there are many; returns how many. */
static gsize
walk_at_random (GRand *random, const TbkSystem *system, int n, TbkConfiguration *c, guint8 *transitions)
{
  gsize length = 0;
  guint allowed;

  cr_assert (tbk_configuration_start (c, system, n, NULL));
  while (length < MOST_STEPS && (allowed = tbk_configuration_allowed (c)) != 0) {
    int t;

    do
      t = g_rand_int_range (random, 0, system->n_transitions);
    while ((allowed >> t & 1) == 0);
    transitions[length++] = (guint8) t;
    cr_assert (tbk_configuration_step (c, &system->transitions[t], NULL));
  }
  return length;
}

/* The gold arcs that a final configuration lacks, by definition. */
static int
count_lost (const TbkConfiguration *c, const int *gold)
{
  int lost = 0;

  for (int word = 1; word <= c->n; word++) {
    const int head = c->heads[word] < 0 && c->system->hangs_rest ? 0 : c->heads[word];

    lost += head != gold[word] && (gold[word] != 0 || !c->system->starts_empty || c->system->hangs_rest);
  }
  return lost;
}

/* The policy under which all computations count. */
static int
all_computations (const TbkSystem *system)
{
  const int policy = tbk_system_policy (system, "free");

  return policy >= 0 ? policy : tbk_system_policy (system, "none");
}

/* Compares the moves of a configuration with the values of an oracle of the test's own. */
static void
check_moves (StepsConfiguration found, const TbkConfiguration *c, const int *values)
{
  const guint allowed = tbk_configuration_allowed (c);
  int best = TBK_IMPOSSIBLE, n = 0;

  for (int t = 0; t < c->system->n_transitions; t++)
    best = MAX (best, values[t]);
  for (int t = 0; t < c->system->n_transitions; t++) {
    if ((allowed >> t & 1) == 0)
      continue;
    cr_assert_lt (n, found.n_moves);
    cr_assert_eq (found.moves[n].move.transition, t);
    cr_assert_eq (found.moves[n].cost, values[t] == TBK_IMPOSSIBLE ? STEPS_DEAD_END : best - values[t]);
    n++;
  }
  cr_assert_eq (found.n_moves, n);
}

/* Each move that was followed leads to what it costs if @all computations count, and from wrong steps on best ones follow. Other
 * policies look at each configuration anew, so what they rule out there may be more than before the move, or less. */
static int
check_joints (const TbkSteps *steps, gboolean all)
{
  int n_aside = 0;

  for (int i = 0; i < steps_n_configurations (steps); i++) {
    const StepsConfiguration from = steps_configuration (steps, i);

    for (int m = 0; m < from.n_moves; m++) {
      const StepsMove *move = &from.moves[m];

      if (i <= steps_length (steps))
        cr_assert_geq (move->next, 0, "a step from the way was not looked behind");
      if (move->next < 0)
        continue;
      n_aside += move->next > steps_length (steps);
      if (move->cost >= 0 && all)
        cr_assert_eq (steps_configuration (steps, move->next).loss, from.loss + move->cost);
      else if (all)
        cr_assert_eq (steps_configuration (steps, move->next).loss, -1);
    }
    if (i > steps_length (steps) && from.taken >= 0)
      cr_assert_eq (from.moves[from.taken].cost, 0);
  }
  return n_aside;
}

/* Goes a random way, and sees that its costs are those of the oracle and, if @all computations count, have what is lost as their
 * sum. */
static int
check_way (GRand *random, const TbkSystem *system, gboolean all, TbkSteps *steps, TbkOracle *oracle)
{
  g_auto (TbkConfiguration) c = TBK_CONFIGURATION_INIT;
  guint8 transitions[MOST_STEPS];
  int values[TBK_MAX_TRANSITIONS], sum;
  gsize length;
  Sentence sentence;
  gboolean is_lost_for_good = FALSE;
  int first_error = -1;

  make_sentence (random, &sentence);
  length = walk_at_random (random, system, sentence.drawn.n, &c, transitions);
  cr_assert (tbk_steps_set_sentence (steps, &sentence.drawn, transitions, length, TRUE, NULL));
  cr_assert_eq (steps_length (steps), (int) length);
  cr_assert (tbk_oracle_set_gold (oracle, sentence.heads, sentence.drawn.n, NULL));
  cr_assert (tbk_configuration_start (&c, system, sentence.drawn.n, NULL));
  sum = steps_configuration (steps, 0).loss;
  for (gsize i = 0; i < length; i++) {
    const StepsConfiguration found = steps_configuration (steps, (int) i);
    const StepsMove *taken = &found.moves[found.taken];

    cr_assert (tbk_oracle_values (oracle, &c, values, NULL));
    check_moves (found, &c, values);
    cr_assert_eq (taken->move.transition, transitions[i]);
    is_lost_for_good = is_lost_for_good || taken->cost < 0;
    if (first_error < 0 && taken->cost != 0)
      first_error = (int) i;
    sum += taken->cost;
    cr_assert (tbk_configuration_step (&c, &system->transitions[transitions[i]], NULL));
  }
  if (tbk_configuration_is_final (&c)) {
    cr_assert_eq (steps_configuration (steps, (int) length).loss, count_lost (&c, sentence.heads));
    cr_assert_not (is_lost_for_good && all, "a dead end led to a final configuration");
    if (all)
      cr_assert_eq (sum, count_lost (&c, sentence.heads));
    cr_assert_null (steps_problem (steps));
  } else {
    cr_assert_not_null (steps_problem (steps));
    first_error = first_error < 0 ? (int) length : first_error;
  }
  cr_assert_eq (tbk_steps_first_error (steps), first_error);
  return check_joints (steps, all);
}

Test (steps, dependencies, .timeout = TIME_LIMIT)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (1);
  const TbkSystem *system;
  int n_systems = 0;

  for (int i = 0; (system = tbk_system_at (i)) != NULL; i++) {
    for (int p = 0; p < system->n_policies; p++) {
      g_autoptr (TbkSteps) steps = tbk_steps_new (system, p, NULL, NULL);
      g_autoptr (TbkOracle) oracle = tbk_oracle_new (system, p, TBK_METHOD_EXACT, NULL);
      int n_aside = 0;

      for (int s = 0; s < 20; s++)
        n_aside += check_way (random, system, p == all_computations (system), steps, oracle);
      cr_assert_gt (n_aside, 20, "%s: only %d configurations are aside", system->name, n_aside);
    }
    n_systems += system->n_policies > 0;
  }
  cr_assert_gt (n_systems, 15);
}

/* The sequences that are shown where no policy is named have no cost by the default one. */
Test (steps, sequences_of_the_default_policy, .timeout = TIME_LIMIT)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (2);
  const TbkSystem *system;

  for (int i = 0; (system = tbk_system_at (i)) != NULL; i++) {
    g_autoptr (TbkSequencer) sequencer = tbk_sequencer_new (system, NULL, NULL, -1, NULL);
    g_autoptr (TbkSteps) steps = system->n_policies > 0 ? tbk_steps_new (system, 0, NULL, NULL) : NULL;

    for (int s = 0; s < 40 && steps != NULL && sequencer != NULL; s++) {
      TbkSequence sequence;
      Sentence sentence;

      make_sentence (random, &sentence);
      cr_assert (tbk_sequencer_run (sequencer, sentence.heads, sentence.drawn.n, &sequence, NULL));
      cr_assert (tbk_steps_set_sentence (steps, &sentence.drawn, sequence.transitions, sequence.length, FALSE,
                                         NULL));
      cr_assert_eq (tbk_steps_first_error (steps), -1, "%s", system->name);
    }
  }
}

/* No cost is sought any more where the searches of a sentence have looked at enough, those that found one among them. What was found
 * before stands, and each sentence begins anew. */
Test (steps, a_search_that_gives_up, .timeout = TIME_LIMIT)
{
  enum { N = 24, LENGTH = N * N + 3 * N };
  static TbkDrawnRow rows[N];
  g_autoptr (GRand) random = g_rand_new_with_seed (1);
  const TbkSystem *system = tbk_system_find ("swap");
  const int order[] = { tbk_transition_read (system, "SW", -1, NULL, NULL),
                        tbk_transition_read (system, "SH", -1, NULL, NULL),
                        tbk_transition_read (system, "RA", -1, NULL, NULL) };
  g_autoptr (TbkSteps) steps = tbk_steps_new (system, 0, NULL, NULL);
  TbkConfiguration c = { 0 };
  guint8 transitions[LENGTH];
  int heads[N + 1], n_unknown = 0, n_known = 0;
  TbkDrawnSentence drawn = { .rows = rows, .n_rows = N, .n = N, .heads = heads };
  gsize length = 0;

  tbk_oracles_set_search (1);
  random_tree (random, N, 0, heads);
  for (int i = 0; i < N; i++)
    rows[i] = (TbkDrawnRow){ .kind = TBK_DRAWN_WORD, .form = { "x", 1 } };
  /* The words come into the opposite order, and then hang each on the one before it. */
  cr_assert (tbk_configuration_start (&c, system, N, NULL));
  for (; length < LENGTH && !tbk_configuration_is_final (&c); length++) {
    const guint allowed = tbk_configuration_allowed (&c);
    int i = 0;

    while ((allowed >> order[i] & 1) == 0)
      cr_assert_lt (++i, (int) G_N_ELEMENTS (order));
    transitions[length] = (guint8) order[i];
    cr_assert (tbk_configuration_step (&c, &system->transitions[order[i]], NULL));
  }
  cr_assert (tbk_configuration_is_final (&c));
  cr_assert (tbk_steps_set_sentence (steps, &drawn, transitions, length, FALSE, NULL));
  for (int i = 0; i < steps_length (steps); i++) {
    const gboolean is_unknown = steps_configuration (steps, i).moves[0].cost == STEPS_UNKNOWN;

    n_unknown += is_unknown;
    n_known += !is_unknown;
  }
  cr_assert_gt (n_known, 0);
  cr_assert_gt (n_unknown * N, TBK_SEARCH_SENTENCE);
  tbk_configuration_clear (&c);
}

static const char brackets[] = "(S (NP (D the) (N end)) (VP (V came) (NP (N (X late))) (ADVP (A so))) (P .))";

/* Takes transitions of least cost or, now and then, others; returns what is lost in the end, by definition. */
static int
walk_phrases (GRand *random, TbkSteps *steps, const TbkPhraseSystem *system, const TbkBracketTree *tree,
              const TbkPhraseTree *gold, const TbkVocabulary *labels, GArray *way)
{
  g_auto (TbkPhraseConfiguration) c = TBK_PHRASE_CONFIGURATION_INIT;
  g_autoptr (PhraseScorer) scorer = phrase_scorer_new ();
  PhraseScore score = { 0 };

  g_array_set_size (way, 0);
  tbk_phrase_configuration_start (&c, system, gold->n);
  while (!tbk_phrase_configuration_is_final (&c)) {
    StepsConfiguration now;
    int m = 0;

    cr_assert (tbk_steps_set_tree (steps, tree, gold, labels, (const TbkPhraseTransition *) way->data,
                                   way->len, FALSE, NULL));
    now = steps_configuration (steps, (int) way->len);
    cr_assert_gt (now.n_moves, 0);
    if (way->len < 30 && g_rand_int_range (random, 0, 3) == 0)
      m = g_rand_int_range (random, 0, now.n_moves);
    cr_assert (tbk_phrase_configuration_step (&c, now.moves[m].move.phrase, NULL));
    g_array_append_val (way, now.moves[m].move.phrase);
  }
  cr_assert (
      phrase_scorer_add (scorer, gold->constituents, gold->n_constituents, c.built, c.n_built, &score, NULL));
  return (int) (score.gold + score.found - 2 * score.both);
}

Test (steps, phrases, .timeout = TIME_LIMIT)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (2);
  g_autoptr (TbkBracketBatch) batch = tbk_bracket_batch_new ();
  g_autoptr (TbkVocabulary) labels = tbk_vocabulary_new ();
  g_autoptr (GArray) way = g_array_new (FALSE, FALSE, sizeof (TbkPhraseTransition));
  g_auto (TbkPhraseTree) gold = TBK_PHRASE_TREE_INIT;
  const TbkPhraseSystem *system;
  TbkBracketTree tree;

  cr_assert (tbk_bracket_batch_set_text (batch, "t", brackets, strlen (brackets), NULL, NULL));
  cr_assert (tbk_bracket_batch_next (batch, &tree));
  cr_assert (tbk_phrase_tree_set_brackets (&gold, &tree, labels, NULL));
  for (int i = 0; (system = tbk_phrase_system_at (i)) != NULL; i++) {
    g_autoptr (TbkSteps) steps = tbk_steps_new (NULL, 0, system, NULL);

    for (int s = 0; s < 10; s++) {
      const int lost = walk_phrases (random, steps, system, &tree, &gold, labels, way);
      int sum;

      cr_assert (tbk_steps_set_tree (steps, &tree, &gold, labels, (const TbkPhraseTransition *) way->data,
                                     way->len, TRUE, NULL));
      sum = steps_configuration (steps, 0).loss;
      for (int number = 0; number < (int) way->len; number++) {
        const StepsConfiguration found = steps_configuration (steps, number);

        sum += found.moves[found.taken].cost;
        cr_assert_eq (steps_configuration (steps, number + 1).loss, sum);
      }
      cr_assert_eq (sum, lost, "%s: costs have the sum %d, %d are lost", system->name, sum, lost);
      cr_assert_null (steps_problem (steps));
      for (int number = 0; number < steps_n_configurations (steps); number++) {
        const StepsConfiguration from = steps_configuration (steps, number);

        cr_assert_leq (from.n_moves, TBK_STEPS_MOST_MOVES);
        for (int m = 0; m < from.n_moves; m++)
          if (from.moves[m].next >= 0)
            cr_assert_eq (steps_configuration (steps, from.moves[m].next).loss,
                          from.loss + from.moves[m].cost);
      }
    }
  }
}

/* A parser of a system without oracle cannot be valued. */
Test (steps, no_oracle)
{
  const TbkSystem *system;

  for (int i = 0; (system = tbk_system_at (i)) != NULL; i++)
    if (system->n_policies == 0) {
      g_autoptr (GError) error = NULL;

      cr_assert_null (tbk_steps_new (system, 0, NULL, &error));
      cr_assert (g_error_matches (error, TBK_ERROR, TBK_ERROR_USAGE));
    }
}

/* A system with a static oracle alone is sequenced, stepped through and trained; no costs are known. A tree that its oracle does
 * not build is an error. */
Test (steps, static_oracle_alone, .timeout = TIME_LIMIT)
{
  static const int heads[] = { -1, 2, 0, 2 }, crossing[] = { -1, 3, 4, 0, 3 };
  static const char *const paths[] = { "data/en.conllu", NULL };
  Record record = record_swap, projective = record_arc_standard;
  TbkTrainingOptions options;
  TbkSequence sequence;
  g_autoptr (GError) error = NULL;
  g_autoptr (TbkSequencer) sequencer = NULL, of_projective = NULL;
  g_autoptr (TbkSteps) steps = NULL;
  g_autoptr (TbkModel) model = NULL;
  GRand *random = g_rand_new_with_seed (1);
  Sentence sentence;

  record.system.n_policies = projective.system.n_policies = 0;
  record.n_solvers = projective.n_solvers = 0;
  projective.system.builds_projective = FALSE;
  sequencer = tbk_sequencer_new (&record.system, NULL, NULL, -1, NULL);
  cr_assert (sequencer != NULL && tbk_sequencer_run (sequencer, heads, 3, &sequence, NULL));
  cr_assert_eq (sequence.lost, 0);
  of_projective = tbk_sequencer_new (&projective.system, NULL, NULL, -1, NULL);
  cr_assert (of_projective != NULL && !tbk_sequencer_run (of_projective, crossing, 4, &sequence, &error));
  cr_assert (g_error_matches (error, TBK_ERROR, TBK_ERROR_DATA), "%s", error->message);
  g_clear_error (&error);
  steps = tbk_steps_new (&record.system, 0, NULL, NULL);
  cr_assert_not_null (steps);
  make_sentence (random, &sentence);
  cr_assert (tbk_sequencer_run (sequencer, sentence.heads, sentence.drawn.n, &sequence, NULL));
  cr_assert (
      tbk_steps_set_sentence (steps, &sentence.drawn, sequence.transitions, sequence.length, TRUE, NULL));
  tbk_training_options_init (&options);
  options.system = &record.system;
  options.is_static = TRUE;
  options.trees = TBK_TREES_PROJECTIVIZED;
  options.epochs = 1;
  model = tbk_train (&options, paths, NULL, NULL, NULL, &error);
  cr_assert (model != NULL, "%s", error->message);
  g_rand_free (random);
}
