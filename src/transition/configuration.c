/* configuration.c - the memory of configurations, where they begin and end, and what form they have. */
#include "tbk/transition.h"

#include <string.h>

#include "base/fail.h"
#include "base/memory.h"
#include "transition/configuration.h"

/* Makes room for @n words in an array, unless it has room already. */
static gboolean
reserve (gpointer array, gboolean is_wanted, gboolean has_room, int n, gsize size)
{
  return !is_wanted || (has_room && *(gpointer *) array != NULL) || try_renew (array, (gsize) n + 1, size);
}

static gboolean
make_room (TbkConfiguration *c, int n, GError **error)
{
  gboolean has_room = n <= c->n_allocated;
  guint features = c->system->features;

  n = MAX (n, c->n_allocated);
  if (!reserve (&c->stack, TRUE, has_room, n, sizeof *c->stack)
      || !reserve (&c->heads, TRUE, has_room, n, sizeof *c->heads)
      || !reserve (&c->returned, c->returned != NULL || (features & TBK_HAS_RETURNED), has_room, n,
                   sizeof (int))
      || !reserve (&c->second, c->second != NULL || (features & TBK_HAS_SECOND), has_room, n, sizeof (int))
      || !reserve (&c->relations, c->relations != NULL || c->keeps_relations, has_room, n, sizeof (int))
      || !reserve (&c->children, c->children != NULL || c->keeps_children, has_room, n, sizeof *c->children))
    return memory_fail (error, "a configuration of %d words", n);
  c->n_allocated = n;
  return TRUE;
}

void
tbk_configuration_keep_relations (TbkConfiguration *configuration)
{
  configuration->keeps_relations = TRUE;
}

void
tbk_configuration_keep_children (TbkConfiguration *configuration)
{
  configuration->keeps_children = TRUE;
}

gboolean
tbk_configuration_start (TbkConfiguration *c, const TbkSystem *system, int n, GError **error)
{
  g_return_val_if_fail (system != NULL && n >= 0 && n < G_MAXINT - 1, FALSE);

  c->system = system;
  if (!make_room (c, n, error))
    return FALSE;
  c->n = n;
  c->depth = 0;
  if (!system->starts_empty)
    c->stack[c->depth++] = (TbkStackElement){ 0, system->root };
  c->buffer = 1;
  c->n_returned = c->n_second = 0;
  c->is_second_active = c->has_switched = FALSE;
  memset (c->heads, -1, ((gsize) n + 1) * sizeof (int));
  if (c->keeps_relations)
    memset (c->relations, -1, ((gsize) n + 1) * sizeof (int));
  if (c->keeps_children)
    memset (c->children, 0, ((gsize) n + 1) * sizeof (TbkChildren));
  return TRUE;
}

gboolean
tbk_configuration_copy (TbkConfiguration *c, const TbkConfiguration *from, GError **error)
{
  gsize n_words = (gsize) from->n + 1;

  g_return_val_if_fail (from->system != NULL && configuration_is_sized (from), FALSE);

  c->system = from->system;
  c->keeps_relations = from->keeps_relations;
  c->keeps_children = from->keeps_children;
  if (!make_room (c, from->n, error))
    return FALSE;
  c->n = from->n;
  c->depth = from->depth;
  c->buffer = from->buffer;
  c->n_returned = from->n_returned;
  c->n_second = from->n_second;
  c->is_second_active = from->is_second_active;
  c->has_switched = from->has_switched;
  memcpy (c->stack, from->stack, (gsize) from->depth * sizeof (TbkStackElement));
  if (from->heads == NULL)
    g_clear_pointer (&c->heads, g_free);
  else
    memcpy (c->heads, from->heads, n_words * sizeof (int));
  if (from->n_returned > 0)
    memcpy (c->returned, from->returned, (gsize) from->n_returned * sizeof (int));
  if (from->n_second > 0)
    memcpy (c->second, from->second, (gsize) from->n_second * sizeof (int));
  if (from->keeps_relations)
    memcpy (c->relations, from->relations, n_words * sizeof (int));
  if (from->keeps_children)
    memcpy (c->children, from->children, n_words * sizeof (TbkChildren));
  return TRUE;
}

void
tbk_configuration_clear (TbkConfiguration *c)
{
  g_free (c->stack);
  g_free (c->heads);
  g_free (c->returned);
  g_free (c->second);
  g_free (c->relations);
  g_free (c->children);
  *c = (TbkConfiguration) TBK_CONFIGURATION_INIT;
}

gboolean
tbk_configuration_is_final (const TbkConfiguration *c)
{
  if (c->buffer <= c->n)
    return FALSE;
  switch (c->system->final) {
  case TBK_FINAL_ONE:
    return c->depth == 1 && c->n_returned == 0;
  case TBK_FINAL_ONE_LEFT:
    return c->depth + c->n_returned == 1;
  case TBK_FINAL_NO_INPUT:
    return c->n_returned == 0;
  }
  return FALSE;
}

void
tbk_configuration_tree (const TbkConfiguration *c, int *heads)
{
  heads[0] = -1;
  for (int i = 1; i <= c->n; i++)
    heads[i] = MAX (c->heads[i], 0);
}

static gboolean
check_label (const TbkConfiguration *c, int i, GError **error)
{
  const TbkStackElement *element = &c->stack[i];
  guint labels = c->system->labels | (i == c->depth - 1 ? c->system->top_labels : 0);

  if ((element->label & labels) != 0)
    return TRUE;
  return fail_data (error, "word %d of the stack has a label that it cannot have%s", element->word,
                    (element->label & c->system->top_labels) != 0 ? ": only the top of the stack can have it"
                                                                  : "");
}

