/* brackets.h - commands over phrase-structure treebanks: which they are, their options, and the loop over
 * files. */
#ifndef BRACKETS_H
#define BRACKETS_H

#include "tbk/constituency.h"

/* Whether the command line asks for brackets: by --input=brackets, by a system of phrase structure, or by a
 * file whose name ends in .psd, .mrg or .brackets, maybe with .gz. */
gboolean brackets_asked (int argc, char **argv);

/* The commands. */
gboolean brackets_stats (int argc, char **argv, GError **error);
gboolean brackets_compare (int argc, char **argv, GError **error);

/* How brackets are read. */
extern const GOptionEntry brackets_entries[];

/* What a command does with each file. */
typedef struct {
  gboolean (*tree) (gpointer command, const TbkBracketTree *tree, GError **error);
  gboolean (*end_file) (gpointer command, const char *name, GError **error);
} BracketsJob;

/* Reads all files one after the other, by the options that were parsed. A tree with a problem ends the run,
 * or is left out and told. */
gboolean brackets_run (const BracketsJob *job, gpointer command, char **paths, GError **error);

#endif
