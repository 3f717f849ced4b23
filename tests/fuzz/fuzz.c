/* fuzz.c - files in memory. */
#define _GNU_SOURCE
#include "fuzz.h"
#include "../../tools/tool.h"

#include <sys/mman.h>
#include <unistd.h>

const char *
fuzz_file (int number, const void *bytes, gsize size)
{
  static int files[4] = { -1, -1, -1, -1 };
  static char paths[4][32];

  if (files[number] < 0) {
    files[number] = memfd_create ("fuzz", MFD_CLOEXEC);
    g_snprintf (paths[number], sizeof paths[number], "/proc/self/fd/%d", files[number]);
  }
  FUZZ_CHECK (files[number] >= 0 && ftruncate (files[number], 0) == 0);
  FUZZ_CHECK (pwrite (files[number], bytes, size, 0) == (gssize) size);
  return paths[number];
}

/* What main.c tells the options' code. */
const char *
tool_command (void)
{
  return "stats";
}

const char *
tool_summary (void)
{
  return "what is summed up";
}
