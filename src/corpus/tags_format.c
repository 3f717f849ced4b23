/* tags_format.c - sentences of tags, a line a word: their columns, as text, and as a format that the loop over treebanks can drive. */
#include <string.h>

#include "base/base.h"
#include "corpus/corpus.h"

/* The columns that files can have. */
static const struct {
  const char *name;
  int column;
} names[] = {
  { "form", TBK_COLUMN_FORM },     { "lemma", TBK_COLUMN_LEMMA }, { "upos", TBK_COLUMN_UPOS },
  { "xpos", TBK_COLUMN_XPOS },     { "feats", TBK_COLUMN_FEATS }, { "tag", TBK_COLUMN_TAG },
  { "deprel", TBK_COLUMN_DEPREL }, { "_", TBK_COLUMN_IGNORED },
};

static int
find_column (const char *name)
{
  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    if (g_str_equal (names[i].name, name))
      return names[i].column;
  return -1;
}

static int
count_column (const TbkTagColumns *columns, int column)
{
  int count = 0;

  for (int c = 0; c < columns->n_columns; c++)
    count += columns->columns[c] == column;
  return count;
}

gboolean
tbk_tag_columns_parse (const char *given, TbkTagColumns *columns, GError **error)
{
  const char *usual = columns->is_joint ? "form,tag" : "form,tag,deprel";
  const char *const list = given != NULL ? given : usual;
  g_auto (GStrv) parts = g_strsplit (list, ",", -1);
  gboolean is_good = g_strv_length (parts) <= TBK_TAG_MAX_COLUMNS;

  columns->n_columns = 0;
  for (char **part = parts; is_good && *part != NULL; part++) {
    const int column = find_column (*part);

    is_good = column >= 0 && (column == TBK_COLUMN_IGNORED || count_column (columns, column) == 0);
    columns->columns[columns->n_columns++] = column;
  }
  if (is_good && count_column (columns, TBK_COLUMN_TAG) == 1
      && !(columns->is_joint && count_column (columns, TBK_COLUMN_DEPREL) > 0))
    return TRUE;
  g_set_error (
      error, TBK_ERROR, TBK_ERROR_USAGE,
      "found '%s', expected form, lemma, upos, xpos, feats, tag%s, each at most once, and _, with commas "
      "between them; tag must be there",
      list, columns->is_joint ? " (with the relation)" : ", deprel");
  return FALSE;
}

static void
add_field (TbkText *text, TbkPiece field)
{
  if (field.size == 0)
    tbk_text_add (text, "_", 1);
  else
    tbk_text_add (text, field.bytes, field.size);
}

/* A tag alone, or with its relation. */
static void
add_tag (TbkText *text, const TbkTagRows *rows, const TbkTagColumns *columns, int word)
{
  const TbkPiece *deprels = rows->fields[TBK_COLUMN_DEPREL];

  add_field (text, rows->tags[word]);
  if (!columns->is_joint)
    return;
  tbk_text_add (text, ":", 1);
  add_field (text, deprels != NULL ? deprels[word] : (TbkPiece){ NULL, 0 });
}

gboolean
tbk_tag_rows_write (const TbkTagRows *rows, const TbkTagColumns *columns, TbkText *text, GError **error)
{
  for (int word = 1; columns->is_joint && word <= rows->n; word++) {
    const TbkPiece tag = rows->tags[word];

    if (memchr (tag.bytes, ':', tag.size) != NULL)
      return fail_data (
          error, "the tag '%.*s' of word %d found, expected one without a colon: the relation follows it",
          (int) MIN (tag.size, 100), tag.bytes, word);
  }
  for (int word = 1; word <= rows->n; word++)
    for (int c = 0; c < columns->n_columns; c++) {
      const int column = columns->columns[c];
      const TbkPiece *fields = column < TBK_N_COLUMNS ? rows->fields[column] : NULL;

      if (column == TBK_COLUMN_TAG)
        add_tag (text, rows, columns, word);
      else
        add_field (text, fields != NULL ? fields[word] : (TbkPiece){ NULL, 0 });
      tbk_text_add (text, c + 1 < columns->n_columns ? "\t" : "\n", 1);
    }
  tbk_text_add (text, "\n", 1);
  return TRUE;
}

/* Reading. */

enum { MAX_LINE = 1 << 20 };

typedef struct {
  BlockReader blocks;
  gsize max_line;
  gint64 line; /* of what is in no batch */
  TbkTagColumns columns;
} TagsReader;

typedef struct {
  char *name; /* of the file */
  Block block;
  gsize at; /* the bytes of the sentences taken */
  gsize max_line;
  gint64 line; /* the next one */
  TbkTagColumns columns;

  /* The sentence in hand. */
  TbkTagRows rows;
  int n_tags, n_fields[TBK_N_COLUMNS]; /* words that there is room for */
  GError *problem;
} TagsBatch;

