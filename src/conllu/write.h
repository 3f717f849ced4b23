/* write.h - a sentence with the tree that a parser found. */
#ifndef CONLLU_WRITE_H
#define CONLLU_WRITE_H

#include "tbk/conllu.h"

/* By how much a parser was surer of an arc than of other steps. */
typedef struct {
  gboolean is_known;
  gint64 margin;
} ArcMargin;

typedef struct {
  const int *heads;         /* as for tbk_conllu_sentence_write_arcs() */
  const TbkPiece *deprels;  /* as there */
  gboolean has_margins;     /* MISC gets Margin=, or loses it where none is known */
  const ArcMargin *margins; /* of the words, from 1 */
  /* (nullable): lines without their "#": it is one of several versions of the sentence, `n_before` of which were
   * written before */
  const char *const *comments;
  int n_before;
} ParsedTree;

void write_parse (const TbkConlluSentence *sentence, const ParsedTree *tree, TbkText *text);

#endif
