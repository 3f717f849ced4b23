/* tags_format.c - sentences of tags, a line a word, as a format that the loop over treebanks can drive. */
#include <string.h>

#include "base/base.h"
#include "corpus/corpus.h"

enum { MAX_LINE = 1 << 20, MAX_FIELDS = 4 };

typedef struct {
  BlockReader blocks;
  gsize max_line;
  gint64 line; /* of what is in no batch */
  gboolean has_upos;
} TagsReader;

typedef struct {
  char *name; /* of the file */
  Block block;
  gsize at; /* the bytes of the sentences taken */
  gsize max_line;
  gint64 line; /* the next one */
  gboolean has_upos;

  /* The sentence in hand. */
  TbkTagRows rows;
  TbkPiece *forms, *upos, *tags, *deprels;
  int n_forms, n_upos, n_tags, n_deprels; /* words that there is room for */
  GError *problem;
} TagsBatch;

static gpointer
reader_open (const char *path, const TbkReaderOptions *options, GError **error)
{
  BlockReader blocks;
  TagsReader *reader;
  const gboolean *has_upos = options->of_format;

  if (!block_reader_open (&blocks, path, "a sentence", error))
    return NULL;
  reader = g_new (TagsReader, 1);
  *reader = (TagsReader){ blocks, options->max_line > 0 ? options->max_line : MAX_LINE, 1,
                          has_upos != NULL && *has_upos };
  return reader;
}

static const TbkInput *
reader_input (gconstpointer reader)
{
  return ((const TagsReader *) reader)->blocks.input;
}

static void
reader_close (gpointer reader)
{
  if (reader == NULL)
    return;
  block_reader_close (&((TagsReader *) reader)->blocks);
  g_free (reader);
}

static gpointer
batch_new (void)
{
  return g_new0 (TagsBatch, 1);
}

static void
batch_free (gpointer data)
{
  TagsBatch *batch = data;

  g_free (batch->name);
  g_free (batch->block.bytes);
  g_free (batch->forms);
  g_free (batch->upos);
  g_free (batch->tags);
  g_free (batch->deprels);
  g_clear_error (&batch->problem);
  g_free (batch);
}

/* The line that begins at @line, without its end; *@next is where the next one does. */
static TbkPiece
cut_line (const char *line, const char *end, const char **next)
{
  const char *newline = memchr (line, '\n', (gsize) (end - line)), *stop = newline != NULL ? newline : end;

  *next = newline != NULL ? newline + 1 : end;
  if (stop > line && stop[-1] == '\r')
    stop--;
  return (TbkPiece){ line, (gsize) (stop - line) };
}

/* Where the last blank line of a block ends; 0 if there is none. Its first line is one too. */
static gsize
find_cut (const Block *block)
{
  const char *start = block->bytes, *end = start + block->length;

  while ((end = find_last (start, end, '\n')) != NULL) {
    const char *before = end > start && end[-1] == '\r' ? end - 1 : end;

    if (before == start || before[-1] == '\n')
      return (gsize) (end + 1 - start);
  }
  return 0;
}

/* The next sentence from @start on: lines up to a blank one, and the blank ones behind it. */
static const char *
find_sentence_end (const char *start, const char *end, int *n_lines, int *n_words)
{
  const char *at = start;

  *n_lines = *n_words = 0;
  while (at < end) {
    const char *next;
    const gboolean is_blank = cut_line (at, end, &next).size == 0;

    if (*n_words < *n_lines && !is_blank)
      break;
    *n_words += !is_blank;
    ++*n_lines;
    at = next;
  }
  return at;
}

/* Reads whole sentences; the last one of the input need not be ended. */
static TbkReadStatus
read_next (gpointer data, gpointer into, GError **error)
{
  TagsReader *reader = data;
  TagsBatch *batch = into;
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
  batch->has_upos = reader->has_upos;
  reader->line += count_newlines (block->bytes, block->bytes + block->length);
  return TBK_READ_BATCH;
}

