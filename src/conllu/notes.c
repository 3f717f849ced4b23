/* notes.c - the warnings of a file, gathered batch by batch; repeated sent_ids are found here, since they
 * may be far apart. */
#include "conllu/batch.h"
#include "conllu/ids.h"

enum { AHEAD = 8 }; /* ids of which the table is fetched while others are added */

struct TbkNotes {
  gint64 counts[TBK_N_NOTES];
  gint64 lines[TBK_N_NOTES];
  char *sent_ids[TBK_N_NOTES]; /* or NULL */
  Ids ids;
};

TbkNotes *
tbk_notes_new (void)
{
  return g_new0 (TbkNotes, 1);
}

void
tbk_notes_free (TbkNotes *notes)
{
  if (notes == NULL)
    return;
  for (int note = 0; note < TBK_N_NOTES; note++)
    g_free (notes->sent_ids[note]);
  ids_clear (&notes->ids);
  g_free (notes);
}

static void
add_note (TbkNotes *notes, TbkNote note, gint64 count, gint64 line, TbkPiece id)
{
  if (notes->counts[note] == 0) {
    notes->lines[note] = line;
    notes->sent_ids[note] = id.size == 0 ? NULL : g_strndup (id.bytes, id.size);
  }
  notes->counts[note] += count;
}

gboolean
tbk_notes_add (TbkNotes *notes, const TbkConlluBatch *batch, GError **error)
{
  for (int note = 0; note < TBK_N_NOTES; note++)
    if (batch->note_counts[note] > 0)
      add_note (notes, note, batch->note_counts[note], batch->note_lines[note], batch->note_ids[note]);

  for (gsize i = 0; i < batch->n_sent_ids; i++) {
    const SentId *id = &batch->sent_ids[i];
    gboolean was_there;
    if (i + AHEAD < batch->n_sent_ids)
      ids_prefetch (&notes->ids, id[AHEAD].hash);
    if (!ids_add (&notes->ids, id->hash, batch->bytes + id->offset, id->length, &was_there, error)) {
      g_prefix_error (error, "%s: ", batch->source->name);
      return FALSE;
    }
    if (!was_there)
      continue;
    if (batch->source->strict) {
      g_autofree char *quoted = tbk_quote (batch->bytes + id->offset, id->length);
      g_set_error (error, TBK_ERROR, TBK_ERROR_DATA,
                   "%s:%" G_GINT64_FORMAT ": [%s] sent_id %s was there before", batch->source->name, id->line,
                   tbk_note_name (TBK_NOTE_DUPLICATE_SENT_ID), quoted);
      return FALSE;
    }
    add_note (notes, TBK_NOTE_DUPLICATE_SENT_ID, 1, id->line,
              (TbkPiece){ batch->bytes + id->offset, id->length });
  }
  return TRUE;
}

gint64
tbk_notes_count (const TbkNotes *notes, TbkNote note, gint64 *line)
{
  g_return_val_if_fail (note < TBK_N_NOTES, 0);

  if (line != NULL)
    *line = notes->lines[note];
  return notes->counts[note];
}

const char *
tbk_notes_sent_id (const TbkNotes *notes, TbkNote note)
{
  g_return_val_if_fail (note < TBK_N_NOTES, NULL);

  return notes->sent_ids[note];
}

static const struct {
  const char *name;
  const char *text;
} descriptions[TBK_N_NOTES] = {
  [TBK_NOTE_BYTE_ORDER_MARK] = { "byte-order-mark", "byte order mark before the first line" },
  [TBK_NOTE_CARRIAGE_RETURNS] = { "non-unix-newline",
                                  "sentence whose lines end with CR LF, expected LF alone" },
  [TBK_NOTE_MISSING_EMPTY_LINE] = { "missing-empty-line",
                                    "no empty line after the last sentence (was the file cut?)" },
  [TBK_NOTE_EXTRA_EMPTY_LINE] = { "extra-empty-line",
                                  "more than one empty line, or one before the first sentence" },
  [TBK_NOTE_MISSING_SENT_ID] = { "missing-sent-id", "sentence without a comment sent_id" },
  [TBK_NOTE_DUPLICATE_SENT_ID] = { "non-unique-sent-id", "sent_id that was there before" },
  [TBK_NOTE_EMPTY_FEATS] = { "empty-column", "FEATS is empty, expected at least '_'" },
  [TBK_NOTE_COMMENTS_ALONE] = { "empty-sentence", "comments without words after them" },
  [TBK_NOTE_MULTIPLE_ROOTS] = { "multiple-roots", "more than one word has HEAD 0" },
};

const char *
tbk_note_name (TbkNote note)
{
  g_return_val_if_fail (note < TBK_N_NOTES, NULL);

  return descriptions[note].name;
}

const char *
tbk_note_text (TbkNote note)
{
  g_return_val_if_fail (note < TBK_N_NOTES, NULL);

  return descriptions[note].text;
}
