/* sequencer.c - the sequence of a tree: by the static oracle, or by the exact one where that fails.
 *
 * Contents
 *   1. sequencer: what both kinds of systems need
 *   2. words: sequences of dependencies
 *   3. phrases: sequences of phrase structure
 */
#include "oracle/oracle.h"

#include "base/base.h"
#include "tbk/constituency_oracle.h"
#include "tbk/projectivize.h"
#include "tbk/sequence.h"

/* 1. sequencer: what both kinds of systems need. */

struct TbkSequencer {
  Machine machine;

  /* Of dependencies. */
  TbkStaticOracle *guide; /* (nullable) */
  TbkOracle *oracle;      /* (nullable): made when first used, if no policy was named */
  TbkProjectivizer
      *projectivizer; /* (nullable): made when first used, in systems that build projective trees */
  int *projective;
  int n_words_allocated;
  guint8 *transitions;

  /* Of phrase structure. */
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
 *   builds all projective trees and no others   the static oracle for the optimal projective tree, which loses as
 *                                               few arcs as any tree that can be built
 *   other systems                               the exact oracle, which takes the first optimal transition
 *
 * With a policy named the exact oracle goes alone, since a static oracle knows no policy.
 */

static gboolean
append (TbkSequencer *sequencer, int t, GError **error)
{
  if (sequencer->length == TBK_SEQUENCE_MAX)
    return fail_data (error, "the sentence of %d words takes more than %d transitions, expected no more",
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

/* Goes as the static oracle goes for the tree @heads. */
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

/* The same for a projective tree with as many gold arcs as any. */
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

/* Takes the first optimal transition until none follows. From the start some computation always ends well. */
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

static gboolean
take (TbkSequencer *sequencer, TbkPhraseTransition transition, GError **error)
{
  if (!try_reserve (&sequencer->phrases, &sequencer->n_allocated, sequencer->length + 1,
                    sizeof *sequencer->phrases))
    return memory_fail (error, "a sequence of %" G_GSIZE_FORMAT " transitions", sequencer->length + 1);
  sequencer->phrases[sequencer->length++] = transition;
  return sequencer->machine.kind->take (&sequencer->machine, &(TbkMove){ .phrase = transition }, error);
}

/* Takes the sequence of the static oracle, as far as the system allows it. */
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

/* The first transition after which nothing more is lost. The label -1 stands for labels that are not gold
 * here, and a constituent with such a one costs 1, so there is always another. */
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
