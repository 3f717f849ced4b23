/* features.h - the features of a configuration: each a place in the table of weights. */
#ifndef FEATURES_FEATURES_H
#define FEATURES_FEATURES_H

#include "features/templates.h"

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

/* The hash of a template after one atom more; and where the weights of a feature begin. */
static inline guint64
mix (guint64 hash, guint32 atom)
{
  hash = (hash ^ atom) * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);
  return hash ^ hash >> 32;
}

static inline guint32
row_of (guint64 hash, int bits)
{
  return (guint32) (hash * G_GUINT64_CONSTANT (0xbf58476d1ce4e5b9) >> (64 - bits));
}

/* @bits: the features are hashed to 1 << bits rows */
void features_extract (const Templates *templates, const TbkConfiguration *configuration, const Words *words,
                       int bits, Features *features);

#endif
