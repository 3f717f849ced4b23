/* oracle_cases.c - configurations and the names of cases. */
#include "brute/oracle_cases.h"

gboolean
random_step (GRand *random, TbkConfiguration *configuration, const TbkSystem *system)
{
  const TbkTransition *chosen = NULL;
  int n_allowed = 0;

  for (int t = 0; t < system->n_transitions; t++)
    if (tbk_configuration_obstacle (configuration, &system->transitions[t]) == NULL
        && g_rand_int_range (random, 0, ++n_allowed) == 0)
      chosen = &system->transitions[t];
  return chosen != NULL && tbk_configuration_step (configuration, chosen, NULL);
}

void
random_configuration (GRand *random, TbkConfiguration *configuration, const TbkSystem *system, int n)
{
  tbk_configuration_start (configuration, system, n, NULL);
  for (int steps = g_rand_int_range (random, 0, 2 * n); steps > 0; steps--)
    if (!random_step (random, configuration, system))
      break;
}

guint64
configuration_key (const TbkConfiguration *configuration)
{
  const int returned = 15;
  guint64 key = configuration->buffer;

  for (int i = 0; i < configuration->depth; i++) {
    const TbkStackElement *element = &configuration->stack[i];

    if (element->word > 0)
      key |= (guint64) (g_bit_nth_lsf (element->label, -1) + 1) << (4 * element->word);
  }
  for (int i = 0; i < configuration->n_returned; i++)
    key |= (guint64) returned << (4 * configuration->returned[i]);
  return key;
}

static void
clear_configuration (gpointer configuration)
{
  tbk_configuration_clear (configuration);
}

GArray *
reachable_configurations (const TbkSystem *system, int n)
{
  GArray *found = g_array_new (FALSE, FALSE, sizeof (TbkConfiguration));
  g_autoptr (GHashTable) keys = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  TbkConfiguration next = TBK_CONFIGURATION_INIT;

  g_array_set_clear_func (found, clear_configuration);
  tbk_configuration_start (&next, system, n, NULL);
  g_array_append_val (found, next);
  for (guint c = 0; c < found->len; c++)
    for (int t = 0; t < system->n_transitions; t++) {
      guint64 key;

      next = (TbkConfiguration) TBK_CONFIGURATION_INIT;
      tbk_configuration_copy (&next, &g_array_index (found, TbkConfiguration, c), NULL);
      key = tbk_configuration_step (&next, &system->transitions[t], NULL) ? configuration_key (&next) : 0;
      if (key != 0 && g_hash_table_add (keys, g_memdup2 (&key, sizeof key)))
        g_array_append_val (found, next);
      else
        tbk_configuration_clear (&next);
    }
  return found;
}

int
next_policy (const TbkSystem *system, int policy)
{
  return policy + 1 < system->n_policies ? policy + 1 : -1;
}

char *
describe_case (const int *heads, const TbkConfiguration *configuration, const TbkSystem *system, int policy)
{
  GString *text = g_string_new (system->name);

  g_string_append_printf (text, " %s, heads", system->policies[policy].name);
  for (int i = 1; i <= configuration->n; i++)
    g_string_append_printf (text, " %d", heads[i]);
  g_string_append (text, ", stack");
  for (int i = 0; i < configuration->depth; i++)
    g_string_append_printf (text, " %d%c", configuration->stack[i].word,
                            " .L.R...N"[configuration->stack[i].label & 15]);
  g_string_append (text, ", buffer");
  for (int i = configuration->n_returned - 1; i >= 0; i--)
    g_string_append_printf (text, " %d,", configuration->returned[i]);
  g_string_append_printf (text, " %d", configuration->buffer);
  return g_string_free (text, FALSE);
}
