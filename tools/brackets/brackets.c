/* brackets.c - the options of commands over phrase-structure treebanks. */
#include "brackets.h"

#include "options/tool.h"

const GOptionEntry brackets_entries[] = {
  { "labels", 0, 0, G_OPTION_ARG_STRING, OPTIONS_AT (CorpusGiven, brackets.labels),
    "cut: labels of phrases end before the first -, = or | (default); full: whole labels", "LABELS" },
  { "forms", 0, 0, G_OPTION_ARG_STRING, OPTIONS_AT (CorpusGiven, brackets.forms),
    "cut: forms end before the last -, behind which the lemma stands; full: whole forms. "
    "Default: cut in files whose first words look like FORM-LEMMA, with a message; full in others",
    "FORMS" },
  { "keep-markup", 0, 0, G_OPTION_ARG_NONE, OPTIONS_AT (CorpusGiven, brackets.keep_markup),
    "Keep leaves tagged ID, CODE or METADATA as words", NULL },
  { "keep-empty", 0, 0, G_OPTION_ARG_NONE, OPTIONS_AT (CorpusGiven, brackets.keep_empty),
    "Keep traces as words: leaves tagged -NONE-, and those like (C 0), (NP *T*-1), (TO *)", NULL },
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
  *options = (TbkBracketOptions){ .rules = TBK_BRACKETS_NORMALIZED, .losses = tbk_bracket_losses_new () };
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

void
brackets_read_as_evalb (Corpus *corpus)
{
  guint *rules = &corpus->rules.rules;

  *rules &= ~(guint) (TBK_BRACKETS_DROP_MARKUP | TBK_BRACKETS_DROP_EMPTY | TBK_BRACKETS_ONE_ROOT);
  *rules |= TBK_BRACKETS_EVALB_LABELS;
  if (corpus->given->brackets.forms == NULL)
    *rules &= ~(guint) (TBK_BRACKETS_CUT_FORMS | TBK_BRACKETS_DETECT_FORMS);
}

/* @keeping: (nullable): the option that keeps what is lost. */
static void
tell_loss (const Corpus *corpus, TbkBracketLossKind kind, const char *one, const char *many,
           const char *keeping)
{
  TbkBracketLoss loss;
  g_autofree char *first = NULL;

  tbk_bracket_losses_get (corpus->rules.losses, kind, &loss);
  if (loss.n == 0)
    return;
  first = loss.what == NULL ? g_strdup_printf ("in %s:%" G_GINT64_FORMAT, loss.file, loss.line)
                            : g_strdup_printf ("%s in %s:%" G_GINT64_FORMAT, loss.what, loss.file, loss.line);
  tool_message ("left out %" G_GINT64_FORMAT " %s, the first %s%s%s", loss.n, loss.n == 1 ? one : many, first,
                keeping == NULL ? "" : "; ", keeping == NULL ? "" : keeping);
}

gboolean
brackets_tell_losses (const Corpus *corpus)
{
  const gboolean is_preset = (corpus->rules.rules & TBK_BRACKETS_PENN) != 0;
  TbkBracketLoss cut;

  tell_loss (corpus, TBK_BRACKETS_TRACES, "trace", "traces",
             is_preset ? NULL : "--keep-empty keeps them as words");
  tell_loss (corpus, TBK_BRACKETS_MARKUP, "leaf of markup", "leaves of markup",
             "--keep-markup keeps them as words");
  tell_loss (corpus, TBK_BRACKETS_CHILDLESS, "node without words", "nodes without words", NULL);
  tell_loss (corpus, TBK_BRACKETS_WORDLESS, "tree without words", "trees without words", NULL);
  tbk_bracket_losses_get (corpus->rules.losses, TBK_BRACKETS_CUT_FILES, &cut);
  if (cut.n == 1)
    tool_message ("%s: lemmas (form-lemma) were cut off; --forms=full keeps them", cut.file);
  else if (cut.n > 1)
    tool_message ("lemmas (form-lemma) were cut off in %" G_GINT64_FORMAT
                  " files, the first %s; --forms=full keeps them",
                  cut.n, cut.file);
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
