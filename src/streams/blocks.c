/* blocks.c - an input read in blocks. */
#include "streams/blocks.h"

#include <string.h>

#include "base/memory.h"
#include "streams/kinds.h"

#define BLOCK_SIZE ((gsize) 256 << 10)

gboolean
block_reader_open (BlockReader *reader, const char *path, const char *unit, GError **error)
{
  *reader = (BlockReader){ .input = tbk_input_open (path, error), .unit = unit };
  return reader->input != NULL;
}

void
block_reader_close (BlockReader *reader)
{
  tbk_input_close (reader->input);
  g_free (reader->rest);
}

static gboolean
reserve (const BlockReader *reader, char **bytes, gsize *n_allocated, gsize size, GError **error)
{
  return try_reserve (bytes, n_allocated, MAX (size, 1), 1)
         || memory_fail (error, "%" G_GSIZE_FORMAT " bytes of %s", size, tbk_input_name (reader->input));
}

gboolean
block_begin (BlockReader *reader, Block *block, GError **error)
{
  if (!reserve (reader, &block->bytes, &block->n_allocated, reader->rest_length, error))
    return FALSE;
  if (reader->rest_length > 0)
    memcpy (block->bytes, reader->rest, reader->rest_length);
  block->length = reader->rest_length;
  reader->rest_length = 0;
  return TRUE;
}

gboolean
block_extend (BlockReader *reader, Block *block, gint64 line, GError **error)
{
  gsize size = BLOCK_SIZE;
  gboolean is_beginning;
  gssize n_read;

  if (reader->is_at_end)
    return TRUE;
  while (size <= block->length)
    size *= 2;
  if (size > BLOCK_MAX_SIZE) {
    g_set_error (error, TBK_ERROR, TBK_ERROR_DATA,
                 "%s:%" G_GINT64_FORMAT ": found no end of %s in %" G_GSIZE_FORMAT
                 " bytes, expected one sooner",
                 tbk_input_name (reader->input), line, reader->unit, block->length);
    return FALSE;
  }
  if (!reserve (reader, &block->bytes, &block->n_allocated, size, error))
    return FALSE;
  n_read = tbk_input_read (reader->input, block->bytes + block->length, size - block->length, error);
  if (n_read < 0)
    return FALSE;
  is_beginning = !reader->is_begun;
  reader->is_begun = TRUE;
  block->length += (gsize) n_read;
  reader->is_at_end = block->length < size;
  return !is_beginning
         || kinds_check (reader->input, tbk_input_name (reader->input), block->bytes, block->length, error);
}

gboolean
block_end (BlockReader *reader, Block *block, gsize cut, GError **error)
{
  const gsize length = block->length - cut;

  if (!reserve (reader, &reader->rest, &reader->rest_allocated, length, error))
    return FALSE;
  memcpy (reader->rest, block->bytes + cut, length);
  reader->rest_length = length;
  block->length = cut;
  return TRUE;
}
