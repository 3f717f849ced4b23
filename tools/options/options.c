/* options.c - command lines: options, their values, and what is wrong with them.
 *
 * Contents
 *   1. options: command lines: glued and shortened options, and what is wrong with others
 *   2. options_values: values of options: choices and numbers
 *   3. rules: options that have an effect with others only
 */
#include "options/options.h"

#include <string.h>

/* 1. options: command lines: glued and shortened options, and what is wrong with others. */

static gboolean
takes_value (const GOptionEntry *entry)
{
  return entry->arg != G_OPTION_ARG_NONE;
}

/* The entry of the short option @name, NULL if there is none. */
static const GOptionEntry *
find_short (char name, const OptionGroup *groups)
{
  OPTIONS_FOR_EACH (entry, groups)
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

  OPTIONS_FOR_EACH (entry, groups)
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

/* Options that name one file, as they are met. */
typedef struct {
  const OptionGroup *groups;
  GHashTable *met;   /* (owned by the groups) */
  const char *twice; /* NULL: none */
} Meeting;

static void
meet (gpointer data, const char *option, const char *value)
{
  Meeting *meeting = data;
  const GOptionEntry *entry = option == NULL ? NULL : find_long (option, strlen (option), meeting->groups);

  (void) value;
  if (entry != NULL && entry->arg == G_OPTION_ARG_FILENAME
      && !g_hash_table_add (meeting->met, (gpointer) option))
    meeting->twice = option;
}

/* Refuses two files where only the last would be read or written. Of other values the last counts. */
static gboolean
check_once (int argc, char **argv, const OptionGroup *groups, GError **error)
{
  g_autoptr (GHashTable) met = g_hash_table_new (g_str_hash, g_str_equal);
  Meeting meeting = { .groups = groups, .met = met };

  options_look (argc, argv, groups, groups, meet, &meeting);
  if (meeting.twice == NULL)
    return TRUE;
  g_set_error (error, TBK_ERROR, TBK_ERROR_USAGE, "--%s: found twice, expected one file", meeting.twice);
  return FALSE;
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
  for (int i = 1; arguments[i] != NULL; i++) {
    const char *argument = arguments[i];

    if (g_str_has_prefix (argument, "--")
        && find_long (argument + 2, strcspn (argument + 2, "="), groups) == NULL)
      return argument;
    if (argument[0] == '-' && argument[1] != '-' && argument[1] != '\0'
        && find_short (argument[1], groups) == NULL)
      return argument;
  }
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

  OPTIONS_FOR_EACH (entry, groups)
  if (strncmp (entry->long_name, name, length) == 0)
    g_string_append_printf (candidates, "%s--%s", candidates->len == 0 ? "" : ", ", entry->long_name);
  return g_string_free (candidates, FALSE);
}

/* The option that was probably meant by @name, of @length bytes; NULL if none is like it. */
static const char *
guess_long (const char *name, gsize length, const OptionGroup *groups)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();

  OPTIONS_FOR_EACH (entry, groups)
  g_ptr_array_add (names, (gpointer) entry->long_name);
  g_ptr_array_add (names, NULL);
  return synonyms_guess ("option", name, length, (const char *const *) names->pdata);
}

/* An option that there is not, of @length bytes after its one or two dashes: what may have been meant. @kind: of which
 * input the options are, or "". */
static void
fail_unknown (const GError *problem, const char *unknown, const OptionGroup *groups, const char *kind,
              GError **error)
{
  const gboolean is_long = unknown[1] == '-';
  const char *name = unknown + 1 + is_long;
  const gsize length = is_long ? strcspn (name, "=") : 1;
  g_autofree char *candidates = is_long ? list_candidates (name, length, groups) : g_strdup ("");
  const char *guess = guess_long (name, length, groups);

  if (length == strlen ("input") && strncmp (name, "input", length) == 0)
    g_set_error (error, TBK_ERROR, TBK_ERROR_USAGE, "%s: this command reads one format", problem->message);
  else if (candidates[0] != '\0')
    g_set_error (error, TBK_ERROR, TBK_ERROR_USAGE, "%.*s may be %s: write more of it",
                 (int) (name - unknown + (gssize) length), unknown, candidates);
  else if (guess == NULL || *guess == ':')
    g_set_error (error, TBK_ERROR, TBK_ERROR_USAGE, "%s%s%s", problem->message, kind,
                 guess == NULL ? "" : guess);
  else
    g_set_error (error, TBK_ERROR, TBK_ERROR_USAGE, "%s%s, did you mean --%s?", problem->message, kind,
                 guess);
}

/* Whether @unknown is one of @others, which may be NULL. */
static gboolean
is_in (const char *unknown, const OptionGroup *others)
{
  return others != NULL && unknown[1] == '-'
         && find_long (unknown + 2, strcspn (unknown + 2, "="), others) != NULL;
}

/* What GOption refused. */
static void
fail_parsing (const GError *problem, char **arguments, const OptionGroup *groups, const char *kind,
              const OptionGroup *others, GError **error)
{
  const char *unknown = g_error_matches (problem, G_OPTION_ERROR, G_OPTION_ERROR_UNKNOWN_OPTION)
                            ? find_unknown (arguments, groups)
                            : NULL;

  if (unknown != NULL)
    fail_unknown (problem, unknown, groups, is_in (unknown, others) ? kind : "", error);
  else /* also where bytes are no text, which is an error of another domain */
    g_set_error (error, TBK_ERROR, is_lack (problem) ? TBK_ERROR_RESOURCE : TBK_ERROR_USAGE, "%s",
                 problem->message);
}

