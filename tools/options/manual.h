/* manual.h - what the help of a command tells beside its options: columns of tables, and examples. */
#ifndef MANUAL_H
#define MANUAL_H

#include <glib.h>

/* Two texts that belong together: a column and what it holds, or an example and what it does. */
typedef struct {
  const char *name; /* NULL ends an array */
  const char *text;
} ManualEntry;

typedef struct {
  const char *command;
  const char *text;           /* (nullable): a paragraph under the summary */
  const ManualEntry *columns; /* (nullable): of its table */
  /* (nullable): of its table over brackets, where none of them is in the former. */
  const ManualEntry *bracket_columns;
  const ManualEntry *examples; /* the first three stand before the options */
} Manual;

/* That of @command, which is one of commands.def. */
const Manual *manual_find (const char *command);

#endif
