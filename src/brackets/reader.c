/* reader.c - an input cut into batches of whole trees.
 *
 * A block is read into the batch's own buffer and cut after the last tree that has ended; the rest of it
 * begins the next batch, where the scan goes on: no byte is scanned twice.
 */
#include "brackets/brackets.h"

#include <string.h>

#include "base/memory.h"

#define BLOCK_SIZE ((gsize) 256 << 10)

struct TbkBracketReader {
  TbkInput *input;
  TbkBracketOptions options;
  char *rest; /* what is read and not yet in a batch */
  gsize rest_length, rest_allocated;
  gboolean is_at_end, is_at_start;
  BracketScan scan;   /* of the rest */
  gint64 line, index; /* of the first byte of the rest */
  GError *fault;      /* found behind trees that come first */
};

TbkBracketReader *
tbk_bracket_reader_open (const char *path, const TbkBracketOptions *options, GError **error)
{
  static const TbkBracketOptions defaults = { .rules = TBK_BRACKETS_NORMALIZED };
  TbkInput *input = tbk_input_open (path, error);
  TbkBracketReader *reader;

  if (input == NULL)
    return NULL;
  reader = g_new0 (TbkBracketReader, 1);
  reader->input = input;
  reader->options = options == NULL ? defaults : *options;
  reader->line = reader->scan.line = 1;
  reader->is_at_start = TRUE;
  return reader;
}

const TbkInput *
tbk_bracket_reader_input (const TbkBracketReader *reader)
{
  return reader->input;
}

void
tbk_bracket_reader_close (TbkBracketReader *reader)
{
  if (reader == NULL)
    return;
  tbk_input_close (reader->input);
  g_free (reader->rest);
  g_clear_error (&reader->fault);
  g_free (reader);
}

/* Reads until the batch holds @size bytes or the input ends. */
static gboolean
fill (TbkBracketReader *reader, TbkBracketBatch *batch, gsize size, GError **error)
{
  gssize n_read;

  if (reader->is_at_end || batch->length >= size)
    return TRUE;
  if (!try_reserve (&batch->bytes, &batch->n_allocated, size, 1))
    return memory_fail (error, "a batch of %" G_GSIZE_FORMAT " bytes of %s", size,
                        tbk_input_name (reader->input));
  n_read = tbk_input_read (reader->input, batch->bytes + batch->length, size - batch->length, error);
  if (n_read < 0)
    return FALSE;
  batch->length += (gsize) n_read;
  reader->is_at_end = batch->length < size;
  return TRUE;
}

/* A byte order mark becomes blanks, for which no rule asks. */
static void
skip_byte_order_mark (TbkBracketReader *reader, TbkBracketBatch *batch)
{
  if (reader->is_at_start && batch->length >= 3 && memcmp (batch->bytes, BYTE_ORDER_MARK, 3) == 0)
    reader->scan.at = 3;
  reader->is_at_start = FALSE;
}

/* Puts the name of the file before the line. */
static void
keep_fault (TbkBracketReader *reader, GError *fault)
{
  g_prefix_error (&fault, "%s:", tbk_input_name (reader->input));
  reader->fault = fault;
}

/* Reads and scans until a tree has ended, the input has, or a fault is found. */
static gboolean
read_trees (TbkBracketReader *reader, TbkBracketBatch *batch, GError **error)
{
  for (gsize size = BLOCK_SIZE;; size *= 2) {
    GError *fault = NULL;

    if (!fill (reader, batch, size, error))
      return FALSE;
    skip_byte_order_mark (reader, batch);
    if (!scan_trees (&reader->scan, batch->bytes, batch->length, reader->is_at_end, &fault))
      keep_fault (reader, fault);
    if (reader->scan.cut > 0 || reader->fault != NULL || reader->is_at_end)
      return TRUE;
    if (size >= TBK_BRACKETS_MAX_BYTES) {
      g_set_error (error, TBK_ERROR, TBK_ERROR_DATA,
                   "%s:%" G_GINT64_FORMAT ": found no end of a tree in %" G_GSIZE_FORMAT
                   " bytes, expected one sooner",
                   tbk_input_name (reader->input), reader->line, batch->length);
      return FALSE;
    }
  }
}

/* Takes the bytes that were read before into the batch. */
static gboolean
take_rest (TbkBracketReader *reader, TbkBracketBatch *batch, GError **error)
{
  if (!try_reserve (&batch->bytes, &batch->n_allocated, MAX (reader->rest_length, 1), 1))
    return memory_fail (error, "a batch of %" G_GSIZE_FORMAT " bytes of %s", reader->rest_length,
                        tbk_input_name (reader->input));
  if (reader->rest_length > 0)
    memcpy (batch->bytes, reader->rest, reader->rest_length);
  batch->length = reader->rest_length;
  reader->rest_length = 0;
  return TRUE;
}

/* Keeps the bytes behind the cut for the next batch. */
static gboolean
keep_rest (TbkBracketReader *reader, TbkBracketBatch *batch, GError **error)
{
  const gsize cut = reader->scan.cut, length = batch->length - cut;

  if (!try_reserve (&reader->rest, &reader->rest_allocated, MAX (length, 1), 1))
    return memory_fail (error, "%" G_GSIZE_FORMAT " bytes of %s", length, tbk_input_name (reader->input));
  memcpy (reader->rest, batch->bytes + cut, length);
  reader->rest_length = length;
  reader->scan.at -= cut;
  reader->scan.comment -= MIN (reader->scan.comment, cut);
  reader->scan.cut = 0;
  reader->scan.n_ended -= reader->scan.n_cut;
  batch->length = cut;
  return TRUE;
}

/* Names the file and the place of the batch, and counts on to the next. */
static void
place_batch (TbkBracketReader *reader, TbkBracketBatch *batch)
{
  const char *name = tbk_input_name (reader->input);

  if (g_strcmp0 (batch->name, name) != 0) {
    g_free (batch->name);
    batch->name = g_strdup (name);
  }
  batch->text = batch->bytes;
  batch->options = reader->options;
  batch->at = 0;
  batch->line = reader->line;
  batch->index = reader->index;
  reader->index += reader->scan.n_cut;
  for (const char *at = batch->text, *end = at + batch->length; (at = memchr (at, '\n', end - at)) != NULL;
       at++)
    reader->line++;
}

TbkReadStatus
tbk_bracket_reader_next (TbkBracketReader *reader, TbkBracketBatch *batch, GError **error)
{
  if (reader->fault != NULL) {
    g_propagate_error (error, g_error_copy (reader->fault));
    return TBK_READ_FAILED;
  }
  if (!take_rest (reader, batch, error) || !read_trees (reader, batch, error))
    return TBK_READ_FAILED;
  if (reader->scan.cut == 0 && reader->fault != NULL) {
    g_propagate_error (error, g_error_copy (reader->fault));
    return TBK_READ_FAILED;
  }
  if (reader->scan.cut == 0)
    return TBK_READ_END;
  if (!keep_rest (reader, batch, error))
    return TBK_READ_FAILED;
  place_batch (reader, batch);
  return TBK_READ_BATCH;
}
