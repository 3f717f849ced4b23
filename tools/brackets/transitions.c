/* transitions.c - tbk transitions over phrase-structure treebanks. */
#include "brackets.h"
#include "runs/lines.h"
#include "runs/replay.h"
#include "runs/stepping.h"
#include "tbk/constituency_sequence.h"

typedef struct {
  CorpusGiven corpus;
  char *system, *format;
  gboolean replay;
} Given;

static const GOptionEntry entries[] = {
  { "system", 0, 0, G_OPTION_ARG_STRING, OPTIONS_AT (Given, system),
    "Transition system: top-down (default), in-order, bottom-up, bottom-up:unary=1 to bottom-up:unary=8",
    "SYSTEM" },
  { "format", 0, 0, G_OPTION_ARG_STRING, OPTIONS_AT (Given, format),
    "jsonl: a line a tree (default); text, html: each step with what every other one would cost, as 'tbk show "
    "--steps'",
    "FORMAT" },
  G_OPTION_ENTRY_NULL,
};

static const GOptionEntry replay_entries[] = {
  { "replay", 0, 0, G_OPTION_ARG_NONE, OPTIONS_AT (Given, replay),
    "Read such lines and write their trees in brackets, a line each. --system must be the same", NULL },
  G_OPTION_ENTRY_NULL,
};

typedef struct {
  const TbkPhraseSystem *system;
  TbkOutput *output;
} Transitions;

typedef struct {
  const TbkPhraseSystem *system;
  TbkPhraseSequencer *sequencer;
  TbkVocabulary *labels;
  TbkPhraseTree tree;
  GString *line;
} Worker;

static gpointer
worker_new (gpointer data)
{
  Worker *worker = g_new0 (Worker, 1);

  worker->system = ((const Transitions *) data)->system;
  worker->sequencer = tbk_phrase_sequencer_new (worker->system);
  worker->labels = tbk_vocabulary_new ();
  worker->line = g_string_new (NULL);
  return worker;
}

static void
worker_free (gpointer data)
{
  Worker *worker = data;

  tbk_phrase_sequencer_free (worker->sequencer);
  tbk_vocabulary_free (worker->labels);
  tbk_phrase_tree_clear (&worker->tree);
  g_string_free (worker->line, TRUE);
  g_free (worker);
}

