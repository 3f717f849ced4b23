/* words.h - what features see of the words of a sentence: each attribute as a hash of 32 bits.
 *
 * Hashes take the place of dictionaries: a model needs no list of forms, and equal strings are equal on every
 * machine. Of two strings that have one hash, which is rare, features cannot tell which is meant.
 */
#ifndef FEATURES_WORDS_H
#define FEATURES_WORDS_H

#include "conllu/fields.h"

typedef enum {
  ATTRIBUTE_FORM, /* in lower case, as are the next two */
  ATTRIBUTE_PREFIX,
  ATTRIBUTE_SUFFIX, /* three letters */
  ATTRIBUTE_LEMMA,
  ATTRIBUTE_UPOS,
  ATTRIBUTE_XPOS,
  ATTRIBUTE_FEATS,
  ATTRIBUTE_CASE, /* parts of FEATS from here on */
  ATTRIBUTE_AGREEMENT,
  ATTRIBUTE_VERB,
  N_ATTRIBUTES,
} Attribute;

typedef struct {
  guint32 atoms[N_ATTRIBUTES];
} Word;

enum { MOST_PARTS = 24, N_AFFIXES = 7 };

/* What networks see beyond attributes: affixes, of as many letters as there are, and features one by one. */
typedef struct {
  guint32 affixes[N_AFFIXES], features[MOST_PARTS]; /* features beyond the most are not seen */
  guint8 n_affixes, n_features;
} WordParts;

/* words[0] is the root, words[1..n] are the words, words[-1] is a word that is not there. */
typedef struct {
  int n;
  Word *words;
  gboolean keeps_parts;
  WordParts *parts; /* (nullable): of words[0..n], if they are kept */
  int n_parts_allocated;
  int n_allocated;
  GString *lower; /* scratch */
} Words;

void words_init (Words *words);
void words_clear (Words *words);

/* Makes @words those of @sentence. */
gboolean words_read (Words *words, const TbkConlluSentence *sentence, GError **error);

/* A hash that is the same on every machine. */
guint32 words_stable_hash (const char *bytes, gsize length);

/* Sets the atoms ATTRIBUTE_FORM, PREFIX and SUFFIX of a word. @lower: scratch */
void words_hash_form (GString *lower, TbkPiece form, guint32 *atoms);

#endif
