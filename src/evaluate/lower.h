/* lower.h - words in lower case, as the script that words are aligned like has them: as Python does. */
#ifndef EVALUATE_LOWER_H
#define EVALUATE_LOWER_H

#include <glib.h>

/* Sets @lower to the @size bytes at @text, which is UTF-8, in lower case. A capital sigma at the end of a
 * word becomes a final one. */
void lower_set (GString *lower, const char *text, gsize size);

#endif
