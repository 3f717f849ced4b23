/* reader.c - an input cut into batches of whole sentences.
 *
 * Contents
 *   1. batch: the memory of a batch, which is kept from one block of input to the next
 *   2. reader: an input cut into batches of whole sentences
 */
#include "conllu/conllu.h"

#include <string.h>

#include "base/base.h"
#include "io/io.h"

/* 1. batch: the memory of a batch, which is kept from one block of input to the next. */

TbkConlluBatch *
tbk_conllu_batch_new (void)
{
  return g_new0 (TbkConlluBatch, 1);
}

static void
clear_source (gpointer memory)
{
  ReaderSource *source = memory;
  g_free (source->name);
  g_strfreev (source->columns.names);
  g_free (source->columns.all_names);
  documents_clear (&source->documents);
  g_mutex_clear (&source->lock);
  g_cond_clear (&source->moved);
}

static void
reader_source_unref (ReaderSource *source)
{
  if (source != NULL)
    g_atomic_rc_box_release_full (source, clear_source);
}

void
tbk_conllu_batch_free (TbkConlluBatch *batch)
{
  if (batch == NULL)
    return;
  reader_source_unref (batch->source);
  g_clear_error (&batch->problem);
  g_free (batch->sent_ids);
  g_free (batch->bytes);
  g_free (batch->lines.ends);
  room_clear (&batch->words);
  g_free (batch->fields);
  documents_clear (&batch->before);
  documents_clear (&batch->documents);
  if (batch->reorder != NULL)
    batch->reorder_free (batch->reorder);
  g_free (batch);
}

void
batch_forget_notes (TbkConlluBatch *batch)
{
  memset (batch->note_counts, 0, sizeof batch->note_counts);
  batch->n_sent_ids = 0;
}

/* Ends the former contents and begins new ones of @source, as yet empty. Returns FALSE with @error set. A
 * batch belongs to one input at a time, and keeps its memory for the next. What the line of an open format
 * has behind its named columns is one more field. */
static gboolean
batch_begin (TbkConlluBatch *batch, ReaderSource *source, GError **error)
{
  if (batch->source != source) {
    reader_source_unref (batch->source);
    batch->source = g_atomic_rc_box_acquire (source);
  }
  g_clear_error (&batch->problem);
  batch->length = batch->next = 0;
  batch->valid = G_MAXSIZE;
  batch_forget_notes (batch);

  int room = columns_slots (&source->columns) + 1;
  if (room > batch->fields_room) {
    if (!TRY_RENEW (batch->fields, room))
      return memory_fail (error, "lines of %d columns", source->columns.n);
    batch->fields_room = room;
  }
  return TRUE;
}

/* Makes room for @size bytes; what is there is kept. Returns FALSE with @error set. SCAN_SPARE bytes behind
 * the text may be read: whole vectors are loaded at its end. */
static gboolean
batch_reserve (TbkConlluBatch *batch, gsize size, GError **error)
{
  if (size <= batch->size && batch->bytes != NULL)
    return TRUE;
  if (!TRY_RENEW (batch->bytes, size + SCAN_SPARE)) {
    g_set_error (error, TBK_ERROR, TBK_ERROR_RESOURCE,
                 "%s: no memory for a block of %" G_GSIZE_FORMAT " bytes", batch->source->name, size);
    return FALSE;
  }
  batch->size = size;
  return TRUE;
}

/* Locks the source once the lines of @n_batches are found. Waits until so many batches have found their
 * lines, and locks the source: their numbers of lines and sentences add up in order, whichever thread counted
 * them. */
static void
reader_source_lock (ReaderSource *source, guint64 n_batches)
{
  g_mutex_lock (&source->lock);
  while (source->n_batches < n_batches)
    g_cond_wait (&source->moved, &source->lock);
}

/* Lines are found by the thread that will work on the batch, while another one reads on. Only the addition to
 * the numbers so far is done in turn. */
gboolean
batch_find_lines (TbkConlluBatch *batch, GError **error)
{
  ReaderSource *source = batch->source;
  const gboolean has_memory = lines_find (&batch->lines, batch->bytes, batch->length);

  reader_source_lock (source, batch->number);
  batch->first_line = batch->line = source->line;
  batch->index = source->index;
  if (source->keeps_documents) {
    documents_copy (&batch->before, &source->documents);
    documents_pass (&source->documents, batch->bytes, batch->length);
  }
  if (has_memory) {
    source->line += (gint64) batch->lines.n;
    source->index += (gint64) batch->lines.n_sentences;
  }
  source->n_batches++;
  g_cond_broadcast (&source->moved);
  g_mutex_unlock (&source->lock);
  if (has_memory)
    return TRUE;
  batch->length = 0;
  g_set_error (error, TBK_ERROR, TBK_ERROR_RESOURCE, "%s:%" G_GINT64_FORMAT ": no memory for its lines",
               source->name, batch->line);
  return FALSE;
}

