/* columns.c - the columns of a file: the ten of CoNLL-U, or those that a first line names (CoNLL-U Plus). */
#include "conllu/batch.h"

#include <string.h>

static const char *const conllu_names[] = {
  "ID", "FORM", "LEMMA", "UPOS", "XPOS", "FEATS", "HEAD", "DEPREL", "DEPS", "MISC", NULL,
};

void
columns_init (Columns *columns)
{
  *columns = (Columns){ .n = 10, .id = 0, .head = 6, .deprel = 7, .misc = 9 };
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

static char **
split_names (const char *position, const char *end)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  while (position < end) {
    const char *start = position;
    while (position < end && !g_ascii_isspace (*position))
      position++;
    if (position > start)
      g_ptr_array_add (names, g_strndup (start, (gsize) (position - start)));
    position++;
  }
  g_ptr_array_add (names, NULL);
  return (char **) g_ptr_array_steal (names, NULL);
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
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);
  for (int k = 0; names[k] != NULL; k++) {
    if (!g_hash_table_add (seen, names[k])) {
      g_autofree char *quoted = quote (names[k], strlen (names[k]));
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
  const char *end = line + length, *position = skip_word (line, end, "#");
  if (position == NULL || position != line + 1
      || (position = skip_word (position, end, "global.columns")) == NULL
      || (position = skip_word (position, end, "=")) == NULL)
    return TRUE;

  g_auto (GStrv) names = split_names (position, end);
  Columns found = { .n = (int) g_strv_length (names),
                       .id = find_name (names, "ID"),
                       .head = find_name (names, "HEAD"),
                       .deprel = find_name (names, "DEPREL"),
                       .misc = find_name (names, "MISC") };
  if (found.id < 0 || found.head < 0) {
    g_set_error (error, TBK_ERROR, TBK_ERROR_DATA, "%s:1: global.columns names no column %s, which is needed",
                 name, found.id < 0 ? "ID" : "HEAD");
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
