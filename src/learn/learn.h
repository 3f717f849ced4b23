/* learn.h - features, weights and model files: what learners share.
 *
 * Contents
 *   1. words: what features see of the words of a sentence: each attribute as a hash of 32 bits
 *   2. dictionary: the strings that a network knows, as hashes: each has a number
 *   3. templates: tables of features as text, and compiled
 *   4. features: the features of a configuration: each a place in the table of weights
 *   5. weights: weights while they are learned, with what averaging needs
 *   6. epoch: what trainings of all kinds do between epochs: the order of sentences, and the best weights
 *   7. explore: which class a parser follows while it learns: training with exploration
 *   8. frame: the frame of model files, and the lines of text at their heads, one after the other
 */
#ifndef LEARN_LEARN_H
#define LEARN_LEARN_H

#include <glib.h>

#include "conllu/conllu.h"
#include "tbk/base.h"
#include "tbk/io.h"
#include "tbk/parser.h"
#include "tbk/transition.h"

/* 1. words: what features see of the words of a sentence: each attribute as a hash of 32 bits.
 *
 * Hashes take the place of dictionaries: a model needs no list of forms, and equal strings are equal on every
 * machine. Of two strings that have one hash, which is rare, features cannot tell which is meant.
 */

typedef enum {
  ATTRIBUTE_FORM, /* in lower case, as are the next two */
  ATTRIBUTE_PREFIX,
  ATTRIBUTE_SUFFIX, /* three letters */
  ATTRIBUTE_LEMMA,
  ATTRIBUTE_UPOS,
  ATTRIBUTE_XPOS,
  ATTRIBUTE_FEATS,
  ATTRIBUTE_CASE, /* parts of FEATS from here on */
  ATTRIBUTE_AGREEMENT,
  ATTRIBUTE_VERB,
  N_ATTRIBUTES,
} Attribute;

typedef struct {
  guint32 atoms[N_ATTRIBUTES];
} Word;

enum { MOST_PARTS = 24, N_AFFIXES = 7 };

/* The parts of a word that networks see beyond attributes: affixes, of as many letters as there are, and
 * features one by one. */
typedef struct {
  guint32 affixes[N_AFFIXES], features[MOST_PARTS]; /* features beyond the most are not seen */
  guint8 n_affixes, n_features;
} WordParts;

/* words[0] is the root, words[1..n] are the words, words[-1] is a word that is not there. */
typedef struct {
  int n;
  Word *words;
  gboolean keeps_parts;
  WordParts *parts; /* (nullable): of words[0..n], if they are kept */
  int n_parts_allocated;
  int n_allocated;
  GString *lower; /* scratch */
} Words;

void words_init (Words *words);
void words_clear (Words *words);

/* Makes @words those of @sentence. */
gboolean words_read (Words *words, const TbkConlluSentence *sentence, GError **error);

/* A hash that is the same on every machine. */
guint32 words_stable_hash (const char *bytes, gsize length);

/* Sets the atoms ATTRIBUTE_FORM, PREFIX and SUFFIX of a word. @lower: scratch */
void words_hash_form (GString *lower, TbkPiece form, guint32 *atoms);

/* 2. dictionary: the strings that a network knows, as hashes: each has a number. */

/* Numbers of what is in no dictionary; those of its strings follow. */
enum { UNKNOWN_STRING, ROOT_STRING, FIRST_STRING };

typedef struct {
  guint32 *keys; /* rising */
  int n_keys;
} Dictionary;

/* Makes the keys of @hashes, of guint32, which are sorted and lose what is there twice. */
void dictionary_make (Dictionary *dictionary, GArray *hashes);
void dictionary_clear (Dictionary *dictionary);

int dictionary_find (const Dictionary *dictionary, guint32 hash);

static inline int
dictionary_size (const Dictionary *dictionary)
{
  return FIRST_STRING + dictionary->n_keys;
}

/* 3. templates: tables of features as text, and compiled.
 *
 * A line is a template: the conjunction of its atoms, with spaces between them. A feature is a template with
 * values. An atom is
 *
 *   PLACE.form .lemma .upos .xpos .feats   a column of the word there; the form in lower case
 *   PLACE.prefix .suffix                   three letters of the form
 *   PLACE.case .agreement .verb            Case; Gender, Number and Person; VerbForm, PronType and Voice
 *   PLACE.tag                              the UPOS, and the label of the element of the stack
 *   PLACE.label                            the relation to the head, once it is chosen
 *   PLACE.nleft .nright                    how many children it has
 *   PLACE.root .first                      whether it is word 0, word 1
 *   PLACE.case=PLACE.case                  whether two attributes are equal
 *   bias  distance  depth  input           1; words from the first focus to the second; elements in the
 *                                          stack; whether input remains
 *   PLACE.vector                           in networks: what stands for the word there
 *   between.upos                           each UPOS between the two foci: a feature for each
 *
 * and a PLACE is S0 (the top of the stack) to S3, B0 (the front of the input) to B3, T0 (the top of the
 * second of two stacks, or the front of the second list) to T1, or one of these followed by .left .left2
 * .right .right2 (outermost children made so far, and those next to them), .head, .before and .after (the
 * words beside it in the sentence). A line that begins with # is a comment.
 *
 * The foci are the words that transitions join: S0 and B0 or, where the front of the input takes no part in
 * arcs, S1 and S0.
 */

