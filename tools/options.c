/* options.c - command lines: glued and shortened options, choices, numbers. */
#include "options.h"

#include <string.h>

#include "help.h"
#include "tool.h"

#define FOR_EACH_ENTRY(entry, groups)                                                                        \
  for (const OptionGroup *group = groups; group->heading != NULL; group++)                                   \
    for (const GOptionEntry *entry = group->entries; entry->long_name != NULL; entry++)

static gboolean
takes_value (const GOptionEntry *entry)
{
  return entry->arg != G_OPTION_ARG_NONE;
}

/* The entry of the short option @name, NULL if there is none. */
static const GOptionEntry *
find_short (char name, const OptionGroup *groups)
{
  FOR_EACH_ENTRY (entry, groups)
    if (entry->short_name == name)
      return entry;
  return NULL;
}

/* Whether @argument is a short option with its value glued to it. */
static gboolean
is_glued (const char *argument, const OptionGroup *groups)
{
  const GOptionEntry *entry;

  if (argument[0] != '-' || argument[1] == '-' || argument[1] == '\0' || argument[2] == '\0')
    return FALSE;
  entry = find_short (argument[1], groups);
  return entry != NULL && takes_value (entry);
}

/* The entry of the long option whose name begins with @name, @length bytes; NULL if there is none or more
 * than one. */
static const GOptionEntry *
find_long (const char *name, gsize length, const OptionGroup *groups)
{
  const GOptionEntry *found = NULL;
  int n_found = 0;

  FOR_EACH_ENTRY (entry, groups)
    if (strncmp (entry->long_name, name, length) == 0) {
      if (entry->long_name[length] == '\0')
        return entry;
      found = entry;
      n_found++;
    }
  return n_found == 1 ? found : NULL;
}

/* The long option @argument with its whole name and, where GOption would take the next argument for a
 * value that is optional, an empty one; a copy if it is not known. */
static char *
complete (const char *argument, const OptionGroup *groups)
{
  const char *name = argument + 2;
  gsize length = strcspn (name, "=");
  const GOptionEntry *entry = length == 0 ? NULL : find_long (name, length, groups);

  if (entry == NULL)
    return g_strdup (argument);
  if (name[length] == '\0' && (entry->flags & G_OPTION_FLAG_OPTIONAL_ARG) != 0)
    return g_strdup_printf ("--%s=", entry->long_name);
  return g_strdup_printf ("--%s%s", entry->long_name, name + length);
}

/* Refuses values of options that take none, which GOption would overlook. */
static gboolean
check_flags (int argc, char **argv, const OptionGroup *groups, GError **error)
{
  for (int i = 1; i < argc && strcmp (argv[i], "--") != 0; i++) {
    const char *value = g_str_has_prefix (argv[i], "--") ? strchr (argv[i], '=') : NULL;
    const GOptionEntry *entry = value == NULL ? NULL : find_long (argv[i] + 2, value - argv[i] - 2, groups);

    if (entry != NULL && !takes_value (entry)) {
      g_set_error (error, TBK_ERROR, TBK_ERROR_USAGE, "--%s: found '%s', expected no value", entry->long_name,
                   value + 1);
      return FALSE;
    }
  }
  return TRUE;
}

/* The arguments up to "--" in the form that GOption takes; @n_taken gets how many those were. */
static GPtrArray *
normalise (int argc, char **argv, const OptionGroup *groups, int *n_taken)
{
  GPtrArray *arguments = g_ptr_array_new_with_free_func (g_free);
  int i;

  for (i = 0; i < argc && strcmp (argv[i], "--") != 0; i++)
    if (is_glued (argv[i], groups)) {
      g_ptr_array_add (arguments, g_strndup (argv[i], 2));
      g_ptr_array_add (arguments, g_strdup (argv[i] + 2));
    } else if (g_str_has_prefix (argv[i], "--")) {
      g_ptr_array_add (arguments, complete (argv[i], groups));
    } else {
      g_ptr_array_add (arguments, g_strdup (argv[i]));
    }
  *n_taken = i;
  g_ptr_array_add (arguments, NULL);
  return arguments;
}

/* The option that @argument is, or the last of several short ones, NULL if it is none that is known; @value: (out): what is
 * glued to it, NULL if that is nothing. */
