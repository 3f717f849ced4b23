/* kept_words.h - the words of two trees that are compared, once those with deleted tags are taken out. */
#ifndef EVALUATE_KEPT_WORDS_H
#define EVALUATE_KEPT_WORDS_H

#include "evaluate/phrase_evaluation.h"
#include "phrase/brackets/tree_cursor.h"

/* A word that QUOTE_LABEL is about. */
typedef struct {
  const TbkBracketNode *node;
  int index; /* the words kept before it, itself left out */
  int word;
} KeptQuote;

/* Of one tree. */
typedef struct {
  const TbkBracketNode **words; /* those kept */
  int n;
  int *place;  /* of each word of the tree among those kept; and one more, which is `n` */
  int *copies; /* of each word of the tree: whether it is kept */
  KeptQuote *quotes;
  int n_quotes;
  gsize n_words, n_places, n_copies, quotes_allocated;
} KeptSide;

typedef struct {
  const TbkPhraseEvaluationOptions *options;
  KeptSide gold, system;
} KeptWords;

/* Finds the words that are kept, as evalb does: each tree loses the words whose tags are deleted. If different
 * numbers are left, some of the system's, quotes that one tree alone has lost are put back. */
gboolean kept_words_find (KeptWords *kept, const TbkBracketTree *gold, const TbkBracketTree *system,
                          GError **error);

void kept_words_clear (KeptWords *kept);

#endif
