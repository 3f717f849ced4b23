/* test_output.c - writing: complete or not at all, in order, through links; files under construction, with and without
 * names. */
#define _GNU_SOURCE /* for O_TMPFILE */
#include "io/io.h"
#include "unit/scratch.h"

#include <stdarg.h>
#include <sys/file.h>
#include <sys/syscall.h>

#include "unit/time_limit.h"

TestSuite (output, .init = make_folder, .fini = remove_folder);

#ifndef O_TMPFILE /* then the library asks for none */
#define O_TMPFILE    0
#define HAS_NAMELESS 0
#else
#define HAS_NAMELESS 1
#endif

/* Whether the file system refuses to make files without names, as some do: this is the open() of the library. */
static gboolean refuses_nameless;

int open_of_tests (const char *path, int flags, ...) __asm__("open64");

int
open_of_tests (const char *path, int flags, ...)
{
  va_list arguments;
  int mode;

  va_start (arguments, flags);
  mode = va_arg (arguments, int);
  va_end (arguments);
  if (HAS_NAMELESS && refuses_nameless && (flags & O_TMPFILE) == O_TMPFILE) {
    errno = EOPNOTSUPP;
    return -1;
  }
  return (int) syscall (SYS_openat, AT_FDCWD, path, flags, mode);
}

/* Whether the scratch folder's file system makes files without names. */
static gboolean
has_nameless (void)
{
  int descriptor = HAS_NAMELESS ? open (folder, O_WRONLY | O_TMPFILE, 0600) : -1;

  if (descriptor >= 0)
    close (descriptor);
  return descriptor >= 0;
}

static void
replace_and_discard (int n_files_of_output)
{
  g_autofree char *path = in_folder ("out");
  g_autoptr (TbkOutput) output = NULL;

  store (path, "old", 3);
  output = tbk_output_open (path, 0, NULL);
  cr_assert (tbk_output_printf (output, NULL, "%s", "new"));
  cr_assert (tbk_output_flush (output, NULL));
  cr_assert_eq (count_files (), 1 + n_files_of_output);
  assert_holds (path, "old");
  tbk_output_discard (g_steal_pointer (&output));
  assert_holds (path, "old");
  cr_assert_eq (count_files (), 1);

  cr_assert (write_output (path, "new", NULL));
  assert_holds (path, "new");
  cr_assert_eq (count_files (), 1);
}

/* A file under construction has no name, so that nothing is left of it whatever ends the process. */
Test (output, commit_replaces_and_discard_does_not)
{
  if (!has_nameless ())
    cr_skip_test ("this file system makes no files without names");
  replace_and_discard (0);
}

Test (output, commit_replaces_and_discard_does_not_where_files_have_names)
{
  refuses_nameless = TRUE;
  replace_and_discard (1);
}

/* Writes pieces of many sizes, of which some are taken back, and gives what stays. */
static GString *
write_and_settle (const char *path, GRand *random)
{
  g_autoptr (TbkOutput) output = tbk_output_open (path, 0, NULL);
  GString *expected = g_string_new (NULL);
  gsize n_settled = 0;

  cr_assert (output != NULL && !tbk_output_is_direct (output));
  for (int i = 0; i < 40; i++) {
    const gsize most = i % 3 == 0 ? 700000 : i % 3 == 1 ? 20000 : 300;
    const gsize size = (gsize) g_rand_int_range (random, 0, (gint32) most);
    const gsize before = expected->len;
    gboolean stays;

    for (gsize b = 0; b < size; b++)
      g_string_append_c (expected, (char) ('a' + (b * 7 + (gsize) i) % 26));
    cr_assert (tbk_output_write (output, expected->str + before, size, NULL));
    if (g_rand_boolean (random))
      continue;
    stays = g_rand_boolean (random);
    if (stays)
      n_settled = expected->len;
    else
      g_string_truncate (expected, n_settled);
    cr_assert (tbk_output_settle (output, stays, NULL));
  }
  cr_assert (tbk_output_commit (g_steal_pointer (&output), NULL));
  return expected;
}

/* What is taken back is not there, and nothing else lacks, whatever lay in the buffer or in a member. */
Test (output, what_is_taken_back_was_never_written, .timeout = TIME_LIMIT)
{
  static const char *const names[] = { "out", "out.gz", "out.xz", "out.zst" };

  for (guint seed = 0; seed < 20; seed++)
    for (guint n = 0; n < G_N_ELEMENTS (names); n++) {
      g_autofree char *path = in_folder (names[n]), *found = NULL;
      g_autoptr (GRand) random = g_rand_new_with_seed (seed);
      g_autoptr (GString) expected = NULL;
      g_autoptr (TbkInput) input = NULL;

      if (!output_check (path, 0, NULL)) /* a build without it */
        continue;
      expected = write_and_settle (path, random);
      input = tbk_input_open (path, NULL);
      found = g_malloc (expected->len + 2);
      cr_assert (input != NULL);
      cr_assert_eq (tbk_input_read (input, found, expected->len + 2, NULL), (gssize) expected->len,
                    "%s, seed %u", names[n], seed);
      cr_assert (memcmp (found, expected->str, expected->len) == 0, "%s, seed %u", names[n], seed);
    }
}

