/* decode.c - the search for the heads of lifted words. */
#include "projectivize/decode.h"

#include <string.h>

#include "base/memory.h"

gboolean
label_decoder_reserve (LabelDecoder *decoder, int n, GError **error)
{
  int **arrays[] = { &decoder->first, &decoder->next, &decoder->order, &decoder->queue };
  int room = MAX (2 * decoder->n_allocated, n + 1);

  if (n < decoder->n_allocated)
    return TRUE;
  for (guint a = 0; a < G_N_ELEMENTS (arrays); a++)
    if (!TRY_RENEW (*arrays[a], room))
      return memory_fail (error, "the decoding of %d words", n);
  if (!TRY_RENEW (decoder->labels, room))
    return memory_fail (error, "the decoding of %d words", n);
  decoder->n_allocated = room;
  return TRUE;
}

void
label_decoder_clear (LabelDecoder *decoder)
{
  g_free (decoder->labels);
  g_free (decoder->first);
  g_free (decoder->next);
  g_free (decoder->order);
  g_free (decoder->queue);
}

/* Root words that were put under covering arcs hang on 0 again. */
static void
uncover_roots (LabelDecoder *decoder)
{
  for (int word = 1; word <= decoder->n; word++)
    if (decoder->labels[word].is_covered)
      decoder->heads[word] = 0;
}

static void
list_children (LabelDecoder *decoder)
{
  memset (decoder->first, 0, (decoder->n + 1) * sizeof (int));
  for (int word = decoder->n; word >= 1; word--) {
    int *first = &decoder->first[decoder->heads[word]];
    decoder->next[word] = *first;
    *first = word;
  }
}

static void
list_words (LabelDecoder *decoder)
{
  int n_listed = 0;

  decoder->order[n_listed++] = 0;
  for (int i = 0; i < n_listed; i++)
    for (int child = decoder->first[decoder->order[i]]; child != 0; child = decoder->next[child])
      decoder->order[n_listed++] = child;
}

/* Makes @word a child of @head instead of its present head, in its place from left to right. */
static void
move_word (LabelDecoder *decoder, int word, int head)
{
  int *place = &decoder->first[decoder->heads[word]];

  while (*place != word)
    place = &decoder->next[*place];
  *place = decoder->next[word];

  place = &decoder->first[head];
  while (*place != 0 && *place < word)
    place = &decoder->next[*place];
  decoder->next[word] = *place;
  *place = word;
  decoder->heads[word] = head;
}

/* Whether the path of lifted words ends in @word. */
static gboolean
ends_path (const LabelDecoder *decoder, int word)
{
  if (!decoder->labels[word].is_path)
    return FALSE;
  for (int child = decoder->first[word]; child != 0; child = decoder->next[child])
    if (decoder->labels[child].is_path)
      return FALSE;
  return TRUE;
}

static gboolean
fits (const LabelDecoder *decoder, int candidate, int word)
{
  TbkPiece wanted = decoder->labels[word].head, found = decoder->labels[candidate].base;

  if (decoder->scheme == TBK_SCHEME_PATH)
    return ends_path (decoder, candidate);
  return wanted.size == found.size && memcmp (wanted.bytes, found.bytes, found.size) == 0;
}

/* The first word below the head of @word, breadth-first and neither @word nor below it, that fits; 0 if none
 * does. @by_paths: only words on the path are looked at. */
static int
search (LabelDecoder *decoder, int word, gboolean by_paths)
{
  int n_queued = 0;

  decoder->queue[n_queued++] = decoder->heads[word];
  for (int i = 0; i < n_queued; i++)
    for (int child = decoder->first[decoder->queue[i]]; child != 0; child = decoder->next[child]) {
      if (child == word || (by_paths && !decoder->labels[child].is_path))
        continue;
      if (fits (decoder, child, word))
        return child;
      decoder->queue[n_queued++] = child;
    }
  return 0;
}

int
label_decoder_run (LabelDecoder *decoder, int *heads, int n, TbkScheme scheme)
{
  int n_placed = 0;

  decoder->n = n;
  decoder->heads = heads;
  decoder->scheme = scheme;
  uncover_roots (decoder);
  list_children (decoder);
  list_words (decoder);
  for (int i = 1; i <= n; i++) {
    int word = decoder->order[i], head = 0;
    if (!decoder->labels[word].is_lifted)
      continue;
    if (scheme == TBK_SCHEME_HEADPATH)
      head = search (decoder, word, TRUE);
    if (head == 0)
      head = search (decoder, word, FALSE);
    if (head != 0) {
      move_word (decoder, word, head);
      n_placed++;
    }
  }
  return n_placed;
}
