/* phrase_evaluate.h - how well phrase-structure trees agree with gold trees over the same words.
 *
 * Constituents are compared as multisets of (label, left, right); the root, those of one child, and those of
 * punctuation count unless they are left out.
 *
 * Shares    every figure is a pair of integers, `right` of `of` (tbk/evaluate.h):
 *             precision    constituents of the system that are gold
 *             recall       gold constituents that the system has
 *             F1           twice the former of the sum of both
 *             unlabelled_precision, unlabelled_recall, unlabelled_F1  the same of spans alone
 *             exact, exact_unlabelled  the trees all whose constituents agree
 *             not_crossing        constituents of the system that cross no gold one, that is, overlap none
 *                                 without being in it or around it
 *             trees_not_crossing  the trees all whose constituents are such
 *             tags                words that have the right tag
 * Words     that are left of both trees must be the same, as the rules of brackets leave their forms; so a
 *           word whose tag is deleted in one tree alone is an error, as in evalb.
 * Skipped   a pair of trees is skipped, as by evalb, if no word of the system's tree is left: it counts
 *           nowhere.
 * evalb     gives the same figures, or calls the same pairs errors, if trees are read as it reads them:
 *           without rules but TBK_BRACKETS_DROP_CHILDLESS, TBK_BRACKETS_CUT_LABELS and
 *           TBK_BRACKETS_EVALB_LABELS. So does tbk evaluate --parameters.
 * Cost      linear in the files, with the sorting of the constituents of a tree; tests and intervals: a fixed
 *           number of rounds over the sentences.
 * Memory    88 bytes a sentence; with its tally (tbk_phrase_evaluation_count()), as in tbk evaluate, some
 *           400, or 800 against another system.
 * Errors    TBK_ERROR_DATA where a tree is not well formed, or where words differ: the message names the
 *           place in the system's file and that in the gold file. TBK_ERROR_IO for files that cannot be read.
 * Threads   an evaluation may be shared once it is made.
 * Sources   Black et al. (1991), "A procedure for quantitatively comparing the syntactic coverage of English
 *           grammars"; the program evalb of Sekine and Collins, for what is left out; those of
 *           tbk/evaluate.h.
 * Since     0.1
 */
#ifndef TBK_PHRASE_EVALUATE_H
#define TBK_PHRASE_EVALUATE_H

#include <glib.h>

#include "tbk/brackets.h"
#include "tbk/evaluate.h"

#include "tbk/declarations.h"

TBK_BEGIN_DECLS

typedef enum {
  TBK_PHRASE_PRECISION,
  TBK_PHRASE_RECALL,
  TBK_PHRASE_F1,
  TBK_PHRASE_UNLABELLED_PRECISION,
  TBK_PHRASE_UNLABELLED_RECALL,
  TBK_PHRASE_UNLABELLED_F1,
  TBK_PHRASE_WHOLE,
  TBK_PHRASE_WHOLE_UNLABELLED,
  TBK_PHRASE_NOT_CROSSING,
  TBK_PHRASE_WHOLE_NOT_CROSSING,
  TBK_PHRASE_TAGS,
  TBK_N_PHRASE_MEASURES,
} TbkPhraseMeasure;

/* As in tables: "unlabelled_F1". */
const char *tbk_phrase_measure_name (TbkPhraseMeasure measure);

/* What counts; all zeros: everything. In capitals: the same in a parameter file of evalb. Lists are
 * NULL-terminated, NULL is an empty one. */
