/* explore.h - which class a parser follows while it learns: training with exploration. */
#ifndef LEARNING_EXPLORE_H
#define LEARNING_EXPLORE_H

#include "tbk/parser.h"
#include "tbk/random.h"

/* A choice between the classes that are possible. */
typedef struct {
  const int *classes; /* those possible, at least one; only asked for if explore_looks_at_scores() */
  int n_classes;
  const gint32 *scores; /* by class */
  gint32 unit;          /* a score of so much is 1 in exp(score) */
  int best, right;      /* the class of highest score, and of those that are right */
} Exploration;

gboolean explore_looks_at_scores (const TbkExplore *explore);

/* The class to follow. */
int explore_choose (const TbkExplore *explore, const Exploration *exploration, TbkRandom *random);

/* 2^32 exp(-@x / 2^16), to some parts in 10^9. Made of integers, so it is the same on every machine. */
guint64 explore_exp (gint64 x);

#endif
