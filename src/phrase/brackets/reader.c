/* reader.c - an input cut into batches of whole trees.
 *
 * A block is read into the batch's own buffer and cut after the last tree that has ended. The rest of it
 * begins the next batch, where the scan goes on. So no byte is scanned twice.
 */
#include "phrase/brackets/brackets.h"

#include <string.h>

G_STATIC_ASSERT (BLOCK_MAX_SIZE == TBK_BRACKETS_MAX_BYTES);

struct TbkBracketReader {
  BlockReader blocks;
  TbkBracketOptions options;
  gboolean is_at_start;
  BracketScan scan;   /* of the rest */
  gint64 line, index; /* of the first byte of the rest */
  GError *fault;      /* found behind trees that come first */
  FileLosses *losses;
};

TbkBracketReader *
tbk_bracket_reader_open (const char *path, const TbkBracketOptions *options, GError **error)
{
  static const TbkBracketOptions defaults = { .rules = TBK_BRACKETS_DEFAULT };
  BlockReader blocks;
  TbkBracketReader *reader;

  if (!block_reader_open (&blocks, path, "a tree", error))
    return NULL;
  reader = g_new0 (TbkBracketReader, 1);
  reader->blocks = blocks;
  reader->options = options == NULL ? defaults : *options;
  reader->line = reader->scan.line = 1;
  reader->is_at_start = TRUE;
  reader->losses = losses_add_file (reader->options.losses, tbk_input_name (blocks.input));
  return reader;
}

const TbkInput *
tbk_bracket_reader_input (const TbkBracketReader *reader)
{
  return reader->blocks.input;
}

gint64
reader_count_lines (const TbkBracketReader *reader)
{
  return reader->scan.line - 1;
}

void
tbk_bracket_reader_close (TbkBracketReader *reader)
{
  if (reader == NULL)
    return;
  block_reader_close (&reader->blocks);
  g_clear_error (&reader->fault);
  g_free (reader);
}

/* A byte order mark becomes blanks, for which no rule asks. */
static void
skip_byte_order_mark (TbkBracketReader *reader, TbkBracketBatch *batch)
{
  if (reader->is_at_start)
    reader->scan.at = byte_order_mark_size (batch->block.bytes, batch->block.length);
  reader->is_at_start = FALSE;
}

static gboolean
begins (const char *text, const char *end, const char *with)
{
  return (gsize) (end - text) >= strlen (with) && memcmp (text, with, strlen (with)) == 0;
}

/* Whether one of the lines, which are comments in brackets, is of the export format. */
static gboolean
has_export_line (const char *lines, const char *end)
{
  while (lines < end) {
    const char *newline = memchr (lines, '\n', (gsize) (end - lines));

    if (begins (lines, end, "#BOS ") || begins (lines, end, "#FORMAT ") || begins (lines, end, "#BOT "))
      return TRUE;
    lines = newline == NULL ? end : newline + 1;
  }
  return FALSE;
}

/* The same of other formats of phrase structure; NULL for none. */
static const char *
hint_of_treebank (const char *before, const char *text, const char *end)
{
  if (begins (text, end, "%%") || has_export_line (before, text))
    return ": this looks like the export format of NEGRA and TIGER, which tbk does not read; treetools and "
           "disco-dop write it as brackets, once crossing branches are removed";
  if (begins (text, end, "<S ID") || begins (text, end, "<DOC") || begins (text, end, "<s id"))
    return ": this looks like the Chinese Treebank, with lines of <S ID=1>; grep -v '^ *<' leaves the trees";
  if (begins (text, end, "<?xml") || begins (text, end, "<corpus"))
    return g_strstr_len (text, end - text, "<corpus") != NULL
               ? ": this looks like TIGER XML, which tbk does not read; treetools and disco-dop write it as "
                 "brackets, once crossing branches are removed"
               : ": this looks like XML, which tbk does not read";
  if (*text == '<')
    return ": this looks like HTML or XML, which tbk does not read";
  if (*text == ';')
    return ": this looks like the Sejong Treebank, which tbk does not read: write its leaves WORD/TAG + WORD/TAG "
           "as (TAG WORD) (TAG WORD), and leave out lines of ;";
  if (*text == '{')
    return ": this looks like JSON, which tbk does not read as trees";
  return NULL;
}

