/* options.c - command lines: options, their values, and what is wrong with them.
 *
 * `tbk stats -qj4 --ou=x --by arc a.conllu -- -b` is read word by word, and each word leads to one option or
 * operand:
 *
 *   -qj4         -q, and -j with the value 4: letters are glued, and the last may have its value behind it
 *   --ou=x       --output, since no other option of the command begins so
 *   --by arc     the value is the next argument, unless it may be left out
 *   a.conllu     an operand, wherever it is
 *   -- -b        behind -- all are operands, so -b is a file
 *
 * Contents
 *   1. line: a command line, word by word: glued and shortened options
 *   2. options: which options were given, and what is wrong with others
 *   3. values: texts to numbers, choices and the rest, in the struct of a command
 *   4. rules: options that have an effect with others only
 *   5. record: options as tallies record them, and back
 */
#include "options/options.h"

#include <string.h>

/* 1. line: a command line, word by word: glued and shortened options. */

const Option options_help[] = {
  { "help",
    { .kind = OPTION_HELP, .is_optional = TRUE },
    .value = "all",
    .help = "Show this help; all: with the options that commands share, and the columns",
    .letter = 'h' },
  OPTION_END,
};

typedef struct {
  const OptionGroup *groups, *others; /* others: (nullable): looked at where the first have none */
  int argc, next;
  char **argv;
  const char *letters; /* what is left of an argument with several short options */
  gboolean are_operands;
} Line;

/* An option, known or not, or an operand. */
typedef struct {
  const OptionGroup *group;
  const Option *option; /* NULL: not known, or an operand */
  const char *argument; /* in which it stands; NULL: the operand `value` */
  const char *name;     /* as it is typed, without dashes */
  gsize length;         /* of that */
  const char *value;    /* NULL: none */
} Word;

static gboolean
takes_value (const Option *option)
{
  return option->type.kind != OPTION_FLAG;
}

static gboolean
is_list (const Option *option)
{
  return option->type.kind == OPTION_TEXTS || option->type.kind == OPTION_PATHS;
}

/* Finds the option of one letter. */
static void
find_short (const OptionGroup *groups, char letter, Word *word)
{
  OPTIONS_FOR_EACH (option, groups)
    if (option->letter == letter) {
      word->group = group;
      word->option = option;
      return;
    }
}

/* Returns the names of all options, with a NULL behind them. */
static GPtrArray *
names_of (const OptionGroup *groups)
{
  GPtrArray *names = g_ptr_array_new ();

  OPTIONS_FOR_EACH (option, groups)
    g_ptr_array_add (names, (gpointer) option->name);
  g_ptr_array_add (names, NULL);
  return names;
}

/* Returns what is meant by the name of @word, as synonyms_find(), owned by @groups or nobody; NULL if no
 * option is called so. */
static const char *
find_synonym (const OptionGroup *groups, const Word *word)
{
  g_autoptr (GPtrArray) names = names_of (groups);

  return synonyms_find ("option", word->name, word->length, (const char *const *) names->pdata);
}

/* Finds the option that has the name, or the only one whose name begins so; but --ids is no beginning of
 * --ids-from, if it is known as another name of --id: an answer to something else would be worse than a
 * question. */
static void
find_long (const OptionGroup *groups, Word *word)
{
  int n_found = 0;

  OPTIONS_FOR_EACH (option, groups)
    if (strncmp (option->name, word->name, word->length) == 0) {
      word->group = group;
      word->option = option;
      if (option->name[word->length] == '\0')
        return;
      n_found++;
    }
  if (n_found == 1) {
    const char *meant = find_synonym (groups, word);

    n_found = meant == NULL || strcmp (meant, word->option->name) == 0;
  }
  if (n_found != 1)
    word->option = NULL;
}

/* Returns the next argument, which is the value of an option; NULL for "--", which is none. */
static const char *
take_value (Line *line)
{
  return line->next < line->argc && strcmp (line->argv[line->next], "--") != 0 ? line->argv[line->next++]
                                                                               : NULL;
}

