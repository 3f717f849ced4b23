/* html.c - pages, built up as one string.
 *
 * A page is written when all of it is known, as what is at its top depends on what is below: contents on the
 * headings, the style on plots. So its pieces are kept apart: head, top, contents, body.
 */
#include "report/report.h"

#include <string.h>

#include "base/base.h"

#include "report/page.css.h"
#include "report/page.js.h"
#include "report/plot.css.h"
#include "tbk/io.h"

struct Page {
  TbkText *head; /* up to the end of the style */
  TbkText *top;  /* up to the title on the page */
  TbkText *contents;
  TbkText *body;
  int n_headings;
  int n_columns, n_texts; /* of the table in hand */
  int n_cells;            /* of its row in hand */
  gboolean has_foot, has_plot;
};

static void
append (TbkText *html, const char *text)
{
  tbk_text_add (html, text, strlen (text));
}

/* Returns @text for HTML, to be freed; *@is_isolated: (out): it would turn the direction of what is beside
 * it. Characters that do nothing else are shown as escapes. A right-to-left word in a line of numbers would
 * move these, hence <bdi>. */
static char *
escape (const char *text, gboolean *is_isolated)
{
  g_autofree char *valid = g_utf8_make_valid (text, -1);
  g_autoptr (GString) shown = g_string_new (NULL);

  *is_isolated = FALSE;
  for (const char *at = valid; *at != '\0'; at = g_utf8_next_char (at)) {
    const gunichar c = g_utf8_get_char (at);

    if (is_directional_control (c))
      g_string_append_printf (shown, "\\u%04x", c);
    else
      g_string_append_len (shown, at, g_utf8_next_char (at) - at);
    *is_isolated = *is_isolated || is_directional_mark (c) || is_right_to_left (c);
  }
  return g_markup_escape_text (shown->str, (gssize) shown->len);
}

static void
append_escaped (TbkText *html, const char *text)
{
  gboolean is_isolated;
  g_autofree char *escaped = escape (text, &is_isolated);

  append (html, is_isolated ? "<bdi>" : "");
  append (html, escaped);
  append (html, is_isolated ? "</bdi>" : "");
}

/* Appends the title of the window, where no elements may be: characters isolate it there. */
static void
append_window_title (TbkText *html, const char *text)
{
  gboolean is_isolated;
  g_autofree char *escaped = escape (text, &is_isolated);

  append (html, is_isolated ? "&#x2068;" : "");
  append (html, escaped);
  append (html, is_isolated ? "&#x2069;" : "");
}

Page *
page_new (const char *title)
{
  return page_new_with_style (title, "");
}

Page *
page_new_with_style (const char *title, const char *own_style)
{
  Page *page = g_new0 (Page, 1);

  page->head = tbk_text_new ();
  page->top = tbk_text_new ();
  page->contents = tbk_text_new ();
  page->body = tbk_text_new ();
  append (page->head, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
                      "<title>");
  append_window_title (page->head, title);
  tbk_text_printf (page->head, "</title>\n<style>%s%s", page_css, own_style);
  append (page->top, "</style>\n</head>\n<body>\n<main>\n<h1>");
  append_escaped (page->top, title);
  append (page->top, "</h1>\n");
  return page;
}

void
page_free (Page *page)
{
  if (page == NULL)
    return;
  tbk_text_free (page->head);
  tbk_text_free (page->top);
  tbk_text_free (page->contents);
  tbk_text_free (page->body);
  g_free (page);
}

void
page_heading (Page *page, const char *text)
{
  const int number = ++page->n_headings;

  tbk_text_printf (page->contents, "<li><a href=\"#part%d\">", number);
  append_escaped (page->contents, text);
  append (page->contents, "</a></li>\n");
  tbk_text_printf (page->body, "<h2 id=\"part%d\">", number);
  append_escaped (page->body, text);
  append (page->body, "</h2>\n");
}

static void
append_formatted (TbkText *html, const char *format, va_list arguments)
{
  g_autofree char *text = g_strdup_vprintf (format, arguments);

  append_escaped (html, text);
}

void
page_paragraph (Page *page, const char *format, ...)
{
  va_list arguments;

  append (page->body, "<p>");
  va_start (arguments, format);
  append_formatted (page->body, format, arguments);
  va_end (arguments);
  append (page->body, "</p>\n");
}

void
page_note (Page *page, const char *format, ...)
{
  va_list arguments;

  append (page->body, "<p class=\"note\">");
  va_start (arguments, format);
  append_formatted (page->body, format, arguments);
  va_end (arguments);
  append (page->body, "</p>\n");
}

