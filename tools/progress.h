/* progress.h - a bar on the terminal that tells how much of the input is read. */
#ifndef PROGRESS_H
#define PROGRESS_H

#include <glib.h>

typedef struct Progress Progress;

/* The sum of the sizes of @paths is the whole. Draws only if standard error is a terminal and not @quiet. */
Progress *progress_new (char **paths, gboolean quiet);

/* Tells that @position bytes of the file in hand are read; and that it is read to its end. */
void progress_at (Progress *progress, gint64 position);
void progress_end_file (Progress *progress);

/* Wipes the bar, for a message to stand there. */
void progress_wipe (Progress *progress);

void progress_free (Progress *progress);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Progress, progress_free)

#endif
