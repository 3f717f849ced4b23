/* corpus.c - runs over treebanks, with messages and progress to standard error. */
#include "corpus.h"

#include <unistd.h>

#include "counting.h"
#include "files.h"
#include "progress.h"
#include "selection.h"
#include "tbk/files.h"
#include "tool.h"

/* Files that this process takes, with their names in the folder for outputs. */
typedef struct {
  GPtrArray *paths, *names; /* NULL-terminated; names: or NULL */
  TbkCorpusOptions options; /* with these names */
} Taken;

static void
taken_init (Taken *taken, const TbkCorpusOptions *options, char **paths)
{
  taken->paths = g_ptr_array_new ();
  taken->names = g_ptr_array_new ();
  for (int f = 0; paths[f] != NULL; f++)
    if (files_is_taken (f)) {
      g_ptr_array_add (taken->paths, paths[f]);
      g_ptr_array_add (taken->names, options->output_dir == NULL ? NULL : (gpointer) files_name (f));
    }
  g_ptr_array_add (taken->paths, NULL);
  g_ptr_array_add (taken->names, NULL);
  taken->options = *options;
  if (options->output_dir != NULL)
    taken->options.names = (const char *const *) taken->names->pdata;
}

static void
taken_clear (Taken *taken)
{
  g_ptr_array_unref (taken->paths);
  g_ptr_array_unref (taken->names);
}

gboolean
corpus_check_lists (const char *const *outputs, GError **error)
{
  g_autoptr (GPtrArray) lists = g_ptr_array_new ();

  if (files_list () != NULL)
    g_ptr_array_add (lists, (gpointer) files_list ());
  if (selection_ids_from () != NULL)
    g_ptr_array_add (lists, (gpointer) selection_ids_from ());
  g_ptr_array_add (lists, NULL);
  return tbk_files_check ((const char *const *) lists->pdata, outputs, error);
}

gboolean
corpus_check_files (const TbkCorpusOptions *options, char **paths, const char *const *further_outputs,
                    GError **error)
{
  const char *const outputs[] = { options->output, NULL };
  Taken taken;
  gboolean done;

  taken_init (&taken, options, paths);
  done =
      corpus_check_lists (outputs, error) && corpus_check_lists (further_outputs, error)
      && tbk_corpus_check (&taken.options, (const char *const *) taken.paths->pdata, further_outputs, error)
      && (counting_merged_head () != NULL || selection_load (error));
  taken_clear (&taken);
  return done;
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
  progress_at (progress, state);
}

/* Whether what comes out of the run comes to the terminal while it runs: there a line of progress would be in the way. */
static gboolean
writes_to_terminal (const TbkCorpusOptions *options, const TbkJob *job)
{
  return (job->writes_corpus || job->write != NULL) && options->output == NULL && options->output_dir == NULL
         && isatty (STDOUT_FILENO);
}

/* Moves what is known of the files taken to their places among all. */
static void
move_tallies (TbkTallies *taken, TbkTallies *tallies)
{
  for (int f = 0, t = 0; f < tbk_tallies_n_files (tallies); f++)
    if (files_is_taken (f))
      tbk_tallies_move (taken, t++, tallies, f);
}

static gboolean
run_taken (const Taken *taken, const TbkJob *job, TbkTallies *tallies, TbkLeftOut *left_out, GError **error)
{
  const char *const *paths = (const char *const *) taken->paths->pdata;
  g_autoptr (TbkTallies) own = tallies == NULL ? NULL : tbk_tallies_new (job->layout, paths, NULL);
  TbkCorpusOptions options = taken->options;
  g_autoptr (Progress) progress =
      progress_new (corpus_is_quiet () || writes_to_terminal (&taken->options, job));
  gboolean done;

  options.tell = tell;
  options.progress = show_progress;
  options.data = progress;
  done = tbk_corpus_run (&options, job, paths, own, left_out, error);
  if (tallies != NULL)
    move_tallies (own, tallies);
  return done;
}

gboolean
corpus_run (const TbkCorpusOptions *options, const TbkJob *job, char **paths, TbkTallies *tallies,
            TbkLeftOut *left_out, GError **error)
{
  const guint n_paths = g_strv_length (paths);
  Taken taken;
  gboolean done;

  for (char **path = paths; *path != NULL; path++)
    corpus_announce (*path);
  taken_init (&taken, options, paths);
  done = run_taken (&taken, job, tallies, left_out, error);
  if (done && taken.paths->len == n_paths + 1
      && (left_out == NULL || left_out->unread + left_out->faulty == 0))
    selection_tell_absent ();
  taken_clear (&taken);
  return done;
}
