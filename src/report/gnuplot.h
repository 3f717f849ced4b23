/* gnuplot.h - gnuplot, started for one drawing. */
#ifndef REPORT_GNUPLOT_H
#define REPORT_GNUPLOT_H

#include "tbk/error.h"

/* What gnuplot prints for @script; NULL with @error set if it is not installed, fails or prints nothing. */
GBytes *gnuplot_draw (const char *script, GError **error);

#endif