typedef struct {
  gboolean no_root;  /* the root does not count */
  gboolean no_unary; /* those of one child, word or constituent, do not */
  /* DELETE_LABEL: labels that do not count, nor those equal to them, and tags whose words are taken out of
   * each tree before spans and tags are compared. */
  const char *const *deleted;
  /* EQ_LABEL: labels and tags, two after two, the first of which counts as the second. Pairs that share one
   * make a class, which is equal throughout; evalb has pairs alone. */
  const char *const *equal;
  const TbkBracketOptions *brackets; /* (nullable): how files are read; NULL for TBK_BRACKETS_DEFAULT */
  const char *const *equal_words; /* EQ_WORD: forms, two after two, each of which may stand for the other */
  int max_words;                  /* CUTOFF_LEN: trees of more words do not count; 0 for any length */
  const char *const *uncounted;   /* DELETE_LABEL_FOR_LENGTH: gold tags of words which are then not counted */
  /* QUOTE_LABEL: tags of quotes. If different numbers of words are left of two trees, a word ', " or / with such
   * tags in both is put back where one of the tags alone is in @deleted. */
  const char *const *quotes;
  /* Trees are paired by the number of their line, as by evalb. A line has one tree or none; where one has
   * none, or a tree without words such as (TOP ), the pair is one of an empty tree. Without this trees are
   * counted that have words. */
  gboolean by_lines;
  /* Pairs of trees with different words, or one of which is not well formed, are left out; else they are an
   * error. */
  gboolean skips;
} TbkPhraseEvaluationOptions;

typedef struct TbkPhraseEvaluation TbkPhraseEvaluation;

/* @options: (nullable): NULL for all zeros; @selector: as in tbk_evaluate() */
TbkPhraseEvaluation *tbk_phrase_evaluate (const char *gold, const char *system,
                                          const TbkPhraseEvaluationOptions *options, TbkSelector *selector,
                                          GError **error) G_GNUC_WARN_UNUSED_RESULT;
void tbk_phrase_evaluation_free (TbkPhraseEvaluation *evaluation);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TbkPhraseEvaluation, tbk_phrase_evaluation_free)

TbkShare tbk_phrase_evaluation_share (const TbkPhraseEvaluation *evaluation, TbkPhraseMeasure measure);

/* How many pairs were left out; @first: (out): what is wrong with the first, owned by @evaluation, NULL if
 * none was or if the evaluation is that of tallies. */
int tbk_phrase_evaluation_left_out (const TbkPhraseEvaluation *evaluation, const char **first);

/* How many pairs were skipped, since no word was left. Since: 0.2 */
int tbk_phrase_evaluation_skipped (const TbkPhraseEvaluation *evaluation);

/* Constituents in groups. */
typedef enum {
  TBK_PHRASE_GROUP_LABEL,
  TBK_PHRASE_GROUP_CHILDREN, /* words and constituents under it, 10 and more together */
  TBK_PHRASE_GROUP_LENGTH,   /* words that it spans, 10 and more together */
  TBK_N_PHRASE_GROUPINGS,
} TbkPhraseGrouping;

/* A gold constituent and that of the system which agrees with it may be of different groups. */
typedef struct {
  char *name;
  gint64 gold, system;             /* constituents of the group */
  gint64 gold_right, system_right; /* those of them that agree */
} TbkPhraseGroup;

/* The groups that are not empty, in order of number or of bytes; owned by @evaluation. */
const TbkPhraseGroup *tbk_phrase_evaluation_groups (const TbkPhraseEvaluation *evaluation,
                                                    TbkPhraseGrouping grouping, int *n_groups);

/* As tbk_evaluation_intervals() and tbk_evaluation_test(): TBK_N_PHRASE_MEASURES of each. */
void tbk_phrase_evaluation_intervals (const TbkPhraseEvaluation *evaluation, guint64 seed, TbkShare *low,
                                      TbkShare *high);
void tbk_phrase_evaluation_test (const TbkPhraseEvaluation *a, const TbkPhraseEvaluation *b, guint64 seed,
                                 int *n_as_great);

/* Evaluations of many files as tallies: as tbk_evaluation_layout(), tbk_evaluation_count() and
 * tbk_evaluation_of(). Systems are named and checked by the functions of tbk/evaluate.h. Bytes of labels that
 * are not UTF-8 become U+FFFD. */
const TbkTallyLayout *tbk_phrase_evaluation_layout (void);
void tbk_phrase_evaluation_count (const TbkPhraseEvaluation *evaluation, int other, TbkTally *tally);
TbkPhraseEvaluation *tbk_phrase_evaluation_of (const TbkTallies *tallies, int other);

TBK_END_DECLS

#endif
