/* progress.h - a bar on the terminal that tells how much of the input is read. */
#ifndef PROGRESS_H
#define PROGRESS_H

#include <glib.h>

typedef struct Progress Progress;

/* Draws only if standard error is a terminal and not @quiet. */
Progress *progress_new (gboolean quiet);

/* Tells that @n_read bytes of @n_bytes are read. */
void progress_at (Progress *progress, gint64 n_read, gint64 n_bytes);

/* Wipes the bar, for a message to stand there. */
void progress_wipe (Progress *progress);

void progress_free (Progress *progress);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Progress, progress_free)

#endif
