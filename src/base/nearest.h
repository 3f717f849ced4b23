/* nearest.h - what was probably meant, for the end of a message. */
#ifndef BASE_NEAREST_H
#define BASE_NEAREST_H

#include "tbk/error.h"

/* "; did you mean 'NAME'?" with the name that tbk_nearest() finds, nothing if it finds none. To be freed. */
char *nearest_hint (const char *typed, gsize length, const char *const *names);

#endif
