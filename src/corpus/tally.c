/* tally.c - rows of integers under keys, merged in any order: of one file, and of a run.
 *
 * Contents
 *   1. tally: rows of integers under keys, in a hash table for each section
 *   2. tallies: the tallies of a run's files: put in one by one, merged with those of runs over other files
 */
#include "corpus/corpus.h"

#include <string.h>
#include <sys/stat.h>

#include "base/base.h"

/* 1. tally: rows of integers under keys, in a hash table for each section. */

/* A row is one piece of memory: this struct, its values, pointers to the parts of its key, and these
 * parts, with a NUL after each. So it is freed by one g_free(). For instance the row of the words of
 * relation nsubj:subj, with 2 columns:
 *
 *   bytes length values key | 31 4 | key[0] | n s u b j : s u b j NUL
 *
 * A table has rows as keys and as values. To look a row up, a Row with `bytes`, `length` and `hash` alone will do.
 */
typedef struct {
  const char *bytes; /* of the key */
  gsize length;
  guint hash; /* of the bytes: a row moves through several tables */
  gint64 *values;
  const char **key;
} Row;

struct TbkTally {
  const TbkTallyLayout *layout;
  GHashTable **sections; /* of Row to itself, one each */
  GString *key;          /* scratch: the bytes of the key in hand, as long as the longest so far */
};

static guint
hash_row (gconstpointer row)
{
  return ((const Row *) row)->hash;
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
tally_clear (TbkTally *tally)
{
  for (int s = 0; s < tally->layout->n_sections; s++)
    g_hash_table_remove_all (tally->sections[s]);
}

/* Returns the row of a key without values, to look for it. Its bytes are tally->key, and hold until
 * the next call. The parts of the key are hashed with their NULs; so the keys (a, bc) and (ab, c) differ. */
static Row
make_key (const TbkTally *tally, int section, const char *const *key)
{
  GString *bytes = tally->key;
  gsize length = 0;

  for (int k = 0; k < tally->layout->sections[section].n_keys; k++) {
    const gsize size = strlen (key[k]) + 1;

    if (length + size > bytes->len)
      g_string_set_size (bytes, 2 * (length + size));
    memcpy (bytes->str + length, key[k], size);
    length += size;
  }
  return (Row){ .bytes = bytes->str, .length = length, .hash = (guint) hash_bytes (bytes->str, length) };
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
                .hash = key->hash,
                .values = (gint64 *) (memory + values),
                .key = (const char **) (memory + parts) };
  if (key->length > 0)
    memcpy (part, key->bytes, key->length);
  for (int k = 0; k < section->n_keys; k++, part += strlen (part) + 1)
    row->key[k] = part;
  return row;
}

/* Adds @more to @values, each column by its rule: the greater of the two, or the sum. A sum that would
 * overflow stays at the greatest integer. Both rules are commutative and associative: tallies of
 * batches, files and runs may be merged in any order. */
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

/* Rows that @tally does not have are moved, not copied; the others are added, and then freed. A batch mostly brings rows that are there
 * already, the first batch of a file none. */
void
tally_merge (TbkTally *tally, TbkTally *more)
{
  g_return_if_fail (tally != more && tally->layout == more->layout);
  for (int s = 0; s < tally->layout->n_sections; s++) {
    GHashTableIter iterator;
    gpointer row;

    g_hash_table_iter_init (&iterator, more->sections[s]);
    while (g_hash_table_iter_next (&iterator, &row, NULL)) {
      const Row *known = g_hash_table_lookup (tally->sections[s], row);

      if (known != NULL) {
        add_values (&tally->layout->sections[s], known->values, ((const Row *) row)->values);
        continue;
      }
      g_hash_table_iter_steal (&iterator);
      g_hash_table_insert (tally->sections[s], row, row);
    }
  }
  tally_clear (more);
}

static int
compare_rows (gconstpointer a, gconstpointer b, gpointer section)
{
  const TbkTallyRow *x = a, *y = b;
  const TbkTallySection *layout = section;
  int order = 0;

  for (int k = 0; k < layout->n_keys && order == 0; k++)
    order = (layout->keys[k].type == TBK_TALLY_TEXT ? strcmp : compare_decimals) (x->key[k], y->key[k]);
  return order;
}

/* Puts rows whose one key is a number from 1 to how many there are, as those of sentences, where it says. FALSE if they have other
 * keys; they are then as they were. */
static gboolean
place_rows (GArray *rows)
{
  g_autofree TbkTallyRow *placed = g_new0 (TbkTallyRow, rows->len + 1);

  for (guint r = 0; r < rows->len; r++) {
    const TbkTallyRow *row = &g_array_index (rows, TbkTallyRow, r);
    const guint64 number = g_ascii_strtoull (row->key[0], NULL, 10);

    if (number == 0 || number > rows->len || placed[number - 1].key != NULL)
      return FALSE;
    placed[number - 1] = *row;
  }
  memcpy (rows->data, placed, rows->len * sizeof *placed);
  return TRUE;
}

