/* evaluate.h - how well a parser's trees agree with gold trees over the same words.
 *
 * Shares    every figure is a pair of integers, `right` of `of`:
 *             UAS   words with the right head
 *             LAS   words with the right head and the right relation
 *             LA    words with the right relation
 *             CLAS  the same as LAS over content words only, as F1: `right` is twice the words right, `of`
 *                   the content words by the gold relations and those by the system's. Content words are,
 *                   as in the script of the CoNLL 2018 shared task, those whose relation up to ":" is acl,
 *                   advcl, advmod, amod, appos, ccomp, compound, conj, csubj, dep, discourse, dislocated,
 *                   expl, fixed, flat, goeswith, iobj, list, nmod, nsubj, nummod, obj, obl, orphan,
 *                   parataxis, reparandum, root, vocative or xcomp. Relations of other schemes are none
 *             ..._no_punct  the same over words whose gold relation is not punct
 *             nonprojective_precision  the system's non-projective arcs that are gold arcs
 *             nonprojective_recall     the gold non-projective arcs that the system has
 *             whole_unlabelled, whole_labelled  the sentences in which every word is right
 * Relations are compared up to ":", or whole on demand.
 * Cost      linear in the files; tests and intervals: a fixed number of rounds over the sentences.
 * Memory    88 bytes a sentence; with its tally (tbk_evaluation_count()), as in tbk evaluate, some 400, or
 *           800 against another system.
 * Errors    TBK_ERROR_DATA where a sentence is not well formed, or where words differ: the message names the
 *           place in the system's file and that in the gold file. TBK_ERROR_IO for files that cannot be read.
 * Threads   an evaluation may be shared once it is made.
 * Sources   Zeman et al. (2018), "CoNLL 2018 Shared Task"; Yeh (2000), "More accurate tests for the
 *           statistical significance of result differences"; Efron and Tibshirani (1993), "An Introduction to
 *           the Bootstrap", section 13.3: the percentile interval.
 * Since     0.1
 */
#ifndef TBK_EVALUATE_H
#define TBK_EVALUATE_H

#include <glib.h>

#include "tbk/conllu.h"
#include "tbk/selection.h"
#include "tbk/tally.h"

#include "tbk/declarations.h"

TBK_BEGIN_DECLS

typedef enum {
  TBK_MEASURE_UAS,
  TBK_MEASURE_LAS,
  TBK_MEASURE_LA,
  TBK_MEASURE_CLAS,
  TBK_MEASURE_UAS_NO_PUNCT,
  TBK_MEASURE_LAS_NO_PUNCT,
  TBK_MEASURE_LA_NO_PUNCT,
  TBK_MEASURE_NONPROJECTIVE_PRECISION,
  TBK_MEASURE_NONPROJECTIVE_RECALL,
  TBK_MEASURE_WHOLE_UNLABELLED,
  TBK_MEASURE_WHOLE_LABELLED,
  TBK_N_MEASURES,
} TbkMeasure;

/* As in tables: "LAS_no_punct". */
const char *tbk_measure_name (TbkMeasure measure);

typedef struct {
  gint64 right, of;
} TbkShare;

typedef struct TbkEvaluation TbkEvaluation;

/**
 * tbk_evaluate:
 * @gold, @system: paths of files in CoNLL-U with the same words
 * @columns: (nullable): of both files, which need not be in CoNLL-U then; NULL: as they are found
 * @subtypes: whether relations are compared whole
 * @selector: (nullable): takes the gold sentences that count; of others nothing is compared. It goes on from
 *   one file to the next
 * @n_skipped: (out) (nullable): how many pairs of sentences were skipped, since one is not well formed or their
 *   words differ; these count nowhere. NULL: such a pair is an error
 */
TbkEvaluation *tbk_evaluate (const char *gold, const char *system, const TbkConlluColumns *columns,
                             gboolean subtypes, TbkSelector *selector, int *n_skipped,
                             GError **error) G_GNUC_WARN_UNUSED_RESULT;
void tbk_evaluation_free (TbkEvaluation *evaluation);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TbkEvaluation, tbk_evaluation_free)

TbkShare tbk_evaluation_share (const TbkEvaluation *evaluation, TbkMeasure measure);

/* Words in groups. */
typedef enum {
  TBK_GROUP_DEPREL,   /* by relation: `gold` by the gold one, `system` by the system's */
  TBK_GROUP_LENGTH,   /* by the words of the sentence, ten lengths a group */
  TBK_GROUP_DISTANCE, /* by the words from head to dependent, 10 and more together; "root" for arcs of 0 */
  /* Confusions, counted by tbk_evaluate_confusions() alone. A name is the gold value, a tab, and the system's
   * value; `gold` and `system` are both the words that have this pair. */
  TBK_GROUP_CONFUSED_DEPREL, /* relations */
  TBK_GROUP_CONFUSED_UPOS,   /* parts of speech of the heads, "root" for 0, each as its own file has it */
  TBK_N_GROUPINGS,
} TbkGrouping;

