/* pairs.c - files side by side: a gold file, and those of systems over the same sentences.
 *
 * A batch is a whole pair of files, whose sentences are read by whoever works on it: where a sentence ends
 * is not known before it is parsed, and the systems' sentences stand elsewhere. So files are shared among
 * threads, not the sentences of one.
 *
 * To the loop of a run this is a format (TbkFormat) like any other, with the path of the gold file. Its
 * reader opens the files of the systems besides. Its batch is only a view of that reader: each call of
 * next_entry() moves all files on by one sentence. There are three ways:
 *
 *   by sentences   entry i of each file, empty ones passed over
 *   by lines       what stands on line i of each file, perhaps nothing: files of brackets with a tree a line
 *   by files       one entry in all, with a cursor on each file, for whoever aligns their words
 *
 * Sides of two systems A and B: gold A B; by files gold A gold B, as each system is aligned by itself.
 */
#include "corpus/corpus.h"

#include <string.h>

/* One of the files; the rest is for those who go by lines. */
typedef struct {
  TbkCursor cursor;
  gint64 line;      /* in hand */
  TbkEntry pending; /* the first entry that is not taken, if `is_pending` */
  gboolean is_pending, has_ended;
} PairSide;

typedef struct {
  const TbkPairing *pairing;
  PairSide *sides; /* the gold one first; where files are whole, each system has one before it */
  int n_sides;
  gboolean is_read;
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
reader_close (gpointer data)
{
  PairReader *reader = data;

  if (reader == NULL)
    return;
  for (int s = 0; s < reader->n_sides; s++)
    tbk_cursor_close (&reader->sides[s].cursor);
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
  TbkReaderOptions of_each = *options;
  PairReader *reader = g_new0 (PairReader, 1);

  of_each.of_format = pairing->of_format;
  of_each.drops_byte_order_mark = FALSE;
  reader->pairing = pairing;
  reader->n_sides = pairing->by_files ? 2 * pairing->n_systems : 1 + pairing->n_systems;
  reader->sides = g_new0 (PairSide, reader->n_sides);
  for (int s = 0; s < reader->n_sides; s++) {
    const gboolean is_gold = pairing->by_files ? s % 2 == 0 : s == 0;
    const int system = pairing->by_files ? s / 2 : s - 1;

    if (!tbk_cursor_open (&reader->sides[s].cursor, pairing->of, is_gold ? path : systems[system], &of_each,
                          error)) {
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

/* Entries by lines. */

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

/* Entries. */

/* Reports that one file ends where another one goes on. */
static void
fail_end (PairBatch *batch, const TbkCursor *ended, const TbkCursor *other)
{
  const TbkPairing *pairing = batch->reader->pairing;
  const char *unit = pairing->by_lines                 ? "line"
                     : pairing->of->entry_name != NULL ? pairing->of->entry_name
                                                       : "sentence";

  g_set_error (&batch->fault, TBK_ERROR, TBK_ERROR_DATA,
               "%s: found the end of the file, expected the %s of %s:%" G_GINT64_FORMAT,
               tbk_cursor_name (ended), unit, tbk_cursor_name (other), other->entry.line);
}

/* Moves all files on; FALSE at the end, or where one cannot be read or ends before another one. */
static gboolean
move_on (PairBatch *batch)
{
  const PairReader *reader = batch->reader;
  const TbkCursor *ended = NULL, *other = NULL;

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
  if (ended != NULL && other != NULL)
    fail_end (batch, ended, other);
  return ended == NULL;
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
  *entry = batch->cursors[0]->entry;
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

/* Reports at the end of the batch what ended it too early. It was found in next_entry(), which cannot
 * fail. */
static gboolean
notes_add (gpointer notes, gconstpointer batch, GError **error)
{
  const GError *fault = ((const PairBatch *) batch)->fault;

  (void) notes;
  if (fault != NULL)
    g_propagate_error (error, g_error_copy (fault));
  return fault == NULL;
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
                                .notes_add = notes_add,
                                .entry_name = format->entry_name };
}
