/* replay.c - calls a fuzzing target with each file that is named, or that lies in a folder that is. */
#include <stdio.h>

#include "fuzz.h"

static int
replay_file (const char *path)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *bytes = NULL;
  gsize length;

  if (!g_file_get_contents (path, &bytes, &length, &error))
    g_error ("%s", error->message);
  LLVMFuzzerTestOneInput ((const uint8_t *) bytes, length);
  return 1;
}

static int
replay (const char *path)
{
  g_autoptr (GDir) folder = g_dir_open (path, 0, NULL);
  const char *name;
  int n = 0;

  if (folder == NULL)
    return replay_file (path);
  while ((name = g_dir_read_name (folder)) != NULL) {
    g_autofree char *inside = g_build_filename (path, name, NULL);

    n += replay_file (inside);
  }
  return n;
}

int
main (int argc, char **argv)
{
  int n = 0;

  for (int i = 1; i < argc; i++)
    n += replay (argv[i]);
  fprintf (stderr, "%s: %d inputs\n", argv[0], n); /* targets may have sent standard output elsewhere */
  return n > 0 ? 0 : 1;
}
