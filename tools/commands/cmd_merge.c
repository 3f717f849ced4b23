/* cmd_merge.c - tbk merge: the table of a whole from the tallies of its parts.
 *
 * No sentence is read. The command that counted runs again, with the options that the tallies record and
 * those given now, over a source that has tallies in place of files:
 *
 *   read_heads()    the head of each tally: command, options, files; they must fit each other
 *   find_command()  by the option "command"
 *   set_options()   recorded options, then those of passed_entries
 *   form_run()      of that command; counting.c adds the tallies up where others would count
 */
#include <string.h>

#include "all_commands.h"
#include "commands/commands.h"
#include "corpus/corpus.h"
#include "options/options.h"
#include "tbk/io.h"

typedef struct {
  CorpusGiven corpus;
  gboolean partial;
  const char *format, *by, *report, *plot;
} Given;

static const Option entries[] = {
  { "partial", FLAG, AT (Given, partial), NULL,
    "Print the table even if parts are missing, or left out files, for which the exit status is not 0; without this option "
    "both are an error" },
  OPTION_END,
};

/* Options that are passed on to the command that counted, and checked there. */
static const Option passed_entries[] = {
  { "format", TEXT, AT (Given, format), "FORMAT", TABLE_FORMAT_HELP },
  { "columns", TEXT, AT (CorpusGiven, table.columns), "NAME,...",
    "Show these columns, as in the command that counted" },
  { "sort", TEXT, AT (CorpusGiven, table.sort), "COLUMN",
    "Sort rows by the numbers in COLUMN, as in the command that counted" },
  { "tidy", FLAG, AT (CorpusGiven, table.is_tidy), NULL,
    "A table for programs, as in the command that counted" },
  { "output", OUTPUT_PATH, AT (CorpusGiven, options.output), "FILE",
    "Write to FILE (default: standard output)", 'o' },
  { "tally", WRITTEN_PATH, AT (CorpusGiven, tally), "FILE",
    "Also write the tally of all parts together, for a further merge" },
  { "by", TEXT, AT (Given, by), "WHAT",
    "Tallies of compare-oracles: make another table than the parts made" },
  { "output-dir", OUTPUT_PATH, AT (Given, report), "DIR",
    "Tallies of compare-oracles: write all tables, and a page that shows them, into DIR" },
  { "plot", WRITTEN_PATH, AT (Given, plot), "FILE",
    "Tallies of choices, stats, word-order and compare-oracles: draw the plot too" },
  { "label", TEXTS, AT (CorpusGiven, labels), "NAME", "The same: name of a file in the plot" },
  { "title", TEXT, AT (CorpusGiven, title), "TEXT", "The same: title of the plot" },
  OPTION_END,
};

/* The commands whose tables are of tallies. */
static const Command *const counting_commands[] = { &cmd_stats,          &cmd_choices, &cmd_word_order,
                                                    &cmd_encodings,      &cmd_check,   &cmd_evaluate,
                                                    &cmd_compare_oracles };

/* Adds to the message where tallies come from, and what else may be meant, if what was read is not even
 * JSON. */
static void
tell_of_tallies (GError **error)
{
  const guint last = G_N_ELEMENTS (counting_commands) - 1;
  g_autoptr (GString) advice = g_string_new ("not a tally (--tally=FILE of ");

  for (guint c = 0; c <= last; c++)
    g_string_append_printf (advice, "%s%s",
                            c == 0      ? ""
                            : c == last ? " and "
                                        : ", ",
                            counting_commands[c]->name);
  g_string_append (advice, " writes one, and merge adds these up); to join treebanks use cat, to divide them tbk filter --split: ");
  if (error != NULL)
    tool_advise (*error, ":1: byte 0: ", advice->str);
}

static TbkTallies *
read_head (const char *path, GError **error)
{
  g_autoptr (TbkInput) input = NULL;
  TbkTallies *head;

  if (g_str_equal (path, "-")) {
    options_refuse (error, "found standard input, expected the files that --tally wrote");
    return NULL;
  }
  input = tbk_input_open (path, error);
  head = input == NULL ? NULL : tbk_tallies_read (NULL, input, error);
  if (input != NULL && head == NULL)
    tell_of_tallies (error);
  return head;
}