void
page_markup (Page *page, const char *markup)
{
  append (page->body, markup);
}

void
page_begin_folded (Page *page, const char *format, ...)
{
  va_list arguments;

  append (page->body, "<details class=\"folded\">\n<summary>");
  va_start (arguments, format);
  append_formatted (page->body, format, arguments);
  va_end (arguments);
  append (page->body, "</summary>\n");
}

void
page_end_folded (Page *page)
{
  append (page->body, "</details>\n");
}

/* Returns what a cell of that column begins with, after its element's name: texts come first, then numbers,
 * which have a class. */
static const char *
class_of (const Page *page, int column)
{
  return column < page->n_texts ? "" : " class=\"n\"";
}

void
page_begin_table (Page *page, const char *caption, const char *const *columns, int n_texts)
{
  g_return_if_fail (columns != NULL && columns[0] != NULL && n_texts >= 0);
  page->n_columns = g_strv_length ((char **) columns);
  page->n_texts = n_texts;
  page->n_cells = 0;
  page->has_foot = FALSE;
  append (page->body, "<div class=\"wide\" tabindex=\"0\">\n<table>\n<caption>");
  append_escaped (page->body, caption);
  append (page->body, "</caption>\n<thead><tr>");
  for (int c = 0; c < page->n_columns; c++) {
    tbk_text_printf (page->body, "<th scope=\"col\"%s>", class_of (page, c));
    append_escaped (page->body, columns[c]);
    append (page->body, "</th>");
  }
  append (page->body, "</tr></thead>\n<tbody>\n");
}

void
page_cell (Page *page, const char *format, ...)
{
  int column = page->n_cells++ % page->n_columns;
  va_list arguments;

  tbk_text_printf (page->body, "%s<td%s>", column == 0 ? "<tr>" : "", class_of (page, column));
  va_start (arguments, format);
  append_formatted (page->body, format, arguments);
  va_end (arguments);
  append (page->body, column == page->n_columns - 1 ? "</td></tr>\n" : "</td>");
}

void
page_begin_foot (Page *page)
{
  g_return_if_fail (page->n_cells % page->n_columns == 0);
  append (page->body, "</tbody>\n<tfoot>\n");
  page->has_foot = TRUE;
}

void
page_end_table (Page *page)
{
  g_return_if_fail (page->n_cells % page->n_columns == 0);
  append (page->body, page->has_foot ? "</tfoot>\n" : "</tbody>\n");
  append (page->body, "</table>\n</div>\n");
}

void
page_drawing (Page *page, const char *caption, const char *svg)
{
  /* In a page an SVG has no declaration. */
  const char *start = strstr (svg, "<svg");

  g_return_if_fail (start != NULL);
  page->has_plot = TRUE;
  append (page->body, "<figure>\n<figcaption>");
  append_escaped (page->body, caption);
  append (page->body, "</figcaption>\n<div class=\"wide\" tabindex=\"0\">\n");
  append (page->body, start);
  append (page->body, "</div>\n</figure>\n");
}

/* Writes the contents, if there is much to find. */
static gboolean
write_contents (const Page *page, TbkOutput *output, GError **error)
{
  return page->n_headings < 2
         || (tbk_output_printf (output, error, "<nav aria-label=\"Contents\"><ul>\n")
             && tbk_output_write_text (output, page->contents, error)
             && tbk_output_printf (output, error, "</ul></nav>\n"));
}

gboolean
page_write_begin (const Page *page, TbkOutput *output, GError **error)
{
  return tbk_output_write_text (output, page->head, error)
         && (!page->has_plot || tbk_output_printf (output, error, "%s", plot_css))
         && tbk_output_write_text (output, page->top, error) && write_contents (page, output, error)
         && tbk_output_write_text (output, page->body, error);
}

gboolean
page_write_end (const char *const *scripts, TbkOutput *output, GError **error)
{
  if (!tbk_output_printf (output, error, "</main>\n<script>\n{\n"))
    return FALSE;
  for (; *scripts != NULL; scripts++)
    if (!tbk_output_printf (output, error, "%s", *scripts))
      return FALSE;
  return tbk_output_printf (output, error, "%s}\n</script>\n</body>\n</html>\n", page_js);
}

gboolean
page_write (const Page *page, TbkOutput *output, GError **error)
{
  return page_write_begin (page, output, error)
         && page_write_end ((const char *const[]){ NULL }, output, error);
}
