/* configuration.c - configurations of phrase-structure parsing, and their steps. */
#include <string.h>

#include "base/memory.h"
#include "phrase/oracle/configuration.h"

/* A new number for each computation, so that an oracle knows the one that it follows. Only equality counts:
 * no answer depends on the numbers. */
static guint64
next_run (void)
{
  static guint64 last;

  return __atomic_add_fetch (&last, 1, __ATOMIC_RELAXED);
}

void
tbk_phrase_configuration_start (TbkPhraseConfiguration *c, const TbkPhraseSystem *system, int n)
{
  g_return_if_fail (system != NULL && n >= 1);
  c->system = system;
  c->n = n;
  c->next = c->depth = c->n_open = c->n_built = c->n_unary = 0;
  c->top_open = -1;
  c->is_finished = FALSE;
  c->run = next_run ();
}

gboolean
tbk_phrase_configuration_copy (TbkPhraseConfiguration *copy, const TbkPhraseConfiguration *c, GError **error)
{
  TbkPhraseConfiguration made = *c;

  if (!try_reserve (&copy->stack, &copy->stack_allocated, (gsize) c->depth, sizeof *c->stack)
      || !try_reserve (&copy->built, &copy->built_allocated, (gsize) c->n_built, sizeof *c->built))
    return memory_fail (error, "a configuration of %d elements", c->depth);
  made.stack = copy->stack;
  made.stack_allocated = copy->stack_allocated;
  made.built = copy->built;
  made.built_allocated = copy->built_allocated;
  if (c->depth > 0)
    memcpy (made.stack, c->stack, (gsize) c->depth * sizeof *c->stack);
  if (c->n_built > 0)
    memcpy (made.built, c->built, (gsize) c->n_built * sizeof *c->built);
  made.run = next_run ();
  *copy = made;
  return TRUE;
}

void
tbk_phrase_configuration_clear (TbkPhraseConfiguration *c)
{
  g_free (c->stack);
  g_free (c->built);
  *c = (TbkPhraseConfiguration) TBK_PHRASE_CONFIGURATION_INIT;
}

/* Whether the stack is one constituent over all words. */
static gboolean
is_one_tree (const TbkPhraseConfiguration *c)
{
  return c->next == c->n && c->depth == 1 && c->n_open == 0 && c->stack[0].label >= 0;
}

gboolean
tbk_phrase_configuration_is_final (const TbkPhraseConfiguration *c)
{
  return c->system->finishes ? c->is_finished : is_one_tree (c);
}

static const char *
shift_obstacle (const TbkPhraseConfiguration *c)
{
  const gboolean needs_open = c->system->strategy == TBK_PHRASE_TOP_DOWN
                              || (c->system->strategy == TBK_PHRASE_IN_ORDER && c->depth > 0);

  if (c->next == c->n)
    return "no words remain";
  return needs_open && c->n_open == 0 ? "no element is open" : NULL;
}

static const char *
open_obstacle (const TbkPhraseConfiguration *c)
{
  switch (c->system->strategy) {
  case TBK_PHRASE_TOP_DOWN:
    if (c->next == c->n)
      return "no words remain";
    return c->depth > 0 && c->n_open == 0 ? "no element is open" : NULL;
  case TBK_PHRASE_IN_ORDER:
    return has_complete_top (c) ? NULL : "the top is no complete element";
  default:
    return "the system has no such transition";
  }
}

static const char *
reduce_obstacle (const TbkPhraseConfiguration *c, int n_children)
{
  const TbkPhraseSystem *system = c->system;

  if (system->strategy == TBK_PHRASE_BOTTOM_UP) {
    if (n_children < 1 || n_children > c->depth)
      return "the stack has fewer elements";
    return n_children == 1 && system->max_unary > 0 && c->n_unary >= system->max_unary
               ? "no more constituents of one child may follow"
               : NULL;
  }
  if (c->n_open == 0)
    return "no element is open";
  if (system->strategy == TBK_PHRASE_IN_ORDER)
    return NULL;
  if (!has_complete_top (c))
    return "the top is no complete element";
  return c->n_open == 1 && c->next < c->n ? "words remain for the last open element" : NULL;
}

