/* cursor.h - the sentences of a file, one after the other; the first that is not well formed is an error. */
#ifndef CONLLU_CURSOR_H
#define CONLLU_CURSOR_H

#include "tbk/conllu.h"

typedef struct {
  TbkConlluReader *reader;
  TbkConlluBatch *batch;
  TbkConlluSentence sentence; /* the last; it is good until the next */
  gboolean is_at_end;
  gboolean is_bad; /* it is not well formed; the next may be read nevertheless */
} Cursor;

/* @columns: (nullable): of the file; NULL: as it is found */
gboolean cursor_open (Cursor *cursor, const char *path, const TbkConlluColumns *columns, GError **error);

/* Sets `sentence` to the next one that has words, or `is_at_end`. */
gboolean cursor_next (Cursor *cursor, GError **error);

/* The sentence as a selector takes it (tbk/selection.h). */
TbkEntry cursor_entry (const Cursor *cursor);

/* The name of the file, for messages. */
const char *cursor_name (const Cursor *cursor);

/* Whether there are the columns that parsers and scores need. */
gboolean cursor_check_columns (const Cursor *cursor, GError **error);

void cursor_clear (Cursor *cursor);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Cursor, cursor_clear)

#endif
