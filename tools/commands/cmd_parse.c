/* cmd_parse.c - tbk parse: gives sentences the trees that a model finds: heads and relations or, by a model of phrase
 * structure, brackets, a line each. */
#include "commands/commands.h"
#include "parser/parser.h"

#include <string.h>

#include "all_commands.h"
#include "options/options.h"
#include "tbk/brackets.h"
#include "tbk/parser.h"

static const char *const formats[] = { "conllu", "conllx", "conll09", "brackets", "tagged", NULL };
static const char *const phrase_formats[] = { "brackets", "tagged", NULL };
static const char *const roots[] = { "single", "any", NULL };

typedef struct {
  CorpusGiven corpus;
  const char *model_name;
  /* For dependencies alone. */
  TbkParserOptions options;
  int complete; /* -1 if it is not given */

  TbkModel *model;
  gboolean is_tagged; /* sentences are words with tags, not trees */
} ParseGiven;

/* Nothing is done with words that are left without head; 0 is their head; or they get one of the words. */
static const char *const completions[] = { "none",  "root", "left", "chain",   "right",
                                           "first", "last", "word", "unshift", NULL };

static const Option phrase_format_entries[] = {
  { "input", NAME (phrase_formats), AT (CorpusGiven, input), "FORMAT",
    "Format for models of phrase structure. brackets: the words and tags of trees (default); "
    "tagged: a line of WORD/TAG for each sentence, or lines of a word, a tab and its tag, with "
    "an empty line after each sentence" },
  OPTION_END,
};

static const Option phrase_entries[] = {
  { "model", NAMED_PATH, AT (ParseGiven, model_name), "MODEL",
    "The model that tbk train wrote over phrase-structure treebanks", 'm' },
  OPTION_END,
};

static const Option entries[] = {
  { "model", NAMED_PATH, AT (ParseGiven, model_name), "MODEL", "The model that tbk train wrote", 'm' },
  { "beam", NUMBER (1, TBK_PARSER_MAX_WIDTH), AT (ParseGiven, options.beam), "K",
    "Keep the best K sequences of transitions (default: as in training; other numbers parse "
    "worse). Sentences of more than 1000 words are parsed with K = 1" },
  { "root", CHOICE (roots), AT (ParseGiven, options.any_root), "ROOT",
    "Root words of a tree: single: one (default); any: any number" },
  { "complete", CHOICE_OR (-1, completions), AT (ParseGiven, complete), "HOW",
    "Head of words that a model of arc-eager leaves without one. none: `_`; root: 0; word: "
    "the root word; left: the element of the stack under them; chain, right: the headless word "
    "before, after them; first, last: the first, the last headless word; unshift: the head that the model "
    "finds when they return to the input. Default: word or, with --root=any, root. With "
    "--root=single all root words but the first then depend on the first" },
  { "n-best", NUMBER (1, TBK_PARSER_MAX_WIDTH), AT (ParseGiven, options.n_best), "N",
    "Write the best N different trees of each sentence, or as many as the beam finds, each as a sentence with "
    "comments '# nbest = i' and '# score = s'. The first is the tree written without --n-best. The beam must keep N "
    "sequences: see --beam. Linear models only" },
  { "margin", FLAG, AT (ParseGiven, options.has_margins), NULL,
    "Write Margin= into MISC: the score of the transition that made the arc, minus the best score of the "
    "other transitions. Arcs with a small margin are doubtful. Linear models only" },
  OPTION_END,
};

static const Option format_entries[] = {
  { "input", NAME (formats), AT (CorpusGiven, input), "FORMAT",
    "Format of FILEs: conllu, conllx (CoNLL-X, 2006) or conll09 (CoNLL 2009). Default: recognized from the "
    "first sentence; conllu if unclear. For models of phrase structure: brackets (default), or tagged: "
    "words as WORD/TAG, or a word and its tag per line" },
  OPTION_END,
};

/* Dependencies: a worker is a TbkParser. */

static gpointer
worker_new (gpointer command)
{
  const ParseGiven *parse = command;

  return tbk_parser_new (parse->model, &parse->options);
}

static void
worker_free (gpointer worker)
{
  tbk_parser_free (worker);
}

/* Tells a network which sentence comes next, or NULL at the end: it computes several at once, since products
 * of matrices need less time than of vectors. */
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
  const ParseGiven *parse = command;

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
  const ParseGiven *parse = data;
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

/* Checks options that only dependencies have, and turns --complete into what the parser has: words stay
 * without head, get one by a rule, or return to the input. */
