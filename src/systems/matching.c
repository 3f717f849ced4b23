/* matching.c - groups of open elements, and the records of their matchings: (H8) to (H10) of constituents.h.
 *
 * Contents
 *   1. the gold tree: labels numbered, constituents in classes
 *   2. a group: elements that are added and removed
 *   3. a configuration: which elements stay, go and come
 *
 * An example over three words. Gold constituents that begin at word 0 are S (0, 3) and NP (0, 2): class 1
 * is S, class 2 is NP. The open elements are NP, S, NP from the bottom, numbers 0, 1, 2, all begun at word
 * 0. So the lower NP is wrong. The lowest element of all can only be what ends with the sentence (H3), and
 * no NP does.
 *
 *   i (elements 0..i-1)   f(i,0)  f(i,1)  f(i,2)   E_1    E_2    what add_to_class() does
 *   1   NP                  0       0       0       {}     {}     element 0 may not match class 2
 *   2   NP S                0       1       1       {1}    {}     class 1: a record; class 2: f rises as in class 1
 *   3   NP S NP             0       1       2       {1}    {2}    class 2: p = 0, no record <= p, so f rises
 *
 * For instance v_2(2) = f(2,1) + g_2(2,3) = 1 + 1: elements 0 and 1 go to class 1, element 2 to class 2.
 * The bits of the rows are the differences of two lines: none for element 0, bits 1 and 2 for element 1,
 * bit 2 for element 2. m->sums has the last line. When the topmost NP is removed, its bits are taken off
 * the sums, and the line before is there again.
 *
 * While no word is shifted the elements are fresh. (H10) with j = 2 and k = 2 gives 2 f(2,1) + g_2(2,3) - 1
 * = 2: S and the upper NP. By (H1) the loss is 3 elements - 2 = 1, the lower NP.
 *
 * Indices: elements of a group count from 0 in records, limits and (H8), and from `group->first` in
 * m->elements. Classes count from 1 in (H8), in bits and in sums, and from `group->first_class` + 0 in
 * m->classes.
 */
#include "systems/constituents.h"

#include <stdlib.h>
#include <string.h>

#include "base/base.h"

void
matching_clear (Matching *m)
{
  Room *const rooms[] = { &m->gold_room,   &m->words_room, &m->elements_room,
                          &m->groups_room, &m->rows_room,  &m->sums_room };

  for (guint r = 0; r < G_N_ELEMENTS (rooms); r++)
    room_clear (rooms[r]);
}

/* 1. The gold tree: labels numbered, constituents in classes. */

/* Makes room for the gold tree. Records of a class are no more than its gold constituents, equal ones included. */
static gboolean
reserve (Matching *m, const Remainder *r, GError **error)
{
  return (ROOM_RESERVE (&m->gold_room, r->n_gold + 1, ARRAY (m->labels), ARRAY (m->classes), ARRAY (m->spans),
                        ARRAY (m->numbers), ARRAY (m->limits), ARRAY (m->records), ARRAY (m->doubles),
                        ARRAY (m->caps), ARRAY (m->is_wanted))
          && ROOM_RESERVE (&m->words_room, r->n + 2, ARRAY (m->class_begin)))
         || memory_fail (error, "a tree of %d words and %d constituents", r->n, r->n_gold);
}

static int
compare_integers (gconstpointer a, gconstpointer b)
{
  const int x = *(const int *) a, y = *(const int *) b;

  return (x > y) - (x < y);
}

/* By left end, then label, then from the longest span down: class after class. */
static int
compare_spans (gconstpointer a, gconstpointer b)
{
  const LabelledSpan *x = a, *y = b;

  if (x->left != y->left)
    return x->left < y->left ? -1 : 1;
  if (x->label != y->label)
    return x->label < y->label ? -1 : 1;
  return (y->right > x->right) - (y->right < x->right);
}

/* The number of @label among those of the gold tree, -1 if it is none. */
static int
number_of (const Matching *m, int label)
{
  const int *found = bsearch (&label, m->labels, (gsize) m->n_labels, sizeof label, compare_integers);

  return found == NULL ? -1 : (int) (found - m->labels);
}

