/* main.c - tbk: finds the command, runs it, and turns its outcome into a message and an exit status. */
#include <locale.h>
#include <signal.h>
#include <string.h>

#include "all_commands.h"
#include "options/options.h"
#include "tbk/base.h"
#include "tbk/io.h"
#include "tbk/transition.h"

/* Commands, each group after what it is for, which has no command. */
static const struct {
  const Command *command;
  const char *text;
} commands[] = {
#define GROUP(wish)            { NULL, wish },
#define COMMAND(name, summary) { &cmd_##name, summary },
#include "commands.def"
#undef COMMAND
};

static const Command *
find_command (const char *name)
{
  for (guint c = 0; c < G_N_ELEMENTS (commands); c++)
    if (commands[c].command != NULL && strcmp (commands[c].command->name, name) == 0)
      return commands[c].command;
  return NULL;
}

static void
append_commands (GString *help)
{
  for (guint c = 0; c < G_N_ELEMENTS (commands); c++)
    if (commands[c].command == NULL)
      g_string_append_printf (help, "Commands to %s:\n", commands[c].text);
    else
      g_string_append_printf (help, "  %-17s%s\n", commands[c].command->name, commands[c].text);
}

static gboolean
print_help (GError **error)
{
  g_autoptr (TbkOutput) output = tbk_output_open (NULL, 0, error);
  g_autoptr (GString) help = g_string_new (NULL);

  g_string_append (help, "Usage: tbk COMMAND [OPTION...] [FILE...]\n"
                         "  or:  tbk help [COMMAND | selection | input | running]\n"
                         "  or:  tbk help [systems [NAME] | tables [NAME] [--format=FORMAT]]\n\n"
                         "tbk works on treebanks. It draws, counts, selects and checks their trees. It\n"
                         "makes trees projective with the fewest arcs lost, trains parsers, and computes\n"
                         "exact oracles. Dependency trees are read from CoNLL-U, phrase structure from\n"
                         "brackets. Files may be compressed by gzip, xz, zstd or bzip2.\n\n"
                         "Examples:\n"
                         "  tbk show --where 'not projective' train.conllu.gz\n"
                         "                         draw the trees that are not projective\n"
                         "  tbk stats train.conllu.gz dev.conllu\n"
                         "                         count them, in a row for each file\n"
                         "  tbk projectivize train.conllu.gz -o projective.conllu.gz\n"
                         "                         make them all projective\n\n");
  append_commands (help);
  g_string_append (help, "\nOptions:\n"
                         "  -h, --help     Show this help; with COMMAND, the help of the command\n"
                         "  -V, --version  Show the version\n"
                         "\nExit status:\n"
                         "  0  done\n"
                         "  1  some data are wrong, tbk check found something, or tbk find nothing\n"
                         "  2  wrong usage\n"
                         "  3  a file could not be read or written, or memory ran out\n");
  return output != NULL && tbk_output_write (output, help->str, help->len, error)
         && tbk_output_commit (g_steal_pointer (&output), error);
}

static gboolean
print_version (GError **error)
{
  g_autoptr (TbkOutput) output = tbk_output_open (NULL, 0, error);

  return output != NULL && tbk_output_printf (output, error, "tbk %s\n", TBK_VERSION)
         && tbk_output_commit (g_steal_pointer (&output), error);
}

static const char *
guess_command (const char *name)
{
  const char *names[G_N_ELEMENTS (commands) + 2] = { "help" };
  guint n_names = 1;

  for (guint c = 0; c < G_N_ELEMENTS (commands); c++)
    if (commands[c].command != NULL)
      names[n_names++] = commands[c].command->name;
  return synonyms_guess ("command", name, strlen (name), names);
}

static gboolean
fail_unknown_command (const char *name, GError **error)
{
  const char *nearest = guess_command (name);

  if (tbk_system_find (name) != NULL || tbk_phrase_system_find (name) != NULL)
    return options_refuse (
        error, "there is no command '%s', but a transition system: 'tbk help systems %s' describes it", name,
        name);
  if (nearest != NULL && *nearest == ':')
    return options_refuse (error, "there is no command '%s'%s", name, nearest);
  if (nearest != NULL)
    return options_refuse (error, "there is no command '%s', did you mean '%s'? 'tbk --help' lists them",
                           name, nearest);
  return options_refuse (error, "there is no command '%s'; 'tbk --help' lists them", name);
}

static gboolean
run_command (int argc, char **argv, GError **error)
{
  const Command *command = find_command (argv[0]);

  if (command == NULL)
    return fail_unknown_command (argv[0], error);
  tool_set_command (command->name);
  /* Names of files and options are in the user's locale; numbers are always written as in C. */
  setlocale (LC_CTYPE, "");
  return command_run (command, argc, argv, error);
}

/* tbk help [COMMAND], of which any tells its own, or a page of help, or tbk help systems [NAME], or tbk help tables. */
static gboolean
run_help (int argc, char **argv, GError **error)
{
  char *with_help[] = { argv[0], (char *) "--help", NULL };

  if (argc == 0)
    return print_help (error);
  if (argc <= 2 && strcmp (argv[0], "systems") == 0)
    return systems_help (argc == 2 ? argv[1] : NULL, error);
  if (strcmp (argv[0], "tables") == 0) {
    g_autofree char *asked_for = g_strjoinv (" ", argv + 1);
    return help_tables (asked_for, error);
  }
  for (const HelpPage *page = help_pages; argc == 1 && page->name != NULL; page++)
    if (strcmp (argv[0], page->name) == 0)
      return help_page (page, error);
  if (argc == 1)
    return run_command (2, with_help, error);
  return options_refuse (error, "help: one command was expected, found '%s' too", argv[1]);
}

static gboolean
run (int argc, char **argv, GError **error)
{
  const char *first = argc < 2 ? NULL : argv[1];

  if (first == NULL)
    return options_refuse (error, "a command was expected; 'tbk --help' lists them");
  if (strcmp (first, "help") == 0 || strcmp (first, "--help") == 0 || strcmp (first, "-h") == 0)
    return run_help (argc - 2, argv + 2, error);
  if (strcmp (first, "--version") == 0 || strcmp (first, "-V") == 0)
    return print_version (error);
  return run_command (argc - 1, argv + 1, error);
}

int
main (int argc, char **argv)
{
  g_autoptr (GError) error = NULL;

  memory_begin ();
  signal (SIGXFSZ, SIG_IGN); /* a file that grows past its limit is an error of writing */
  if (run (argc, argv, &error))
    return 0;
  if (error != NULL)
    tool_message ("%s", error->message);
  return tbk_error_status (error);
}
