/* parser.h - parsers of dependencies and of phrase structure: models, decoders, training.
 *
 * Contents
 *   1. model: what a parser has learned: features, classes and their weights
 *   2. beam: the best few sequences of transitions, kept side by side
 *   3. margins: how sure a linear model is of each arc: what its steps were ahead of those that make
 *      another
 *   4. decoder: from the words of a sentence to a tree with relations, by a model
 *   5. phrase_classes: the choices of a phrase-structure parser
 *   6. phrase_state: a configuration as a phrase-structure parser sees it, and what may be done
 *   7. phrase_features: the features of a configuration of a phrase-structure parser
 *   8. phrase_decoder: from the words of a sentence to constituents, by a model
 *   9. treebank: the sentences that a parser learns from, in memory
 *  10. trainer: a training: its data, its oracle, and the learner that learns
 *  11. perceptron: what learners of linear models keep
 *   12. shared: functions on public types that other rooms and the program call; the library does not export them
 */
#ifndef PARSER_PARSER_H
#define PARSER_PARSER_H

#include "base/room.h"
#include "learn/learn.h"
#include "learn/network.h"
#include "tbk/base.h"
#include "tbk/oracle.h"
#include "tbk/parser.h"

typedef struct TbkSelector TbkSelector; /* tbk/corpus.h */

/* 1. model: what a parser has learned: features, classes and their weights.
 *
 * A class is a transition together with the relation that it chooses, if it chooses one. A feature is a row
 * of weights, one for each class; rows begin anywhere in the table, so that they overlap.
 */

enum { NO_RELATION = -1 };

typedef struct {
  int transition;
  int relation; /* or NO_RELATION */
} Class;

typedef struct {
  char *name;
  gboolean is_of_root; /* words with other heads than 0 never have it in the training data */
} Relation;

/* The parts of models of phrase structure alone. */
typedef struct {
  const TbkPhraseSystem *system; /* (nullable): NULL in models of dependencies */
  TbkVocabulary *labels;
  int max_unary; /* constituents of one child, top-down NT, in a row */
  int max_open;
  int max_children; /* bottom-up: of a class, at least 2 */
} PhraseModel;

struct TbkModel {
  PhraseModel phrases;
  const TbkSystem *system; /* (nullable): NULL in models of phrase structure */
  int beam;
  int bits;
  char *features; /* the table, and as it is compiled */
  Templates *templates;
  Relation *relations;
  int n_relations;
  Class *classes;
  int n_classes;
  gboolean has_root_relation;
  gboolean has_stages; /* chooses the transition first, then the relation; see parse_classes.c */
  gboolean is_marked;  /* relations bear the marks of the scheme `mark`, which are decoded after parsing */
  TbkScheme mark;
  const gint16 *weights; /* (1 << bits) + MOST_CLASSES + BLOCK at training, else model_n_weights() */
  gint16 *own_weights;   /* (nullable) */
  Network *network;      /* (nullable): in the place of weights */
  GMappedFile *file;     /* (nullable) */
  guint64 checksum;      /* of the file */
};

/* Counts the weights in the file of @model. A row begins anywhere in the table of 1 << bits. */
gsize model_n_weights (const TbkModel *model);

/* The transitions that are possible in a configuration. */
typedef struct {
  guint bare, relating; /* sets of transitions: those that choose no relation, and those that do */
  guint of_root;        /* of the latter, those that choose the relation of a child of 0 */
} Choices;

/**
 * choices_find:
 * @single_root: whether 0 may have one child only
 *
 * The transitions that are allowed. 0 gets one child: its arc waits for the end of the input. Where the arc
 * is made with a word of the input, no second one is made, unless there is nothing else to do.
 */
void choices_find (const TbkConfiguration *configuration, gboolean single_root, Choices *choices);

static inline gboolean
class_is_possible (const TbkModel *model, const Class *class, const Choices *choices)
{
  guint bit = 1u << class->transition;

  if (class->relation == NO_RELATION)
    return (choices->bare & bit) != 0;
  if ((choices->relating & bit) == 0)
    return FALSE;
  return !model->has_root_relation
         || model->relations[class->relation].is_of_root == ((choices->of_root & bit) != 0);
}

/* The word whose relation @transition chooses, or 0. */
int classes_related_word (const TbkConfiguration *configuration, const TbkTransition *transition);

