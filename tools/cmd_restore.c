/* cmd_restore.c - tbk restore: takes out the marks of tbk projectivize and puts back what they tell. */
#include "corpus.h"
#include "options.h"
#include "tool.h"

static gpointer
worker_new (gpointer command)
{
  return command;
}

static void
worker_free (gpointer worker)
{
  (void) worker;
}

static gboolean
work (gpointer worker, const TbkConlluSentence *sentence, TbkText *text, GError **error)
{
  (void) worker;
  return tbk_conllu_sentence_restore (sentence, text, error);
}

static const CorpusJob job = {
  .writes_corpus = TRUE,
  .worker_new = worker_new,
  .worker_free = worker_free,
  .work = work,
};

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
  CorpusOptions options;

  return paths != NULL && corpus_get_options (&options, TRUE, error)
         && corpus_check_files (&options, paths, no_outputs, error)
         && corpus_run (&options, &job, NULL, paths, error);
}
