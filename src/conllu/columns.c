/* columns.c - the columns of a file: the ten of CoNLL-U, or those that a first line names (CoNLL-U Plus). */
#include "base/hash.h"
#include "conllu/batch.h"

#include <string.h>

/* In the order of TbkColumn. */
static const char *const conllu_names[] = {
  "ID", "FORM", "LEMMA", "UPOS", "XPOS", "FEATS", "HEAD", "DEPREL", "DEPS", "MISC", NULL,
};

void
columns_init (Columns *columns)
{
  *columns = (Columns){ .n = TBK_N_COLUMNS };
  for (int k = 0; k < TBK_N_COLUMNS; k++)
    columns->places[k] = k;
  columns->all_names = g_strjoinv (" ", (char **) conllu_names);
}

const char *
columns_name (const Columns *columns, int k)
{
  return columns->names != NULL ? columns->names[k] : conllu_names[k];
}

/* Skips @word and the blanks before it; NULL if it is not there. */
static const char *
skip_word (const char *position, const char *end, const char *word)
{
  gsize length = strlen (word);
  while (position < end && is_blank (*position))
    position++;
  if ((gsize) (end - position) < length || memcmp (position, word, length) != 0)
    return NULL;
  return position + length;
}

/* Where the names begin in a line `# global.columns = ...`; NULL if it is no such line. */
static const char *
find_names (const char *line, const char *end)
{
  const char *position = skip_word (line, end, "#");
  if (position == NULL || position != line + 1)
    return NULL;
  position = skip_word (position, end, "global.columns");
  return position == NULL ? NULL : skip_word (position, end, "=");
}

/* Moves *@position over the next name, and returns its length; 0 if there are no more. */
static gsize
next_name (const char **position, const char *end, const char **name)
{
  while (*position < end && g_ascii_isspace (**position))
    (*position)++;
  *name = *position;
  while (*position < end && !g_ascii_isspace (**position))
    (*position)++;
  return (gsize) (*position - *name);
}

static char **
split_names (const char *position, const char *end)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  const char *name;
  gsize length;
  while ((length = next_name (&position, end, &name)) > 0)
    g_ptr_array_add (names, g_strndup (name, length));
  g_ptr_array_add (names, NULL);
  return (char **) g_ptr_array_steal (names, NULL);
}

gboolean
columns_differ (const Columns *columns, const char *line, gsize length)
{
  const char *end = line + length, *position = find_names (line, end), *name;
  if (position == NULL)
    return FALSE;
  for (int k = 0; k < columns->n; k++) {
    const char *expected = columns_name (columns, k);
    gsize size = next_name (&position, end, &name);
    if (size != strlen (expected) || memcmp (name, expected, size) != 0)
      return TRUE;
  }
  return next_name (&position, end, &name) > 0;
}

static int
find_name (char **names, const char *name)
{
  for (int k = 0; names[k] != NULL; k++)
    if (strcmp (names[k], name) == 0)
      return k;
  return -1;
}

/* Refuses a name that is there twice: which of the two is meant cannot be known. */
static gboolean
check_names (char **names, const char *file, GError **error)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (hash_string, g_str_equal);
  for (int k = 0; names[k] != NULL; k++) {
    if (!g_hash_table_add (seen, names[k])) {
      g_autofree char *quoted = tbk_quote (names[k], strlen (names[k]));
      g_set_error (error, TBK_ERROR, TBK_ERROR_DATA, "%s:1: global.columns names the column %s twice", file,
                   quoted);
      return FALSE;
    }
  }
  return TRUE;
}

gboolean
columns_read (Columns *columns, const char *line, gsize length, const char *name, GError **error)
{
  const char *end = line + length, *position = find_names (line, end);
  if (position == NULL)
    return TRUE;

  g_auto (GStrv) names = split_names (position, end);
  Columns found = { .n = (int) g_strv_length (names) };
  for (int k = 0; k < TBK_N_COLUMNS; k++)
    found.places[k] = find_name (names, conllu_names[k]);
  if (found.places[TBK_COLUMN_ID] < 0 || found.places[TBK_COLUMN_HEAD] < 0) {
    g_set_error (error, TBK_ERROR, TBK_ERROR_DATA, "%s:1: global.columns names no column %s, which is needed",
                 name, found.places[TBK_COLUMN_ID] < 0 ? "ID" : "HEAD");
    return FALSE;
  }
  if (!check_names (names, name, error))
    return FALSE;
  found.all_names = g_strjoinv (" ", names);
  found.names = g_steal_pointer (&names);
  g_free (columns->all_names);
  *columns = found;
  return TRUE;
}
