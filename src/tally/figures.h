/* figures.h - the columns of figures of lengths and of classes, and what is wrong with them. */
#ifndef TALLY_FIGURES_H
#define TALLY_FIGURES_H

#include "tbk/figures.h"

extern const TbkTallyColumn length_figures_columns[TBK_N_LENGTH_FIGURES];
extern const TbkTallyColumn class_figures_columns[TBK_N_CLASS_FIGURES];

/* Whether they are not those of any trees, or so large that means of them would not fit. */
gboolean length_figures_are_wrong (const gint64 *figures);

#endif
