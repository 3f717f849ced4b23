/* decode.h - around the core: dependency trees from the scores of their arcs, and from the votes of several annotations.
 *
 * Contents
 *   1. decode: trees from the scores of their arcs: the best tree, the n best, sums over all trees
 *   2. vote: one tree out of several annotations of a sentence: the one of most votes
 */
#ifndef TBK_DECODE_H
#define TBK_DECODE_H

#include <glib.h>
#include <gmp.h>

#include "tbk/base.h"

TBK_BEGIN_DECLS

/* 1. decode: trees from the scores of their arcs: the best tree, the n best, sums over all trees.
 *
 * For a parser of one's own, in any language: what scores each arc is the caller's, which tree that means is
 * found here. A tree gives each word 1..n a head, another word or the root 0, so that every word is below 0.
 * Its score is the sum of the scores of its arcs. Trees are projective (every word between a head and a dependent
 * is below that head, for arcs from 0 too) or any; 0 has one child, or any number. The result is always a
 * tree, never a cycle or a forest.
 *
 * Scores     float or double, above -infinity, or -infinity for an arc that no tree may have, as are
 *            all numbers of -2^112 or less. NaN and numbers of 2^112 or more are errors. What is where 0
 *            is the dependent, and where head and dependent are the same word, is not read. Nothing is
 *            written to scores and cost.
 * Labels     an arc can have a score for each of some labels. The best tree has the best label of all
 *            its arcs (the first of these); sums are over trees with labels.
 * Precision  The best tree of floats is found in floats, the one of doubles in doubles, by sums and differences
 *            alone: it is exact where scores are integers and n |score| < 2^24 (2^53), and else within 2 n
 *            eps of the sum of |scores|. The n best trees, any trees that need not be projective, and sums
 *            are computed in doubles. log Z is right to 12 digits, marginals to 1e-11, whatever
 *            constant is in all scores of a word, or of 0 if it has one child. In sums a score by more than
 *            2^49 below the best of its word counts as 2^49 below it. Entropy is right to 1e-9 n, but for
 *            2^-52 n times the largest difference between scores of a word that likely trees have. In sums and
 *            draws scores that are denormals may count as 0.
 * Ties       of equally good trees always the same is returned: it does not depend on the other sentences, on
 *            the number of threads, or on the processor if it rounds sums to their type, as all with SSE2
 *            or vectors do. Nor does then a bit of any other result, but for marginals below 2^-69 where a
 *            processor cannot drop numbers below 2^-1022. Of the n best the scores never rise: trees whose
 *            scores differ by rounding alone are in order of the sums that are returned.
 * Cost       O(n^3) for projective trees and for sums, O(n^2) for the best of any trees; sentences of about
 *            the same length are computed side by side in vectors. Sums over projective trees need
 *            up to 4 times as long where scores are very far apart. Each function says what else.
 * Memory     charts are kept from one call to the next. For a sentence of n words about: 5 n^2 floats or doubles
 *            for the best projective tree, 6 n^2 doubles for projective log Z, 13 n^2 for projective marginals, all
 *            of these twice where a sentence is alone in its chart; 13 n^2 doubles for the n best, 4 n^2 for sums
 *            over any trees; for sums of scores that are very far apart up to twice as much besides. Of the n best
 *            any trees, each needs some 5 n bytes; of projective ones, some 20 n at most. This is times the sentences
 *            side by side, which are fewer where their charts would be more than `max_memory`.
 * Errors     TBK_ERROR_DATA if a score or a length is wrong, if there is no tree (but see `allows_none`) or
 *            if n is above TBK_TABULAR_MAX_LENGTH; TBK_ERROR_RESOURCE if a sentence needs more memory than
 *            `max_memory`, or than there is. Lengths are looked at first, then `max_memory`. The message
 *            begins with "sentences[I]: ", of the first sentence that is wrong. Outputs are then undefined.
 * Threads    a TbkDecoder belongs to one thread at a time, which may ask it for more threads.
 * Source     Eisner and Satta (1999) for projective trees; Huang and Chiang
 *            (2005) for the n best. Tarjan (1977) with Gabow's paths for any trees; that arcs from 0 need no
 *            reweighting for a single root, but can be compared last: after Stanojevic and Cohen (2021). Koo
 *            et al. (2007) for sums over any trees, with the elimination of Grassmann, Taksar and Heyman
 *            (1985), which subtracts nothing, in place of a determinant.
 * Since      0.2
 */

