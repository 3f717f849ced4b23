/* cmd_show.c - tbk show: draws trees as text, SVG or HTML, or for LaTeX and Graphviz.
 *
 * Contents
 *   1. showing: in which format, how wide, in which colours and how many drawings tbk show writes
 *   2. cmd_show: tbk show: draws trees as text, SVG or HTML, or for LaTeX and Graphviz
 */
#include "commands/commands.h"
#include "corpus/corpus.h"

#include <errno.h>
#include <string.h>

#include "all_commands.h"
#include "options/options.h"
#include "tbk/base.h"

/* 1. showing: in which format, how wide, in which colours and how many drawings tbk show writes. */

typedef struct {
  CorpusGiven corpus;
  ShowOptions options; /* as they are given, and then completed */
  DrawingGiven drawing;
  const char *into, *against;
} Show;

/* Returns how many sentences are looked for to draw one: another one is reported, unless the user names the
 * one to draw. */
static gint64
most_of_svg (const SelectionGiven *given)
{
  return given->ids != NULL && given->ids[1] == NULL ? 1 : 2;
}

/* Refuses a width and numbers where drawings have none. */
static gboolean
check_layout (const Show *show, const Corpus *corpus, GError **error)
{
  const gboolean is_of_phrases = corpus->options.format == tbk_brackets_format ();
  const TbkDrawFormat format = show->options.draw.format;

  if (show->drawing.width > 0
      && (format == TBK_DRAW_TIKZ || format == TBK_DRAW_DOT || (format != TBK_DRAW_TEXT && is_of_phrases)))
    return options_refuse (error, "--width goes with --format=text%s",
                           is_of_phrases ? " for phrases" : ", svg or html");
  if (show->options.draw.has_numbers && format != TBK_DRAW_SVG && format != TBK_DRAW_HTML)
    return options_refuse (error, "--numbers goes with --format=svg or html");
  return TRUE;
}

/* Completes @show->options.draw. @default_max: how many are drawn if that is not given; 0: all. */
static gboolean
get_drawing (Show *show, const Corpus *corpus, gint64 *default_max, GError **error)
{
  TbkDrawOptions *draw = &show->options.draw;

  if (!drawing_complete (corpus, &show->drawing, show->into != NULL ? TBK_DRAW_SVG : -1,
                         ".svg, .html, .tex, .dot", draw, error)
      || !check_layout (show, corpus, error))
    return FALSE;
  *default_max = show->into != NULL             ? 0
                 : draw->format == TBK_DRAW_SVG ? most_of_svg (&show->corpus.selection)
                                                : drawing_default_max (corpus, draw);
  return TRUE;
}

/* Sets the selection of @corpus, which has a default here: one drawing of SVG, ten on a terminal. */
static gboolean
set_max (Corpus *corpus, ShowOptions *options, gint64 default_max, GError **error)
{
  const TbkSelection **selection = &corpus->options.selection;

  if (default_max > 0 || *selection != NULL)
    *selection = selection_set_default_max (&corpus->selection, default_max);
  options->selection = *selection;
  options->draws_first = corpus->given->selection.chosen.max == 0 && options->into == NULL
                         && options->draw.format == TBK_DRAW_SVG;
  if (options->draws_first || options->into != NULL || options->draw.format != TBK_DRAW_SVG
      || (*selection)->max == 1)
    return TRUE;
  return options_refuse (
      error,
      "--max: found %" G_GINT64_FORMAT
      ", expected 1: SVG holds one drawing; --format=html holds many, --output-dir=DIR writes a file for each",
      (*selection)->max);
}

static const char *
why_none (const ShowOptions *options)
{
  return options->is_against ? "no tree was drawn: no selected tree differs" : "no tree was drawn";
}

/* FALSE if nothing was drawn for a file of one drawing. */
static gboolean
check_picture (const ShowOptions *options, gint64 n_drawn, GError **error)
{
  const TbkDrawFormat format = options->draw.format;

  if (n_drawn > 0 || (format != TBK_DRAW_SVG && format != TBK_DRAW_HTML) || options->into != NULL)
    return TRUE;
  g_set_error_literal (error, TBK_ERROR, TBK_ERROR_DATA, why_none (options));
  return FALSE;
}

/* 2. cmd_show: tbk show: draws trees as text, SVG or HTML, or for LaTeX and Graphviz. */

