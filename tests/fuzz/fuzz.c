/* fuzz.c - files in memory, scores, and complaints of the library as failures. */
#define _GNU_SOURCE
#include "fuzz.h"

#include <math.h>
#include <string.h>
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

double
fuzz_score (const uint8_t **data, size_t *size)
{
  static const double odd[] = { -INFINITY, INFINITY, NAN,      -1e9,     -1e32, 1e9,
                                1e32,      0x1p112,  -0x1p112, 0x1p-140, -0.0 };
  const guint byte = fuzz_choice (data, size);
  double number = 0;

  if (byte < 128)
    return (double) byte / 8 - 8;
  if (byte < 128 + G_N_ELEMENTS (odd))
    return odd[byte - 128];
  if (byte < 250)
    return -INFINITY;
  if (*size >= sizeof number) {
    memcpy (&number, *data, sizeof number);
    *data += sizeof number;
    *size -= sizeof number;
  }
  return number;
}

/* g_return_if_fail() and its kin only complain, and the program would go on. */
static void
fail_on_complaint (const char *domain, GLogLevelFlags level, const char *message, gpointer data)
{
  (void) data;
  g_printerr ("%s: %s\n", domain != NULL ? domain : "complaint", message);
  if ((level & (G_LOG_LEVEL_ERROR | G_LOG_LEVEL_CRITICAL | G_LOG_LEVEL_WARNING)) != 0)
    abort ();
}

static void __attribute__ ((constructor)) watch_complaints (void)
{
  g_log_set_default_handler (fail_on_complaint, NULL);
}
