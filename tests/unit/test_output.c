/* test_output.c - writing: complete or not at all, through links, signals, full disks and closed pipes. */
#include "unit/scratch.h"

#include <stdio.h>
#include <sys/file.h>
#include <sys/syscall.h>

#include "base/output.h"
#include "unit/time_limit.h"

TestSuite (output, .init = make_folder, .fini = remove_folder);

/* Opens an output, writes @text by many small pieces, and commits. */
static gboolean
write_file (const char *path, const char *text, GError **error)
{
  g_autoptr (TbkOutput) output = tbk_output_open (path, error);

  if (output == NULL)
    return FALSE;
  for (const char *byte = text; *byte != '\0'; byte++)
    if (!tbk_output_write (output, byte, 1, error))
      return FALSE;
  return tbk_output_commit (g_steal_pointer (&output), error);
}

Test (output, commit_replaces_and_discard_does_not)
{
  g_autofree char *path = in_folder ("out");
  g_autoptr (TbkOutput) output = NULL;

  store (path, "old", 3);
  output = tbk_output_open (path, NULL);
  cr_assert (tbk_output_printf (output, NULL, "%s", "new"));
  cr_assert (tbk_output_flush (output, NULL));
  cr_assert_eq (count_files (), 2);
  assert_holds (path, "old");
  tbk_output_discard (g_steal_pointer (&output));
  assert_holds (path, "old");
  cr_assert_eq (count_files (), 1);

  cr_assert (write_file (path, "new", NULL));
  assert_holds (path, "new");
  cr_assert_eq (count_files (), 1);
}

/* How often the next calls of fsync() and rename() are interrupted: these here are called by the library. */
static int n_interruptions;

static gboolean
is_interrupted (void)
{
  if (n_interruptions == 0)
    return FALSE;
  n_interruptions--;
  errno = EINTR;
  return TRUE;
}

int
fsync (int descriptor)
{
  return is_interrupted () ? -1 : fdatasync (descriptor);
}

int
rename (const char *from, const char *to)
{
  return is_interrupted () ? -1 : renameat (AT_FDCWD, from, AT_FDCWD, to);
}

Test (output, interrupted_commits_go_on)
{
  g_autofree char *path = in_folder ("out");

  for (int n = 1; n < 4; n++) {
    n_interruptions = n;
    cr_assert (write_file (path, "text", NULL), "%d interruptions", n);
    cr_assert_eq (n_interruptions, 0);
  }
  assert_holds (path, "text");
  cr_assert_eq (count_files (), 1);
}

/* How much a call of writev() writes at most; 0: everything. */
static gsize most_written;

ssize_t
writev (int descriptor, const struct iovec *pieces, int n)
{
  struct iovec taken[1 + MOST_PIECES];
  gsize left = most_written > 0 ? most_written : G_MAXINT;

  cr_assert (n <= 1 + MOST_PIECES);
  for (int i = 0; i < n; i++) {
    taken[i] = (struct iovec){ pieces[i].iov_base, MIN (pieces[i].iov_len, left) };
    left -= taken[i].iov_len;
  }
  return syscall (SYS_writev, descriptor, taken, n);
}

/* What a call did not write comes next, wherever in the pieces it stopped. */
Test (output, short_writes_go_on)
{
  static const char *names[] = { "out", "out.gz" };
  static const gsize most[] = { 1, 2, 997, 1000, 1001, 17000, 17001, 39999, 40000 };
  static char text[40000];

  for (guint i = 0; i < sizeof text; i++)
    text[i] = (char) (i * 2654435761u >> 24);
  for (gsize m = 0; m < G_N_ELEMENTS (most) * G_N_ELEMENTS (names); m++) {
    g_autofree char *path = in_folder (names[m % 2]);
    struct iovec pieces[] = {
      { 0 }, { text + 1000, 0 }, { text + 1000, 16000 }, { NULL, 0 }, { text + 17000, 23000 }
    };
    TbkOutput *output = tbk_output_open (path, NULL);
    GString *found;

    most_written = most[m / 2];
    cr_assert (tbk_output_write (output, text, 1000, NULL));
    cr_assert (output_write_pieces (output, pieces, G_N_ELEMENTS (pieces) - 1, NULL));
    cr_assert (tbk_output_write (output, text, sizeof text, NULL));
    cr_assert (tbk_output_commit (output, NULL));
    found = read_file (path, 1 << 17, NULL);
    cr_assert (found != NULL && found->len == 2 * sizeof text, "%s, %zu", names[m % 2], most_written);
    cr_assert (memcmp (found->str, text, sizeof text) == 0
               && memcmp (found->str + sizeof text, text, sizeof text) == 0);
    g_string_free (found, TRUE);
  }
}

