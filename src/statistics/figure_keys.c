/* figure_keys.c - what rows of figures are of: groups by keys, of trees or of arcs.
 *
 * Contents
 *   1. row_key: the values of the keys of a row, but for those of files
 *   2. file_keys: the values of keys of files, read from their names
 *   3. keys: what tables ask of the keys
 */
#include "statistics/statistics.h"

#include <string.h>

/* 1. row_key: the values of the keys of a row, with a NUL behind each; those of files are left out. */

void
row_key_init (RowKey *key)
{
  key->text = g_string_new (NULL);
}

void
row_key_clear (RowKey *key)
{
  if (key->text != NULL)
    g_string_free (key->text, TRUE);
}

void
row_key_part (const char *text, const char *parts[TBK_KEYS_MOST])
{
  for (int p = 0; p < TBK_KEYS_MOST; p++, text += strlen (text) + 1)
    parts[p] = text;
}

gboolean
row_key_set (RowKey *key, const TbkKeys *keys, TbkFacts *facts, int unit, GError **error)
{
  int n = 0;

  g_string_truncate (key->text, 0);
  for (int k = 0; k < tbk_keys_count (keys); k++) {
    if (tbk_keys_is_of_files (keys, k))
      continue;
    if (!tbk_keys_append (keys, k, facts, unit, key->text, error))
      return FALSE;
    g_string_append_c (key->text, '\0');
    n++;
  }
  for (; n < TBK_KEYS_MOST; n++)
    g_string_append_c (key->text, '\0');
  row_key_part (key->text->str, key->parts);
  return TRUE;
}

/* 2. file_keys: the values of keys of files, read from their names. */

void
file_keys_clear (FileKeys *values)
{
  for (int k = 0; k < TBK_KEYS_MOST; k++)
    g_clear_pointer (&values->names[k], g_free);
}

void
file_keys_free (gpointer values)
{
  file_keys_clear (values);
}

/* A file whose name says nothing of its treebank or split is of none. */
void
file_keys_set (FileKeys *values, const TbkKeys *keys, const char *file)
{
  const TbkConlluSentence none = { .n = 0 };
  const TbkEntry entry = { .file = file, .sentence = &none };
  g_autoptr (TbkFacts) facts = tbk_facts_new (TBK_TREES_DEPENDENCIES, NULL);

  *values = (FileKeys){ { NULL } };
  if (keys == NULL)
    values->names[0] = g_strdup (file);
  tbk_facts_set (facts, &entry);
  for (int k = 0; k < tbk_keys_count (keys); k++) {
    GString *name = tbk_keys_is_of_files (keys, k) ? g_string_new (NULL) : NULL;

    if (name != NULL && !tbk_keys_append (keys, k, facts, 0, name, NULL))
      g_string_truncate (name, 0);
    values->names[k] = name == NULL ? NULL : g_string_free (name, FALSE);
  }
}

gboolean
file_keys_are_equal (const FileKeys *a, const FileKeys *b)
{
  for (int k = 0; k < TBK_KEYS_MOST; k++)
    if (g_strcmp0 (a->names[k], b->names[k]) != 0)
      return FALSE;
  return TRUE;
}

/* 3. keys: what tables ask of the keys. */

gboolean
tbk_figures_are_of_arcs (const TbkFiguresOptions *options)
{
  return options->words != NULL || tbk_keys_scope (options->keys) != TBK_SCOPE_SENTENCE;
}

/* Keys of files tell tallies apart. */
gboolean
figure_keys_in_files (const TbkFiguresOptions *options)
{
  for (int k = 0; k < tbk_keys_count (options->keys); k++)
    if (!tbk_keys_is_of_files (options->keys, k))
      return TRUE;
  return FALSE;
}

void
figure_keys_columns (const TbkFiguresOptions *options, GPtrArray *names)
{
  if (options->keys == NULL)
    g_ptr_array_add (names, "file");
  for (int k = 0; k < tbk_keys_count (options->keys); k++) {
    int n;
    const char *const *columns = tbk_keys_columns (options->keys, k, &n);

    for (int c = 0; c < n; c++)
      g_ptr_array_add (names, (gpointer) columns[c]);
  }
}

const gint64 *
figure_keys_row (const TbkTally *tally, const char *const *key, TbkFiguresKind kind)
{
  static const gint64 none[FIGURES_MAX_COLUMNS];
  const gint64 *figures = key != NULL ? tbk_tally_get (tally, tbk_figures_section (kind, TRUE), key)
                          : kind < TBK_FIGURES_OF_ARCS ? tbk_figures_get (tally, kind)
                                                       : NULL;

  return figures == NULL ? none : figures;
}
