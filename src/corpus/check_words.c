/* check_words.c - the words of a sentence, as its check needs them and as lines tell of them. */
#include "corpus/check_words.h"

#include <string.h>

#include "base/memory.h"

void
check_words_clear (CheckWords *words)
{
  g_free (words->words);
  g_free (words->places);
}

gboolean
check_words_read (CheckWords *words, const TbkConlluSentence *sentence, GError **error)
{
  const gsize n = (gsize) sentence->n + 1;
  const char *position = NULL;
  TbkConlluLine line;

  words->sentence = sentence;
  if (!try_reserve (&words->words, &words->n_words_allocated, n, sizeof (*words->words))
      || !try_reserve (&words->places, &words->n_places_allocated, n, sizeof (*words->places)))
    return memory_fail (error, "the check of %d words", sentence->n);
  while (tbk_conllu_sentence_next_line (sentence, &position, &line))
    if (line.kind == TBK_LINE_WORD) {
      words->words[line.first] = (TbkCheckWord){ .form = line.fields[TBK_COLUMN_FORM],
                                                 .upos = line.fields[TBK_COLUMN_UPOS],
                                                 .feats = line.fields[TBK_COLUMN_FEATS],
                                                 .deprel = line.fields[TBK_COLUMN_DEPREL],
                                                 .misc = line.fields[TBK_COLUMN_MISC] };
      words->places[line.first] = line.text.bytes;
    }
  return TRUE;
}

gint64
check_words_line (const CheckWords *words, int word)
{
  const char *at = words->sentence->text, *end = words->places[word];
  gint64 line = words->sentence->line;

  while ((at = memchr (at, '\n', (gsize) (end - at))) != NULL) {
    line++;
    at++;
  }
  return line;
}
