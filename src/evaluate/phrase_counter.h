/* phrase_counter.h - counts, tree by tree, which constituents of two files agree. */
#ifndef EVALUATE_PHRASE_COUNTER_H
#define EVALUATE_PHRASE_COUNTER_H

#include "evaluate/phrase_evaluation.h"
#include "phrase/brackets/tree_cursor.h"

typedef struct PhraseCounter PhraseCounter;

/* Counts into @evaluation. All that is given must stay while the counter does. */
PhraseCounter *phrase_counter_new (const TbkPhraseEvaluationOptions *options, const TreeCursor *gold,
                                   const TreeCursor *system, TbkPhraseEvaluation *evaluation);
void phrase_counter_free (PhraseCounter *counter);

/* Whether a word of the system's tree is left once those with deleted tags are taken out; a tree of no words
 * may have a problem. */
gboolean phrase_counter_has_words (const PhraseCounter *counter);

/* Adds a row that counts nowhere. */
void phrase_counter_skip (PhraseCounter *counter);

/* Counts the trees at which the cursors stand, unless they have too many words; skips them if no word is
 * left. Both are well formed and over the same words. */
gboolean phrase_counter_add (PhraseCounter *counter, GError **error);

/* Names the groups, and leaves out those that are empty. To be called once, at the end. */
void phrase_counter_finish (const PhraseCounter *counter);

#endif
