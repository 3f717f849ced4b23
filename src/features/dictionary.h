/* dictionary.h - the strings that a network knows, as hashes: each has a number. */
#ifndef FEATURES_DICTIONARY_H
#define FEATURES_DICTIONARY_H

#include <glib.h>

/* Numbers of what is in no dictionary; those of its strings follow. */
enum { UNKNOWN_STRING, ROOT_STRING, FIRST_STRING };

typedef struct {
  guint32 *keys; /* rising */
  int n_keys;
} Dictionary;

/* Makes the keys of @hashes, of guint32, which are sorted and lose what is there twice. */
void dictionary_make (Dictionary *dictionary, GArray *hashes);
void dictionary_clear (Dictionary *dictionary);

int dictionary_find (const Dictionary *dictionary, guint32 hash);

static inline int
dictionary_size (const Dictionary *dictionary)
{
  return FIRST_STRING + dictionary->n_keys;
}

#endif
