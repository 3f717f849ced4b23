/* search.h - around the core: exact search over scores of transitions: the best sequence of a transition system, the k
 * best, sums.
 *
 * A parser scores each transition by the word on top of the stack and the front of the input, and maybe each arc. Then the best
 * of all its sequences, and sums over all of them, are found in cubic time: no beam is needed, and none finds more. What follows
 * is for scores of that form alone: scores of words further down the stack are not.
 *
 *   g_autoptr (TbkSearcher) searcher = tbk_searcher_new ();
 *   const int lengths[] = { 2 };
 *   double numbers[3][3][4] = { { { 0 } } };
 *   int heads[2];
 *   TbkTransitionNumbers where = { TBK_FLOAT64, { numbers, 12, 4, 1 }, 36, NULL };
 *   TbkTransitionScores scores = { tbk_system_find ("arc-hybrid"), 1, lengths, &where, NULL };
 *   TbkSequenceRows rows = { .n_sequences = 1, .width = 2, .heads = heads };
 *
 *   if (!tbk_decode_transitions (searcher, &scores, NULL, &rows, &error))
 *     return FALSE;
 *
 * Scores     scores[t][s0][b0] is added for each transition t, where s0 is the word on top of the stack (0 too where the stack is
 *            empty) and b0 the front (n + 1 where no input remains), before it. Only numbers with s0 < b0 are read. Added to it is
 *            arcs[d][h] for the arc from h to d that a transition makes, as in tbk/decode.h; and in the forms `:complete=root`
 *            arcs[d][0] for each word d that is left without a head. -infinity, or -2^112 or less, forbids a transition or
 *            an arc. NaN and sums of 2^112 or more are errors: sums of a transition and its arc, or of a push and the arc
 *            that its word gets later.
 * Sequences  those from the initial to a final configuration (TbkFinal), as the table of the system allows them. Several make the
 *            same tree. With `is_once` only one sequence of each tree counts, so that sums are over trees:
 *              arc-hybrid                               none with RA directly after LA
 *              arc-eager, arc-eager:start=noroot, arc-eager:start=noroot,complete=root, arc-eager-published,
 *              arc-eager-nederhof-uncorrected           none with SH directly after RE
 *              arc-standard                             none with LA by a word that has made an RA
 *              arc-standard-left-first                  all: a tree has one
 *              arc-eager-nederhof-normalized            none with LC for a word that becomes a right child
 *            Each partial tree, as arc-eager makes them, has exactly one too.
 * Systems    those above and attardi-1, which is arc-standard, arc-standard with `is_once` alone, and without it also arc-eager:complete=root, arc-eager-labelled and
 *            arc-eager-nederhof. Which systems have the recursion is read from their tables; others are TBK_ERROR_DATA, with
 *            the reason.
 * Root       exactly one arc from 0, or with `has_any_root` any number.
 * Precision  best sequences are found in floats if all scores are floats; all else is computed in doubles. log Z is right
 *            to 12 digits, marginals to 1e-11, where scores of a word are less than 2^49 apart; beyond, they count as
 *            2^49 apart or are lost. Entropy is right to 1e-9 n, but for 2^-52 n times the largest difference between scores
 *            that likely sequences have. In sums and draws scores that are denormals may count as 0.
 * Ties       always the same of equally good sequences, whatever the threads and the other sentences.
 * Cost       O(n^3) a sentence: measured at 20 and 40 words, two to three times the best projective tree, and its sums. Sentences
 *            of about the same length are computed side by side. Loading scores is half of the time. Scores and arcs of
 *            different types are loaded more slowly: about three times as long in all.
 * Memory     charts are kept from one call to the next: of n words 7 to 15 n^2 floats or doubles for the best, 20 to 40 n^2
 *            doubles for marginals, all of these up to twice where a sentence is alone in its chart; times the sentences side
 *            by side, which are fewer where their charts would be more than `max_memory`. The default suffices for
 *            marginals of some 1,500 words.
 * Errors     TBK_ERROR_DATA for a wrong score or length, a system without the recursion, or no sequence (but see `allows_none`);
 *            TBK_ERROR_RESOURCE without memory. The message begins with "sentences[I]: ", of the first wrong sentence. Outputs
 *            are then undefined.
 * Threads    a TbkSearcher belongs to one thread at a time, which may ask it for more threads.
 * Source     Kuhlmann, Gomez-Rodriguez and Satta (2011) for the recursion, in the form of Shi, Huang and Lee (2017) for scores;
 *            sums, the sequences that count once, and values of configurations are ours (docs/design/transitions.md).
 * Since      0.2
 */
