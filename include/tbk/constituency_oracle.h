/* constituency_oracle.h - oracles of phrase-structure parsing: the sequence that builds a tree, and what each
 * transition of any configuration costs.
 *
 * The loss of a configuration is the least Hamming distance, over the final configurations that can still be
 * reached, between the multisets of constituents (label, left, right) built and gold. A dynamic oracle tells
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
 *           printed  the formula of the papers, taken at its word: sets instead of multisets; a constituent
 *                    opened counts as gold if its label and index (top-down the word where it begins,
 *                    in-order the one where its first child ends) are those of a gold constituent; those out
 *                    of order are what is left of the stack's gold openings after a longest increasing
 *                    subsequence in the order of the gold sequence. It is exact along the gold sequence and
 *                    not beside it (docs/design/phrases.md)
 * Cost      exact, for a configuration and all its transitions: in-order O(open elements), bottom-up
 *           O(stack), plus the gold constituents that end at the next word; top-down O(open elements), plus
 *           the gold constituents that begin at the next word and, for each element that was opened since the
 *           last configuration, the elements and gold constituents that begin where it does; capped, O(stack)
 *           and the gold constituents that begin in it, twice. What was built is taken in once, as long as
 *           the configurations of one computation come one after the other; at another computation that costs
 *           O(gold + built). printed: O(gold + built + stack), plus for each element that was opened or
 *           completed the gold constituents of its label and index, with a search for each. So a walk through
 *           a tree takes quadratic time at most.
 * Memory    O(gold + stack), kept and reused from tree to tree; top-down also a bit for each open element and
 *           each right end of gold constituents that begin where it does; printed also O(gold) integers for
 *           each open element at worst.
 * Errors    TBK_ERROR_USAGE for a method that the system does not have; TBK_ERROR_RESOURCE.
 * Threads   an oracle belongs to one thread at a time.
 * Sources   Fernandez-Gonzalez and Gomez-Rodriguez (2018), both, for the formula of `printed`;
 *           docs/design/phrases.md for the exact losses.
 * Since     0.1
 */
#ifndef TBK_CONSTITUENCY_ORACLE_H
#define TBK_CONSTITUENCY_ORACLE_H

#include <glib.h>

#include "tbk/constituency.h"

#include "tbk/declarations.h"

TBK_BEGIN_DECLS

typedef enum {
  TBK_PHRASE_EXACT,
  TBK_PHRASE_PRINTED, /* not for capped systems */
  TBK_N_PHRASE_METHODS,
} TbkPhraseMethod;

/* Names as on the command line ("exact"); FALSE if there is no method of that name. */
const char *tbk_phrase_method_name (TbkPhraseMethod method);
gboolean tbk_phrase_method_find (const char *name, TbkPhraseMethod *method);

/* A transition, and the loss after it. Where the transition takes a label, the label -1 stands for every
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

/* Makes @gold, which is copied as far as it is needed, the gold tree. */
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

/* Tells the next transition of the sequence; FALSE after the last. In a capped system the sequence of a tree
 * that it does not build has a transition that is not allowed. */
gboolean tbk_phrase_static_oracle_next (TbkPhraseStaticOracle *oracle, TbkPhraseTransition *transition);

TBK_END_DECLS

#endif
