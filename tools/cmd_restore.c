/* cmd_restore.c - tbk restore: takes out the marks of tbk projectivize and puts back what they tell. */
#include "corpus.h"
#include "options.h"
#include "tool.h"

static gboolean
work (gpointer worker, const TbkEntry *entry, TbkText *text, TbkTally *tally, GError **error)
{
  (void) worker;
  (void) tally;
  return tbk_conllu_sentence_restore (entry->sentence, text, error);
}

gboolean
cmd_restore (int argc, char **argv, GError **error)
{
  static const OptionGroup groups[] = {
    { "Output", corpus_output_entries },
    { "Input", corpus_input_entries },
    { "Running", corpus_running_entries },
    { NULL, NULL },
  };
  g_auto (GStrv) paths = options_parse (argc, argv, groups, "[FILE...]", error);
  const char *const no_outputs[] = { NULL };
  const TbkJob job = { .writes_corpus = TRUE, .work = work };
  TbkCorpusOptions options;

  return paths != NULL && corpus_get_options (&options, TRUE, error)
         && corpus_check_files (&options, paths, no_outputs, error)
         && corpus_run (&options, &job, paths, NULL, NULL, error);
}
