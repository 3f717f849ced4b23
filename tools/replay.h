/* replay.h - sequences of transitions to the trees that they build, as CoNLL-U. */
#ifndef REPLAY_H
#define REPLAY_H

#include "tbk/stream.h"
#include "tbk/transition.h"

/* Writes the tree of each record in the files @paths: a sentence of words without forms or, if @onto is not NULL, the
 * next sentence of that file with the tree's heads and labels. */
gboolean replay_files (const TbkSystem *system, char **paths, const char *onto, TbkOutput *output,
                       GError **error);

#endif
