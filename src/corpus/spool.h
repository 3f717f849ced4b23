/* spool.h - files that are written once the input that they come from is known to be good. */
#ifndef CORPUS_SPOOL_H
#define CORPUS_SPOOL_H

#include "tbk/text.h"

/* They wait in a file without a name in the folder for temporary ones, so that memory does not grow with them. */
typedef struct Spool Spool;

/* @name: for messages; copied */
Spool *spool_new (const char *name);
void spool_free (Spool *spool);

/* Appends to @to a record: that @text becomes the file at @path. */
gboolean spool_append (const char *path, const TbkText *text, TbkText *to, GError **error);

/* Adds the records of @records. */
gboolean spool_write (Spool *spool, const TbkText *records, GError **error);

/* Writes the files that wait, or forgets them. */
gboolean spool_settle (Spool *spool, gboolean stays, GError **error);

#endif
