/* cmd_convert.c - tbk convert: files with columns, and head vectors, in another format. */
#include "commands.h"
#include "heads.h"
#include "options/input.h"
#include "options/tool.h"
#include "tbk/conllu.h"

typedef struct {
  CorpusGiven corpus;
  char *to, *blanks;
} Given;

static const GOptionEntry entries[] = {
  { "to", 0, 0, G_OPTION_ARG_STRING, OPTIONS_AT (Given, to),
    "conllu: CoNLL-U (default); conllx: CoNLL-X, 2006; heads: head vectors, the heads of each tree on a line, as "
    "LAL reads them. Names of files in --output-dir end in .conllu, .conllx or .heads",
    "FORMAT" },
  { "blanks", 0, 0, G_OPTION_ARG_STRING, OPTIONS_AT (Given, blanks),
    "Blanks in fields, for which CoNLL-X has no place: refuse the sentence (default); replace them by _",
    "RULE" },
  G_OPTION_ENTRY_NULL,
};

static const GOptionEntry input_entries[] = {
  { "input", 0, 0, G_OPTION_ARG_STRING, OPTIONS_AT (CorpusGiven, input),
    "Format of FILEs: conllu, conllx (CoNLL-X, 2006), conll09 (CoNLL 2009) or heads. Default: the second and the "
    "third where the first sentence leaves no doubt, else conllu",
    "FORMAT" },
  G_OPTION_ENTRY_NULL,
};

typedef struct {
  TbkConversion to;
  gboolean replaces_blanks;
  GMutex lock;
  TbkConversionLosses losses; /* of workers that are freed */
} Convert;

typedef struct {
  Convert *command;
  TbkConversionLosses losses;
} Worker;

static gpointer
worker_new (gpointer command)
{
  Worker *worker = g_new0 (Worker, 1);

  worker->command = command;
  return worker;
}

static void
worker_free (gpointer data)
{
  Worker *worker = data;
  TbkConversionLosses *sum = &worker->command->losses;

  g_mutex_lock (&worker->command->lock);
  sum->comments += worker->losses.comments;
  sum->ranges += worker->losses.ranges;
  sum->empty_nodes += worker->losses.empty_nodes;
  sum->deps += worker->losses.deps;
  sum->misc += worker->losses.misc;
  sum->columns += worker->losses.columns;
  sum->blanks += worker->losses.blanks;
  g_mutex_unlock (&worker->command->lock);
  g_free (worker);
}

static gboolean
work (gpointer data, const TbkEntry *entry, TbkText *text, TbkTally *tally, GError **error)
{
  Worker *worker = data;

  (void) tally;
  return tbk_conllu_sentence_convert (entry->sentence, worker->command->to, worker->command->replaces_blanks,
                                      &worker->losses, text, error);
}

/* Tells what the format has no place for. */
static void
tell_losses (const TbkConversionLosses *losses)
{
  const struct {
    gint64 n;
    const char *one, *many;
  } kinds[] = {
    { losses->comments, "comment", "comments" },
    { losses->ranges, "multiword range", "multiword ranges" },
    { losses->empty_nodes, "empty node", "empty nodes" },
    { losses->deps, "DEPS", "DEPS" },
    { losses->misc, "MISC", "MISC" },
    { losses->columns, "word with further columns", "words with further columns" },
  };
  g_autoptr (GString) list = g_string_new (NULL);

  for (guint k = 0; k < G_N_ELEMENTS (kinds); k++)
    if (kinds[k].n > 0)
      g_string_append_printf (list, "%s%" G_GINT64_FORMAT " %s", list->len > 0 ? ", " : "", kinds[k].n,
                              kinds[k].n == 1 ? kinds[k].one : kinds[k].many);
  if (list->len > 0)
    tool_message ("left out, since the format has no place for them: %s", list->str);
  if (losses->blanks > 0)
    tool_message ("blanks were replaced by _ in %" G_GINT64_FORMAT " field%s", losses->blanks,
                  losses->blanks == 1 ? "" : "s");
}