/* What a file that does not begin as brackets do looks like; @before: its comments. */
static const char *
hint_of_text (const char *before, const char *text, gsize length)
{
  const char *newline = memchr (text, '\n', length), *end = newline != NULL ? newline : text + length;
  const char *token = text, *of_treebank = hint_of_treebank (before, text, text + length);

  if (of_treebank != NULL)
    return of_treebank;
  while (token < end && is_token (*token))
    token++;
  if (memchr (text, '\t', (gsize) (end - text)) != NULL)
    return g_ascii_isdigit (*text) ? ": this looks like CoNLL-U" : "";
  if (memchr (text, '/', (gsize) (token - text)) != NULL)
    return ": this looks like words with tags, which tbk parse reads by --input=tagged";
  return ": this looks like plain text; tbk parse reads words with tags by --input=tagged";
}

/* Puts the name of the file before the line, and what the text looks like behind. */
static void
keep_fault (TbkBracketReader *reader, const TbkBracketBatch *batch, const GError *fault)
{
  const BracketScan *scan = &reader->scan;
  const gboolean is_ended = scan->state != SCAN_BETWEEN && scan->at == batch->block.length;
  const gboolean is_other = reader->index == 0 && scan->n_ended == 0 && scan->state == SCAN_BETWEEN
                            && scan->at < batch->block.length && is_token (batch->block.bytes[scan->at]);

  g_set_error (&reader->fault, fault->domain, fault->code, "%s:%s%s", tbk_input_name (reader->blocks.input),
               fault->message,
               is_other   ? hint_of_text (batch->block.bytes, batch->block.bytes + scan->at,
                                          batch->block.length - scan->at)
               : is_ended ? ": was the file cut?"
                          : "");
}

/* Reads and scans until a tree has ended, the input has, or a fault is found. */
static gboolean
read_trees (TbkBracketReader *reader, TbkBracketBatch *batch, GError **error)
{
  do {
    g_autoptr (GError) fault = NULL;

    if (!block_extend (&reader->blocks, &batch->block, reader->line, error))
      return FALSE;
    skip_byte_order_mark (reader, batch);
    if (!scan_trees (&reader->scan, batch->block.bytes, batch->block.length, reader->blocks.is_at_end,
                     &fault))
      keep_fault (reader, batch, fault);
  } while (reader->scan.cut == 0 && reader->fault == NULL && !reader->blocks.is_at_end);
  return TRUE;
}

/* Keeps the bytes behind the cut for the next batch, where the scan goes on. */
static gboolean
end_batch (TbkBracketReader *reader, TbkBracketBatch *batch, GError **error)
{
  BracketScan *scan = &reader->scan;

  if (!block_end (&reader->blocks, &batch->block, scan->cut, error))
    return FALSE;
  scan->at -= scan->cut;
  scan->comment -= MIN (scan->comment, scan->cut);
  scan->n_ended -= scan->n_cut;
  scan->cut = 0;
  return TRUE;
}

/* Names the file and the place of the batch, and counts on to the next. */
static void
place_batch (TbkBracketReader *reader, TbkBracketBatch *batch)
{
  const char *name = tbk_input_name (reader->blocks.input);

  if (g_strcmp0 (batch->name, name) != 0) {
    g_free (batch->name);
    batch->name = g_strdup (name);
  }
  batch->text = batch->block.bytes;
  batch->length = batch->block.length;
  batch->at = 0;
  batch->line = reader->line;
  batch->index = reader->index;
  batch->losses = reader->losses;
  batch_detect_forms (batch, &reader->options);
  batch->options = reader->options;
  reader->index += reader->scan.n_cut;
  reader->line += count_newlines (batch->text, batch->text + batch->length);
}

TbkReadStatus
tbk_bracket_reader_next (TbkBracketReader *reader, TbkBracketBatch *batch, GError **error)
{
  if (reader->fault != NULL) {
    g_propagate_error (error, g_error_copy (reader->fault));
    return TBK_READ_FAILED;
  }
  if (!block_begin (&reader->blocks, &batch->block, error) || !read_trees (reader, batch, error))
    return TBK_READ_FAILED;
  if (reader->scan.cut == 0 && reader->fault != NULL) {
    g_propagate_error (error, g_error_copy (reader->fault));
    return TBK_READ_FAILED;
  }
  if (reader->scan.cut == 0)
    return TBK_READ_END;
  if (!end_batch (reader, batch, error))
    return TBK_READ_FAILED;
  place_batch (reader, batch);
  return TBK_READ_BATCH;
}
