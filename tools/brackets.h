/* brackets.h - commands over phrase-structure treebanks: which they are, and their options. */
#ifndef BRACKETS_H
#define BRACKETS_H

#include "input.h"
#include "tbk/constituency.h"
#include "tbk/corpus.h"

/* The endings of files of phrase structure, maybe with .gz behind, NULL-terminated. */
extern const char *const brackets_suffixes[];

/* The commands. */
extern const InputCommand brackets_stats, brackets_compare, brackets_transitions, brackets_evaluate,
    brackets_train;

/* Parses by the model @model. */
gboolean brackets_parse (int argc, char **argv, const char *model, GError **error);

/* How brackets are read. */
extern const GOptionEntry brackets_entries[];

/* --input of parse, and whether it names words with tags. */
extern const GOptionEntry brackets_parse_input_entries[];
gboolean brackets_parse_get_input (gboolean *is_tagged, GError **error);

/* What --input of parse names, NULL if it is not given. */
const char *brackets_parse_input (void);

/* As corpus_get_options(), for brackets. */
gboolean brackets_get_options (TbkCorpusOptions *options, gboolean writes_corpus, GError **error);

/* Tells of files whose forms were cut since they looked like forms with lemmas. To be called when all are read, where
 * forms matter. Returns TRUE. */
gboolean brackets_tell_forms (void);

/* The system of that name; NULL names top-down. */
const TbkPhraseSystem *brackets_get_system (const char *name, GError **error);

#endif
