/* showing.c - in which format, how wide, in which colours and how many drawings tbk show writes. */
#include "showing.h"

#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "options/tool.h"
#include "tbk/files.h"

/* How many drawings a terminal gets. */
enum { MAX_ON_TERMINAL = 10, LEAST_WIDTH = 20, MOST_WIDTH = 10000 };

/* Whether drawings go to a terminal. */
static gboolean
is_for_terminal (const Corpus *corpus)
{
  return corpus->options.output == NULL && isatty (STDOUT_FILENO);
}

static gboolean
is_coloured (const Corpus *corpus, int when)
{
  const char *no_color = g_getenv ("NO_COLOR"), *terminal = g_getenv ("TERM");

  if (when != 0)
    return when == 1;
  return is_for_terminal (corpus) && (no_color == NULL || *no_color == '\0')
         && (terminal == NULL || strcmp (terminal, "dumb") != 0);
}

/* The cells of a line: as given, or those of the terminal; 0 if there is none, or it does not tell. */
static gboolean
get_width (const ShowGiven *given, const Corpus *corpus, TbkDrawOptions *options, GError **error)
{
  struct winsize size;
  gint64 width = 0;

  if (!options_number ("width", given->width, LEAST_WIDTH, MOST_WIDTH, &width, error))
    return FALSE;
  if (width > 0
      && (options->format == TBK_DRAW_TIKZ || options->format == TBK_DRAW_DOT
          || (options->format != TBK_DRAW_TEXT && corpus->options.format == tbk_brackets_format ()))) {
    g_set_error (error, TBK_ERROR, TBK_ERROR_USAGE, "--width goes with --format=text%s",
                 corpus->options.format == tbk_brackets_format () ? " for phrases" : ", svg or html");
    return FALSE;
  }
  if (width == 0 && options->format == TBK_DRAW_TEXT && is_for_terminal (corpus)
      && ioctl (STDOUT_FILENO, TIOCGWINSZ, &size) == 0)
    width = size.ws_col;
  options->width = (int) width;
  return TRUE;
}

const char *const showing_formats[] = { "text", "svg", "html", "tikz", "dot", NULL };

/* The format that the name of the output tells; NULL if it tells none. */
static const char *
format_of_name (const char *output)
{
  static const struct {
    const char *format;
    const char *const suffixes[3];
  } known[] = { { "svg", { ".svg" } },
                { "html", { ".html", ".htm" } },
                { "tikz", { ".tex", ".tikz" } },
                { "dot", { ".dot", ".gv" } } };
  g_autofree char *lower = output == NULL ? NULL : g_ascii_strdown (output, -1);

  for (gsize i = 0; lower != NULL && i < G_N_ELEMENTS (known); i++)
    if (tbk_file_has_suffix (lower, known[i].suffixes))
      return known[i].format;
  return NULL;
}

/* Refuses to write a format under the name of another one. */
static gboolean
check_name (const char *output, const char *format, GError **error)
{
  static const char *const others[] = { ".png",  ".pdf", ".jpg", ".jpeg", ".gif",  ".webp", ".bmp",   ".tif",
                                        ".tiff", ".eps", ".ps",  ".emf",  ".wmf",  ".ico",  ".dvi",   ".doc",
                                        ".docx", ".odt", ".csv", ".tsv",  ".xlsx", ".json", ".jsonl", NULL };
  const char *of_name = format_of_name (output);
  g_autofree char *lower = output == NULL ? NULL : g_ascii_strdown (output, -1);

  if (lower != NULL && tbk_file_has_suffix (lower, others))
    g_set_error (
        error, TBK_ERROR, TBK_ERROR_USAGE,
        "--output: found '%s', expected a name of one of the formats there are: text, .svg, .html, .tex, .dot",
        output);
  else if (of_name != NULL && !g_str_equal (of_name, format))
    g_set_error (error, TBK_ERROR, TBK_ERROR_USAGE,
                 "--output: found '%s', the name of another format than %s", output, format);
  else
    return TRUE;
  return FALSE;
}

