/* command.h - a command: options, and what is run with them over a source. */
#ifndef COMMAND_H
#define COMMAND_H

#include "source.h"

/* A command over one format of input. */
typedef struct {
  const OptionGroup *groups;
  const OptionRule *rules; /* (nullable): of these options */
  gsize size;              /* of the struct of their values */
  const char *operands;    /* what they are called in the help */
  gboolean is_of_brackets;

  /* Runs with the options @values, which @source has too, and which stay as they are but for what is recorded of them. FALSE
   * with @error set decides message and exit status. */
  gboolean (*run) (gpointer values, const Source *source, GError **error);
} Form;

typedef struct {
  const char *name;
  const Form *conllu;
  const Form *brackets; /* (nullable) */

  /* (nullable): finds out by the command line which of the two is to run; without it --input and the names of files tell.
   * NULL with @error set. */
  const Form *(*choose) (int argc, char **argv, GError **error);
} Command;

/* Runs @command; argv[0] is its name. --help prints the help. */
gboolean command_run (const Command *command, int argc, char **argv, GError **error);

#endif
