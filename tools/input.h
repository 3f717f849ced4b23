/* input.h - the format that a command reads: CoNLL-U, or phrase structure in brackets, which takes other options. */
#ifndef INPUT_H
#define INPUT_H

#include "options.h"

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
