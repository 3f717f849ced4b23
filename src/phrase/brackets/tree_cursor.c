/* tree_cursor.c - trees one after the other, out of the batches of a reader. */
#include "phrase/brackets/tree_cursor.h"

#include "phrase/brackets/brackets.h"

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
  while (tbk_bracket_batch_next (cursor->batch, &cursor->tree)) {
    if (cursor->tree.problem != NULL || cursor->tree.n > 0)
      return TRUE;
    tbk_bracket_batch_count (cursor->batch);
  }
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

/* The line on which the tree of the batch that was parsed last ends. */
static gint64
find_last_line (const TreeCursor *cursor, const TbkBracketTree *tree)
{
  gint64 line = cursor->batch->line;

  for (const char *at = tree->text + tree->length - 1; *at != ')'; at--)
    line -= *at == '\n';
  return line;
}

static gboolean
fail_line (const TreeCursor *cursor, gint64 line, const char *found, GError **error)
{
  g_set_error (error, TBK_ERROR, TBK_ERROR_DATA,
               "%s:%" G_GINT64_FORMAT ": found %s, expected a tree a line, or none",
               tree_cursor_name (cursor), line, found);
  return FALSE;
}

/* Parses the next tree, which may have no words, if there is one. */
static gboolean
fill_pending (TreeCursor *cursor, GError **error)
{
  while (!cursor->is_pending && !cursor->has_ended) {
    cursor->is_pending = tbk_bracket_batch_next (cursor->batch, &cursor->pending);
    if (cursor->is_pending)
      break;
    const TbkReadStatus status = tbk_bracket_reader_next (cursor->reader, cursor->batch, error);

    if (status == TBK_READ_FAILED)
      return FALSE;
    cursor->has_ended = status == TBK_READ_END;
  }
  if (!cursor->is_pending)
    return TRUE;
  if (cursor->pending.line <= cursor->line)
    return fail_line (cursor, cursor->line, "a second tree", error);
  if (find_last_line (cursor, &cursor->pending) != cursor->pending.line)
    return fail_line (cursor, cursor->pending.line, "a tree that ends on another line", error);
  return TRUE;
}

gboolean
tree_cursor_advance_line (TreeCursor *cursor, GError **error)
{
  if (!fill_pending (cursor, error))
    return FALSE;
  cursor->line++;
  cursor->tree = (TbkBracketTree){ .line = cursor->line };
  if (cursor->is_pending) {
    if (cursor->pending.line == cursor->line) {
      cursor->tree = cursor->pending;
      cursor->is_pending = FALSE;
    }
    return TRUE;
  }
  cursor->is_at_end = cursor->line > reader_count_lines (cursor->reader);
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

TbkEntry
tree_cursor_entry (const TreeCursor *cursor)
{
  const TbkBracketTree *tree = &cursor->tree;

  return (TbkEntry){ .file = tree_cursor_name (cursor),
                     .line = tree->line,
                     .index = tree->index,
                     .id = tree->id,
                     .id_length = (gsize) tree->id_length,
                     .sentence = tree,
                     .n_words = tree->n };
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
