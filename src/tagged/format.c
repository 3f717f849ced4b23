/* format.c - words with tags as a format that the loop over treebanks can drive.
 *
 * A block of the input is cut behind its last line without a tab, where every sentence has ended; the rest begins the next
 * batch.
 */
#include <string.h>

#include "base/memory.h"
#include "base/plain_format.h"
#include "base/quote.h"
#include "tbk/tagged.h"

#define BLOCK_SIZE ((gsize) 256 << 10)
#define MAX_SIZE   ((gsize) 1 << 30)

typedef struct {
  TbkInput *input;
  char *rest; /* what is read and not yet in a batch */
  gsize rest_length, rest_allocated;
  gboolean is_at_end;
  gint64 line, index; /* of the rest */
} TaggedReader;

typedef struct {
  char *name; /* of the file */
  char *bytes;
  gsize length, n_allocated, at; /* bytes, and those of the entries taken */
  gint64 line, index;            /* of the next entry */

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
  TbkInput *input = tbk_input_open (path, error);
  TaggedReader *reader;

  (void) options;
  if (input == NULL)
    return NULL;
  reader = g_new0 (TaggedReader, 1);
  *reader = (TaggedReader){ .input = input, .line = 1 };
  return reader;
}

static const TbkInput *
reader_input (gconstpointer reader)
{
  return ((const TaggedReader *) reader)->input;
}

static void
reader_close (gpointer data)
{
  TaggedReader *reader = data;

  if (reader == NULL)
    return;
  tbk_input_close (reader->input);
  g_free (reader->rest);
  g_free (reader);
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
  g_free (batch->bytes);
  g_free (batch->words);
  g_clear_error (&batch->problem);
  g_free (batch);
}

/* The last @c among @length bytes, NULL if there is none. */
static const char *
find_last (const char *bytes, char c, gsize length)
{
  for (const char *at = bytes + length; at > bytes; at--)
    if (at[-1] == c)
      return at - 1;
  return NULL;
}

/* The end of the last line without a tab, 0 if there is none. */
static gsize
find_cut (const char *bytes, gsize length)
{
  gsize end = length;

  while (end > 0) {
    const char *newline = find_last (bytes, '\n', end), *before;

    if (newline == NULL)
      return 0;
    end = (gsize) (newline - bytes);
    before = find_last (bytes, '\n', end);
    if (before == NULL)
      before = bytes;
    if (memchr (before, '\t', (gsize) (newline - before)) == NULL)
      return end + 1;
  }
  return 0;
}

static gboolean
fail_size (const TaggedReader *reader, gsize size, GError **error)
{
  return memory_fail (error, "%" G_GSIZE_FORMAT " bytes of %s", size, tbk_input_name (reader->input));
}

/* Reads until a sentence has ended or the input has. */
static gboolean
fill (TaggedReader *reader, TaggedBatch *batch, gsize *cut, GError **error)
{
  *cut = 0;
  for (gsize size = BLOCK_SIZE; *cut == 0 && !reader->is_at_end; size *= 2) {
    gssize n_read;

    if (size <= batch->length)
      continue;
    if (size > MAX_SIZE) {
      g_set_error (error, TBK_ERROR, TBK_ERROR_DATA,
                   "%s:%" G_GINT64_FORMAT ": found no end of a sentence in %" G_GSIZE_FORMAT
                   " bytes, expected one sooner",
                   tbk_input_name (reader->input), reader->line, batch->length);
      return FALSE;
    }
    if (!try_reserve (&batch->bytes, &batch->n_allocated, size, 1))
      return fail_size (reader, size, error);
    n_read = tbk_input_read (reader->input, batch->bytes + batch->length, size - batch->length, error);
    if (n_read < 0)
      return FALSE;
    batch->length += (gsize) n_read;
    reader->is_at_end = batch->length < size;
    *cut = find_cut (batch->bytes, batch->length);
  }
  if (reader->is_at_end)
    *cut = batch->length;
  return TRUE;
}

static gboolean
take_rest (TaggedReader *reader, TaggedBatch *batch, GError **error)
{
  if (!try_reserve (&batch->bytes, &batch->n_allocated, MAX (reader->rest_length, 1), 1))
    return fail_size (reader, reader->rest_length, error);
  if (reader->rest_length > 0)
    memcpy (batch->bytes, reader->rest, reader->rest_length);
  batch->length = reader->rest_length;
  reader->rest_length = 0;
  return TRUE;
}

static gboolean
keep_rest (TaggedReader *reader, TaggedBatch *batch, gsize cut, GError **error)
{
  const gsize length = batch->length - cut;

  if (!try_reserve (&reader->rest, &reader->rest_allocated, MAX (length, 1), 1))
    return fail_size (reader, length, error);
  memcpy (reader->rest, batch->bytes + cut, length);
  reader->rest_length = length;
  batch->length = cut;
  return TRUE;
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
  const char *start = batch->bytes + at;
  const gsize n_left = batch->length - at;
  const char *newline = memchr (start, '\n', n_left);
  const gsize whole = newline != NULL ? (gsize) (newline - start) : n_left;
  const gsize length = whole > 0 && start[whole - 1] == '\r' ? whole - 1 : whole;

  *line = (TaggedLine){ .start = start, .end = start + length, .is_empty = TRUE };
  line->has_tab = memchr (start, '\t', length) != NULL;
  for (gsize i = 0; line->is_empty && i < length; i++)
    line->is_empty = start[i] == ' ';
  return at + whole + (newline != NULL);
}