/* The bottom of the stack, where the system starts with 0, and the first word of the input's rest. */
static gboolean
check_ends (const TbkConfiguration *c, GError **error)
{
  gboolean is_aside = c->depth == 0 && c->n_second > 0 && c->second[c->n_second - 1] == 0;

  if (!c->system->starts_empty && !is_aside
      && (c->depth < 1 || c->stack[0].word != 0 || c->stack[0].label != c->system->root))
    return fail_data (error, "the stack does not begin with word 0 under the label of the root");
  if (c->buffer < 1 || c->buffer > c->n + 1)
    return fail_data (error, "the remaining input begins with word %d: a number in 1..%d was expected",
                      c->buffer, c->n + 1);
  return TRUE;
}

/* Words that never return increase from the bottom of the stack to the input. */
static gboolean
check_increasing (const TbkConfiguration *c, GError **error)
{
  int first = c->system->starts_empty ? 0 : 1;

  for (int i = first; i < c->depth; i++) {
    int below = i > 0 ? c->stack[i - 1].word : 0;

    if (c->stack[i].word <= below)
      return fail_data (error, "the stack has word %d above word %d: words must increase from the bottom",
                        c->stack[i].word, below);
    if (!check_label (c, i, error))
      return FALSE;
  }
  if (c->depth > 0 && c->stack[c->depth - 1].word >= c->buffer)
    return fail_data (error, "the top of the stack is word %d, but the remaining input begins with word %d",
                      c->stack[c->depth - 1].word, c->buffer);
  return TRUE;
}

/* Marks @word as met; where is in words. */
static gboolean
meet (guint8 *is_met, int word, int last, const char *where, GError **error)
{
  if (word < 1 || word > last)
    return fail_data (error, "the %s has word %d: a number in 1..%d was expected", where, word, last);
  if (is_met[word])
    return fail_data (error, "the %s has word %d, which is elsewhere too", where, word);
  is_met[word] = TRUE;
  return TRUE;
}

/* Whether words can go for good. */
static gboolean
drops_words (const TbkSystem *system)
{
  for (int t = 0; t < system->n_transitions; t++)
    if (system->transitions[t].popped != TBK_PLACE_NONE
        || system->transitions[t].second == TBK_SECOND_FORGOTTEN)
      return TRUE;
  return FALSE;
}

/* Words of the two lists increase, and all before the front are in one; where they can go, those with a head
 * may be in none. */
static gboolean
check_lists (const TbkConfiguration *c, const guint8 *is_met, GError **error)
{
  gboolean may_miss = drops_words (c->system);
  int before = -1;

  for (int i = 0; i < c->depth + c->n_second; i++) {
    int word = i < c->depth ? c->stack[i].word : c->second[c->depth + c->n_second - 1 - i];

    if (word <= before)
      return fail_data (error, "the lists have word %d behind word %d: words must increase", word, before);
    before = word;
  }
  for (int word = 1; word < c->buffer; word++)
    if (!is_met[word] && !(may_miss && (c->heads == NULL || c->heads[word] >= 0)))
      return fail_data (error, "word %d is in neither list%s", word, may_miss ? " and has no head" : "");
  return TRUE;
}

/* Words that can return come in any order, but each in one place. */
static gboolean
check_places (const TbkConfiguration *c, GError **error)
{
  g_autofree guint8 *is_met = g_try_malloc0 ((gsize) c->n + 1);

  if (is_met == NULL)
    return memory_fail (error, "a configuration of %d words", c->n);
  for (int i = c->system->starts_empty ? 0 : 1; i < c->depth; i++)
    if (!meet (is_met, c->stack[i].word, c->buffer - 1, "stack", error) || !check_label (c, i, error))
      return FALSE;
  for (int i = 0; i < c->n_returned; i++)
    if (!meet (is_met, c->returned[i], c->buffer - 1, "input", error))
      return FALSE;
  for (int i = 0; i < c->n_second; i++)
    if (c->second[i] != 0 && !meet (is_met, c->second[i], c->buffer - 1, "second list", error))
      return FALSE;
  return (c->system->features & TBK_HAS_SECOND) == 0 || check_lists (c, is_met, error);
}

/* Words of either stack increase; a word may be in both. */
static gboolean
check_stacks (const TbkConfiguration *c, GError **error)
{
  for (int i = 0; i < c->n_second; i++) {
    const int below = i > 0 ? c->second[i - 1] : 0;

    if (c->second[i] <= below || c->second[i] >= c->buffer)
      return fail_data (error, "the second stack has word %d above word %d: words must increase to the input",
                        c->second[i], below);
  }
  return check_increasing (c, error);
}

gboolean
tbk_configuration_check (const TbkConfiguration *c, GError **error)
{
  gboolean may_return;

  g_return_val_if_fail (c->system != NULL && c->n >= 0 && c->n < G_MAXINT - 1, FALSE);
  if (c->depth > c->n + 1)
    return fail_data (error, "the stack has %d elements: at most %d were expected", c->depth, c->n + 1);
  if ((c->system->features & TBK_HAS_TWO_STACKS) != 0)
    return check_ends (c, error) && check_stacks (c, error);
  may_return = (c->system->features & (TBK_HAS_RETURNED | TBK_HAS_SECOND)) != 0;

  return check_ends (c, error) && (may_return ? check_places : check_increasing) (c, error);
}
