/* counted_labels.h - what labels of trees in brackets count as: some are left out, some are equal to others. */
#ifndef EVALUATE_COUNTED_LABELS_H
#define EVALUATE_COUNTED_LABELS_H

#include "evaluate/phrase_evaluation.h"
#include "tbk/brackets.h"
#include "tbk/vocabulary.h"

enum { LABEL_DELETED = -1, LABEL_UNKNOWN = -2 };

typedef struct {
  const TbkPhraseEvaluationOptions *options;
  TbkVocabulary *names;
  const char **classes; /* of each of options->equal: the label that all that are equal count as */
  int *counted;         /* of each of @names: its number as below, or LABEL_UNKNOWN as long as nobody asked */
  gsize n_counted;
} CountedLabels;

/* @options must outlive @labels. */
void counted_labels_init (CountedLabels *labels, const TbkPhraseEvaluationOptions *options);
void counted_labels_clear (CountedLabels *labels);

/* Whether the label of @node is in @list, which may be NULL. */
gboolean counted_labels_list_has (const char *const *list, const TbkBracketNode *node);

/* The label that the one of @node counts as. */
TbkPiece counted_labels_find (const CountedLabels *labels, const TbkBracketNode *node);

/* Finds the number that counted_labels_number() gives, and keeps it. */
gboolean counted_labels_learn (CountedLabels *labels, int name, GError **error);

/* Sets @number to the number of the name that @name, one of `names`, counts as, or to LABEL_DELETED. FALSE with
 * @error set if memory runs out. O(1), but for the first time. */
static inline gboolean
counted_labels_number (CountedLabels *labels, int name, int *number, GError **error)
{
  if (((gsize) name >= labels->n_counted || labels->counted[name] == LABEL_UNKNOWN)
      && !counted_labels_learn (labels, name, error))
    return FALSE;
  *number = labels->counted[name];
  return TRUE;
}

#endif