static const Option drawing_entries[] = {
  { "format", CHOICE_OR (-1, drawing_formats), AT (Show, drawing.format), "FORMAT",
    "text (default); svg: one drawing; html: a page of all drawings, which loads nothing; tikz: "
    "for LaTeX, with tikz-dependency, or forest for phrases: a file that compiles alone, or to standard output the drawings only, to paste; letters as Arabic or Chinese need lualatex and \\setmainfont{FONT}; dot: for Graphviz. "
    "Default: by the name of --output, if it ends in .svg, .html, .tex or .dot" },
  { "output", OUTPUT_PATH, AT (CorpusGiven, options.output), "FILE",
    "Write to FILE (default: standard output)", 'o' },
  { "output-dir", OUTPUT_PATH, AT (CorpusGiven, options.output_dir), "DIR",
    "Write a file for each sentence to DIR, named by its input and number (train-17.svg); svg (default), tikz or dot" },
  { "against", PATH, AT (Show, against), "OTHER",
    "Draw the sentences that are different in OTHER, with both annotations in one drawing. OTHER "
    "must have the same words; for a folder of FILEs it is a folder with files of the same names" },
  { "width", NUMBER (DRAWING_LEAST_WIDTH, DRAWING_MOST_WIDTH), AT (Show, drawing.width), "COLUMNS",
    "The width of drawings in letters: lines of text (default: the width of the terminal); in svg and html, "
    "wider dependency trees are broken into lines (default: in svg never, in html " G_STRINGIFY (
        TBK_DRAW_PAGE_WIDTH) ")" },
  OPTION_END,
};

static const Option tree_entries[] = {
  { "projectivized", FLAG, AT (Show, options.is_projectivized), NULL,
    "Draw each tree before and after it is made projective, and mark moved arcs" },
  { "subtree", NUMBER (1, G_MAXINT), AT (Show, options.node), "N",
    "Draw only word N and the words that it dominates" },
  { "numbers", FLAG, AT (Show, options.draw.has_numbers), NULL,
    "Number the words in svg and html, as text does" },
  OPTION_END,
};

/* The title of a page. */
static char *
make_title (char **paths, const char *against)
{
  g_autofree char *name = drawing_names (paths);
  g_autofree char *other = against == NULL ? NULL : drawing_name (against);

  if (against == NULL)
    return g_strdup_printf ("Trees of %s", name);
  return strcmp (name, other) == 0 ? g_strdup_printf ("Differences from %s", against)
                                   : g_strdup_printf ("Differences of %s from %s", other, name);
}

/* Completes what was drawn. Files of their own are there already, and all of them whole. */
static gboolean
commit (const ShowOptions *options, const Corpus *corpus, TbkOutput **output, const TbkLeftOut *left_out,
        GError **error)
{
  if (options->into == NULL)
    return corpus_commit (corpus, output, left_out, error);
  corpus_tell_lacking (corpus, left_out, !corpus_has_none (corpus, left_out), FALSE);
  return left_out_fail (left_out, (int) g_strv_length (corpus->paths), error);
}

static gboolean
draw (Show *given, Corpus *corpus, GError **error)
{
  ShowOptions *options = &given->options;
  g_autoptr (TbkOutput) output = corpus_open_output (corpus, error);
  g_autoptr (ShowRun) show = show_new (options);
  const TbkJob job = show_job (show);
  g_autofree char *title = make_title (corpus->paths, given->against);
  g_auto (TbkLeftOut) left_out = { 0 };
  gboolean met_more;

  options->output = output;
  options->draw.is_document = options->into == NULL && corpus->options.output != NULL;
  if (output == NULL || !tbk_draw_begin (&options->draw, title, NULL, output, error)
      || !corpus_run (corpus, &job, NULL, &left_out, error) || !tbk_draw_end (&options->draw, output, error)
      || (!corpus_has_none (corpus, &left_out) && !check_picture (options, show_n_drawn (show, NULL), error))
      || !commit (options, corpus, &output, &left_out, error))
    return FALSE;
  drawing_tell_number (corpus, &options->draw, show_n_drawn (show, &met_more), why_none (options));
  if (met_more)
    tool_message (
        "drew the first of several sentences; --where sentence=N chooses another, a name in .html draws all");
  return TRUE;
}

static gboolean
check_against (const Show *given, const Corpus *corpus, GError **error)
{
  const TbkDrawFormat format = given->options.draw.format;
  const char *against = given->against, *excluded = NULL;

  if (against == NULL)
    return TRUE;
  if (corpus->options.format == tbk_brackets_format () && (format == TBK_DRAW_TIKZ || format == TBK_DRAW_DOT))
    excluded = format == TBK_DRAW_TIKZ ? "--format=tikz, for phrases," : "--format=dot, for phrases,";
  if (excluded != NULL)
    return options_refuse (error, "--against and %s exclude each other", excluded);
  return TRUE;
}

/* Lets the run read the files of --against beside its own, by one thread. */
static void
use_against (Against *against, Corpus *corpus, ShowOptions *options)
{
  options->is_against = TRUE;
  show_pairing (options, &against->pairing);
  against->pairing.of_format = corpus->options.format_options;
  corpus->options.format = &against->pairing.pairs;
  corpus->options.format_options = &against->pairing;
  corpus->options.n_threads = 1;
}