/* Numbers the labels of the gold tree without gaps, so that arrays by label are no longer than it. */
static void
set_labels (Matching *m, const Remainder *r)
{
  int n_labels = 0;

  m->n_labels = r->n_different;
  for (int g = 0; g < r->n_different; g++)
    m->labels[g] = r->gold[g].label;
  qsort (m->labels, (gsize) m->n_labels, sizeof (int), compare_integers);
  for (int g = 0; g < m->n_labels; g++)
    if (g == 0 || m->labels[g] != m->labels[n_labels - 1])
      m->labels[n_labels++] = m->labels[g];
  m->n_labels = n_labels;
  for (int g = 0; g < r->n_different; g++)
    m->numbers[g] = number_of (m, r->gold[g].label);
  memset (m->caps, 0, (gsize) n_labels * sizeof (int));
}

/* The gold constituents of one left end come from the shortest span up, classes from the longest down: so
 * this goes from the end of each left end's stretch. A class gets as many places for records as it has
 * constituents. */
static void
set_classes (Matching *m, const Remainder *r)
{
  int n_classes = 0, slot = 0;

  for (int left = 0; left <= r->n; left++) {
    m->class_begin[left] = n_classes;
    for (int begin, end = r->begin[left + 1]; end > r->begin[left]; end = begin) {
      SpanClass *class = &m->classes[n_classes];

      *class = (SpanClass){ .right = r->gold[end - 1].right, .end = end, .slot = slot };
      for (begin = end; begin > r->begin[left] && r->gold[begin - 1].right == class->right; begin--) {
        const GoldConstituent *gold = &r->gold[begin - 1];

        m->spans[begin - 1] = (LabelledSpan){ gold->label, gold->left, gold->right, begin - 1, n_classes };
        class->size += gold->count;
      }
      class->begin = begin;
      slot += class->size;
      n_classes++;
    }
  }
  m->class_begin[r->n + 1] = n_classes;
  qsort (m->spans, (gsize) r->n_different, sizeof *m->spans, compare_spans);
}

gboolean
matching_set_gold (Matching *m, const Remainder *r, GError **error)
{
  m->n_elements = m->n_groups = 0;
  if (!reserve (m, r, error))
    return FALSE;
  m->remainder = r;
  set_labels (m, r);
  set_classes (m, r);
  return TRUE;
}

/* 2. A group: elements that are added and removed. */

/* Removes the greatest member that is at most @most; FALSE if there is none. */
static gboolean
remove_greatest (int *list, int *n, int most)
{
  int at = *n - 1;

  while (at >= 0 && list[at] > most)
    at--;
  if (at < 0)
    return FALSE;
  memmove (list + at, list + at + 1, (gsize) (*n - 1 - at) * sizeof *list);
  --*n;
  return TRUE;
}

/* (H9) for one class: @gold is the constituent with the label of @element, -1 if the class has none; @rises
 * tells whether f(i+1,j-1) > f(i,j-1). Returns whether f(i+1,j) > f(i,j). */
static gboolean
add_to_class (Matching *m, SpanClass *class, int element, int gold, gboolean rises)
{
  int *records = m->records + class->slot, *doubles = m->doubles + class->slot;
  gboolean is_more;

  if (gold < 0) {
    /* No v_j(k) grows, but k = i+1 comes. If f rises in the class before, it takes the place of the
     * greatest member; without members f(i+1,j) rises too. */
    is_more = rises && class->n_records == 0;
    class->n_records -= rises && class->n_records > 0;
    class->n_doubles -= rises ? MIN (class->n_doubles, 2) : 0;
    return is_more;
  }
  /* v_j(k) grows for k > p, so the greatest record up to p goes. Without such a one f(i+1,j) rises. */
  is_more = !remove_greatest (records, &class->n_records, m->limits[gold]);
  remove_greatest (doubles, &class->n_doubles, m->limits[gold]);
  /* The element itself is a record, unless k = i+1 takes its place. */
  if (rises) {
    class->n_doubles -= class->n_doubles > 0;
  } else {
    records[class->n_records++] = element;
    doubles[class->n_doubles++] = element;
  }
  return is_more;
}

