/* decoder.h - from the words of a sentence to constituents, by a model. */
#ifndef PHRASE_PARSER_DECODER_H
#define PHRASE_PARSER_DECODER_H

#include "phrase/parser/features.h"

typedef struct {
  const TbkPhraseModel *model;
  PhraseState state;
  Features *features, *of_reduction; /* the latter of RE-k alone, bottom-up: scratch */
  gint32 *scores;
  guint8 *possible; /* by class */
} PhraseDecoder;

void phrase_decoder_init (PhraseDecoder *decoder, const TbkPhraseModel *model);
void phrase_decoder_clear (PhraseDecoder *decoder);

/* Scores the classes of a choice: of the first, setting which are possible; and of labels, for a reduction of
 * @n_children. All labels are possible. */
void phrase_decoder_score (PhraseDecoder *decoder, const gint16 *weights);
void phrase_decoder_score_labels (PhraseDecoder *decoder, const gint16 *weights, int n_children);

/* Of @n classes the one of the highest score, the first of several, among those @marked (NULL: all); -1 if
 * none is. */
int phrase_decoder_best (const PhraseDecoder *decoder, int n, const guint8 *marked);

/* Parses: the tree is that of decoder->state.c. */
gboolean phrase_decoder_run (PhraseDecoder *decoder, const PhraseWord *words, int n, GError **error);

#endif