/* The rows come in the order of their keys, which no order in a hash table is: outputs must be the
 * same for each run. */
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
  if (tally->layout->sections[section].n_keys != 1
      || tally->layout->sections[section].keys[0].type == TBK_TALLY_TEXT || !place_rows (rows))
    g_array_sort_with_data (rows, compare_rows, (gpointer) &tally->layout->sections[section]);
  *n_rows = rows->len;
  return (TbkTallyRow *) g_array_free (rows, FALSE);
}

/* Returns what @whole has beyond the rows' @column; below 0 if they have more. It stops there, so that
 * it cannot overflow. */
gint64
tally_rest (gint64 whole, const TbkTallyRow *rows, gsize n_rows, int column)
{
  for (gsize r = 0; r < n_rows && whole >= 0; r++)
    whole -= rows[r].values[column];
  return whole;
}

/* 2. tallies: the tallies of a run's files: put in one by one, merged with those of runs over other files. */

const char *const tallies_state_names[N_FILE_STATES] = {
  [FILE_OUT] = "out",
  [FILE_IN] = "in",
  [FILE_UNREAD] = "unread",
  [FILE_FAULTY] = "faulty",
};

static void
clear_file (gpointer data)
{
  TallyFile *file = data;

  g_free (file->path);
  tbk_tally_free (file->tally);
}

TbkTallies *
tallies_new_empty (const TbkTallyLayout *layout)
{
  TbkTallies *tallies = g_new0 (TbkTallies, 1);

  tallies->layout = layout;
  tallies->options = g_ptr_array_new_with_free_func (g_free);
  g_ptr_array_add (tallies->options, NULL);
  tallies->files = g_array_new (FALSE, FALSE, sizeof (TallyFile));
  g_array_set_clear_func (tallies->files, clear_file);
  return tallies;
}

void
tallies_add_file (TbkTallies *tallies, const char *path, gint64 size)
{
  TallyFile file = { .path = g_strdup (path), .size = size };

  g_array_append_val (tallies->files, file);
}

/* Adds an option with its value: options[2 o] and options[2 o + 1]. The NULL at the end stays the last
 * element. */
void
tallies_add_option (TbkTallies *tallies, const char *name, const char *value)
{
  g_ptr_array_insert (tallies->options, (gint) tallies->options->len - 1, g_strdup (name));
  g_ptr_array_insert (tallies->options, (gint) tallies->options->len - 1, g_strdup (value));
}

/* Files are known by path and size, so that a run over the rest of them is not merged with one over
 * other files that have the same names. The size of what is no regular file, such as a pipe, is -1. */
TbkTallies *
tbk_tallies_new (const TbkTallyLayout *layout, const char *const *paths, const char *const *options)
{
  TbkTallies *tallies;

  g_return_val_if_fail (layout != NULL && paths != NULL, NULL);
  tallies = tallies_new_empty (layout);
  for (int p = 0; paths[p] != NULL; p++) {
    struct stat status;
    gboolean is_regular = stat (paths[p], &status) == 0 && S_ISREG (status.st_mode);
    tallies_add_file (tallies, paths[p], is_regular ? (gint64) status.st_size : -1);
  }
  for (int o = 0; options != NULL && options[o] != NULL; o += 2)
    tallies_add_option (tallies, options[o], options[o + 1]);
  return tallies;
}

void
tbk_tallies_free (TbkTallies *tallies)
{
  if (tallies == NULL)
    return;
  g_ptr_array_unref (tallies->options);
  g_array_unref (tallies->files);
  g_free (tallies);
}

int
tbk_tallies_n_files (const TbkTallies *tallies)
{
  return (int) tallies->files->len;
}

static gboolean
has_file (const TbkTallies *tallies, int file)
{
  return file >= 0 && (guint) file < tallies->files->len;
}

const char *
tbk_tallies_path (const TbkTallies *tallies, int file)
{
  g_return_val_if_fail (has_file (tallies, file), NULL);
  return tallies_file (tallies, file)->path;
}

const char *
tbk_tallies_name (const TbkTallies *tallies, int file)
{
  return input_shown_name (tbk_tallies_path (tallies, file));
}

FileState
tallies_state (const TbkTallies *tallies, int file)
{
  g_return_val_if_fail (has_file (tallies, file), FILE_OUT);
  return tallies_file (tallies, file)->state;
}

int
tallies_n_of_state (const TbkTallies *tallies, FileState state)
{
  int n = 0;

  for (guint f = 0; f < tallies->files->len; f++)
    n += tallies_file (tallies, f)->state == state;
  return n;
}

const TbkTally *
tbk_tallies_get (const TbkTallies *tallies, int file)
{
  g_return_val_if_fail (has_file (tallies, file), NULL);
  return tallies_file (tallies, file)->tally;
}

