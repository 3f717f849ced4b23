/* counted.c - the words of sentences that count: those that are left of the tree, and of them those that are asked for.
 *
 * `memory` has four arrays of n_allocated integers: words, the numbers in the file of the words that are left; heads; which
 * words are gone; and which count. If none is taken out words[w] is w, and heads are those of the sentence.
 */
#include "corpus/corpus.h"

#include "base/base.h"
#include "tbk/tree.h"

void
counted_words_init (CountedWords *counted, const TbkProjectivizeOptions *projectivize, TbkQuery *without,
                    TbkQuery *words)
{
  *counted = (CountedWords){ .without = without,
                             .words = words,
                             .facts = tbk_facts_new (TBK_TREES_DEPENDENCIES, projectivize) };
}

void
counted_words_clear (CountedWords *counted)
{
  tbk_facts_free (counted->facts);
  g_free (counted->memory);
  *counted = (CountedWords){ 0 };
}

/* Makes room for @n words. */
static gboolean
reserve (CountedWords *counted, int n, GError **error)
{
  const int room = MAX (2 * counted->n_allocated, n + 1);

  if (n < counted->n_allocated)
    return TRUE;
  if (!TRY_RENEW (counted->memory, 4 * (gsize) room))
    return memory_fail (error, "a sentence of %d words", n);
  counted->n_allocated = room;
  counted->words_before = counted->memory;
  for (int word = 0; word < room; word++)
    counted->memory[word] = word;
  return TRUE;
}

/* Takes the words out that meet `without`. */
static gboolean
take_out (CountedWords *counted, const TbkConlluSentence *sentence, GError **error)
{
  int *heads = counted->memory + counted->n_allocated, *is_gone = heads + counted->n_allocated;

  tbk_query_note (counted->without, counted->facts);
  if (!tbk_query_find (counted->without, counted->facts, is_gone, NULL, error))
    return FALSE;
  counted->n = tbk_heads_without (sentence->heads, sentence->n, is_gone, heads, counted->memory);
  counted->heads = heads;
  tbk_facts_set_tree (counted->facts, heads, counted->n, counted->memory);
  return TRUE;
}

gboolean
counted_words_set (CountedWords *counted, const TbkEntry *entry, GError **error)
{
  const TbkConlluSentence *sentence = entry->sentence;
  gboolean *counts;

  if (!reserve (counted, sentence->n, error))
    return FALSE;
  counted->n = sentence->n;
  counted->heads = sentence->heads;
  tbk_facts_set (counted->facts, entry);
  if (counted->without != NULL && !take_out (counted, sentence, error))
    return FALSE;
  if (counted->words == NULL)
    return TRUE;
  counts = counted->memory + 3 * (gsize) counted->n_allocated;
  counted->counts = counts;
  tbk_query_note (counted->words, counted->facts);
  return tbk_query_find (counted->words, counted->facts, counts, NULL, error);
}