/* The possible class of the highest score, the first of several; -1 if there is none. */
int classes_best (const TbkModel *model, const Choices *choices, const gint32 *scores);

/* Chooses a class by @features: -1 if none is possible. @scores: room for padded_classes() */
int model_choose (const TbkModel *model, const Features *features, const Choices *choices, gint32 *scores);

/* For models that have stages: returns the number of a class, -1 if there is none; makes all classes; chooses
 * the transition, -1 if none is possible, its score being scores[t]; and then the class, -1 as before. */
int stages_class (const TbkModel *model, int transition, int relation);
void stages_make_classes (TbkModel *model);
int stages_choose_transition (const TbkModel *model, const Features *features, const Choices *choices,
                              gint32 *scores);
int stages_choose_class (const TbkModel *model, int transition, const Features *features,
                         const Choices *choices, gint32 *scores);

/* The score of a class becomes that of its transition, less what its relation is behind the best: so the best
 * relation is that of the greedy choice, and transitions compare. @scores: of all classes */
void stages_join (const TbkModel *model, const Choices *choices, gint32 *scores);

/* Takes @class, which is possible. */
void classes_take (TbkConfiguration *configuration, const Class *class);

/* 2. beam: the best few sequences of transitions, kept side by side. */

/* Steps after which a computation is given up, in systems whose computations may go round. */
static inline gint64
most_steps (const TbkConfiguration *c)
{
  return (c->system->features & TBK_HAS_CYCLES) != 0 ? 50 * ((gint64) c->n + 2) : G_MAXINT64;
}

typedef struct Beam Beam;

Beam *beam_new (const TbkModel *model, int width, gboolean single_root);
void beam_free (Beam *beam);

/* The gold sequence, for training: the numbers of its classes. */
typedef struct {
  const int *classes;
  int n;
  gboolean stops_early; /* the search ends where the gold sequence is no longer in the beam */
} GoldSequence;

/* Where the best sequence and the gold one are compared. */
typedef struct {
  int n_steps;   /* of the gold one */
  int n_classes; /* of the best one, fewer if it ended before */
  gboolean is_violated;
} Violation;

/**
 * beam_run:
 * @gold: (nullable): the gold sequence. The search then also keeps the configuration along it
 *
 * Searches from the initial configuration of @words until all sequences kept are final.
 */
gboolean beam_run (Beam *beam, const Words *words, const GoldSequence *gold, GError **error);

/* Return how many sequences were kept to the end, the best first; and of one of them, from 0, the
 * configuration at its end, owned by @beam, the sum of its scores, and the numbers of its classes (of int). */
int beam_n_found (const Beam *beam);
const TbkConfiguration *beam_at (const Beam *beam, int i);
gint64 beam_score_at (const Beam *beam, int i);
void beam_classes_at (const Beam *beam, int i, GArray *classes);

/* Finds of the last run with a gold sequence where the score of the best sequence exceeds that of the gold
 * one most, or where the search ended early. @classes gets those of the best one, owned by @beam. */
Violation beam_violation (const Beam *beam, const int **classes);

/* 3. margins: how sure a linear model is of each arc: what its steps were ahead of those that make another. */

/* The parser whose steps are replayed. */
typedef struct {
  const TbkModel *model;
  const TbkSystem *system;
  gboolean single_root;
} Replayed;

/* An arc that a step made, or that one step promised and a later one made. */
typedef struct {
  int head;     /* or -1: none was made */
  int promised; /* the head, as soon as it is known; -1 before */
  gboolean is_known;
  gint64 margin; /* if it is known: there was another step to take */
} Margin;

typedef struct {
  Margin *arcs; /* of the words, from 1 */
  int n_allocated, n_scores;
  TbkConfiguration c;
  Features *features;
  gint32 *scores;
} Margins;

/* 4. decoder: from the words of a sentence to a tree with relations, by a model. */

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
  int *completed;    /* heads that words without one get, 0..n */

  GArray *steps; /* of Class: what led to the tree */
  GArray *numbers;
  Margins margins;
  gint64 score; /* of the steps, in sum */

  const int *heads;           /* the tree, or what TBK_REST_LEFT leaves; 0..n */
  TbkPiece *deprels;          /* 1..n */
  TbkPseudoProjective *marks; /* (nullable): for a model of marked relations; and what it decodes into */
  int *new_heads;
  TbkPiece *new_deprels;
  Room words;

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

