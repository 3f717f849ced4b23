/* commands.h - the commands of the program, run by a fuzzing target in its own process, again and again. */
#ifndef FUZZ_COMMANDS_H
#define FUZZ_COMMANDS_H

#include <glib.h>

/* How many commands there are, and their names. */
int fuzz_n_commands (void);
const char *fuzz_command_name (int number);

/* Runs the command argv[0] as the program does, and forgets its options. If it @looks_only, the command ends where it would
 * look for the files of its operands: its options were read, and nothing is opened for writing. What is printed on
 * standard output goes nowhere.
 *
 * Returns: FALSE with @error set, or with no error where help was printed. */
gboolean fuzz_run_command (int argc, char **argv, gboolean looks_only, GError **error);

#endif
