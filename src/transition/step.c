/* step.c - what each row of a system's table means: when it is allowed, and what it does.
 *
 * The tests of a precondition come in a fixed order, cheap and common ones first; the first that fails is the
 * obstacle reported. Places of the stack are read only after the test of its depth. The effects come in the
 * order of the fields of TbkTransition: the arc is made while both words are still in place, the front is
 * pushed last.
 */
#include "transition/step.h"

#include <string.h>

/* The element of the stack at @place, which is there. */
static inline TbkStackElement *
element_at (const TbkConfiguration *c, TbkPlace place)
{
  return &c->stack[c->depth - 1 - (int) (place - TBK_PLACE_TOP)];
}

static inline int
word_at (const TbkConfiguration *c, TbkPlace place)
{
  return place == TBK_PLACE_FRONT ? tbk_configuration_front (c) : element_at (c, place)->word;
}

static const char *
depth_obstacle (const TbkConfiguration *c)
{
  return c->depth == 0   ? "the stack is empty"
         : c->depth == 1 ? "the stack has only one element"
                         : "the stack has too few elements";
}

static const char *
head_obstacle (const TbkConfiguration *c, const TbkTransition *transition)
{
  g_return_val_if_fail (c->heads != NULL, "heads are not kept");
  if (transition->headless != TBK_PLACE_NONE && c->heads[word_at (c, transition->headless)] >= 0)
    return transition->headless == TBK_PLACE_TOP ? "the top of the stack has a head already"
                                                 : "the first word of the input has a head already";
  if (transition->headed != TBK_PLACE_NONE && c->heads[word_at (c, transition->headed)] < 0)
    return "the top of the stack has no head yet";
  return NULL;
}

/* Whether the word at @place is @word or, by the arcs made, dominates it. */
static gboolean
dominates (const TbkConfiguration *c, TbkPlace place, int word)
{
  int ancestor = word_at (c, place);

  while (word >= 0 && word != ancestor)
    word = c->heads[word];
  return word == ancestor;
}

/* What few transitions need. */
static const char *
need_obstacle (const TbkConfiguration *c, const TbkTransition *transition, gboolean is_of_tree)
{
  guint needs = transition->needs;

  if ((needs & TBK_NEEDS_NO_INPUT) != 0 && tbk_configuration_n_input (c) > 0)
    return "input remains";
  if ((needs & TBK_NEEDS_NEW) != 0 && c->buffer > c->n)
    return "every word has left the input before";
  if ((needs & TBK_NEEDS_ORDER) != 0
      && (word_at (c, TBK_PLACE_UNDER) == 0 || word_at (c, TBK_PLACE_UNDER) > word_at (c, TBK_PLACE_TOP)))
    return "the word under the top of the stack does not come before the top, or is 0";
  if ((needs & TBK_NEEDS_NO_SWITCH) != 0 && c->has_switched)
    return "the stacks have just changed places";
  if ((needs & TBK_NEEDS_NO_CYCLE) != 0 && !is_of_tree
      && dominates (c, transition->dependent, word_at (c, transition->head)))
    return "the arc would close a cycle";
  return NULL;
}

/* Why an element with @label, at the place that @n_below counts from the top, cannot be taken. */
static const char *
label_obstacle (TbkLabel label, int n_below)
{
#define OF(where)                                                                                            \
  {                                                                                                          \
    "the label of the " where " does not allow it",                                                          \
        "the " where " has no head yet, or is to be a left child (label L)",                                 \
        "the " where " has its head, or is to be a right child (label R)",                                   \
        "nothing is decided yet of the " where " (label N)",                                                 \
        "the " where " takes no more left children (label C)"                                                \
  }
  static const char *const messages[][5] = { OF ("top of the stack"),
                                             OF ("element under the top of the stack") };
#undef OF

  return messages[n_below][g_bit_nth_lsf (label, -1)];
}

/* What the label of the top may be is asked before that of the element under it. @is_of_tree: the arc closes
 * no cycle. */
static inline const char *
obstacle (const TbkConfiguration *c, const TbkTransition *transition, gboolean is_of_tree)
{
  if ((transition->needs & TBK_NEEDS_INPUT) != 0 && c->buffer > c->n && c->n_returned == 0)
    return "no input remains";
  if (c->depth < transition->depth)
    return depth_obstacle (c);
  if (transition->top != 0 && (c->stack[c->depth - 1].label & transition->top) == 0)
    return label_obstacle (c->stack[c->depth - 1].label, 0);
  if (transition->under != 0 && (c->stack[c->depth - 2].label & transition->under) == 0)
    return label_obstacle (c->stack[c->depth - 2].label, 1);
  if (transition->not_root != TBK_PLACE_NONE && word_at (c, transition->not_root) == 0)
    return "word 0 cannot become a child";
  if ((transition->needs & ~TBK_NEEDS_INPUT) != 0) {
    const char *why = need_obstacle (c, transition, is_of_tree);
    if (why != NULL)
      return why;
  }
  if (transition->headless != TBK_PLACE_NONE || transition->headed != TBK_PLACE_NONE)
    return head_obstacle (c, transition);
  return NULL;
}

/* Where some stack ends a computation, a transition could otherwise follow. */
static inline gboolean
ends_early (const TbkConfiguration *c)
{
  return (c->system->final != TBK_FINAL_ONE || (c->system->features & TBK_HAS_RETURNED) != 0)
         && tbk_configuration_is_final (c);
}

const char *
tbk_configuration_obstacle (const TbkConfiguration *c, const TbkTransition *transition)
{
  return ends_early (c) ? "the configuration is final" : obstacle (c, transition, FALSE);
}

