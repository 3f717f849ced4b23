/* help.h - the help of a command: its options as a table of two columns. */
#ifndef HELP_H
#define HELP_H

#include "options.h"

/* Prints what --help of the running command tells, in lines of at most 80 columns. As for options_parse(). */
gboolean help_print (const OptionGroup *groups, const char *operands, GError **error);

/* Of which trees @groups are the options: " for trees in brackets" or " for CoNLL-U"; "" where the running command takes
 * one kind alone. */
const char *help_kind (const OptionGroup *groups);

#endif
