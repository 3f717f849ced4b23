/* oracle.h - core: the value of every transition, sequences, and records of both.
 *
 * Contents
 *   1. oracle: the value of every transition of a configuration, against a gold tree: a dynamic oracle
 *   2. static_oracle: the sequence of transitions that builds a tree: one for each gold tree
 *   3. sequence: the transitions that build a tree, or where a system cannot build it, one as close as any; and how
 *      many sequences build a tree
 *   4. walks: many configurations with one call: computations of many sentences side by side, and along given
 *      ways
 *   5. constituency_oracle: oracles of phrase-structure parsing: the sequence that builds a tree, and what
 *      each transition of any configuration costs
 *   6. oracle_records: oracles for parsers in any language: a line of JSON in, a line of JSON out
 *   7. sequence_records: sequences of transitions as lines of JSON: written, and replayed to trees
 *   8. guide: who is followed instead of a gold sequence, as a trained parser is
 */
#ifndef TBK_ORACLE_H
#define TBK_ORACLE_H

#include <glib.h>
#include <gmp.h>

#include "tbk/base.h"
#include "tbk/io.h"
#include "tbk/transition.h"

TBK_BEGIN_DECLS

/* Declared in tbk/conllu.h, which whoever uses it includes. */
typedef struct TbkConlluSentence TbkConlluSentence;

/* 1. oracle: the value of every transition of a configuration, against a gold tree: a dynamic oracle.
 *
 * The value of a transition is the most gold arcs that can still be made from it on: 1 if it makes a gold arc
 * itself, and the most gold arcs made afterwards. The maximum is over all ways to end in a final
 * configuration. In systems where words then depend on 0, these arcs count. Arcs made before are left out; they
 * never matter. The gold tree need not be projective. A transition of greatest value is optimal.
 *
 *   g_autoptr (TbkOracle) oracle
 *       = tbk_oracle_new (system, tbk_system_policy (system, "none"), TBK_METHOD_EXACT, &error);
 *   int values[TBK_MAX_TRANSITIONS];
 *
 *   while (next_sentence (&gold_heads, &n)) {
 *     if (!tbk_oracle_set_gold (oracle, gold_heads, n, &error)
 *         || !tbk_configuration_start (&c, system, n, &error))
 *       return FALSE;
 *     while (!tbk_configuration_is_final (&c)) {
 *       if (!tbk_oracle_values (oracle, &c, values, &error))
 *         return FALSE;
 *       learn (&c, tbk_oracle_optimal (oracle, values));
 *       if (!tbk_configuration_step (&c, &system->transitions[choose (&c)], &error))
 *         return FALSE;
 *     }
 *   }
 *
 * Words     0 is the artificial root, 1..n the words; gold heads as elsewhere: heads[0] = -1, heads[i] in
 *           0..n. Word 0 may have several children.
 * Values    integers in the order of the system's transitions; TBK_IMPOSSIBLE for a transition that is not
 *           allowed or from which no final configuration can be reached under the policy. Only
 *           TBK_METHOD_APPROXIMATE can give a number that is wrong, even below 0.
 * Ties      are left to the caller: all optimal transitions are reported.
 * Policies  restrict the computations that count, looking at the transition valued and those after it,
 *           never at what came before; see below.
 * Cost      for each call of tbk_oracle_values(), with k words in the stack and m remaining: O((k+m)^3)
 *           for TABULAR, O(n + k (k+m)) for QUADRATIC, O(n) for LINEAR and APPROXIMATE; for each
 *           sentence O(n). EXACT fills tables once a sentence, in O(n^2), and O(n) for each pair of words
 *             that is asked for. It keeps its results from one configuration to the next. On treebanks a call
 *             takes 0.2 to 0.7 microseconds, 1 for arc-eager-nederhof-uncorrected, except where a search is
 *           needed. At worst:
 *             arc-eager, all kinds, arc-hybrid
 *                                          O(k n^2)
 *             arc-standard                 O(k n^3)
 *             covington, swap-unordered    O(n)
 *             covington-projective         O(n) for projective gold trees; else exponential, within a limit
 *             swap                         O(n) where every tree can still be built; else the same
 *             attardi-1 .. -4, planar, two-planar
 *                                          a search: O(n) configurations, each in O(n), where nothing more
 *                                          need be lost; else the same
 *           A method that does not exist for a system is refused by tbk_oracle_new().
 *           Sentences of more than TBK_ORACLE_MAX_EXACT words go to LINEAR if it exists for the policy and
 *           the gold tree is projective, else to TABULAR. So do some configurations of normalized parsing
 *           that no computation reaches: a top of label N is not the word before the remaining input.
 * Memory    72 (arc-standard) to 384 bytes (arc-eager-nederhof) times (k+m)^2 for TABULAR; for EXACT 8 n^2,
 *           or 14 n^2 for the arc-eager systems and arc-hybrid, and the kept results, a few MB (up to 105 n^2 for
 *           arc-eager-nederhof-uncorrected: two GB for 4096 words), and for a search some MB; else O(n). Kept
 *           and reused.
 * Errors    TBK_ERROR_USAGE for a combination that does not exist. TBK_ERROR_DATA for gold heads that are no
 *           tree (tbk/tree.h says what the message gives), where k + m is above TBK_ORACLE_MAX_TABULAR, and
 *           where a search gives up. TBK_ERROR_RESOURCE if memory runs out.
 * Threads   a TbkOracle belongs to one thread at a time; several may work side by side.
 * Sources   Nederhof (2019), sections 4 to 6; Nederhof (2021), sections 4 and 5; after Aufrant,
 *           Wisniewski and Yvon (2018) the approximation. docs/design/oracles.md says where the code goes
 *           beyond the papers.
 * Since     0.1
 */