gboolean
configuration_allows_in_tree (const TbkConfiguration *c, const TbkTransition *transition)
{
  return !ends_early (c) && obstacle (c, transition, TRUE) == NULL;
}

guint
tbk_configuration_allowed (const TbkConfiguration *c)
{
  guint allowed = 0;

  if (ends_early (c))
    return 0;
  for (int t = 0; t < c->system->n_transitions; t++)
    allowed |= (guint) (obstacle (c, &c->system->transitions[t], FALSE) == NULL) << t;
  return allowed;
}

gboolean
tbk_configuration_arc (const TbkConfiguration *c, const TbkTransition *transition, int *head, int *dependent)
{
  if (transition->head == TBK_PLACE_NONE)
    return FALSE;
  *head = word_at (c, transition->head);
  *dependent = word_at (c, transition->dependent);
  return TRUE;
}

/* Arcs to the same side may be made in any order. */
static void
add_child (TbkChildren *children, int head, int dependent)
{
  gboolean is_left = dependent < head;
  int *first = is_left ? &children->left : &children->right;
  int *second = is_left ? &children->second_left : &children->second_right;

  *(is_left ? &children->n_left : &children->n_right) += 1;
  if (*first == 0 || (is_left ? dependent < *first : dependent > *first)) {
    *second = *first;
    *first = dependent;
  } else if (*second == 0 || (is_left ? dependent < *second : dependent > *second)) {
    *second = dependent;
  }
}

int
tbk_configuration_related (const TbkConfiguration *c, const TbkTransition *transition)
{
  TbkPlace place = transition->related != TBK_PLACE_NONE ? transition->related : transition->dependent;
  int word = place != TBK_PLACE_NONE ? word_at (c, place) : 0;

  return word > 0 && c->relations[word] < 0 ? word : 0;
}

static void
make_arc (TbkConfiguration *c, const TbkTransition *transition)
{
  int head, dependent;

  if (!tbk_configuration_arc (c, transition, &head, &dependent))
    return;
  if (c->heads != NULL)
    c->heads[dependent] = head;
  if (c->keeps_children)
    add_child (&c->children[head], head, dependent);
}

/* Takes the element at @place out of the stack. */
static inline void
pop (TbkConfiguration *c, TbkPlace place)
{
  TbkStackElement *element = element_at (c, place);

  if (place == TBK_PLACE_UNDER)
    element[0] = element[1];
  else if (place > TBK_PLACE_UNDER)
    memmove (element, element + 1, (place - TBK_PLACE_TOP) * sizeof *element);
  c->depth--;
}

static void
switch_stacks (TbkConfiguration *c)
{
  const int depth = c->depth, n_second = c->n_second;

  for (int i = 0; i < MAX (depth, n_second); i++) {
    const int word = i < n_second ? c->second[i] : 0;
    if (i < depth)
      c->second[i] = c->stack[i].word;
    if (i < n_second)
      c->stack[i] = (TbkStackElement){ word, c->system->root };
  }
  c->depth = n_second;
  c->n_second = depth;
  c->is_second_active = !c->is_second_active;
}

static void
move_second (TbkConfiguration *c, const TbkTransition *transition)
{
  if (transition->second == TBK_SECOND_SWITCHED) {
    switch_stacks (c);
    return;
  }
  if (transition->second == TBK_SECOND_SHIFTED) {
    c->second[c->n_second++] = tbk_configuration_front (c);
    return;
  }
  if (transition->second == TBK_SECOND_GROWS) {
    c->second[c->n_second++] = word_at (c, TBK_PLACE_TOP);
    c->depth--;
    return;
  }
  while (transition->second == TBK_SECOND_RETURNS && c->n_second > 0)
    c->stack[c->depth++] = (TbkStackElement){ c->second[--c->n_second], transition->push };
  c->n_second = 0;
}

static inline void
push (TbkConfiguration *c, TbkLabel label)
{
  int front = c->n_returned > 0 ? c->returned[--c->n_returned] : c->buffer++;

  c->stack[c->depth++] = (TbkStackElement){ front, label };
}

void
configuration_take (TbkConfiguration *c, const TbkTransition *transition)
{
  make_arc (c, transition);
  c->has_switched = transition->second == TBK_SECOND_SWITCHED;
  if (transition->popped != TBK_PLACE_NONE)
    pop (c, transition->popped);
  if (transition->returned != TBK_PLACE_NONE) {
    c->returned[c->n_returned++] = word_at (c, transition->returned);
    pop (c, transition->returned);
  }
  if (transition->second != TBK_SECOND_KEPT)
    move_second (c, transition);
  if (transition->relabel != 0)
    c->stack[c->depth - 1].label = transition->relabel;
  if (transition->push != 0)
    push (c, transition->push);
}

gboolean
tbk_configuration_step (TbkConfiguration *c, const TbkTransition *transition, GError **error)
{
  const char *why = tbk_configuration_obstacle (c, transition);

  if (why != NULL) {
    g_set_error (error, TBK_ERROR, TBK_ERROR_DATA, "%s is not allowed: %s", transition->name, why);
    return FALSE;
  }
  configuration_take (c, transition);
  return TRUE;
}

gboolean
tbk_configuration_step_with (TbkConfiguration *c, const TbkTransition *transition, int relation,
                             GError **error)
{
  int word = 0;

  g_return_val_if_fail (c->keeps_relations, FALSE);
  if (tbk_configuration_obstacle (c, transition) == NULL)
    word = tbk_configuration_related (c, transition);
  if (word > 0)
    c->relations[word] = relation;
  return tbk_configuration_step (c, transition, error);
}
