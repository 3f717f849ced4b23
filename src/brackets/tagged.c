/* tagged.c - words with tags as a format that the loop over treebanks can drive
 *
 * A block of the input is cut behind its last line without a tab, where every sentence has ended; the rest
 * begins the next batch.
 */
#include <string.h>

#include "base/base.h"
#include "io/io.h"
#include "tbk/brackets.h"

typedef struct {
  BlockReader blocks;
  gint64 line, index; /* of what is in no batch */
} TaggedReader;

typedef struct {
  char *name; /* of the file */
  Block block;
  gsize at;           /* the bytes of the entries taken */
  gint64 line, index; /* of the next entry */

  /* The entry in hand. */
  TbkTaggedWord *words;
  gsize words_allocated;
  TbkTaggedSentence sentence;
  GError *problem;
} TaggedBatch;

/* Reading. */

static gpointer
reader_open (const char *path, const TbkReaderOptions *options, GError **error)
{
  BlockReader blocks;
  TaggedReader *reader;

  (void) options;
  if (!block_reader_open (&blocks, path, "a sentence", error))
    return NULL;
  reader = g_new0 (TaggedReader, 1);
  *reader = (TaggedReader){ .blocks = blocks, .line = 1 };
  return reader;
}

static gpointer
batch_new (void)
{
  return g_new0 (TaggedBatch, 1);
}

static void
batch_free (gpointer data)
{
  TaggedBatch *batch = data;

  g_free (batch->name);
  g_free (batch->block.bytes);
  g_free (batch->words);
  g_clear_error (&batch->problem);
  g_free (batch);
}

/* The length up to the end of the last line without a tab, 0 if there is none.
 *
 * Lines with tabs follow one another within a sentence. A line without one is a whole sentence, or blank:
 * after it no sentence is open. */
static gsize
find_cut (const Block *block)
{
  const char *start = block->bytes, *end = start + block->length;

  for (const char *newline; (newline = find_last (start, end, '\n')) != NULL; end = newline) {
    const char *before = find_last (start, newline, '\n');
    const char *line = before != NULL ? before : start;

    if (memchr (line, '\t', (gsize) (newline - line)) == NULL)
      return (gsize) (newline + 1 - start);
  }
  return 0;
}

/* Lines. */

typedef struct {
  const char *start, *end; /* without what ends it */
  gboolean has_tab, is_empty;
} TaggedLine;

/* The line that begins at @at. Returns where the next one does. */
static gsize
find_line (const TaggedBatch *batch, gsize at, TaggedLine *line)
{
  const char *start = batch->block.bytes + at;
  const gsize n_left = batch->block.length - at;
  const char *newline = memchr (start, '\n', n_left);
  const gsize whole = newline != NULL ? (gsize) (newline - start) : n_left;
  const gsize length = whole > 0 && start[whole - 1] == '\r' ? whole - 1 : whole;

  *line = (TaggedLine){ .start = start, .end = start + length, .is_empty = TRUE };
  line->has_tab = memchr (start, '\t', length) != NULL;
  for (gsize i = 0; line->is_empty && i < length; i++)
    line->is_empty = start[i] == ' ';
  return at + whole + (newline != NULL);
}

/* The bytes of the mark of byte order that the batch begins with. */
static gsize
mark_size (const TaggedBatch *batch)
{
  return batch->line == 1 ? byte_order_mark_size (batch->block.bytes, batch->block.length) : 0;
}

/* Names the file and the place of the batch, and counts sentences and lines on to the next.
 *
 * A sentence is counted where it begins: a line with a tab after one without, or a line of words with tags
 * that is not empty. */
static void
place_batch (TaggedReader *reader, TaggedBatch *batch)
{
  const char *name = tbk_input_name (reader->blocks.input);
  gboolean is_in_block = FALSE;

  if (g_strcmp0 (batch->name, name) != 0) {
    g_free (batch->name);
    batch->name = g_strdup (name);
  }
  batch->at = 0;
  batch->line = reader->line;
  batch->index = reader->index;
  for (gsize at = mark_size (batch); at < batch->block.length;) {
    TaggedLine line;

    at = find_line (batch, at, &line);
    reader->line++;
    reader->index += line.has_tab ? !is_in_block : !line.is_empty;
    is_in_block = line.has_tab;
  }
}

/* Copies the rest of the block before, reads until a sentence has ended, and keeps what follows for the next
 * batch. */
static TbkReadStatus
read_next (gpointer data, gpointer into, GError **error)
{
  TaggedReader *reader = data;
  TaggedBatch *batch = into;

  if (!block_read (&reader->blocks, &batch->block, reader->line, find_cut, error))
    return TBK_READ_FAILED;
  if (batch->block.length == 0)
    return TBK_READ_END;
  place_batch (reader, batch);
  return TBK_READ_BATCH;
}

