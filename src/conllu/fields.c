/* fields.c - columns of words, all in one pass over the line. */
#include "conllu/fields.h"

#include "conllu/batch.h"

static const TbkColumn columns[N_FIELDS] = {
  [FIELD_FORM] = TBK_COLUMN_FORM, [FIELD_LEMMA] = TBK_COLUMN_LEMMA, [FIELD_UPOS] = TBK_COLUMN_UPOS,
  [FIELD_XPOS] = TBK_COLUMN_XPOS, [FIELD_FEATS] = TBK_COLUMN_FEATS, [FIELD_DEPREL] = TBK_COLUMN_DEPREL,
};

gboolean
fields_has (const TbkConlluSentence *sentence, Field field)
{
  return sentence->batch->source->columns.places[columns[field]] >= 0;
}

void
fields_read (const TbkConlluSentence *sentence, int word, TbkPiece pieces[N_FIELDS])
{
  const TbkConlluBatch *batch = sentence->batch;

  batch_find_fields (batch, sentence, word);
  for (Field field = 0; field < N_FIELDS; field++) {
    int k = batch->source->columns.places[columns[field]];
    pieces[field] = k < 0 ? (TbkPiece){ "_", 1 } : batch_field (batch, k);
  }
}

gint64
fields_line (const TbkConlluSentence *sentence, int word)
{
  return batch_word_line (sentence->batch, sentence, word);
}

gint64
fields_line_after (const TbkConlluSentence *sentence, int known, gint64 line, int word)
{
  return known > 0 ? batch_word_line_after (sentence->batch, known, line, word)
                   : fields_line (sentence, word);
}
