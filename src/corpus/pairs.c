/* pairs.c - files side by side: a gold file, and those of systems over the same sentences.
 *
 * Contents
 *   1. files: readers of all of them, as one
 *   2. lines: entries by lines
 *   3. kept: sentences of the same sent_id, wherever they are
 *   4. entries: all files moved on
 *
 * A batch is a whole pair of files, whose sentences are read by whoever works on it: where a sentence ends
 * is not known before it is parsed, and the systems' sentences stand elsewhere. So files are shared among
 * threads, not the sentences of one.
 *
 * To the loop of a run this is a format (TbkFormat) like any other, with the path of the gold file. Its
 * reader opens the files of the systems besides. Its batch is only a view of that reader: each call of
 * next_entry() moves all files on by one sentence. There are three ways:
 *
 *   by sentences   those of the same sent_id (section 3), else entry i of each file, empty ones passed over
 *   by lines       what stands on line i of each file, perhaps nothing: files of brackets with a tree a line
 *   by files       one entry in all, with a cursor on each file, for whoever aligns their words
 *
 * Sides of two systems A and B: gold A B; by files gold A gold B, as each system is aligned by itself.
 */
#include "corpus/corpus.h"

#include <string.h>

#include "base/base.h"

/* 1. files: readers of all of them, as one. */

/* A sentence that was read before it is wanted. */
typedef struct {
  gsize start, length; /* of its text in that of the side */
  gint64 line, index;
  int id; /* its number in the vocabulary of the reader; NO_ID if it has none */
  gboolean is_bad;
} KeptSentence;

enum { NO_ID = -1, NO_SENTENCE = -1 };

/* One of the files. */
typedef struct {
  TbkCursor cursor;

  /* For those who go by lines. */
  gint64 line;      /* in hand */
  TbkEntry pending; /* the first entry that is not taken, if `is_pending` */
  gboolean is_pending, has_ended;

  /* For those who go by sentences. */
  gboolean lacks_id;      /* some sentence has none */
  GString *texts;         /* of those kept */
  GArray *kept;           /* of KeptSentence */
  GArray *places;         /* of int: by the number of an ID the sentence that has it, or NO_SENTENCE */
  gpointer reader, batch; /* of one of them, once it is wanted */
  gint64 n_alone;         /* those that not all files have */
  gint64 alone_line;      /* of the first */
  char *alone_id;
} PairSide;

typedef struct {
  const TbkPairing *pairing;
  PairSide *sides; /* the gold one first; where files are whole, each system has one before it */
  int n_sides;
  gboolean is_read;
  TbkReaderOptions options; /* of each file */

  /* By sentences. */
  TbkVocabulary *ids;
  gboolean has_repeated; /* one of these was there twice */

  /* From the first that differs on. */
  int n_seen;   /* IDs before it */
  GArray *rows; /* NULL before it; of int: for each entry left, of each side the sentence or NO_SENTENCE */
  guint next;   /* of these entries */
  int ended, longer; /* sides, the first of which lacks a sentence that the other has; or NO_SENTENCE */
} PairReader;

typedef struct {
  PairReader *reader;
  TbkEntry *systems;
  TbkCursor **cursors;
  TbkPair pair;
  gboolean is_at_end;
  GError *fault; /* what ended it too early */
} PairBatch;

static void
side_clear (PairSide *side)
{
  if (side->texts != NULL) {
    g_string_free (side->texts, TRUE);
    g_array_unref (side->kept);
    g_array_unref (side->places);
  }
  if (side->batch != NULL)
    side->cursor.format->batch_free (side->batch);
  if (side->reader != NULL)
    side->cursor.format->reader_close (side->reader);
  g_free (side->alone_id);
  tbk_cursor_close (&side->cursor);
}

static void
reader_close (gpointer data)
{
  PairReader *reader = data;

  if (reader == NULL)
    return;
  for (int s = 0; s < reader->n_sides; s++)
    side_clear (&reader->sides[s]);
  if (reader->rows != NULL)
    g_array_unref (reader->rows);
  tbk_vocabulary_free (reader->ids);
  g_free (reader->sides);
  g_free (reader);
}

/* Opens the gold file and those of the systems. A byte order mark belongs to each file, whichever
 * number the gold one has in the run, so it is never dropped. If one cannot be opened, those before it
 * are closed again. */
