/* help.h - the help of a command: its options as a table of two columns. */
#ifndef HELP_H
#define HELP_H

#include "options.h"

/* Prints what --help of the running command tells, in lines of at most 80 columns. As for options_parse(). */
gboolean help_print (const OptionGroup *groups, const char *operands, GError **error);

#endif