gboolean
batch_is_good_line (const ReaderSource *source, const char *start, const char *end, gboolean has_newline)
{
  if (has_newline && end > start && end[-1] == '\r' && !source->strict)
    end--;
  return (gsize) (end - start) <= source->max_line && memchr (start, '\r', (gsize) (end - start)) == NULL
         && encoding_is_utf8 (start, (gsize) (end - start));
}

/* Makes room for @word too. heads[0] is -1, as for all trees. */
gboolean
batch_grow_words (TbkConlluBatch *batch, int word)
{
  if (!ROOM_RESERVE (&batch->words, MAX (256, word + 1), ARRAY (batch->heads), ARRAY_OF (batch->visits, 2),
                     ARRAY (batch->marked), ARRAY (batch->starts)))
    return FALSE;
  batch->heads[0] = -1;
  return TRUE;
}

/* Lines of words are not stored, as only messages need them: they are counted from the beginning of the
 * sentence. */
gint64
batch_word_line (const TbkConlluBatch *batch, const TbkConlluSentence *sentence, int word)
{
  return sentence->is_vector ? sentence->line
                             : sentence->line + count_newlines (sentence->text, batch->starts[word]);
}

gint64
batch_word_line_after (const TbkConlluBatch *batch, int known, gint64 line, int word)
{
  return batch->source->columns.are_vectors
             ? line
             : line + count_newlines (batch->starts[known], batch->starts[word]);
}

int
batch_split_fields (const char *start, const char *end, const char **fields, int n)
{
  /* fields[k] is where field k begins, and fields[k + 1] - 1 where it ends: at a tab, or after the last field
   * at the end of the line. So n fields need n + 1 places.
   *
   *   1 \t cats \t cat \t NOUN \n
   *   ^    ^       ^      ^       ^
   *   0    1       2      3       4, one behind the newline */
  int n_found = 1;
  fields[0] = start;
  for (const char *block = start; block < end; block += 64) {
    guint64 tabs, newlines;
    scan_block (block, '\t', '\n', &tabs, &newlines);
    /* A block may reach behind the line; tabs there are not counted. */
    for (; tabs != 0 && block + __builtin_ctzll (tabs) < end; tabs &= tabs - 1)
      if (n_found++ < n)
        fields[n_found - 1] = block + __builtin_ctzll (tabs) + 1;
  }
  fields[MIN (n_found, n)] = end + 1;
  return n_found;
}

/* Splits the line of a word that was parsed before: its fields were not kept, since most words need none of
 * them. */
void
batch_find_fields (const TbkConlluBatch *batch, const TbkConlluSentence *sentence, int word)
{
  const char *start = batch->starts[word], *text_end = sentence->text + sentence->length;
  const char *end = memchr (start, '\n', (gsize) (text_end - start));
  if (end == NULL)
    end = text_end;
  else if (end[-1] == '\r')
    end--;
  batch_split_fields (start, end, batch->fields, columns_slots (&batch->source->columns));
}

/* Returns what follows @n tabs, which are there. @next: the tab after that, if it is near, else NULL.
 *
 * Blocks that hold no tab are passed without a look at their bytes. There are @n tabs before the end of the
 * line, so none of another line is counted. */
static const char *
skip_tabs (const char *start, int n, const char **next)
{
  *next = NULL;
  if (n == 0)
    return start;
  for (const char *block = start;; block += 64) {
    guint64 tabs, same;
    scan_block (block, '\t', '\t', &tabs, &same);
    for (; tabs != 0; tabs &= tabs - 1)
      if (--n == 0) {
        const guint64 after = tabs & (tabs - 1);

        *next = after != 0 ? block + __builtin_ctzll (after) : NULL;
        return block + __builtin_ctzll (tabs) + 1;
      }
  }
}

/* One field alone is looked for, from the beginning of its line. The tab behind it is mostly in the same
 * block. */
