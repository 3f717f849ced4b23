/* help.c - the help of a command, and its run.
 *
 * Contents
 *   1. help: the help of a command: a heading for each group, the options on the left, what they do on the
 *      right; before them examples, and after them the columns of its table
 *   2. command: from a command line to the run of a command
 */
#include "options/options.h"

#include <string.h>

#include "tbk/io.h"
#include "tbk/report.h"

/* 1. help: the help of a command: a heading for each group, the options on the left, what they do on the
 * right; before them examples, and after them the columns of its table.
 *
 * help2man makes manual pages of it: the layout is that of GNU programs.
 */

enum { WIDTH = 80, TEXT_COLUMN = 25, FIRST_EXAMPLES = 3, MOST_LINES = 70 };

/* The extent of a help: all, or a command's own options. A screen must not exceed MOST_LINES: so of each text
 * there are as many whole sentences as fit into so many lines; and where that is not short enough, only names
 * of options that several commands have. */
typedef struct {
  gboolean is_whole;
  int most_lines;
  gboolean names_usual;
} Extent;

static const Extent everything = { TRUE, G_MAXINT, FALSE };

/* Appends @text, broken at spaces: the first line begins where the cursor is, in @column, and so do the
 * others. Ends the last line. Returns how many lines there are. */
static int
append_wrapped (GString *help, const char *text, gsize column)
{
  g_auto (GStrv) words = g_strsplit (text, " ", -1);
  gsize at = column;
  int n_lines = 1;

  for (int w = 0; words[w] != NULL; w++) {
    if (w > 0 && at + 1 + strlen (words[w]) > WIDTH) {
      g_string_append_printf (help, "\n%*s", (int) column, "");
      at = column;
      n_lines++;
    } else if (w > 0) {
      g_string_append_c (help, ' ');
      at++;
    }
    g_string_append (help, words[w]);
    at += strlen (words[w]);
  }
  g_string_append_c (help, '\n');
  return n_lines;
}

/* Returns as many sentences of @text as @most lines hold, and at least one, without the last full stop; to be
 * freed. */
static char *
shorten (const char *text, gsize column, int most)
{
  g_autoptr (GString) lines = g_string_new (NULL);
  char *kept = NULL;

  for (const char *end = text; kept == NULL || *end != '\0'; end += *end != '\0') {
    g_autofree char *longer = NULL;

    /* A sentence ends with a full stop before a blank or the end; three of them are not one. */
    while (*end != '\0'
           && !(end[0] == '.' && (end[1] == ' ' || end[1] == '\0') && end > text && end[-1] != '.'))
      end++;
    longer = g_strndup (text, (gsize) (end - text));
    if (kept != NULL && append_wrapped (lines, longer, column) > most)
      break;
    g_free (kept);
    kept = g_steal_pointer (&longer);
  }
  return kept;
}

/* Appends @text beside the @length bytes that are in the line, or below them where they are long. */
static void
append_text (GString *help, const char *text, gsize length)
{
  if (length + 2 > TEXT_COLUMN) {
    g_string_append_c (help, '\n');
    length = 0;
  }
  g_string_append_printf (help, "%*s", (int) (TEXT_COLUMN - length), "");
  append_wrapped (help, text, TEXT_COLUMN);
}

/* Appends the value that an option has: "=FILE"; "[=LEVEL]" if it may be left out; of a limit ":N". */
static void
append_value (GString *help, const Option *option)
{
  const char *sign = g_str_has_prefix (option->name, OPTION_LIMIT) ? ":" : "=";

  if (option->value != NULL)
    g_string_append_printf (help, option->type.is_optional ? "[%s%s]" : "%s%s", sign, option->value);
}

/* Appends "  -o, --output=FILE", and what it does. */
static void
append_option (GString *help, const Option *option, int most)
{
  g_autofree char *text = shorten (option->help, TEXT_COLUMN, most);
  const gsize before = help->len;

  if (option->letter != '\0')
    g_string_append_printf (help, "  -%c, --%s", option->letter, option->name);
  else
    g_string_append_printf (help, "      --%s", option->name);
  append_value (help, option);
  append_text (help, text, help->len - before);
}

/* The page that has the options under @heading, which many commands share; NULL if they are a command's own. */
static const char *
shared_page (const char *heading)
{
  static const char *const pages[][2] = { { "Which sentences", "selection" },
                                          { "Input", "input" },
                                          { "Which files", "running" },
                                          { "Running", "running" } };

  for (guint p = 0; p < G_N_ELEMENTS (pages); p++)
    if (strcmp (pages[p][0], heading) == 0)
      return pages[p][1];
  return NULL;
}