/* Entries. */

/* Keeps the first problem of the entry in hand. */
static void
set_problem (TaggedBatch *batch, gint64 line, const char *word, gsize length, const char *expected)
{
  g_autofree char *found = tbk_quote (word, length);

  if (batch->problem == NULL)
    g_set_error (&batch->problem, TBK_ERROR, TBK_ERROR_DATA, "%s:%" G_GINT64_FORMAT ": %s found, expected %s",
                 batch->name, line, found, expected);
}

/* Adds the word of @length bytes, in which @separator stands between form and tag.
 *
 * A word may hold the separator itself, as 1/2/CD: the last one counts. A tab cannot be in a word, so there
 * the first one does. */
static void
add_word (TaggedBatch *batch, gint64 line, const char *word, gsize length, char separator)
{
  const char *at =
      separator == '\t' ? memchr (word, '\t', length) : find_last (word, word + length, separator);
  const gsize form_size = at != NULL ? (gsize) (at - word) : 0,
              tag_size = at != NULL ? length - form_size - 1 : 0;

  if (form_size == 0 || tag_size == 0 || memchr (at + 1, separator, tag_size) != NULL) {
    set_problem (batch, line, word, length, separator == '\t' ? "a word, a tab and a tag" : "WORD/TAG");
    return;
  }
  if (!try_reserve (&batch->words, &batch->words_allocated, (gsize) batch->sentence.n + 1,
                    sizeof (TbkTaggedWord))) {
    if (batch->problem == NULL)
      memory_fail (&batch->problem, "%d words of the sentence at %s:%" G_GINT64_FORMAT, batch->sentence.n + 1,
                   batch->name, batch->line);
    return;
  }
  batch->words[batch->sentence.n++] = (TbkTaggedWord){ { word, form_size }, { at + 1, tag_size } };
}

/* Words of one line are parted by spaces, and may have several between them. */
static void
add_words (TaggedBatch *batch, gint64 number, const TaggedLine *line)
{
  for (const char *start = line->start, *end; start < line->end; start = end) {
    end = start;
    while (end < line->end && *end != ' ')
      end++;
    if (end > start)
      add_word (batch, number, start, (gsize) (end - start), '/');
    else
      end++;
  }
}

/* Takes the lines of a sentence that begins at @at with @line. Returns where it ends; @n_lines: (out)
 *
 * The first line shows which of two forms it is: a word in each line, with a tab before the tag, up to an
 * empty line; or all words in one line. An empty line that ends the first form is part of the sentence. */
static gsize
take_sentence (TaggedBatch *batch, gsize at, TaggedLine line, int *n_lines)
{
  *n_lines = 0;
  if (!line.has_tab) {
    add_words (batch, batch->line, &line);
    ++*n_lines;
    return find_line (batch, at, &line);
  }
  while (line.has_tab) {
    add_word (batch, batch->line + *n_lines, line.start, (gsize) (line.end - line.start), '\t');
    at = find_line (batch, at, &line);
    ++*n_lines;
    if (at == batch->block.length)
      return at;
    find_line (batch, at, &line);
  }
  if (!line.is_empty)
    return at;
  ++*n_lines;
  return find_line (batch, at, &line);
}

/* The text of the sentence is checked to be UTF-8 here, by whichever thread works on the batch, and not while
 * it is read. */
static gboolean
next_entry (gpointer data, TbkEntry *entry)
{
  TaggedBatch *batch = data;
  const gsize start = batch->at;
  gsize at;
  TaggedLine line;
  int n_lines;

  g_clear_error (&batch->problem);
  batch->sentence.n = 0;
  if (start == batch->block.length)
    return FALSE;
  at = start + (start == 0 ? mark_size (batch) : 0);
  find_line (batch, at, &line);
  batch->at = take_sentence (batch, at, line, &n_lines);
  encoding_check (batch->name, batch->block.bytes + start, batch->at - start, batch->block.length - start,
                  batch->line, &batch->problem);
  batch->sentence.words = batch->words;
  batch->index += !line.is_empty;
  *entry = (TbkEntry){ .text = batch->block.bytes + start,
                       .length = batch->at - start,
                       .file = batch->name,
                       .line = batch->line,
                       .index = batch->index,
                       .problem = batch->problem,
                       .is_blank = line.is_empty,
                       .sentence = &batch->sentence,
                       .n_words = batch->sentence.n };
  batch->line += n_lines;
  return TRUE;
}

static const TbkFormat tagged_format = {
  .name = "tagged",
  .reader_open = reader_open,
  .reader_input = block_reader_input,
  .reader_close = block_reader_free,
  .batch_new = batch_new,
  .batch_free = batch_free,
  .read = read_next,
  .next = next_entry,
};

const TbkFormat *
tbk_tagged_format (void)
{
  return &tagged_format;
}
