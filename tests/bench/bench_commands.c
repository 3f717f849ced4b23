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

#include "base/base.h"
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

/* A line: @command over @yardstick. */
static void
report_ratio (const char *name, const char *command, const char *yardstick, gboolean side_by_side,
              const char *goal)
{
  if (is_wanted (name))
    report (name, compare_commands (command, yardstick, side_by_side), "ratio", goal);
}

/* The same of the program with @options on the file @path. */
static void
report_command (const char *name, const char *program, const char *options, const char *path,
                const char *yardstick, const char *goal)
{
  g_autofree char *command = g_strdup_printf ("exec %s %s %s", program, options, path);
  const gboolean side_by_side = strstr (options, "-j2") != NULL;

  report_ratio (name, command, yardstick, side_by_side, goal);
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
    { "check_gz_over_stats_gz", "check -q --fail-on=never", "stats -q", "" },
    { "check_gz_no_notes_over_stats_gz", "check -q --fail-on=never --test=error,warning", "stats -q", "<= 2" },
    { "check_gz_rules_over_stats_gz", "check -q --fail-on=never --rules=ud", "stats -q", "" },
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

/* The processor time in which this program writes @text from memory to a pipe as large as the program's, in pieces as
 * large as the program's: what the kernel takes for any writer. */
static double
time_pipe_alone (const char *text, gsize length)
{
  enum { PIECE = 256 << 10 };
  double start, used;
  int ends[2];
  FILE *reader;

  if (pipe (ends) < 0 || fcntl (ends[1], F_SETFD, FD_CLOEXEC) < 0)
    g_error ("a pipe cannot be made");
  system_enlarge_pipe (ends[1]);
  g_autofree char *command = g_strdup_printf ("exec cat /proc/self/fd/%d >/dev/null", ends[0]);
  reader = popen (command, "r");
  close (ends[0]);
  start = processor_seconds ();
  for (gsize begin = 0; begin < length;) {
    const gssize n = write (ends[1], text + begin, MIN (PIECE, length - begin));
    if (n <= 0)
      g_error ("the pipe cannot be written to");
    begin += (gsize) n;
  }
  used = processor_seconds () - start;
  close (ends[1]);
  if (reader == NULL || pclose (reader) != 0)
    g_error ("%s: failed", command);
  return used;
}

/* How much of the time that @plain takes, which writes the text of the file @path, the pipe alone would add. */
static void
report_pipe_alone (const char *name, const char *plain, const char *path)
{
  g_autofree char *unpacked = NULL, *text = NULL;
  double best = G_MAXDOUBLE, best_plain = G_MAXDOUBLE;
  gsize length;

  if (!is_wanted (name))
    return;
  unpacked = unpack_files ((char *[]){ (char *) path, NULL });
  if (!g_file_get_contents (unpacked, &text, &length, NULL))
    g_error ("%s: cannot be read", unpacked);
  g_unlink (unpacked);
  for (int t = 0; t < TURNS; t++) {
    best = MIN (best, time_pipe_alone (text, length));
    best_plain = MIN (best_plain, run_command (plain).processor);
  }
  report (name, best / best_plain, "ratio", "");
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
  report_ratio ("projectivize_gz_to_gz_1_thread_over_zcat", one, zcat, FALSE, "<= 3.2");
  report_ratio ("projectivize_gz_to_gz_2_threads_over_zcat", two, zcat, TRUE, "<= 1.8");
  report_ratio ("projectivize_gz_to_gz_2_threads_over_1", two, one, TRUE, "<= 0.6");
  report_ratio ("projectivize_gz_to_pipe_over_null", to_cat, plain, TRUE, "");
  report_pipe_alone ("pipe_from_memory_over_projectivize_gz_to_null", plain, path);
  report_ratio ("projectivize_gz_to_pipe_2_threads_over_null", two_to_cat, plain_two, TRUE, "");
  report_ratio ("projectivize_from_zcat_over_zcat_to_cat", from_zcat, zcat_to_cat, TRUE, "<= 1.15");
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

  if (is_wanted ("projectivize_gz_memory"))
    report ("projectivize_gz_memory", measure_memory (projectivize), "MB", "< 64");
  for (guint r = 0; r < G_N_ELEMENTS (runs); r++)
    report_command (runs[r].name, program, runs[r].options, path, zcat, runs[r].goal);
}

/* Beside the program that only decompresses @path, where there is one. */
static void
report_over (const char *decompressor, const char *name, const char *program, const char *options,
             const char *path, const char *goal)
{
  g_autofree char *found = g_find_program_in_path (decompressor);
  g_autofree char *yardstick = g_strdup_printf ("exec %s -dc %s", decompressor, path);
  g_autofree char *why = g_strdup_printf ("there is no %s", decompressor);

  if (found != NULL)
    report_command (name, program, options, path, yardstick, goal);
  else if (is_wanted (name))
    report_skipped (name, why, goal);
}

/* Beside the quickest way to decompress gzip; and beside xz and zstd, of the same text. */
static void
bench_over_decompressors (const char *program, const char *path)
{
  static const struct {
    const char *decompressor, *name, *options, *goal;
  } runs[] = {
    { "xz", "projectivize_xz_1_thread_over_xz", "projectivize -q --mark=none", "<= 1.1" },
    { "xz", "projectivize_xz_2_threads_over_xz", "projectivize -q --mark=none -j2", "<= 1.1" },
    { "zstd", "projectivize_zst_1_thread_over_zstd", "projectivize -q --mark=none", "" },
    { "zstd", "projectivize_zst_2_threads_over_zstd", "projectivize -q --mark=none -j2", "" },
  };

  report_over ("igzip", "projectivize_gz_1_thread_over_igzip", program, "projectivize -q --mark=none", path,
               "<= 2.0");
  report_over ("igzip", "projectivize_gz_2_threads_over_igzip", program, "projectivize -q --mark=none -j2",
               path, "<= 1.25");
  for (guint r = 0; r < G_N_ELEMENTS (runs); r++) {
    g_autofree char *other = g_strdup_printf ("%s.%s", path, runs[r].decompressor);
    g_autofree char *compress =
        g_strdup_printf ("zcat %s | %s -1 -T1 >%s", path, runs[r].decompressor, other);

    if (!is_wanted (runs[r].name))
      continue;
    run_command (compress);
    report_over (runs[r].decompressor, runs[r].name, program, runs[r].options, other, runs[r].goal);
    g_unlink (other);
  }
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
      TbkOutput *output = tbk_output_open (path, 0, NULL);
      while (output != NULL && tbk_conllu_batch_next (batch, &sentence))
        tbk_output_write (output, sentence.text, sentence.length, NULL);
      if (output == NULL || !tbk_output_commit (output, NULL))
        g_error ("%s: cannot be written", path);
    }
  }
}

