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
 *
 * What a process leaves that is killed outright is stale: nobody holds its lock. Whoever removes it locks it
 * first, and looks whether the path then still leads to what is locked. A file just made is not locked yet;
 * so its maker looks whether it gets the lock and the file still has its name, and else leaves it to whoever
 * took it for stale, and makes another. From then on nobody else gets the lock, and so nobody removes the
 * file, until it has its target's name. A child shares the lock until it runs another program; so what a process
 * leaves that is killed at that moment is stale a moment later.
 */
#include "streams/temporary.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/system.h"
#include "tbk/stream.h"

enum {
  TABLE_SIZE = 1024,
  NAME_SIZE = 200, /* how much of the target's name fits into ours: names end at 255 bytes */
  PATIENCE = 1000, /* milliseconds that a dying process waits for files being made */
  MAX_LOST = 100,  /* files just made that others may take from us, before we give up */
};

struct Temporary {
  char *name;   /* the target as the caller calls it */
  char *target; /* without symbolic links */
  char *path;
  int place; /* in the table */
  int lock;  /* a descriptor that holds it */
};

static char *table[TABLE_SIZE];
static gboolean removes_on_signals, has_made_files;
static gboolean removing;
static int n_creating;

/* The signals that do not end a process, cannot be caught, or, as the last, are ignored by us. All others
 * do, whichever a system has. */
static const int harmless[] = { SIGKILL,  SIGSTOP, SIGTSTP, SIGTTIN, SIGTTOU, SIGCHLD, SIGCONT, SIGURG,
#ifdef SIGWINCH
                                SIGWINCH,
#endif
#ifdef SIGINFO
                                SIGINFO,
#endif
                                SIGXFSZ };

void
tbk_output_remove_all (void)
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
}

/* Ends the process as the signal would have done without us: it comes again as soon as we return. */
static void
remove_all_and_die (int number)
{
  tbk_output_remove_all ();
  signal (number, SIG_DFL);
  raise (number);
}

static gboolean
is_deadly (int number)
{
  for (gsize i = 0; i < G_N_ELEMENTS (harmless); i++)
    if (harmless[i] == number)
      return FALSE;
  return TRUE;
}

/* Done once there is a file: two system calls a signal are too much for a program that makes none. */
static void
handle_signals (void)
{
  struct sigaction action = { .sa_handler = remove_all_and_die };
  struct sigaction present;

  sigfillset (&action.sa_mask);
  for (int number = 1; number < NSIG; number++)
    /* What is ignored from the start (as nohup does) or handled by others stays so. */
    if (is_deadly (number) && sigaction (number, NULL, &present) == 0 && present.sa_handler == SIG_DFL)
      sigaction (number, &action, NULL);
}

static void
handle_signals_once (void)
{
  static gsize is_done;

  if (!__atomic_load_n (&removes_on_signals, __ATOMIC_SEQ_CST) || !g_once_init_enter (&is_done))
    return;
  handle_signals ();
  g_once_init_leave (&is_done, 1);
}

