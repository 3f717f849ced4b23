/* tree.h - one dependency tree: its heads, its subtrees, and what measures of it share.
 *
 * Contents
 *   1. heads: whether heads are those of a tree, and what is wrong with them if they are not
 *   2. gold: a gold tree with what the fast oracles ask about it, found once a sentence
 *   3. tree: how a tree lies in memory, for the measures
 *   4. outline: what the lengths of a sentence are computed from: its tree, bottom up, and the sizes of
 *      subtrees
 *   5. least: the least sum of lengths that any order of a tree's words has
 *   6. core: what contraction leaves of a tree that is not projective, as sets of words
 *   7. attardi: how far down the stack arcs must reach for a system of Attardi to build a tree
 *   8. word_measures: measures of single words and their arcs
 *   9. shared: functions on public types that other rooms and the program call; the library does not export them
 */
#ifndef TREE_TREE_H
#define TREE_TREE_H

#include <glib.h>

#include "base/room.h"
#include "tbk/base.h"
#include "tbk/tree.h"

/* 1. heads: whether heads are those of a tree, and what is wrong with them if they are not. */

/* Returns TRUE if heads[0] is -1 and those of the words 1..n are in 0..n. */
static inline gboolean
heads_are_in_range (const int *heads, int n)
{
  guint bits = 0; /* of a number in 0..n and of what n exceeds it by, the highest is 0 */

  for (int word = 1; word <= n; word++)
    bits |= (guint) heads[word] | ((guint) n - (guint) heads[word]);
  return heads[0] == -1 && (bits & 1u << 31) == 0;
}

/* A word on a cycle of heads that are in range, or 0 if they are a tree's. @visits is scratch for n + 1
 * integers. */
int heads_find_cycle (const int *heads, int n, int *visits);

/* The words of the cycle that can be reached from @word, with commas between them. */
char *heads_describe_cycle (const int *heads, int word);

/* Sets @error to what is wrong with heads that are no tree's: TBK_ERROR_DATA. Returns FALSE. */
gboolean heads_fail (const int *heads, int n, GError **error);

/* 2. gold: a gold tree with what the fast oracles ask about it, found once a sentence. */

typedef struct {
  int n;
  int *heads;    /* -1 for word 0 */
  int *leftmost; /* the first and the last word of what a word dominates */
  int *rightmost;
  int *last_child; /* the last child of a word, 0 if it has none */
  int *inside;     /* by b in 1..n+1: the number of arcs between words that are b or after it */
  int *size;       /* words that a word dominates */
  int *order;      /* the words but 0, each after those that it dominates; n of them */
  int *scratch;
  gboolean is_projective;
  Room room;
} Gold;

/* Makes @gold the tree of @heads; FALSE, with @error set, if they are none or there is no memory. */
gboolean gold_set (Gold *gold, const int *heads, int n, GError **error);
void gold_clear (Gold *gold);

/* Sets rank[w] to the place of each word, 0 among them, in the projective order: that of the words read off
 * the tree from left to right, each between its left and its right children. The arrays have n + 1 elements;
 * the last two are scratch. O(n). */
void gold_projective_order (const Gold *gold, int *rank, int *start, int *n_left);

static inline gboolean
gold_has_arc (const Gold *gold, int head, int dependent)
{
  return gold->heads[dependent] == head;
}

/* 3. tree: how a tree lies in memory, for the measures. */

/* Every array is indexed by words 0..n, but for the two lists. A word's descendants are those whose
 * preorder numbers are in pre[word] .. pre[word] + size[word] - 1. */
struct TbkTree {
  int n; /* -1 as long as there is no tree */
  int *heads;
  int *first;    /* the children of word: children[first[word]] .. children[first[word + 1] - 1], */
  int *children; /* in increasing order */
  int *order;    /* all words, each after its head */
  int *pre;
  int *size;
  int *depth;
  int *is_nonprojective; /* the arc into the word */
  int *next;             /* scratch */
  int nonprojective_arcs;
  Room room;
};

static inline gboolean
tree_has_below (const TbkTree *tree, int ancestor, int descendant)
{
  return (guint) (tree->pre[descendant] - tree->pre[ancestor]) < (guint) tree->size[ancestor];
}

/* 4. outline: what the lengths of a sentence are computed from: its tree, bottom up, and the sizes of
 * subtrees.
 *
 * A side of a word v is what one arc attaches to v: the subtree of a dependent, or all that is not in the
 * subtree of v.
 */

