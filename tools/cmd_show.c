/* cmd_show.c - tbk show: draws trees as text, SVG or HTML. */
#include <sys/ioctl.h>
#include <unistd.h>

#include "brackets.h"
#include "corpus.h"
#include "files.h"
#include "options.h"
#include "selection.h"
#include "tbk/files.h"
#include "tbk/show.h"
#include "tool.h"

/* How many drawings a terminal gets. */
enum { MAX_ON_TERMINAL = 10 };

static struct {
  char *format, *color, *output;
  gboolean is_projectivized;
} given;

static const GOptionEntry drawing_entries[] = {
  { "format", 0, 0, G_OPTION_ARG_STRING, &given.format,
    "text (default); svg, a document of one drawing, the first; html, a page that loads nothing; without it a name of "
    "--output that ends in .svg or .html tells",
    "FORMAT" },
  { "color", 0, 0, G_OPTION_ARG_STRING, &given.color,
    "Text in colour: auto, on a terminal unless NO_COLOR is set (default); always; never", "WHEN" },
  { "output", 'o', 0, G_OPTION_ARG_FILENAME, &given.output,
    "Write to FILE, complete or not at all (default: standard output)", "FILE" },
  G_OPTION_ENTRY_NULL,
};

static const GOptionEntry tree_entries[] = {
  { "projectivized", 0, 0, G_OPTION_ARG_NONE, &given.is_projectivized,
    "Draw each tree before and after it is made projective, moved arcs marked", NULL },
  G_OPTION_ENTRY_NULL,
};

/* Whether drawings go to a terminal. */
static gboolean
is_for_terminal (void)
{
  return given.output == NULL && isatty (STDOUT_FILENO);
}

static gboolean
is_coloured (int when)
{
  const char *no_color = g_getenv ("NO_COLOR"), *terminal = g_getenv ("TERM");

  if (when != 0)
    return when == 1;
  return is_for_terminal () && (no_color == NULL || *no_color == '\0')
         && (terminal == NULL || strcmp (terminal, "dumb") != 0);
}

