/* tally.c - rows of integers under keys, in a hash table for each section. */
#include "tally/tally.h"

#include <string.h>

#include "base/hash.h"

/* A row is one piece of memory: this, its values, pointers to the parts of its key, and these, with a NUL
 * after each. In the table it stands for its key, as does a row that is looked for. */
typedef struct {
  const char *bytes; /* of the key */
  gsize length;
  gint64 *values;
  const char **key;
} Row;

struct TbkTally {
  const TbkTallyLayout *layout;
  GHashTable **sections; /* of Row to itself, one each */
  GString *key;          /* scratch: the bytes of the key in hand */
};

static guint
hash_row (gconstpointer row)
{
  return (guint) hash_bytes (((const Row *) row)->bytes, ((const Row *) row)->length);
}

static gboolean
rows_equal (gconstpointer a, gconstpointer b)
{
  const Row *x = a, *y = b;

  return x->length == y->length && memcmp (x->bytes, y->bytes, x->length) == 0;
}

TbkTally *
tbk_tally_new (const TbkTallyLayout *layout)
{
  TbkTally *tally;

  g_return_val_if_fail (layout != NULL, NULL);
  tally = g_new (TbkTally, 1);
  tally->layout = layout;
  tally->sections = g_new (GHashTable *, layout->n_sections);
  for (int s = 0; s < layout->n_sections; s++)
    tally->sections[s] = g_hash_table_new_full (hash_row, rows_equal, NULL, g_free);
  tally->key = g_string_new (NULL);
  return tally;
}

void
tbk_tally_free (TbkTally *tally)
{
  if (tally == NULL)
    return;
  for (int s = 0; s < tally->layout->n_sections; s++)
    g_hash_table_unref (tally->sections[s]);
  g_free (tally->sections);
  g_string_free (tally->key, TRUE);
  g_free (tally);
}

const TbkTallyLayout *
tally_layout (const TbkTally *tally)
{
  return tally->layout;
}

void
tbk_tally_clear (TbkTally *tally)
{
  for (int s = 0; s < tally->layout->n_sections; s++)
    g_hash_table_remove_all (tally->sections[s]);
}

/* The row of a key without values, to look for it; good until the next call. */
static Row
make_key (const TbkTally *tally, int section, const char *const *key)
{
  GString *bytes = tally->key;

  g_string_truncate (bytes, 0);
  for (int k = 0; k < tally->layout->sections[section].n_keys; k++)
    g_string_append_len (bytes, key[k], (gssize) strlen (key[k]) + 1);
  return (Row){ .bytes = bytes->str, .length = bytes->len };
}

/* A new row of zeros. */
static Row *
row_new (const TbkTallySection *section, const Row *key)
{
  const gsize values = sizeof (Row), parts = values + section->n_columns * sizeof (gint64),
              bytes = parts + section->n_keys * sizeof (char *);
  char *memory = g_malloc0 (bytes + key->length), *part = memory + bytes;
  Row *row = (Row *) memory;

  *row = (Row){ .bytes = part,
                .length = key->length,
                .values = (gint64 *) (memory + values),
                .key = (const char **) (memory + parts) };
  if (key->length > 0)
    memcpy (part, key->bytes, key->length);
  for (int k = 0; k < section->n_keys; k++, part += strlen (part) + 1)
    row->key[k] = part;
  return row;
}

/* Adds to @values what else was found, each column by its rule. */
static void
add_values (const TbkTallySection *section, gint64 *values, const gint64 *more)
{
  for (int c = 0; c < section->n_columns; c++)
    if (section->columns[c].rule == TBK_TALLY_MAX)
      values[c] = MAX (values[c], more[c]);
    else if (__builtin_add_overflow (values[c], more[c], &values[c]))
      values[c] = G_MAXINT64;
}

/* Adds @values to the row of @key, which is made if it is new. */
static void
add_to_row (TbkTally *tally, int section, const Row *key, const gint64 *values)
{
  const TbkTallySection *layout = &tally->layout->sections[section];
  Row *row = g_hash_table_lookup (tally->sections[section], key);

  if (row == NULL) {
    row = row_new (layout, key);
    g_hash_table_insert (tally->sections[section], row, row);
  }
  add_values (layout, row->values, values);
}

