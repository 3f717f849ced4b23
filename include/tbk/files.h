/* files.h - whether the files of a run get into each other's way; what tables and plots call them.
 *
 * Files are distinguished by device and inode, links followed; a file that does not exist yet by those of its
 * folder and its own name. Only regular files can be harmed: a pipe, a terminal or /dev/null may be read and
 * written, and be written twice.
 *
 * Cost      a few system calls a file.
 * Threads   any; but files that others make or move meanwhile are not seen.
 */
#ifndef TBK_FILES_H
#define TBK_FILES_H

#include <glib.h>

#include "tbk/declarations.h"
#include "tbk/error.h"

TBK_BEGIN_DECLS

/**
 * tbk_files_check:
 * @inputs: (array zero-terminated=1): paths of files to be read, "-" for standard input
 * @outputs: (array zero-terminated=1): paths of files to be written, "-" for standard output
 *
 * Checks that no output is an input or another output. To be called before any output is opened: some are
 * complete, and in place, before the last input is read. An input may be there twice.
 *
 * Returns: FALSE with @error set (TBK_ERROR_USAGE) for the first output that is. What cannot be looked at is
 * left to be reported by whoever opens it.
 */
gboolean tbk_files_check (const char *const *inputs, const char *const *outputs, GError **error);

/* The name of a file of CoNLL-U without its folder and endings: "da_ddt-ud-test"; to be freed. */
char *tbk_file_short_name (const char *path);

/* The language of a treebank by the name of its file, if that is as in Universal Dependencies, two or three small
 * letters before "_" and "-ud-" further on: "da"; else its short name. To be freed. */
char *tbk_file_language (const char *path);

TBK_END_DECLS

#endif
