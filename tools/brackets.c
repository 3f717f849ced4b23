/* brackets.c - the options of commands over phrase-structure treebanks, and the loop over files. */
#include "brackets.h"

#include <string.h>

#include "options.h"
#include "tool.h"

static struct {
  char *input, *labels, *forms, *on_error;
  gboolean keep_markup, keep_empty, keep_outer;
} given;

const GOptionEntry brackets_entries[] = {
  { "input", 0, 0, G_OPTION_ARG_STRING, &given.input,
    "brackets: phrase-structure trees, whatever the files' names; without it those ending in .psd, .mrg and "
    ".brackets are such",
    "FORMAT" },
  { "labels", 0, 0, G_OPTION_ARG_STRING, &given.labels,
    "cut: labels of phrases end before the first -, = or | (default); full: as they stand", "LABELS" },
  { "forms", 0, 0, G_OPTION_ARG_STRING, &given.forms,
    "cut: forms end before the last -, behind which the lemma stands (default); full: as they stand",
    "FORMS" },
  { "keep-markup", 0, 0, G_OPTION_ARG_NONE, &given.keep_markup,
    "Leaves tagged ID, CODE or METADATA are words", NULL },
  { "keep-empty", 0, 0, G_OPTION_ARG_NONE, &given.keep_empty,
    "Traces and other empty leaves, 0 and *..., are words", NULL },
  { "keep-outer", 0, 0, G_OPTION_ARG_NONE, &given.keep_outer,
    "The bracket without label around a tree is a constituent", NULL },
  { "on-error", 0, 0, G_OPTION_ARG_STRING, &given.on_error,
    "A tree that is not well formed: stop ends the run (default), skip leaves it out", "WHAT" },
  G_OPTION_ENTRY_NULL,
};

static gboolean
is_bracket_file (const char *name)
{
  static const char *const suffixes[] = { ".psd", ".mrg", ".brackets" };
  g_autofree char *plain =
      g_str_has_suffix (name, ".gz") ? g_strndup (name, strlen (name) - 3) : g_strdup (name);

  for (gsize s = 0; s < G_N_ELEMENTS (suffixes); s++)
    if (g_str_has_suffix (plain, suffixes[s]))
      return TRUE;
  return FALSE;
}

/* Whether argument @i is a file to be read, as far as its looks tell. */
static gboolean
is_operand (char **argv, int i)
{
  return argv[i][0] != '-' && strcmp (argv[i - 1], "-o") != 0 && strcmp (argv[i - 1], "--output") != 0;
}

gboolean
brackets_asked (int argc, char **argv)
{
  for (int i = 1; i < argc; i++) {
    const gboolean is_pair =
        i + 1 < argc && argv[i][0] == '-' && argv[i][1] == '-' && strchr (argv[i], '=') == NULL;
    const char *input = g_str_has_prefix (argv[i], "--input=") ? argv[i] + strlen ("--input=") : NULL;
    const char *system = g_str_has_prefix (argv[i], "--system=") ? argv[i] + strlen ("--system=") : NULL;

    if (is_pair && strcmp (argv[i], "--input") == 0)
      input = argv[i + 1];
    if (is_pair && strcmp (argv[i], "--system") == 0)
      system = argv[i + 1];
    if ((input != NULL && strcmp (input, "brackets") == 0)
        || (system != NULL && tbk_phrase_system_find (system) != NULL)
        || (is_operand (argv, i) && is_bracket_file (argv[i])))
      return TRUE;
  }
  return FALSE;
}

static gboolean
get_options (TbkBracketOptions *options, gboolean *skips, GError **error)
{
  static const char *const inputs[] = { "brackets", NULL };
  static const char *const extents[] = { "cut", "full", NULL };
  static const char *const on_error[] = { "stop", "skip", NULL };
  int input, labels, forms, what;

  if (!options_choose ("input", given.input, inputs, &input, error)
      || !options_choose ("labels", given.labels, extents, &labels, error)
      || !options_choose ("forms", given.forms, extents, &forms, error)
      || !options_choose ("on-error", given.on_error, on_error, &what, error))
    return FALSE;
  *options = (TbkBracketOptions){ .rules = TBK_BRACKETS_NORMALIZED };
  if (labels == 1)
    options->rules &= ~(guint) TBK_BRACKETS_CUT_LABELS;
  if (forms == 1)
    options->rules &= ~(guint) TBK_BRACKETS_CUT_FORMS;
  if (given.keep_markup)
    options->rules &= ~(guint) TBK_BRACKETS_DROP_MARKUP;
  if (given.keep_empty)
    options->rules &= ~(guint) TBK_BRACKETS_DROP_EMPTY;
  if (given.keep_outer)
    options->rules &= ~(guint) TBK_BRACKETS_ONE_ROOT;
  *skips = what == 1;
  return TRUE;
}

/* Gives a tree to the job, or judges its problem. */
static gboolean
take_tree (const BracketsJob *job, gpointer command, const TbkBracketTree *tree, gboolean skips,
           gint64 *n_skipped, GError **error)
{
  if (tree->problem == NULL)
    return job->tree (command, tree, error);
  if (!skips || !g_error_matches (tree->problem, TBK_ERROR, TBK_ERROR_DATA)) {
    g_propagate_error (error, g_error_copy (tree->problem));
    return FALSE;
  }
  ++*n_skipped;
  return TRUE;
}

static gboolean
run_file (const BracketsJob *job, gpointer command, const char *path, const TbkBracketOptions *options,
          gboolean skips, gint64 *n_skipped, GError **error)
{
  g_autoptr (TbkBracketReader) reader = tbk_bracket_reader_open (path, options, error);
  g_autoptr (TbkBracketBatch) batch = tbk_bracket_batch_new ();
  TbkReadStatus status;
  TbkBracketTree tree;

  if (reader == NULL)
    return FALSE;
  while ((status = tbk_bracket_reader_next (reader, batch, error)) == TBK_READ_BATCH)
    while (tbk_bracket_batch_next (batch, &tree))
      if (!take_tree (job, command, &tree, skips, n_skipped, error))
        return FALSE;
  return status == TBK_READ_END
         && job->end_file (command, tbk_input_name (tbk_bracket_reader_input (reader)), error);
}

gboolean
brackets_run (const BracketsJob *job, gpointer command, char **paths, GError **error)
{
  TbkBracketOptions options;
  gboolean skips;
  gint64 n_skipped = 0;

  if (!get_options (&options, &skips, error))
    return FALSE;
  for (; *paths != NULL; paths++)
    if (!run_file (job, command, *paths, &options, skips, &n_skipped, error))
      return FALSE;
  if (n_skipped > 0)
    tool_message ("%" G_GINT64_FORMAT " trees that are not well formed were left out", n_skipped);
  return TRUE;
}
