/* sample.c - sentences drawn: those with the least of the numbers that each draws, in a heap. */
#include "corpus/sample.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "tbk/random.h"

typedef struct {
  guint64 drawn;
  int file;
  gint64 index;
  char *bytes;
  gsize length;
  int n_open_lines;
} Item;

struct TbkSample {
  gint64 size;
  guint64 seed;
  GMutex adding; /* guards the rest */
  Item *items;   /* a heap: none comes after its parent, (i - 1) / 2, by what was drawn */
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
  g_mutex_clear (&sample->adding);
  g_free (sample);
}

static int
compare_places (gconstpointer a, gconstpointer b)
{
  const Item *x = a, *y = b;

  if (x->file != y->file)
    return x->file < y->file ? -1 : 1;
  return x->index < y->index ? -1 : x->index > y->index;
}

/* Whether @x comes before @y in the draw; never so for equal items, and no two are equal. */
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

/* Puts @item in the place of the last in the draw, or below it. */
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

/* Keeps @item, if it is among the first of those so far, with a copy of its bytes. */
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

gboolean
sample_add (TbkSample *sample, const TbkEntry *entry, const char *bytes, gsize length, int n_open_lines,
            GError **error)
{
  Item item = {
    .file = entry->file_number, .index = entry->index, .length = length, .n_open_lines = n_open_lines
  };
  TbkRandom random;
  gboolean done;

  tbk_random_init (&random, sample->seed, (guint64) item.file << 40 | (guint64) item.index);
  item.drawn = tbk_random_next (&random);
  g_mutex_lock (&sample->adding);
  done = keep (sample, item, bytes, error);
  g_mutex_unlock (&sample->adding);
  return done;
}

gboolean
tbk_sample_write (TbkSample *sample, TbkOutput *output, GError **error)
{
  if (sample->n_items > 0)
    qsort (sample->items, sample->n_items, sizeof (Item), compare_places);
  for (gsize i = 0; i < sample->n_items; i++) {
    const Item *item = &sample->items[i];

    if (!tbk_output_write (output, item->bytes, item->length, error)
        || (i + 1 < sample->n_items && !tbk_output_write (output, "\n\n", (gsize) item->n_open_lines, error)))
      return FALSE;
  }
  return TRUE;
}
