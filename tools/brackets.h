/* brackets.h - commands over phrase-structure treebanks: which they are, and their options. */
#ifndef BRACKETS_H
#define BRACKETS_H

#include "tbk/constituency.h"
#include "tbk/corpus.h"

/* Whether the command line asks for brackets: by --input=brackets, by a system of phrase structure, or by a
 * file whose name ends in .psd, .mrg or .brackets, maybe with .gz. */
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

/* How brackets are read. */
extern const GOptionEntry brackets_entries[];

/* Whether --input names @name, a format that is no treebank; brackets_get_options() then does not see it. */
gboolean brackets_take_input (const char *name);

/* As corpus_get_options(), for brackets. */
gboolean brackets_get_options (TbkCorpusOptions *options, gboolean writes_corpus, GError **error);

/* The system of that name; NULL names top-down. */
const TbkPhraseSystem *brackets_get_system (const char *name, GError **error);

#endif
