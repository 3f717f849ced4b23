/* fuzz.h - what the fuzzing targets share. A target is a file with LLVMFuzzerTestOneInput(), which libFuzzer and AFL++ call
 * with bytes of their own making; phrase_records.c calls it with the files of a folder. */
#ifndef FUZZ_H
#define FUZZ_H

#include <glib.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size);

/* Ends the process with a message if @condition, a property of the target, does not hold. */
#define FUZZ_CHECK(condition)                                                                                \
  do {                                                                                                       \
    if (!(condition)) {                                                                                      \
      g_printerr ("%s:%d: does not hold: %s\n", __FILE__, __LINE__, #condition);                             \
      abort (); /* not by g_error(), whose signal libFuzzer does not know */                                 \
    }                                                                                                        \
  } while (0)

/* Makes the bytes the contents of a file in memory, number 0 to 3, and returns its path. */
const char *fuzz_file (int number, const void *bytes, gsize size);

/* A byte of the input that chooses; the rest is behind it. */
static inline guint
fuzz_choice (const uint8_t **data, size_t *size)
{
  if (*size == 0)
    return 0;
  --*size;
  return *(*data)++;
}

/* Reads a score. A byte below 128 is one; each of the others is an odd number, or the next eight bytes are a number. */
double fuzz_score (const uint8_t **data, size_t *size);

#endif
