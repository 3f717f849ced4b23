/* freedom.c - tbk stats --word-order: how free the order of words is. */
#include "commands/commands.h"

#include <string.h>

#include "options/options.h"

/* Reads --by: attributes, and sisters first or last. Without it rows are of files. */
static gboolean
get_keys (const char *by, TbkWordOrderOptions *options, TbkKeys **keys, GError **error)
{
  static const char *const known[] = { "sisters", "file", "language", "head.upos", "deprel", "upos", NULL };
  const char *const first = "sisters,", *const last = ",sisters";
  g_autofree char *rest = NULL;

  if (by == NULL || g_str_equal (by, "file"))
    return TRUE;
  options->has_sisters =
      g_str_equal (by, known[0]) || g_str_has_prefix (by, first) || g_str_has_suffix (by, last);
  if (g_str_equal (by, known[0]))
    return TRUE;
  rest = g_str_has_prefix (by, first) ? g_strdup (by + strlen (first))
                                      : g_strndup (by, strlen (by) - options->has_sisters * strlen (last));
  *keys = keys_read ("by", rest, known, TBK_TREES_DEPENDENCIES, error);
  options->keys = *keys;
  return *keys != NULL
         && (!options->has_sisters || tbk_keys_scope (*keys) == TBK_SCOPE_SENTENCE
             || options_refuse (error, "--by: found '%s', expected attributes of sentences beside sisters",
                                by));
}

typedef struct {
  const CorpusGiven *given;
  const TbkWordOrderOptions *options;
} Freedom;

static gboolean
write_table (gpointer data, const TbkTallies *tallies, TbkOutput *output, GError **error)
{
  const Freedom *freedom = data;
  g_autofree const char **columns = tbk_word_order_columns (freedom->options);
  g_autoptr (TbkTable) table = table_new (&freedom->given->table, output, columns);
  const gint64 n_wide = tbk_word_order_wide_sides (tallies);

  if (!tbk_word_order_write (tallies, freedom->options, table, error) || !table_end (table, error))
    return FALSE;
  if (n_wide > 0)
    tool_message ("%" G_GINT64_FORMAT
                  " side%s of heads with more than 64 different relations: pairs of sisters "
                  "are counted up to there",
                  n_wide, n_wide == 1 ? "" : "s");
  return TRUE;
}

gboolean
freedom_check (CorpusGiven *given, const char *by, TbkWordOrderOptions *options, TbkKeys **keys,
               GError **error)
{
  g_autofree const char **columns = NULL;

  if (!get_keys (by, options, keys, error))
    return FALSE;
  columns = tbk_word_order_columns (options);
  return table_check (given, columns, error);
}

gboolean
freedom_run (Corpus *corpus, const TbkWordOrderOptions *options, GError **error)
{
  const TbkJob job = tbk_word_order_job (options);
  Freedom freedom = { corpus->given, options };

  return counting_run (&(Counting){ .corpus = corpus, .job = &job, .write = write_table, .data = &freedom },
                       error);
}
