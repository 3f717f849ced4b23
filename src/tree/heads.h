/* heads.h - whether heads are those of a tree, and what is wrong with them if they are not. */
#ifndef TREE_HEADS_H
#define TREE_HEADS_H

#include "tbk/error.h"

/* Whether heads[0] is -1 and those of the words 1..n are in 0..n. */
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

#endif
