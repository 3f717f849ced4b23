/* cursor.c - the entries of a file of any format, one after the other; and what errors say of an entry.
 *
 * A format reads a file in batches: some whole sentences. A cursor has one batch, gives its
 * entries one by one, and reads the next when it is used up. The loop of a run (corpus.c) does the same
 * with many batches and threads; a cursor is for those who go through a file by themselves, such as a
 * training or a comparison of files side by side. An entry is valid until the cursor moves.
 */
#include "base/base.h"
#include "conllu/conllu.h"
#include "tbk/conllu.h"
#include "tbk/corpus.h"

/* On failure the cursor still has its batch: tbk_cursor_close() is due in any case. */
gboolean
tbk_cursor_open (TbkCursor *cursor, const TbkFormat *format, const char *path,
                 const TbkReaderOptions *options, GError **error)
{
  static const TbkReaderOptions defaults = { 0 };

  *cursor = (TbkCursor){ .format = format, .batch = format->batch_new () };
  cursor->reader = format->reader_open (path, options != NULL ? options : &defaults, error);
  return cursor->reader != NULL;
}

/* A cursor that was never opened, all zeros, may be closed too; so may one that is closed. */
void
tbk_cursor_close (TbkCursor *cursor)
{
  if (cursor->format == NULL)
    return;
  cursor->format->reader_close (cursor->reader);
  cursor->format->batch_free (cursor->batch);
  *cursor = (TbkCursor){ .format = NULL };
}

/* The batch is empty at first, so that the first call reads. A batch may have no entry (comments
 * alone), hence the loop. At the end of the file the result is TRUE with is_at_end, FALSE is failure. */
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

/* Passes over entries without words, such as comments between sentences, and counts them. An entry
 * that is malformed is not passed over: the caller decides what becomes of it. */
gboolean
tbk_cursor_next_sentence (TbkCursor *cursor, GError **error)
{
  while (tbk_cursor_next (cursor, error)) {
    if (cursor->is_at_end || cursor->entry.problem != NULL || cursor->entry.n_words > 0)
      return TRUE;
    cursor_count (cursor);
  }
  return FALSE;
}

gboolean
cursor_check (const TbkCursor *cursor, GError **error)
{
  if (cursor->entry.problem == NULL)
    return TRUE;
  g_propagate_error (error, g_error_copy (cursor->entry.problem));
  return FALSE;
}

void
cursor_count (const TbkCursor *cursor)
{
  if (cursor->format->count != NULL)
    cursor->format->count (cursor->batch);
}

const char *
cursor_name (const TbkCursor *cursor)
{
  return tbk_input_name (cursor->format->reader_input (cursor->reader));
}

gboolean
tbk_entry_fail (const TbkEntry *entry, GError **error)
{
  g_prefix_error (error, "%s:%" G_GINT64_FORMAT ": ", entry->file, entry->line);
  if (error != NULL && entry->id != NULL)
    fail_name_sentence (*error, entry->id, entry->id_length);
  return FALSE;
}