static gpointer
reader_open (const char *path, const TbkReaderOptions *options, GError **error)
{
  BlockReader blocks;
  TagsReader *reader;
  TbkTagColumns columns = { 0 };

  if (options->of_format != NULL)
    columns = *(const TbkTagColumns *) options->of_format;
  else if (!tbk_tag_columns_parse (NULL, &columns, error))
    return NULL;
  if (!block_reader_open (&blocks, path, "a sentence", error))
    return NULL;
  reader = g_new (TagsReader, 1);
  *reader = (TagsReader){ blocks, options->max_line > 0 ? options->max_line : MAX_LINE, 1, columns };
  return reader;
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
  g_free (batch->rows.tags);
  for (int c = 0; c < TBK_N_COLUMNS; c++)
    g_free (batch->rows.fields[c]);
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
  batch->columns = reader->columns;
  reader->line += count_newlines (block->bytes, block->bytes + block->length);
  return TBK_READ_BATCH;
}

/* The columns by their names, for a message, to be freed. */
static char *
describe (const TbkTagColumns *columns)
{
  GString *text = g_string_new (NULL);

  for (int c = 0; c < columns->n_columns; c++)
    for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
      if (names[i].column == columns->columns[c])
        g_string_append_printf (text, "%s%s", c > 0 ? ", " : "",
                                columns->is_joint && names[i].column == TBK_COLUMN_TAG ? "tag:deprel"
                                                                                       : names[i].name);
  return g_string_free (text, FALSE);
}

static gboolean
fail_columns (const TbkTagColumns *columns, int n, GError **error)
{
  g_autofree char *expected = describe (columns);
  const gboolean can_lack = columns->columns[columns->n_columns - 1] == TBK_COLUMN_DEPREL;

  return fail_data (error, "%d column%s found, expected %s, with tabs between them%s", n, n == 1 ? "" : "s",
                    expected, can_lack ? "; deprel can be missing" : "");
}

/* Puts a field into the rows; of a joint tag both parts. */
static void
put_field (TagsBatch *batch, int word, int column, TbkPiece field)
{
  TbkTagRows *rows = &batch->rows;
  const char *colon = batch->columns.is_joint && column == TBK_COLUMN_TAG && field.size > 0
                          ? memchr (field.bytes, ':', field.size)
                          : NULL;

  if (column < TBK_N_COLUMNS)
    rows->fields[column][word] = field;
  if (column != TBK_COLUMN_TAG)
    return;
  rows->tags[word] = field;
  if (colon != NULL) {
    rows->tags[word].size = (gsize) (colon - field.bytes);
    rows->fields[TBK_COLUMN_DEPREL][word] = (TbkPiece){ colon + 1, field.size - rows->tags[word].size - 1 };
  }
}

/* Puts the columns of a line into the rows. */
static gboolean
read_line (TagsBatch *batch, int word, TbkPiece line, GError **error)
{
  const TbkTagColumns *columns = &batch->columns;
  const char *at = line.bytes, *end = line.bytes + line.size;
  int n = 0;

  if (line.size > batch->max_line)
    return fail_data (error, "the line is longer than %" G_GSIZE_FORMAT " bytes", batch->max_line);
  if (!encoding_is_utf8 (line.bytes, line.size))
    return fail_data (error, "a line that is not UTF-8 found, expected text");
  if (memchr (line.bytes, '\r', line.size) != NULL)
    return fail_data (error, "a carriage return without a line feed after it found, expected text");
  if (batch->rows.fields[TBK_COLUMN_DEPREL] != NULL)
    batch->rows.fields[TBK_COLUMN_DEPREL][word] = (TbkPiece){ NULL, 0 };
  for (; at <= end; n++) {
    const char *tab = at == end ? NULL : memchr (at, '\t', (gsize) (end - at)),
               *stop = tab != NULL ? tab : end;

    if (n < columns->n_columns)
      put_field (batch, word, columns->columns[n], (TbkPiece){ at, (gsize) (stop - at) });
    at = stop + 1;
  }
  if (n == columns->n_columns || (n == columns->n_columns - 1 && columns->columns[n] == TBK_COLUMN_DEPREL))
    return TRUE;
  return fail_columns (columns, n, error);
}

/* Room for the columns that there are, and for the relations that may be in joint tags. */
static gboolean
reserve_rows (TagsBatch *batch, int n, GError **error)
{
  TbkTagRows *rows = &batch->rows;

  rows->n = n;
  for (int c = 0; c < TBK_N_COLUMNS; c++)
    if ((count_column (&batch->columns, c) > 0 || (batch->columns.is_joint && c == TBK_COLUMN_DEPREL))
        && !reserve_words (&rows->fields[c], &batch->n_fields[c], n, sizeof (TbkPiece), error))
      return FALSE;
  return reserve_words (&rows->tags, &batch->n_tags, n, sizeof (TbkPiece), error);
}

static gboolean
read_rows (TagsBatch *batch, const char *at, const char *end, int n, GError **error)
{
  gint64 line = batch->line;

  if (!reserve_rows (batch, n, error))
    return FALSE;
  for (int word = 0; at < end; line++) {
    const TbkPiece text = cut_line (at, end, &at);

    if (text.size > 0 && !read_line (batch, ++word, text, error)) {
      g_prefix_error (error, "%s:%" G_GINT64_FORMAT ": ", batch->name, line);
      return FALSE;
    }
  }
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
  .reader_input = block_reader_input,
  .reader_close = block_reader_free,
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
