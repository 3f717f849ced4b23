/* temporary.c - files under construction, and the table by which signals remove them.
 *
 * A signal may come at any moment, in any thread, while other threads open and complete files. So the
 * table is an array of pointers, each changed in one atomic step, and the handler does nothing but
 * unlink what it finds there. A path leaves the table before it is freed; if a handler is at work by
 * then, it may still hold the path, which is therefore left to the dying process. Both sides write
 * before they read (the handler `removing`, then the table; the owner the table, then `removing`), in
 * one order for all threads, so that one of them sees the other. Likewise with `n_creating`: a thread
 * about to make a file either sees that the process dies, or is waited for until its file is in the
 * table. No signal runs the handler in that thread meanwhile, or it would wait for itself.
 */
#include "base/temporary.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/system.h"
#include "tbk/stream.h"

enum {
  TABLE_SIZE = 1024,
  NAME_SIZE = 200, /* how much of the target's name fits into ours: names end at 255 bytes */
  MAX_LINKS = 40,  /* as many as the kernel follows */
  PATIENCE = 1000, /* milliseconds that a dying process waits for files being made */
};

struct Temporary {
  char *name;   /* the target as the caller calls it */
  char *target; /* without symbolic links */
  char *path;
  int place; /* in the table */
};

static char *table[TABLE_SIZE];
static gboolean removing;
static int n_creating;

static const int deadly[] = { SIGHUP, SIGINT, SIGTERM, SIGPIPE, SIGABRT, SIGTRAP };

/* Ends the process as the signal would have done without us: it comes again as soon as we return. */
static void
remove_all_and_die (int number)
{
  const struct timespec millisecond = { 0, 1000000 };

  __atomic_store_n (&removing, TRUE, __ATOMIC_SEQ_CST);
  for (int i = 0; i < PATIENCE && __atomic_load_n (&n_creating, __ATOMIC_SEQ_CST) > 0; i++)
    nanosleep (&millisecond, NULL);
  for (int i = 0; i < TABLE_SIZE; i++) {
    const char *path = __atomic_load_n (&table[i], __ATOMIC_SEQ_CST);
    if (path != NULL)
      unlink (path);
  }
  signal (number, SIG_DFL);
  raise (number);
}

void
tbk_output_remove_on_signals (void)
{
  struct sigaction action = { .sa_handler = remove_all_and_die };
  struct sigaction present;

  sigfillset (&action.sa_mask);
  for (gsize i = 0; i < G_N_ELEMENTS (deadly); i++)
    /* What was ignored from the start (as nohup does) stays so. */
    if (sigaction (deadly[i], NULL, &present) == 0 && present.sa_handler != SIG_IGN)
      sigaction (deadly[i], &action, NULL);
  signal (SIGXFSZ, SIG_IGN);
}

/* Returns a place in the table, or -1 if it is full. */
static int
enter_table (char *path)
{
  for (int i = 0; i < TABLE_SIZE; i++) {
    char *none = NULL;
    if (__atomic_compare_exchange_n (&table[i], &none, path, FALSE, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST))
      return i;
  }
  return -1;
}

/* Takes the path out of the table and frees @temporary. */
static void
release (Temporary *temporary)
{
  if (temporary->place >= 0)
    __atomic_store_n (&table[temporary->place], NULL, __ATOMIC_SEQ_CST);
  if (!__atomic_load_n (&removing, __ATOMIC_SEQ_CST))
    g_free (temporary->path);
  g_free (temporary->name);
  g_free (temporary->target);
  g_free (temporary);
}

/* The path of a file that does not exist yet, in a folder that does; NULL with errno set if not. */
static char *
resolve_new (const char *path)
{
  g_autofree char *folder = g_path_get_dirname (path);
  g_autofree char *file = g_path_get_basename (path);
  g_autofree char *real = *path != '\0' ? realpath (folder, NULL) : NULL;

  return real != NULL ? g_build_filename (real, file, NULL) : NULL;
}

/* The path behind all symbolic links, the last of which may lead to a file yet to be made; NULL with
 * errno set if there is none. */
