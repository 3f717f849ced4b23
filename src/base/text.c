/* text.c - a text as a list of pieces.
 *
 * What is added lies in one growing store, in the order of its pieces: such a piece needs no address,
 * only its size, and the store may move.
 */
#include "tbk/text.h"

#include <string.h>

#include "base/output.h"

typedef struct {
  const char *kept; /* NULL for a piece of the store */
  gsize size;
} Piece;

struct TbkText {
  GArray *pieces;
  GString *store;
  gsize length;
};

TbkText *
tbk_text_new (void)
{
  TbkText *text = g_new (TbkText, 1);

  text->pieces = g_array_new (FALSE, FALSE, sizeof (Piece));
  text->store = g_string_new (NULL);
  text->length = 0;
  return text;
}

void
tbk_text_free (TbkText *text)
{
  if (text == NULL)
    return;
  g_array_unref (text->pieces);
  g_string_free (text->store, TRUE);
  g_free (text);
}

void
tbk_text_clear (TbkText *text)
{
  g_array_set_size (text->pieces, 0);
  g_string_truncate (text->store, 0);
  text->length = 0;
}

/* Whether a piece can go on where the one before it ends. */
static gboolean
follows (const Piece *before, const char *kept)
{
  if (before->kept == NULL || kept == NULL)
    return before->kept == kept;
  return before->kept + before->size == kept;
}

/* Appends a kept piece, or for NULL the @size bytes that were just put into the store. */
static void
append (TbkText *text, const char *kept, gsize size)
{
  guint n = text->pieces->len;
  Piece *last = n > 0 ? &g_array_index (text->pieces, Piece, n - 1) : NULL;
  Piece piece = { kept, size };

  if (size == 0)
    return;
  text->length += size;
  if (last != NULL && follows (last, kept))
    last->size += size;
  else
    g_array_append_val (text->pieces, piece);
}

void
tbk_text_keep (TbkText *text, const char *bytes, gsize size)
{
  g_return_if_fail (bytes != NULL || size == 0);
  append (text, bytes, size);
}

void
tbk_text_add (TbkText *text, const char *bytes, gsize size)
{
  g_string_append_len (text->store, bytes, (gssize) size);
  append (text, NULL, size);
}

void
tbk_text_printf (TbkText *text, const char *format, ...)
{
  gsize before = text->store->len;
  va_list arguments;

  va_start (arguments, format);
  g_string_append_vprintf (text->store, format, arguments);
  va_end (arguments);
  append (text, NULL, text->store->len - before);
}

gsize
tbk_text_length (const TbkText *text)
{
  return text->length;
}

/* The bytes of @piece. @stored is how much of the store the pieces before it hold, and moves on. */
static const char *
piece_bytes (const TbkText *text, const Piece *piece, gsize *stored)
{
  const char *bytes = piece->kept;

  if (bytes == NULL) {
    bytes = text->store->str + *stored;
    *stored += piece->size;
  }
  return bytes;
}

char *
tbk_text_dup (const TbkText *text)
{
  char *copy = g_malloc (text->length + 1);
  char *end = copy;
  gsize stored = 0;

  for (guint i = 0; i < text->pieces->len; i++) {
    const Piece *piece = &g_array_index (text->pieces, Piece, i);
    memcpy (end, piece_bytes (text, piece, &stored), piece->size);
    end += piece->size;
  }
  *end = '\0';
  return copy;
}

gboolean
tbk_output_write_text (TbkOutput *output, const TbkText *text, GError **error)
{
  struct iovec pieces[1 + MOST_PIECES];
  gsize stored = 0;
  int n = 0;

  for (guint i = 0; i < text->pieces->len; i++) {
    const Piece *piece = &g_array_index (text->pieces, Piece, i);

    n++;
    pieces[n] = (struct iovec){ (char *) piece_bytes (text, piece, &stored), piece->size };
    if (n == MOST_PIECES || i + 1 == text->pieces->len) {
      if (!output_write_pieces (output, pieces, n, error))
        return FALSE;
      n = 0;
    }
  }
  return TRUE;
}
