/* check_words.c - the words of a sentence, as its check needs them and as lines tell of them. */
#include "corpus/check_words.h"

#include <string.h>

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
  words->has_lines = FALSE;
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

static void
count_lines (CheckWords *words)
{
  const char *at = words->sentence->text;
  gint64 line = words->sentence->line;

  for (int word = 1; word <= words->sentence->n; word++) {
    while ((at = memchr (at, '\n', (gsize) (words->places[word] - at))) != NULL) {
      line++;
      at++;
    }
    at = words->places[word];
    words->lines[word] = line;
  }
}

gint64
check_words_line (CheckWords *words, int word)
{
  if (!words->has_lines)
    count_lines (words);
  words->has_lines = TRUE;
  return words->lines[word];
}
