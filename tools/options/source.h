/* source.h - what a command runs over: the files of a command line, or tallies that were made of files before. */
#ifndef SOURCE_H
#define SOURCE_H

#include "options.h"
#include "tbk/tally.h"

/* Tallies that are put together, in place of counting. */
typedef struct {
  char **tallies;          /* paths */
  const TbkTallies *head;  /* of each of them */
  gboolean takes_partial;  /* files that no tally knows of do no harm */
  gboolean needs_complete; /* and files left out do */
} Merging;

typedef struct {
  char **operands; /* "-" where the command line has none, which @has_operands tells */
  gboolean has_operands;
  const char *command;    /* its name */
  Options options;        /* as they were given; its values are what run() of the command gets */
  const Merging *merging; /* (nullable): then there are no operands */
} Source;

#endif
