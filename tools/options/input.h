/* input.h - the format that a command reads: CoNLL-U, or phrase structure in brackets, which takes other options; and how
 * names of files of each format end. */
#ifndef INPUT_H
#define INPUT_H

#include "options.h"
#include "tbk/corpus.h"

/* The endings of files in CoNLL-U, of phrase structure in brackets, and of records; NULL-terminated. */
extern const char *const input_conllu_suffixes[], *const input_brackets_suffixes[],
                                                      *const input_records_suffixes[];

/* The endings of files of a format; @input: (nullable): which one of lines with columns. */
const char *const *input_suffixes (const TbkFormat *format, const char *input);

/**
 * input_choose:
 * @conllu: the options of the command over CoNLL-U
 * @brackets: those over phrase structure
 *
 * Finds the format: the one that --input names; else brackets if the system is one of phrase structure, or if the
 * names of files end as those of phrase structure do. A folder is looked into. What is found besides, and read as the others
 * are, or left out of a folder, is told; names of both kinds are an error (TBK_ERROR_USAGE).
 */
gboolean input_choose (int argc, char **argv, const OptionGroup *conllu, const OptionGroup *brackets,
                       gboolean *is_of_brackets, GError **error);

#endif
