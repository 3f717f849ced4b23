/* format.c - brackets as a format that the loop over treebanks can drive. */
#include <string.h>

#include "phrase/brackets/brackets.h"

typedef struct {
  TbkBracketReader *reader;
  gboolean drops_byte_order_mark;
} OpenReader;

/* A batch, and its tree in hand. */
typedef struct {
  TbkBracketBatch *batch;
  TbkBracketTree tree;
  gboolean drops_byte_order_mark;
} ParsedBatch;

static gpointer
reader_open (const char *path, const TbkReaderOptions *options, GError **error)
{
  TbkBracketReader *opened = tbk_bracket_reader_open (path, options->of_format, error);
  OpenReader *reader;

  if (opened == NULL)
    return NULL;
  reader = g_new (OpenReader, 1);
  *reader = (OpenReader){ opened, options->drops_byte_order_mark };
  return reader;
}

static const TbkInput *
reader_input (gconstpointer reader)
{
  return tbk_bracket_reader_input (((const OpenReader *) reader)->reader);
}

static void
reader_close (gpointer reader)
{
  if (reader == NULL)
    return;
  tbk_bracket_reader_close (((OpenReader *) reader)->reader);
  g_free (reader);
}

static gpointer
batch_new (void)
{
  ParsedBatch *batch = g_new0 (ParsedBatch, 1);

  batch->batch = tbk_bracket_batch_new ();
  return batch;
}

static void
batch_free (gpointer batch)
{
  tbk_bracket_batch_free (((ParsedBatch *) batch)->batch);
  g_free (batch);
}

static TbkReadStatus
read_next (gpointer data, gpointer batch, GError **error)
{
  OpenReader *reader = data;

  ((ParsedBatch *) batch)->drops_byte_order_mark = reader->drops_byte_order_mark;
  return tbk_bracket_reader_next (reader->reader, ((ParsedBatch *) batch)->batch, error);
}

static gboolean
next_entry (gpointer data, TbkEntry *entry)
{
  ParsedBatch *batch = data;
  TbkBracketTree *tree = &batch->tree;

  if (!tbk_bracket_batch_next (batch->batch, tree))
    return FALSE;
  if (batch->drops_byte_order_mark && tree->index == 1) {
    const gsize mark = byte_order_mark_size (tree->text, tree->length);

    tree->text += mark;
    tree->length -= mark;
  }
  *entry = (TbkEntry){ .text = tree->text,
                       .length = tree->length,
                       .file = batch->batch->name,
                       .line = tree->line,
                       .index = tree->index,
                       .id = tree->id,
                       .id_length = (gsize) tree->id_length,
                       .problem = tree->problem,
                       .sentence = tree,
                       .n_words = tree->n };
  return TRUE;
}

static void
count_entry (gpointer batch)
{
  tbk_bracket_batch_count (((ParsedBatch *) batch)->batch);
}

static const TbkFormat brackets_format = {
  .name = "brackets",
  .reader_open = reader_open,
  .reader_input = reader_input,
  .reader_columns = plain_reader_columns,
  .reader_close = reader_close,
  .batch_new = batch_new,
  .batch_free = batch_free,
  .read = read_next,
  .next = next_entry,
  .count = count_entry,
  .count_open_lines = plain_count_open_lines,
  .keep_marks = plain_keep_marks,
  .notes_new = plain_notes_new,
  .notes_free = plain_notes_free,
  .notes_add = plain_notes_add,
  .notes_get = plain_notes_get,
  .entry_name = "tree",
};

const TbkFormat *
tbk_brackets_format (void)
{
  return &brackets_format;
}