/* Outputs of one process to one target do not meet, and a file that another process has is left alone. */
static void
meet (void)
{
  g_autofree char *path = in_folder ("out"), *first = in_folder (".out.0.tmp");
  g_autoptr (TbkOutput) a = tbk_output_open (path, 0, NULL);
  g_autoptr (TbkOutput) b = tbk_output_open (path, 0, NULL);
  int descriptor;

  cr_assert (a != NULL && b != NULL);
  cr_assert (tbk_output_printf (a, NULL, "a") && tbk_output_printf (b, NULL, "b"));
  cr_assert (tbk_output_commit (g_steal_pointer (&b), NULL));
  assert_holds (path, "b");
  cr_assert (tbk_output_commit (g_steal_pointer (&a), NULL));
  assert_holds (path, "a");
  cr_assert_eq (count_files (), 1);

  store (first, "stranger", 8);
  descriptor = open (first, O_RDONLY);
  cr_assert (flock (descriptor, LOCK_EX) == 0 && write_output (path, "c", NULL));
  assert_holds (first, "stranger");
  assert_holds (path, "c");
  close (descriptor);
}

Test (output, outputs_to_one_target)
{
  meet ();
}

Test (output, outputs_to_one_target_where_files_have_names)
{
  refuses_nameless = TRUE;
  meet ();
}

/* What a process that is gone left of an output is removed by the next one to the same target; nothing else is. */
static void
find_stale (void)
{
  static const char *others[] = { ".out.tmp", ".out.1.tmp", ".out.0.tmp.x", ".other.0.tmp", "out.0.tmp" };
  g_autofree char *path = in_folder ("out"), *stale = in_folder (".out.0.tmp");

  for (gsize i = 0; i < G_N_ELEMENTS (others); i++) {
    g_autofree char *file = in_folder (others[i]);
    store (file, "other", 5);
  }
  store (stale, "stale", 5);
  g_chmod (stale, 0400);
  cr_assert (write_output (path, "text", NULL));
  assert_holds (path, "text");
  cr_assert_eq (count_files (), G_N_ELEMENTS (others) + 1);
  for (gsize i = 0; i < G_N_ELEMENTS (others); i++) {
    g_autofree char *file = in_folder (others[i]);
    assert_holds (file, "other");
  }
}

Test (output, stale_temporary_files)
{
  find_stale ();
}

Test (output, stale_temporary_files_where_files_have_names)
{
  refuses_nameless = TRUE;
  find_stale ();
}

/* A link, a pipe or a folder under the hidden name is no file that a process left. */
static void
pass_by (void)
{
  g_autofree char *path = in_folder ("out"), *link = in_folder (".out.0.tmp"),
                  *pipe = in_folder (".out.1.tmp"), *directory = in_folder (".out.2.tmp");

  cr_assert (symlink ("out", link) == 0 && mkfifo (pipe, 0600) == 0 && g_mkdir (directory, 0700) == 0);
  cr_assert (write_output (path, "text", NULL));
  assert_holds (path, "text");
  cr_assert_eq (count_files (), 4);
}

Test (output, what_is_no_file_is_left_alone)
{
  pass_by ();
}

Test (output, what_is_no_file_is_left_alone_where_files_have_names)
{
  refuses_nameless = TRUE;
  pass_by ();
}

/* A child that was forked while an output was open does not take the file away when it ends. */
Test (output, children_remove_nothing)
{
  g_autofree char *path = in_folder ("out");
  TbkOutput *output;
  pid_t child;

  refuses_nameless = TRUE;
  output = tbk_output_open (path, 0, NULL);
  child = fork ();
  if (child == 0) {
    tbk_output_discard (output);
    _exit (0);
  }
  cr_assert_eq (waitpid (child, NULL, 0), child);
  cr_assert (tbk_output_printf (output, NULL, "text") && tbk_output_commit (output, NULL));
  assert_holds (path, "text");
}

enum { N_RIVALS = 4, N_WRITES = 400 };

/* Processes that write the same file never take each other's files for stale, however short the time between
 * making and locking one. */
