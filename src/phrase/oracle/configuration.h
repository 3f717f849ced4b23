/* configuration.h - steps without a look at their conditions; what the stack of a configuration has on
 * top. */
#ifndef PHRASE_ORACLE_CONFIGURATION_H
#define PHRASE_ORACLE_CONFIGURATION_H

#include "tbk/constituency.h"

/* Takes @transition, which is allowed. FALSE with @error set if there is no memory. */
gboolean configuration_take_phrase (TbkPhraseConfiguration *configuration, TbkPhraseTransition transition,
                                    GError **error);

/* The top of the stack, NULL if there is none; and whether it is complete. */
static inline const TbkPhraseElement *
stack_top (const TbkPhraseConfiguration *c)
{
  return c->depth > 0 ? &c->stack[c->depth - 1] : NULL;
}

static inline gboolean
has_complete_top (const TbkPhraseConfiguration *c)
{
  return c->depth > 0 && c->stack[c->depth - 1].right >= 0;
}

/* Whether the transition of that act, with a label if it takes one and any number of children that the stack
 * has, is allowed. */
static inline gboolean
is_possible (const TbkPhraseConfiguration *c, TbkPhraseAct act)
{
  return tbk_phrase_configuration_obstacle (
             c, (TbkPhraseTransition){ act, -1, c->system->strategy == TBK_PHRASE_BOTTOM_UP ? c->depth : 0 })
         == NULL;
}

#endif
