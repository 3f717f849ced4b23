/* cmd_restore.c - tbk restore: takes out the marks of tbk projectivize and puts back what they tell. */
#include "corpus.h"
#include "files.h"
#include "marks.h"
#include "options.h"
#include "selection.h"
#include "tool.h"

static struct {
  char *mark;
} given;

static const GOptionEntry entries[] = {
  { "mark", 0, 0, G_OPTION_ARG_STRING, &given.mark,
    "head, path, headpath: decode marks in DEPREL, such as a parser learnt to write (default: take out OrigHead= and "
    "ProjHead= of MISC, after which the original bytes are back; input that has none is told). Marks that name no word, "
    "and labels with signs of other marks, are counted and told; where no mark fits, the status is 1",
    "MARK" },
  G_OPTION_ENTRY_NULL,
};

/* The command, with what its threads find. */
typedef struct {
  TbkPseudoProjectiveOptions labels; /* used if marks in labels are asked for */
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
  worker->labels = given.mark != NULL ? marks_new (&worker->command->labels) : NULL;
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
  (void) command;
  return given.mark == NULL || marks_check_file (reader, error);
}

static gboolean
check_end (gpointer data, GError **error)
{
  const Restore *command = data;

  return given.mark == NULL || marks_check_findings (&command->findings, &command->labels, error);
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

/* Restores @paths. That there was nothing to restore is told: the marks may be those of labels. */
static gboolean
run (const TbkCorpusOptions *options, Restore *command, char **paths, GError **error)
{
  const TbkJob job = { .data = command,
                       .writes_corpus = TRUE,
                       .worker_new = worker_new,
                       .worker_free = worker_free,
                       .check_file = check_file,
                       .check_end = check_end,
                       .work = work };

  if (!corpus_run (options, &job, paths, NULL, NULL, error))
    return FALSE;
  if (given.mark == NULL && !g_atomic_int_get (&command->has_marks))
    tool_message (
        "found no OrigHead= or ProjHead= in MISC: nothing was restored; marks in labels need --mark");
  return TRUE;
}

static gboolean
get_options (TbkPseudoProjectiveOptions *options, GError **error)
{
  int scheme;

  if (given.mark == NULL)
    return marks_check_unused (error);
  if (!options_choose ("mark", given.mark, marks_schemes, &scheme, error))
    return FALSE;
  options->scheme = scheme;
  return marks_get_options (options, error);
}

gboolean
cmd_restore (int argc, char **argv, GError **error)
{
  static const OptionGroup groups[] = {
    { "Marks", entries },
    { "Marks", marks_style_entries },
    { "Which sentences", selection_tree_entries },
    { "Which sentences", selection_entries },
    { "Output", corpus_output_entries },
    { "Input", corpus_input_entries },
    { "Which files", files_entries },
    { "Which files", part_entries },
    { "Running", corpus_jobs_entries },
    { "Running", quiet_entries },
    { NULL, NULL },
  };
  g_auto (GStrv) paths = options_parse (argc, argv, groups, "[FILE...]", error);
  const char *const no_outputs[] = { NULL };
  Restore command = { .has_marks = FALSE };
  TbkCorpusOptions options;

  return paths != NULL && corpus_get_options (&options, TRUE, error) && get_options (&command.labels, error)
         && corpus_find_files (&options, &paths, error)
         && corpus_check_files (&options, paths, no_outputs, error) && run (&options, &command, paths, error);
}
