/* differences.c - tbk evaluate: rows of confusions, and of words that differ. */
#include "differences.h"

#include <string.h>

const char *const differences_confusion_columns[] = { "gold", "system", "words", NULL };

const char *const differences_word_columns[] = { "file", "line",   "sent_id",     "word",          "form",
                                                 "head", "deprel", "system_head", "system_deprel", NULL };

gboolean
differences_write_confusions (const TbkEvaluation *evaluation, TbkGrouping grouping, TbkTable *table,
                              GError **error)
{
  int n;
  const TbkGroup *groups = tbk_evaluation_groups (evaluation, grouping, &n);

  for (int i = 0; i < n; i++) {
    const char *tab = strchr (groups[i].name, '\t');
    g_autofree char *gold = g_strndup (groups[i].name, (gsize) (tab - groups[i].name));

    tbk_table_string (table, gold);
    tbk_table_string (table, tab + 1);
    tbk_table_integer (table, groups[i].gold);
    if (!tbk_table_end_row (table, error))
      return FALSE;
  }
  return TRUE;
}

static void
write_piece (TbkTable *table, TbkPiece piece)
{
  g_autofree char *string = g_strndup (piece.bytes, piece.size);

  tbk_table_string (table, string != NULL ? string : ""); /* of no sent_id there are no bytes */
}

gboolean
differences_write_word (gpointer data, const TbkDifference *difference, GError **error)
{
  TbkTable *table = data;

  tbk_table_string (table, difference->file);
  tbk_table_integer (table, difference->line);
  write_piece (table, (TbkPiece){ difference->id, difference->id_length });
  tbk_table_integer (table, difference->word);
  write_piece (table, difference->form);
  tbk_table_integer (table, difference->head);
  write_piece (table, difference->deprel);
  tbk_table_integer (table, difference->system_head);
  write_piece (table, difference->system_deprel);
  return tbk_table_end_row (table, error);
}