/* Returns TRUE if several commands have the options under @heading, or most of them. */
static gboolean
is_usual (const char *heading)
{
  return strcmp (heading, "Output") == 0 || strcmp (heading, "How trees are made projective") == 0;
}

/* Appends the names of the options under the heading of @group, which is the first of the groups that have it. */
static void
append_names (GString *help, const OptionGroup *group)
{
  enum { COLUMN = 6 };
  g_autoptr (GString) names = g_string_new (NULL);

  for (const OptionGroup *each = group; each->heading != NULL; each++)
    for (const Option *option = each->options;
         strcmp (each->heading, group->heading) == 0 && option->name != NULL; option++)
      g_string_append_printf (names, "%s--%s", names->len > 0 ? ", " : "", option->name);
  g_string_append_printf (help, "%*s", COLUMN, "");
  append_wrapped (help, names->str, COLUMN);
}

/* Appends all options, or a command's own. Groups in a row may have the same heading, which is written
 * once. */
static void
append_groups (GString *help, const OptionGroup *groups, Extent extent)
{
  const char *heading = "";

  for (const OptionGroup *group = groups; group->heading != NULL; group++) {
    if (!extent.is_whole && (shared_page (group->heading) != NULL || *group->heading == '\0'))
      continue;
    if (strcmp (group->heading, heading) != 0 && *group->heading != '\0')
      g_string_append_printf (help, "\n%s:\n", group->heading);
    if (extent.names_usual && is_usual (group->heading)) {
      if (strcmp (group->heading, heading) != 0)
        append_names (help, group);
      heading = group->heading;
      continue;
    }
    heading = *group->heading != '\0' ? group->heading : heading;
    for (const Option *option = group->options; option->name != NULL; option++)
      append_option (help, option, extent.most_lines);
  }
}

/* Appends examples, laid out as options are: @most, or all that are left. */
static void
append_entries (GString *help, const char *heading, const ManualEntry *entries, int most)
{
  g_string_append_printf (help, "\n%s:\n", heading);
  for (; most > 0 && entries->name != NULL; entries++, most--) {
    const gsize before = help->len;

    g_string_append_printf (help, "  %s", entries->name);
    append_text (help, entries->text, help->len - before);
  }
}

/* Returns TRUE if the options over phrase structure have a screen of their own, which the other one names. */
static gboolean
has_two_screens (const Command *command)
{
  return command->brackets != NULL && command->choose == NULL;
}

static const char *
summary_of (const char *command)
{
  static const struct {
    const char *identifier, *summary;
  } summaries[] = {
#define COMMAND(name, summary) { #name, summary },
#include "commands.def"
#undef COMMAND
  };
  g_autofree char *identifier = g_strdelimit (g_strdup (command), "-", '_');

  for (guint c = 0; c < G_N_ELEMENTS (summaries); c++)
    if (strcmp (summaries[c].identifier, identifier) == 0)
      return summaries[c].summary;
  g_assert_not_reached ();
}

/* Joins the names of a group that are not in @done and have the help @text, from @c on: all, or the first two
 * and the last; they are in @done then. So "arcs_0, arcs_1, ... arcs_9" is one entry. */
static char *
join_names (const TbkTableColumns *(*columns) (int), int number, int c, const char *text, GHashTable *done)
{
  const TbkTableColumns *group = columns (number);
  g_autoptr (GPtrArray) names = g_ptr_array_new ();

  for (; c < group->n_columns; c++) {
    const char *name = tbk_table_columns_name (group, c);
    g_autofree char *other = manual_column_help (columns, number, c);

    if (g_str_equal (text, other) && g_hash_table_add (done, (gpointer) name))
      g_ptr_array_add (names, (gpointer) name);
  }
  if (names->len > 3)
    return g_strdup_printf ("%s, %s, ... %s", (char *) names->pdata[0], (char *) names->pdata[1],
                            (char *) names->pdata[names->len - 1]);
  g_ptr_array_add (names, NULL);
  return g_strjoinv (", ", (char **) names->pdata);
}

