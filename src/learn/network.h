/* network.h - networks: numbers, layers, what they read and how they learn.
 *
 * Contents
 *   1. real: the numbers that networks reckon with
 *   2. half: numbers of half precision (IEEE 754 binary16), as files have them
 *   3. blas: products of matrices, by OpenBLAS
 *   4. vectors: arithmetic element by element, with vector instructions
 *   5. lstm: layers of two LSTMs, one for each direction, over sequences side by side
 *   6. learner: parameters while they are learned: gradients, and steps of Adam
 *   7. network: networks in the place of sums of rows: what a word is, and what a configuration is worth
 *   8. network_file: the part of a model file that networks have: their shape, their dictionaries and their
 *      values
 *   9. reading: what a network makes of the words of some sentences, before any of them is parsed
 *   10. lesson: what a network learns from some sentences: scores of steps, their loss, its gradient, a
 *      change of weights
 */
#ifndef LEARN_NETWORK_H
#define LEARN_NETWORK_H

#include <glib.h>

#include "base/room.h"
#include "learn/learn.h"
#include "tbk/base.h"
#include "tbk/parser.h"

/* 1. real: the numbers that networks reckon with.
 *
 * Programs use single precision. Tests of gradients are built with TBK_DOUBLE, because differences of numbers
 * of single precision say little.
 */

#ifdef TBK_DOUBLE
typedef double Real;
#else
typedef float Real;
#endif

/* 2. half: numbers of half precision (IEEE 754 binary16), as files have them. */

/* The nearest, to even in ties; what is too large is the largest, what is no number 0. */
guint16 half_of_real (Real value);

/* FALSE for infinities and what is no number, which no file of ours has. */
static inline gboolean
half_is_finite (guint16 half)
{
  return (half & 0x7c00) != 0x7c00;
}

Real half_to_real (guint16 half);

/* 3. blas: products of matrices, by OpenBLAS.
 *
 * The library is loaded when it is first needed: its start takes milliseconds, which other commands should
 * not pay. It uses one thread, so that sums are in one order.
 *
 * Threads   any, after blas_load().
 */

/* TBK_ERROR_USAGE where this build has no BLAS, TBK_ERROR_RESOURCE where the library is not there. */
gboolean blas_load (GError **error);

/* A matrix in memory: its rows are @stride numbers apart. */
typedef struct {
  const Real *first;
  int stride;
  gboolean is_transposed;
} Matrix;

/**
 * blas_multiply:
 * @rows, @columns: of the product
 * @inner: columns of @a and rows of @b, once they are transposed if they are to be
 * @adds: whether the product is added to what is there
 */
void blas_multiply (int rows, int columns, int inner, Matrix a, Matrix b, gboolean adds, Real *product,
                    int stride);

static inline Matrix
matrix (const Real *first, int stride)
{
  return (Matrix){ first, stride, FALSE };
}

static inline Matrix
transposed (const Real *first, int stride)
{
  return (Matrix){ first, stride, TRUE };
}

/* 4. vectors: arithmetic element by element, with vector instructions.
 *
 * Results do not depend on the width of the vectors: no sum is reordered by it, no product fused with a sum.
 */

/* @sum += @x */
void vectors_add (int n, const Real *x, Real *sum);

/* @product = @x @y */
void vectors_multiply (int n, const Real *x, const Real *y, Real *product);

double vectors_sum_of_squares (gsize n, const Real *x);

/**
 * vectors_cells_forward:
 * @gates: what goes into the gates of @n cells: input, forget, candidate, output, @n each; becomes what comes
 * out
 * @before: (nullable): the states before; NULL for zeros
 *
 * A step of an LSTM: the new states, their tanh, and the output.
 */
void vectors_cells_forward (int n, Real *gates, const Real *before, Real *states, Real *tanhs, Real *output);

/**
 * vectors_cells_backward:
 * @gates: what came out of the gates; becomes the gradient at what went in
 * @d_output: the gradient at the output
 * @d_states: that at the states from later steps; becomes that at the states before
 */
void vectors_cells_backward (int n, Real *gates, const Real *before, const Real *tanhs, const Real *d_output,
                             Real *d_states);

/* A step of Adam on @n values: rate times bias corrections is @rate; gradients are scaled by @scale, then
 * forgotten. */
void vectors_adam_step (gsize n, Real rate, Real scale, Real *gradients, Real *first, Real *second,
                        Real *values);

/* 5. lstm: layers of two LSTMs, one for each direction, over sequences side by side.
 *
 * Sequences are packed: they are sorted by falling length, and what they have at one time is one block of
 * rows. So a step of all sequences is one product of matrices, and no row is wasted on sequences that have
 * ended.
 *
 * Numbers are row after row. The parameters of a layer are found at offsets of one array, as are their
 * gradients. A row of gates has those of the forward direction, then those of the backward one; so do
 * outputs.
 *
 * Source    Hochreiter and Schmidhuber (1997), "Long short-term memory"; Gal and Ghahramani (2016), "A
 *           theoretically grounded application of dropout in recurrent neural networks", for masks that are
 *           one a sequence.
 */

