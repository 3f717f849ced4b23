/* commands.c - the commands of the program, run by a fuzzing target in its own process, again and again.
 *
 * The linker puts __wrap_NAME() in the place of NAME(), and __real_NAME() is what the program has. */
#include "commands.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "../../tools/corpus.h"
#include "../../tools/counting.h"
#include "../../tools/files.h"
#include "../../tools/options.h"
#include "../../tools/tool.h"
#include "fuzz.h"
#include "report/gnuplot.h"

static const struct {
  const char *name, *summary;
  gboolean (*run) (int argc, char **argv, GError **error);
} commands[] = {
#define COMMAND(name, summary) { #name, summary, cmd_##name },
#include "../../tools/commands.def"
#undef COMMAND
};

static int running;
static gboolean only_looks;

/* What options_parse() was called with since a command began. */
static const OptionGroup *parsed[4];
static guint n_parsed;

int
fuzz_n_commands (void)
{
  return G_N_ELEMENTS (commands);
}

const char *
fuzz_command_name (int number)
{
  return commands[number].name;
}

/* What main.c tells the other files. */
const char *
tool_command (void)
{
  return commands[running].name;
}

const char *
tool_summary (void)
{
  return commands[running].summary;
}

void
tool_message (const char *format, ...)
{
  va_list arguments;

  va_start (arguments, format);
  g_free (g_strdup_vprintf (format, arguments));
  va_end (arguments);
}

void
tool_announce_terminal (const char *path)
{
  (void) path;
}

char **__real_options_parse (int argc, char **argv, const OptionGroup *groups, const char *operands,
                             GError **error);
char **__wrap_options_parse (int argc, char **argv, const OptionGroup *groups, const char *operands,
                             GError **error);
gboolean __real_corpus_find_files (TbkCorpusOptions *options, char ***paths, GError **error);
gboolean __wrap_corpus_find_files (TbkCorpusOptions *options, char ***paths, GError **error);
gboolean __real_files_find (char ***paths, const char *const *suffixes, GError **error);
gboolean __wrap_files_find (char ***paths, const char *const *suffixes, GError **error);
gboolean __wrap_gnuplot_draw (const TbkText *script, TbkText *drawing, GError **error);

char **
__wrap_options_parse (int argc, char **argv, const OptionGroup *groups, const char *operands, GError **error)
{
  FUZZ_CHECK (n_parsed < G_N_ELEMENTS (parsed));
  parsed[n_parsed++] = groups;
  return __real_options_parse (argc, argv, groups, operands, error);
}

static gboolean
stop (GError **error)
{
  g_set_error_literal (error, TBK_ERROR, TBK_ERROR_IO, "enough was seen");
  return FALSE;
}

gboolean
__wrap_corpus_find_files (TbkCorpusOptions *options, char ***paths, GError **error)
{
  return only_looks ? stop (error) : __real_corpus_find_files (options, paths, error);
}

gboolean
__wrap_files_find (char ***paths, const char *const *suffixes, GError **error)
{
  return only_looks ? stop (error) : __real_files_find (paths, suffixes, error);
}

/* A drawing without content: starting gnuplot takes too long. */
gboolean
__wrap_gnuplot_draw (const TbkText *script, TbkText *drawing, GError **error)
{
  static const char svg[] = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 1 1\"></svg>\n";
  g_autofree char *bytes = tbk_text_dup (script, error);

  FUZZ_CHECK (bytes != NULL && *bytes != '\0');
  tbk_text_add (drawing, svg, sizeof svg - 1);
  return TRUE;
}

/* Gives the variable of an option the value that it has at the start of the program. */
static void
forget_option (const GOptionEntry *entry)
{
  switch (entry->arg) {
  case G_OPTION_ARG_NONE:
    *(gboolean *) entry->arg_data = FALSE;
    return;
  case G_OPTION_ARG_STRING:
  case G_OPTION_ARG_FILENAME:
    g_clear_pointer ((char **) entry->arg_data, g_free);
    return;
  case G_OPTION_ARG_STRING_ARRAY:
  case G_OPTION_ARG_FILENAME_ARRAY:
    g_clear_pointer ((char ***) entry->arg_data, g_strfreev);
    return;
  case G_OPTION_ARG_CALLBACK: /* keeps its own, which owns nothing */
    return;
  default:
    FUZZ_CHECK (!"an option of another kind");
  }
}

static void
forget_options (void)
{
  for (guint p = 0; p < n_parsed; p++)
    for (const OptionGroup *group = parsed[p]; group->heading != NULL; group++)
      for (const GOptionEntry *entry = group->entries; entry->long_name != NULL; entry++)
        forget_option (entry);
  n_parsed = 0;
}

/* Sends standard output nowhere; libFuzzer writes to standard error. */
static void
silence (void)
{
  static gboolean is_silent;
  int nowhere;

  if (is_silent)
    return;
  is_silent = TRUE;
  nowhere = open ("/dev/null", O_WRONLY | O_CLOEXEC);
  FUZZ_CHECK (nowhere >= 0 && dup2 (nowhere, STDOUT_FILENO) >= 0);
  close (nowhere);
}

gboolean
fuzz_run_command (int argc, char **argv, gboolean looks_only, GError **error)
{
  gboolean done;

  silence ();
  only_looks = looks_only;
  for (running = 0; strcmp (commands[running].name, argv[0]) != 0; running++)
    FUZZ_CHECK (running + 1 < fuzz_n_commands ());
  done = commands[running].run (argc, argv, error);
  counting_merge (NULL);
  options_expect (NULL);
  forget_options ();
  return done;
}
