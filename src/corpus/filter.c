/* filter.c - the jobs that write sentences as they came: those that are chosen, drawn, or shared out.
 *
 * Contents
 *   1. sample: sentences drawn: those with the least of the numbers that each draws, in a heap. The
 *      comments on the whole file are kept of all sentences: which of them hold for those drawn is known in
 *      the end
 *   2. filter: the job that writes sentences as they came
 *   3. split_job: the job that meets the sentences of a split
 */
#include "corpus/corpus.h"

#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "tbk/base.h"
#include "tbk/brackets.h"
#include "tbk/corpus.h"

/* 1. sample: sentences drawn: those with the least of the numbers that each draws, in a heap. The comments
 * on the whole file are kept of all sentences: which of them hold for those drawn is known in the end.
 *
 * Each sentence draws a number from the seed and its place. The N least are the sample, so each set of N
 * sentences is as probable as any other, the number of sentences need not be known before, and threads
 * change nothing. The heap has the greatest of the N at its top: a new sentence is compared with that one,
 * and takes its place if it is less. Only N sentences are in memory, and one costs O(log N).
 */

typedef struct {
  guint64 drawn;
  int file;
  gint64 index;
  char *bytes;
  gsize length;
  int n_open_lines;
} Item;

/* The marks of a sentence. */
typedef struct {
  int file;
  gint64 index;
  gboolean is_bad;
  MarkLines own; /* its lines are in `lines` */
} Noted;

struct TbkSample {
  gint64 size;
  guint64 seed;
  GMutex adding; /* guards the rest */
  Noted *noted;
  gsize n_noted, n_noted_allocated;
  GStringChunk *lines; /* many sentences have the same ones */
  Item *items;         /* a heap: none comes after its parent, (i - 1) / 2, by what was drawn */
  gsize n_items, n_allocated;
};

TbkSample *
tbk_sample_new (gint64 size, guint64 seed)
{
  TbkSample *sample;

  g_return_val_if_fail (size >= 1, NULL);
  sample = g_new0 (TbkSample, 1);
  sample->size = size;
  sample->seed = seed;
  sample->lines = g_string_chunk_new (1 << 12);
  g_mutex_init (&sample->adding);
  return sample;
}

void
tbk_sample_free (TbkSample *sample)
{
  if (sample == NULL)
    return;
  for (gsize i = 0; i < sample->n_items; i++)
    g_free (sample->items[i].bytes);
  g_free (sample->items);
  g_free (sample->noted);
  g_string_chunk_free (sample->lines);
  g_mutex_clear (&sample->adding);
  g_free (sample);
}

/* The order of the input: files, then sentences. */
static int
compare_numbers (int x_file, gint64 x_index, int y_file, gint64 y_index)
{
  if (x_file != y_file)
    return x_file < y_file ? -1 : 1;
  return x_index < y_index ? -1 : x_index > y_index;
}

static int
compare_places (gconstpointer a, gconstpointer b)
{
  const Item *x = a, *y = b;

  return compare_numbers (x->file, x->index, y->file, y->index);
}

static int
compare_noted (gconstpointer a, gconstpointer b)
{
  const Noted *x = a, *y = b;

  return compare_numbers (x->file, x->index, y->file, y->index);
}

/* Returns TRUE if @x comes before @y in the draw; never so for equal items, and no two are equal. */
static gboolean
precedes (const Item *x, const Item *y)
{
  return x->drawn != y->drawn ? x->drawn < y->drawn : compare_places (x, y) < 0;
}

/* Puts @item at place @i of the heap or above it. */
static void
sift_up (TbkSample *sample, gsize i, Item item)
{
  for (; i > 0 && precedes (&sample->items[(i - 1) / 2], &item); i = (i - 1) / 2)
    sample->items[i] = sample->items[(i - 1) / 2];
  sample->items[i] = item;
}

/* Puts @item in the place of the last in the draw, or below it. The greater of two children moves up, until
 * none is greater than the item. */
static void
sift_down (TbkSample *sample, Item item)
{
  gsize i = 0, child;

  while ((child = 2 * i + 1) < sample->n_items) {
    if (child + 1 < sample->n_items && precedes (&sample->items[child], &sample->items[child + 1]))
      child++;
    if (!precedes (&item, &sample->items[child]))
      break;
    sample->items[i] = sample->items[child];
    i = child;
  }
  sample->items[i] = item;
}

/* Keeps @item, if it is among the first of those so far, with a copy of its bytes. Of n sentences in random
 * order about N ln (n / N) are copied once N are there, so most cost a comparison. */
