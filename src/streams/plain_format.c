/* plain_format.c - functions of formats that have no columns, no marks and no warnings. */
#include "streams/plain_format.h"

const char *
plain_reader_columns (gconstpointer reader)
{
  (void) reader;
  return "";
}

int
plain_count_open_lines (const TbkEntry *entry)
{
  return entry->text[entry->length - 1] != '\n';
}

gint64
plain_keep_marks (const TbkEntry *entry, TbkText *text, gint64 *first_lost)
{
  (void) entry;
  (void) text;
  *first_lost = 0;
  return 0;
}

gpointer
plain_notes_new (void)
{
  return NULL;
}

void
plain_notes_free (gpointer notes)
{
  (void) notes;
}

gboolean
plain_notes_add (gpointer notes, gconstpointer batch, GError **error)
{
  (void) notes;
  (void) batch;
  (void) error;
  return TRUE;
}

gboolean
plain_notes_get (gconstpointer notes, int number, TbkWarning *warning)
{
  (void) notes;
  (void) number;
  (void) warning;
  return FALSE;
}
