/* gnuplot.h - gnuplot, started for one drawing. */
#ifndef TBK_REPORT_GNUPLOT_H
#define TBK_REPORT_GNUPLOT_H

#include "tbk/error.h"

/* What gnuplot prints for @script; NULL with @error set if it is not installed, fails or prints nothing. */
GBytes *tbk_gnuplot_draw (const char *script, GError **error);

#endif
