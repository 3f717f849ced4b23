/* input.h - the format that a command reads: CoNLL-U, or phrase structure in brackets, which takes other options. */
#ifndef INPUT_H
#define INPUT_H

#include "options.h"

/* A command over one format. */
typedef struct {
  const OptionGroup *groups; /* its options */
  gboolean (*run) (int argc, char **argv, GError **error);
} InputCommand;

/* --input */
extern const GOptionEntry input_entries[];

/* Sets --input, where it is not given, to brackets, so that it is recorded. */
void input_set_brackets (void);

/**
 * input_run:
 *
 * Runs one of two commands: the one that --input names; else @brackets if the system is one of phrase structure, or if the
 * names of files end as those of phrase structure do. A folder is looked into. What is found besides, and read as the others
 * are, or left out of a folder, is told; names of both kinds are an error (TBK_ERROR_USAGE).
 */
gboolean input_run (int argc, char **argv, const InputCommand *conllu, const InputCommand *brackets,
                    GError **error);

#endif
