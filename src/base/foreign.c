/* foreign.c - the library as programs find it: its version, what bindings call, the processor.
 *
 * Contents
 *   1. version: the version, for programs that load the library by name
 *   2. foreign: functions of GLib and GMP under names that the library exports
 *   3. processor: what the C library found out about the processor when the program was loaded
 */
#include "base/base.h"

#include "tbk/base.h"

/* 1. version: the version, for programs that load the library by name. */

const char *
tbk_version (void)
{
  return TBK_VERSION;
}

/* 2. foreign: functions of GLib and GMP under names that the library exports. */

void
tbk_free (gpointer memory)
{
  g_free (memory);
}

void
tbk_error_free (GError *error)
{
  g_error_free (error);
}

void
tbk_error_fail (GError **error, TbkError code, const char *message)
{
  g_set_error_literal (error, TBK_ERROR, (int) code, message);
}

GString *
tbk_string_new (void)
{
  return g_string_new (NULL);
}

void
tbk_string_free (GString *string)
{
  g_string_free (string, TRUE);
}

void
tbk_integer_init (mpz_t number)
{
  mpz_init (number);
}

void
tbk_integer_clear (mpz_t number)
{
  mpz_clear (number);
}

/* 3. processor: what the C library found out about the processor when the program was loaded.
 *
 * The compiler's __builtin_cpu_supports() asks the processor itself at each start. On a virtual machine every
 * such question goes to the system below, and all of them take 0.05 ms.
 */

Processor processor;

#ifdef __x86_64__
#if __has_include(<sys/platform/x86.h>) /* glibc 2.33 */
#include <sys/platform/x86.h>
#define HAS(name, builtin_name) CPU_FEATURE_ACTIVE (name)
#else
#define HAS(name, builtin_name) (__builtin_cpu_supports (builtin_name) != 0)
#endif

/* Looks for slow PDEP: AMD's processors, which alone have SSE4a, had it before Zen 3, and no VPCLMULQDQ. */
static __attribute__ ((constructor)) void
look_at_processor (void)
{
  processor.has_avx2 = HAS (AVX2, "avx2") && HAS (BMI1, "bmi") && HAS (BMI2, "bmi2");
  processor.has_avx512bw = processor.has_avx2 && HAS (AVX512BW, "avx512bw");
  processor.has_fast_pdep = processor.has_avx2 && (!HAS (SSE4A, "sse4a") || HAS (VPCLMULQDQ, "vpclmulqdq"));
}
#endif
