/* sequencer.c - the sequence of a tree: by the static oracle, or by the exact one where that fails.
 *
 * Contents
 *   1. sequencer: what both kinds of systems need
 *   2. words: sequences of dependencies
 *   3. phrases: sequences of phrase structure
 */
#include "oracle/oracle.h"

#include "base/base.h"
#include "tbk/oracle.h"
#include "tbk/projectivize.h"

/* 1. sequencer: what both kinds of systems need.
 *
 * A sequence is an array of transitions, from the initial configuration to a final one. It belongs to the
 * sequencer, and is overwritten by that of the next tree. With it comes how much of the gold tree is lost:
 * for words the heads that differ, for phrases the wrong and the missing constituents together.
 */

struct TbkSequencer {
  Machine machine;

  /* For dependencies. */
  TbkStaticOracle *guide; /* (nullable): NULL if a policy was named */
  TbkOracle *oracle;      /* (nullable): made when first used, if no policy was named */
  TbkProjectivizer
      *projectivizer;    /* (nullable): made when first used, in systems that build projective trees */
  int *projective;       /* scratch: heads 0..n of the projective tree */
  int n_words_allocated; /* of `projective` */
  guint8 *transitions;   /* rows of the system's table, of which there are at most TBK_MAX_TRANSITIONS */

  /* For phrase structure. */
  TbkPhraseStaticOracle *phrase_guide;
  TbkPhraseOracle *phrase_oracle; /* (nullable): made when first used */
  TbkPhraseTransition *phrases;

  gsize length, n_allocated;
};

static TbkSequencer *
new_of_phrases (const TbkPhraseSystem *system)
{
  TbkSequencer *sequencer = g_new0 (TbkSequencer, 1);

  machine_init_phrases (&sequencer->machine, system, NULL);
  sequencer->phrase_guide = tbk_phrase_static_oracle_new (system);
  return sequencer;
}

/* A named policy is followed by the exact oracle. That needs a system whose computations end. Where a
 * configuration can come back, as in swap parsing without its order, always taking the first optimal
 * transition may go round for ever. */
TbkSequencer *
tbk_sequencer_new (const TbkSystem *system, const TbkPhraseSystem *phrases, const char *order, int policy,
                   GError **error)
{
  g_autoptr (TbkSequencer) sequencer = NULL;

  g_return_val_if_fail ((system == NULL) != (phrases == NULL), NULL);
  if (phrases != NULL)
    return new_of_phrases (phrases);
  g_return_val_if_fail (policy < MAX (system->n_policies, 1), NULL);
  if (policy >= 0 && (system->features & TBK_HAS_CYCLES) != 0) {
    g_set_error (error, TBK_ERROR, TBK_ERROR_USAGE,
                 "computations of the system %s by its policy need not end", system->name);
    return NULL;
  }
  sequencer = g_new0 (TbkSequencer, 1);
  machine_init (&sequencer->machine, system);
  if (policy >= 0)
    sequencer->oracle = tbk_oracle_new (system, policy, TBK_METHOD_EXACT, error);
  else
    sequencer->guide = tbk_static_oracle_new (system, order, error);
  return sequencer->guide != NULL || sequencer->oracle != NULL ? g_steal_pointer (&sequencer) : NULL;
}

void
tbk_sequencer_free (TbkSequencer *sequencer)
{
  if (sequencer == NULL)
    return;
  tbk_static_oracle_free (sequencer->guide);
  tbk_oracle_free (sequencer->oracle);
  tbk_projectivizer_free (sequencer->projectivizer);
  tbk_phrase_static_oracle_free (sequencer->phrase_guide);
  tbk_phrase_oracle_free (sequencer->phrase_oracle);
  g_free (sequencer->projective);
  g_free (sequencer->transitions);
  g_free (sequencer->phrases);
  machine_clear (&sequencer->machine);
  g_free (sequencer);
}

/* Begins a computation. The transitions of one that was given up before are forgotten: run_oracle()
 * starts anew after run_guide() has failed. */
static gboolean
begin (TbkSequencer *sequencer, int n, GError **error)
{
  sequencer->length = 0;
  return machine_start (&sequencer->machine, n, error);
}

/* 2. words: sequences of dependencies.
 *
 * The static oracle is tried first: O(n). If it does not end with the gold tree, no computation of the
 * system may end with it. What is next best depends on the system:
 *
 *   builds the projective trees, all and only   the static oracle for the optimal projective tree: no
 *                                               tree that can be built loses fewer arcs
 *   other systems                               the exact oracle: its first optimal transition each time
 *
 * With a policy named the exact oracle goes alone, since a static oracle knows no policy.
 */

