/* notes.c - warnings of a file, repeated sent_ids among them, and guesses what the input is.
 *
 * Contents
 *   1. ids: a hash table of byte strings that lie one after the other
 *   2. notes: the warnings of a file, gathered batch by batch; repeated sent_ids are found here, since they
 *      may be far apart
 *   3. hints: guesses by the looks of a line and of those around it, for messages only
 */
#include "conllu/conllu.h"

#include <string.h>

#include "base/base.h"

/* 1. ids: a hash table of byte strings that lie one after the other. */

enum { LEAST_PLACES = 256, LEAST_BYTES = 4096 };

void
ids_clear (Ids *ids)
{
  g_free (ids->bytes);
  g_free (ids->known);
  g_free (ids->places);
  *ids = (Ids){ 0 };
}

/* The hash is compared first: strings are looked at only if they are probably equal. The end of one id is the
 * start of the next. */
static gboolean
is_known (const Ids *ids, guint32 number, guint32 hash, const char *bytes, gsize length)
{
  const KnownId *id = &ids->known[number - 1];
  return id->hash == hash && id[1].start - id->start == length
         && memcmp (ids->bytes + id->start, bytes, length) == 0;
}

/* The place of an id, or the free one where it belongs. */
static guint32 *
find_place (const Ids *ids, guint32 hash, const char *bytes, gsize length)
{
  guint32 mask = ids->n_places - 1, place = hash & mask;
  while (ids->places[place] != 0 && !is_known (ids, ids->places[place], hash, bytes, length))
    place = (place + 1) & mask;
  return &ids->places[place];
}

/* Makes the places twice as many.
 *
 * At most half of the places are taken, so a search ends soon. Hashes are kept, so no string is hashed
 * again. */
static gboolean
add_places (Ids *ids)
{
  guint32 n_places = MAX (LEAST_PLACES, 2 * ids->n_places);
  guint32 *places = g_try_new0 (guint32, n_places);
  if (places == NULL)
    return FALSE;
  for (guint32 number = 1; number <= ids->n; number++) {
    guint32 place = ids->known[number - 1].hash & (n_places - 1);
    while (places[place] != 0)
      place = (place + 1) & (n_places - 1);
    places[place] = number;
  }
  g_free (ids->places);
  ids->places = places;
  ids->n_places = n_places;
  return TRUE;
}

/* Makes room for the bytes of one id more, @length of them. */
static gboolean
reserve (Ids *ids, gsize length)
{
  if (ids->n_bytes + length > ids->bytes_room) {
    gsize room = CLAMP (2 * (ids->n_bytes + length), LEAST_BYTES, MAX_ID_BYTES);
    if (!TRY_RENEW (ids->bytes, room))
      return FALSE;
    ids->bytes_room = room;
  }
  if (ids->n + 2 > ids->known_room) {
    gsize room = CLAMP (2 * (gsize) ids->n, LEAST_PLACES, MAX_IDS + 1);
    if (!TRY_RENEW (ids->known, room))
      return FALSE;
    ids->known_room = room;
  }
  return TRUE;
}

static gboolean
fail (const Ids *ids, GError **error)
{
  g_set_error (error, TBK_ERROR, TBK_ERROR_RESOURCE, "no memory for %u values of sent_id", ids->n + 1);
  return FALSE;
}

/* A new id goes behind all others in one long array of bytes; known[n].start is where the next will begin.
 * When the table is full, ids are no longer added, and repetitions of later ones are not found. */
gboolean
ids_add (Ids *ids, guint64 hash, const char *bytes, gsize length, gboolean *was_there, GError **error)
{
  guint32 low = (guint32) hash;
  if (2 * (ids->n + 1) > ids->n_places && ids->n < MAX_IDS && !add_places (ids))
    return fail (ids, error);
  guint32 *place = find_place (ids, low, bytes, length);
  *was_there = *place != 0;
  if (*was_there)
    return TRUE;
  ids->is_full |= ids->n == MAX_IDS || ids->n_bytes + length > MAX_ID_BYTES;
  if (ids->is_full)
    return TRUE;
  if (!reserve (ids, length))
    return fail (ids, error);
  memcpy (ids->bytes + ids->n_bytes, bytes, length);
  ids->known[ids->n++] = (KnownId){ low, (guint32) ids->n_bytes };
  ids->n_bytes += length;
  ids->known[ids->n].start = (guint32) ids->n_bytes;
  *place = ids->n;
  return TRUE;
}

