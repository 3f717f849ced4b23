/* processor.c - what the C library found out about the processor when the program was loaded.
 *
 * The compiler's __builtin_cpu_supports() asks the processor itself at each start. On a virtual machine every
 * such question goes to the system below, and all of them take 0.05 ms.
 */
#include "base/processor.h"

Processor processor;

#ifdef __x86_64__
#if __has_include(<sys/platform/x86.h>) /* glibc 2.33 */
#include <sys/platform/x86.h>
#define HAS(name, builtin_name) CPU_FEATURE_ACTIVE (name)
#else
#define HAS(name, builtin_name) (__builtin_cpu_supports (builtin_name) != 0)
#endif

/* Of AMD's processors, which alone have SSE4a, those before Zen 3 have slow PDEP and no VPCLMULQDQ. */
static __attribute__ ((constructor)) void
look_at_processor (void)
{
  processor.has_avx2 = HAS (AVX2, "avx2") && HAS (BMI1, "bmi") && HAS (BMI2, "bmi2");
  processor.has_avx512bw = processor.has_avx2 && HAS (AVX512BW, "avx512bw");
  processor.has_fast_pdep = processor.has_avx2 && (!HAS (SSE4A, "sse4a") || HAS (VPCLMULQDQ, "vpclmulqdq"));
}
#endif