static gboolean
has_section (const TbkTally *tally, int section)
{
  return section >= 0 && section < tally->layout->n_sections;
}

void
tbk_tally_add (TbkTally *tally, int section, const char *const *key, const gint64 *values)
{
  Row sought;

  g_return_if_fail (has_section (tally, section));
  sought = make_key (tally, section, key);
  add_to_row (tally, section, &sought, values);
}

const gint64 *
tbk_tally_get (const TbkTally *tally, int section, const char *const *key)
{
  Row sought;
  const Row *row;

  g_return_val_if_fail (has_section (tally, section), NULL);
  sought = make_key (tally, section, key);
  row = g_hash_table_lookup (tally->sections[section], &sought);
  return row == NULL ? NULL : row->values;
}

void
tally_add_section (TbkTally *tally, const TbkTally *more, int section)
{
  GHashTableIter iterator;
  gpointer row;

  g_hash_table_iter_init (&iterator, more->sections[section]);
  while (g_hash_table_iter_next (&iterator, &row, NULL))
    add_to_row (tally, section, row, ((const Row *) row)->values);
}

void
tbk_tally_merge_copy (TbkTally *tally, const TbkTally *more)
{
  g_return_if_fail (tally != more && tally->layout == more->layout);
  for (int s = 0; s < tally->layout->n_sections; s++)
    tally_add_section (tally, more, s);
}

void
tbk_tally_merge (TbkTally *tally, TbkTally *more)
{
  g_return_if_fail (tally != more && tally->layout == more->layout);
  for (int s = 0; s < tally->layout->n_sections; s++) {
    GHashTableIter iterator;
    gpointer row;

    g_hash_table_iter_init (&iterator, more->sections[s]);
    while (g_hash_table_iter_next (&iterator, &row, NULL)) {
      if (g_hash_table_contains (tally->sections[s], row))
        continue;
      g_hash_table_iter_steal (&iterator);
      g_hash_table_insert (tally->sections[s], row, row);
    }
  }
  tbk_tally_merge_copy (tally, more);
  tbk_tally_clear (more);
}

/* Of two decimal numbers the longer, or else the later, is the greater. */
static int
compare_parts (const char *x, const char *y, TbkTallyKeyType type)
{
  gsize length_x = strlen (x), length_y = strlen (y);

  if (type != TBK_TALLY_TEXT && length_x != length_y)
    return length_x < length_y ? -1 : 1;
  return strcmp (x, y);
}

static int
compare_rows (gconstpointer a, gconstpointer b, gpointer section)
{
  const TbkTallyRow *x = a, *y = b;
  const TbkTallySection *layout = section;
  int order = 0;

  for (int k = 0; k < layout->n_keys && order == 0; k++)
    order = compare_parts (x->key[k], y->key[k], layout->keys[k].type);
  return order;
}

TbkTallyRow *
tbk_tally_rows (const TbkTally *tally, int section, gsize *n_rows)
{
  GHashTableIter iterator;
  GArray *rows;
  gpointer row;

  g_return_val_if_fail (has_section (tally, section), NULL);
  rows = g_array_sized_new (FALSE, FALSE, sizeof (TbkTallyRow),
                            g_hash_table_size (tally->sections[section]) + 1);
  g_hash_table_iter_init (&iterator, tally->sections[section]);
  while (g_hash_table_iter_next (&iterator, &row, NULL)) {
    TbkTallyRow found = { ((const Row *) row)->key, ((const Row *) row)->values };
    g_array_append_val (rows, found);
  }
  g_array_sort_with_data (rows, compare_rows, (gpointer) &tally->layout->sections[section]);
  *n_rows = rows->len;
  return (TbkTallyRow *) g_array_free (rows, FALSE);
}

gint64
tally_rest (gint64 whole, const TbkTallyRow *rows, gsize n_rows, int column)
{
  for (gsize r = 0; r < n_rows && whole >= 0; r++)
    whole -= rows[r].values[column];
  return whole;
}
