/* keys.c - attributes as keys of rows, with widths of numbers and parts of texts.
 *
 *   upos                 NOUN
 *   distance:5           bins 1 to 5, 6 to 10 ...: two columns, distance_from and distance_to
 *   feats.Case,upos      two keys, up to TBK_KEYS_MOST
 *   form~'(..)$'         the part that the first group found, here the last two letters
 */
#include "query/query.h"

#include <stdlib.h>
#include <string.h>

#include "base/base.h"

typedef struct {
  TbkAttribute *attribute;
  int width;              /* of bins of a number; 0: none */
  GRegex *regex;          /* whose part of a text is the key; NULL: the whole */
  const char *columns[2]; /* interned; of bins two */
} KeyPart;

struct TbkKeys {
  KeyPart keys[TBK_KEYS_MOST];
  int n;
};

void
tbk_keys_free (TbkKeys *keys)
{
  for (int k = 0; keys != NULL && k < keys->n; k++) {
    tbk_attribute_free (keys->keys[k].attribute);
    g_clear_pointer (&keys->keys[k].regex, g_regex_unref);
  }
  g_free (keys);
}

static gboolean
fail_at (const char *text, const char *at, const char *expected, GError **error)
{
  g_autofree char *found = *at == '\0' ? g_strdup ("the end") : tbk_quote (at, strlen (at));

  g_set_error (error, TBK_ERROR, TBK_ERROR_USAGE, "'%s': found %s, expected %s", text, found, expected);
  return FALSE;
}

/* Reads the width behind ':'. */
static gboolean
read_width (const char *text, const char **at, KeyPart *key, GError **error)
{
  char *end;
  const char *start = *at + 1;
  const gint64 width = g_ascii_isdigit (*start) ? g_ascii_strtoll (start, &end, 10) : 0;

  if (key->attribute->record->info.type != TBK_TYPE_NUMBER)
    return fail_at (text, *at, "a comma or the end: only numbers have a width", error);
  if (width < 1 || width > G_MAXINT32)
    return fail_at (text, start, "a width from 1", error);
  *at = end;
  key->width = (int) width;
  return TRUE;
}

/* Returns where a width begins that the name of a member of MISC or FEATS seems to have: "misc.Margin:100"; or NULL. */
static const char *
find_width_in_name (const char *start, const char *end)
{
  const char *colon = g_strrstr_len (start, end - start, ":");

  return colon != NULL && colon + 1 < end && strspn (colon + 1, "0123456789") >= (gsize) (end - colon - 1)
             ? colon
             : NULL;
}

/* Reads the regex behind '~', in quotes, or up to the end. */
static gboolean
read_regex (const char *text, const char **at, KeyPart *key, GError **error)
{
  const char *start = *at + 1, *end = start + strlen (start);
  const char quote = *start == '\'' || *start == '"' ? *start : '\0';
  g_autoptr (GError) problem = NULL;
  g_autofree char *regex = NULL;

  if (key->attribute->record->info.type != TBK_TYPE_TEXT)
    return fail_at (text, *at, "a comma or the end: only texts have a regex", error);
  if (quote != '\0')
    for (end = ++start; *end != quote && *end != '\0';)
      end += 1 + (*end == '\\' && end[1] != '\0');
  if (quote != '\0' && *end == '\0')
    return fail_at (text, start - 1, "a closing quote", error);
  regex = g_strndup (start, (gsize) (end - start));
  key->regex = regex_new (regex, &problem);
  *at = end + (quote != '\0');
  return key->regex != NULL || fail_at (text, start, problem->message, error);
}

/* Sets the names of columns: NAME, or of bins NAME_from and NAME_to. */
static void
name_columns (KeyPart *key)
{
  g_autofree char *from = g_strconcat (key->attribute->name, "_from", NULL);
  g_autofree char *to = g_strconcat (key->attribute->name, "_to", NULL);

  key->columns[0] = g_intern_string (key->width > 0 ? from : key->attribute->name);
  key->columns[1] = key->width > 0 ? g_intern_string (to) : NULL;
}

