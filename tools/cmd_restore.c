/* cmd_restore.c - tbk restore: takes out the marks of tbk projectivize and puts back what they tell. */
#include "corpus.h"
#include "marks.h"
#include "options.h"
#include "tool.h"

static struct {
  char *mark;
} given;

static const GOptionEntry entries[] = {
  { "mark", 0, 0, G_OPTION_ARG_STRING, &given.mark,
    "head, path, headpath: decode marks in DEPREL, such as a parser learnt to write (default: take out OrigHead= and "
    "ProjHead= of MISC, after which the original bytes are back)",
    "MARK" },
  G_OPTION_ENTRY_NULL,
};

/* Marks of MISC need nothing. */
static gpointer
worker_new (gpointer options)
{
  return options != NULL ? marks_new (options) : NULL;
}

static void
worker_free (gpointer marks)
{
  marks_free (marks);
}

static gboolean
check_file (gpointer options, gconstpointer reader, GError **error)
{
  return options == NULL || marks_check_file (reader, error);
}

static gboolean
work (gpointer marks, const TbkEntry *entry, TbkText *text, TbkTally *tally, GError **error)
{
  (void) tally;
  return marks != NULL ? marks_decode (marks, entry, text, error)
                       : tbk_conllu_sentence_restore (entry->sentence, text, error);
}

static gboolean
get_options (TbkPseudoProjectiveOptions *options, GError **error)
{
  int scheme;

  if (given.mark == NULL)
    return marks_check_unused (error);
  if (!options_choose ("mark", given.mark, marks_schemes, &scheme, error))
    return FALSE;
  options->scheme = scheme;
  return marks_get_options (options, error);
}

gboolean
cmd_restore (int argc, char **argv, GError **error)
{
  static const OptionGroup groups[] = {
    { "Marks", entries },
    { "Marks", marks_style_entries },
    { "Output", corpus_output_entries },
    { "Input", corpus_input_entries },
    { "Running", corpus_running_entries },
    { NULL, NULL },
  };
  g_auto (GStrv) paths = options_parse (argc, argv, groups, "[FILE...]", error);
  const char *const no_outputs[] = { NULL };
  TbkPseudoProjectiveOptions marks = { 0 };
  const TbkJob job = { .data = given.mark != NULL ? &marks : NULL,
                       .writes_corpus = TRUE,
                       .worker_new = worker_new,
                       .worker_free = worker_free,
                       .check_file = check_file,
                       .work = work };
  TbkCorpusOptions options;

  return paths != NULL && corpus_get_options (&options, TRUE, error) && get_options (&marks, error)
         && corpus_check_files (&options, paths, no_outputs, error)
         && corpus_run (&options, &job, paths, NULL, NULL, error);
}
