/* dictionary.c - sorted hashes. */
#include "features/dictionary.h"

static int
compare (gconstpointer a, gconstpointer b)
{
  guint32 left = *(const guint32 *) a, right = *(const guint32 *) b;

  return (left > right) - (left < right);
}

void
dictionary_make (Dictionary *dictionary, GArray *hashes)
{
  guint n = 0;

  g_array_sort (hashes, compare);
  for (guint i = 0; i < hashes->len; i++) {
    guint32 hash = g_array_index (hashes, guint32, i);
    if (n == 0 || g_array_index (hashes, guint32, n - 1) != hash)
      g_array_index (hashes, guint32, n++) = hash;
  }
  dictionary->keys = g_memdup2 (hashes->data, n * sizeof (guint32));
  dictionary->n_keys = (int) n;
}

void
dictionary_clear (Dictionary *dictionary)
{
  g_clear_pointer (&dictionary->keys, g_free);
  dictionary->n_keys = 0;
}

int
dictionary_find (const Dictionary *dictionary, guint32 hash)
{
  int low = 0, high = dictionary->n_keys;

  while (low < high) {
    int middle = low + (high - low) / 2;
    if (dictionary->keys[middle] < hash)
      low = middle + 1;
    else
      high = middle;
  }
  return low < dictionary->n_keys && dictionary->keys[low] == hash ? FIRST_STRING + low : UNKNOWN_STRING;
}
