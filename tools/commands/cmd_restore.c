/* cmd_restore.c - tbk restore: takes out the marks of tbk projectivize and puts back what they tell. */
#include "all_commands.h"
#include "commands/commands.h"
#include "options/options.h"

typedef struct {
  CorpusGiven corpus;
  MarksGiven marks;
  char *mark;
} Given;

static const GOptionEntry entries[] = {
  { "mark", 0, 0, G_OPTION_ARG_STRING, OPTIONS_AT (Given, mark),
    "head, path, headpath: decode marks in DEPREL, which a parser has learnt to write. Marks "
    "that name no word, and labels with signs of other marks, are counted in a message; if no "
    "mark fits, the exit status is 1. Default: take OrigHead= and ProjHead= out of MISC, and so "
    "bring the original bytes back",
    "MARK" },
  G_OPTION_ENTRY_NULL,
};

/* The command, with what its threads find. */
typedef struct {
  gboolean decodes_labels;
  TbkPseudoProjectiveOptions labels; /* if so: how */
  TbkMarkFindings findings;          /* of workers that are freed */
  gint has_marks;                    /* atomic: some MISC had one */
} Restore;

typedef struct {
  Restore *command;
  LabelMarks *labels; /* or NULL */
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

  (void) tally;
  if (worker->labels != NULL)
    return marks_decode (worker->labels, entry, text, error);
  if (sentence->has_marks)
    g_atomic_int_set (&worker->command->has_marks, TRUE);
  return tbk_conllu_sentence_restore (sentence, text, error);
}

/* Restores the files. That there was nothing to restore is told: the marks may be those of labels. */
static gboolean
run (Corpus *corpus, Restore *command, GError **error)
{
  const TbkJob job = { .data = command,
                       .writes_corpus = TRUE,
                       .worker_new = worker_new,
                       .worker_free = worker_free,
                       .check_file = check_file,
                       .check_end = check_end,
                       .work = work };

  if (!corpus_run (corpus, &job, NULL, NULL, error))
    return FALSE;
  if (!command->decodes_labels && !g_atomic_int_get (&command->has_marks))
    tool_message (
        "found no OrigHead= or ProjHead= in MISC: nothing was restored; marks in DEPREL need the --mark that wrote them: head, path or headpath");
  return TRUE;
}

static gboolean
get_options (Restore *command, const Given *given, GError **error)
{
  int scheme;

  if (given->mark == NULL)
    return marks_check_unused (&given->marks, error);
  if (!options_choose ("mark", given->mark, marks_schemes, &scheme, error))
    return FALSE;
  command->decodes_labels = TRUE;
  command->labels.scheme = scheme;
  return marks_get_options (&given->marks, &command->labels, error);
}

static const OptionGroup groups[] = {
  OPTION_GROUP ("Which marks", entries),
  OPTION_GROUP_AT ("Which marks", marks_style_entries, Given, marks),
  TREE_SELECTION_GROUP,
  SELECTION_GROUP,
  OPTION_GROUP ("Output", corpus_output_entries),
  OPTION_GROUP ("Input", corpus_conll_entries),
  OPTION_GROUP ("Input", corpus_columns_entries),
  OPTION_GROUP ("Input", corpus_pass_input_entries),
  CORPUS_END_GROUPS,
};

static gboolean
restore (gpointer values, const Source *source, GError **error)
{
  const Given *given = values;
  g_auto (Corpus) corpus = { .given = &given->corpus };
  Restore command = { .has_marks = FALSE };

  return corpus_init (&corpus, &given->corpus, source, TRUE, error) && get_options (&command, given, error)
         && corpus_find_files (&corpus, error) && corpus_check_files (&corpus, NULL, NULL, error)
         && run (&corpus, &command, error);
}

static const Form form = {
  .groups = groups, .size = sizeof (Given), .operands = "[FILE...]", .run = restore
};

const Command cmd_restore = { .name = "restore", .conllu = &form };
