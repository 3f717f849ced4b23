/* fragments.c - heads for the words of the stack that have none. */
#include "tbk/fragments.h"

#include <string.h>

static const char *const names[TBK_N_COMPLETIONS] = {
  [TBK_COMPLETE_ROOT] = "root",   [TBK_COMPLETE_LEFT] = "left",   [TBK_COMPLETE_CHAIN] = "chain",
  [TBK_COMPLETE_RIGHT] = "right", [TBK_COMPLETE_FIRST] = "first", [TBK_COMPLETE_LAST] = "last",
  [TBK_COMPLETE_WORD] = "word",
};

const char *
tbk_completion_name (TbkCompletion completion)
{
  g_return_val_if_fail (completion < TBK_N_COMPLETIONS, NULL);

  return names[completion];
}

gboolean
tbk_completion_find (const char *name, TbkCompletion *completion)
{
  for (int i = 0; i < TBK_N_COMPLETIONS; i++)
    if (strcmp (names[i], name) == 0) {
      *completion = i;
      return TRUE;
    }
  return FALSE;
}

/* The next word without head in the stack, from place @i on in the direction @step; 0 if there is none. */
static int
next_headless (const TbkConfiguration *c, int i, int step)
{
  for (; i >= 1 && i < c->depth; i += step)
    if (c->heads[c->stack[i].word] < 0)
      return c->stack[i].word;
  return 0;
}

/* The word that all others hang on, itself on 0. */
static int
find_hub (const TbkConfiguration *c, TbkCompletion completion)
{
  if (completion == TBK_COMPLETE_WORD)
    for (int word = c->n; word >= 1; word--)
      if (c->heads[word] == 0)
        return word;
  return completion == TBK_COMPLETE_LAST ? next_headless (c, c->depth - 1, -1) : next_headless (c, 1, 1);
}

static int
find_head (const TbkConfiguration *c, TbkCompletion completion, int i, int hub)
{
  switch (completion) {
  case TBK_COMPLETE_LEFT:
    return c->stack[i - 1].word;
  case TBK_COMPLETE_CHAIN:
    return next_headless (c, i - 1, -1);
  case TBK_COMPLETE_RIGHT:
    return next_headless (c, i + 1, 1);
  case TBK_COMPLETE_FIRST:
  case TBK_COMPLETE_LAST:
  case TBK_COMPLETE_WORD:
    return c->stack[i].word == hub ? 0 : hub;
  default:
    return 0;
  }
}

void
tbk_complete (const TbkConfiguration *c, TbkCompletion completion, int *heads)
{
  int hub;

  g_return_if_fail (tbk_configuration_n_input (c) == 0 && c->depth >= 1 && c->stack[0].word == 0);
  g_return_if_fail (completion < TBK_N_COMPLETIONS);

  hub = find_hub (c, completion);
  memcpy (heads, c->heads, ((gsize) c->n + 1) * sizeof (int));
  for (int i = 1; i < c->depth; i++)
    if (c->heads[c->stack[i].word] < 0)
      heads[c->stack[i].word] = find_head (c, completion, i, hub);
}
