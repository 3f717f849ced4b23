/* help.h - the help of a command: its options as a table of two columns. */
#ifndef HELP_H
#define HELP_H

#include "command.h"

/* Prints what --help of @command tells, with the options of @form, in lines of at most 80 columns. */
gboolean help_print (const Command *command, const Form *form, GError **error);

/* Whether the options over phrase structure have a screen of their own, which the other one names. */
gboolean help_has_two_screens (const Command *command);

#endif
