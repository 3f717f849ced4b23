/* beside.c - commands over several annotations of the same words.
 *
 * Contents
 *   1. beside: the first file, and those beside it
 *   2. against: a file beside each file of a run
 */
#include "commands/commands.h"

#include <string.h>

#include "options/options.h"

/* 1. beside: the first file, and those beside it. */

/* Those beside the file in hand. */
static char **
find_others (gpointer data, const char *first)
{
  const Beside *beside = data;
  GStrvBuilder *others = g_strv_builder_new ();
  char **found;

  for (int o = 1; o < beside->n_files; o++) {
    g_autofree char *joined = beside->part == NULL ? NULL : files_in_folder (beside->names[o], beside->part);

    g_strv_builder_add (others, joined != NULL ? joined : beside->names[o]);
  }
  (void) first;
  found = g_strv_builder_end (others);
  g_strv_builder_unref (others);
  return found;
}

/* Files, or folders with files of the same names. */
static gboolean
check_operands (char *const *operands, guint n, guint least, GError **error)
{
  guint n_standard_input = 0, n_folders = 0;

  if (n < least || n > TBK_MOST_ANNOTATORS)
    return options_refuse (error, "found %u file%s, expected %u to %d: annotations of the same words", n,
                           n == 1 ? "" : "s", least, TBK_MOST_ANNOTATORS);
  for (guint i = 0; i < n; i++) {
    const gboolean is_folder = g_file_test (operands[i], G_FILE_TEST_IS_DIR);

    n_standard_input += strcmp (operands[i], "-") == 0;
    n_folders += is_folder;
    if (n_folders != (is_folder ? i + 1 : 0))
      return options_refuse (error, "found %s beside the %s %s, expected another", operands[i],
                             is_folder ? "file" : "folder", operands[0]);
  }
  return n_standard_input <= 1 || options_refuse (error, "standard input can be only one of the files");
}

/* All files beside those of the run. */
static char **
list_others (Beside *beside, const Corpus *corpus)
{
  GStrvBuilder *all = g_strv_builder_new ();
  char **found;

  for (int f = 0; corpus->paths[f] != NULL; f++) {
    g_auto (GStrv) others = NULL;

    beside->part = beside->is_folders ? files_name (&corpus->files, f) : NULL;
    others = find_others (beside, NULL);
    g_strv_builder_addv (all, (const char **) others);
  }
  found = g_strv_builder_end (all);
  g_strv_builder_unref (all);
  return found;
}

gboolean
beside_find (Beside *beside, Corpus *corpus, guint least, GError **error)
{
  const Source *source = corpus->source;
  const guint n = source->has_operands ? g_strv_length (source->operands) : 0;
  g_auto (GStrv) others = NULL;

  if (!check_operands (source->operands, n, least, error))
    return FALSE;
  beside->n_files = (int) n;
  beside->names = g_strdupv (source->operands);
  beside->is_folders = g_file_test (beside->names[0], G_FILE_TEST_IS_DIR);
  source->operands[1] = NULL; /* the run is over the first */
  for (int o = 1; o < beside->n_files && !beside->is_folders; o++)
    corpus_announce (corpus, beside->names[o]);
  beside->pairing.find = find_others;
  beside->pairing.data = beside;
  if (!corpus_find_files (corpus, error))
    return FALSE;
  others = list_others (beside, corpus);
  return corpus_check_files (corpus, (const char *const *) others, NULL, error);
}

gboolean
beside_take (Beside *beside, Corpus *corpus, int f)
{
  if (beside->all == NULL)
    beside->all = g_strdupv (corpus->paths);
  if (beside->all[f] == NULL)
    return FALSE;
  beside->part = beside->is_folders ? files_name (&corpus->files, f) : NULL;
  g_strfreev (corpus->paths);
  corpus->paths = g_new0 (char *, 2);
  corpus->paths[0] = g_strdup (beside->all[f]);
  return TRUE;
}

gboolean
beside_run (Beside *beside, Corpus *corpus, const TbkJob *job, TbkLeftOut *left_out, GError **error)
{
  for (int f = 0; left_out->unread + left_out->faulty == 0 && beside_take (beside, corpus, f); f++)
    if (!corpus_run (corpus, job, NULL, left_out, error))
      return FALSE;
  return TRUE;
}

void
beside_use (Beside *beside, Corpus *corpus)
{
  corpus->options.n_threads = 1;
  corpus->options.format = &beside->pairing.pairs;
  corpus->options.format_options = &beside->pairing;
}

void
beside_clear (Beside *beside)
{
  g_strfreev (beside->names);
  g_strfreev (beside->all);
}

/* 2. against: a file beside each file of a run. */

static char **
find_old (gpointer data, const char *path)
{
  const Against *against = data;
  char **paths = g_new0 (char *, 2);

  paths[0] = g_strdup (g_hash_table_lookup (against->by_path, path));
  return paths;
}

gboolean
against_find (Against *against, const char *given, Corpus *corpus, GError **error)
{
  const guint n = g_strv_length (corpus->paths);
  const gboolean is_folder = g_file_test (given, G_FILE_TEST_IS_DIR);

  if (n > 1 && !is_folder)
    return options_refuse (error, "--against: found the file %s beside %u files, expected a folder", given,
                           n);
  if (strcmp (given, "-") == 0 && n == 1 && strcmp (corpus->paths[0], "-") == 0)
    return options_refuse (error, "standard input can be only one of the files");
  against->paths = g_new0 (char *, n + 1);
  against->by_path = g_hash_table_new (g_str_hash, g_str_equal);
  for (guint f = 0; f < n; f++) {
    against->paths[f] =
        is_folder ? files_in_folder (given, files_name (&corpus->files, (int) f)) : g_strdup (given);
    g_hash_table_insert (against->by_path, corpus->paths[f], against->paths[f]);
  }
  against->pairing.find = find_old;
  against->pairing.data = against;
  return TRUE;
}

void
against_clear (Against *against)
{
  g_strfreev (against->paths);
  g_clear_pointer (&against->by_path, g_hash_table_unref);
}
