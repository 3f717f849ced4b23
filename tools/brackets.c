/* brackets.c - the options of commands over phrase-structure treebanks. */
#include "brackets.h"

#include <string.h>

#include "corpus.h"
#include "options.h"
#include "tbk/files.h"
#include "tool.h"

static struct {
  char *input, *labels, *forms;
  gboolean keep_markup, keep_empty, keep_outer;
} given;

/* Files whose forms were cut unasked. */
static gint n_cut;

const GOptionEntry brackets_input_entries[] = {
  { "input", 0, 0, G_OPTION_ARG_STRING, &given.input,
    "brackets: phrase-structure trees, whatever the files' names; without it those ending in .psd, .mrg and "
    ".brackets are such",
    "FORMAT" },
  G_OPTION_ENTRY_NULL,
};

const GOptionEntry brackets_entries[] = {
  { "labels", 0, 0, G_OPTION_ARG_STRING, &given.labels,
    "cut: labels of phrases end before the first -, = or | (default); full: as they stand", "LABELS" },
  { "forms", 0, 0, G_OPTION_ARG_STRING, &given.forms,
    "cut: forms end before the last -, behind which the lemma stands; full: as they stand (default: cut in files of which "
    "the first tree has a lemma at every word, which is told; full in others)",
    "FORMS" },
  { "keep-markup", 0, 0, G_OPTION_ARG_NONE, &given.keep_markup,
    "Leaves tagged ID, CODE or METADATA are words", NULL },
  { "keep-empty", 0, 0, G_OPTION_ARG_NONE, &given.keep_empty,
    "Traces and other empty leaves, 0 and *..., are words", NULL },
  { "keep-outer", 0, 0, G_OPTION_ARG_NONE, &given.keep_outer,
    "The bracket without label around a tree is a constituent", NULL },
  G_OPTION_ENTRY_NULL,
};

const char *const brackets_suffixes[] = { ".psd", ".mrg", ".brackets", NULL };

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
    const char *system = g_str_has_prefix (argv[i], "--system=") ? argv[i] + strlen ("--system=") : NULL;

    if (is_pair && strcmp (argv[i], "--system") == 0)
      system = argv[i + 1];
    if (strcmp (argv[i], "--input") == 0 || g_str_has_prefix (argv[i], "--input=")
        || (system != NULL && tbk_phrase_system_find (system) != NULL)
        || (is_operand (argv, i) && tbk_file_has_suffix (argv[i], brackets_suffixes)))
      return TRUE;
  }
  return FALSE;
}

static gboolean
get_rules (TbkBracketOptions *options, GError **error)
{
  static const char *const inputs[] = { "brackets", NULL };
  static const char *const extents[] = { "cut", "full", NULL };
  int input, labels, forms;

  if (!options_choose ("input", given.input, inputs, &input, error)
      || !options_choose ("labels", given.labels, extents, &labels, error)
      || !options_choose ("forms", given.forms, extents, &forms, error))
    return FALSE;
  *options = (TbkBracketOptions){ .rules = TBK_BRACKETS_NORMALIZED, .n_cut = &n_cut };
  if (given.forms == NULL)
    options->rules |= TBK_BRACKETS_DETECT_FORMS;
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
  return TRUE;
}

gboolean
brackets_get_options (TbkCorpusOptions *options, gboolean writes_corpus, GError **error)
{
  static TbkBracketOptions rules;

  if (given.input == NULL)
    given.input = g_strdup ("brackets"); /* to be recorded */
  if (!corpus_get_options (options, writes_corpus, error) || !get_rules (&rules, error))
    return FALSE;
  options->format = tbk_brackets_format ();
  options->format_options = &rules;
  return TRUE;
}

gboolean
brackets_tell_forms (void)
{
  const int n = g_atomic_int_get (&n_cut);

  if (n > 0)
    tool_message (
        "words of %d file%s end before their last '-', where the lemma stands (--forms=full keeps it)", n,
        n == 1 ? "" : "s");
  return TRUE;
}

const TbkPhraseSystem *
brackets_get_system (const char *name, GError **error)
{
  const TbkPhraseSystem *system = tbk_phrase_system_find (name == NULL ? "top-down" : name);

  if (system == NULL)
    g_set_error (error, TBK_ERROR, TBK_ERROR_USAGE,
                 "--system=%s: found no system of phrase structure, expected "
                 "top-down, in-order or bottom-up",
                 name);
  return system;
}