/* Appends what a table holds: each name once, with the option that adds it. */
static void
append_columns (GString *help, const TbkTableColumns *(*columns) (int) )
{
  g_autoptr (GHashTable) done = g_hash_table_new (g_str_hash, g_str_equal);

  g_string_append (help, "\nColumns:\n");
  for (int number = 0; columns (number) != NULL; number++) {
    const char *option = columns (number)->option;

    for (int c = 0; c < columns (number)->n_columns; c++) {
      g_autofree char *text = manual_column_help (columns, number, c), *names = NULL, *whole = NULL;
      const gsize before = help->len;

      if (g_hash_table_contains (done, tbk_table_columns_name (columns (number), c)))
        continue;
      names = join_names (columns, number, c, text, done);
      whole = *option == '\0' ? g_strdup (text) : g_strdup_printf ("with %s: %s", option, text);
      g_string_append_printf (help, "  %s", names);
      append_text (help, whole, help->len - before);
      option = "";
    }
  }
}

static gboolean
has_group (const OptionGroup *groups, const char *heading)
{
  for (; groups->heading != NULL; groups++)
    if (strcmp (groups->heading, heading) == 0)
      return TRUE;
  return FALSE;
}

static void
append_line (GString *help, const char *what, const char *where)
{
  g_string_append_printf (help, "  %-23s%s\n", what, where);
}

/* Appends where the options are that commands share, the columns, and all of it. */
static void
append_pages (GString *help, const Command *command, const Form *form, gboolean has_columns)
{
  const char *brackets = form->is_of_brackets ? " --input=brackets" : "";
  g_autofree char *columns = g_strdup_printf ("tbk help tables %s%s", command->name, brackets);
  g_autofree char *all = g_strdup_printf ("tbk %s%s --help=all", command->name, brackets);

  g_string_append (help, "\nFurther help:\n");
  if (has_group (form->groups, "Which sentences"))
    append_line (help, "Which sentences", "tbk help selection");
  if (has_group (form->groups, "Input"))
    append_line (help, "Input", "tbk help input");
  append_line (help, "Files, threads", "tbk help running");
  if (has_columns)
    append_line (help, "Columns of tables", columns);
  append_line (help, "All options, examples", all);
}

static void
append_other_screen (GString *help, const Command *command)
{
  if (has_two_screens (command))
    g_string_append_printf (help,
                            "\nPhrase structure in brackets has other options:\n"
                            "'tbk %s --input=brackets --help' lists them.\n",
                            command->name);
}

static const char *
operands_of (const Form *form)
{
  return form->operands != NULL ? form->operands : "[FILE...]";
}

/* Appends what the command does, and first of all how it looks to use it. */
static void
append_description (GString *help, const Command *command, const Form *form, const Manual *manual,
                    Extent extent)
{
  const char *summary = summary_of (command->name);
  g_autofree char *sentence = g_strdup_printf ("%c%s.", g_ascii_toupper (summary[0]), summary + 1);

  append_wrapped (help, sentence, 0);
  if (!form->is_of_brackets)
    append_entries (help, "Examples", manual->examples, FIRST_EXAMPLES);
  if (manual->text != NULL) {
    g_autofree char *kept = shorten (manual->text, 0, extent.most_lines);
    g_autofree char *text = g_strconcat (kept, ".", NULL);

    g_string_append_c (help, '\n');
    append_wrapped (help, text, 0);
  }
  if (extent.is_whole && strstr (operands_of (form), "FILE") != NULL) {
    g_string_append_c (help, '\n');
    append_wrapped (help,
                    "Without FILE, or if FILE is -, tbk reads standard input. A folder as FILE means the "
                    "files below it.",
                    0);
  }
}

static int
n_examples (const Manual *manual)
{
  int n = 0;

  while (manual->examples[n].name != NULL)
    n++;
  return n;
}

static gboolean
print (const GString *help, GError **error)
{
  g_autoptr (TbkOutput) output = tbk_output_open (NULL, 0, error);

  return output != NULL && tbk_output_write (output, help->str, help->len, error)
         && tbk_output_commit (g_steal_pointer (&output), error);
}