enum {
  MOST_PLACES = 64,
  MOST_ATOMS = 255,
  MOST_ATOMS_OF_TEMPLATE = 8,
  MOST_TEMPLATES = 1000,
  MOST_BETWEEN = 15
};

/* A place is a step from another one, its parent, or from the configuration. */
typedef enum {
  STEP_S0,
  STEP_S1,
  STEP_S2,
  STEP_S3,
  STEP_B0,
  STEP_B1,
  STEP_B2,
  STEP_B3,
  STEP_T0,
  STEP_T1,
  STEP_LEFT,
  STEP_LEFT2,
  STEP_RIGHT,
  STEP_RIGHT2,
  STEP_HEAD,
  STEP_BEFORE,
  STEP_AFTER,
  N_STEPS,
} PlaceStep;

typedef struct {
  guint8 step, parent;
} Place;

typedef enum {
  ATOM_COLUMN, /* `attribute` of the word */
  ATOM_TAG,
  ATOM_LABEL,
  ATOM_NLEFT,
  ATOM_NRIGHT,
  ATOM_ROOT,
  ATOM_FIRST,
  ATOM_SAME, /* `attribute` of the words at `place` and `other` */
  ATOM_BIAS,
  ATOM_DISTANCE, /* from `place` to `other`, as next */
  ATOM_BETWEEN,
  ATOM_DEPTH,
  ATOM_INPUT,
  ATOM_VECTOR,
} AtomKind;

typedef struct {
  guint8 kind, attribute, place, other;
} Atom;

typedef struct {
  guint64 seed;
  guint8 atoms[MOST_ATOMS_OF_TEMPLATE];
  int n_atoms;
} Template;

typedef struct {
  Place places[MOST_PLACES];
  int n_places;
  Atom atoms[MOST_ATOMS];
  int n_atoms;
  int between;              /* the number of that atom, which stands last in its templates; or -1 */
  int n_templates, n_plain; /* those with `between` come after the plain ones */
  Template templates[MOST_TEMPLATES];
} Templates;

/* The table that is used by default for @system, without the templates that read columns other than
 * @columns, a set of bits 1 << Field. */
char *templates_default (const TbkSystem *system, guint columns);

/**
 * templates_compile:
 * @name: of the table, for messages
 *
 * Returns: (transfer full): to be freed with g_free(); NULL with @error set
 */
Templates *templates_compile (const char *text, const TbkSystem *system, const char *name, GError **error);

/* Returns TRUE if transitions of @system join the two topmost elements of the stack, not the top and the
 * front. */
gboolean templates_join_stack (const TbkSystem *system);

/* 4. features: the features of a configuration: each a place in the table of weights. */

enum { MOST_FEATURES = MOST_TEMPLATES * MOST_BETWEEN };

typedef struct {
  guint32 rows[MOST_FEATURES]; /* where the weights of a feature begin, a class after the other */
  int n;
} Features;

enum { NOWHERE = -1 };

/* The words at the places of a table. */
typedef struct {
  const TbkConfiguration *c;
  const Words *words;
  int word[MOST_PLACES];
  int depth
      [MOST_PLACES]; /* the element of the stack, from the bottom; NOWHERE for what is not known to be one */
} Places;

void places_find (const Templates *templates, const TbkConfiguration *configuration, const Words *words,
                  Places *places);

/* The value of an atom that has one. */
guint32 atom_value (const Places *places, const Atom *atom);

/* The hash of a template after one atom more; and where the weights of a feature begin. */
static inline guint64
mix (guint64 hash, guint32 atom)
{
  hash = (hash ^ atom) * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);
  return hash ^ hash >> 32;
}

static inline guint32
row_of (guint64 hash, int bits)
{
  return (guint32) (hash * G_GUINT64_CONSTANT (0xbf58476d1ce4e5b9) >> (64 - bits));
}

/* @bits: the features are hashed to 1 << bits rows */
void features_extract (const Templates *templates, const TbkConfiguration *configuration, const Words *words,
                       int bits, Features *features);

/* 5. weights: weights while they are learned, with what averaging needs.
 *
 * After T ticks of the clock the average of a weight is w - s / T, where an update by d at tick t adds d t
 * to s. A weight stays within 16 bits: what would take it further is left out.
 */

