/* phrase_parser.h - parsers of phrase structure: models, states, training data.
 *
 * Contents
 *   1. model: what a phrase-structure parser has learned: labels, caps, and the weights of classes
 *   2. state: a configuration as a parser sees it: its stack with heads and children, and what may be done
 *   3. features: the features of a configuration of a phrase-structure parser
 *   4. decoder: from the words of a sentence to constituents, by a model
 *   5. treebank: trees in brackets to learn from, in memory
 */
#ifndef PARSER_PHRASE_PARSER_H
#define PARSER_PHRASE_PARSER_H

#include "learn/learn.h"
#include "tbk/phrase_parser.h"

/* 1. model: what a phrase-structure parser has learned: labels, caps, and the weights of classes.
 *
 * Top-down and in-order a class is a transition: SH, RE, FI, and NT-X for each label. Bottom-up two choices
 * follow on one another: SH, FI or RE-k, and then the label.
 */

enum { CLASS_SHIFT, CLASS_REDUCE, CLASS_FINISH, CLASS_OPEN };

/* Bottom-up: CLASS_SHIFT, CLASS_END, and RE-k from here on, k from 1. */
enum { CLASS_END = 1, CLASS_CHILDREN = 1, PHRASE_MOST_CHILDREN = 64, PHRASE_MOST_LABELS = 60000 };

struct TbkPhraseModel {
  const TbkPhraseSystem *system;
  int bits;
  int max_unary; /* constituents of one child, top-down NT, in a row */
  int max_open;
  int max_children; /* bottom-up: of a class, at least 2 */
  TbkVocabulary *labels;
  const gint16 *weights;
  gint16 *own_weights; /* (nullable) */
  GMappedFile *file;   /* (nullable) */
};

static inline gboolean
model_is_bottom_up (const TbkPhraseModel *model)
{
  return model->system->strategy == TBK_PHRASE_BOTTOM_UP;
}

/* Of the only choice, or the first. */
static inline int
model_n_classes (const TbkPhraseModel *model)
{
  return model_is_bottom_up (model) ? CLASS_CHILDREN + 1 + model->max_children
                                    : CLASS_OPEN + tbk_vocabulary_size (model->labels);
}

/* A row is read from anywhere in the table of 1 << bits. */
static inline gsize
model_n_phrase_weights (const TbkPhraseModel *model)
{
  return ((gsize) 1 << model->bits)
         + (gsize) padded_classes (MAX (model_n_classes (model), tbk_vocabulary_size (model->labels)));
}

/* 2. state: a configuration as a parser sees it: its stack with heads and children, and what may be done. */

typedef struct {
  guint32 form, prefix, suffix;
  guint32 tag, base; /* the tag, and what comes before its first '-' or '$' */
  guint8 letter;     /* the first of the tag */
} PhraseWord;

/* What features see of an element of the stack. Of an open one the children are those so far. */
typedef struct {
  guint32 label; /* also of a tag; open elements have others than complete ones */
  int head;      /* a word; -1 for an open element without children */
  guint8 letter, head_rank;
  guint8 n_children;                          /* at most 255 */
  guint32 first, last, before_last, children; /* labels of children, and a hash of all */
} PhraseNode;

typedef struct {
  const TbkPhraseModel *model;
  const PhraseWord *words;
  TbkPhraseConfiguration c;
  PhraseNode *nodes; /* of the stack */
  gsize n_allocated;
  /* top-down: NT taken since the last other transition; else constituents of one child that the last
   * transitions made */
  int n_unary;
} PhraseState;

void phrase_state_start (PhraseState *state, const TbkPhraseModel *model, const PhraseWord *words, int n);
void phrase_state_clear (PhraseState *state);

/* Takes @transition, which is allowed. */
gboolean phrase_state_take (PhraseState *state, TbkPhraseTransition transition, GError **error);

/* Sets which of the model's classes (bottom-up: of the first choice) may be chosen; at least one may. */
void phrase_state_find_possible (const PhraseState *state, guint8 *is_possible);