TbkPiece
tbk_conllu_sentence_field (const TbkConlluSentence *sentence, int word, TbkColumn column)
{
  g_return_val_if_fail ((sentence->problem == NULL || sentence->has_words) && word >= 1
                            && word <= sentence->n,
                        (TbkPiece){ 0 });
  g_return_val_if_fail ((guint) column < TBK_N_COLUMNS, (TbkPiece){ 0 });

  const TbkConlluBatch *batch = sentence->batch;
  const Columns *columns = &batch->source->columns;
  int place = columns->places[column];
  if (place < 0)
    return (TbkPiece){ 0 };
  if (columns->is_open) {
    batch_find_fields (batch, sentence, word);
    return batch_field (batch, place);
  }
  const char *end, *start = skip_tabs (batch->starts[word], place, &end);
  if (place < columns->n - 1) {
    if (end == NULL)
      end = memchr (start, '\t', (gsize) (batch->bytes + batch->length - start));
  } else { /* a newline follows even at the end of the batch */
    end = memchr (start, '\n', (gsize) (batch->bytes + batch->length + 1 - start));
    end -= end[-1] == '\r';
  }
  return end > start ? (TbkPiece){ start, (gsize) (end - start) } : (TbkPiece){ "_", 1 };
}

const char *
tbk_conllu_sentence_file (const TbkConlluSentence *sentence)
{
  return sentence->batch->source->name;
}

/* 2. reader: an input cut into batches of whole sentences.
 *
 * A block is read into the batch's own buffer and cut after the last blank line that ends a sentence;
 * the rest of it begins the next batch. Blank lines too many so go with the sentence after them, unless
 * they fill a block. Reading looks at the end of a block alone: where the lines are is found apart from it.
 */

#define BLOCK_SIZE   ((gsize) 256 << 10)
#define MAX_SENTENCE ((gsize) 64 << 20)
#define MAX_LINE     ((gsize) 1 << 20)
#define VECTOR_LINE  ((gsize) 64) /* what a word has beside its HEAD is less */

struct TbkConlluReader {
  TbkInput *input;
  ReaderSource *source;
  gsize block_size;
  TbkConlluBatch *rest; /* `length` bytes of it are read but not yet in a batch */
  gboolean is_at_end;
  gboolean is_at_start;
  gboolean drops_byte_order_mark;
  gboolean has_dropped_mark; /* before the bytes of the next batch */
  TbkConlluColumns columns;  /* those that are given; `names` only until the reader is open */
  guint64 n_batches;         /* read */
  Vectors *vectors;          /* of an input of head vectors, else NULL */
};

/* Reads until @batch holds @size bytes or the input ends. */
static gboolean
fill (TbkConlluReader *reader, TbkConlluBatch *batch, gsize size, GError **error)
{
  if (reader->is_at_end || batch->length >= size)
    return TRUE;
  if (!batch_reserve (batch, size, error))
    return FALSE;
  char *end = batch->bytes + batch->length;
  gssize n_read = reader->vectors != NULL ? vectors_read (reader->vectors, end, size - batch->length, error)
                                          : tbk_input_read (reader->input, end, size - batch->length, error);
  if (n_read < 0)
    return FALSE;
  batch->length += (gsize) n_read;
  reader->is_at_end = batch->length < size;
  return TRUE;
}

/* Returns the length of the line that begins @batch and ends with a newline or with the input; -1 if it is
 * longer. */
static gssize
first_line_length (const TbkConlluReader *reader, const TbkConlluBatch *batch)
{
  const char *newline = memchr (batch->bytes, '\n', batch->length);
  if (newline != NULL)
    return newline - batch->bytes;
  return reader->is_at_end ? (gssize) batch->length : -1;
}

/* Finds the columns that the caller names, or the first sentence shows; else reads their names if the first
 * line has them. All sentences need them, so a bad line is not
 * a fault of the first sentence alone. */
static gboolean
read_columns (TbkConlluReader *reader, const char *line, gsize length, GError **error)
{
  ReaderSource *source = reader->source;
  const char *end = line + length, *limit = reader->rest->bytes + reader->rest->length;
  const char *last = reader->is_at_end ? NULL : find_last (end, limit, '\n'); /* of the lines read whole */
  gboolean is_known;
  if (!columns_take (&source->columns, &reader->columns, source->name, line, last != NULL ? last : limit,
                     &is_known, error))
    return FALSE;
  if (is_known) {
    source->columns.is_named = columns_are_in (line, length);
    return TRUE;
  }
  if (!columns_read (&source->columns, line, length, source->name, error))
    return FALSE;
  if (!source->columns.is_named || batch_is_good_line (source, line, end, end < limit))
    return TRUE;
  g_set_error (error, TBK_ERROR, TBK_ERROR_DATA,
               "%s:1: global.columns is in no good line, expected UTF-8 text of at most %" G_GSIZE_FORMAT
               " bytes without carriage returns",
               source->name, source->max_line);
  return FALSE;
}