#define TBK_IMPOSSIBLE G_MININT

/* The longest stack with remaining input that TABULAR accepts: 400 MB, and minutes. */
#define TBK_ORACLE_MAX_TABULAR 1024

/* The longest sentence for the tables of EXACT. */
#define TBK_ORACLE_MAX_EXACT 4096

/* The policies of the systems: which computations count. "Later" means: by the transition that is valued or
 * after it. The first of each system is its default.
 *
 * arc-standard. Bound words are the top of the stack before the transition and the remaining input.
 *   left-first                a bound word gets no left child after a right child, both later.
 *   none                      all.
 *   strict-left-first         as left-first, and words under the top get no left child at all later.
 *   strict-left-first-literal
 *                             as left-first, but if right_arc is valued, the word under the top is
 *                             bound too: what the weights of section 4 of 2019 amount to, which is not
 *                             the definition in its section 2, the line above.
 *   right-first               a bound word gets no right child after a left child, both later.
 *
 * arc-eager-nederhof and arc-eager-nederhof-uncorrected.
 *   shift-before-reduce       as none, and no shift follows directly on reduce.
 *   free                      all.
 *   none                      a word that is shifted later is not popped by reduce (it should have come by
 *                             right_arc). All but free include this.
 *   reduce-before-shift       as the strict one, but reduce may follow left_arc if it pops a word that was
 *                             below the top of the stack before the transition that is valued.
 *   strict-reduce-before-shift
 *                             as none, and no reduce follows directly on left_arc.
 *
 * arc-eager-nederhof-normalized.
 *   block                     a word that gets label L later is not popped by right_arc.
 *   none                      all.
 *
 * All other systems that have an oracle.
 *   none                      all.
 *
 * What is known of the exact method, by system. "Checked" means: equal to a search through all computations,
 * for all configurations and trees up to some words and for random ones beyond (tests/brute/), and to
 * published vectors.
 *   arc-standard, arc-eager-nederhof (all three)
 *                             the equations follow from the published grammars, which are proved in the
 *                             papers; checked against them by millions of random configurations.
 *   arc-eager, arc-eager-unshift
 *                             by split grammars of our own, which are checked, not proved.
 *   arc-hybrid                by the grammar of arc-eager-nederhof, checked, not proved.
 *   covington                 the formula is published with a proof (Gómez-Rodríguez and
 *                             Fernández-González, 2015); checked.
 *   covington-projective      projective gold trees by a formula that is checked, not proved; else by a
 *                             search, which is right if the formula bounds from above, as checked.
 *   swap-unordered            U, the words that remain whose heads remain, can always be reached: proved in
 *                             docs/design/oracles.md (S1), and checked.
 *   swap                      the same in configurations that are free (src/systems/swap.c says when),
 *                             checked to 6 words; else a search that ends in these. Whether there is a method
 *                             of polynomial time is open.
 *   attardi-1 .. -4           a search, right as its bound is: no word that is gone gets an arc. That a gold
 *                             arc to a word without open children can be made at once is argued in
 *                             src/systems/attardi.c, and checked.
 *   planar, two-planar        a search, checked.
 * A search that would look at more configurations, to value one or all of a sentence, than
 * tbk_oracles_set_search() allows gives up: the error is TBK_ERROR_DATA. It never gives a wrong value. */

/* Ways to find the values. All but APPROXIMATE are exact. */
typedef enum {
  TBK_METHOD_EXACT,   /* any gold tree; the default */
  TBK_METHOD_TABULAR, /* the generic parser with the published grammar; any gold tree */
  /* 2019, section 5: arc-standard, normalized arc-eager; projective gold trees. Kept as the paper's method:
   * EXACT is faster up to 90 words. */
  TBK_METHOD_QUADRATIC,
  TBK_METHOD_LINEAR,      /* 2019, section 6, and 2021, section 5; projective gold trees */
  TBK_METHOD_APPROXIMATE, /* the formulas of LINEAR; inexact if the gold tree is not projective */
  TBK_N_METHODS,
} TbkMethod;

/* Names as on the command line ("tabular"); FALSE if there is no method of that name. */
const char *tbk_method_name (TbkMethod method);
gboolean tbk_method_find (const char *name, TbkMethod *method);

typedef struct TbkOracle TbkOracle;

/**
 * tbk_oracle_new:
 * @policy: the number of one of @system's policies; 0 for the default
 *
 * Fails (TBK_ERROR_USAGE) if @system has no oracle, or if @method does not exist for them. There is no linear
 * method for the uncorrected arc-eager system and for strict-reduce-before-shift. There is no quadratic one
 * for unnormalized arc-eager parsing.
 */
TbkOracle *tbk_oracle_new (const TbkSystem *system, int policy, TbkMethod method,
                           GError **error) G_GNUC_WARN_UNUSED_RESULT;
void tbk_oracle_free (TbkOracle *oracle);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TbkOracle, tbk_oracle_free)

