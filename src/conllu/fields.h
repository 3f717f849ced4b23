/* fields.h - the columns of a word that parsers read.
 *
 * Cost      O(length of the line) a word.
 */
#ifndef CONLLU_FIELDS_H
#define CONLLU_FIELDS_H

#include <string.h>

#include "tbk/conllu.h"

typedef enum { FIELD_FORM, FIELD_LEMMA, FIELD_UPOS, FIELD_XPOS, FIELD_FEATS, FIELD_DEPREL, N_FIELDS } Field;

static inline gboolean
piece_equals (TbkPiece a, TbkPiece b)
{
  return a.size == b.size && memcmp (a.bytes, b.bytes, a.size) == 0;
}

/* Whether the file of @sentence has the column. */
gboolean fields_has (const TbkConlluSentence *sentence, Field field);

/* Reads the columns of @word, from 1; those that the file has not are "_". */
void fields_read (const TbkConlluSentence *sentence, int word, TbkPiece pieces[N_FIELDS]);

/* The number of the line of @word. Cost: linear in the bytes of the sentence before it. */
gint64 fields_line (const TbkConlluSentence *sentence, int word);

/* The same where that of a word before it, @known, is @line: for those who ask for one word after the other. @known is 0 for the
 * first of them. */
gint64 fields_line_after (const TbkConlluSentence *sentence, int known, gint64 line, int word);

#endif
