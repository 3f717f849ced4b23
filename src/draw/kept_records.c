/* kept_records.c - records that wait for the end of a run, of which a file that is withdrawn leaves none. */
#include "base/base.h"
#include "draw/show.h"
#include "io/io.h"

/* A record is a line "KIND SIZE", and its bytes. */
gboolean
kept_records_append (int kind, const TbkText *record, TbkText *text, GError **error)
{
  g_autofree char *bytes = tbk_text_dup (record, error);

  if (bytes == NULL)
    return FALSE;
  tbk_text_printf (text, "%d %" G_GSIZE_FORMAT "\n", kind, tbk_text_length (record));
  tbk_text_add (text, bytes, tbk_text_length (record));
  return TRUE;
}

/* The program itself has written the records, so nothing is checked. */
gboolean
kept_records_take (KeptRecords *kept, gint64 most, const TbkText *text, GError **error)
{
  g_autofree char *bytes = tbk_text_dup (text, error);
  const char *end = bytes == NULL ? NULL : bytes + tbk_text_length (text);
  gsize size;

  if (bytes == NULL)
    return FALSE;
  for (char *at = bytes; at < end; at += size) {
    KeptRecords *of_kind = &kept[g_ascii_strtoull (at, &at, 10)];

    size = (gsize) g_ascii_strtoull (at, &at, 10);
    at++;
    if (of_kind->counts.n == most) {
      of_kind->counts.n_left_out++;
      continue;
    }
    of_kind->counts.n++;
    of_kind->counts.bytes += size;
    if (of_kind->text == NULL)
      of_kind->text = tbk_text_new ();
    tbk_text_add (of_kind->text, at, size);
  }
  return TRUE;
}

void
kept_records_settle (KeptRecords *kept, int n_kinds, gboolean stays)
{
  for (int kind = 0; kind < n_kinds; kind++)
    if (stays) {
      kept[kind].settled = kept[kind].counts;
    } else if (kept[kind].text != NULL) {
      kept[kind].counts = kept[kind].settled;
      text_cut (kept[kind].text, kept[kind].settled.bytes);
    }
}

gint64
kept_records_left_out (const KeptRecords *kept, int n_kinds)
{
  gint64 n = 0;

  for (int kind = 0; kind < n_kinds; kind++)
    n += kept[kind].counts.n_left_out;
  return n;
}

void
kept_records_clear (KeptRecords *kept, int n_kinds)
{
  for (int kind = 0; kind < n_kinds; kind++)
    tbk_text_free (kept[kind].text);
}
