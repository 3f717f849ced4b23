/* cmd_parse.c - tbk parse: gives sentences the trees that a model finds: heads and relations or, by a model of phrase
 * structure, brackets, a line each. */
#include "commands/commands.h"

#include <string.h>

#include "all_commands.h"
#include "options/options.h"
#include "tbk/parser.h"
#include "tbk/phrase_parser.h"
#include "tbk/tagged.h"

typedef struct {
  CorpusGiven corpus;
  char *model;
  /* Of dependencies alone. */
  char *beam, *root, *complete, *nbest;
  gboolean margin;
} Given;

static const GOptionEntry phrase_format_entries[] = {
  { "input", 0, 0, G_OPTION_ARG_STRING, OPTIONS_AT (CorpusGiven, input),
    "Format for models of phrase structure. brackets: the words and tags of trees (default); "
    "tagged: a line of WORD/TAG for each sentence, or lines of a word, a tab and its tag, with "
    "an empty line after each sentence",
    "FORMAT" },
  G_OPTION_ENTRY_NULL,
};

static const GOptionEntry phrase_entries[] = {
  { "model", 'm', 0, G_OPTION_ARG_FILENAME, OPTIONS_AT (Given, model),
    "The model that tbk train wrote over phrase-structure treebanks", "MODEL" },
  G_OPTION_ENTRY_NULL,
};

static const GOptionEntry entries[] = {
  { "model", 'm', 0, G_OPTION_ARG_FILENAME, OPTIONS_AT (Given, model), "The model that tbk train wrote",
    "MODEL" },
  { "beam", 0, 0, G_OPTION_ARG_STRING, OPTIONS_AT (Given, beam),
    "Keep the best K sequences of transitions (default: as in training; other numbers parse "
    "worse). Sentences above 1000 words are parsed with one",
    "K" },
  { "root", 0, 0, G_OPTION_ARG_STRING, OPTIONS_AT (Given, root),
    "Root words of a tree: single, one (default); any, any number", "ROOT" },
  { "complete", 0, 0, G_OPTION_ARG_STRING, OPTIONS_AT (Given, complete),
    "Head of words that a model of arc-eager-nivre leaves without one. none: `_`; root: 0; word: "
    "the root word; left: the element of the stack under them; chain, right: the headless word "
    "before, after them; first, last: the first, the last headless word; unshift: what the model "
    "finds when they return to the input. Default: word or, with --root=any, root. With "
    "--root=single all root words but the first then depend on the first",
    "HOW" },
  { "nbest", 0, 0, G_OPTION_ARG_STRING, OPTIONS_AT (Given, nbest),
    "Write the best N different trees of each sentence, or as many as the beam finds, each as a sentence with "
    "comments '# nbest = i' and '# score = s'. The first is what is written without this. The beam must keep N "
    "sequences: see --beam. Linear models only",
    "N" },
  { "margin", 0, 0, G_OPTION_ARG_NONE, OPTIONS_AT (Given, margin),
    "Write Margin= into MISC: by how much the score of the transition that made the arc is above the best of the "
    "other transitions. Small ones are doubtful. Linear models only",
    NULL },
  G_OPTION_ENTRY_NULL,
};

static const GOptionEntry format_entries[] = {
  { "input", 0, 0, G_OPTION_ARG_STRING, OPTIONS_AT (Given, corpus.input),
    "Format of FILEs: conllu, conllx (CoNLL-X, 2006) or conll09 (CoNLL 2009). Default: the last two where the "
    "first sentence leaves no doubt, else conllu. For models of phrase structure: brackets (default), or tagged, "
    "words as WORD/TAG or a word and its tag a line",
    "FORMAT" },
  G_OPTION_ENTRY_NULL,
};

static const char *const formats[] = { "conllu", "conllx", "conll09", "brackets", "tagged", NULL };
static const char *const phrase_formats[] = { "brackets", "tagged", NULL };

typedef struct {
  TbkModel *model;
  TbkParserOptions options;
  gboolean is_tagged; /* sentences of phrase structure are words with tags, not trees */
} Parse;

/* Dependencies: a worker is a TbkParser. */

static gpointer
worker_new (gpointer command)
{
  const Parse *parse = command;

  return tbk_parser_new (parse->model, &parse->options);
}

static void
worker_free (gpointer worker)
{
  tbk_parser_free (worker);
}

static gboolean
expect (gpointer worker, const TbkEntry *entry, GError **error)
{
  return tbk_parser_expect (worker, entry != NULL ? entry->sentence : NULL, error)
         || tbk_entry_fail (entry, error);
}

static gboolean
work (gpointer worker, const TbkEntry *entry, TbkText *text, TbkTally *tally, GError **error)
{
  (void) tally;
  return tbk_parser_parse (worker, entry->sentence, text, error) || tbk_entry_fail (entry, error);
}

