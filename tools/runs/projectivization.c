/* projectivization.c - the options of commands that make trees projective. */
#include "projectivization.h"

const GOptionEntry projectivization_entries[] = {
  { "root", 0, 0, G_OPTION_ARG_STRING, OPTIONS_AT (ProjectivizationGiven, root),
    "Root words of the projective tree: single, one; any, any number; gold (default), one if the "
    "gold tree has one, else any number",
    "ROOT" },
  { "method", 0, 0, G_OPTION_ARG_STRING, OPTIONS_AT (ProjectivizationGiven, method),
    "contraction (default), or tabular, a slower method with the same result", "METHOD" },
  { "max-core", 0, 0, G_OPTION_ARG_STRING, OPTIONS_AT (ProjectivizationGiven, max_core),
    "The most words of a sentence that may take part in crossings (default 1000)", "N" },
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