/* Finds the option of --limit=NAME:VALUE, which is called limit=NAME. */
static void
find_limit (const OptionGroup *groups, Word *word)
{
  const char *colon = word->value == NULL ? NULL : strchr (word->value, ':');
  const gsize length = colon == NULL ? 0 : (gsize) (colon - word->value);

  OPTIONS_FOR_EACH (option, groups)
    if (colon != NULL && g_str_has_prefix (option->name, OPTION_LIMIT)
        && strlen (option->name) == strlen (OPTION_LIMIT) + length
        && strncmp (option->name + strlen (OPTION_LIMIT), word->value, length) == 0) {
      word->group = group;
      word->option = option;
    }
  if (word->option != NULL)
    word->value = colon + 1;
}

/* Reads an option with two dashes. Limits are options called limit=NAME, so that each has a type and a text
 * of its own. */
static void
read_long (Line *line, Word *word)
{
  const char *equals = strchr (word->name, '=');

  word->length = equals != NULL ? (gsize) (equals - word->name) : strlen (word->name);
  if (word->length == strlen ("limit") && strncmp (word->name, OPTION_LIMIT, word->length) == 0) {
    word->value = equals != NULL ? equals + 1 : take_value (line);
    find_limit (line->groups, word);
    return;
  }
  find_long (line->groups, word);
  if (word->option == NULL && line->others != NULL)
    find_long (line->others, word);
  if (equals != NULL)
    word->value = equals + 1;
  else if (word->option != NULL && takes_value (word->option) && !word->option->type.is_optional)
    word->value = take_value (line);
}

/* Reads one letter, which `letters` points to. If it has a value, all letters behind it are that. */
static void
read_short (Line *line, Word *word)
{
  word->name = line->letters++;
  word->length = 1;
  find_short (line->groups, *word->name, word);
  if (word->option == NULL && line->others != NULL)
    find_short (line->others, *word->name, word);
  if (word->option == NULL || !takes_value (word->option) || word->option->type.is_optional)
    return;
  word->value = *line->letters != '\0' ? line->letters : take_value (line);
  line->letters = "";
}

/* Returns TRUE if there is a next word. */
static gboolean
line_next (Line *line, Word *word)
{
  *word = (Word){ .argument = NULL };
  /* Letters that are left come first: the argument they are in was passed already. */
  if (*line->letters != '\0') {
    word->argument = line->argv[line->next - 1];
    read_short (line, word);
    return TRUE;
  }
  if (!line->are_operands && line->next < line->argc && strcmp (line->argv[line->next], "--") == 0) {
    line->are_operands = TRUE;
    line->next++;
  }
  if (line->next >= line->argc)
    return FALSE;
  word->argument = line->argv[line->next++];
  /* A dash alone is standard input, and so an operand. */
  if (line->are_operands || word->argument[0] != '-' || word->argument[1] == '\0') {
    word->value = g_steal_pointer (&word->argument);
  } else if (word->argument[1] == '-') {
    word->name = word->argument + 2;
    read_long (line, word);
  } else {
    line->letters = word->argument + 1;
    read_short (line, word);
  }
  return TRUE;
}

/* 2. options: which options were given, and what is wrong with others. */

gboolean
options_refuse (GError **error, const char *format, ...)
{
  va_list arguments;

  va_start (arguments, format);
  if (error != NULL)
    *error = g_error_new_valist (TBK_ERROR, TBK_ERROR_USAGE, format, arguments);
  va_end (arguments);
  return FALSE;
}

typedef struct {
  const OptionGroup *group;
  const Option *option;
  const char *text; /* NULL: no longer given */
} Given;

#define FOR_EACH_GIVEN(options, each)                                                                        \
  for (Given *each = (Given *) (gpointer) (options)->given->data, *end = each + (options)->given->len;       \
       each < end; each++)                                                                                   \
    if (each->text != NULL)

