/* processor.h - which vector instructions there are beyond those that every processor of the kind has. */
#ifndef BASE_PROCESSOR_H
#define BASE_PROCESSOR_H

#include <glib.h>

#if defined(__SSE2__) && !defined(TBK_PLAIN)
#define TBK_WITH_SSE2
#include <immintrin.h>
#endif

/* Functions for newer processors, which are called only after a look at the one we run on. */
#if defined(__x86_64__) && defined(__GNUC__) && !defined(TBK_PLAIN)
#define TBK_WITH_AVX2 __attribute__ ((target ("avx2,bmi,bmi2,popcnt")))
#endif

/* Loops that compilers turn into vector instructions, for this processor and for newer ones: BOTH defines a
 * function of which NAME_body() is the code, a BODY, twice. @linkage: static or nothing. */
#if defined(__x86_64__) && defined(__GNUC__) && !defined(TBK_PLAIN)
#define BOTH_AVX2     __attribute__ ((target ("avx2")))
#define BOTH_HAS_AVX2 processor.has_avx2
#else
#define BOTH_AVX2
#define BOTH_HAS_AVX2 FALSE
#endif

#define BODY static inline __attribute__ ((always_inline))

#define BOTH(linkage, type, name, parameters, arguments)                                                     \
  BOTH_AVX2 static type name##_avx2 parameters                                                               \
  {                                                                                                          \
    return name##_body arguments;                                                                            \
  }                                                                                                          \
  linkage type name parameters                                                                               \
  {                                                                                                          \
    return BOTH_HAS_AVX2 ? name##_avx2 arguments : name##_body arguments;                                    \
  }

typedef struct {
  gboolean has_avx2, has_avx512bw; /* AVX2 with BMI and BMI2 */
  gboolean has_fast_pdep;          /* some have BMI2, but execute PDEP bit by bit */
} Processor;

/* Set when the program is loaded. */
extern Processor processor;

#endif
