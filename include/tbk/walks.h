/* walks.h - many configurations with one call: computations of many sentences side by side, and along given
 * ways.
 *
 * For programs to which a call costs more than a value: those in Python, say, whose arrays these functions
 * take as they are. A TbkWalks has a configuration and an oracle for each sentence; what decides which step
 * is taken where stands between tbk_walks_values() and tbk_walks_step().
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
 * Sentences stand one after the other in flat arrays: of sentence i, counted from 0, the elements from
 *           offsets[i] up to, and without, offsets[i + 1]. offsets[0] is 0, and they do not fall.
 * Heads     as in the column HEAD: one of each word 1..n, 0 the root, and nothing for 0 itself.
 * Values    those of tbk/oracle.h. All transitions of a final configuration are TBK_IMPOSSIBLE.
 * Cost      that of the oracle and the steps.
 * Memory    some 30 KB a sentence and what the oracle keeps (tbk/oracle.h); kept and reused.
 * Errors    those of tbk/oracle.h and tbk/transition.h; the message begins with "sentences[I]: ", I from 0.
 *           So if a search gives up for one sentence, there are no values of any.
 * Threads   a TbkWalks, and an oracle, belong to one thread at a time.
 * Since     0.1
 */
#ifndef TBK_WALKS_H
#define TBK_WALKS_H

#include <glib.h>

#include "tbk/declarations.h"
#include "tbk/oracle.h"

TBK_BEGIN_DECLS

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

/* Whether no transition is allowed in any sentence: the configurations are final, or stuck. */
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

/* Stores the trees of final configurations, and what was made of the others, flat: words without head hang on
 * 0. */
void tbk_walks_trees (const TbkWalks *walks, int *heads);

/**
 * tbk_oracle_follow:
 * @heads: of the gold trees, flat
 * @offsets: @n_sentences + 1 numbers
 * @transitions: taken from the start of each sentence, flat
 * @ends: @n_sentences + 1 numbers: the offsets of @transitions
 * @values: (out caller-allocates): a row for each of @transitions: the values of the configuration that it is
 *   taken in
 *
 * Follows given computations, which need not come to an end. On failure @values are undefined, and the oracle
 * is without gold tree or has that of any sentence.
 */
gboolean tbk_oracle_follow (TbkOracle *oracle, const int *heads, const gint64 *offsets, int n_sentences,
                            const guint8 *transitions, const gint64 *ends, int *values,
                            GError **error) G_GNUC_WARN_UNUSED_RESULT;

TBK_END_DECLS

#endif
