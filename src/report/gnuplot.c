/* gnuplot.c - gnuplot at work. */
#include "report/gnuplot.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/system.h"

/* The descriptor of a file without a name that holds @length bytes, to be read from its beginning; -1 with
 * @error set on failure. */
static int
open_nameless (const char *bytes, gsize length, GError **error)
{
  static const char name[] = "temporary file for gnuplot";
  struct iovec pieces[] = { { (char *) bytes, length } };
  FILE *file = tmpfile ();
  int descriptor = file == NULL ? -1 : system_duplicate (fileno (file));

  if (descriptor < 0) {
    system_fail (name, error);
  } else if (!system_write (descriptor, name, pieces, 1, error)) {
    close (descriptor);
    descriptor = -1;
  } else {
    lseek (descriptor, 0, SEEK_SET);
  }
  if (file != NULL)
    fclose (file);
  return descriptor;
}

/* Starts gnuplot. Script and messages are files, so that only the drawing comes by a pipe: no one ever waits
 * for another or writes to a pipe that nobody reads. */
static gboolean
start_gnuplot (int script, int messages, GPid *gnuplot, int *drawing, GError **error)
{
  g_autofree char *program = g_find_program_in_path ("gnuplot");
  /* Without the start-up files of the system and of the user, which could draw anything. */
  char *arguments[] = { program, (char *) "-d", (char *) "-", NULL };
  /* Descriptors of ours close by themselves in other programs. */
  GSpawnFlags flags = G_SPAWN_DO_NOT_REAP_CHILD | G_SPAWN_LEAVE_DESCRIPTORS_OPEN;

  if (program == NULL) {
    g_set_error (error, TBK_ERROR, TBK_ERROR_IO, "gnuplot is needed to draw a plot, and is not installed");
    return FALSE;
  }
  return g_spawn_async_with_pipes_and_fds (NULL, (const char *const *) arguments, NULL, flags, NULL, NULL,
                                           script, -1, messages, NULL, NULL, 0, gnuplot, NULL, drawing, NULL,
                                           error);
}

/* Appends all that @descriptor gives to @bytes. */
static gboolean
read_all (int descriptor, TbkText *bytes, GError **error)
{
  char buffer[4096];
  gssize n;

  while ((n = system_read (descriptor, "gnuplot", buffer, sizeof buffer, error)) > 0)
    tbk_text_add (bytes, buffer, (gsize) n);
  return n == 0;
}

/* Sets @error to how gnuplot ended that drew nothing, in its own words if it has any, and returns FALSE. */
static gboolean
fail_gnuplot (int status, int messages, GError **error)
{
  g_autoptr (TbkText) text = tbk_text_new ();
  g_autofree char *message = NULL;

  lseek (messages, 0, SEEK_SET);
  if (!read_all (messages, text, error) || (message = tbk_text_dup (text, error)) == NULL)
    return FALSE;
  if (*g_strstrip (message) != '\0')
    g_set_error (error, TBK_ERROR, TBK_ERROR_IO, "gnuplot: %s", message);
  else if (WIFSIGNALED (status))
    g_set_error (error, TBK_ERROR, TBK_ERROR_IO, "gnuplot: ended by signal %d, expected a drawing",
                 WTERMSIG (status));
  else
    g_set_error (error, TBK_ERROR, TBK_ERROR_IO, "gnuplot: ended with status %d, expected a drawing",
                 WEXITSTATUS (status));
  return FALSE;
}

/* Appends what gnuplot draws to @bytes. */
static gboolean
read_drawing (int script, int messages, TbkText *bytes, GError **error)
{
  const gsize length_before = tbk_text_length (bytes);
  GPid gnuplot;
  int drawing, status;
  gboolean is_read;

  if (!start_gnuplot (script, messages, &gnuplot, &drawing, error))
    return FALSE;
  is_read = read_all (drawing, bytes, error);
  close (drawing);
  while (waitpid (gnuplot, &status, 0) < 0)
    if (errno != EINTR)
      return is_read && system_fail ("gnuplot", error);
  return is_read
         && ((status == 0 && tbk_text_length (bytes) > length_before)
             || fail_gnuplot (status, messages, error));
}

gboolean
gnuplot_draw (const TbkText *script, TbkText *drawing, GError **error)
{
  g_autofree char *text = tbk_text_dup (script, error);
  int input = text == NULL ? -1 : open_nameless (text, tbk_text_length (script), error);
  int messages = input < 0 ? -1 : open_nameless ("", 0, error);
  gboolean done = messages >= 0 && read_drawing (input, messages, drawing, error);

  if (input >= 0)
    close (input);
  if (messages >= 0)
    close (messages);
  return done;
}
