/* phrase_evaluate.h - how well phrase-structure trees agree with gold trees over the same words.
 *
 * Constituents are compared as multisets of (label, left, right); the root, those of one child, and those of punctuation
 * count unless they are left out.
 *
 * Shares    every figure is a pair of integers, `right` of `of` (tbk/evaluate.h):
 *             precision    constituents of the system that are gold
 *             recall       gold constituents that the system has
 *             F1           twice the former of the sum of both
 *             unlabelled_precision, unlabelled_recall, unlabelled_F1  the same of spans alone
 *             exact, exact_unlabelled  the trees all whose constituents agree
 * Words     must be the same: a form, or a form with -LEMMA behind it. Tags are not compared.
 * Cost      linear in the files, with the sorting of the constituents of a tree; tests and intervals: a fixed number of
 *           rounds over the sentences.
 * Memory    64 bytes a sentence.
 * Errors    TBK_ERROR_DATA where a tree is not well formed, or where words differ: the message names the place in the
 *           system's file and that in the gold file. TBK_ERROR_IO for files that cannot be read.
 * Threads   an evaluation may be shared once it is made.
 * Sources   Black et al. (1991), "A procedure for quantitatively comparing the syntactic coverage of English grammars";
 *           the program evalb of Sekine and Collins, for what is left out; those of tbk/evaluate.h.
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
  TBK_N_PHRASE_MEASURES,
} TbkPhraseMeasure;

/* As in tables: "unlabelled_F1". */
const char *tbk_phrase_measure_name (TbkPhraseMeasure measure);

/* What counts; all zeros: everything. */
typedef struct {
  gboolean no_root;  /* the root does not count */
  gboolean no_unary; /* those of one child, word or constituent, do not */
  const char *const
      *deleted; /* (nullable): labels that do not count, and gold tags whose words are taken out before
                                        spans are compared, as evalb's DELETE_LABEL; NULL-terminated */
  const char *const
      *equal; /* (nullable): labels, two after two, the first of which counts as the second, as evalb's
                                        EQ_LABEL; NULL-terminated */
  const TbkBracketOptions *brackets; /* (nullable): how files are read; NULL for all rules */
} TbkPhraseEvaluationOptions;

typedef struct TbkPhraseEvaluation TbkPhraseEvaluation;

/* @options: (nullable): NULL for all zeros */
TbkPhraseEvaluation *tbk_phrase_evaluate (const char *gold, const char *system,
                                          const TbkPhraseEvaluationOptions *options, GError **error);
void tbk_phrase_evaluation_free (TbkPhraseEvaluation *evaluation);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TbkPhraseEvaluation, tbk_phrase_evaluation_free)

TbkShare tbk_phrase_evaluation_share (const TbkPhraseEvaluation *evaluation, TbkPhraseMeasure measure);

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

TBK_END_DECLS

#endif