void
tbk_output_remove_on_signals (void)
{
  signal (SIGXFSZ, SIG_IGN);
  __atomic_store_n (&removes_on_signals, TRUE, __ATOMIC_SEQ_CST);
  if (__atomic_load_n (&has_made_files, __ATOMIC_SEQ_CST))
    handle_signals_once ();
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

/* Takes the path out of the table, lets go of the lock and frees @temporary. */
static void
release (Temporary *temporary)
{
  if (temporary->lock >= 0)
    close (temporary->lock);
  if (temporary->place >= 0)
    __atomic_store_n (&table[temporary->place], NULL, __ATOMIC_SEQ_CST);
  if (!__atomic_load_n (&removing, __ATOMIC_SEQ_CST))
    g_free (temporary->path);
  g_free (temporary->name);
  g_free (temporary->target);
  g_free (temporary);
}

/* Locks a file just made. Returns FALSE if another process takes it for stale, or took it and has removed it.
 * Where files cannot be locked, nobody can. */
static gboolean
lock_new (int descriptor)
{
  struct stat status;

  if (flock (descriptor, LOCK_EX | LOCK_NB) < 0)
    return errno != EWOULDBLOCK;
  return fstat (descriptor, &status) == 0 && status.st_nlink > 0;
}

/* Makes a file beside the target, under a name no other file has, and locks it. Returns a descriptor, or -1. */
static int
create (Temporary *temporary, int mode)
{
  g_autofree char *folder = g_path_get_dirname (temporary->target);
  g_autofree char *file = g_path_get_basename (temporary->target);
  g_autofree char *stem = g_strdup_printf ("%s/.%.*s.%d", folder, NAME_SIZE, file, (int) getpid ());

  for (int i = 0, n_lost = 0;; i++) {
    int descriptor;

    g_free (temporary->path);
    temporary->path = i == 0 ? g_strdup_printf ("%s.tmp", stem) : g_strdup_printf ("%s.%d.tmp", stem, i);
    descriptor = system_open (temporary->path, O_WRONLY | O_CREAT | O_EXCL, mode);
    if (descriptor < 0 && errno != EEXIST)
      return -1;
    if (descriptor < 0)
      continue;
    if (lock_new (descriptor))
      return descriptor;
    close (descriptor);
    if (++n_lost == MAX_LOST) {
      errno = EAGAIN;
      return -1;
    }
  }
}

/* Whether @path leads to what is open, a regular file. */
static gboolean
leads_to (const char *path, int descriptor)
{
  struct stat there, open;

  return lstat (path, &there) == 0 && fstat (descriptor, &open) == 0 && S_ISREG (open.st_mode)
         && there.st_dev == open.st_dev && there.st_ino == open.st_ino;
}

static void
remove_if_stale (const char *path)
{
  /* Some file systems lock only what can be written, and some temporary files cannot. */
  int flags = O_NOFOLLOW | O_NONBLOCK;
  int descriptor = system_open (path, O_WRONLY | flags, 0);

  if (descriptor < 0)
    descriptor = system_open (path, O_RDONLY | flags, 0);
  if (descriptor < 0)
    return;
  if (flock (descriptor, LOCK_EX | LOCK_NB) == 0 && leads_to (path, descriptor))
    unlink (path);
  close (descriptor);
}

/* Cuts a dot and a number off the end of @name. Returns whether they were there. */
static gboolean
cut_number (char *name)
{
  gsize end = strlen (name), start = end;

  while (start > 0 && g_ascii_isdigit (name[start - 1]))
    start--;
  if (start == end || start == 0 || name[start - 1] != '.')
    return FALSE;
  name[start - 1] = '\0';
  return TRUE;
}

/* Whether @file is what create() calls the temporary file of one of @names, with one number or two. */
static gboolean
is_temporary_of (const char *file, GHashTable *names)
{
  g_autofree char *name = g_str_has_suffix (file, ".tmp") ? g_strndup (file, strlen (file) - 4) : NULL;

  if (name == NULL || *name != '.' || !cut_number (name))
    return FALSE;
  return g_hash_table_contains (names, name + 1)
         || (cut_number (name) && g_hash_table_contains (names, name + 1));
}

/* Removes what is stale of the files @names in @folder. */
static void
remove_stale (const char *folder, GHashTable *names)
{
  GDir *files = g_dir_open (folder, 0, NULL);
  const char *file;

  while (files != NULL && (file = g_dir_read_name (files)) != NULL)
    if (is_temporary_of (file, names)) {
      g_autofree char *path = g_build_filename (folder, file, NULL);
      remove_if_stale (path);
    }
  if (files != NULL)
    g_dir_close (files);
}

void
tbk_output_remove_stale (const char *const *paths)
{
  g_autoptr (GHashTable) folders =
      g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) g_hash_table_unref);
  GHashTableIter iterator;
  gpointer folder, names;

  for (gsize i = 0; paths[i] != NULL; i++) {
    g_autofree char *target = g_str_equal (paths[i], "-") ? NULL : system_resolve (paths[i]);
    g_autofree char *its_folder = target == NULL ? NULL : g_path_get_dirname (target);
    g_autofree char *name = target == NULL ? NULL : g_path_get_basename (target);

    if (target == NULL)
      continue;
    names = g_hash_table_lookup (folders, its_folder);
    if (names == NULL) {
      names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
      g_hash_table_insert (folders, g_steal_pointer (&its_folder), names);
    }
    g_hash_table_add (names, g_strndup (name, NAME_SIZE));
  }
  g_hash_table_iter_init (&iterator, folders);
  while (g_hash_table_iter_next (&iterator, &folder, &names))
    remove_stale (folder, names);
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

/* Gives a file owner, group and mode of the one it replaces, as far as we may. */
static void
take_over (int descriptor, const struct stat *present)
{
  gboolean has_group = fchown (descriptor, present->st_uid, present->st_gid) == 0
                       || fchown (descriptor, (uid_t) -1, present->st_gid) == 0;

  (void) has_group;
  fchmod (descriptor, present->st_mode & 0777);
}

/* Makes the file and enters it into the table. */
static int
create_in_table (Temporary *temporary, GError **error)
{
  struct stat present;
  gboolean replaces = stat (temporary->target, &present) == 0;
  int descriptor;
  sigset_t signals_before;

  begin_creating (&signals_before);
  descriptor = create (temporary, replaces ? (int) (present.st_mode & 0777) : 0666);
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
    take_over (descriptor, &present);
  return descriptor;
}

Temporary *
temporary_new (const char *path, int *descriptor, GError **error)
{
  Temporary *temporary;
  char *target = system_resolve (path);
  int made;

  if (target == NULL) {
    system_fail (path, error);
    return NULL;
  }
  temporary = g_new0 (Temporary, 1);
  temporary->name = g_strdup (path);
  temporary->target = target;
  temporary->place = temporary->lock = -1;
  __atomic_store_n (&has_made_files, TRUE, __ATOMIC_SEQ_CST);
  handle_signals_once ();
  made = create_in_table (temporary, error);
  if (made < 0) {
    release (temporary);
    return NULL;
  }
  temporary->lock = system_duplicate (made);
  if (temporary->lock < 0) {
    system_fail (path, error);
    close (made);
    temporary_remove (temporary);
    return NULL;
  }
  *descriptor = made;
  return temporary;
}

gboolean
temporary_rename (Temporary *temporary, GError **error)
{
  int status;

  do
    status = rename (temporary->path, temporary->target);
  while (status < 0 && errno == EINTR);
  if (status < 0)
    return system_fail (temporary->name, error);
  release (temporary);
  return TRUE;
}

void
temporary_remove (Temporary *temporary)
{
  while (unlink (temporary->path) < 0 && errno == EINTR)
    ;
  release (temporary);
}