/* The spans of the label from @left on. */
static const LabelledSpan *
find_spans (const Matching *m, int label, int left, const LabelledSpan **end)
{
  const LabelledSpan *low = m->spans + m->remainder->begin[left];
  const LabelledSpan *high = m->spans + m->remainder->begin[left + 1];

  *end = high;
  while (low < high) {
    const LabelledSpan *middle = low + (high - low) / 2;

    if (middle->label < label)
      low = middle + 1;
    else
      high = middle;
  }
  for (high = low; high < *end && high->label == label; high++)
    ;
  *end = high;
  return low;
}

/* (H9) for all classes of the group, whose element @i is @element. (H3): the lowest element of all matches
 * nothing that does not end with the sentence. */
static void
add_to_classes (Matching *m, const OpenGroup *group, const OpenElement *element, int i)
{
  const gboolean is_lowest = group->first + i == 0;
  const LabelledSpan *end, *span = find_spans (m, element->label, element->left, &end);
  gboolean rises = FALSE;
  int j = 0;

  while (rises ? j < group->n_classes : span < end) {
    SpanClass *class;
    int gold = -1;

    /* A class without a constituent of the label changes only if f rises in the class before. Else go on
     * to the next class that has one. */
    if (!rises)
      j = span->class - group->first_class;
    class = &m->classes[group->first_class + j];
    if (span < end && span->class == group->first_class + j) {
      gold = is_lowest && span->right < m->remainder->n ? -1 : span->gold;
      span++;
    }
    rises = add_to_class (m, class, i, gold, rises);
    j++;
    if (rises) {
      m->rows[element->row + (gsize) j / 64] |= G_GUINT64_CONSTANT (1) << (j % 64);
      m->sums[group->sums + (gsize) j]++;
    }
  }
}

/* Finds p of (H9) anew for the constituents of @label. */
static void
set_limits (Matching *m, const OpenGroup *group, int label)
{
  const LabelledSpan *end, *span = find_spans (m, label, group->left, &end);
  int n = 0;

  if (span == end)
    return;
  /* The places of elements with the label, from the last one down. With as many of them as the class has,
   * p is the place of the lowest. */
  for (int i = group->n - 1; i >= 0; i--)
    if (m->elements[group->first + i].label == label)
      m->last[n++] = i;
  for (; span < end; span++) {
    const int count = m->remainder->gold[span->gold].count;

    m->limits[span->gold] = count <= n ? m->last[count - 1] : -1;
  }
}

/* Words of 64 bits for the bits 0..n_classes of a row; bit 0 is never set. */
static gsize
row_length (const OpenGroup *group)
{
  return (gsize) group->n_classes / 64 + 1;
}

/* Begins a group at @left, without elements. */
static gboolean
begin_group (Matching *m, int left, GError **error)
{
  const OpenGroup *below = m->n_groups > 0 ? &m->groups[m->n_groups - 1] : NULL;
  const gsize sums = below == NULL ? 0 : below->sums + (gsize) below->n_classes + 1;
  const int first_class = m->class_begin[left], n_classes = m->class_begin[left + 1] - first_class;

  if (!ROOM_RESERVE (&m->groups_room, m->n_groups + 1, ARRAY (m->groups))
      || !ROOM_RESERVE (&m->sums_room, sums + (gsize) n_classes + 1, ARRAY (m->sums)))
    return memory_fail (error, "%d groups of open elements", m->n_groups + 1);
  m->groups[m->n_groups++] = (OpenGroup){ .left = left,
                                          .first = m->n_elements,
                                          .first_class = first_class,
                                          .n_classes = n_classes,
                                          .sums = sums,
                                          .is_whole = TRUE };
  memset (m->sums + sums, 0, ((gsize) n_classes + 1) * sizeof *m->sums);
  for (int j = first_class; j < first_class + n_classes; j++)
    m->classes[j].n_records = m->classes[j].n_doubles = 0;
  for (int g = m->remainder->begin[left]; g < m->remainder->begin[left + 1]; g++)
    m->limits[g] = -1;
  return TRUE;
}

