/* plot.h - plots of lines or of bars, drawn by gnuplot.
 *
 * The form follows from the name's ending: .svg, .png or .pdf.
 *
 * A plot without points has its axes and says so. Lines have colours that most people can distinguish, and
 * markers of different forms. The legend stands above the plot. In SVG the title is also the name of the
 * drawing for those who do not see it.
 *
 * Errors    TBK_ERROR_USAGE for another ending, TBK_ERROR_IO if gnuplot is not installed, fails or draws
 *           nothing, TBK_ERROR_RESOURCE if memory ran out, also while lines and points were added; no file is
 *           written then.
 * Since     0.1
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

/* Begins a line, named @label in the legend; its points follow, from left to right, either all with a spread
 * or none. */
void tbk_plot_add_line (TbkPlot *plot, const char *label);
void tbk_plot_add_point (TbkPlot *plot, double x, double y);

/* The same for a point that stands for @n observations, at least 1. The middle half of these lies in
 * @low..@high, and the point has a bar of that extent. The more observations, the larger the point, as the
 * legend shows. */
void tbk_plot_add_spread (TbkPlot *plot, double x, double y, double low, double high, gint64 n);

/* What points with a spread stand for, in the legend, instead of "observations"; a plain word, not copied. */
void tbk_plot_set_observations (TbkPlot *plot, const char *name);

/* For a plot of several panels, each with axes of its own under the titles of all: begins one, called @title;
 * lines follow, in each panel the same in the same order. The legend is that of the first. A plot with panels
 * has no lines beside them, no spreads and no other axes. Since: 0.2 */
void tbk_plot_add_panel (TbkPlot *plot, const char *title);

/* Makes the y axis that of numbers whose decimal logarithms, at least 0, are the values: 1, 10, 100 and so
 * on. */
void tbk_plot_set_powers_of_ten (TbkPlot *plot);

/* Whether @plot has neither points nor bars. */
gboolean tbk_plot_is_empty (const TbkPlot *plot);

/* TRUE if the ending of @path is known; else @error lists those that are. */
gboolean tbk_plot_check_path (const char *path, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* Draws to @path, complete or not at all. */
gboolean tbk_plot_write (const TbkPlot *plot, const char *path, GError **error) G_GNUC_WARN_UNUSED_RESULT;

TBK_END_DECLS

#endif