/* Writes what --help of @command prints, with the options of @form, in lines of at most 80 columns. */
static GString *
write_help (const Command *command, const Form *form, Extent extent)
{
  const Manual *manual = manual_find (command->name);
  const TbkTableColumns *(*columns) (int) = form->is_of_brackets ? manual->bracket_columns : manual->columns;
  GString *help = g_string_new (NULL);

  g_string_append_printf (help, "Usage: tbk %s [OPTION...] %s\n\n", command->name, operands_of (form));
  append_description (help, command, form, manual, extent);
  append_groups (help, form->groups, extent);
  if (!extent.is_whole)
    append_pages (help, command, form, columns != NULL);
  if (!form->is_of_brackets)
    append_other_screen (help, command);
  if (extent.is_whole && columns != NULL)
    append_columns (help, columns);
  if (extent.is_whole && !form->is_of_brackets && n_examples (manual) > FIRST_EXAMPLES)
    append_entries (help, "Further examples", manual->examples + FIRST_EXAMPLES, G_MAXINT);
  return help;
}

static int
count_lines (const GString *text)
{
  int n = 0;

  for (gsize i = 0; i < text->len; i++)
    n += text->str[i] == '\n';
  return n;
}

/* Prints all that there is; or a screen about the command's own options, of whose texts it has as much as
 * fits. First texts get shorter, from six lines to one; then options that several commands have are names
 * alone, and texts may be long again. */
static gboolean
print_help (const Command *command, const Form *form, gboolean is_whole, GError **error)
{
  g_autoptr (GString) help = write_help (command, form, (Extent){ is_whole, G_MAXINT, FALSE });

  for (int step = 0; !is_whole && step < 12 && count_lines (help) > MOST_LINES; step++) {
    g_string_free (help, TRUE);
    help = write_help (command, form, (Extent){ FALSE, 6 - step % 6, step >= 6 });
  }
  return print (help, error);
}

/* Prints each option on a line: its name, what it takes, and its letter if it has one. */
static gboolean
print_options (const Form *form, GError **error)
{
  g_autoptr (GString) lines = g_string_new (NULL);

  OPTIONS_FOR_EACH (option, form->groups) {
    g_string_append_printf (lines, "--%s", option->name);
    append_value (lines, option);
    if (option->letter != '\0')
      g_string_append_printf (lines, " -%c", option->letter);
    g_string_append_c (lines, '\n');
  }
  return print (lines, error);
}

/* Prints the help that the value of --help asks for. */
static gboolean
answer_help (const Command *command, const Form *form, const char *value, GError **error)
{
  static const char *const values[] = { "all", "options", NULL };

  if (strcmp (value, "options") == 0)
    return print_options (form, error);
  if (*value == '\0' || strcmp (value, "all") == 0)
    return print_help (command, form, *value != '\0', error);
  options_fail_choice ("help", value, "", values, error);
  return FALSE;
}

gboolean
help_page (const HelpPage *page, GError **error)
{
  g_autoptr (GString) help = g_string_new (NULL);

  append_wrapped (help, page->text, 0);
  if (page->groups != NULL)
    append_groups (help, page->groups, everything);
  for (const HelpSection *section = page->sections != NULL ? page->sections () : NULL;
       section != NULL && section->heading != NULL; section++)
    append_entries (help, section->heading, section->entries, G_MAXINT);
  return print (help, error);
}

/* Puts the name of the integer at @place; @less is subtracted. */
static void
put_integer (TbkTable *table, const TbkTableColumns *group, int place, int less)
{
  g_autofree char *difference = NULL;

  if (place < 0) {
    tbk_table_nothing (table);
    return;
  }
  if (less >= 0)
    difference = g_strdup_printf ("%s - %s", group->integers[place].name, group->integers[less].name);
  tbk_table_string (table, less < 0 ? group->integers[place].name : difference);
}

/* Writes a row for each column of a group. */
static gboolean
write_group (TbkTable *table, const char *name, const TbkTableColumns *(*columns) (int), int number,
             GError **error)
{
  const TbkTableColumns *group = columns (number);

  for (int c = 0; c < group->n_columns; c++) {
    const TbkTableColumn *column = &group->columns[c];
    const gboolean is_own = column->cell == TBK_CELL_OWN, is_count = column->cell == TBK_CELL_COUNT;
    g_autofree char *help = manual_column_help (columns, number, c);
    g_auto (GStrv) names = g_strsplit (tbk_table_columns_name (group, c), ", ", -1);

    for (char **one = names; *one != NULL; one++) {
      tbk_table_string (table, name);
      tbk_table_string (table, *one);
      put_integer (table, group,
                   is_own                             ? -1
                   : column->cell == TBK_CELL_PERCENT ? column->denominator
                                                      : group->integers[column->numerator].part_of - 1,
                   -1);
      put_integer (table, group, is_own ? -1 : column->numerator, is_own ? -1 : column->less);
      put_integer (table, group, is_own || is_count ? -1 : column->denominator, -1);
      if (is_own || is_count)
        tbk_table_nothing (table);
      else
        tbk_table_integer (table, column->factor);
      tbk_table_string (table, help);
      if (!tbk_table_end_row (table, error))
        return FALSE;
    }
  }
  return TRUE;
}

