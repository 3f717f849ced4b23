/* tree_cursor.h - the trees in brackets of a file, one after the other; the first that is not well formed is
 * an error. */
#ifndef PHRASE_BRACKETS_TREE_CURSOR_H
#define PHRASE_BRACKETS_TREE_CURSOR_H

#include "tbk/brackets.h"

typedef struct {
  TbkBracketReader *reader;
  TbkBracketBatch *batch;
  TbkBracketTree tree; /* the last; it is good until the next */
  gboolean is_at_end;
  gint64 line;                    /* by lines: that in hand */
  TbkBracketTree pending;         /* by lines: the first tree that is not taken, if `is_pending` */
  gboolean is_pending, has_ended; /* by lines: there is no tree behind `pending` to be read */
} TreeCursor;

/* @options: (nullable): NULL for TBK_BRACKETS_DEFAULT */
gboolean tree_cursor_open (TreeCursor *cursor, const char *path, const TbkBracketOptions *options,
                           GError **error);

/* Sets `tree` to the next one that has words or is not well formed, or `is_at_end`; and tells whether it is
 * well formed (TBK_ERROR_DATA). */
gboolean tree_cursor_advance (TreeCursor *cursor, GError **error);
gboolean tree_cursor_check (const TreeCursor *cursor, GError **error);

/* Counts what rules leave out of `tree`, which has no problem and is made use of. To be called before the
 * next. */
static inline void
tree_cursor_count (const TreeCursor *cursor)
{
  tbk_bracket_batch_count (cursor->batch);
}

/* Goes to the next line, which must have one tree, that ends there, or none (TBK_ERROR_DATA): then `tree` is
 * one without words. A cursor goes by lines from the beginning or not at all. */
gboolean tree_cursor_advance_line (TreeCursor *cursor, GError **error);

/* Sets `tree` to the next one that has words, which must be well formed, or `is_at_end`. */
gboolean tree_cursor_next (TreeCursor *cursor, GError **error);

/* The word of `tree` at node *@i or the first after it; *@i becomes the node behind. */
static inline const TbkBracketNode *
tree_cursor_word (const TreeCursor *cursor, int *i)
{
  while (cursor->tree.nodes[*i].form == NULL)
    (*i)++;
  return &cursor->tree.nodes[(*i)++];
}

/* The tree, which is well formed, as a selector takes it (tbk/selection.h). */
TbkEntry tree_cursor_entry (const TreeCursor *cursor);

/* The name of the file, for messages. */
const char *tree_cursor_name (const TreeCursor *cursor);

void tree_cursor_clear (TreeCursor *cursor);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (TreeCursor, tree_cursor_clear)

#endif
