/* sample.h - what the job that filters gives to a sample. */
#ifndef CORPUS_SAMPLE_H
#define CORPUS_SAMPLE_H

#include "tbk/filter.h"

/* Notes what @entry says of the whole file, whether it is drawn or not. Called by many threads at once. */
gboolean sample_note (TbkSample *sample, const TbkFormat *format, const TbkEntry *entry, GError **error);

/* Lets @entry, which becomes @length bytes and lacks @n_open_lines line ends, take part in the draw. Called
 * by many threads at once. */
gboolean sample_add (TbkSample *sample, const TbkEntry *entry, const char *bytes, gsize length,
                     int n_open_lines, GError **error);

#endif
