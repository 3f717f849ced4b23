/* state.h - a configuration as a parser sees it: its stack with heads and children, and what may be done. */
#ifndef PHRASE_PARSER_STATE_H
#define PHRASE_PARSER_STATE_H

#include "phrase/parser/model.h"

typedef struct {
  guint32 form, prefix, suffix;
  guint32 tag, base; /* the tag, and what comes before its first '-' or '$' */
  guint8 letter;     /* the first of the tag */
} PhraseWord;

/* What features see of an element of the stack. Of an open one the children are those so far. */
typedef struct {
  guint32 label; /* also of a tag; open elements have others than complete ones */
  int head;      /* a word; -1 for an open element without children */
  guint8 letter, head_rank;
  guint8 n_children;                          /* at most 255 */
  guint32 first, last, before_last, children; /* labels of children, and a hash of all */
} PhraseNode;

typedef struct {
  const TbkPhraseModel *model;
  const PhraseWord *words;
  TbkPhraseConfiguration c;
  PhraseNode *nodes; /* of the stack */
  gsize n_allocated;
  /* top-down: NT taken since the last other transition; else constituents of one child that the last
   * transitions made */
  int n_unary;
} PhraseState;

void phrase_state_start (PhraseState *state, const TbkPhraseModel *model, const PhraseWord *words, int n);
void phrase_state_clear (PhraseState *state);

/* Takes @transition, which is allowed. */
gboolean phrase_state_take (PhraseState *state, TbkPhraseTransition transition, GError **error);

/* Sets which of the model's classes (bottom-up: of the first choice) may be chosen; at least one may. */
void phrase_state_find_possible (const PhraseState *state, guint8 *is_possible);

/* The class of a transition, -1 if the model has none; and the transition of a class. @label: where the class
 * has none. */
int phrase_state_class (const TbkPhraseModel *model, TbkPhraseTransition transition);
TbkPhraseTransition phrase_transition (const TbkPhraseModel *model, int class, int label);

/* Whether @transition bears a label that is chosen after it. */
static inline gboolean
phrase_has_second_choice (const TbkPhraseModel *model, TbkPhraseTransition transition)
{
  return model_is_bottom_up (model) && transition.act == TBK_PHRASE_REDUCE;
}

/* Sets the attributes of a word. @lower: scratch */
void phrase_state_set_word (PhraseWord *word, TbkPiece form, TbkPiece tag, GString *lower);

#endif
