/* cmd_show.c - tbk show: draws trees as text, SVG or HTML, or for LaTeX and Graphviz.
 *
 * Contents
 *   1. showing: in which format, how wide, in which colours and how many drawings tbk show writes
 *   2. cmd_show: tbk show: draws trees as text, SVG or HTML, or for LaTeX and Graphviz
 */
#include "commands/commands.h"

#include <errno.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "all_commands.h"
#include "options/options.h"
#include "tbk/files.h"

/* 1. showing: in which format, how wide, in which colours and how many drawings tbk show writes. */

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

/* 2. cmd_show: tbk show: draws trees as text, SVG or HTML, or for LaTeX and Graphviz. */

typedef ShowGiven Given;

static const GOptionEntry drawing_entries[] = {
  { "format", 0, 0, G_OPTION_ARG_STRING, OPTIONS_AT (Given, format),
    "text (default); svg: one drawing; html: a page of all drawings, which loads nothing; tikz: "
    "for LaTeX, with tikz-dependency, or forest for phrases; dot: for Graphviz. "
    "Default: by the name of --output, if it ends in .svg, .html, .tex or .dot",
    "FORMAT" },
  { "color", 0, 0, G_OPTION_ARG_STRING, OPTIONS_AT (Given, color),
    "Colour in text: auto, on a terminal unless NO_COLOR is set (default); always; never", "WHEN" },
  { "output", 'o', 0, G_OPTION_ARG_FILENAME, OPTIONS_AT (CorpusGiven, output),
    "Write to FILE (default: standard output)", "FILE" },
  { "into", 0, 0, G_OPTION_ARG_FILENAME, OPTIONS_AT (Given, into),
    "Write a file for each sentence to DIR, named by its input and number, as train-17.svg; svg (default), tikz or dot",
    "DIR" },
  { "against", 0, 0, G_OPTION_ARG_FILENAME, OPTIONS_AT (Given, against),
    "Draw the sentences that differ from those of OTHER, with both annotations in one drawing. OTHER "
    "has the same words; for a folder of FILEs it is a folder with files of the same names",
    "OTHER" },
  { "width", 0, 0, G_OPTION_ARG_STRING, OPTIONS_AT (Given, width),
    "The width of drawings in letters: lines of text (default: that of the terminal); in svg and html, "
    "wider dependency trees are broken into lines (default: never)",
    "COLUMNS" },
  G_OPTION_ENTRY_NULL,
};

static const GOptionEntry tree_entries[] = {
  { "projectivized", 0, 0, G_OPTION_ARG_NONE, OPTIONS_AT (Given, is_projectivized),
    "Draw each tree before and after it is made projective, and mark moved arcs", NULL },
  { "node", 0, 0, G_OPTION_ARG_STRING, OPTIONS_AT (Given, node), "Draw word N and what it dominates only",
    "N" },
  G_OPTION_ENTRY_NULL,
};

static const GOptionEntry steps_entries[] = {
  { "steps", 0, 0, G_OPTION_ARG_NONE, OPTIONS_AT (Given, steps),
    "Show the steps of a parser that builds each tree, with what every other step would cost: text, or html, "
    "a page on which one walks through them",
    NULL },
  G_OPTION_ENTRY_NULL,
};

static const GOptionEntry phrase_system_entries[] = {
  { "system", 0, 0, G_OPTION_ARG_STRING, OPTIONS_AT (Given, system.system),
    "Transition system: top-down (default), in-order, bottom-up, bottom-up:unary=1 to bottom-up:unary=8",
    "SYSTEM" },
  G_OPTION_ENTRY_NULL,
};

/* What readers of a page of drawings need to know. */
static const char *
find_note (const TbkShowOptions *options)
{
  return options->against != NULL && options->format == tbk_brackets_format ()
             ? "Labels of which the other file has none over these words stand out; what it has instead is below "
               "the words."
         : options->against != NULL
             ? "Below the words are the arcs of the other file that differ in head or relation; those that "
               "they replace are thick. Arcs that are not projective are dashed."
         : options->format == tbk_brackets_format () ? NULL
         : options->is_projectivized
             ? "Arcs that are not projective are dashed, arcs that are moved are thick."
             : "Arcs that are not projective are dashed, arcs that were moved (OrigHead= in MISC) are thick.";
}

/* What a page calls a file; to be freed. */
static char *
name_of (const char *path)
{
  return strcmp (path, "-") == 0 ? g_strdup ("<stdin>") : g_path_get_basename (path);
}

/* The title of a page. */
static char *
make_title (char **paths, const char *against)
{
  const guint n = g_strv_length (paths);
  g_autofree char *name = n == 1 ? name_of (paths[0]) : g_strdup_printf ("%u files", n);
  g_autofree char *other = against == NULL ? NULL : name_of (against);

  if (against == NULL)
    return g_strdup_printf ("Trees of %s", name);
  return strcmp (name, other) == 0 ? g_strdup_printf ("Differences from %s", against)
                                   : g_strdup_printf ("Differences of %s from %s", other, name);
}

