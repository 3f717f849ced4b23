/* phrase_counter.h - counts, tree by tree, which constituents of two files agree. */
#ifndef EVALUATE_PHRASE_COUNTER_H
#define EVALUATE_PHRASE_COUNTER_H

#include "evaluate/kept_words.h"

typedef struct PhraseCounter PhraseCounter;

/* Counts into @evaluation. All that is given must stay while the counter does. */
PhraseCounter *phrase_counter_new (const TbkPhraseEvaluationOptions *options, const TreeCursor *gold,
                                   const TreeCursor *system, const KeptWords *kept,
                                   TbkPhraseEvaluation *evaluation);
void phrase_counter_free (PhraseCounter *counter);

/* Adds a row that counts nowhere. */
void phrase_counter_skip (PhraseCounter *counter);

/* Counts the trees at which the cursors stand, unless they have too many words. Both are well formed, and the
 * words kept are the same, one at least. */
gboolean phrase_counter_add (PhraseCounter *counter, GError **error);

/* Names the groups, and leaves out those that are empty. To be called once, at the end. */
void phrase_counter_finish (const PhraseCounter *counter);

#endif