/**
 * tbk_oracle_set_gold:
 * @heads: n + 1 integers, copied
 * @n: at least 0
 *
 * Fails (TBK_ERROR_DATA) if @heads are not a tree, or not a projective one and the method needs that.
 * The oracle is then without gold tree, and tbk_oracle_values() must not be called.
 */
gboolean tbk_oracle_set_gold (TbkOracle *oracle, const int *heads, int n,
                              GError **error) G_GNUC_WARN_UNUSED_RESULT;

/**
 * tbk_oracle_values:
 * @configuration: of the system of the oracle, as tbk_configuration_check() demands (which is not called
 *   here: that would cost up to 8 per cent), for the n words of the gold tree; its heads are looked at only
 *   in systems that need them (TBK_HAS_HEADS), else they may be NULL
 * @values: (out caller-allocates): one for each transition of the system
 *
 * Configurations may come in any order. Configurations of one sentence should come together.
 */
gboolean tbk_oracle_values (TbkOracle *oracle, const TbkConfiguration *configuration, int *values,
                            GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* The set of transitions of greatest value, bit t for transition t; 0 if all are impossible. */
guint tbk_oracle_optimal (const TbkOracle *oracle, const int *values);

enum {
  TBK_SEARCH_DEFAULT = 8192,
  TBK_SEARCH_GREATEST = 100000000,
  TBK_SEARCH_SENTENCE = 4096, /* see below */
};

/**
 * tbk_oracles_set_search:
 * @most: from 1 to TBK_SEARCH_GREATEST: how many configurations a search looks at, at most, to value one
 *
 * Since: 0.2. For all oracles of the process, of all threads, from the next configuration on that is valued.
 * Which values are found depends on it, what they are does not.
 *
 * All searches of an oracle for one gold tree of n words, from tbk_oracle_set_gold() on, look at @most times
 * TBK_SEARCH_SENTENCE / n configurations together, and at @most in longer sentences. Then configurations that
 * need a search have no value (TBK_ERROR_DATA), until the gold tree is set again. So which have one depends on
 * the ones that were valued before. The bound is the same for every computation of one length: by default some
 * seconds for a sentence. Searches that succeed at once come up to it from some hundred words on.
 *
 * Cost      of a configuration that has no value: some 2 microseconds and 0.5 KiB for each look in a sentence
 *           of 30 words, and O(n) of both in longer ones. So the default needs some 20 milliseconds.
 *           Up to 128 MiB are kept by each oracle, or 4 KiB times @most if that is more.
 */
void tbk_oracles_set_search (int most);

/* 2. static_oracle: the sequence of transitions that builds a tree: one for each gold tree.
 *
 * A static oracle follows one computation for a gold tree, from the initial configuration on, and returns its
 * next transition. Section oracle values every transition of any configuration
 * instead.
 *
 *   g_autoptr (TbkStaticOracle) oracle = tbk_static_oracle_new (system, NULL, &error);
 *
 *   if (!tbk_static_oracle_set_gold (oracle, heads, n, &error)
 *       || !tbk_configuration_start (&c, system, n, &error))
 *     return FALSE;
 *   for (int t; (t = tbk_static_oracle_step (oracle, &c)) >= 0;)
 *     use (system->transitions[t].key);
 *
 * Words     0 is the artificial root, 1..n the words; heads as elsewhere.
 * Ties      each static oracle is a fixed order of tests; some systems have several orders:
 *             arc-standard   left-first: left children first where possible; right-first: right ones
 *             arc-eager, all kinds but the normalized
 *                            reduce-before-shift: a word with its head and all its children is popped at
 *                            once; shift-before-reduce: only when the word below it is needed
 *             swap           eager: two words that are not in the projective order are swapped at once; lazy:
 *                            not before they are as large as they get without a swap
 *             the others     one
 * Cost      O(1) a step; O(n) for each gold tree and for each start. In two-planar a gold tree takes O(n^2), since all
 *           pairs of arcs are compared, and a step O(n) for a front that has children before it. A step of covington
 *           that moves the second list back is linear in it. Memory O(n), kept and reused.
 * Errors    TBK_ERROR_USAGE for a system without static oracle, or an order that it does not have;
 *           TBK_ERROR_DATA for heads that are no tree.
 * Threads   a TbkStaticOracle belongs to one thread at a time.
 * Source    Nivre (2008), "Algorithms for deterministic incremental dependency parsing"; Nivre (2009) and
 *           Nivre, Kuhlmann and Hall (2009) for swap.
 * Since     0.1
 */

typedef struct TbkStaticOracle TbkStaticOracle;

/* @order: (nullable): the name of an order; NULL for the one that has the name of the system's default policy, or else the
 * first. */
TbkStaticOracle *tbk_static_oracle_new (const TbkSystem *system, const char *order,
                                        GError **error) G_GNUC_WARN_UNUSED_RESULT;
void tbk_static_oracle_free (TbkStaticOracle *oracle);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TbkStaticOracle, tbk_static_oracle_free)

/* Makes @heads, n + 1 integers that are copied, the gold tree. If it fails, the oracle is without gold tree,
 * and tbk_static_oracle_step() must not be called. */
gboolean tbk_static_oracle_set_gold (TbkStaticOracle *oracle, const int *heads, int n,
                                     GError **error) G_GNUC_WARN_UNUSED_RESULT;

