/* documents.c - the document and the paragraph that each sentence is in, by the comments newdoc and newpar.
 *
 * A comment holds for the sentences after it too, so a batch must know what the batches before it say: what is known
 * behind each is passed on in the order of the file, as numbers of lines are (reader.c). Within a batch sentences are
 * parsed in order.
 */
#include "conllu/conllu.h"

#include <string.h>

#include "base/base.h"

void
documents_clear (Documents *documents)
{
  GString **texts[] = { &documents->document, &documents->paragraph, &documents->comments };

  for (guint t = 0; t < G_N_ELEMENTS (texts); t++)
    if (*texts[t] != NULL)
      g_string_free (*texts[t], TRUE);
  *documents = (Documents){ 0 };
}

static void
copy_text (GString **to, const GString *from)
{
  if (*to == NULL)
    *to = g_string_new (NULL);
  g_string_truncate (*to, 0);
  if (from != NULL)
    g_string_append_len (*to, from->str, (gssize) from->len);
}

void
documents_copy (Documents *to, const Documents *from)
{
  to->n_documents = from->n_documents;
  to->n_paragraphs = from->n_paragraphs;
  copy_text (&to->document, from->document);
  copy_text (&to->paragraph, from->paragraph);
  copy_text (&to->comments, from->comments);
}

static const char *
skip_blanks (const char *at, const char *end)
{
  while (at < end && is_blank (*at))
    at++;
  return at;
}

TbkPiece
documents_comment (const char *start, const char *end, const char *name)
{
  const gsize length = strlen (name);

  start = skip_blanks (start, end);
  if ((gsize) (end - start) < length || memcmp (start, name, length) != 0)
    return (TbkPiece){ NULL, 0 };
  start += length;
  start = skip_blanks (start, end);
  if (start == end || *start != '=')
    return (TbkPiece){ NULL, 0 };
  start++;
  start = skip_blanks (start, end);
  return (TbkPiece){ start, (gsize) (end - start) };
}

/* Returns what comes behind @name in the comment, which is the whole key or followed by a blank or '='; NULL if it
 * is another comment. */
static const char *
find_mark (const char *line, const char *end, const char *name)
{
  const gsize length = strlen (name);

  line = skip_blanks (line + 1, end);
  if ((gsize) (end - line) < length || memcmp (line, name, length) != 0)
    return NULL;
  line += length;
  return line == end || is_blank (*line) || *line == '=' || *line == '\r' ? line : NULL;
}

/* Sets @text to the value of `id = VALUE`, or to @number if there is none. */
static void
set_name (GString **text, const char *at, const char *end, gint64 number)
{
  const TbkPiece id = documents_comment (at, end, "id");

  copy_text (text, NULL);
  if (id.size > 0)
    g_string_append_len (*text, id.bytes, (gssize) id.size);
  else
    g_string_append_printf (*text, "%" G_GINT64_FORMAT, number);
}

/* Looks at the comments from @start on, up to the first line that is none; returns where that begins. A document
 * ends the paragraph before it, whichever of the two comments comes first. */
static const char *
pass_comments (Documents *documents, const char *start, const char *limit)
{
  const char *line = start, *newline, *end, *at;
  gboolean is_document = FALSE, is_paragraph = FALSE;

  for (; line < limit && *line == '#'; line = MIN (newline + 1, limit)) {
    newline = memchr (line, '\n', (gsize) (limit - line));
    newline = newline != NULL ? newline : limit;
    end = newline > line && newline[-1] == '\r' ? newline - 1 : newline;
    if ((at = find_mark (line, end, "newdoc")) != NULL) {
      set_name (&documents->document, at, end, ++documents->n_documents);
      is_document = TRUE;
    } else if ((at = find_mark (line, end, "newpar")) != NULL) {
      set_name (&documents->paragraph, at, end, ++documents->n_paragraphs);
      is_paragraph = TRUE;
    }
  }
  if (is_document && !is_paragraph)
    copy_text (&documents->paragraph, NULL);
  if (is_document) {
    copy_text (&documents->comments, NULL);
    g_string_append_len (documents->comments, start, line - start);
  }
  return line;
}

void
documents_pass (Documents *documents, const char *text, gsize length)
{
  const char *limit = text + length, *line = text + byte_order_mark_size (text, length), *newline;

  while (line < limit)
    if (*line == '#') {
      line = pass_comments (documents, line, limit);
    } else {
      newline = memchr (line, '\n', (gsize) (limit - line));
      line = newline != NULL ? newline + 1 : limit;
    }
}

/* Looks at each comment, a line that begins with "#". */
TbkPiece
documents_find_comment (TbkPiece comments, const char *name)
{
  const char *line = comments.bytes, *limit = line + comments.size, *newline, *end;
  TbkPiece value = { NULL, 0 };

  for (; line < limit && value.bytes == NULL; line = newline + 1) {
    newline = memchr (line, '\n', (gsize) (limit - line));
    newline = newline != NULL ? newline : limit;
    end = newline > line && newline[-1] == '\r' ? newline - 1 : newline;
    value = documents_comment (line + 1, end, name);
  }
  return value;
}
