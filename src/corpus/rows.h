/* rows.h - tables with a row for each sentence or for parts of it. */
#ifndef CORPUS_ROWS_H
#define CORPUS_ROWS_H

#include "tbk/conllu.h"
#include "tbk/format.h"
#include "tbk/table.h"

/* The first cells of such a row: `file`, `sentence` and `sent_id`, which may be empty. */
static inline void
rows_place (TbkTable *rows, const TbkEntry *entry)
{
  g_autofree char *id = entry->id == NULL ? g_strdup ("") : g_strndup (entry->id, entry->id_length);

  tbk_table_string (rows, entry->file);
  tbk_table_integer (rows, entry->index);
  tbk_table_string (rows, id);
}

/* A cell: a field of @word, or nothing. @scratch is overwritten. */
static inline void
rows_field (TbkTable *rows, const TbkConlluSentence *sentence, int word, TbkColumn column, GString *scratch)
{
  const TbkPiece field = tbk_conllu_sentence_field (sentence, word, column);

  if (field.bytes == NULL) {
    tbk_table_nothing (rows);
    return;
  }
  g_string_truncate (scratch, 0);
  g_string_append_len (scratch, field.bytes, (gssize) field.size);
  tbk_table_string (rows, scratch->str);
}

#endif