static void
compete (void)
{
  g_autofree char *path = in_folder ("out");
  pid_t rivals[N_RIVALS];

  for (int r = 0; r < N_RIVALS; r++) {
    rivals[r] = fork ();
    if (rivals[r] == 0) {
      for (int i = 0; i < N_WRITES; i++)
        if (!write_output (path, "text", NULL))
          _exit (1);
      _exit (0);
    }
  }
  for (int r = 0; r < N_RIVALS; r++) {
    int status;
    cr_assert_eq (waitpid (rivals[r], &status, 0), rivals[r]);
    cr_assert (WIFEXITED (status) && WEXITSTATUS (status) == 0, "status %x", status);
  }
  assert_holds (path, "text");
  cr_assert_eq (count_files (), 1);
}

Test (output, rivals_for_one_name, .timeout = TIME_LIMIT)
{
  compete ();
}

Test (output, rivals_for_one_name_where_files_have_names, .timeout = TIME_LIMIT)
{
  refuses_nameless = TRUE;
  compete ();
}

/* Root keeps the owner of a file that it replaces; in a namespace that may be the only user there is. */
Test (output, owners_are_kept)
{
  g_autofree char *path = in_folder ("out");
  GStatBuf status;

  store (path, "old", 3);
  if (geteuid () != 0 || chown (path, 12345, 23456) != 0)
    cr_skip_test ("files cannot be given away here");
  cr_assert (g_chmod (path, 0640) == 0);
  cr_assert (write_output (path, "new", NULL));
  g_stat (path, &status);
  cr_assert (status.st_uid == 12345 && status.st_gid == 23456 && (status.st_mode & 0777) == 0640);
}

/* No descriptor is left open. */
Test (output, many_outputs_one_after_another)
{
  const struct rlimit few = { 100, 100 };
  g_autofree char *path = in_folder ("out");

  setrlimit (RLIMIT_NOFILE, &few);
  for (int i = 0; i < 1500; i++) {
    TbkOutput *output = tbk_output_open (path, 0, NULL);
    cr_assert_not_null (output);
    tbk_output_discard (output);
    cr_assert (i % 10 > 0 || write_output (path, "text", NULL));
  }
  cr_assert_eq (count_files (), 1);
}

Test (output, names_as_long_as_they_come)
{
  g_autofree char *file = g_strnfill (255, 'n');
  g_autofree char *path = in_folder (file);

  cr_assert (write_output (path, "text", NULL));
  assert_holds (path, "text");
}

Test (output, large_and_small_writes_keep_their_order)
{
  static const char *names[] = { "out", "out.gz" };
  gsize size = 300000;
  g_autofree char *large = g_malloc (size);

  for (gsize i = 0; i < size; i++)
    large[i] = (char) ('a' + i % 7 * i % 19);
  for (gsize j = 0; j < G_N_ELEMENTS (names); j++) {
    g_autofree char *path = in_folder (names[j]);
    g_autoptr (GString) expected = g_string_new (NULL);
    g_autoptr (TbkOutput) output = tbk_output_open (path, 0, NULL);
    GString *found;

    for (gsize i = 0; i < 200; i++) {
      gsize part = i % 10 == 9 ? 1000 * i : i;
      g_string_append_len (expected, large + i, (gssize) part);
      cr_assert (tbk_output_write (output, large + i, part, NULL));
      if (i % 50 == 0)
        cr_assert (tbk_output_flush (output, NULL));
    }
    cr_assert (tbk_output_commit (g_steal_pointer (&output), NULL));
    found = read_file (path, 1 << 16, NULL);
    cr_assert (found != NULL && g_string_equal (found, expected));
    g_string_free (found, TRUE);
  }
}

Test (output, long_formatted_text)
{
  g_autofree char *path = in_folder ("out");
  g_autofree char *expected = g_strnfill (5000, 'x');

  for (int length = 510; length < 515; length++) {
    g_autoptr (TbkOutput) output = tbk_output_open (path, 0, NULL);
    g_autofree char *part = g_strndup (expected, (gsize) length);

    cr_assert (tbk_output_printf (output, NULL, "%s", part));
    cr_assert (tbk_output_commit (g_steal_pointer (&output), NULL));
    assert_holds (path, part);
  }
}

Test (output, gzip_output_depends_on_the_text_alone)
{
  g_autofree char *path = in_folder ("out.gz"), *empty = in_folder ("empty.gz");
  g_autofree char *bytes = NULL;
  gsize size;
  GString *found;

  cr_assert (write_output (path, "text", NULL));
  cr_assert (g_file_get_contents (path, &bytes, &size, NULL));
  cr_assert (memcmp (bytes, "\037\213\010\0\0\0\0\0", 8) == 0, "the header has flags or a time");
  found = read_file (path, 100, NULL);
  cr_assert_str_eq (found->str, "text");
  g_string_free (found, TRUE);

  cr_assert (write_output (empty, "", NULL));
  found = read_file (empty, 100, NULL);
  cr_assert (found != NULL && found->len == 0);
  g_string_free (found, TRUE);
}

