/* files.h - the files of a run: those that operands and lists stand for, and which of them this process takes. */
#ifndef FILES_H
#define FILES_H

#include "corpus.h"

/* --files-from; and --part, for commands over treebanks. */
extern const GOptionEntry files_entries[], part_entries[];

/* Those of treebanks in CoNLL-U, and of records; NULL-terminated. */
extern const char *const files_conllu_suffixes[], *const files_records_suffixes[];

/* The endings of files of a format. */
const char *const *files_suffixes (const TbkFormat *format);

/* Replaces the operands @paths by the files that they and the list of --files-from stand for. @suffixes: of files that
 * a folder stands for. */
gboolean files_find (char ***paths, const char *const *suffixes, GError **error);

/* What --files-from names, NULL if it is not given. */
const char *files_list (void);

/* Of the files that corpus_find_files() found: whether this process takes one, and its name in a folder for outputs.
 * Further numbers are of files that every process takes. */
gboolean files_is_taken (int number);
const char *files_name (int number);

#endif