/**
 * tbk_static_oracle_step:
 * @configuration: what tbk_configuration_start() made for the words of the gold tree, or the last call left
 *
 * Takes the next transition of the computation. A configuration that was started anew begins the computation
 * for the same gold tree again.
 *
 * Returns: its number; -1 if @configuration is final, or if the system cannot build the gold tree and the
 * computation is stuck.
 */
int tbk_static_oracle_step (TbkStaticOracle *oracle, TbkConfiguration *configuration);

/* 3. sequence: the transitions that build a tree, or where a system cannot build it, one as close as any.
 *
 *   g_autoptr (TbkSequencer) sequencer = tbk_sequencer_new (system, NULL, NULL, -1, &error);
 *   TbkSequence sequence;
 *
 *   while (next_sentence (&heads, &n)) {
 *     if (!tbk_sequencer_run (sequencer, heads, n, &sequence, &error))
 *       return FALSE;
 *     for (gsize i = 0; i < sequence.length; i++)
 *       use (system->transitions[sequence.transitions[i]].key);
 *   }
 *
 * Phrases   tbk_sequencer_run_tree() does the same in a system of phrase structure: the sequence is the one of
 *           the static oracle if it builds the tree; if not, in a capped system, the first optimal transition
 *           by the exact oracle each time.
 * Trees     a computation ends in a final configuration; words
 *           left without head depend on 0. The lost arcs are of the words whose head there is not the gold
 *           one. Where there is no 0 in the stack, arcs of 0 count for nothing while the computation is
 *           chosen, so that another one may lose fewer of them.
 * Ties      the static oracle gives the sequence, by one of its orders, if it builds the gold tree. If not,
 *           systems that build all projective trees and no other build the one that tbk/projectivize.h
 *           chooses, by its rule `lift`. In other systems, or if a policy is named, the first optimal
 *           transition in the system's order is taken each time, by the exact oracle. In any case as many
 *           gold arcs are made as any computation can make (under the policy).
 * Cost      O(1) a step by a static oracle, and O(n^2) a tree for the colours of two-planar; as of
 *           tbk_projectivize() a tree and of tbk_oracle_values() a step by the others.
 * Memory    O(n) and a byte a transition, kept and reused.
 * Errors    TBK_ERROR_USAGE for a system without any oracle, an order that it does not have, or a policy where
 *           computations need not end.
 *           TBK_ERROR_DATA for heads that are no tree, for trees that tbk_projectivize() or
 *           tbk_oracle_values() refuses, and for sequences of more than TBK_SEQUENCE_MAX transitions. (Swap
 *           and covington may need half as many as the square of the words.) TBK_ERROR_RESOURCE if memory
 *           runs out.
 * Threads   a sequencer belongs to one thread at a time.
 * Since     0.1
 */

/* The most transitions of a sequence. */
#define TBK_SEQUENCE_MAX (1 << 22)

typedef struct TbkSequencer TbkSequencer;

/* Owned by the sequencer, until its next run. */
typedef struct {
  const guint8 *transitions; /* numbers in the system */
  gsize length;
  int lost; /* words that do not get their gold head; constituents that are missing or wrong */
  const TbkPhraseTransition *phrases; /* of phrase structure, instead of `transitions` */
} TbkSequence;

/* Makes a sequencer of @system or of @phrases; the other is NULL. For @system count @order (nullable): the
 * order of the static oracle, NULL as for tbk_static_oracle_new(); and @policy: the policy of the exact
 * oracle, which then gives every sequence; -1 to use it only where the static oracle does not build the tree.
 * A sequencer of @phrases does not fail. */
TbkSequencer *tbk_sequencer_new (const TbkSystem *system, const TbkPhraseSystem *phrases, const char *order,
                                 int policy, GError **error) G_GNUC_WARN_UNUSED_RESULT;
void tbk_sequencer_free (TbkSequencer *sequencer);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TbkSequencer, tbk_sequencer_free)

/* Finds the sequence for the tree @heads, n + 1 integers. On failure @sequence is as it was. */
gboolean tbk_sequencer_run (TbkSequencer *sequencer, const int *heads, int n, TbkSequence *sequence,
                            GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* Runs on @tree in a system of phrase structure. Since: 0.2. */
gboolean tbk_sequencer_run_tree (TbkSequencer *sequencer, const TbkPhraseTree *tree, TbkSequence *sequence,
                                 GError **error) G_GNUC_WARN_UNUSED_RESULT;

/**
 * TbkSequenceCounter:
 *
 * Counts the computations of a system that build a tree. Several may, since a parser can choose which of two arcs it makes first
 * (spurious ambiguity). For the arcs 0 -> 2, 2 -> 1 and 2 -> 3 arc-standard has 2 and arc-eager 1.
 *
 *   g_autoptr (TbkSequenceCounter) counter = tbk_sequence_counter_new (system, &error);
 *
 *   if (counter == NULL || !tbk_sequence_counter_run (counter, heads, n, count, &error))
 *     return FALSE;
 *   gmp_printf ("%Zd sequences\n", count);
 *
 * Systems   systems that only push and pop words: all forms of arc-standard, arc-eager and arc-hybrid, and attardi-1.
 *           TBK_ERROR_USAGE for others, in which words return to the input or move to a second list.
 * Trees     0 for a tree that is not projective. A head of -1: the word gets none, as arc-eager allows. Where there is no 0 in the
 *           stack and words without head do not depend on it, heads of 0 and -1 are the same.
 * Cost      O(n), and a product of at most n + 1 binomial coefficients, whose digits are multiplied in pairs.
 * Memory    O(n) and the digits, kept and reused.
 * Errors    TBK_ERROR_DATA for heads that are no tree, TBK_ERROR_RESOURCE if memory runs out. Then @count has no meaning.
 * Threads   a counter belongs to one thread at a time.
 * Source    how long a word may wait in the stack, and how children of both sides mix: src/oracle/sequence_count.c.
 *
 * Since: 0.2
 */
typedef struct TbkSequenceCounter TbkSequenceCounter;
TbkSequenceCounter *tbk_sequence_counter_new (const TbkSystem *system,
                                              GError **error) G_GNUC_WARN_UNUSED_RESULT;
void tbk_sequence_counter_free (TbkSequenceCounter *counter);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TbkSequenceCounter, tbk_sequence_counter_free)

