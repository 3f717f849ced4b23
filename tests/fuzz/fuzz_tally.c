/* fuzz_tally.c - files of tallies, put together by `tbk merge`: what is accepted ends with a whole table, which the tallies
 * that were written beside it give again. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <glib/gstdio.h>
#include <json-glib/json-glib.h>
#include <string.h>
#include <unistd.h>

#include "commands.h"
#include "fuzz.h"
#include "tbk/base.h"

/* The bits of the input's first byte: what is asked for beside the table. */
enum { AS_JSON = 1, TABLES = 6, IN_PARTS = 8, REPORT = 16, MEASURES = 32 };

/* Where a run is to write: pipes, which take as much as 1 MiB, and files in a folder. */
typedef struct {
  const char *table, *tally, *plot, *report;
} Targets;

enum { TABLE, TALLY, N_PIPES };
static int pipes[N_PIPES][2];

/* A pipe that is written by the name that is returned. */
static char *
open_pipe (int number)
{
  FUZZ_CHECK (pipe2 (pipes[number], O_CLOEXEC) == 0 && fcntl (pipes[number][0], F_SETFL, O_NONBLOCK) == 0);
  FUZZ_CHECK (fcntl (pipes[number][1], F_SETPIPE_SZ, 1 << 20) > 0);
  return g_strdup_printf ("/proc/self/fd/%d", pipes[number][1]);
}

/* What came through a pipe. */
static GString *
take_pipe (int number)
{
  GString *bytes = g_string_new (NULL);
  char piece[4096];
  ssize_t n;

  while ((n = read (pipes[number][0], piece, sizeof piece)) > 0)
    g_string_append_len (bytes, piece, n);
  return bytes;
}

static Targets of_process;

/* Takes the folder away, with what the last run may have left there. */
static void
remove_folder (void)
{
  g_autofree char *folder = g_path_get_dirname (of_process.plot);

  g_unlink (of_process.plot);
  g_rmdir (of_process.report);
  g_rmdir (folder);
}

/* The same all the time; the folder is in memory where there is such a place. */
static const Targets *
get_targets (void)
{
  if (of_process.table == NULL) {
    g_autofree char *folder = g_build_filename (
        g_access ("/dev/shm", W_OK) == 0 ? "/dev/shm" : g_get_tmp_dir (), "tbk-XXXXXX", NULL);

    FUZZ_CHECK (g_mkdtemp (folder) != NULL);
    of_process = (Targets){ open_pipe (TABLE), open_pipe (TALLY), g_build_filename (folder, "plot.svg", NULL),
                            g_build_filename (folder, "report", NULL) };
    atexit (remove_folder);
  }
  return &of_process;
}

static gboolean
is_of_command (const char *tally, const char *name)
{
  g_autofree char *option = g_strdup_printf ("\"command\":\"%s\"", name);

  return strstr (tally, option) != NULL;
}

static void
add_option (GPtrArray *arguments, const char *name, const char *value)
{
  g_ptr_array_add (arguments, g_strdup_printf ("--%s=%s", name, value));
}

/* Runs `tbk merge` over the @size bytes, behind which there is a NUL. What other commands do not know is asked of none but the command that does. */
static gboolean
merge (const char *bytes, gsize size, guint choice, const Targets *targets, GError **error)
{
  static const char *const tables[] = { NULL, "file", "confusion", "words:3" };
  g_autoptr (GPtrArray) arguments = g_ptr_array_new_with_free_func (g_free);
  const char *table = tables[(choice & TABLES) / 2];

  g_ptr_array_add (arguments, g_strdup ("merge"));
  add_option (arguments, "output", targets->table);
  add_option (arguments, "tally", targets->tally);
  add_option (arguments, "format", choice & AS_JSON ? "jsonl" : "tsv");
  if (choice & IN_PARTS)
    g_ptr_array_add (arguments, g_strdup ("--partial"));
  if (table != NULL && is_of_command (bytes, "compare-oracles"))
    add_option (arguments, "by", table);
  if ((choice & REPORT) && is_of_command (bytes, "compare-oracles"))
    add_option (arguments, "output-dir", targets->report);
  if ((choice & REPORT) && is_of_command (bytes, "choices"))
    add_option (arguments, "plot", targets->plot);
  g_ptr_array_add (arguments, g_strdup (fuzz_file (0, bytes, size)));
  g_ptr_array_add (arguments, NULL);
  return fuzz_run_command ((int) arguments->len - 1, (char **) arguments->pdata, FALSE, error);
}