/* After a flush another program can read all that was written. */
Test (output, flushed_gzip_can_be_read)
{
  g_autofree char *path = in_folder ("out.gz");
  g_autofree char *temporary = in_folder (".out.gz.0.tmp");
  g_autoptr (TbkOutput) output = NULL;
  g_autoptr (TbkInput) input = NULL;
  char buffer[4];

  refuses_nameless = TRUE;
  output = tbk_output_open (path, 0, NULL);
  cr_assert (tbk_output_printf (output, NULL, "text"));
  cr_assert (tbk_output_flush (output, NULL));
  input = tbk_input_open (temporary, NULL);
  cr_assert_eq (tbk_input_read (input, buffer, 4, NULL), 4);
  cr_assert (memcmp (buffer, "text", 4) == 0);
}

Test (output, links_are_followed)
{
  g_autofree char *target = in_folder ("target"), *link = in_folder ("link"), *far = in_folder ("far");
  g_autofree char *loop = in_folder ("loop");
  g_autoptr (GError) error = NULL;

  /* The target does not exist at first, and the links to it lead nowhere. */
  cr_assert (symlink ("target", link) == 0 && symlink (link, far) == 0 && symlink ("loop", loop) == 0);
  cr_assert (write_output (far, "one", NULL));
  assert_holds (target, "one");
  cr_assert (write_output (link, "two", NULL));
  assert_holds (target, "two");
  cr_assert (g_file_test (link, G_FILE_TEST_IS_SYMLINK) && g_file_test (far, G_FILE_TEST_IS_SYMLINK));
  cr_assert_not (write_output (loop, "text", &error));
  cr_assert (g_error_matches (error, TBK_ERROR, TBK_ERROR_IO));
  cr_assert_eq (count_files (), 4);
}

Test (output, modes_follow_the_umask_or_the_old_file)
{
  g_autofree char *path = in_folder ("out");
  GStatBuf status;

  umask (027);
  cr_assert (write_output (path, "new", NULL));
  g_stat (path, &status);
  cr_assert_eq (status.st_mode & 0777, 0640);

  g_chmod (path, 0606);
  cr_assert (write_output (path, "newer", NULL));
  g_stat (path, &status);
  cr_assert_eq (status.st_mode & 0777, 0606);
}

static void
assert_unwritable (const char *path, const char *reason)
{
  g_autoptr (GError) error = NULL;

  cr_assert_not (write_output (path, "text", &error));
  cr_assert (g_error_matches (error, TBK_ERROR, TBK_ERROR_IO));
  cr_assert (g_str_has_prefix (error->message, path), "%s", error->message);
  cr_assert_not_null (strstr (error->message, reason), "'%s' lacks '%s'", error->message, reason);
}

Test (output, unwritable_outputs)
{
  g_autofree char *nowhere = in_folder ("missing/out"), *slash = in_folder ("missing/");

  assert_unwritable (folder, "Is a directory");
  assert_unwritable (nowhere, "No such file");
  assert_unwritable (slash, "No such file");
  assert_unwritable ("", "No such file");
  assert_unwritable ("/dev/full", "No space left on device");
  cr_assert (write_output ("/dev/null", "text", NULL));
  cr_assert_eq (count_files (), 0);
}

Test (output, a_failed_output_cannot_be_committed)
{
  g_autofree char *block = g_malloc0 (1000000);
  g_autoptr (GError) error = NULL;
  TbkOutput *output = tbk_output_open ("/dev/full", 0, NULL);

  cr_assert_not (tbk_output_write (output, block, 1000000, NULL));
  cr_assert_not (tbk_output_commit (output, &error));
  cr_assert_not_null (strstr (error->message, "earlier write failed"));
}

/* A folder took the output's place while it was written. */
Test (output, a_failed_renaming_leaves_nothing)
{
  g_autofree char *path = in_folder ("out");
  g_autoptr (GError) error = NULL;
  TbkOutput *output = tbk_output_open (path, 0, NULL);

  cr_assert_eq (g_mkdir (path, 0777), 0);
  cr_assert_not (tbk_output_commit (output, &error));
  cr_assert (g_error_matches (error, TBK_ERROR, TBK_ERROR_IO));
  cr_assert_eq (count_files (), 1);
}
