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

gboolean
marks_keep (Marks *marks, const TbkFormat *format, const TbkEntry *entry, GError **error)
{
  g_autoptr (TbkText) text = tbk_text_new ();
  Marks more = { .line = entry->line };
  g_autofree char *bytes = NULL;

  more.n_lost = format->keep_marks (entry, text, &more.first_lost);
  bytes = tbk_text_dup (text, error);
  if (bytes == NULL)
    return FALSE;
  more.bytes = &(GString){ .str = bytes, .len = tbk_text_length (text) };
  marks_add (marks, &more);
  return TRUE;
}

void
marks_clear (Marks *marks)
{
  g_string_truncate (marks->bytes, 0);
  marks->n_lost = 0;
}
