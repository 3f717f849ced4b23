/* text.c - texts as lists of pieces. */
#include "io/io.h"

#include <string.h>

#include "base/base.h"
#include "tbk/io.h"

/* Added bytes lie in one growing store, in the order of its pieces: such a piece needs no address, only its
 * size, and the store may move. */

typedef struct {
  const char *kept; /* NULL for a piece of the store */
  gsize size;
} Piece;

struct TbkText {
  Piece *pieces;
  gsize n_pieces, n_pieces_allocated;
  char *store;
  gsize n_stored, n_store_allocated;
  gsize length;
  gboolean is_beyond_memory; /* something was not appended */
};

TbkText *
tbk_text_new (void)
{
  return g_new0 (TbkText, 1);
}

void
tbk_text_free (TbkText *text)
{
  if (text == NULL)
    return;
  g_free (text->pieces);
  g_free (text->store);
  g_free (text);
}

void
tbk_text_clear (TbkText *text)
{
  text->n_pieces = text->n_stored = text->length = 0;
  text->is_beyond_memory = FALSE;
}

/* Makes room in the store for @size more bytes and a NUL. Once memory has run out it is not asked for again:
 * each refusal costs calls of the system, and the text can no longer be had. */
static gboolean
reserve (TbkText *text, gsize size)
{
  if (text->is_beyond_memory
      || !try_reserve (&text->store, &text->n_store_allocated, text->n_stored + size + 1, 1))
    text->is_beyond_memory = TRUE;
  return !text->is_beyond_memory;
}

/* Returns TRUE if a piece can go on where the one before it ends. */
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
  if (size == 0 || text->is_beyond_memory)
    return;
  if (text->n_pieces > 0 && follows (&text->pieces[text->n_pieces - 1], kept))
    text->pieces[text->n_pieces - 1].size += size;
  else if (try_reserve (&text->pieces, &text->n_pieces_allocated, text->n_pieces + 1, sizeof (Piece)))
    text->pieces[text->n_pieces++] = (Piece){ kept, size };
  else
    text->is_beyond_memory = TRUE;
  text->length += size;
}

void
tbk_text_add (TbkText *text, const char *bytes, gsize size)
{
  if (size == 0 || !reserve (text, size))
    return;
  memcpy (text->store + text->n_stored, bytes, size);
  text->n_stored += size;
  append (text, NULL, size);
}

/* A short piece is copied: its place in the list would be larger than itself. */
void
text_keep (TbkText *text, const char *bytes, gsize size)
{
  g_return_if_fail (bytes != NULL || size == 0);
  if (size >= sizeof (Piece) || (text->n_pieces > 0 && follows (&text->pieces[text->n_pieces - 1], bytes)))
    append (text, bytes, size);
  else
    tbk_text_add (text, bytes, size);
}

/* Formats what fits into the store, and returns the size of the whole. */
static gsize
format_into_store (TbkText *text, const char *format, va_list arguments)
{
  gsize room = text->n_store_allocated - text->n_stored;

  return (gsize) g_vsnprintf (room > 0 ? text->store + text->n_stored : NULL, (gulong) room, format,
                              arguments);
}

/* Formats straight into the store if there is room; else the size is known now, and it is
 * formatted a second time. */
void
tbk_text_printf (TbkText *text, const char *format, ...)
{
  va_list arguments;
  gsize size;

  va_start (arguments, format);
  size = format_into_store (text, format, arguments);
  va_end (arguments);
  if (size >= text->n_store_allocated - text->n_stored) {
    if (!reserve (text, size))
      return;
    va_start (arguments, format);
    format_into_store (text, format, arguments);
    va_end (arguments);
  }
  text->n_stored += size;
  append (text, NULL, size);
}

gsize
tbk_text_length (const TbkText *text)
{
  return text->length;
}

/* Cuts from the end, piece by piece: added bytes leave the store as well, in which they are the last ones. */
void
text_cut (TbkText *text, gsize length)
{
  while (text->length > length && text->n_pieces > 0) {
    Piece *last = &text->pieces[text->n_pieces - 1];
    const gsize size = MIN (last->size, text->length - length);

    if (last->kept == NULL)
      text->n_stored -= size;
    last->size -= size;
    text->length -= size;
    text->n_pieces -= last->size == 0;
  }
}

/* The bytes of @piece. @stored is how much of the store the pieces before it hold, and moves on. */
static const char *
piece_bytes (const TbkText *text, const Piece *piece, gsize *stored)
{
  const char *bytes = piece->kept;

  if (bytes == NULL) {
    bytes = text->store + *stored;
    *stored += piece->size;
  }
  return bytes;
}

static gboolean
fail (const TbkText *text, GError **error)
{
  return memory_fail (error, "a text of at least %" G_GSIZE_FORMAT " bytes", text->length);
}

/* Copies all of @text to @to. */
static void
copy (const TbkText *text, char *to)
{
  gsize stored = 0;

  for (gsize i = 0; i < text->n_pieces; i++) {
    const Piece *piece = &text->pieces[i];
    memcpy (to, piece_bytes (text, piece, &stored), piece->size);
    to += piece->size;
  }
}

void
text_append (TbkText *text, const TbkText *more)
{
  text->is_beyond_memory = text->is_beyond_memory || more->is_beyond_memory;
  if (more->length == 0 || !reserve (text, more->length))
    return;
  copy (more, text->store + text->n_stored);
  text->n_stored += more->length;
  append (text, NULL, more->length);
}

char *
tbk_text_dup (const TbkText *text, GError **error)
{
  char *bytes = text->is_beyond_memory ? NULL : g_try_malloc (text->length + 1);

  if (bytes == NULL) {
    fail (text, error);
    return NULL;
  }
  copy (text, bytes);
  bytes[text->length] = '\0';
  return bytes;
}

gboolean
output_pack_text (const TbkOutput *output, const TbkText *text, Packed *packed, GError **error)
{
  if (text->is_beyond_memory || !try_reserve (&packed->text, &packed->n_text_allocated, text->length, 1))
    return fail (text, error);
  copy (text, (char *) packed->text);
  return output_pack (output, packed, text->length, error);
}

/* As many pieces as one call takes are written together, without a copy. The first element of the array is
 * for the buffer of the output. */
gboolean
tbk_output_write_text (TbkOutput *output, const TbkText *text, GError **error)
{
  struct iovec pieces[1 + MOST_PIECES];
  gsize stored = 0;
  int n = 0;

  if (text->is_beyond_memory)
    return fail (text, error);
  for (gsize i = 0; i < text->n_pieces; i++) {
    const Piece *piece = &text->pieces[i];

    n++;
    pieces[n] = (struct iovec){ (char *) piece_bytes (text, piece, &stored), piece->size };
    if (n == MOST_PIECES || i + 1 == text->n_pieces) {
      if (!output_write_pieces (output, pieces, n, error))
        return FALSE;
      n = 0;
    }
  }
  return TRUE;
}
