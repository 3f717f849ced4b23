/* split.c - which sentence is in which part: units drawn in turn, each for the part that lacks most. */
#include "tbk/split.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "tbk/random.h"

/* A sentence. */
typedef struct {
  int file;
  gint64 index;
  gboolean is_taken;  /* it is to be shared out */
  gboolean is_start;  /* a document begins with it */
  gboolean has_words; /* if not, it goes with the sentence before it, and is not counted */
  int part;           /* set when the split is decided */
} SplitItem;

/* What stays together: a sentence or a document. */
typedef struct {
  guint64 drawn;
  gsize first, n; /* among the items */
  gint64 n_taken;
} Unit;

struct TbkSplit {
  TbkSplitOptions options;
  gint64 *shares, *sizes;
  GMutex adding; /* guards the items until they are decided */
  SplitItem *items;
  gsize n_items, n_allocated;
};

TbkSplit *
tbk_split_new (const TbkSplitOptions *options)
{
  TbkSplit *split;

  g_return_val_if_fail (options != NULL && options->shares != NULL, NULL);
  g_return_val_if_fail (options->n_parts >= 1 && options->n_parts <= TBK_SPLIT_MOST_PARTS, NULL);
  for (int part = 0; part < options->n_parts; part++)
    g_return_val_if_fail (options->shares[part] >= 1 && options->shares[part] <= TBK_SPLIT_MOST_SHARE, NULL);
  split = g_new0 (TbkSplit, 1);
  split->options = *options;
  split->shares = g_memdup2 (options->shares, (gsize) options->n_parts * sizeof (gint64));
  split->options.shares = split->shares;
  split->sizes = g_new0 (gint64, options->n_parts);
  g_mutex_init (&split->adding);
  return split;
}

void
tbk_split_free (TbkSplit *split)
{
  if (split == NULL)
    return;
  g_mutex_clear (&split->adding);
  g_free (split->items);
  g_free (split->shares);
  g_free (split->sizes);
  g_free (split);
}

static const char *
skip_blanks (const char *at, const char *end)
{
  while (at < end && (*at == ' ' || *at == '\t'))
    at++;
  return at;
}

/* Whether the comment after its '#' begins a document: "newdoc", alone or with more behind. */
static gboolean
is_newdoc (const char *at, const char *end)
{
  static const char key[] = "newdoc";
  const gsize length = strlen (key);

  at = skip_blanks (at, end);
  if ((gsize) (end - at) < length || memcmp (at, key, length) != 0)
    return FALSE;
  at += length;
  return at == end || strchr (" \t=\r", *at) != NULL;
}

/* Whether a document begins with @entry: one of the comments before its words says so. */
static gboolean
begins_document (const TbkEntry *entry)
{
  static const char mark[] = "\xef\xbb\xbf";
  const char *line = entry->text, *limit = line + entry->length;

  if (entry->length >= 3 && memcmp (line, mark, 3) == 0)
    line += 3;
  while (line < limit && strchr ("#\r\n", *line) != NULL && *line != '\0') {
    const char *newline = memchr (line, '\n', (gsize) (limit - line));
    const char *end = newline == NULL ? limit : newline;
    if (*line == '#' && is_newdoc (line + 1, end))
      return TRUE;
    line = newline == NULL ? limit : newline + 1;
  }
  return FALSE;
}

gboolean
tbk_split_add (TbkSplit *split, const TbkEntry *entry, gboolean is_taken, GError **error)
{
  const SplitItem item = { .file = entry->file_number,
                           .index = entry->index,
                           .is_taken = is_taken,
                           .is_start = split->options.by_document && begins_document (entry),
                           .has_words = entry->n_words > 0,
                           .part = -1 };
  gboolean done;

  g_mutex_lock (&split->adding);
  done = try_reserve (&split->items, &split->n_allocated, split->n_items + 1, sizeof (SplitItem));
  if (done)
    split->items[split->n_items++] = item;
  g_mutex_unlock (&split->adding);
  return done || memory_fail (error, "a split of %" G_GSIZE_FORMAT " sentences", split->n_items + 1);
}

static int
compare_places (gconstpointer a, gconstpointer b)
{
  const SplitItem *x = a, *y = b;

  if (x->file != y->file)
    return x->file < y->file ? -1 : 1;
  return x->index < y->index ? -1 : x->index > y->index;
}

static int
compare_drawn (gconstpointer a, gconstpointer b)
{
  const Unit *x = a, *y = b;

  if (x->drawn != y->drawn)
    return x->drawn < y->drawn ? -1 : 1;
  return x->first < y->first ? -1 : x->first > y->first;
}

