/* system_options.c - systems by name and form. */
#include "system_options.h"

#include <string.h>

#include "options.h"

static struct {
  char *system, *start, *complete;
} given;

const GOptionEntry system_entries[] = {
  { "system", 0, 0, G_OPTION_ARG_STRING, &given.system,
    "Transition system: shift-reduce (default), arc-eager, arc-eager-uncorrected, arc-eager-normalized, "
    "arc-eager-nivre, arc-eager-unshift, arc-hybrid, swap, covington, covington-projective, attardi-1 to "
    "attardi-4",
    "SYSTEM" },
  { "start", 0, 0, G_OPTION_ARG_STRING, &given.start,
    "root0: 0 is in the stack (default); noroot: it is not (arc-eager-nivre, arc-eager-unshift, covington); "
    "noroot-published (arc-eager-unshift)",
    "START" },
  { "complete", 0, 0, G_OPTION_ARG_STRING, &given.complete,
    "What becomes of words left without head: none, they count for nothing (default); root, they hang on 0 "
    "(arc-eager-nivre, covington); tbk parse has further values",
    "HOW" },
  G_OPTION_ENTRY_NULL,
};

const char *const system_completions[] = { "none",  "root", "left", "chain",   "right",
                                           "first", "last", "word", "unshift", NULL };

/* The names of the forms that a system has, with commas between them; NULL if there is no such system. */
static char *
list_forms (const char *name)
{
  GString *forms = g_string_new (NULL);
  gsize length = strlen (name);
  const TbkSystem *system;

  for (int i = 0; (system = tbk_system_at (i)) != NULL; i++)
    if (strncmp (system->name, name, length) == 0
        && (system->name[length] == '\0' || system->name[length] == ':'))
      g_string_append_printf (forms, "%s%s", forms->len > 0 ? "; " : "", system->name);
  return g_string_free (forms, forms->len == 0);
}

static void
fail_unknown_system (const char *name, GError **error)
{
  g_autoptr (GString) names = g_string_new (NULL);
  const TbkSystem *system;

  for (int i = 0; (system = tbk_system_at (i)) != NULL; i++)
    if (system->n_policies > 0 && strchr (system->name, ':') == NULL)
      g_string_append_printf (names, "%s%s", names->len > 0 ? ", " : "", system->name);
  g_set_error (error, TBK_ERROR, TBK_ERROR_USAGE, "--system: found '%s', expected one of %s", name,
               names->str);
}

const char *
system_get_name (void)
{
  return given.system;
}

/* The system @name, whose base is @base. */
static const TbkSystem *
find (const char *base, const char *name, GError **error)
{
  const TbkSystem *system = tbk_system_find (name);
  g_autofree char *forms = NULL;

  if (system != NULL)
    return system;
  forms = list_forms (base);
  if (forms == NULL)
    fail_unknown_system (base, error);
  else
    g_set_error (error, TBK_ERROR, TBK_ERROR_USAGE, "there is no system %s, only %s", name, forms);
  return NULL;
}

/* The form of the system @base that was asked for. */
static const TbkSystem *
get_form (const char *base, gboolean has_rest, GError **error)
{
  gboolean has_start = given.start != NULL && strcmp (given.start, "root0") != 0;
  g_autofree char *name = g_strconcat (base, has_start || has_rest ? ":" : "", has_start ? "start=" : "",
                                       has_start ? given.start : "", has_start && has_rest ? "," : "",
                                       has_rest ? "complete=root" : "", NULL);

  return find (base, name, error);
}

const TbkSystem *
system_get (GError **error)
{
  int completion;

  if (!options_choose ("complete", given.complete, system_completions, &completion, error))
    return NULL;
  if (completion > COMPLETE_ROOT) {
    g_set_error (error, TBK_ERROR, TBK_ERROR_USAGE,
                 "--complete: found '%s', which only tbk parse does, expected one of none, root",
                 given.complete);
    return NULL;
  }
  return get_form (given.system != NULL ? given.system : "shift-reduce", completion == COMPLETE_ROOT, error);
}

const TbkSystem *
system_find (const char *name, GError **error)
{
  g_autofree char *base = g_strndup (name, strcspn (name, ":"));

  return find (base, name, error);
}

const TbkSystem *
system_get_with_oracle (GError **error)
{
  const TbkSystem *system = system_get (error);

  if (system == NULL || system->n_policies > 0)
    return system;
  g_set_error (error, TBK_ERROR, TBK_ERROR_USAGE, "the system %s has no oracle", system->name);
  return NULL;
}

int
system_get_policy (const TbkSystem *system, const char *name, GError **error)
{
  int policy = name != NULL ? tbk_system_policy (system, name) : 0;
  g_autoptr (GString) names = NULL;

  if (policy >= 0)
    return policy;
  names = g_string_new (NULL);
  for (int p = 0; p < system->n_policies; p++)
    g_string_append_printf (names, "%s%s", p > 0 ? ", " : "", system->policies[p].name);
  g_set_error (error, TBK_ERROR, TBK_ERROR_USAGE, "--policy: found '%s' with %s, expected one of %s", name,
               system->name, names->str);
  return policy;
}
