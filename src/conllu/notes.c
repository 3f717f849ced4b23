/* notes.c - the warnings of a file, gathered batch by batch; repeated sent_ids are found here, since they
 * may be far apart. */
#include "conllu/batch.h"

#include <string.h>

#define MAX_SENT_IDS ((gsize) 1 << 20)

struct TbkNotes {
  gint64 counts[TBK_N_NOTES];
  gint64 lines[TBK_N_NOTES];
  guint64 *hashes; /* open addressing; 0 is a free place */
  gsize n_places;  /* a power of 2, at least twice n_hashes */
  gsize n_hashes;
};

TbkNotes *
tbk_notes_new (void)
{
  TbkNotes *notes = g_new0 (TbkNotes, 1);
  notes->n_places = 256;
  notes->hashes = g_new0 (guint64, notes->n_places);
  return notes;
}

void
tbk_notes_free (TbkNotes *notes)
{
  if (notes == NULL)
    return;
  g_free (notes->hashes);
  g_free (notes);
}

/* The place of @hash, or the free one where it belongs. */
static guint64 *
find_place (const TbkNotes *notes, guint64 hash)
{
  gsize place = hash & (notes->n_places - 1);
  while (notes->hashes[place] != 0 && notes->hashes[place] != hash)
    place = (place + 1) & (notes->n_places - 1);
  return &notes->hashes[place];
}

static void
grow (TbkNotes *notes)
{
  g_autofree guint64 *old = notes->hashes;
  gsize n_old = notes->n_places;
  notes->n_places *= 2;
  notes->hashes = g_new0 (guint64, notes->n_places);
  for (gsize i = 0; i < n_old; i++)
    if (old[i] != 0)
      *find_place (notes, old[i]) = old[i];
}

/* Adds @hash, unless there are too many; returns whether it was there before. */
static gboolean
was_there (TbkNotes *notes, guint64 hash)
{
  hash += hash == 0;
  guint64 *place = find_place (notes, hash);
  if (*place == hash)
    return TRUE;
  if (notes->n_hashes == MAX_SENT_IDS)
    return FALSE;
  *place = hash;
  if (2 * ++notes->n_hashes > notes->n_places)
    grow (notes);
  return FALSE;
}

static void
add_note (TbkNotes *notes, TbkNote note, gint64 count, gint64 line)
{
  if (notes->counts[note] == 0)
    notes->lines[note] = line;
  notes->counts[note] += count;
}

gboolean
tbk_notes_add (TbkNotes *notes, const TbkBatch *batch, GError **error)
{
  for (int note = 0; note < TBK_N_NOTES; note++)
    if (batch->note_counts[note] > 0)
      add_note (notes, note, batch->note_counts[note], batch->note_lines[note]);

  for (guint i = 0; i < batch->sent_ids->len; i++) {
    const SentId *id = &g_array_index (batch->sent_ids, SentId, i);
    if (!was_there (notes, id->hash))
      continue;
    if (batch->source->strict) {
      g_autofree char *quoted = quote (batch->bytes + id->offset, id->length);
      g_set_error (error, TBK_ERROR, TBK_ERROR_DATA,
                   "%s:%" G_GINT64_FORMAT ": [%s] sent_id %s was there before", batch->source->name, id->line,
                   tbk_note_name (TBK_NOTE_DUPLICATE_SENT_ID), quoted);
      return FALSE;
    }
    add_note (notes, TBK_NOTE_DUPLICATE_SENT_ID, 1, id->line);
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

static const struct {
  const char *name;
  const char *text;
} descriptions[TBK_N_NOTES] = {
  [TBK_NOTE_BYTE_ORDER_MARK] = { "byte-order-mark", "byte order mark before the first line" },
  [TBK_NOTE_CARRIAGE_RETURNS] = { "non-unix-newline", "lines end with CR LF, expected LF alone" },
  [TBK_NOTE_MISSING_EMPTY_LINE] = { "missing-empty-line", "no empty line after the last sentence" },
  [TBK_NOTE_EXTRA_EMPTY_LINE] = { "extra-empty-line",
                                  "more than one empty line, or one before the first sentence" },
  [TBK_NOTE_MISSING_SENT_ID] = { "missing-sent-id", "sentence without a comment sent_id" },
  [TBK_NOTE_DUPLICATE_SENT_ID] = { "non-unique-sent-id", "sent_id that was there before" },
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
