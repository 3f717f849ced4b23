/* fuzz_stream.c - compressed bytes: read piece by piece they give the same as at once, or fail as well. */
#include <string.h>

#include "fuzz.h"
#include "tbk/stream.h"

enum { MOST = 1 << 20 };

/* Reads up to MOST bytes by pieces of @piece; -1 if that fails, what was read before being of no account. */
static gssize
read_pieces (const char *path, char *bytes, gsize piece)
{
  g_autoptr (TbkInput) input = tbk_input_open (path, NULL);
  gsize length = 0;
  gssize n;

  if (input == NULL)
    return -1;
  while (length < MOST) {
    const gsize wanted = MIN (piece, MOST - length);

    n = tbk_input_read (input, bytes + length, wanted, NULL);
    if (n < 0)
      return -1;
    length += (gsize) n;
    if ((gsize) n < wanted)
      break;
  }
  return (gssize) length;
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  static char whole[MOST], pieces[MOST];
  const gsize piece = 1 + fuzz_choice (&data, &size) * 17;
  const char *path = fuzz_file (0, data, size);
  const gssize length = read_pieces (path, whole, MOST);

  if (length == MOST)
    return 0; /* the fault, if there is one, may be behind that */
  FUZZ_CHECK (read_pieces (path, pieces, piece) == length);
  FUZZ_CHECK (length < 0 || memcmp (whole, pieces, (gsize) length) == 0);
  return 0;
}
