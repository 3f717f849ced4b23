/* plain_format.h - functions of formats (tbk/format.h) that have no columns, no marks and no warnings. */
#ifndef STREAMS_PLAIN_FORMAT_H
#define STREAMS_PLAIN_FORMAT_H

#include "tbk/format.h"

/* Any files can be joined. */
const char *plain_reader_columns (gconstpointer reader);

int plain_count_open_lines (const TbkEntry *entry);

/* No entry says anything of those after it. */
gint64 plain_keep_marks (const TbkEntry *entry, TbkText *text, gint64 *first_lost);

gpointer plain_notes_new (void);
void plain_notes_free (gpointer notes);
gboolean plain_notes_add (gpointer notes, gconstpointer batch, GError **error);
gboolean plain_notes_get (gconstpointer notes, int number, TbkWarning *warning);

#endif
