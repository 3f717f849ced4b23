/* cmd_transitions.c - tbk transitions: the transitions that build each tree, and the trees that they build. */
#include <string.h>

#include "brackets/brackets.h"
#include "commands.h"
#include "options/system_options.h"
#include "options/tool.h"
#include "runs/replay.h"
#include "runs/stepping.h"
#include "tbk/conllu.h"
#include "tbk/sequence_records.h"

typedef struct {
  CorpusGiven corpus;
  SystemGiven system;
  char *static_order, *policy, *onto, *format;
  gboolean relations, replay;
} Given;

static const GOptionEntry entries[] = {
  { "static-order", 0, 0, G_OPTION_ARG_STRING, OPTIONS_AT (Given, static_order),
    "Order of a static oracle. swap: eager (default), lazy; shift-reduce: left-before-right "
    "(default), right-before-left; arc-eager, all kinds but the normalized: reduce-before-shift "
    "(default), shift-before-reduce",
    "ORDER" },
  { "policy", 0, 0, G_OPTION_ARG_STRING, OPTIONS_AT (Given, policy),
    "Take the first optimal transition of the exact oracle with this policy, as in 'tbk oracle', whose "
    "default for arc-eager is shift-before-reduce. "
    "Without it the exact oracle is used only for trees that the static oracle cannot build",
    "POLICY" },
  { "relations", 0, 0, G_OPTION_ARG_NONE, OPTIONS_AT (Given, relations),
    "Write the relation behind each transition that makes an arc: \"LA:nsubj\"", NULL },
  { "format", 0, 0, G_OPTION_ARG_STRING, OPTIONS_AT (Given, format),
    "jsonl: a line a sentence (default); text, html: each step with what every other one would cost, as 'tbk show "
    "--steps'",
    "FORMAT" },
  G_OPTION_ENTRY_NULL,
};

static const GOptionEntry replay_entries[] = {
  { "replay", 0, 0, G_OPTION_ARG_NONE, OPTIONS_AT (Given, replay),
    "Read such lines and write their trees as CoNLL-U. --system, --start and --complete must be the same",
    NULL },
  { "onto", 0, 0, G_OPTION_ARG_FILENAME, OPTIONS_AT (Given, onto),
    "With --replay: write the trees into the sentences of FILE, in order", "FILE" },
  G_OPTION_ENTRY_NULL,
};

typedef struct {
  const Given *given;
  const TbkSystem *system;
  int policy; /* -1 if none is named */
  int format; /* STEPPING_JSONL and so on */
  TbkOutput *output;
} Transitions;

typedef struct {
  const Transitions *command;
  TbkSequencer *sequencer;
  TbkConfiguration scratch;
  GArray *labels; /* TbkPiece */
  GString *line;
} Worker;

static gpointer
worker_new (gpointer data)
{
  const Transitions *command = data;
  Worker *worker = g_new0 (Worker, 1);

  worker->command = command;
  worker->sequencer =
      tbk_sequencer_new (command->system, command->given->static_order, command->policy, NULL);
  worker->labels = g_array_new (FALSE, TRUE, sizeof (TbkPiece));
  worker->line = g_string_new (NULL);
  return worker;
}

static void
worker_free (gpointer data)
{
  Worker *worker = data;

  tbk_sequencer_free (worker->sequencer);
  tbk_configuration_clear (&worker->scratch);
  g_array_free (worker->labels, TRUE);
  g_string_free (worker->line, TRUE);
  g_free (worker);
}

/* The relations of the words, by which their arcs are labelled. */
static const TbkPiece *
find_labels (Worker *worker, const TbkConlluSentence *sentence)
{
  g_array_set_size (worker->labels, sentence->n + 1);
  for (int word = 1; word <= sentence->n; word++) {
    TbkPiece *label = &g_array_index (worker->labels, TbkPiece, word);
    *label = tbk_conllu_sentence_field (sentence, word, TBK_COLUMN_DEPREL);
  }
  return (const TbkPiece *) worker->labels->data;
}

static gboolean
work (gpointer data, const TbkEntry *entry, TbkText *text, TbkTally *tally, GError **error)
{
  const TbkConlluSentence *sentence = entry->sentence;
  Worker *worker = data;
  TbkSequenceRecord record = { .file = tbk_conllu_sentence_file (sentence),
                               .sentence = sentence->index,
                               .sent_id = { sentence->sent_id, sentence->sent_id_length },
                               .heads = sentence->heads,
                               .n = sentence->n,
                               .system = worker->command->system };

  (void) tally;
  if (!tbk_sequencer_run (worker->sequencer, sentence->heads, sentence->n, &record.sequence, error))
    return tbk_entry_fail (entry, error);
  if (worker->command->given->relations)
    record.labels = find_labels (worker, sentence);
  g_string_truncate (worker->line, 0);
  if (!tbk_sequence_record_append (&record, &worker->scratch, worker->line, error))
    return FALSE;
  tbk_text_add (text, worker->line->str, worker->line->len);
  return TRUE;
}

static gboolean
write_lines (gpointer data, const TbkText *text, GError **error)
{
  return tbk_output_write_text (((Transitions *) data)->output, text, error);
}

