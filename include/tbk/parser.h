/* parser.h - around the core: parsers that are trained, of both kinds of trees.
 *
 * Contents
 *   1. parser: parsers that learn from treebanks: training, models, and parsing of dependencies
 *   2. phrase_parser: parsing by models of phrase structure, which tbk_train() makes
 */
#ifndef TBK_PARSER_H
#define TBK_PARSER_H

#include <glib.h>

#include "tbk/base.h"
#include "tbk/io.h"
#include "tbk/oracle.h"
#include "tbk/projectivize.h"
#include "tbk/transition.h"

TBK_BEGIN_DECLS

/* Declared in other headers, which whoever uses them includes. */
typedef struct TbkBracketOptions TbkBracketOptions;
typedef struct TbkBracketTree TbkBracketTree;
typedef struct TbkConlluColumns TbkConlluColumns;
typedef struct TbkConlluSentence TbkConlluSentence;
typedef struct TbkSelection TbkSelection;
typedef struct TbkTaggedWord TbkTaggedWord;

/* 1. parser: parsers that learn from treebanks: training, models, and parsing of dependencies.
 *
 * A parser takes the transition of highest score in each configuration, or keeps the best few sequences of
 * transitions (a beam). Scores are sums of weights of features, learned by an averaged perceptron; weights
 * and scores are integers, so that equal input gives equal models and trees on every machine.
 *
 *   g_autoptr (TbkModel) model = tbk_model_load ("en.model", &error);
 *   g_autoptr (TbkParser) parser = tbk_parser_new (model, NULL);
 *
 *   while (tbk_conllu_batch_next (batch, &sentence))
 *     if (!tbk_parser_parse (parser, &sentence, text, &error))
 *       return FALSE;
 *
 * Networks replace sums on demand (TbkModelKind). Their scores are numbers of floating point: equal
 * input gives equal models and trees on the same kind of processor, if sentences are announced in the
 * same groups. They need OpenBLAS: without it training and loading fail with TBK_ERROR_USAGE, or
 * TBK_ERROR_RESOURCE where the library was there when tbk was built.
 *
 * Input     words with the columns that the features look at: form, lemma, UPOS, XPOS, FEATS by default.
 *           There is no tokeniser and no tagger here.
 * Output    a tree with one child of 0 (on demand any number, or no tree; see TbkParserOptions).
 * Relations the ones in the training data; one that only children of 0 have there is kept to them, and each of
 *           them has such a one. Where a computation leaves a word without relation it is `root` or `dep`.
 *           A model of marked relations decodes what it parsed: the tree need not be projective then.
 * Cost      of parsing: some microseconds a step, with some steps for each word; covington and swap
 *           need up to as many for a word as words come before it, and TBK_PARSER_MAX_DISTANCE. A beam of k
 *           costs k times that, and copies of configurations; sentences above TBK_PARSER_MAX_BEAM words are
 *           parsed without beam.
 * Memory    a model: 8 MB, mapped from its file and shared; training: about 60 MB and the words. Networks: 10
 *           MB each; training five times that; 2 KB a word of the longest sentence.
 * Errors    TBK_ERROR_DATA for files that are no model, or damaged, or of another version; TBK_ERROR_USAGE
 *           for options that do not go together.
 * Threads   a model may be shared; a parser belongs to one thread at a time.
 * Sources   Zhang and Nivre (2011), "Transition-based dependency parsing with rich non-local features";
 *           Goldberg and Nivre (2012), "A dynamic oracle for arc-eager dependency parsing"; Collins (2002),
 *           "Discriminative training methods for hidden Markov models"; Huang, Fayong and Guo (2012),
 *           "Structured perceptron with inexact search".
 * Since     0.1
 */

/* The longest sentence that is parsed with a beam, in words. */
#define TBK_PARSER_MAX_BEAM 1000

/* The greatest distance of words that covington compares, in which a word meets those before it one by one,
 * and that change places by swap. So a sentence has at most this many steps a word. */
#define TBK_PARSER_MAX_DISTANCE 1000

/* The most sequences that a beam keeps. */
#define TBK_PARSER_MAX_WIDTH 1024

typedef struct TbkModel TbkModel;

/* A model of dependencies; models of phrase structure are loaded by tbk_phrase_model_load(). Maps the file into memory;
 * it must not be changed in place as long as the model is used. */
