/* exit.c - keeps what was counted for coverage by processes that end at once: by _exit(), or by a signal that they send
 * themselves.
 */
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

void __gcov_dump (void);

static int is_exiting;
static _Thread_local int is_dumping, status_then;

/* From here on libgcov writes by itself, and must not be called while it does. */
__attribute__ ((destructor)) static void
begin_exit (void)
{
  is_exiting = 1;
}

static void
dump (int status)
{
  status_then = status;
  if (is_dumping++ == 0 && !is_exiting)
    __gcov_dump ();
}

void
_exit (int status)
{
  dump (status);
  for (;;)
    syscall (SYS_exit_group, status);
}

int
raise (int number)
{
  dump (128 + number);
  return (int) syscall (SYS_tgkill, getpid (), (pid_t) syscall (SYS_gettid), number);
}

/* A thread that lacks memory waits for another that ended the process; where it is this one, there is nothing to wait for. */
int
pause (void)
{
  if (is_dumping > 0 || is_exiting)
    syscall (SYS_exit_group, status_then);
  return (int) syscall (SYS_ppoll, NULL, 0, NULL, NULL, 0);
}
