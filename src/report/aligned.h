/* aligned.h - tab-separated lines for people: columns stand below one another. */
#ifndef REPORT_ALIGNED_H
#define REPORT_ALIGNED_H

#include "tbk/stream.h"

typedef struct Aligned Aligned;

/* @n_columns: of every line; @n_lines: how many lines wait for one another. @output is not owned. */
Aligned *aligned_new (TbkOutput *output, guint n_columns, guint n_lines);
void aligned_free (Aligned *aligned);

/* Adds whole lines, each ended by a newline, and writes those that have waited. */
gboolean aligned_add (Aligned *aligned, const char *lines, gsize length, GError **error);

/* Writes the lines that wait. */
gboolean aligned_flush (Aligned *aligned, GError **error);

#endif