/* The class of a transition, -1 if the model has none; and the transition of a class. @label: where the class
 * has none. */
int phrase_state_class (const TbkPhraseModel *model, TbkPhraseTransition transition);
TbkPhraseTransition phrase_transition (const TbkPhraseModel *model, int class, int label);

/* Whether @transition bears a label that is chosen after it. */
static inline gboolean
phrase_has_second_choice (const TbkPhraseModel *model, TbkPhraseTransition transition)
{
  return model_is_bottom_up (model) && transition.act == TBK_PHRASE_REDUCE;
}

/* Sets the attributes of a word. @lower: scratch */
void phrase_state_set_word (PhraseWord *word, TbkPiece form, TbkPiece tag, GString *lower);

/* 3. features: the features of a configuration of a phrase-structure parser. */

/* Those by which a transition is chosen. Bottom-up RE-k has features of its own besides, and so has the
 * choice of its label: both look at the @n_children topmost elements. */
void phrase_features_extract (const PhraseState *state, Features *features);
void phrase_features_extract_reduction (const PhraseState *state, int n_children, Features *features);
void phrase_features_extract_label (const PhraseState *state, int n_children, Features *features);

/* 4. decoder: from the words of a sentence to constituents, by a model. */

typedef struct {
  const TbkPhraseModel *model;
  PhraseState state;
  Features *features, *of_reduction; /* the latter of RE-k alone, bottom-up: scratch */
  gint32 *scores;
  guint8 *possible; /* by class */
} PhraseDecoder;

void phrase_decoder_init (PhraseDecoder *decoder, const TbkPhraseModel *model);
void phrase_decoder_clear (PhraseDecoder *decoder);

/* Scores the classes of a choice: of the first, setting which are possible; and of labels, for a reduction of
 * @n_children. All labels are possible. */
void phrase_decoder_score (PhraseDecoder *decoder, const gint16 *weights);
void phrase_decoder_score_labels (PhraseDecoder *decoder, const gint16 *weights, int n_children);

/* Of @n classes the one of the highest score, the first of several, among those @marked (NULL: all); -1 if
 * none is. */
int phrase_decoder_best (const PhraseDecoder *decoder, int n, const guint8 *marked);

/* Parses: the tree is that of decoder->phrase_features.c. */
gboolean phrase_decoder_run (PhraseDecoder *decoder, const PhraseWord *words, int n, GError **error);

/* 5. treebank: trees in brackets to learn from, in memory. */

typedef struct {
  PhraseWord *words;
  TbkPhraseTree tree;
  int file; /* among those of the treebank, and its line there */
  gint64 line;
} PhraseSentence;

typedef struct {
  GArray *sentences;     /* of PhraseSentence */
  GPtrArray *files;      /* their names */
  GString *lower;        /* scratch */
  TbkSelector *selector; /* (nullable): which trees are taken; NULL at first */
  gint64 max_words;      /* trees that exceed it are counted instead; 0 at first: none do */
  gint64 n_too_large;
} PhraseTreebank;

void phrase_treebank_init (PhraseTreebank *treebank);
void phrase_treebank_clear (PhraseTreebank *treebank);

/* Adds the trees of a file that have words; their labels are added to @labels. @options: (nullable) */
gboolean phrase_treebank_read (PhraseTreebank *treebank, const char *path, const TbkBracketOptions *options,
                               TbkVocabulary *labels, GError **error);

/* Puts "FILE:LINE: " before the message of @error; returns FALSE. */
gboolean phrase_treebank_fail_at (const PhraseTreebank *treebank, const PhraseSentence *sentence,
                                  GError **error);

/* The tagged words of a tree: @words has room for tree->n. FALSE with @error set where a word has no tag. */
gboolean phrase_treebank_words_of_tree (const TbkBracketTree *tree, TbkTaggedWord *words, GError **error);

static inline PhraseSentence *
phrase_treebank_at (const PhraseTreebank *treebank, int i)
{
  return &g_array_index (treebank->sentences, PhraseSentence, i);
}

#endif
