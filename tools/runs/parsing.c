/* parsing.c - what tbk parse shares between models of dependencies and of phrase structure. */
#include "parsing.h"

#include "options/tool.h"

const GOptionEntry parsing_format_entries[] = {
  { "input", 0, 0, G_OPTION_ARG_STRING, OPTIONS_AT (CorpusGiven, input),
    "Format for models of phrase structure. brackets: the words and tags of trees (default); "
    "tagged: a line of WORD/TAG for each sentence, or lines of a word, a tab and its tag, with "
    "an empty line after each sentence",
    "FORMAT" },
  G_OPTION_ENTRY_NULL,
};

static const char *const formats[] = { "brackets", "tagged", NULL };

gboolean
parsing_is_of_phrases (const char *input)
{
  return input != NULL && g_strv_contains (formats, input);
}

gboolean
parsing_get_format (const CorpusGiven *given, gboolean *is_tagged, GError **error)
{
  return options_choose ("input", given->input, formats, is_tagged, error);
}

void
parsing_advise (const char *model, gboolean is_of_brackets, GError *error)
{
  g_autofree char *advice =
      g_strdup_printf ("; the model %s parses %s", model, is_of_brackets ? "brackets" : "CoNLL-U");

  tool_advise (
      error, is_of_brackets ? ": this looks like CoNLL-U" : ": this looks like phrase structure in brackets",
      advice);
}