/* How many sentences are looked for to draw one: another one is told, unless the user names the one to draw. */
static gint64
most_of_svg (const SelectionGiven *given)
{
  return (given->ids != NULL && given->ids[1] == NULL)
                 || (given->numbers != NULL && given->numbers[1] == NULL)
             ? 1
             : 2;
}

gboolean
showing_get_drawing (const ShowGiven *given, const Corpus *corpus, TbkShowOptions *options,
                     gint64 *default_max, GError **error)
{
  const char *output = corpus->options.output;
  static const char *const whens[] = { "auto", "always", "never", NULL };
  int format, when;

  if (given->into != NULL && output != NULL) {
    g_set_error_literal (error, TBK_ERROR, TBK_ERROR_USAGE, "--into and --output exclude each other");
    return FALSE;
  }
  if (!options_choose ("format",
                       given->format != NULL ? given->format
                       : given->into != NULL ? "svg"
                                             : format_of_name (output),
                       showing_formats, &format, error)
      || !check_name (output, showing_formats[format], error)
      || !options_choose ("color", given->color, whens, &when, error))
    return FALSE;
  if (given->color != NULL && format != TBK_DRAW_TEXT) {
    g_set_error (error, TBK_ERROR, TBK_ERROR_USAGE, "--color goes with --format=text, found %s",
                 showing_formats[format]);
    return FALSE;
  }
  options->draw = (TbkDrawOptions){ .format = format,
                                    .is_coloured = format == TBK_DRAW_TEXT && is_coloured (corpus, when) };
  *default_max = given->into != NULL      ? 0
                 : format == TBK_DRAW_SVG ? most_of_svg (&given->corpus.selection)
                 : format == TBK_DRAW_TEXT && is_for_terminal (corpus) ? MAX_ON_TERMINAL
                                                                       : 0;
  return get_width (given, corpus, &options->draw, error);
}

gboolean
showing_set_max (Corpus *corpus, TbkShowOptions *options, gint64 default_max, GError **error)
{
  const TbkSelection **selection = &corpus->options.selection;

  if (default_max > 0 || *selection != NULL)
    *selection = selection_set_default_max (&corpus->selection, default_max);
  options->against_max = *selection == NULL ? 0 : (*selection)->max;
  options->draws_first =
      corpus->given->selection.max == NULL && options->into == NULL && options->draw.format == TBK_DRAW_SVG;
  if (options->draws_first || options->into != NULL || options->draw.format != TBK_DRAW_SVG
      || (*selection)->max == 1)
    return TRUE;
  g_set_error (
      error, TBK_ERROR, TBK_ERROR_USAGE,
      "--max: found %" G_GINT64_FORMAT
      ", expected 1: SVG holds one drawing; --format=html holds many, --into=DIR writes a file for each",
      (*selection)->max);
  return FALSE;
}

static const char *
why_none (const TbkShowOptions *options)
{
  return options->against != NULL ? "no tree was drawn: none that is selected differs" : "no tree was drawn";
}

gboolean
showing_check_picture (const TbkShowOptions *options, gint64 n_drawn, GError **error)
{
  const TbkDrawFormat format = options->draw.format;

  if (n_drawn > 0 || (format != TBK_DRAW_SVG && format != TBK_DRAW_HTML) || options->into != NULL)
    return TRUE;
  g_set_error_literal (error, TBK_ERROR, TBK_ERROR_DATA, why_none (options));
  return FALSE;
}

void
showing_tell_number (const Corpus *corpus, const TbkShowOptions *options, gint64 n_drawn)
{
  const TbkSelection *selection = corpus->options.selection;

  if (n_drawn == 0 && !selection_is_empty (&corpus->selection)) /* else that is told */
    tool_message ("%s", why_none (options));
  else if (n_drawn > 0 && corpus->given->selection.max == NULL && selection != NULL
           && n_drawn == selection->max && options->draw.format == TBK_DRAW_TEXT)
    tool_message ("only the first %d trees are drawn; --max=N draws the first N", MAX_ON_TERMINAL);
}
