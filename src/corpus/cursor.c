/* cursor.c - the entries of a file of any format, one after the other. */
#include "tbk/format.h"

gboolean
tbk_cursor_open (TbkCursor *cursor, const TbkFormat *format, const char *path,
                 const TbkReaderOptions *options, GError **error)
{
  static const TbkReaderOptions defaults = { 0 };

  *cursor = (TbkCursor){ .format = format, .batch = format->batch_new () };
  cursor->reader = format->reader_open (path, options != NULL ? options : &defaults, error);
  return cursor->reader != NULL;
}

void
tbk_cursor_close (TbkCursor *cursor)
{
  if (cursor->format == NULL)
    return;
  cursor->format->reader_close (cursor->reader);
  cursor->format->batch_free (cursor->batch);
  *cursor = (TbkCursor){ .format = NULL };
}

gboolean
tbk_cursor_next (TbkCursor *cursor, GError **error)
{
  const TbkFormat *format = cursor->format;

  while (!format->next (cursor->batch, &cursor->entry)) {
    const TbkReadStatus status = format->read (cursor->reader, cursor->batch, error);

    cursor->is_at_end = status == TBK_READ_END;
    if (status != TBK_READ_BATCH)
      return cursor->is_at_end;
    if (format->finish != NULL && !format->finish (cursor->batch, error))
      return FALSE;
  }
  return TRUE;
}

gboolean
tbk_cursor_next_sentence (TbkCursor *cursor, GError **error)
{
  while (tbk_cursor_next (cursor, error)) {
    if (cursor->is_at_end || cursor->entry.problem != NULL || cursor->entry.n_words > 0)
      return TRUE;
    tbk_cursor_count (cursor);
  }
  return FALSE;
}

gboolean
tbk_cursor_check (const TbkCursor *cursor, GError **error)
{
  if (cursor->entry.problem == NULL)
    return TRUE;
  g_propagate_error (error, g_error_copy (cursor->entry.problem));
  return FALSE;
}

void
tbk_cursor_count (const TbkCursor *cursor)
{
  if (cursor->format->count != NULL)
    cursor->format->count (cursor->batch);
}

const char *
tbk_cursor_name (const TbkCursor *cursor)
{
  return tbk_input_name (cursor->format->reader_input (cursor->reader));
}
