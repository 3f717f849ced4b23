/* components.c - the tables over stack positions and critical words, in linear time.
 *
 * Nederhof (2019), section 5, with B the remaining input and a_i the word at stack position i:
 *
 *   critical   b is, if its gold parent or a word that it dominates is not in B. For a projective gold tree
 *              the other words of B can do nothing but what the gold tree says, so M counts their arcs
 *   M          the number of gold arcs between words of B
 *   R(j)       the topmost word of the component of b_j, which is critical: the climb from b_j meets critical
 *              words only
 *   p(i)       the gold parent of a_i if it is in B and the policy lets a_i become a left child, else none
 *   p>=(i)     the first p from a_i upwards
 *   c(i)       the first gold child of a_i in B; children(i) is how many there are
 */
#include "oracle/components.h"

#include <string.h>

#include "base/memory.h"

gboolean
components_reserve (Components *c, int n, GError **error)
{
  gsize size = (gsize) n + 2;

  if (c->place != NULL && n <= c->n_allocated)
    return TRUE;
  if (!TRY_RENEW (c->stack, size) || !TRY_RENEW (c->critical, size) || !TRY_RENEW (c->number, size)
      || !TRY_RENEW (c->chain, size) || !TRY_RENEW (c->scores, size) || !TRY_RENEW (c->place, size))
    return memory_fail (error, "the tables of %d words", n);
  memset (c->place, 0, size * sizeof *c->place);
  c->n_allocated = n;
  return TRUE;
}

void
components_clear (Components *c)
{
  g_free (c->stack);
  g_free (c->critical);
  g_free (c->number);
  g_free (c->chain);
  g_free (c->scores);
  g_free (c->place);
}

/* Numbers the critical words, and those from @extra up to the root of its component. */
static void
number_critical (Components *c, const Gold *gold, int buffer, int extra)
{
  const int unnumbered = 0;

  for (int b = buffer; b <= gold->n; b++)
    c->number[b] = NOTHING;
  for (; extra >= buffer && c->number[extra] == NOTHING; extra = gold->heads[extra])
    c->number[extra] = unnumbered;
  c->m = 0;
  for (int b = buffer; b <= gold->n; b++)
    if (components_is_critical (gold, buffer, b) || c->number[b] == unnumbered) {
      c->critical[c->m] = (Critical){ b, NOTHING, NOTHING, NOTHING, IMPOSSIBLE };
      c->number[b] = c->m++;
    }
}

/* R(j). The parent in B of a critical word is critical, so each climb ends at a root or at a word done
 * before. */
static void
find_roots (Components *c, const Gold *gold, int buffer)
{
  for (int j = 0; j < c->m; j++) {
    int root = j;

    /* Up to the root of the component, or to a word whose root is known; then the same way again. */
    while (c->critical[root].root == NOTHING && gold->heads[c->critical[root].word] >= buffer)
      root = c->number[gold->heads[c->critical[root].word]];
    if (c->critical[root].root != NOTHING)
      root = c->critical[root].root;
    for (int climber = j; c->critical[climber].root == NOTHING;
         climber = c->number[gold->heads[c->critical[climber].word]]) {
      c->critical[climber].root = root;
      if (climber == root)
        break;
    }
  }
}

/* The stack position of @word, or NOTHING. */
static int
position_of (const Components *c, const TbkConfiguration *after, int word)
{
  if (word < 0 || c->place[word] >= after->depth || after->stack[c->place[word]].word != word)
    return NOTHING;
  return c->place[word];
}

/* p(i), and what labels or policy allow. */
static void
set_position (Components *c, const Gold *gold, const TbkConfiguration *after, gboolean is_labelled,
              const Limits *limits, int i)
{
  const TbkStackElement *element = &after->stack[i];
  Position *a = &c->stack[i];
  int head = gold->heads[element->word];

  a->head = position_of (c, after, head);
  a->first = a->left_child = a->left_sibling = a->below = NOTHING;
  a->n_children = 0;
  if (is_labelled) {
    a->takes_left = i == c->k && element->label == TBK_LABEL_N;
    a->becomes_left = i > 0 && element->label != TBK_LABEL_R;
  } else {
    a->takes_left = i < limits->first || i > limits->last;
    a->becomes_left = i > 0;
  }
  a->barrier = a->becomes_left ? a[-1].barrier : i;
  a->p = head >= after->buffer && a->becomes_left ? c->number[head] : NOTHING;
}

/* c(i) and children(i): the children in B of stack words. */
static void
set_children (Components *c, const Gold *gold, const TbkConfiguration *after, gboolean top_takes_right)
{
  for (int j = 0; j < c->m; j++) {
    int head = gold->heads[c->critical[j].word];
    int parent = head < after->buffer ? position_of (c, after, head) : NOTHING;

    c->critical[j].parent = parent;
    if (parent == NOTHING || (parent == c->k && !top_takes_right))
      continue;
    if (c->stack[parent].n_children++ == 0)
      c->stack[parent].first = j;
  }
}

/* Lists of positions, downwards: those with gold parents in one component, and left children of one
 * word. */
static void
link_positions (Components *c)
{
  for (int i = 0; i <= c->k; i++) {
    Position *a = &c->stack[i];

    if (a->p != NOTHING) {
      Critical *root = &c->critical[R (c, a->p)];

      a->below = root->members;
      root->members = i;
    }
    if (a->head != NOTHING && a->head > i) {
      a->left_sibling = c->stack[a->head].left_child;
      c->stack[a->head].left_child = i;
    }
  }
}

void
components_set (Components *c, const Gold *gold, const TbkConfiguration *after, gboolean is_labelled,
                const Limits *limits, int extra, gboolean starts_at_extra)
{
  c->k = after->depth - 1;
  c->inside = gold->inside[after->buffer];
  number_critical (c, gold, after->buffer, extra);
  find_roots (c, gold, after->buffer);
  for (int i = 0; i <= c->k; i++)
    c->place[after->stack[i].word] = i;
  for (int i = 0; i <= c->k; i++)
    set_position (c, gold, after, is_labelled, limits, i);
  set_children (c, gold, after, is_labelled || limits->top_takes_right);
  link_positions (c);
  c->stack[c->k].p_from = starts_at_extra ? c->number[extra] : c->stack[c->k].p;
  for (int i = c->k - 1; i >= 0; i--)
    c->stack[i].p_from = c->stack[i].p != NOTHING ? c->stack[i].p : c->stack[i + 1].p_from;
}