/* Whether item @i, which is not the first, belongs to the unit of the one before. */
static gboolean
is_continued (const TbkSplit *split, gsize i)
{
  const SplitItem *item = &split->items[i];

  return item->file == item[-1].file && (!item->has_words || (split->options.by_document && !item->is_start));
}

/* A document that begins with something without words begins with the sentence after it too. */
static void
inherit_start (TbkSplit *split, gsize i)
{
  SplitItem *item = &split->items[i];

  if (item[-1].is_start && !item[-1].has_words && item[-1].file == item->file)
    item->is_start = TRUE;
}

/* The units in the order in which they are drawn; returns how many. */
static gsize
draw_units (const TbkSplit *split, Unit *units)
{
  gsize n_units = 0;

  for (gsize i = 0; i < split->n_items; i++) {
    const SplitItem *item = &split->items[i];
    TbkRandom random;
    if (i == 0 || !is_continued (split, i)) {
      tbk_random_init (&random, split->options.seed, (guint64) item->file << 40 | (guint64) item->index);
      units[n_units++] = (Unit){ .drawn = tbk_random_next (&random), .first = i };
    }
    units[n_units - 1].n++;
    units[n_units - 1].n_taken += item->is_taken && item->has_words;
  }
  if (n_units > 0)
    qsort (units, n_units, sizeof (Unit), compare_drawn);
  return n_units;
}

/* How many of @n sentences each part is to have: shares rounded down, and one more for the largest
 * remainders. */
static void
find_sizes (const TbkSplit *split, gint64 n, gint64 *sizes)
{
  const int n_parts = split->options.n_parts;
  gint64 whole = 0, left = n;

  for (int part = 0; part < n_parts; part++)
    whole += split->shares[part];
  for (int part = 0; part < n_parts; part++) {
    /* n = a * whole + b, so that no product passes 2^63. */
    sizes[part] = n / whole * split->shares[part] + n % whole * split->shares[part] / whole;
    left -= sizes[part];
  }
  for (gint64 remainder = whole - 1; left > 0; remainder--) {
    gint64 next = -1;
    /* The largest remainder that is not above `remainder`, and the parts that have it. */
    for (int part = 0; part < n_parts; part++) {
      gint64 own = n % whole * split->shares[part] % whole;
      next = own <= remainder ? MAX (next, own) : next;
    }
    remainder = next;
    for (int part = 0; part < n_parts && left > 0; part++)
      if (n % whole * split->shares[part] % whole == remainder) {
        sizes[part]++;
        left--;
      }
  }
}

/* Gives each unit to the part that lacks most, of equal ones the first. Units of one sentence fill all parts
 * exactly. */
static void
share_out (TbkSplit *split, const Unit *units, gsize n_units, gint64 *lacking)
{
  for (gsize u = 0; u < n_units; u++) {
    int best = 0;
    for (int part = 1; part < split->options.n_parts; part++)
      best = lacking[part] > lacking[best] ? part : best;
    lacking[best] -= units[u].n_taken;
    split->sizes[best] += units[u].n_taken;
    for (gsize i = units[u].first; i < units[u].first + units[u].n; i++)
      split->items[i].part = split->items[i].is_taken ? best : -1;
  }
}

gboolean
tbk_split_decide (TbkSplit *split, GError **error)
{
  g_autofree gint64 *lacking = g_new0 (gint64, split->options.n_parts);
  g_autofree Unit *units = g_try_new0 (Unit, MAX (split->n_items, 1));
  gint64 n_taken = 0;
  gsize n_units;

  if (units == NULL)
    return memory_fail (error, "a split of %" G_GSIZE_FORMAT " sentences", split->n_items);
  if (split->n_items > 0)
    qsort (split->items, split->n_items, sizeof (SplitItem), compare_places);
  for (gsize i = 1; i < split->n_items; i++)
    inherit_start (split, i);
  for (gsize i = 0; i < split->n_items; i++)
    n_taken += split->items[i].is_taken && split->items[i].has_words;
  n_units = draw_units (split, units);
  /* A unit of which nothing is taken would go nowhere all the same. */
  find_sizes (split, n_taken, lacking);
  share_out (split, units, n_units, lacking);
  return TRUE;
}

int
tbk_split_part (const TbkSplit *split, int file, gint64 index)
{
  const SplitItem wanted = { .file = file, .index = index };
  const SplitItem *found;

  g_return_val_if_fail (split != NULL, -1);
  found = split->n_items == 0
              ? NULL
              : bsearch (&wanted, split->items, split->n_items, sizeof (SplitItem), compare_places);
  return found == NULL ? -1 : found->part;
}

gint64
tbk_split_size (const TbkSplit *split, int part)
{
  g_return_val_if_fail (split != NULL && part >= 0 && part < split->options.n_parts, 0);
  return split->sizes[part];
}
