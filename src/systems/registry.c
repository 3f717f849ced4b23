/* registry.c - systems by number and by name; systems.def lists them. */
#include <string.h>

#include "systems/systems.h"
#include "transition/step.h"

static const Record *const records[] = {
#define SYSTEM(name) &record_##name,
#include "systems/systems.def"
#undef SYSTEM
};

const TbkSystem *
tbk_system_at (int i)
{
  return i >= 0 && i < (int) G_N_ELEMENTS (records) ? &records[i]->system : NULL;
}

const TbkSystem *
tbk_system_find (const char *name)
{
  const TbkSystem *system;

  g_return_val_if_fail (name != NULL, NULL);

  for (int i = 0; (system = tbk_system_at (i)) != NULL; i++)
    if (strcmp (system->name, name) == 0)
      return system;
  return NULL;
}

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