/* Completes what was drawn. Files of their own are there already, and all of them whole. */
static gboolean
commit (const TbkShowOptions *options, const Corpus *corpus, TbkOutput **output, const TbkLeftOut *left_out,
        GError **error)
{
  if (options->into == NULL)
    return corpus_commit (corpus, output, left_out, error);
  corpus_tell_lacking (corpus, left_out, !corpus_has_none (corpus, left_out), FALSE);
  return tbk_left_out_fail (left_out, (int) g_strv_length (corpus->paths), error);
}

static gboolean
draw (const Given *given, Corpus *corpus, TbkShowOptions *options, GError **error)
{
  g_autoptr (TbkOutput) output = corpus_open_output (corpus, error);
  g_autoptr (TbkShow) show = tbk_show_new (options);
  const TbkJob job = tbk_show_job (show);
  g_autofree char *title = make_title (corpus->paths, given->against);
  g_auto (TbkLeftOut) left_out = { 0 };

  options->output = output;
  if (output == NULL || !tbk_draw_begin (&options->draw, title, find_note (options), output, error)
      || !corpus_run (corpus, &job, NULL, &left_out, error) || !tbk_draw_end (&options->draw, output, error)
      || (!corpus_has_none (corpus, &left_out)
          && !showing_check_picture (options, tbk_show_n_drawn (show), error))
      || !commit (options, corpus, &output, &left_out, error))
    return FALSE;
  showing_tell_number (corpus, options, tbk_show_n_drawn (show));
  if (tbk_show_met_more (show))
    tool_message (
        "drew the first of several sentences; --sentence=N takes another, a name in .html draws all");
  return TRUE;
}

static gboolean
get_node (const Given *given, TbkShowOptions *options, GError **error)
{
  gint64 node = 0;

  if (!options_number ("node", given->node, 1, G_MAXINT, &node, error))
    return FALSE;
  options->node = (int) node;
  if (node == 0 || !given->is_projectivized)
    return TRUE;
  g_set_error (error, TBK_ERROR, TBK_ERROR_USAGE, "--node and --projectivized exclude each other");
  return FALSE;
}

/* Finds the file of --against beside each file of the run: it itself, or in a folder what has the same name. To be freed;
 * NULL if there is none. */
static char **
find_against (const char *against, const Corpus *corpus)
{
  const guint n = g_strv_length (corpus->paths);
  char **others = against == NULL ? NULL : g_new0 (char *, n + 1);

  for (guint f = 0; others != NULL && f < n; f++)
    others[f] = g_file_test (against, G_FILE_TEST_IS_DIR)
                    ? g_build_filename (against, files_name (&corpus->files, (int) f), NULL)
                    : g_strdup (against);
  return others;
}

static gboolean
check_against (const Given *given, const Corpus *corpus, TbkDrawFormat format, GError **error)
{
  const char *against = given->against, *excluded = given->is_projectivized ? "--projectivized"
                                                    : given->node != NULL   ? "--node"
                                                                            : NULL;

  if (against == NULL)
    return TRUE;
  if (corpus->options.format == tbk_brackets_format () && (format == TBK_DRAW_TIKZ || format == TBK_DRAW_DOT))
    excluded = format == TBK_DRAW_TIKZ ? "--format=tikz, for phrases," : "--format=dot, for phrases,";
  if (excluded != NULL)
    g_set_error (error, TBK_ERROR, TBK_ERROR_USAGE, "--against and %s exclude each other", excluded);
  else if (corpus->paths[1] != NULL && !g_file_test (against, G_FILE_TEST_IS_DIR))
    g_set_error (error, TBK_ERROR, TBK_ERROR_USAGE,
                 "--against: found the file %s beside %u files, expected a folder", against,
                 g_strv_length (corpus->paths));
  else if (strcmp (against, "-") == 0 && strcmp (corpus->paths[0], "-") == 0)
    g_set_error (error, TBK_ERROR, TBK_ERROR_USAGE, "standard input can be only one of the files");
  else
    return TRUE;
  return FALSE;
}

/* Takes the files of --against. Their sentences are read in order, by one thread. */
static void
take_against (char *const *others, Corpus *corpus, TbkShowOptions *options)
{
  options->against = (const char *const *) others;
  options->against_options = corpus->options.format_options;
  options->skips = corpus->options.on_error != TBK_ON_ERROR_STOP;
  if (others != NULL)
    corpus->options.n_threads = 1;
}

