/* header_examples.h - what the examples at the heads of public headers leave to the reader; headers.sh compiles them after it. */
#include <stdio.h>

#include "tbk/conllu.h"
#include "tbk/corpus.h"
#include "tbk/draw.h"
#include "tbk/evaluate.h"
#include "tbk/oracle.h"
#include "tbk/parser.h"
#include "tbk/statistics.h"

/* Functions of the reader's, which take anything. */
int readers_own (int first, ...);
TbkPhraseTransition choose_phrase (const TbkPhraseConfiguration *configuration);
#define next_sentence(...) readers_own (0, __VA_ARGS__)
#define choose(...)        readers_own (0, __VA_ARGS__)
#define learn(...)         readers_own (0, __VA_ARGS__)
#define use(...)           readers_own (0, __VA_ARGS__)
#define use_tree(...)      readers_own (0, __VA_ARGS__)

/* Variables of the reader's, as parameters of each example. */
#define READERS                                                                                              \
  const TbkSystem *system, int policy, const int *heads, const int *gold_heads, int n, int number,           \
      TbkConfiguration c, const gint64 *offsets, int n_sentences, int *values, int *transitions,             \
      const char *const *paths, const char *title, TbkConlluBatch *batch, TbkConlluSentence sentence,        \
      TbkText *text, TbkOutput *output, TbkTally *tally, GError *error, GString *line,                       \
      const TbkTaggedWord *words, const TbkCheckWord *columns, TbkPhraseConfiguration configuration,         \
      TbkPhraseTree gold, TbkDrawnSentence drawn, TbkCorpusOptions corpus_options,                           \
      TbkCompareOptions compare_options, TbkChecksOptions checks_options, TbkTallies *tallies,               \
      const TbkTally *total, TbkJob job, const guint8 *taken, gsize n_taken,                                 \
      const TbkAnnotation *annotations, const TbkVocabulary *labels, TbkPairing pairing