/* The cells of a line of the terminal; 0 if there is none, or it does not tell. */
static int
find_width (void)
{
  struct winsize size;

  return is_for_terminal () && ioctl (STDOUT_FILENO, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

static const char *const formats[] = { "text", "svg", "html", NULL };

/* The format that the name of the output tells; NULL if it tells none. */
static const char *
format_of_name (void)
{
  static const char *const svg[] = { ".svg", NULL }, *const html[] = { ".html", ".htm", NULL };

  if (given.output == NULL)
    return NULL;
  return tbk_file_has_suffix (given.output, svg)    ? "svg"
         : tbk_file_has_suffix (given.output, html) ? "html"
                                                    : NULL;
}

/* Refuses to write a format under the name of another one. */
static gboolean
check_name (const char *format, GError **error)
{
  static const char *const others[] = { ".png", ".pdf",  ".jpg",  ".jpeg", ".gif", ".webp", ".bmp",
                                        ".tif", ".tiff", ".eps",  ".ps",   ".emf", ".wmf",  ".ico",
                                        ".dvi", ".doc",  ".docx", ".odt",  NULL };
  const char *of_name = format_of_name ();
  g_autofree char *lower = given.output == NULL ? NULL : g_ascii_strdown (given.output, -1);

  if (lower != NULL && tbk_file_has_suffix (lower, others))
    g_set_error (error, TBK_ERROR, TBK_ERROR_USAGE,
                 "--output: found '%s', expected a name of one of the formats there are: text, .svg, .html",
                 given.output);
  else if (of_name != NULL && !g_str_equal (of_name, format))
    g_set_error (error, TBK_ERROR, TBK_ERROR_USAGE,
                 "--output: found '%s', the name of another format than %s", given.output, format);
  else
    return TRUE;
  return FALSE;
}

static gboolean
get_drawing (TbkShowOptions *options, gint64 *default_max, GError **error)
{
  static const char *const whens[] = { "auto", "always", "never", NULL };
  int format, when;

  if (!options_choose ("format", given.format != NULL ? given.format : format_of_name (), formats, &format,
                       error)
      || !check_name (formats[format], error) || !options_choose ("color", given.color, whens, &when, error))
    return FALSE;
  options->draw = (TbkDrawOptions){ .format = format,
                                    .is_coloured = format == TBK_DRAW_TEXT && is_coloured (when),
                                    .width = find_width () };
  *default_max = format == TBK_DRAW_SVG                          ? 1
                 : format == TBK_DRAW_TEXT && is_for_terminal () ? MAX_ON_TERMINAL
                                                                 : 0;
  return TRUE;
}

/* The selection of @corpus, which has a default here: one drawing of SVG, ten on a terminal. */
static gboolean
set_max (TbkCorpusOptions *corpus, const TbkShowOptions *options, gint64 default_max, GError **error)
{
  if (default_max > 0 || corpus->selection != NULL)
    corpus->selection = selection_set_default_max (default_max);
  if (options->draw.format != TBK_DRAW_SVG || corpus->selection->max == 1)
    return TRUE;
  g_set_error (error, TBK_ERROR, TBK_ERROR_USAGE,
               "--max: found %" G_GINT64_FORMAT
               ", expected 1: SVG holds one drawing; --format=html holds many",
               corpus->selection->max);
  return FALSE;
}

/* Tells on standard error what the drawings do not: that there are none, or may be more. */
static void
tell_number (const TbkCorpusOptions *corpus, const TbkShowOptions *options, gint64 n_drawn)
{
  if (n_drawn == 0)
    tool_message ("no tree was drawn: none meets the conditions");
  else if (!selection_has_max () && corpus->selection != NULL && n_drawn == corpus->selection->max
           && options->draw.format == TBK_DRAW_TEXT)
    tool_message ("only the first %d trees are drawn; --max=N draws others", MAX_ON_TERMINAL);
}

/* What readers of a page of drawings need to know. */
static const char *
find_note (const TbkShowOptions *options)
{
  return options->format == tbk_brackets_format () ? NULL
         : options->is_projectivized
             ? "Arcs that are not projective are dashed, arcs that are moved are thick."
             : "Arcs that are not projective are dashed.";
}

/* The title of a page. */
static char *
make_title (char **paths)
{
  const guint n = g_strv_length (paths);

  if (n > 1)
    return g_strdup_printf ("Trees of %u files", n);
  return g_strdup_printf ("Trees of %s", strcmp (paths[0], "-") == 0 ? "<stdin>" : paths[0]);
}

static gboolean
draw (const TbkCorpusOptions *corpus, TbkShowOptions *options, char **paths, GError **error)
{
  g_autoptr (TbkOutput) output = tbk_output_open (corpus->output, error);
  g_autoptr (TbkShow) show = tbk_show_new (options);
  const TbkJob job = tbk_show_job (show);
  g_autofree char *title = make_title (paths);

  options->output = output;
  if (output == NULL || !tbk_draw_begin (&options->draw, title, find_note (options), output, error)
      || !corpus_run (corpus, &job, paths, NULL, NULL, error) || !tbk_draw_end (&options->draw, output, error)
      || !tbk_output_commit (g_steal_pointer (&output), error))
    return FALSE;
  tell_number (corpus, options, tbk_show_n_drawn (show));
  return TRUE;
}

static gboolean
run (TbkCorpusOptions *corpus, char **paths, GError **error)
{
  const char *const no_outputs[] = { NULL };
  TbkShowOptions options = { .format = corpus->format, .is_projectivized = given.is_projectivized };
  gint64 default_max;

  corpus->output = given.output;
  return get_drawing (&options, &default_max, error)
         && projectivize_get_options (&options.projectivize, error)
         && set_max (corpus, &options, default_max, error)
         && corpus_check_files (corpus, paths, no_outputs, error) && draw (corpus, &options, paths, error);
}

static const OptionGroup tree_groups[] = {
  { "Drawing", drawing_entries },       { "Which sentences", selection_entries },

  { "Input", input_entries },           { "Input", brackets_entries },
  { "Input", corpus_on_error_entries }, { "Which files", files_entries },
  { "Which files", part_entries },      { "Running", corpus_jobs_entries },
  { "Running", quiet_entries },         { NULL, NULL },
};

static gboolean
show_brackets (int argc, char **argv, GError **error)
{
  g_auto (GStrv) paths = options_parse (argc, argv, tree_groups, "[FILE...]", error);
  TbkCorpusOptions corpus;

  return paths != NULL && brackets_get_options (&corpus, FALSE, error)
         && corpus_find_files (&corpus, &paths, error) && run (&corpus, paths, error)
         && brackets_tell_forms ();
}

static const OptionGroup groups[] = {
  { "Drawing", drawing_entries },
  { "Drawing", tree_entries },
  { "Which sentences", selection_tree_entries },
  { "Which sentences", selection_entries },

  { "Projectivization", projectivize_entries },
  { "Input", input_entries },
  { "Input", corpus_input_entries },
  { "Which files", files_entries },
  { "Which files", part_entries },
  { "Running", corpus_jobs_entries },
  { "Running", quiet_entries },
  { NULL, NULL },
};

static gboolean
show_sentences (int argc, char **argv, GError **error)
{
  g_auto (GStrv) paths = options_parse (argc, argv, groups, "[FILE...]", error);
  TbkCorpusOptions corpus;

  return paths != NULL && corpus_get_options (&corpus, FALSE, error)
         && corpus_find_files (&corpus, &paths, error) && run (&corpus, paths, error);
}

gboolean
cmd_show (int argc, char **argv, GError **error)
{
  return input_run (argc, argv, &(InputCommand){ groups, show_sentences },
                    &(InputCommand){ tree_groups, show_brackets }, error);
}