/* Puts the columns of a line into the rows. */
static gboolean
read_line (TagsBatch *batch, int word, TbkPiece line, GError **error)
{
  const int n_needed = batch->has_upos ? 3 : 2;
  TbkPiece fields[MAX_FIELDS] = { { NULL, 0 } };
  const char *at = line.bytes, *end = line.bytes + line.size;
  int n = 0;

  if (line.size > batch->max_line)
    return fail_data (error, "the line is longer than %" G_GSIZE_FORMAT " bytes", batch->max_line);
  if (!encoding_is_utf8 (line.bytes, line.size))
    return fail_data (error, "a line that is not UTF-8 found, expected text");
  for (; at <= end && n < MAX_FIELDS; n++) {
    const char *tab = at == end ? NULL : memchr (at, '\t', (gsize) (end - at)),
               *stop = tab != NULL ? tab : end;

    fields[n] = (TbkPiece){ at, (gsize) (stop - at) };
    at = stop + 1;
  }
  if (n < n_needed || n > n_needed + 1 || at <= end)
    return fail_data (
        error,
        "%d column%s found, expected form, %stag and, if there is one, relation, with tabs between them",
        at <= end ? n + 1 : n, n == 1 ? "" : "s", batch->has_upos ? "UPOS, " : "");
  batch->forms[word] = fields[0];
  batch->upos[word] = batch->has_upos ? fields[1] : (TbkPiece){ NULL, 0 };
  batch->tags[word] = fields[n_needed - 1];
  batch->deprels[word] = n > n_needed ? fields[n_needed] : (TbkPiece){ NULL, 0 };
  return TRUE;
}

static gboolean
read_rows (TagsBatch *batch, const char *at, const char *end, int n, GError **error)
{
  gint64 line = batch->line;

  if (!reserve_words (&batch->forms, &batch->n_forms, n, sizeof (TbkPiece), error)
      || !reserve_words (&batch->upos, &batch->n_upos, n, sizeof (TbkPiece), error)
      || !reserve_words (&batch->tags, &batch->n_tags, n, sizeof (TbkPiece), error)
      || !reserve_words (&batch->deprels, &batch->n_deprels, n, sizeof (TbkPiece), error))
    return FALSE;
  for (int word = 0; at < end; line++) {
    const TbkPiece text = cut_line (at, end, &at);

    if (text.size > 0 && !read_line (batch, ++word, text, error)) {
      g_prefix_error (error, "%s:%" G_GINT64_FORMAT ": ", batch->name, line);
      return FALSE;
    }
  }
  batch->rows = (TbkTagRows){ n, batch->forms, batch->upos, batch->tags, batch->deprels };
  return TRUE;
}

static gboolean
next_entry (gpointer data, TbkEntry *entry)
{
  TagsBatch *batch = data;
  const char *start = batch->block.bytes + batch->at, *end = batch->block.bytes + batch->block.length, *stop;
  int n_lines, n_words;

  if (start == end)
    return FALSE;
  stop = find_sentence_end (start, end, &n_lines, &n_words);
  g_clear_error (&batch->problem);
  read_rows (batch, start, stop, n_words, &batch->problem);
  *entry = (TbkEntry){ .text = start,
                       .length = (gsize) (stop - start),
                       .file = batch->name,
                       .line = batch->line,
                       .index = batch->line,
                       .problem = batch->problem,
                       .sentence = &batch->rows,
                       .n_words = n_words };
  batch->at += entry->length;
  batch->line += n_lines;
  return TRUE;
}

static const TbkFormat tags_format = {
  .name = "tags",
  .reader_open = reader_open,
  .reader_input = reader_input,
  .reader_close = reader_close,
  .batch_new = batch_new,
  .batch_free = batch_free,
  .read = read_next,
  .next = next_entry,
  .entry_name = "sentence",
};

const TbkFormat *
tbk_tags_format (void)
{
  return &tags_format;
}