static const GOptionEntry *
find_option (const char *argument, const OptionGroup *groups, const char **value)
{
  const GOptionEntry *entry = NULL;
  const char *equals = strchr (argument, '=');

  *value = NULL;
  if (argument[1] == '-') {
    *value = equals != NULL ? equals + 1 : NULL;
    return find_long (argument + 2, strcspn (argument + 2, "="), groups);
  }
  for (const char *name = argument + 1; *name != '\0'; name++) {
    entry = find_short (*name, groups);
    if (entry != NULL && takes_value (entry)) {
      *value = name[1] != '\0' ? name + 1 : NULL;
      break;
    }
  }
  return entry;
}

void
options_look (int argc, char **argv, const OptionGroup *groups, const OptionGroup *others, OptionsVisit visit,
              gpointer data)
{
  gboolean are_operands = FALSE;

  for (int i = 1; i < argc; i++) {
    const GOptionEntry *entry;
    const char *value;

    if (are_operands || argv[i][0] != '-' || argv[i][1] == '\0') {
      visit (data, NULL, argv[i]);
      continue;
    }
    are_operands = strcmp (argv[i], "--") == 0;
    entry = are_operands ? NULL : find_option (argv[i], groups, &value);
    if (entry == NULL && !are_operands)
      entry = find_option (argv[i], others, &value);
    if (entry == NULL)
      continue;
    if (value == NULL && takes_value (entry) && (entry->flags & G_OPTION_FLAG_OPTIONAL_ARG) == 0
        && i + 1 < argc)
      value = argv[++i];
    visit (data, entry->long_name, value);
  }
}

/* The first argument that is no option but looks like one. */
static const char *
find_unknown (char **arguments, const OptionGroup *groups)
{
  for (int i = 1; arguments[i] != NULL; i++)
    if (g_str_has_prefix (arguments[i], "--")
        && find_long (arguments[i] + 2, strcspn (arguments[i] + 2, "="), groups) == NULL)
      return arguments[i];
  return NULL;
}

/* Whether GOption lacked what it needs to convert arguments, not that they were wrong. */
static gboolean
is_lack (const GError *problem)
{
  return problem->domain == G_CONVERT_ERROR
         && (problem->code == G_CONVERT_ERROR_NO_CONVERSION || problem->code == G_CONVERT_ERROR_FAILED
             || problem->code == G_CONVERT_ERROR_NO_MEMORY);
}

/* The options that begin as @name does, of @length bytes, with commas between them. */
static char *
list_candidates (const char *name, gsize length, const OptionGroup *groups)
{
  GString *candidates = g_string_new (NULL);

  FOR_EACH_ENTRY (entry, groups)
    if (strncmp (entry->long_name, name, length) == 0)
      g_string_append_printf (candidates, "%s--%s", candidates->len == 0 ? "" : ", ", entry->long_name);
  return g_string_free (candidates, FALSE);
}

/* The option that was probably meant by @name, of @length bytes; NULL if none is like it. */
static const char *
guess_long (const char *name, gsize length, const OptionGroup *groups)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();

  FOR_EACH_ENTRY (entry, groups)
    g_ptr_array_add (names, (gpointer) entry->long_name);
  g_ptr_array_add (names, NULL);
  return tbk_nearest (name, length, (const char *const *) names->pdata);
}

/* An option that there is not: what may have been meant. */
static void
fail_unknown (const GError *problem, const char *unknown, const OptionGroup *groups, GError **error)
{
  const gsize length = strcspn (unknown + 2, "=");
  g_autofree char *candidates = list_candidates (unknown + 2, length, groups);
  const char *nearest = guess_long (unknown + 2, length, groups), *kind = help_kind (groups);

  if (length == strlen ("input") && strncmp (unknown + 2, "input", length) == 0)
    g_set_error (error, TBK_ERROR, TBK_ERROR_USAGE, "%s: this command reads one format", problem->message);
  else if (candidates[0] != '\0')
    g_set_error (error, TBK_ERROR, TBK_ERROR_USAGE, "%.*s may be %s: write more of it", (int) length + 2,
                 unknown, candidates);
  else if (nearest != NULL)
    g_set_error (error, TBK_ERROR, TBK_ERROR_USAGE, "%s%s, did you mean --%s?", problem->message, kind,
                 nearest);
  else
    g_set_error (error, TBK_ERROR, TBK_ERROR_USAGE, "%s%s", problem->message, kind);
}

/* What GOption refused. */
static void
fail_parsing (const GError *problem, char **arguments, const OptionGroup *groups, GError **error)
{
  const char *unknown = g_error_matches (problem, G_OPTION_ERROR, G_OPTION_ERROR_UNKNOWN_OPTION)
                            ? find_unknown (arguments, groups)
                            : NULL;

  if (unknown != NULL)
    fail_unknown (problem, unknown, groups, error);
  else /* also where bytes are no text, which is an error of another domain */
    g_set_error (error, TBK_ERROR, is_lack (problem) ? TBK_ERROR_RESOURCE : TBK_ERROR_USAGE, "%s",
                 problem->message);
}

