/* systems.c - the transition systems for phrase structure. */
#include <string.h>

#include "phrase/oracle/solver.h"

#define TOP_DOWN_SOURCE  "Dyer et al. (2016); Fernandez-Gonzalez and Gomez-Rodriguez (2018), Figure 2"
#define IN_ORDER_SOURCE  "Liu and Zhang (2017); Fernandez-Gonzalez and Gomez-Rodriguez (2018), Figure 4"
#define BOTTOM_UP_SOURCE "Fernandez-Gonzalez and Gomez-Rodriguez (2018), the non-binary system"

#define CAPPED(max)                                                                                          \
  {                                                                                                          \
    { "bottom-up:unary=" #max, BOTTOM_UP_SOURCE, TBK_PHRASE_BOTTOM_UP, TRUE, max },                          \
    {                                                                                                        \
      &bottom_up_exact_capped                                                                                \
    }                                                                                                        \
  }

static const PhraseRecord records[] = {
  { { "top-down", TOP_DOWN_SOURCE, TBK_PHRASE_TOP_DOWN, FALSE, 0 }, { &top_down_exact, &printed_formula } },
  { { "in-order", IN_ORDER_SOURCE, TBK_PHRASE_IN_ORDER, TRUE, 0 }, { &in_order_exact, &printed_formula } },
  { { "bottom-up", BOTTOM_UP_SOURCE, TBK_PHRASE_BOTTOM_UP, TRUE, 0 },
    { &bottom_up_exact, &printed_formula } },
  CAPPED (1),
  CAPPED (2),
  CAPPED (3),
  CAPPED (4),
  CAPPED (5),
  CAPPED (6),
  CAPPED (7),
  CAPPED (8),
};

const TbkPhraseSystem *
tbk_phrase_system_at (int i)
{
  return i >= 0 && i < (int) G_N_ELEMENTS (records) ? &records[i].system : NULL;
}

const TbkPhraseSystem *
tbk_phrase_system_find (const char *name)
{
  for (gsize s = 0; s < G_N_ELEMENTS (records); s++)
    if (strcmp (records[s].system.name, name) == 0)
      return &records[s].system;
  return NULL;
}
