/* brackets_format.c - brackets as a format: for the loop, and back to text.
 *
 * Contents
 *   1. write: the nodes of a tree as one line of brackets
 *   2. format: brackets as a format that the loop over treebanks can drive
 */
#include "brackets/brackets.h"

#include <string.h>

/* 1. write: the nodes of a tree as one line of brackets. */

/* Opens a node, or writes a word. */
static void
write_node (const TbkBracketNode *node, TbkBracketStyle style, GString *text)
{
  if (node->form != NULL && style == TBK_BRACKET_NUMBERS) {
    g_string_append_printf (text, "w%d", node->left);
    return;
  }
  if (node->form != NULL && node->label_length == 0) {
    g_string_append_len (text, node->form, node->form_length);
    return;
  }
  g_string_append_c (text, '(');
  g_string_append_len (text, node->label, node->label_length);
  if (node->form == NULL)
    return;
  g_string_append_c (text, ' ');
  g_string_append_len (text, node->form, node->form_length);
  g_string_append_c (text, ')');
}

/* Nodes are in pre-order with their parents. Before a node, brackets are closed until its parent is the
 * innermost open one; after the last node, all that are open. No stack is needed, as an open node leads to
 * its parent. */
void
tbk_bracket_tree_write (const TbkBracketTree *tree, TbkBracketStyle style, GString *text)
{
  int open = -1;

  for (int i = 0; i < tree->n_nodes; i++) {
    for (; open != tree->nodes[i].parent; open = tree->nodes[open].parent)
      g_string_append_c (text, ')');
    if (i > 0)
      g_string_append_c (text, ' ');
    write_node (&tree->nodes[i], style, text);
    if (tree->nodes[i].form == NULL)
      open = i;
  }
  for (; open >= 0; open = tree->nodes[open].parent)
    g_string_append_c (text, ')');
}

/* 2. format: brackets as a format that the loop over treebanks can drive. */

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

/* The text of the first tree begins with the mark of the file, if that is to be dropped; the reader passed it
 * over as blanks. */
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

static gint64
count_lines (gconstpointer reader)
{
  return reader_count_lines (((const OpenReader *) reader)->reader);
}

static const TbkFormat brackets_format = {
  .name = "brackets",
  .reader_open = reader_open,
  .reader_input = reader_input,
  .reader_close = reader_close,
  .batch_new = batch_new,
  .batch_free = batch_free,
  .read = read_next,
  .next = next_entry,
  .count = count_entry,
  .entry_name = "tree",
  .count_lines = count_lines,
};

const TbkFormat *
tbk_brackets_format (void)
{
  return &brackets_format;
}
