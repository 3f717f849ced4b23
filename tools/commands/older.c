/* older.c - the files of an older release beside those that replace them: tables with --against. */
#include "commands/commands.h"

#include <string.h>

#include "options/options.h"

/* Tells of files of the older folder that no file replaces. */
static void
tell_gone (const Older *older)
{
  g_autoptr (TbkFileList) list = tbk_file_list_new ();
  const char *first = NULL;
  int n = 0;

  if (!g_file_test (older->given, G_FILE_TEST_IS_DIR)
      || !tbk_file_list_add (list, older->given,
                             input_suffixes (older->corpus->options.format, older->corpus->given->input),
                             NULL))
    return;
  for (int f = 0; f < tbk_file_list_length (list); f++)
    if (!g_strv_contains ((const char *const *) older->paths, list->paths->pdata[f]))
      first = n++ == 0 ? list->paths->pdata[f] : first;
  if (n > 0)
    tool_message ("%s: %d file%s left out that no file replaces, the first: %s", older->given, n,
                  n == 1 ? "" : "s", first);
}

char *
older_path (const char *given, gboolean is_folder, const Corpus *corpus, int number)
{
  char *path = is_folder ? files_in_folder (given, files_name (&corpus->files, number)) : g_strdup (given);

  if (is_folder && !g_file_test (path, G_FILE_TEST_EXISTS))
    g_clear_pointer (&path, g_free);
  return path;
}

gboolean
older_tell_new (const char *given, gboolean has_any, int n, const char *first, const char *end,
                GError **error)
{
  const char *others = n > 1 ? ", nor of others" : "";

  if (n > 0 && !has_any) {
    g_set_error (error, TBK_ERROR, TBK_ERROR_IO,
                 "%s: found no file with the name of %s%s, expected files with the same names", given, first,
                 others);
    return FALSE;
  }
  if (n > 0)
    tool_message ("%s: found no file with the name of %s%s%s", given, first, others, end);
  return TRUE;
}

/* Finds for each file of the run the one that it replaces: in a folder that with the same name. `numbers` has
 * its place among the older files, -1 for none, so that a new file is a row without old figures. */
gboolean
older_find (Older *older, const char *given, Corpus *corpus, GError **error)
{
  const gboolean is_folder = g_file_test (given, G_FILE_TEST_IS_DIR);
  const int n = (int) g_strv_length (corpus->paths);
  const char *first = NULL;
  int n_old = 0;

  if (!is_folder && n > 1)
    return options_refuse (error, "--against: found %s beside several files, expected a folder", given);
  if (strcmp (given, "-") == 0 && g_strv_contains ((const char *const *) corpus->paths, "-"))
    return options_refuse (error, "standard input can be only one of the files");
  *older = (Older){ .given = given, .corpus = corpus, .numbers = g_new (int, n) };
  older->paths = g_new0 (char *, n + 1);
  for (int f = 0; f < n; f++) {
    char *path = older_path (given, is_folder, corpus, f);

    older->numbers[f] = path == NULL ? -1 : n_old;
    if (path != NULL)
      older->paths[n_old++] = path;
    else if (first == NULL)
      first = corpus->paths[f];
  }
  if (!older_tell_new (given, n_old > 0, n - n_old, first, "", error))
    return FALSE;
  tell_gone (older);
  return TRUE;
}

/* Runs the same job over the older files, which have no parts and no names of outputs. All else is as for the
 * newer ones: options, selection, threads. */
TbkTallies *
older_count (const Older *older, const TbkJob *job, GError **error)
{
  Corpus old = *older->corpus;
  g_autoptr (TbkTallies) tallies = NULL;

  old.paths = older->paths;
  old.files = (Files){ .list = NULL };
  tallies = tbk_tallies_new (job->layout, (const char *const *) old.paths, NULL);
  return corpus_run (&old, job, tallies, NULL, error) ? g_steal_pointer (&tallies) : NULL;
}

/* "words" in --columns means words_old, words and what is between them and the next _old: the old figure, the
 * new one, and their difference. */
void
older_expand_columns (TableOptions *table, const char *const *columns)
{
  g_auto (GStrv) names = table->columns == NULL ? NULL : g_strsplit (table->columns, ",", -1);
  g_autoptr (GString) expanded = g_string_new (NULL);

  for (int n = 0; names != NULL && names[n] != NULL; n++) {
    g_autofree char *first = g_strconcat (names[n], "_old", NULL);

    g_string_append_printf (expanded, "%s%s", n > 0 ? "," : "", names[n]);
    if (!g_strv_contains (columns, first))
      continue;
    g_string_append (expanded, "_old");
    for (int c = 0; columns[c] != NULL; c++)
      if (g_str_equal (columns[c], first))
        for (c++; columns[c] != NULL && !g_str_has_suffix (columns[c], "_old"); c++)
          g_string_append_printf (expanded, ",%s", columns[c]);
  }
  if (names != NULL)
    table->columns = g_intern_string (expanded->str);
}

void
older_clear (Older *older)
{
  g_strfreev (older->paths);
  g_free (older->numbers);
}