/* A group of the columns of a table. */
typedef struct {
  char *table; /* its name, as "stats --by=arc" */
  const TbkTableColumns *(*columns) (int);
  int number;
} ColumnGroup;

static void
clear_column_group (gpointer group)
{
  g_free (((ColumnGroup *) group)->table);
}

static void
add_tables (GArray *groups, const char *command, gboolean is_of_brackets,
            const TbkTableColumns *(*columns) (int) )
{
  for (int number = 0; columns != NULL && columns (number) != NULL; number++) {
    const char *option = columns (number)->option;
    const ColumnGroup group = { g_strdup_printf ("%s%s%s%s", command,
                                                 is_of_brackets ? " --input=brackets" : "",
                                                 *option == '\0' ? "" : " ", option),
                                columns, number };

    g_array_append_val (groups, group);
  }
}

/* Lists all groups of columns, those of one table side by side. */
static GArray *
list_tables (void)
{
  GArray *groups = g_array_new (FALSE, FALSE, sizeof (ColumnGroup));

  g_array_set_clear_func (groups, clear_column_group);
  for (guint m = 0; manual_at (m) != NULL; m++) {
    add_tables (groups, manual_at (m)->command, FALSE, manual_at (m)->columns);
    add_tables (groups, manual_at (m)->command, TRUE, manual_at (m)->bracket_columns);
  }
  return groups;
}

/* Prints the names of tables: all, or those that begin with @name, which is a table itself. */
static gboolean
print_tables (const GArray *groups, const char *name, GError **error)
{
  g_autoptr (GString) help = g_string_new (NULL);
  const char *last = name;

  for (guint i = 0; i < groups->len; i++) {
    const char *table = g_array_index (groups, ColumnGroup, i).table;

    if (g_strcmp0 (table, last) == 0 || (name != NULL && !g_str_has_prefix (table, name)))
      continue;
    if (help->len == 0)
      g_string_append (
          help, name == NULL ? "Usage: tbk help tables [NAME] [--format=FORMAT]\n\n"
                               "The columns of the table NAME; with --format=tsv or jsonl, of all tables.\n\n"
                               "Tables:\n"
                             : "\nFurther columns:\n");
    g_string_append_printf (help, "  tbk help tables %s\n", table);
    last = table;
  }
  return print (help, error);
}

/* Writes the columns of the table @name, or of all tables. @format: 0 for people, else the place in the list of formats. */
static gboolean
write_columns (const GArray *groups, const char *name, int format, GError **error)
{
  static const char *const columns[] = { "table",       "column", "part_of", "numerator",
                                         "denominator", "factor", "help",    NULL };
  static const guint shown[] = { 1, 6 };
  g_autoptr (TbkOutput) output = tbk_output_open (NULL, 0, error);
  g_autoptr (TbkTable) table = NULL;

  if (output == NULL)
    return FALSE;
  table = tbk_table_new (output, format == 0 ? TBK_TABLE_TSV : (TbkTableFormat) (format - 1), columns);
  if (format == 0) {
    tbk_table_show (table, shown, G_N_ELEMENTS (shown));
    tbk_table_align (table, G_MAXINT);
  }
  for (guint i = 0; i < groups->len; i++) {
    const ColumnGroup *group = &g_array_index (groups, ColumnGroup, i);

    if ((name == NULL || strcmp (name, group->table) == 0)
        && !write_group (table, group->table, group->columns, group->number, error))
      return FALSE;
  }
  return tbk_table_end (table, error) && tbk_output_commit (g_steal_pointer (&output), error);
}

static gboolean
is_table (const GArray *groups, const char *name)
{
  for (guint i = 0; i < groups->len; i++)
    if (strcmp (g_array_index (groups, ColumnGroup, i).table, name) == 0)
      return TRUE;
  return FALSE;
}

