/* batch.c - the memory of a batch, which is kept from one block of input to the next. */
#include "conllu/batch.h"
#include "base/encoding.h"
#include "base/memory.h"

#include <string.h>

TbkConlluBatch *
tbk_conllu_batch_new (void)
{
  return g_new0 (TbkConlluBatch, 1);
}

static void
clear_source (gpointer memory)
{
  Source *source = memory;
  g_free (source->name);
  g_strfreev (source->columns.names);
  g_free (source->columns.all_names);
  g_mutex_clear (&source->lock);
  g_cond_clear (&source->moved);
}

void
source_unref (Source *source)
{
  if (source != NULL)
    g_atomic_rc_box_release_full (source, clear_source);
}

void
tbk_conllu_batch_free (TbkConlluBatch *batch)
{
  if (batch == NULL)
    return;
  source_unref (batch->source);
  g_clear_error (&batch->problem);
  g_free (batch->sent_ids);
  g_free (batch->bytes);
  g_free (batch->lines.ends);
  g_free (batch->heads);
  g_free (batch->visits);
  g_free (batch->marked);
  g_free (batch->starts);
  g_free (batch->fields);
  g_free (batch);
}

void
batch_forget_notes (TbkConlluBatch *batch)
{
  memset (batch->note_counts, 0, sizeof batch->note_counts);
  batch->n_sent_ids = 0;
}

gboolean
batch_begin (TbkConlluBatch *batch, Source *source, GError **error)
{
  if (batch->source != source) {
    source_unref (batch->source);
    batch->source = g_atomic_rc_box_acquire (source);
  }
  g_clear_error (&batch->problem);
  batch->length = batch->next = 0;
  batch->valid = G_MAXSIZE;
  batch_forget_notes (batch);

  int room = columns_slots (&source->columns) + 1;
  if (room > batch->fields_room) {
    if (!TRY_RENEW (batch->fields, room))
      return memory_fail (error, "lines of %d columns", source->columns.n);
    batch->fields_room = room;
  }
  return TRUE;
}

gboolean
batch_reserve (TbkConlluBatch *batch, gsize size, GError **error)
{
  if (size <= batch->size && batch->bytes != NULL)
    return TRUE;
  if (!TRY_RENEW (batch->bytes, size + SCAN_SPARE)) {
    g_set_error (error, TBK_ERROR, TBK_ERROR_RESOURCE,
                 "%s: no memory for a block of %" G_GSIZE_FORMAT " bytes", batch->source->name, size);
    return FALSE;
  }
  batch->size = size;
  return TRUE;
}

void
source_lock (Source *source, guint64 n_batches)
{
  g_mutex_lock (&source->lock);
  while (source->n_batches < n_batches)
    g_cond_wait (&source->moved, &source->lock);
}

gboolean
batch_find_lines (TbkConlluBatch *batch, GError **error)
{
  Source *source = batch->source;
  const gboolean has_memory = lines_find (&batch->lines, batch->bytes, batch->length);

  source_lock (source, batch->number);
  batch->first_line = batch->line = source->line;
  batch->index = source->index;
  if (has_memory) {
    source->line += (gint64) batch->lines.n;
    source->index += (gint64) batch->lines.n_sentences;
  }
  source->n_batches++;
  g_cond_broadcast (&source->moved);
  g_mutex_unlock (&source->lock);
  if (has_memory)
    return TRUE;
  batch->length = 0;
  g_set_error (error, TBK_ERROR, TBK_ERROR_RESOURCE, "%s:%" G_GINT64_FORMAT ": no memory for its lines",
               source->name, batch->line);
  return FALSE;
}

gboolean
batch_is_good_line (const Source *source, const char *start, const char *end, gboolean has_newline)
{
  if (has_newline && end > start && end[-1] == '\r' && !source->strict)
    end--;
  return (gsize) (end - start) <= source->max_line && memchr (start, '\r', (gsize) (end - start)) == NULL
         && encoding_is_utf8 (start, (gsize) (end - start));
}