/* Adds transition @t. In swap parsing a sequence can be quadratic in the sentence, so there is a
 * limit. */
static gboolean
append (TbkSequencer *sequencer, int t, GError **error)
{
  if (sequencer->length == TBK_SEQUENCE_MAX)
    return fail_data (error, "the sentence of %d words needs more than %d transitions, expected no more",
                      sequencer->machine.words.n, TBK_SEQUENCE_MAX);
  if (!try_reserve (&sequencer->transitions, &sequencer->n_allocated, sequencer->length + 1, 1))
    return memory_fail (error, "a sequence of %" G_GSIZE_FORMAT " transitions", sequencer->length + 1);
  sequencer->transitions[sequencer->length++] = (guint8) t;
  return TRUE;
}

/* The words that do not have their gold head in the tree of the configuration in hand. */
static int
count_lost (const TbkSequencer *sequencer, const int *heads)
{
  const TbkConfiguration *c = &sequencer->machine.words;
  int lost = 0;

  for (int i = 1; i <= c->n; i++)
    lost += MAX (c->heads[i], 0) != heads[i];
  return lost;
}

/* Goes as the static oracle goes for the tree @heads, as far as it goes: it stops where the tree
 * cannot be built. That is no failure; the caller asks whether the configuration is final and has the
 * tree. */
static gboolean
run_guide (TbkSequencer *sequencer, const int *heads, int n, GError **error)
{
  int t;

  if (!tbk_static_oracle_set_gold (sequencer->guide, heads, n, error) || !begin (sequencer, n, error))
    return FALSE;
  while ((t = tbk_static_oracle_step (sequencer->guide, &sequencer->machine.words)) >= 0)
    if (!append (sequencer, t, error))
      return FALSE;
  return TRUE;
}

/* Goes as the static oracle goes for a projective tree with as many gold arcs as any. For the gold
 * heads 3 4 4 0 of "Magnam puella rosam carpit" it is 4 4 4 0, and the arc 3 -> 1 is lost. */
static gboolean
run_guide_projectivized (TbkSequencer *sequencer, const int *heads, int n, GError **error)
{
  static const TbkProjectivizeOptions options = { .root = TBK_ROOT_ANY };

  if (sequencer->projectivizer == NULL)
    sequencer->projectivizer = tbk_projectivizer_new (&options);
  return reserve_words (&sequencer->projective, &sequencer->n_words_allocated, n, sizeof (int), error)
         && tbk_projectivize (sequencer->projectivizer, heads, n, sequencer->projective, NULL, error)
         && run_guide (sequencer, sequencer->projective, n, error);
}

/* Takes the first optimal transition, in the system's order, until none follows. The values are asked
 * anew in each configuration. There is always an optimal one: from the start some computation ends
 * well, and a transition with the best value leads to a configuration from which one does. */
static gboolean
run_oracle (TbkSequencer *sequencer, const int *heads, int n, GError **error)
{
  const TbkSystem *system = sequencer->machine.system;
  TbkConfiguration *c = &sequencer->machine.words;
  int values[TBK_MAX_TRANSITIONS];

  if (system->n_policies == 0)
    return fail_data (error, "the static oracle of %s does not build the tree, and it has no other",
                      system->name);
  if (sequencer->oracle == NULL)
    sequencer->oracle = tbk_oracle_new (system, 0, TBK_METHOD_EXACT, error);
  if (sequencer->oracle == NULL || !tbk_oracle_set_gold (sequencer->oracle, heads, n, error)
      || !begin (sequencer, n, error))
    return FALSE;
  while (!tbk_configuration_is_final (c)) {
    guint optimal;

    if (!tbk_oracle_values (sequencer->oracle, c, values, error))
      return FALSE;
    optimal = tbk_oracle_optimal (sequencer->oracle, values);
    g_assert (optimal != 0);
    if (!append (sequencer, g_bit_nth_lsf (optimal, -1), error))
      return FALSE;
    configuration_take (c, &system->transitions[g_bit_nth_lsf (optimal, -1)]);
  }
  return TRUE;
}

/* Tries in turn: the static oracle alone; if it does not end with the gold tree, what section 2 says
 * is next best. The number of lost words is counted at the end, by the tree that was built, whichever
 * way it was built. */