/* Reads the key that @at begins with, and moves it to the comma behind, or to the end. On a failure the
 * caller frees what it has. */
static gboolean
read_key (TbkTreeKind trees, const char *text, const char **at, KeyPart *key, GError **error)
{
  const char *start = *at, *width;

  *at = attribute_end (start);
  if (*at == start)
    return fail_at (text, start, "an attribute", error);
  width = find_width_in_name (start, *at);
  if (width != NULL)
    *at = width;
  key->attribute = attribute_find (trees, start, (gsize) (*at - start), error);
  if (key->attribute == NULL || (**at == ':' && !read_width (text, at, key, error))
      || (**at == '~' && !read_regex (text, at, key, error)))
    return FALSE;
  name_columns (key);
  return **at == '\0' || **at == ',' || fail_at (text, *at, "a comma or the end", error);
}

TbkKeys *
tbk_keys_new (TbkTreeKind trees, const char *text, GError **error)
{
  g_autoptr (TbkKeys) keys = NULL;
  const char *at = text;

  g_return_val_if_fail ((guint) trees < TBK_TREES_N_KINDS && text != NULL, NULL);
  keys = g_new0 (TbkKeys, 1);
  for (gboolean is_end = FALSE; !is_end;) {
    if (keys->n == TBK_KEYS_MOST) {
      fail_at (text, at, "at most " G_STRINGIFY (3) " attributes", error);
      return NULL;
    }
    if (!read_key (trees, text, &at, &keys->keys[keys->n++], error))
      return NULL;
    is_end = *at == '\0';
    at += !is_end;
  }
  /* Interned names are equal if their addresses are. */
  for (int k = 1; k < keys->n; k++)
    for (int other = 0; other < k; other++)
      if (keys->keys[other].columns[0] == keys->keys[k].columns[0]) {
        fail_at (text, tbk_attribute_name (keys->keys[k].attribute), "different attributes", error);
        return NULL;
      }
  return g_steal_pointer (&keys);
}

G_STATIC_ASSERT (TBK_KEYS_MOST == 3);

int
tbk_keys_count (const TbkKeys *keys)
{
  return keys == NULL ? 0 : keys->n;
}

const TbkAttribute *
tbk_keys_attribute (const TbkKeys *keys, int key)
{
  g_return_val_if_fail (key >= 0 && key < keys->n, NULL);
  return keys->keys[key].attribute;
}

const char *const *
tbk_keys_columns (const TbkKeys *keys, int key, int *n_columns)
{
  g_return_val_if_fail (key >= 0 && key < keys->n, NULL);
  *n_columns = keys->keys[key].width > 0 ? 2 : 1;
  return keys->keys[key].columns;
}

void
keys_columns (const TbkKeys *keys, GPtrArray *names)
{
  if (keys == NULL)
    g_ptr_array_add (names, "file");
  for (int k = 0; k < tbk_keys_count (keys); k++)
    for (int c = 0; c < 1 + (keys->keys[k].width > 0); c++)
      g_ptr_array_add (names, (gpointer) keys->keys[k].columns[c]);
}

/* Columns of keys are the first. Those of bins end in _from and _to, as no figure does. */
void
keys_end_columns (const TbkKeys *keys, GPtrArray *names)
{
  static const char *const scopes[] = {
    [TBK_SCOPE_SENTENCE] = "sentence", [TBK_SCOPE_WORD] = "word", [TBK_SCOPE_CONSTITUENT] = "constituent"
  };
  guint column = 0;

  for (int k = 0; k < tbk_keys_count (keys); k++) {
    const KeyPart *key = &keys->keys[k];
    g_autofree char *apart =
        g_strconcat (key->columns[0], "_of_", scopes[key->attribute->record->info.scope], NULL);

    for (guint other = column + 1; other < names->len; other++)
      if (g_str_equal (names->pdata[other], key->columns[0]))
        names->pdata[column] = (gpointer) g_intern_string (apart);
    column += 1 + (key->width > 0);
  }
  g_ptr_array_add (names, NULL);
}