/* Looks at the first bytes for what is no text, and for the names of the columns. */
static gboolean
read_beginning (TbkConlluReader *reader, GError **error)
{
  TbkConlluBatch *rest = reader->rest;
  gssize length;
  do {
    if (!fill (reader, rest, MAX (reader->block_size, 2 * rest->length), error))
      return FALSE;
  } while ((length = first_line_length (reader, rest)) < 0 && rest->length <= reader->source->max_line);

  const char *bytes = rest->bytes;
  if (!kinds_check (reader->input, reader->source->name, bytes, rest->length, error))
    return FALSE;
  if (length < 0)
    return TRUE; /* the line is too long, which is found when it is read as a part of a sentence */
  gsize mark = byte_order_mark_size (bytes, (gsize) length);
  if (!read_columns (reader, bytes + mark, (gsize) length - mark, error))
    return FALSE;
  if (reader->drops_byte_order_mark && mark > 0) {
    rest->length -= mark;
    memmove (rest->bytes, rest->bytes + mark, rest->length);
    reader->is_at_start = FALSE; /* where else a mark stands it is none */
    reader->has_dropped_mark = TRUE;
  }
  return TRUE;
}

/* A reader of what is called @name, without input as yet. Options that are 0 mean the usual. */
static TbkConlluReader *
reader_new (const char *name, gsize block_size, const TbkConlluReaderOptions *options)
{
  static const TbkConlluReaderOptions defaults = { 0 };
  TbkConlluReader *reader = g_new0 (TbkConlluReader, 1);
  if (options == NULL)
    options = &defaults;
  reader->block_size = block_size;
  reader->is_at_start = options->line <= 1;
  reader->drops_byte_order_mark = options->drops_byte_order_mark;
  reader->source = g_atomic_rc_box_new0 (ReaderSource);
  reader->source->name = g_strdup (name);
  g_mutex_init (&reader->source->lock);
  g_cond_init (&reader->source->moved);
  reader->source->line = MAX (options->line, 1);
  reader->source->index = MAX (options->index, 1);
  reader->source->max_line = options->max_line > 0 ? options->max_line : MAX_LINE;
  reader->source->strict = options->strict;
  reader->source->ignores_heads = options->ignores_heads;
  reader->source->takes_headless = options->takes_headless;
  reader->source->any_roots = options->any_roots;
  reader->source->takes_any_heads = options->takes_any_heads;
  reader->source->keeps_documents = options->keeps_documents;
  reader->columns = options->columns;
  columns_init (&reader->source->columns);
  reader->rest = tbk_conllu_batch_new ();
  return reader;
}

/* Lets the reader make lines of head vectors. A long line of the file becomes many short ones. */
static void
begin_vectors (TbkConlluReader *reader)
{
  ReaderSource *source = reader->source;

  reader->vectors = vectors_new (reader->input, source->name, source->max_line);
  source->max_line += VECTOR_LINE;
}

/* Tests use small blocks, so that every boundary falls into some block's end. */
TbkConlluReader *
reader_open_with_blocks (const char *path, const TbkConlluReaderOptions *options, gsize block_size,
                         GError **error)
{
  TbkInput *input = tbk_input_open (path, error);
  if (input == NULL)
    return NULL;

  g_autoptr (TbkConlluReader) reader = reader_new (tbk_input_name (input), block_size, options);
  reader->input = input;
  if (columns_are_vectors (&reader->columns, reader->source->name))
    begin_vectors (reader);
  if (!batch_begin (reader->rest, reader->source, error) || !read_beginning (reader, error))
    return NULL;
  return g_steal_pointer (&reader);
}