static gpointer
reader_open (const char *path, const TbkReaderOptions *options, GError **error)
{
  const TbkPairing *pairing = options->of_format;
  g_auto (GStrv) systems = pairing->find (pairing->data, path);
  PairReader *reader = g_new0 (PairReader, 1);

  reader->options = *options;
  reader->options.of_format = pairing->of_format;
  reader->options.drops_byte_order_mark = FALSE;
  reader->ended = reader->longer = NO_SENTENCE;
  reader->ids = tbk_vocabulary_new ();
  reader->pairing = pairing;
  reader->n_sides = pairing->by_files ? 2 * pairing->n_systems : 1 + pairing->n_systems;
  reader->sides = g_new0 (PairSide, reader->n_sides);
  for (int s = 0; s < reader->n_sides; s++) {
    const gboolean is_gold = pairing->by_files ? s % 2 == 0 : s == 0;
    const int system = pairing->by_files ? s / 2 : s - 1;

    if (!tbk_cursor_open (&reader->sides[s].cursor, pairing->of, is_gold ? path : systems[system],
                          &reader->options, error)) {
      reader_close (reader);
      return NULL;
    }
  }
  return reader;
}

/* Returns the input by which progress is measured: that of the gold file. */
static const TbkInput *
reader_input (gconstpointer data)
{
  const TbkCursor *gold = &((const PairReader *) data)->sides[0].cursor;

  return gold->format->reader_input (gold->reader);
}

static gpointer
batch_new (void)
{
  return g_new0 (PairBatch, 1);
}

static void
batch_free (gpointer data)
{
  PairBatch *batch = data;

  g_free (batch->systems);
  g_free (batch->cursors);
  g_clear_error (&batch->fault);
  g_free (batch);
}

/* Fills the only batch of the pair. After it is the end. */
static TbkReadStatus
read_next (gpointer data, gpointer into, GError **error)
{
  PairReader *reader = data;
  PairBatch *batch = into;

  (void) error;
  if (reader->is_read)
    return TBK_READ_END;
  reader->is_read = TRUE;
  g_clear_error (&batch->fault);
  batch->reader = reader;
  batch->is_at_end = FALSE;
  batch->systems = g_renew (TbkEntry, batch->systems, reader->n_sides);
  batch->cursors = g_renew (TbkCursor *, batch->cursors, reader->n_sides);
  for (int s = 0; s < reader->n_sides; s++)
    batch->cursors[s] = &reader->sides[s].cursor;
  batch->pair = (TbkPair){ .systems = batch->systems, .cursors = batch->cursors };
  return TBK_READ_BATCH;
}

/* 2. lines: entries by lines. */

static gboolean
fail_line (const PairSide *side, gint64 line, const char *found, GError **error)
{
  g_set_error (error, TBK_ERROR, TBK_ERROR_DATA,
               "%s:%" G_GINT64_FORMAT ": found %s, expected a tree a line, or none",
               tbk_cursor_name (&side->cursor), line, found);
  return FALSE;
}

/* Whether the tree of @entry stands on several lines; comments and space around it do not count. */
static gboolean
has_lines (const TbkEntry *entry)
{
  const char *start = entry->text, *end = start + entry->length, *newline;

  while (start < end && (g_ascii_isspace (*start) || *start == '#')) {
    newline = *start == '#' ? memchr (start, '\n', (gsize) (end - start)) : start;
    start = newline != NULL ? newline + 1 : end;
  }
  while (end > start && end[-1] != ')')
    end--;
  return memchr (start, '\n', (gsize) (end - start)) != NULL;
}

/* Finds the next entry of a side, if there is one, and keeps it until its line is reached. A tree must
 * begin and end on its own line: another tree on the line in hand, or one on several lines, has no
 * partner in the other file. */
static gboolean
fill_pending (PairSide *side, GError **error)
{
  if (side->is_pending || side->has_ended)
    return TRUE;
  if (!tbk_cursor_next (&side->cursor, error))
    return FALSE;
  side->has_ended = side->cursor.is_at_end;
  side->is_pending = !side->has_ended;
  side->pending = side->cursor.entry;
  if (!side->is_pending)
    return TRUE;
  if (side->pending.line <= side->line)
    return fail_line (side, side->line, "a second tree", error);
  return !has_lines (&side->pending)
         || fail_line (side, side->pending.line, "a tree that ends on another line", error);
}

