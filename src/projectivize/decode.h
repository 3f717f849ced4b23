/* decode.h - lifted words back to where their marks say. */
#ifndef PROJECTIVIZE_DECODE_H
#define PROJECTIVIZE_DECODE_H

#include "projectivize/labels.h"

typedef struct {
  int n;
  Label *labels;
  int *heads; /* as far as they are decoded */
  int *first,
      *next; /* the first child of a word and the next of the same head, from left to right; 0: none */
  int *before,
      *after; /* the children next to a word in the marked tree, on the same side of their head; 0: none */
  int *order; /* the words breadth-first from 0 */
  int *queue, *children; /* scratch */
  int n_allocated;
} LabelDecoder;

/* Makes room for @n words. FALSE with @error set if there is no memory. */
gboolean label_decoder_reserve (LabelDecoder *decoder, int n, GError **error);
void label_decoder_clear (LabelDecoder *decoder);

/* Decodes @heads, a tree, in place, by the labels that were put in decoder->labels; returns for how many
 * lifted words a head was found. */
int label_decoder_run (LabelDecoder *decoder, int *heads, int n, TbkScheme scheme);

#endif
