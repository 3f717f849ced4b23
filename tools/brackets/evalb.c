/* evalb.c - lists of labels and words, of the command line and of evalb's parameter files.
 *
 * A line of such a file is a keyword and its values; lines that begin with # or have less than three bytes are none. Of
 * the keywords that say nothing here, LABELED is answered by both kinds of measures, and CUTOFF_LEN by a run with --max-words.
 */
#include "evalb.h"

#include <string.h>

#include "runs/lines.h"

#define BYTE_ORDER_MARK "\xef\xbb\xbf"

void
evalb_lists_init (EvalbLists *lists)
{
  lists->deleted = g_ptr_array_new_with_free_func (g_free);
  lists->uncounted = g_ptr_array_new_with_free_func (g_free);
  lists->quotes = g_ptr_array_new_with_free_func (g_free);
  lists->equal = g_ptr_array_new_with_free_func (g_free);
  lists->equal_words = g_ptr_array_new_with_free_func (g_free);
}

void
evalb_lists_clear (EvalbLists *lists)
{
  g_ptr_array_unref (lists->deleted);
  g_ptr_array_unref (lists->uncounted);
  g_ptr_array_unref (lists->quotes);
  g_ptr_array_unref (lists->equal);
  g_ptr_array_unref (lists->equal_words);
}

/* To be freed. */
static char **
split (const char *text)
{
  return g_strsplit (text, strchr (text, ' ') != NULL ? " " : ",", -1);
}

void
evalb_add_items (GPtrArray *list, const char *text)
{
  g_auto (GStrv) items = split (text != NULL ? text : "");

  for (int i = 0; items[i] != NULL; i++)
    if (items[i][0] != '\0')
      g_ptr_array_add (list, g_strdup (items[i]));
}

gboolean
evalb_add_pairs (GPtrArray *list, const char *option, const char *text, GError **error)
{
  g_auto (GStrv) pairs = split (text != NULL ? text : "");

  for (int i = 0; pairs[i] != NULL; i++) {
    const char *equals = strchr (pairs[i], '=');

    if (equals == NULL || equals == pairs[i] || equals[1] == '\0' || strchr (equals + 1, '=') != NULL) {
      g_set_error (error, TBK_ERROR, TBK_ERROR_USAGE, "%s: found '%s', expected pairs X=Y", option, pairs[i]);
      return FALSE;
    }
    g_ptr_array_add (list, g_strndup (pairs[i], (gsize) (equals - pairs[i])));
    g_ptr_array_add (list, g_strdup (equals + 1));
  }
  return TRUE;
}

/* A keyword: the list that its values are added to, by its place in EvalbLists, and how many it takes. */
typedef struct {
  const char *name;
  int n_values;
  gssize list; /* or NO_LIST */
} Keyword;

enum { NO_LIST = -1 };

static const Keyword keywords[] = {
  { "DELETE_LABEL", 1, G_STRUCT_OFFSET (EvalbLists, deleted) },
  { "DELETE_LABEL_FOR_LENGTH", 1, G_STRUCT_OFFSET (EvalbLists, uncounted) },
  { "EQ_LABEL", 2, G_STRUCT_OFFSET (EvalbLists, equal) },
  { "EQ_WORD", 2, G_STRUCT_OFFSET (EvalbLists, equal_words) },
  { "QUOTE_LABEL", 1, G_STRUCT_OFFSET (EvalbLists, quotes) },
  { "LABELED", 1, NO_LIST },
  { "CUTOFF_LEN", 1, NO_LIST },
  { "MAX_ERROR", 1, NO_LIST },
  { "DEBUG", 1, NO_LIST },
};

typedef struct {
  const char *path;
  gint64 line;
  EvalbLists *lists;
} Parameters;

static gboolean
fail_parameters (const Parameters *parameters, const char *found, const char *expected, GError **error)
{
  g_set_error (error, TBK_ERROR, TBK_ERROR_DATA, "%s:%" G_GINT64_FORMAT ": found %s, expected %s",
               parameters->path, parameters->line, found, expected);
  return FALSE;
}

