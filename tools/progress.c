/* progress.c - the progress bar. */
#include "progress.h"

#include <stdio.h>
#include <unistd.h>

enum { WIDTH = 40, INTERVAL = G_USEC_PER_SEC / 10 };

struct Progress {
  gboolean is_shown;
  gboolean is_drawn;
  gint64 drawn_at; /* time, in microseconds */
};

Progress *
progress_new (gboolean quiet)
{
  Progress *progress = g_new0 (Progress, 1);

  progress->is_shown = !quiet && isatty (STDERR_FILENO);
  return progress;
}

static void
draw (Progress *progress, gint64 n_read, gint64 n_bytes)
{
  int n_full = n_bytes > 0 ? (int) (MIN (n_read, n_bytes) * WIDTH / n_bytes) : 0;
  g_autofree char *full = g_strnfill (n_full, '#');
  g_autofree char *size = g_format_size (n_read);

  fprintf (stderr, "\r[%s%*s] %s ", full, WIDTH - n_full, "", size);
  fflush (stderr);
  progress->is_drawn = TRUE;
}

void
progress_at (Progress *progress, gint64 n_read, gint64 n_bytes)
{
  gint64 now;

  if (!progress->is_shown)
    return;
  now = g_get_monotonic_time ();
  if (now - progress->drawn_at < INTERVAL)
    return;
  progress->drawn_at = now;
  draw (progress, n_read, n_bytes);
}

void
progress_wipe (Progress *progress)
{
  if (progress->is_drawn)
    fprintf (stderr, "\r%*s\r", WIDTH + 20, "");
  progress->is_drawn = FALSE;
}

void
progress_free (Progress *progress)
{
  if (progress == NULL)
    return;
  progress_wipe (progress);
  g_free (progress);
}
