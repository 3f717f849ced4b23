/* projective.h - whether a tree of few words is projective: by sets of words as bits, without branches that
 * could go either way. DESIGN.md, "From file to file", has the proof.
 *
 * Cost      O(n).
 */
#ifndef TREE_PROJECTIVE_H
#define TREE_PROJECTIVE_H

#include <glib.h>

enum { FEW_WORDS = 62 };

/* Whether no arc has a word under it whose head is beyond the arc's ends, which for a tree is to be
 * projective.
 * @n is at most FEW_WORDS; @children, all 0 before, gets the words that have each of 0..n for a head. */
static inline gboolean
few_are_projective (const int *heads, int n, guint64 children[FEW_WORDS + 1])
{
  const guint64 one = 1;
  guint64 before[FEW_WORDS + 2]; /* the words whose heads are before a word */
  guint64 beyond = 0;

  for (int word = 1; word <= n; word++)
    children[heads[word]] |= one << word;
  before[0] = 0;
  for (int word = 0; word <= n; word++)
    before[word + 1] = before[word] | children[word];
  for (int word = 1; word <= n; word++) {
    int left = MIN (word, heads[word]), right = MAX (word, heads[word]);
    guint64 under = (one << right) - (one << left << 1);
    beyond |= under & (before[left] | ~before[right + 1]);
  }
  return beyond == 0;
}

#endif
