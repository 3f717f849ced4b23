/* decoder.h - from the words of a sentence to a tree, by a model. */
#ifndef PARSER_DECODER_H
#define PARSER_DECODER_H

#include "parser/beam.h"

typedef struct {
  const TbkModel *model;
  int beam;
  gboolean single_root;
  TbkRest rest;
  TbkCompletion completion;
  TbkConfiguration configuration;
  Features *features;
  gint32 *scores;
  Beam *beam_search; /* made when it is first needed */
  int *completed;    /* room for n_completed words besides 0 */
  int n_completed;
} Decoder;

/* @options: (nullable): NULL for all zeros */
void decoder_init (Decoder *decoder, const TbkModel *model, const TbkParserOptions *options);
void decoder_clear (Decoder *decoder);

/* Parses @words: the heads and relations of `configuration` become those of a tree, or what TBK_REST_LEFT leaves;
 * relations are NO_RELATION where none was chosen. */
gboolean decoder_run (Decoder *decoder, const Words *words, GError **error);

#endif
