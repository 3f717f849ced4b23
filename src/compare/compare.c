/* compare.c - oracles side by side, in every configuration of a walk. */
#include "tbk/compare.h"

#include <time.h>

struct TbkComparer {
  const TbkSystem *system;
  TbkWalk walk;
  int n_oracles;
  TbkOracle **oracles; /* the reference's, then the variants' */
  TbkVerdict *verdicts;
  TbkConfiguration configuration;
};

static gboolean
add_oracle (TbkComparer *comparer, const TbkVariant *variant, GError **error)
{
  TbkOracle *oracle = tbk_oracle_new (comparer->system, variant->policy, variant->method, error);

  if (oracle == NULL)
    return FALSE;
  comparer->oracles[comparer->n_oracles++] = oracle;
  return TRUE;
}

TbkComparer *
tbk_comparer_new (const TbkCompareOptions *options, GError **error)
{
  g_autoptr (TbkComparer) comparer = NULL;

  g_return_val_if_fail (options != NULL && options->system != NULL && options->n_variants >= 0, NULL);
  g_return_val_if_fail ((guint) options->walk.kind <= TBK_WALK_RANDOM, NULL);
  if ((options->system->features & TBK_HAS_CYCLES) != 0) {
    g_set_error (error, TBK_ERROR, TBK_ERROR_USAGE, "walks of the system %s need not end",
                 options->system->name);
    return NULL;
  }
  comparer = g_new0 (TbkComparer, 1);
  comparer->system = options->system;
  comparer->walk = options->walk;
  comparer->oracles = g_new0 (TbkOracle *, options->n_variants + 1);
  comparer->verdicts = g_new0 (TbkVerdict, options->n_variants + 1);
  if (!add_oracle (comparer, &options->reference, error))
    return NULL;
  for (int v = 0; v < options->n_variants; v++)
    if (!add_oracle (comparer, &options->variants[v], error))
      return NULL;
  return g_steal_pointer (&comparer);
}

void
tbk_comparer_free (TbkComparer *comparer)
{
  if (comparer == NULL)
    return;
  for (int o = 0; o < comparer->n_oracles; o++)
    tbk_oracle_free (comparer->oracles[o]);
  g_free (comparer->oracles);
  g_free (comparer->verdicts);
  tbk_configuration_clear (&comparer->configuration);
  g_free (comparer);
}

static gint64
now_in_nanoseconds (void)
{
  struct timespec now;

  clock_gettime (CLOCK_MONOTONIC, &now);
  return (gint64) now.tv_sec * 1000000000 + now.tv_nsec;
}

/* Lets every oracle value the configuration in hand. */
static gboolean
judge (TbkComparer *comparer, GError **error)
{
  gint64 before = now_in_nanoseconds ();

  for (int o = 0; o < comparer->n_oracles; o++) {
    TbkVerdict *verdict = &comparer->verdicts[o];
    gint64 after;

    if (!tbk_oracle_values (comparer->oracles[o], &comparer->configuration, verdict->values, error))
      return FALSE;
    verdict->optimal = tbk_oracle_optimal (comparer->oracles[o], verdict->values);
    after = now_in_nanoseconds ();
    verdict->nanoseconds = after - before;
    before = after;
  }
  return TRUE;
}

gboolean
tbk_comparer_walk (TbkComparer *comparer, const int *heads, int n, guint64 place, TbkAgreement *agreement,
                   GError **error)
{
  TbkConfiguration *c = &comparer->configuration;
  TbkRandom random;
  int chosen;

  g_return_val_if_fail (comparer != NULL && heads != NULL && n >= 0 && agreement != NULL, FALSE);
  for (int o = 0; o < comparer->n_oracles; o++)
    if (!tbk_oracle_set_gold (comparer->oracles[o], heads, n, error))
      return FALSE;
  tbk_random_init (&random, comparer->walk.seed, place);
  if (!tbk_configuration_start (c, comparer->system, n, error))
    return FALSE;
  while (!tbk_configuration_is_final (c)) {
    if (!judge (comparer, error))
      return FALSE;
    tbk_agreement_count_configuration (agreement, c->depth + n + 1 - c->buffer, comparer->verdicts);
    chosen = tbk_walk_choose (&comparer->walk, &random, comparer->system, c, comparer->verdicts[0].optimal);
    if (chosen < 0 || !tbk_configuration_step (c, &comparer->system->transitions[chosen], NULL))
      break;
  }
  tbk_agreement_count_sentence (agreement);
  return TRUE;
}