typedef enum { TBK_FLOAT32, TBK_FLOAT64 } TbkReal;

/* Where the numbers of one sentence are: the one of head h and label l for dependent d at
 * first[d * dependents_apart + h * heads_apart + l * labels_apart]. Steps may be negative. */
typedef struct {
  gpointer first;
  gint64 dependents_apart, heads_apart, labels_apart;
} TbkArcPlace;

/* A number for every arc of every sentence, where they are: nothing is copied. */
typedef struct {
  TbkReal real;
  int n_labels;              /* 0: an arc has one number */
  TbkArcPlace place;         /* of the first sentence */
  gint64 sentences_apart;    /* from a sentence's first number to the next one's */
  const TbkArcPlace *places; /* (nullable): where each sentence is, in place of these two */
} TbkArcNumbers;

typedef struct {
  int n_sentences;
  const int *lengths; /* words of each sentence, from 1 */
  const TbkArcNumbers *scores;
  const TbkArcNumbers *cost; /* (nullable): is added to scores; without labels, to all of an arc */
} TbkArcScores;

#define TBK_MAX_LABEL_GROUPS 8

/* Groups of labels, none in two of them. */
typedef struct {
  int n_groups;        /* 1 to TBK_MAX_LABEL_GROUPS */
  const int *n_labels; /* of each group */
  const int *labels;   /* labels of the first group, then of the next */
} TbkLabelGroups;

typedef struct {
  gboolean is_nonprojective; /* trees need not be projective */
  gboolean has_any_root;     /* 0 may have several children */
  gboolean allows_none;      /* a sentence without a tree is no error */
  int n_threads;             /* 0: the calling thread only, as 1 */
  gsize max_memory;          /* bytes of charts of all threads that have work; 0: 1 GiB */

  /* (nullable): no head but 0 has two dependents whose labels are in one group: UD allows a word one subject
   * and one object, for example. Read by tbk_decode() for one tree of scores with labels; NULL for others */
  const TbkLabelGroups *unique;
  int max_nodes; /* of a search for such a tree, if it need not be projective; 0: 10,000 */
} TbkDecodeOptions;

/* Trees of sentences: the head of word i of the t-th tree of sentence s is heads[(s * n_trees + t) * width +
 * i - 1]. Words beyond the sentence, and all words where there is no such tree, have the head -1 and the
 * label -1. */
typedef struct {
  int n_trees; /* of each sentence, from 1 */
  int width;   /* at least the words of the longest sentence */
  int *heads;
  int *labels; /* (nullable): the same for labels; all -1 where scores have none */
  /* (nullable): of each tree, summed in double from word 1 to word n; -infinity if there is no such tree */
  double *scores;
} TbkTreeRows;

typedef struct TbkDecoder TbkDecoder;

TbkDecoder *tbk_decoder_new (void);
void tbk_decoder_free (TbkDecoder *decoder);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TbkDecoder, tbk_decoder_free)

/**
 * tbk_decode:
 * @options: (nullable): here and below; NULL for all zeros
 * @trees: (out): of each sentence its best trees, the best first, none twice
 *
 * Of n trees after the best, O(n log n) each are added if they are projective, and a search for n any trees
 * each if not.
 *
 * With `unique` groups the tree is the best that obeys them, found in doubles if the best of all trees does
 * not obey. Projective trees: O(n^3 4^k) at most, for k groups that many heads break; mostly as another two or
 * three best trees. Any trees: that is NP-hard. A search has some O(k n^2) for each of its nodes, mostly
 * fewer than 25 with scores of parsers. One that needs more than `max_nodes` is TBK_ERROR_DATA, and so is a label
 * that is out of range or in two groups.
 */
