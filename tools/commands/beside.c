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

static char **
find_others (gpointer data, const char *first)
{
  (void) first;
  return g_strdupv (data);
}

static gboolean
check_operands (char *const *operands, guint n, guint least, GError **error)
{
  guint n_standard_input = 0;

  if (n < least || n > TBK_MOST_ANNOTATORS)
    return options_refuse (error, "found %u file%s, expected %u to %d: annotations of the same words", n,
                           n == 1 ? "" : "s", least, TBK_MOST_ANNOTATORS);
  for (guint i = 0; i < n; i++) {
    n_standard_input += strcmp (operands[i], "-") == 0;
    if (g_file_test (operands[i], G_FILE_TEST_IS_DIR))
      return options_refuse (error, "found the folder %s, expected a file", operands[i]);
  }
  return n_standard_input <= 1 || options_refuse (error, "standard input can be only one of the files");
}

gboolean
beside_find (Beside *beside, Corpus *corpus, guint least, GError **error)
{
  const Source *source = corpus->source;
  const guint n = source->has_operands ? g_strv_length (source->operands) : 0;

  if (!check_operands (source->operands, n, least, error))
    return FALSE;
  beside->n_files = (int) n;
  beside->names = g_strdupv (source->operands);
  beside->others = g_strdupv (source->operands + 1);
  source->operands[1] = NULL;
  for (char **other = beside->others; *other != NULL; other++)
    corpus_announce (corpus, *other);
  beside->pairing.find = find_others;
  beside->pairing.data = beside->others;
  return corpus_find_files (corpus, error)
         && corpus_check_files (corpus, (const char *const *) beside->others, NULL, error);
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
  g_strfreev (beside->others);
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
        is_folder ? g_build_filename (given, files_name (&corpus->files, (int) f), NULL) : g_strdup (given);
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