#ifndef TBK_SEARCH_H
#define TBK_SEARCH_H

#include <glib.h>
#include <gmp.h>

#include "tbk/base.h"
#include "tbk/decode.h"
#include "tbk/transition.h"

TBK_BEGIN_DECLS

/* Where the numbers of one sentence are: the number of transition t with s0 on top and the front b0 at
 * first[t * transitions_apart + s0 * tops_apart + b0 * fronts_apart]. Steps may be negative. */
typedef struct {
  gpointer first;
  gint64 transitions_apart, tops_apart, fronts_apart;
} TbkTransitionPlace;

/* A number for every transition, top and front of every sentence, where they are: nothing is copied. */
typedef struct {
  TbkReal real;
  TbkTransitionPlace place;         /* of the first sentence */
  gint64 sentences_apart;           /* from a sentence's first number to the next one's */
  const TbkTransitionPlace *places; /* (nullable): where each sentence is, in place of these two */
} TbkTransitionNumbers;

typedef struct {
  const TbkSystem *system;
  int n_sentences;
  const int *lengths; /* words of each sentence, from 1 */
  const TbkTransitionNumbers *scores;
  const TbkArcNumbers *arcs; /* (nullable): is added for the arc that a transition makes; without labels */
} TbkTransitionScores;

typedef struct {
  gboolean is_once;      /* of the sequences of a tree one counts */
  gboolean has_any_root; /* 0 may have several children, or none */
  gboolean allows_none;  /* a sentence without a sequence is no error */
  int n_threads;         /* 0: the calling thread only, as 1 */
  gsize max_memory;      /* bytes of charts of all threads that have work; 0: 1 GiB */
} TbkTransitionOptions;

/* The most transitions of a sequence, for each word. */
#define TBK_SEARCH_STEPS 3

/* Sequences of sentences: row r = s * n_sequences + k is the k-th of sentence s. The head of word i is heads[r * width + i - 1];
 * -1: it has none, or there is no such word or sequence. */
typedef struct {
  int n_sequences; /* of each sentence, from 1 */
  int width;       /* at least the words of the longest sentence */
  int *heads;
  /* (nullable): indexes of transitions of the system, TBK_SEARCH_STEPS * width for each row; -1 behind the last */
  int *transitions;
  /* (nullable): of each sequence, summed in double in its order; -infinity if there is no such sequence */
  double *scores;
} TbkSequenceRows;

/* Keeps the grammars of the systems that it searched: a system of the caller's own must outlive it. */
typedef struct TbkSearcher TbkSearcher;

TbkSearcher *tbk_searcher_new (void);
void tbk_searcher_free (TbkSearcher *searcher);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TbkSearcher, tbk_searcher_free)

/**
 * tbk_decode_transitions:
 * @options: (nullable): here and below; NULL for all zeros
 * @rows: (out): of each sentence its best sequences, the best first, none twice
 *
 * Of k sequences after the best, O(n log n) each are added.
 */
gboolean tbk_decode_transitions (TbkSearcher *searcher, const TbkTransitionScores *scores,
                                 const TbkTransitionOptions *options, const TbkSequenceRows *rows,
                                 GError **error) G_GNUC_WARN_UNUSED_RESULT;

