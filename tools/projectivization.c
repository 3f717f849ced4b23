/* projectivization.c - the options of commands that make trees projective. */
#include "projectivization.h"

const GOptionEntry projectivization_entries[] = {
  { "root", 0, 0, G_OPTION_ARG_STRING, OPTIONS_AT (ProjectivizationGiven, root),
    "How many children 0 has in the projective tree: gold, one if the gold tree has one, else any number "
    "(default); single, one; any, any number",
    "ROOT" },
  { "method", 0, 0, G_OPTION_ARG_STRING, OPTIONS_AT (ProjectivizationGiven, method),
    "contraction (default), or tabular, the generic parser that checks it; the answer is the same",
    "METHOD" },
  { "max-core", 0, 0, G_OPTION_ARG_STRING, OPTIONS_AT (ProjectivizationGiven, max_core),
    "The most words to solve in cubic time, those of projective parts left out (default 1000)", "N" },
  G_OPTION_ENTRY_NULL,
};

gboolean
projectivization_get_options (const ProjectivizationGiven *given, TbkProjectivizeOptions *options,
                              GError **error)
{
  static const char *const roots[] = { "gold", "single", "any", NULL };
  static const char *const methods[] = { "contraction", "tabular", NULL };
  gint64 max_core = 0;
  int root, method;

  if (!options_choose ("root", given->root, roots, &root, error)
      || !options_choose ("method", given->method, methods, &method, error)
      || !options_number ("max-core", given->max_core, 1, 4095, &max_core, error))
    return FALSE;
  options->root = root;
  options->method = method;
  options->max_core = (int) max_core;
  options->max_core_name = "--max-core";
  return TRUE;
}
