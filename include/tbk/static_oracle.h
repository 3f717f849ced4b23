/* static_oracle.h - the sequence of transitions that builds a tree: one for each gold tree.
 *
 * A static oracle follows one computation for a gold tree, from the initial configuration on, and returns its
 * next transition. tbk/oracle.h values every transition of any configuration
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
 *             shift-reduce   left-before-right: left children first where possible; right-before-left
 *             arc-eager, all kinds but the normalized
 *                            reduce-before-shift: a word with its head and all its children is popped at
 *                            once; shift-before-reduce: only when the word below it is needed
 *             swap           eager: two words that are not in the projective order are swapped at once; lazy:
 *                            not before they are as large as they get without a swap
 *             the others     one
 * Cost      O(1) a step; O(n) for each gold tree and for each start. In two-planar a gold tree takes O(n^2), since all
 *           pairs of arcs are compared, and a step O(n) for a front that has children before it. A step of covington
 *           that takes the second list back is linear in it. Memory O(n), kept and reused.
 * Errors    TBK_ERROR_USAGE for a system without static oracle, or an order that it does not have;
 *           TBK_ERROR_DATA for heads that are no tree.
 * Threads   a TbkStaticOracle belongs to one thread at a time.
 * Source    Nivre (2008), "Algorithms for deterministic incremental dependency parsing"; Nivre (2009) and
 *           Nivre, Kuhlmann and Hall (2009) for swap.
 * Since     0.1
 */
#ifndef TBK_STATIC_ORACLE_H
#define TBK_STATIC_ORACLE_H

#include <glib.h>

#include "tbk/declarations.h"
#include "tbk/error.h"
#include "tbk/transition.h"

TBK_BEGIN_DECLS

typedef struct TbkStaticOracle TbkStaticOracle;

/* @order: (nullable): the name of an order; NULL for the first. */
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

TBK_END_DECLS

#endif
