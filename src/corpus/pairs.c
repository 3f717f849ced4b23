/* pairs.c - files side by side: a gold file, and those of systems over the same sentences.
 *
 * Contents
 *   1. files: readers of all of them, as one
 *   2. lines: entries by lines
 *   3. kept: sentences of the same sent_id or words, wherever they are
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
 *   by sentences   those that are partners (section 3, partners.c), of brackets entry i of each file; empty ones passed over
 *   by lines       what stands on line i of each file, perhaps nothing: files of brackets with a tree a line
 *   by files       those of the gold file; whoever aligns their words has a cursor on each of the others, and may read ahead
 */
#include "conllu/conllu.h"
#include "corpus/corpus.h"
#include "corpus/partners.h"

#include <string.h>

#include "base/base.h"

/* 1. files: readers of all of them, as one. */

/* A sentence that was read before it is wanted. */
typedef struct {
  gsize start, length; /* of its text in that of the side */
  gint64 line, index;
  gboolean is_bad;
} KeptSentence;

enum { NO_SENTENCE = -1 };

/* Sentences that are reported for one reason: their number, and the first. */
typedef struct {
  gint64 n, line;
  char *id;
} Reported;

/* One of the files. */
typedef struct {
  TbkCursor cursor;

  /* For those who go by lines. */
  gint64 line;      /* in hand */
  TbkEntry pending; /* the first entry that is not taken, if `is_pending` */
  gboolean is_pending, has_ended;
  GError *problem; /* of the entry on the line in hand */

  /* For those who go by sentences. */
  gboolean has_ids;       /* some sentence has one */
  gboolean has_pair;      /* some sentence is one of another file too */
  GString *texts;         /* of those kept */
  GArray *kept;           /* of KeptSentence */
  gpointer reader, batch; /* of one of them, once it is wanted */
  Reported alone;         /* those that not all files have */
  gboolean
      has_n_best; /* one of these follows a sentence with its own ID, as several trees of a sentence do */
  Reported retokenized; /* those whose partners have other words */
} PairSide;

typedef struct {
  const TbkPairing *pairing;
  PairSide *sides; /* the gold one first */
  int n_sides;
  gboolean is_read;
  TbkReaderOptions options; /* of each file */

  /* By sentences, from the first that differs on. */
  SentencePartners *partners; /* NULL before it */
  GArray *rows;               /* of int: for each entry left, of each side the sentence or NO_SENTENCE */
  guint next;                 /* of these entries; by files, of the gold sentences that were read ahead */
  int ended, longer;  /* sides, the first of which lacks a sentence that the other has; or NO_SENTENCE */
  gint64 longer_line; /* of that sentence */
  int n_cut;          /* and of how many rows */
  gboolean has_gold;  /* by files: a sentence of the gold file was found */
} PairReader;

typedef struct {
  PairReader *reader;
  TbkEntry *systems;
  TbkCursor **cursors;
  TbkPair pair;
  gboolean is_at_end;
  GError *problem; /* of the entry in hand, if that is no pair */
  GError *fault;   /* what ended it too early */
} PairBatch;