/**
 * tbk_transition_partition:
 * @log_z: (out) (optional): of each sentence the logarithm of the sum of exp (score) over its sequences; -infinity if there is
 *   none
 * @marginals: (nullable): where the share of the sequences that take each transition with that top and front goes: the
 *   gradient of log Z. A transition that leaves both as they are, as LA of arc-standard, counts as often as it is taken, so
 *   that its number can be above 1. All numbers of the (n + 1) tops and (n + 2) fronts are written, 0 for what is not read
 * @arc_marginals: (nullable): the same of arcs, (n + 1) dependents and heads
 * @entropy: (out) (optional): of the distribution of sequences, in nats; NaN if there is none
 */
gboolean tbk_transition_partition (TbkSearcher *searcher, const TbkTransitionScores *scores,
                                   const TbkTransitionOptions *options, double *log_z,
                                   const TbkTransitionNumbers *marginals, const TbkArcNumbers *arc_marginals,
                                   double *entropy, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/**
 * tbk_sample_transitions:
 * @rows: (out): this many sequences of each sentence, independent of one another
 *
 * Draws sequences, each with the probability exp (score) / Z. The sequences of a sentence depend on @seed, its number in the call and its
 * scores. Cost: as for log Z, then O(n^2) a sequence.
 */
gboolean tbk_sample_transitions (TbkSearcher *searcher, const TbkTransitionScores *scores,
                                 const TbkTransitionOptions *options, guint64 seed,
                                 const TbkSequenceRows *rows, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/**
 * tbk_count_sequences:
 * @n_sequences: (out) (optional): of each sentence the number of its sequences, 0 if there are none, which is no error here;
 *   initialized before
 * @n_best: (out) (optional): how many have the greatest score; exact, since scores are read as the binary fractions that
 *   they are
 *
 * Cost: O(n^3) operations on numbers with as many digits as the results have. Memory: some 500 n^2 bytes and these digits. GMP
 * ends the process if memory for digits runs out.
 */
gboolean tbk_count_sequences (TbkSearcher *searcher, const TbkTransitionScores *scores,
                              const TbkTransitionOptions *options, mpz_t *n_sequences, mpz_t *n_best,
                              GError **error) G_GNUC_WARN_UNUSED_RESULT;

/**
 * tbk_score_sequences:
 * @rows: the transitions are read; heads and scores (nullable here) are written
 *
 * Runs given sequences, such as a beam finds, in the system and sums their scores: so a search can be compared with the exact
 * one. Works for any system that uses only a stack and the input. A step that the system does not allow is TBK_ERROR_DATA,
 * and so is a sequence that ends before a final configuration; a row without transitions is no sequence. O(n) each.
 */
gboolean tbk_score_sequences (const TbkTransitionScores *scores, const TbkSequenceRows *rows,
                              GError **error) G_GNUC_WARN_UNUSED_RESULT;

/**
 * tbk_value_transitions:
 * @scores: of one sentence
 * @options: (nullable): `is_once` must not be set, and 0 may have any number of children in any case
 * @configurations: @n_configurations of the sentence and the system, each with its heads where the system needs them
 * @values: (out caller-allocates): of each configuration, for each transition of the system, the greatest sum of scores from here
 *   to a final configuration that begins with that transition; -infinity if there is none
 *
 * Values transitions in any configuration: what was scored before does not count. With scores of 0, and arcs of 1 for the arcs of a
 * gold tree and of 0 for all others, that is the dynamic oracle of tbk/oracle.h: the most gold arcs that can still be made. Systems: those
 * that push the front or pop the top in every step, so not arc-standard's. Cost: one chart, then O(k n^2) for a
 * stack of k words.
 */
gboolean tbk_value_transitions (TbkSearcher *searcher, const TbkTransitionScores *scores,
                                const TbkTransitionOptions *options,
                                const TbkConfiguration *const *configurations, int n_configurations,
                                double *values, GError **error) G_GNUC_WARN_UNUSED_RESULT;

TBK_END_DECLS

#endif
