/* preload.c - makes the k-th call of a function of the C library fail, in a program that it is preloaded into.
 *
 * TBK_FAULT is FUNCTION:K:HOW, where HOW is the name of an error, or `short` for a read or write of one byte, or `half` for
 * one of half the bytes. With TBK_ALL_HAVE_NAMES no file can be made without a name. The fault comes once; the file that TBK_FAULT_MARK names is then made. Calls are counted over all
 * threads.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

static char function[32];
static long at;
static int code;
static _Bool is_short, is_half;
static atomic_long n_calls;

__attribute__ ((constructor)) static void
begin (void)
{
  static const struct {
    const char *name;
    int code;
  } codes[] = { { "ENOSPC", ENOSPC }, { "EIO", EIO },       { "EINTR", EINTR },  { "ENOMEM", ENOMEM },
                { "EMFILE", EMFILE }, { "EAGAIN", EAGAIN }, { "EACCES", EACCES } };
  const char *fault = getenv ("TBK_FAULT"), *colon = fault == NULL ? NULL : strchr (fault, ':'), *how;

  if (colon == NULL || (size_t) (colon - fault) >= sizeof function)
    return;
  at = strtol (colon + 1, NULL, 10);
  how = strchr (colon + 1, ':');
  if (how == NULL)
    return;
  is_half = strcmp (how + 1, "half") == 0;
  is_short = is_half || strcmp (how + 1, "short") == 0;
  for (size_t i = 0; i < sizeof codes / sizeof *codes; i++)
    if (strcmp (codes[i].name, how + 1) == 0)
      code = codes[i].code;
  memcpy (function, fault, (size_t) (colon - fault));
}

/* Whether this call is the one; errno is then set. */
static _Bool
is_hit (const char *name)
{
  const char *mark;

  if (function[0] != name[0] || strcmp (function, name) != 0 || atomic_fetch_add (&n_calls, 1) + 1 != at)
    return 0;
  mark = getenv ("TBK_FAULT_MARK");
  if (mark != NULL)
    syscall (SYS_close, syscall (SYS_openat, AT_FDCWD, mark, O_CREAT | O_WRONLY, 0600));
  errno = code;
  return 1;
}

/* Of how many bytes a short call is that was to be of @size. */
static size_t
short_size (size_t size)
{
  return is_half ? (size + 1) / 2 : size < 1 ? size : 1;
}

#define REAL(name) ((__typeof__ (&name)) dlsym (RTLD_NEXT, #name))

ssize_t
read (int file, void *bytes, size_t size)
{
  if (is_hit ("read")) {
    if (!is_short)
      return -1;
    size = short_size (size);
  }
  return syscall (SYS_read, file, bytes, size);
}

ssize_t
write (int file, const void *bytes, size_t size)
{
  if (is_hit ("write")) {
    if (!is_short)
      return -1;
    size = short_size (size);
  }
  return syscall (SYS_write, file, bytes, size);
}

/* One count for both kinds of writing. */
ssize_t
writev (int file, const struct iovec *pieces, int n)
{
  struct iovec first[UIO_MAXIOV];
  size_t size = 0;

  if (n > UIO_MAXIOV || !is_hit ("write"))
    return syscall (SYS_writev, file, pieces, n);
  if (!is_short)
    return -1;
  for (int i = 0; i < n; i++)
    size += pieces[i].iov_len;
  size = short_size (size);
  for (int i = 0; i < n; i++) {
    first[i] = pieces[i];
    if (first[i].iov_len > size)
      first[i].iov_len = size;
    size -= first[i].iov_len;
  }
  return syscall (SYS_writev, file, first, n);
}

int
open64 (const char *path, int flags, ...)
{
  va_list arguments;
  mode_t mode;

  va_start (arguments, flags);
  mode = va_arg (arguments, mode_t);
  va_end (arguments);
  if ((flags & O_TMPFILE) == O_TMPFILE && getenv ("TBK_ALL_HAVE_NAMES") != NULL) {
    errno = EOPNOTSUPP;
    return -1;
  }
  return is_hit ("open") ? -1 : (int) syscall (SYS_openat, AT_FDCWD, path, flags, mode);
}

int open (const char *path, int flags, ...) __attribute__ ((alias ("open64")));

/* A file is closed whatever close() says. */
int
close (int file)
{
  const _Bool hit = is_hit ("close");
  const int result = (int) syscall (SYS_close, file);

  if (!hit)
    return result;
  errno = code;
  return -1;
}

int
fsync (int file)
{
  return is_hit ("fsync") ? -1 : (int) syscall (SYS_fsync, file);
}

int
sync_file_range (int file, off_t start, off_t size, unsigned int how)
{
  return is_hit ("sync_file_range") ? -1 : REAL (sync_file_range) (file, start, size, how);
}

int
rename (const char *from, const char *to)
{
  return is_hit ("rename") ? -1 : REAL (rename) (from, to);
}

int
linkat (int from, const char *old, int to, const char *new, int flags)
{
  return is_hit ("linkat") ? -1 : REAL (linkat) (from, old, to, new, flags);
}

void *
mmap (void *place, size_t length, int protection, int flags, int file, off_t offset)
{
  return is_hit ("mmap") ? MAP_FAILED
                         : (void *) syscall (SYS_mmap, place, length, protection, flags, file, offset);
}

int
pthread_create (pthread_t *thread, const pthread_attr_t *attributes, void *(*run) (void *), void *data)
{
  return is_hit ("pthread_create") ? code : REAL (pthread_create) (thread, attributes, run, data);
}

/* What the program's own malloc() and its kin ask. */
typedef void *(*Allocate) (size_t);
typedef void *(*Clear) (size_t, size_t);
typedef void *(*Change) (void *, size_t);

/* Where dlsym() itself asks for memory, it gets none, and does without. */
static void *
real (const char *name)
{
  static _Thread_local _Bool is_looking;
  void *found;

  if (is_looking)
    return NULL;
  is_looking = 1;
  found = dlsym (RTLD_NEXT, name);
  is_looking = 0;
  return found;
}

void *
malloc (size_t size)
{
  static Allocate next;

  if (next == NULL && (next = (Allocate) real ("malloc")) == NULL)
    return NULL;
  return is_hit ("malloc") ? NULL : next (size);
}

void *
calloc (size_t n, size_t size)
{
  static Clear next;

  if (next == NULL && (next = (Clear) real ("calloc")) == NULL)
    return NULL;
  return is_hit ("malloc") ? NULL : next (n, size);
}

void *
realloc (void *old, size_t size)
{
  static Change next;

  if (next == NULL && (next = (Change) real ("realloc")) == NULL)
    return NULL;
  return is_hit ("malloc") ? NULL : next (old, size);
}
