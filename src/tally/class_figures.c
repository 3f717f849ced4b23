/* class_figures.c - numbers of trees outside classes. */
#include "tally/figures.h"

/* In the order of TbkClass, with its names. */
const TbkTallyColumn class_figures_columns[TBK_N_CLASS_FIGURES] = {
  { "proj", TBK_TALLY_SUM },
  { "planar", TBK_TALLY_SUM },
  { "2planar", TBK_TALLY_SUM },
  { "2planar0", TBK_TALLY_SUM },
  { "1ec", TBK_TALLY_SUM },
  { "1ec0", TBK_TALLY_SUM },
  { "mh4", TBK_TALLY_SUM },
  { "inh0", TBK_TALLY_SUM },
  { "inh1", TBK_TALLY_SUM },
  { "wn", TBK_TALLY_SUM },
  { "gap1", TBK_TALLY_SUM },
  { "gap2", TBK_TALLY_SUM },
  { "wg1", TBK_TALLY_SUM },
  { "wg2", TBK_TALLY_SUM },
  { "mg1", TBK_TALLY_SUM },
  { "edge1", TBK_TALLY_SUM },
  { "edge2", TBK_TALLY_SUM },
  { "attardi2", TBK_TALLY_SUM },
  { "attardi3", TBK_TALLY_SUM },
  { "attardi4", TBK_TALLY_SUM },
  { "max_gap_degree", TBK_TALLY_MAX },
  { "max_edge_degree", TBK_TALLY_MAX },
  { "not_decided", TBK_TALLY_SUM },
};

void
tbk_class_figures_count (gint64 *figures, const TbkClasses *classes)
{
  if (classes->outside == 0 && classes->undecided == 0)
    return;
  for (guint rest = classes->outside; rest != 0; rest &= rest - 1)
    figures[__builtin_ctz (rest)]++;
  figures[TBK_CLASS_FIGURE_UNDECIDED] += classes->undecided != 0;
  figures[TBK_CLASS_FIGURE_GAP_DEGREE] = MAX (figures[TBK_CLASS_FIGURE_GAP_DEGREE], classes->gap_degree);
  figures[TBK_CLASS_FIGURE_EDGE_DEGREE] = MAX (figures[TBK_CLASS_FIGURE_EDGE_DEGREE], classes->edge_degree);
}
