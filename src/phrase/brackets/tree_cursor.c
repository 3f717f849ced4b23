/* tree_cursor.c - trees one after the other, out of the batches of a reader. */
#include "phrase/brackets/tree_cursor.h"

gboolean
tree_cursor_open (TreeCursor *cursor, const char *path, const TbkBracketOptions *options, GError **error)
{
  *cursor = (TreeCursor){ .batch = tbk_bracket_batch_new () };
  cursor->reader = tbk_bracket_reader_open (path, options, error);
  return cursor->reader != NULL;
}

/* Goes to the next tree of the batch, FALSE at its end. */
static gboolean
next_of_batch (TreeCursor *cursor)
{
  while (tbk_bracket_batch_next (cursor->batch, &cursor->tree))
    if (cursor->tree.problem != NULL || cursor->tree.n > 0)
      return TRUE;
  return FALSE;
}

gboolean
tree_cursor_advance (TreeCursor *cursor, GError **error)
{
  while (!next_of_batch (cursor)) {
    const TbkReadStatus status = tbk_bracket_reader_next (cursor->reader, cursor->batch, error);

    if (status == TBK_READ_BATCH)
      continue;
    cursor->is_at_end = TRUE;
    return status == TBK_READ_END;
  }
  return TRUE;
}

gboolean
tree_cursor_check (const TreeCursor *cursor, GError **error)
{
  if (cursor->tree.problem == NULL)
    return TRUE;
  g_propagate_error (error, g_error_copy (cursor->tree.problem));
  return FALSE;
}

gboolean
tree_cursor_next (TreeCursor *cursor, GError **error)
{
  return tree_cursor_advance (cursor, error) && (cursor->is_at_end || tree_cursor_check (cursor, error));
}

const char *
tree_cursor_name (const TreeCursor *cursor)
{
  return tbk_input_name (tbk_bracket_reader_input (cursor->reader));
}

void
tree_cursor_clear (TreeCursor *cursor)
{
  tbk_bracket_reader_close (cursor->reader);
  g_clear_pointer (&cursor->batch, tbk_bracket_batch_free);
  cursor->reader = NULL;
}
