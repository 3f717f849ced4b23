/* marks.c - comments that outlive their sentences. */
#include "corpus/marks.h"

#include <string.h>

char *
marks_dup_without_blank_lines (const TbkText *text, gsize *length, GError **error)
{
  g_autofree char *bytes = tbk_text_dup (text, error);
  gsize n_blank = 0;

  if (bytes == NULL)
    return NULL;
  *length = tbk_text_length (text);
  while (n_blank < *length && (bytes[n_blank] == '\r' || bytes[n_blank] == '\n'))
    n_blank++;
  *length -= n_blank;
  memmove (bytes, bytes + n_blank, *length);
  return g_steal_pointer (&bytes);
}

static void
lose (Marks *marks, gint64 n, gint64 first)
{
  if (marks->n_lost == 0)
    marks->first_lost = first;
  marks->n_lost += n;
}

void
marks_add (Marks *marks, const Marks *more)
{
  enum { MOST = 1 << 20 };
  gsize length = more->bytes->len;
  gint64 n_lines = 0;

  if (more->n_lost > 0)
    lose (marks, more->n_lost, more->first_lost);
  if (marks->bytes->len == 0)
    marks->line = more->line;
  if (marks->bytes->len + length <= MOST) {
    g_string_append_len (marks->bytes, more->bytes->str, (gssize) length);
    return;
  }
  for (gsize i = 0; i < length; i++)
    n_lines += more->bytes->str[i] == '\n';
  lose (marks, n_lines, more->line);
}

/* Whether the comment at @line is one on the whole file. */
static gboolean
is_global (const char *line)
{
  static const char key[] = "global.";

  if (*line++ != '#')
    return FALSE;
  while (*line == ' ' || *line == '\t')
    line++;
  return strncmp (line, key, strlen (key)) == 0;
}

/* Keeps of the lines @bytes, NUL-terminated, those on the whole file; returns how many bytes they have. */
static gsize
keep_global_lines (char *bytes)
{
  gsize length = 0;

  for (const char *line = bytes; *line != '\0';) {
    const gsize line_length = strcspn (line, "\n") + 1;

    if (is_global (line)) {
      memmove (bytes + length, line, line_length);
      length += line_length;
    }
    line += line_length;
  }
  return length;
}

static gboolean
keep (Marks *marks, const TbkFormat *format, const TbkEntry *entry, gboolean only_global, GError **error)
{
  g_autoptr (TbkText) text = tbk_text_new ();
  Marks more = { .line = entry->line };
  g_autofree char *bytes = NULL;
  gsize length;

  more.n_lost = format->keep_marks (entry, text, &more.first_lost);
  length = tbk_text_length (text);
  if (length == 0 && more.n_lost == 0)
    return TRUE;
  bytes = tbk_text_dup (text, error);
  if (bytes == NULL)
    return FALSE;
  if (only_global)
    length = keep_global_lines (bytes);
  more.bytes = &(GString){ .str = bytes, .len = length };
  marks_add (marks, &more);
  return TRUE;
}

gboolean
marks_keep (Marks *marks, const TbkFormat *format, const TbkEntry *entry, GError **error)
{
  return keep (marks, format, entry, FALSE, error);
}

gboolean
marks_keep_global (Marks *marks, const TbkFormat *format, const TbkEntry *entry, GError **error)
{
  return keep (marks, format, entry, TRUE, error);
}

void
marks_clear (Marks *marks)
{
  g_string_truncate (marks->bytes, 0);
  marks->n_lost = 0;
}
