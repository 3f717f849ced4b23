/* reduce.c - contraction to the core (tree/projective.h has the pass itself), and what is kept beside it. */
#include "projectivize/projectivize.h"

#include <string.h>

#include "base/base.h"
#include "tree/projective.h"
#include "tree/tree.h"

void
reduced_clear (Reduced *reduced)
{
  room_clear (&reduced->room);
}

/* Makes room for @n words. */
static gboolean
reserve (Reduced *reduced, int n, GError **error)
{
  return ROOM_RESERVE (&reduced->room, n + 1, ARRAY (reduced->words), ARRAY (reduced->heads),
                       ARRAY (reduced->stack), ARRAY (reduced->n_pending), ARRAY (reduced->place))
         || memory_fail (error, "the contraction of %d words", n);
}

/* (X3), as a set of words. */
static guint64
find_core (const Few *few, const int *heads, int n, gboolean single)
{
  const guint64 one = 1;
  guint64 found = single ? few->children[0] : 0, core;

  for (int d = 1; d <= n; d++)
    found |= (guint64) (few_find_crossing (few, heads[d], d) != 0) << d;
  /* Once for each word that is found: its head, and the words on either side whose arcs cover it. */
  for (core = found | one; found != 0;) {
    const int word = __builtin_ctzll (found);
    const guint64 more = (few_find_covering (few, word) | one << heads[word]) & ~core;

    core |= more;
    found = (found & (found - 1)) | more;
  }
  return core;
}

/* Makes @core the words that contraction leaves. */
static void
set_core (Reduced *reduced, guint64 core)
{
  reduced->n_stack = 0;
  for (; core != 0; core &= core - 1)
    reduced->stack[reduced->n_stack++] = __builtin_ctzll (core);
}

/* The last word of the block of the core word @word, to the right of which @next is the next one. What lies
 * between them was contracted into them: from the first of these words that is not known to be the left
 * one's, arcs lead to the right, then back to the left one's words, or on to the other core word. */
static int
find_end (const int *heads, int word, int next)
{
  int end = word;

  while (end + 1 < next) {
    int top = end + 1;

    while (heads[top] > top && heads[top] < next)
      top = heads[top];
    if (heads[top] > top)
      break;
    end = top;
  }
  return end;
}

/* (X2), (X4): lists the core with the chains of its words, or with the last word of each chain. The way up
 * from the edge of a block to its core word is a chain. Where it is not kept, an edge depends on a word that
 * has the place of the core word. */
static void
list_with_chains (Reduced *reduced, const int *heads, gboolean whole)
{
  int *words = reduced->words, *place = reduced->place, n = -1, end = 0;

  for (int c = 0; c < reduced->n_stack; c++) {
    /* The first word after 0 needs no left edge: only 0 is there, which has no head. The last needs no right
     * one. */
    const int word = reduced->stack[c], begin = c > 1 ? end + 1 : word;
    int length = 0;

    end = c < reduced->n_stack - 1 ? find_end (heads, word, reduced->stack[c + 1]) : word;
    for (int link = begin; link != word; link = whole ? heads[link] : word)
      words[++n] = link;
    words[++n] = word;
    if (begin != word)
      place[heads[begin]] = n;
    if (end != word)
      place[heads[end]] = n;
    /* The way up from the right edge leads to the left. */
    for (int link = end; link != word; link = whole ? heads[link] : word)
      length++;
    n += length;
    for (int link = end, i = n; link != word; link = whole ? heads[link] : word)
      words[i--] = link;
  }
  reduced->n = n;
}

void
reduced_keep (Reduced *reduced, const int *heads, Extent extent)
{
  if (extent == CORE) {
    reduced->n = reduced->n_stack - 1;
    memcpy (reduced->words, reduced->stack, reduced->n_stack * sizeof (int));
  } else {
    list_with_chains (reduced, heads, extent == CORE_AND_SPINES);
  }

  /* Heads of kept words are kept, or have a place, so each has a number among them. */
  for (int i = 0; i <= reduced->n; i++)
    reduced->place[reduced->words[i]] = i;
  reduced->heads[0] = -1;
  for (int i = 1; i <= reduced->n; i++)
    reduced->heads[i] = reduced->place[heads[reduced->words[i]]];
}

/* Returns TRUE if 0 must have a single child, if it has one in the gold tree. */
static gboolean
must_be_single (TbkRoot root, gboolean gold_is_single)
{
  return root == TBK_ROOT_SINGLE || (root == TBK_ROOT_GOLD && gold_is_single);
}

/* Begins a sentence of few words, whose sets show at once whether the heads make a tree, and whether it is
 * its own only answer. */
static gboolean
begin_few (Reduced *reduced, const int *heads, int n, TbkRoot root, gboolean *is_solved)
{
  Few few;
  gboolean has_several;

  if (!few_set (&few, heads, n) || !few_are_tree (&few, n))
    return FALSE;
  few_list_before (&few, n);
  has_several = few_have_several_roots (&few);
  reduced->single = must_be_single (root, !has_several);
  *is_solved = !(reduced->single && has_several) && few_are_projective (&few);
  if (!*is_solved)
    set_core (reduced, find_core (&few, heads, n, reduced->single));
  return TRUE;
}

/* Contracts heads that are in range. A word of a cycle has a child as long as the cycle is there, so none is ever
 * taken out. */
static void
contract (Reduced *reduced, const int *heads, int n, gboolean single, gboolean *is_solved)
{
  const int *core = reduced->stack;

  reduced->single = single;
  reduced->n_stack = heads_contract (heads, n, single, reduced->stack, reduced->n_pending);
  *is_solved = reduced->n_stack == 1 || (single && reduced->n_stack == 2 && heads[core[1]] == 0);
}

/* Begins a sentence of many words, of which contraction leaves few, and among them every cycle. */
static gboolean
begin_many (Reduced *reduced, const int *heads, int n, TbkRoot root, gboolean *is_solved)
{
  int n_roots = 0;

  if (!heads_are_in_range (heads, n))
    return FALSE;
  for (int i = 1; i <= n; i++)
    n_roots += heads[i] == 0;
  contract (reduced, heads, n, must_be_single (root, n_roots == 1), is_solved);
  reduced_keep (reduced, heads, CORE);
  return heads_find_cycle (reduced->heads, reduced->n, reduced->place) == 0;
}

gboolean
reduced_begin_any (Reduced *reduced, const int *heads, int n, gboolean single, gboolean *is_solved,
                   GError **error)
{
  if (!reserve (reduced, n, error))
    return FALSE;
  contract (reduced, heads, n, single, is_solved);
  return TRUE;
}

gboolean
reduced_begin (Reduced *reduced, const int *heads, int n, TbkRoot root, gboolean *single, gboolean *is_solved,
               GError **error)
{
  if (!reserve (reduced, n, error))
    return FALSE;
  if (!(n <= FEW_WORDS ? begin_few : begin_many) (reduced, heads, n, root, is_solved))
    return heads_fail (heads, n, error);
  *single = reduced->single;
  return TRUE;
}

gboolean
reduced_check_size (int n_words, int max_core, const char *name, GError **error)
{
  if (n_words <= max_core)
    return TRUE;
  g_set_error (error, TBK_ERROR, TBK_ERROR_DATA,
               "sentence too long: %d words are to be solved in cubic time, at most %d were expected%s%s%s",
               n_words, max_core, name != NULL ? " (" : "", name != NULL ? name : "",
               name != NULL ? ")" : "");
  return FALSE;
}