/* Margins need a place. */
static gboolean
check_file (gpointer command, gconstpointer reader, GError **error)
{
  const Parse *parse = command;

  if (!parse->options.has_margins || tbk_conllu_reader_has_column (reader, TBK_COLUMN_MISC))
    return TRUE;
  g_set_error (error, TBK_ERROR, TBK_ERROR_DATA,
               "%s:1: a column MISC was expected for Margin=; 'tbk convert' makes CoNLL-U, which has it",
               tbk_input_name (tbk_conllu_reader_input (reader)));
  return FALSE;
}

/* Phrase structure. */

typedef struct {
  TbkPhraseParser *parser;
  gboolean is_tagged;
  GString *line;
} PhraseWorker;

static gpointer
phrase_worker_new (gpointer data)
{
  const Parse *parse = data;
  PhraseWorker *worker = g_new (PhraseWorker, 1);

  *worker = (PhraseWorker){ tbk_phrase_parser_new (parse->model), parse->is_tagged, g_string_new (NULL) };
  return worker;
}

static void
phrase_worker_free (gpointer data)
{
  PhraseWorker *worker = data;

  tbk_phrase_parser_free (worker->parser);
  g_string_free (worker->line, TRUE);
  g_free (worker);
}

static gboolean
phrase_work (gpointer data, const TbkEntry *entry, TbkText *text, TbkTally *tally, GError **error)
{
  PhraseWorker *worker = data;
  const TbkTaggedSentence *tagged = entry->sentence;

  (void) tally;
  if (entry->n_words == 0)
    return TRUE;
  g_string_truncate (worker->line, 0);
  if (!(worker->is_tagged
            ? tbk_phrase_parser_parse (worker->parser, tagged->words, tagged->n, worker->line, error)
            : tbk_phrase_parser_parse_tree (worker->parser, entry->sentence, worker->line, error)))
    return tbk_entry_fail (entry, error);
  g_string_append_c (worker->line, '\n');
  tbk_text_add (text, worker->line->str, worker->line->len);
  return TRUE;
}

/* Options. */

/* The names of completions, and what else can be done. */
static gboolean
find_rest (TbkParserOptions *options, const char *complete, GError **error)
{
  int choice;

  if (complete == NULL)
    return TRUE;
  if (!options_choose ("complete", complete, system_completions, &choice, error))
    return FALSE;
  if (choice == COMPLETE_NONE)
    options->rest = TBK_REST_LEFT;
  else
    options->rest =
        tbk_completion_find (complete, &options->completion) ? TBK_REST_COMPLETED : TBK_REST_UNSHIFTED;
  return TRUE;
}

static gboolean
get_options (TbkParserOptions *options, const Given *given, GError **error)
{
  static const char *const roots[] = { "single", "any", NULL };
  gint64 beam = 0, n_best = 0;
  int root, input;

  if (!options_choose ("input", given->corpus.input, formats, &input, error))
    return FALSE;
  if (given->model == NULL) {
    g_set_error (error, TBK_ERROR, TBK_ERROR_USAGE,
                 "no model: expected --model=MODEL, a file that tbk train wrote");
    return FALSE;
  }
  if (given->corpus.input != NULL && g_strv_contains (phrase_formats, given->corpus.input)) {
    g_set_error (error, TBK_ERROR, TBK_ERROR_USAGE,
                 "--input: found '%s', but %s is no model of phrase structure: it takes CoNLL-U",
                 given->corpus.input, given->model);
    return FALSE;
  }
  if (!options_choose ("root", given->root, roots, &root, error)
      || !options_number ("beam", given->beam, 1, TBK_PARSER_MAX_WIDTH, &beam, error)
      || !options_number ("nbest", given->nbest, 1, TBK_PARSER_MAX_WIDTH, &n_best, error))
    return FALSE;
  *options = (TbkParserOptions){
    .beam = (int) beam, .any_root = root == 1, .n_best = (int) n_best, .has_margins = given->margin
  };
  return find_rest (options, given->complete, error);
}

static gboolean
check_no_beam (const Parse *command, const char *model, GError **error)
{
  if (command->options.beam <= 1)
    return TRUE;
  g_set_error (error, TBK_ERROR, TBK_ERROR_USAGE, "--beam: %s is a network, which has no beam", model);
  return FALSE;
}

static gboolean
init_phrases (Corpus *corpus, Parse *command, Given *given, const Source *source, GError **error)
{
  if (!options_choose ("input", given->corpus.input, phrase_formats, &command->is_tagged, error)
      || !brackets_init (corpus, &given->corpus, source, FALSE, error))
    return FALSE;
  if (command->is_tagged) {
    corpus->options.format = tbk_tagged_format ();
    corpus->options.format_options = NULL;
  }
  return TRUE;
}

/* Loads the model and parses the sentences of @corpus. */
static gboolean
run_phrases (Corpus *corpus, Parse *command, const char *model, GError **error)
{
  const TbkJob job = { .data = command,
                       .writes_corpus = TRUE,
                       .writes_lines = TRUE,
                       .worker_new = phrase_worker_new,
                       .worker_free = phrase_worker_free,
                       .work = phrase_work };

  command->model = tbk_phrase_model_load (model, error);
  return command->model != NULL && corpus_run (corpus, &job, NULL, NULL, error)
         && brackets_tell_losses (corpus);
}

