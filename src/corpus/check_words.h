/* check_words.h - the words of a sentence, as its check needs them and as lines tell of them. */
#ifndef CORPUS_CHECK_WORDS_H
#define CORPUS_CHECK_WORDS_H

#include "tbk/check.h"
#include "tbk/conllu.h"

typedef struct {
  const TbkConlluSentence *sentence; /* that was read */
  TbkCheckWord *words;
  const char **places; /* by word: its line in the text of the sentence */
  gint64 *lines;       /* by word: the number of that in the file, once they are counted */
  gsize n_words_allocated, n_places_allocated, n_lines_allocated;
} CheckWords;

gboolean check_words_read (CheckWords *words, const TbkConlluSentence *sentence, GError **error);
/* Counts the lines, for what is told of the sentence. */
void check_words_count_lines (CheckWords *words);

void check_words_clear (CheckWords *words);

#endif