gboolean
help_tables (const char *asked_for, GError **error)
{
  static const char *const formats[] = { "text", "tsv", "jsonl", "csv", NULL }, mark[] = "--format=";
  const OptionType type = CHOICE (formats);
  g_autoptr (GArray) groups = list_tables ();
  /* A name of a table may end with --format=... itself; else that is the format of this page. */
  const char *format = is_table (groups, asked_for) ? NULL : g_strrstr (asked_for, mark);
  g_autofree char *name = g_strchomp (format == NULL ? g_strdup (asked_for)
                                                     : g_strndup (asked_for, (gsize) (format - asked_for)));
  const char *table = *name == '\0' ? NULL : name;
  gint64 choice = 0;

  if (format != NULL && !options_convert ("format", &type, format + strlen (mark), &choice, error))
    return FALSE;
  if (table != NULL && !is_table (groups, table))
    return options_refuse (error, "help tables: there is no table '%s'; 'tbk help tables' lists them", table);
  if ((table != NULL || choice > 0) && !write_columns (groups, table, (int) choice, error))
    return FALSE;
  return choice > 0 || print_tables (groups, table, error);
}

/* 2. command: from a command line to the run of a command. */

/* Chooses between CoNLL-U and brackets, before options are checked: each form has its own. */
static const Form *
choose (const Command *command, int argc, char **argv, GError **error)
{
  gboolean is_of_brackets;

  if (command->choose != NULL)
    return command->choose (argc, argv, error);
  if (command->brackets == NULL)
    return command->conllu;
  if (!input_choose (argc, argv, command->conllu->groups, command->brackets->groups, &is_of_brackets, error))
    return NULL;
  return is_of_brackets ? command->brackets : command->conllu;
}

/* Returns the input that the options of @form are for. */
static const char *
kind_of (const Command *command, const Form *form)
{
  if (form->is_of_brackets)
    return " for trees in brackets";
  return has_two_screens (command) ? " for CoNLL-U (it goes with --input=brackets)" : "";
}

/* Lets messages say what reads the input that they guess at. A command that chooses its input knows better. */
static void
set_advice (const Command *command)
{
  g_autofree char *other = g_strdup_printf ("; tbk %s reads CoNLL-U only", command->name);

  if (command->choose != NULL)
    return;
  tool_set_advice (": this looks like phrase structure in brackets",
                   command->brackets != NULL ? ", which --input=brackets reads" : other);
  tool_set_advice (": this looks like CoNLL-U", ", which --input=conllu reads");
  tool_set_advice (": this looks like CoNLL-X", ", which --input=conllx reads");
  tool_set_advice (": this looks like CoNLL 2009", ", which --input=conll09 reads");
  tool_set_advice (
      ": this looks like CoNLL 2008",
      ", which --input-columns=ID,FORM,LEMMA,XPOS,PPOS,SPLIT_FORM,SPLIT_LEMMA,PPOSS,HEAD,DEPREL reads");
}

gboolean
form_run (const Form *form, Source *source, GError **error)
{
  source->is_of_brackets = form->is_of_brackets;
  if (form->init != NULL)
    form->init (source->options.values);
  if (!options_check_rules (&source->options, form->rules, error) || !options_take (&source->options, error))
    return FALSE;
  /* Operands are announced where they are opened: "-" stands for those that a command has no use for, too. */
  if (source->merging == NULL && options_read_standard_input (&source->options)
      && options_given (&source->options, "quiet") == NULL)
    tool_announce_terminal ("-");
  return form->run (source->options.values, source, error);
}

static gboolean
run (const Command *command, const Form *form, int argc, char **argv, GError **error)
{
  /* Options of the other form are known too, so that a message can say which input they go with. */
  g_auto (Options) options = { .groups = NULL };
  const Form *other = form->is_of_brackets ? command->conllu : command->brackets;
  Source source = { .command = command->name };

  options_init (&options, form->groups, form->size);
  if (!options_parse (&options, argc, argv, kind_of (command, form), other != NULL ? other->groups : NULL,
                      error))
    return FALSE;
  if (options_given (&options, "help") != NULL)
    return answer_help (command, form, options_given (&options, "help"), error);
  source.has_operands = options.operands->len > 0;
  /* Without operands a command reads standard input. */
  if (!source.has_operands)
    g_ptr_array_add (options.operands, (gpointer) "-");
  g_ptr_array_add (options.operands, NULL);
  source.operands = (char **) options.operands->pdata;
  source.options = options;
  set_advice (command);
  return form_run (form, &source, error);
}

gboolean
command_run (const Command *command, int argc, char **argv, GError **error)
{
  const Form *form = choose (command, argc, argv, error);

  return form != NULL && run (command, form, argc, argv, error);
}
