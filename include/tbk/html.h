/* html.h - pages of HTML that need nothing but themselves: text, tables, drawings.
 *
 * Style and script are in the page, and nothing is loaded from anywhere. The script sorts tables by the
 * column whose heading is pressed; all else is there without it. Headings are listed, as links, under the
 * title. Tables scroll by themselves on narrow screens and are whole in print; colours follow the reader's
 * choice of light or dark. All text is escaped; what is not UTF-8 is replaced, and what is written from right
 * to left is isolated, so that it turns nothing round.
 *
 * Errors    those of writing; TBK_ERROR_RESOURCE then, if something could not be added for lack of memory.
 * Threads   a page belongs to one thread at a time.
 * Since     0.1
 */
#ifndef TBK_HTML_H
#define TBK_HTML_H

#include <glib.h>

#include "tbk/declarations.h"
#include "tbk/stream.h"

TBK_BEGIN_DECLS

typedef struct TbkPage TbkPage;

TbkPage *tbk_page_new (const char *title);

/* The same with rules of CSS after those of all pages. */
TbkPage *tbk_page_new_with_style (const char *title, const char *style);
void tbk_page_free (TbkPage *page);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TbkPage, tbk_page_free)

void tbk_page_heading (TbkPage *page, const char *text);
void tbk_page_paragraph (TbkPage *page, const char *format, ...) G_GNUC_PRINTF (2, 3);

/* A paragraph that stands out. */
void tbk_page_note (TbkPage *page, const char *format, ...) G_GNUC_PRINTF (2, 3);

/* A table: its caption and columns (NULL-terminated), then rows of as many cells. The first @n_texts
 * columns are texts, the others numbers. */
void tbk_page_begin_table (TbkPage *page, const char *caption, const char *const *columns, int n_texts);
void tbk_page_cell (TbkPage *page, const char *format, ...) G_GNUC_PRINTF (2, 3);
void tbk_page_end_table (TbkPage *page);

/* The rows from here on stay below the others, however these are sorted. */
void tbk_page_begin_foot (TbkPage *page);

/* A drawing: a whole document of SVG, as tbk_plot_draw_svg() returns it, and trusted. */
void tbk_page_drawing (TbkPage *page, const char *caption, const char *svg);

gboolean tbk_page_write (const TbkPage *page, TbkOutput *output, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* For a page that is not to be kept in memory as a whole: the same without its end, what follows being
 * written by the caller; and the end. */
gboolean tbk_page_write_begin (const TbkPage *page, TbkOutput *output,
                               GError **error) G_GNUC_WARN_UNUSED_RESULT;
gboolean tbk_page_write_end (TbkOutput *output, GError **error) G_GNUC_WARN_UNUSED_RESULT;

TBK_END_DECLS

#endif
