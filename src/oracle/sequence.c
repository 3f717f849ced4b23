/* sequence.c - computations by the static oracle, or by the exact one where that fails. */
#include "tbk/sequence.h"

#include "base/fail.h"
#include "base/memory.h"
#include "tbk/oracle.h"
#include "tbk/projectivize.h"
#include "tbk/static_oracle.h"
#include "transition/step.h"

struct TbkSequencer {
  const TbkSystem *system;
  TbkStaticOracle *guide; /* (nullable) */
  TbkOracle *oracle;      /* (nullable): made when first used, if no policy was named */
  TbkProjectivizer
      *projectivizer; /* (nullable): made when first used, in systems that build projective trees */
  int *projective;
  int n_words_allocated;
  TbkConfiguration configuration;
  guint8 *transitions;
  gsize n_transitions, n_allocated;
};

TbkSequencer *
tbk_sequencer_new (const TbkSystem *system, const char *order, int policy, GError **error)
{
  g_autoptr (TbkSequencer) sequencer = NULL;

  g_return_val_if_fail (system != NULL && policy < MAX (system->n_policies, 1), NULL);
  if (policy >= 0 && (system->features & TBK_HAS_CYCLES) != 0) {
    g_set_error (error, TBK_ERROR, TBK_ERROR_USAGE,
                 "computations of the system %s by its policy need not end", system->name);
    return NULL;
  }
  sequencer = g_new0 (TbkSequencer, 1);
  sequencer->system = system;
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
  g_free (sequencer->projective);
  tbk_configuration_clear (&sequencer->configuration);
  g_free (sequencer->transitions);
  g_free (sequencer);
}

static gboolean
append (TbkSequencer *sequencer, int t, GError **error)
{
  if (sequencer->n_transitions == TBK_SEQUENCE_MAX)
    return fail_data (error, "the sentence of %d words takes more than %d transitions, expected no more",
                      sequencer->configuration.n, TBK_SEQUENCE_MAX);
  if (!try_reserve (&sequencer->transitions, &sequencer->n_allocated, sequencer->n_transitions + 1, 1))
    return memory_fail (error, "a sequence of %" G_GSIZE_FORMAT " transitions", sequencer->n_transitions + 1);
  sequencer->transitions[sequencer->n_transitions++] = (guint8) t;
  return TRUE;
}

static gboolean
begin (TbkSequencer *sequencer, int n, GError **error)
{
  sequencer->n_transitions = 0;
  return tbk_configuration_start (&sequencer->configuration, sequencer->system, n, error);
}

/* The words that do not have their gold head in the tree of the configuration in hand. */
static int
count_lost (const TbkSequencer *sequencer, const int *heads)
{
  const TbkConfiguration *c = &sequencer->configuration;
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
  while ((t = tbk_static_oracle_step (sequencer->guide, &sequencer->configuration)) >= 0)
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
  const TbkSystem *system = sequencer->system;
  TbkConfiguration *c = &sequencer->configuration;
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
  if (sequencer->guide == NULL) {
    if (!run_oracle (sequencer, heads, n, error))
      return FALSE;
  } else if (!run_guide (sequencer, heads, n, error)) {
    return FALSE;
  } else if (!tbk_configuration_is_final (&sequencer->configuration) || count_lost (sequencer, heads) > 0) {
    if (!(sequencer->system->builds_projective ? run_guide_projectivized : run_oracle) (sequencer, heads, n,
                                                                                        error))
      return FALSE;
  }
  *sequence =
      (TbkSequence){ sequencer->transitions, sequencer->n_transitions, count_lost (sequencer, heads) };
  return TRUE;
}
