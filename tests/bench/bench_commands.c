/* bench_commands.c - what whole commands take, beside zcat, igzip, and the same done otherwise.
 *
 * The things compared are run in turn, many times, and the best time of each counts: other work on the machine can only
 * add to it. Of things that are done by one thread after another processor time is compared, to which it adds least; of
 * things done side by side the time that passes, which means little where processors are busy otherwise.
 */
#include <fcntl.h>
#include <glib/gstdio.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bench/bench.h"
#include "tbk/conllu.h"

enum {
  LEAST_BYTES = 20 << 20, /* of compressed text to time commands on */
  TURNS = 15,
  STARTS = 300,
  FILES = 320, /* of a release */
};

extern char **environ;

/* What a run takes, in seconds. */
typedef struct {
  double passed, processor;
} Costs;

static double
to_seconds (struct timeval time)
{
  return (double) time.tv_sec + 1e-6 * (double) time.tv_usec;
}

static G_NORETURN void
fail_to_run (char *const *arguments)
{
  g_error ("%s: failed", arguments[g_strv_length ((char **) arguments) - 1]);
}

/* Starts a program, with nothing told. */
static pid_t
start_program (char *const *arguments)
{
  posix_spawn_file_actions_t actions;
  pid_t child;

  posix_spawn_file_actions_init (&actions);
  for (int stream = STDOUT_FILENO; stream <= STDERR_FILENO; stream++)
    posix_spawn_file_actions_addopen (&actions, stream, "/dev/null", O_WRONLY, 0);
  if (posix_spawn (&child, arguments[0], &actions, NULL, arguments, environ) != 0)
    fail_to_run (arguments);
  posix_spawn_file_actions_destroy (&actions);
  return child;
}

static Costs
run_program (char *const *arguments)
{
  const double start = seconds ();
  struct rusage usage;
  int status;

  if (wait4 (start_program (arguments), &status, 0, &usage) < 0 || status != 0)
    fail_to_run (arguments);
  return (Costs){ seconds () - start, to_seconds (usage.ru_utime) + to_seconds (usage.ru_stime) };
}

/* The same of a command of the shell. */
static Costs
run_command (const char *command)
{
  return run_program ((char *[]){ (char *) "/bin/sh", (char *) "-c", (char *) command, NULL });
}

/* The most memory that a program has at once, in MB. Its status is asked again and again while it runs: what the system
 * tells of a process that ended may be the memory of this one, which it was before the program was loaded. */
static double
measure_memory (char *const *arguments)
{
  const pid_t child = start_program (arguments);
  g_autofree char *path = g_strdup_printf ("/proc/%d/status", (int) child);
  double memory = 0;
  int status;
  pid_t ended;

  while ((ended = waitpid (child, &status, WNOHANG)) == 0) {
    g_autofree char *text = NULL;
    const char *line = g_file_get_contents (path, &text, NULL, NULL) ? strstr (text, "VmHWM:") : NULL;

    if (line != NULL)
      memory = MAX (memory, g_ascii_strtod (line + strlen ("VmHWM:"), NULL) / 1024);
    g_usleep (1000);
  }
  if (ended < 0 || status != 0)
    fail_to_run (arguments);
  return memory;
}

/* How many times as long as @yardstick @command takes. */
static double
compare_commands (const char *command, const char *yardstick, gboolean side_by_side)
{
  double best = G_MAXDOUBLE, best_yardstick = G_MAXDOUBLE;

  run_command (command);
  for (int t = 0; t < TURNS; t++) {
    Costs costs = run_command (command), yardstick_costs = run_command (yardstick);
    best = MIN (best, side_by_side ? costs.passed : costs.processor);
    best_yardstick = MIN (best_yardstick, side_by_side ? yardstick_costs.passed : yardstick_costs.processor);
  }
  return best / best_yardstick;
}

/* A line: the program with @options on the file @path over @yardstick. */
static void
report_command (const char *name, const char *program, const char *options, const char *path,
                const char *yardstick, const char *goal)
{
  g_autofree char *command = g_strdup_printf ("exec %s %s %s", program, options, path);
  const gboolean side_by_side = strstr (options, "-j2") != NULL;

  report (name, compare_commands (command, yardstick, side_by_side), "ratio", goal);
}

/* A treebank of at least LEAST_BYTES, made by joining the files as the members of one. */
static char *
join_files (char **paths)
{
  char *joined = g_strdup_printf ("%s/tbk-bench-%d.conllu.gz", g_get_tmp_dir (), (int) getpid ());
  g_autoptr (GString) bytes = g_string_new (NULL);

  while (bytes->len < LEAST_BYTES)
    for (int i = 0; paths[i] != NULL; i++) {
      g_autofree char *contents = NULL;
      gsize length;
      if (!g_file_get_contents (paths[i], &contents, &length, NULL))
        g_error ("%s: cannot be read", paths[i]);
      g_string_append_len (bytes, contents, length);
    }
  if (!g_file_set_contents (joined, bytes->str, bytes->len, NULL))
    g_error ("%s: cannot be written", joined);
  return joined;
}