/* Returns the names of drawings, by inputs; NULL if two have one name. */
static GHashTable *
name_drawings (char **paths, GError **error)
{
  g_autoptr (GHashTable) names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (char **path = paths; *path != NULL; path++) {
    char *name = show_file_name (*path);
    const char *other = g_hash_table_lookup (names, name);

    if (other != NULL) {
      options_refuse (error, "--output-dir: found %s and %s, expected files of different names", other,
                      *path);
      g_free (name);
      return NULL;
    }
    g_hash_table_insert (names, name, *path);
  }
  return g_steal_pointer (&names);
}

/* Returns TRUE if a file of the folder has the name of a drawing: NAME-NUMBER and the suffix. */
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
check_drawings (Corpus *corpus, const ShowOptions *options, char **others, GError **error)
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
         && corpus_check_files (corpus, (const char *const *) others, (const char *const *) drawings->pdata,
                                error);
}

/* Checks what is read and written, and makes the folder of --output-dir. */
static gboolean
check_files (Corpus *corpus, const ShowOptions *options, char **others, GError **error)
{
  if (options->into == NULL)
    return corpus_check_files (corpus, (const char *const *) others, NULL, error);
  if (!check_drawings (corpus, options, others, error))
    return FALSE;
  if (g_mkdir_with_parents (options->into, 0777) == 0)
    return TRUE;
  g_set_error (error, TBK_ERROR, TBK_ERROR_IO, "%s: %s", options->into, g_strerror (errno));
  return FALSE;
}

/* Takes --output-dir, and refuses formats that do not go with it. */
static gboolean
take_into (Show *given, GError **error)
{
  static const char *const suffixes[] = {
    [TBK_DRAW_SVG] = ".svg", [TBK_DRAW_TIKZ] = ".tex", [TBK_DRAW_DOT] = ".dot"
  };
  const TbkDrawFormat format = given->options.draw.format;
  const gboolean is_one_file = format == TBK_DRAW_TEXT || format == TBK_DRAW_HTML;

  if (given->into != NULL && is_one_file)
    return options_refuse (error, "--output-dir goes with --format=svg, tikz or dot");
  given->options.into = given->into;
  given->options.suffix = given->into == NULL ? NULL : suffixes[format];
  return TRUE;
}

static gboolean
run (Show *given, Corpus *corpus, GError **error)
{
  ShowOptions *options = &given->options;
  g_auto (Against) against = { .paths = NULL };
  gint64 default_max = 0;

  options->format = corpus->options.format;
  options->projectivize = given->corpus.projectivize;
  given->into = corpus->options.output_dir;
  corpus->options.output_dir = NULL; /* no file is written for each input */
  if (!corpus_find_files (corpus, error) || !get_drawing (given, corpus, &default_max, error)
      || !check_against (given, corpus, error))
    return FALSE;
  if (given->against != NULL && !against_find (&against, given->against, corpus, error))
    return FALSE;
  if (given->against != NULL)
    use_against (&against, corpus, options);
  /* The contents of `against` are not read after the run.
   * NOLINTNEXTLINE(clang-analyzer-core.StackAddressEscape) */
  return take_into (given, error) && set_max (corpus, options, default_max, error)
         && check_files (corpus, options, against.paths, error) && draw (given, corpus, error);
}

/* For both kinds of trees. Trees are made projective to be drawn so, or to count what they lose. */
static const OptionRule rules[] = {
  { "output", "!output-dir" },
  { "subtree against", "!projectivized" },
  { "subtree", "!against" },
  { "root method limit=core", "projectivized where" },
  { NULL, NULL },
};

static const OptionGroup tree_groups[] = {
  OPTION_GROUP ("How to draw", drawing_entries),
  OPTION_GROUP_AT ("How to draw", drawing_color_entries, Show, drawing),
  SELECTION_GROUP,
  BRACKETS_INPUT_GROUPS (corpus_on_error_entries),
  CORPUS_END_GROUPS,
};

static gboolean
show (gpointer values, const Source *source, GError **error)
{
  Show *given = values;
  g_auto (Corpus) corpus = { .given = &given->corpus };

  return corpus_init (&corpus, &given->corpus, source, FALSE, error) && run (given, &corpus, error)
         && brackets_tell_losses (&corpus);
}

static const Form brackets = {
  .groups = tree_groups, .rules = rules, .size = sizeof (Show), .is_of_brackets = TRUE, .run = show
};

static const OptionGroup groups[] = {
  OPTION_GROUP ("How to draw", drawing_entries),
  OPTION_GROUP_AT ("How to draw", drawing_color_entries, Show, drawing),
  OPTION_GROUP ("How to draw", tree_entries),
  SELECTION_GROUP,
  PROJECTIVIZATION_GROUP,
  INPUT_GROUPS (corpus_format_entries, corpus_input_entries),
  CORPUS_END_GROUPS,
};

static const Form conllu = { .groups = groups, .rules = rules, .size = sizeof (Show), .run = show };

const Command cmd_show = { .name = "show", .conllu = &conllu, .brackets = &brackets };
