/* help_pages.c - the pages of help about options that many commands share. */
#include "commands/commands.h"

static const OptionGroup selection_groups[] = { TREE_SELECTION_GROUPS, OPTION_GROUP (NULL, NULL) };

static const OptionGroup input_groups[] = { INPUT_GROUPS (corpus_format_entries, corpus_pass_input_entries),
                                            OPTION_GROUP ("Phrase structure in brackets", brackets_entries),
                                            OPTION_GROUP (NULL, NULL) };

static const OptionGroup running_groups[] = { FILES_GROUP, PART_GROUP,
                                              OPTION_GROUP ("Running", corpus_jobs_entries), END_GROUPS };

extern const HelpPage help_pages[];
const HelpPage help_pages[] = {
  { "selection",
    "Which sentences: the commands over treebanks process the sentences that meet all conditions. Phrase structure "
    "in brackets has no conditions on arcs and words. For instance: tbk filter --deprel=nsubj --head-upos=NOUN "
    "--feats=Case=Gen train.conllu.gz",
    selection_groups },
  { "input",
    "Input: how files are read. Not all commands have all of these options; 'tbk COMMAND --help=all' lists the options of "
    "one.",
    input_groups },
  { "running",
    "Files and threads. Without FILE, or if FILE is -, tbk reads standard input. A folder as FILE means the "
    "files below it.",
    running_groups },
  { NULL, NULL, NULL },
};