char *
unpack_files (char **paths)
{
  char *path = g_strdup_printf ("%s/tbk-bench-%d.conllu", g_get_tmp_dir (), (int) getpid ());
  g_autofree char *operands = g_strjoinv (" ", paths);
  g_autofree char *unpack = g_strdup_printf ("zcat -f %s >%s", operands, path);

  run_command (unpack);
  return path;
}

double
time_command (const char *program, const char *options, const char *path)
{
  g_autofree char *command = g_strdup_printf ("exec %s %s %s", program, options, path);

  return run_command (command).processor;
}

/* What one way to run the program costs over another. */
static void
bench_pairs (const char *program, const char *path)
{
  static const struct {
    const char *name, *options, *over, *goal;
  } pairs[] = {
    { "check_gz_over_stats_gz", "check -q --fail=never", "stats -q", "<= 2" },
    { "check_gz_tests_over_stats_gz", "check -q --fail=never --tests", "stats -q", "<= 3" },
    { "choices_gz_over_projectivize_gz", "choices -q", "projectivize -q --mark=none", "<= 1.5" },
    { "projectivize_gz_marks_in_labels_over_orig", "projectivize -q --mark=headpath", "projectivize -q",
      "<= 1.3" },
    { "projectivize_gz_shortest_over_orig", "projectivize -q --mark=headpath --lift=shortest",
      "projectivize -q", "<= 1.3" },
  };

  for (guint p = 0; p < G_N_ELEMENTS (pairs); p++) {
    g_autofree char *over = g_strdup_printf ("exec %s %s %s", program, pairs[p].over, path);
    report_command (pairs[p].name, program, pairs[p].options, path, over, pairs[p].goal);
  }
}

/* Pipes, and compressing: to a name of /dev/null that ends in .gz, so that no disk is measured. */
static void
bench_streams (const char *program, const char *path)
{
  g_autofree char *null = g_strconcat (path, ".out.gz", NULL);
  g_autofree char *zcat = g_strdup_printf ("zcat %s", path);
  g_autofree char *zcat_to_cat = g_strdup_printf ("zcat %s | cat", path);
  g_autofree char *plain = g_strdup_printf ("exec %s projectivize -q %s", program, path);
  g_autofree char *to_cat = g_strdup_printf ("%s projectivize -q %s | cat", program, path);
  g_autofree char *plain_two = g_strdup_printf ("exec %s projectivize -q -j2 %s", program, path);
  g_autofree char *two_to_cat = g_strdup_printf ("%s projectivize -q -j2 %s | cat", program, path);
  g_autofree char *from_zcat = g_strdup_printf ("zcat %s | %s projectivize -q", path, program);
  g_autofree char *one = g_strdup_printf ("exec %s projectivize -q -o %s %s", program, null, path);
  g_autofree char *two = g_strdup_printf ("exec %s projectivize -q -j2 -o %s %s", program, null, path);

  if (symlink ("/dev/null", null) < 0)
    g_error ("%s: cannot be made", null);
  report ("projectivize_gz_to_gz_1_thread_over_zcat", compare_commands (one, zcat, FALSE), "ratio", "<= 3.2");
  report ("projectivize_gz_to_gz_2_threads_over_zcat", compare_commands (two, zcat, TRUE), "ratio", "<= 1.8");
  report ("projectivize_gz_to_gz_2_threads_over_1", compare_commands (two, one, TRUE), "ratio", "<= 0.6");
  report ("projectivize_gz_to_pipe_over_null", compare_commands (to_cat, plain, TRUE), "ratio", "<= 1.15");
  report ("projectivize_gz_to_pipe_2_threads_over_null", compare_commands (two_to_cat, plain_two, TRUE),
          "ratio", "<= 1.15");
  report ("projectivize_from_zcat_over_zcat_to_cat", compare_commands (from_zcat, zcat_to_cat, TRUE), "ratio",
          "<= 1.15");
  g_unlink (null);
}

