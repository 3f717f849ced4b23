/* brackets.h - commands over phrase-structure treebanks: which they are, and their options. */
#ifndef BRACKETS_H
#define BRACKETS_H

#include "tbk/constituency.h"
#include "tbk/corpus.h"

/* Whether the command line asks for brackets: by --input, which names nothing else, by a system of phrase structure, or
 * by a file whose name ends in .psd, .mrg or .brackets, maybe with .gz. */
gboolean brackets_asked (int argc, char **argv);

/* Such endings, NULL-terminated. */
extern const char *const brackets_suffixes[];

/* The commands. */
gboolean brackets_stats (int argc, char **argv, GError **error);
gboolean brackets_compare (int argc, char **argv, GError **error);
gboolean brackets_transitions (int argc, char **argv, GError **error);
gboolean brackets_evaluate (int argc, char **argv, GError **error);
gboolean brackets_train (int argc, char **argv, GError **error);

/* Parses by the model @model. */
gboolean brackets_parse (int argc, char **argv, const char *model, GError **error);

/* --input of all commands but parse; and how brackets are read. */
extern const GOptionEntry brackets_input_entries[], brackets_entries[];

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
