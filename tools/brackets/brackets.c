/* brackets.c - the options of commands over phrase-structure treebanks. */
#include "brackets.h"

#include "options/tool.h"

const GOptionEntry brackets_entries[] = {
  { "labels", 0, 0, G_OPTION_ARG_STRING, OPTIONS_AT (CorpusGiven, brackets.labels),
    "cut: labels of phrases end before the first -, = or | (default); full: whole labels", "LABELS" },
  { "forms", 0, 0, G_OPTION_ARG_STRING, OPTIONS_AT (CorpusGiven, brackets.forms),
    "cut: forms end before the last -, behind which the lemma stands; full: whole forms. "
    "Default: cut in files whose first tree has a lemma at every word, with a message; full in "
    "others",
    "FORMS" },
  { "keep-markup", 0, 0, G_OPTION_ARG_NONE, OPTIONS_AT (CorpusGiven, brackets.keep_markup),
    "Keep leaves tagged ID, CODE or METADATA as words", NULL },
  { "keep-empty", 0, 0, G_OPTION_ARG_NONE, OPTIONS_AT (CorpusGiven, brackets.keep_empty),
    "Keep traces and other empty leaves, 0 and *..., as words", NULL },
  { "keep-outer", 0, 0, G_OPTION_ARG_NONE, OPTIONS_AT (CorpusGiven, brackets.keep_outer),
    "Keep the bracket without label around a tree as a constituent", NULL },
  G_OPTION_ENTRY_NULL,
};

static gboolean
get_rules (Corpus *corpus, GError **error)
{
  const CorpusGiven *given = corpus->given;
  TbkBracketOptions *options = &corpus->rules;
  static const char *const extents[] = { "cut", "full", NULL };
  int labels, forms;

  if (!options_choose ("labels", given->brackets.labels, extents, &labels, error)
      || !options_choose ("forms", given->brackets.forms, extents, &forms, error))
    return FALSE;
  *options = (TbkBracketOptions){ .rules = TBK_BRACKETS_NORMALIZED, .n_cut = &corpus->n_cut };
  if (given->brackets.forms == NULL)
    options->rules |= TBK_BRACKETS_DETECT_FORMS;
  if (labels == 1)
    options->rules &= ~(guint) TBK_BRACKETS_CUT_LABELS;
  if (forms == 1)
    options->rules &= ~(guint) TBK_BRACKETS_CUT_FORMS;
  if (given->brackets.keep_markup)
    options->rules &= ~(guint) TBK_BRACKETS_DROP_MARKUP;
  if (given->brackets.keep_empty)
    options->rules &= ~(guint) TBK_BRACKETS_DROP_EMPTY;
  if (given->brackets.keep_outer)
    options->rules &= ~(guint) TBK_BRACKETS_ONE_ROOT;
  return TRUE;
}

gboolean
brackets_init (Corpus *corpus, CorpusGiven *given, const Source *source, gboolean writes_corpus,
               GError **error)
{
  if (given->input == NULL)
    given->input = g_strdup ("brackets"); /* so it is recorded, whatever told */
  if (!corpus_init (corpus, given, source, writes_corpus, error) || !get_rules (corpus, error))
    return FALSE;
  corpus->options.format = tbk_brackets_format ();
  corpus->options.format_options = &corpus->rules;
  return TRUE;
}

gboolean
brackets_tell_forms (const Corpus *corpus)
{
  if (g_atomic_int_get (&corpus->n_cut) > 0)
    tool_message ("lemmas (form-lemma) were cut off; --forms=full keeps them");
  return TRUE;
}

const TbkPhraseSystem *
brackets_get_system (const char *name, GError **error)
{
  static const char *const names[] = { "top-down", "in-order", "bottom-up", NULL };
  const TbkPhraseSystem *system = tbk_phrase_system_find (name == NULL ? "top-down" : name);

  if (system == NULL)
    options_fail_choice ("system", name, " with phrase structure", names, error);
  return system;
}
