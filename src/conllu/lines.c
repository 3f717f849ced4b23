/* lines.c - the lines of a sentence all of which are well formed: comments, ranges and empty nodes among its
 * words. */
#include "conllu/batch.h"

#include <string.h>

gboolean
lines_has_columns (const Columns *columns, const char *start, const char *end)
{
  int n = 1;

  for (const char *at = start; (at = memchr (at, '\t', (gsize) (end - at))) != NULL; at++)
    n++;
  return n == columns->n || (columns->is_open && n > columns->n);
}

/* The line at *@position, which moves behind it; blank lines and a byte order mark are passed over. FALSE at
 * @end. */
static gboolean
take_line (const char **position, const char *end, TbkPiece *line)
{
  while (*position < end) {
    const char *start = *position, *newline = memchr (start, '\n', (gsize) (end - start));
    const char *line_end = newline != NULL ? newline : end;

    *position = newline != NULL ? newline + 1 : end;
    start += byte_order_mark_size (start, (gsize) (line_end - start));
    if (line_end > start && line_end[-1] == '\r')
      line_end--;
    *line = (TbkPiece){ start, (gsize) (line_end - start) };
    if (line->size > 0)
      return TRUE;
  }
  return FALSE;
}

/* Sets the kind of @line, and its words, by its ID. */
static void
read_id (TbkConlluLine *line)
{
  const TbkPiece id = line->fields[TBK_COLUMN_ID];
  const char *end = id.bytes + id.size, *dash = memchr (id.bytes, '-', id.size);
  const char *dot = memchr (id.bytes, '.', id.size);
  const char *first_end = dash != NULL ? dash : dot != NULL ? dot : end;

  line->kind = dash != NULL ? TBK_LINE_RANGE : dot != NULL ? TBK_LINE_EMPTY_NODE : TBK_LINE_WORD;
  line->first = line->last = decimal (id.bytes, first_end);
  if (dash != NULL)
    line->last = decimal (dash + 1, end);
}

gboolean
tbk_conllu_sentence_next_line (const TbkConlluSentence *sentence, const char **position, TbkConlluLine *line)
{
  const TbkConlluBatch *batch = sentence->batch;
  const Columns *columns = &batch->source->columns;
  TbkPiece text;

  g_return_val_if_fail (sentence->problem == NULL || sentence->has_words, FALSE);
  if (*position == NULL)
    *position = sentence->text;
  if (!take_line (position, sentence->text + sentence->length, &text))
    return FALSE;
  *line = (TbkConlluLine){ .kind = TBK_LINE_COMMENT, .text = text };
  if (lines_is_comment (columns, text.bytes, text.bytes + text.size))
    return TRUE;
  batch_split_fields (text.bytes, text.bytes + text.size, batch->fields, columns_slots (columns));
  for (int c = 0; c < TBK_N_COLUMNS; c++) {
    const int place = columns->places[c];
    if (place >= 0)
      line->fields[c] = batch_field (batch, place);
  }
  read_id (line);
  return TRUE;
}

gboolean
lines_is_document_mark (const char *start, const char *end)
{
  static const char *const keys[] = { "newdoc", "newpar", "global." };
  const char *key = start + 1;
  while (key < end && is_blank (*key))
    key++;
  for (guint i = 0; i < G_N_ELEMENTS (keys); i++) {
    gsize length = strlen (keys[i]);
    if ((gsize) (end - key) < length || memcmp (key, keys[i], length) != 0)
      continue;
    const char *next = key + length;
    if (next[-1] == '.' || next == end || is_blank (*next) || *next == '=' || *next == '\r')
      return TRUE;
  }
  return FALSE;
}

/* Moves *@position over spaces. */
static void
skip_spaces (const char **position, const char *end)
{
  while (*position < end && is_blank (**position))
    (*position)++;
}

TbkPiece
tbk_conllu_sentence_comment (const TbkConlluSentence *sentence, const char *name)
{
  const gsize length = strlen (name);
  const char *position = NULL;
  TbkConlluLine line;

  while (tbk_conllu_sentence_next_line (sentence, &position, &line) && line.kind == TBK_LINE_COMMENT) {
    const char *at = line.text.bytes + 1, *end = line.text.bytes + line.text.size;

    skip_spaces (&at, end);
    if ((gsize) (end - at) < length || memcmp (at, name, length) != 0)
      continue;
    at += length;
    skip_spaces (&at, end);
    if (at == end || *at != '=')
      continue;
    at++;
    skip_spaces (&at, end);
    return (TbkPiece){ at, (gsize) (end - at) };
  }
  return (TbkPiece){ NULL, 0 };
}
