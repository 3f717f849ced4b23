/* counting.c - commands that print tables of tallies: over files, or over what parts of a run wrote. */
#include "counting.h"

#include "options/tool.h"
#include "tbk/plot.h"

gboolean
counting_check_plot (const CorpusGiven *given, const char *plot, GError **error)
{
  if (plot == NULL && given->output != NULL && tbk_plot_check_path (given->output, NULL)) {
    g_set_error (error, TBK_ERROR, TBK_ERROR_USAGE,
                 "--output: found '%s', expected a file for the table; a plot is drawn by --plot=%s",
                 given->output, given->output);
    return FALSE;
  }
  return plot == NULL || tbk_plot_check_path (plot, error);
}

gboolean
counting_check_no_tally (const CorpusGiven *given, const char *option, GError **error)
{
  if (given->table.tally == NULL)
    return TRUE;
  g_set_error (error, TBK_ERROR, TBK_ERROR_USAGE,
               "--tally and %s exclude each other: rows of sentences are no sums", option);
  return FALSE;
}

gboolean
counting_leave_out (TbkTallies *tallies, int file, GError **fault, TbkLeftOut *left_out, GError **error)
{
  const gboolean is_faulty = g_error_matches (*fault, TBK_ERROR, TBK_ERROR_DATA);

  if (!is_faulty && !g_error_matches (*fault, TBK_ERROR, TBK_ERROR_IO)) {
    g_propagate_error (error, g_steal_pointer (fault));
    return FALSE;
  }
  tbk_tallies_leave_out (tallies, file, is_faulty ? TBK_FILE_FAULTY : TBK_FILE_UNREAD);
  if (is_faulty)
    left_out->faulty++;
  else
    left_out->unread++;
  if (tbk_tallies_n_files (tallies) == 1)
    left_out->only = g_strdup ((*fault)->message);
  else
    tool_message ("%s", (*fault)->message);
  g_clear_error (fault);
  return TRUE;
}

/* Adds what the file at @path holds to @tallies, which are made if there are none. */
static gboolean
add_tallies (TbkTallies **tallies, const TbkTallyLayout *layout, const char *path, GError **error)
{
  g_autoptr (TbkInput) input = tbk_input_open (path, error);
  g_autoptr (TbkTallies) more = input == NULL ? NULL : tbk_tallies_read (layout, input, error);

  if (more == NULL)
    return FALSE;
  if (*tallies == NULL)
    *tallies = g_steal_pointer (&more);
  else if (!tbk_tallies_merge (*tallies, more, error)) {
    g_prefix_error (error, "%s: ", path);
    return FALSE;
  }
  return TRUE;
}

/* Tells of files that no part has. */
static gboolean
check_all_known (const Merging *merging, const TbkTallies *tallies, GError **error)
{
  const int n = tbk_tallies_n_of_state (tallies, TBK_FILE_OUT), n_files = tbk_tallies_n_files (tallies);
  int first = 0;

  if (n == 0)
    return TRUE;
  while (tbk_tallies_state (tallies, first) != TBK_FILE_OUT)
    first++;
  if (merging->takes_partial) {
    tool_message ("%d of %d files are in no tally, the first: %s", n, n_files,
                  tbk_tallies_path (tallies, first));
    return TRUE;
  }
  g_set_error (error, TBK_ERROR, TBK_ERROR_DATA,
               "found %d of %d files in no tally, expected all, the first: %s; --partial does without", n,
               n_files, tbk_tallies_path (tallies, first));
  return FALSE;
}

static void
tell_left_out (const TbkTallies *tallies)
{
  for (int f = 0; f < tbk_tallies_n_files (tallies); f++) {
    const TbkFileState state = tbk_tallies_state (tallies, f);

    if (state == TBK_FILE_UNREAD || state == TBK_FILE_FAULTY)
      tool_message ("%s: left out by its part: it %s", tbk_tallies_path (tallies, f),
                    state == TBK_FILE_UNREAD ? "could not be read" : "has wrong data");
  }
}

