/* heads.h - head vectors, a line a tree, as sentences without forms. */
#ifndef HEADS_H
#define HEADS_H

#include "runs/corpus.h"
#include "tbk/convert.h"

/* The endings of files of head vectors. */
extern const char *const heads_suffixes[];

/* Reads the files of @corpus, which are head vectors, and writes them to @output. */
gboolean heads_convert (const Corpus *corpus, TbkConversion conversion, TbkOutput *output, GError **error);

#endif
