/* html.c - pages, built up as one string. */
#include "tbk/html.h"

#include <string.h>

#include "tbk/text.h"

struct TbkPage {
  TbkText *head; /* up to the title on the page */
  TbkText *contents;
  TbkText *body;
  int n_headings;
  int n_columns, n_texts; /* of the table in hand */
  int n_cells;            /* of its row in hand */
  gboolean has_foot;
};

/* Drawings are dark on nothing; in the dark their lightness is turned round, and their hues are not. */
static const char style[] =
    ":root{color-scheme:light dark;--ink:#111;--paper:#fff;--rule:#ddd;--line:#666;--link:#0645ad;--mark:#b50;"
    "--note:#fff4e5}"
    "@media screen and (prefers-color-scheme:dark){:root{--ink:#ddd;--paper:#16181b;--rule:#3a3d41;--line:#999;"
    "--link:#8ab4f8;--mark:#e90;--note:#33261a}figure:not(.tree) svg{filter:invert(.87) hue-rotate(180deg)}}"
    "body{font:16px/1.5 sans-serif;color:var(--ink);background:var(--paper);max-width:60rem;margin:0 auto;"
    "padding:1rem}"
    "h1{font-size:1.6rem;line-height:1.2}h2{font-size:1.2rem;margin-top:2rem}a{color:var(--link)}"
    "nav ul{display:flex;flex-wrap:wrap;gap:.3rem 1.5rem;list-style:none;padding:0}"
    "h1,p,td,caption{overflow-wrap:anywhere}"
    ".note{border-left:4px solid var(--mark);background:var(--note);padding:.5rem 1rem}"
    ".wide{overflow-x:auto;margin:1rem 0}"
    "table{border-collapse:collapse;font-size:.9rem;font-variant-numeric:tabular-nums}"
    "caption{text-align:left;padding:.3rem 0;font-weight:bold}"
    "th,td{padding:.2rem .6rem;border-bottom:1px solid var(--rule);text-align:left;white-space:nowrap;"
    "vertical-align:bottom}"
    "th{border-bottom:2px solid var(--line);white-space:normal}.n{text-align:right}td.n{white-space:nowrap!important}tfoot td{border-top:1px solid var(--line)}"
    "th button{font:inherit;color:inherit;background:none;border:0;padding:0;cursor:pointer;text-align:inherit}"
    "th button::after{content:\"\\2195\";padding-left:.3em;color:var(--line)}"
    "th[aria-sort=ascending] button::after{content:\"\\2191\";color:inherit}"
    "th[aria-sort=descending] button::after{content:\"\\2193\";color:inherit}"
    "figure{margin:1rem 0}figcaption{font-weight:bold}"
    "figure svg{display:block;width:100%;min-width:28rem;height:auto}"
    "@media(max-width:45rem){th,td{white-space:normal;padding:.2rem .35rem;overflow-wrap:normal}"
    "table{font-size:.8rem}}"
    "@media print{:root{color-scheme:light}body{max-width:none;padding:0;font-size:11pt}.wide{overflow:visible}"
    "figure,tr{break-inside:avoid}h2,caption,figcaption{break-after:avoid}thead{display:table-header-group}"
    "tfoot{display:table-row-group}th button::after{content:none}a{color:inherit;text-decoration:none}"
    "figure svg{min-width:0}th,td{white-space:normal;overflow-wrap:normal}table{font-size:.8rem}}";

/* Sorts a table by the column whose heading is pressed, numbers the greatest first, and turns round when it is pressed
 * again. Without scripts the page is the same, but for this. */
static const char script[] =
    "for (const table of document.querySelectorAll ('table')) {\n"
    "  const body = table.tBodies[0], heads = [...table.tHead.rows[0].cells];\n"
    "  if (body.rows.length > 2) heads.forEach ((head, column) => {\n"
    "    const button = document.createElement ('button'), isNumber = head.className == 'n';\n"
    "    const value = row => row.cells[column].textContent;\n"
    "    const order = isNumber ? (a, b) => parseFloat (value (a)) - parseFloat (value (b))\n"
    "      : (a, b) => value (a).localeCompare (value (b), 'en', { numeric: true });\n"
    "    button.type = 'button';\n"
    "    button.append (...head.childNodes);\n"
    "    head.append (button);\n"
    "    button.onclick = () => {\n"
    "      const old = head.getAttribute ('aria-sort');\n"
    "      const down = old ? old == 'ascending' : isNumber;\n"
    "      heads.forEach (other => other.removeAttribute ('aria-sort'));\n"
    "      head.setAttribute ('aria-sort', down ? 'descending' : 'ascending');\n"
    "      body.append (...[...body.rows].sort ((a, b) => down ? order (b, a) : order (a, b)));\n"
    "    };\n"
    "  });\n"
    "}\n";

