/* cmd_merge.c - tbk merge: the table of a whole from the tallies of its parts. */
#include <string.h>

#include "counting.h"
#include "options.h"
#include "tool.h"

/* Options with a value that are passed on to the command that counted. */
enum { FORMAT, SORT, OUTPUT, TALLY, BY, REPORT, PLOT };

static struct {
  gboolean partial, require_all;
  char *values[PLOT + 1];
  char **labels;
} given;

static const GOptionEntry entries[] = {
  { "partial", 0, 0, G_OPTION_ARG_NONE, &given.partial,
    "Print the table of what there is where parts are missing; without it that is an error", NULL },
  { "require-all", 0, 0, G_OPTION_ARG_NONE, &given.require_all,
    "Print no table if a part had to leave a file out; without it the table is printed, and the status not 0",
    NULL },
  G_OPTION_ENTRY_NULL,
};

/* These, in their order, and --label. */
static const GOptionEntry passed_entries[] = {
  { "format", 0, 0, G_OPTION_ARG_STRING, &given.values[FORMAT],
    "tsv, tab-separated values (default), or jsonl, JSON lines", "FORMAT" },
  { "sort", 0, 0, G_OPTION_ARG_STRING, &given.values[SORT],
    "Rows in the order of the numbers in COLUMN, as in the command that counted", "COLUMN" },
  { "output", 'o', 0, G_OPTION_ARG_FILENAME, &given.values[OUTPUT],
    "Write to FILE, complete or not at all (default: standard output)", "FILE" },
  { "tally", 0, 0, G_OPTION_ARG_FILENAME, &given.values[TALLY],
    "Write the integers of all parts together too, to be merged further", "FILE" },
  { "by", 0, 0, G_OPTION_ARG_STRING, &given.values[BY],
    "Of tbk compare: another table than that of the parts", "WHAT" },
  { "report", 0, 0, G_OPTION_ARG_FILENAME, &given.values[REPORT],
    "Of tbk compare: write all its tables and a page that shows them in DIR", "DIR" },
  { "plot", 0, 0, G_OPTION_ARG_FILENAME, &given.values[PLOT], "Of tbk choices and stats: draw the plot too",
    "FILE" },
  { "label", 0, 0, G_OPTION_ARG_STRING_ARRAY, &given.labels,
    "Of tbk choices and stats: what the plot calls a file", "NAME" },
  G_OPTION_ENTRY_NULL,
};

/* The commands whose tables are of tallies. */
static const struct {
  const char *name;
  gboolean (*run) (int argc, char **argv, GError **error);
} commands[] = {
  { "stats", cmd_stats }, { "choices", cmd_choices }, { "compare", cmd_compare }, { "evaluate", cmd_evaluate }
};

static TbkTallies *
read_head (const char *path, GError **error)
{
  g_autoptr (TbkInput) input = NULL;

  if (g_str_equal (path, "-")) {
    g_set_error (error, TBK_ERROR, TBK_ERROR_USAGE,
                 "found standard input, expected the files that --tally wrote");
    return NULL;
  }
  input = tbk_input_open (path, error);
  return input == NULL ? NULL : tbk_tallies_read_head (input, error);
}

/* The head that all tallies share. */
static TbkTallies *
read_heads (char **paths, GError **error)
{
  g_autoptr (TbkTallies) head = read_head (*paths, error);

  for (char **path = paths + 1; head != NULL && *path != NULL; path++) {
    g_autoptr (TbkTallies) other = read_head (*path, error);

    if (other == NULL)
      return NULL;
    if (!tbk_tallies_fit (head, other, error)) {
      g_prefix_error (error, "%s: ", *path);
      return NULL;
    }
  }
  return g_steal_pointer (&head);
}

/* Adds an option as it stands on a command line; a @value that is empty is none. */
static void
add_option (GStrvBuilder *arguments, const char *name, const char *value)
{
  g_autofree char *argument =
      value[0] == '\0' ? g_strdup_printf ("--%s", name) : g_strdup_printf ("--%s=%s", name, value);

  g_strv_builder_add (arguments, argument);
}

/* The same for a value as options_recorded() returns it, which may be several. */
static void
add_recorded (GStrvBuilder *arguments, const char *name, const char *recorded)
{
  g_auto (GStrv) values = options_values (recorded);

  for (int v = 0; values[v] != NULL; v++)
    add_option (arguments, name, values[v]);
}

/* The command line of the command that counted. */
static char **
make_arguments (const char *command, const TbkTallies *head)
{
  const char *const *options = tbk_tallies_options (head);
  GStrvBuilder *builder = g_strv_builder_new ();
  char **arguments;

  g_strv_builder_add (builder, command);
  for (; options[0] != NULL; options += 2)
    if (!g_str_equal (options[0], OPTIONS_COMMAND) && !g_str_equal (options[0], OPTIONS_READ))
      add_recorded (builder, options[0], options[1]);
  for (guint v = 0; v < G_N_ELEMENTS (given.values); v++)
    if (given.values[v] != NULL)
      add_option (builder, passed_entries[v].long_name, given.values[v]);
  for (int l = 0; given.labels != NULL && given.labels[l] != NULL; l++)
    add_option (builder, "label", given.labels[l]);
  arguments = g_strv_builder_end (builder);
  g_strv_builder_unref (builder);
  return arguments;
}

/* Runs the command that counted, which merges now. */
static gboolean
run_command (const Merging *merging, GError **error)
{
  const char *name = tbk_tallies_option (merging->head, OPTIONS_COMMAND);
  g_auto (GStrv) arguments = NULL;
  guint c = 0;

  while (c < G_N_ELEMENTS (commands) && g_strcmp0 (commands[c].name, name) != 0)
    c++;
  if (c == G_N_ELEMENTS (commands)) {
    g_set_error (error, TBK_ERROR, TBK_ERROR_DATA,
                 "%s:1: found no command that counts in the options, expected one", merging->tallies[0]);
    return FALSE;
  }
  if (given.values[BY] != NULL && commands[c].run != cmd_compare) {
    g_set_error (error, TBK_ERROR, TBK_ERROR_USAGE,
                 "--by: found tallies of tbk %s, expected those of tbk compare, which have every table",
                 name);
    return FALSE;
  }
  arguments = make_arguments (name, merging->head);
  counting_merge (merging);
  options_expect (tbk_tallies_options (merging->head));
  return commands[c].run ((int) g_strv_length (arguments), arguments, error);
}

gboolean
cmd_merge (int argc, char **argv, GError **error)
{
  static const OptionGroup groups[] = {
    { "Merging", entries },
    { "Output", passed_entries },
    { "Running", quiet_entries },
    { NULL, NULL },
  };
  g_auto (GStrv) paths = options_parse (argc, argv, groups, "TALLY...", error);
  g_autoptr (TbkTallies) head = NULL;
  Merging merging = { .takes_partial = given.partial, .needs_complete = given.require_all };

  if (paths == NULL)
    return FALSE;
  if (given.partial && given.require_all) {
    g_set_error (error, TBK_ERROR, TBK_ERROR_USAGE, "--partial and --require-all exclude each other");
    return FALSE;
  }
  head = read_heads (paths, error);
  if (head == NULL)
    return FALSE;
  merging.tallies = paths;
  merging.head = head;
  return run_command (&merging, error);
}
