/* ways.h - the ways that are shown step by step: of gold trees, of walks, of parsers, of students. */
#ifndef WAYS_H
#define WAYS_H

#include "runs/stepping.h"
#include "tbk/constituency_sequence.h"
#include "tbk/sequence.h"

/* What a thread needs to find them, and the last one. */
typedef struct {
  const Stepping *stepping;
  GString *problem;        /* with a solution, from where on it is none of the system; else empty */
  GByteArray *transitions; /* of the way */
  GArray *phrase_transitions;

  /* Of dependencies. */
  TbkSequencer *sequencer;
  TbkOracle *oracle; /* of walks */
  TbkParser *parser;
  TbkConfiguration configuration;

  /* Of phrases. */
  TbkPhraseSequencer *phrase_sequencer;
  TbkPhraseParser *phrase_parser;
  TbkVocabulary *labels;
  TbkPhraseTree parsed;
  TbkBracketBatch *batch;
  GString *line;
} Ways;

void ways_init (Ways *ways, const Stepping *stepping);
void ways_clear (Ways *ways);

/* Finds the way through a sentence. @is_there: (inout): FALSE if it is to be a solution, and there is none. */
gboolean ways_find (Ways *ways, const TbkEntry *entry, const TbkConlluSentence *sentence, gboolean *is_there,
                    GError **error);

/* The same of phrases, whose tree is @gold, with the labels of @ways. */
gboolean ways_find_phrases (Ways *ways, const TbkEntry *entry, const TbkBracketTree *tree,
                            const TbkPhraseTree *gold, gboolean *is_there, GError **error);

#endif
