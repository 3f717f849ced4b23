/* fuzz_check.c - text as CoNLL-U that `tbk check` looks at: it is told in every format or refused, and what was repaired, or has
 * proposals written into it, stays as it is when that is done again. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "commands.h"
#include "fuzz.h"
#include "tbk/base.h"

/* The bits of the input's first byte: what is written, what is looked for, how bad sentences are met. */
enum { FORMAT = 7, BY = 24, TESTS = 32, ONE_TEST = 64, SKIPS = 128 };

static const char *const formats[] = { "--format=tsv",  "--format=jsonl",  "--format=text", "--format=github",
                                       "--format=html", "--sort=suspicion", "--suggest",     "--mark=orig" };
enum { SUGGEST = 6 }; /* this and the next are options of tbk repair */

/* A pipe that is always there, and the name under which it is written. */
static int ends[2];
static const char *
get_pipe (void)
{
  static char name[40];

  if (name[0] == '\0') {
    FUZZ_CHECK (pipe2 (ends, O_CLOEXEC) == 0 && fcntl (ends[0], F_SETFL, O_NONBLOCK) == 0);
    FUZZ_CHECK (fcntl (ends[1], F_SETPIPE_SZ, 1 << 20) > 0);
    g_snprintf (name, sizeof name, "--output=/proc/self/fd/%d", ends[1]);
  }
  return name;
}

/* Runs the command over the bytes; returns what it wrote, NULL if it ended with an error. */
static GString *
check (guint choice, int file, const char *bytes, gsize size)
{
  static const char *const by[] = { "--by=finding", "--by=test", "--by=file", "--by=finding" };
  const gboolean writes = (choice & FORMAT) >= SUGGEST;
  const char *words[10] = { writes ? "repair" : "check", "--input=conllu", get_pipe (),
                            formats[choice & FORMAT] };
  int n = 4;
  char piece[4096];
  ssize_t read_now;
  gboolean done;
  GString *written = g_string_new (NULL);
  g_autoptr (GError) error = NULL;

  if (!writes)
    words[n++] = "--fail-on=never";
  if (choice & SKIPS)
    words[n++] = "--on-error=skip";
  if (!writes && (choice & FORMAT) < 2)
    words[n++] = by[(choice & BY) / 8];
  if (choice & ONE_TEST)
    words[n++] = "--test=punct-is-nonproj,punct-causes-nonproj";
  else if (writes)
    words[n++] = "--test=error,warning,note";
  else if (!writes && (choice & TESTS))
    words[n++] = "--rules=ud";
  words[n++] = fuzz_file (file, bytes, size);
  done = fuzz_run_command (n, (char **) words, FALSE, &error);
  while ((read_now = read (ends[0], piece, sizeof piece)) > 0)
    g_string_append_len (written, piece, read_now);
  FUZZ_CHECK (done == (error == NULL));
  FUZZ_CHECK (error == NULL || (error->domain == TBK_ERROR && error->message[0] != '\0'));
  if (done)
    return written;
  g_string_free (written, TRUE);
  return NULL;
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  const guint choice = fuzz_choice (&data, &size);
  GString *told, *again;

  if (size >= 2 && (data[0] == 0x1f || memchr (data, '\0', MIN (size, 6)) != NULL))
    return 0; /* compressed forms are another target */
  told = check (choice, 0, (const char *) data, size);
  if (told == NULL)
    return 0;
  if ((choice & FORMAT) >= SUGGEST && told->len > 0) {
    again = check (choice, 1, told->str, told->len);
    FUZZ_CHECK (again != NULL && g_string_equal (told, again));
    g_string_free (again, TRUE);
  }
  g_string_free (told, TRUE);
  return 0;
}