typedef struct {
  char *name;
  gint64 gold, system; /* words of the group */
  gint64 heads, both;  /* words of `gold` that have the right head; and the right relation too */
} TbkGroup;

/* The groups that are not empty, in order of number or of bytes; owned by @evaluation. */
const TbkGroup *tbk_evaluation_groups (const TbkEvaluation *evaluation, TbkGrouping grouping, int *n_groups);

/* As tbk_evaluate(), with the groups of confusions. Since: 0.2 */
TbkEvaluation *tbk_evaluate_confusions (const char *gold, const char *system, const TbkConlluColumns *columns,
                                        gboolean subtypes, TbkSelector *selector, int *n_skipped,
                                        GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* A word whose head or relation differs; what it points to is good until the function returns. */
typedef struct {
  const char *file; /* the gold file's name; and the word's line in it */
  gint64 line;
  const char *id; /* of the sentence, not NUL-terminated; NULL if there is none */
  gsize id_length;
  int word, head, system_head;
  TbkPiece form, deprel, system_deprel; /* relations whole */
} TbkDifference;

/* Returns FALSE and sets @error to end the evaluation. */
typedef gboolean (*TbkDifferenceFunc) (gpointer data, const TbkDifference *difference, GError **error);

/**
 * tbk_evaluate_words:
 * @subtypes: whether words differ whose relations are equal up to ":" only
 * @function: gets each word that differs, in the order of the files
 *
 * As tbk_evaluate(). Since: 0.2
 */
gboolean tbk_evaluate_words (const char *gold, const char *system, const TbkConlluColumns *columns,
                             gboolean subtypes, TbkSelector *selector, int *n_skipped,
                             TbkDifferenceFunc function, gpointer data,
                             GError **error) G_GNUC_WARN_UNUSED_RESULT;

enum { TBK_BOOTSTRAP_ROUNDS = 1000, TBK_PERMUTATION_ROUNDS = 10000 };

/**
 * tbk_evaluation_intervals:
 * @low, @high: (out caller-allocates): TBK_N_MEASURES shares
 *
 * The ends of the 95 per cent intervals: sentences are drawn with replacement, TBK_BOOTSTRAP_ROUNDS times. Those of
 * pairs that were skipped are not drawn.
 */
void tbk_evaluation_intervals (const TbkEvaluation *evaluation, guint64 seed, TbkShare *low, TbkShare *high);

/**
 * tbk_evaluation_pair:
 * @systems: @n evaluations of the same gold file and selection
 *
 * Leaves a sentence that was skipped in one of them out of all, so that all shares are of the same sentences.
 * Groups stay as they are. Since: 0.2
 */
void tbk_evaluation_pair (TbkEvaluation *const *systems, int n);

/**
 * tbk_evaluation_test:
 * @a, @b: of the same gold file
 * @n_as_great: (out caller-allocates): TBK_N_MEASURES numbers
 *
 * A paired permutation test for each measure: in each of TBK_PERMUTATION_ROUNDS rounds the two systems change
 * places in about half of the sentences. Tells in how many rounds the difference, whatever its sign, is at
 * least that found; p = (that + 1) / (rounds + 1).
 */
void tbk_evaluation_test (const TbkEvaluation *a, const TbkEvaluation *b, guint64 seed, int *n_as_great);

/* Evaluations of many files as tallies, one for each gold file: a row for each sentence, so that what is
 * drawn at random can be drawn of all of them, and the groups. */
const TbkTallyLayout *tbk_evaluation_layout (void);

/* Counts @evaluation in the tally of its file, which is empty. @other: 0; or from 1 the number of another
 * system, whose evaluation is counted beside that, without groups. The numbers come in order. */
void tbk_evaluation_count (const TbkEvaluation *evaluation, int other, TbkTally *tally);

/* Names what was compared with the gold file, and checks (TBK_ERROR_DATA) that it was the same for all
 * files. */
void tbk_evaluation_name_system (TbkTally *tally, const char *name);
gboolean tbk_evaluation_check_systems (const TbkTallies *tallies, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* The evaluation of all files that are in, one after the other; of another system (@other > 0) without
 * groups. */
TbkEvaluation *tbk_evaluation_of (const TbkTallies *tallies, int other);

TBK_END_DECLS

#endif
