/* crossings.c - planar, 2-planar and 1-endpoint-crossing trees.
 *
 *   (NP1)  A tree is 2-planar if and only if the graph of its arcs, joined where they cross, is bipartite
 *   (NP2)  It is 1-endpoint-crossing if the ends of all arcs that cross an arc, as sets, have an element in
 *          common
 */
#include "measures/crossings.h"

static gboolean
cross (const Core *core, int d, int e)
{
  int a = MIN (d, core->heads[d]), b = MAX (d, core->heads[d]);
  int f = MIN (e, core->heads[e]), g = MAX (e, core->heads[e]);

  return (a < f && f < b && b < g) || (f < a && a < g && g < b);
}

void
crossings_find (Crossings *crossings, const Core *core, gboolean with_root)
{
  for (int d = 1; d <= core->n; d++) {
    crossings->crossing[d] = 0;
    if (core->heads[d] == 0 && !with_root)
      continue;
    for (int e = 1; e < d; e++)
      if ((core->heads[e] != 0 || with_root) && cross (core, d, e)) {
        crossings->crossing[d] |= core_bit (e);
        crossings->crossing[e] |= core_bit (d);
      }
  }
}

gboolean
crossings_are_none (const Crossings *crossings, const Core *core)
{
  guint64 all = 0;

  for (int d = 1; d <= core->n; d++)
    all |= crossings->crossing[d];
  return all == 0;
}

/* (NP1): colours the arcs by breadth-first search, one component after the other. */
gboolean
crossings_are_bipartite (const Crossings *crossings, const Core *core)
{
  guint64 coloured = 0;

  for (int start = 1; start <= core->n; start++) {
    guint64 colours[2] = { core_bit (start), 0 }, reached = colours[0];
    if ((coloured & colours[0]) != 0)
      continue;
    for (int turn = 1; reached != 0; turn = 1 - turn) {
      guint64 next = 0;
      /* `reached` has one colour. All that crosses it gets the other, and if it has this one there is an
       * odd cycle. */
      for (; reached != 0; reached &= reached - 1)
        next |= crossings->crossing[core_first (reached)];
      if ((next & colours[1 - turn]) != 0)
        return FALSE;
      reached = next & ~colours[turn];
      colours[turn] |= next;
    }
    coloured |= colours[0] | colours[1];
  }
  return TRUE;
}

/* (NP2) */
gboolean
crossings_have_common_ends (const Crossings *crossings, const Core *core)
{
  for (int d = 1; d <= core->n; d++) {
    guint64 common = ~(guint64) 0;
    gboolean is_root_common = TRUE;
    for (guint64 rest = crossings->crossing[d]; rest != 0; rest &= rest - 1) {
      int e = core_first (rest), h = core->heads[e];
      common &= core_bit (e) | (h == 0 ? 0 : core_bit (h));
      is_root_common = is_root_common && h == 0;
    }
    if (common == 0 && !is_root_common)
      return FALSE;
  }
  return TRUE;
}
