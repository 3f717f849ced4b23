/* corpus.c - runs over treebanks, with messages and progress to standard error. */
#include "corpus.h"

#include <unistd.h>

#include "options/input.h"
#include "options/tool.h"
#include "progress.h"

/* Files that this process takes, with their names in the folder for outputs. */
typedef struct {
  GPtrArray *paths, *names; /* NULL-terminated; names: or NULL */
  TbkCorpusOptions options; /* with these names */
} Taken;

/* Of @paths those that this process takes; the first are those that were found. */
static void
taken_init (Taken *taken, const Corpus *corpus, char **paths)
{
  const gboolean has_names = corpus->options.output_dir != NULL;

  taken->paths = g_ptr_array_new ();
  taken->names = g_ptr_array_new ();
  for (int f = 0; paths[f] != NULL; f++)
    if (files_is_taken (&corpus->files, f)) {
      g_ptr_array_add (taken->paths, paths[f]);
      g_ptr_array_add (taken->names, has_names ? (gpointer) files_name (&corpus->files, f) : NULL);
    }
  g_ptr_array_add (taken->paths, NULL);
  g_ptr_array_add (taken->names, NULL);
  taken->options = corpus->options;
  if (has_names)
    taken->options.names = (const char *const *) taken->names->pdata;
}

static void
taken_clear (Taken *taken)
{
  g_ptr_array_unref (taken->paths);
  g_ptr_array_unref (taken->names);
}

void
corpus_clear (Corpus *corpus)
{
  selection_clear (&corpus->selection);
  files_clear (&corpus->files);
  g_clear_pointer (&corpus->paths, g_strfreev);
  g_clear_pointer (&corpus->names, g_free);
  g_clear_pointer (&corpus->rules.losses, tbk_bracket_losses_free);
}

void
corpus_announce (const Corpus *corpus, const char *path)
{
  if (!corpus->given->quiet)
    tool_announce_terminal (path);
}

/* The files of merged tallies, none of which is opened. */
static char **
merged_paths (const TbkTallies *head)
{
  GStrvBuilder *builder = g_strv_builder_new ();
  char **paths;

  for (int f = 0; f < tbk_tallies_n_files (head); f++)
    g_strv_builder_add (builder, tbk_tallies_path (head, f));
  paths = g_strv_builder_end (builder);
  g_strv_builder_unref (builder);
  return paths;
}

gboolean
corpus_find_files (Corpus *corpus, GError **error)
{
  if (corpus->source->merging != NULL) {
    corpus->paths = merged_paths (corpus->source->merging->head);
    return TRUE;
  }
  corpus->files = (Files){ .given = &corpus->given->files,
                           .output_dir = corpus->options.output_dir,
                           .output_suffixes = corpus->output_suffixes,
                           .skips_existing = corpus->given->skip_existing };
  if (!files_take (&corpus->files, corpus->source,
                   input_suffixes (corpus->options.format, corpus->given->input),
                   corpus->given->selection.max != NULL, error))
    return FALSE;
  corpus->paths = g_strdupv ((char **) corpus->files.list->paths->pdata);
  return TRUE;
}

gboolean
corpus_load_selection (Corpus *corpus, GError **error)
{
  if (corpus->given->selection.ids_from != NULL)
    corpus_announce (corpus, corpus->given->selection.ids_from);
  return selection_load (&corpus->selection, error);
}

static void
add_paths (GPtrArray *all, const char *const *paths)
{
  for (; paths != NULL && *paths != NULL; paths++)
    g_ptr_array_add (all, (gpointer) *paths);
}