/* What drawings are called, by inputs; NULL if two have one name. */
static GHashTable *
name_drawings (char **paths, GError **error)
{
  g_autoptr (GHashTable) names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (char **path = paths; *path != NULL; path++) {
    char *name = tbk_show_file_name (*path);
    const char *other = g_hash_table_lookup (names, name);

    if (other != NULL) {
      g_set_error (error, TBK_ERROR, TBK_ERROR_USAGE,
                   "--into: found %s and %s, expected files of different names", other, *path);
      g_free (name);
      return NULL;
    }
    g_hash_table_insert (names, name, *path);
  }
  return g_steal_pointer (&names);
}

/* Whether a file of the folder has the name of a drawing: NAME-NUMBER and the suffix. */
static gboolean
is_drawing (const char *file, GHashTable *names, const char *suffix)
{
  g_autofree char *stem = NULL;
  char *hyphen;

  if (!g_str_has_suffix (file, suffix))
    return FALSE;
  stem = g_strndup (file, strlen (file) - strlen (suffix));
  hyphen = strrchr (stem, '-');
  if (hyphen == NULL || strspn (hyphen + 1, "0123456789") != strlen (hyphen + 1))
    return FALSE;
  *hyphen = '\0';
  return g_hash_table_contains (names, stem);
}

/* Checks that no drawing takes the place of what is read. Drawings are known by the files that are there. */
static gboolean
check_drawings (Corpus *corpus, const TbkShowOptions *options, GError **error)
{
  g_autoptr (GHashTable) names = name_drawings (corpus->paths, error);
  g_autoptr (GPtrArray) drawings = g_ptr_array_new_with_free_func (g_free);
  GDir *folder = g_dir_open (options->into, 0, NULL);
  const char *file;

  while (names != NULL && folder != NULL && (file = g_dir_read_name (folder)) != NULL)
    if (is_drawing (file, names, options->suffix))
      g_ptr_array_add (drawings, g_build_filename (options->into, file, NULL));
  g_ptr_array_add (drawings, NULL);
  if (folder != NULL)
    g_dir_close (folder);
  return names != NULL
         && corpus_check_files (corpus, options->against, (const char *const *) drawings->pdata, error);
}

/* Checks what is read and written, and makes the folder of --into. */
static gboolean
check_files (Corpus *corpus, const TbkShowOptions *options, GError **error)
{
  if (options->into == NULL)
    return corpus_check_files (corpus, options->against, NULL, error);
  if (!check_drawings (corpus, options, error))
    return FALSE;
  if (g_mkdir_with_parents (options->into, 0777) == 0)
    return TRUE;
  g_set_error (error, TBK_ERROR, TBK_ERROR_IO, "%s: %s", options->into, g_strerror (errno));
  return FALSE;
}

/* Takes --into. */
static gboolean
get_into (const Given *given, TbkShowOptions *options, GError **error)
{
  static const char *const suffixes[] = {
    [TBK_DRAW_SVG] = ".svg", [TBK_DRAW_TIKZ] = ".tex", [TBK_DRAW_DOT] = ".dot"
  };

  if (given->into == NULL)
    return TRUE;
  if (options->draw.format == TBK_DRAW_TEXT || options->draw.format == TBK_DRAW_HTML) {
    g_set_error (error, TBK_ERROR, TBK_ERROR_USAGE, "--into goes with --format=svg, tikz or dot");
    return FALSE;
  }
  options->into = given->into;
  options->suffix = suffixes[options->draw.format];
  return TRUE;
}

/* Refuses options that do not go with --steps, or without it. */
static gboolean
check_steps (const Given *given, const TbkDrawOptions *draw, GError **error)
{
  const char *excluded = given->against != NULL    ? "--against"
                         : given->is_projectivized ? "--projectivized"
                         : given->node != NULL     ? "--node"
                         : given->into != NULL     ? "--into"
                                                   : NULL;
  const char *idle = given->system.system != NULL     ? "--system"
                     : given->system.start != NULL    ? "--start"
                     : given->system.complete != NULL ? "--complete"
                     : given->system.search != NULL   ? "--search"
                     : given->stepping.walk != NULL   ? "--walk"
                     : given->stepping.seed != NULL   ? "--seed"
                     : given->stepping.grade != NULL  ? "--grade"
                                                      : NULL;

  if (!given->steps && idle != NULL)
    g_set_error (error, TBK_ERROR, TBK_ERROR_USAGE, "%s needs --steps", idle);
  else if (given->steps && excluded != NULL)
    g_set_error (error, TBK_ERROR, TBK_ERROR_USAGE, "--steps and %s exclude each other", excluded);
  else if (given->steps && draw->format != TBK_DRAW_TEXT && draw->format != TBK_DRAW_HTML)
    g_set_error (error, TBK_ERROR, TBK_ERROR_USAGE, "--steps goes with --format=text or html, found %s",
                 showing_formats[draw->format]);
  else
    return TRUE;
  return FALSE;
}