static int
count_tabs (const char *line)
{
  int n = 0;

  for (; *line != '\0'; line++)
    n += *line == '\t';
  return n;
}

/* Checks that a line has as many cells as the header, and in those behind the first no number that is none. */
static void
check_row (const char *line, const char *header)
{
  FUZZ_CHECK (count_tabs (line) == count_tabs (header));
  FUZZ_CHECK (strstr (line, "\tnan") == NULL && strstr (line, "\t-nan") == NULL);
  FUZZ_CHECK (strstr (line, "\tinf") == NULL && strstr (line, "\t-inf") == NULL);
}

/* Checks that @line is JSON, an object. */
static void
check_object (const char *line)
{
  g_autoptr (JsonParser) parser = json_parser_new ();

  FUZZ_CHECK (json_parser_load_from_data (parser, line, -1, NULL));
  FUZZ_CHECK (JSON_NODE_HOLDS_OBJECT (json_parser_get_root (parser)));
}

/* Checks that @table is whole lines of UTF-8: objects, or a header and rows of as many cells. */
static void
check_table (const char *table, gsize length, gboolean is_json)
{
  g_auto (GStrv) lines = NULL;

  FUZZ_CHECK (g_utf8_validate (table, (gssize) length, NULL));
  FUZZ_CHECK (length > 0 ? table[length - 1] == '\n' : is_json);
  lines = g_strsplit (table, "\n", -1);
  for (int l = 0; lines[l] != NULL && lines[l + 1] != NULL; l++)
    if (is_json)
      check_object (lines[l]);
    else
      check_row (lines[l], lines[0]);
}

/* Checks the files of a report. */
static void
check_report (const char *folder)
{
  static const char *const names[] = { "file.tsv", "confusion.tsv", "configuration-length.tsv",
                                       "index.html" };

  for (gsize i = 0; i < G_N_ELEMENTS (names); i++) {
    g_autofree char *path = g_build_filename (folder, names[i], NULL), *bytes = NULL;
    gsize length;

    FUZZ_CHECK (g_file_get_contents (path, &bytes, &length, NULL) && g_unlink (path) == 0);
    if (g_str_has_suffix (path, ".tsv"))
      check_table (bytes, length, FALSE);
    else
      FUZZ_CHECK (g_utf8_validate (bytes, (gssize) length, NULL) && g_str_has_suffix (bytes, "</html>\n"));
  }
}

/* What a run left. */
typedef struct {
  gboolean done;
  GString *table, *tally;
} Outcome;

static void
clear_outcome (Outcome *outcome)
{
  if (outcome->table == NULL)
    return;
  g_string_free (outcome->table, TRUE);
  g_string_free (outcome->tally, TRUE);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Outcome, clear_outcome)

/* Merges and checks what there is then, after an error too: files that were left out are one, with a table. */
static void
check_merging (const char *tally, gsize size, guint choice, Outcome *outcome)
{
  const Targets *targets = get_targets ();
  g_autoptr (GError) error = NULL;

  outcome->done = merge (tally, size, choice, targets, &error);
  outcome->table = take_pipe (TABLE);
  outcome->tally = take_pipe (TALLY);
  FUZZ_CHECK (outcome->done == (error == NULL));
  FUZZ_CHECK (error == NULL || (error->domain == TBK_ERROR && error->message[0] != '\0'));
  FUZZ_CHECK (!outcome->done || outcome->tally->len > 0);
  if (outcome->tally->len > 0 && (outcome->done || outcome->table->len > 0))
    check_table (outcome->table->str, outcome->table->len, choice & AS_JSON);
  if (outcome->done && (choice & REPORT) && is_of_command (tally, "compare-oracles"))
    check_report (targets->report);
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  const guint choice = fuzz_choice (&data, &size);
  g_autofree char *tally = g_strndup ((const char *) data, size);
  g_auto (Outcome) first = { 0 }, again = { 0 };

  if (!(choice & MEASURES) && is_of_command (tally, "evaluate") && strstr (tally, "\"by\":\"") == NULL)
    return 0; /* draws at random for milliseconds, which is to be rare */
  check_merging (tally, size, choice, &first);
  if (first.tally->len > 0) {
    check_merging (first.tally->str, first.tally->len, choice, &again);
    FUZZ_CHECK (first.done == again.done);
    FUZZ_CHECK (g_string_equal (first.table, again.table) && g_string_equal (first.tally, again.tally));
  }
  return 0;
}
