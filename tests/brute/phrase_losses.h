/* phrase_losses.h - losses of phrase-structure parsing by the letter of their equations, slow and without memory. */
#ifndef BRUTE_PHRASE_LOSSES_H
#define BRUTE_PHRASE_LOSSES_H

#include "tbk/transition.h"

/* The published formula, as src/systems/printed.c quotes it. */
int printed_loss (const TbkPhraseConfiguration *c, const TbkPhraseTree *gold);

/* (H1) to (H5) of src/systems/phrase_exact.c. */
int top_down_loss (const TbkPhraseConfiguration *c, const TbkPhraseTree *gold);

#endif