/* Returns the head that all tallies share. */
static TbkTallies *
read_heads (char **paths, GError **error)
{
  g_autoptr (TbkTallies) head = read_head (*paths, error);

  for (char **path = paths + 1; head != NULL && *path != NULL; path++) {
    g_autoptr (TbkTallies) other = read_head (*path, error);

    if (other == NULL)
      return NULL;
    if (!tallies_fit (head, other, error)) {
      g_prefix_error (error, "%s: ", *path);
      return NULL;
    }
  }
  return g_steal_pointer (&head);
}

static const Command *
find_command (const Merging *merging, GError **error)
{
  const char *name = tbk_tallies_option (merging->head, OPTIONS_COMMAND);

  for (guint c = 0; c < G_N_ELEMENTS (counting_commands); c++)
    if (g_strcmp0 (counting_commands[c]->name, name) == 0)
      return counting_commands[c];
  g_set_error (error, TBK_ERROR, TBK_ERROR_DATA,
               "%s:1: found no command that counts in the options, expected one", merging->tallies[0]);
  return NULL;
}

/* A value that no command line can have had is a fault of the tally. */
static gboolean
check_recorded (const Options *options, const char *tally, GError **error)
{
  g_autoptr (GError) fault = NULL;

  if (options_take (options, &fault))
    return TRUE;
  g_set_error (error, TBK_ERROR, TBK_ERROR_DATA, "%s:1: the options: %s", tally, fault->message);
  return FALSE;
}

/* Sets the options that the tallies were made with, and those that are given now. */
static gboolean
set_options (const Options *options, const Merging *merging, const Source *given, GError **error)
{
  for (const char *const *recorded = tbk_tallies_options (merging->head); recorded[0] != NULL; recorded += 2)
    if (!options_take_recorded (options, recorded[0], recorded[1], error))
      return FALSE;
  return check_recorded (options, merging->tallies[0], error)
         && options_pass (&given->options, passed_entries, options, error)
         && options_pass (&given->options, quiet_entries, options, error);
}

/* Runs the command that counted, which merges now. */
static gboolean
run_command (const Merging *merging, const Given *given, const Source *source, GError **error)
{
  const Command *command = find_command (merging, error);
  g_auto (Options) options = { .groups = NULL };
  Source merged = { .merging = merging };
  const Form *form;

  if (command == NULL)
    return FALSE;
  if (given->by != NULL && command != &cmd_compare_oracles)
    return options_refuse (
        error,
        "--by: found tallies of tbk %s, expected tallies of tbk compare-oracles, which have every table",
        command->name);
  form = g_strcmp0 (tbk_tallies_option (merging->head, "input"), "brackets") == 0 ? command->brackets
                                                                                  : command->conllu;
  if (form == NULL)
    form = command->conllu; /* which then refuses the option */
  options_init (&options, form->groups, form->size);
  if (!set_options (&options, merging, source, error))
    return FALSE;
  merged.command = command->name;
  merged.options = options;
  return form_run (form, &merged, error);
}

static const OptionGroup groups[] = {
  OPTION_GROUP ("Missing parts", entries),
  OPTION_GROUP ("Output", passed_entries),
  END_GROUPS,
};

static gboolean
merge (gpointer values, const Source *source, GError **error)
{
  const Given *given = values;
  g_autoptr (TbkTallies) head = NULL;
  Merging merging = { .takes_partial = given->partial, .needs_complete = !given->partial };

  head = read_heads (source->operands, error);
  if (head == NULL)
    return FALSE;
  merging.tallies = source->operands;
  merging.head = head;
  return run_command (&merging, given, source, error);
}

static const Form form = { .groups = groups, .size = sizeof (Given), .operands = "TALLY...", .run = merge };

const Command cmd_merge = { .name = "merge", .conllu = &form };