/* Returns the list of options that begin as the word does, with commas between them. */
static char *
list_candidates (const Word *word, const OptionGroup *groups)
{
  GString *candidates = g_string_new (NULL);

  OPTIONS_FOR_EACH (option, groups)
    if (strncmp (option->name, word->name, word->length) == 0)
      g_string_append_printf (candidates, "%s--%s", candidates->len == 0 ? "" : ", ", option->name);
  return g_string_free (candidates, FALSE);
}

/* Returns what is said of an unknown option: another program's name for it, a former option, or the nearest
 * name; or nothing. To be freed. */
static char *
advise (const Word *word, const OptionGroup *groups)
{
  g_autoptr (GPtrArray) names = names_of (groups);
  const char *const *known = (const char *const *) names->pdata;
  const char *meant = synonyms_find ("option", word->name, word->length, known);
  char *former = meant != NULL ? NULL : synonyms_former (word->name, word->length, word->value, known);

  if (former != NULL)
    return former;
  meant = meant != NULL ? meant : tbk_nearest (word->name, word->length, known);
  return meant == NULL || *meant == ':' ? g_strdup (meant == NULL ? "" : meant)
                                        : g_strdup_printf (", did you mean --%s?", meant);
}

/* Returns TRUE if @text is digits without leading zeros, or a minus and such digits. */
static gboolean
is_decimal (const char *text)
{
  const char *digits = text + (text[0] == '-');
  gsize n_digits = strspn (digits, "0123456789");

  return n_digits > 0 && digits[n_digits] == '\0' && (digits[0] != '0' || strlen (text) == 1);
}

/* Sets @error for a limit that the command does not have. */
static gboolean
fail_limit (const Word *word, const OptionGroup *groups, GError **error)
{
  g_autoptr (GString) names = g_string_new (NULL);

  OPTIONS_FOR_EACH (option, groups)
    if (g_str_has_prefix (option->name, OPTION_LIMIT))
      g_string_append_printf (names, "%s%s:%s", names->len == 0 ? "" : ", ",
                              option->name + strlen (OPTION_LIMIT), option->value);
  return options_refuse (error, "--limit: found '%s', expected %s%s", word->value != NULL ? word->value : "",
                         names->len > 0 ? names->str : "none: this command has no limit",
                         word->value != NULL && is_decimal (word->value) ? "; --max=N ends after N sentences"
                                                                         : "");
}

/* Sets @error for an option that there is not. @is_whole: over the other input there is one of this name. */
static gboolean
fail_unknown (const Word *word, const OptionGroup *groups, const char *kind, gboolean is_whole,
              GError **error)
{
  const gboolean is_long = word->argument[1] == '-';
  g_autofree char *candidates = is_long ? list_candidates (word, groups) : g_strdup ("");
  g_autofree char *advice = advise (word, groups);
  const char *argument = word->argument;

  if (word->length == strlen ("limit") && strncmp (word->name, OPTION_LIMIT, word->length) == 0)
    return fail_limit (word, groups, error);
  if (word->length == strlen ("input") && strncmp (word->name, "input", word->length) == 0)
    return options_refuse (error, "unknown option %s: this command reads one format", argument);
  if (strchr (candidates, ',') != NULL && !is_whole)
    return options_refuse (error, "%.*s may be %s: write more of it", (int) word->length + 2, argument,
                           candidates);
  return options_refuse (error, "unknown option %s%s%s", argument, kind, advice);
}

/* Returns TRUE if one of @groups (nullable) has the long option of @word; @is_whole: its whole name. */
static gboolean
is_in (const OptionGroup *groups, const Word *word, gboolean is_whole)
{
  Word other = *word;

  if (groups == NULL || word->argument[1] != '-')
    return FALSE;
  find_long (groups, &other);
  return other.option != NULL && !(is_whole && other.option->name[word->length] != '\0');
}

void
options_init (Options *options, const OptionGroup *groups, gsize size)
{
  /* Options are kept as they were given, as texts, since rules and tallies need them so. Values are made of
   * them last. */
  *options = (Options){ .groups = groups,
                        .values = g_malloc0 (size),
                        /* with room for one, since no place can be computed from a pointer to nothing */
                        .given = g_array_sized_new (FALSE, FALSE, sizeof (Given), 1),
                        .places = g_hash_table_new (NULL, NULL),
                        .operands = g_ptr_array_new (),
                        .owned = g_ptr_array_new_with_free_func (g_free) };
}

