/* trainer_evaluate.c - the development set, parsed with what is learned so far. */
#include <string.h>

#include "parser/decoder.h"
#include "parser/trainer.h"

enum { GROUP_SENTENCES = 64 };

static gboolean
is_called (const TbkModel *model, int relation, TbkPiece name)
{
  return relation >= 0
         && piece_equals (
             name, (TbkPiece){ model->relations[relation].name, strlen (model->relations[relation].name) });
}

/* Tells the decoder which sentences come next, where a group of them begins. */
static gboolean
begin_group (const Trainer *trainer, Decoder *decoder, guint first, GError **error)
{
  const Words *group[GROUP_SENTENCES];
  int n = (int) MIN (trainer->dev.sentences->len - first, GROUP_SENTENCES);

  if (first % GROUP_SENTENCES != 0)
    return TRUE;
  for (int i = 0; i < n; i++)
    group[i] = &treebank_at (&trainer->dev, (int) first + i)->words;
  return decoder_expect (decoder, group, n, error);
}

gboolean
trainer_evaluate (Trainer *trainer, GError **error)
{
  TbkEpoch *found = &trainer->found;
  Decoder decoder;
  gboolean done = TRUE;

  decoder_init (&decoder, trainer->model, NULL);
  found->dev_words = found->dev_heads = found->dev_both = 0;
  for (guint i = 0; done && i < trainer->dev.sentences->len; i++) {
    const Sentence *sentence = treebank_at (&trainer->dev, (int) i);
    done = begin_group (trainer, &decoder, i, error) && decoder_run (&decoder, &sentence->words, error);
    found->dev_words += sentence->words.n;
    for (int word = 1; done && word <= sentence->words.n; word++) {
      gboolean is_head = decoder.heads[word] == sentence->heads[word];
      found->dev_heads += is_head;
      found->dev_both +=
          is_head && is_called (trainer->model, sentence->relations[word], decoder.deprels[word]);
    }
  }
  decoder_clear (&decoder);
  return done;
}