/* Temporary files of one process for one target do not meet, and one that another process has is left alone. */
Test (output, temporary_names)
{
  g_autofree char *path = in_folder ("out");
  g_autofree char *file = g_strdup_printf (".out.%d.tmp", (int) getpid ());
  g_autofree char *first = in_folder (file);
  g_autoptr (TbkOutput) a = tbk_output_open (path, NULL);
  g_autoptr (TbkOutput) b = tbk_output_open (path, NULL);

  cr_assert (g_file_test (first, G_FILE_TEST_EXISTS));
  cr_assert (a != NULL && b != NULL && count_files () == 2);
  cr_assert (tbk_output_printf (a, NULL, "a") && tbk_output_printf (b, NULL, "b"));
  cr_assert (tbk_output_commit (g_steal_pointer (&b), NULL));
  assert_holds (path, "b");
  cr_assert (tbk_output_commit (g_steal_pointer (&a), NULL));
  assert_holds (path, "a");

  store (first, "stranger", 8);
  int descriptor = open (first, O_RDONLY);
  cr_assert (flock (descriptor, LOCK_EX) == 0 && write_file (path, "c", NULL));
  assert_holds (first, "stranger");
  close (descriptor);
}

/* What a dead process left of an output is removed; nothing else is. */
Test (output, stale_temporary_files)
{
  static const char *stale[] = { ".out.1.tmp", ".out.12345.tmp", ".out.1.2.tmp", ".out.007.19.tmp" };
  static const char *others[] = { ".out.tmp",     ".out..tmp",    ".out.1.",      ".out.1",
                                  ".out.1.tmp.x", ".out.1x.tmp",  ".out.x.tmp",   ".out.1.2.3.tmp",
                                  ".out.-1.tmp",  "out.1.tmp",    ".other.1.tmp", ".out1.1.tmp",
                                  ".out.1..tmp",  ".out.1.2..tmp" };
  g_autofree char *path = in_folder ("out"), *link = in_folder (".out.77.tmp"),
                  *pipe = in_folder (".out.78.tmp");
  g_autofree char *sealed = in_folder (".out.79.tmp");
  const char *paths[] = { path, NULL };
  TbkOutput *busy;

  for (gsize i = 0; i < G_N_ELEMENTS (stale); i++) {
    g_autofree char *file = in_folder (stale[i]);
    store (file, "stale", 5);
  }
  for (gsize i = 0; i < G_N_ELEMENTS (others); i++) {
    g_autofree char *file = in_folder (others[i]);
    store (file, "other", 5);
  }
  store (sealed, "stale", 5);
  g_chmod (sealed, 0400);
  cr_assert (symlink (".out.tmp", link) == 0 && mkfifo (pipe, 0600) == 0);
  busy = tbk_output_open (path, NULL);
  tbk_output_remove_stale (paths);
  cr_assert_eq (count_files (), G_N_ELEMENTS (others) + 3);
  for (gsize i = 0; i < G_N_ELEMENTS (others); i++) {
    g_autofree char *file = in_folder (others[i]);
    assert_holds (file, "other");
  }
  cr_assert (tbk_output_commit (busy, NULL));
}

/* Names of one folder and several, links, names that end as temporary ones do, and names cut short. */
Test (output, stale_temporary_files_of_many_outputs)
{
  g_autofree char *name = g_strnfill (255, 'n'), *short_name = g_strnfill (200, 'n');
  g_autofree char *short_file = g_strdup_printf (".%s.1.tmp", short_name);
  const char *stale[] = { ".a.1.tmp", ".b.7.1.tmp", ".b.7.8.1.tmp", ".real.3.tmp", short_file };
  g_autofree char *a = in_folder ("a"), *b = in_folder ("b.7"), *c = in_folder (name),
                  *link = in_folder ("link");
  const char *paths[] = { a, "-", b, a, c, link, "/nowhere/x", "/dev/null", NULL };

  cr_assert_eq (symlink ("real", link), 0);
  for (gsize i = 0; i < G_N_ELEMENTS (stale); i++) {
    g_autofree char *file = in_folder (stale[i]);
    store (file, "stale", 5);
  }
  tbk_output_remove_stale (paths);
  cr_assert_eq (count_files (), 1);
}

