/* reduce.c - contraction to the core, and its spines. */
#include "projectivize/reduce.h"

#include <string.h>

#include "tree/projective.h"

void
reduced_clear (Reduced *reduced)
{
  g_free (reduced->words);
  g_free (reduced->heads);
  g_free (reduced->stack);
  g_free (reduced->n_pending);
  g_free (reduced->outer_left);
  g_free (reduced->outer_right);
  g_free (reduced->place);
  *reduced = (Reduced) REDUCED_INIT;
}

static void
reserve (Reduced *reduced, int n)
{
  int **arrays[] = { &reduced->words,      &reduced->heads,       &reduced->stack, &reduced->n_pending,
                     &reduced->outer_left, &reduced->outer_right, &reduced->place };

  if (n < reduced->n_allocated)
    return;
  reduced->n_allocated = MAX (2 * reduced->n_allocated, n + 1);
  for (guint a = 0; a < G_N_ELEMENTS (arrays); a++)
    *arrays[a] = g_renew (int, *arrays[a], reduced->n_allocated);
}

/* Whether the tree, of few words, is its own only answer. */
static gboolean
is_solved (const int *heads, int n, gboolean single)
{
  guint64 children[FEW_WORDS + 1] = { 0 };

  return few_are_projective (heads, n, children) && !(single && (children[0] & (children[0] - 1)) != 0);
}

gboolean
reduced_contract (Reduced *reduced, const int *heads, int n, gboolean single)
{
  int *stack, *n_pending, *outer_left, *outer_right, n_stack = 0;

  if (n <= FEW_WORDS && is_solved (heads, n, single))
    return FALSE;
  reserve (reduced, n);
  stack = reduced->stack;
  n_pending = reduced->n_pending;
  outer_left = reduced->outer_left;
  outer_right = reduced->outer_right;
  memset (n_pending, 0, (n + 1) * sizeof (int));
  memset (outer_left, 0, (n + 1) * sizeof (int));
  memset (outer_right, 0, (n + 1) * sizeof (int));
  for (int i = 1; i <= n; i++)
    n_pending[heads[i]]++;

  /* A pair below the top of the stack cannot become one to contract before it is the top again: only
   * the taking out of a word beside it could make a leaf of either. So one pass reaches the fixpoint. */
  for (int i = 0; i <= n; i++) {
    int top = i;

    while (n_stack > 0) {
      int left = stack[n_stack - 1];
      if (heads[top] == left && n_pending[top] == 0 && !(single && left == 0)) {
        n_pending[left]--;
        outer_right[left] = top;
        top = left;
      } else if (heads[left] == top && n_pending[left] == 0) {
        n_pending[top]--;
        outer_left[top] = left;
      } else {
        break;
      }
      n_stack--;
    }
    stack[n_stack++] = top;
  }
  reduced->n_stack = n_stack;
  return n_stack > (single ? 2 : 1);
}

/* Marks the chain of outermost children from @word on. */
static void
mark_spine (Reduced *reduced, const int *outer, int word)
{
  for (int child = outer[word]; child != 0; child = outer[child])
    reduced->place[child] = 0;
}

/* Lists the core and the spines. */
static void
list_with_spines (Reduced *reduced, int n)
{
  memset (reduced->place, -1, (n + 1) * sizeof (int));
  for (int c = 0; c < reduced->n_stack; c++) {
    reduced->place[reduced->stack[c]] = 0;
    if (c > 1) /* else there is only 0 to the left, which hangs nowhere */
      mark_spine (reduced, reduced->outer_left, reduced->stack[c]);
    if (c < reduced->n_stack - 1)
      mark_spine (reduced, reduced->outer_right, reduced->stack[c]);
  }
  reduced->n = -1;
  for (int word = 0; word <= n; word++)
    if (reduced->place[word] == 0)
      reduced->words[++reduced->n] = word;
}

void
reduced_keep (Reduced *reduced, const int *heads, int n, gboolean spines)
{
  if (spines) {
    list_with_spines (reduced, n);
  } else {
    reduced->n = reduced->n_stack - 1;
    memcpy (reduced->words, reduced->stack, reduced->n_stack * sizeof (int));
  }

  for (int i = 0; i <= reduced->n; i++)
    reduced->place[reduced->words[i]] = i;
  reduced->heads[0] = -1;
  for (int i = 1; i <= reduced->n; i++)
    reduced->heads[i] = reduced->place[heads[reduced->words[i]]];
}
