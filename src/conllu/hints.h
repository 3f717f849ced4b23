/* hints.h - what input may be that is not CoNLL-U, as the end of a message. */
#ifndef CONLLU_HINTS_H
#define CONLLU_HINTS_H

#include <glib.h>

/* Where the line stands. */
typedef struct {
  const char *text, *limit; /* the bytes from the sentence's first one on; they may go beyond its end */
  gboolean is_parsed;       /* trees are not looked for, but to be made */
} HintPlace;

/* What a line of ten columns was expected for, of @n_fields, looks like: nothing, or ": this looks like
 * ...". */
const char *hints_of_line (const HintPlace *place, const char *start, const char *end, int n_fields);

#endif