/* "-" is standard output, which leaves nothing; so the folder in which a run is need not be looked through. */
Test (output, nothing_stale_of_standard_output)
{
  g_autofree char *of_a_file = in_folder (".-.1.tmp");
  const char *paths[] = { "-", NULL };

  store (of_a_file, "other", 5);
  cr_assert_eq (g_chdir (folder), 0);
  tbk_output_remove_stale (paths);
  cr_assert_eq (count_files (), 1);
}

enum { N_RIVALS = 4, N_WRITES = 400 };

/* Processes that write the same file never take each other's temporary files for stale, however short the time
 * between making and locking one. */
Test (output, rivals_for_one_name, .timeout = TIME_LIMIT)
{
  g_autofree char *path = in_folder ("out");
  const char *paths[] = { path, NULL };
  pid_t rivals[N_RIVALS];

  for (int r = 0; r < N_RIVALS; r++) {
    rivals[r] = fork ();
    if (rivals[r] == 0) {
      for (int i = 0; i < N_WRITES; i++) {
        tbk_output_remove_stale (paths);
        if (!write_file (path, "text", NULL))
          _exit (1);
      }
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

/* Root keeps the owner of a file that it replaces; in a namespace that may be the only user there is. */
Test (output, owners_are_kept)
{
  g_autofree char *path = in_folder ("out");
  GStatBuf status;

  store (path, "old", 3);
  if (geteuid () != 0 || chown (path, 12345, 23456) != 0)
    return;
  cr_assert (g_chmod (path, 0640) == 0);
  cr_assert (write_file (path, "new", NULL));
  g_stat (path, &status);
  cr_assert (status.st_uid == 12345 && status.st_gid == 23456 && (status.st_mode & 0777) == 0640);
}

/* The table of temporary files is as good for the last of many outputs as for the first, and no descriptor is
 * left open. */
Test (output, many_outputs_one_after_another)
{
  const struct rlimit few = { 100, 100 };
  g_autofree char *path = in_folder ("out");

  setrlimit (RLIMIT_NOFILE, &few);
  for (int i = 0; i < 1500; i++) {
    TbkOutput *output = tbk_output_open (path, NULL);
    cr_assert_not_null (output);
    tbk_output_discard (output);
    cr_assert (i % 10 > 0 || write_file (path, "text", NULL));
  }
  cr_assert_eq (count_files (), 1);
}

Test (output, names_as_long_as_they_come)
{
  g_autofree char *file = g_strnfill (255, 'n');
  g_autofree char *path = in_folder (file);

  cr_assert (write_file (path, "text", NULL));
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
    g_autoptr (TbkOutput) output = tbk_output_open (path, NULL);
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
    g_autoptr (TbkOutput) output = tbk_output_open (path, NULL);
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

  cr_assert (write_file (path, "text", NULL));
  cr_assert (g_file_get_contents (path, &bytes, &size, NULL));
  cr_assert (memcmp (bytes, "\037\213\010\0\0\0\0\0", 8) == 0, "the header has flags or a time");
  found = read_file (path, 100, NULL);
  cr_assert_str_eq (found->str, "text");
  g_string_free (found, TRUE);

  cr_assert (write_file (empty, "", NULL));
  found = read_file (empty, 100, NULL);
  cr_assert (found != NULL && found->len == 0);
  g_string_free (found, TRUE);
}

/* After a flush another program can read all that was written. */
Test (output, flushed_gzip_can_be_read)
{
  g_autofree char *path = in_folder ("out.gz");
  g_autofree char *file = g_strdup_printf (".out.gz.%d.tmp", (int) getpid ());
  g_autofree char *temporary = in_folder (file);
  g_autoptr (TbkOutput) output = tbk_output_open (path, NULL);
  g_autoptr (TbkInput) input = NULL;
  char buffer[4];

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
  cr_assert (write_file (far, "one", NULL));
  assert_holds (target, "one");
  cr_assert (write_file (link, "two", NULL));
  assert_holds (target, "two");
  cr_assert (g_file_test (link, G_FILE_TEST_IS_SYMLINK) && g_file_test (far, G_FILE_TEST_IS_SYMLINK));
  cr_assert_not (write_file (loop, "text", &error));
  cr_assert (g_error_matches (error, TBK_ERROR, TBK_ERROR_IO));
  cr_assert_eq (count_files (), 4);
}

Test (output, modes_follow_the_umask_or_the_old_file)
{
  g_autofree char *path = in_folder ("out");
  GStatBuf status;

  umask (027);
  cr_assert (write_file (path, "new", NULL));
  g_stat (path, &status);
  cr_assert_eq (status.st_mode & 0777, 0640);

  g_chmod (path, 0606);
  cr_assert (write_file (path, "newer", NULL));
  g_stat (path, &status);
  cr_assert_eq (status.st_mode & 0777, 0606);
}

static void
assert_unwritable (const char *path, const char *reason)
{
  g_autoptr (GError) error = NULL;

  cr_assert_not (write_file (path, "text", &error));
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
  cr_assert (write_file ("/dev/null", "text", NULL));
  cr_assert_eq (count_files (), 0);
}

Test (output, a_failed_output_cannot_be_committed)
{
  g_autofree char *block = g_malloc0 (1000000);
  g_autoptr (GError) error = NULL;
  TbkOutput *output = tbk_output_open ("/dev/full", NULL);

  cr_assert_not (tbk_output_write (output, block, 1000000, NULL));
  cr_assert_not (tbk_output_commit (output, &error));
  cr_assert_not_null (strstr (error->message, "earlier write failed"));
}

/* A folder took the output's place while it was written. */
Test (output, a_failed_renaming_leaves_nothing)
{
  g_autofree char *path = in_folder ("out");
  g_autoptr (GError) error = NULL;
  TbkOutput *output = tbk_output_open (path, NULL);

  cr_assert_eq (g_mkdir (path, 0777), 0);
  cr_assert_not (tbk_output_commit (output, &error));
  cr_assert (g_error_matches (error, TBK_ERROR, TBK_ERROR_IO));
  cr_assert_eq (count_files (), 1);
}

/* Runs @body in another process and returns how that ended. */
static int
run_in_child (void (*body) (void))
{
  pid_t child = fork ();
  int status;

  if (child == 0) {
    const struct rlimit no_core = { 0, 0 };

    for (int number = 1; number < NSIG; number++)
      signal (number, SIG_DFL);
    setrlimit (RLIMIT_CORE, &no_core);
    body ();
    _exit (0);
  }
  cr_assert_eq (waitpid (child, &status, 0), child);
  return status;
}

enum { PIPED = 400000 };

/* A thread that writes to a pipe, one that reads from it, and whether they are done. */
typedef struct {
  pthread_t threads[2];
  gint n_begun;
  gint done;
} Pestered;

static void
ignore_signal (int number)
{
  (void) number;
}

static gpointer
pester (gpointer data)
{
  Pestered *pestered = data;

  while (!g_atomic_int_get (&pestered->done)) {
    for (int i = 0; i < 2 && g_atomic_int_get (&pestered->n_begun) == 2; i++)
      pthread_kill (pestered->threads[i], SIGUSR1);
    g_usleep (50);
  }
  return NULL;
}

static gpointer
write_pestered (gpointer data)
{
  Pestered *pestered = data;
  g_autofree char *path = in_folder ("pipe"), *text = g_malloc (PIPED);
  TbkOutput *output;

  pestered->threads[1] = pthread_self ();
  g_atomic_int_inc (&pestered->n_begun);
  for (int i = 0; i < PIPED; i++)
    text[i] = (char) ('a' + i % 23);
  g_usleep (10000); /* the reader waits in open() */
  output = tbk_output_open (path, NULL);
  g_usleep (10000); /* and then in read() */
  return GINT_TO_POINTER (tbk_output_write (output, text, PIPED, NULL) && tbk_output_commit (output, NULL));
}

/* Signals that end nothing interrupt every system call, and half of each write, but lose nothing. */
Test (output, interrupted_calls_go_on, .timeout = TIME_LIMIT)
{
  const struct sigaction action = { .sa_handler = ignore_signal };
  g_autofree char *path = in_folder ("pipe"), *buffer = g_malloc (PIPED);
  g_autoptr (TbkInput) input = NULL;
  Pestered pestered = { .threads = { pthread_self () }, .n_begun = 1 };
  GThread *writer, *pesterer;
  gssize n = 0;

  sigaction (SIGUSR1, &action, NULL);
  cr_assert_eq (mkfifo (path, 0600), 0);
  writer = g_thread_new (NULL, write_pestered, &pestered);
  pesterer = g_thread_new (NULL, pester, &pestered);
  input = tbk_input_open (path, NULL);
  for (int at = 0; at < PIPED; at += (int) n) {
    n = tbk_input_read (input, buffer, 10000, NULL);
    cr_assert_eq (n, 10000);
    for (int i = 0; i < n; i++)
      cr_assert_eq (buffer[i], 'a' + (at + i) % 23);
    g_usleep (200);
  }
  cr_assert_eq (tbk_input_read (input, buffer, 1, NULL), 0);
  g_atomic_int_set (&pestered.done, TRUE);
  g_thread_join (pesterer);
  cr_assert (GPOINTER_TO_INT (g_thread_join (writer)));
}

static gpointer
write_slowly (gpointer data)
{
  g_autofree char *text = g_strnfill (PIPED, 'x');
  TbkOutput *output = tbk_output_open (data, NULL);

  g_usleep (20000); /* the reader would find nothing yet */
  return GINT_TO_POINTER (tbk_output_write (output, text, PIPED, NULL) && tbk_output_commit (output, NULL));
}

/* Pipes that do not wait, as other programs may have left them: standard output, and a pipe that is read. */
Test (output, pipes_that_do_not_wait, .timeout = TIME_LIMIT)
{
  g_autofree char *buffer = g_malloc (PIPED);
  g_autoptr (TbkInput) input = NULL;
  gssize n, n_read = 0;
  GThread *writer;
  int ends[2];

  cr_assert (pipe (ends) == 0 && fcntl (ends[0], F_SETFL, O_NONBLOCK) == 0
             && fcntl (ends[1], F_SETFL, O_NONBLOCK) == 0);
  cr_assert (dup2 (ends[0], STDIN_FILENO) >= 0 && dup2 (ends[1], STDOUT_FILENO) >= 0);
  close (ends[1]);
  writer = g_thread_new (NULL, write_slowly, (gpointer) "-");
  input = tbk_input_open ("-", NULL);
  cr_assert_not_null (input);
  while (n_read < PIPED && (n = tbk_input_read_some (input, buffer, 3000, NULL)) > 0) {
    n_read += n;
    g_usleep (100);
  }
  cr_assert_eq (n_read, PIPED);
  cr_assert (GPOINTER_TO_INT (g_thread_join (writer)));
}

static int deadly_signal;

static void
die_writing (void)
{
  g_autofree char *path = in_folder ("out"), *other = in_folder ("other.gz"), *done = in_folder ("done");
  TbkOutput *outputs[3];

  tbk_output_remove_on_signals ();
  outputs[0] = tbk_output_open (path, NULL);
  outputs[1] = tbk_output_open (done, NULL);
  outputs[2] = tbk_output_open (other, NULL);
  tbk_output_printf (outputs[0], NULL, "new");
  tbk_output_flush (outputs[0], NULL);
  tbk_output_printf (outputs[1], NULL, "done");
  tbk_output_commit (outputs[1], NULL);
  if (count_files () != 4)
    _exit (7);
  if (deadly_signal == SIGABRT)
    abort ();
  kill (getpid (), deadly_signal);
  _exit (8);
}

Test (output, signals_remove_temporary_files)
{
  const int deadly[] = { SIGHUP,  SIGINT,  SIGTERM, SIGPIPE,   SIGABRT,   SIGTRAP, SIGQUIT, SIGXCPU,
                         SIGALRM, SIGUSR1, SIGUSR2, SIGVTALRM, SIGPROF,   SIGIO,   SIGSYS,  SIGSEGV,
                         SIGBUS,  SIGFPE,  SIGILL,  SIGPWR,    SIGSTKFLT, SIGRTMIN };
  g_autofree char *path = in_folder ("out"), *done = in_folder ("done");

  store (path, "old", 3);
  for (gsize i = 0; i < G_N_ELEMENTS (deadly); i++) {
    int status;

    deadly_signal = deadly[i];
    status = run_in_child (die_writing);
    cr_assert (WIFSIGNALED (status) && WTERMSIG (status) == deadly[i], "status %x for signal %d", status,
               deadly[i]);
    assert_holds (path, "old");
    assert_holds (done, "done");
    cr_assert_eq (count_files (), 2);
    g_remove (done);
  }
}

static void
leave_alone (int number)
{
  _exit (number == SIGUSR1 ? 0 : 9);
}

static void
survive_ignored_signals (void)
{
  g_autofree char *path = in_folder ("out");

  signal (SIGHUP, SIG_IGN);
  signal (SIGUSR1, leave_alone);
  tbk_output_remove_on_signals ();
  tbk_output_open (path, NULL);
  raise (SIGHUP);
  raise (SIGCHLD);
  raise (SIGWINCH);
  raise (SIGXFSZ);
  raise (SIGUSR1);
  _exit (9);
}

/* Exits with 1 if the error has the @code and @message expected. */
static void
exit_on (const GError *error, const char *message)
{
  _exit (g_error_matches (error, TBK_ERROR, TBK_ERROR_IO) && g_str_equal (error->message, message) ? 1 : 9);
}

static void
exceed_file_limit (void)
{
  const struct rlimit limit = { 1000, 1000 };
  g_autofree char *path = in_folder ("out");
  g_autofree char *text = g_strnfill (5000, 'x');
  g_autofree char *message = g_strdup_printf ("%s: File too large", path);
  g_autoptr (GError) error = NULL;

  tbk_output_remove_on_signals ();
  setrlimit (RLIMIT_FSIZE, &limit);
  if (!write_file (path, text, &error))
    exit_on (error, message);
}

static void
fill_standard_output (void)
{
  g_autoptr (GError) error = NULL;

  dup2 (open ("/dev/full", O_WRONLY), STDOUT_FILENO);
  if (!write_file ("-", "text", &error))
    exit_on (error, "standard output: No space left on device");
}

static void
write_to_nobody (void)
{
  g_autoptr (GError) error = NULL;
  int ends[2];

  signal (SIGPIPE, SIG_IGN);
  if (pipe (ends) != 0)
    _exit (9);
  close (ends[0]);
  dup2 (ends[1], STDOUT_FILENO);
  if (!write_file (NULL, "text", &error))
    exit_on (error, "standard output: Broken pipe");
}

static void
write_to_closed (void)
{
  g_autoptr (GError) error = NULL;

  close (STDOUT_FILENO);
  if (!write_file (NULL, "text", &error))
    exit_on (error, "standard output: Bad file descriptor");
}

static void
copy_standard_streams (void)
{
  g_autofree char *in = in_folder ("in.gz"), *out = in_folder ("out");
  GString *text;

  dup2 (open (in, O_RDONLY), STDIN_FILENO);
  dup2 (open (out, O_WRONLY | O_CREAT, 0666), STDOUT_FILENO);
  text = read_file ("-", 10, NULL);
  if (text == NULL || !write_file ("-", text->str, NULL) || fcntl (STDOUT_FILENO, F_GETFD) < 0)
    _exit (9);
}

Test (output, failures_of_the_process)
{
  static void (*const failures[]) (void) = { exceed_file_limit, fill_standard_output, write_to_nobody,
                                             write_to_closed };

  for (gsize i = 0; i < G_N_ELEMENTS (failures); i++) {
    int status = run_in_child (failures[i]);
    cr_assert (WIFEXITED (status) && WEXITSTATUS (status) == 1, "failure %d: status %x", (int) i, status);
    cr_assert_eq (count_files (), 0);
  }
  cr_assert_eq (run_in_child (survive_ignored_signals), 0);
}

Test (output, standard_streams)
{
  g_autofree char *in = in_folder ("in.gz"), *out = in_folder ("out");

  cr_assert (write_file (in, "some text", NULL));
  cr_assert_eq (run_in_child (copy_standard_streams), 0);
  assert_holds (out, "some text");
}

Test (output, statuses_of_errors)
{
  static const struct {
    TbkError code;
    int status;
  } cases[] = {
    { TBK_ERROR_DATA, 1 }, { TBK_ERROR_USAGE, 2 }, { TBK_ERROR_IO, 3 }, { TBK_ERROR_RESOURCE, 3 }
  };
  g_autoptr (GError) option = g_error_new_literal (G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, "");
  g_autoptr (GError) file = g_error_new_literal (G_FILE_ERROR, G_FILE_ERROR_NOENT, "");

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (GError) error = g_error_new_literal (TBK_ERROR, (int) cases[i].code, "");
    cr_assert_eq (tbk_error_status (error), cases[i].status);
  }
  cr_assert_eq (tbk_error_status (NULL), 0);
  cr_assert_eq (tbk_error_status (option), 2);
  cr_assert_eq (tbk_error_status (file), 3);
}