static gboolean
convert_columns (Corpus *corpus, Convert *command, GError **error)
{
  const TbkJob job = { .data = command,
                       .writes_corpus = TRUE,
                       .writes_lines = TRUE,
                       .takes_headless = command->to != TBK_CONVERT_HEADS,
                       .writes_comments = command->to == TBK_CONVERT_CONLLU,
                       .worker_new = worker_new,
                       .worker_free = worker_free,
                       .work = work };
  gboolean done;

  corpus->output_suffixes =
      command->to == TBK_CONVERT_HEADS
          ? heads_suffixes
          : input_suffixes (tbk_conllu_format (), command->to == TBK_CONVERT_CONLLX ? "conllx" : NULL);
  if (!corpus_find_files (corpus, error) || !corpus_check_files (corpus, NULL, NULL, error))
    return FALSE;
  done = corpus_run (corpus, &job, NULL, NULL, error);
  if (done) /* else how much was counted behind a fault depends on the threads */
    tell_losses (&command->losses);
  return done;
}

static gboolean
convert_heads (Corpus *corpus, const Convert *command, GError **error)
{
  const CorpusGiven *given = corpus->given;
  g_autoptr (TbkOutput) output = NULL;

  if (!selection_check_unused (&given->selection, "--input=heads", error))
    return FALSE;
  corpus->paths = files_find (&given->files, corpus->source, heads_suffixes, error);
  if (corpus->paths == NULL || !corpus_check_files (corpus, NULL, NULL, error))
    return FALSE;
  output = corpus_open_output (corpus, error);
  if (output == NULL)
    return FALSE;
  if (heads_convert (corpus, command->to, output, error))
    return tbk_output_commit (g_steal_pointer (&output), error);
  corpus_tell_withheld (corpus, error);
  return FALSE;
}

static const OptionGroup groups[] = {
  OPTION_GROUP ("Into which format", entries),
  TREE_SELECTION_GROUP,
  SELECTION_GROUP,
  OPTION_GROUP ("Output", corpus_output_entries),
  OPTION_GROUP ("Input", input_entries),
  OPTION_GROUP ("Input", corpus_columns_entries),
  OPTION_GROUP ("Input", corpus_input_entries),
  CORPUS_END_GROUPS,
};

/* Head vectors are not read by the loop over treebanks, so what that does is not to be had. */
static const OptionRule rules[] = {
  { "columns", "!input=heads" }, { "output-dir", "!input=heads" }, { "on-error", "!input=heads" },
  { "part", "!input=heads" },    { "strict", "!input=heads" },     { NULL, NULL },
};

static gboolean
convert (gpointer values, const Source *source, GError **error)
{
  static const char *const formats[] = { "conllu", "conllx", "heads", NULL };
  static const char *const ways[] = { "refuse", "replace", NULL };
  static const char *const inputs[] = { "conllu", "conllx", "conll09", "heads", NULL };
  Given *given = values;
  g_auto (Corpus) corpus = { .given = &given->corpus };
  Convert command = { .to = TBK_CONVERT_CONLLU };
  const gboolean has_heads = g_strcmp0 (given->corpus.input, "heads") == 0;
  gboolean done;
  int to, input, blanks;

  if (!options_choose ("to", given->to, formats, &to, error)
      || !options_choose ("blanks", given->blanks, ways, &blanks, error)
      || !options_choose ("input", given->corpus.input, inputs, &input, error))
    return FALSE;
  command.to = (TbkConversion) to;
  command.replaces_blanks = blanks == 1;
  if (given->blanks != NULL && command.to != TBK_CONVERT_CONLLX) {
    g_set_error (error, TBK_ERROR, TBK_ERROR_USAGE, "--blanks needs --to=conllx");
    return FALSE;
  }
  if (has_heads) /* there are no columns to find */
    g_clear_pointer (&given->corpus.input, g_free);
  if (!corpus_init (&corpus, &given->corpus, source, FALSE, error))
    return FALSE;
  g_mutex_init (&command.lock);
  done = has_heads ? convert_heads (&corpus, &command, error) : convert_columns (&corpus, &command, error);
  g_mutex_clear (&command.lock);
  return done;
}

static const Form form = {
  .groups = groups, .rules = rules, .size = sizeof (Given), .operands = "[FILE...]", .run = convert
};

const Command cmd_convert = { .name = "convert", .conllu = &form };