void
options_clear (Options *options)
{
  g_clear_pointer (&options->values, g_free);
  g_clear_pointer (&options->given, g_array_unref);
  g_clear_pointer (&options->places, g_hash_table_unref);
  g_clear_pointer (&options->operands, g_ptr_array_unref);
  g_clear_pointer (&options->owned, g_ptr_array_unref);
}

static Given *
find_given (const Options *options, const char *name, gsize length)
{
  FOR_EACH_GIVEN (options, given)
    if (strncmp (given->option->name, name, length) == 0 && given->option->name[length] == '\0')
      return given;
  return NULL;
}

/* Adds @text (nullable), in place of what was given before but for a list. A later value replaces an earlier
 * one where that is, so that an option has one place; `places` leads there, from 1, as 0 means none. */
static void
add_given (const Options *options, const OptionGroup *group, const Option *option, char *text)
{
  const Given given = { group, option, text };
  const guint place = GPOINTER_TO_UINT (g_hash_table_lookup (options->places, option));

  g_ptr_array_add (options->owned, text);
  if (place > 0 && (text == NULL || !is_list (option))) {
    g_array_index (options->given, Given, place - 1) = given;
    return;
  }
  g_array_append_val (options->given, given);
  if (place == 0)
    g_hash_table_insert (options->places, (gpointer) option, GUINT_TO_POINTER (options->given->len));
}

/* Returns the value of @word as a text: the bytes of a path, else UTF-8. */
static char *
text_of (const Word *word, GError **error)
{
  const OptionKind kind = word->option->type.kind;
  const char *value = word->value != NULL ? word->value : "";
  g_autoptr (GError) problem = NULL;
  char *text;

  /* Words of a treebank are given as UTF-8 where the locale is that of C, too. */
  if (kind == OPTION_PATH || kind == OPTION_PATHS || g_utf8_validate (value, -1, NULL))
    return g_strdup (value);
  text = g_locale_to_utf8 (value, -1, NULL, NULL, &problem);
  if (text == NULL) {
    const gboolean is_lack = g_error_matches (problem, G_CONVERT_ERROR, G_CONVERT_ERROR_NO_CONVERSION)
                             || g_error_matches (problem, G_CONVERT_ERROR, G_CONVERT_ERROR_FAILED)
                             || g_error_matches (problem, G_CONVERT_ERROR, G_CONVERT_ERROR_NO_MEMORY);
    g_set_error_literal (error, TBK_ERROR, is_lack ? TBK_ERROR_RESOURCE : TBK_ERROR_USAGE, problem->message);
  }
  return text;
}

/* Adds an option that is known, after checks that need its type alone: a value where there must be one, and
 * none elsewhere. */
static gboolean
add_word (const Options *options, const Word *word, GError **error)
{
  const gboolean is_long = word->argument[1] == '-';
  const Option *option = word->option;
  char *text;

  if (!takes_value (option) && word->value != NULL)
    return options_refuse (error, "--%s: found '%s', expected no value", option->name, word->value);
  if (takes_value (option) && word->value == NULL && !option->type.is_optional)
    return options_refuse (error, "Missing argument for %s%.*s", is_long ? "--" : "-",
                           is_long ? (int) strlen (option->name) : 1, is_long ? option->name : word->name);
  if (option->type.kind == OPTION_PATH && options_given (options, option->name) != NULL)
    return options_refuse (error, "--%s: found twice, expected one file", option->name);
  text = text_of (word, error);
  if (text != NULL)
    add_given (options, word->group, option, text);
  return text != NULL;
}

