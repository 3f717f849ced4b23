/* progress.c - the progress bar. */
#include "progress.h"

#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

enum { WIDTH = 40, INTERVAL = G_USEC_PER_SEC / 10 };

struct Progress {
  gboolean is_shown;
  gboolean is_drawn;
  gint64 total;    /* bytes of all files */
  gint64 done;     /* bytes of the files before */
  gint64 position; /* in the file in hand */
  gint64 drawn_at; /* time, in microseconds */
};

Progress *
progress_new (char **paths, gboolean quiet)
{
  Progress *progress = g_new0 (Progress, 1);
  struct stat status;

  progress->is_shown = !quiet && isatty (STDERR_FILENO);
  for (int i = 0; paths[i] != NULL; i++)
    if (stat (paths[i], &status) == 0 && S_ISREG (status.st_mode))
      progress->total += status.st_size;
  return progress;
}

static void
draw (Progress *progress)
{
  gint64 read = progress->done + progress->position;
  int n_full = progress->total > 0 ? (int) (MIN (read, progress->total) * WIDTH / progress->total) : 0;
  g_autofree char *full = g_strnfill (n_full, '#');
  g_autofree char *size = g_format_size (read);

  fprintf (stderr, "\r[%s%*s] %s ", full, WIDTH - n_full, "", size);
  fflush (stderr);
  progress->is_drawn = TRUE;
}

void
progress_at (Progress *progress, gint64 position)
{
  gint64 now = g_get_monotonic_time ();

  progress->position = position;
  if (!progress->is_shown || now - progress->drawn_at < INTERVAL)
    return;
  progress->drawn_at = now;
  draw (progress);
}

void
progress_end_file (Progress *progress)
{
  progress->done += progress->position;
  progress->position = 0;
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