static gboolean
work (gpointer data, const TbkEntry *entry, TbkText *text, TbkTally *tally, GError **error)
{
  Worker *worker = data;
  TbkPhraseSequenceRecord record = { .file = entry->file,
                                     .sentence = entry->index,
                                     .sent_id = { entry->id, entry->id_length },
                                     .tree = entry->sentence,
                                     .system = worker->system,
                                     .labels = worker->labels };

  (void) tally;
  if (record.tree->n == 0)
    return TRUE;
  if (!tbk_phrase_tree_set_brackets (&worker->tree, record.tree, worker->labels, error)
      || !tbk_phrase_sequencer_run (worker->sequencer, &worker->tree, &record.sequence, error))
    return tbk_entry_fail (entry, error);
  g_string_truncate (worker->line, 0);
  if (!tbk_phrase_sequence_append (&record, worker->line, error))
    return tbk_entry_fail (entry, error);
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

/* The files whose records are replayed. */
typedef struct {
  const char *path;
  gint64 line;
  TbkPhraseReplayer *replayer;
  TbkOutput *output;
  GString *text;
} Replay;

static gboolean
replay_line (Replay *replay, const char *line, gsize length, GError **error)
{
  const TbkPhraseTree *tree;
  const TbkVocabulary *labels;

  if (line == NULL) {
    g_set_error (error, TBK_ERROR, TBK_ERROR_DATA, "the line is longer than %d bytes", LINES_MAX);
    return FALSE;
  }
  tree = tbk_phrase_replayer_read (replay->replayer, line, length, &labels, error);
  if (tree == NULL)
    return FALSE;
  g_string_truncate (replay->text, 0);
  tbk_phrase_tree_write (tree, labels, replay->text);
  g_string_append_c (replay->text, '\n');
  return TRUE;
}

static gboolean
take_line (gpointer data, const char *line, gsize length, GError **error)
{
  Replay *replay = data;

  replay->line++;
  if (replay_line (replay, line, length, error))
    return tbk_output_write (replay->output, replay->text->str, replay->text->len, error);
  g_prefix_error (error, "%s:%" G_GINT64_FORMAT ": ", replay->path, replay->line);
  return FALSE;
}

static gboolean
replay_all (const Corpus *corpus, const TbkPhraseSystem *system, GError **error)
{
  static const LinesReader lines = { .take = take_line };
  g_autoptr (TbkOutput) output = corpus_open_output (corpus, error);
  g_autoptr (TbkPhraseReplayer) replayer = tbk_phrase_replayer_new (system);
  g_autoptr (GString) text = g_string_new (NULL);
  Replay replay = { .replayer = replayer, .output = output, .text = text };

  if (output == NULL)
    return FALSE;
  for (char **path = corpus->paths; *path != NULL; path++) {
    corpus_announce (corpus, *path);
    replay.path = g_str_equal (*path, "-") ? "<stdin>" : *path;
    replay.line = 0;
    if (!lines_read (*path, &lines, &replay, error)) {
      corpus_tell_withheld (corpus, error);
      return FALSE;
    }
  }
  return tbk_output_commit (g_steal_pointer (&output), error);
}

static gboolean
run (Corpus *corpus, Transitions *command, GError **error)
{
  const TbkJob job = {
    .data = command,
    .worker_new = worker_new,
    .worker_free = worker_free,
    .work = work,
    .write = write_lines,
    .settle = settle,
  };
  g_autoptr (TbkOutput) output = corpus_open_output (corpus, error);
  g_auto (TbkLeftOut) left_out = { 0 };

  command->output = output;
  return output != NULL && corpus_run (corpus, &job, NULL, &left_out, error)
         && corpus_commit (corpus, &output, &left_out, error);
}

/* Writes the sequences for looking at. */
static gboolean
write_steps (Corpus *corpus, const TbkPhraseSystem *system, int format, GError **error)
{
  g_auto (Stepping) stepping = { .phrases = system, .draw = { .format = stepping_drawing (format) } };

  g_mutex_init (&stepping.counting);
  return stepping_init (&stepping, &(SteppingGiven){ NULL, NULL, NULL }, error)
         && stepping_run (corpus, &stepping, error);
}

static const OptionGroup groups[] = {
  OPTION_GROUP ("Which system", entries),
  OPTION_GROUP ("Back to trees", replay_entries),
  SELECTION_GROUP,

  OPTION_GROUP ("Input", corpus_format_entries),
  OPTION_GROUP ("Input", brackets_entries),
  OPTION_GROUP ("Input", corpus_on_error_entries),
  OPTION_GROUP ("Output", output_entries),
  CORPUS_END_GROUPS,
};

static const OptionRule rules[] = {
  { "on-error", "!replay" },    { "part", "!replay" },
  { "labels", "!replay" },      { "forms", "!replay" },
  { "keep-outer", "!replay" },  { "keep-empty", "!replay" },
  { "keep-markup", "!replay" }, { NULL, NULL },
};

static gboolean
transitions_of_trees (gpointer values, const Source *source, GError **error)
{
  Given *given = values;
  g_auto (Corpus) corpus = { .given = &given->corpus };
  Transitions command = { 0 };
  int format;

  if (!brackets_init (&corpus, &given->corpus, source, FALSE, error)
      || (command.system = brackets_get_system (given->system, error)) == NULL
      || !stepping_get_format (given->format, &format, error)
      || (given->replay && !selection_check_unused (&given->corpus.selection, "--replay", error))
      || !(given->replay ? replay_find_files (&corpus, error) : corpus_find_files (&corpus, error))
      || !corpus_check_files (&corpus, NULL, NULL, error))
    return FALSE;
  if (given->replay && format != STEPPING_JSONL) {
    g_set_error (error, TBK_ERROR, TBK_ERROR_USAGE, "--format=text and html take no --replay");
    return FALSE;
  }
  if (format != STEPPING_JSONL)
    return write_steps (&corpus, command.system, format, error) && brackets_tell_losses (&corpus);
  return given->replay ? replay_all (&corpus, command.system, error)
                       : run (&corpus, &command, error) && brackets_tell_losses (&corpus);
}

const Form brackets_transitions = { .groups = groups,
                                    .rules = rules,
                                    .size = sizeof (Given),
                                    .operands = "[FILE...]",
                                    .is_of_brackets = TRUE,
                                    .run = transitions_of_trees };
