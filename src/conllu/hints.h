/* hints.h - what input may be that is not CoNLL-U, as the end of a message. */
#ifndef CONLLU_HINTS_H
#define CONLLU_HINTS_H

#include <glib.h>

/* What a line of @n_fields columns looks like, with ": " before it; "" if like nothing known. */
const char *hints_of_line (const char *start, const char *end, int n_fields);

#endif