gboolean
corpus_check_files (Corpus *corpus, const char *const *further_inputs, const char *const *further_outputs,
                    GError **error)
{
  const Merging *merging = corpus->source->merging;
  g_autoptr (GPtrArray) inputs = g_ptr_array_new (), outputs = g_ptr_array_new ();
  Taken taken;
  gboolean done;

  add_paths (inputs, further_inputs);
  options_add_files (&corpus->source->options, FALSE, inputs);
  g_ptr_array_add (inputs, NULL);
  add_paths (outputs, further_outputs);
  options_add_files (&corpus->source->options, TRUE, outputs);
  g_ptr_array_add (outputs, NULL);
  taken_init (&taken, corpus, merging != NULL ? merging->tallies : corpus->paths);
  done = tbk_corpus_check (&taken.options, (const char *const *) taken.paths->pdata,
                           (const char *const *) inputs->pdata, (const char *const *) outputs->pdata, error)
         && (merging != NULL || corpus_load_selection (corpus, error));
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
move_tallies (const Files *files, TbkTallies *taken, TbkTallies *tallies)
{
  for (int f = 0, t = 0; f < tbk_tallies_n_files (tallies); f++)
    if (files_is_taken (files, f))
      tbk_tallies_move (taken, t++, tallies, f);
}

static gboolean
run_taken (const Corpus *corpus, const Taken *taken, const TbkJob *job, TbkTallies *tallies,
           TbkLeftOut *left_out, GError **error)
{
  const char *const *paths = (const char *const *) taken->paths->pdata;
  g_autoptr (TbkTallies) own = tallies == NULL ? NULL : tbk_tallies_new (job->layout, paths, NULL);
  TbkCorpusOptions options = taken->options;
  g_autoptr (Progress) progress = progress_new (corpus->given->quiet || writes_to_terminal (&options, job));
  gboolean done;

  options.tell = tell;
  options.progress = show_progress;
  options.data = progress;
  done = tbk_corpus_run (&options, job, paths, own, left_out, error);
  if (tallies != NULL)
    move_tallies (&corpus->files, own, tallies);
  return done;
}

gboolean
corpus_tell_recognized (const Corpus *corpus)
{
  static const char *const names[] = { "CoNLL-X", "CoNLL 2009" };

  for (guint f = 0; f < G_N_ELEMENTS (names); f++) {
    const int n = g_atomic_int_get (&corpus->n_recognized[f]);

    if (n > 0)
      tool_message ("%d file%s read as %s, by the first sentence; --input=conllu reads CoNLL-U", n,
                    n == 1 ? " is" : "s are", names[f]);
  }
  return TRUE;
}

TbkOutput *
corpus_open_output (const Corpus *corpus, GError **error)
{
  return tbk_output_open_with_level (corpus->options.output, corpus->options.level, error);
}

static int
n_taken (const Corpus *corpus)
{
  int n = 0;

  for (int f = 0; corpus->paths[f] != NULL; f++)
    n += files_is_taken (&corpus->files, f);
  return n;
}

static int
n_left_out (const TbkLeftOut *left_out)
{
  return left_out->unread + left_out->faulty;
}

gboolean
corpus_has_none (const Corpus *corpus, const TbkLeftOut *left_out)
{
  return n_left_out (left_out) > 0 && n_left_out (left_out) == n_taken (corpus);
}

void
corpus_tell_withheld (const Corpus *corpus, GError **error)
{
  const TbkCorpusOptions *options = &corpus->options;
  const gboolean is_data = error != NULL && g_error_matches (*error, TBK_ERROR, TBK_ERROR_DATA);
  const char *advice =
      is_data && options->on_error == TBK_ON_ERROR_STOP && options_have (&corpus->source->options, "on-error")
          ? "; where sentences are bad, --on-error=skip leaves them out"
          : "";

  if (error == NULL || corpus->paths[0] == NULL || corpus->paths[1] == NULL
      || !(is_data || g_error_matches (*error, TBK_ERROR, TBK_ERROR_IO)))
    return;
  if (options->output_dir != NULL)
    tool_message ("%s: files that are left out were not written%s", options->output_dir, advice);
  else if (options->output != NULL && !g_str_equal (options->output, "-"))
    tool_message ("%s was not written%s", options->output, advice);
}

void
corpus_tell_lacking (const Corpus *corpus, const TbkLeftOut *left_out, gboolean is_written,
                     gboolean is_direct)
{
  const int n = n_left_out (left_out), n_files = n_taken (corpus);

  if (n == 0 || corpus->paths[1] == NULL)
    return;
  if (!is_written)
    tool_message ("nothing is written: no file is left");
  else
    tool_message ("what is written lacks %d of %d files%s", n, n_files,
                  is_direct ? ", from their first error on" : "");
}

gboolean
corpus_commit (const Corpus *corpus, TbkOutput **output, const TbkLeftOut *left_out, GError **error)
{
  const gboolean is_written = !corpus_has_none (corpus, left_out);

  corpus_tell_lacking (corpus, left_out, is_written, tbk_output_is_direct (*output));
  return (!is_written || tbk_output_commit (g_steal_pointer (output), error))
         && tbk_left_out_fail (left_out, (int) g_strv_length (corpus->paths), error);
}

gboolean
corpus_run (Corpus *corpus, const TbkJob *job, TbkTallies *tallies, TbkLeftOut *left_out, GError **error)
{
  const int n_paths = (int) g_strv_length (corpus->paths);
  g_auto (TbkLeftOut) own = { 0 };
  TbkLeftOut *counts = left_out != NULL ? left_out : &own;
  g_autoptr (GError) fault = NULL;
  Taken taken;
  gboolean done;

  for (char **path = corpus->paths; *path != NULL; path++)
    corpus_announce (corpus, *path);
  taken_init (&taken, corpus, corpus->paths);
  done = run_taken (corpus, &taken, job, tallies, counts, error);
  corpus_tell_recognized (corpus);
  if (done && (int) taken.paths->len == n_paths + 1 && n_left_out (counts) == 0)
    selection_tell (&corpus->selection);
  taken_clear (&taken);
  if (!done || tbk_left_out_fail (counts, n_paths, &fault))
    return done;
  if (job->writes_corpus)
    corpus_tell_withheld (corpus, &fault);
  if (left_out != NULL)
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&fault));
  return FALSE;
}