/* Parse in two parts: the first searches for sequences, and sets @n_found to how many there are, the best
 * first; then makes the tree of one of them, from 0. Without a beam there is one. */
gboolean decoder_search (Decoder *decoder, const Words *words, int *n_found, GError **error);
gboolean decoder_build (Decoder *decoder, const Words *words, int i, GError **error);

/* 5. phrase_classes: the choices of a phrase-structure parser.
 *
 * Top-down and in-order a class is a transition: SH, RE, FI, and NT-X for each label. Bottom-up two choices
 * follow on one another: SH, FI or RE-k, and then the label.
 */

enum { CLASS_SHIFT, CLASS_REDUCE, CLASS_FINISH, CLASS_OPEN };

/* Bottom-up: CLASS_SHIFT, CLASS_END, and RE-k from here on, k from 1. */
enum { CLASS_END = 1, CLASS_CHILDREN = 1, PHRASE_MOST_CHILDREN = 64, PHRASE_MOST_LABELS = 60000 };

static inline gboolean
model_is_bottom_up (const TbkModel *model)
{
  return model->phrases.system->strategy == TBK_PHRASE_BOTTOM_UP;
}

/* Counts the classes of the only choice, or the first. */
static inline int
phrase_n_classes (const TbkModel *model)
{
  return model_is_bottom_up (model) ? CLASS_CHILDREN + 1 + model->phrases.max_children
                                    : CLASS_OPEN + tbk_vocabulary_size (model->phrases.labels);
}

/* 6. phrase_state: a configuration as a phrase-structure parser sees it: its stack with heads and children, and what
 * may be done. */

typedef struct {
  guint32 form, prefix, suffix;
  guint32 tag, base; /* the tag, and what comes before its first '-' or '$' */
  guint8 letter;     /* the first of the tag */
} PhraseWord;

/* An element of the stack as features see it. Of an open one the children are those so far. */
typedef struct {
  guint32 label; /* also of a tag; open elements have others than complete ones */
  int head;      /* a word; -1 for an open element without children */
  guint8 letter, head_rank;
  guint8 n_children;                          /* at most 255 */
  guint32 first, last, before_last, children; /* labels of children, and a hash of all */
} PhraseNode;

typedef struct {
  const TbkModel *model;
  const PhraseWord *words;
  TbkPhraseConfiguration c;
  PhraseNode *nodes; /* of the stack */
  gsize n_allocated;
  /* top-down: NT taken since the last other transition; else constituents of one child that the last
   * transitions made */
  int n_unary;
} PhraseState;

void phrase_state_start (PhraseState *state, const TbkModel *model, const PhraseWord *words, int n);
void phrase_state_clear (PhraseState *state);

/* Takes @transition, which is allowed. */
gboolean phrase_state_take (PhraseState *state, TbkPhraseTransition transition, GError **error);

/* Sets which of the model's classes (bottom-up: of the first choice) may be chosen; at least one may. */
void phrase_state_find_possible (const PhraseState *state, guint8 *is_possible);

/* The class of a transition, -1 if the model has none; and the transition of a class. @label: where the class
 * has none. */
int phrase_state_class (const TbkModel *model, TbkPhraseTransition transition);
TbkPhraseTransition phrase_transition (const TbkModel *model, int class, int label);

/* Returns TRUE if @transition bears a label that is chosen after it. */
static inline gboolean
phrase_has_second_choice (const TbkModel *model, TbkPhraseTransition transition)
{
  return model_is_bottom_up (model) && transition.act == TBK_PHRASE_REDUCE;
}

/* Sets the attributes of a word. @lower: scratch */
void phrase_state_set_word (PhraseWord *word, TbkPiece form, TbkPiece tag, GString *lower);

/* 7. phrase_features: the features of a configuration of a phrase-structure parser. */

/* Those by which a transition is chosen. Bottom-up RE-k has features of its own besides, and so has the
 * choice of its label: both look at the @n_children topmost elements. */
void phrase_features_extract (const PhraseState *state, Features *features);
void phrase_features_extract_reduction (const PhraseState *state, int n_children, Features *features);
void phrase_features_extract_label (const PhraseState *state, int n_children, Features *features);

