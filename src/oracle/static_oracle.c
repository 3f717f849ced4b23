/* static_oracle.c - computations by a system's static oracle. */
#include "oracle/static_oracle.h"
#include "base/memory.h"
#include "base/nearest.h"

#include <string.h>

#include "oracle/solver.h"
#include "transition/step.h"

/* The number of @order among those of the system; -1 with @error set if there is none. */
static int
find_order (const TbkSystem *system, const char *order, GError **error)
{
  const char *const *orders = record_of (system)->static_oracle->orders;

  if (order == NULL)
    return 0;
  for (int o = 0; orders != NULL && orders[o] != NULL; o++)
    if (strcmp (orders[o], order) == 0)
      return o;
  if (orders == NULL)
    g_set_error (error, TBK_ERROR, TBK_ERROR_USAGE, "the static oracle of %s has no orders, found '%s'",
                 system->name, order);
  else {
    g_autofree char *what = g_strdup_printf ("the static oracle of %s has no order", system->name);

    nearest_fail (what, order, orders, error);
  }
  return -1;
}

TbkStaticOracle *
tbk_static_oracle_new (const TbkSystem *system, const char *order, GError **error)
{
  TbkStaticOracle *oracle;
  int number;

  g_return_val_if_fail (system != NULL, NULL);
  if (record_of (system)->static_oracle == NULL) {
    g_set_error (error, TBK_ERROR, TBK_ERROR_USAGE, "the system %s has no static oracle", system->name);
    return NULL;
  }
  number = find_order (system, order, error);
  if (number < 0)
    return NULL;
  oracle = g_new0 (TbkStaticOracle, 1);
  oracle->system = system;
  oracle->order = number;
  return oracle;
}

void
tbk_static_oracle_free (TbkStaticOracle *oracle)
{
  if (oracle == NULL)
    return;
  gold_clear (&oracle->gold);
  g_free (oracle->pending);
  g_free (oracle);
}

/* The arrays are one piece of memory. */
static gboolean
reserve (TbkStaticOracle *oracle, int n, GError **error)
{
  gsize n_words = (gsize) n + 1;

  if (!reserve_words (&oracle->pending, &oracle->n_allocated, n,
                      (2 + G_N_ELEMENTS (oracle->scratch)) * sizeof (int), error))
    return FALSE;
  oracle->first_child = oracle->pending + n_words;
  for (guint a = 0; a < G_N_ELEMENTS (oracle->scratch); a++)
    oracle->scratch[a] = oracle->pending + (2 + a) * n_words;
  return TRUE;
}

/* No word has its head yet. */
static void
begin (TbkStaticOracle *oracle)
{
  memset (oracle->pending, 0, ((gsize) oracle->gold.n + 1) * sizeof (int));
  for (int i = 1; i <= oracle->gold.n; i++)
    oracle->pending[oracle->gold.heads[i]]++;
}

gboolean
tbk_static_oracle_set_gold (TbkStaticOracle *oracle, const int *heads, int n, GError **error)
{
  oracle->has_gold = FALSE;
  if (!gold_set (&oracle->gold, heads, n, error) || !reserve (oracle, n, error))
    return FALSE;
  memset (oracle->first_child, 0, ((gsize) n + 1) * sizeof (int));
  for (int i = n; i >= 1; i--)
    oracle->first_child[heads[i]] = i;
  begin (oracle);
  if (record_of (oracle->system)->static_oracle->prepare != NULL)
    record_of (oracle->system)->static_oracle->prepare (oracle);
  oracle->has_gold = TRUE;
  return TRUE;
}

/* TRUE if @c is as tbk_configuration_start() made it. No computation comes back there: a transition shifts a
 * word, or takes 0 off the first list. */
static gboolean
is_initial (const TbkConfiguration *c)
{
  return c->buffer == 1 && c->n_returned == 0 && c->depth == (c->system->starts_empty ? 0 : 1);
}

int
tbk_static_oracle_step (TbkStaticOracle *oracle, TbkConfiguration *configuration)
{
  const TbkTransition *transition;
  int t, head, dependent;

  g_return_val_if_fail (oracle->has_gold, -1);
  g_return_val_if_fail (configuration->system == oracle->system && configuration->n == oracle->gold.n, -1);
  if (is_initial (configuration))
    begin (oracle);
  t = record_of (oracle->system)->static_oracle->choose (oracle, configuration);
  if (t < 0)
    return -1;
  transition = &oracle->system->transitions[t];
  /* All arcs are gold ones: a test against cycles would take the depth of the tree. */
  if (!configuration_allows_in_tree (configuration, transition))
    return -1;
  if (tbk_configuration_arc (configuration, transition, &head, &dependent))
    oracle->pending[head]--;
  configuration_take (configuration, transition);
  return t;
}
