/* freedom.c - tbk stats --word-order: how free the order of words is. */
#include "commands/commands.h"

#include <string.h>

#include "options/options.h"

static const char *
key_name (int i)
{
  return tbk_word_order_key_name ((TbkWordOrderKey) i);
}

/* The keys in --by, with commas between them; without it, the file. */
static gboolean
get_keys (const char *by, TbkWordOrderOptions *options, GError **error)
{
  const OptionType type = CHOICE_AT (0, key_name);
  g_auto (GStrv) keys = g_strsplit (by != NULL ? by : "file", ",", -1);

  for (options->n_keys = 0; keys[options->n_keys] != NULL; options->n_keys++) {
    gint64 key;

    if (options->n_keys == TBK_WORD_ORDER_MAX_KEYS)
      return options_refuse (error, "--by: found '%s', expected at most %d keys", by,
                             TBK_WORD_ORDER_MAX_KEYS);
    if (!options_convert ("by", &type, keys[options->n_keys], &key, error))
      return FALSE;
    options->keys[options->n_keys] = (TbkWordOrderKey) key;
  }
  return tbk_word_order_can_have_keys (options)
         || options_refuse (
             error,
             "--by: found '%s', expected different keys, one of them at most of file and language, and beside sisters no other",
             by);
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
freedom_check (CorpusGiven *given, const char *by, TbkWordOrderOptions *options, GError **error)
{
  g_autofree const char **columns = NULL;

  if (!get_keys (by, options, error))
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
