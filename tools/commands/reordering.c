/* reordering.c - sentences of CoNLL-U with their words in another order. */
#include "commands/commands.h"

#include "options/options.h"

static const char *
order_name (int i)
{
  return i < TBK_N_ORDERS ? tbk_order_name ((TbkOrder) i) : NULL;
}

const Option reordering_entries[] = {
  { "reorder", CHOICE_AT (1, order_name), AT (ReorderingOptions, order), "ORDER",
    "random, random-projective: each order, or each projective one, with the same probability; least, least-projective: least "
    "sum of dependency lengths; mirror: the last word first; grammar: one order for each UPOS of heads, drawn once. MISC gets "
    "OrigId=, for 'tbk restore'; --mark=none leaves it out" },
  OPTION_END,
};

struct Reordering {
  const ReorderingOptions *options;
  TbkOrderer *orderer;
  TbkConlluBatch *batch;
  TbkText *written;
  int n_words; /* that there is room for */
  int *places;
  TbkPiece *upos, *deprels;
};

Reordering *
reordering_new (const ReorderingOptions *options)
{
  Reordering *reordering = g_new0 (Reordering, 1);

  reordering->options = options;
  reordering->orderer = tbk_orderer_new ();
  reordering->batch = tbk_conllu_batch_new ();
  reordering->written = tbk_text_new ();
  return reordering;
}

void
reordering_free (Reordering *reordering)
{
  if (reordering == NULL)
    return;
  tbk_orderer_free (reordering->orderer);
  tbk_conllu_batch_free (reordering->batch);
  tbk_text_free (reordering->written);
  g_free (reordering->places);
  g_free (reordering->upos);
  g_free (reordering->deprels);
  g_free (reordering);
}

static void
reserve (Reordering *reordering, int n)
{
  if (n < reordering->n_words)
    return;
  reordering->n_words = 2 * (n + 1);
  reordering->places = g_renew (int, reordering->places, reordering->n_words);
  reordering->upos = g_renew (TbkPiece, reordering->upos, reordering->n_words);
  reordering->deprels = g_renew (TbkPiece, reordering->deprels, reordering->n_words);
}

static TbkPiece
field_of (const TbkConlluSentence *sentence, int word, TbkColumn column)
{
  const TbkPiece field = tbk_conllu_sentence_field (sentence, word, column);

  return field.bytes != NULL ? field : (TbkPiece){ "_", 1 };
}

/* Finds where the words go. */
static gboolean
find_places (Reordering *reordering, const TbkConlluSentence *sentence, gint64 index, GError **error)
{
  TbkOrderOptions options = { .seed = (guint64) reordering->options->seed, .place = (guint64) index };

  reserve (reordering, sentence->n);
  options.upos = reordering->upos;
  options.deprels = reordering->deprels;
  for (int word = 1; word <= sentence->n && reordering->options->order - 1 == TBK_ORDER_GRAMMAR; word++) {
    reordering->upos[word] = field_of (sentence, word, TBK_COLUMN_UPOS);
    reordering->deprels[word] = field_of (sentence, word, TBK_COLUMN_DEPREL);
  }
  return tbk_order_find (reordering->orderer, sentence->heads, sentence->n,
                         (TbkOrder) (reordering->options->order - 1), &options, reordering->places, error);
}

static gboolean
check_marks (const TbkConlluSentence *sentence, GError **error)
{
  if (!sentence->has_marks && g_strstr_len (sentence->text, (gssize) sentence->length, "OrigId=") == NULL)
    return TRUE;
  g_set_error (
      error, TBK_ERROR, TBK_ERROR_DATA,
      "found OrigId=, OrigHead= or ProjHead= in MISC, expected no such marks; run 'tbk restore' first");
  return FALSE;
}

TbkConlluReader *
rows_read (const TbkEntry *entry, const GString *rows, TbkConlluBatch *batch, TbkConlluSentence *sentence,
           GError **error)
{
  const TbkConlluReaderOptions options = { .columns.names = "conllu",
                                           .any_roots = TRUE,
                                           .max_line = rows->len + 1, /* --max-line is about the files */
                                           .line = entry->line,
                                           .index = entry->index };
  g_autoptr (TbkConlluReader) reader =
      tbk_conllu_reader_open_text (entry->file, rows->str, rows->len, &options, error);

  if (reader == NULL || tbk_conllu_reader_next (reader, batch, error) != TBK_READ_BATCH
      || !tbk_conllu_batch_next (batch, sentence))
    return NULL;
  if (sentence->problem == NULL)
    return g_steal_pointer (&reader);
  g_propagate_error (error, g_error_copy (sentence->problem));
  return NULL;
}

gboolean
reordering_run (Reordering *reordering, const TbkEntry *entry, GString *rows, GError **error)
{
  TbkConlluSentence sentence;
  g_autoptr (TbkConlluReader) reader = rows_read (entry, rows, reordering->batch, &sentence, error);
  g_autofree char *bytes = NULL;

  tbk_text_clear (reordering->written);
  if (reader == NULL)
    return FALSE;
  if (sentence.n == 0)
    return TRUE;
  if (!check_marks (&sentence, error) || !find_places (reordering, &sentence, entry->index, error)
      || !tbk_conllu_sentence_write_order (&sentence, reordering->places, reordering->options->has_marks,
                                           reordering->written, error))
    return tbk_entry_fail (entry, error);
  bytes = tbk_text_dup (reordering->written, error);
  if (bytes == NULL)
    return FALSE;
  g_string_truncate (rows, 0);
  g_string_append_len (rows, bytes, (gssize) tbk_text_length (reordering->written));
  return TRUE;
}
