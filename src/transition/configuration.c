/* configuration.c - configurations of any transition system, and the one function that takes a step. */
#include "tbk/transition.h"

#include <string.h>

static void
make_room (TbkConfiguration *configuration, int n)
{
  if (configuration->stack != NULL && configuration->heads != NULL && n <= configuration->n_allocated)
    return;
  n = MAX (n, configuration->n_allocated);
  configuration->stack = g_renew (TbkStackElement, configuration->stack, (gsize) n + 1);
  configuration->heads = g_renew (int, configuration->heads, (gsize) n + 1);
  configuration->n_allocated = n;
}

void
tbk_configuration_start (TbkConfiguration *configuration, const TbkSystem *system, int n)
{
  g_return_if_fail (configuration != NULL && system != NULL && n >= 0 && n < G_MAXINT - 1);

  make_room (configuration, n);
  configuration->n = n;
  configuration->stack[0] = (TbkStackElement){ 0, system->root };
  configuration->depth = 1;
  configuration->buffer = 1;
  for (int i = 0; i <= n; i++)
    configuration->heads[i] = -1;
}

void
tbk_configuration_copy (TbkConfiguration *configuration, const TbkConfiguration *from)
{
  g_return_if_fail (from->n >= 0 && from->n < G_MAXINT - 1 && from->depth >= 0 && from->depth <= from->n + 1);

  make_room (configuration, from->n);
  configuration->n = from->n;
  configuration->depth = from->depth;
  configuration->buffer = from->buffer;
  memcpy (configuration->stack, from->stack, from->depth * sizeof (TbkStackElement));
  if (from->heads == NULL)
    g_clear_pointer (&configuration->heads, g_free);
  else
    memcpy (configuration->heads, from->heads, ((gsize) from->n + 1) * sizeof (int));
}

void
tbk_configuration_clear (TbkConfiguration *configuration)
{
  g_clear_pointer (&configuration->stack, g_free);
  g_clear_pointer (&configuration->heads, g_free);
  configuration->n_allocated = 0;
}

gboolean
tbk_configuration_is_final (const TbkConfiguration *configuration)
{
  return configuration->depth == 1 && configuration->buffer == configuration->n + 1;
}

static gboolean
check_element (const TbkConfiguration *configuration, const TbkSystem *system, int i, GError **error)
{
  const TbkStackElement *element = &configuration->stack[i];
  guint labels = system->labels | (i == configuration->depth - 1 ? system->top_labels : 0);

  if (element->word <= element[-1].word) {
    g_set_error (error, TBK_ERROR, TBK_ERROR_DATA,
                 "the stack has word %d above word %d: words must increase from the bottom", element->word,
                 element[-1].word);
    return FALSE;
  }
  if ((element->label & labels) == 0) {
    g_set_error (error, TBK_ERROR, TBK_ERROR_DATA, "word %d of the stack has a label that it cannot have%s",
                 element->word,
                 (element->label & system->top_labels) != 0 ? ": only the top of the stack can have it" : "");
    return FALSE;
  }
  return TRUE;
}

gboolean
tbk_configuration_check (const TbkConfiguration *configuration, const TbkSystem *system, GError **error)
{
  int top;

  g_return_val_if_fail (configuration->n >= 0 && configuration->n < G_MAXINT - 1, FALSE);
  if (configuration->depth > configuration->n + 1) {
    g_set_error (error, TBK_ERROR, TBK_ERROR_DATA, "the stack has %d elements: at most %d were expected",
                 configuration->depth, configuration->n + 1);
    return FALSE;
  }
  if (configuration->depth < 1 || configuration->stack[0].word != 0
      || configuration->stack[0].label != system->root) {
    g_set_error (error, TBK_ERROR, TBK_ERROR_DATA,
                 "the stack does not begin with word 0 under the label of the root");
    return FALSE;
  }
  if (configuration->buffer < 1 || configuration->buffer > configuration->n + 1) {
    g_set_error (error, TBK_ERROR, TBK_ERROR_DATA,
                 "the remaining input begins with word %d: a number in 1..%d was expected",
                 configuration->buffer, configuration->n + 1);
    return FALSE;
  }
  for (int i = 1; i < configuration->depth; i++)
    if (!check_element (configuration, system, i, error))
      return FALSE;
  top = configuration->stack[configuration->depth - 1].word;
  if (top >= configuration->buffer) {
    g_set_error (error, TBK_ERROR, TBK_ERROR_DATA,
                 "the top of the stack is word %d, but the remaining input begins with word %d", top,
                 configuration->buffer);
    return FALSE;
  }
  return TRUE;
}