gboolean
tbk_sequencer_run (TbkSequencer *sequencer, const int *heads, int n, TbkSequence *sequence, GError **error)
{
  g_return_val_if_fail (sequencer != NULL && heads != NULL && n >= 0, FALSE);
  g_return_val_if_fail (sequencer->machine.system != NULL, FALSE);
  if (sequencer->guide == NULL) {
    if (!run_oracle (sequencer, heads, n, error))
      return FALSE;
  } else if (!run_guide (sequencer, heads, n, error)) {
    return FALSE;
  } else if (!tbk_configuration_is_final (&sequencer->machine.words) || count_lost (sequencer, heads) > 0) {
    if (!(sequencer->machine.system->builds_projective ? run_guide_projectivized
                                                       : run_oracle) (sequencer, heads, n, error))
      return FALSE;
  }
  *sequence = (TbkSequence){ .transitions = sequencer->transitions,
                             .length = sequencer->length,
                             .lost = count_lost (sequencer, heads) };
  return TRUE;
}

/* 3. phrases: sequences of phrase structure. */

/* Adds @transition to the sequence and takes it. */
static gboolean
take (TbkSequencer *sequencer, TbkPhraseTransition transition, GError **error)
{
  if (!try_reserve (&sequencer->phrases, &sequencer->n_allocated, sequencer->length + 1,
                    sizeof *sequencer->phrases))
    return memory_fail (error, "a sequence of %" G_GSIZE_FORMAT " transitions", sequencer->length + 1);
  sequencer->phrases[sequencer->length++] = transition;
  return sequencer->machine.kind->take (&sequencer->machine, &(Move){ .phrase = transition }, error);
}

/* Takes the sequence of the static oracle, as far as the system allows it. It ends early where the
 * tree has more than the system can build: bottom-up, a chain of more constituents of one child than
 * max_unary. */
static gboolean
run_phrase_guide (TbkSequencer *sequencer, const TbkPhraseTree *tree, GError **error)
{
  TbkPhraseTransition transition;

  if (!tbk_phrase_static_oracle_set_gold (sequencer->phrase_guide, tree, error)
      || !begin (sequencer, tree->n, error))
    return FALSE;
  while (tbk_phrase_static_oracle_next (sequencer->phrase_guide, &transition)
         && tbk_phrase_configuration_obstacle (&sequencer->machine.phrases, transition) == NULL)
    if (!take (sequencer, transition, error))
      return FALSE;
  return TRUE;
}

/* Returns the first transition after which nothing more is lost than now. The label -1 stands for all
 * labels that are not listed, so it cannot be taken. A constituent with such a label costs 1, so
 * another transition is as good. */
static TbkPhraseTransition
find_optimal (const TbkPhraseValues *values)
{
  int v = 0;

  while (values->values[v].loss > values->loss
         || (values->values[v].transition.n_children > 0 && values->values[v].transition.label < 0)) {
    v++;
    g_assert (v < values->n);
  }
  return values->values[v].transition;
}

/* Takes optimal transitions to the end. The loss never changes on the way, as each transition keeps
 * it; so the last *@lost is that of the whole tree. */
static gboolean
run_phrase_oracle (TbkSequencer *sequencer, const TbkPhraseTree *tree, int *lost, GError **error)
{
  if (sequencer->phrase_oracle == NULL
      && (sequencer->phrase_oracle =
              tbk_phrase_oracle_new (sequencer->machine.phrase_system, TBK_PHRASE_EXACT, error))
             == NULL)
    return FALSE;
  if (!tbk_phrase_oracle_set_gold (sequencer->phrase_oracle, tree, error)
      || !begin (sequencer, tree->n, error))
    return FALSE;
  while (!machine_is_final (&sequencer->machine)) {
    const TbkPhraseValues *values =
        tbk_phrase_oracle_values (sequencer->phrase_oracle, &sequencer->machine.phrases, error);

    if (values == NULL)
      return FALSE;
    *lost = values->loss;
    if (!take (sequencer, find_optimal (values), error))
      return FALSE;
  }
  return TRUE;
}

gboolean
tbk_sequencer_run_tree (TbkSequencer *sequencer, const TbkPhraseTree *tree, TbkSequence *sequence,
                        GError **error)
{
  int lost = 0;

  g_return_val_if_fail (sequencer->machine.system == NULL, FALSE);
  if (!run_phrase_guide (sequencer, tree, error)
      || (!machine_is_final (&sequencer->machine) && !run_phrase_oracle (sequencer, tree, &lost, error)))
    return FALSE;
  *sequence = (TbkSequence){ .phrases = sequencer->phrases, .length = sequencer->length, .lost = lost };
  return TRUE;
}
