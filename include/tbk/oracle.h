/* oracle.h - the value of every transition of a configuration, against a gold tree: a dynamic oracle.
 *
 * The value of a transition is the most gold arcs that can still be made from it on: 1 if it makes a gold arc
 * itself, and the most gold arcs made afterwards. The maximum is over all ways to end in a final
 * configuration. In systems where words then hang on 0, these arcs count. Arcs made before are left out; they
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
 *             takes 0.2 to 0.7 microseconds, 1 for arc-eager-uncorrected, except where a search is needed. At
 *           worst:
 *             arc-eager, -nivre, -unshift  O(k n^2)
 *             shift-reduce                 O(k n^3)
 *             covington, swap-unordered    O(n)
 *             covington-projective         O(n) for projective gold trees; else exponential, within a limit
 *             swap                         O(n) where every tree can still be built; else the same
 *             attardi-1 .. -4              a search: O(n) configurations, each in O(n), where nothing more
 *                                          need be lost; else the same
 *           A method that does not exist for a system is refused by tbk_oracle_new().
 *           Sentences of more than TBK_ORACLE_MAX_EXACT words go to LINEAR if it exists for the policy and
 *           the gold tree is projective, else to TABULAR. So do some configurations of normalized parsing
 *           that no computation reaches: a top of label N is not the word before the remaining input.
 * Memory    72 (shift-reduce) to 384 bytes (arc-eager) times (k+m)^2 for TABULAR; for EXACT 8 n^2, or 14 n^2
 *           for the arc-eager systems and arc-hybrid, and what is kept, a few MB (up to 105 n^2 for
 *           arc-eager-uncorrected: two GB for 4096 words), and for a search some MB; else O(n). Kept and reused.
 * Errors    TBK_ERROR_USAGE for a combination that does not exist. TBK_ERROR_DATA for gold heads that are no
 *           tree (tbk/tree.h says what the message gives), where k + m is above TBK_ORACLE_MAX_TABULAR, and
 *           where a search gives up. TBK_ERROR_RESOURCE if memory runs out.
 * Threads   a TbkOracle belongs to one thread at a time; several may work side by side.
 * Sources   Nederhof (2019), sections 4 to 6; Nederhof (2021), sections 4 and 5; after Aufrant,
 *           Wisniewski and Yvon (2018) the approximation. docs/design/oracles.md says where the code goes
 *           beyond the papers.
 * Since     0.1
 */
#ifndef TBK_ORACLE_H
#define TBK_ORACLE_H

#include <glib.h>

#include "tbk/declarations.h"
#include "tbk/error.h"
#include "tbk/transition.h"

TBK_BEGIN_DECLS

#define TBK_IMPOSSIBLE G_MININT

/* The longest stack with remaining input that TABULAR takes: 400 MB, and minutes. */
#define TBK_ORACLE_MAX_TABULAR 1024

/* The longest sentence for the tables of EXACT. */
#define TBK_ORACLE_MAX_EXACT 4096

/* The policies of the systems: which computations count. "Later" means: by the transition that is valued or
 * after it. The first of each system is its default.
 *
 * Shift-reduce. Bound words are the top of the stack before the transition and the remaining input.
 *   left-before-right         a bound word takes no left child after a right child, both taken later.
 *   none                      all.
 *   strict-left-before-right  as left-before-right, and words under the top take no left child at all later.
 *   strict-left-before-right-literal
 *                             as left-before-right, but if reduce_left is valued, the word under the top is
 *                             bound too: what the weights of section 4 of 2019 amount to, which is not
 *                             the definition in its section 2, the line above.
 *   right-before-left         a bound word takes no right child after a left child, both taken later.
 *
 * Arc-eager, corrected and uncorrected.
 *   shift-before-reduce       as none, and no shift follows directly on reduce.
 *   free                      all.
 *   none                      a word that is shifted later is not popped by reduce (it should have come by
 *                             right_arc). All but free include this.
 *   reduce-before-shift       as the strict one, but reduce may follow left_arc if it pops a word that stood
 *                             below the top of the stack before the transition that is valued.
 *   strict-reduce-before-shift
 *                             as none, and no reduce follows directly on left_arc.
 *
 * Normalized arc-eager.
 *   block                     a word that gets label L later is not popped by reduce_left.
 *   none                      all.
 *
 * All other systems that have an oracle.
 *   none                      all.
 *
 * What is known of the exact method, by system. "Checked" means: equal to a search through all computations,
 * for all configurations and trees up to some words and for random ones beyond (tests/brute/), and to
 * published vectors.
 *   shift-reduce, arc-eager (all three)
 *                             the equations follow from the published grammars, which are proved in the
 *                             papers; checked against them by millions of random configurations.
 *   arc-eager-nivre, arc-eager-unshift
 *                             by split grammars of our own, which are checked, not proved.
 *   arc-hybrid                by the grammar of arc-eager, checked, not proved.
 *   covington                 the formula is published with a proof (Gómez-Rodríguez and
 *                             Fernández-González, 2015); checked.
 *   covington-projective      projective gold trees by a formula that is checked, not proved; else by a
 *                             search, which is right if the formula bounds from above, as checked.
 *   swap-unordered            U, the words that remain whose heads remain, can always be reached: checked to
 *                             6 words, not proved.
 *   swap                      the same in configurations that are free (src/systems/swap.c tells when),
 *                             checked to 6 words; else a search that ends in these. Whether there is a method
 *                             of polynomial time is open.
 *   attardi-1 .. -4           a search, right as its bound is: no word that is gone gets an arc. That a gold
 *                             arc to a word without open children can be made at once is argued in
 *                             src/systems/attardi.c, and checked.
 * A search that would look at more configurations, to value one or all of a sentence, than
 * tbk_oracles_set_search() allows gives up: the error is TBK_ERROR_DATA. It never gives a wrong value. */

/* How the values are found. All but APPROXIMATE are exact. */
typedef enum {
  TBK_METHOD_EXACT,   /* whatever is fastest for the gold tree; any gold tree */
  TBK_METHOD_TABULAR, /* the generic parser with the published grammar; any gold tree */
  /* 2019, section 5: shift-reduce, normalized arc-eager; projective gold trees. Kept as the paper's method:
   * EXACT is faster at every length, see docs/design/oracles.md. */
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
 * Configurations may come in any order. Those of one sentence should come together.
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
 * take a search have no value (TBK_ERROR_DATA), until the gold tree is set again. So which have one depends on
 * those that were valued before. The bound is the same for every computation of one length: by default some
 * seconds for a sentence. Searches that succeed at once come up to it from some hundred words on.
 *
 * Cost      of a configuration that has no value: some 2 microseconds and 0.5 KiB for each look in a sentence
 *           of 30 words, and O(n) of both in longer ones. So the default takes some 20 milliseconds.
 *           Up to 128 MiB are kept by each oracle, or 4 KiB times @most if that is more.
 */
void tbk_oracles_set_search (int most);

TBK_END_DECLS

#endif
