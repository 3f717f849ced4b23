/* sample.h - what the job that filters gives to a sample. */
#ifndef CORPUS_SAMPLE_H
#define CORPUS_SAMPLE_H

#include "tbk/filter.h"

/* Lets @entry, which becomes @length bytes and lacks @n_open_lines line ends, take part in the draw. Called
 * by many threads at once. */
gboolean sample_add (TbkSample *sample, const TbkEntry *entry, const char *bytes, gsize length,
                     int n_open_lines, GError **error);

#endif