static void
bench_over_zcat (const char *program, const char *path)
{
  static const struct {
    const char *name, *options, *goal;
  } runs[] = {
#ifdef TBK_WITH_ISAL
    { "projectivize_gz_1_thread_over_zcat", "projectivize -q --mark=none", "<= 0.40" },
    { "projectivize_gz_2_threads_over_zcat", "projectivize -q --mark=none -j2", "<= 0.25" },
    { "projectivize_gz_orig_marks_over_zcat", "projectivize -q", "<= 0.44" },
#else
    { "projectivize_gz_1_thread_over_zcat", "projectivize -q --mark=none", "<= 0.70" },
    { "projectivize_gz_2_threads_over_zcat", "projectivize -q --mark=none -j2", "" },
    { "projectivize_gz_orig_marks_over_zcat", "projectivize -q", "<= 0.77" },
#endif
    { "stats_gz_1_thread_over_zcat", "stats -q", "" },
    { "choices_gz_1_thread_over_zcat", "choices -q", "" },
  };
  g_autofree char *zcat = g_strdup_printf ("zcat %s", path);
  char *const projectivize[] = { (char *) program,       (char *) "projectivize", (char *) "-q",
                                 (char *) "--mark=none", (char *) path,           NULL };

  report ("projectivize_gz_memory", measure_memory (projectivize), "MB", "< 64");
  for (guint r = 0; r < G_N_ELEMENTS (runs); r++)
    report_command (runs[r].name, program, runs[r].options, path, zcat, runs[r].goal);
}

/* Beside the quickest way to decompress alone. */
static void
bench_over_igzip (const char *program, const char *path)
{
  static const struct {
    const char *name, *options, *goal;
  } runs[] = {
    { "projectivize_gz_1_thread_over_igzip", "projectivize -q --mark=none", "<= 2.0" },
    { "projectivize_gz_2_threads_over_igzip", "projectivize -q --mark=none -j2", "<= 1.25" },
  };
  g_autofree char *igzip = g_find_program_in_path ("igzip");
  g_autofree char *yardstick = g_strdup_printf ("exec %s -dc %s", igzip, path);

  for (guint r = 0; r < G_N_ELEMENTS (runs); r++)
    if (igzip != NULL)
      report_command (runs[r].name, program, runs[r].options, path, yardstick, runs[r].goal);
    else
      report_skipped (runs[r].name, "there is no igzip", runs[r].goal);
}

/* Writes FILES files into @folder, each of one block of text: of some hundred sentences, as those of a release. */
static void
make_release (const char *folder, char **paths)
{
  g_autoptr (TbkConlluBatch) batch = tbk_conllu_batch_new ();
  TbkConlluSentence sentence;
  int n = 0;

  for (int i = 0; n < FILES; i = paths[i + 1] != NULL ? i + 1 : 0) {
    g_autoptr (TbkConlluReader) reader = tbk_conllu_reader_open (paths[i], NULL, NULL);
    while (reader != NULL && n < FILES && tbk_conllu_reader_next (reader, batch, NULL) == TBK_READ_BATCH) {
      g_autofree char *path = g_strdup_printf ("%s/%03d.conllu.gz", folder, n++);
      TbkOutput *output = tbk_output_open (path, NULL);
      while (output != NULL && tbk_conllu_batch_next (batch, &sentence))
        tbk_output_write (output, sentence.text, sentence.length, NULL);
      if (output == NULL || !tbk_output_commit (output, NULL))
        g_error ("%s: cannot be written", path);
    }
  }
}

/* Many files side by side, and as many processes instead. */
static void
bench_release (const char *program, char **paths)
{
  g_autofree char *folder = g_strdup_printf ("%s/tbk-bench-%d", g_get_tmp_dir (), (int) getpid ());
  g_autofree char *one = g_strdup_printf ("exec %s projectivize -q %s/*.gz", program, folder);
  g_autofree char *two = g_strdup_printf ("exec %s projectivize -q -j2 %s/*.gz", program, folder);
  g_autofree char *processes =
      g_strdup_printf ("ls %s/*.gz | xargs -n20 -P2 %s projectivize -q", folder, program);
  g_autofree char *remove = g_strdup_printf ("rm -r %s", folder);

  if (g_mkdir (folder, 0700) != 0)
    g_error ("%s: cannot be made", folder);
  make_release (folder, paths);
  report ("projectivize_320_files_2_threads_over_1", compare_commands (two, one, TRUE), "ratio", "<= 0.6");
  report ("projectivize_320_files_2_threads_over_2_processes", compare_commands (two, processes, TRUE),
          "ratio", "<= 1");
  run_command (remove);
}

/* The start and end of a command that has nothing to do, and of a program that does nothing. */
static void
bench_start (const char *program)
{
  char *const version[] = { (char *) program, (char *) "--version", NULL };
  char *const nothing[] = { (char *) "/bin/true", NULL };
  double best = G_MAXDOUBLE, best_nothing = G_MAXDOUBLE;

  for (int s = 0; s < STARTS; s++) {
    best = MIN (best, run_program (version).passed);
    best_nothing = MIN (best_nothing, run_program (nothing).passed);
  }
  report ("start", 1e3 * best, "ms", "<= 1");
  report ("start_of_true", 1e3 * best_nothing, "ms", "");
}

void
bench_commands (const char *program, char **paths)
{
  g_autofree char *joined = join_files (paths);

  bench_start (program);
  bench_over_zcat (program, joined);
  bench_over_igzip (program, joined);
  bench_pairs (program, joined);
  bench_streams (program, joined);
  bench_release (program, paths);
  g_unlink (joined);
}
