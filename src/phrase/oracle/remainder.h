/* remainder.h - the gold constituents that are not built yet, as a computation goes on.
 *
 * G gold, R = G - built, wrong = |built - G|, all multisets. A constituent of R that begins at l is alive if
 * it ends at r >= next, the number of words shifted. Alive ones die as words are shifted, and leave R as they
 * are built; neither comes back. So where each left end's alive ones begin only moves on, and keeping count
 * costs O(gold + built) in a whole computation.
 */
#ifndef PHRASE_ORACLE_REMAINDER_H
#define PHRASE_ORACLE_REMAINDER_H

#include "tbk/constituency.h"

typedef struct {
  int label, left, right;
  int count;     /* in G */
  int remaining; /* in R */
  int used;      /* for matchings; 0 between them */
} GoldConstituent;

typedef struct {
  int n, n_gold;         /* words; constituents of G */
  GoldConstituent *gold; /* different ones, by left end, then right end, then label */
  int n_different;

  /* By left end 0..n: the first of `gold` that begins there or later; the first that may be alive; how many
   * are alive; how many of G begin before it. */
  int *begin, *first, *alive, *before;

  /* By right end 0..n + 1: the first in by_right, which has numbers of `gold`. */
  int *end_begin, *by_right;

  /* The computation that it follows, and what of it is counted. */
  guint64 run;
  int n_built, next;
  int n_matched, n_wrong; /* built ones that are in G, and that are not */

  gsize gold_allocated, words_allocated;
} Remainder;

gboolean remainder_set_gold (Remainder *remainder, const TbkPhraseTree *gold, GError **error);
void remainder_clear (Remainder *remainder);

/* Counts what @configuration has built and shifted. */
void remainder_follow (Remainder *remainder, const TbkPhraseConfiguration *configuration);

/* The gold constituent, NULL if there is none. */
GoldConstituent *remainder_find (const Remainder *remainder, int label, int left, int right);

/* Whether one more (@label, @left, @right) would be gold. */
static inline gboolean
is_missing (const Remainder *remainder, int label, int left, int right)
{
  const GoldConstituent *gold = remainder_find (remainder, label, left, right);

  return gold != NULL && gold->remaining > 0;
}

/* The first of R that begins at @left and ends at next or later, in `gold`; begin[left + 1] if there is none.
 * */
static inline int
first_alive (Remainder *remainder, int left)
{
  int g = remainder->first[left];

  while (g < remainder->begin[left + 1]
         && (remainder->gold[g].right < remainder->next || remainder->gold[g].remaining == 0))
    g++;
  return remainder->first[left] = g;
}

/* The constituents of R that begin before @word. */
static inline int
unbuilt_before (const Remainder *remainder, int word)
{
  return remainder->before[word] - remainder->n_matched;
}

/* The loss of a final configuration. */
static inline int
final_loss (const Remainder *remainder)
{
  return remainder->n_wrong + remainder->n_gold - remainder->n_matched;
}

#endif
