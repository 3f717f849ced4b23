/* gains.c - how many open elements can become gold constituents, and what one more would gain: (H8) and (H10)
 * over the records that matching.c keeps. */
#include <string.h>

#include "phrase/oracle/matching.h"

/* The number of the group's classes that end at @least or later. */
static int
count_admitted (Matching *m, OpenGroup *group, int least)
{
  const SpanClass *classes = m->classes + group->first_class;

  while (group->n_admitted > 0 && classes[group->n_admitted - 1].right < least)
    group->n_admitted--;
  while (group->n_admitted < group->n_classes && classes[group->n_admitted].right >= least)
    group->n_admitted++;
  return group->n_admitted;
}

/* (H8) for the lowest @n elements of the topmost group, n or n - 1, and class @j, of which some may be
 * built. */
static int
match_last_class (Matching *m, const OpenGroup *group, int n, int j)
{
  const SpanClass *class = &m->classes[group->first_class + j - 1];
  const int lowest = group->first == 0 && class->right < m->remainder->n ? 1 : 0; /* (H3) */
  const OpenElement *elements = m->elements + group->first;
  int before = m->sums[group->sums + (gsize) j - 1], n_matched = 0, best;

  /* f(n,j-1), without what the elements from n on added. */
  for (int i = n; i < group->n; i++)
    before -= matching_has_bit (m, elements[i].row, j - 1);
  for (int g = class->begin; g < class->end; g++)
    m->caps[m->numbers[g]] = m->remainder->gold[g].remaining;
  best = before;
  /* k goes down: n_matched is g_j(k,n), and `before` f(k,j-1). */
  for (int k = n - 1; k >= lowest; k--) {
    if (elements[k].number >= 0 && m->caps[elements[k].number] > 0) {
      m->caps[elements[k].number]--;
      n_matched++;
    }
    before -= matching_has_bit (m, elements[k].row, j - 1);
    best = MAX (best, before + n_matched);
  }
  for (int g = class->begin; g < class->end; g++)
    m->caps[m->numbers[g]] = 0;
  return best;
}

int
matching_at_next (Matching *m, gboolean closes)
{
  const int next = m->remainder->next;
  OpenGroup *top = m->n_groups > 0 ? &m->groups[m->n_groups - 1] : NULL;
  int sum = 0, j;

  /* Groups under the topmost one: what begins there and ends at next or later is not built yet. */
  for (OpenGroup *group = m->groups; group < top; group++)
    sum += m->sums[group->sums + (gsize) count_admitted (m, group, next)];
  if (top == NULL)
    return sum;
  /* Of the last class admitted some may be built already, if it ends at the next word. Else the sums hold. */
  j = count_admitted (m, top, next);
  if (j > 0 && m->classes[top->first_class + j - 1].right == next)
    return sum + match_last_class (m, top, top->n - closes, j);
  return sum + m->sums[top->sums + (gsize) j]
         - (closes && matching_has_bit (m, m->elements[m->n_elements - 1].row, j));
}

int
matching_after_next (Matching *m, gboolean is_old)
{
  const int n = m->n_groups - (is_old && matching_has_fresh (m));
  int sum = 0;

  for (int g = 0; g < n; g++)
    sum += m->sums[m->groups[g].sums + (gsize) count_admitted (m, &m->groups[g], m->remainder->next + 1)];
  return sum;
}

/* (H10) for class @j, where @n_above gold constituents are in the classes before. @first gets the greatest k
 * that has it. */
static int
fresh_gain_of_class (const Matching *m, const OpenGroup *group, int j, int n_above, int *first)
{
  const SpanClass *class = &m->classes[group->first_class + j - 1];

  *first = class->n_doubles > 0 ? m->doubles[class->slot] : group->n;
  return 2 * m->sums[group->sums + (gsize) j - 1] + class->n_doubles - n_above;
}

int
matching_fresh_gain (const Matching *m)
{
  const OpenGroup *group = matching_has_fresh (m) ? &m->groups[m->n_groups - 1] : NULL;
  int gain = 0, n_above = 0, first;

  for (int j = 1; group != NULL && j <= group->n_classes; j++) {
    gain = MAX (gain, fresh_gain_of_class (m, group, j, n_above, &first));
    n_above += m->classes[group->first_class + j - 1].size;
  }
  return gain;
}

/* Wants the labels of @class of which there is one more than elements from @first on. */
static void
mark_class (Matching *m, const SpanClass *class, int first)
{
  for (int g = class->begin; g < class->end; g++)
    if (m->limits[g] < first)
      m->is_wanted[m->numbers[g]] = TRUE;
}

/* One more element gains 1 iff it is matched in the last class used, in a run that is best without it: one
 * that is matched in a class before gains 2 there, but then the last class can as well be that one. */
void
matching_mark (Matching *m)
{
  const OpenGroup *group = matching_has_fresh (m) ? &m->groups[m->n_groups - 1] : NULL;
  const int gain = matching_fresh_gain (m), left = m->remainder->next;
  int n_above = 0, first;

  memset (m->is_wanted, FALSE, (gsize) m->n_labels);
  /* Without elements there are no records, and only class 1 is not below others. */
  if (group == NULL) {
    for (int g = m->remainder->begin[left]; g < m->remainder->begin[left + 1]; g++)
      m->is_wanted[m->numbers[g]] |= m->remainder->gold[g].right == m->classes[m->class_begin[left]].right;
    return;
  }
  for (int j = 1; j <= group->n_classes; j++) {
    const SpanClass *class = &m->classes[group->first_class + j - 1];

    if (fresh_gain_of_class (m, group, j, n_above, &first) == gain)
      mark_class (m, class, first);
    n_above += class->size;
  }
}