/* Puts a whole text into a reader: of head vectors the lines that they stand for. */
static gboolean
take_text (TbkConlluReader *reader, const char *text, gsize length, gboolean is_part, GError **error)
{
  if (!is_part && columns_are_vectors (&reader->columns, reader->source->name)) {
    const GString *made;

    begin_vectors (reader);
    made = vectors_take_text (reader->vectors, text, length, error);
    if (made == NULL)
      return FALSE;
    text = made->str;
    length = made->len;
  }
  if (!batch_begin (reader->rest, reader->source, error) || !batch_reserve (reader->rest, length, error))
    return FALSE;
  if (length > 0)
    memcpy (reader->rest->bytes, text, length);
  reader->rest->length = length;
  return TRUE;
}

/* The text may be a part of a file: then options say at which line it begins, and the columns are those of
 * the file. */
TbkConlluReader *
tbk_conllu_reader_open_text (const char *name, const char *text, gsize length,
                             const TbkConlluReaderOptions *options, GError **error)
{
  g_return_val_if_fail (name != NULL && (text != NULL || length == 0), NULL);

  const gboolean is_part = options != NULL && options->line > 0;
  gboolean is_known = FALSE;
  g_autoptr (TbkConlluReader) reader = reader_new (name, MIN (length + 1, BLOCK_SIZE), options);
  reader->is_at_end = TRUE;
  if ((is_part && options->columns.names != NULL
       && !columns_take (&reader->source->columns, &reader->columns, name, text, text, &is_known, error))
      || !take_text (reader, text, length, is_part, error))
    return NULL;
  if (is_known) {
    const gssize first = first_line_length (reader, reader->rest);
    reader->source->columns.is_named = columns_are_in (reader->rest->bytes, (gsize) first);
  }
  /* Only what begins a file can have a line of names. */
  return is_part || read_beginning (reader, error) ? g_steal_pointer (&reader) : NULL;
}

TbkConlluReader *
tbk_conllu_reader_open (const char *path, const TbkConlluReaderOptions *options, GError **error)
{
  g_return_val_if_fail (path != NULL, NULL);

  return reader_open_with_blocks (path, options, BLOCK_SIZE, error);
}

const TbkInput *
tbk_conllu_reader_input (const TbkConlluReader *reader)
{
  return reader->input;
}

const char *
tbk_conllu_reader_columns (const TbkConlluReader *reader)
{
  return reader->source->columns.all_names;
}

gboolean
tbk_conllu_reader_has_column (const TbkConlluReader *reader, TbkColumn column)
{
  g_return_val_if_fail ((guint) column < TBK_N_COLUMNS, FALSE);

  return reader->source->columns.places[column] >= 0;
}

void
tbk_conllu_reader_close (TbkConlluReader *reader)
{
  if (reader == NULL)
    return;
  tbk_input_close (reader->input);
  vectors_free (reader->vectors);
  tbk_conllu_batch_free (reader->rest);
  reader_source_unref (reader->source);
  g_free (reader);
}

/* Where the blank line begins whose newline is at @newline; NULL if the line is not blank. */
static const char *
blank_line_start (const char *bytes, const char *newline)
{
  const char *start = newline;
  if (start > bytes && start[-1] == '\r')
    start--;
  return start == bytes || start[-1] == '\n' ? start : NULL;
}

/* The length up to the last blank line that directly follows a sentence, if its newline is at @searched or
 * after it; else 0.
 *
 * Backwards from the end, since the last blank line is near it. What was searched before has none that ends a
 * sentence, and is not searched again: so a long sentence costs O(n) in all. */
static gsize
find_cut (const TbkConlluBatch *batch, gsize searched)
{
  const char *bytes = batch->bytes, *stop = bytes + batch->length, *newline;
  while ((newline = find_last (bytes, stop, '\n')) != NULL && newline >= bytes + searched) {
    const char *start = blank_line_start (bytes, newline);
    if (start != NULL && start > bytes && blank_line_start (bytes, start - 1) == NULL)
      return (gsize) (newline + 1 - bytes);
    stop = newline;
  }
  return 0;
}

/* The length of the blank lines that @batch consists of, but for a last byte that may begin one; 0 if
 * there is anything else. */
static gsize
only_blank_lines (const TbkConlluBatch *batch)
{
  const char *position = batch->bytes, *end = position + batch->length;
  while (position < end) {
    gboolean has_return = *position == '\r';
    if (has_return && position + 1 == end)
      break;
    if (position[has_return] != '\n')
      return 0;
    position += 1 + has_return;
  }
  return (gsize) (position - batch->bytes);
}

/* The number of the line that begins what is read now. */
static gint64
first_line (const TbkConlluReader *reader)
{
  gint64 line;
  reader_source_lock (reader->source, reader->n_batches);
  line = reader->source->line;
  g_mutex_unlock (&reader->source->lock);
  return line;
}

