/* system.c - what a system has by name. */
#include <string.h>

#include "transition/step.h"

int
tbk_system_transition (const TbkSystem *system, const char *key)
{
  g_return_val_if_fail (system != NULL && key != NULL, -1);

  return transition_of_key (system, key, strlen (key));
}

int
tbk_system_policy (const TbkSystem *system, const char *name)
{
  g_autofree char *hyphens = g_strdelimit (g_strdup (name), "_", '-');

  for (int p = 0; p < system->n_policies; p++)
    if (strcmp (system->policies[p].name, hyphens) == 0)
      return p;
  return -1;
}
