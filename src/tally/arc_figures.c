/* arc_figures.c - the figures of arcs by group: counted in an array by the number of the group. */
#include <string.h>

#include "base/memory.h"
#include "tally/tally.h"
#include "tbk/figures.h"
#include "tbk/vocabulary.h"

/* The groups of directions. */
enum { LEFT, RIGHT, ROOT };

struct TbkArcFigures {
  TbkFiguresBy by;
  int width;
  TbkVocabulary *names; /* of groups that the treebank names */
  gint64 (*groups)[TBK_N_ARC_FIGURES];
  gsize n_groups; /* those that may be other than zero */
  gsize n_allocated;
};

TbkArcFigures *
tbk_arc_figures_new (TbkFiguresBy by, int width)
{
  TbkArcFigures *figures;

  g_return_val_if_fail (by >= TBK_FIGURES_BY_DEPREL && by < TBK_FIGURES_N_BYS && width >= 1, NULL);
  figures = g_new0 (TbkArcFigures, 1);
  figures->by = by;
  figures->width = width;
  figures->names = tbk_vocabulary_new ();
  return figures;
}

void
tbk_arc_figures_free (TbkArcFigures *figures)
{
  if (figures == NULL)
    return;
  tbk_vocabulary_free (figures->names);
  g_free (figures->groups);
  g_free (figures);
}

/* The number of the group of @arc; -1 without memory. */
static int
find_group (TbkArcFigures *figures, const TbkFiguresArc *arc, GError **error)
{
  const int distance = ABS (arc->head - arc->dependent);

  switch (figures->by) {
  case TBK_FIGURES_BY_DIRECTION:
    return arc->head == 0 ? ROOT : arc->dependent < arc->head ? LEFT : RIGHT;
  case TBK_FIGURES_BY_DISTANCE:
    return arc->head == 0 ? 0 : (distance - 1) / figures->width + 1;
  default:
    return tbk_vocabulary_add (figures->names, arc->name.bytes, arc->name.size, error);
  }
}

/* Makes room for a group, whose figures are zero if it is new. */
static gboolean
reserve_group (TbkArcFigures *figures, gsize group, GError **error)
{
  if (group < figures->n_groups)
    return TRUE;
  if (!try_reserve (&figures->groups, &figures->n_allocated, group + 1, sizeof *figures->groups))
    return memory_fail (error, "figures of %" G_GSIZE_FORMAT " groups", group + 1);
  memset (figures->groups + figures->n_groups, 0, (group + 1 - figures->n_groups) * sizeof *figures->groups);
  figures->n_groups = group + 1;
  return TRUE;
}

gboolean
tbk_arc_figures_count (TbkArcFigures *figures, const TbkFiguresArc *arc, GError **error)
{
  const int group = find_group (figures, arc, error);

  if (group < 0 || !reserve_group (figures, (gsize) group, error))
    return FALSE;
  figures->groups[group][TBK_ARC_FIGURE_WORDS]++;
  figures->groups[group][TBK_ARC_FIGURE_NONPROJECTIVE] += arc->is_nonprojective;
  figures->groups[group][TBK_ARC_FIGURE_LOST] += arc->is_lost;
  figures->groups[group][TBK_ARC_FIGURE_CERTAIN] += arc->is_certain;
  if (arc->head != 0) {
    figures->groups[group][TBK_ARC_FIGURE_BETWEEN_WORDS]++;
    figures->groups[group][TBK_ARC_FIGURE_LENGTH] += ABS (arc->head - arc->dependent);
  }
  return TRUE;
}

/* What the key of a group is. */
static const char *
group_key (const TbkArcFigures *figures, int group, KeyNumber *number)
{
  static const char *const directions[] = { [LEFT] = "left", [RIGHT] = "right", [ROOT] = "root" };

  switch (figures->by) {
  case TBK_FIGURES_BY_DIRECTION:
    return directions[group];
  case TBK_FIGURES_BY_DISTANCE:
    return key_number (number, (guint) group);
  default:
    return tbk_vocabulary_name (figures->names, group);
  }
}

void
tbk_arc_figures_flush (TbkArcFigures *figures, TbkTally *tally)
{
  for (gsize g = 0; g < figures->n_groups; g++) {
    KeyNumber number;
    const char *const key[] = { group_key (figures, (int) g, &number) };

    if (figures->groups[g][TBK_ARC_FIGURE_WORDS] > 0)
      tbk_tally_add (tally, tbk_figures_section (TBK_FIGURES_OF_TREES, figures->by), key, figures->groups[g]);
  }
  figures->n_groups = 0;
  tbk_vocabulary_clear (figures->names);
}
