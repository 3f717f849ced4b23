/* check_words.h - the words of a sentence, as its check needs them and as lines tell of them. */
#ifndef CORPUS_CHECK_WORDS_H
#define CORPUS_CHECK_WORDS_H

#include "tbk/check.h"
#include "tbk/conllu.h"

typedef struct {
  const TbkConlluSentence *sentence; /* that was read */
  TbkCheckWord *words;
  const char **places; /* by word: its line in the text of the sentence */
  gint64 *lines;       /* by word, once one is asked for: the number of the line in the file */
  gboolean has_lines;
  gsize n_words_allocated, n_places_allocated, n_lines_allocated;
} CheckWords;

gboolean check_words_read (CheckWords *words, const TbkConlluSentence *sentence, GError **error);
void check_words_clear (CheckWords *words);

/* The number of the line of @word in the file. Cost: linear in the bytes of the sentence, once. */
gint64 check_words_line (CheckWords *words, int word);

#endif
