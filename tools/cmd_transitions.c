/* cmd_transitions.c - tbk transitions: the transitions that build each tree, and the trees that they build. */
#include <string.h>

#include "brackets.h"
#include "corpus.h"
#include "files.h"
#include "options.h"
#include "replay.h"
#include "selection.h"
#include "system_options.h"
#include "tbk/conllu.h"
#include "tbk/sequence_records.h"
#include "tool.h"

static struct {
  char *static_order, *policy, *onto, *output;
  gboolean relations, replay;
} given;

static const GOptionEntry entries[] = {
  { "static-order", 0, 0, G_OPTION_ARG_STRING, &given.static_order,
    "Of static oracles that have several: swap: eager (default), lazy; shift-reduce: left-before-right "
    "(default), right-before-left; arc-eager, all kinds but the normalized: reduce-before-shift (default), "
    "shift-before-reduce",
    "ORDER" },
  { "policy", 0, 0, G_OPTION_ARG_STRING, &given.policy,
    "Take the first optimal transition by the exact oracle with this policy, as in tbk oracle; without it, only "
    "for trees that the static oracle does not build",
    "POLICY" },
  { "relations", 0, 0, G_OPTION_ARG_NONE, &given.relations,
    "Write the relation that a transition chooses after it: \"LA:nsubj\"", NULL },
  G_OPTION_ENTRY_NULL,
};

static const GOptionEntry replay_entries[] = {
  { "replay", 0, 0, G_OPTION_ARG_NONE, &given.replay,
    "Read such lines, written with the same --system, --start and --complete, and write their trees as CoNLL-U",
    NULL },
  { "onto", 0, 0, G_OPTION_ARG_FILENAME, &given.onto,
    "With --replay: write the trees into the sentences of FILE, the first into the first", "FILE" },
  G_OPTION_ENTRY_NULL,
};

static const GOptionEntry output_entries[] = {
  { "output", 'o', 0, G_OPTION_ARG_FILENAME, &given.output,
    "Write to FILE, complete or not at all (default: standard output)", "FILE" },
  G_OPTION_ENTRY_NULL,
};

typedef struct {
  const TbkSystem *system;
  int policy; /* -1 if none is named */
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
  worker->sequencer = tbk_sequencer_new (command->system, given.static_order, command->policy, NULL);
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
  if (given.relations)
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
get_options (Transitions *command, GError **error)
{
  g_autoptr (TbkSequencer) sequencer = NULL;

  command->system = system_get (error);
  if (command->system == NULL)
    return FALSE;
  if (given.onto != NULL && !given.replay)
    g_set_error (error, TBK_ERROR, TBK_ERROR_USAGE, "--onto needs --replay");
  else if (given.replay && (given.static_order != NULL || given.policy != NULL || given.relations))
    g_set_error (error, TBK_ERROR, TBK_ERROR_USAGE,
                 "--replay takes no --static-order, --policy and --relations");
  else if (given.static_order != NULL && given.policy != NULL)
    g_set_error (error, TBK_ERROR, TBK_ERROR_USAGE, "--static-order and --policy exclude each other");
  else if (given.replay)
    return selection_check_unused ("--replay", error);
  else if (given.policy == NULL
           || (command->policy = system_get_policy (command->system, given.policy, error)) >= 0)
    sequencer = tbk_sequencer_new (command->system, given.static_order, command->policy, error);
  return sequencer != NULL;
}

/* Writes the sequences of @paths, or their trees. */
static gboolean
run (const TbkCorpusOptions *options, Transitions *command, char **paths, GError **error)
{
  const TbkJob job = {
    .data = command, .worker_new = worker_new, .worker_free = worker_free, .work = work, .write = write_lines
  };
  const char *const no_outputs[] = { NULL };
  g_autoptr (GPtrArray) inputs = g_ptr_array_new ();
  g_autoptr (TbkOutput) output = NULL;
  gboolean done;

  for (int i = 0; paths[i] != NULL; i++)
    g_ptr_array_add (inputs, paths[i]);
  g_ptr_array_add (inputs, given.onto);
  g_ptr_array_add (inputs, NULL);
  if (!corpus_check_files (options, (char **) inputs->pdata, no_outputs, error))
    return FALSE;
  output = command->output = tbk_output_open (options->output, error);
  if (output == NULL)
    return FALSE;
  done = given.replay ? replay_files (command->system, paths, given.onto, output, error)
                      : corpus_run (options, &job, paths, NULL, NULL, error);
  return done && tbk_output_commit (g_steal_pointer (&output), error);
}

static const OptionGroup groups[] = {
  { "System", system_entries },
  { "Sequences", entries },
  { "Replay", replay_entries },
  { "Which sentences", selection_tree_entries },
  { "Which sentences", selection_entries },

  { "Output", output_entries },
  { "Input", input_entries },
  { "Input", corpus_input_entries },
  { "Which files", files_entries },
  { "Which files", part_entries },
  { "Running", corpus_jobs_entries },
  { "Running", quiet_entries },
  { NULL, NULL },
};

static gboolean
transitions_of_sentences (int argc, char **argv, GError **error)
{
  g_auto (GStrv) paths = options_parse (argc, argv, groups, "[FILE...]", error);
  Transitions command = { .policy = -1 };
  TbkCorpusOptions options;

  if (paths == NULL || !corpus_get_options (&options, FALSE, error) || !get_options (&command, error))
    return FALSE;
  options.output = given.output;
  if (!(given.replay ? files_find (&paths, files_records_suffixes, error)
                     : corpus_find_files (&options, &paths, error)))
    return FALSE;
  return run (&options, &command, paths, error);
}

gboolean
cmd_transitions (int argc, char **argv, GError **error)
{
  return input_run (argc, argv, &(InputCommand){ groups, transitions_of_sentences }, &brackets_transitions,
                    error);
}
