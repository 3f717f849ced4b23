/* hints.h - what input may be that is not CoNLL-U, as the end of a message. */
#ifndef CONLLU_HINTS_H
#define CONLLU_HINTS_H

#include <glib.h>

/* What a line of @n_fields columns looks like, with ": " before it; "" if like nothing known. */
const char *hint_of_line (const char *start, const char *end, int n_fields);

/* What the text of a file looks like whose byte @bad is not UTF-8, likewise. @file: the first @length bytes that are
 * at hand, with @bad among them; @is_beginning: whether they are the first of the file. */
const char *hint_of_bytes (const char *file, gsize length, gboolean is_beginning, const char *bad);

#endif
