/* progress.c - the line on the terminal that tells how far the run is. */
#include "progress.h"

#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { INTERVAL = G_USEC_PER_SEC / 10, USUAL_WIDTH = 80 };

struct Progress {
  gboolean is_shown;
  int n_drawn;              /* columns of the line that stands there */
  gint64 began_at, told_at; /* times, in microseconds */
};

Progress *
progress_new (gboolean quiet)
{
  Progress *progress = g_new0 (Progress, 1);

  progress->is_shown = !quiet && isatty (STDERR_FILENO);
  progress->began_at = progress->told_at = g_get_monotonic_time ();
  return progress;
}

/* Appends a number of bytes and what stands behind it. The space that GLib writes is none of ASCII. */
static void
append_size (GString *line, gint64 n, const char *rest)
{
  g_autofree char *size = g_format_size ((guint64) n);

  g_string_append_printf (line, "%s%s", size, rest);
  g_string_replace (line, "\302\240", " ", 0);
}

/* Appends a time as users read it, minutes and seconds, with hours if there are any. */
static void
append_time (GString *line, gint64 seconds)
{
  if (seconds >= 3600)
    g_string_append_printf (line, "%d:%02d:%02d", (int) (seconds / 3600), (int) (seconds / 60 % 60),
                            (int) (seconds % 60));
  else
    g_string_append_printf (line, "%d:%02d", (int) (seconds / 60), (int) (seconds % 60));
}

/* What is told, @elapsed microseconds after the beginning. */
static GString *
make_line (const TbkProgress *state, gint64 elapsed)
{
  GString *line = g_string_new (NULL);
  const gint64 rate = state->bytes * 1000 / MAX (elapsed / 1000, 1); /* bytes a second */
  const gboolean has_size = state->n_streams == 0 && state->n_bytes > 0;

  if (has_size) {
    g_string_append_printf (line, "%d%% of ",
                            (int) (MIN (state->bytes, state->n_bytes) * 100 / state->n_bytes));
    append_size (line, state->n_bytes, "");
  } else {
    append_size (line, state->bytes, " read");
  }
  if (state->n_files > 1)
    g_string_append_printf (line, ", file %d of %d", MIN (state->files + 1, state->n_files), state->n_files);
  g_string_append (line, ", ");
  append_size (line, rate, "/s");
  if (has_size && rate > 0) {
    g_string_append (line, ", ");
    append_time (line, MAX (state->n_bytes - state->bytes, 0) / rate);
    g_string_append (line, " left");
  }
  return line;
}

/* The columns that a line may take for the cursor to stay in it. */
static int
find_width (void)
{
  struct winsize size;

  return (ioctl (STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : USUAL_WIDTH) - 1;
}

/* Draws @line, which is ASCII, over the one that stands there. */
static void
draw (Progress *progress, const char *line)
{
  const int n = MIN ((int) strlen (line), find_width ());

  fprintf (stderr, "\r%.*s%*s", n, line, MAX (progress->n_drawn - n, 0), "");
  fflush (stderr);
  progress->n_drawn = MAX (progress->n_drawn, n);
}

void
progress_at (Progress *progress, const TbkProgress *state)
{
  g_autoptr (GString) line = NULL;
  gint64 now;

  if (!progress->is_shown)
    return;
  now = g_get_monotonic_time ();
  if (now - progress->told_at < INTERVAL)
    return;
  progress->told_at = now;
  line = make_line (state, now - progress->began_at);
  draw (progress, line->str);
}

void
progress_wipe (Progress *progress)
{
  if (progress->n_drawn > 0)
    fprintf (stderr, "\r%*s\r", progress->n_drawn, "");
  progress->n_drawn = 0;
}

void
progress_free (Progress *progress)
{
  if (progress == NULL)
    return;
  progress_wipe (progress);
  g_free (progress);
}