/* Every array has room for the words 0..n and one more. */
typedef struct {
  int n;
  const int *heads;
  int n_roots;
  int root; /* where there is one */

  int *order;      /* the words 1..n, dependents before their heads */
  int *size;       /* words of a subtree */
  int *n_children; /* dependents */
  int *height;     /* of a subtree */

  /* By outline_sort_children(): those of v are sorted[first[v]] .. sorted[first[v + 1] - 1], the largest
   * first. */
  int *first, *sorted;

  int *scratch[5];
  Room room;
} Outline;

void outline_clear (Outline *outline);

/* FALSE with @error set if @heads are no tree, or without memory. @heads are not copied. */
gboolean outline_set (Outline *outline, const int *heads, int n, GError **error);
void outline_sort_children (Outline *outline);

/* The part of the lengths that a value belongs to. */
TbkLengthsFlags length_flag (TbkLength length);

/* 5. least: the least sum of lengths that any order of a tree's words has. */

typedef struct {
  /* Sizes of trees, in preorder; with `places`, the words in the places of their sizes. */
  int *sizes, *words;
  gsize n_sizes;
  int *splits, *other, *other_words; /* scratch, by word */
  int *places, *kept;                /* words and where they were put, if that may stay */
  gsize n_kept, n_kept_allocated;
  Room listed, scratch; /* for sizes and words; for what is scratch */
  gpointer tasks;
  gsize n_tasks, n_tasks_allocated;
  gint64 *sums;
  gsize n_sums, n_sums_allocated;
} Least;

void least_clear (Least *least);

/* @outline: its children sorted; of several trees, which are put side by side, the lengths are added. @places:
 * (nullable): gets the place of each word, from 1, in an order with that sum. FALSE with @error set if there is no
 * memory. O(n^2.2). */
gboolean least_find (Least *least, const Outline *outline, gint64 *length, int *places, GError **error);

/* 6. core: what contraction leaves of a tree that is not projective, as sets of words.
 *
 * Sets have a bit for each word from 1 on, word w in bit w - 1; 0 is in none. An arc is called by its
 * dependent.
 */

enum { CORE_SIZE = TBK_CLASSES_MAX_WORDS + 1 };

typedef struct {
  int n;
  int heads[CORE_SIZE];
  guint64 children[CORE_SIZE];
  guint64 yields[CORE_SIZE]; /* of the words from 1 on */
  int n_gaps[CORE_SIZE];     /* of the yields */
} Core;

/* The set of @word, from 1 on. */
static inline guint64
core_bit (int word)
{
  return (guint64) 1 << (word - 1);
}

/* The words strictly between @a and @b, from 0 on. */
static inline guint64
core_between (int a, int b)
{
  int left = MIN (a, b), right = MAX (a, b);

  return right - left < 2 ? 0 : (core_bit (right) - 1) & ~(((guint64) 1 << left) - 1);
}

/* The least word of a set that is not empty. */
static inline int
core_first (guint64 set)
{
  return __builtin_ctzll (set) + 1;
}

/* Runs of missing words between the first and the last of a set that is not empty. */
static inline int
core_count_gaps (guint64 set)
{
  return __builtin_popcountll (set & ~(set << 1)) - 1;
}

/* 7. attardi: how far down the stack arcs must reach for a system of Attardi to build a tree. */

/* The number of words, 0 not counted, or -1 if there is no tree; and the heads, n + 1 of them, owned by
 * @tree. */
int tree_n (const TbkTree *tree);
const int *tree_heads (const TbkTree *tree);

/* The class of that name, or TBK_N_CLASSES if there is none. */
TbkClass class_find (const char *name);

/* 8. word_measures: measures of single words and their arcs. Arrays have n + 1 elements, the first of no account. */

/* Counts the gaps of the yield of each word. @scratch: n + 1 integers. O(n log n). */
void tree_find_gap_degrees (const TbkTree *tree, int *degrees, int *scratch);

/* Counts the components under the arc into each word that its head does not dominate (NP6); none under an arc
 * of 0. FALSE if more than 2^26 words are under the arcs that are not projective. */
gboolean tree_find_edge_degrees (const TbkTree *tree, int *degrees);

/* Counts the arcs that cross the arc into each word; arcs of 0 cross nothing. @scratch: 3 (n + 2) integers.
 * O(n log n). */
void tree_find_crossings (const TbkTree *tree, int *crossings, int *scratch);

/* 9. shared: functions on public types that other rooms and the program call; the library does not export them. */

/* Returns what it is, in a line. */
const char *length_help (TbkLength length);

/* The numerator and the denominator of a value in lowest terms; both are set. @value must be defined. */
void length_reduce (TbkLength length, int n, gint64 value, gint64 *numerator, gint64 *denominator);

/* Returns the widest of a set of classes that a tree is outside of, which imply the rest: no other of the set
 * includes them. */
guint classes_widest (guint outside);

#endif
