/* cmd_restore.c - tbk restore: undoes what projectivize, repair or reordering did last, by their marks.
 *
 * Marks in MISC come in layers, each over that of an earlier change: one call removes the last. Marks in
 * labels are not known as such, so --mark must say that they are there.
 */
#include "all_commands.h"
#include "commands/commands.h"
#include "conllu/conllu.h"
#include "options/options.h"

/* The command, with what its threads find. */
typedef struct {
  CorpusGiven corpus;
  TbkPseudoProjectiveOptions labels; /* how they are decoded, if they are */
  gboolean decodes_labels;
  TbkMarkFindings findings;  /* of workers that are freed */
  gint64 n_restored, n_left; /* sentences that had marks in MISC, and those that still have some */
} Restore;

static const Option entries[] = {
  { "mark", CHOICE (marks_schemes), AT (Restore, labels.scheme), "MARK",
    "head, path, headpath: restore arcs from marks in DEPREL, such as a parser has learnt to write. Marks "
    "that name no word, and labels with signs of other marks, are counted in a message; if no "
    "mark fits, the exit status is 1. Default: use and remove the marks in MISC that were written last, of OrigHead= or "
    "ProjHead=, GivenHead=, OrigId=, which restores the bytes before" },
  OPTION_END,
};

typedef struct {
  Restore *command;
  LabelMarks *labels; /* or NULL */
  gint64 n_restored, n_left;
} Worker;

static gpointer
worker_new (gpointer command)
{
  Worker *worker = g_new0 (Worker, 1);

  worker->command = command;
  worker->labels = worker->command->decodes_labels ? marks_new (&worker->command->labels) : NULL;
  return worker;
}

static void
worker_free (gpointer data)
{
  Worker *worker = data;

  if (worker->labels != NULL)
    marks_add_findings (worker->labels, &worker->command->findings);
  worker->command->n_restored += worker->n_restored;
  worker->command->n_left += worker->n_left;
  marks_free (worker->labels);
  g_free (worker);
}

static gboolean
check_file (gpointer command, gconstpointer reader, GError **error)
{
  return !((const Restore *) command)->decodes_labels || marks_check_file (reader, error);
}

static gboolean
check_end (gpointer data, GError **error)
{
  const Restore *command = data;

  return !command->decodes_labels || marks_check_findings (&command->findings, &command->labels, error);
}

static gboolean
work (gpointer data, const TbkEntry *entry, TbkText *text, TbkTally *tally, GError **error)
{
  const TbkConlluSentence *sentence = entry->sentence;
  Worker *worker = data;
  gboolean has_more;

  (void) tally;
  if (worker->labels != NULL)
    return marks_decode (worker->labels, entry, text, error);
  worker->n_restored += conllu_sentence_last_layer (sentence, &has_more) != MARK_LAYER_NONE;
  worker->n_left += has_more;
  return tbk_conllu_sentence_restore (sentence, text, error);
}

/* Restores the files. Sentences need not be trees: those of other layers may be restored already. That there was nothing to
 * restore is reported, as the marks may be those of labels. */
static gboolean
run (Corpus *corpus, Restore *command, GError **error)
{
  const TbkJob job = { .data = command,
                       .writes_corpus = TRUE,
                       .takes_any_heads = !command->decodes_labels,
                       .takes_headless = !command->decodes_labels,
                       .worker_new = worker_new,
                       .worker_free = worker_free,
                       .check_file = check_file,
                       .check_end = check_end,
                       .work = work };

  if (!corpus_run (corpus, &job, NULL, NULL, error))
    return FALSE;
  if (command->n_left > 0)
    tool_message ("%" G_GINT64_FORMAT " of %" G_GINT64_FORMAT
                  " restored sentences have marks from before; 'tbk restore' again undoes the last of these",
                  command->n_left, command->n_restored);
  if (!command->decodes_labels && command->n_restored == 0)
    tool_message (
        "found no OrigHead=, ProjHead=, GivenHead= or OrigId= in MISC: nothing was restored; marks in DEPREL need the --mark that wrote them: head, path or headpath");
  return TRUE;
}

static const OptionGroup groups[] = {
  OPTION_GROUP ("Which marks", entries),
  OPTION_GROUP_AT ("Which marks", marks_style_entries, Restore, labels),
  OPTION_GROUP ("Output", corpus_output_entries),
  INPUT_GROUPS (corpus_conll_entries, corpus_pass_input_entries),
  CORPUS_END_GROUPS,
};

static gboolean
restore (gpointer values, const Source *source, GError **error)
{
  Restore *command = values;
  g_auto (Corpus) corpus = { .given = &command->corpus };

  command->decodes_labels = options_given (&source->options, "mark") != NULL;
  return corpus_init (&corpus, &command->corpus, source, TRUE, error)
         && marks_check (command->decodes_labels ? &command->labels : NULL, &source->options, error)
         && corpus_find_files (&corpus, error) && corpus_check_files (&corpus, NULL, NULL, error)
         && run (&corpus, command, error);
}

static const Form form = { .groups = groups, .size = sizeof (Restore), .run = restore };

const Command cmd_restore = { .name = "restore", .conllu = &form };
