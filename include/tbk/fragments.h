/* fragments.h - trees from what arc-eager parsing leaves: heads for the words that got none.
 *
 * Arc-eager parsing as most parsers do it ends when no input remains, whatever is in the stack. The words
 * without a head, u_1 < .. < u_m, are all in the stack; each way to complete gives them heads so that the
 * whole is a projective tree.
 *
 * Words     0 is the artificial root, 1..n the words; heads[0] = -1; -1 for a word without head.
 * Cost      O(n).
 * Threads   nothing is shared.
 * Source    Nivre and Fernandez-Gonzalez (2014), "Arc-eager parsing with the tree constraint": `root` is its
 *           standard heuristic; Nederhof (2021), Table 4: `left`.
 * Since     0.1
 */
#ifndef TBK_FRAGMENTS_H
#define TBK_FRAGMENTS_H

#include <glib.h>

#include "tbk/declarations.h"
#include "tbk/transition.h"

TBK_BEGIN_DECLS

typedef enum {
  TBK_COMPLETE_ROOT,  /* 0 */
  TBK_COMPLETE_LEFT,  /* the element of the stack under the word */
  TBK_COMPLETE_CHAIN, /* the word without head before it; 0 for the first */
  TBK_COMPLETE_RIGHT, /* the word without head after it; 0 for the last */
  TBK_COMPLETE_FIRST, /* the first word without head, which gets 0 */
  TBK_COMPLETE_LAST,  /* the last one, which gets 0 */
  /* the last word that has head 0; if there is none, the first without head, which gets 0 */
  TBK_COMPLETE_WORD,
  TBK_N_COMPLETIONS,
} TbkCompletion;

/* The completion of a name as on the command line, "root"; FALSE if there is none. */
gboolean tbk_completion_find (const char *name, TbkCompletion *completion);

/**
 * tbk_complete:
 * @configuration: without input, 0 at the bottom of the stack; its words without head are all in the stack
 * @heads: (out caller-allocates): n + 1 integers, those of a tree
 *
 * Exactly one word has the head 0 by `word` if at most one had it before, and by `right`, `chain`, `first`
 * and `last` if none had.
 */
void tbk_complete (const TbkConfiguration *configuration, TbkCompletion completion, int *heads);

TBK_END_DECLS

#endif
