/* margins.h - how sure a linear model is of each arc: what its steps were ahead of those that make another. */
#ifndef PARSER_MARGINS_H
#define PARSER_MARGINS_H

#include "parser/model.h"

/* What steps are replayed of. */
typedef struct {
  const TbkModel *model;
  const TbkSystem *system;
  gboolean single_root;
} Replayed;

/* An arc that a step made, or that one step promised and a later one made. */
typedef struct {
  int head;     /* or -1: none was made */
  int promised; /* the head, as soon as it is known; -1 before */
  gboolean is_known;
  gint64 margin; /* if it is known: there was another step to take */
} Margin;

typedef struct {
  Margin *arcs; /* of the words, from 1 */
  int n_allocated, n_scores;
  TbkConfiguration c;
  Features *features;
  gint32 *scores;
} Margins;

/**
 * margins_find:
 * @margins: zeros at first
 * @steps: of Class
 * @score: (out): of the steps, in sum
 *
 * Takes the steps again. The margin of an arc is the score of the class that made it less the best score of the
 * classes of other transitions that were possible then: so it may be negative, where a beam is used. In arc-eager
 * parsing right_arc promises an arc that a reduce makes, which has no choice then: what promised an arc counts.
 * The last arc counts of a word that got several.
 */
gboolean margins_find (Margins *margins, const Replayed *replayed, const Words *words, const GArray *steps,
                       gint64 *score, GError **error);
void margins_clear (Margins *margins);

#endif
