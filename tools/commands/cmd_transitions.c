/* cmd_transitions.c - tbk transitions: the transitions that build each tree, and the trees that they build.
 *
 *   sentences  ->  records      a JSON line each: heads, transitions, relations if asked for
 *   records    ->  trees        with --replay: columns without forms, or brackets
 *   records    ->  sentences    with --replay --onto=FILE: the next sentence of FILE gets the heads of the
 *              next record
 *
 * Contents
 *   1. transitions: the sequences of trees
 *   2. replay: trees of sequences, alone or in the sentences of a file
 *   3. cmd_transitions: the options of both kinds of trees
 */
#include "base/base.h"
#include "commands/commands.h"
#include "conllu/conllu.h"
#include "io/io.h"

#include <string.h>

#include "all_commands.h"
#include "options/options.h"
#include "tbk/conllu.h"
#include "tbk/oracle.h"

/* 1. transitions: the sequences of trees. */

typedef struct {
  CorpusGiven corpus;
  SystemGiven given;
  SequenceGiven sequence;
  gboolean relations, replay;
  const char *onto; /* (nullable): the file whose sentences get the trees of a replay */

  const TbkSystem *system; /* of dependencies; NULL: of phrase structure */
  const TbkPhraseSystem *phrases;
  int policy; /* -1 if none is named */
  TbkOutput *output;
} Transitions;

typedef struct {
  const Transitions *command;
  TbkSequencer *sequencer;
  TbkConfiguration scratch;
  GArray *labels; /* TbkPiece: of words */
  TbkVocabulary *names;
  TbkPhraseTree tree;
  GString *line;
} Worker;

static gpointer
worker_new (gpointer data)
{
  const Transitions *command = data;
  Worker *worker = g_new0 (Worker, 1);

  worker->command = command;
  worker->sequencer =
      tbk_sequencer_new (command->system, command->phrases, command->sequence.order, command->policy, NULL);
  worker->labels = g_array_new (FALSE, TRUE, sizeof (TbkPiece));
  worker->names = tbk_vocabulary_new ();
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
  tbk_vocabulary_free (worker->names);
  tbk_phrase_tree_clear (&worker->tree);
  g_string_free (worker->line, TRUE);
  g_free (worker);
}

/* Returns the relations of the words, by which their arcs are labelled. */
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
find_sequence (Worker *worker, const TbkConlluSentence *sentence, TbkSequenceRecord *record, GError **error)
{
  record->system = worker->command->system;
  record->heads = sentence->heads;
  record->n = sentence->n;
  record->labels = worker->command->relations ? find_labels (worker, sentence) : NULL;
  return tbk_sequencer_run (worker->sequencer, sentence->heads, sentence->n, &record->sequence, error);
}

static gboolean
find_sequence_of_tree (Worker *worker, const TbkBracketTree *tree, TbkSequenceRecord *record, GError **error)
{
  record->phrase_system = worker->command->phrases;
  record->tree = tree;
  record->names = worker->names;
  return tbk_phrase_tree_set_brackets (&worker->tree, tree, worker->names, error)
         && tbk_sequencer_run_tree (worker->sequencer, &worker->tree, &record->sequence, error);
}

