/* program.c - a program over the installed library, in the C that is C++ too: makes a tree projective, takes a step and
 * values the next ones. */
#include "all.h" /* every public header; install.sh writes it */

#include <stdio.h>

int
main (void)
{
  const int heads[] = { -1, 2, 0, 5, 2, 2 };
  const TbkSystem *system = tbk_system_find ("arc-eager-nederhof");
  g_autoptr (TbkProjectivizer) projectivizer = tbk_projectivizer_new (NULL);
  g_autoptr (TbkOracle) oracle = tbk_oracle_new (system, 0, TBK_METHOD_EXACT, NULL);
  g_auto (TbkConfiguration) configuration = TBK_CONFIGURATION_INIT;
  g_auto (TbkWeightedString) string = TBK_WEIGHTED_STRING_INIT;
  int lost, values[TBK_MAX_TRANSITIONS];
  gint64 best;

  if (!tbk_projectivize (projectivizer, heads, 5, NULL, &lost, NULL)
      || !tbk_oracle_set_gold (oracle, heads, 5, NULL)
      || !tbk_configuration_start (&configuration, system, 5, NULL)
      || !tbk_configuration_step (&configuration, &system->transitions[0], NULL)
      || !tbk_oracle_values (oracle, &configuration, values, NULL))
    return 1;

  g_autoptr (TbkTabular) tabular = tbk_tabular_new (tbk_grammar_projective (FALSE));
  if (!tbk_weighted_string_resize (&string, 3, NULL) || !tbk_tabular_best (tabular, &string, &best, NULL))
    return 1;
  printf ("tbk %s: %d lost, front %d, %d to be had, best %d\n", TBK_VERSION, lost,
          tbk_configuration_front (&configuration), values[1], (int) best);
  return 0;
}
