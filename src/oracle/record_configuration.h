/* record_configuration.h - configurations as records of JSON give them. */
#ifndef ORACLE_RECORD_CONFIGURATION_H
#define ORACLE_RECORD_CONFIGURATION_H

#include "base/members.h"
#include "tbk/transition.h"

/* The keys of a configuration; they come first among those of a record. */
typedef enum {
  KEY_STACK,
  KEY_BUFFER,
  KEY_SECOND,
  KEY_ARCS,
  KEY_UNSHIFTING,
  KEY_PREFIX,
  N_CONFIGURATION_KEYS,
} ConfigurationKey;

/* The set of all of them. */
#define CONFIGURATION_KEYS ((1u << N_CONFIGURATION_KEYS) - 1)

extern const char *const configuration_key_names[N_CONFIGURATION_KEYS];

/* Reads the members of a configuration in any order. */
typedef struct {
  TbkConfiguration configuration; /* what was read */
  guint used;                     /* the keys that the system uses */
  guint found;                    /* those that were read */
  gboolean has_list;              /* the input is a list of words */
  int *input;                     /* that list */
  int n_input;
  gboolean is_unshifting;
  int *scratch; /* 2 (n + 1) integers */
  int n_allocated;
} ConfigurationReader;

void configuration_reader_init (ConfigurationReader *reader, const TbkSystem *system);
void configuration_reader_clear (ConfigurationReader *reader);

/* Begins a configuration of @n words. */
gboolean configuration_reader_begin (ConfigurationReader *reader, int n, GError **error);

/* Reads the value under @key, which @json stands before. */
gboolean configuration_reader_take (ConfigurationReader *reader, ConfigurationKey key, Json *json,
                                    GError **error);

/* Ends it: sees that nothing is missing and that what was read fits together. @instead: what would do where
 * something is missing */
gboolean configuration_reader_end (ConfigurationReader *reader, const char *instead, GError **error);

/* Reads the heads of n words, n + 1 integers of which the first is that of 0, at the value that the reader
 * stands before. */
gboolean configuration_read_heads (Json *json, int *heads, int n, GError **error);

#endif
