/* counted.c - the words of sentences that count: those that are left of the tree, and of them those that are asked for.
 *
 * If none is taken out words_before[w] is w, and heads are those of the sentence.
 */
#include "corpus/corpus.h"
#include "query/query.h"
#include "tree/tree.h"

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
  room_clear (&counted->room);
  *counted = (CountedWords){ 0 };
}

/* Makes room for @n words. */
static gboolean
reserve (CountedWords *counted, int n, GError **error)
{
  const gsize n_before = counted->room.n;

  if (!ROOM_RESERVE (&counted->room, n + 1, ARRAY (counted->words_before), ARRAY (counted->left_heads),
                     ARRAY (counted->is_gone), ARRAY (counted->is_found)))
    return memory_fail (error, "a sentence of %d words", n);
  for (gsize word = n_before; word < counted->room.n; word++)
    counted->words_before[word] = (int) word;
  return TRUE;
}

/* Takes the words out that meet `without`. */
static gboolean
take_out (CountedWords *counted, const TbkConlluSentence *sentence, GError **error)
{
  query_note (counted->without, counted->facts);
  if (!tbk_query_find (counted->without, counted->facts, counted->is_gone, NULL, error))
    return FALSE;
  counted->n = tbk_heads_without (sentence->heads, sentence->n, counted->is_gone, counted->left_heads,
                                  counted->words_before);
  counted->heads = counted->left_heads;
  facts_set_tree (counted->facts, counted->heads, counted->n, counted->words_before);
  return TRUE;
}

gboolean
counted_words_set (CountedWords *counted, const TbkEntry *entry, GError **error)
{
  const TbkConlluSentence *sentence = entry->sentence;

  if (!reserve (counted, sentence->n, error))
    return FALSE;
  counted->n = sentence->n;
  counted->heads = sentence->heads;
  tbk_facts_set (counted->facts, entry);
  if (counted->without != NULL && !take_out (counted, sentence, error))
    return FALSE;
  if (counted->words == NULL)
    return TRUE;
  counted->counts = counted->is_found;
  query_note (counted->words, counted->facts);
  return tbk_query_find (counted->words, counted->facts, counted->is_found, NULL, error);
}
