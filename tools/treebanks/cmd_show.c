/* cmd_show.c - tbk show: draws trees as text, SVG or HTML, or for LaTeX and Graphviz. */
#include <errno.h>
#include <string.h>

#include "brackets/brackets.h"
#include "commands.h"
#include "options/tool.h"
#include "showing.h"

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
