/* yields.h - classes that are told by the yields of words, and the edge degree. */
#ifndef MEASURES_YIELDS_H
#define MEASURES_YIELDS_H

#include "measures/core.h"

int yields_gap_degree (const Core *core);
int yields_edge_degree (const Core *core);
gboolean yields_are_well_nested (const Core *core);

/* Whether every word with one gap has at most @most children with words on both sides of it. The core is well
 * nested and of gap degree 1. */
gboolean yields_inherit (const Core *core, int most);

/* Unions of the parts of a yield, and which of them can be put together. */
typedef struct {
  guint64 unions[1 << TBK_CLASSES_MAX_PARTS];
  guint8 is_good[1 << TBK_CLASSES_MAX_PARTS];
} YieldParts;

/* Whether every yield can be put together with at most one gap; FALSE in @is_decided if there are too many
 * parts to know. The core is of gap degree 1. */
gboolean yields_are_mildly_ill_nested (const Core *core, YieldParts *parts, gboolean *is_decided);

#endif
