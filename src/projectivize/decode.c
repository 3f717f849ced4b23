/* decode.c - the search for the heads of lifted words.
 *
 * (PP1) A word d of the best lifting hangs on a, the lowest gold ancestor that dominates all words between
 *      the two. Let c be the child of a in the lifting that dominates d in the gold tree. Were c next to d
 *      among the children of a, on the same side of a, all words between c and d would be below one of them,
 *      in the lifting and so in the gold tree. c would dominate them there, and would be lower than a. So c
 *      is not next to d.
 */
#include "projectivize/decode.h"

#include <string.h>

#include "base/memory.h"

gboolean
label_decoder_reserve (LabelDecoder *decoder, int n, GError **error)
{
  int **arrays[] = { &decoder->first, &decoder->next,  &decoder->before,  &decoder->after,
                     &decoder->order, &decoder->queue, &decoder->children };
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
  g_free (decoder->before);
  g_free (decoder->after);
  g_free (decoder->children);
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

/* The children next to each word, on the same side of their head. */
static void
list_neighbours (LabelDecoder *decoder)
{
  memset (decoder->before, 0, (decoder->n + 1) * sizeof (int));
  memset (decoder->after, 0, (decoder->n + 1) * sizeof (int));
  for (int head = 0; head <= decoder->n; head++)
    for (int child = decoder->first[head]; child != 0; child = decoder->next[child]) {
      int next = decoder->next[child];
      if (next == 0 || (child < head) != (next < head))
        continue;
      decoder->after[child] = next;
      decoder->before[next] = child;
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

/* What is asked of the word that a search is to find. */
typedef struct {
  gboolean has_label;  /* it has the label that the lifted word names */
  gboolean is_by_path; /* only words on the path are looked at */
  gboolean ends_path;  /* a path ends in it */
} Demand;

enum { MOST_DEMANDS = 3 };

/* The demands of a scheme, in the order in which they are tried. The first holds of words whose path no other
 * word's goes on from, the second of those where one does, the last is for what parsers write. */
static const struct {
  int n;
  Demand demands[MOST_DEMANDS];
} schemes[] = {
  [TBK_SCHEME_HEAD] = { 1, { { .has_label = TRUE } } },
  [TBK_SCHEME_PATH] = { 2, { { .is_by_path = TRUE, .ends_path = TRUE }, { .ends_path = TRUE } } },
  [TBK_SCHEME_HEADPATH] = { 3,
                            { { .has_label = TRUE, .is_by_path = TRUE, .ends_path = TRUE },
                              { .has_label = TRUE, .is_by_path = TRUE },
                              { .has_label = TRUE } } },
};

static gboolean
fits (const LabelDecoder *decoder, const Demand *demand, int candidate, int word)
{
  TbkPiece wanted = decoder->labels[word].head, found = decoder->labels[candidate].base;

  if (demand->ends_path && !ends_path (decoder, candidate))
    return FALSE;
  return !demand->has_label
         || (wanted.size == found.size && memcmp (wanted.bytes, found.bytes, found.size) == 0);
}

/* Appends to the queue the children of @head that may be looked at, those nearest to @word first, of two as
 * near the left one; returns how many are queued then. */
static int
queue_children (LabelDecoder *decoder, const Demand *demand, int head, int word, int n_queued)
{
  int n = 0, left, right;

  for (int child = decoder->first[head]; child != 0; child = decoder->next[child])
    if (child != word && (!demand->is_by_path || decoder->labels[child].is_path))
      decoder->children[n++] = child;
  for (right = 0; right < n && decoder->children[right] < word;)
    right++;
  left = right - 1;
  while (left >= 0 || right < n) {
    gboolean is_left =
        right == n || (left >= 0 && word - decoder->children[left] <= decoder->children[right] - word);
    decoder->queue[n_queued++] = decoder->children[is_left ? left-- : right++];
  }
  return n_queued;
}

/* The first word below the head of @word, breadth-first and neither @word nor below it, that fits; 0 if none
 * does. @far: by (PP1) the children next to @word are passed by. */
static int
search (LabelDecoder *decoder, const Demand *demand, int word, gboolean far)
{
  const int n_children = queue_children (decoder, demand, decoder->heads[word], word, 0);
  int n_queued = n_children;

  for (int i = 0; i < n_queued; i++) {
    int candidate = decoder->queue[i];
    if (far && i < n_children && (candidate == decoder->before[word] || candidate == decoder->after[word]))
      continue;
    if (fits (decoder, demand, candidate, word))
      return candidate;
    n_queued = queue_children (decoder, demand, candidate, word, n_queued);
  }
  return 0;
}

/* The head that the marks of @word tell; 0: none. */
static int
find_head (LabelDecoder *decoder, int word, TbkScheme scheme)
{
  int head = 0;

  for (int d = 0; d < schemes[scheme].n && head == 0; d++) {
    head = search (decoder, &schemes[scheme].demands[d], word, TRUE);
    if (head == 0)
      head = search (decoder, &schemes[scheme].demands[d], word, FALSE);
  }
  return head;
}

int
label_decoder_run (LabelDecoder *decoder, int *heads, int n, TbkScheme scheme)
{
  int n_placed = 0;

  decoder->n = n;
  decoder->heads = heads;
  uncover_roots (decoder);
  list_children (decoder);
  list_neighbours (decoder);
  list_words (decoder);
  for (int i = 1; i <= n; i++) {
    int word = decoder->order[i], head = 0;
    if (decoder->labels[word].is_lifted)
      head = find_head (decoder, word, scheme);
    if (head != 0) {
      move_word (decoder, word, head);
      n_placed++;
    }
  }
  return n_placed;
}
