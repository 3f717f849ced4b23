/* options_record.c - options as tallies record them, and back. */
#include <string.h>

#include "options/options.h"

/* Whether results depend on the options of a group. */
static gboolean
is_recorded (const OptionGroup *group)
{
  static const char *const others[] = { "Output", "Which files", "Running", NULL };

  return !g_strv_contains (others, group->heading);
}

/* @text with @from in place of @to, everywhere; @text is taken. */
static char *
replace (char *text, const char *from, const char *to)
{
  g_auto (GStrv) pieces = g_strsplit (text, from, -1);

  g_free (text);
  return g_strjoinv (to, pieces);
}

/* The values as lines. */
static char *
join_values (char **values)
{
  GString *lines = g_string_new (NULL);

  for (int v = 0; values[v] != NULL; v++) {
    g_autofree char *line = replace (replace (g_strdup (values[v]), "\\", "\\\\"), "\n", "\\n");
    g_string_append_printf (lines, "%s%s", v > 0 ? "\n" : "", line);
  }
  return g_string_free (lines, FALSE);
}

/* What @line was before it became one, in place. */
static void
restore_line (char *line)
{
  char *to = line;

  for (const char *from = line; *from != '\0'; from++) {
    const gboolean is_escape = from[0] == '\\' && (from[1] == '\\' || from[1] == 'n');
    from += is_escape;
    *to++ = is_escape && *from == 'n' ? '\n' : *from;
  }
  *to = '\0';
}

/* The values that join_values() made lines of: at least one, which may be empty. */
static char **
values_of (const char *recorded)
{
  static const char *const none[] = { "", NULL };
  char **values = recorded[0] == '\0' ? g_strdupv ((char **) none) : g_strsplit (recorded, "\n", -1);

  for (int v = 0; values[v] != NULL; v++)
    restore_line (values[v]);
  return values;
}

/* The value that was given for an option, which stands at @place; to be freed. NULL if none was. */
static char *
value_of (const GOptionEntry *entry, gconstpointer place)
{
  switch (entry->arg) {
  case G_OPTION_ARG_NONE:
    return *(const gboolean *) place ? g_strdup ("") : NULL;
  case G_OPTION_ARG_STRING:
  case G_OPTION_ARG_FILENAME: {
    char *values[] = { *(char *const *) place, NULL };
    return values[0] == NULL ? NULL : join_values (values);
  }
  case G_OPTION_ARG_STRING_ARRAY:
  case G_OPTION_ARG_FILENAME_ARRAY: {
    char **values = *(char **const *) place;
    return values == NULL ? NULL : join_values (values);
  }
  default:
    g_assert_not_reached ();
  }
}

/* Gives an option, whose value stands at @place, the one that value_of() returned. */
static gboolean
set_value (const GOptionEntry *entry, gpointer place, const char *value, GError **error)
{
  g_auto (GStrv) values = values_of (value);

  if (entry->arg == G_OPTION_ARG_NONE && value[0] != '\0')
    g_set_error (error, TBK_ERROR, TBK_ERROR_USAGE, "--%s: found '%s', expected no value", entry->long_name,
                 value);
  else if (entry->arg == G_OPTION_ARG_NONE)
    *(gboolean *) place = TRUE;
  else if (entry->arg == G_OPTION_ARG_STRING_ARRAY || entry->arg == G_OPTION_ARG_FILENAME_ARRAY) {
    g_strfreev (*(char ***) place);
    *(char ***) place = g_steal_pointer (&values);
  } else {
    g_free (*(char **) place);
    *(char **) place = g_strdup (values[0]);
  }
  return entry->arg != G_OPTION_ARG_NONE || value[0] == '\0';
}

/* Appends an option as it stands on a command line. */
static void
describe (const GOptionEntry *entry, const char *value, GString *description)
{
  g_string_append_printf (description, "%s--%s", description->len > 0 ? " " : "", entry->long_name);
  if (value != NULL)
    g_string_append_printf (description, "=%s", value);
}

void
options_describe (const GOptionEntry *entries, gconstpointer values, GString *description)
{
  const OptionGroup group = OPTION_GROUP ("", entries);

  for (const GOptionEntry *entry = entries; entry->long_name != NULL; entry++) {
    gconstpointer place = options_place (entry, &group, values);

    if (entry->arg == G_OPTION_ARG_NONE) {
      if (*(const gboolean *) place)
        describe (entry, NULL, description);
    } else if (entry->arg == G_OPTION_ARG_STRING_ARRAY) {
      for (char **value = *(char **const *) place; value != NULL && *value != NULL; value++)
        describe (entry, *value, description);
    } else if (*(char *const *) place != NULL) {
      describe (entry, *(char *const *) place, description);
    }
  }
}

gboolean
options_have (const Options *options, const char *name)
{
  OPTIONS_FOR_EACH (entry, options->groups)
  if (g_str_equal (entry->long_name, name))
    return TRUE;
  return FALSE;
}

char **
options_recorded (const Options *options, const char *command)
{
  GStrvBuilder *recorded = g_strv_builder_new ();
  char **result;

  g_strv_builder_add_many (recorded, OPTIONS_COMMAND, command, NULL);
  OPTIONS_FOR_EACH (entry, options->groups)
  {
    g_autofree char *value =
        is_recorded (group) ? value_of (entry, options_place (entry, group, options->values)) : NULL;

    if (value != NULL)
      g_strv_builder_add_many (recorded, entry->long_name, value, NULL);
  }
  result = g_strv_builder_end (recorded);
  g_strv_builder_unref (recorded);
  return result;
}

gboolean
options_take_recorded (const Options *options, const char *name, const char *value, GError **error)
{
  if (g_str_equal (name, OPTIONS_COMMAND) || g_str_equal (name, OPTIONS_READ))
    return TRUE;
  OPTIONS_FOR_EACH (entry, options->groups)
  if (is_recorded (group) && g_str_equal (entry->long_name, name))
    return set_value (entry, options_place (entry, group, options->values), value, error);
  g_set_error (error, TBK_ERROR, TBK_ERROR_DATA,
               "found the option '%s' in the tallies, expected one that results depend on", name);
  return FALSE;
}

/* Gives the option @name the value @value; fails if there is no such option. */
static gboolean
set_option (const Options *options, const char *name, const char *value, GError **error)
{
  OPTIONS_FOR_EACH (entry, options->groups)
  if (g_str_equal (entry->long_name, name))
    return set_value (entry, options_place (entry, group, options->values), value, error);
  g_set_error (error, TBK_ERROR, TBK_ERROR_USAGE, "--%s is no option of the command that made the tallies",
               name);
  return FALSE;
}

gboolean
options_pass (const Options *from, const GOptionEntry *entries, const Options *to, GError **error)
{
  OPTIONS_FOR_EACH (entry, from->groups)
  {
    g_autofree char *value =
        group->entries == entries ? value_of (entry, options_place (entry, group, from->values)) : NULL;

    if (value != NULL && !set_option (to, entry->long_name, value, error))
      return FALSE;
  }
  return TRUE;
}