/* One file to a file, by all processors, beside a copy, which parses nothing and does not wait for the disk. */
static void
bench_copy (const char *program, const char *path)
{
  static const char name[] = "projectivize_file_to_file_over_cp";
  const guint n_threads = g_get_num_processors ();
  g_autofree char *unpacked = NULL, *output = g_strconcat (path, ".out", NULL), *copy = NULL, *command = NULL;

  if (!is_wanted (name))
    return;
  unpacked = unpack_files ((char *[]){ (char *) path, NULL });
  copy = g_strdup_printf ("exec cp %s %s", unpacked, output);
  command = g_strdup_printf ("exec %s projectivize -q -j%u -o %s %s", program, n_threads, output, unpacked);
  report_ratio (name, command, copy, TRUE, n_threads >= 4 ? "<= 2" : "");
  g_unlink (unpacked);
  g_unlink (output);
}

/* What the machine gives to two at once: two processes, each of which does all that one does. Near 1 both cores are
 * free and share little; ratios of two threads mean little in a run in which it is much more. */
static void
bench_machine (const char *program, const char *path)
{
  g_autofree char *one = g_strdup_printf ("exec %s stats -q %s", program, path);
  g_autofree char *two =
      g_strdup_printf ("%s stats -q %s & %s stats -q %s; wait", program, path, program, path);

  report_ratio ("machine_two_stats_at_once_over_one", two, one, TRUE, "<= 1.1");
}