gboolean tbk_decode (TbkDecoder *decoder, const TbkArcScores *scores, const TbkDecodeOptions *options,
                     const TbkTreeRows *trees, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/**
 * tbk_log_partition:
 * @log_z: (out) (optional): of each sentence log Z, the logarithm of the sum of exp (score) over its trees;
 * -infinity if there is none
 * @marginals: (nullable): where the share of the trees with each arc (with that label) in Z goes, of the type
 *             given there and with as many labels as the scores: the gradient of log Z. The numbers are
 *             written: 0 for what is not read of the scores, and for all if there is no tree. They must not
 *             lie where scores or costs do
 * @entropy: (out) (optional): of the distribution of trees (with labels) in nats; NaN if there is no tree
 */
gboolean tbk_log_partition (TbkDecoder *decoder, const TbkArcScores *scores, const TbkDecodeOptions *options,
                            double *log_z, const TbkArcNumbers *marginals, double *entropy,
                            GError **error) G_GNUC_WARN_UNUSED_RESULT;

/**
 * tbk_sample_trees:
 * @trees: (out): this many trees of each sentence, independent of one another
 *
 * Draws trees, each with the probability exp (score) / Z; labels too. What is drawn for a sentence depends on
 * @seed, on the number of the sentence in the call, and on its scores, not on how many trees are drawn after
 * it. Cost: as for log Z, then O(n^2) a tree (for any trees O(n^3) at worst).
 */
gboolean tbk_sample_trees (TbkDecoder *decoder, const TbkArcScores *scores, const TbkDecodeOptions *options,
                           guint64 seed, const TbkTreeRows *trees, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/**
 * tbk_expected_trees:
 * @trees: (out): one of each sentence; its score is the sum of the marginals of its arcs (with their labels)
 *
 * Finds the tree of most expected arcs: minimum Bayes risk. Cost: as for marginals and a best tree.
 */
gboolean tbk_expected_trees (TbkDecoder *decoder, const TbkArcScores *scores, const TbkDecodeOptions *options,
                             const TbkTreeRows *trees, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/**
 * tbk_count_trees:
 * @n_trees: (out) (optional): of each sentence the number of its trees, 0 if there are none, which is no
 * error here; initialized before
 * @n_best: (out) (optional): the number of trees of greatest score; exact, since scores are read as the
 * binary fractions that they are
 *
 * Counts trees; with labels, each choice of labels is a tree. Cost: O(n^3) operations on numbers with as many
 * digits as the results have. Memory: some 64 n^2 doubles and these digits. Without memory for digits the
 * process ends, as by GMP.
 */
gboolean tbk_count_trees (TbkDecoder *decoder, const TbkArcScores *scores, const TbkDecodeOptions *options,
                          mpz_t *n_trees, mpz_t *n_best, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/**
 * tbk_score_trees:
 * @trees: the heads of trees, as tbk_decode() returns them, and their labels, where -1 and no labels mean the
 *         best one; their scores are written
 *
 * Scores given trees, a gold one for example: the sum of the scores of its arcs. It is not checked that they
 * are trees; a head that is no other word and not 0 is TBK_ERROR_DATA, but if the head of word 1 is -1 there is
 * no tree. Only the scores of their arcs are looked at. Cost: O(n) a tree, times the number of labels where
 * the best is looked for.
 */
gboolean tbk_score_trees (const TbkArcScores *scores, const TbkTreeRows *trees,
                          GError **error) G_GNUC_WARN_UNUSED_RESULT;

/**
 * tbk_check_trees:
 * @lengths: words of each of @n_sentences sentences, as in TbkArcScores
 * @options: (nullable): of them is_nonprojective and has_any_root
 * @trees: the heads alone are read; nothing is written
 *
 * Checks that given trees are among the trees that tbk_log_partition() sums over with these options: a gold tree
 * that is not has no probability, and log Z less its score may be below 0. TBK_ERROR_DATA names the first
 * sentence whose heads are no tree, have several roots where one is asked for, or are not projective where
 * all trees are. Cost: O(n) a tree.
 */
gboolean tbk_check_trees (const int *lengths, int n_sentences, const TbkDecodeOptions *options,
                          const TbkTreeRows *trees, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* 2. vote: one tree out of several annotations of a sentence: the one of most votes.
 *
 *   const TbkVoter voters[] = { { .heads = (int[]){ -1, 2, 0, 2 } }, { .heads = (int[]){ -1, 3, 0, 2 } } };
 *   int heads[4];
 *   TbkVotes votes = { .heads = heads };
 *   g_autoptr (TbkVoteCounter) counter = tbk_vote_counter_new ();
 *
 *   if (!tbk_vote (counter, voters, 2, 3, NULL, &votes, &error))
 *     return FALSE;
 *
 * Voters    are annotators or parsers, each with a head and a relation for each word, or for some. Heads need be no
 *           tree: one that is no word of 0..n, or the word itself, is no vote.
 * Criteria  each decides what those before leave open: 1. most votes for the arcs, each of the weight of its voter;
 *           2. most votes for the relations, given the arcs; 3. most arcs of the first voter, then of the second, and
 *           so on; 4. the least list of heads.
 * Relations the relation of an arc has most votes among the voters with the arc, the first of these voters' of equal ones. For an
 *           arc of a word that nobody has it is what most say of the dependent with any head, TBK_VOTE_ROOT left out; for
 *           an arc of 0 that nobody has there is none, and the caller knows what roots are called.
 * Unique    if the tree of most votes does not obey `unique` groups, the best that does is found by tbk_decode(), by the
 *           first two criteria and by arcs of the first voter. An arc may then have another relation of its voters, or
 *           none. Whether it has a tie is not looked at. Counts of trees are without this rule.
 * Cost      any trees: O(k^2 n) for k voters; where the best arcs have cycles or several roots O(k n^2 log n) more, and
 *           O(n^3) if nearly all arcs tie, to 2^29 comparisons of heads; projective trees that are not the best of any trees: O(n^3). The
 *           same again to find a tie, where voters differ.
 * Errors    TBK_ERROR_DATA for a weight that is none, more than TBK_TABULAR_MAX_LENGTH - 1 words, more than
 *           TBK_VOTE_MAX_CHART where a chart is needed, or more ties than that;
 *           TBK_ERROR_RESOURCE without memory.
 * Threads   a counter belongs to one thread at a time.
 * Source    Sagae and Lavie (2006), "Parser combination by reparsing".
 * Since     0.2
 */

/* The answers of a voter on a sentence, by word from 1; number 0 is not read. */
typedef struct {
  const int *heads;     /* (nullable): without heads there are no votes */
  const int *relations; /* (nullable): numbers, equal for equal relations; below 0 there is none */
} TbkVoter;

enum {
  TBK_VOTE_ROOT = 0, /* the number of the relation `root` */
  TBK_VOTE_MAX_WEIGHT = 1000000,
  TBK_VOTE_MAX_CHART = 1000, /* words of a sentence that needs time O(n^3) or memory O(n^2); since 0.2 */
};

typedef struct {
  gboolean is_projective; /* the tree is */
  gboolean has_any_root;  /* 0 may have several children */
  const int *weights;     /* (nullable): of each voter, 1 to TBK_VOTE_MAX_WEIGHT; NULL: 1 each */
  /* (nullable): groups of relations: no head but 0 has two dependents whose relations are in one group, as
   * TbkDecodeOptions.unique has it. Since: 0.2 */
  const TbkLabelGroups *unique;
} TbkVoteOptions;

/* The outcome; arrays have n + 1 elements, by word. */
typedef struct {
  int *heads;             /* heads[0] is -1 */
  int *relation_voters;   /* (nullable): the first voter with the relation; -1 if nobody has one */
  gint64 *arc_votes;      /* (nullable): those for the arc */
  gint64 *relation_votes; /* (nullable): those for the relation of that arc */
  gint64 n_arc_votes;     /* of all arcs */
  gboolean has_tie;       /* another tree has as many votes for its arcs */
  gboolean
      is_restricted; /* the tree of most votes does not obey `unique`, so this is another one. Since: 0.2 */
} TbkVotes;

typedef struct TbkVoteCounter TbkVoteCounter;

TbkVoteCounter *tbk_vote_counter_new (void);
void tbk_vote_counter_free (TbkVoteCounter *counter);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TbkVoteCounter, tbk_vote_counter_free)

/* Finds the tree of @n words, from 1. @options: (nullable): NULL for all zeros. */
gboolean tbk_vote (TbkVoteCounter *counter, const TbkVoter *voters, int n_voters, int n,
                   const TbkVoteOptions *options, TbkVotes *votes, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* Counts the trees that have most votes for their arcs, by tbk_count_trees(); @count is initialized by the
 * caller. */
gboolean tbk_vote_count (TbkVoteCounter *counter, const TbkVoter *voters, int n_voters, int n,
                         const TbkVoteOptions *options, mpz_t count,
                         GError **error) G_GNUC_WARN_UNUSED_RESULT;

TBK_END_DECLS

#endif
