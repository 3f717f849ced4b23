/* nearest.h - what was probably meant, for the end of a message. */
#ifndef BASE_NEAREST_H
#define BASE_NEAREST_H

#include "tbk/error.h"

/* "; did you mean 'NAME'?" with the name that tbk_nearest() finds, nothing if it finds none. To be freed. */
char *nearest_hint (const char *typed, gsize length, const char *const *names);

/* Sets @error (TBK_ERROR_USAGE): "@what 'TYPED'", what was expected if @names are few, and the hint. */
void nearest_fail (const char *what, const char *typed, const char *const *names, GError **error);

#endif
