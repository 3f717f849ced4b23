/* test_output_system.c - writing where the system interrupts calls, takes only a part, refuses, or ends the process. */
#include "unit/scratch.h"

#include <stdio.h>
#include <sys/syscall.h>

#include "io/io.h"
#include "unit/time_limit.h"

TestSuite (output_system, .init = make_folder, .fini = remove_folder);

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

Test (output_system, interrupted_commits_go_on)
{
  g_autofree char *path = in_folder ("out");

  for (int n = 1; n < 4; n++) {
    n_interruptions = n;
    cr_assert (write_output (path, "text", NULL), "%d interruptions", n);
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
Test (output_system, short_writes_go_on)
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
    TbkOutput *output = tbk_output_open (path, 0, NULL);
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
  output = tbk_output_open (path, 0, NULL);
  g_usleep (10000); /* and then in read() */
  return GINT_TO_POINTER (tbk_output_write (output, text, PIPED, NULL) && tbk_output_commit (output, NULL));
}

/* Signals that end nothing interrupt every system call, and half of each write, but lose nothing. */
Test (output_system, interrupted_calls_go_on, .timeout = TIME_LIMIT)
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
  TbkOutput *output = tbk_output_open (data, 0, NULL);

  g_usleep (20000); /* the reader would find nothing yet */
  return GINT_TO_POINTER (tbk_output_write (output, text, PIPED, NULL) && tbk_output_commit (output, NULL));
}

/* Pipes that do not wait, as other programs may have left them: standard output, and a pipe that is read. */
Test (output_system, pipes_that_do_not_wait, .timeout = TIME_LIMIT)
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

  outputs[0] = tbk_output_open (path, 0, NULL);
  outputs[1] = tbk_output_open (done, 0, NULL);
  outputs[2] = tbk_output_open (other, 0, NULL);
  tbk_output_printf (outputs[0], NULL, "new");
  tbk_output_flush (outputs[0], NULL);
  tbk_output_printf (outputs[1], NULL, "done");
  tbk_output_commit (outputs[1], NULL);
  kill (getpid (), deadly_signal);
  _exit (8);
}

/* Whatever ends a process, outputs that are not complete are not there, and the next ones leave nothing of them. */
Test (output_system, deadly_signals)
{
  const int deadly[] = { SIGHUP, SIGINT, SIGTERM, SIGPIPE, SIGABRT, SIGSEGV, SIGKILL, SIGRTMIN };
  g_autofree char *path = in_folder ("out"), *done = in_folder ("done"), *other = in_folder ("other.gz");

  for (gsize i = 0; i < G_N_ELEMENTS (deadly); i++) {
    int status;

    store (path, "old", 3);
    deadly_signal = deadly[i];
    status = run_in_child (die_writing);
    cr_assert (WIFSIGNALED (status) && WTERMSIG (status) == deadly[i], "status %x for signal %d", status,
               deadly[i]);
    assert_holds (path, "old");
    assert_holds (done, "done");
    cr_assert (write_output (path, "text", NULL) && write_output (other, "text", NULL));
    cr_assert_eq (count_files (), 3);
    g_remove (other);
  }
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

  signal (SIGXFSZ, SIG_IGN);
  setrlimit (RLIMIT_FSIZE, &limit);
  if (!write_output (path, text, &error))
    exit_on (error, message);
}

static void
fill_standard_output (void)
{
  g_autoptr (GError) error = NULL;

  dup2 (open ("/dev/full", O_WRONLY), STDOUT_FILENO);
  if (!write_output ("-", "text", &error))
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
  if (!write_output (NULL, "text", &error))
    exit_on (error, "standard output: Broken pipe");
}

static void
write_to_closed (void)
{
  g_autoptr (GError) error = NULL;

  close (STDOUT_FILENO);
  if (!write_output (NULL, "text", &error))
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
  if (text == NULL || !write_output ("-", text->str, NULL) || fcntl (STDOUT_FILENO, F_GETFD) < 0)
    _exit (9);
}

Test (output_system, failures_of_the_process)
{
  static void (*const failures[]) (void) = { exceed_file_limit, fill_standard_output, write_to_nobody,
                                             write_to_closed };

  for (gsize i = 0; i < G_N_ELEMENTS (failures); i++) {
    int status = run_in_child (failures[i]);
    cr_assert (WIFEXITED (status) && WEXITSTATUS (status) == 1, "failure %d: status %x", (int) i, status);
    cr_assert_eq (count_files (), 0);
  }
}

Test (output_system, standard_streams)
{
  g_autofree char *in = in_folder ("in.gz"), *out = in_folder ("out");

  cr_assert (write_output (in, "some text", NULL));
  cr_assert_eq (run_in_child (copy_standard_streams), 0);
  assert_holds (out, "some text");
}