static char *
resolve (const char *path)
{
  g_autofree char *current = g_strdup (path);

  for (int i = 0; i < MAX_LINKS; i++) {
    g_autofree char *real = realpath (current, NULL);
    g_autofree char *link = NULL;
    g_autofree char *folder = NULL;

    if (real != NULL)
      return g_strdup (real);
    if (errno != ENOENT)
      return NULL;
    link = g_file_read_link (current, NULL);
    if (link == NULL)
      return resolve_new (current);
    folder = g_path_get_dirname (current);
    g_free (current);
    current = g_path_is_absolute (link) ? g_strdup (link) : g_build_filename (folder, link, NULL);
  }
  errno = ELOOP;
  return NULL;
}

/* Makes a file beside the target under a name no other file has. Returns a descriptor, or -1. */
static int
create (Temporary *temporary, int mode)
{
  g_autofree char *folder = g_path_get_dirname (temporary->target);
  g_autofree char *file = g_path_get_basename (temporary->target);
  g_autofree char *stem = g_strdup_printf ("%s/.%.*s.%d", folder, NAME_SIZE, file, (int) getpid ());

  for (int i = 0;; i++) {
    int descriptor;

    g_free (temporary->path);
    temporary->path = i == 0 ? g_strdup_printf ("%s.tmp", stem) : g_strdup_printf ("%s.%d.tmp", stem, i);
    descriptor = system_open (temporary->path, O_WRONLY | O_CREAT | O_EXCL, mode);
    if (descriptor >= 0 || errno != EEXIST)
      return descriptor;
  }
}

/* Announces that this thread makes a file, so that no signal comes before it is in the table. */
static void
begin_creating (sigset_t *signals_before)
{
  sigset_t all;

  sigfillset (&all);
  pthread_sigmask (SIG_BLOCK, &all, signals_before);
  __atomic_add_fetch (&n_creating, 1, __ATOMIC_SEQ_CST);
  if (__atomic_load_n (&removing, __ATOMIC_SEQ_CST)) {
    __atomic_sub_fetch (&n_creating, 1, __ATOMIC_SEQ_CST);
    for (;;)
      pause (); /* until the process is dead */
  }
}

static void
end_creating (const sigset_t *signals_before)
{
  __atomic_sub_fetch (&n_creating, 1, __ATOMIC_SEQ_CST);
  pthread_sigmask (SIG_SETMASK, signals_before, NULL);
}

/* Makes the file and enters it into the table. A file that replaces another takes over its mode. */
static int
create_in_table (Temporary *temporary, GError **error)
{
  struct stat present;
  gboolean replaces = stat (temporary->target, &present) == 0;
  int mode = replaces ? (int) (present.st_mode & 0777) : 0666;
  int descriptor;
  sigset_t signals_before;

  begin_creating (&signals_before);
  descriptor = create (temporary, mode);
  if (descriptor >= 0)
    temporary->place = enter_table (temporary->path);
  else
    g_set_error (error, TBK_ERROR, TBK_ERROR_IO, "%s: cannot make the temporary file '%s': %s",
                 temporary->name, temporary->path, g_strerror (errno));
  end_creating (&signals_before);

  if (descriptor >= 0 && temporary->place < 0) {
    g_set_error (error, TBK_ERROR, TBK_ERROR_RESOURCE, "%s: %d files are being written already",
                 temporary->name, TABLE_SIZE);
    unlink (temporary->path);
    close (descriptor);
    return -1;
  }
  if (descriptor >= 0 && replaces)
    fchmod (descriptor, (mode_t) mode);
  return descriptor;
}

Temporary *
temporary_new (const char *path, int *descriptor, GError **error)
{
  Temporary *temporary;
  char *target = resolve (path);
  int made;

  if (target == NULL) {
    system_fail (path, error);
    return NULL;
  }
  temporary = g_new0 (Temporary, 1);
  temporary->name = g_strdup (path);
  temporary->target = target;
  temporary->place = -1;
  made = create_in_table (temporary, error);
  if (made < 0) {
    release (temporary);
    return NULL;
  }
  *descriptor = made;
  return temporary;
}

gboolean
temporary_rename (Temporary *temporary, GError **error)
{
  if (rename (temporary->path, temporary->target) < 0)
    return system_fail (temporary->name, error);
  release (temporary);
  return TRUE;
}

void
temporary_remove (Temporary *temporary)
{
  unlink (temporary->path);
  release (temporary);
}
