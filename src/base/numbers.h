/* numbers.h - a lack of memory for the digits of GMP's numbers as an error like any other.
 *
 * GMP's functions for memory cannot fail, and nothing can jump out of them: mpz_mul() frees the old digits
 * before it asks for new ones. So where malloc() fails, digits are put into a reserve. Numbers are right then
 * too, but numbers_fit() is FALSE until all digits have left the reserve. A function that makes many numbers
 * asks after each step. If they do not fit, it clears them and fails. The reserve has 1 MiB; a step that needs
 * more ends the process, by GMP's own function.
 *
 * Programs  GMP has one set of functions for the whole process. The library sets its own when it is loaded;
 *           they call malloc(), realloc() and free(), as GMP's do. A program that sets others has its own
 *           rule; numbers_fit() is then always TRUE.
 * Threads   any; while one thread has digits in the reserve, numbers of the others do not fit either.
 */
#ifndef BASE_NUMBERS_H
#define BASE_NUMBERS_H

#include <glib.h>

/* Returns whether all digits of numbers are in memory of malloc(). */
gboolean numbers_fit (void);

#endif
