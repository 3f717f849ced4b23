/* walk.c - which transition a walk takes, and the names of walks and variants. */
#include <string.h>

#include "base/nearest.h"
#include "tbk/compare.h"

enum { DECIMALS = 9 };

/* Reads a decimal from 0 to 1 as parts of TBK_WALK_ALWAYS, exactly: -1 if it is none. */
static gint64
parse_part (const char *text)
{
  gint64 part = 0, unit = TBK_WALK_ALWAYS;
  gsize n_decimals;

  if (text[0] != '0' && text[0] != '1')
    return -1;
  part = (text[0] - '0') * unit;
  if (text[1] == '\0')
    return part;
  n_decimals = strspn (text + 2, "0123456789");
  if (text[1] != '.' || n_decimals < 1 || n_decimals > DECIMALS || text[2 + n_decimals] != '\0')
    return -1;
  for (gsize d = 0; d < n_decimals; d++)
    part += (text[2 + d] - '0') * (unit /= 10);
  return part <= TBK_WALK_ALWAYS ? part : -1;
}

gboolean
tbk_walk_parse (const char *text, TbkWalk *walk, GError **error)
{
  gint64 explore = 0;

  g_return_val_if_fail (text != NULL && walk != NULL, FALSE);
  if (strcmp (text, "gold") == 0) {
    walk->kind = TBK_WALK_GOLD;
  } else if (strcmp (text, "random") == 0) {
    walk->kind = TBK_WALK_RANDOM;
  } else if (g_str_has_prefix (text, "explore:")
             && (explore = parse_part (text + strlen ("explore:"))) >= 0) {
    walk->kind = TBK_WALK_EXPLORE;
  } else {
    g_set_error (error, TBK_ERROR, TBK_ERROR_USAGE,
                 "found '%s', expected gold, random, or explore:P with P from 0 to 1", text);
    return FALSE;
  }
  walk->explore = explore;
  return TRUE;
}

char *
tbk_walk_name (const TbkWalk *walk)
{
  char *name;
  gsize length;

  g_return_val_if_fail ((guint) walk->kind <= TBK_WALK_RANDOM, NULL);
  if (walk->kind != TBK_WALK_EXPLORE)
    return g_strdup (walk->kind == TBK_WALK_GOLD ? "gold" : "random");
  name = g_strdup_printf ("explore:%d.%09d", (int) (walk->explore / TBK_WALK_ALWAYS),
                          (int) (walk->explore % TBK_WALK_ALWAYS));
  length = strlen (name);
  while (name[length - 1] == '0')
    length--;
  name[length - (name[length - 1] == '.')] = '\0';
  return name;
}

/* Draws one of the transitions allowed. */
static int
draw (TbkRandom *random, const TbkSystem *system, const TbkConfiguration *configuration)
{
  int allowed[TBK_MAX_TRANSITIONS], n_allowed = 0;
  guint set = tbk_configuration_allowed (configuration);

  for (int t = 0; t < system->n_transitions; t++)
    if ((set >> t & 1) != 0)
      allowed[n_allowed++] = t;
  return n_allowed == 0 ? -1 : allowed[tbk_random_below (random, n_allowed)];
}

static int
follow (const TbkSystem *system, const TbkConfiguration *configuration, guint optimal)
{
  for (int t = 0; t < system->n_transitions; t++)
    if (optimal == 0 ? tbk_configuration_obstacle (configuration, &system->transitions[t]) == NULL
                     : (optimal >> t & 1) != 0)
      return t;
  return -1;
}

int
tbk_walk_choose (const TbkWalk *walk, TbkRandom *random, const TbkSystem *system,
                 const TbkConfiguration *configuration, guint optimal)
{
  g_return_val_if_fail ((guint) walk->kind <= TBK_WALK_RANDOM, -1);
  if (walk->kind == TBK_WALK_RANDOM
      || (walk->kind == TBK_WALK_EXPLORE
          && (gint64) tbk_random_below (random, TBK_WALK_ALWAYS) < walk->explore))
    return draw (random, system, configuration);
  return follow (system, configuration, optimal);
}

static void
add_systems (GPtrArray *names)
{
  const TbkSystem *system;

  for (int i = 0; (system = tbk_system_at (i)) != NULL; i++)
    g_ptr_array_add (names, (gpointer) system->name);
}

static void
add_policies (GPtrArray *names, const TbkSystem *system)
{
  for (int p = 0; p < system->n_policies; p++)
    g_ptr_array_add (names, (gpointer) system->policies[p].name);
}

static void
add_methods (GPtrArray *names)
{
  for (int m = 0; m < TBK_N_METHODS; m++)
    g_ptr_array_add (names, (gpointer) tbk_method_name (m));
}

/* There is no @name among @names, to which NULL is added. */
static void
fail_unknown (const char *what, const char *name, GPtrArray *names, GError **error)
{
  g_ptr_array_add (names, NULL);
  nearest_fail (what, name, (const char *const *) names->pdata, error);
}

gboolean
tbk_variant_parse (const char *text, const TbkSystem *system, TbkVariant *variant, GError **error)
{
  const char *slash = strchr (text, '/'), *rest = slash != NULL ? slash + 1 : text;
  const char *colon = strchr (rest, ':');
  g_autofree char *name = slash != NULL ? g_strndup (text, (gsize) (slash - text)) : NULL;
  g_autofree char *policy = g_strndup (rest, colon != NULL ? (gsize) (colon - rest) : strlen (rest));
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  TbkVariant found = { .system = NULL };

  if (name != NULL)
    system = found.system = tbk_system_find (name);
  if (system == NULL && name == NULL) {
    g_set_error (error, TBK_ERROR, TBK_ERROR_USAGE, "found '%s', expected SYSTEM/POLICY:METHOD", text);
  } else if (system == NULL) {
    add_systems (names);
    fail_unknown ("there is no system", name, names, error);
  } else if (colon == NULL) {
    g_set_error (error, TBK_ERROR, TBK_ERROR_USAGE, "found '%s', expected POLICY:METHOD", rest);
  } else if ((found.policy = tbk_system_policy (system, policy)) < 0) {
    g_autofree char *what = g_strdup_printf ("the system %s has no policy", system->name);

    add_policies (names, system);
    fail_unknown (what, policy, names, error);
  } else if (!tbk_method_find (colon + 1, &found.method)) {
    add_methods (names);
    fail_unknown ("there is no method", colon + 1, names, error);
  } else {
    *variant = found;
    return TRUE;
  }
  return FALSE;
}

char *
tbk_variant_name (const TbkVariant *variant, const TbkSystem *system)
{
  if (variant->system != NULL)
    system = variant->system;
  return g_strdup_printf ("%s%s%s:%s", variant->system != NULL ? system->name : "",
                          variant->system != NULL ? "/" : "", system->policies[variant->policy].name,
                          tbk_method_name (variant->method));
}
