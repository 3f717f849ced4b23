/* features.h - the features of a configuration: each a place in the table of weights. */
#ifndef PARSER_FEATURES_H
#define PARSER_FEATURES_H

#include "parser/templates.h"

enum { MOST_FEATURES = MOST_TEMPLATES * MOST_BETWEEN };

typedef struct {
  guint32 rows[MOST_FEATURES]; /* where the weights of a feature begin, a class after the other */
  int n;
} Features;

enum { NOWHERE = -1 };

/* The words at the places of a table. */
typedef struct {
  const TbkConfiguration *c;
  const Words *words;
  int word[MOST_PLACES];
  int depth
      [MOST_PLACES]; /* the element of the stack, from the bottom; NOWHERE for what is not known to be one */
} Places;

void places_find (const Templates *templates, const TbkConfiguration *configuration, const Words *words,
                  Places *places);

/* The value of an atom that has one. */
guint32 atom_value (const Places *places, const Atom *atom);

/* @bits: the features are hashed to 1 << bits rows */
void features_extract (const Templates *templates, const TbkConfiguration *configuration, const Words *words,
                       int bits, Features *features);

#endif
