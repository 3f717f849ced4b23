/* phrase_parser.h - phrase-structure parsers that learn from treebanks: training, models, parsing.
 *
 * A parser takes the transition of highest score in each configuration of a system of tbk/constituency.h.
 * Scores are sums of weights of features, learned by an averaged perceptron; they are integers, so that equal
 * input gives equal models and trees on every machine.
 *
 *   g_autoptr (TbkPhraseModel) model = tbk_phrase_model_load ("is.model", &error);
 *   g_autoptr (TbkPhraseParser) parser = tbk_phrase_parser_new (model);
 *
 *   while (next_sentence (&words, &n))
 *     if (!tbk_phrase_parser_parse (parser, words, n, line, &error))
 *       return FALSE;
 *
 * Input     words with tags. There is no tokeniser and no tagger here.
 * Output    a tree over all words, whatever the weights; its labels are those of the training data.
 * Caps      as many constituents of one child in a row, open elements and children as the training data have,
 *           kept in the model: so each computation ends. A transition beyond a cap is taken where no other is
 *           allowed.
 * Cost      of parsing: some microseconds a step, a few steps a word. Bottom-up a step looks at as many
 *           elements as the cap of children allows.
 * Memory    a model: 17 MB, mapped from its file and shared; training: about 120 MB and the words.
 * Errors    TBK_ERROR_USAGE for a method that the system does not have; TBK_ERROR_DATA for files that are no
 *           model, or damaged, or of another kind or version; and for training data without trees.
 * Threads   a model may be shared; a parser belongs to one thread at a time.
 * Sources   those of tbk/constituency.h and tbk/parser.h; Coavoux and Crabbe (2016), "Neural greedy
 *           constituent parsing with dynamic oracles", for training with such oracles.
 * Since     0.1
 */
#ifndef TBK_PHRASE_PARSER_H
#define TBK_PHRASE_PARSER_H

#include <glib.h>

#include "tbk/constituency_oracle.h"
#include "tbk/parser.h"
#include "tbk/tagged.h"

#include "tbk/declarations.h"

TBK_BEGIN_DECLS

typedef struct TbkPhraseModel TbkPhraseModel;

/* Sets @is_at to whether the file at @path begins as a model of a phrase-structure parser does. */
gboolean tbk_phrase_model_is_at (const char *path, gboolean *is_at, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* As the functions of tbk/parser.h. */
TbkPhraseModel *tbk_phrase_model_load (const char *path, GError **error) G_GNUC_WARN_UNUSED_RESULT;
gboolean tbk_phrase_model_save (const TbkPhraseModel *model, const char *path,
                                GError **error) G_GNUC_WARN_UNUSED_RESULT;
gboolean tbk_phrase_model_write (const TbkPhraseModel *model, TbkOutput *output,
                                 GError **error) G_GNUC_WARN_UNUSED_RESULT;
void tbk_phrase_model_free (TbkPhraseModel *model);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TbkPhraseModel, tbk_phrase_model_free)

const TbkPhraseSystem *tbk_phrase_model_system (const TbkPhraseModel *model);

typedef struct TbkPhraseParser TbkPhraseParser;

/* @model must outlive the parser. */
TbkPhraseParser *tbk_phrase_parser_new (const TbkPhraseModel *model);
void tbk_phrase_parser_free (TbkPhraseParser *parser);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TbkPhraseParser, tbk_phrase_parser_free)

/* Appends a tree over @n words, at least one, to @text, as a line of brackets without a newline. Parentheses
 * in forms and tags become -LRB- and -RRB-, blanks "_". Memory of @text comes from GLib. */
gboolean tbk_phrase_parser_parse (TbkPhraseParser *parser, const TbkTaggedWord *words, int n, GString *text,
                                  GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* The same for the words of @tree, whose constituents are not looked at. Fails (TBK_ERROR_DATA) if it has no
 * words, or one without tag. */
gboolean tbk_phrase_parser_parse_tree (TbkPhraseParser *parser, const TbkBracketTree *tree, GString *text,
                                       GError **error) G_GNUC_WARN_UNUSED_RESULT;

typedef struct {
  const TbkPhraseSystem *system;     /* NULL: in-order */
  gboolean is_static;                /* follow and learn the gold sequence alone */
  TbkExplore explore;                /* see tbk/parser.h: right are the transitions that keep the loss */
  int oracle_epochs;                 /* the first so many epochs follow right transitions only */
  int epochs;                        /* at least 1 */
  guint64 seed;                      /* of the order of sentences, and of exploration */
  const TbkBracketOptions *brackets; /* (nullable): how files are read; NULL for TBK_BRACKETS_DEFAULT */
  /* Of the losses; by `printed`, which is not exact, nothing is learned where no transition is right. */
  TbkPhraseMethod method;
  const TbkSelection *selection; /* (nullable): the trees of the training data that are learned from */
  gint64 max_words; /* trees that tbk_bracket_tree_exceeds() it are left out and counted; 0: none */
} TbkPhraseTrainingOptions;

/* The defaults: the exact dynamic oracle, ten epochs, all predictions followed, trees of up to
 * TBK_TRAINING_MAX_WORDS words: a tree takes quadratic time. */
void tbk_phrase_training_options_init (TbkPhraseTrainingOptions *options);

/* What is known after an epoch. */
typedef struct {
  int epoch;           /* from 1 */
  gint64 steps, wrong; /* choices made; those that needed an update */
  TbkPhraseScore dev;  /* all 0 without development set */
  gint64 sentences;    /* of the training data */
  gint64 too_large;    /* trees left out for their size */
} TbkPhraseEpoch;

/* FALSE with the error set ends the training. */
typedef gboolean (*TbkPhraseEpochFunc) (const TbkPhraseEpoch *epoch, gpointer data, GError **error);

/**
 * tbk_phrase_train:
 * @paths: NULL-terminated
 * @dev: (nullable): a file; the model is then that of the epoch with the highest F1 there, the first of
 *   several. Without it the model is that of the last epoch
 * @report: (nullable): called after each epoch
 */
TbkPhraseModel *tbk_phrase_train (const TbkPhraseTrainingOptions *options, const char *const *paths,
                                  const char *dev, TbkPhraseEpochFunc report, gpointer data,
                                  GError **error) G_GNUC_WARN_UNUSED_RESULT;

TBK_END_DECLS

#endif