static gboolean
keep (TbkSample *sample, Item item, const char *bytes, GError **error)
{
  const gboolean is_full = sample->n_items == (gsize) sample->size;

  if (is_full && !precedes (&item, &sample->items[0]))
    return TRUE;
  item.bytes = g_try_malloc (MAX (item.length, 1));
  if (item.bytes == NULL
      || (!is_full
          && !try_reserve (&sample->items, &sample->n_allocated, sample->n_items + 1, sizeof (Item)))) {
    g_free (item.bytes);
    return memory_fail (error, "a sample of %" G_GSIZE_FORMAT " sentences", sample->n_items + 1);
  }
  memcpy (item.bytes, bytes, item.length);
  if (!is_full) {
    sift_up (sample, sample->n_items++, item);
    return TRUE;
  }
  g_free (sample->items[0].bytes);
  sift_down (sample, item);
  return TRUE;
}

/* Lets @entry, which becomes @length bytes and lacks @n_open_lines line ends, take part in the draw. Called
 * by many threads at once. */
static gboolean
sample_add (TbkSample *sample, const TbkEntry *entry, const char *bytes, gsize length, int n_open_lines,
            GError **error)
{
  Item item = {
    .file = entry->file_number, .index = entry->index, .length = length, .n_open_lines = n_open_lines
  };
  TbkRandom random;
  gboolean done;

  tbk_random_init (&random, sample->seed, (guint64) item.file << 40 | (guint64) item.index);
  item.drawn = random_next (&random);
  g_mutex_lock (&sample->adding);
  done = keep (sample, item, bytes, error);
  g_mutex_unlock (&sample->adding);
  return done;
}

/* Keeps what @entry says of the whole file or of its document: if it is not drawn, that may hold for a
 * later one that is. Equal lines are kept once. Called by many threads at once. */
static gboolean
sample_note (TbkSample *sample, const TbkFormat *format, const TbkEntry *entry, GError **error)
{
  Noted noted = { .file = entry->file_number, .index = entry->index, .is_bad = entry->problem != NULL };
  g_autofree char *bytes = NULL;
  gint64 n_lost, first_lost;
  gboolean done;

  if (!mark_lines_read (format, entry, &noted.own, &bytes, &n_lost, &first_lost, error))
    return FALSE;
  if (noted.own.length == 0)
    return TRUE;
  g_mutex_lock (&sample->adding);
  done = try_reserve (&sample->noted, &sample->n_noted_allocated, sample->n_noted + 1, sizeof (Noted))
         || memory_fail (error, "the comments of %" G_GSIZE_FORMAT " sentences", sample->n_noted + 1);
  if (done) {
    noted.own.lines = g_string_chunk_insert_const (sample->lines, bytes);
    sample->noted[sample->n_noted++] = noted;
  }
  g_mutex_unlock (&sample->adding);
  return done;
}

/* Sets @lines to what must stand before @item. *@next is the first of what was noted of sentences that were
 * not met, and moves behind the item. */
static void
find_lines (const TbkSample *sample, const Item *item, Marks *marks, gsize *next, GString *lines)
{
  MarkLines own = { .lines = "" };

  for (; *next < sample->n_noted; ++*next) {
    const Noted *noted = &sample->noted[*next];
    const int order = compare_numbers (noted->file, noted->index, item->file, item->index);

    if (order > 0)
      break;
    if (order == 0)
      own = noted->own;
    else if (noted->file == item->file)
      marks_leave_out (marks, &noted->own, noted->is_bad);
  }
  g_string_truncate (lines, 0);
  marks_write (marks, &own, lines);
}

/* A sentence that gets comments of the file before it loses its own blank lines. */
static gboolean
write_item (const Item *item, const GString *lines, TbkOutput *output, GError **error)
{
  gsize n_blank = 0;

  /* In place of blank lines: the names of columns must be the first line. */
  while (lines->len > 0 && n_blank < item->length
         && (item->bytes[n_blank] == '\r' || item->bytes[n_blank] == '\n'))
    n_blank++;
  return tbk_output_write (output, lines->str, lines->len, error)
         && tbk_output_write (output, item->bytes + n_blank, item->length - n_blank, error);
}

/* Writes the sample in the order of the input. The comments of all sentences are gone through beside it, so
 * that each item gets those that hold for it. */
gboolean
tbk_sample_write (TbkSample *sample, TbkOutput *output, GError **error)
{
  g_autoptr (GString) lines = g_string_new (NULL);
  MarksHeld held;
  Marks marks;
  gsize next = 0;
  gboolean done = TRUE;

  if (sample->n_items > 0)
    qsort (sample->items, sample->n_items, sizeof (Item), compare_places);
  if (sample->n_noted > 0)
    qsort (sample->noted, sample->n_noted, sizeof (Noted), compare_noted);
  marks_held_init (&held);
  marks_init (&marks, &held);
  for (gsize i = 0; done && i < sample->n_items; i++) {
    const Item *item = &sample->items[i];

    find_lines (sample, item, &marks, &next, lines);
    done =
        write_item (item, lines, output, error)
        && (i + 1 == sample->n_items || tbk_output_write (output, "\n\n", (gsize) item->n_open_lines, error));
  }
  marks_clear (&marks);
  marks_held_clear (&held);
  return done;
}