/* 8. phrase_decoder: from the words of a sentence to constituents, by a model. */

typedef struct {
  const TbkModel *model;
  PhraseState state;
  Features *features, *of_reduction; /* the latter of RE-k alone, bottom-up: scratch */
  gint32 *scores;
  guint8 *possible; /* by class */
} PhraseDecoder;

void phrase_decoder_init (PhraseDecoder *decoder, const TbkModel *model);
void phrase_decoder_clear (PhraseDecoder *decoder);

/* Scores the classes of a choice: of the first, setting which are possible; and of labels, for a reduction of
 * @n_children. All labels are possible. */
void phrase_decoder_score (PhraseDecoder *decoder);
void phrase_decoder_score_labels (PhraseDecoder *decoder, int n_children);

/* Returns the class of the highest score among @n, the first of several, among those @marked (NULL: all); -1
 * if none is. */
int phrase_decoder_best (const PhraseDecoder *decoder, int n, const guint8 *marked);

/* The tagged words of a tree: @words has room for tree->n. FALSE with @error set where a word has no tag. */
gboolean phrase_decoder_words_of_tree (const TbkBracketTree *tree, TbkTaggedWord *words, GError **error);

/* Parses: the tree is that of decoder->state.c. */
gboolean phrase_decoder_run (PhraseDecoder *decoder, const PhraseWord *words, int n, GError **error);

/* 9. treebank: the sentences that a parser learns from, in memory. */

typedef struct {
  int file; /* among those of the treebank, and its line there */
  gint64 line;

  /* For dependencies. */
  Words words; /* without scratch */
  int *heads;
  int *relations;
  int n_roots;
  int *sequence; /* (nullable): the gold transitions, then their classes */
  int n_sequence;

  /* For phrase structure. */
  PhraseWord *tagged;
  TbkPhraseTree tree;
} Sentence;

/* Relations and labels of training data are added to those of @model, in the order in which they are met. */
typedef struct {
  TbkModel *model;
  const TbkTrainingOptions *options;
  gboolean is_training;       /* it is learned from; else it is a development set, all of which is taken */
  TbkPseudoProjective *marks; /* (nullable): lifts and marks the trees of the training data */
  TbkSelector *selector;      /* (nullable): which sentences are taken */
  GArray *sentences;          /* of Sentence */
  GHashTable *relations;
  TbkVocabulary *labels; /* those of the model; of a development set its own: the model's, then others */
  GPtrArray *files;      /* their names */
  GString *lower;        /* scratch */
  gint64 n_too_long;     /* sentences that were left out for their length, trees for their size */
} Treebank;

void treebank_init (Treebank *treebank, TbkModel *model, const TbkTrainingOptions *options,
                    gboolean is_training);
void treebank_clear (Treebank *treebank);

/* Adds the sentences of a file. Relations that only a development set has are NO_RELATION. */
gboolean treebank_read (Treebank *treebank, const char *path, GError **error);

/* Puts "FILE:LINE: " of @sentence before the message of @error; returns FALSE. */
gboolean treebank_fail_at (const Treebank *treebank, const Sentence *sentence, GError **error);

static inline Sentence *
treebank_at (const Treebank *treebank, int i)
{
  return &g_array_index (treebank->sentences, Sentence, i);
}

/* 10. trainer: a training: its data, its oracle, and the learner that learns.
 *
 * The trainer knows epochs and sentences, and no kind of tree or model. A learner knows one kind of model.
 */

typedef struct Trainer Trainer;

/* A kind of learner. Its functions are called in the order in which they stand here; those marked may be
 * NULL. */
typedef struct {
  /* Makes classes and weights for the data, which are read. */
  gboolean (*begin) (Trainer *trainer, GError **error);

  /* Begins a lesson, after which weights change: of the sentence @first in the order of the epoch and those
   * that follow it. Returns how many there are, -1 on an error. */
  int (*begin_lesson) (Trainer *trainer, int first, GError **error);
  gboolean (*learn) (Trainer *trainer, const Sentence *sentence, GError **error);
  gboolean (*end_lesson) (Trainer *trainer, int first, GError **error); /* (nullable) */

  /* Evaluates on the development set, if there is one, and keeps what the best epoch has learned. */
  gboolean (*end_epoch) (Trainer *trainer, GError **error);
  /* Parses the development set with the model as it is, and counts into `found`. */
  gboolean (*evaluate) (Trainer *trainer, GError **error);

  /* Completes the model. */
  void (*end) (Trainer *trainer); /* (nullable) */
  /* Frees what begin() made, however far that came. */
  void (*clear) (Trainer *trainer);
} LearnerKind;

