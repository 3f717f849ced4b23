/* rules.c - options that have an effect with others only. */
#include <string.h>

#include "options.h"

/* Whether the option @name, of @length bytes, was given; @value: (out): the string that was, NULL for others. */
static gboolean
find_given (const Options *options, const char *name, gsize length, const char **value)
{
  OPTIONS_FOR_EACH (entry, options->groups)
  if (strncmp (entry->long_name, name, length) == 0 && entry->long_name[length] == '\0') {
    gconstpointer place = options_place (entry, group, options->values);

    *value = NULL;
    if (entry->arg == G_OPTION_ARG_NONE)
      return *(const gboolean *) place;
    if (entry->arg == G_OPTION_ARG_STRING || entry->arg == G_OPTION_ARG_FILENAME)
      *value = *(char *const *) place;
    return *(const gconstpointer *) place != NULL;
  }
  return FALSE;
}

static gboolean
is_value (const char *value, const char *wanted)
{
  const gsize length = strlen (wanted);

  return length > 0 && wanted[length - 1] == '*' ? strncmp (value, wanted, length - 1) == 0
                                                 : strcmp (value, wanted) == 0;
}

static gboolean
holds (const Options *options, const char *condition)
{
  const gboolean is_opposite = *condition == '!';
  const char *name = condition + (is_opposite || *condition == '?'), *equals = strchr (name, '='), *value;
  const gboolean is_given =
      find_given (options, name, equals != NULL ? (gsize) (equals - name) : strlen (name), &value);

  if (equals == NULL)
    return is_given != is_opposite;
  if (equals[1] == '\0')
    return !is_given;
  return (is_given && value != NULL && is_value (value, equals + 1)) != is_opposite;
}

/* Says what @option works with. */
static void
fail (const char *option, char **conditions, GError **error)
{
  g_autoptr (GString) needs = g_string_new (NULL);

  if (conditions[0][0] == '!' && conditions[1] == NULL) {
    g_set_error (error, TBK_ERROR, TBK_ERROR_USAGE, "--%s and --%s exclude each other", conditions[0] + 1,
                 option);
    return;
  }
  for (char **condition = conditions; *condition != NULL; condition++) {
    const gsize length = strlen (*condition);
    const gboolean is_beginning = (*condition)[length - 1] == '*';

    if ((*condition)[length - 1] != '=' && strchr ("!?", **condition) == NULL)
      g_string_append_printf (needs, "%s--%.*s%s", needs->len > 0 ? " or " : "", (int) length - is_beginning,
                              *condition, is_beginning ? "..." : "");
  }
  g_set_error (error, TBK_ERROR, TBK_ERROR_USAGE, "--%s needs %s", option, needs->str);
}

gboolean
options_check_rules (const Options *options, const OptionRule *rules, GError **error)
{
  const char *value;

  for (; rules != NULL && rules->option != NULL; rules++) {
    g_auto (GStrv) conditions = g_strsplit (rules->needs, " ", -1);
    char **condition = conditions;

    if (!find_given (options, rules->option, strlen (rules->option), &value))
      continue;
    while (*condition != NULL && !holds (options, *condition))
      condition++;
    if (*condition == NULL) {
      fail (rules->option, conditions, error);
      return FALSE;
    }
  }
  return TRUE;
}
