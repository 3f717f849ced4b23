/* batch.c - the memory of a batch, which is kept from one block of input to the next. */
#include "conllu/batch.h"

#include <string.h>

TbkBatch *
tbk_batch_new (void)
{
  TbkBatch *batch = g_new0 (TbkBatch, 1);
  batch->sent_ids = g_array_new (FALSE, FALSE, sizeof (SentId));
  batch->tree = tbk_tree_new ();
  return batch;
}

static void
clear_source (gpointer memory)
{
  Source *source = memory;
  g_free (source->name);
  g_strfreev (source->columns.names);
  g_free (source->columns.all_names);
}

void
source_unref (Source *source)
{
  if (source != NULL)
    g_atomic_rc_box_release_full (source, clear_source);
}

void
tbk_batch_free (TbkBatch *batch)
{
  if (batch == NULL)
    return;
  source_unref (batch->source);
  g_clear_error (&batch->problem);
  g_array_unref (batch->sent_ids);
  g_free (batch->bytes);
  g_free (batch->lines.ends);
  g_free (batch->heads);
  g_free (batch->visits);
  tbk_tree_free (batch->tree);
  g_free (batch->starts);
  g_free (batch->fields);
  g_free (batch);
}

void
batch_begin (TbkBatch *batch, Source *source)
{
  if (batch->source != source) {
    source_unref (batch->source);
    batch->source = g_atomic_rc_box_acquire (source);
  }
  g_clear_error (&batch->problem);
  batch->length = batch->next = 0;
  batch->valid = G_MAXSIZE;
  memset (batch->note_counts, 0, sizeof batch->note_counts);
  g_array_set_size (batch->sent_ids, 0);

  int room = source->columns.n + 1;
  if (room > batch->fields_room) {
    batch->fields = g_renew (const char *, batch->fields, room);
    batch->fields_room = room;
  }
}

gboolean
batch_reserve (TbkBatch *batch, gsize size, GError **error)
{
  if (size <= batch->size && batch->bytes != NULL)
    return TRUE;
  char *bytes = g_try_realloc (batch->bytes, size + SCAN_SPARE);
  if (bytes == NULL) {
    g_set_error (error, TBK_ERROR, TBK_ERROR_RESOURCE,
                 "%s: no memory for a block of %" G_GSIZE_FORMAT " bytes", batch->source->name, size);
    return FALSE;
  }
  batch->bytes = bytes;
  batch->size = size;
  return TRUE;
}

void
batch_grow_words (TbkBatch *batch, int word)
{
  batch->room = MAX (256, 2 * (word + 1));
  batch->heads = g_renew (int, batch->heads, batch->room);
  batch->heads[0] = -1;
  batch->visits = g_renew (int, batch->visits, batch->room);
  batch->starts = g_renew (const char *, batch->starts, batch->room);
}

gint64
batch_word_line (const TbkBatch *batch, const TbkSentence *sentence, int word)
{
  gint64 line = sentence->line;
  const char *position = sentence->text, *start = batch->starts[word];
  while ((position = memchr (position, '\n', (gsize) (start - position))) != NULL) {
    position++;
    line++;
  }
  return line;
}

int
find_fields (const char *start, const char *end, const char **fields, int n)
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
batch_find_fields (const TbkBatch *batch, const TbkSentence *sentence, int word)
{
  const char *start = batch->starts[word], *text_end = sentence->text + sentence->length;
  const char *end = memchr (start, '\n', (gsize) (text_end - start));
  if (end == NULL)
    end = text_end;
  else if (end[-1] == '\r')
    end--;
  find_fields (start, end, batch->fields, batch->source->columns.n);
}

char *
quote (const char *bytes, gsize length)
{
  GString *quoted = g_string_new ("'");
  const char *end = bytes + length;
  while (bytes < end && quoted->len < 40) {
    gunichar c = g_utf8_get_char_validated (bytes, end - bytes);
    gsize size = c >= (gunichar) -2 ? 1 : (gsize) (g_utf8_next_char (bytes) - bytes);
    if (c >= (gunichar) -2 || c < 0x20 || c == 0x7f)
      g_string_append_printf (quoted, "\\x%02x", (guint) (guchar) *bytes);
    else if (c >= 0x80 && c < 0xa0)
      g_string_append_printf (quoted, "\\u%04x", c);
    else
      g_string_append_len (quoted, bytes, (gssize) size);
    bytes += size;
  }
  g_string_append (quoted, bytes < end ? "...'" : "'");
  return g_string_free (quoted, FALSE);
}

char *
describe_cycle (const int *heads, int word)
{
  GString *words = g_string_new (NULL);
  int next = word, n = 0;
  do {
    g_string_append_printf (words, n == 0 ? "%d" : ", %d", next);
    next = heads[next];
  } while (next != word && ++n < 10);
  if (next != word)
    g_string_append (words, ", ...");
  return g_string_free (words, FALSE);
}

const char *
tbk_sentence_file (const TbkSentence *sentence)
{
  return sentence->batch->source->name;
}