/* 2. filter: the job that writes sentences as they came. The loop has chosen them (tbk/corpus.h); here
 * they are copied byte for byte, or become lines of brackets, or go to a sample.
 */

typedef struct {
  const TbkFilterOptions *options;
  GString *line;
} Worker;

static gpointer
worker_new (gpointer options)
{
  Worker *worker = g_new0 (Worker, 1);

  worker->options = options;
  worker->line = g_string_new (NULL);
  return worker;
}

static void
worker_free (gpointer data)
{
  Worker *worker = data;

  g_string_free (worker->line, TRUE);
  g_free (worker);
}

/* Returns what @entry becomes: its bytes, or a line, or nothing. */
static TbkPiece
make_piece (Worker *worker, const TbkEntry *entry)
{
  if (!worker->options->as_lines)
    return (TbkPiece){ entry->text, entry->length };
  g_string_truncate (worker->line, 0);
  if (entry->n_words > 0) {
    tbk_bracket_tree_write (entry->sentence, TBK_BRACKET_WORDS, worker->line);
    g_string_append_c (worker->line, '\n');
  }
  return (TbkPiece){ worker->line->str, worker->line->len };
}

static gboolean
work (gpointer data, const TbkEntry *entry, TbkText *text, TbkTally *tally, GError **error)
{
  Worker *worker = data;
  const TbkFilterOptions *options = worker->options;
  const TbkPiece piece = make_piece (worker, entry);

  (void) tally;
  if (piece.size == 0)
    return TRUE;
  if (options->sample != NULL) {
    const int n_open_lines = options->as_lines ? 0 : entry_count_open_lines (entry, options->format);
    return sample_note (options->sample, options->format, entry, error)
           && sample_add (options->sample, entry, piece.bytes, piece.size, n_open_lines, error);
  }
  /* The line is overwritten by the next one; the bytes of the entry stay as long as the text. */
  if (options->as_lines)
    tbk_text_add (text, piece.bytes, piece.size);
  else
    text_keep (text, piece.bytes, piece.size);
  return TRUE;
}

/* Keeps the comments on the whole file of a sentence that is not drawn from: they may hold for others. */
static gboolean
leave_out (gpointer data, const TbkEntry *entry, GError **error)
{
  const TbkFilterOptions *options = ((const Worker *) data)->options;

  return sample_note (options->sample, options->format, entry, error);
}

static gboolean
write_lines (gpointer options, const TbkText *text, GError **error)
{
  return tbk_output_write_text (((const TbkFilterOptions *) options)->output, text, error);
}

TbkJob
tbk_filter_job (const TbkFilterOptions *options)
{
  const gboolean has_lines = options->as_lines && options->sample == NULL;

  return (TbkJob){ .data = (gpointer) options,
                   .writes_corpus = !options->as_lines && options->sample == NULL,
                   .takes_headless = TRUE,
                   .worker_new = worker_new,
                   .worker_free = worker_free,
                   .work = work,
                   .write = has_lines ? write_lines : NULL,
                   .joins_files = options->sample != NULL,
                   .leave_out = options->sample != NULL ? leave_out : NULL };
}

/* 3. split_job: the job that meets the sentences of a split: the first run of two. Sentences that do not
 * meet the conditions are added too, since a document may begin with one. */

typedef struct {
  TbkSplit *split;
  TbkSelector *selector; /* NULL: all are taken */
} SplitWorker;

static gpointer
split_job_worker_new (gpointer data)
{
  const TbkSplitMeeting *meeting = data;
  SplitWorker *worker = g_new0 (SplitWorker, 1);

  worker->split = meeting->split;
  worker->selector = meeting->selection == NULL ? NULL : tbk_selector_new (meeting->selection);
  return worker;
}

static void
split_job_worker_free (gpointer data)
{
  SplitWorker *worker = data;

  tbk_selector_free (worker->selector);
  g_free (worker);
}

static gboolean
split_job_work (gpointer data, const TbkEntry *entry, TbkText *text, TbkTally *tally, GError **error)
{
  SplitWorker *worker = data;
  gboolean is_taken = TRUE;

  (void) text;
  (void) tally;
  return (worker->selector == NULL || selector_meets (worker->selector, entry, &is_taken, error))
         && split_add (worker->split, entry, is_taken, error);
}

/* A document may begin with what is left out. */
static gboolean
split_job_leave_out (gpointer worker, const TbkEntry *entry, GError **error)
{
  return split_add (((SplitWorker *) worker)->split, entry, FALSE, error);
}

TbkJob
tbk_split_job (const TbkSplitMeeting *meeting)
{
  return (TbkJob){ .data = (gpointer) meeting,
                   .takes_headless =
                       meeting->selection == NULL || !selection_needs_trees (meeting->selection),
                   .worker_new = split_job_worker_new,
                   .worker_free = split_job_worker_free,
                   .work = split_job_work,
                   .joins_files = TRUE,
                   .leave_out = split_job_leave_out };
}
