/* heads_format.c - head vectors, a line a tree, as a format that the loop over treebanks can drive. */
#include <string.h>

#include "base/base.h"
#include "corpus/corpus.h"
#include "tbk/tree.h"

enum { MAX_LINE = 1 << 20 };

typedef struct {
  BlockReader blocks;
  gsize max_line;
  gint64 line; /* of what is in no batch */
} HeadsReader;

typedef struct {
  char *name; /* of the file */
  Block block;
  gsize at; /* the bytes of the lines taken */
  gsize max_line;
  gint64 line; /* the next one */

  /* The line in hand. */
  TbkTree *tree;
  TbkHeads heads;
  int *numbers; /* what `heads` points to */
  gsize n_allocated;
  GError *problem;
} HeadsBatch;

static gpointer
reader_open (const char *path, const TbkReaderOptions *options, GError **error)
{
  BlockReader blocks;
  HeadsReader *reader;

  if (!block_reader_open (&blocks, path, "a line", error))
    return NULL;
  reader = g_new (HeadsReader, 1);
  *reader = (HeadsReader){ blocks, options->max_line > 0 ? options->max_line : MAX_LINE, 1 };
  return reader;
}

static gpointer
batch_new (void)
{
  HeadsBatch *batch = g_new0 (HeadsBatch, 1);

  batch->tree = tbk_tree_new ();
  return batch;
}

static void
batch_free (gpointer data)
{
  HeadsBatch *batch = data;

  g_free (batch->name);
  g_free (batch->block.bytes);
  g_free (batch->numbers);
  tbk_tree_free (batch->tree);
  g_clear_error (&batch->problem);
  g_free (batch);
}

/* Where the last line of a block ends; 0 if none does. */
static gsize
find_cut (const Block *block)
{
  const char *newline = find_last (block->bytes, block->bytes + block->length, '\n');

  return newline != NULL ? (gsize) (newline + 1 - block->bytes) : 0;
}

/* Reads whole lines; the last one of the input need not be ended. */
static TbkReadStatus
read_next (gpointer data, gpointer into, GError **error)
{
  HeadsReader *reader = data;
  HeadsBatch *batch = into;
  Block *block = &batch->block;

  if (!block_read (&reader->blocks, block, reader->line, find_cut, error))
    return TBK_READ_FAILED;
  if (block->length == 0)
    return TBK_READ_END;
  g_free (batch->name);
  batch->name = g_strdup (tbk_input_name (reader->blocks.input));
  batch->at = 0;
  batch->max_line = reader->max_line;
  batch->line = reader->line;
  reader->line += count_newlines (block->bytes, block->bytes + block->length);
  return TBK_READ_BATCH;
}

static gboolean
is_space (char c)
{
  return c == ' ' || c == '\t' || c == '\r';
}

/* Reads the number that begins at *@position, which moves behind it. */
static gboolean
read_head (const char **position, const char *end, int *head, GError **error)
{
  const char *start = *position, *stop = start;
  gint64 value = 0;

  while (stop < end && !is_space (*stop)) {
    value = g_ascii_isdigit (*stop) && value >= 0 && value <= G_MAXINT ? 10 * value + (*stop - '0') : -1;
    stop++;
  }
  *position = stop;
  *head = (int) value;
  if (value >= 0 && value <= G_MAXINT)
    return TRUE;
  g_autofree char *quoted = tbk_quote (start, (gsize) (stop - start));
  return fail_data (error, "%s found, expected the number of a word, or 0 for the root", quoted);
}

/* Reads a line of heads, which make a tree of one root. */
static gboolean
read_heads (HeadsBatch *batch, const char *line, const char *end, GError **error)
{
  int n = 0, n_roots = 0;

  if ((gsize) (end - line) > batch->max_line)
    return fail_data (error, "the line is longer than %" G_GSIZE_FORMAT " bytes", batch->max_line);
  while (line < end)
    if (is_space (*line))
      line++;
    else if (!try_reserve (&batch->numbers, &batch->n_allocated, (gsize) n + 2, sizeof (int)))
      return memory_fail (error, "a tree of %d words", n + 1);
    else if (read_head (&line, end, &batch->numbers[n + 1], error))
      n_roots += batch->numbers[++n] == 0;
    else
      return FALSE;
  if (n == 0)
    return fail_data (error, "an empty line found, expected the heads of a tree");
  batch->numbers[0] = -1;
  batch->heads = (TbkHeads){ batch->numbers, n };
  return tbk_tree_set (batch->tree, batch->numbers, n, error)
         && (n_roots == 1 || fail_data (error, "%d words with HEAD 0 found, expected one", n_roots));
}

static gboolean
next_entry (gpointer data, TbkEntry *entry)
{
  HeadsBatch *batch = data;
  const char *line = batch->block.bytes + batch->at, *end = batch->block.bytes + batch->block.length;
  const char *newline;

  if (line == end)
    return FALSE;
  newline = memchr (line, '\n', (gsize) (end - line));
  g_clear_error (&batch->problem);
  if (!read_heads (batch, line, newline != NULL ? newline : end, &batch->problem))
    g_prefix_error (&batch->problem, "%s:%" G_GINT64_FORMAT ": ", batch->name, batch->line);
  *entry = (TbkEntry){ .text = line,
                       .length = (gsize) ((newline != NULL ? newline + 1 : end) - line),
                       .file = batch->name,
                       .line = batch->line,
                       .index = batch->line,
                       .problem = batch->problem,
                       .sentence = &batch->heads,
                       .n_words = batch->heads.n };
  batch->at += entry->length;
  batch->line++;
  return TRUE;
}

static const TbkFormat heads_format = {
  .name = "heads",
  .reader_open = reader_open,
  .reader_input = block_reader_input,
  .reader_close = block_reader_free,
  .batch_new = batch_new,
  .batch_free = batch_free,
  .read = read_next,
  .next = next_entry,
  .entry_name = "tree",
};

const TbkFormat *
tbk_heads_format (void)
{
  return &heads_format;
}