/* The word at @place, which is there. */
static int
word_at (const TbkConfiguration *configuration, TbkPlace place)
{
  switch (place) {
  case TBK_PLACE_UNDER:
    return configuration->stack[configuration->depth - 2].word;
  case TBK_PLACE_TOP:
    return configuration->stack[configuration->depth - 1].word;
  case TBK_PLACE_FRONT:
    return configuration->buffer;
  case TBK_PLACE_NONE:
    break;
  }
  g_assert_not_reached ();
}

static const char *
head_obstacle (const TbkConfiguration *configuration, TbkHeadCondition condition)
{
  gboolean has_head;

  if (condition == TBK_HEAD_ANY)
    return NULL;
  g_return_val_if_fail (configuration->heads != NULL, "heads are not kept");
  has_head = configuration->heads[word_at (configuration, TBK_PLACE_TOP)] >= 0;
  if (condition == TBK_HEAD_MADE && !has_head)
    return "the top of the stack has no head yet";
  if (condition == TBK_HEAD_MISSING && has_head)
    return "the top of the stack has a head already";
  return NULL;
}

const char *
tbk_configuration_obstacle (const TbkConfiguration *configuration, const TbkTransition *transition)
{
  const TbkStackElement *top = &configuration->stack[configuration->depth - 1];

  g_return_val_if_fail (configuration->depth >= 1, "the stack has no element");
  if (transition->front && configuration->buffer > configuration->n)
    return "no input remains";
  if (transition->under != 0 && configuration->depth < 2)
    return "the stack has only one element";
  if (transition->top != 0 && (top->label & transition->top) == 0)
    return "the label of the top of the stack does not allow it";
  if (transition->under != 0 && (top[-1].label & transition->under) == 0)
    return "the label of the element under the top of the stack does not allow it";
  if (transition->not_root != TBK_PLACE_NONE && word_at (configuration, transition->not_root) == 0)
    return "word 0 cannot become a child";
  return head_obstacle (configuration, transition->top_head);
}

gboolean
tbk_configuration_arc (const TbkConfiguration *configuration, const TbkTransition *transition, int *head,
                       int *dependent)
{
  if (transition->head == TBK_PLACE_NONE)
    return FALSE;
  *head = word_at (configuration, transition->head);
  *dependent = word_at (configuration, transition->dependent);
  return TRUE;
}

gboolean
tbk_configuration_step (TbkConfiguration *configuration, const TbkTransition *transition, GError **error)
{
  const char *obstacle = tbk_configuration_obstacle (configuration, transition);
  TbkStackElement *top = &configuration->stack[configuration->depth - 1];
  int head, dependent;

  if (obstacle != NULL) {
    g_set_error (error, TBK_ERROR, TBK_ERROR_DATA, "%s is not allowed: %s", transition->name, obstacle);
    return FALSE;
  }
  if (configuration->heads != NULL && tbk_configuration_arc (configuration, transition, &head, &dependent))
    configuration->heads[dependent] = head;
  if (transition->popped == TBK_PLACE_UNDER)
    top[-1] = top[0];
  if (transition->popped != TBK_PLACE_NONE)
    configuration->depth--;
  if (transition->relabel != 0)
    configuration->stack[configuration->depth - 1].label = transition->relabel;
  if (transition->push != 0)
    configuration->stack[configuration->depth++] =
        (TbkStackElement){ configuration->buffer++, transition->push };
  return TRUE;
}
