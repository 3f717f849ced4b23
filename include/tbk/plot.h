/* plot.h - plots of lines or of bars, drawn by gnuplot.
 *
 * The form follows from the name's ending: .svg, .png or .pdf.
 *
 * A plot without points has its axes and says so.
 *
 * Errors    TBK_ERROR_USAGE for another ending, TBK_ERROR_IO if gnuplot is not installed, fails or draws
 *           nothing; no file is written then.
 */
#ifndef TBK_PLOT_H
#define TBK_PLOT_H

#include <glib.h>

#include "tbk/declarations.h"
#include "tbk/error.h"

TBK_BEGIN_DECLS

typedef struct TbkPlot TbkPlot;

TbkPlot *tbk_plot_new (const char *title, const char *x_title, const char *y_title);
void tbk_plot_free (TbkPlot *plot);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TbkPlot, tbk_plot_free)

/* Begins a line, named @label in the legend; its points follow, from left to right. */
void tbk_plot_add_line (TbkPlot *plot, const char *label);
void tbk_plot_add_point (TbkPlot *plot, double x, double y);

/* Makes the y axis logarithmic; values must be above 0. */
void tbk_plot_set_logarithmic (TbkPlot *plot);

/* For a plot of horizontal bars, instead of lines: begins a set of bars of one colour, named @label in the
 * legend. Its bars follow from the top; all sets have bars for the same names, those of the first. The y
 * title is not drawn. */
void tbk_plot_add_bars (TbkPlot *plot, const char *label);
void tbk_plot_add_bar (TbkPlot *plot, const char *name, double x);

/* Whether @plot has neither points nor bars. */
gboolean tbk_plot_is_empty (const TbkPlot *plot);

/* TRUE if the ending of @path is known; else @error lists those that are. */
gboolean tbk_plot_check_path (const char *path, GError **error);

/* Draws to @path, complete or not at all. */
gboolean tbk_plot_write (const TbkPlot *plot, const char *path, GError **error);

/* The same as a document of SVG; to be freed. NULL with @error set if gnuplot is missing or fails. */
char *tbk_plot_draw_svg (const TbkPlot *plot, GError **error);

TBK_END_DECLS

#endif
