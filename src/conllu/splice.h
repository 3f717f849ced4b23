/* splice.h - a copy of a sentence with some of its bytes replaced. */
#ifndef CONLLU_SPLICE_H
#define CONLLU_SPLICE_H

#include "conllu/batch.h"

typedef struct {
  TbkText *text;
  const char *next; /* what is before it is appended */
} Splice;

/* Appends what is before @start and passes over the bytes from there to @end, in whose place the caller
 * then appends others. */
static inline void
splice_replace (Splice *splice, const char *start, const char *end)
{
  tbk_text_keep (splice->text, splice->next, (gsize) (start - splice->next));
  splice->next = end;
}

/* Appends the rest of the sentence. */
static inline void
splice_end (Splice *splice, const TbkConlluSentence *sentence)
{
  const char *end = sentence->text + sentence->length;
  splice_replace (splice, end, end);
}

#endif
