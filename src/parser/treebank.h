/* treebank.h - the sentences that a parser learns from, in memory. */
#ifndef PARSER_TREEBANK_H
#define PARSER_TREEBANK_H

#include "parser/model.h"

typedef struct {
  Words words; /* without scratch */
  int *heads;
  int *relations;
  int n_roots;
  int file; /* among those of the treebank, and its line there */
  gint64 line;
  int *sequence; /* (nullable): the gold transitions, then their classes */
  int n_sequence;
} Sentence;

/* Relations that are met are added to those of @model, in the order in which they are met. */
typedef struct {
  TbkModel *model;
  TbkPseudoProjective *marks;      /* (nullable): lifts and marks the trees of the training data */
  const TbkConlluColumns *columns; /* (nullable): of the files; NULL at first */
  TbkSelector *selector;           /* (nullable): which sentences are taken; NULL at first */
  GArray *sentences;               /* of Sentence */
  GHashTable *relations;
  GPtrArray *files;     /* their names */
  gboolean keeps_parts; /* of words; FALSE at first */
  gint64 max_words;     /* longer sentences are counted instead; 0 at first: none are */
  gint64 n_too_long;
} Treebank;

void treebank_init (Treebank *treebank, TbkModel *model);
void treebank_clear (Treebank *treebank);

/* Adds the sentences of a file. @is_training: whether relations that are not known are added; otherwise
 * they are NO_RELATION. */
gboolean treebank_read (Treebank *treebank, const char *path, gboolean is_training, GError **error);

/* Puts "FILE:LINE: " of @sentence before the message of @error; returns FALSE. */
gboolean treebank_fail_at (const Treebank *treebank, const Sentence *sentence, GError **error);

/* Removes all but the first @n sentences. */
void treebank_truncate (Treebank *treebank, int n);

/* The relations of the training data are all there: tells which of them are only of children of 0. */
void treebank_find_root_relations (Treebank *treebank);

static inline Sentence *
treebank_at (const Treebank *treebank, int i)
{
  return &g_array_index (treebank->sentences, Sentence, i);
}

#endif