const char *
tbk_phrase_configuration_obstacle (const TbkPhraseConfiguration *c, TbkPhraseTransition transition)
{
  if (tbk_phrase_configuration_is_final (c))
    return "the configuration is final";
  switch (transition.act) {
  case TBK_PHRASE_SHIFT:
    return shift_obstacle (c);
  case TBK_PHRASE_OPEN:
    return open_obstacle (c);
  case TBK_PHRASE_REDUCE:
    return reduce_obstacle (c, transition.n_children);
  case TBK_PHRASE_FINISH:
    if (!c->system->finishes)
      return "the system has no such transition";
    return is_one_tree (c) ? NULL : "the stack is not one constituent over all words";
  }
  return "it is no transition";
}

static gboolean
push (TbkPhraseConfiguration *c, TbkPhraseElement element, GError **error)
{
  if (!try_reserve (&c->stack, &c->stack_allocated, (gsize) c->depth + 1, sizeof element))
    return memory_fail (error, "a stack of %d elements", c->depth + 1);
  c->stack[c->depth++] = element;
  return TRUE;
}

static gboolean
open_element (TbkPhraseConfiguration *c, int label, GError **error)
{
  g_assert (c->depth > 0 || c->system->strategy == TBK_PHRASE_TOP_DOWN); /* else it is not allowed */
  const int left = c->system->strategy == TBK_PHRASE_TOP_DOWN ? c->next : stack_top (c)->left;

  if (!push (c, (TbkPhraseElement){ label, left, -1, c->top_open }, error))
    return FALSE;
  c->top_open = c->depth - 1;
  c->n_open++;
  return TRUE;
}

/* Takes the elements from @place on off the stack and sets (@label, @left, next) there. */
static gboolean
build (TbkPhraseConfiguration *c, int place, int label, int left, GError **error)
{
  if (!try_reserve (&c->built, &c->built_allocated, (gsize) c->n_built + 1, sizeof *c->built))
    return memory_fail (error, "%d constituents", c->n_built + 1);
  c->built[c->n_built++] = (TbkConstituent){ label, left, c->next };
  c->stack[place] = (TbkPhraseElement){ label, left, c->next, -1 };
  c->depth = place + 1;
  return TRUE;
}

static gboolean
reduce (TbkPhraseConfiguration *c, TbkPhraseTransition transition, GError **error)
{
  const gboolean is_in_order = c->system->strategy == TBK_PHRASE_IN_ORDER;
  TbkPhraseElement open;

  if (c->system->strategy == TBK_PHRASE_BOTTOM_UP) {
    const int place = c->depth - transition.n_children;

    return build (c, place, transition.label, c->stack[place].left, error);
  }
  open = c->stack[c->top_open];
  if (!build (c, c->top_open - is_in_order, open.label, open.left, error))
    return FALSE;
  c->top_open = open.below;
  c->n_open--;
  return TRUE;
}

gboolean
configuration_take_phrase (TbkPhraseConfiguration *c, TbkPhraseTransition transition, GError **error)
{
  const gboolean is_unary = transition.act == TBK_PHRASE_REDUCE && transition.n_children == 1;

  switch (transition.act) {
  case TBK_PHRASE_SHIFT:
    if (!push (c, (TbkPhraseElement){ -1, c->next, c->next + 1, -1 }, error))
      return FALSE;
    c->next++;
    break;
  case TBK_PHRASE_OPEN:
    if (!open_element (c, transition.label, error))
      return FALSE;
    break;
  case TBK_PHRASE_REDUCE:
    if (!reduce (c, transition, error))
      return FALSE;
    break;
  case TBK_PHRASE_FINISH:
    c->is_finished = TRUE;
  }
  c->n_unary = is_unary ? c->n_unary + 1 : 0;
  return TRUE;
}

gboolean
tbk_phrase_configuration_step (TbkPhraseConfiguration *c, TbkPhraseTransition transition, GError **error)
{
  const char *obstacle = tbk_phrase_configuration_obstacle (c, transition);

  if (obstacle == NULL)
    return configuration_take_phrase (c, transition, error);
  g_set_error (error, TBK_ERROR, TBK_ERROR_DATA, "the transition is not allowed: %s", obstacle);
  return FALSE;
}
