/* taken_out.h - sentences without the words of some parts of speech, such as punctuation. */
#ifndef CORPUS_TAKEN_OUT_H
#define CORPUS_TAKEN_OUT_H

#include "tbk/conllu.h"
#include "tbk/vocabulary.h"

typedef struct {
  /* What is left of the sentence in hand: n words, their heads, and what they are in the sentence; words[0]
   * is 0. */
  int n;
  const int *heads, *words;

  int *memory;
  int n_allocated;
} TakenOut;

void taken_out_clear (TakenOut *taken_out);

/* Takes the words out whose UPOS is among @upos; NULL: none. FALSE with @error set without memory.
 * @is_found: (nullable): set to TRUE at the places of those that words have; threads may share it. */
gboolean taken_out_set (TakenOut *taken_out, const TbkConlluSentence *sentence, const TbkVocabulary *upos,
                        gboolean *is_found, GError **error);

#endif