/* Sets @count, which is initialized, for the tree @heads, n + 1 integers; heads[0] is not read. Since: 0.2 */
gboolean tbk_sequence_counter_run (TbkSequenceCounter *counter, const int *heads, int n, mpz_t count,
                                   GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* 4. walks: many configurations with one call: computations of many sentences side by side, and along given
 * ways.
 *
 * For programs to which a call costs more than a value: those in Python, say, whose arrays these functions
 * use as they are. A TbkWalks has a configuration and an oracle for each sentence; what decides which step
 * is made is between tbk_walks_values() and tbk_walks_step().
 *
 *   g_autoptr (TbkWalks) walks = tbk_walks_new (system, policy, TBK_METHOD_EXACT, &error);
 *
 *   if (!tbk_walks_start (walks, heads, offsets, n_sentences, &error))
 *     return FALSE;
 *   while (!tbk_walks_have_ended (walks)) {
 *     if (!tbk_walks_values (walks, values, &error))
 *       return FALSE;
 *     choose (values, transitions);
 *     if (!tbk_walks_step (walks, transitions, &error))
 *       return FALSE;
 *   }
 *
 * Sentences follow one another in flat arrays: of sentence i, counted from 0, the elements from
 *           offsets[i] up to, and without, offsets[i + 1]. offsets[0] is 0, and they do not fall.
 * Heads     as in the column HEAD: one of each word 1..n, 0 the root, and nothing for 0 itself.
 * Values    as in section oracle. All transitions of a final configuration are TBK_IMPOSSIBLE.
 * Cost      as of the oracle and the steps.
 * Memory    some 30 KB a sentence and what the oracle keeps (section oracle); kept and reused.
 * Errors    the errors of section oracle and tbk/transition.h; the message begins with "sentences[I]: ", I from 0.
 *           So if a search gives up for one sentence, there are no values of any.
 * Threads   a TbkWalks, and an oracle, belong to one thread at a time.
 * Since     0.1
 */

typedef struct TbkWalks TbkWalks;

/* Fails as tbk_oracle_new() does. */
TbkWalks *tbk_walks_new (const TbkSystem *system, int policy, TbkMethod method,
                         GError **error) G_GNUC_WARN_UNUSED_RESULT;
void tbk_walks_free (TbkWalks *walks);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TbkWalks, tbk_walks_free)

/**
 * tbk_walks_start:
 * @heads: of the gold trees, flat; copied
 * @offsets: @n_sentences + 1 numbers
 *
 * Makes all configurations initial. On failure there are no sentences.
 */
