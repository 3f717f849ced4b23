/* cursor.h - the sentences of a file, one after the other; the first that is not well formed is an error. */
#ifndef CONLLU_CURSOR_H
#define CONLLU_CURSOR_H

#include "tbk/conllu.h"
#include "tbk/selection.h"

typedef struct {
  TbkConlluReader *reader;
  TbkConlluBatch *batch;
  TbkConlluSentence sentence; /* the last; it is good until the next */
  gboolean is_at_end;
} Cursor;

gboolean cursor_open (Cursor *cursor, const char *path, GError **error);

/* Sets `sentence` to the next one that has words, or `is_at_end`. */
gboolean cursor_next (Cursor *cursor, GError **error);

/* Whether @selector takes the sentence, as by tbk_selector_take(). */
gboolean cursor_is_selected (const Cursor *cursor, TbkSelector *selector, gboolean *is_selected,
                             GError **error);

/* The name of the file, for messages. */
const char *cursor_name (const Cursor *cursor);

/* Whether there are the columns that parsers and scores need. */
gboolean cursor_check_columns (const Cursor *cursor, GError **error);

void cursor_clear (Cursor *cursor);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Cursor, cursor_clear)

#endif