static gboolean wants_help;

static const GOptionEntry help_entries[] = {
  { "help", 'h', 0, G_OPTION_ARG_NONE, &wants_help, "Show this help", NULL },
  G_OPTION_ENTRY_NULL,
};

/* @groups, with --help at the end of the last; to be freed with g_free(). */
static OptionGroup *
add_help (const OptionGroup *groups)
{
  GArray *all = g_array_new (TRUE, FALSE, sizeof (OptionGroup));
  OptionGroup last = { .entries = help_entries };

  for (; groups->heading != NULL; groups++) {
    g_array_append_val (all, *groups);
    last.heading = groups->heading;
  }
  g_array_append_val (all, last);
  return (OptionGroup *) g_array_free (all, FALSE);
}

/* What is left of @parsed, and what stood from @first on in @argv; standard input if that is nothing. */
static char **
collect_operands (char **parsed, int argc, char **argv, int first)
{
  GStrvBuilder *operands = g_strv_builder_new ();
  char **result;

  for (int i = 1; parsed[i] != NULL; i++)
    g_strv_builder_add (operands, parsed[i]);
  for (int i = first; i < argc; i++)
    g_strv_builder_add (operands, argv[i]);
  if (parsed[1] == NULL && first >= argc)
    g_strv_builder_add (operands, "-");
  result = g_strv_builder_end (operands);
  g_strv_builder_unref (operands);
  return result;
}

/* What the last call left behind. */
static const OptionGroup *parsed;
static gboolean has_operands;

static const char *const *expected; /* or NULL */

gboolean
options_has_operands (void)
{
  return has_operands;
}

void
options_expect (const char *const *recorded)
{
  expected = recorded;
}

/* Whether results depend on the options of a group. */
static gboolean
is_recorded (const OptionGroup *group)
{
  static const char *const others[] = { "Output", "Which files", "Running", NULL };

  return !g_strv_contains (others, group->heading);
}

static gboolean
has_recorded (const OptionGroup *groups, const char *name)
{
  FOR_EACH_ENTRY (entry, groups)
    if (is_recorded (group) && g_str_equal (entry->long_name, name))
      return TRUE;
  return g_str_equal (name, OPTIONS_COMMAND) || g_str_equal (name, OPTIONS_READ);
}

