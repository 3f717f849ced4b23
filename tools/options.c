/* options.c - command lines: glued and shortened options, choices. */
#include "options.h"

#include <string.h>

#include "tbk/stream.h"
#include "tool.h"

#define FOR_EACH_ENTRY(entry, tables)                                                                        \
  for (const GOptionEntry *const *table = tables; *table != NULL; table++)                                   \
    for (const GOptionEntry *entry = *table; entry->long_name != NULL; entry++)

static gboolean
takes_value (const GOptionEntry *entry)
{
  return entry->arg != G_OPTION_ARG_NONE;
}

/* Whether @argument is a short option with its value glued to it. */
static gboolean
is_glued (const char *argument, const GOptionEntry *const *tables)
{
  if (argument[0] != '-' || argument[1] == '-' || argument[1] == '\0' || argument[2] == '\0')
    return FALSE;
  FOR_EACH_ENTRY (entry, tables)
    if (entry->short_name == argument[1])
      return takes_value (entry);
  return FALSE;
}

/* The entry of the long option whose name begins with @name, @length bytes; NULL if there is none or more
 * than one. */
static const GOptionEntry *
find_long (const char *name, gsize length, const GOptionEntry *const *tables)
{
  const GOptionEntry *found = NULL;
  int n_found = 0;

  FOR_EACH_ENTRY (entry, tables)
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
complete (const char *argument, const GOptionEntry *const *tables)
{
  const char *name = argument + 2;
  gsize length = strcspn (name, "=");
  const GOptionEntry *entry = length == 0 ? NULL : find_long (name, length, tables);

  if (entry == NULL)
    return g_strdup (argument);
  if (name[length] == '\0' && (entry->flags & G_OPTION_FLAG_OPTIONAL_ARG) != 0)
    return g_strdup_printf ("--%s=", entry->long_name);
  return g_strdup_printf ("--%s%s", entry->long_name, name + length);
}

/* Refuses values of options that take none, which GOption would overlook. */
static gboolean
check_flags (int argc, char **argv, const GOptionEntry *const *tables, GError **error)
{
  for (int i = 1; i < argc && strcmp (argv[i], "--") != 0; i++) {
    const char *value = g_str_has_prefix (argv[i], "--") ? strchr (argv[i], '=') : NULL;
    const GOptionEntry *entry = value == NULL ? NULL : find_long (argv[i] + 2, value - argv[i] - 2, tables);

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
normalise (int argc, char **argv, const GOptionEntry *const *tables, int *n_taken)
{
  GPtrArray *arguments = g_ptr_array_new_with_free_func (g_free);
  int i;

  for (i = 0; i < argc && strcmp (argv[i], "--") != 0; i++)
    if (is_glued (argv[i], tables)) {
      g_ptr_array_add (arguments, g_strndup (argv[i], 2));
      g_ptr_array_add (arguments, g_strdup (argv[i] + 2));
    } else if (g_str_has_prefix (argv[i], "--")) {
      g_ptr_array_add (arguments, complete (argv[i], tables));
    } else {
      g_ptr_array_add (arguments, g_strdup (argv[i]));
    }
  *n_taken = i;
  g_ptr_array_add (arguments, NULL);
  return arguments;
}

/* Where the description of an option begins in a line of the help, or -1. */
static int
find_description (const char *line)
{
  const char *gap = line[0] == ' ' ? strstr (line + strspn (line, " "), "  ") : NULL;

  return gap == NULL ? -1 : (int) (gap + strspn (gap, " ") - line);
}

/* Appends a line of the help, its description broken at spaces so that no line is wider than WIDTH. */
static void
append_wrapped (GString *help, const char *line)
{
  enum { WIDTH = 96 };
  int indent = find_description (line);
  g_auto (GStrv) words = indent < 0 ? NULL : g_strsplit (line + indent, " ", -1);
  gsize column = indent;

  if (words == NULL) {
    g_string_append_printf (help, "%s\n", line);
    return;
  }
  g_string_append_len (help, line, indent);
  for (int i = 0; words[i] != NULL; i++) {
    if (i > 0 && column + 1 + strlen (words[i]) > WIDTH) {
      g_string_append_printf (help, "\n%*s", indent, "");
      column = indent;
    } else if (i > 0) {
      g_string_append_c (help, ' ');
      column++;
    }
    g_string_append (help, words[i]);
    column += strlen (words[i]);
  }
  g_string_append_c (help, '\n');
}

/* Prints @text to standard output. */
static gboolean
print_text (const char *text, GError **error)
{
  g_autoptr (TbkOutput) output = tbk_output_open (NULL, error);

  return output != NULL && tbk_output_write (output, text, strlen (text), error)
         && tbk_output_commit (g_steal_pointer (&output), error);
}

/* Prints the help of GOption; but in plain ASCII, wrapped, and seeing whether it was written. */
static gboolean
print_help (GOptionContext *context, GError **error)
{
  g_autofree char *text = g_option_context_get_help (context, TRUE, NULL);
  g_auto (GStrv) lines = g_strsplit (g_strchomp (text), "\n", -1);
  g_autoptr (GString) help = g_string_new (NULL);

  for (int i = 0; lines[i] != NULL; i++)
    append_wrapped (help, lines[i]);
  g_string_replace (help, "\342\200\246", "...", 0);
  return print_text (help->str, error);
}

char **
options_parse (int argc, char **argv, const GOptionEntry *const *tables, const char *operands, GError **error)
{
  g_autofree char *program = g_strdup_printf ("tbk %s", tool_command ());
  g_autofree char *summary = g_strdup_printf ("%s: %s.", program, tool_summary ());
  g_autoptr (GOptionContext) context = g_option_context_new (operands);
  g_auto (GStrv) arguments = NULL;
  GStrvBuilder *rest;
  gboolean wants_help = FALSE;
  const GOptionEntry help[] = {
    { "help", 'h', 0, G_OPTION_ARG_NONE, &wants_help, "Show this help", NULL },
    G_OPTION_ENTRY_NULL,
  };
  char **result;
  int n_taken;

  g_option_context_set_summary (context, summary);
  for (const GOptionEntry *const *table = tables; *table != NULL; table++)
    g_option_context_add_main_entries (context, *table, NULL);
  g_option_context_add_main_entries (context, help, NULL);
  g_option_context_set_help_enabled (context, FALSE);
  g_set_prgname (program);
  if (!check_flags (argc, argv, tables, error))
    return NULL;
  arguments = (char **) g_ptr_array_free (normalise (argc, argv, tables, &n_taken), FALSE);
  if (!g_option_context_parse_strv (context, &arguments, error)) {
    return NULL;
  }
  if (wants_help) {
    print_help (context, error);
    return NULL;
  }
  rest = g_strv_builder_new ();
  for (int i = 1; arguments[i] != NULL; i++)
    g_strv_builder_add (rest, arguments[i]);
  for (int i = n_taken + 1; i < argc; i++)
    g_strv_builder_add (rest, argv[i]);
  if (operands != NULL && arguments[1] == NULL && n_taken + 1 >= argc)
    g_strv_builder_add (rest, "-");
  result = g_strv_builder_end (rest);
  g_strv_builder_unref (rest);
  if (operands == NULL && result[0] != NULL) {
    g_set_error (error, TBK_ERROR, TBK_ERROR_USAGE, "no operand was expected, found '%s'", result[0]);
    g_clear_pointer (&result, g_strfreev);
  }
  return result;
}

gboolean
options_choose (const char *option, const char *value, const char *const *choices, int *choice,
                GError **error)
{
  g_autofree char *list = g_strjoinv (", ", (char **) choices);

  *choice = 0;
  if (value == NULL)
    return TRUE;
  for (int c = 0; choices[c] != NULL; c++)
    if (strcmp (choices[c], value) == 0) {
      *choice = c;
      return TRUE;
    }
  g_set_error (error, TBK_ERROR, TBK_ERROR_USAGE, "--%s: found '%s', expected one of %s", option, value,
               list);
  return FALSE;
}
