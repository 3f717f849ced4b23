/* fuzz_tally.c - files of tallies: what is read is written as bytes that are read as the same. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <unistd.h>

#include "fuzz.h"
#include "tbk/statistics.h"

static const TbkTallyLayout *
layout_at (guint choice)
{
  static const TbkFiguresOptions figures = { .measures = TRUE };
  static const TbkChoicesOptions choices = { .width = 5 };

  switch (choice % 3) {
  case 0:
    return tbk_figures_job (&figures).layout;
  case 1:
    return tbk_choices_job (&choices).layout;
  default:
    return tbk_phrase_figures_job ().layout;
  }
}

static TbkTallies *
read_file (const TbkTallyLayout *layout, const char *path)
{
  g_autoptr (TbkInput) input = tbk_input_open (path, NULL);

  return input == NULL ? NULL : tbk_tallies_read (layout, input, NULL);
}

/* What @tallies are written as, through a pipe. */
static GString *
write_pipe (const TbkTallies *tallies)
{
  static int ends[2] = { -1, -1 };
  static char path[32];
  TbkOutput *output;
  GString *bytes = g_string_new (NULL);
  char piece[4096];
  ssize_t n;

  if (ends[0] < 0) {
    FUZZ_CHECK (pipe2 (ends, O_CLOEXEC) == 0 && fcntl (ends[0], F_SETFL, O_NONBLOCK) == 0);
    FUZZ_CHECK (fcntl (ends[1], F_SETPIPE_SZ, 1 << 20) > 0);
    g_snprintf (path, sizeof path, "/proc/self/fd/%d", ends[1]);
  }
  output = tbk_output_open (path, NULL);
  FUZZ_CHECK (output != NULL && tbk_tallies_write (tallies, output, NULL));
  FUZZ_CHECK (tbk_output_commit (output, NULL));
  while ((n = read (ends[0], piece, sizeof piece)) > 0)
    g_string_append_len (bytes, piece, n);
  return bytes;
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  const TbkTallyLayout *layout = layout_at (fuzz_choice (&data, &size));
  g_autoptr (TbkTallies) tallies = read_file (layout, fuzz_file (0, data, size));

  if (tallies != NULL) {
    g_autoptr (GString) bytes = write_pipe (tallies), again = NULL;
    g_autoptr (TbkTallies) same = read_file (layout, fuzz_file (1, bytes->str, bytes->len));

    FUZZ_CHECK (same != NULL);
    again = write_pipe (same);
    FUZZ_CHECK (g_string_equal (bytes, again));
  }
  return 0;
}