static gboolean
check_expected (const OptionGroup *groups, GError **error)
{
  for (const char *const *name = expected; name != NULL && *name != NULL; name += 2)
    if (!has_recorded (groups, *name)) {
      g_set_error (error, TBK_ERROR, TBK_ERROR_DATA,
                   "found the option '%s' in the tallies, expected one that results depend on", *name);
      return FALSE;
    }
  return TRUE;
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

char **
options_values (const char *recorded)
{
  static const char *const none[] = { "", NULL };
  char **values = recorded[0] == '\0' ? g_strdupv ((char **) none) : g_strsplit (recorded, "\n", -1);

  for (int v = 0; values[v] != NULL; v++)
    restore_line (values[v]);
  return values;
}

/* The value that was given for an option, to be freed; NULL if none was. */
static char *
value_of (const GOptionEntry *entry)
{
  switch (entry->arg) {
  case G_OPTION_ARG_NONE:
    return *(const gboolean *) entry->arg_data ? g_strdup ("") : NULL;
  case G_OPTION_ARG_STRING:
  case G_OPTION_ARG_FILENAME: {
    char *values[] = { *(char *const *) entry->arg_data, NULL };
    return values[0] == NULL ? NULL : join_values (values);
  }
  case G_OPTION_ARG_STRING_ARRAY:
  case G_OPTION_ARG_FILENAME_ARRAY: {
    char **values = *(char ***) entry->arg_data;
    return values == NULL ? NULL : join_values (values);
  }
  default:
    g_assert_not_reached ();
  }
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
options_describe (const GOptionEntry *entries, GString *description)
{
  for (const GOptionEntry *entry = entries; entry->long_name != NULL; entry++)
    if (entry->arg == G_OPTION_ARG_NONE) {
      if (*(const gboolean *) entry->arg_data)
        describe (entry, NULL, description);
    } else if (entry->arg == G_OPTION_ARG_STRING_ARRAY) {
      for (char **value = *(char ***) entry->arg_data; value != NULL && *value != NULL; value++)
        describe (entry, *value, description);
    } else if (*(char *const *) entry->arg_data != NULL) {
      describe (entry, *(char *const *) entry->arg_data, description);
    }
}

gboolean
options_have (const char *name)
{
  FOR_EACH_ENTRY (entry, parsed)
    if (g_str_equal (entry->long_name, name))
      return TRUE;
  return FALSE;
}

char **
options_recorded (void)
{
  GStrvBuilder *recorded = g_strv_builder_new ();
  char **result;

  g_strv_builder_add_many (recorded, OPTIONS_COMMAND, tool_command (), NULL);
  FOR_EACH_ENTRY (entry, parsed) {
    g_autofree char *value = is_recorded (group) ? value_of (entry) : NULL;

    if (value != NULL)
      g_strv_builder_add_many (recorded, entry->long_name, value, NULL);
  }
  result = g_strv_builder_end (recorded);
  g_strv_builder_unref (recorded);
  return result;
}

char **
options_parse (int argc, char **argv, const OptionGroup *own_groups, const char *operands, GError **error)
{
  g_autoptr (GOptionContext) context = g_option_context_new (NULL);
  g_autofree OptionGroup *groups = add_help (own_groups);
  g_autoptr (GError) problem = NULL;
  g_auto (GStrv) arguments = NULL;
  int n_taken;

  for (const OptionGroup *group = groups; group->heading != NULL; group++)
    g_option_context_add_main_entries (context, group->entries, NULL);
  g_option_context_set_help_enabled (context, FALSE);
  if (!check_flags (argc, argv, groups, error) || !check_expected (own_groups, error))
    return NULL;
  parsed = own_groups;
  wants_help = FALSE;
  arguments = (char **) g_ptr_array_free (normalise (argc, argv, groups, &n_taken), FALSE);
  if (!g_option_context_parse_strv (context, &arguments, &problem)) {
    fail_parsing (problem, arguments, groups, error);
    return NULL;
  }
  if (wants_help) {
    help_print (groups, operands, error);
    return NULL;
  }
  has_operands = arguments[1] != NULL || n_taken + 1 < argc;
  return collect_operands (arguments, argc, argv, n_taken + 1);
}

/* What others call a value. */
static const struct {
  const char *name, *value;
} other_values[] = { { "head+path", "headpath" } };

/* What tbk calls it. */
static const char *
find_value (const char *value)
{
  for (guint n = 0; value != NULL && n < G_N_ELEMENTS (other_values); n++)
    if (strcmp (other_values[n].name, value) == 0)
      return other_values[n].value;
  return value;
}

void
options_fail_choice (const char *option, const char *value, const char *where, const char *const *choices,
                     GError **error)
{
  g_autofree char *list = g_strjoinv (", ", (char **) choices);
  const char *nearest = tbk_nearest (value, strlen (value), choices);

  g_set_error (error, TBK_ERROR, TBK_ERROR_USAGE, "--%s: found '%s'%s, expected one of %s%s%s%s", option,
               value, where, list, nearest == NULL ? "" : "; did you mean '", nearest == NULL ? "" : nearest,
               nearest == NULL ? "" : "'?");
}

gboolean
options_choose (const char *option, const char *value, const char *const *choices, int *choice,
                GError **error)
{
  const char *found = find_value (value);

  *choice = 0;
  if (value == NULL)
    return TRUE;
  for (int c = 0; choices[c] != NULL; c++)
    if (strcmp (choices[c], found) == 0) {
      *choice = c;
      return TRUE;
    }
  options_fail_choice (option, value, "", choices, error);
  return FALSE;
}

/* Whether @value is digits without leading zeros, or a minus and such digits. */
static gboolean
is_decimal (const char *value)
{
  const char *digits = value + (value[0] == '-');
  gsize n_digits = strspn (digits, "0123456789");

  return n_digits > 0 && digits[n_digits] == '\0' && (digits[0] != '0' || strlen (value) == 1);
}

gboolean
options_number (const char *option, const char *value, gint64 least, gint64 most, gint64 *number,
                GError **error)
{
  gint64 found;

  if (value == NULL)
    return TRUE;
  if (is_decimal (value) && g_ascii_string_to_signed (value, 10, least, most, &found, NULL)) {
    *number = found;
    return TRUE;
  }
  g_set_error (error, TBK_ERROR, TBK_ERROR_USAGE,
               "--%s: found '%s', expected a number from %" G_GINT64_FORMAT " to %" G_GINT64_FORMAT, option,
               value, least, most);
  return FALSE;
}
