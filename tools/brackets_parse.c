/* brackets_parse.c - tbk parse by a model of phrase structure: trees in brackets, a line each. */
#include "brackets.h"
#include "corpus.h"
#include "files.h"
#include "options.h"
#include "tbk/files.h"
#include "tbk/phrase_parser.h"
#include "tbk/tagged.h"

static struct {
  char *model, *output;
} given;

static const GOptionEntry entries[] = {
  { "model", 'm', 0, G_OPTION_ARG_FILENAME, &given.model,
    "The model, as tbk train wrote it over phrase-structure treebanks", "MODEL" },
  G_OPTION_ENTRY_NULL,
};

static const GOptionEntry output_entries[] = {
  { "output", 'o', 0, G_OPTION_ARG_FILENAME, &given.output,
    "Write to FILE, complete or not at all (default: standard output)", "FILE" },
  G_OPTION_ENTRY_NULL,
};

typedef struct {
  const TbkPhraseModel *model;
  gboolean is_tagged; /* sentences are words with tags, not trees */
  TbkOutput *output;
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
write_lines (gpointer data, const TbkText *text, GError **error)
{
  return tbk_output_write_text (((Parse *) data)->output, text, error);
}

static gboolean
run (const TbkCorpusOptions *options, const char *path, char **paths, GError **error)
{
  g_autoptr (TbkPhraseModel) model = tbk_phrase_model_load (path, error);
  g_autoptr (TbkOutput) output = model != NULL ? tbk_output_open (options->output, error) : NULL;
  Parse command = { model, options->format == tbk_tagged_format (), output };
  const TbkJob job = {
    .data = &command, .worker_new = worker_new, .worker_free = worker_free, .work = work, .write = write_lines
  };

  return output != NULL && corpus_run (options, &job, paths, NULL, NULL, error)
         && tbk_output_commit (g_steal_pointer (&output), error);
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
    { "Input", brackets_entries },
    { "Input", corpus_on_error_entries },
    { "Output", output_entries },
    { "Files", files_entries },
    { "Files", part_entries },
    { "Running", corpus_running_entries },
    { NULL, NULL },
  };
  g_auto (GStrv) paths = options_parse (argc, argv, groups, "[FILE...]", error);
  const gboolean is_tagged = brackets_take_input ("tagged");
  TbkCorpusOptions options;

  if (paths == NULL || !brackets_get_options (&options, FALSE, error))
    return FALSE;
  options.output = given.output;
  if (is_tagged) {
    options.format = tbk_tagged_format ();
    options.format_options = NULL;
  }
  return corpus_find_files (&options, &paths, error) && check_files (&options, model, paths, error)
         && run (&options, model, paths, error);
}
