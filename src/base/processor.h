/* processor.h - which vector instructions there are beyond those that every processor of the kind has. */
#ifndef BASE_PROCESSOR_H
#define BASE_PROCESSOR_H

#include <glib.h>

typedef struct {
  gboolean has_avx2, has_avx512bw; /* AVX2 with BMI and BMI2 */
  gboolean has_fast_pdep;          /* some have BMI2, but execute PDEP bit by bit */
} Processor;

/* Set when the program is loaded. */
extern Processor processor;

#endif
