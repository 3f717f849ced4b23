/* taken_out.c - sentences without some words: the others hang on their nearest ancestors that are left. */
#include "corpus/taken_out.h"

#include "base/memory.h"
#include "tbk/lengths.h"

void
taken_out_clear (TakenOut *taken_out)
{
  g_free (taken_out->memory);
  *taken_out = (TakenOut){ 0 };
}

/* Makes room for @n words. Where none are taken out, all arrays but `words` stay unused. */
static gboolean
reserve (TakenOut *taken_out, int n, GError **error)
{
  int room = MAX (2 * taken_out->n_allocated, n + 1);

  if (n < taken_out->n_allocated)
    return TRUE;
  if (!TRY_RENEW (taken_out->memory, 3 * (gsize) room))
    return memory_fail (error, "a sentence of %d words", n);
  taken_out->n_allocated = room;
  taken_out->words = taken_out->memory;
  for (int word = 0; word < room; word++)
    taken_out->memory[word] = word;
  return TRUE;
}

gboolean
taken_out_set (TakenOut *taken_out, const TbkConlluSentence *sentence, const TbkVocabulary *upos,
               gboolean *is_found, GError **error)
{
  int n = sentence->n, *heads, *is_gone;

  if (!reserve (taken_out, n, error))
    return FALSE;
  taken_out->n = n;
  taken_out->heads = sentence->heads;
  if (upos == NULL)
    return TRUE;

  heads = taken_out->memory + taken_out->n_allocated;
  is_gone = heads + taken_out->n_allocated;
  for (int word = 1; word <= n; word++) {
    const TbkPiece field = tbk_conllu_sentence_field (sentence, word, TBK_COLUMN_UPOS);
    const int place = tbk_vocabulary_find (upos, field.bytes, field.size);

    is_gone[word] = place >= 0;
    if (place >= 0 && is_found != NULL)
      __atomic_store_n (&is_found[place], TRUE, __ATOMIC_RELAXED);
  }
  taken_out->n = tbk_heads_without (sentence->heads, n, is_gone, heads, taken_out->memory);
  taken_out->heads = heads;
  return TRUE;
}
