/* cursor.c - sentences of a file in a loop of its own, for work that is not shared among threads. */
#include "conllu/cursor.h"

#include "conllu/fields.h"

gboolean
cursor_open (Cursor *cursor, const char *path, const TbkConlluColumns *columns, GError **error)
{
  const TbkConlluColumns as_found = { 0 };
  const TbkConlluReaderOptions options = { .columns = columns != NULL ? *columns : as_found };

  cursor->batch = tbk_conllu_batch_new ();
  cursor->reader = tbk_conllu_reader_open (path, &options, error);
  return cursor->reader != NULL;
}

gboolean
cursor_next (Cursor *cursor, GError **error)
{
  cursor->is_bad = FALSE;
  do {
    while (!tbk_conllu_batch_next (cursor->batch, &cursor->sentence)) {
      TbkReadStatus status = tbk_conllu_reader_next (cursor->reader, cursor->batch, error);
      cursor->is_at_end = status == TBK_READ_END;
      if (status != TBK_READ_BATCH)
        return cursor->is_at_end;
    }
    if (cursor->sentence.problem != NULL) {
      cursor->is_bad = TRUE;
      g_propagate_error (error, g_error_copy (cursor->sentence.problem));
      return FALSE;
    }
  } while (cursor->sentence.n == 0);
  return TRUE;
}

TbkEntry
cursor_entry (const Cursor *cursor)
{
  const TbkConlluSentence *sentence = &cursor->sentence;

  return (TbkEntry){ .file = cursor_name (cursor),
                     .line = sentence->line,
                     .index = sentence->index,
                     .id = sentence->sent_id,
                     .id_length = sentence->sent_id_length,
                     .sentence = sentence,
                     .n_words = sentence->n };
}

const char *
cursor_name (const Cursor *cursor)
{
  return tbk_input_name (tbk_conllu_reader_input (cursor->reader));
}

void
cursor_clear (Cursor *cursor)
{
  g_clear_pointer (&cursor->reader, tbk_conllu_reader_close);
  g_clear_pointer (&cursor->batch, tbk_conllu_batch_free);
}

gboolean
cursor_check_columns (const Cursor *cursor, GError **error)
{
  const gboolean has_form = fields_has (&cursor->sentence, FIELD_FORM);
  const gboolean has_deprel = fields_has (&cursor->sentence, FIELD_DEPREL);

  if (has_form && has_deprel)
    return TRUE;
  g_set_error (error, TBK_ERROR, TBK_ERROR_DATA, "%s:1: no column%s, which %s needed", cursor_name (cursor),
               has_form     ? " DEPREL"
               : has_deprel ? " FORM"
                            : "s FORM and DEPREL",
               has_form || has_deprel ? "is" : "are");
  return FALSE;
}
