/* features.h - the features of a configuration of a phrase-structure parser. */
#ifndef PHRASE_PARSER_FEATURES_H
#define PHRASE_PARSER_FEATURES_H

#include "phrase/parser/state.h"

/* Those by which a transition is chosen. Bottom-up RE-k has features of its own besides, and so has the
 * choice of its label: both look at the @n_children topmost elements. */
void phrase_features_extract (const PhraseState *state, Features *features);
void phrase_features_extract_reduction (const PhraseState *state, int n_children, Features *features);
void phrase_features_extract_label (const PhraseState *state, int n_children, Features *features);

#endif
