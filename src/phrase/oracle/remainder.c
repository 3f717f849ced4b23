/* remainder.c - the gold constituents that are not built yet. */
#include "phrase/oracle/remainder.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

void
remainder_clear (Remainder *r)
{
  g_free (r->gold);
  g_free (r->begin);
  g_free (r->by_right);
}

static int
compare (gconstpointer a, gconstpointer b)
{
  const GoldConstituent *x = a, *y = b;

  if (x->left != y->left)
    return x->left < y->left ? -1 : 1;
  if (x->right != y->right)
    return x->right < y->right ? -1 : 1;
  return (x->label > y->label) - (x->label < y->label);
}

/* The arrays by words are one piece of memory. */
static gboolean
reserve (Remainder *r, const TbkPhraseTree *tree, GError **error)
{
  const gsize n_gold = (gsize) tree->n_constituents, n_words = (gsize) tree->n + 2;

  if (n_gold > r->gold_allocated) {
    if (!TRY_RENEW (r->gold, n_gold) || !TRY_RENEW (r->by_right, n_gold))
      return memory_fail (error, "a tree of %d constituents", tree->n_constituents);
    r->gold_allocated = n_gold;
  }
  if (n_words > r->words_allocated) {
    if (!TRY_RENEW (r->begin, 5 * n_words))
      return memory_fail (error, "a tree of %d words", tree->n);
    r->words_allocated = n_words;
  }
  r->first = r->begin + n_words;
  r->alive = r->first + n_words;
  r->before = r->alive + n_words;
  r->end_begin = r->before + n_words;
  return TRUE;
}

/* Equal ones become one with a count. */
static void
merge_equal (Remainder *r, const TbkPhraseTree *tree)
{
  r->n_different = 0;
  for (int i = 0; i < tree->n_constituents; i++) {
    const TbkConstituent *c = &tree->constituents[i];

    r->gold[i] = (GoldConstituent){ c->label, c->left, c->right, 1, 1, 0 };
  }
  qsort (r->gold, (gsize) tree->n_constituents, sizeof (GoldConstituent), compare);
  for (int i = 0; i < tree->n_constituents; i++)
    if (i > 0 && compare (&r->gold[i], &r->gold[r->n_different - 1]) == 0)
      r->gold[r->n_different - 1].count++;
    else
      r->gold[r->n_different++] = r->gold[i];
}

/* Numbers by left and by right ends. */
static void
index_ends (Remainder *r)
{
  int g = 0, n_before = 0;

  memset (r->end_begin, 0, ((gsize) r->n + 2) * sizeof (int));
  for (int left = 0; left <= r->n + 1; left++) {
    r->begin[left] = g;
    r->before[left] = n_before;
    for (; g < r->n_different && r->gold[g].left == left; g++) {
      n_before += r->gold[g].count;
      r->end_begin[r->gold[g].right + 1]++;
    }
  }
  /* end_begin[right + 1] has counted those that end at right. Summed up it says where they end in
   * by_right; filled from behind, each place moves to where they begin. */
  for (int right = 1; right <= r->n + 1; right++)
    r->end_begin[right] += r->end_begin[right - 1];
  for (g = r->n_different - 1; g >= 0; g--) {
    int *place = &r->end_begin[r->gold[g].right + 1];

    r->by_right[--*place] = g;
  }
  /* Each place went back to where its predecessor ends: that is where it begins, one further. */
  for (int right = 0; right <= r->n; right++)
    r->end_begin[right] = r->end_begin[right + 1];
  r->end_begin[r->n + 1] = r->n_different;
}

/* Nothing is built and no word shifted. */
static void
begin_again (Remainder *r)
{
  for (int left = 0; left <= r->n; left++) {
    r->first[left] = r->begin[left];
    r->alive[left] = r->before[left + 1] - r->before[left];
  }
  for (int g = 0; g < r->n_different; g++)
    r->gold[g].remaining = r->gold[g].count;
  r->n_built = r->next = r->n_matched = r->n_wrong = 0;
}

gboolean
remainder_set_gold (Remainder *r, const TbkPhraseTree *tree, GError **error)
{
  r->run = 0;
  if (!reserve (r, tree, error))
    return FALSE;
  r->n = tree->n;
  r->n_gold = tree->n_constituents;
  merge_equal (r, tree);
  index_ends (r);
  begin_again (r);
  return TRUE;
}

GoldConstituent *
remainder_find (const Remainder *r, int label, int left, int right)
{
  const GoldConstituent wanted = { .label = label, .left = left, .right = right };

  return bsearch (&wanted, r->gold + r->begin[left], (gsize) (r->begin[left + 1] - r->begin[left]),
                  sizeof (GoldConstituent), compare);
}

static void
take_built (Remainder *r, const TbkConstituent *c)
{
  GoldConstituent *gold = remainder_find (r, c->label, c->left, c->right);

  if (gold == NULL || gold->remaining == 0) {
    r->n_wrong++;
    return;
  }
  gold->remaining--;
  r->n_matched++;
  r->alive[c->left] -= gold->right >= r->next;
}

void
remainder_follow (Remainder *r, const TbkPhraseConfiguration *c)
{
  /* Another computation, or one that went back: all is counted again. */
  if (c->run != r->run || c->n_built < r->n_built || c->next < r->next) {
    begin_again (r);
    r->run = c->run;
  }
  for (; r->n_built < c->n_built; r->n_built++)
    take_built (r, &c->built[r->n_built]);
  /* What ends at a word that was passed by a shift dies, as far as it is not built. */
  for (; r->next < c->next; r->next++)
    for (int i = r->end_begin[r->next]; i < r->end_begin[r->next + 1]; i++)
      r->alive[r->gold[r->by_right[i]].left] -= r->gold[r->by_right[i]].remaining;
}
