/* treebank.h - trees in brackets to learn from, in memory. */
#ifndef PHRASE_PARSER_TREEBANK_H
#define PHRASE_PARSER_TREEBANK_H

#include "phrase/parser/state.h"

typedef struct {
  PhraseWord *words;
  TbkPhraseTree tree;
  int file; /* among those of the treebank, and its line there */
  gint64 line;
} PhraseSentence;

typedef struct {
  GArray *sentences;     /* of PhraseSentence */
  GPtrArray *files;      /* their names */
  GString *lower;        /* scratch */
  TbkSelector *selector; /* (nullable): which trees are taken; NULL at first */
  gint64 max_words;      /* trees that exceed it are counted instead; 0 at first: none do */
  gint64 n_too_large;
} PhraseTreebank;

void phrase_treebank_init (PhraseTreebank *treebank);
void phrase_treebank_clear (PhraseTreebank *treebank);

/* Adds the trees of a file that have words; their labels are added to @labels. @options: (nullable) */
gboolean phrase_treebank_read (PhraseTreebank *treebank, const char *path, const TbkBracketOptions *options,
                               TbkVocabulary *labels, GError **error);

/* Puts "FILE:LINE: " before the message of @error; returns FALSE. */
gboolean phrase_treebank_fail_at (const PhraseTreebank *treebank, const PhraseSentence *sentence,
                                  GError **error);

/* The tagged words of a tree: @words has room for tree->n. FALSE with @error set where a word has no tag. */
gboolean phrase_treebank_words_of_tree (const TbkBracketTree *tree, TbkTaggedWord *words, GError **error);

static inline PhraseSentence *
phrase_treebank_at (const PhraseTreebank *treebank, int i)
{
  return &g_array_index (treebank->sentences, PhraseSentence, i);
}

#endif