/* Refuses -output=FILE and -o=FILE, of which the latter would write a file `=FILE`. */
static gboolean
check_dashes (const OptionGroup *groups, const Word *word, GError **error)
{
  const char *argument = word->argument, *name = argument + 1;
  const gsize length = strcspn (name, "=");

  if (*name == '-')
    return TRUE;
  OPTIONS_FOR_EACH (option, groups)
    if (length > 1 && strlen (option->name) == length && strncmp (option->name, name, length) == 0)
      return options_refuse (error, "found '%s', expected two dashes: -%s", argument, argument);
  if (length == 1 && name[1] == '=' && word->option != NULL && takes_value (word->option))
    return options_refuse (error, "found '%s', expected '-%c%s' or '--%s%s'", argument, *name, name + 2,
                           word->option->name, name + 1);
  return TRUE;
}

gboolean
options_parse (Options *options, int argc, char **argv, const char *kind, const OptionGroup *others,
               GError **error)
{
  Line line = { .groups = options->groups, .argc = argc, .argv = argv, .next = 1, .letters = "" };
  Word word;

  while (line_next (&line, &word))
    if (word.argument == NULL)
      g_ptr_array_add (options->operands, (gpointer) word.value);
    else if (!check_dashes (options->groups, &word, error)
             || (word.option != NULL && !add_word (options, &word, error)))
      return FALSE;
    else if (word.option == NULL)
      return fail_unknown (&word, options->groups, is_in (others, &word, FALSE) ? kind : "",
                           is_in (others, &word, TRUE), error);
  return TRUE;
}

/* Reads a command line of which the form is not chosen yet: no fault is reported, and values that may be left
 * out do not take the next argument. Options of both forms are known, so that a value is not read as an
 * operand. */
void
options_skim (Options *options, int argc, char **argv, const OptionGroup *others)
{
  Line line = {
    .groups = options->groups, .others = others, .argc = argc, .argv = argv, .next = 1, .letters = ""
  };
  Word word;

  while (line_next (&line, &word))
    if (word.argument == NULL)
      g_ptr_array_add (options->operands, (gpointer) word.value);
    else if (word.option != NULL && (word.value != NULL || !takes_value (word.option)))
      add_given (options, word.group, word.option, g_strdup (word.value != NULL ? word.value : ""));
}

const char *
options_given (const Options *options, const char *name)
{
  const char *text = NULL;

  FOR_EACH_GIVEN (options, given)
    if (strcmp (given->option->name, name) == 0)
      text = given->text;
  return text;
}

void
options_set (const Options *options, const char *name, const char *text)
{
  OPTIONS_FOR_EACH (option, options->groups)
    if (strcmp (option->name, name) == 0) {
      add_given (options, group, option, g_strdup (text));
      return;
    }
}

gboolean
options_have (const Options *options, const char *name)
{
  OPTIONS_FOR_EACH (option, options->groups)
    if (strcmp (option->name, name) == 0)
      return TRUE;
  return FALSE;
}

/* 3. values: texts to numbers, choices and the rest, in the struct of a command. */

/* Returns the name that tbk gives a value which others call otherwise. */
static const char *
own_name (const char *text)
{
  return strcmp (text, "head+path") == 0 ? "headpath" : text;
}

void
options_fail_choice (const char *name, const char *text, const char *where, const char *const *choices,
                     GError **error)
{
  g_autofree char *list = g_strjoinv (", ", (char **) choices);
  g_autofree char *hint = synonyms_hint (name, text, choices);

  options_refuse (error, "--%s: found '%s'%s, expected one of %s%s", name, text, where, list, hint);
}

static gboolean
read_number (const char *name, const OptionType *type, const char *text, gint64 *number, GError **error)
{
  g_autofree char *hint = NULL;

  if (is_decimal (text) && g_ascii_string_to_signed (text, 10, type->least, type->most, number, NULL))
    return TRUE;
  hint = synonyms_hint (name, text, (const char *const[]){ NULL });
  if (type->least == G_MININT64 && type->most == G_MAXINT64)
    return options_refuse (error, "--%s: found '%s', expected an integer%s", name, text, hint);
  return options_refuse (
      error, "--%s: found '%s', expected a number from %" G_GINT64_FORMAT " to %" G_GINT64_FORMAT "%s", name,
      text, type->least, type->most, hint);
}

