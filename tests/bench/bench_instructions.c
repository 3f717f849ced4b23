/* bench_instructions.c - what callgrind counts: the same on a busy machine and on a quiet one.
 *
 * So a change of one per cent is seen that no clock shows. Counts depend on the C library and on the vector instructions that
 * valgrind knows: compare those of one machine, before and after a change. docs/design/speed.md has such pairs.
 */
#include <glib/gstdio.h>
#include <stdio.h>
#include <unistd.h>

#include "bench/bench.h"

/* How many instructions the program takes with @arguments. */
static double
count_instructions (const char *program, const char *arguments)
{
  g_autofree char *command = g_strdup_printf (
      "valgrind --tool=callgrind --callgrind-out-file=/dev/null %s %s 2>&1 >/dev/null </dev/null "
      "| sed -n 's/.*Collected : //p'",
      program, arguments);
  FILE *counted = popen (command, "r");
  double n;

  if (counted == NULL || fscanf (counted, "%lf", &n) != 1)
    g_error ("%s: failed", command);
  pclose (counted);
  return n;
}

static void
run (const char *command)
{
  if (!g_spawn_command_line_sync (command, NULL, NULL, NULL, NULL))
    g_error ("%s: failed", command);
}

/* Text to text, of the treebanks as they are and made projective. */
static void
bench_projectivize (const char *program, char **paths)
{
  static const char *const names[] = { "projectivize_instructions_projective",
                                       "projectivize_instructions_all" };
  static const char *const goals[] = { "<= 5.4", "<= 7.0" };
  g_autofree char *files = g_strjoinv (" ", paths);
  g_autofree char *text = g_strdup_printf ("%s/tbk-bench-%d.conllu", g_get_tmp_dir (), (int) getpid ());
  g_autofree char *arguments = g_strdup_printf ("projectivize -q --mark=none %s", text);

  for (int k = 0; k < 2; k++) {
    g_autofree char *command =
        k == 0 ? g_strdup_printf ("%s projectivize -q --mark=none -o %s %s", program, text, files)
               : g_strdup_printf ("sh -c 'zcat -f %s > %s'", files, text);
    GStatBuf status;

    run (command);
    if (g_stat (text, &status) != 0)
      g_error ("%s: failed", command);
    report (names[k], count_instructions (program, arguments) / (double) status.st_size, "instructions/byte",
            goals[k]);
  }
  g_unlink (text);
}

/* In a folder of its own the treebank demo.conllu and a file without text. */
static const struct {
  const char *name, *arguments, *goal;
} small_runs[] = {
  { "version_instructions", "--version", "<= 0.82" },
  { "empty_instructions", "projectivize -q %s/empty.conllu", "<= 0.97" },
  { "engine_instructions", "projectivize -q --mark=none --method=tabular %s/demo.conllu", "<= 32" },
  { "lanes_instructions",
    "compare-oracles -q --system=arc-standard --reference=left-first:tabular "
    "--variant=left-first:tabular --limit=words:12 %s/demo.conllu",
    "<= 100" },
  { "oracle_instructions", "compare-oracles -q --system=arc-eager-nederhof --walk=explore:0.2 %s/demo.conllu",
    "<= 24.5" },
  { "training_instructions", "train --system=arc-eager-nederhof --epochs=2 -o /dev/null %s/demo.conllu",
    "<= 748" },
};

static void
bench_small_runs (const char *program)
{
  g_autofree char *folder = g_dir_make_tmp ("tbk-bench-XXXXXX", NULL);
  g_autofree char *demo = g_strdup_printf ("%s/demo.conllu", folder);
  g_autofree char *empty = g_strdup_printf ("%s/empty.conllu", folder);
  g_autofree char *unpack = g_strdup_printf ("sh -c 'zcat data/demo.conllu.gz > %s; : > %s'", demo, empty);

  run (unpack);
  for (guint r = 0; r < G_N_ELEMENTS (small_runs); r++) {
    g_auto (GStrv) parts = g_strsplit (small_runs[r].arguments, "%s", 2);
    g_autofree char *arguments = g_strjoinv (folder, parts);

    report (small_runs[r].name, 1e-6 * count_instructions (program, arguments), "million instructions",
            small_runs[r].goal);
  }
  g_unlink (demo);
  g_unlink (empty);
  g_rmdir (folder);
}

void
bench_instructions (const char *program, char **paths)
{
  g_autofree char *valgrind = g_find_program_in_path ("valgrind");

  if (valgrind == NULL) {
    report_skipped ("instructions", "there is no valgrind", "");
    return;
  }
  bench_small_runs (program);
  bench_projectivize (program, paths);
}
