/* static_oracle.h - what a system's own part of a static oracle reads and returns. */
#ifndef ORACLE_STATIC_ORACLE_H
#define ORACLE_STATIC_ORACLE_H

#include "tbk/static_oracle.h"
#include "tree/gold.h"

struct TbkStaticOracle {
  const TbkSystem *system;
  int order; /* its number among those of the kind */
  Gold gold;
  gboolean has_gold;
  int *pending;     /* of each word: its gold children that have no head yet */
  int *first_child; /* of each word: its first gold child, 0 if it has none */
  int *scratch[8];  /* of each word: what the kind prepares */
  int n_allocated;
};

/* A system's own part. */
typedef struct {
  const char *const *orders; /* their names, NULL-terminated; NULL if there is only one, without a name */

  /* (nullable): prepares for the gold tree. */
  void (*prepare) (TbkStaticOracle *oracle);

  /* The next transition; -1 if none fits. What it returns need not be allowed: then the computation is
   * stuck. */
  int (*choose) (const TbkStaticOracle *oracle, const TbkConfiguration *configuration);
} StaticKind;

/* The word k elements below the top of the stack, or -1. */
static inline int
static_stack_word (const TbkConfiguration *c, int k)
{
  return c->depth > k ? c->stack[c->depth - 1 - k].word : -1;
}

/* The first word that a gold arc joins to @word, 0 among them; the word itself if none comes before it. */
static inline int
static_first_partner (const TbkStaticOracle *oracle, int word)
{
  int child = oracle->first_child[word], head = oracle->gold.heads[word];

  return MIN (child > 0 ? MIN (child, word) : word, head);
}

/* Whether the arc from @head to @dependent, which may be -1, is gold and @dependent has all its children. */
static inline gboolean
static_is_complete_arc (const TbkStaticOracle *oracle, int head, int dependent)
{
  return dependent > 0 && oracle->gold.heads[dependent] == head && oracle->pending[dependent] == 0;
}

#endif
