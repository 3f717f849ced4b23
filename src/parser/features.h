/* features.h - the features of a configuration: each a place in the table of weights. */
#ifndef PARSER_FEATURES_H
#define PARSER_FEATURES_H

#include "parser/templates.h"

enum { MOST_FEATURES = MOST_TEMPLATES * MOST_BETWEEN };

typedef struct {
  guint32 rows[MOST_FEATURES]; /* where the weights of a feature begin, a class after the other */
  int n;
} Features;

/* @bits: the features are hashed to 1 << bits rows */
void features_extract (const Templates *templates, const TbkConfiguration *configuration, const Words *words,
                       int bits, Features *features);

#endif
