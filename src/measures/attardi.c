/* attardi.c - the systems of Attardi (2006) on one tree.
 *
 *   (NP12)  If attardi-D builds a tree at all, it does by making every gold arc to a complete word, one
 *           without gold children that remain, as soon as it can; in which order plays no part
 */
#include "measures/attardi.h"

#include <string.h>

/* The place, from the top of the stack down, of the word to be removed by an arc between it and the top, or
 * of the top by one from the word at a place down to @degree: 0 then; -1 if there is no such arc. The head is
 * put into @head. */
static int
find_removed (const int *heads, int degree, const int *stack, int n_stack, const int *n_pending, int *head)
{
  int top = stack[n_stack - 1];

  for (int k = 1; k <= degree && k < n_stack; k++) {
    int word = stack[n_stack - 1 - k];
    *head = heads[top] == word ? word : top;
    if (heads[word] == top && n_pending[word] == 0)
      return k;
    if (heads[top] == word && n_pending[top] == 0)
      return 0;
  }
  return -1;
}

gboolean
attardi_can_build (const int *heads, int n, int degree, int *stack, int *n_pending)
{
  int n_stack = 1, head = 0, k;

  memset (n_pending, 0, sizeof (int) * ((gsize) n + 1));
  for (int word = 1; word <= n; word++)
    n_pending[heads[word]]++;
  stack[0] = 0;
  for (int word = 1; word <= n; word++) {
    stack[n_stack++] = word;
    while ((k = find_removed (heads, degree, stack, n_stack, n_pending, &head)) >= 0) {
      n_pending[head]--;
      memmove (stack + n_stack - 1 - k, stack + n_stack - k, sizeof (int) * (gsize) k);
      n_stack--;
    }
  }
  return n_stack == 1;
}