/* Returns the names of @type, NULL-terminated, to be freed with g_free(). They are in an array, or a function
 * has them. */
static const char **
list_names (const OptionType *type)
{
  GPtrArray *names = g_ptr_array_new ();
  const char *name;

  for (int c = 0; (name = type->names != NULL ? type->names[c] : type->name_at (c)) != NULL; c++)
    g_ptr_array_add (names, (gpointer) name);
  g_ptr_array_add (names, NULL);
  return (const char **) g_ptr_array_free (names, FALSE);
}

static gboolean
read_choice (const char *name, const OptionType *type, const char *text, gint64 *number, GError **error)
{
  g_autofree const char **names = list_names (type);

  for (int c = 0; names[c] != NULL; c++)
    if (strcmp (names[c], own_name (text)) == 0) {
      *number = type->least + c;
      return TRUE;
    }
  options_fail_choice (name, text, "", names, error);
  return FALSE;
}

gboolean
options_convert (const char *name, const OptionType *type, const char *text, gint64 *number, GError **error)
{
  /* An optional value that is left out is the empty text. */
  if (type->is_optional && *text == '\0') {
    *number = type->bare != 0 ? type->bare : type->most;
    return TRUE;
  }
  return (type->kind == OPTION_NUMBER ? read_number : read_choice) (name, type, text, number, error);
}

static gpointer
place_of (const Options *options, const OptionGroup *group, const Option *option)
{
  return (char *) options->values + group->offset + option->offset;
}

/* Members are gint64 or int, enums among them: `size` says which. */
static void
put_number (const Options *options, const OptionGroup *group, const Option *option, gint64 number)
{
  gpointer place = place_of (options, group, option);

  if (option->size == sizeof number) {
    *(gint64 *) place = number;
    return;
  }
  g_assert (option->size == sizeof (int));
  *(int *) place = (int) number;
}

/* Makes all texts of a list its value. */
static void
put_list (const Options *options, const OptionGroup *group, const Option *option)
{
  GPtrArray *list = g_ptr_array_new ();

  FOR_EACH_GIVEN (options, given)
    if (given->option == option)
      g_ptr_array_add (list, (gpointer) given->text);
  if (list->len > 0)
    g_ptr_array_add (list, NULL);
  *(char ***) place_of (options, group, option) = (char **) g_ptr_array_free (list, list->len == 0);
  g_ptr_array_add (options->owned, *(gpointer *) place_of (options, group, option));
}

static gboolean
take_given (const Options *options, const Given *given, GError **error)
{
  const Option *option = given->option;
  gint64 number = TRUE;

  switch (option->type.kind) {
  case OPTION_HELP:
  case OPTION_PATHS: /* as lists they are taken at once */
    return TRUE;
  case OPTION_TEXTS:
    return option->type.name_at == NULL
           || options_convert (option->name, &option->type, given->text, &number, error);
  case OPTION_NUMBER:
  case OPTION_CHOICE:
    if (!options_convert (option->name, &option->type, given->text, &number, error))
      return FALSE;
    G_GNUC_FALLTHROUGH;
  case OPTION_FLAG:
    put_number (options, given->group, option, number);
    return TRUE;
  case OPTION_TEXT:
    if ((option->type.names != NULL || option->type.name_at != NULL)
        && !options_convert (option->name, &option->type, given->text, &number, error))
      return FALSE;
    G_GNUC_FALLTHROUGH;
  case OPTION_PATH:
    *(const char **) place_of (options, given->group, option) = given->text;
    return TRUE;
  }
  g_assert_not_reached ();
}

/* Steps: standard values and lists into the struct; then what was given, in order. */
gboolean
options_take (const Options *options, GError **error)
{
  OPTIONS_FOR_EACH (option, options->groups)
    if (is_list (option))
      put_list (options, group, option);
    else if (option->type.standard != 0)
      put_number (options, group, option, option->type.standard);
  FOR_EACH_GIVEN (options, given)
    if (!take_given (options, given, error))
      return FALSE;
  return TRUE;
}

