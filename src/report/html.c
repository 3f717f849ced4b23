/* html.c - pages, built up as one string. */
#include "tbk/html.h"

#include <string.h>

struct TbkPage {
  GString *text;
  int n_columns, n_texts; /* of the table in hand */
  int n_cells;            /* of its row in hand */
};

static const char style[] =
    "body{font:16px/1.5 sans-serif;color:#111;background:#fff;max-width:60rem;margin:0 auto;padding:1rem}"
    "h1{font-size:1.6rem;line-height:1.2}h2{font-size:1.2rem;margin-top:2rem}"
    "h1,p,td,caption{overflow-wrap:anywhere}"
    ".note{border-left:4px solid #b50;background:#fff4e5;padding:.5rem 1rem}"
    ".wide{overflow-x:auto;margin:1rem 0}"
    "table{border-collapse:collapse;font-size:.9rem;font-variant-numeric:tabular-nums}"
    "caption{text-align:left;padding:.3rem 0;font-weight:bold}"
    "th,td{padding:.2rem .6rem;border-bottom:1px solid #ddd;text-align:left;white-space:nowrap}"
    "th{border-bottom:2px solid #666}.n{text-align:right}"
    "figure{margin:1rem 0}figcaption{font-weight:bold}"
    "figure svg{display:block;width:100%;min-width:28rem;height:auto}"
    "@media(max-width:45rem){th,td{white-space:normal;padding:.2rem .35rem;overflow-wrap:normal}"
    "table{font-size:.8rem}}"
    "@media print{body{max-width:none;padding:0;font-size:11pt}.wide{overflow:visible}"
    "figure,tr{break-inside:avoid}thead{display:table-header-group}"
    "figure svg{min-width:0}th,td{white-space:normal}}";

static void
append_escaped (GString *html, const char *text)
{
  g_autofree char *valid = g_utf8_make_valid (text, -1);
  g_autofree char *escaped = g_markup_escape_text (valid, -1);

  g_string_append (html, escaped);
}

TbkPage *
tbk_page_new (const char *title)
{
  return tbk_page_new_with_style (title, "");
}

TbkPage *
tbk_page_new_with_style (const char *title, const char *own_style)
{
  TbkPage *page = g_new0 (TbkPage, 1);

  page->text = g_string_new ("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                             "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
                             "<title>");
  append_escaped (page->text, title);
  g_string_append_printf (page->text, "</title>\n<style>%s%s</style>\n</head>\n<body>\n<h1>", style,
                          own_style);
  append_escaped (page->text, title);
  g_string_append (page->text, "</h1>\n");
  return page;
}

void
tbk_page_free (TbkPage *page)
{
  if (page == NULL)
    return;
  g_string_free (page->text, TRUE);
  g_free (page);
}

void
tbk_page_heading (TbkPage *page, const char *text)
{
  g_string_append (page->text, "<h2>");
  append_escaped (page->text, text);
  g_string_append (page->text, "</h2>\n");
}

static void
append_formatted (GString *html, const char *format, va_list arguments)
{
  g_autofree char *text = g_strdup_vprintf (format, arguments);

  append_escaped (html, text);
}

void
tbk_page_paragraph (TbkPage *page, const char *format, ...)
{
  va_list arguments;

  g_string_append (page->text, "<p>");
  va_start (arguments, format);
  append_formatted (page->text, format, arguments);
  va_end (arguments);
  g_string_append (page->text, "</p>\n");
}

void
tbk_page_note (TbkPage *page, const char *format, ...)
{
  va_list arguments;

  g_string_append (page->text, "<p class=\"note\">");
  va_start (arguments, format);
  append_formatted (page->text, format, arguments);
  va_end (arguments);
  g_string_append (page->text, "</p>\n");
}

/* What a cell of that column begins with, after its element's name. */
static const char *
class_of (const TbkPage *page, int column)
{
  return column < page->n_texts ? "" : " class=\"n\"";
}

void
tbk_page_begin_table (TbkPage *page, const char *caption, const char *const *columns, int n_texts)
{
  g_return_if_fail (columns != NULL && columns[0] != NULL && n_texts >= 0);
  page->n_columns = g_strv_length ((char **) columns);
  page->n_texts = n_texts;
  page->n_cells = 0;
  g_string_append (page->text, "<div class=\"wide\" tabindex=\"0\">\n<table>\n<caption>");
  append_escaped (page->text, caption);
  g_string_append (page->text, "</caption>\n<thead><tr>");
  for (int c = 0; c < page->n_columns; c++) {
    g_string_append_printf (page->text, "<th scope=\"col\"%s>", class_of (page, c));
    append_escaped (page->text, columns[c]);
    g_string_append (page->text, "</th>");
  }
  g_string_append (page->text, "</tr></thead>\n<tbody>\n");
}

void
tbk_page_cell (TbkPage *page, const char *format, ...)
{
  int column = page->n_cells++ % page->n_columns;
  va_list arguments;

  g_string_append_printf (page->text, "%s<td%s>", column == 0 ? "<tr>" : "", class_of (page, column));
  va_start (arguments, format);
  append_formatted (page->text, format, arguments);
  va_end (arguments);
  g_string_append (page->text, column == page->n_columns - 1 ? "</td></tr>\n" : "</td>");
}

void
tbk_page_end_table (TbkPage *page)
{
  g_return_if_fail (page->n_cells % page->n_columns == 0);
  g_string_append (page->text, "</tbody>\n</table>\n</div>\n");
}

void
tbk_page_drawing (TbkPage *page, const char *caption, const char *svg)
{
  /* In a page an SVG has no declaration. */
  const char *start = strstr (svg, "<svg");

  g_return_if_fail (start != NULL);
  g_string_append (page->text, "<figure>\n<figcaption>");
  append_escaped (page->text, caption);
  g_string_append (page->text, "</figcaption>\n<div class=\"wide\" tabindex=\"0\">\n");
  g_string_append (page->text, start);
  g_string_append (page->text, "</div>\n</figure>\n");
}

gboolean
tbk_page_write_begin (const TbkPage *page, TbkOutput *output, GError **error)
{
  return tbk_output_write (output, page->text->str, page->text->len, error);
}

gboolean
tbk_page_write_end (TbkOutput *output, GError **error)
{
  return tbk_output_printf (output, error, "</body>\n</html>\n");
}

gboolean
tbk_page_write (const TbkPage *page, TbkOutput *output, GError **error)
{
  return tbk_page_write_begin (page, output, error) && tbk_page_write_end (output, error);
}
