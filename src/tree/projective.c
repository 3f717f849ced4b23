/* projective.c - the decision of projective.h for any number of words. */
#include "tree/projective.h"

#include "tree/heads.h"

gboolean
projective_check_tree (const int *heads, int n, int *scratch, gboolean *is_projective)
{
  Few few;

  if (n > FEW_WORDS) {
    if (!heads_are_in_range (heads, n))
      return FALSE;
    *is_projective = heads_contract (heads, n, FALSE, scratch, scratch + n + 1) == 1;
    return *is_projective || heads_find_cycle (heads, n, scratch) == 0;
  }
  if (!few_set (&few, heads, n))
    return FALSE;
  few_list_before (&few, n);
  *is_projective = few_are_projective (&few);
  return few_are_tree (&few, n);
}

gboolean
projective_check (const int *heads, int n, int *scratch)
{
  Few few;

  if (n > FEW_WORDS)
    return heads_contract (heads, n, FALSE, scratch, scratch + n + 1) == 1;
  few_set (&few, heads, n);
  few_list_before (&few, n);
  return few_are_projective (&few);
}