/* Goes to the next line, whose entry is an empty one if nothing stands there. The end is behind the
 * last line of the file, not behind the last tree: empty lines at the end count too. */
static gboolean
next_line (PairSide *side, GError **error)
{
  TbkCursor *cursor = &side->cursor;

  if (!fill_pending (side, error))
    return FALSE;
  side->line++;
  cursor->entry = (TbkEntry){ .file = tbk_cursor_name (cursor), .line = side->line, .text = "" };
  if (side->is_pending && side->pending.line == side->line) {
    cursor->entry = side->pending;
    side->is_pending = FALSE;
  }
  cursor->is_at_end = side->has_ended && side->line > cursor->format->count_lines (cursor->reader);
  return TRUE;
}

/* 3. kept: sentences of the same sent_id, wherever they are.
 *
 * As long as all files have the same sent_id in turn, or one of them has none, sentences are paired as they come: that
 * is right whether pairs are made by ID or in order. Where they differ first, or a file ends before another one, all
 * that is left is read and kept. Sentences are paired by ID from there on if all have one, none occurs twice in a
 * file, and each file has some in common with the first, or had before. Else they are paired in order. So files that
 * never differ are read once, and of them the IDs alone are kept.
 */

/* Keeps what is left of a file, from the sentence in hand on. */
static gboolean
keep_rest (PairSide *side, TbkVocabulary *ids, GError **error)
{
  const TbkCursor *cursor = &side->cursor;

  side->texts = g_string_new (NULL);
  side->kept = g_array_new (FALSE, FALSE, sizeof (KeptSentence));
  side->places = g_array_new (FALSE, FALSE, sizeof (int));
  while (!cursor->is_at_end) {
    const TbkEntry *entry = &cursor->entry;
    KeptSentence kept = { .start = side->texts->len,
                          .length = entry->length,
                          .line = entry->line,
                          .index = entry->index,
                          .id = NO_ID,
                          .is_bad = entry->problem != NULL };

    side->lacks_id |= entry->id == NULL;
    if (entry->id != NULL && (kept.id = tbk_vocabulary_add (ids, entry->id, entry->id_length, error)) < 0)
      return FALSE;
    g_string_append_len (side->texts, entry->text, (gssize) entry->length);
    g_array_append_val (side->kept, kept);
    if (!tbk_cursor_next_sentence (&side->cursor, error))
      return FALSE;
  }
  return TRUE;
}

static inline const KeptSentence *
kept_at (const PairSide *side, int i)
{
  return &g_array_index (side->kept, KeptSentence, i);
}

static inline int *
place_at (const PairSide *side, int id)
{
  return &g_array_index (side->places, int, id);
}

/* Notes where each ID is in a file; FALSE if one is there twice. */
static gboolean
place_ids (PairSide *side, int n_seen, int n_ids)
{
  g_array_set_size (side->places, (guint) n_ids);
  for (int id = 0; id < n_ids; id++)
    *place_at (side, id) = NO_SENTENCE;
  for (guint i = 0; i < side->kept->len; i++) {
    const int id = kept_at (side, (int) i)->id;
    int *place = place_at (side, id);

    if (id < n_seen || *place != NO_SENTENCE)
      return FALSE;
    *place = (int) i;
  }
  return TRUE;
}

/* Whether some sentence of the first file is in that of @side as well. */
static gboolean
has_common_id (const PairReader *reader, const PairSide *side, int n_ids)
{
  for (int id = 0; id < n_ids; id++)
    if (*place_at (&reader->sides[0], id) != NO_SENTENCE && *place_at (side, id) != NO_SENTENCE)
      return TRUE;
  return FALSE;
}

static gboolean
can_pair_by_id (const PairReader *reader)
{
  const int n_ids = tbk_vocabulary_size (reader->ids);

  for (int s = 0; s < reader->n_sides; s++)
    if (reader->sides[s].lacks_id || reader->has_repeated)
      return FALSE;
  for (int s = 0; s < reader->n_sides; s++)
    if (!place_ids (&reader->sides[s], reader->n_seen, n_ids))
      return FALSE;
  for (int s = 1; s < reader->n_sides; s++)
    if (!has_common_id (reader, &reader->sides[s], n_ids) && reader->n_seen == 0)
      return FALSE;
  return TRUE;
}

