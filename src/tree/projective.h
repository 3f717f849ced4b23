/* projective.h - whether heads are those of a tree, and whether the tree is projective: the one place that
 * decides.
 *
 * Up to FEW_WORDS words are sets of bits, with few branches that are hard to predict:
 *
 *   (Q1)  The heads make a tree if and only if every word is reached from 0.
 *   (Q2)  Let the span of a word be from the leftmost to the rightmost of it and its children. A tree is
 *         projective if and only if of each span the words inside, but for the one whose span it is, have
 *         their heads in the span.
 *
 * More words are contracted with a stack:
 *
 *   (Q3)  A word without children that stands beside its head is removed, again and again. Heads are those of
 *         a projective tree if and only if 0 alone remains. A word on a cycle always has a child, so it
 *         remains.
 *
 * docs/design/reading.md proves (Q2) in "From file to file" and (Q3) as theorem 1 of projectivize.md.
 *
 * Cost      O(n).
 */
#ifndef TREE_PROJECTIVE_H
#define TREE_PROJECTIVE_H

#include <string.h>

#include <glib.h>

enum { FEW_WORDS = 62 };

/* A set has a bit for each of 0..n, and one more for the word after the last. */
G_STATIC_ASSERT (FEW_WORDS + 2 <= 64);

typedef struct {
  guint64 children[64];   /* of each of 0..n: the words that have it for a head */
  guint64 parents;        /* those that have children */
  guint64 before[64 + 1]; /* of each: the words whose heads are before it; set by few_list_before() */
} Few;

/* Sets @few if heads[0] is -1 and the heads of the words 1..n are in 0..n; else returns FALSE. */
static inline gboolean
few_set (Few *few, const int *heads, int n)
{
  const guint64 one = 1;
  guint64 word_bit = one;
  guint greatest = 0;

  for (int first = 0; first <= n; first += 8) /* of a known size, so that no call is needed */
    for (int word = first; word < first + 8; word++)
      few->children[word] = 0;
  few->parents = 0;
  for (int word = 1; word <= n; word++) {
    guint head = (guint) heads[word];
    word_bit <<= 1;
    greatest = MAX (greatest, head);
    few->children[head & 63] |= word_bit;
    few->parents |= one << (head & 63);
  }
  return heads[0] == -1 && greatest <= (guint) n;
}

/* (Q1). The first and the last of the words whose children are still to come
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

static inline void
few_list_before (Few *few, int n)
{
  few->before[0] = 0;
  for (int first = 0; first <= n; first += 8)
    for (int word = first; word < first + 8; word++)
      few->before[word + 1] = few->before[word] | few->children[word];
}

/* (Q2): whether the tree is projective, after few_list_before(); of other heads, which are in range, the
 * result means nothing. */
static inline gboolean
few_are_projective (const Few *few)
{
  const guint64 one = 1;
  guint64 beyond = 0;

  for (guint64 pending = few->parents; pending != 0; pending &= pending - 1) {
    guint64 word_bit = pending & -pending;
    guint64 span = few->children[__builtin_ctzll (pending)] | word_bit, left_bit = span & -span;
    int left = __builtin_ctzll (span), right = 63 - __builtin_clzll (span);
    guint64 inside = ((one << right) - (left_bit << 1)) & ~word_bit;
    beyond |= inside & ~(few->before[right + 1] ^ few->before[left]);
  }
  return beyond == 0;
}

/* The words between @a and @b whose heads are beyond these, after few_list_before(). */
static inline guint64
few_find_leaving (const Few *few, int a, int b)
{
  const guint64 one = 1;
  const int left = MIN (a, b), right = MAX (a, b);
  const guint64 inside = (one << right) - (one << left << 1);

  return inside & ~(few->before[right + 1] ^ few->before[left]);
}

/* The words whose arcs cross the arc from @head to @word, after few_list_before(): they are inside it and
 * their heads outside, or the other way round. */
static inline guint64
few_find_crossing (const Few *few, int head, int word)
{
  const guint64 one = 1;
  const int left = MIN (head, word), right = MAX (head, word);
  const guint64 heads_inside = few->before[right] ^ few->before[left + 1];
  const guint64 outside = ~((one << right << 1) - (one << left));

  return few_find_leaving (few, head, word) | (heads_inside & outside);
}

/* The words whose arcs cover @word, after few_list_before(). */
static inline guint64
few_find_covering (const Few *few, int word)
{
  const guint64 one = 1;
  const guint64 left = (one << word) - 1, right = ~left << 1;

  return (left & ~few->before[word + 1] & ~one) | (right & few->before[word]);
}

/* @word with its descendants. */
static inline guint64
few_find_below (const Few *few, int word)
{
  guint64 below = (guint64) 1 << word;

  for (guint64 pending = below; pending != 0;) {
    const guint64 found = few->children[__builtin_ctzll (pending)];

    below |= found;
    pending = (pending & (pending - 1)) | found;
  }
  return below;
}

/* Contracts @heads, which are in range, as (Q3) says, and leaves in @stack the words that remain, from left
 * to right. Returns how many these are. @n_pending: scratch; both arrays have n + 1 elements.
 *
 * @single: a child of 0 is not removed.
 *
 * One pass with a stack suffices. A pair below the top of the stack cannot become one to contract before it
 * is the top again, since only the removal of a word beside it could leave either without children. */
static inline int
heads_contract (const int *heads, int n, gboolean single, int *stack, int *n_pending)
{
  int n_stack = 0;

  memset (n_pending, 0, ((gsize) n + 1) * sizeof (int));
  for (int i = 1; i <= n; i++)
    n_pending[heads[i]]++;
  for (int i = 0; i <= n; i++) {
    int top = i;

    while (n_stack > 0) {
      int left = stack[n_stack - 1];
      if (heads[top] == left && n_pending[top] == 0 && !(single && left == 0)) {
        n_pending[left]--;
        top = left;
      } else if (heads[left] == top && n_pending[left] == 0) {
        n_pending[top]--;
      } else {
        break;
      }
      n_stack--;
    }
    stack[n_stack++] = top;
  }
  return n_stack;
}

/* Sets @is_projective if @heads are those of a tree; else returns FALSE. @scratch: 2 (n + 1) integers, used
 * for many words. */
gboolean projective_check_tree (const int *heads, int n, int *scratch, gboolean *is_projective);

/* Returns TRUE if @heads, which are in range and those of a tree, are projective; of others the result means
 * nothing. @scratch as above. */
gboolean projective_check (const int *heads, int n, int *scratch);

/* Returns TRUE if 0 has several children. */
static inline gboolean
few_have_several_roots (const Few *few)
{
  return (few->children[0] & (few->children[0] - 1)) != 0;
}

#endif
