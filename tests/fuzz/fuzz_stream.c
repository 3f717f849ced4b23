/* fuzz_stream.c - compressed bytes: read piece by piece they give the same as at once, or fail as well; and the same bytes
 * once more behind them give all of it twice. */
#include <string.h>

#include "fuzz.h"
#include "tbk/io.h"

enum { MOST = 1 << 18 };

/* What reading came to. */
typedef struct {
  char bytes[MOST];
  gsize length;
  GError *fault; /* or NULL; then what was read before it is of no account */
} Reading;

/* Reads up to MOST bytes by pieces of @piece; the reads of a dialogue, if it @takes_some, may give fewer. */
static void
read_pieces (Reading *reading, const char *path, gsize piece, gboolean takes_some)
{
  g_autoptr (TbkInput) input = NULL;
  gssize n = 1;

  g_clear_error (&reading->fault);
  reading->length = 0;
  input = tbk_input_open (path, &reading->fault);
  FUZZ_CHECK ((input == NULL) == (reading->fault != NULL));
  while (input != NULL && n > 0 && reading->length < MOST) {
    const gsize wanted = MIN (piece, MOST - reading->length);

    n = (takes_some ? tbk_input_read_some : tbk_input_read) (input, reading->bytes + reading->length, wanted,
                                                             &reading->fault);
    FUZZ_CHECK (n <= (gssize) wanted && (n < 0) == (reading->fault != NULL));
    reading->length += (gsize) MAX (n, 0);
  }
}

/* Where and why a library finds a fault may depend on how much it is given at once. */
static gboolean
is_same (const Reading *one, const Reading *other)
{
  if (one->fault != NULL || other->fault != NULL)
    return one->fault != NULL && other->fault != NULL && one->fault->code == other->fault->code;
  return one->length == other->length && memcmp (one->bytes, other->bytes, one->length) == 0;
}

/* Whether @twice holds what @once does, two times. */
static gboolean
is_double (const Reading *once, const Reading *twice)
{
  return twice->fault == NULL && twice->length == 2 * once->length
         && memcmp (twice->bytes, once->bytes, once->length) == 0
         && memcmp (twice->bytes + once->length, once->bytes, once->length) == 0;
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  static Reading whole, pieces;
  const guint choice = fuzz_choice (&data, &size);
  const char *path = fuzz_file (0, data, size);

  read_pieces (&whole, path, MOST, FALSE);
  if (whole.length == MOST)
    return 0; /* the fault, if there is one, may be behind that */
  read_pieces (&pieces, path, 1 + (choice >> 1) * 17, choice & 1);
  FUZZ_CHECK (is_same (&whole, &pieces));
  if (whole.fault == NULL && 2 * whole.length < MOST) {
    g_autoptr (GString) twice = g_string_new_len ((const char *) data, (gssize) size);

    g_string_append_len (twice, (const char *) data, (gssize) size);
    read_pieces (&pieces, fuzz_file (1, twice->str, twice->len), MOST, FALSE);
    FUZZ_CHECK (is_double (&whole, &pieces));
  }
  return 0;
}
