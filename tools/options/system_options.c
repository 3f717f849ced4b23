/* system_options.c - systems by name and form. */
#include "system_options.h"

#include <string.h>

#include "synonyms.h"
#include "tbk/constituency.h"
#include "tbk/oracle.h"
#include "tbk/static_oracle.h"

const GOptionEntry system_entries[] = {
  { "system", 0, 0, G_OPTION_ARG_STRING, OPTIONS_AT (SystemGiven, system),
    "Transition system: shift-reduce, also called arc-standard (default), arc-eager, covington "
    "and others; 'tbk help systems' lists and explains them",
    "SYSTEM" },
  { "start", 0, 0, G_OPTION_ARG_STRING, OPTIONS_AT (SystemGiven, start),
    "root0: 0 begins in the stack (default); noroot: it does not (arc-eager-nivre, "
    "arc-eager-unshift, covington); noroot-published (arc-eager-unshift)",
    "START" },
  { "complete", 0, 0, G_OPTION_ARG_STRING, OPTIONS_AT (SystemGiven, complete),
    "Words that are left without head: none, they count for nothing (default); root, their head "
    "is 0 (arc-eager-nivre, covington). 'tbk parse' has further values",
    "HOW" },
  { "search", 0, 0, G_OPTION_ARG_STRING, OPTIONS_AT (SystemGiven, search), SEARCH_HELP, "N" },
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

/* Those of phrase structure have other options, but may have been meant. */
static void
fail_unknown_system (const char *name, GError **error)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  const TbkPhraseSystem *phrases;
  const TbkSystem *system;
  g_autofree char *hint = NULL;

  for (int i = 0; (system = tbk_system_at (i)) != NULL; i++)
    if (system->n_policies > 0 && strchr (system->name, ':') == NULL)
      g_ptr_array_add (names, (gpointer) system->name);
  for (int i = 0; (phrases = tbk_phrase_system_at (i)) != NULL; i++)
    if (strchr (phrases->name, ':') == NULL)
      g_ptr_array_add (names, (gpointer) phrases->name);
  g_ptr_array_add (names, (gpointer) "arc-standard");
  g_ptr_array_add (names, NULL);
  hint = synonyms_hint ("system", name, (const char *const *) names->pdata);
  g_set_error (error, TBK_ERROR, TBK_ERROR_USAGE,
               "--system: found '%s', expected one of those that 'tbk help systems' lists%s", name, hint);
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
get_form (const SystemGiven *given, const char *base, gboolean has_rest, GError **error)
{
  gboolean has_start = given->start != NULL && strcmp (given->start, "root0") != 0;
  g_autofree char *name = g_strconcat (base, has_start || has_rest ? ":" : "", has_start ? "start=" : "",
                                       has_start ? given->start : "", has_start && has_rest ? "," : "",
                                       has_rest ? "complete=root" : "", NULL);

  return find (base, name, error);
}

gboolean
system_take_search (const char *search, GError **error)
{
  gint64 most = TBK_SEARCH_DEFAULT;

  if (!options_number ("search", search, 1, TBK_SEARCH_GREATEST, &most, error))
    return FALSE;
  tbk_oracles_set_search ((int) most);
  return TRUE;
}

const TbkSystem *
system_get (SystemGiven *given, GError **error)
{
  const TbkSystem *system;
  int completion;

  if (!system_take_search (given->search, error))
    return NULL;
  if (!options_choose ("complete", given->complete, system_completions, &completion, error))
    return NULL;
  if (completion > COMPLETE_ROOT) {
    g_set_error (error, TBK_ERROR, TBK_ERROR_USAGE,
                 "--complete: found '%s', which only tbk parse does, expected one of none, root",
                 given->complete);
    return NULL;
  }
  if (given->system == NULL)
    return get_form (given, "shift-reduce", completion == COMPLETE_ROOT, error);
  system = get_form (given, given->system, completion == COMPLETE_ROOT, error);
  if (system != NULL) { /* by its own name, under which it is recorded */
    g_free (given->system);
    given->system = g_strndup (system->name, strcspn (system->name, ":"));
  }
  return system;
}

const TbkSystem *
system_find (const char *name, GError **error)
{
  g_autofree char *base = g_strndup (name, strcspn (name, ":"));

  return find (base, name, error);
}

gboolean
system_check_oracle (const TbkSystem *system, gboolean takes_static, GError **error)
{
  g_autoptr (TbkStaticOracle) static_oracle =
      takes_static ? tbk_static_oracle_new (system, NULL, NULL) : NULL;

  if (system->n_policies > 0 || static_oracle != NULL)
    return TRUE;
  g_set_error (
      error, TBK_ERROR, TBK_ERROR_USAGE,
      "--system: %s has no oracle (see 'tbk help systems %s'), only 'tbk transitions --replay' takes it",
      system->name, system->name);
  return FALSE;
}

const TbkSystem *
system_get_with_oracle (SystemGiven *given, gboolean takes_static, GError **error)
{
  const TbkSystem *system = system_get (given, error);

  return system == NULL || !system_check_oracle (system, takes_static, error) ? NULL : system;
}

int
system_get_policy (const TbkSystem *system, const char *name, GError **error)
{
  int policy = name != NULL ? tbk_system_policy (system, name) : 0;
  g_autofree char *where = NULL;
  g_autoptr (GPtrArray) names = NULL;

  if (policy >= 0)
    return policy;
  where = g_strdup_printf (" with %s", system->name);
  names = g_ptr_array_new ();
  for (int p = 0; p < system->n_policies; p++)
    g_ptr_array_add (names, (gpointer) system->policies[p].name);
  g_ptr_array_add (names, NULL);
  options_fail_choice ("policy", name, where, (const char *const *) names->pdata, error);
  return policy;
}
