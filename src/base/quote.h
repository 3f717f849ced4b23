/* quote.h - bytes of the input in messages. */
#ifndef BASE_QUOTE_H
#define BASE_QUOTE_H

#include <glib.h>

/* A copy of the bytes for a message, in quotes: control characters and what is not UTF-8 escaped, cut after some forty
 * bytes, between characters. */
char *quote (const char *bytes, gsize length);

#endif