/* What was expected where @name stands, with what may have been meant; to be freed. */
static char *
describe_keywords (const char *name)
{
  const char *names[G_N_ELEMENTS (keywords) + 1] = { NULL }, *nearest;

  for (guint k = 0; k < G_N_ELEMENTS (keywords); k++)
    names[k] = keywords[k].name;
  nearest = tbk_nearest (name, strlen (name), names);
  return g_strconcat ("a keyword of evalb", nearest == NULL ? NULL : "; did you mean '", nearest, "'?", NULL);
}

static gboolean
take_keyword (const Parameters *parameters, GPtrArray *words, GError **error)
{
  const char *name = words->pdata[0];
  g_autofree char *found = NULL, *expected = NULL;
  guint k = 0;
  GPtrArray *list;

  while (k < G_N_ELEMENTS (keywords) && strcmp (keywords[k].name, name) != 0)
    k++;
  if (k == G_N_ELEMENTS (keywords)) {
    found = tbk_quote (name, strlen (name));
    expected = describe_keywords (name);
    return fail_parameters (parameters, found, expected, error);
  }
  if ((int) words->len != keywords[k].n_values + 1) {
    found = g_strdup_printf ("%s before %u word%s", name, words->len - 1, words->len == 2 ? "" : "s");
    return fail_parameters (parameters, found, keywords[k].n_values == 1 ? "one" : "two", error);
  }
  if (keywords[k].list == NO_LIST)
    return TRUE;
  list = G_STRUCT_MEMBER (GPtrArray *, parameters->lists, keywords[k].list);
  for (guint w = 1; w < words->len; w++)
    g_ptr_array_add (list, g_strdup (words->pdata[w]));
  return TRUE;
}

static gboolean
take_parameters (gpointer data, const char *line, gsize length, GError **error)
{
  enum { SHORTEST = 3 };
  Parameters *parameters = data;
  g_autofree char *text = NULL;
  g_auto (GStrv) pieces = NULL;
  g_autoptr (GPtrArray) words = g_ptr_array_new ();

  if (parameters->line++ == 0 && line != NULL && length >= strlen (BYTE_ORDER_MARK)
      && memcmp (line, BYTE_ORDER_MARK, strlen (BYTE_ORDER_MARK)) == 0) {
    line += strlen (BYTE_ORDER_MARK);
    length -= strlen (BYTE_ORDER_MARK);
  }
  if (line == NULL)
    return fail_parameters (parameters, "a line that is too long", "a keyword and its values", error);
  if (memchr (line, '\0', length) != NULL)
    return fail_parameters (parameters, "a NUL byte", "text", error);
  text = g_strndup (line, length);
  pieces = g_strsplit_set (text, " \t\r", -1);
  for (int i = 0; pieces[i] != NULL; i++)
    if (pieces[i][0] != '\0')
      g_ptr_array_add (words, pieces[i]);
  return words->len == 0 || text[0] == '#' || length < SHORTEST || take_keyword (parameters, words, error);
}

gboolean
evalb_read (const char *path, EvalbLists *lists, GError **error)
{
  static const LinesReader reader = { .take = take_parameters };
  Parameters parameters = { .path = path, .lists = lists };

  return lines_read (path, &reader, &parameters, error);
}

static void
update_checksum (GChecksum *checksum, const GPtrArray *list)
{
  for (guint i = 0; i < list->len; i++)
    g_checksum_update (checksum, list->pdata[i], (gssize) strlen (list->pdata[i]) + 1);
  g_checksum_update (checksum, (const guchar *) "", 1);
}

char *
evalb_checksum (const EvalbLists *lists)
{
  g_autoptr (GChecksum) checksum = g_checksum_new (G_CHECKSUM_SHA256);

  update_checksum (checksum, lists->deleted);
  update_checksum (checksum, lists->uncounted);
  update_checksum (checksum, lists->quotes);
  update_checksum (checksum, lists->equal);
  update_checksum (checksum, lists->equal_words);
  return g_strdup (g_checksum_get_string (checksum));
}

static const char *const *
end_list (GPtrArray *list)
{
  g_ptr_array_add (list, NULL);
  return (const char *const *) list->pdata;
}

void
evalb_set_lists (EvalbLists *lists, TbkPhraseEvaluationOptions *options)
{
  options->deleted = end_list (lists->deleted);
  options->uncounted = end_list (lists->uncounted);
  options->quotes = end_list (lists->quotes);
  options->equal = end_list (lists->equal);
  options->equal_words = end_list (lists->equal_words);
}
