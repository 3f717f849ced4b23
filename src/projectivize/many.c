/* many.c - projectivization of sentences in flat arrays. */
#include <string.h>

#include "base/memory.h"
#include "tbk/projectivize.h"

/* The longest of the sentences. */
static gint64
longest (const gint64 *offsets, int n_sentences)
{
  gint64 longest = 0;

  for (int i = 0; i < n_sentences; i++)
    longest = MAX (longest, offsets[i + 1] - offsets[i]);
  return longest;
}

gboolean
tbk_projectivize_many (TbkProjectivizer *projectivizer, const int *heads, const gint64 *offsets,
                       int n_sentences, int *projective, int *lost_arcs, GError **error)
{
  g_autofree int *gold = NULL, *found = NULL;
  gsize room = (gsize) longest (offsets, n_sentences) + 1;

  g_return_val_if_fail (room < G_MAXINT - 2, FALSE);
  if (!TRY_RENEW (gold, room) || !TRY_RENEW (found, room))
    return memory_fail (error, "a sentence of %" G_GSIZE_FORMAT " words", room - 1);
  gold[0] = -1;
  for (int i = 0; i < n_sentences; i++) {
    gsize n = (gsize) (offsets[i + 1] - offsets[i]);
    int lost;

    if (n > 0)
      memcpy (gold + 1, heads + offsets[i], n * sizeof (int));
    if (!tbk_projectivize (projectivizer, gold, (int) n, projective != NULL ? found : NULL, &lost, error)) {
      g_prefix_error (error, "sentences[%d]: ", i);
      return FALSE;
    }
    if (projective != NULL && n > 0)
      memcpy (projective + offsets[i], found + 1, n * sizeof (int));
    if (lost_arcs != NULL)
      lost_arcs[i] = lost;
  }
  return TRUE;
}