/* Notes that not all files have a sentence. */
static void
note_alone (PairSide *side, const KeptSentence *kept, const char *id)
{
  if (side->n_alone++ > 0)
    return;
  side->alone_line = kept->line;
  side->alone_id = g_strdup (id);
}

/* Adds the row of an ID, if all files have it or that does not matter; and that of a bad sentence, which is an error whoever
 * has it. */
static void
add_row (PairReader *reader, int id, int *row)
{
  gboolean is_bad = FALSE;
  int n = 0;

  for (int s = 0; s < reader->n_sides; s++) {
    row[s] = *place_at (&reader->sides[s], id);
    n += row[s] != NO_SENTENCE;
    is_bad |= row[s] != NO_SENTENCE && kept_at (&reader->sides[s], row[s])->is_bad;
  }
  for (int s = 0; s < reader->n_sides && n < reader->n_sides && !is_bad; s++)
    if (row[s] != NO_SENTENCE)
      note_alone (&reader->sides[s], kept_at (&reader->sides[s], row[s]),
                  tbk_vocabulary_name (reader->ids, id));
  if (n == reader->n_sides || is_bad || reader->pairing->takes_missing)
    g_array_append_vals (reader->rows, row, (guint) reader->n_sides);
}

/* Rows in the order of the first file, then of what the second has besides, and so on. */
static void
pair_by_id (PairReader *reader)
{
  g_autofree int *row = g_new (int, reader->n_sides);

  for (int s = 0; s < reader->n_sides; s++)
    for (guint i = 0; i < reader->sides[s].kept->len; i++) {
      const int id = kept_at (&reader->sides[s], (int) i)->id;
      int first = 0;

      while (*place_at (&reader->sides[first], id) == NO_SENTENCE)
        first++;
      if (first == s)
        add_row (reader, id, row);
    }
}

static void
pair_in_order (PairReader *reader)
{
  int shortest = 0;

  for (int s = 1; s < reader->n_sides; s++)
    if (reader->sides[s].kept->len < reader->sides[shortest].kept->len)
      shortest = s;
  for (guint i = 0; i < reader->sides[shortest].kept->len; i++)
    for (int s = 0; s < reader->n_sides; s++)
      g_array_append_vals (reader->rows, &(int){ (int) i }, 1);
  for (int s = reader->n_sides - 1; s >= 0; s--)
    if (reader->sides[s].kept->len > reader->sides[shortest].kept->len) {
      reader->ended = shortest;
      reader->longer = s;
    }
}

/* Reads and pairs what is left of all files. */
static gboolean
pair_rest (PairReader *reader, GError **error)
{
  reader->n_seen = tbk_vocabulary_size (reader->ids);
  reader->rows = g_array_new (FALSE, FALSE, sizeof (int));
  for (int s = 0; s < reader->n_sides; s++)
    if (!keep_rest (&reader->sides[s], reader->ids, error))
      return FALSE;
  if (can_pair_by_id (reader))
    pair_by_id (reader);
  else
    pair_in_order (reader);
  return TRUE;
}

/* Reads a kept sentence again. */
static gboolean
recall (const PairReader *reader, PairSide *side, int i, GError **error)
{
  const TbkFormat *format = side->cursor.format;
  const KeptSentence *kept = kept_at (side, i);
  const TbkReaderOptions *of_file = &reader->options;
  const TbkConlluReaderOptions options = { .max_line = of_file->max_line,
                                           .strict = of_file->strict,
                                           .ignores_heads = of_file->ignores_trees,
                                           .takes_headless = of_file->takes_headless,
                                           .columns.names = format->reader_columns (side->cursor.reader),
                                           .line = kept->line,
                                           .index = kept->index,
                                           .any_roots = of_file->any_roots,
                                           .takes_any_heads = of_file->takes_any_heads };

  if (side->batch == NULL)
    side->batch = format->batch_new ();
  format->reader_close (side->reader);
  side->reader = tbk_conllu_reader_open_text (tbk_cursor_name (&side->cursor), side->texts->str + kept->start,
                                              kept->length, &options, error);
  if (side->reader == NULL || format->read (side->reader, side->batch, error) != TBK_READ_BATCH
      || (format->finish != NULL && !format->finish (side->batch, error)))
    return FALSE;
  if (!format->next (side->batch, &side->cursor.entry))
    g_assert_not_reached ();
  return TRUE;
}