static void
append (TbkText *html, const char *text)
{
  tbk_text_add (html, text, strlen (text));
}

static void
append_escaped (TbkText *html, const char *text)
{
  g_autofree char *valid = g_utf8_make_valid (text, -1);
  g_autofree char *escaped = g_markup_escape_text (valid, -1);

  append (html, escaped);
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

  page->head = tbk_text_new ();
  page->contents = tbk_text_new ();
  page->body = tbk_text_new ();
  append (page->head, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
                      "<title>");
  append_escaped (page->head, title);
  tbk_text_printf (page->head, "</title>\n<style>%s%s</style>\n</head>\n<body>\n<h1>", style, own_style);
  append_escaped (page->head, title);
  append (page->head, "</h1>\n");
  return page;
}

void
tbk_page_free (TbkPage *page)
{
  if (page == NULL)
    return;
  tbk_text_free (page->head);
  tbk_text_free (page->contents);
  tbk_text_free (page->body);
  g_free (page);
}

void
tbk_page_heading (TbkPage *page, const char *text)
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
tbk_page_paragraph (TbkPage *page, const char *format, ...)
{
  va_list arguments;

  append (page->body, "<p>");
  va_start (arguments, format);
  append_formatted (page->body, format, arguments);
  va_end (arguments);
  append (page->body, "</p>\n");
}

void
tbk_page_note (TbkPage *page, const char *format, ...)
{
  va_list arguments;

  append (page->body, "<p class=\"note\">");
  va_start (arguments, format);
  append_formatted (page->body, format, arguments);
  va_end (arguments);
  append (page->body, "</p>\n");
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
tbk_page_cell (TbkPage *page, const char *format, ...)
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
tbk_page_begin_foot (TbkPage *page)
{
  g_return_if_fail (page->n_cells % page->n_columns == 0);
  append (page->body, "</tbody>\n<tfoot>\n");
  page->has_foot = TRUE;
}

void
tbk_page_end_table (TbkPage *page)
{
  g_return_if_fail (page->n_cells % page->n_columns == 0);
  append (page->body, page->has_foot ? "</tfoot>\n" : "</tbody>\n");
  append (page->body, "</table>\n</div>\n");
}

void
tbk_page_drawing (TbkPage *page, const char *caption, const char *svg)
{
  /* In a page an SVG has no declaration. */
  const char *start = strstr (svg, "<svg");

  g_return_if_fail (start != NULL);
  append (page->body, "<figure>\n<figcaption>");
  append_escaped (page->body, caption);
  append (page->body, "</figcaption>\n<div class=\"wide\" tabindex=\"0\">\n");
  append (page->body, start);
  append (page->body, "</div>\n</figure>\n");
}

/* Writes the contents, if there is much to find. */
static gboolean
write_contents (const TbkPage *page, TbkOutput *output, GError **error)
{
  return page->n_headings < 2
         || (tbk_output_printf (output, error, "<nav aria-label=\"Contents\"><ul>\n")
             && tbk_output_write_text (output, page->contents, error)
             && tbk_output_printf (output, error, "</ul></nav>\n"));
}

gboolean
tbk_page_write_begin (const TbkPage *page, TbkOutput *output, GError **error)
{
  return tbk_output_write_text (output, page->head, error) && write_contents (page, output, error)
         && tbk_output_write_text (output, page->body, error);
}

gboolean
tbk_page_write_end (TbkOutput *output, GError **error)
{
  return tbk_output_printf (output, error, "</body>\n</html>\n");
}

gboolean
tbk_page_write (const TbkPage *page, TbkOutput *output, GError **error)
{
  const gboolean has_tables = page->n_columns > 0;

  return tbk_page_write_begin (page, output, error)
         && (!has_tables || tbk_output_printf (output, error, "<script>\n%s</script>\n", script))
         && tbk_page_write_end (output, error);
}