/* Names the file and the place of the batch, and counts sentences and lines on to the next. */
static void
place_batch (TaggedReader *reader, TaggedBatch *batch)
{
  const char *name = tbk_input_name (reader->input);
  gboolean is_in_block = FALSE;

  if (g_strcmp0 (batch->name, name) != 0) {
    g_free (batch->name);
    batch->name = g_strdup (name);
  }
  batch->at = 0;
  batch->line = reader->line;
  batch->index = reader->index;
  for (gsize at = 0; at < batch->length;) {
    TaggedLine line;

    at = find_line (batch, at, &line);
    reader->line++;
    reader->index += line.has_tab ? !is_in_block : !line.is_empty;
    is_in_block = line.has_tab;
  }
}

static TbkReadStatus
read_next (gpointer data, gpointer into, GError **error)
{
  TaggedReader *reader = data;
  TaggedBatch *batch = into;
  gsize cut;

  if (!take_rest (reader, batch, error) || !fill (reader, batch, &cut, error))
    return TBK_READ_FAILED;
  if (cut == 0)
    return TBK_READ_END;
  if (!keep_rest (reader, batch, cut, error))
    return TBK_READ_FAILED;
  place_batch (reader, batch);
  return TBK_READ_BATCH;
}

/* Entries. */

/* Keeps the first problem of the entry in hand. */
static void
set_problem (TaggedBatch *batch, gint64 line, const char *word, gsize length, const char *expected)
{
  g_autofree char *found = batch->problem == NULL ? quote (word, length) : NULL;

  if (found != NULL)
    g_set_error (&batch->problem, TBK_ERROR, TBK_ERROR_DATA, "%s:%" G_GINT64_FORMAT ": %s found, expected %s",
                 batch->name, line, found, expected);
}

/* Adds the word of @length bytes, in which @separator stands between form and tag. */
static void
add_word (TaggedBatch *batch, gint64 line, const char *word, gsize length, char separator)
{
  const char *at = separator == '\t' ? memchr (word, '\t', length) : find_last (word, separator, length);
  const gsize form_size = at != NULL ? (gsize) (at - word) : 0,
              tag_size = at != NULL ? length - form_size - 1 : 0;

  if (form_size == 0 || tag_size == 0 || memchr (at + 1, separator, tag_size) != NULL) {
    set_problem (batch, line, word, length, separator == '\t' ? "a word, a tab and a tag" : "WORD/TAG");
    return;
  }
  if (!try_reserve (&batch->words, &batch->words_allocated, (gsize) batch->sentence.n + 1,
                    sizeof (TbkTaggedWord))) {
    if (batch->problem == NULL)
      memory_fail (&batch->problem, "a sentence of %d words", batch->sentence.n + 1);
    return;
  }
  batch->words[batch->sentence.n++] = (TbkTaggedWord){ { word, form_size }, { at + 1, tag_size } };
}

static void
add_words (TaggedBatch *batch, gint64 number, const TaggedLine *line)
{
  for (const char *c = line->start; c < line->end; c++) {
    const char *start = c;

    while (c < line->end && *c != ' ')
      c++;
    if (c > start)
      add_word (batch, number, start, (gsize) (c - start), '/');
  }
}

/* Takes the lines of a sentence that begins at @at with @line. Returns where it ends; @n_lines: (out) */
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
    if (at == batch->length)
      return at;
    find_line (batch, at, &line);
  }
  if (!line.is_empty)
    return at;
  ++*n_lines;
  return find_line (batch, at, &line);
}

static gboolean
next_entry (gpointer data, TbkEntry *entry)
{
  TaggedBatch *batch = data;
  const gsize start = batch->at;
  gsize at = start;
  TaggedLine line;
  int n_lines;

  g_clear_error (&batch->problem);
  batch->sentence.n = 0;
  if (start == batch->length)
    return FALSE;
  if (batch->line == 1 && batch->length >= 3 && memcmp (batch->bytes, BYTE_ORDER_MARK, 3) == 0)
    at = 3;
  find_line (batch, at, &line);
  batch->at = take_sentence (batch, at, line, &n_lines);
  batch->sentence.words = batch->words;
  batch->index += !line.is_empty || line.has_tab;
  *entry = (TbkEntry){ .text = batch->bytes + start,
                       .length = batch->at - start,
                       .file = batch->name,
                       .line = batch->line,
                       .index = batch->index,
                       .problem = batch->problem,
                       .is_blank = line.is_empty && !line.has_tab,
                       .sentence = &batch->sentence,
                       .n_words = batch->sentence.n };
  batch->line += n_lines;
  return TRUE;
}

static const TbkFormat tagged_format = {
  .name = "tagged",
  .reader_open = reader_open,
  .reader_input = reader_input,
  .reader_columns = plain_reader_columns,
  .reader_close = reader_close,
  .batch_new = batch_new,
  .batch_free = batch_free,
  .read = read_next,
  .next = next_entry,
  .count_open_lines = plain_count_open_lines,
  .keep_marks = plain_keep_marks,
  .notes_new = plain_notes_new,
  .notes_free = plain_notes_free,
  .notes_add = plain_notes_add,
  .notes_get = plain_notes_get,
};

const TbkFormat *
tbk_tagged_format (void)
{
  return &tagged_format;
}