static gboolean
work (gpointer data, const TbkEntry *entry, TbkText *text, TbkTally *tally, GError **error)
{
  Worker *worker = data;
  const gboolean is_of_phrases = worker->command->system == NULL;
  TbkSequenceRecord record = { .file = entry->file,
                               .sentence = entry->index,
                               .sent_id = { entry->id, entry->id_length } };

  (void) tally;
  if (is_of_phrases && entry->n_words == 0)
    return TRUE;
  g_string_truncate (worker->line, 0);
  if (!(is_of_phrases ? find_sequence_of_tree (worker, entry->sentence, &record, error)
                      : find_sequence (worker, entry->sentence, &record, error))
      || !tbk_sequence_record_append (&record, &worker->scratch, worker->line, error))
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

/* 2. replay: trees of sequences, alone or in the sentences of a file. */

typedef struct {
  const char *path; /* of the records in hand */
  gint64 line;
  gsize max_line;
  TbkReplayer *replayer;
  TbkOutput *output;
  TbkText *text;
  GString *tree; /* in brackets */

  /* The file that gives the sentences; NULL if there is none. */
  const char *onto;
  TbkCursor cursor;
  gint64 n_sentences; /* that were read */
} Replay;

static void
add_brackets (Replay *replay, const TbkReplayedTree *tree)
{
  g_string_truncate (replay->tree, 0);
  tbk_phrase_tree_write (tree->phrases, tree->names, replay->tree);
  g_string_append_c (replay->tree, '\n');
  tbk_text_add (replay->text, replay->tree->str, replay->tree->len);
}

static void
add_tree (TbkText *text, const TbkReplayedTree *tree)
{
  if (tree->sent_id.size > 0)
    tbk_text_printf (text, "# sent_id = %.*s\n", (int) tree->sent_id.size, tree->sent_id.bytes);
  for (int i = 1; i <= tree->n; i++) {
    const TbkPiece *label = &tree->labels[i];

    tbk_text_printf (text, "%d\t_\t_\t_\t_\t_\t%d\t%.*s\t_\t_\n", i, tree->heads[i], (int) label->size,
                     label->bytes);
  }
  tbk_text_add (text, "\n", 1);
}

/* Sets *@sentence to the next one of the file, NULL at its end; blank lines before it are written as they
 * are. */
static gboolean
next_sentence (Replay *replay, const TbkConlluSentence **sentence, GError **error)
{
  TbkCursor *cursor = &replay->cursor;

  *sentence = NULL;
  while (tbk_cursor_next (cursor, error)) {
    if (cursor->is_at_end)
      return TRUE;
    if (!cursor_check (cursor, error))
      return FALSE;
    if (!cursor->entry.is_blank) {
      *sentence = cursor->entry.sentence;
      replay->n_sentences++;
      return TRUE;
    }
    if (!tbk_output_write (replay->output, cursor->entry.text, cursor->entry.length, error))
      return FALSE;
  }
  return FALSE;
}

/* Returns TRUE if the tree has the sent_id of the sentence, or one of the two has none. */
static gboolean
check_id (const TbkPiece *id, const TbkConlluSentence *sentence, GError **error)
{
  g_autofree char *found = NULL, *expected = NULL;

  if (id->size == 0 || sentence->sent_id == NULL
      || (id->size == sentence->sent_id_length && memcmp (id->bytes, sentence->sent_id, id->size) == 0))
    return TRUE;
  found = tbk_quote (id->bytes, id->size);
  expected = tbk_quote (sentence->sent_id, sentence->sent_id_length);
  g_set_error (error, TBK_ERROR, TBK_ERROR_DATA,
               "found sent_id %s, expected the sent_id of sentence %" G_GINT64_FORMAT " of %s: %s", found,
               sentence->index, tbk_conllu_sentence_file (sentence), expected);
  return FALSE;
}

/* Returns TRUE if the tree fits the sentence. */
static gboolean
check_fit (const TbkReplayedTree *tree, const TbkConlluSentence *sentence, GError **error)
{
  if (tree->n != sentence->n)
    g_set_error (
        error, TBK_ERROR, TBK_ERROR_DATA,
        "found a tree of %d word%s, expected %d, as many as sentence %" G_GINT64_FORMAT " of %s has words",
        tree->n, tree->n == 1 ? "" : "s", sentence->n, sentence->index, tbk_conllu_sentence_file (sentence));
  else if (sentence->has_marks)
    g_set_error (error, TBK_ERROR, TBK_ERROR_DATA,
                 "sentence %" G_GINT64_FORMAT
                 " of %s: found OrigHead= or ProjHead= in MISC, expected no such "
                 "marks; run 'tbk restore' first",
                 sentence->index, tbk_conllu_sentence_file (sentence));
  else
    return check_id (&tree->sent_id, sentence, error);
  return FALSE;
}

/* Adds the next sentence with the tree of the record. */
static gboolean
add_onto (Replay *replay, const char *line, gsize length, GError **error)
{
  const TbkConlluSentence *sentence;
  TbkReplayedTree tree;

  if (!next_sentence (replay, &sentence, error))
    return FALSE;
  if (sentence == NULL) {
    g_set_error (error, TBK_ERROR, TBK_ERROR_DATA,
                 "found a sequence, expected no more: %s has %" G_GINT64_FORMAT " sentences", replay->onto,
                 replay->n_sentences);
    return FALSE;
  }
  if (!tbk_replayer_read (replay->replayer, line, length, sentence->n, &tree, error)
      || !check_fit (&tree, sentence, error))
    return FALSE;
  if (tree.has_labels)
    tbk_conllu_sentence_write_arcs (sentence, tree.heads, tree.labels, replay->text);
  else
    tbk_conllu_sentence_write (sentence, tree.heads, TBK_MARK_NONE, replay->text);
  return TRUE;
}

static gboolean
replay_line (Replay *replay, const char *line, gsize length, GError **error)
{
  TbkReplayedTree tree;

  if (line == NULL) {
    g_set_error (error, TBK_ERROR, TBK_ERROR_DATA, "the line is longer than %" G_GSIZE_FORMAT " bytes",
                 replay->max_line);
    return FALSE;
  }
  if (replay->onto != NULL)
    return add_onto (replay, line, length, error);
  if (!tbk_replayer_read (replay->replayer, line, length, -1, &tree, error))
    return FALSE;
  if (tree.phrases != NULL)
    add_brackets (replay, &tree);
  else
    add_tree (replay->text, &tree);
  return TRUE;
}

static gboolean
take_line (gpointer data, const char *line, gsize length, GError **error)
{
  Replay *replay = data;
  gboolean done;

  replay->line++;
  tbk_text_clear (replay->text);
  done = replay_line (replay, line, length, error)
         && tbk_output_write_text (replay->output, replay->text, error);
  if (!done)
    g_prefix_error (error, "%s:%" G_GINT64_FORMAT ": ", replay->path, replay->line);
  return done;
}

/* Checks that every sentence got its tree. */
static gboolean
end_onto (Replay *replay, GError **error)
{
  const TbkConlluSentence *sentence;

  if (!next_sentence (replay, &sentence, error))
    return FALSE;
  if (sentence != NULL)
    g_set_error (error, TBK_ERROR, TBK_ERROR_DATA,
                 "%s:%" G_GINT64_FORMAT ": found a sentence, expected no more than the %" G_GINT64_FORMAT
                 " that have sequences",
                 replay->onto, sentence->line, replay->n_sentences - 1);
  return sentence == NULL;
}

/* Replays the records of all files. */
static gboolean
read_files (Replay *replay, const Corpus *corpus, GError **error)
{
  const LinesReader lines = { .max = replay->max_line, .take = take_line };
  const TbkReaderOptions options = { .of_format = &corpus->columns,
                                     .max_line = (gsize) corpus->options.max_line,
                                     .strict = corpus->options.strict };

  if (replay->onto != NULL
      && !tbk_cursor_open (&replay->cursor, tbk_conllu_format (), replay->onto, &options, error))
    return FALSE;
  for (char **path = corpus->paths; *path != NULL; path++) {
    corpus_announce (corpus, *path);
    replay->path = input_shown_name (*path);
    replay->line = 0;
    if (!lines_read (*path, &lines, replay, error))
      return FALSE;
  }
  corpus_tell_recognized (corpus);
  return replay->onto == NULL || end_onto (replay, error);
}

/* Writes the tree of each record: in brackets, or a sentence of words without forms, or the next sentence of the
 * file --onto with the tree's heads and labels. */
static gboolean
replay_files (const Corpus *corpus, const Transitions *command, GError **error)
{
  g_autoptr (TbkReplayer) replayer = tbk_replayer_new (command->system, command->phrases);
  g_autoptr (TbkText) text = tbk_text_new ();
  g_autoptr (GString) tree = g_string_new (NULL);
  const char *onto = command->onto;
  Replay replay = { .replayer = replayer,
                    .output = command->output,
                    .text = text,
                    .tree = tree,
                    .onto = onto,
                    .max_line = corpus->options.max_line > 0 ? (gsize) corpus->options.max_line : LINES_MAX };
  const gboolean done = read_files (&replay, corpus, error);

  tbk_cursor_close (&replay.cursor);
  return done;
}

static gboolean
find_files (Corpus *corpus, const Transitions *command, GError **error)
{
  if (!command->replay)
    return corpus_find_files (corpus, error);
  corpus->paths = files_find (&corpus->given->files, corpus->source, input_records_suffixes, error);
  return corpus->paths != NULL;
}

/* Writes the sequences of the files, or their trees. */
static gboolean
run (Corpus *corpus, Transitions *command, GError **error)
{
  g_autoptr (TbkOutput) output = NULL;

  if (!find_files (corpus, command, error) || !corpus_check_files (corpus, NULL, NULL, error))
    return FALSE;
  output = command->output = corpus_open_output (corpus, error);
  if (output == NULL)
    return FALSE;
  if (!command->replay)
    return write_sequences (corpus, command, &output, error);
  if (replay_files (corpus, command, error))
    return tbk_output_commit (g_steal_pointer (&output), error);
  corpus_tell_withheld (corpus, error);
  return FALSE;
}

/* 3. cmd_transitions: the options of both kinds of trees. */

static const Option entries[] = {
  { "relations", FLAG, AT (Transitions, relations), NULL,
    "Write the relation after each transition that makes an arc: \"LA:nsubj\"" },
  OPTION_END,
};

static const Option replay_entries[] = {
  { "replay", FLAG, AT (Transitions, replay), NULL,
    "Read lines of transitions and write their trees as CoNLL-U. --system must be the same. "
    "A line without \"heads\" needs the number of its \"words\", or --onto" },
  { "onto", PATH, AT (Transitions, onto), "FILE",
    "With --replay: write the trees into the sentences of FILE, in order" },
  OPTION_END,
};

static const Option phrase_entries[] = {
  { "system", TEXT, AT (Transitions, given.system), "SYSTEM",
    "Transition system: " BRACKETS_SYSTEMS ", bottom-up:unary=1 to bottom-up:unary=8" },
  OPTION_END,
};

static const Option phrase_replay_entries[] = {
  { "replay", FLAG, AT (Transitions, replay), NULL,
    "Read lines of transitions and write their trees in brackets, one per line. --system must be the same" },
  OPTION_END,
};

/* Finds the system, and refuses what does not go together. */
static gboolean
take_options (Transitions *command, gboolean of_brackets, GError **error)
{
  command->policy = -1;
  if (of_brackets) {
    command->phrases = brackets_get_system (command->given.system, error);
  } else {
    command->sequence.order = system_take_order (&command->given.system);
    command->system = system_get (&command->given, error);
  }
  if (command->phrases == NULL && command->system == NULL)
    return FALSE;
  if (command->replay
      && (command->sequence.order != NULL || command->sequence.policy != NULL || command->relations))
    return options_refuse (error, "--replay excludes order= of --system, --policy and --relations");
  return !command->replay || selection_check_unused (&command->corpus.selection, "--replay", error);
}

/* Finds the oracle of dependencies. */
/* A sequencer as workers make them, so that an error comes before anything is written. */
static gboolean
take_oracle (Transitions *command, GError **error)
{
  g_autoptr (TbkSequencer) sequencer = NULL;

  if (command->system == NULL || command->replay)
    return TRUE;
  if (!system_check_oracle (command->system, TRUE, error))
    return FALSE;
  if (!sequence_get_policy (&command->sequence, command->system, &command->policy, error))
    return FALSE;
  sequencer = tbk_sequencer_new (command->system, NULL, command->sequence.order, command->policy, error);
  return sequencer != NULL;
}

static gboolean
transitions (gpointer values, const Source *source, GError **error)
{
  Transitions *command = values;
  g_auto (Corpus) corpus = { .given = &command->corpus };

  return corpus_init (&corpus, &command->corpus, source, FALSE, error)
         && take_options (command, source->is_of_brackets, error) && take_oracle (command, error)
         && output_check_kind ("output", command->corpus.options.output,
                               !command->replay         ? OUTPUT_RECORDS
                               : source->is_of_brackets ? OUTPUT_BRACKETS
                                                        : OUTPUT_COLUMNS,
                               error)
         && run (&corpus, command, error) && (command->replay || brackets_tell_losses (&corpus));
}

static const OptionGroup groups[] = {
  OPTION_GROUP_AT ("Which system", system_entries, Transitions, given),
  OPTION_GROUP_AT ("Which transitions", sequence_entries, Transitions, sequence),
  OPTION_GROUP ("Which transitions", entries),
  OPTION_GROUP ("Back to trees", replay_entries),
  SELECTION_GROUP,
  OPTION_GROUP ("Output", output_entries),
  INPUT_GROUPS (corpus_format_entries, corpus_input_entries),
  CORPUS_END_GROUPS,
};

static const OptionGroup phrase_groups[] = {
  OPTION_GROUP ("Which system", phrase_entries),
  OPTION_GROUP ("Back to trees", phrase_replay_entries),
  SELECTION_GROUP,
  BRACKETS_INPUT_GROUPS (corpus_on_error_entries),
  OPTION_GROUP ("Output", output_entries),
  CORPUS_END_GROUPS,
};

static const OptionRule rules[] = {
  { "on-error strict limit=line part labels forms keep-outer keep-empty keep-markup", "!replay" },
  { "input-columns", "!replay onto" },
  { "onto", "replay" },
  { NULL, NULL },
};

static const Form conllu = {
  .groups = groups, .rules = rules, .size = sizeof (Transitions), .run = transitions
};

static const Form brackets = { .groups = phrase_groups,
                               .rules = rules,
                               .size = sizeof (Transitions),
                               .is_of_brackets = TRUE,
                               .run = transitions };

const Command cmd_transitions = { .name = "transitions", .conllu = &conllu, .brackets = &brackets };
