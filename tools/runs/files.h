/* files.h - the files of a run: those that operands and lists stand for, and which of them this process takes. */
#ifndef FILES_H
#define FILES_H

#include "options/source.h"
#include "tbk/corpus.h"
#include "tbk/files.h"

typedef struct {
  char *files_from, *part;
} FilesGiven;

/* --files-from; and --part, for commands over treebanks. */
extern const GOptionEntry files_entries[], part_entries[];

/* The files that the operands of @source and the list of --files-from stand for, to be freed; NULL with @error set.
 * @suffixes: of files that a folder stands for. */
char **files_find (const FilesGiven *given, const Source *source, const char *const *suffixes,
                   GError **error);

/* Checks that no output is an input or another output. Inputs are @paths, outputs @outputs, "-" for standard output; both
 * also what options name but --output. To be called before anything is opened. */
gboolean files_check (const Source *source, char **paths, const char *const *outputs, GError **error);

/* The files of a run, in parts. */
typedef struct {
  const FilesGiven *given;
  const char *output_dir; /* (nullable): in which a file is written for each */
  const char *const
      *output_suffixes; /* (nullable): one of them ends the names there, the first if none does yet */
  gboolean skips_existing;
  TbkFileList *list;  /* NULL: every file is taken */
  gboolean *is_taken; /* of each file in it: whether this process takes it */
} Files;

/* Finds the files, and of these the ones that are for this process: by --part, and without those whose outputs are there if
 * they are to be skipped. @has_max: only the first sentences are asked for. */
gboolean files_take (Files *files, const Source *source, const char *const *suffixes, gboolean has_max,
                     GError **error);
void files_clear (Files *files);

/* Whether this process takes file @number, and its name in the folder for outputs. Numbers beyond those that were found are
 * of files that every process takes. */
gboolean files_is_taken (const Files *files, int number);
const char *files_name (const Files *files, int number);

#endif