/* 2. notes: the warnings of a file, gathered batch by batch; repeated sent_ids are found here, since they
 * may be far apart. */

enum { AHEAD = 8 }; /* ids of which the table is fetched while others are added */

struct Notes {
  gint64 counts[TBK_N_NOTES];
  gint64 lines[TBK_N_NOTES];
  char *sent_ids[TBK_N_NOTES]; /* or NULL */
  Ids ids;
};

Notes *
notes_new (void)
{
  return g_new0 (Notes, 1);
}

void
notes_free (Notes *notes)
{
  if (notes == NULL)
    return;
  for (int note = 0; note < TBK_N_NOTES; note++)
    g_free (notes->sent_ids[note]);
  ids_clear (&notes->ids);
  g_free (notes);
}

static void
add_note (Notes *notes, TbkNote note, gint64 count, gint64 line, TbkPiece id)
{
  /* The first one of the file is named. */
  if (notes->counts[note] == 0) {
    notes->lines[note] = line;
    notes->sent_ids[note] = id.size == 0 ? NULL : g_strndup (id.bytes, id.size);
  }
  notes->counts[note] += count;
}

/* Called batch after batch, in their order, so the first line of a warning is the first of the file. The
 * table of ids is larger than caches: it is fetched some ids ahead. */
gboolean
notes_add (Notes *notes, const TbkConlluBatch *batch, GError **error)
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
                   note_name (TBK_NOTE_DUPLICATE_SENT_ID), quoted);
      return FALSE;
    }
    add_note (notes, TBK_NOTE_DUPLICATE_SENT_ID, 1, id->line,
              (TbkPiece){ batch->bytes + id->offset, id->length });
  }
  return TRUE;
}

gint64
notes_count (const Notes *notes, TbkNote note, gint64 *line)
{
  g_return_val_if_fail (note < TBK_N_NOTES, 0);

  if (line != NULL)
    *line = notes->lines[note];
  return notes->counts[note];
}

const char *
notes_sent_id (const Notes *notes, TbkNote note)
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
  [TBK_NOTE_EMPTY_COLUMN] = { "empty-column", "empty field, expected at least '_'" },
  [TBK_NOTE_COMMENTS_ALONE] = { "empty-sentence", "comments without words after them" },
  [TBK_NOTE_MULTIPLE_ROOTS] = { "multiple-roots", "more than one word has HEAD 0" },
};

const char *
note_name (TbkNote note)
{
  g_return_val_if_fail (note < TBK_N_NOTES, NULL);

  return descriptions[note].name;
}

const char *
note_text (TbkNote note)
{
  g_return_val_if_fail (note < TBK_N_NOTES, NULL);

  return descriptions[note].text;
}

/* 3. hints: guesses by the looks of a line and of those around it, for messages only. */

/* The pieces between runs of blanks. */
static int
count_words (const char *position, const char *end)
{
  int n = 0;

  for (gboolean in_word = FALSE; position < end; position++) {
    gboolean is_blank = *position == ' ' || *position == '\t';

    n += !is_blank && !in_word;
    in_word = !is_blank;
  }
  return n;
}

static gboolean
begins (const char *start, const char *end, const char *with)
{
  return (gsize) (end - start) >= strlen (with) && memcmp (start, with, strlen (with)) == 0;
}

static gboolean
is_digits (const char *start, const char *end)
{
  for (const char *at = start; at < end; at++)
    if (!g_ascii_isdigit (*at))
      return FALSE;
  return start < end;
}

/* Returns TRUE if there is a word with its number in brackets: (NN 2=Kind). */
static gboolean
has_numbered_word (const char *start, const char *end)
{
  for (const char *equals = start; (equals = memchr (equals, '=', (gsize) (end - equals))) != NULL;
       equals++) {
    const char *number = equals;

    while (number > start && g_ascii_isdigit (number[-1]))
      number--;
    if (number < equals && number > start && number[-1] == ' ')
      return TRUE;
  }
  return FALSE;
}

