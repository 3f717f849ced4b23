/* conllu_format.c - CoNLL-U as a format that the loop over treebanks can drive. */
#include "conllu/conllu.h"

#include <string.h>

#include "tbk/conllu.h"

/* A batch, and its sentence in hand. */
typedef struct {
  TbkConlluBatch *batch;
  TbkConlluSentence sentence;
} Batch;

/* The options of the loop are those of the format, under the names that suit it. */
static gpointer
reader_open (const char *path, const TbkReaderOptions *options, GError **error)
{
  const TbkConlluColumns *columns = options->of_format, as_found = { 0 };
  const TbkConlluReaderOptions reader_options = {
    .columns = columns != NULL ? *columns : as_found,
    .max_line = options->max_line,
    .strict = options->strict,
    .drops_byte_order_mark = options->drops_byte_order_mark,
    .ignores_heads = options->ignores_trees,
    .takes_headless = options->takes_headless,
    .any_roots = options->any_roots,
    .takes_any_heads = options->takes_any_heads,
    .keeps_documents = options->keeps_documents,
  };

  return tbk_conllu_reader_open (path, &reader_options, error);
}

static const TbkInput *
reader_input (gconstpointer reader)
{
  return tbk_conllu_reader_input (reader);
}

static const char *
reader_columns (gconstpointer reader)
{
  return tbk_conllu_reader_columns (reader);
}

static void
reader_close (gpointer reader)
{
  tbk_conllu_reader_close (reader);
}

static gpointer
batch_new (void)
{
  Batch *batch = g_new0 (Batch, 1);

  batch->batch = tbk_conllu_batch_new ();
  return batch;
}

static void
batch_free (gpointer batch)
{
  tbk_conllu_batch_free (((Batch *) batch)->batch);
  g_free (batch);
}

static TbkReadStatus
read_next (gpointer reader, gpointer batch, GError **error)
{
  return reader_read (reader, ((Batch *) batch)->batch, error);
}

static gboolean
finish (gpointer batch, GError **error)
{
  return batch_find_lines (((Batch *) batch)->batch, error);
}

/* Counts the words of a bad sentence but the first that have the number 1: blank lines may be missing. */
static int
count_joined (const TbkConlluSentence *sentence)
{
  const char *line = sentence->text, *end = line + sentence->length, *newline;
  int n = 0;

  if (sentence->problem == NULL || sentence->batch->source->columns.places[TBK_COLUMN_ID] != 0)
    return 0;
  for (; line < end; line = newline + 1) {
    n += has_prefix (line, end, "1\t");
    newline = memchr (line, '\n', (gsize) (end - line));
    if (newline == NULL)
      break;
  }
  return MAX (n, 1) - 1;
}

/* A bad sentence was not read to its end; and a byte order mark may stand before the first. */
static TbkMarks
find_marks (const TbkConlluBatch *batch, const TbkConlluSentence *sentence)
{
  if (sentence->has_file_marks || sentence->problem != NULL || (batch->is_first && sentence->line == 1))
    return TBK_MARKS_OF_FILE;
  return sentence->has_document_marks ? TBK_MARKS_OF_DOCUMENT : TBK_MARKS_NONE;
}

/* The record by which the loop knows a sentence of any format. */
static gboolean
next_entry (gpointer data, TbkEntry *entry)
{
  Batch *batch = data;
  const TbkConlluSentence *sentence = &batch->sentence;

  if (!tbk_conllu_batch_next (batch->batch, &batch->sentence))
    return FALSE;
  *entry = (TbkEntry){ .text = sentence->text,
                       .length = sentence->length,
                       .file = batch->batch->source->name,
                       .line = sentence->line,
                       .index = sentence->index,
                       .id = sentence->sent_id,
                       .id_length = sentence->sent_id_length,
                       .problem = sentence->problem,
                       .n_joined = count_joined (sentence),
                       .is_blank = sentence->problem == NULL && sentence->n == 0,
                       .sentence = sentence,
                       .n_words = sentence->n,
                       .marks = find_marks (batch->batch, sentence) };
  return TRUE;
}

static void
rewind_batch (gpointer batch)
{
  batch_rewind (((Batch *) batch)->batch);
}

/* A sentence ends with a newline and a blank line: how many of the two are missing at the end of a file. */
static int
count_open_lines (const TbkEntry *entry)
{
  const char *end = entry->text + entry->length;

  if (end[-1] != '\n')
    return 2;
  end -= entry->length > 1 && end[-2] == '\r' ? 2 : 1;
  return end > entry->text && end[-1] != '\n';
}

static gint64
keep_marks (const TbkEntry *entry, TbkText *text, gint64 *first_lost)
{
  return write_document_marks (entry->sentence, text, first_lost);
}

static gpointer
new_notes (void)
{
  return notes_new ();
}

static void
free_notes (gpointer notes)
{
  notes_free (notes);
}

static gboolean
add_notes (gpointer notes, gconstpointer batch, GError **error)
{
  return notes_add (notes, ((const Batch *) batch)->batch, error);
}

static gboolean
get_notes (gconstpointer notes, int number, TbkWarning *warning)
{
  if (number >= TBK_N_NOTES)
    return FALSE;
  warning->name = note_name (number);
  warning->text = note_text (number);
  warning->count = notes_count (notes, number, &warning->line);
  warning->id = notes_sent_id (notes, number);
  warning->file = NULL;
  return TRUE;
}

static const TbkFormat conllu_format = {
  .name = "conllu",
  .reader_open = reader_open,
  .reader_input = reader_input,
  .reader_columns = reader_columns,
  .reader_close = reader_close,
  .batch_new = batch_new,
  .batch_free = batch_free,
  .read = read_next,
  .finish = finish,
  .next = next_entry,
  .rewind = rewind_batch,
  .count_open_lines = count_open_lines,
  .keep_marks = keep_marks,
  .notes_new = new_notes,
  .notes_free = free_notes,
  .notes_add = add_notes,
  .notes_get = get_notes,
};

const TbkFormat *
tbk_conllu_format (void)
{
  return &conllu_format;
}
