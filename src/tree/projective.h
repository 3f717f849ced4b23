/* projective.h - what sets of words as bits tell of the heads of few words: whether they make a tree, and a
 * projective one, with few branches that could go either way. DESIGN.md, "From file to file", has the proof.
 *
 * Cost      O(n).
 */
#ifndef TREE_PROJECTIVE_H
#define TREE_PROJECTIVE_H

#include <glib.h>

enum { FEW_WORDS = 62 };

typedef struct {
  guint64 children[64]; /* of each of 0..n: the words that have it for a head */
  guint64 parents;      /* those that have children */
} Few;

/* Whether heads[0] is -1 and the heads of the words 1..n are in 0..n; if so, sets @few. */
static inline gboolean
few_set (Few *few, const int *heads, int n)
{
  const guint64 one = 1;
  gboolean are_in_range = heads[0] == -1;

  for (int first = 0; first <= n; first += 8) /* of a known size, so that no call is needed */
    for (int word = first; word < first + 8; word++)
      few->children[word] = 0;
  few->parents = 0;
  for (int word = 1; word <= n; word++) {
    are_in_range &= (guint) heads[word] <= (guint) n;
    few->children[heads[word] & 63] |= one << word;
    few->parents |= one << (heads[word] & 63);
  }
  return are_in_range;
}

/* Whether all words are reached from 0. The first and the last of the words whose children are still to come
 * are taken together: neither waits for the other. */
static inline gboolean
few_are_tree (const Few *few, int n)
{
  const guint64 one = 1;
  guint64 reached = one, pending = few->parents & one;

  while (pending != 0) {
    int first = __builtin_ctzll (pending), last = 63 - __builtin_clzll (pending);
    guint64 found = few->children[first] | few->children[last];
    pending = (pending & (pending - 1) & ~(one << last)) | (found & few->parents);
    reached |= found;
  }
  return reached == (one << n << 1) - 1;
}

/* Whether no arc has a word under it whose head is beyond the arc's ends, which for a tree is to be
 * projective. */
static inline gboolean
few_are_projective (const Few *few, const int *heads, int n)
{
  const guint64 one = 1;
  guint64 before[FEW_WORDS + 2]; /* the words whose heads are before a word */
  guint64 beyond = 0;

  before[0] = 0;
  for (int word = 0; word <= n; word++)
    before[word + 1] = before[word] | few->children[word];
  for (int word = 1; word <= n; word++) {
    int left = MIN (word, heads[word]), right = MAX (word, heads[word]);
    guint64 under = (one << right) - (one << left << 1);
    beyond |= under & (before[left] | ~before[right + 1]);
  }
  return beyond == 0;
}

/* Whether 0 has several children. */
static inline gboolean
few_have_several_roots (const Few *few)
{
  return (few->children[0] & (few->children[0] - 1)) != 0;
}

#endif
