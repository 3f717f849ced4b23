/* temporary.h - a file under construction: made beside its target, and given the target's name when
 * it is complete; removed if it never is, be it by a signal. */
#ifndef TBK_BASE_TEMPORARY_H
#define TBK_BASE_TEMPORARY_H

#include "tbk/error.h"

typedef struct TbkTemporary TbkTemporary;

/**
 * tbk_temporary_new:
 * @path: the target: a regular file, a symbolic link to one, or a name still free
 * @descriptor: (out): open for writing, and the caller's to close
 */
TbkTemporary *tbk_temporary_new (const char *path, int *descriptor, GError **error);

/* Gives the file its target's name, and frees @temporary if that succeeds. */
gboolean tbk_temporary_rename (TbkTemporary *temporary, GError **error);

/* Removes the file and frees @temporary. */
void tbk_temporary_remove (TbkTemporary *temporary);

#endif
