/* encoding.h - whether bytes are UTF-8. */
#ifndef BASE_ENCODING_H
#define BASE_ENCODING_H

#include <glib.h>

/* Whether @bytes are UTF-8 without NUL: what g_utf8_validate_len() says, but several times as fast where
 * the processor can (AVX2), and without saying where the first bad byte is. */
gboolean encoding_is_utf8 (const char *bytes, gsize length);

/* Checks that the @length bytes of @text, which begin in @line, are UTF-8. If not, *@problem becomes, in the
 * place of any other, "NAME:LINE:COLUMN: not UTF-8 text: ..." with what the bytes look like. Of the file there
 * are @at_hand bytes from @text on, whole characters unless it ends there. */
void encoding_check (const char *name, const char *text, gsize length, gsize at_hand, gint64 line,
                     GError **problem);

#endif