/* Refuses what cannot be a sentence's beginning, however it goes on.
 *
 * A sentence without an end would otherwise be read until memory runs out: a file of zeros, or a text without
 * line ends. */
static gboolean
check_growth (const TbkConlluReader *reader, const TbkConlluBatch *batch, GError **error)
{
  const char *end = batch->bytes + batch->length;
  const char *newline = find_last (batch->bytes, end, '\n');
  gsize last_line = newline != NULL ? (gsize) (end - newline - 1) : batch->length;
  if (last_line > reader->source->max_line) {
    gint64 line = first_line (reader);
    for (const char *p = batch->bytes; newline != NULL && p <= newline; p++)
      line += *p == '\n';
    g_set_error (error, TBK_ERROR, TBK_ERROR_DATA,
                 "%s:%" G_GINT64_FORMAT ": line longer than %" G_GSIZE_FORMAT " bytes", reader->source->name,
                 line, reader->source->max_line);
    return FALSE;
  }
  if (batch->length >= MAX_SENTENCE) {
    g_set_error (error, TBK_ERROR, TBK_ERROR_DATA,
                 "%s:%" G_GINT64_FORMAT ": sentence longer than %" G_GSIZE_FORMAT " bytes",
                 reader->source->name, first_line (reader), MAX_SENTENCE);
    return FALSE;
  }
  return TRUE;
}

/* Reads until @batch holds a whole sentence; *@cut gets how much of it are whole ones.
 *
 * The block doubles while no sentence ends in it. At the end of the input everything belongs to the batch. */
static gboolean
read_sentences (TbkConlluReader *reader, TbkConlluBatch *batch, gsize *cut, GError **error)
{
  gsize searched = 0, size = MAX (reader->block_size, batch->length);
  for (;;) {
    if (!fill (reader, batch, size, error))
      return FALSE;
    if (reader->is_at_end) {
      *cut = batch->length;
      return TRUE;
    }
    if ((*cut = find_cut (batch, searched)) > 0 || (*cut = only_blank_lines (batch)) > 0)
      return TRUE;
    if (!check_growth (reader, batch, error))
      return FALSE;
    searched = batch->length;
    size = MIN (2 * size, MAX_SENTENCE);
  }
}

/* Moves what follows the first @cut bytes of @batch to the rest, and sees to the newline after the last. */
static gboolean
keep_rest (TbkConlluReader *reader, TbkConlluBatch *batch, gsize cut, GError **error)
{
  TbkConlluBatch *rest = reader->rest;
  gsize length = batch->length - cut;
  memset (batch->bytes + batch->length, '\n', SCAN_SPARE);
  if (length > 0) {
    if (!batch_reserve (rest, length, error))
      return FALSE;
    memcpy (rest->bytes, batch->bytes + cut, length);
  }
  rest->length = length;
  batch->length = cut;
  return TRUE;
}

/* One batch of whole sentences. The numbers of its lines are not known yet: batch_find_lines() finds them
 * later, perhaps in another thread. */
TbkReadStatus
reader_read (TbkConlluReader *reader, TbkConlluBatch *batch, GError **error)
{
  gsize cut;
  if (!batch_begin (batch, reader->source, error)
      || !batch_reserve (batch, MAX (reader->block_size, reader->rest->length), error))
    return TBK_READ_FAILED;
  if (reader->rest->length > 0)
    memcpy (batch->bytes, reader->rest->bytes, reader->rest->length);
  batch->length = reader->rest->length;
  reader->rest->length = 0;
  if (!read_sentences (reader, batch, &cut, error) || !keep_rest (reader, batch, cut, error)) {
    batch->length = 0;
    return TBK_READ_FAILED;
  }
  if (cut == 0)
    return TBK_READ_END;
  batch->number = reader->n_batches++;
  batch->is_first = reader->is_at_start;
  batch->is_after_mark = reader->has_dropped_mark;
  reader->is_at_start = reader->has_dropped_mark = FALSE;
  return TBK_READ_BATCH;
}

TbkReadStatus
tbk_conllu_reader_next (TbkConlluReader *reader, TbkConlluBatch *batch, GError **error)
{
  TbkReadStatus status = reader_read (reader, batch, error);
  return status != TBK_READ_BATCH || batch_find_lines (batch, error) ? status : TBK_READ_FAILED;
}