extern const LearnerKind learner_perceptron, learner_beam, learner_stages, learner_network, learner_phrases;

struct Trainer {
  const TbkTrainingOptions *options;
  const LearnerKind *kind;
  gpointer learner; /* what the learner keeps */
  TbkModel *model;
  Treebank treebank, dev;
  int *order; /* of the sentences in this epoch */
  TbkRandom random;
  int n_epochs, epoch;
  TbkEpoch found;
  int *possible; /* classes; room for all */

  /* For dependencies. */
  int *class_of;     /* by transition and relation: the number of the class, -1 for one not met yet */
  TbkOracle *oracle; /* (nullable) */
  TbkConfiguration configuration;
  gint32 *scores; /* of classes; room for MOST_CLASSES and a block */
  gint32 unit;    /* a score of so much is 1 in exp(score) */

  TbkPhraseOracle *phrase_oracle; /* (nullable): of phrase structure */
};

/* Reads the data, finds the learner for the options, and makes it and the oracle ready for the first
 * epoch. */
gboolean trainer_begin (Trainer *trainer, const char *const *paths, const char *dev, GError **error);
void trainer_clear (Trainer *trainer);

/* Reads the data, and keeps the sentences that the system can learn from. */
gboolean preparation_run (Trainer *trainer, const char *const *paths, const char *dev, GError **error);

/* Returns TRUE if a sequence that is followed may be wrong in this epoch. */
gboolean trainer_is_exploring (const Trainer *trainer);

/* The function `evaluate` of learners of dependencies. */
gboolean trainer_evaluate (Trainer *trainer, GError **error);

/* The number of a class, which is new if it was not met before; -1 if there are too many. */
int trainer_class_number (Trainer *trainer, int transition, int relation);

/* The class of highest score that is right, of the transitions in the set @optimal; -1 if none is
 * possible. */
int trainer_best_right (Trainer *trainer, const Sentence *sentence, guint optimal, const Choices *choices);

/* Returns TRUE if class number @k is right. */
gboolean trainer_is_right (const Trainer *trainer, const Sentence *sentence, guint optimal, int k);

/* Which class is taken where @predicted has the highest score and @right, which may be the same, is right;
 * where there are stages, which transition. */
int trainer_follow (Trainer *trainer, const Choices *choices, int predicted, int right);

/* Learns from a configuration, where the transitions of the set @optimal are right, and takes a step;
 * @is_taken is FALSE where there is none to take. */
typedef gboolean (*LearnStepFunc) (Trainer *trainer, const Sentence *sentence, guint optimal,
                                   const Choices *choices, gboolean *is_taken, GError **error);

/* Walks through a sentence by whichever oracle there is, a call of @learn for each configuration. */
gboolean trainer_walk (Trainer *trainer, const Sentence *sentence, LearnStepFunc learn, GError **error);

/* 11. perceptron: what learners of linear models keep. */

typedef struct {
  Weights weights;
  Features *features;
  BestEpoch best;
  int best_n_classes;            /* the classes that there were in that epoch */
  Beam *beam;                    /* (nullable) */
  struct PhraseLearner *phrases; /* (nullable) */
} Perceptron;

/* Steps of a LearnerKind, of all learners of linear models. */
gboolean perceptron_begin (Trainer *trainer, int bits, GError **error);
int perceptron_begin_lesson (Trainer *trainer, int first, GError **error);
gboolean perceptron_end_epoch (Trainer *trainer, GError **error);
void perceptron_end (Trainer *trainer);
void perceptron_clear (Trainer *trainer);

/* 12. shared: functions on public types that other rooms and the program call; the library does not export them. */

/* Sets @is_at to whether the file at @path begins as a model of a phrase-structure parser does. */
gboolean phrase_model_is_at (const char *path, gboolean *is_at, GError **error) G_GNUC_WARN_UNUSED_RESULT;

#endif