static gboolean
run_dependencies (Corpus *corpus, Parse *command, const char *model, GError **error)
{
  TbkJob job = { .data = command,
                 .writes_corpus = TRUE,
                 .ignores_trees = TRUE,
                 .worker_new = worker_new,
                 .worker_free = worker_free,
                 .check_file = check_file,
                 .work = work };

  command->model = tbk_model_load (model, error);
  if (command->model == NULL || !tbk_parser_check_options (command->model, &command->options, error))
    return FALSE;
  if (tbk_model_kind (command->model) != TBK_MODEL_LINEAR) {
    if (!check_no_beam (command, model, error))
      return FALSE;
    job.expect = expect; /* linear models gain nothing by it */
  }
  return corpus_run (corpus, &job, NULL, NULL, error);
}

/* Says which kind of treebank the model takes, where a file looks like the other. */
static void
advise (const char *model, gboolean of_brackets, GError *error)
{
  g_autofree char *advice =
      g_strdup_printf ("; the model %s parses %s", model, of_brackets ? "brackets" : "CoNLL-U");

  tool_advise (error,
               of_brackets ? ": this looks like CoNLL-U" : ": this looks like phrase structure in brackets",
               advice);
}

static gboolean
run (Given *given, const Source *source, gboolean of_brackets, GError **error)
{
  g_auto (Corpus) corpus = { .given = &given->corpus };
  Parse command = { 0 };
  gboolean done;

  done = (of_brackets ? init_phrases (&corpus, &command, given, source, error)
                      : get_options (&command.options, given, error)
                            && corpus_init (&corpus, &given->corpus, source, TRUE, error))
         && corpus_find_files (&corpus, error) && corpus_check_files (&corpus, NULL, NULL, error)
         && (of_brackets ? run_phrases (&corpus, &command, given->model, error)
                         : run_dependencies (&corpus, &command, given->model, error));
  tbk_model_free (command.model);
  if (!done && given->model != NULL && error != NULL)
    advise (given->model, of_brackets, *error);
  return done;
}

static gboolean
parse_phrases (gpointer values, const Source *source, GError **error)
{
  return run (values, source, TRUE, error);
}

static gboolean
parse_dependencies (gpointer values, const Source *source, GError **error)
{
  return run (values, source, FALSE, error);
}

static const OptionGroup phrase_groups[] = {
  OPTION_GROUP ("How to parse", phrase_entries),
  SELECTION_GROUP,
  OPTION_GROUP ("Output", corpus_output_entries),
  OPTION_GROUP ("Input", phrase_format_entries),
  OPTION_GROUP ("Input", brackets_entries),
  OPTION_GROUP ("Input", corpus_on_error_entries),
  CORPUS_END_GROUPS,
};

static const OptionRule rules[] = {
  { "labels", "!input=tagged" },     { "forms", "!input=tagged" },       { "keep-outer", "!input=tagged" },
  { "keep-empty", "!input=tagged" }, { "keep-markup", "!input=tagged" }, { NULL, NULL },
};

static const Form of_phrases = { .groups = phrase_groups,
                                 .rules = rules,
                                 .size = sizeof (Given),
                                 .operands = "[FILE...]",
                                 .is_of_brackets = TRUE,
                                 .run = parse_phrases };

static const OptionGroup groups[] = {
  OPTION_GROUP ("How to parse", entries),
  TREE_SELECTION_GROUP,
  SELECTION_GROUP,
  OPTION_GROUP ("Output", corpus_output_entries),
  OPTION_GROUP ("Input", format_entries),
  OPTION_GROUP ("Input", corpus_columns_entries),
  OPTION_GROUP ("Input", corpus_pass_input_entries),
  CORPUS_END_GROUPS,
};

static const Form form = {
  .groups = groups, .size = sizeof (Given), .operands = "[FILE...]", .run = parse_dependencies
};

/* What --model names, as far as the arguments look; NULL for nothing. */
static const char *
find_model (int argc, char **argv)
{
  const char *model = NULL;

  for (int i = 1; i < argc; i++) {
    const char *argument = argv[i];

    if (strcmp (argument, "-m") == 0 || strcmp (argument, "--model") == 0)
      model = i + 1 < argc ? argv[++i] : model;
    else if (g_str_has_prefix (argument, "--model="))
      model = argument + strlen ("--model=");
    else if (g_str_has_prefix (argument, "-m"))
      model = argument + strlen ("-m");
  }
  return model;
}

/* The model tells what is parsed. */
static const Form *
choose (int argc, char **argv, GError **error)
{
  const char *model = find_model (argc, argv);
  gboolean is_of_phrases = FALSE;

  if (model != NULL && !tbk_phrase_model_is_at (model, &is_of_phrases, error))
    return NULL;
  return is_of_phrases ? &of_phrases : &form;
}

const Command cmd_parse = { .name = "parse", .conllu = &form, .brackets = &of_phrases, .choose = choose };