/* 4. entries: all files moved on. */

/* Reports that one file ends where another one has a sentence at @line. */
static void
fail_end (PairBatch *batch, const TbkCursor *ended, const TbkCursor *other, gint64 line)
{
  const TbkPairing *pairing = batch->reader->pairing;
  const char *unit = pairing->by_lines                 ? "line"
                     : pairing->of->entry_name != NULL ? pairing->of->entry_name
                                                       : "sentence";

  g_set_error (&batch->fault, TBK_ERROR, TBK_ERROR_DATA,
               "%s: found the end of the file, expected the %s of %s:%" G_GINT64_FORMAT,
               tbk_cursor_name (ended), unit, tbk_cursor_name (other), line);
}

/* Whether the sentences in hand may be no pair: they have different IDs, or a file has ended. */
static gboolean
differ (PairReader *reader)
{
  const TbkEntry *first = &reader->sides[0].cursor.entry;
  gboolean has_ended = FALSE, differs = FALSE, lacks_id = FALSE;

  for (int s = 0; s < reader->n_sides; s++) {
    PairSide *side = &reader->sides[s];
    const TbkEntry *entry = &side->cursor.entry;

    if (side->cursor.is_at_end) {
      has_ended = TRUE;
      continue;
    }
    side->lacks_id |= entry->id == NULL;
    lacks_id |= entry->id == NULL;
    differs |=
        entry->id != NULL && first->id != NULL
        && (entry->id_length != first->id_length || memcmp (entry->id, first->id, first->id_length) != 0);
  }
  return has_ended || (differs && !lacks_id);
}

/* Whether all files that are left have ended. */
static gboolean
have_ended (const PairReader *reader)
{
  for (int s = 0; s < reader->n_sides; s++)
    if (!reader->sides[s].cursor.is_at_end)
      return FALSE;
  return TRUE;
}

/* Notes the ID of sentences that are a pair. */
static gboolean
note_id (PairReader *reader, GError **error)
{
  const TbkEntry *entry = &reader->sides[0].cursor.entry;
  const int n = tbk_vocabulary_size (reader->ids);
  int id;

  if (reader->pairing->of != tbk_conllu_format () || entry->id == NULL)
    return TRUE;
  id = tbk_vocabulary_add (reader->ids, entry->id, entry->id_length, error);
  reader->has_repeated |= id >= 0 && id < n;
  return id >= 0;
}

/* Goes on to the next row of what was kept; FALSE at the end. */
static gboolean
next_kept (PairBatch *batch)
{
  PairReader *reader = batch->reader;
  const int n = reader->n_sides;
  const int *row = &g_array_index (reader->rows, int, (gsize) reader->next *(gsize) n);

  if (reader->next == reader->rows->len / (guint) n) {
    if (reader->ended != NO_SENTENCE)
      fail_end (batch, &reader->sides[reader->ended].cursor, &reader->sides[reader->longer].cursor,
                kept_at (&reader->sides[reader->longer], (int) reader->next)->line);
    return FALSE;
  }
  reader->next++;
  for (int s = 0; s < n; s++) {
    PairSide *side = &reader->sides[s];

    side->cursor.entry = (TbkEntry){ .text = NULL };
    if (row[s] != NO_SENTENCE && !recall (reader, side, row[s], &batch->fault))
      return FALSE;
  }
  return TRUE;
}

/* Moves all files on; FALSE at the end, or where one cannot be read or ends before another one. */
static gboolean
move_on (PairBatch *batch)
{
  PairReader *reader = batch->reader;
  const TbkCursor *ended = NULL, *other = NULL;

  if (reader->rows != NULL)
    return next_kept (batch);
  for (int s = 0; s < reader->n_sides; s++) {
    PairSide *side = &reader->sides[s];

    if (!(reader->pairing->by_lines ? next_line (side, &batch->fault)
                                    : tbk_cursor_next_sentence (&side->cursor, &batch->fault)))
      return FALSE;
    if (side->cursor.is_at_end)
      ended = ended != NULL ? ended : &side->cursor;
    else
      other = other != NULL ? other : &side->cursor;
  }
  if (have_ended (reader))
    return FALSE;
  if (reader->pairing->of == tbk_conllu_format () && differ (reader))
    return pair_rest (reader, &batch->fault) && next_kept (batch);
  if (ended != NULL)
    fail_end (batch, ended, other, other->entry.line);
  return ended == NULL && note_id (reader, &batch->fault);
}

