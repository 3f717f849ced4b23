/* corpus.c - runs over treebanks, with messages to standard error and a progress bar. */
#include "corpus.h"

#include <unistd.h>

#include "progress.h"
#include "tool.h"

gboolean
corpus_check_files (const TbkCorpusOptions *options, char **paths, const char *const *further_outputs,
                    GError **error)
{
  return tbk_corpus_check (options, (const char *const *) paths, further_outputs, error);
}

static void
tell (gpointer progress, const char *message)
{
  progress_wipe (progress);
  tool_message ("%s", message);
}

static void
show_progress (gpointer progress, const TbkProgress *state)
{
  progress_at (progress, state->bytes, state->n_bytes);
}

/* Whether what comes out of the run comes to the terminal while it runs: there a bar would be in the way. */
static gboolean
writes_to_terminal (const TbkCorpusOptions *options, const TbkJob *job)
{
  return (job->writes_corpus || job->write != NULL) && options->output == NULL && options->output_dir == NULL
         && isatty (STDOUT_FILENO);
}

gboolean
corpus_run (const TbkCorpusOptions *options, const TbkJob *job, char **paths, TbkTallies *tallies,
            GPtrArray *lost, GError **error)
{
  TbkCorpusOptions with_progress = *options;
  g_autoptr (Progress) progress = progress_new (corpus_is_quiet () || writes_to_terminal (options, job));

  with_progress.tell = tell;
  with_progress.progress = show_progress;
  with_progress.data = progress;
  return tbk_corpus_run (&with_progress, job, (const char *const *) paths, tallies, lost, error);
}
