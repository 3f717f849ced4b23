/* drawn.h - sentences of CoNLL-U as they are drawn. */
#ifndef CORPUS_DRAWN_H
#define CORPUS_DRAWN_H

#include "tbk/conllu.h"
#include "tbk/draw.h"

typedef struct {
  TbkDrawnRow *rows;
  gsize n_rows_allocated;
  TbkPiece *relations; /* by word */
  int n_relations_allocated;
} Drawn;

/* Makes @sentence what is to be drawn of @from: its rows, text and heads. They are good until the next call,
 * and as long as the sentence is. */
gboolean drawn_set (Drawn *drawn, const TbkConlluSentence *from, TbkDrawnSentence *sentence, GError **error);
void drawn_clear (Drawn *drawn);

/* Makes @from what is drawn beside @sentence: the same words in another annotation. @name is what it is
 * called. */
gboolean drawn_set_against (Drawn *drawn, const TbkConlluSentence *from, const char *name,
                            TbkDrawnSentence *sentence, GError **error);

/* What titles call the file at @path: the end of the path, which is enough for readers. */
const char *drawn_file (const char *path);

#endif
