/* sequence.h - the transitions that build a tree, or where a system cannot build it, one as close as any.
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
 * Phrases   tbk_sequencer_run_tree() does the same in a system of phrase structure: the sequence is that of
 *           the static oracle if it builds the tree; if not, in a capped system, the first optimal transition
 *           by the exact oracle each time.
 * Trees     a computation ends in a final configuration; words
 *           left without head hang on 0. What is lost are the words whose head there is not the gold
 *           one. Where there is no 0 in the stack, arcs of 0 count for nothing while the computation is
 *           chosen, so that another one may lose fewer of them.
 * Ties      the static oracle gives the sequence, by one of its orders, if it builds the gold tree. If not,
 *           systems that build all projective trees and no other build the one that tbk/projectivize.h
 *           chooses, by its rule `lift`. In other systems, or if a policy is named, the first optimal
 *           transition in the system's order is taken each time, by the exact oracle. In any case as many
 *           gold arcs are made as any computation can make (under the policy).
 * Cost      O(1) a step by a static oracle, and O(n^2) a tree for the colours of two-planar; that of
 *           tbk_projectivize() a tree and of tbk_oracle_values() a step by the others.
 * Memory    O(n) and a byte a transition, kept and reused.
 * Errors    TBK_ERROR_USAGE for a system without any oracle, and for an order that it does not have.
 *           TBK_ERROR_DATA for heads that are no tree, for trees that tbk_projectivize() or
 *           tbk_oracle_values() refuses, and for sequences of more than TBK_SEQUENCE_MAX transitions. (Swap
 *           and covington may need half as many as the square of the words.) TBK_ERROR_RESOURCE if memory
 *           runs out.
 * Threads   a sequencer belongs to one thread at a time.
 * Since     0.1
 */
#ifndef TBK_SEQUENCE_H
#define TBK_SEQUENCE_H

#include <glib.h>

#include "tbk/constituency.h"
#include "tbk/declarations.h"
#include "tbk/error.h"
#include "tbk/transition.h"

TBK_BEGIN_DECLS

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

/* Of @system or of @phrases; the other is NULL. Of @system count @order (nullable): that of the static oracle; NULL
 * for its first; and @policy: that of the exact oracle, which then gives every sequence; -1 to use it only where the
 * static oracle does not build the tree. That of @phrases does not fail. */
TbkSequencer *tbk_sequencer_new (const TbkSystem *system, const TbkPhraseSystem *phrases, const char *order,
                                 int policy, GError **error) G_GNUC_WARN_UNUSED_RESULT;
void tbk_sequencer_free (TbkSequencer *sequencer);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TbkSequencer, tbk_sequencer_free)

/* Finds the sequence for the tree @heads, n + 1 integers. On failure @sequence is as it was. */
gboolean tbk_sequencer_run (TbkSequencer *sequencer, const int *heads, int n, TbkSequence *sequence,
                            GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* The same for @tree in a system of phrase structure. Since: 0.2. */
gboolean tbk_sequencer_run_tree (TbkSequencer *sequencer, const TbkPhraseTree *tree, TbkSequence *sequence,
                                 GError **error) G_GNUC_WARN_UNUSED_RESULT;

TBK_END_DECLS

#endif
