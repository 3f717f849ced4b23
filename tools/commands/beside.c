/* beside.c - commands over several annotations of the same words: the first file, and those beside it. */
#include "commands/commands.h"

#include <string.h>

#include "options/options.h"

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
