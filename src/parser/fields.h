/* fields.h - the columns of a word that parsers read, and a sentence written with other heads and relations.
 *
 * Cost      O(length of the line) a word.
 */
#ifndef PARSER_FIELDS_H
#define PARSER_FIELDS_H

#include "tbk/conllu.h"

typedef enum { FIELD_FORM, FIELD_LEMMA, FIELD_UPOS, FIELD_XPOS, FIELD_FEATS, FIELD_DEPREL, N_FIELDS } Field;

/* Bytes of the sentence, not NUL-terminated. */
typedef struct {
  const char *start;
  int length;
} Piece;

static inline gboolean
piece_equals (Piece a, Piece b)
{
  return a.length == b.length && memcmp (a.start, b.start, (gsize) a.length) == 0;
}

/* The names of the columns: "FORM"; NULL after the last. */
extern const char *const field_names[];

/* Whether the file of @sentence has the column. */
gboolean fields_has (const TbkConlluSentence *sentence, Field field);

/* Reads the columns of @word, from 1; those that the file has not are "_". */
void fields_read (const TbkConlluSentence *sentence, int word, Piece pieces[N_FIELDS]);

/* The number of the line of @word. */
gint64 fields_line (const TbkConlluSentence *sentence, int word);

/* Appends @sentence with HEAD and DEPREL of every word replaced; @deprels are indexed by words from 1. */
void fields_write (const TbkConlluSentence *sentence, const int *heads, const Piece *deprels, TbkText *text);

#endif
