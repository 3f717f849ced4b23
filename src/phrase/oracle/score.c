/* score.c - labelled constituents that two trees share. */
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "tbk/constituency.h"

struct TbkPhraseScorer {
  TbkConstituent *sorted; /* gold ones, then found ones */
  gsize n_allocated;
};

TbkPhraseScorer *
tbk_phrase_scorer_new (void)
{
  return g_new0 (TbkPhraseScorer, 1);
}

void
tbk_phrase_scorer_free (TbkPhraseScorer *scorer)
{
  if (scorer == NULL)
    return;
  g_free (scorer->sorted);
  g_free (scorer);
}

static int
compare (gconstpointer a, gconstpointer b)
{
  const TbkConstituent *x = a, *y = b;

  if (x->left != y->left)
    return x->left < y->left ? -1 : 1;
  if (x->right != y->right)
    return x->right < y->right ? -1 : 1;
  return (x->label > y->label) - (x->label < y->label);
}

/* Copies and sorts. */
static void
sort (TbkConstituent *sorted, const TbkConstituent *constituents, int n)
{
  if (n == 0)
    return;
  memcpy (sorted, constituents, (gsize) n * sizeof *sorted);
  qsort (sorted, (gsize) n, sizeof *sorted, compare);
}

gboolean
tbk_phrase_scorer_add (TbkPhraseScorer *scorer, const TbkConstituent *gold, int n_gold,
                       const TbkConstituent *found, int n_found, TbkPhraseScore *score, GError **error)
{
  const gsize n = (gsize) n_gold + (gsize) n_found;
  int g = 0, f = 0;

  if (!try_reserve (&scorer->sorted, &scorer->n_allocated, n, sizeof *scorer->sorted))
    return memory_fail (error, "%" G_GSIZE_FORMAT " constituents", n);
  sort (scorer->sorted, gold, n_gold);
  sort (scorer->sorted + n_gold, found, n_found);
  score->gold += n_gold;
  score->found += n_found;
  while (g < n_gold && f < n_found) {
    const int order = compare (&scorer->sorted[g], &scorer->sorted[n_gold + f]);

    score->both += order == 0;
    g += order <= 0;
    f += order >= 0;
  }
  return TRUE;
}
