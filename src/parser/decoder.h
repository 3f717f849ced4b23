/* decoder.h - from the words of a sentence to a tree with relations, by a model. */
#ifndef PARSER_DECODER_H
#define PARSER_DECODER_H

#include "parser/beam.h"

typedef struct {
  const TbkModel *model;
  int beam;
  gboolean single_root;
  TbkConfiguration configuration;
  Features *features;
  gint32 *scores;
  Beam *beam_search; /* made when it is first needed */

  const int *heads;           /* the tree, 0..n */
  TbkPiece *deprels;          /* 1..n */
  TbkPseudoProjective *marks; /* (nullable): for a model of marked relations; and what it decodes into */
  int *new_heads;
  TbkPiece *new_deprels;
  int n_deprels, n_new_heads, n_new_deprels; /* allocated */
} Decoder;

/* @beam: 0: that of the model */
void decoder_init (Decoder *decoder, const TbkModel *model, int beam, gboolean single_root);
void decoder_clear (Decoder *decoder);

/* Takes the best step; FALSE if there is none, or none that the training data showed. */
gboolean decoder_step (Decoder *decoder, const Words *words, TbkConfiguration *configuration);

/* Parses @words: sets `heads` and `deprels`, which are good until the next call. */
gboolean decoder_run (Decoder *decoder, const Words *words, GError **error);

#endif