/* Adds an element on top, to the topmost group or to a new one. Its row is behind that below it. */
static gboolean
add_element (Matching *m, int label, int left, GError **error)
{
  const OpenElement *below = m->n_elements > 0 ? &m->elements[m->n_elements - 1] : NULL;
  gsize row = 0, length;
  OpenGroup *group;

  if (below != NULL)
    row = below->row + row_length (&m->groups[m->n_groups - 1]);
  if ((below == NULL || below->left != left) && !begin_group (m, left, error))
    return FALSE;
  group = &m->groups[m->n_groups - 1];
  length = row_length (group);
  if (!ROOM_RESERVE (&m->elements_room, m->n_elements + 1, ARRAY (m->elements), ARRAY (m->last))
      || !ROOM_RESERVE (&m->rows_room, row + length, ARRAY (m->rows)))
    return memory_fail (error, "%d open elements", m->n_elements + 1);
  memset (m->rows + row, 0, length * sizeof *m->rows);
  m->elements[m->n_elements++] = (OpenElement){ label, left, number_of (m, label), row };
  add_to_classes (m, group, &m->elements[m->n_elements - 1], group->n++);
  set_limits (m, group, label);
  return TRUE;
}

/* Removes the topmost element. Its bits tell what it added to the sums; what it did to the records is lost,
 * so the group is no longer whole. */
static void
remove_element (Matching *m)
{
  OpenGroup *group = &m->groups[m->n_groups - 1];
  const gsize row = m->elements[--m->n_elements].row;

  group->is_whole = FALSE;
  if (--group->n == 0) {
    m->n_groups--;
    return;
  }
  for (int j = 1; j <= group->n_classes; j++)
    m->sums[group->sums + (gsize) j] -= matching_has_bit (m, row, j);
}

/* 3. A configuration: which elements stay, go and come. */

/* The number of open elements from the bottom that are those of the last call; the next one is at @place. */
static int
count_common (const Matching *m, const TbkPhraseConfiguration *c, int *place)
{
  int n = 0;

  for (*place = 0; *place < c->depth; ++*place) {
    const TbkPhraseElement *element = &c->stack[*place];

    if (element->right >= 0)
      continue;
    if (n == m->n_elements || m->elements[n].label != element->label || m->elements[n].left != element->left)
      break;
    n++;
  }
  return n;
}

/* The place of open element number @n from the bottom; the depth of the stack if there is none. */
static int
find_open (const TbkPhraseConfiguration *c, int n)
{
  int place = 0;

  for (; place < c->depth && (n > 0 || c->stack[place].right >= 0); place++)
    n -= c->stack[place].right < 0;
  return place;
}

/* Returns TRUE if the records of the topmost group are asked for, by elements that come or by its gain, and
 * are not those of its elements, since some were taken off. */
static gboolean
needs_records (const Matching *m, const TbkPhraseConfiguration *c, int place)
{
  const OpenGroup *top = m->n_groups > 0 ? &m->groups[m->n_groups - 1] : NULL;

  return top != NULL && !top->is_whole
         && (top->left == c->next || (place < c->depth && top->left == c->stack[place].left));
}

/* A computation mostly adds or removes one element, so little is done for each configuration. */
gboolean
matching_follow (Matching *m, const TbkPhraseConfiguration *c, GError **error)
{
  int place, n_common = count_common (m, c, &place);

  while (m->n_elements > n_common)
    remove_element (m);
  if (needs_records (m, c, place)) {
    /* Some elements of the group were taken off, and what they did to the records is not known: the group
     * begins anew. */
    n_common = m->groups[m->n_groups - 1].first;
    while (m->n_elements > n_common)
      remove_element (m);
    place = find_open (c, n_common);
  }
  for (; place < c->depth; place++)
    if (c->stack[place].right < 0 && !add_element (m, c->stack[place].label, c->stack[place].left, error))
      return FALSE;
  return TRUE;
}
