/* registry.c - all systems by number and by name.
 *
 * Contents
 *   1. registry: systems by number and by name; systems.def lists them
 *   2. systems: the transition systems for phrase structure
 */
#include "systems/systems.h"

#include <string.h>

#include "base/base.h"
#include "oracle/phrases.h"

/* 1. registry: systems by number and by name; systems.def lists them. Nothing else names a system, so a new
 * one is a file and a line there. */

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

const TbkSystem *
tbk_system_find_former (const char *name)
{
  g_autofree char *now = NULL;

  g_return_val_if_fail (name != NULL, NULL);

  now = former_system (name);
  return tbk_system_find (now);
}

/* 2. systems: the transition systems for phrase structure. A row has the public part, whether FI ends a
 * computation, the cap on unary chains (0: none), and the solvers in the order of TbkPhraseMethod. */

#define TOP_DOWN_SOURCE  "Dyer et al. (2016); Fernandez-Gonzalez and Gomez-Rodriguez (2018), Figure 2"
#define IN_ORDER_SOURCE  "Liu and Zhang (2017); Fernandez-Gonzalez and Gomez-Rodriguez (2018), Figure 4"
#define BOTTOM_UP_SOURCE "Fernandez-Gonzalez and Gomez-Rodriguez (2018), the non-binary system"

#define CAPPED(max)                                                                                          \
  {                                                                                                          \
    { "bottom-up:unary=" #max, BOTTOM_UP_SOURCE, TBK_PHRASE_BOTTOM_UP, TRUE, max },                          \
    {                                                                                                        \
      &bottom_up_exact_capped                                                                                \
    }                                                                                                        \
  }

static const PhraseRecord phrase_records[] = {
  { { "top-down", TOP_DOWN_SOURCE, TBK_PHRASE_TOP_DOWN, FALSE, 0 }, { &top_down_exact, &printed_formula } },
  { { "in-order", IN_ORDER_SOURCE, TBK_PHRASE_IN_ORDER, TRUE, 0 }, { &in_order_exact, &printed_formula } },
  { { "bottom-up", BOTTOM_UP_SOURCE, TBK_PHRASE_BOTTOM_UP, TRUE, 0 },
    { &bottom_up_exact, &printed_formula } },
  CAPPED (1),
  CAPPED (2),
  CAPPED (3),
  CAPPED (4),
  CAPPED (5),
  CAPPED (6),
  CAPPED (7),
  CAPPED (8),
};

const TbkPhraseSystem *
tbk_phrase_system_at (int i)
{
  return i >= 0 && i < (int) G_N_ELEMENTS (phrase_records) ? &phrase_records[i].system : NULL;
}

const TbkPhraseSystem *
tbk_phrase_system_find (const char *name)
{
  for (gsize s = 0; s < G_N_ELEMENTS (phrase_records); s++)
    if (strcmp (phrase_records[s].system.name, name) == 0)
      return &phrase_records[s].system;
  return NULL;
}
