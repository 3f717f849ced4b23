/* gnuplot.h - gnuplot, started for one drawing. */
#ifndef REPORT_GNUPLOT_H
#define REPORT_GNUPLOT_H

#include "tbk/error.h"
#include "tbk/text.h"

/* Appends what gnuplot prints for @script to @drawing. Fails if it is not installed, fails or prints nothing,
 * and if memory runs out. */
gboolean gnuplot_draw (const TbkText *script, TbkText *drawing, GError **error);

#endif