static gboolean
take_options (ParseGiven *parse, GError **error)
{
  const char *input = parse->corpus.input;
  TbkParserOptions *options = &parse->options;

  if (parse->model_name == NULL)
    return options_refuse (error, "no model: expected --model=MODEL, a file that tbk train wrote");
  if (input != NULL && g_strv_contains (phrase_formats, input))
    return options_refuse (
        error, "--input: found '%s', but %s is not a model of phrase structure: it parses CoNLL-U", input,
        parse->model_name);
  if (parse->complete == 0)
    options->rest = TBK_REST_LEFT;
  else if (parse->complete > 0) /* a completion, or what else can be done */
    options->rest = tbk_completion_find (completions[parse->complete], &options->completion)
                        ? TBK_REST_COMPLETED
                        : TBK_REST_UNSHIFTED;
  return TRUE;
}

/* Loads the model and parses the sentences of @corpus. */
static gboolean
run_phrases (Corpus *corpus, ParseGiven *command, GError **error)
{
  const TbkJob job = { .data = command,
                       .writes_corpus = TRUE,
                       .writes_lines = TRUE,
                       .worker_new = phrase_worker_new,
                       .worker_free = phrase_worker_free,
                       .work = phrase_work };

  command->model = tbk_phrase_model_load (command->model_name, error);
  return command->model != NULL && corpus_run (corpus, &job, NULL, NULL, error)
         && brackets_tell_losses (corpus);
}

static gboolean
run_dependencies (Corpus *corpus, ParseGiven *command, GError **error)
{
  TbkJob job = { .data = command,
                 .writes_corpus = TRUE,
                 .ignores_trees = TRUE,
                 .worker_new = worker_new,
                 .worker_free = worker_free,
                 .check_file = check_file,
                 .work = work };

  command->model = tbk_model_load (command->model_name, error);
  if (command->model == NULL || !tbk_parser_check_options (command->model, &command->options, error))
    return FALSE;
  if (tbk_model_kind (command->model) != TBK_MODEL_LINEAR) {
    if (command->options.beam > 1)
      return options_refuse (error, "--beam: %s is a network, which has no beam", command->model_name);
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

/* Brackets are tagged sentences or trees; the model decides which form of the command this is (choose()). */
static gboolean
run (Corpus *corpus, ParseGiven *parse, GError **error)
{
  const gboolean of_brackets = corpus->source->is_of_brackets;

  if (!of_brackets && !take_options (parse, error))
    return FALSE;
  if (!corpus_init (corpus, &parse->corpus, corpus->source, !of_brackets, error)
      || (of_brackets && !output_check_kind ("output", parse->corpus.options.output, OUTPUT_BRACKETS, error)))
    return FALSE;
  parse->is_tagged = g_strcmp0 (parse->corpus.input, "tagged") == 0;
  if (parse->is_tagged) {
    corpus->options.format = tbk_tagged_format ();
    corpus->options.format_options = NULL;
  }
  return corpus_find_files (corpus, error) && corpus_check_files (corpus, NULL, NULL, error)
         && (of_brackets ? run_phrases (corpus, parse, error) : run_dependencies (corpus, parse, error));
}

static gboolean
parse (gpointer values, const Source *source, GError **error)
{
  ParseGiven *parse = values;
  g_auto (Corpus) corpus = { .given = &parse->corpus, .source = source };
  const gboolean done = run (&corpus, parse, error);

  tbk_model_free (parse->model);
  if (!done && parse->model_name != NULL && error != NULL)
    advise (parse->model_name, source->is_of_brackets, *error);
  return done;
}

static const OptionGroup phrase_groups[] = {
  OPTION_GROUP ("How to parse", phrase_entries),   OPTION_GROUP ("Output", corpus_output_entries),
  OPTION_GROUP ("Input", phrase_format_entries),   OPTION_GROUP ("Input", brackets_entries),
  OPTION_GROUP ("Input", corpus_on_error_entries), CORPUS_END_GROUPS,
};

static const OptionRule rules[] = {
  { "labels forms keep-outer keep-empty keep-markup", "!input=tagged" },
  { NULL, NULL },
};

static const Form of_phrases = {
  .groups = phrase_groups, .rules = rules, .size = sizeof (ParseGiven), .is_of_brackets = TRUE, .run = parse
};

static const OptionGroup groups[] = {
  OPTION_GROUP ("How to parse", entries),
  OPTION_GROUP ("Output", corpus_output_entries),
  INPUT_GROUPS (format_entries, corpus_pass_input_entries),
  CORPUS_END_GROUPS,
};

static const Form form = { .groups = groups, .size = sizeof (ParseGiven), .run = parse };

/* The model tells what is parsed. */
static const Form *
choose (int argc, char **argv, GError **error)
{
  g_auto (Options) line = { .groups = NULL };
  gboolean is_of_phrases = FALSE;
  const char *model;

  options_init (&line, groups, 0);
  options_skim (&line, argc, argv, phrase_groups);
  model = options_given (&line, "model");
  if (model != NULL && !phrase_model_is_at (model, &is_of_phrases, error))
    return NULL;
  return is_of_phrases ? &of_phrases : &form;
}

const Command cmd_parse = { .name = "parse", .conllu = &form, .brackets = &of_phrases, .choose = choose };