/* What asks of each word, and what reads two files side by side, over what counts the same bytes. */
static void
bench_questions (const char *program, const char *path)
{
  static const struct {
    const char *name, *command, *goal;
    int n_files;
  } runs[] = {
    { "stats_where_no_word_over_stats", "stats -q -j1 --where deprel=zzz", "", 1 },
    { "find_deprel_over_stats", "find -q -j1 --format=tsv deprel=nsubj", "<= 2", 1 },
    { "find_lost_arcs_over_stats", "find -q -j1 --format=tsv 'lost_arcs>=1'", "", 1 },
    { "evaluate_over_stats", "evaluate -q --no-intervals", "<= 3", 2 },
    { "agree_over_stats", "agree -q --no-intervals", "<= 3", 2 },
  };

  for (guint r = 0; r < G_N_ELEMENTS (runs); r++) {
    const char *second = runs[r].n_files == 2 ? path : "";
    g_autofree char *command = g_strdup_printf ("exec %s %s %s %s", program, runs[r].command, path, second);
    g_autofree char *stats = g_strdup_printf ("exec %s stats -q -j1 %s %s", program, path, second);

    report_ratio (runs[r].name, command, stats, FALSE, runs[r].goal);
  }
}

/* Many files side by side, and as many processes instead. */
static void
bench_release (const char *program, char **paths)
{
  static const char over_one[] = "projectivize_320_files_2_threads_over_1",
                    over_processes[] = "projectivize_320_files_2_threads_over_2_processes",
                    check_over_one[] = "check_320_files_2_threads_over_1";
  g_autofree char *folder = g_strdup_printf ("%s/tbk-bench-%d", g_get_tmp_dir (), (int) getpid ());
  g_autofree char *one = g_strdup_printf ("exec %s projectivize -q %s/*.gz", program, folder);
  g_autofree char *two = g_strdup_printf ("exec %s projectivize -q -j2 %s/*.gz", program, folder);
  g_autofree char *processes =
      g_strdup_printf ("ls %s/*.gz | xargs -n20 -P2 %s projectivize -q", folder, program);
  g_autofree char *check = g_strdup_printf ("exec %s check -q --fail-on=never %s/*.gz", program, folder);
  g_autofree char *check_two =
      g_strdup_printf ("exec %s check -q --fail-on=never -j2 %s/*.gz", program, folder);
  g_autofree char *remove = g_strdup_printf ("rm -r %s", folder);

  if (!is_wanted (over_one) && !is_wanted (over_processes) && !is_wanted (check_over_one))
    return;
  if (g_mkdir (folder, 0700) != 0)
    g_error ("%s: cannot be made", folder);
  make_release (folder, paths);
  report_ratio (over_one, two, one, TRUE, "<= 0.6");
  report_ratio (over_processes, two, processes, TRUE, "<= 1");
  report_ratio (check_over_one, check_two, check, TRUE, "<= 0.6");
  run_command (remove);
}

/* The start and end of a command that has nothing to do, and of programs that do nothing: one with the same libraries,
 * which is this one, and one without. */
static void
bench_start (const char *program)
{
  static const char *const names[] = { "start", "start_with_empty_file", "start_of_nothing",
                                       "start_of_true" };
  char *const runs[][5] = {
    { (char *) program, (char *) "--version", NULL },
    { (char *) program, (char *) "projectivize", (char *) "-q", (char *) "/dev/null", NULL },
    { (char *) "/proc/self/exe", (char *) "nothing", NULL },
    { (char *) "/bin/true", NULL },
  };
  double best[] = { G_MAXDOUBLE, G_MAXDOUBLE, G_MAXDOUBLE, G_MAXDOUBLE };

  for (int s = 0; s < STARTS; s++)
    for (guint r = 0; r < G_N_ELEMENTS (runs); r++)
      best[r] = MIN (best[r], run_program (runs[r]).passed);
  for (guint r = 0; r < G_N_ELEMENTS (runs); r++)
    if (is_wanted (names[r]))
      report (names[r], 1e3 * best[r], "ms", "");
}

void
bench_commands (const char *program, char **paths)
{
  g_autofree char *joined = join_files (paths);

  bench_machine (program, joined);
  bench_start (program);
  bench_over_zcat (program, joined);
  bench_over_decompressors (program, joined);
  bench_pairs (program, joined);
  bench_streams (program, joined);
  bench_copy (program, joined);
  bench_questions (program, joined);
  bench_release (program, paths);
  g_unlink (joined);
}
