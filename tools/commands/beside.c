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
  const Beside *beside = data;

  return g_strdupv (g_hash_table_lookup (beside->by_path, first));
}

/* Files, or folders with files of the same names. */
static gboolean
check_operands (char *const *operands, guint n, GError **error)
{
  guint n_standard_input = 0, n_folders = 0;

  if (n < 2 || n > TBK_MOST_ANNOTATORS)
    return options_refuse (error, "found %u file%s, expected 2 to %d: annotations of the same words", n,
                           n == 1 ? "" : "s", TBK_MOST_ANNOTATORS);
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

/* The files beside file @f of the run, to be freed. */
static char **
list_others (const Beside *beside, const Corpus *corpus, int f)
{
  const char *part = beside->is_folders ? files_name (&corpus->files, f) : NULL;
  char **others = g_new0 (char *, beside->n_files);

  for (int o = 1; o < beside->n_files; o++)
    others[o - 1] = part == NULL ? g_strdup (beside->names[o]) : files_in_folder (beside->names[o], part);
  return others;
}

/* Finds the files beside those of the run; @all gets them, owned by @beside. */
static void
find_all (Beside *beside, const Corpus *corpus, GPtrArray *all)
{
  beside->by_path = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, (GDestroyNotify) g_strfreev);
  for (int f = 0; corpus->paths[f] != NULL; f++) {
    char **others = list_others (beside, corpus, f);

    for (char **other = others; *other != NULL; other++)
      g_ptr_array_add (all, *other);
    g_hash_table_insert (beside->by_path, corpus->paths[f], others);
  }
  g_ptr_array_add (all, NULL);
}

gboolean
beside_find (Beside *beside, Corpus *corpus, GError **error)
{
  const Source *source = corpus->source;
  const guint n = source->has_operands ? g_strv_length (source->operands) : 0;
  g_autoptr (GPtrArray) others = g_ptr_array_new ();

  if (!check_operands (source->operands, n, error))
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
  find_all (beside, corpus, others);
  if (!corpus_check_files (corpus, (const char *const *) others->pdata, NULL, error))
    return FALSE;
  corpus->options.format = &beside->pairing.pairs;
  corpus->options.format_options = &beside->pairing;
  return TRUE;
}

void
beside_clear (Beside *beside)
{
  g_strfreev (beside->names);
  g_clear_pointer (&beside->by_path, g_hash_table_unref);
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
  const int n = (int) g_strv_length (corpus->paths);
  const gboolean is_folder = g_file_test (given, G_FILE_TEST_IS_DIR);
  const char *first_new = NULL;
  int n_old = 0;

  if (n > 1 && !is_folder)
    return options_refuse (error, "--against: found the file %s beside %d files, expected a folder", given,
                           n);
  if (strcmp (given, "-") == 0 && n == 1 && strcmp (corpus->paths[0], "-") == 0)
    return options_refuse (error, "standard input can be only one of the files");
  against->paths = g_new0 (char *, n + 1);
  against->by_path = g_hash_table_new (g_str_hash, g_str_equal);
  for (int f = 0; f < n; f++) {
    char *path = older_path (given, is_folder, corpus, f);

    if (path == NULL) {
      first_new = first_new == NULL ? corpus->paths[f] : first_new;
      corpus->files.is_taken[f] = FALSE;
      continue;
    }
    g_hash_table_insert (against->by_path, corpus->paths[f], path);
    against->paths[n_old++] = path;
  }
  against->pairing.find = find_old;
  against->pairing.data = against;
  return older_tell_new (given, n_old > 0, n - n_old, first_new, ": new, and left out", error);
}

void
against_clear (Against *against)
{
  g_strfreev (against->paths);
  g_clear_pointer (&against->by_path, g_hash_table_unref);
}
