/* packed.c - configurations as strings of integers: the length, a frame, then the words of the lists. */
#include "oracle/packed.h"

#include <string.h>

enum { FRAME = 5 }; /* what a string has before words */

/* A word with a bit for whether it has a head, where that matters. */
static inline gint32
pack_word (const TbkConfiguration *c, int word)
{
  gboolean has_heads = (c->system->features & TBK_HAS_HEADS) != 0;

  return word << 1 | (has_heads && c->heads[word] >= 0);
}

/* Where the heads of @word end: at a word without head. */
static int
find_end (const TbkConfiguration *c, int word)
{
  while (c->heads[word] >= 0)
    word = c->heads[word];
  return word;
}

/* The words whose ends a string has, behind its lists: gold root words up to the front, and the front
 * itself. */
static inline gboolean
is_kept (const Gold *gold, const TbkConfiguration *c, int word)
{
  return word == c->buffer || gold->heads[word] == 0;
}

int
packed_length (const TbkConfiguration *c, gboolean has_ends)
{
  const int n_words = c->depth + c->n_returned + c->n_second;

  return FRAME + n_words + (has_ends ? n_words + MIN (c->buffer, c->n) : 0);
}

/* Writes where the heads of words end; returns the end. */
static gint32 *
pack_ends (const TbkConfiguration *c, const Gold *gold, gint32 *string)
{
  for (int i = 0; i < c->depth; i++)
    *string++ = find_end (c, c->stack[i].word);
  for (int i = 0; i < c->n_second; i++)
    *string++ = find_end (c, c->second[i]);
  for (int word = 1; word <= MIN (c->buffer, c->n); word++)
    if (is_kept (gold, c, word))
      *string++ = find_end (c, word);
  return string;
}

void
packed_write (const TbkConfiguration *c, const Gold *gold, gboolean has_ends, gint32 *string)
{
  gint32 *length = string++;

  *string++ = c->buffer;
  *string++ = c->depth;
  *string++ = c->n_returned << 2 | (c->is_second_active ? 2 : 0) | (c->has_switched ? 1 : 0);
  *string++ = c->n_second;
  for (int i = 0; i < c->depth; i++)
    *string++ = pack_word (c, c->stack[i].word) << 5 | (gint32) c->stack[i].label;
  for (int i = 0; i < c->n_returned; i++)
    *string++ = pack_word (c, c->returned[i]);
  for (int i = 0; i < c->n_second; i++)
    *string++ = pack_word (c, c->second[i]);
  *length = (gint32) (string - length);
  if (has_ends)
    *length = (gint32) (pack_ends (c, gold, string) - length);
}

static inline int
unpack_word (TbkConfiguration *c, gint32 packed)
{
  c->heads[packed >> 1] = (packed & 1) != 0 ? 0 : -1;
  return packed >> 1;
}

static void
set_end (TbkConfiguration *c, int word, int end)
{
  c->heads[word] = end != word ? end : -1;
  c->heads[end] = -1;
}

static void
unpack_ends (const gint32 *string, const Gold *gold, TbkConfiguration *c)
{
  memset (c->heads, -1, ((gsize) c->n + 1) * sizeof (int));
  for (int i = 0; i < c->depth; i++)
    set_end (c, c->stack[i].word, *string++);
  for (int i = 0; i < c->n_second; i++)
    set_end (c, c->second[i], *string++);
  for (int word = 1; word <= MIN (c->buffer, c->n); word++)
    if (is_kept (gold, c, word))
      set_end (c, word, *string++);
}

void
packed_read (const gint32 *string, const Gold *gold, gboolean has_ends, TbkConfiguration *c)
{
  int at = FRAME;

  c->n = gold->n;
  c->buffer = string[1];
  c->depth = string[2];
  c->n_returned = string[3] >> 2;
  c->is_second_active = (string[3] & 2) != 0;
  c->has_switched = (string[3] & 1) != 0;
  c->n_second = string[4];
  /* Words that never left the input have no head; the others have it in the string, if it matters. */
  for (int w = c->buffer; w <= c->n; w++)
    c->heads[w] = -1;
  for (int i = 0; i < c->depth; i++, at++)
    c->stack[i] = (TbkStackElement){ unpack_word (c, string[at] >> 5), (TbkLabel) (string[at] & 31) };
  for (int i = 0; i < c->n_returned; i++, at++)
    c->returned[i] = unpack_word (c, string[at]);
  for (int i = 0; i < c->n_second; i++, at++)
    c->second[i] = unpack_word (c, string[at]);
  if (has_ends)
    unpack_ends (&string[at], gold, c);
}
