/* entry.c - a sentence, or a tree, of a run: what errors say of it. */
#include "corpus/corpus.h"

#include "base/base.h"

gboolean
tbk_entry_fail (const TbkEntry *entry, GError **error)
{
  g_prefix_error (error, "%s:%" G_GINT64_FORMAT ": ", entry->file, entry->line);
  if (error != NULL && entry->id != NULL)
    fail_name_sentence (*error, entry->id, entry->id_length);
  return FALSE;
}
