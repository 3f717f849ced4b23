/* figure_keys.c - what rows of figures are of: groups by keys, of trees or of arcs.
 *
 * Contents
 *   1. row_key: the values of the keys of a row, but for those of files
 *   2. file_keys: the values of keys of files, read from their names
 *   3. keyed_rows: groups of files, and the order and cells of rows
 *   4. keys: what tables ask of the keys
 */
#include "query/query.h"
#include "report/report.h"
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
    if (!keys_append (keys, k, facts, unit, key->text, error))
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

    if (name != NULL && !keys_append (keys, k, facts, 0, name, NULL))
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

/* 3. keyed_rows: groups of files, and the order and cells of rows. */

static void
file_group_clear (gpointer data)
{
  FileGroup *group = data;

  file_keys_clear (&group->keys);
  tbk_tally_free (group->sum);
}

/* Adds a file to the group of its keys, which is made if there is none. */
static void
add_file (GArray *groups, const TbkTally *tally, const TbkTallyLayout *layout, const char *file,
          const TbkKeys *keys)
{
  FileGroup group = { .tally = tally, .number = groups->len };

  file_keys_set (&group.keys, keys, file);
  for (guint g = 0; keys != NULL && g < groups->len; g++) {
    FileGroup *other = &g_array_index (groups, FileGroup, g);

    if (!file_keys_are_equal (&other->keys, &group.keys))
      continue;
    if (other->sum == NULL) {
      other->sum = tbk_tally_new (layout);
      tbk_tally_merge_copy (other->sum, other->tally);
      other->tally = other->sum;
    }
    tbk_tally_merge_copy (other->sum, tally);
    file_keys_clear (&group.keys);
    return;
  }
  g_array_append_val (groups, group);
}

GArray *
file_groups_new (const TbkTallies *tallies, const TbkTallyLayout *layout, const TbkKeys *keys)
{
  GArray *groups = g_array_new (FALSE, FALSE, sizeof (FileGroup));

  g_array_set_clear_func (groups, file_group_clear);
  for (int f = 0; f < tbk_tallies_n_files (tallies); f++)
    if (tbk_tallies_get (tallies, f) != NULL)
      add_file (groups, tbk_tallies_get (tallies, f), layout, tbk_tallies_name (tallies, f), keys);
  return groups;
}

int
keyed_row_compare (gconstpointer a, gconstpointer b, gpointer keys)
{
  const KeyedRow *x = a, *y = b;
  int part = 0, order = 0;

  for (int k = 0; k < tbk_keys_count (keys) && order == 0; k++)
    if (tbk_keys_is_of_files (keys, k)) {
      order = g_strcmp0 (x->group->keys.names[k], y->group->keys.names[k]) == 0
                  ? 0
                  : (int) x->group->number - (int) y->group->number;
    } else {
      order = keys_compare (keys, k, x->key[part], y->key[part]);
      part++;
    }
  return order;
}

void
keyed_row_write (const KeyedRow *row, const TbkKeys *keys, TbkTable *table)
{
  int part = 0;

  if (keys == NULL)
    tbk_table_string (table, row->group->keys.names[0]);
  for (int k = 0; k < tbk_keys_count (keys); k++)
    if (tbk_keys_is_of_files (keys, k))
      tbk_table_string (table, row->group->keys.names[k]);
    else
      table_key (table, keys, k, row->key[part++]);
}

/* 4. keys: what tables ask of the keys. */

gboolean
tbk_figures_are_of_arcs (const TbkFiguresOptions *options)
{
  return options->words != NULL || tbk_keys_scope (options->keys) != TBK_SCOPE_SENTENCE;
}

/* Keys of files tell tallies apart. */
gboolean
keys_in_files (const TbkKeys *keys)
{
  for (int k = 0; k < tbk_keys_count (keys); k++)
    if (!tbk_keys_is_of_files (keys, k))
      return TRUE;
  return FALSE;
}

const gint64 *
figure_keys_row (const TbkTally *tally, const char *const *key, TbkFiguresKind kind)
{
  static const gint64 none[FIGURES_MAX_COLUMNS];
  const gint64 *figures = key != NULL ? tbk_tally_get (tally, figures_section (kind, TRUE), key)
                          : kind < TBK_FIGURES_OF_ARCS ? tbk_figures_get (tally, kind)
                                                       : NULL;

  return figures == NULL ? none : figures;
}
