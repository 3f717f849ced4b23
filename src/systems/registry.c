/* registry.c - systems by number and by name; systems.def lists them. */
#include <string.h>

#include "systems/systems.h"

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

  if (strcmp (name, "arc-standard") == 0)
    name = "shift-reduce";
  for (int i = 0; (system = tbk_system_at (i)) != NULL; i++)
    if (strcmp (system->name, name) == 0)
      return system;
  return NULL;
}
