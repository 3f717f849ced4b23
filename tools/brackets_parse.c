/* brackets_parse.c - tbk parse by a model of phrase structure: trees in brackets, a line each. */
#include "brackets.h"
#include "corpus.h"
#include "files.h"
#include "options.h"
#include "selection.h"
#include "tbk/files.h"
#include "tbk/phrase_parser.h"
#include "tbk/tagged.h"

static struct {
  char *model, *input;
} given;

static const GOptionEntry entries[] = {
  { "model", 'm', 0, G_OPTION_ARG_FILENAME, &given.model,
    "The model, as tbk train wrote it over phrase-structure treebanks", "MODEL" },
  G_OPTION_ENTRY_NULL,
};

const GOptionEntry brackets_parse_input_entries[] = {
  { "input", 0, 0, G_OPTION_ARG_STRING, &given.input,
    "Of models of phrase structure. brackets: trees, whose words and tags are taken (default); tagged: lines of "
    "WORD/TAG, a sentence each, or of a word, a tab and its tag, with an empty line after a sentence",
    "FORMAT" },
  G_OPTION_ENTRY_NULL,
};

gboolean
brackets_parse_get_input (gboolean *is_tagged, GError **error)
{
  static const char *const inputs[] = { "brackets", "tagged", NULL };

  return options_choose ("input", given.input, inputs, is_tagged, error);
}

const char *
brackets_parse_input (void)
{
  return given.input;
}

typedef struct {
  const TbkPhraseModel *model;
  gboolean is_tagged; /* sentences are words with tags, not trees */
} Parse;

typedef struct {
  TbkPhraseParser *parser;
  gboolean is_tagged;
  GString *line;
} Worker;

static gpointer
worker_new (gpointer data)
{
  const Parse *parse = data;
  Worker *worker = g_new (Worker, 1);

  *worker = (Worker){ tbk_phrase_parser_new (parse->model), parse->is_tagged, g_string_new (NULL) };
  return worker;
}

static void
worker_free (gpointer data)
{
  Worker *worker = data;

  tbk_phrase_parser_free (worker->parser);
  g_string_free (worker->line, TRUE);
  g_free (worker);
}

static gboolean
parse (const Worker *worker, gconstpointer sentence, GError **error)
{
  const TbkTaggedSentence *tagged = sentence;

  return worker->is_tagged
             ? tbk_phrase_parser_parse (worker->parser, tagged->words, tagged->n, worker->line, error)
             : tbk_phrase_parser_parse_tree (worker->parser, sentence, worker->line, error);
}

static gboolean
work (gpointer data, const TbkEntry *entry, TbkText *text, TbkTally *tally, GError **error)
{
  Worker *worker = data;

  (void) tally;
  if (entry->n_words == 0)
    return TRUE;
  g_string_truncate (worker->line, 0);
  if (!parse (worker, entry->sentence, error))
    return tbk_entry_fail (entry, error);
  g_string_append_c (worker->line, '\n');
  tbk_text_add (text, worker->line->str, worker->line->len);
  return TRUE;
}

static gboolean
run (const TbkCorpusOptions *options, const char *path, char **paths, GError **error)
{
  g_autoptr (TbkPhraseModel) model = tbk_phrase_model_load (path, error);
  Parse command = { model, options->format == tbk_tagged_format () };
  const TbkJob job = { .data = &command,
                       .writes_corpus = TRUE,
                       .writes_lines = TRUE,
                       .worker_new = worker_new,
                       .worker_free = worker_free,
                       .work = work };

  return model != NULL && corpus_run (options, &job, paths, NULL, NULL, error);
}

/* The model is an input too. */
static gboolean
check_files (const TbkCorpusOptions *options, const char *model, char **paths, GError **error)
{
  const char *const no_outputs[] = { NULL }, *const models[] = { model, NULL };
  const char *const outputs[] = { options->output != NULL ? options->output : "-", NULL };

  return tbk_files_check (models, outputs, error) && corpus_check_files (options, paths, no_outputs, error);
}

gboolean
brackets_parse (int argc, char **argv, const char *model, GError **error)
{
  static const OptionGroup groups[] = {
    { "Parsing", entries },
    { "Which sentences", selection_entries },
    { "Output", corpus_output_entries },
    { "Input", brackets_parse_input_entries },
    { "Input", brackets_entries },
    { "Input", corpus_on_error_entries },
    { "Which files", files_entries },
    { "Which files", part_entries },
    { "Running", corpus_jobs_entries },
    { "Running", quiet_entries },
    { NULL, NULL },
  };
  g_auto (GStrv) paths = options_parse (argc, argv, groups, "[FILE...]", error);
  TbkCorpusOptions options;
  gboolean is_tagged;

  if (paths == NULL || !brackets_parse_get_input (&is_tagged, error)
      || !brackets_get_options (&options, FALSE, error))
    return FALSE;
  if (is_tagged) {
    options.format = tbk_tagged_format ();
    options.format_options = NULL;
  }
  return corpus_find_files (&options, &paths, error) && check_files (&options, model, paths, error)
         && run (&options, model, paths, error) && brackets_tell_forms ();
}