const GOptionEntry options_help_entries[] = {
  { "help", 'h', 0, G_OPTION_ARG_NONE, NULL, "Show this help", NULL },
  G_OPTION_ENTRY_NULL,
};

/* @groups, with --help at the end of the last; to be freed with g_free(). */
static OptionGroup *
add_help (const OptionGroup *groups)
{
  GArray *all = g_array_new (TRUE, FALSE, sizeof (OptionGroup));
  OptionGroup last = { .entries = options_help_entries };

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

void
options_init (Options *options, const OptionGroup *groups, gsize size)
{
  options->groups = groups;
  options->values = g_malloc0 (size);
}

gpointer
options_place (const GOptionEntry *entry, const OptionGroup *group, gconstpointer values)
{
  return (char *) values + group->offset + GPOINTER_TO_SIZE (entry->arg_data);
}

void
options_clear (Options *options)
{
  if (options->values != NULL) {
    OPTIONS_FOR_EACH (entry, options->groups)
    if (entry->arg == G_OPTION_ARG_STRING_ARRAY || entry->arg == G_OPTION_ARG_FILENAME_ARRAY)
      g_clear_pointer ((char ***) options_place (entry, group, options->values), g_strfreev);
    else if (entry->arg != G_OPTION_ARG_NONE)
      g_clear_pointer ((char **) options_place (entry, group, options->values), g_free);
  }
  g_clear_pointer (&options->values, g_free);
}

/* The options as GOption takes them, with the places of their values. What may lack a value has got one. */
static GArray *
make_entries (const OptionGroup *groups, gpointer values, gboolean *wants_help)
{
  GArray *entries = g_array_new (TRUE, FALSE, sizeof (GOptionEntry));

  OPTIONS_FOR_EACH (entry, groups)
  {
    GOptionEntry own = *entry;

    own.flags &= ~G_OPTION_FLAG_OPTIONAL_ARG;
    own.arg_data = group->entries == options_help_entries ? wants_help : options_place (entry, group, values);
    g_array_append_val (entries, own);
  }
  return entries;
}

char **
options_parse (int argc, char **argv, const Options *options, const char *kind, const OptionGroup *others,
               OptionsOutcome *outcome, GError **error)
{
  g_autoptr (GOptionContext) context = g_option_context_new (NULL);
  g_autofree OptionGroup *groups = add_help (options->groups);
  g_autoptr (GArray) entries = NULL;
  g_autoptr (GError) problem = NULL;
  g_auto (GStrv) arguments = NULL;
  int n_taken;

  *outcome = (OptionsOutcome){ .wants_help = FALSE };
  entries = make_entries (groups, options->values, &outcome->wants_help);
  g_option_context_add_main_entries (context, (const GOptionEntry *) (gconstpointer) entries->data, NULL);
  g_option_context_set_help_enabled (context, FALSE);
  if (!check_flags (argc, argv, groups, error))
    return NULL;
  arguments = (char **) g_ptr_array_free (normalise (argc, argv, groups, &n_taken), FALSE);
  if (!g_option_context_parse_strv (context, &arguments, &problem)) {
    fail_parsing (problem, arguments, groups, kind, others, error);
    return NULL;
  }
  if (!check_once (argc, argv, groups, error))
    return NULL;
  outcome->has_operands = arguments[1] != NULL || n_taken + 1 < argc;
  return collect_operands (arguments, argc, argv, n_taken + 1);
}

/* 2. options_values: values of options: choices and numbers. */

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
  g_autofree char *hint = synonyms_hint (option, value, choices);

  g_set_error (error, TBK_ERROR, TBK_ERROR_USAGE, "--%s: found '%s'%s, expected one of %s%s", option, value,
               where, list, hint);
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

/* What options whose values are names of files are for, if they are not read. Of folders the command knows the files. */
static const struct {
  const char *name;
  gboolean is_further_file;
} written_options[] = {
  { "output", FALSE }, { "output-dir", FALSE }, { "into", FALSE }, { "report", FALSE },
  { "plot", TRUE },    { "summary", TRUE },     { "tally", TRUE },
};

/* The file in the value of an option of another kind, NULL if there is none: --walk=parser:MODEL. */
static const char *
file_in_value (const GOptionEntry *entry, gconstpointer place)
{
  static const char prefix[] = "parser:";
  const char *value = strcmp (entry->long_name, "walk") == 0 ? *(char *const *) place : NULL;

  return value != NULL && g_str_has_prefix (value, prefix) ? value + strlen (prefix) : NULL;
}

static void
add_file (GPtrArray *files, const char *file)
{
  if (file != NULL)
    g_ptr_array_add (files, (gpointer) file);
}

void
options_add_files (const Options *options, gboolean written, GPtrArray *files)
{
  OPTIONS_FOR_EACH (entry, options->groups)
  {
    gconstpointer place = options_place (entry, group, options->values);
    guint w = 0;

    while (w < G_N_ELEMENTS (written_options) && strcmp (written_options[w].name, entry->long_name) != 0)
      w++;
    if (written ? w == G_N_ELEMENTS (written_options) || !written_options[w].is_further_file
                : w < G_N_ELEMENTS (written_options))
      continue;
    if (entry->arg == G_OPTION_ARG_FILENAME)
      add_file (files, *(char *const *) place);
    else if (entry->arg == G_OPTION_ARG_FILENAME_ARRAY)
      for (char **value = *(char **const *) place; value != NULL && *value != NULL; value++)
        add_file (files, *value);
    else
      add_file (files, file_in_value (entry, place));
  }
}

/* 3. rules: options that have an effect with others only. */

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
