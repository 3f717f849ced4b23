/* progress.h - a line on the terminal that tells how far the run is. */
#ifndef PROGRESS_H
#define PROGRESS_H

#include "tbk/corpus.h"

typedef struct Progress Progress;

/* Draws only if standard error is a terminal and not @quiet. */
Progress *progress_new (gboolean quiet);

/* Tells how far the run is: share of the input, file, rate, time left; of what has no size, as a pipe, the amount and
 * the rate. */
void progress_at (Progress *progress, const TbkProgress *state);

/* Wipes the line, for a message to stand there. */
void progress_wipe (Progress *progress);

void progress_free (Progress *progress);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Progress, progress_free)

#endif