gboolean
batch_grow_words (TbkConlluBatch *batch, int word)
{
  int room = MAX (256, 2 * (word + 1));
  if (!TRY_RENEW (batch->heads, room) || !TRY_RENEW (batch->visits, 2 * room)
      || !TRY_RENEW (batch->starts, room))
    return FALSE;
  batch->heads[0] = -1;
  if (!TRY_RENEW (batch->marked, room))
    return FALSE;
  batch->room = room;
  return TRUE;
}

gint64
batch_word_line (const TbkConlluBatch *batch, const TbkConlluSentence *sentence, int word)
{
  return sentence->line + count_newlines (sentence->text, batch->starts[word]);
}

gint64
batch_word_line_after (const TbkConlluBatch *batch, int known, gint64 line, int word)
{
  return line + count_newlines (batch->starts[known], batch->starts[word]);
}

int
batch_split_fields (const char *start, const char *end, const char **fields, int n)
{
  int n_found = 1;
  fields[0] = start;
  for (const char *block = start; block < end; block += 64) {
    guint64 tabs, newlines;
    scan_block (block, '\t', '\n', &tabs, &newlines);
    for (; tabs != 0 && block + __builtin_ctzll (tabs) < end; tabs &= tabs - 1)
      if (n_found++ < n)
        fields[n_found - 1] = block + __builtin_ctzll (tabs) + 1;
  }
  fields[MIN (n_found, n)] = end + 1;
  return n_found;
}

void
batch_find_fields (const TbkConlluBatch *batch, const TbkConlluSentence *sentence, int word)
{
  const char *start = batch->starts[word], *text_end = sentence->text + sentence->length;
  const char *end = memchr (start, '\n', (gsize) (text_end - start));
  if (end == NULL)
    end = text_end;
  else if (end[-1] == '\r')
    end--;
  batch_split_fields (start, end, batch->fields, columns_slots (&batch->source->columns));
}

/* What follows @n tabs, which are there. @next: the tab after that, if it is near, else NULL. */
static const char *
skip_tabs (const char *start, int n, const char **next)
{
  *next = NULL;
  if (n == 0)
    return start;
  for (const char *block = start;; block += 64) {
    guint64 tabs, same;
    scan_block (block, '\t', '\t', &tabs, &same);
    for (; tabs != 0; tabs &= tabs - 1)
      if (--n == 0) {
        const guint64 after = tabs & (tabs - 1);

        *next = after != 0 ? block + __builtin_ctzll (after) : NULL;
        return block + __builtin_ctzll (tabs) + 1;
      }
  }
}

TbkPiece
tbk_conllu_sentence_field (const TbkConlluSentence *sentence, int word, TbkColumn column)
{
  g_return_val_if_fail ((sentence->problem == NULL || sentence->has_words) && word >= 1
                            && word <= sentence->n,
                        (TbkPiece){ 0 });
  g_return_val_if_fail ((guint) column < TBK_N_COLUMNS, (TbkPiece){ 0 });

  const TbkConlluBatch *batch = sentence->batch;
  const Columns *columns = &batch->source->columns;
  int place = columns->places[column];
  if (place < 0)
    return (TbkPiece){ 0 };
  if (columns->is_open) {
    batch_find_fields (batch, sentence, word);
    return batch_field (batch, place);
  }
  const char *end, *start = skip_tabs (batch->starts[word], place, &end);
  if (place < columns->n - 1) {
    if (end == NULL)
      end = memchr (start, '\t', (gsize) (batch->bytes + batch->length - start));
  } else { /* a newline follows even at the end of the batch */
    end = memchr (start, '\n', (gsize) (batch->bytes + batch->length + 1 - start));
    end -= end[-1] == '\r';
  }
  return end > start ? (TbkPiece){ start, (gsize) (end - start) } : (TbkPiece){ "_", 1 };
}

const char *
tbk_conllu_sentence_file (const TbkConlluSentence *sentence)
{
  return sentence->batch->source->name;
}
