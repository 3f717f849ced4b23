/* brackets.h - commands over phrase-structure treebanks: which they are, and their options. */
#ifndef BRACKETS_H
#define BRACKETS_H

#include "options/command.h"
#include "runs/corpus.h"
#include "tbk/constituency.h"

/* The commands. */
extern const Form brackets_stats, brackets_compare, brackets_transitions, brackets_evaluate, brackets_train,
    brackets_parse;

/* How brackets are read. */
extern const GOptionEntry brackets_entries[];

/* As corpus_init(), for brackets. */
gboolean brackets_init (Corpus *corpus, CorpusGiven *given, const Source *source, gboolean writes_corpus,
                        GError **error);

/* Reads trees as evalb does, where options do not ask for another way. */
void brackets_read_as_evalb (Corpus *corpus);

/* Reports what was left out of trees, and files whose forms were cut since they looked like forms with lemmas. To be called
 * when all are read, where not the bytes of the trees are written. Returns TRUE. */
gboolean brackets_tell_losses (const Corpus *corpus);

/* The system of that name; NULL names top-down. */
const TbkPhraseSystem *brackets_get_system (const char *name, GError **error);

#endif
