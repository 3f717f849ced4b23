/* decoder.h - from the words of a sentence to a tree, by a model. */
#ifndef PARSER_DECODER_H
#define PARSER_DECODER_H

#include "parser/beam.h"
#include "parser/reading.h"

typedef struct {
  const TbkModel *model;
  int beam;
  gboolean single_root;
  TbkConfiguration configuration;
  Features *features;
  gint32 *scores;
  Beam *beam_search; /* made when it is first needed */

  /* With a network: the sentences that are read, and which is next. */
  Reading reading;
  int next, n_read;
  Real *hidden, *logits;
} Decoder;

/* @beam: 0: that of the model */
void decoder_init (Decoder *decoder, const TbkModel *model, int beam, gboolean single_root);
void decoder_clear (Decoder *decoder);

/* Tells which sentences are parsed next: networks read them side by side. They must stay as they are. */
gboolean decoder_expect (Decoder *decoder, const Words *const *sentences, int n, GError **error);

/* Forgets those that were told of. */
void decoder_expect_none (Decoder *decoder);

/* Parses @words: the heads and relations of `configuration` become those of a tree; relations are
 * NO_RELATION where none was chosen. */
gboolean decoder_run (Decoder *decoder, const Words *words, GError **error);

#endif