static gboolean
next_entry (gpointer data, TbkEntry *entry)
{
  PairBatch *batch = data;
  const PairReader *reader = batch->reader;

  if (batch->is_at_end)
    return FALSE;
  if (reader->pairing->by_files) {
    batch->is_at_end = TRUE;
    *entry = (TbkEntry){
      .file = tbk_cursor_name (batch->cursors[0]), .text = "", .line = 1, .index = 1, .pair = &batch->pair
    };
    return TRUE;
  }
  batch->is_at_end = !move_on (batch);
  if (batch->is_at_end)
    return FALSE;
  for (int s = 1; s < reader->n_sides; s++)
    batch->systems[s - 1] = batch->cursors[s]->entry;
  batch->pair.first = 0;
  while (batch->cursors[batch->pair.first]->entry.text == NULL)
    batch->pair.first++;
  *entry = batch->cursors[batch->pair.first]->entry;
  entry->pair = &batch->pair;
  return TRUE;
}

/* Counts the sentences of a pair, in each file, if all of them are well formed; those without words do
 * not count. */
static void
count_entry (gpointer data)
{
  const PairBatch *batch = data;
  const int n = batch->reader->pairing->by_files ? 0 : batch->reader->n_sides;

  for (int s = 0; s < n; s++)
    if (batch->cursors[s]->entry.problem != NULL)
      return;
  for (int s = 0; s < n; s++)
    if (batch->cursors[s]->entry.n_words > 0)
      tbk_cursor_count (batch->cursors[s]);
}

/* What is reported of a pair: by side its sentences that not all files have. */
typedef struct {
  GArray *sides; /* of TbkWarning, whose strings are owned */
} PairNotes;

static void
warning_clear (gpointer data)
{
  TbkWarning *warning = data;

  g_free ((char *) warning->file);
  g_free ((char *) warning->id);
}

static gpointer
notes_new (void)
{
  PairNotes *notes = g_new0 (PairNotes, 1);

  notes->sides = g_array_new (FALSE, FALSE, sizeof (TbkWarning));
  g_array_set_clear_func (notes->sides, warning_clear);
  return notes;
}

static void
notes_free (gpointer data)
{
  PairNotes *notes = data;

  g_array_unref (notes->sides);
  g_free (notes);
}

/* Takes what was found at the end of the batch, also what ended it too early: next_entry() cannot fail. */
static gboolean
notes_add (gpointer data, gconstpointer of, GError **error)
{
  const PairNotes *notes = data;
  const PairBatch *batch = of;
  const PairReader *reader = batch->reader;

  for (int s = 0; batch->fault == NULL && s < reader->n_sides; s++) {
    const PairSide *side = &reader->sides[s];
    const TbkWarning warning = { .name = "unpaired-sentence",
                                 .text = reader->pairing->takes_missing
                                             ? "sentence that not all files have"
                                             : "sentence that not all files have, left out",
                                 .count = side->n_alone,
                                 .line = side->alone_line,
                                 .id = g_strdup (side->alone_id),
                                 .file = g_strdup (tbk_cursor_name (&side->cursor)) };

    g_array_append_val (notes->sides, warning);
  }
  if (batch->fault != NULL)
    g_propagate_error (error, g_error_copy (batch->fault));
  return batch->fault == NULL;
}

static gboolean
notes_get (gconstpointer data, int number, TbkWarning *warning)
{
  const PairNotes *notes = data;

  if ((guint) number >= notes->sides->len)
    return FALSE;
  *warning = g_array_index (notes->sides, TbkWarning, number);
  return TRUE;
}

void
pairing_init (TbkPairing *pairing, const TbkFormat *format)
{
  pairing->of = format;
  pairing->pairs = (TbkFormat){ .name = "pairs",
                                .reader_open = reader_open,
                                .reader_input = reader_input,
                                .reader_close = reader_close,
                                .batch_new = batch_new,
                                .batch_free = batch_free,
                                .read = read_next,
                                .next = next_entry,
                                .count = count_entry,
                                .notes_new = notes_new,
                                .notes_free = notes_free,
                                .notes_add = notes_add,
                                .notes_get = notes_get,
                                .entry_name = format->entry_name };
}
