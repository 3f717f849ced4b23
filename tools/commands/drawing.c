/* drawing.c - what is drawn, trees or steps: in which format, how wide, in which colours, and how many on a terminal. */
#include "base/base.h"
#include "commands/commands.h"

#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

static const char *const whens[] = { "auto", "always", "never", NULL };

const Option drawing_color_entries[] = {
  { "color", CHOICE (whens), AT (DrawingGiven, color), "WHEN",
    "Colour in text: auto, on a terminal unless NO_COLOR is set (default); always; never" },
  OPTION_END,
};

/* In the order of TbkDrawFormat. */
const char *const drawing_formats[] = { "text", "svg", "html", "tikz", "dot", NULL };

/* Returns TRUE if drawings go to a terminal. */
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

/* The cells of a line: as given; or of a page TBK_DRAW_PAGE_WIDTH, and of text those of the terminal, 0 if there is none, or it
 * does not report them. */
static int
find_width (const Corpus *corpus, int given, TbkDrawFormat format)
{
  struct winsize size;

  if (given > 0 || format == TBK_DRAW_HTML)
    return given > 0 ? given : TBK_DRAW_PAGE_WIDTH;
  return format == TBK_DRAW_TEXT && is_for_terminal (corpus) && ioctl (STDOUT_FILENO, TIOCGWINSZ, &size) == 0
             ? size.ws_col
             : 0;
}

static const char *const suffixes[][3] = { [TBK_DRAW_TEXT] = { NULL },
                                           [TBK_DRAW_SVG] = { ".svg" },
                                           [TBK_DRAW_HTML] = { ".html", ".htm" },
                                           [TBK_DRAW_TIKZ] = { ".tex", ".tikz" },
                                           [TBK_DRAW_DOT] = { ".dot", ".gv" } };

/* The format that the name of the output shows; -1 if it shows none. */
static int
format_of_name (const char *output)
{
  g_autofree char *lower = output == NULL ? NULL : g_ascii_strdown (output, -1);
  int format = -1;

  for (guint f = 0; lower != NULL && f < G_N_ELEMENTS (suffixes); f++)
    if (tbk_file_has_suffix (lower, suffixes[f]))
      format = (int) f;
  return format;
}

/* Refuses a name of a format that is not written. */
static gboolean
check_known (const char *output, int of_name, const char *endings, GError **error)
{
  static const char *const others[] = { ".png",    ".pdf",    ".jpg",  ".jpeg", ".gif",   ".webp",
                                        ".bmp",    ".tif",    ".tiff", ".eps",  ".ps",    ".emf",
                                        ".wmf",    ".ico",    ".dvi",  ".doc",  ".docx",  ".odt",
                                        ".csv",    ".tsv",    ".xlsx", ".json", ".jsonl", ".md",
                                        ".conllu", ".conllx", ".mrg",  ".psd",  NULL };
  g_autofree char *lower = output == NULL ? NULL : g_ascii_strdown (output, -1);

  if (lower == NULL
      || (of_name >= 0 ? strstr (endings, suffixes[of_name][0]) != NULL
                       : !tbk_file_has_suffix (lower, others)))
    return TRUE;
  return options_refuse (error, "--output: found '%s', expected a name of one of the formats: text, %s%s",
                         output, endings,
                         g_str_has_suffix (lower, ".pdf") && strstr (endings, ".svg") != NULL
                             ? "; rsvg-convert --format=pdf makes a PDF of an SVG"
                             : "");
}

gboolean
drawing_complete (const Corpus *corpus, const DrawingGiven *given, int usual, const char *endings,
                  TbkDrawOptions *draw, GError **error)
{
  const char *output = corpus->options.output;
  const int of_name = format_of_name (output);
  const int format = given->format >= 0 ? given->format : usual >= 0 ? usual : MAX (of_name, TBK_DRAW_TEXT);

  if (!check_known (output, of_name, endings, error))
    return FALSE;
  if (of_name >= 0 && of_name != format)
    return options_refuse (error, "--output: found '%s', the name of another format than %s", output,
                           drawing_formats[format]);
  if (options_given (&corpus->source->options, "color") != NULL && format != TBK_DRAW_TEXT)
    return options_refuse (error, "--color goes with --format=text, found %s", drawing_formats[format]);
  draw->format = format;
  draw->is_coloured = format == TBK_DRAW_TEXT && is_coloured (corpus, given->color);
  draw->width = find_width (corpus, given->width, format);
  return TRUE;
}

int
drawing_default_max (const Corpus *corpus, const TbkDrawOptions *draw)
{
  return draw->format == TBK_DRAW_TEXT && is_for_terminal (corpus) ? DRAWING_MAX_ON_TERMINAL : 0;
}

char *
drawing_name (const char *path)
{
  return strcmp (path, "-") == 0 ? g_strdup (input_shown_name (path)) : g_path_get_basename (path);
}

char *
drawing_names (char **paths)
{
  const guint n = g_strv_length (paths);

  return n == 1 ? drawing_name (paths[0]) : g_strdup_printf ("%u files", n);
}

void
drawing_tell_number (const Corpus *corpus, const TbkDrawOptions *draw, gint64 n_drawn, const char *why_none)
{
  const TbkSelection *selection = corpus->options.selection;

  if (n_drawn == 0 && !selection_is_empty (&corpus->selection)) /* else that is told */
    tool_message ("%s", why_none);
  else if (n_drawn > 0 && corpus->given->selection.chosen.max == 0 && selection != NULL
           && n_drawn == selection->max && draw->format == TBK_DRAW_TEXT)
    tool_message ("only the first %d trees are drawn; --max=N draws the first N", DRAWING_MAX_ON_TERMINAL);
}