typedef struct {
  int n_sequences, n_times, n_rows;
  int *starts; /* of times: the row where each begins, and n_rows */
  int n_allocated;
} Pack;

/* @lengths: of @n sequences, at least 1, falling */
gboolean pack_set (Pack *packing, const int *lengths, int n, GError **error);
void pack_clear (Pack *packing);

/* Counts the sequences that have @time. */
static inline int
pack_count (const Pack *packing, int time)
{
  return packing->starts[time + 1] - packing->starts[time];
}

typedef struct {
  int n_inputs, n_units;
  gsize input;        /* n_inputs x 8 n_units */
  gsize bias;         /* 8 n_units */
  gsize recurrent[2]; /* n_units x 4 n_units */
} Layer;

/* A layer's work on a packing: needed to go back. */
typedef struct {
  Real *gates;                    /* n_rows x 8 n_units */
  Real *before;                   /* n_rows x 2 n_units: the outputs one step before, masked */
  Real *states, *tanhs, *outputs; /* n_rows x 2 n_units */
  Real *carried, *d_states;       /* n_sequences x n_units: gradients on their way */
  Room rows, sequences;
} LayerRun;

gboolean layer_run_reserve (LayerRun *run, const Layer *layer, const Pack *packing, GError **error);
void layer_run_clear (LayerRun *run);

/**
 * layer_forward:
 * @inputs: n_rows x n_inputs
 * @mask: (nullable): n_sequences x 2 n_units: the factors of outputs that go into the next step
 */
void layer_forward (const Layer *layer, const Real *values, const Pack *packing, const Real *inputs,
                    const Real *mask, LayerRun *run);

/**
 * layer_backward:
 * @d_outputs: the gradient at the outputs
 * @d_inputs: gets that at the inputs
 *
 * Adds to @gradients. The gates of @run are lost.
 */
void layer_backward (const Layer *layer, const Real *values, const Pack *packing, const Real *inputs,
                     const Real *mask, LayerRun *run, const Real *d_outputs, Real *d_inputs, Real *gradients);

/* 6. learner: parameters while they are learned: gradients, and steps of Adam.
 *
 * Parameters are one array. Those before `n_dense` have a gradient at every step; the others are rows of
 * tables of which few have one, and only those change.
 *
 * Source    Kingma and Ba (2015), "Adam: a method for stochastic optimization".
 */

typedef struct {
  gsize n_values, n_dense;
  Real *values; /* the caller's */
  Real *gradients, *first, *second;
  guint8 *is_touched; /* of the values after the dense ones, where a row begins */
  Room room;          /* of these arrays */
  GArray *rows;       /* those that have a gradient */
  gint64 n_steps;
} Learner;

gboolean learner_init (Learner *learner, Real *values, gsize n_dense, gsize n_values, GError **error);
void learner_clear (Learner *learner);

/* The gradient of the row of @n values at @first, which is added to. */
Real *learner_row (Learner *learner, gsize first, int n);

/* Takes a step against the gradients, which become zero. Gradients longer than @most_length are shortened to
 * it. */
void learner_step (Learner *learner, double rate, double most_length);

/* 7. network: networks in the place of sums of rows: what a word is, and what a configuration is worth.
 *
 * The input for a word is the vectors of its strings, side by side. Layers of LSTMs, if there are any, turn
 * the inputs of a sentence into vectors; else the inputs are the vectors. A configuration is a sum over the
 * lines of its table. A line gives the vector of the word at a place (a slot) times a matrix, or for a value
 * a row of a table. The positive part of that sum, times another matrix, gives the classes their scores.
 *
 * The product of a word's vector and the matrices of all slots is made once; steps then only add.
 *
 * Sources   Chen and Manning (2014), "A fast and accurate dependency parser using neural networks";
 *           Kiperwasser and Goldberg (2016), "Simple and accurate dependency parsing using bidirectional LSTM
 *           feature representations".
 */

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

  Real *values;
} Network;

/* Sets the shape but for dictionaries and classes; FALSE with @error set where a line is none for
 * networks. */
gboolean network_set_shape (Network *network, TbkModelKind kind, guint columns, const Templates *templates,
                            int n_relations, const char *name, GError **error);

/* Sets what follows from the shape. Calls blas_load(). */
gboolean network_lay_out (Network *network, GError **error);

/* Makes room for the values, which are all zero. */
gboolean network_make_values (Network *network, GError **error);
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

/* Draws the values with which a network begins to learn. */
void network_draw_values (const Network *network, TbkRandom *random, Real *values);

/* 8. network_file: the part of a model file that networks have: their shape, their dictionaries and their
 * values. */

void network_write_head (const Network *network, GString *head);

/* Reads the head of a network for models with these templates, relations and classes. */
gboolean network_take_head (Head *head, Network *network, const Templates *templates, int n_relations,
                            int n_classes);