static gboolean
settle (gpointer data, gboolean stays, GError **error)
{
  return tbk_output_settle (((Transitions *) data)->output, stays, error);
}

static gboolean
get_options (Transitions *command, Given *given, GError **error)
{
  g_autoptr (TbkSequencer) sequencer = NULL;

  command->system = system_get (&given->system, error);
  if (command->system == NULL || !stepping_get_format (given->format, &command->format, error))
    return FALSE;
  if (given->onto != NULL && !given->replay)
    g_set_error (error, TBK_ERROR, TBK_ERROR_USAGE, "--onto needs --replay");
  else if (given->replay && (given->static_order != NULL || given->policy != NULL || given->relations))
    g_set_error (error, TBK_ERROR, TBK_ERROR_USAGE,
                 "--replay takes no --static-order, --policy and --relations");
  else if (command->format != STEPPING_JSONL && (given->replay || given->relations))
    g_set_error (error, TBK_ERROR, TBK_ERROR_USAGE, "--format=text and html take no %s",
                 given->replay ? "--replay" : "--relations");
  else if (given->static_order != NULL && given->policy != NULL)
    g_set_error (error, TBK_ERROR, TBK_ERROR_USAGE, "--static-order and --policy exclude each other");
  else if (given->replay)
    return selection_check_unused (&given->corpus.selection, "--replay", error);
  else if (system_check_oracle (command->system, TRUE, error)
           && (given->policy == NULL
               || (command->policy = system_get_policy (command->system, given->policy, error)) >= 0))
    sequencer = tbk_sequencer_new (command->system, given->static_order, command->policy, error);
  return sequencer != NULL;
}

static gboolean
write_sequences (Corpus *corpus, Transitions *command, TbkOutput **output, GError **error)
{
  const TbkJob job = {
    .data = command,
    .worker_new = worker_new,
    .worker_free = worker_free,
    .work = work,
    .write = write_lines,
    .settle = settle,
  };
  g_auto (TbkLeftOut) left_out = { 0 };

  return corpus_run (corpus, &job, NULL, &left_out, error)
         && corpus_commit (corpus, output, &left_out, error);
}

/* Writes the sequences for looking at. */
static gboolean
write_steps (Corpus *corpus, Transitions *command, GError **error)
{
  g_auto (Stepping) stepping = { .system = command->system,
                                 .order = command->given->static_order,
                                 .policy = command->policy,
                                 .draw = { .format = stepping_drawing (command->format) } };

  g_mutex_init (&stepping.counting);
  return corpus_check_files (corpus, NULL, NULL, error)
         && stepping_init (&stepping, &(SteppingGiven){ NULL, NULL, NULL }, error)
         && stepping_run (corpus, &stepping, error);
}

/* Writes the sequences of the files, or their trees. */
static gboolean
run (Corpus *corpus, Transitions *command, GError **error)
{
  const Given *given = command->given;
  g_autoptr (TbkOutput) output = NULL;

  if (!corpus_check_files (corpus, NULL, NULL, error))
    return FALSE;
  output = command->output = corpus_open_output (corpus, error);
  if (output == NULL)
    return FALSE;
  if (!given->replay)
    return write_sequences (corpus, command, &output, error);
  if (replay_files (command->system, corpus, given->onto, output, error))
    return tbk_output_commit (g_steal_pointer (&output), error);
  corpus_tell_withheld (corpus, error);
  return FALSE;
}

static const OptionGroup groups[] = {
  OPTION_GROUP_AT ("Which system", system_entries, Given, system),
  OPTION_GROUP ("Which transitions", entries),
  OPTION_GROUP ("Back to trees", replay_entries),
  TREE_SELECTION_GROUP,
  SELECTION_GROUP,

  OPTION_GROUP ("Output", output_entries),
  OPTION_GROUP ("Input", corpus_format_entries),
  OPTION_GROUP ("Input", corpus_columns_entries),
  OPTION_GROUP ("Input", corpus_input_entries),
  CORPUS_END_GROUPS,
};

static const OptionRule rules[] = {
  { "on-error", "!replay" }, { "strict", "!replay" },       { "max-line", "!replay" },
  { "part", "!replay" },     { "columns", "!replay onto" }, { NULL, NULL },
};

static gboolean
transitions_of_sentences (gpointer values, const Source *source, GError **error)
{
  Given *given = values;
  g_auto (Corpus) corpus = { .given = &given->corpus };
  Transitions command = { .given = given, .policy = -1 };

  if (!corpus_init (&corpus, &given->corpus, source, FALSE, error) || !get_options (&command, given, error))
    return FALSE;
  return (given->replay ? replay_find_files (&corpus, error) : corpus_find_files (&corpus, error))
         && (command.format == STEPPING_JSONL ? run : write_steps) (&corpus, &command, error);
}

static const Form transitions = { .groups = groups,
                                  .rules = rules,
                                  .size = sizeof (Given),
                                  .operands = "[FILE...]",
                                  .run = transitions_of_sentences };

const Command cmd_transitions = { .name = "transitions",
                                  .conllu = &transitions,
                                  .brackets = &brackets_transitions };