/* Returns TRUE if there are numbers and spaces alone, two numbers at least. */
static gboolean
has_numbers_alone (const char *start, const char *end)
{
  for (const char *at = start; at < end; at++)
    if (!g_ascii_isdigit (*at) && *at != ' ' && *at != '\r')
      return FALSE;
  return count_words (start, end) >= 2;
}

/* A line without tabs is the most frequent mistake: another format, or spaces for tabs. */
static const char *
hint_of_one_column (const HintPlace *place, const char *start, const char *end)
{
  while (start < end && *start == ' ')
    start++;
  if (begins (start, end, "<"))
    return ": this looks like HTML or XML";
  if (begins (start, end, "{") || begins (start, end, "["))
    return ": this looks like JSON";
  if (begins (start, end, "("))
    return has_numbered_word (start, end)
               ? ": this looks like discontinuous phrase structure, which tbk does not read"
               : ": this looks like phrase structure in brackets";
  if (has_numbers_alone (start, end))
    return ": this looks like head vectors, which --input=heads reads";
  if (g_ascii_isdigit (*start) && count_words (start, end) >= 8)
    return ": here are spaces where CoNLL-U has tabs";
  if (g_ascii_isdigit (*start))
    return "";
  return place->is_parsed
             ? ": this looks like plain text, CoNLL-U has one word a line; models of phrase structure read "
               "words with tags by --input=tagged"
             : ": this looks like plain text, CoNLL-U has one word a line";
}

static int
count_fields (const char *start, const char *end)
{
  int n = 1;

  while ((start = memchr (start, '\t', (gsize) (end - start))) != NULL) {
    start++;
    n++;
  }
  return n;
}

/* Counts the sentence's lines that begin with a number and have @n_fields; @others: (out): those that have
 * another number of fields. */
static int
count_lines (const HintPlace *place, int n_fields, int *others)
{
  int n = 0;
  gboolean is_begun = FALSE;

  *others = 0;
  for (const char *line = place->text, *end; line < place->limit; line = end + 1) {
    end = memchr (line, '\n', (gsize) (place->limit - line));
    end = end != NULL ? end : place->limit;
    if (end > line && g_ascii_isdigit (*line))
      ++*(count_fields (line, end) == n_fields ? &n : others);
    if (is_begun && (end == line || *line == '\r'))
      break;
    is_begun = is_begun || end > line;
  }
  return n;
}

/* Returns TRUE if there is a number in column @number, from 1, or nothing: `_`. */
static gboolean
has_head (const char *start, const char *end, int number)
{
  const char *stop;

  for (int k = 1; k < number; k++) {
    start = memchr (start, '\t', (gsize) (end - start));
    if (start == NULL)
      return FALSE;
    start++;
  }
  stop = memchr (start, '\t', (gsize) (end - start));
  stop = stop != NULL ? stop : end;
  return is_digits (start, stop) || (stop - start == 1 && *start == '_');
}

/* By the number of columns, and by whether the other lines of the sentence have as many: one bad line among
 * good ones is no other format. */
const char *
hints_of_line (const HintPlace *place, const char *start, const char *end, int n_fields)
{
  static const char conll08[] = ": this looks like CoNLL 2008", conll09[] = ": this looks like CoNLL 2009";
  int others;

  if (n_fields == 1)
    return hint_of_one_column (place, start, end);
  if (n_fields < 10 && g_ascii_isdigit (*start) && count_words (start, end) >= 10)
    return ": some columns have spaces before them where CoNLL-U has tabs";
  if (count_lines (place, 10, &others) > 0)
    return ": other lines of the sentence have 10";
  count_lines (place, n_fields, &others);
  if (others > 0)
    return "";
  if (n_fields <= 3 && !g_ascii_isdigit (*start) && !place->is_parsed)
    return ": this looks like words with tags, which tbk convert reads by --input=encoded";
  if (n_fields == 6 || (n_fields == 8 && has_head (start, end, 7)))
    return ": this looks like CoNLL-X";
  /* HEAD is the ninth column of both; behind it stands PHEAD in CoNLL 2009, and the relation in CoNLL
   * 2008. */
  if (n_fields < 11 || !has_head (start, end, 9))
    return n_fields >= 14 ? conll09 : "";
  return !has_head (start, end, 10) ? conll08 : n_fields >= 14 ? conll09 : "";
}
