/* parse.c - tbk parse by a model of phrase structure: trees in brackets, a line each. */
#include "brackets.h"
#include "runs/parsing.h"
#include "tbk/phrase_parser.h"
#include "tbk/tagged.h"

typedef struct {
  CorpusGiven corpus;
  char *model;
} Given;

static const GOptionEntry entries[] = {
  { "model", 'm', 0, G_OPTION_ARG_FILENAME, OPTIONS_AT (Given, model),
    "The model that tbk train wrote over phrase-structure treebanks", "MODEL" },
  G_OPTION_ENTRY_NULL,
};

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
run (Corpus *corpus, const char *path, GError **error)
{
  g_autoptr (TbkPhraseModel) model = tbk_phrase_model_load (path, error);
  Parse command = { model, corpus->options.format == tbk_tagged_format () };
  const TbkJob job = { .data = &command,
                       .writes_corpus = TRUE,
                       .writes_lines = TRUE,
                       .worker_new = worker_new,
                       .worker_free = worker_free,
                       .work = work };

  return model != NULL && corpus_run (corpus, &job, NULL, NULL, error);
}

static const OptionGroup groups[] = {
  OPTION_GROUP ("How to parse", entries),
  SELECTION_GROUP,
  OPTION_GROUP ("Output", corpus_output_entries),
  OPTION_GROUP ("Input", parsing_format_entries),
  OPTION_GROUP ("Input", brackets_entries),
  OPTION_GROUP ("Input", corpus_on_error_entries),
  CORPUS_END_GROUPS,
};

static const OptionRule rules[] = {
  { "labels", "!input=tagged" },     { "forms", "!input=tagged" },       { "keep-outer", "!input=tagged" },
  { "keep-empty", "!input=tagged" }, { "keep-markup", "!input=tagged" }, { NULL, NULL },
};

static gboolean
parse_phrases (gpointer values, const Source *source, GError **error)
{
  Given *given = values;
  g_auto (Corpus) corpus = { .given = &given->corpus };
  gboolean is_tagged;

  if (!parsing_get_format (&given->corpus, &is_tagged, error)
      || !brackets_init (&corpus, &given->corpus, source, FALSE, error))
    return FALSE;
  if (is_tagged) {
    corpus.options.format = tbk_tagged_format ();
    corpus.options.format_options = NULL;
  }
  if (corpus_find_files (&corpus, error) && corpus_check_files (&corpus, NULL, NULL, error)
      && run (&corpus, given->model, error))
    return brackets_tell_losses (&corpus);
  if (error != NULL)
    parsing_advise (given->model, TRUE, *error);
  return FALSE;
}

const Form brackets_parse = { .groups = groups,
                              .rules = rules,
                              .size = sizeof (Given),
                              .operands = "[FILE...]",
                              .is_of_brackets = TRUE,
                              .run = parse_phrases };
