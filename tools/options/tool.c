/* tool.c - the name under which the program speaks, and its messages. */
#include "tool.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "tbk/stream.h"

static const char *running;

/* What messages say behind their guesses. */
static struct {
  const char *guess;
  char *advice;
} advices[8];
static gsize n_advices;

const char *
tool_command (void)
{
  return running;
}

void
tool_set_command (const char *name)
{
  running = name;
}

char *
tool_words (const char *message)
{
  static const struct {
    const char *function, *option;
  } names[] = {
    { "tbk_oracles_set_search()", "--search=N" },
  };
  char *words = g_strdup (message);

  for (gsize i = 0; i < G_N_ELEMENTS (names); i++) {
    g_auto (GStrv) parts = g_strsplit (words, names[i].function, -1);

    g_free (words);
    words = g_strjoinv (names[i].option, parts);
  }
  return words;
}

/* @message, which is taken, with @advice behind the last place where it has @guess, if it has that. */
static char *
put_behind (char *message, const char *guess, const char *advice)
{
  const char *found = g_strrstr (message, guess);
  gsize length = found == NULL ? 0 : (gsize) (found - message) + strlen (guess);
  char *advised;

  if (found == NULL)
    return message;
  advised = g_strdup_printf ("%.*s%s%s", (int) length, message, advice, message + length);
  g_free (message);
  return advised;
}

void
tool_set_advice (const char *guess, const char *advice)
{
  g_return_if_fail (n_advices < G_N_ELEMENTS (advices));
  advices[n_advices].guess = guess;
  advices[n_advices++].advice = g_strdup (advice);
}

void
tool_advise (GError *error, const char *guess, const char *advice)
{
  error->message = put_behind (error->message, guess, advice);
}

void
tool_message (const char *format, ...)
{
  g_autofree char *message = NULL, *words = NULL, *escaped = NULL;
  va_list arguments;

  va_start (arguments, format);
  message = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  words = tool_words (message);
  for (gsize i = 0; i < n_advices; i++)
    words = put_behind (words, advices[i].guess, advices[i].advice);
  escaped = tbk_escape (words);
  if (running != NULL)
    fprintf (stderr, "tbk %s: %s\n", running, escaped);
  else
    fprintf (stderr, "tbk: %s\n", escaped);
}

void
tool_announce_terminal (const char *path)
{
  if (strcmp (path, "-") == 0 && isatty (STDIN_FILENO))
    tool_message ("waiting for standard input, which is a terminal; Ctrl-D ends it");
}
