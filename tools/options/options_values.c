/* options_values.c - values of options: choices and numbers. */
#include <string.h>

#include "options.h"
#include "synonyms.h"

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
