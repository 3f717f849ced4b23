/* reading.h - what a network makes of the words of some sentences, before any of them is parsed.
 *
 * Sentences are read side by side, many times as fast as one by one. Very long ones are read in pieces, so
 * that the memory of a piece, not of a sentence, is what layers need; the products of slots are then made
 * when a step asks for them.
 *
 * Rows are those of word 0 to n of the first sentence, then of the others; packed rows those of a Packing.
 */
#ifndef NETWORK_READING_H
#define NETWORK_READING_H

#include "network/network.h"

enum { MOST_STRINGS = 3 + MOST_OF_GROUP + N_AFFIXES, PIECE = 1000 };

/* The numbers of a word's strings, group by group. */
typedef struct {
  int numbers[MOST_STRINGS];
  guint8 counts[N_GROUPS];
} WordStrings;

typedef struct {
  int row, n_rows;
} ReadingPiece;

typedef struct {
  Real *vectors, *products; /* of all rows */
  gsize n_vectors, n_products;
} MemberReading;

/* Factors of dropout; all of a layer's are (nullable), n_sequences x 2 n_units. */
typedef struct {
  Real *steps[MOST_LAYERS], *outputs[MOST_LAYERS];
} Masks;

typedef struct {
  const Network *network;
  const Words *const *sentences;
  int n_sentences, n_rows;
  int *first_rows;
  gsize n_first_rows;
  GArray *pieces; /* of ReadingPiece */
  WordStrings *strings;
  gsize n_strings;
  gboolean has_products;
  MemberReading *members;

  /* Of the pieces in hand. */
  Packing packing;
  int *rows; /* of packed rows */
  Real *inputs, *masked[MOST_LAYERS];
  gsize n_packed, n_inputs, n_masked;
  LayerRun runs[MOST_LAYERS];
  Real *product; /* of one slot */
} Reading;

void reading_init (Reading *reading, const Network *network);
void reading_clear (Reading *reading);

/* Looks up the strings of @n sentences, which must stay as they are. */
gboolean reading_begin (Reading *reading, const Words *const *sentences, int n, GError **error);

/* Makes vectors and products of what was looked up, by every member. */
gboolean reading_run (Reading *reading, GError **error);

/* The same by one member, all pieces side by side, with masks; the state of layers is then as
 * layer_backward() needs it. */
gboolean reading_run_masked (Reading *reading, int member, const Masks *masks, GError **error);

/* Makes the packing of all pieces, for which masks can then be drawn. */
gboolean reading_pack_all (Reading *reading, GError **error);

/* Sets @masked, which may be @rows, to the packed @rows of @size numbers, times the @mask of their
 * sequence. */
void reading_mask (const Packing *packing, int size, const Real *rows, const Real *mask, Real *masked);

/* Sets @hidden to the positive part of the sum for the @values of a configuration of sentence @sentence. */
void reading_hide (Reading *reading, int member, int sentence, const int *values, Real *hidden);

/* The scores of classes, added up over all members, in units of SCORE_UNIT. @hidden and @logits are scratch:
 * n_hidden and twice n_classes. */
void reading_score (Reading *reading, int sentence, const int *values, Real *hidden, Real *logits,
                    gint32 *scores);

/* The scores of classes by a member, as they are. */
void reading_logits (const Network *network, const Real *member, const Real *hidden, Real *logits);

#endif
