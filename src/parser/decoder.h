/* decoder.h - from the words of a sentence to a tree with relations, by a model. */
#ifndef PARSER_DECODER_H
#define PARSER_DECODER_H

#include "network/reading.h"
#include "parser/beam.h"
#include "parser/margins.h"

typedef struct {
  const TbkModel *model;
  int beam;
  gboolean single_root;
  TbkRest rest;
  TbkCompletion completion;
  gboolean keeps_steps; /* in `steps`, and the margins and the score that they give */
  TbkConfiguration configuration;
  Features *features;
  gint32 *scores;
  Beam *beam_search; /* made when it is first needed */
  int *completed;    /* room for n_completed words besides 0 */
  int n_completed;

  GArray *steps; /* of Class: what led to the tree */
  GArray *numbers;
  Margins margins;
  gint64 score; /* of the steps, in sum */

  const int *heads;           /* the tree, or what TBK_REST_LEFT leaves; 0..n */
  TbkPiece *deprels;          /* 1..n */
  TbkPseudoProjective *marks; /* (nullable): for a model of marked relations; and what it decodes into */
  int *new_heads;
  TbkPiece *new_deprels;
  int n_deprels, n_new_heads, n_new_deprels; /* allocated */

  /* With a network: the sentences that are read, and which is next. */
  Reading reading;
  int next, n_read;
  Real *hidden, *logits;
} Decoder;

/* @options: (nullable): NULL for all zeros */
void decoder_init (Decoder *decoder, const TbkModel *model, const TbkParserOptions *options);
void decoder_clear (Decoder *decoder);

/* Tells which sentences are parsed next: networks read them side by side. They must stay as they are. */
gboolean decoder_expect (Decoder *decoder, const Words *const *sentences, int n, GError **error);

/* Forgets those that were told of. */
void decoder_expect_none (Decoder *decoder);

/* Takes the best step, with a network in the next of the sentences that are read, and returns the number of
 * its transition; -1 if there is none, or none that the training data showed. */
int decoder_step (Decoder *decoder, const Words *words, TbkConfiguration *configuration);

/* Parses @words: sets `heads` and `deprels`, which are good until the next call. */
gboolean decoder_run (Decoder *decoder, const Words *words, GError **error);

/* The same in two parts: first searches for sequences, and sets @n_found to how many there are, the best first;
 * then makes the tree of one of them, from 0. Without a beam there is one. */
gboolean decoder_search (Decoder *decoder, const Words *words, int *n_found, GError **error);
gboolean decoder_build (Decoder *decoder, const Words *words, int i, GError **error);

#endif
