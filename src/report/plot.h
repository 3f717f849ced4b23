/* plot.h - plots of lines, of dots or of marks, drawn by gnuplot.
 *
 * The form follows from the name's ending: .svg, .png or .pdf; all three look alike.
 *
 * A plot without points has its axes and says so. Lines have colours that most people can distinguish, and
 * markers of different forms. Their labels are beside their ends. More than nine lines, or more than three with bands, have a
 * panel each, with the others in grey. A figure has at most 60 panels and 100 dots, and says how many more there were. SVG is
 * dark where its reader prefers that; its title is also the name of the drawing for those who do not see it.
 *
 * Errors    TBK_ERROR_USAGE for another ending, TBK_ERROR_IO if gnuplot is not installed, fails or draws
 *           nothing, TBK_ERROR_RESOURCE if memory ran out, also while lines and points were added; no file is
 *           written then.
 */
#ifndef REPORT_PLOT_H
#define REPORT_PLOT_H

#include "tbk/base.h"

typedef struct Plot Plot;

Plot *plot_new (const char *title, const char *x_title, const char *y_title);
void plot_free (Plot *plot);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Plot, plot_free)

/* Begins a line, named @label beside its end; its points follow, from left to right. */
void plot_add_line (Plot *plot, const char *label);
void plot_add_point (Plot *plot, double x, double y);

/* Adds a point to a line, all of whose points lie in a band from @low to @high. */
void plot_add_band (Plot *plot, double x, double y, double low, double high);

/* For a plot of dots, one below another from the top: adds the dot at @x, with a bar from @low to @high. Several lines are sorts of
 * dots: all have dots of the same names in the same order. The y title is not drawn. */
void plot_add_dot (Plot *plot, const char *name, double x, double low, double high);

/* For a plot of marks, which lines do not connect: adds one to the last line, called @name ("": nothing), with a bar from @low to
 * @high. A name that would cover others everywhere near its mark is left out. */
void plot_add_mark (Plot *plot, const char *name, double x, double y, double low, double high);

/* For a plot of several panels, whose axes show the same ranges: begins one, called @title; lines follow, at most nine, in
 * each panel the same in the same order. A plot with panels has no lines beside them. */
void plot_add_panel (Plot *plot, const char *title);

/* Makes the y axis one of numbers whose decimal logarithms are the values: 1, 10, 100 and so on. */
void plot_set_powers_of_ten (Plot *plot);

/* Puts a remark below the figure. */
void plot_set_note (Plot *plot, const char *note);

/* Returns TRUE if @plot has no points. */
gboolean plot_is_empty (const Plot *plot);

/* TRUE if the ending of @path is known; else @error lists the known ones. */
gboolean plot_check_path (const char *path, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* Draws to @path, complete or not at all. */
gboolean plot_write (const Plot *plot, const char *path, GError **error) G_GNUC_WARN_UNUSED_RESULT;

#endif