/* Returns the file in the value of an option of another kind, NULL if there is none: --walk=parser:MODEL. */
static const char *
file_in_value (const Given *given)
{
  static const char prefix[] = "parser:";

  return strcmp (given->option->name, "walk") == 0 && g_str_has_prefix (given->text, prefix)
             ? given->text + strlen (prefix)
             : NULL;
}

void
options_add_files (const Options *options, gboolean written, GPtrArray *files)
{
  FOR_EACH_GIVEN (options, given) {
    const OptionType *type = &given->option->type;
    const char *file = type->kind == OPTION_PATH || type->kind == OPTION_PATHS ? given->text
                       : written                                               ? NULL
                                                                               : file_in_value (given);

    if (file != NULL && type->use != PATH_OUTPUT && (type->use == PATH_WRITTEN) == written)
      g_ptr_array_add (files, (gpointer) file);
  }
}

gboolean
options_read_standard_input (const Options *options)
{
  FOR_EACH_GIVEN (options, given) {
    const OptionType *type = &given->option->type;

    if ((type->kind == OPTION_PATH || type->kind == OPTION_PATHS) && type->use == PATH_READ
        && strcmp (given->text, "-") == 0)
      return TRUE;
  }
  return FALSE;
}

/* 4. rules: options that have an effect with others only. */

/* A star at the end of @wanted stands for any rest. */
static gboolean
is_value (const char *value, const char *wanted)
{
  const gsize length = strlen (wanted);

  return length > 0 && wanted[length - 1] == '*' ? strncmp (value, wanted, length - 1) == 0
                                                 : strcmp (value, wanted) == 0;
}

/* Returns TRUE if a condition of an OptionRule holds. Limits have a = in their names: they are only given or
 * not. */
static gboolean
holds (const Options *options, const char *condition)
{
  const gboolean is_opposite = *condition == '!';
  const char *name = condition + is_opposite,
             *equals = g_str_has_prefix (name, OPTION_LIMIT) ? NULL : strchr (name, '=');
  const Given *given = find_given (options, name, equals != NULL ? (gsize) (equals - name) : strlen (name));

  if (equals == NULL)
    return (given != NULL) != is_opposite;
  if (equals[1] == '\0')
    return given == NULL;
  return (given != NULL && is_value (given->text, equals + 1)) != is_opposite;
}

/* Says what @option works with. */
static gboolean
fail_rule (const char *option, char **conditions, GError **error)
{
  g_autoptr (GString) needs = g_string_new (NULL);

  if (conditions[0][0] == '!' && conditions[1] == NULL)
    return options_refuse (error, "--%s and --%s exclude each other", conditions[0] + 1, option);
  for (char **condition = conditions; *condition != NULL; condition++) {
    const gsize length = strlen (*condition);
    const gboolean is_beginning = (*condition)[length - 1] == '*';

    if ((*condition)[length - 1] != '=' && **condition != '!')
      g_string_append_printf (needs, "%s--%.*s%s", needs->len > 0 ? " or " : "", (int) length - is_beginning,
                              *condition, is_beginning ? "..." : "");
  }
  return options_refuse (error, "--%s needs %s", option, needs->str);
}

gboolean
options_check_rules (const Options *options, const OptionRule *rules, GError **error)
{
  for (; rules != NULL && rules->option != NULL; rules++) {
    g_auto (GStrv) names = g_strsplit (rules->option, " ", -1);
    g_auto (GStrv) conditions = g_strsplit (rules->needs, " ", -1);
    char **condition = conditions;

    while (*condition != NULL && !holds (options, *condition))
      condition++;
    for (char **name = names; *condition == NULL && *name != NULL; name++)
      if (holds (options, *name))
        return fail_rule (*name, conditions, error);
  }
  return TRUE;
}

/* 5. record: options as tallies record them, and back. */

/* Returns TRUE if results depend on the options of a group. */
static gboolean
is_recorded (const OptionGroup *group)
{
  static const char *const others[] = { "Output", "Which files", "Running", "", NULL };

  return !g_strv_contains (others, group->heading);
}

