/* phrase.h - phrase-structure trees and transitions as text, for tests. */
#ifndef BRUTE_PHRASE_H
#define BRUTE_PHRASE_H

#include "tbk/transition.h"

/* Makes @tree the tree that is written "(S (NP w0) w1)"; its labels are added to @labels. */
void set_tree (TbkPhraseTree *tree, const char *text, TbkVocabulary *labels);

/* Takes transitions with spaces between them. */
void take_steps (TbkPhraseConfiguration *c, const char *keys, TbkVocabulary *labels);

/* The key of a transition, to be freed. */
char *key_of (const TbkPhraseSystem *system, TbkPhraseTransition transition, const TbkVocabulary *labels);

#endif
