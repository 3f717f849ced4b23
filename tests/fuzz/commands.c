/* commands.c - the commands of the program, run by a fuzzing target in its own process, again and again.
 *
 * The linker puts __wrap_NAME() in the place of NAME(), and __real_NAME() is what the program has. */
#include "commands.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "../../tools/all_commands.h"
#include "commands/commands.h"
#include "fuzz.h"
#include "options/options.h"
#include "report/report.h"

static const Command *const commands[] = {
#define COMMAND(name, summary) &cmd_##name,
#include "../../tools/commands.def"
#undef COMMAND
};

static gboolean only_looks;

int
fuzz_n_commands (void)
{
  return G_N_ELEMENTS (commands);
}

const char *
fuzz_command_name (int number)
{
  return commands[number]->name;
}

void __wrap_tool_message (const char *format, ...) G_GNUC_PRINTF (1, 2);
void __wrap_tool_announce_terminal (const char *path);
gboolean __real_corpus_find_files (Corpus *corpus, GError **error);
gboolean __wrap_corpus_find_files (Corpus *corpus, GError **error);
char **__real_files_find (const FilesGiven *given, const Source *source, const char *const *suffixes,
                          GError **error);
char **__wrap_files_find (const FilesGiven *given, const Source *source, const char *const *suffixes,
                          GError **error);
gboolean __wrap_gnuplot_draw (const TbkText *script, TbkText *drawing, GError **error);

/* Messages are made, and not written. */
void
__wrap_tool_message (const char *format, ...)
{
  va_list arguments;

  va_start (arguments, format);
  g_free (g_strdup_vprintf (format, arguments));
  va_end (arguments);
}

void
__wrap_tool_announce_terminal (const char *path)
{
  (void) path;
}

static gboolean
stop (GError **error)
{
  g_set_error_literal (error, TBK_ERROR, TBK_ERROR_IO, "enough was seen");
  return FALSE;
}

gboolean
__wrap_corpus_find_files (Corpus *corpus, GError **error)
{
  return only_looks ? stop (error) : __real_corpus_find_files (corpus, error);
}

char **
__wrap_files_find (const FilesGiven *given, const Source *source, const char *const *suffixes, GError **error)
{
  if (!only_looks)
    return __real_files_find (given, source, suffixes, error);
  stop (error);
  return NULL;
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
  int number = 0;

  silence ();
  only_looks = looks_only;
  while (strcmp (commands[number]->name, argv[0]) != 0) {
    number++;
    FUZZ_CHECK (number < fuzz_n_commands ());
  }
  tool_set_command (argv[0]);
  return command_run (commands[number], argc, argv, error);
}