TbkModel *tbk_model_load (const char *path, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* The checksum of the file that @model was loaded from, by which models can be distinguished; 0 if it was
 * trained. */
guint64 tbk_model_checksum (const TbkModel *model);

/* Writes a file that is complete, or is not there. The same model gives the same file, byte for byte. */
gboolean tbk_model_save (const TbkModel *model, const char *path, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* Writes to @output, which a program may open before a long training, so that it knows early what cannot be
 * written. */
gboolean tbk_model_write (const TbkModel *model, TbkOutput *output, GError **error) G_GNUC_WARN_UNUSED_RESULT;

void tbk_model_free (TbkModel *model);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TbkModel, tbk_model_free)

/* (nullable): NULL for a model of phrase structure */
const TbkSystem *tbk_model_system (const TbkModel *model);

/* Learners, which give transitions their scores. */
typedef enum {
  TBK_MODEL_LINEAR,      /* sums of weights of features: integers, equal on every machine */
  TBK_MODEL_FEEDFORWARD, /* a network with one hidden layer over words, tags and relations */
  TBK_MODEL_BILSTM,      /* a network that first reads the sentence in both directions */
} TbkModelKind;

TbkModelKind tbk_model_kind (const TbkModel *model);

typedef struct TbkParser TbkParser;

/* Ways to complete words that a computation leaves without head. */
typedef enum {
  TBK_REST_HANGS,     /* they depend on the child of 0, or on 0 where that may have several */
  TBK_REST_COMPLETED, /* they get the heads of a completion, see tbk/transition.h */
  TBK_REST_UNSHIFTED, /* they return to the input, as in arc-eager-unshift, and the same model goes on */
  TBK_REST_LEFT,      /* they have none: HEAD and DEPREL are `_` */
} TbkRest;

typedef struct {
  int beam;                 /* sequences kept; 1: greedy; 0: as the model was trained. Networks are greedy */
  gboolean any_root;        /* 0 may have several children; else all but the first depend on that */
  TbkRest rest;             /* in models of arc-eager; in others it must be the first */
  TbkCompletion completion; /* for TBK_REST_COMPLETED */

  /* For linear models alone. */
  int n_best; /* above 0: this many different trees, the best first, or as many as a beam at least as wide keeps. Each
                 is a sentence with comments `# nbest = i` and `# score = s`: the sum of its steps' scores */
  gboolean
      has_margins; /* MISC gets Margin=: by how much the score of the transition that made (or promised) the arc is above
                           the best of other transitions. Not where the word got its head otherwise, or there was
                           no other transition. Since: 0.2 */
} TbkParserOptions;

/* Returns TRUE if @options go with @model, which is of dependencies. */
gboolean tbk_parser_check_options (const TbkModel *model, const TbkParserOptions *options,
                                   GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* @model, which is of dependencies, must outlive the parser. @options: (nullable): NULL for all zeros; else they go
 * with @model. */
TbkParser *tbk_parser_new (const TbkModel *model, const TbkParserOptions *options);
void tbk_parser_free (TbkParser *parser);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TbkParser, tbk_parser_free)

/* Appends @sentence to @text with HEAD and DEPREL of every word replaced, every other byte kept but for what
 * TbkParserOptions asks for. Its heads are not looked at. */
gboolean tbk_parser_parse (TbkParser *parser, const TbkConlluSentence *sentence, TbkText *text,
                           GError **error) G_GNUC_WARN_UNUSED_RESULT;

/**
 * tbk_parser_expect:
 * @sentence: (nullable): NULL: forgets the sentences that were announced and not parsed
 *
 * Announces a sentence that tbk_parser_parse() will be called for, after the earlier ones. There is no need
 * to; but networks read sentences side by side several times as fast as one by one. Memory: some KB a word of
 * 64 sentences, 1 KB a word of the others.
 */
gboolean tbk_parser_expect (TbkParser *parser, const TbkConlluSentence *sentence,
                            GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* The two halves of greedy parsing, for those who look at the configurations on the way. First the words of
 * @sentence are read; then each step takes the transition of highest score, with its relation, in
 * @configuration, which keeps relations and children, and returns the number of the transition. -1 if there is no step
 * to take: the configuration is final, or has no transition that the model knows.
 * tbk_parser_take() Since: 0.2 */
gboolean tbk_parser_read (TbkParser *parser, const TbkConlluSentence *sentence,
                          GError **error) G_GNUC_WARN_UNUSED_RESULT;
int tbk_parser_take (TbkParser *parser, TbkConfiguration *configuration);

/* Returns what makes tbk_comparer_new() follow parsers of @model, which must outlive it. Since: 0.2 */
TbkGuide tbk_parser_guide (const TbkModel *model);

/* The longest sentence that training accepts by default, in words. Swap and covington can need half as many
 * steps as the square of the words, and covington's exact oracle linear time for each. */
#define TBK_TRAINING_MAX_WORDS 1000

/* Trees that a parser learns from, where the system cannot build the gold tree. */
typedef enum {
  TBK_TREES_ALL,           /* the gold tree, valued by an exact dynamic oracle */
  TBK_TREES_PROJECTIVIZED, /* an optimal projective tree */
  TBK_TREES_PROJECTIVE,    /* none: the sentence is left out */
} TbkTrees;

/* Which class is followed in training, by a dynamic oracle. Below, p is the likelihood of a class, exp(s)
 * over the sum of exp(s) for all possible classes, where s is its score divided by the number of features:
 * their mean weight. */
typedef enum {
  /* the one of highest score; where it is wrong, with the probability that is given, else a right one */
  TBK_EXPLORE_BEST,
  TBK_EXPLORE_SECOND, /* the one of highest score; with the probability that is given the next */
  TBK_EXPLORE_SAMPLE, /* one drawn, each with a chance in proportion to p^alpha */
} TbkExploreKind;

#define TBK_EXPLORE_ALPHA_UNIT 1000

typedef struct {
  TbkExploreKind kind;
  gint64 probability; /* BEST, SECOND: in parts of TBK_PROBABILITY_ONE */
  int alpha;          /* SAMPLE: in parts of TBK_EXPLORE_ALPHA_UNIT */
} TbkExplore;

/* Reads "best" (which is "explore:1"), "gold" ("explore:0"), "explore:P", "second:P", "sample" ("sample:1") or
 * "sample:A": P a probability from 0 to 1 with at most 9 decimals, A from 0 to 100 with at most 3. */
gboolean tbk_explore_parse (const char *text, TbkExplore *explore, GError **error) G_GNUC_WARN_UNUSED_RESULT;

typedef struct {
  /* For all trainings. */
  gboolean is_static; /* learn from one sequence of transitions for each tree, by the static oracle */
  TbkExplore explore;
  int oracle_epochs; /* this many epochs, the first ones, follow right classes only */
  int epochs;        /* 0: 10 or, with networks, as many as make half a million words, from 5 to 60 */
  guint64 seed;      /* of the order of sentences, of exploration, and of what networks begin with */
  /* Longer sentences, and trees that tbk_bracket_tree_exceeds() it, are left out of the training data and counted;
   * 0: none */
  gint64 max_words;
  const TbkSelection *selection; /* (nullable): the sentences of the training data that are learned from */

  /* For phrase structure: what is below it counts only there, and what follows not at all. */
  const TbkPhraseSystem *phrase_system; /* (nullable): NULL: learn dependencies */
  const TbkBracketOptions *brackets;    /* (nullable): how files are read; NULL for TBK_BRACKETS_DEFAULT */
  TbkPhraseMethod
      method; /* of losses; by `printed`, which is not exact, nothing is learned where nothing is right */

  /* For dependencies. */
  const TbkSystem *system; /* NULL: TBK_SYSTEM_DEFAULT */
  int policy;              /* of the dynamic oracle, see tbk/oracle.h */
  const char *order;       /* (nullable): of the static oracle, see tbk/oracle.h */
  TbkTrees trees;
  /* First lift what is not projective and mark relations, so that parses can be decoded. */
  gboolean is_marked;
  TbkScheme mark; /* how; see tbk/projectivize.h */
  TbkLiftOrder lift;
  /* Choose the transition, then its relation, with a smaller model: faster, less accurate. */
  gboolean has_stages;
  /* With a beam: update where the gold sequence leaves it, not where it is most behind. */
  gboolean early_update;
  int beam;      /* above 1: learn whole sequences by max-violation updates; needs is_static */
  guint columns; /* columns that features may read: 1 form, 2 lemma, 4 UPOS, 8 XPOS, 16 FEATS */
  /* (nullable): a table of features; NULL for the default, which is in src/learn/templates.c. */
  const char *features;
  const char *features_name; /* for messages */
  TbkModelKind model;
  const TbkConlluColumns *conllu_columns; /* (nullable): of all files; NULL: as they are found */
} TbkTrainingOptions;

/* The defaults: dependencies, the exact dynamic oracle, ten epochs, all predictions followed, sentences of up to
 * TBK_TRAINING_MAX_WORDS words (a tree of phrase structure needs quadratic time). */
void tbk_training_options_init (TbkTrainingOptions *options);

/* Figures after an epoch. */
typedef struct {
  int epoch;           /* from 1 */
  gint64 steps, wrong; /* predictions made; predictions that needed an update. With a beam: sentences */
  /* Counts of the development set, 0 without one: its words, those with the right head, and those with the
   * right relation too. Of phrase structure: constituents of the gold trees, the predicted ones, and the ones
   * in both. */
  gint64 dev_words, dev_heads, dev_gold, dev_found, dev_both;
  gint64 sentences, left_out; /* of the training data; those whose trees cannot be built */
  gint64 too_long;            /* sentences left out for their length, trees for their size */
  gint64 unvalued;   /* sentences of this epoch that were left where the oracle's search for values gave up */
  gint64 root_moved; /* of those left out: made projective, they have another root. Since: 0.2 */
} TbkEpoch;

/* FALSE with the error set ends the training. */
typedef gboolean (*TbkEpochFunc) (const TbkEpoch *epoch, gpointer data, GError **error);

/**
 * tbk_train:
 * @paths: NULL-terminated
 * @dev: (nullable): a file; the model is then from the epoch with most words right there or, of phrase structure,
 *   the highest F1; the first of several. Without it the model is from the last epoch
 * @report: (nullable): called after each epoch
 *
 * Fails with TBK_ERROR_USAGE for options that do not go together, and for a method that the system does not have;
 * with TBK_ERROR_DATA for training data without sentences.
 */
TbkModel *tbk_train (const TbkTrainingOptions *options, const char *const *paths, const char *dev,
                     TbkEpochFunc report, gpointer data, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* 2. phrase_parser: parsing by models of phrase structure, which tbk_train() makes.
 *
 * A parser takes the transition of highest score in each configuration of a system of tbk/transition.h.
 * Scores are sums of weights of features, learned by an averaged perceptron; they are integers, so that equal
 * input gives equal models and trees on every machine.
 *
 *   g_autoptr (TbkModel) model = tbk_phrase_model_load ("is.model", &error);
 *   g_autoptr (TbkPhraseParser) parser = tbk_phrase_parser_new (model);
 *
 *   while (next_sentence (&words, &n))
 *     if (!tbk_phrase_parser_parse (parser, words, n, line, &error))
 *       return FALSE;
 *
 * Input     words with tags. There is no tokeniser and no tagger here.
 * Output    a tree over all words, whatever the weights; its labels are from the training data.
 * Caps      as many constituents of one child in a row, open elements and children as the training data have,
 *           kept in the model: so each computation ends. A transition beyond a cap is taken where no other is
 *           allowed.
 * Cost      of parsing: some microseconds a step, a few steps a word. Bottom-up a step looks at as many
 *           elements as the cap of children allows.
 * Memory    a model: 17 MB, mapped from its file and shared; training: about 120 MB and the words.
 * Errors    TBK_ERROR_DATA for words without tags, and trees without words.
 * Threads   a model may be shared; a parser belongs to one thread at a time.
 * Sources   as for tbk/transition.h and section parser; Coavoux and Crabbe (2016), "Neural greedy
 *           constituent parsing with dynamic oracles", for training with such oracles.
 * Since     0.1
 */

/* As tbk_model_load(), for a model of phrase structure. All other functions of models are in section parser. */
TbkModel *tbk_phrase_model_load (const char *path, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* (nullable): NULL for a model of dependencies */
const TbkPhraseSystem *tbk_phrase_model_system (const TbkModel *model);

typedef struct TbkPhraseParser TbkPhraseParser;

/* @model, which is of phrase structure, must outlive the parser. */
TbkPhraseParser *tbk_phrase_parser_new (const TbkModel *model);
void tbk_phrase_parser_free (TbkPhraseParser *parser);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TbkPhraseParser, tbk_phrase_parser_free)

/* Appends a tree over @n words, at least one, to @text, as a line of brackets without a newline. Parentheses
 * in forms and tags become -LRB- and -RRB-, blanks "_". Memory of @text comes from GLib. */
gboolean tbk_phrase_parser_parse (TbkPhraseParser *parser, const TbkTaggedWord *words, int n, GString *text,
                                  GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* Parses the words of @tree, whose constituents are not looked at. Fails (TBK_ERROR_DATA) if it has no
 * words, or one without tag. */
gboolean tbk_phrase_parser_parse_tree (TbkPhraseParser *parser, const TbkBracketTree *tree, GString *text,
                                       GError **error) G_GNUC_WARN_UNUSED_RESULT;

TBK_END_DECLS

#endif