int
tbk_keys_width (const TbkKeys *keys, int key)
{
  g_return_val_if_fail (key >= 0 && key < keys->n, 0);
  return keys->keys[key].width;
}

TbkScope
tbk_keys_scope (const TbkKeys *keys)
{
  for (int k = 0; k < tbk_keys_count (keys); k++)
    if (keys->keys[k].attribute->record->info.scope != TBK_SCOPE_SENTENCE)
      return keys->keys[k].attribute->record->info.scope;
  return TBK_SCOPE_SENTENCE;
}

gboolean
keys_need_documents (const TbkKeys *keys)
{
  for (int k = 0; k < tbk_keys_count (keys); k++)
    if (attribute_needs_documents (keys->keys[k].attribute))
      return TRUE;
  return FALSE;
}

gboolean
tbk_keys_is_of_files (const TbkKeys *keys, int key)
{
  return keys->keys[key].regex == NULL && attribute_is_of_files (keys->keys[key].attribute);
}

/* Appends what the regex finds in @text: its first group, or all that it matched; `_` if there is neither. */
static gboolean
append_part (const KeyPart *key, const TbkFacts *facts, TbkPiece text, GString *value, GError **error)
{
  g_autoptr (GMatchInfo) match = NULL;
  gboolean is_found;
  int start, end;

  if (!regex_search (key->regex, facts, text, key->attribute->name, &match, &is_found, error))
    return FALSE;
  if (is_found && g_match_info_fetch_pos (match, g_regex_get_capture_count (key->regex) > 0, &start, &end)
      && start >= 0)
    g_string_append_len (value, text.bytes + start, end - start);
  else
    g_string_append_c (value, '_');
  return TRUE;
}

gboolean
keys_append (const TbkKeys *keys, int k, TbkFacts *facts, int unit, GString *text, GError **error)
{
  const KeyPart *key = &keys->keys[k];
  char buffer[VALUE_BUFFER];
  TbkAttributeValue value;
  TbkPiece piece;

  if (!tbk_attribute_get (key->attribute, facts, unit, &value, error))
    return FALSE;
  /* With width 5 the bins begin with 1, 6, 11; 0 is a bin of its own. */
  if (key->width > 0 && !value.is_missing && value.divisor == 1 && value.number > 0)
    value.number = (value.number - 1) / key->width * key->width + 1;
  piece = attribute_text (&value, buffer);
  if (piece.bytes != NULL && key->regex != NULL)
    return append_part (key, facts, piece, text, error);
  g_string_append_len (text, piece.bytes != NULL ? piece.bytes : "_",
                       piece.bytes != NULL ? (gssize) piece.size : 1);
  return TRUE;
}

/* Returns a number of a key, which may be a fraction: 7/2. Used for the order of rows alone, so rounding does
 * no harm but to fractions that differ in the last digits. */
static double
number_of (const char *text)
{
  char *end;
  const double above = g_ascii_strtod (text, &end);

  return *end == '/' ? above / g_ascii_strtod (end + 1, NULL) : above;
}

/* Numbers by their value, missing ones behind them; texts by their bytes. */
int
keys_compare (const TbkKeys *keys, int key, const char *a, const char *b)
{
  const gboolean is_missing[2] = { strcmp (a, "_") == 0, strcmp (b, "_") == 0 };

  if (keys->keys[key].attribute->record->info.type != TBK_TYPE_NUMBER)
    return strcmp (a, b);
  if (is_missing[0] || is_missing[1])
    return is_missing[1] - is_missing[0];
  return number_of (a) < number_of (b) ? -1 : number_of (a) > number_of (b);
}