/* The tallies of all parts together. */
static TbkTallies *
merge_tallies (const Merging *merging, const TbkTallyLayout *layout, TbkLeftOut *left_out, GError **error)
{
  g_autoptr (TbkTallies) tallies = NULL;

  for (char **path = merging->tallies; *path != NULL; path++)
    if (!add_tallies (&tallies, layout, *path, error))
      return NULL;
  left_out->unread = tbk_tallies_n_of_state (tallies, TBK_FILE_UNREAD);
  left_out->faulty = tbk_tallies_n_of_state (tallies, TBK_FILE_FAULTY);
  tell_left_out (tallies);
  if (!check_all_known (merging, tallies, error)
      || (merging->needs_complete && !tbk_left_out_fail (left_out, tbk_tallies_n_files (tallies), error)))
    return NULL;
  return g_steal_pointer (&tallies);
}

/* The options on which the tallies depend, with what was read for them. */
static char **
record_options (const Counting *counting)
{
  const Source *source = counting->corpus->source;
  const char *selection = counting->corpus->selection.checksum;
  g_auto (GStrv) options = options_recorded (&source->options, source->command);
  GStrvBuilder *recorded = g_strv_builder_new ();
  char **result;

  g_strv_builder_addv (recorded, (const char **) options);
  if (counting->read != NULL || selection != NULL) {
    g_autofree char *read = g_strdup_printf ("%s%s", counting->read != NULL ? counting->read : "",
                                             selection != NULL ? selection : "");

    g_strv_builder_add_many (recorded, OPTIONS_READ, read, NULL);
  }
  result = g_strv_builder_end (recorded);
  g_strv_builder_unref (recorded);
  return result;
}

/* The tallies of the files: counted, or merged. */
static TbkTallies *
get_tallies (const Counting *counting, TbkLeftOut *left_out, GError **error)
{
  const TbkTallyLayout *layout = counting->layout;
  Corpus *corpus = counting->corpus;
  g_auto (GStrv) options = NULL;
  g_autoptr (TbkTallies) tallies = NULL;

  if (corpus->source->merging != NULL)
    return merge_tallies (corpus->source->merging, layout, left_out, error);
  options = record_options (counting);
  tallies = tbk_tallies_new (layout, (const char *const *) corpus->paths, (const char *const *) options);
  if (!(counting->job != NULL ? corpus_run (corpus, counting->job, tallies, left_out, error)
                              : counting->count (counting->data, corpus, tallies, left_out, error)))
    return NULL;
  return g_steal_pointer (&tallies);
}

gboolean
counting_run (const Counting *counting, GError **error)
{
  const char *tally_path = counting->corpus->given->table.tally;
  g_autoptr (TbkOutput) output = corpus_open_output (counting->corpus, error);
  g_autoptr (TbkOutput) tally =
      output == NULL || tally_path == NULL ? NULL : tbk_output_open (tally_path, error);
  g_auto (TbkLeftOut) left_out = { 0 };
  g_autoptr (TbkTallies) tallies = NULL;

  if (output == NULL || (tally_path != NULL && tally == NULL))
    return FALSE;
  tallies = get_tallies (counting, &left_out, error);
  if (tallies == NULL)
    return FALSE;
  corpus_tell_lacking (counting->corpus, &left_out, tbk_tallies_n_in (tallies) > 0, FALSE);
  if (tbk_tallies_n_in (tallies) > 0 || left_out.unread + left_out.faulty == 0)
    if (!counting->write (counting->data, tallies, output, error)
        || !tbk_output_commit (g_steal_pointer (&output), error))
      return FALSE;
  if (tally != NULL
      && (!tbk_tallies_write (tallies, tally, error) || !tbk_output_commit (g_steal_pointer (&tally), error)))
    return FALSE;
  return tbk_left_out_fail (&left_out, tbk_tallies_n_files (tallies), error);
}