void
tallies_put (TbkTallies *tallies, int file, TbkTally *tally)
{
  g_return_if_fail (has_file (tallies, file) && tally_layout (tally) == tallies->layout);
  g_return_if_fail (tallies_file (tallies, file)->state == FILE_OUT);
  tallies_file (tallies, file)->tally = tally;
  tallies_file (tallies, file)->state = FILE_IN;
}

void
tallies_leave_out (TbkTallies *tallies, int file, FileState state)
{
  g_return_if_fail (has_file (tallies, file) && tallies_file (tallies, file)->state == FILE_OUT);
  g_return_if_fail (state == FILE_UNREAD || state == FILE_FAULTY);
  tallies_file (tallies, file)->state = state;
}

/* Moves what is known of a file. Its place in the tallies it came from is empty then, as before it was
 * counted. */
static void
move_file (TallyFile *file, TallyFile *whole)
{
  whole->tally = g_steal_pointer (&file->tally);
  whole->state = file->state;
  file->state = FILE_OUT;
}

void
tallies_move (TbkTallies *tallies, int number, TbkTallies *whole, int file)
{
  g_return_if_fail (has_file (tallies, number) && has_file (whole, file));
  g_return_if_fail (tallies->layout == whole->layout);
  g_return_if_fail (tallies_file (whole, file)->state == FILE_OUT);
  move_file (tallies_file (tallies, number), tallies_file (whole, file));
}

const char *
tbk_tallies_option (const TbkTallies *tallies, const char *name)
{
  for (guint o = 0; o + 1 < tallies->options->len; o += 2)
    if (g_str_equal (tallies->options->pdata[o], name))
      return tallies->options->pdata[o + 1];
  return NULL;
}

const char *const *
tbk_tallies_options (const TbkTallies *tallies)
{
  return (const char *const *) tallies->options->pdata;
}

TbkTally *
tbk_tallies_total (const TbkTallies *tallies)
{
  TbkTally *total = tbk_tally_new (tallies->layout);

  for (guint f = 0; f < tallies->files->len; f++)
    if (tallies_file (tallies, f)->tally != NULL)
      tbk_tally_merge_copy (total, tallies_file (tallies, f)->tally);
  return total;
}

TbkTally *
tallies_section_total (const TbkTallies *tallies, int section)
{
  TbkTally *total;

  g_return_val_if_fail (section >= 0 && section < tallies->layout->n_sections, NULL);
  total = tbk_tally_new (tallies->layout);
  for (guint f = 0; f < tallies->files->len; f++)
    if (tallies_file (tallies, f)->tally != NULL)
      tally_add_section (total, tallies_file (tallies, f)->tally, section);
  return total;
}

static gboolean
options_equal (const TbkTallies *a, const TbkTallies *b)
{
  if (a->options->len != b->options->len)
    return FALSE;
  for (guint o = 0; o + 1 < a->options->len; o++)
    if (!g_str_equal (a->options->pdata[o], b->options->pdata[o]))
      return FALSE;
  return TRUE;
}

static gboolean
files_equal (const TbkTallies *a, const TbkTallies *b)
{
  if (a->files->len != b->files->len)
    return FALSE;
  for (guint f = 0; f < a->files->len; f++)
    if (tallies_file (a, f)->size != tallies_file (b, f)->size
        || !g_str_equal (tallies_file (a, f)->path, tallies_file (b, f)->path))
      return FALSE;
  return TRUE;
}

/* Returns why the two cannot be put together, NULL if they can: they count the same things, in the
 * same way, of the same list of files. */
static const char *
find_obstacle (const TbkTallies *tallies, const TbkTallies *more)
{
  if (tallies->layout != more->layout)
    return "found tallies of another kind, expected the same";
  if (!options_equal (tallies, more))
    return "found tallies made with other options, expected the same";
  if (!files_equal (tallies, more))
    return "found tallies with another list of files, expected the same: each part of a run is given all files";
  return NULL;
}

gboolean
tallies_fit (const TbkTallies *tallies, const TbkTallies *more, GError **error)
{
  const char *obstacle = find_obstacle (tallies, more);

  if (obstacle != NULL)
    g_set_error_literal (error, TBK_ERROR, TBK_ERROR_DATA, obstacle);
  return obstacle == NULL;
}

/* All files are checked before the first is moved: after an error both are as before. */
gboolean
tbk_tallies_merge (TbkTallies *tallies, TbkTallies *more, GError **error)
{
  g_return_val_if_fail (tallies != more, FALSE);
  if (!tallies_fit (tallies, more, error))
    return FALSE;
  for (guint f = 0; f < tallies->files->len; f++)
    if (tallies_file (tallies, f)->state != FILE_OUT && tallies_file (more, f)->state != FILE_OUT) {
      g_set_error (error, TBK_ERROR, TBK_ERROR_DATA, "found %s in both tallies, expected it in one",
                   tallies_file (tallies, f)->path);
      return FALSE;
    }
  for (guint f = 0; f < tallies->files->len; f++)
    if (tallies_file (more, f)->state != FILE_OUT)
      move_file (tallies_file (more, f), tallies_file (tallies, f));
  return TRUE;
}