static void
side_clear (PairSide *side)
{
  if (side->texts != NULL) {
    g_string_free (side->texts, TRUE);
    g_array_unref (side->kept);
  }
  if (side->batch != NULL)
    side->cursor.format->batch_free (side->batch);
  if (side->reader != NULL)
    side->cursor.format->reader_close (side->reader);
  g_clear_error (&side->problem);
  g_free (side->alone.id);
  g_free (side->retokenized.id);
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
  partners_free (reader->partners);
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
  g_auto (GStrv) systems =
      pairing->find != NULL ? pairing->find (pairing->data, path) : g_strdupv (pairing->data);
  PairReader *reader = g_new0 (PairReader, 1);

  reader->options = *options;
  reader->options.of_format = pairing->of_format;
  reader->options.drops_byte_order_mark = FALSE;
  reader->ended = reader->longer = NO_SENTENCE;
  reader->pairing = pairing;
  reader->n_sides = 1 + pairing->n_systems;
  reader->sides = g_new0 (PairSide, reader->n_sides);
  for (int s = 0; s < reader->n_sides; s++)
    if (!tbk_cursor_open (&reader->sides[s].cursor, pairing->of, s == 0 ? path : systems[s - 1],
                          &reader->options, error)) {
      reader_close (reader);
      return NULL;
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
  g_clear_error (&batch->problem);
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

/* Returns TRUE if the tree of @entry is on several lines; comments and space around it do not count. */
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

/* Finds the next entry of a side, if there is one, and keeps it until its line is reached. So of the trees on
 * lines 1 and 4 the second waits while lines 2 and 3 are empty entries. */
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
  return TRUE;
}

/* A tree must end on its own line: one on several lines has no partner in the other file. */
static void
check_lines (PairSide *side, TbkEntry *entry)
{
  if (entry->problem != NULL || !has_lines (entry))
    return;
  g_set_error (&side->problem, TBK_ERROR, TBK_ERROR_DATA,
               "%s:%" G_GINT64_FORMAT
               ": found a tree that ends on another line, expected a tree a line, or none",
               cursor_name (&side->cursor), entry->line);
  entry->problem = side->problem;
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
  cursor->entry = (TbkEntry){ .file = cursor_name (cursor), .line = side->line, .text = "" };
  g_clear_error (&side->problem);
  if (side->is_pending && side->pending.line == side->line) {
    cursor->entry = side->pending;
    side->is_pending = FALSE;
    check_lines (side, &cursor->entry);
  }
  cursor->is_at_end = side->has_ended && side->line > cursor->format->count_lines (cursor->reader);
  return TRUE;
}

/* 3. kept: sentences of the same sent_id or words, wherever they are.
 *
 * Sentences are pairs as they come, as long as nothing speaks against it (differ()). What is left then is read and kept, and
 * SentencePartners pairs it. It would have paired the sentences before in the same way, as the k-th of equal ones in one file is
 * the k-th in the others. So files that never differ are read once, and nothing of them is kept.
 */

static void
begin_to_keep (PairSide *side)
{
  side->texts = g_string_new (NULL);
  side->kept = g_array_new (FALSE, FALSE, sizeof (KeptSentence));
}

/* Keeps the sentence in hand. */
static void
keep (PairSide *side)
{
  const TbkEntry *entry = &side->cursor.entry;
  const KeptSentence kept = { .start = side->texts->len,
                              .length = entry->length,
                              .line = entry->line,
                              .index = entry->index,
                              .is_bad = entry->problem != NULL };

  g_string_append_len (side->texts, entry->text, (gssize) entry->length);
  g_array_append_val (side->kept, kept);
}

/* Keeps what is left of file @s, from the sentence in hand on. */
static gboolean
keep_rest (PairReader *reader, int s, GError **error)
{
  PairSide *side = &reader->sides[s];
  const TbkCursor *cursor = &side->cursor;

  begin_to_keep (side);
  if (side->has_ids)
    partners_note_ids (reader->partners, s);
  while (!cursor->is_at_end) {
    if (!partners_add (reader->partners, s, &cursor->entry, error))
      return FALSE;
    keep (side);
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

/* Counts a sentence of side @s that is reported, and notes the first. One message for a file says how many
 * there are and where the first is. */
static void
count_reported (const PairReader *reader, int s, int sentence, Reported *reported)
{
  if (reported->n++ > 0)
    return;
  reported->line = kept_at (&reader->sides[s], sentence)->line;
  reported->id = g_strdup (partners_id (reader->partners, s, sentence));
}

/* Returns TRUE if a sentence of side @s has the ID of the one before it. */
static gboolean
has_id_before (const PairReader *reader, int s, int sentence)
{
  const char *id = partners_id (reader->partners, s, sentence);

  return sentence > 0 && id != NULL && g_strcmp0 (id, partners_id (reader->partners, s, sentence - 1)) == 0;
}

/* Looks at a row: whether it is an entry, which that of a bad sentence always is, as this is an error whoever has it. */
static gboolean
judge_row (PairReader *reader, const int *row)
{
  gboolean is_bad = FALSE, has_first = FALSE;
  int n = 0;

  for (int s = 0; s < reader->n_sides; s++) {
    n += row[s] != NO_SENTENCE;
    is_bad |= row[s] != NO_SENTENCE && kept_at (&reader->sides[s], row[s])->is_bad;
  }
  for (int s = 0; s < reader->n_sides && !is_bad; s++) {
    PairSide *side = &reader->sides[s];

    if (row[s] == NO_SENTENCE)
      continue;
    if (n < reader->n_sides) {
      count_reported (reader, s, row[s], &side->alone);
      side->has_n_best |= has_id_before (reader, s, row[s]);
    }
    if (!has_first && partners_have_other_words (reader->partners, row))
      count_reported (reader, s, row[s], &side->retokenized);
    has_first = TRUE;
  }
  for (int s = 0; s < reader->n_sides; s++)
    reader->sides[s].has_pair |= row[s] != NO_SENTENCE && (n > 1 || is_bad);
  return n == reader->n_sides || is_bad || reader->pairing->takes_missing;
}

/* Cuts @n_rows where a file ends before another one: all of them are needed if files are paired in order, and of each file
 * some sentence. Returns how many are left. */
static int
find_end (PairReader *reader, const int *rows, int n_rows)
{
  for (int r = 0; r < n_rows; r++, rows += reader->n_sides)
    for (int s = 0; s < reader->n_sides; s++) {
      const PairSide *side = &reader->sides[s];

      if (rows[s] != NO_SENTENCE
          || (partners_have_ids (reader->partners) && (side->has_pair || side->kept->len > 0)))
        continue;
      for (reader->longer = 0; rows[reader->longer] == NO_SENTENCE;)
        reader->longer++;
      reader->ended = s;
      reader->n_cut = n_rows - r;
      reader->longer_line = kept_at (&reader->sides[reader->longer], rows[reader->longer])->line;
      return r;
    }
  return n_rows;
}

/* Checks that each file has some sentence that another one has too. */
static gboolean
check_common (const PairReader *reader, GError **error)
{
  const gboolean is_needed = reader->ended == NO_SENTENCE && !reader->pairing->takes_strangers;

  for (int s = 0; s < reader->n_sides && is_needed; s++)
    if (!reader->sides[s].has_pair)
      return fail_data (
          error, "%s: found no sentence with the sent_id or the words of one of %s, expected some",
          cursor_name (&reader->sides[MAX (s, 1)].cursor), cursor_name (&reader->sides[0].cursor));
  return TRUE;
}

/* Reads and pairs what is left of all files. */
static gboolean
pair_rest (PairReader *reader, GError **error)
{
  const int *rows;
  int n_rows;

  reader->partners = partners_new (reader->n_sides, FALSE);
  reader->rows = g_array_new (FALSE, FALSE, sizeof (int));
  for (int s = 0; s < reader->n_sides; s++)
    if (!keep_rest (reader, s, error))
      return FALSE;
  rows = partners_find (reader->partners, &n_rows);
  n_rows = find_end (reader, rows, n_rows);
  for (int r = 0; r < n_rows; r++, rows += reader->n_sides)
    if (judge_row (reader, rows))
      g_array_append_vals (reader->rows, rows, (guint) reader->n_sides);
  return check_common (reader, error);
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
  side->reader = tbk_conllu_reader_open_text (cursor_name (&side->cursor), side->texts->str + kept->start,
                                              kept->length, &options, error);
  if (side->reader == NULL || format->read (side->reader, side->batch, error) != TBK_READ_BATCH
      || (format->finish != NULL && !format->finish (side->batch, error)))
    return FALSE;
  if (!format->next (side->batch, &side->cursor.entry))
    g_assert_not_reached ();
  return TRUE;
}

/* 4. entries: all files moved on. */

/* Makes it the problem of the next entry that one file ends where another one has a sentence at @line. */
static void
fail_end (PairBatch *batch, const TbkCursor *ended, const TbkCursor *other, gint64 line)
{
  const TbkPairing *pairing = batch->reader->pairing;
  const char *unit = pairing->by_lines                 ? "line"
                     : pairing->of->entry_name != NULL ? pairing->of->entry_name
                                                       : "sentence";

  g_set_error (&batch->problem, TBK_ERROR, TBK_ERROR_DATA,
               "%s: found the end of the file, expected the %s of %s:%" G_GINT64_FORMAT, cursor_name (ended),
               unit, cursor_name (other), line);
}

/* Returns TRUE if two sentences have other words; of a bad one that is not known. */
static gboolean
have_other_words (const TbkEntry *a, const TbkEntry *b)
{
  const TbkConlluSentence *x = a->sentence, *y = b->sentence;

  if (a->problem != NULL || b->problem != NULL)
    return FALSE;
  for (int word = 1; word <= x->n && x->n == y->n; word++) {
    const TbkPiece form = tbk_conllu_sentence_field (x, word, TBK_COLUMN_FORM),
                   other = tbk_conllu_sentence_field (y, word, TBK_COLUMN_FORM);

    if (form.size != other.size || (form.size > 0 && memcmp (form.bytes, other.bytes, form.size) != 0))
      return TRUE;
  }
  return x->n != y->n;
}

/* Returns TRUE if the sentences in hand may be no pair: they have different IDs or words, or a file has
 * ended. */
static gboolean
differ (PairReader *reader)
{
  const TbkEntry *first = &reader->sides[0].cursor.entry, *known = NULL;
  gboolean differs = FALSE;

  for (int s = 0; s < reader->n_sides && !differs; s++) {
    PairSide *side = &reader->sides[s];
    const TbkEntry *entry = &side->cursor.entry;

    known = known == NULL && !side->cursor.is_at_end && entry->id != NULL ? entry : known;
    differs = side->cursor.is_at_end || (entry->id != NULL && !pair_has_same_id (entry, known))
              || (s > 0 && have_other_words (first, entry));
    side->has_ids |= !differs && entry->id != NULL;
  }
  for (int s = 0; s < reader->n_sides && !differs; s++)
    reader->sides[s].has_pair = TRUE;
  return differs;
}

/* Returns TRUE if all files that are left have ended. */
static gboolean
have_ended (const PairReader *reader)
{
  for (int s = 0; s < reader->n_sides; s++)
    if (!reader->sides[s].cursor.is_at_end)
      return FALSE;
  return TRUE;
}

/* Goes on to the next row of what was kept, or reports those that were cut; FALSE at the end. */
static gboolean
next_kept (PairBatch *batch)
{
  PairReader *reader = batch->reader;
  const int n = reader->n_sides;
  const int *row = &g_array_index (reader->rows, int, (gsize) reader->next *(gsize) n);

  if (reader->next == reader->rows->len / (guint) n) {
    if (reader->ended == NO_SENTENCE)
      return FALSE;
    fail_end (batch, &reader->sides[reader->ended].cursor, &reader->sides[reader->longer].cursor,
              reader->longer_line);
    reader->ended = NO_SENTENCE;
    return TRUE;
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

/* Moves a file on. A file of brackets that cannot be read on, since one is missing, ends there, with a problem. */
static gboolean
move_side (PairBatch *batch, PairSide *side)
{
  const TbkPairing *pairing = batch->reader->pairing;

  if (side->cursor.is_at_end)
    return TRUE;
  if (pairing->by_lines ? next_line (side, &batch->fault)
                        : tbk_cursor_next_sentence (&side->cursor, &batch->fault))
    return TRUE;
  if (pairing->of == tbk_conllu_format () || !g_error_matches (batch->fault, TBK_ERROR, TBK_ERROR_DATA))
    return FALSE;
  side->cursor.is_at_end = TRUE;
  g_clear_error (&batch->problem);
  batch->problem = g_steal_pointer (&batch->fault);
  return TRUE;
}

/* Moves all files on; FALSE at the end, or where one cannot be read. */
static gboolean
move_on (PairBatch *batch)
{
  PairReader *reader = batch->reader;
  const TbkCursor *ended = NULL, *other = NULL;

  if (reader->rows != NULL)
    return next_kept (batch);
  for (int s = 0; s < reader->n_sides; s++) {
    PairSide *side = &reader->sides[s];

    if (!move_side (batch, side))
      return FALSE;
    if (side->cursor.is_at_end)
      ended = ended != NULL ? ended : &side->cursor;
    else
      other = other != NULL ? other : &side->cursor;
  }
  if (batch->problem != NULL)
    return TRUE;
  if (have_ended (reader))
    return FALSE;
  if (reader->pairing->of == tbk_conllu_format () && differ (reader))
    return pair_rest (reader, &batch->fault) && next_kept (batch);
  if (ended != NULL)
    fail_end (batch, ended, other, other->entry.line);
  return TRUE;
}

/* By files. */

/* Reports that a system has sentences where the gold file has none at all. */
static gboolean
find_text_alone (PairBatch *batch)
{
  PairReader *reader = batch->reader;
  const TbkCursor *gold = &reader->sides[0].cursor;

  for (int s = 1; s < reader->n_sides && batch->problem == NULL; s++) {
    TbkCursor *system = &reader->sides[s].cursor;

    if (!tbk_cursor_next_sentence (system, &batch->fault))
      return FALSE;
    if (!system->is_at_end)
      fail_end (batch, gold, system, system->entry.line);
  }
  return batch->problem != NULL;
}

/* Goes to the next gold sentence, which may have been read ahead; FALSE at the end. */
static gboolean
next_gold (PairBatch *batch)
{
  PairReader *reader = batch->reader;
  PairSide *side = &reader->sides[0];

  if (side->kept != NULL && reader->next < side->kept->len)
    return recall (reader, side, (int) reader->next++, &batch->fault);
  if (side->kept != NULL) {
    g_array_set_size (side->kept, 0);
    g_string_truncate (side->texts, 0);
  }
  reader->next = 0;
  if (side->cursor.is_at_end || !tbk_cursor_next_sentence (&side->cursor, &batch->fault))
    return FALSE;
  if (!side->cursor.is_at_end)
    reader->has_gold = TRUE;
  else if (!reader->has_gold)
    return find_text_alone (batch);
  return !side->cursor.is_at_end;
}

/* The batch that @pair is of. */
static PairBatch *
batch_of (const TbkPair *pair)
{
  return (PairBatch *) (gpointer) ((char *) pair - G_STRUCT_OFFSET (PairBatch, pair));
}

gboolean
pair_read_ahead (const TbkPair *pair, const TbkEntry **entry, GError **error)
{
  PairSide *side = &batch_of (pair)->reader->sides[0];

  *entry = NULL;
  if (side->cursor.is_at_end)
    return TRUE;
  if (!tbk_cursor_next_sentence (&side->cursor, error))
    return FALSE;
  if (side->cursor.is_at_end)
    return TRUE;
  if (side->kept == NULL)
    begin_to_keep (side);
  keep (side);
  *entry = &side->cursor.entry;
  return TRUE;
}

void
pair_note_alone (const TbkPair *pair, int side, gint64 n, gint64 line)
{
  Reported *alone = &batch_of (pair)->reader->sides[side].alone;

  if (alone->n == 0)
    alone->line = line;
  alone->n += n;
}

void
pair_fail (const TbkPair *pair, GError *fault)
{
  PairBatch *batch = batch_of (pair);

  if (batch->fault == NULL)
    batch->fault = fault;
  else
    g_error_free (fault);
}

static gboolean
next_entry (gpointer data, TbkEntry *entry)
{
  PairBatch *batch = data;
  const PairReader *reader = batch->reader;

  if (batch->is_at_end)
    return FALSE;
  g_clear_error (&batch->problem);
  batch->is_at_end = !(reader->pairing->by_files ? next_gold (batch) : move_on (batch));
  if (batch->is_at_end)
    return FALSE;
  if (batch->problem != NULL) {
    *entry = (TbkEntry){ .file = cursor_name (batch->cursors[0]),
                         .text = "",
                         .problem = batch->problem,
                         .n_joined = MAX (reader->n_cut, 1) - 1 };
    return TRUE;
  }
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
 * not count. Of columns nothing is counted. */
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
      cursor_count (batch->cursors[s]);
}

/* Reports on a pair, by side. */
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
pair_notes_new (void)
{
  PairNotes *notes = g_new0 (PairNotes, 1);

  notes->sides = g_array_new (FALSE, FALSE, sizeof (TbkWarning));
  g_array_set_clear_func (notes->sides, warning_clear);
  return notes;
}

static void
pair_notes_free (gpointer data)
{
  PairNotes *notes = data;

  g_array_unref (notes->sides);
  g_free (notes);
}

static void
add_note (const PairNotes *notes, const PairSide *side, const Reported *reported, const char *name,
          const char *text)
{
  const TbkWarning warning = { .name = name,
                               .text = text,
                               .count = reported->n,
                               .line = reported->line,
                               .id = g_strdup (reported->id),
                               .file = g_strdup (cursor_name (&side->cursor)) };

  g_array_append_val (notes->sides, warning);
}

/* Returns the report on the sentences of @side that not all files have. */
static const char *
describe_alone (const PairReader *reader, const PairSide *side)
{
  if (reader->pairing->takes_missing)
    return "sentence that not all files have";
  return side->has_n_best
             ? "sentence that not all files have, left out; several trees of a sentence: tbk evaluate "
               "--n-best=N"
             : "sentence that not all files have, left out";
}

/* Takes what was found at the end of the batch, also what ended it too early: next_entry() cannot fail. */
static gboolean
pair_notes_add (gpointer data, gconstpointer of, GError **error)
{
  const PairNotes *notes = data;
  const PairBatch *batch = of;
  const PairReader *reader = batch->reader;

  for (int s = 0; batch->fault == NULL && s < reader->n_sides; s++) {
    const PairSide *side = &reader->sides[s];

    add_note (notes, side, &side->alone, "unpaired-sentence", describe_alone (reader, side));
    add_note (notes, side, &side->retokenized, "retokenized-sentence",
              "sentence whose partner has other words");
  }
  if (batch->fault != NULL)
    g_propagate_error (error, g_error_copy (batch->fault));
  return batch->fault == NULL;
}

static gboolean
pair_notes_get (gconstpointer data, int number, TbkWarning *warning)
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
                                .notes_new = pair_notes_new,
                                .notes_free = pair_notes_free,
                                .notes_add = pair_notes_add,
                                .notes_get = pair_notes_get,
                                .entry_name = format->entry_name };
}
