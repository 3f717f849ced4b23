/* replay.h - sequences of transitions to the trees that they build, as CoNLL-U. */
#ifndef REPLAY_H
#define REPLAY_H

#include "corpus.h"
#include "tbk/stream.h"
#include "tbk/transition.h"

/* As corpus_find_files(), for files of records. */
gboolean replay_find_files (Corpus *corpus, GError **error);

/* Writes the tree of each record in the files of @corpus: a sentence of words without forms or, if @onto is not NULL, the
 * next sentence of that file with the tree's heads and labels. */
gboolean replay_files (const TbkSystem *system, const Corpus *corpus, const char *onto, TbkOutput *output,
                       GError **error);

#endif
