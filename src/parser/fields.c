/* fields.c - columns of words, found by name, and sentences with new heads and relations. */
#include "parser/fields.h"

#include <string.h>

#include "conllu/splice.h"

const char *const field_names[] = { "FORM", "LEMMA", "UPOS", "XPOS", "FEATS", "DEPREL", NULL };

/* Where the columns of CoNLL-U are. */
static const int standard_places[N_FIELDS] = { 1, 2, 3, 4, 5, 7 };

static int
place_of (const Columns *columns, Field field)
{
  if (columns->names == NULL)
    return standard_places[field];
  for (int k = 0; k < columns->n; k++)
    if (strcmp (columns->names[k], field_names[field]) == 0)
      return k;
  return -1;
}

gboolean
fields_has (const TbkConlluSentence *sentence, Field field)
{
  return place_of (&sentence->batch->source->columns, field) >= 0;
}

void
fields_read (const TbkConlluSentence *sentence, int word, Piece pieces[N_FIELDS])
{
  const TbkConlluBatch *batch = sentence->batch;

  batch_find_fields (batch, sentence, word);
  for (Field field = 0; field < N_FIELDS; field++) {
    int k = place_of (&batch->source->columns, field);
    pieces[field] = k < 0 ? (Piece){ "_", 1 }
                          : (Piece){ batch->fields[k], (int) (batch->fields[k + 1] - 1 - batch->fields[k]) };
  }
}

gint64
fields_line (const TbkConlluSentence *sentence, int word)
{
  return batch_word_line (sentence->batch, sentence, word);
}

void
fields_write (const TbkConlluSentence *sentence, const int *heads, const Piece *deprels, TbkText *text)
{
  const TbkConlluBatch *batch = sentence->batch;
  const Columns *columns = &batch->source->columns;
  Splice splice = { text, sentence->text };

  for (int word = 1; word <= sentence->n; word++) {
    batch_find_fields (batch, sentence, word);
    for (int k = 0; k < columns->n; k++) {
      if (k != columns->head && k != columns->deprel)
        continue;
      splice_replace (&splice, batch->fields[k], batch->fields[k + 1] - 1);
      if (k == columns->head)
        tbk_text_printf (text, "%d", heads[word]);
      else
        tbk_text_add (text, deprels[word].start, (gsize) deprels[word].length);
    }
  }
  splice_end (&splice, sentence);
}
