/* relabel.c - a sentence with another tree and other labels. */
#include "conllu/splice.h"
#include "tree/heads.h"

#include <string.h>

const char *
tbk_conllu_sentence_deprel (const TbkConlluSentence *sentence, int word, gsize *length)
{
  int column = sentence->batch->source->columns.deprel;
  const char **fields = sentence->batch->fields;

  g_return_val_if_fail (word >= 1 && word <= sentence->n, NULL);
  *length = 0;
  if (column < 0)
    return "";
  batch_find_fields (sentence->batch, sentence, word);
  *length = (gsize) (fields[column + 1] - 1 - fields[column]);
  return fields[column];
}

static void
write_word (Splice *splice, const TbkConlluSentence *sentence, int word, int head, const TbkString *label)
{
  const Columns *columns = &sentence->batch->source->columns;
  const char **fields = sentence->batch->fields;

  batch_find_fields (sentence->batch, sentence, word);
  for (int k = 0; k < columns->n; k++) {
    const char *start = fields[k], *end = fields[k + 1] - 1;

    if (k == columns->head && head != sentence->heads[word]) {
      splice_replace (splice, start, end);
      tbk_text_printf (splice->text, "%d", head);
    } else if (k == columns->deprel) {
      splice_replace (splice, start, end);
      tbk_text_add (splice->text, label->bytes, label->length);
    }
  }
}

void
tbk_conllu_sentence_write_labelled (const TbkConlluSentence *sentence, const int *heads,
                                    const TbkString *labels, TbkText *text)
{
  Splice splice = { text, sentence->text };

  g_return_if_fail (!sentence->has_marks && heads_are_in_range (heads, sentence->n));
  for (int word = 1; word <= sentence->n; word++)
    write_word (&splice, sentence, word, heads[word], &labels[word]);
  splice_end (&splice, sentence);
}