/* Shows steps in place of trees. */
static gboolean
run_steps (Given *given, Corpus *corpus, const TbkShowOptions *options, GError **error)
{
  g_auto (Stepping) stepping = { .draw = options->draw, .policy = -1 };

  g_mutex_init (&stepping.counting);
  if (corpus->options.format == tbk_brackets_format ())
    stepping.phrases = brackets_get_system (given->system.system, error);
  else
    stepping.system = system_get_with_oracle (&given->system, TRUE, error);
  if (stepping.phrases == NULL && stepping.system == NULL)
    return FALSE;
  if (!corpus_check_files (corpus, NULL, NULL, error) || !stepping_init (&stepping, &given->stepping, error)
      || !stepping_run (corpus, &stepping, error))
    return FALSE;
  showing_tell_number (corpus, options, stepping.n_drawn);
  return TRUE;
}

static gboolean
run (Given *given, Corpus *corpus, GError **error)
{
  TbkShowOptions options = { .format = corpus->options.format, .is_projectivized = given->is_projectivized };
  g_auto (GStrv) others = NULL;
  gint64 default_max;

  if (!get_node (given, &options, error) || !corpus_find_files (corpus, error)
      || !showing_get_drawing (given, corpus, &options, &default_max, error)
      || !check_against (given, corpus, options.draw.format, error))
    return FALSE;
  others = find_against (given->against, corpus);
  take_against (others, corpus, &options);
  return check_steps (given, &options.draw, error) && get_into (given, &options, error)
         && projectivization_get_options (&given->corpus.projectivization, &options.projectivize, error)
         && showing_set_max (corpus, &options, default_max, error)
         && (given->steps ? run_steps (given, corpus, &options, error)
                          : check_files (corpus, &options, error) && draw (given, corpus, &options, error));
}

static const OptionGroup tree_groups[] = {
  OPTION_GROUP ("How to draw", drawing_entries),
  OPTION_GROUP ("Steps", steps_entries),
  OPTION_GROUP ("Steps", phrase_system_entries),
  OPTION_GROUP_AT ("Steps", stepping_entries, Given, stepping),
  SELECTION_GROUP,

  OPTION_GROUP ("Input", corpus_format_entries),
  OPTION_GROUP ("Input", brackets_entries),
  OPTION_GROUP ("Input", corpus_on_error_entries),
  FILES_GROUP,
  PART_GROUP,
  OPTION_GROUP ("Running", corpus_jobs_entries),
  OPTION_GROUP ("Running", quiet_entries),
  OPTION_GROUPS_END,
};

static gboolean
show_brackets (gpointer values, const Source *source, GError **error)
{
  Given *given = values;
  g_auto (Corpus) corpus = { .given = &given->corpus };

  return brackets_init (&corpus, &given->corpus, source, FALSE, error) && run (given, &corpus, error)
         && brackets_tell_losses (&corpus);
}

static const Form brackets = { .groups = tree_groups,
                               .size = sizeof (Given),
                               .operands = "[FILE...]",
                               .is_of_brackets = TRUE,
                               .run = show_brackets };

static const OptionGroup groups[] = {
  OPTION_GROUP ("How to draw", drawing_entries),
  OPTION_GROUP ("How to draw", tree_entries),
  OPTION_GROUP ("Steps", steps_entries),
  OPTION_GROUP_AT ("Steps", system_entries, Given, system),
  OPTION_GROUP_AT ("Steps", stepping_entries, Given, stepping),
  TREE_SELECTION_GROUP,
  SELECTION_GROUP,

  PROJECTIVIZATION_GROUP,
  OPTION_GROUP ("Input", corpus_format_entries),
  OPTION_GROUP ("Input", corpus_columns_entries),
  OPTION_GROUP ("Input", corpus_input_entries),
  CORPUS_END_GROUPS,
};

/* Trees are made projective to be drawn so, or to count what they lose. */
static const OptionRule rules[] = {
  { "root", "projectivized min-lost" },
  { "method", "projectivized min-lost" },
  { "max-core", "projectivized min-lost" },
  { "seed", "!steps walk=random walk=explore:*" },
  { NULL, NULL },
};

static gboolean
show_sentences (gpointer values, const Source *source, GError **error)
{
  Given *given = values;
  g_auto (Corpus) corpus = { .given = &given->corpus };

  return corpus_init (&corpus, &given->corpus, source, FALSE, error) && run (given, &corpus, error);
}

static const Form conllu = {
  .groups = groups, .rules = rules, .size = sizeof (Given), .operands = "[FILE...]", .run = show_sentences
};

const Command cmd_show = { .name = "show", .conllu = &conllu, .brackets = &brackets };