/* Rows of scores come in whole blocks. Classes beyond the most are not learned. */
enum { BLOCK = 32, MOST_CLASSES = 65536 };

/* The classes in a row, rounded up to whole blocks. */
static inline int
padded_classes (int n_classes)
{
  return (n_classes + BLOCK - 1) / BLOCK * BLOCK;
}

/* Adds up the rows of @features: a score for each class, padded. */
void scores_fill (const gint16 *weights, const Features *features, int n_classes, gint32 *scores);

typedef struct {
  gint16 *now;
  gint64 *sums;
  gsize n;
  gint64 clock;
} Weights;

gboolean weights_init (Weights *weights, int bits, GError **error);
void weights_clear (Weights *weights);

/* Adds @change to the weight of class number @class of each feature. */
void weights_update (Weights *weights, const Features *features, int class, int change);

/* Writes the averages of the first @n weights, in such units that the greatest, whatever its sign, is
 * G_MAXINT16. */
void weights_average (const Weights *weights, gint16 *averages, gsize n);

/* 6. epoch: what trainings of all kinds do between epochs: the order of sentences, and the best weights. */

/* Puts @order, of @n numbers, into another order. */
void epoch_shuffle (int *order, int n, TbkRandom *random);

/* The averages of an epoch, and those of the best so far. */
typedef struct {
  gint16 *averages, *best; /* best: (nullable) */
  gint64 right, of;        /* the share that the best got right of a development set */
} BestEpoch;

void best_epoch_init (BestEpoch *best, const Weights *weights);
void best_epoch_clear (BestEpoch *best);

/* Keeps `averages`, and makes room for the next, if @right of @of is a greater share than the best; or if @of
 * is 0, since there is no development set. Tells whether it does. */
gboolean best_epoch_keep (BestEpoch *best, const Weights *weights, gint64 right, gint64 of);

/* 7. explore: which class a parser follows while it learns: training with exploration. */

/* A choice between the classes that are possible. */
typedef struct {
  const int *classes; /* those possible, at least one; only asked for if explore_looks_at_scores() */
  int n_classes;
  const gint32 *scores; /* by class */
  gint32 unit;          /* a score of so much is 1 in exp(score) */
  int best, right;      /* the class of highest score, and of those that are right */
} Exploration;

gboolean explore_looks_at_scores (const TbkExplore *explore);

/* The class to follow. */
int explore_choose (const TbkExplore *explore, const Exploration *exploration, TbkRandom *random);

/* 2^32 exp(-@x / 2^16), to some parts in 10^9. Made of integers, so it is the same on every machine. */
guint64 explore_exp (gint64 x);

/* 8. frame: the frame of model files, and the lines of text at their heads, one after the other. */

enum { FRAME_MOST_BITS = 30 };

/* The beginning of heads of models of phrase structure. */
#define HEAD_OF_PHRASES "phrases "

/* The head of a file that is read. */
typedef struct {
  const char *path;
  guint64 version;
  const char *next, *end; /* what is left of the head; the weights begin at its end */
  gsize n_weights;
  guint64 checksum; /* of the file */
  GError **error;
} Head;

/* Maps the file of @path and checks all but what its head says. */
GMappedFile *frame_open (const char *path, Head *head, GError **error);

/* Sets @has_head to whether the head of the file of @path begins with @start. */
gboolean frame_has_head (const char *path, const char *start, gboolean *has_head, GError **error);

/* The weights, where they are integers: the file's, or *@own, to be freed. */
const gint16 *frame_weights (const Head *head, gint16 **own);

/* All bytes before the weights; the text @head gets zeros at its end. */
GString *frame_begin (GString *head, gsize n_weights);

/* Adds @n weights to @bytes, and returns where the caller sets them, in little endian. They are valid until the next addition. */
guint16 *frame_extend (GString *bytes, gsize n);
void frame_add_weights (GString *bytes, const gint16 *weights, gsize n_weights);

/* Adds the checksum, and writes all. */
gboolean frame_write (GString *bytes, TbkOutput *output, GError **error);

/* Sets the error to a message. */
gboolean head_fail_with (Head *head, const char *format, ...) G_GNUC_PRINTF (2, 3);

/* Fails where a head says what cannot be. A damaged file has a wrong checksum; so it was written by something
 * else. */
gboolean head_fail (Head *head);

/* Fails where a head names a system that there is not. */
gboolean head_fail_system (Head *head, const char *name);

/* The next line, as a string of its own; NULL if there is none. */
char *head_next_line (Head *head);

/* Returns TRUE if the next line begins with @key. */
gboolean head_has (const Head *head, const char *key);

/* Reads a line that is @key, a space and a number. */
gboolean head_take_number (Head *head, const char *key, gint64 least, gint64 most, int *number);

/* Reads the decimal number @text up to where it ends. */
gboolean head_parse_number (const char *text, gint64 least, gint64 most, gint64 *number, const char **end);

#endif