/* Appends @text as a line of a list: a backslash is written as two, a line end as "\n". So a text of several
 * lines, as an expression may be, is one line in a tally. */
static void
append_line (GString *lines, const char *text, gboolean is_first)
{
  if (!is_first)
    g_string_append_c (lines, '\n');
  for (; *text != '\0'; text++)
    if (*text == '\n')
      g_string_append (lines, "\\n");
    else
      g_string_append_printf (lines, "%s%c", *text == '\\' ? "\\" : "", *text);
}

/* Returns what was given for @option, each text as a line; NULL if nothing was. To be freed. */
static char *
recorded_value (const Options *options, const Option *option)
{
  g_autoptr (GString) lines = g_string_new (NULL);
  int n = 0;

  FOR_EACH_GIVEN (options, given)
    if (given->option == option)
      append_line (lines, given->text, n++ == 0);
  return n == 0 ? NULL : g_string_free (g_steal_pointer (&lines), FALSE);
}

/* Returns the text that @line was before append_line(); to be freed. */
static char *
line_text (const char *line)
{
  GString *text = g_string_new (NULL);

  for (; *line != '\0'; line++) {
    const gboolean is_escape = line[0] == '\\' && (line[1] == '\\' || line[1] == 'n');
    line += is_escape;
    g_string_append_c (text, is_escape && *line == 'n' ? '\n' : *line);
  }
  return g_string_free (text, FALSE);
}

/* Gives an option what recorded_value() returned. */
static gboolean
set_recorded (const Options *options, const OptionGroup *group, const Option *option, const char *value,
              GError **error)
{
  const char *line = value, *end;

  if (!takes_value (option) && *value != '\0')
    return options_refuse (error, "--%s: found '%s', expected no value", option->name, value);
  do { /* a text that is not in a list is one line */
    g_autofree char *part = NULL;

    end = strchr (line, '\n');
    part = end == NULL ? g_strdup (line) : g_strndup (line, (gsize) (end - line));
    add_given (options, group, option, line_text (part));
    line = end == NULL ? NULL : end + 1;
  } while (line != NULL && is_list (option));
  return TRUE;
}

char **
options_recorded (const Options *options, const char *command)
{
  GStrvBuilder *recorded = g_strv_builder_new ();
  char **result;

  g_strv_builder_add_many (recorded, OPTIONS_COMMAND, command, NULL);
  OPTIONS_FOR_EACH (option, options->groups) {
    g_autofree char *value = is_recorded (group) ? recorded_value (options, option) : NULL;

    if (value != NULL)
      g_strv_builder_add_many (recorded, option->name, value, NULL);
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
  OPTIONS_FOR_EACH (option, options->groups)
    if (is_recorded (group) && g_str_equal (option->name, name))
      return set_recorded (options, group, option, value, error);
  g_set_error (error, TBK_ERROR, TBK_ERROR_DATA,
               "found the option '%s' in the tallies, expected one that results depend on", name);
  return FALSE;
}

/* Gives the option @name what recorded_value() returned. Fails if there is no such option. */
static gboolean
pass (const Options *to, const char *name, const char *value, GError **error)
{
  OPTIONS_FOR_EACH (option, to->groups)
    if (g_str_equal (option->name, name))
      return set_recorded (to, group, option, value, error);
  return options_refuse (error, "--%s is not an option of the command that made the tallies", name);
}

gboolean
options_pass (const Options *from, const Option *entries, const Options *to, GError **error)
{
  for (const Option *option = entries; option->name != NULL; option++) {
    g_autofree char *value = recorded_value (from, option);

    if (value != NULL && !pass (to, option->name, value, error))
      return FALSE;
  }
  return TRUE;
}

void
options_describe (const Options *options, const Option *entries, GString *description)
{
  for (const Option *option = entries; option->name != NULL; option++)
    FOR_EACH_GIVEN (options, given)
      if (given->option == option)
        g_string_append_printf (description, "%s--%s%s%s", description->len > 0 ? " " : "", option->name,
                                takes_value (option) ? "=" : "", given->text);
}
