/* check_words.c - the words of a sentence, as its check needs them and as lines tell of them. */
#include "corpus/check_words.h"

#include "base/bytes.h"
#include "base/memory.h"

void
check_words_clear (CheckWords *words)
{
  g_free (words->words);
  g_free (words->places);
  g_free (words->lines);
}

gboolean
check_words_read (CheckWords *words, const TbkConlluSentence *sentence, GError **error)
{
  const gsize n = (gsize) sentence->n + 1;
  const char *position = NULL;
  TbkConlluLine line;

  words->sentence = sentence;
  if (!try_reserve (&words->words, &words->n_words_allocated, n, sizeof (*words->words))
      || !try_reserve (&words->places, &words->n_places_allocated, n, sizeof (*words->places))
      || !try_reserve (&words->lines, &words->n_lines_allocated, n, sizeof (*words->lines)))
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

void
check_words_count_lines (CheckWords *words)
{
  const char *at = words->sentence->text;
  gint64 line = words->sentence->line;

  for (int word = 1; word <= words->sentence->n; word++) {
    words->lines[word] = line += count_newlines (at, words->places[word]);
    at = words->places[word];
  }
}
