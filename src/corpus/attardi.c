/* attardi.c - degrees of trees, by the static oracles: what they do not build, nothing builds at that degree. */
#include "corpus/attardi.h"

#include "tbk/static_oracle.h"

struct AttardiDegrees {
  const TbkSystem *systems[ATTARDI_MOST + 1];
  TbkStaticOracle *oracles[ATTARDI_MOST + 1]; /* by degree, from 1 */
  TbkConfiguration configuration;
};

AttardiDegrees *
attardi_degrees_new (void)
{
  AttardiDegrees *degrees = g_new0 (AttardiDegrees, 1);

  for (int degree = 1; degree <= ATTARDI_MOST; degree++) {
    g_autofree char *name = g_strdup_printf ("attardi-%d", degree);

    degrees->systems[degree] = tbk_system_find (name);
    degrees->oracles[degree] = tbk_static_oracle_new (degrees->systems[degree], NULL, NULL);
  }
  return degrees;
}

void
attardi_degrees_free (AttardiDegrees *degrees)
{
  if (degrees == NULL)
    return;
  for (int degree = 1; degree <= ATTARDI_MOST; degree++)
    tbk_static_oracle_free (degrees->oracles[degree]);
  tbk_configuration_clear (&degrees->configuration);
  g_free (degrees);
}

gboolean
attardi_degree (AttardiDegrees *degrees, const int *heads, int n, int *degree, GError **error)
{
  TbkConfiguration *c = &degrees->configuration;

  for (*degree = 1; *degree <= ATTARDI_MOST; ++*degree) {
    if (!tbk_static_oracle_set_gold (degrees->oracles[*degree], heads, n, error)
        || !tbk_configuration_start (c, degrees->systems[*degree], n, error))
      return FALSE;
    while (tbk_static_oracle_step (degrees->oracles[*degree], c) >= 0)
      continue;
    if (tbk_configuration_is_final (c))
      return TRUE;
  }
  return TRUE;
}