/* The values, in half precision, which begin with the lower byte. */
void network_write_values (const Network *network, GString *bytes);
gboolean network_read_values (Network *network, const char *bytes, Head *head);

/* 9. reading: what a network makes of the words of some sentences, before any of them is parsed.
 *
 * Sentences are read side by side, many times as fast as one by one. Very long ones are read in pieces, so
 * that the memory of a piece, not of a sentence, is what layers need; the products of slots are then made
 * when a step asks for them.
 *
 * Rows are those of word 0 to n of the first sentence, then of the others; packed rows those of a Pack.
 */

enum { MOST_STRINGS = 3 + MOST_OF_GROUP + N_AFFIXES, PIECE = 1000 };

/* The numbers of a word's strings, group by group. */
typedef struct {
  int numbers[MOST_STRINGS];
  guint8 counts[N_GROUPS];
} WordStrings;

typedef struct {
  int row, n_rows;
} ReadingPiece;

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
  Real *vectors, *products; /* of all rows */
  gsize n_vectors, n_products;

  /* The pieces in hand. */
  Pack packing;
  int *rows; /* of packed rows */
  Real *inputs, *masked[MOST_LAYERS];
  gsize n_masked;
  Room packed; /* for rows and inputs */
  LayerRun runs[MOST_LAYERS];
  Real *product; /* of one slot */
} Reading;

void reading_init (Reading *reading, const Network *network);
void reading_clear (Reading *reading);

/* Looks up the strings of @n sentences, which must stay as they are. */
gboolean reading_begin (Reading *reading, const Words *const *sentences, int n, GError **error);

/* Makes vectors and products of what was looked up. */
gboolean reading_run (Reading *reading, GError **error);

/* Reads all pieces side by side, with masks; the state of layers is then as layer_backward() needs it. */
gboolean reading_run_masked (Reading *reading, const Masks *masks, GError **error);

/* Makes the packing of all pieces, for which masks can then be drawn. */
gboolean reading_pack_all (Reading *reading, GError **error);

/* Sets @masked, which may be @rows, to the packed @rows of @size numbers, times the @mask of their
 * sequence. */
void reading_mask (const Pack *packing, int size, const Real *rows, const Real *mask, Real *masked);

/* Sets @hidden to the positive part of the sum for the @values of a configuration of sentence @sentence. */
void reading_hide (Reading *reading, int sentence, const int *values, Real *hidden);

/* The scores of classes, in units of SCORE_UNIT. @hidden and @logits are scratch: n_hidden and n_classes. */
void reading_score (Reading *reading, int sentence, const int *values, Real *hidden, Real *logits,
                    gint32 *scores);

/* The scores of classes, as they are. */
void reading_logits (const Network *network, const Real *hidden, Real *logits);

/* 10. lesson: what a network learns from some sentences: scores of steps, their loss, its gradient, a
 * change of weights.
 *
 * The loss of a step is -log of the probability of all classes that are right; that of a lesson is their sum.
 */

/* The mark of a class in a configuration. */
typedef enum { CLASS_IMPOSSIBLE, CLASS_WRONG, CLASS_RIGHT } ClassMark;

/* Shares of what is left out in learning. */
typedef struct {
  double attributes;     /* groups of strings of a word, but for its form */
  double outputs, steps; /* of layers: what goes to the next layer, and to the next step */
  double hidden;
  gboolean words; /* a form, or lemma, that occurs n times is unknown once in n + 1 */
} Dropout;

typedef struct {
  Network *network;
  Dropout dropout;
  TbkRandom random;
  Learner learner;
  Reading reading;
  int *counts[N_GROUPS]; /* how often a string occurs in the training data; NULL where it is of no account */
  Masks masks;

  int n_steps;
  int *values;   /* of a step: network_look(), and before them the number of its sentence */
  Real *hiddens; /* as scores saw them */
  Real *logits;  /* which become the gradient at them */
  Real *d_hiddens;
  Room room_of_steps;
  Real *d_products, *d_vectors, *d_outputs, *d_inputs;
  Room room_of_rows;
} Lesson;

gboolean lesson_init (Lesson *lesson, Network *network, guint64 seed, GError **error);
void lesson_clear (Lesson *lesson);

/* Begins with @n sentences. */
gboolean lesson_begin (Lesson *lesson, const Words *const *sentences, int n, GError **error);

/* Adds a step for a configuration of sentence @sentence; NULL with @error set where there is no memory.
 * Returns the scores of classes, good until the next step. */
const Real *lesson_step (Lesson *lesson, const Templates *templates, int sentence,
                         const TbkConfiguration *configuration, GError **error);

/* Tells what the classes are in the last step, of which some must be right; returns the loss. A step of which
 * nothing is told must be dropped. */
double lesson_tell (Lesson *lesson, const guint8 *marks);
void lesson_drop (Lesson *lesson);

/* Adds up the gradient of all steps. */
gboolean lesson_add_gradient (Lesson *lesson, GError **error);

#endif
