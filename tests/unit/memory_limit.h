/* memory_limit.h - takes memory away from a test, and sees that this is an error. */
#ifndef UNIT_MEMORY_LIMIT_H
#define UNIT_MEMORY_LIMIT_H

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "tbk/base.h"

/* Words and the like, too many for the memory that is left. */
enum { MANY = 2000000 };

/* From now on the process may have so many bytes more, or as many as it likes. FALSE where that cannot be had. */
static inline gboolean
allow (gsize more)
{
#ifdef TBK_SANITIZED
  (void) more;
  return FALSE;
#else
  struct rlimit limit = { RLIM_INFINITY, RLIM_INFINITY }, set;
  FILE *file = fopen ("/proc/self/statm", "r");
  unsigned long pages = 0;

  if (file == NULL || fscanf (file, "%lu", &pages) != 1)
    return FALSE;
  fclose (file);
  if (more < G_MAXSIZE)
    limit.rlim_cur = pages * (gsize) sysconf (_SC_PAGESIZE) + more;
  return setrlimit (RLIMIT_AS, &limit) == 0 && getrlimit (RLIMIT_AS, &set) == 0
         && set.rlim_cur == limit.rlim_cur; /* QEMU takes any limit and sets none */
#endif
}

#define MEGABYTE ((gsize) 1 << 20)

static inline void
assert_no_memory (gboolean done, GError **error)
{
  cr_assert_not (done);
  cr_assert (g_error_matches (*error, TBK_ERROR, TBK_ERROR_RESOURCE), "%s", (*error)->message);
  cr_assert_not_null (strstr ((*error)->message, "no memory for"), "%s", (*error)->message);
  g_clear_error (error);
}

#endif
