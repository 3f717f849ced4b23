/* files.h - the files of a run: which they are, whether they get into each other's way, what tables call
 * them.
 *
 * A folder stands for the files below it that have one of some suffixes, maybe with that of a compressed form
 * after it, in the byte order of their paths. Names that begin with a dot are passed over, and links to
 * folders not followed.
 *
 * To keep files apart they are distinguished by device and inode, links followed; a file that does not exist
 * yet by those of its folder and its own name. Only regular files can be harmed: a pipe, a terminal or
 * /dev/null may be read and written, and be written twice.
 *
 * Cost      a few system calls a file.
 * Threads   any; but files that others make or move meanwhile are not seen.
 * Since     0.1
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
gboolean tbk_files_check (const char *const *inputs, const char *const *outputs,
                          GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* The name of a file of CoNLL-U without its folder and endings: "da_ddt-ud-test"; to be freed. */
char *tbk_file_short_name (const char *path);

/* Whether @name ends in one of @suffixes, NULL-terminated, or in that and .gz, .xz, .zst or .bz2. */
gboolean tbk_file_has_suffix (const char *name, const char *const *suffixes);

/* Files in order. Of each its path, and its name in a folder for outputs. This is the path from a folder on
 * that was given, else the last part of the path. It has .gz in place of .bz2, which is not written. */
typedef struct {
  GPtrArray *paths, *names; /* NULL-terminated; to be read only */
  const char *except; /* (nullable): a folder that is passed over below another: that for outputs, say */
} TbkFileList;

TbkFileList *tbk_file_list_new (void);
void tbk_file_list_free (TbkFileList *list);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TbkFileList, tbk_file_list_free)

int tbk_file_list_length (const TbkFileList *list);

/**
 * tbk_file_list_add:
 * @operand: the path of a file, which need not be there, or of a folder; "-" for standard input
 * @suffixes: NULL-terminated: those of files that a folder stands for
 *
 * Adds what @operand stands for. A folder without such files, or one that cannot be read, is an error
 * (TBK_ERROR_IO).
 */
gboolean tbk_file_list_add (TbkFileList *list, const char *operand, const char *const *suffixes,
                            GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* Checks that no two files have the same name (TBK_ERROR_USAGE). */
gboolean tbk_file_list_check_names (const TbkFileList *list, GError **error) G_GNUC_WARN_UNUSED_RESULT;

enum { TBK_MAX_PARTS = 100000 };

/**
 * tbk_file_list_part:
 * @part: from 1 to @n_parts
 *
 * Deals the files out to parts that are about as large as each other. The largest come first, files of one
 * size in the order of paths. Each goes to the part that has least so far, of several such the first. So it
 * depends on paths and sizes alone.
 *
 * Returns: for each file whether it is in @part; to be freed with g_free().
 */
gboolean *tbk_file_list_part (const TbkFileList *list, int part, int n_parts);

TBK_END_DECLS

#endif
