/* network.h - networks in the place of sums of rows: what a word is, and what a configuration is worth.
 *
 * The input for a word is the vectors of its strings, side by side. Layers of LSTMs, if there are any, turn
 * the inputs of a sentence into vectors; else the inputs are the vectors. A configuration is a sum over the
 * lines of its table. A line gives the vector of the word at a place (a slot) times a matrix, or for a value
 * a row of a table. The positive part of that sum, times another matrix, gives the classes their scores.
 *
 * The product of a word's vector and the matrices of all slots is made once; steps then only add.
 *
 * A network has several members if it is an ensemble: networks of one shape, whose scores are added.
 *
 * Sources   Chen and Manning (2014), "A fast and accurate dependency parser using neural networks";
 *           Kiperwasser and Goldberg (2016), "Simple and accurate dependency parsing using bidirectional LSTM
 *           feature representations".
 */
#ifndef NETWORK_NETWORK_H
#define NETWORK_NETWORK_H

#include "features/dictionary.h"
#include "features/features.h"
#include "network/lstm.h"
#include "tbk/parser.h"
#include "tbk/random.h"

typedef enum { GROUP_FORM, GROUP_UPOS, GROUP_LEMMA, GROUP_FEATURES, GROUP_AFFIXES, N_GROUPS } GroupKind;

enum { MOST_LAYERS = 2, MOST_OF_GROUP = MOST_PARTS + 1, MOST_LINES = 64, SCORE_UNIT = 1 << 16 };

/* Strings of a kind that a word has some of: their vectors are added. */
typedef struct {
  int size; /* of a vector; 0: the network does not see them */
  Dictionary strings;
  gsize vectors;
} StringGroup;

/* A line of the table: a slot if `n_values` is 0. */
typedef struct {
  guint8 atom;
  int slot, n_values;
  gsize rows; /* of a slot: what stands for no word */
} NetworkLine;

/* The shape, then where each part begins among the values. */
typedef struct {
  TbkModelKind kind;
  guint columns; /* of words, as in TbkTrainingOptions */
  int n_layers, n_units, n_hidden;
  StringGroup groups[N_GROUPS];
  NetworkLine lines[MOST_LINES];
  int n_lines, n_slots;
  int n_classes;

  int input_size, vector_size;
  Layer layers[MOST_LAYERS];
  gsize slots; /* vector_size x n_slots n_hidden */
  gsize bias;  /* n_hidden */
  gsize classes, class_bias;
  gsize n_dense, n_values;

  int n_members;
  Real **members; /* the values of each */
} Network;

/* Sets the shape but for dictionaries and classes; FALSE with @error set where a line is none for
 * networks. */
gboolean network_set_shape (Network *network, TbkModelKind kind, guint columns, const Templates *templates,
                            int n_relations, const char *name, GError **error);

/* Sets what follows from the shape. Calls blas_load(). */
gboolean network_lay_out (Network *network, GError **error);

/* Room for the values of a member, all zero; NULL with @error set. */
Real *network_new_values (const Network *network, GError **error);

/* Adds a member, whose values are all zero. */
gboolean network_add_member (Network *network, GError **error);
void network_free (Network *network);

/* The default table of @system for networks of @kind. */
char *network_default_table (const TbkSystem *system, TbkModelKind kind);

/* The hashes of a group that a word has, at most MOST_OF_GROUP; the root, word 0, has none. */
int network_strings (const Network *network, GroupKind group, const Words *words, int word, guint32 *hashes);

/* The values of a configuration at the lines of the table: the word, or NOWHERE; the row. */
void network_look (const Network *network, const Templates *templates, const TbkConfiguration *configuration,
                   const Words *words, int *values);

/* A score in units of SCORE_UNIT. What is no number is the least. */
gint32 network_round_score (Real score);

/* The row of a line for a value that is no word there is a product of. */
static inline gsize
line_row (const Network *network, int line, int value)
{
  return network->lines[line].rows + (gsize) MAX (value, 0) * (gsize) network->n_hidden;
}

/* Draws the values with which a member begins to learn. */
void network_draw_values (const Network *network, TbkRandom *random, Real *values);

#endif