gboolean tbk_walks_start (TbkWalks *walks, const int *heads, const gint64 *offsets, int n_sentences,
                          GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* The number of sentences, and the configuration of sentence @i from 0, owned by @walks. */
int tbk_walks_size (const TbkWalks *walks);
const TbkConfiguration *tbk_walks_configuration (const TbkWalks *walks, int i);

/* Returns TRUE if no transition is allowed in any sentence: the configurations are final, or stuck. */
gboolean tbk_walks_have_ended (const TbkWalks *walks);

/* Stores the values of all transitions of each configuration: a row a sentence, as long as the system has
 * transitions. On failure @values are undefined. */
gboolean tbk_walks_values (TbkWalks *walks, int *values, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* Stores the sets of transitions that are allowed, one a sentence. */
void tbk_walks_allowed (const TbkWalks *walks, guint *allowed);

/* Takes a transition in each sentence, -1 for none. If one is not allowed, none is taken. */
gboolean tbk_walks_step (TbkWalks *walks, const int *transitions, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* Stores the words that features look at: a row a sentence, of the @n_stack topmost words of the stack, the
 * top first, and the @n_input first of the input; -1 where there is none. */
void tbk_walks_words (const TbkWalks *walks, int n_stack, int n_input, int *words);

/* Stores the trees of final configurations, and what was made of the others, flat: words without head depend on
 * 0. */
void tbk_walks_trees (const TbkWalks *walks, int *heads);

/**
 * tbk_oracle_follow:
 * @heads: of the gold trees, flat
 * @offsets: @n_sentences + 1 numbers
 * @transitions: the transitions from the start of each sentence, flat
 * @ends: @n_sentences + 1 numbers: the offsets of @transitions
 * @values: (out caller-allocates): a row for each of @transitions: the values of the configuration that it is
 *   made in
 *
 * Follows given computations, which need not come to an end. On failure @values are undefined, and the oracle
 * is without gold tree or has the one of any sentence.
 */
gboolean tbk_oracle_follow (TbkOracle *oracle, const int *heads, const gint64 *offsets, int n_sentences,
                            const guint8 *transitions, const gint64 *ends, int *values,
                            GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* 5. constituency_oracle: oracles of phrase-structure parsing: the sequence that builds a tree, and what each
 * transition of any configuration costs.
 *
 * The loss of a configuration is the least Hamming distance, over the final configurations that can still be
 * reached, between the multisets of constituents (label, left, right) built and gold. A dynamic oracle says
 * the loss before and after each transition; those after which it is no greater are optimal. A static oracle
 * knows one sequence for a gold tree.
 *
 *   g_autoptr (TbkPhraseOracle) oracle =
 *       tbk_phrase_oracle_new (configuration.system, TBK_PHRASE_EXACT, &error);
 *
 *   if (!tbk_phrase_oracle_set_gold (oracle, &gold, &error))
 *     return FALSE;
 *   const TbkPhraseValues *values = tbk_phrase_oracle_values (oracle, &configuration, &error);
 *
 *   for (int v = 0; values != NULL && v < values->n; v++)
 *     use (values->values[v].transition, values->values[v].loss - values->loss);
 *
 * Losses    lower is better; not below 0. Multisets make each repeated constituent count: with sets a chain X
 *           over X over X would cost nothing, without end.
 * Methods   exact    the least distance. Its loss never falls along a transition, and one keeps it before the
 *                    end
 *           printed  the formula of the papers, literally: sets instead of multisets; a constituent
 *                    opened counts as gold if its label and index (top-down the word where it begins,
 *                    in-order the one where its first child ends) are the ones of a gold constituent; the ones out
 *                    of order are what is left of the stack's gold openings after a longest increasing
 *                    subsequence in the order of the gold sequence. It is exact along the gold sequence and
 *                    not beside it (docs/design/phrases.md)
 * Cost      exact, for a configuration and all its transitions: in-order O(open elements), bottom-up
 *           O(stack), plus the gold constituents that end at the next word; top-down O(open elements), plus
 *           the gold constituents that begin at the next word and, for each element that was opened since the
 *           last configuration, the elements and gold constituents that begin where it does; capped, O(stack)
 *           and the gold constituents that begin in it, twice. What was built is processed once, as long as
 *           the configurations of one computation come one after the other; at another computation that costs
 *           O(gold + built). printed: O(gold + built + stack), plus for each element that was opened or
 *           completed the gold constituents of its label and index, with a search for each. So a walk through
 *           a tree needs quadratic time at most.
 * Memory    O(gold + stack), kept and reused from tree to tree; top-down also a bit for each open element and
 *           each right end of gold constituents that begin where it does; printed also O(gold) integers for
 *           each open element at worst.
 * Errors    TBK_ERROR_USAGE for a method that the system does not have; TBK_ERROR_RESOURCE.
 * Threads   an oracle belongs to one thread at a time.
 * Sources   Fernandez-Gonzalez and Gomez-Rodriguez (2018), both, for the formula of `printed`;
 *           docs/design/phrases.md for the exact losses.
 * Since     0.1
 */

typedef enum {
  TBK_PHRASE_EXACT,
  TBK_PHRASE_PRINTED, /* not for capped systems */
  TBK_N_PHRASE_METHODS,
} TbkPhraseMethod;

/* Names as on the command line ("exact"); FALSE if there is no method of that name. */
const char *tbk_phrase_method_name (TbkPhraseMethod method);
gboolean tbk_phrase_method_find (const char *name, TbkPhraseMethod *method);

/* A transition, and the loss after it. Where the transition has a label, the label -1 stands for every
 * label that no other value with the same act and number of children has: the loss is the same for all of
 * them. */
typedef struct {
  TbkPhraseTransition transition;
  int loss;
} TbkPhraseValue;

typedef struct {
  int loss; /* of the configuration */
  int n;
  TbkPhraseValue *values; /* of the transitions allowed; the label -1 first, then those it is not for */
  gsize n_allocated;
} TbkPhraseValues;

typedef struct TbkPhraseOracle TbkPhraseOracle;

TbkPhraseOracle *tbk_phrase_oracle_new (const TbkPhraseSystem *system, TbkPhraseMethod method,
                                        GError **error) G_GNUC_WARN_UNUSED_RESULT;
void tbk_phrase_oracle_free (TbkPhraseOracle *oracle);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TbkPhraseOracle, tbk_phrase_oracle_free)

/* Makes @gold, which is copied where it is needed, the gold tree. */
gboolean tbk_phrase_oracle_set_gold (TbkPhraseOracle *oracle, const TbkPhraseTree *gold,
                                     GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* The loss of @configuration, which is of the oracle's system and of the words of the gold tree. -1 with
 * @error set if memory runs out. */
int tbk_phrase_oracle_loss (TbkPhraseOracle *oracle, const TbkPhraseConfiguration *configuration,
                            GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* The loss of @configuration and of all its transitions. Owned by @oracle, until its next call; NULL with
 * @error set if memory runs out. */
const TbkPhraseValues *tbk_phrase_oracle_values (TbkPhraseOracle *oracle,
                                                 const TbkPhraseConfiguration *configuration,
                                                 GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* The sequence that builds a tree: top-down in pre-order, bottom-up in post-order, in-order each constituent
 * after its first child. O(1) a step, O(constituents) a tree. */
typedef struct TbkPhraseStaticOracle TbkPhraseStaticOracle;

TbkPhraseStaticOracle *tbk_phrase_static_oracle_new (const TbkPhraseSystem *system);
void tbk_phrase_static_oracle_free (TbkPhraseStaticOracle *oracle);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TbkPhraseStaticOracle, tbk_phrase_static_oracle_free)

/* Begins the sequence of @gold, which must stay as it is until the sequence ends. */
gboolean tbk_phrase_static_oracle_set_gold (TbkPhraseStaticOracle *oracle, const TbkPhraseTree *gold,
                                            GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* Gives the next transition of the sequence; FALSE after the last. In a capped system the sequence of a tree
 * that it does not build has a transition that is not allowed. */
gboolean tbk_phrase_static_oracle_next (TbkPhraseStaticOracle *oracle, TbkPhraseTransition *transition);

/* 6. oracle_records: oracles for parsers in any language: a line of JSON in, a line of JSON out.
 *
 * A record is an object that gives a gold tree and a configuration:
 *
 *   {"heads":[2,0,2],"stack":[0,1],"buffer":2}                     arc-standard
 *   {"heads":[2,0,2],"stack":[[0,"R"],[1,"L"]],"buffer":2}         arc-eager, all kinds
 *   {"heads":[2,0,2],"stack":[0,3],"buffer":[2,1]}                 swap
 *   {"heads":[2,0,2],"stack":[0],"second":[1],"buffer":2,"arcs":[[2,1]]}   covington, both kinds
 *   {"heads":[2,0,2],"prefix":["SH","SH"]}                         any system
 *
 *   heads            heads[i-1] is the gold head of word i, 0 the root
 *   stack            from the bottom. In systems with labels pairs; where a label says whether a word has a
 *                    head, as in arc-eager, "R" is for words with one, and of 0
 *   buffer           the first word of the remaining input, n + 1 if none is left; or all of it as a list, in
 *                    which words come in any order where they can return
 *   unshifting       arc-eager-unshift: true if every word has left the input before (default false, but true
 *                    where no input remains)
 *   second           systems with a second list: that list, its front first
 *   arcs             systems in which values depend on the arcs made: these, as pairs of head and dependent
 *   prefix           instead of all these: the transitions taken from the start, in the spellings of
 *                    tbk_transition_read(); relations behind them do not matter
 *   configurations   instead of all these: an array of objects, each with the keys of one configuration
 *   policy, strategy two names for the same, in either spelling of tbk_system_policy(): overrides the policy
 *                    for this record; so does
 *   block            true or false, for normalized arc-eager
 *   id               any value, which comes back in the answer
 *
 * Keys come in any order, each at most once. Other keys are refused, and so are keys that the system does
 * not use. The answer has the values of all transitions in the order of the system, null where impossible,
 * and the transitions of greatest value. For several configurations it is an array of such objects. Or it is
 * an error:
 *
 *   {"values":{"SH":2,"RA":1,"LA":null},"optimal":["SH"]}
 *   {"id":7,"results":[{"values":{"SH":2,"RA":1,"LA":null},"optimal":["SH"]}]}
 *   {"error":"stack[1]: found 4, expected an integer from 0 to 3"}
 *
 * Of systems of phrase structure a record gives a gold tree, the transitions taken so far, and the labels to
 * value:
 *
 *   {"tree":"(S (NP w0) w1)","prefix":["NT-S"],"labels":["NP","S"]}
 *
 * In the tree every bracket is a constituent and every token after its label a word, whatever it is called.
 * "prefix" may be missing: there was no transition yet. Without "labels" the labels of the tree are valued, in the order
 * in which they come first. "id" is as above. The answer has the loss before, the loss after each transition
 * that is allowed, and those after which it is no greater; at most TBK_PHRASE_MAX_ANSWER transitions:
 *
 *   {"losses":{"SH":1,"NT-NP":0,"NT-S":1},"optimal":["NT-NP"],"loss":0}
 *
 * A configuration that cannot be is an error of the whole record. One that cannot be valued, because a search
 * would take too long (section oracle), gets an object with "error" among the results.
 *
 * A record is JSON exactly as RFC 8259 defines it, in UTF-8, at most 64 levels deep. Answers are JSON in
 * UTF-8 whatever bytes came in. "byte N" in a message counts from 0.
 *
 * Cost      as of the oracle, and about a microsecond for a line of 100 bytes. Records with the same gold
 *           tree, one after the other, share the work that is done once a tree, but to read it. Several
 *           configurations in a record cost some 0.4 microseconds each beside the oracle, each alone some
 *           1.5.
 * Errors    the errors of tbk_oracle_new() and tbk_phrase_oracle_new(), and TBK_ERROR_RESOURCE if memory runs out: it is no fault of the
 *           record, which has no answer then. A bad record is answered.
 * Threads   a TbkOracleRecords belongs to one thread at a time.
 * Since     0.1
 */

typedef struct TbkOracleRecords TbkOracleRecords;

#define TBK_PHRASE_MAX_ANSWER (1 << 20)

/* Fail as tbk_oracle_new() and tbk_phrase_oracle_new() do. */
TbkOracleRecords *tbk_oracle_records_new (const TbkSystem *system, int policy, TbkMethod method,
                                          GError **error) G_GNUC_WARN_UNUSED_RESULT;
/* Since: 0.2. */
TbkOracleRecords *tbk_oracle_records_new_phrases (const TbkPhraseSystem *system, TbkPhraseMethod method,
                                                  GError **error) G_GNUC_WARN_UNUSED_RESULT;
void tbk_oracle_records_free (TbkOracleRecords *records);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TbkOracleRecords, tbk_oracle_records_free)

/**
 * tbk_oracle_records_answer:
 * @line: @length bytes, any; more than G_MAXINT are refused; a newline at its end does not matter
 * @is_valued: (out): FALSE if the answer is an error, or holds one
 *
 * Returns: the answer, one line with the newline at its end; owned by @records, until the next call. NULL
 * with
 * @error set if memory runs out.
 */
const char *tbk_oracle_records_answer (TbkOracleRecords *records, const char *line, gsize length,
                                       gboolean *is_valued, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* 7. sequence_records: sequences of transitions as lines of JSON: written, and replayed to trees.
 *
 *   {"file":"a.conllu","sentence":1,"sent_id":"s1","heads":[2,0],"transitions":["SH","LA","RA"]}
 *
 * heads[i-1] is the gold head of word i. "lost" is there if the sequence loses gold arcs, and is their number.
 * A transition may have a label after a colon, "LA:nsubj": the relation of the word whose head it chooses
 * (tbk_configuration_related()); all spellings of tbk_transition_read() are read. To be replayed, a record
 * needs "transitions", and "words" or "heads", whose number alone counts; other keys than these are refused, and a key that comes twice.
 *
 * Sequences of phrase structure have a tree instead, with the words w0, w1 and so on as records of
 * section oracle_records have it, and only "transitions" must be there:
 *
 *   {"file":"a.psd","sentence":1,"sent_id":"1","tree":"(S (NP w0) w1)","transitions":["NT-S",...]}
 *
 * Cost      linear in the line and in what the steps cost.
 * Errors    TBK_ERROR_DATA for a line that is no such record, a transition that is not allowed, a sequence
 *           that does not end in a final configuration, and labels and sent_ids that cannot be in CoNLL-U.
 * Threads   a replayer belongs to one thread at a time.
 * Since     0.1
 */

typedef struct {
  const char *file;
  gint64 sentence;
  TbkPiece sent_id; /* of length 0 if there is none */
  TbkSequence sequence;

  /* For dependencies. */
  const TbkSystem *system;
  const int *heads; /* n + 1 */
  int n;
  const TbkPiece *labels; /* (nullable): n + 1: of each word */

  /* For phrase structure, where `system` is NULL. */
  const TbkPhraseSystem *phrase_system;
  const TbkBracketTree *tree; /* which has words */
  const TbkVocabulary *names; /* of the labels of the sequence */
} TbkSequenceRecord;

/* Appends a record as a line. @scratch: (nullable): a configuration, which the labels of words need. FALSE if
 * memory runs out, and (TBK_ERROR_DATA) if a constituent has no label, which no record can name. */
gboolean tbk_sequence_record_append (const TbkSequenceRecord *record, TbkConfiguration *scratch,
                                     GString *text, GError **error) G_GNUC_WARN_UNUSED_RESULT;

typedef struct TbkReplayer TbkReplayer;

/* The result of a record; owned by the replayer, until its next record. */
typedef struct {
  int n;
  const int *heads;       /* n + 1, a tree */
  const TbkPiece *labels; /* n + 1; "root" or "_" where the record has none */
  gboolean has_labels;    /* the record has some */
  TbkPiece sent_id;       /* of length 0 if there is none */

  /* For phrase structure, instead of all but n. */
  const TbkPhraseTree *phrases;
  const TbkVocabulary *names; /* of its labels, which are tokens */
} TbkReplayedTree;

/* Makes a replayer of @system or of @phrases; the other is NULL. */
TbkReplayer *tbk_replayer_new (const TbkSystem *system, const TbkPhraseSystem *phrases);
void tbk_replayer_free (TbkReplayer *replayer);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TbkReplayer, tbk_replayer_free)

/* Takes the transitions of a record, a line of @length bytes, from the start. @n_words: of the sentence of dependencies, or
 * -1, if the record gives it by "words" or "heads". Its heads have no other use. */
gboolean tbk_replayer_read (TbkReplayer *replayer, const char *line, gsize length, int n_words,
                            TbkReplayedTree *tree, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* Appends @tree as a line of brackets, without a newline: its words are w0, w1 and so on, with the tag "_".
 * Its labels must be tokens. Memory comes from GLib. */
void tbk_phrase_tree_write (const TbkPhraseTree *tree, const TbkVocabulary *labels, GString *text);

/* 8. guide: who is followed instead of a gold sequence, as a trained parser is (tbk_parser_guide() of tbk/parser.h).
 *
 * Ownership  `open` makes what one thread works with, and `close` frees it. `data` must outlive that.
 * Order      `read` is given each sentence first; then `step` makes one step after the other in a configuration that keeps
 *            relations and children, and returns FALSE if there is none.
 * Errors     `read` sets the error and returns FALSE.
 * Since      0.2
 */
typedef struct {
  const TbkSystem *system; /* NULL: there is no guide */
  gconstpointer data;
  gpointer (*open) (gconstpointer data);
  gboolean (*read) (gpointer guide, const TbkConlluSentence *sentence, GError **error);
  gboolean (*step) (gpointer guide, TbkConfiguration *configuration);
  void (*close) (gpointer guide);
} TbkGuide;

TBK_END_DECLS

#endif
