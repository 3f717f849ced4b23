/* json.c - JSON read, written, and objects whose members come in any order.
 *
 * Contents
 *   1. json: a pull reader of JSON: a cursor, and a stack of the arrays and objects that are open
 *   2. json_write: strings and integers as JSON has them
 *   3. members: where the members of an object stand
 */
#include "base/json.h"
#include "base/base.h"

#include <string.h>

/* 1. json: a pull reader of JSON: a cursor, and a stack of the arrays and objects that are open. */

/* The most bytes of the text that a message shows. */
enum { MOST_SHOWN = 40 };

/* The byte at the cursor, -1 at the end. */
static inline int
peek (const Json *json)
{
  return json->at < json->end ? (guchar) *json->at : -1;
}

/* Goes past white space; returns the byte behind it, as peek() does. */
static inline int
pass_space (Json *json)
{
  int c;

  while ((c = peek (json)) == ' ' || c == '\n' || c == '\r' || c == '\t')
    json->at++;
  return c;
}

/* Returns TRUE if @c continues a number or a bare word, right or wrong. */
static inline gboolean
is_of_word (int c)
{
  return c >= 0 && (g_ascii_isalnum (c) || c == '+' || c == '-' || c == '.');
}

/* Appends the @length bytes at @from; of many only the first, up to the end of a character. */
static void
append_cut (GString *message, const char *from, gsize length)
{
  gsize cut = MOST_SHOWN;

  if (length <= MOST_SHOWN) {
    g_string_append_len (message, from, length);
    return;
  }
  while ((from[cut] & 0xc0) == 0x80)
    cut--;
  g_string_append_len (message, from, cut);
  g_string_append (message, "...");
}

/* The text is not JSON at the cursor. */
static gboolean
fail (const Json *json, const char *expected, GError **error)
{
  g_autoptr (GString) found = g_string_new ("'");
  const char *end = json->at;

  while (end < json->end && is_of_word (*end))
    end++;
  if (end == json->at && end < json->end)
    end = g_utf8_next_char (end);
  append_cut (found, json->at, end - json->at);
  g_string_append_c (found, '\'');
  if (json->at == json->end)
    g_string_assign (found, "the end");
  else if (g_ascii_iscntrl (*json->at))
    g_string_printf (found, "the byte 0x%02x", *json->at);
  g_set_error (error, TBK_ERROR, TBK_ERROR_DATA, "byte %" G_GSIZE_FORMAT ": found %s, expected %s",
               (gsize) (json->at - json->text), found->str, expected);
  return FALSE;
}

/* Appends the way to the value in hand; the byte, if it is in no array or object. */
static void
append_path (const Json *json, GString *path)
{
  if (json->depth == 0)
    g_string_append_printf (path, "byte %" G_GSIZE_FORMAT, (gsize) (json->at - json->text));
  for (const JsonLevel *level = json->levels; level < json->levels + json->depth; level++)
    if (level->close == ']') {
      g_string_append_printf (path, "[%" G_GSIZE_FORMAT "]", level->n - 1);
    } else {
      g_string_append (path, level == json->levels ? "" : ".");
      append_cut (path, level->key, level->key_length);
    }
}

gboolean
json_refuse (Json *json, const char *expected, GError **error)
{
  g_autoptr (GString) message = g_string_new (NULL);
  g_autoptr (GError) fault = NULL;
  const char *value;

  pass_space (json);
  value = json->at;
  append_path (json, message);
  if (!json_skip (json, NULL, &fault)) {
    if (json->at == value)
      return fail (json, expected, error);
    g_propagate_error (error, g_steal_pointer (&fault));
    return FALSE;
  }
  g_string_append (message, ": found ");
  append_cut (message, value, json->at - value);
  g_set_error (error, TBK_ERROR, TBK_ERROR_DATA, "%s, expected %s", message->str, expected);
  return FALSE;
}

/* UTF-8 is checked once for the whole text, so that nothing after this must look for bad bytes, and strings
 * can be handed out where they are. */
gboolean
json_begin (Json *json, const char *text, gsize length, GError **error)
{
  const char *bad;

  json->text = json->at = text = length > 0 ? text : "";
  json->end = text + length;
  json->depth = 0;
  if (g_utf8_validate_len (text, length, &bad))
    return TRUE;
  g_set_error (error, TBK_ERROR, TBK_ERROR_DATA,
               "byte %" G_GSIZE_FORMAT ": found the byte 0x%02x, expected text in UTF-8",
               (gsize) (bad - text), (guchar) *bad);
  return FALSE;
}

void
json_clear (Json *json)
{
  g_clear_pointer (&json->unescaped, g_free);
  json->n_unescaped_allocated = 0;
}

JsonPlace
json_place (const Json *json)
{
  JsonPlace place = { .at = json->at, .depth = json->depth };

  if (json->depth > 0)
    place.level = json->levels[json->depth - 1];
  return place;
}

void
json_return (Json *json, const JsonPlace *place)
{
  json->at = place->at;
  json->depth = place->depth;
  if (json->depth > 0)
    json->levels[json->depth - 1] = place->level;
}

/* Enters the array or object whose bracket is at the cursor. */
static gboolean
open_level (Json *json, GError **error)
{
  if (json->depth == JSON_MAX_DEPTH) {
    g_set_error (error, TBK_ERROR, TBK_ERROR_DATA,
                 "byte %" G_GSIZE_FORMAT
                 ": found more than %d arrays and objects in one another, expected fewer",
                 (gsize) (json->at - json->text), JSON_MAX_DEPTH);
    return FALSE;
  }
  json->levels[json->depth++] = (JsonLevel){ .close = *json->at == '[' ? ']' : '}' };
  json->at++;
  return TRUE;
}

gboolean
json_is (Json *json, char first)
{
  return pass_space (json) == first;
}

gboolean
json_enter (Json *json, char open, GError **error)
{
  if (pass_space (json) == open)
    return open_level (json, error);
  return json_refuse (json, open == '[' ? "an array" : "an object", error);
}

/* Reads four hexadecimal digits. */
static gboolean
pass_hexadecimal (Json *json, gunichar *character, GError **error)
{
  *character = 0;
  for (int i = 0; i < 4; i++, json->at++) {
    int c = peek (json);
    if (c < 0 || !g_ascii_isxdigit (c))
      return fail (json, "four hexadecimal digits after \\u", error);
    *character = *character << 4 | g_ascii_xdigit_value (c);
  }
  return TRUE;
}

/* Reads what follows \u: a character of 16 bits, or a pair of surrogates. */
static gboolean
pass_unicode (Json *json, gunichar *character, GError **error)
{
  gunichar low = 0;

  if (!pass_hexadecimal (json, character, error))
    return FALSE;
  if (*character < 0xd800 || *character > 0xdfff)
    return TRUE;
  if (*character <= 0xdbff && json->end - json->at >= 2 && memcmp (json->at, "\\u", 2) == 0) {
    json->at += 2;
    if (!pass_hexadecimal (json, &low, error))
      return FALSE;
  }
  if (low < 0xdc00 || low > 0xdfff) {
    json->at -= 4;
    return fail (json, "a pair of surrogates, the high one first", error);
  }
  *character = 0x10000 + ((*character - 0xd800) << 10 | (low - 0xdc00));
  return TRUE;
}

/* Reads the escape at the cursor. */
static gboolean
pass_escape (Json *json, gunichar *character, GError **error)
{
  static const char letters[] = "\"\\/bfnrt", meanings[] = "\"\\/\b\f\n\r\t";
  const char *letter;
  int c;

  json->at++;
  c = peek (json);
  letter = c > 0 ? strchr (letters, c) : NULL;
  if (c != 'u' && letter == NULL)
    return fail (json, "one of \"\\/bfnrtu after \\", error);
  json->at++;
  if (c == 'u')
    return pass_unicode (json, character, error);
  *character = (guchar) meanings[letter - letters];
  return TRUE;
}

/* The buffer is there even for no bytes. */
static gboolean
append_unescaped (Json *json, const char *bytes, gsize length, GError **error)
{
  if (!try_reserve (&json->unescaped, &json->n_unescaped_allocated, json->n_unescaped + length + 1, 1))
    return memory_fail (error, "a string of more than %" G_GSIZE_FORMAT " bytes", json->n_unescaped);
  memcpy (json->unescaped + json->n_unescaped, bytes, length);
  json->n_unescaped += length;
  return TRUE;
}

/* Passes the escape at the cursor, which ends the @run before it; both go into the buffer. */
static gboolean
pass_run_and_escape (Json *json, const char *run, GError **error)
{
  gunichar character = 0;
  char bytes[6];

  return append_unescaped (json, run, (gsize) (json->at - run), error)
         && pass_escape (json, &character, error)
         && append_unescaped (json, bytes, (gsize) g_unichar_to_utf8 (character, bytes), error);
}

/* Reads the string at the cursor: in place, or if it has escapes into the buffer for such ones. */
static gboolean
pass_string (Json *json, const char **string, gsize *length, GError **error)
{
  const char *run = ++json->at;
  gboolean has_escapes = FALSE;
  int c;

  while ((c = peek (json)) != '"') {
    if (c < ' ')
      return fail (json, c < 0 ? "a quote that ends the string" : "an escape for it", error);
    if (c != '\\') {
      json->at++;
      continue;
    }
    /* A string without escapes is handed out where it is in the text. The first escape begins the buffer,
     * which holds one string at a time. */
    if (!has_escapes)
      json->n_unescaped = 0;
    has_escapes = TRUE;
    if (!pass_run_and_escape (json, run, error))
      return FALSE;
    run = json->at;
  }
  *string = run;
  *length = json->at++ - run;
  if (has_escapes) {
    if (!append_unescaped (json, run, *length, error))
      return FALSE;
    *string = json->unescaped;
    *length = json->n_unescaped;
  }
  return TRUE;
}

gboolean
json_string (Json *json, const char **string, gsize *length, GError **error)
{
  if (pass_space (json) == '"')
    return pass_string (json, string, length, error);
  return json_refuse (json, "a string", error);
}

/* Goes past digits; returns how many, and what number they make if that is less than 2^64. */
static gsize
pass_digits (Json *json, guint64 *number)
{
  const char *before = json->at;
  int c;

  *number = 0;
  for (; (c = peek (json)) >= '0' && c <= '9'; json->at++)
    *number = *number * 10 + (c - '0');
  return json->at - before;
}

/* Goes past the number at the cursor. @magnitude gets it without its sign if it is an integer below 10^19,
 * else G_MAXUINT64. */
static gboolean
pass_number (Json *json, guint64 *magnitude, GError **error)
{
  const char *number = json->at, *digits = number + (*number == '-');
  gboolean is_integer = TRUE, is_right;
  guint64 ignored;
  gsize n_digits;

  json->at = digits;
  n_digits = pass_digits (json, magnitude);
  is_right = n_digits == 1 || (n_digits > 1 && *digits != '0');
  if (is_right && peek (json) == '.') {
    is_integer = FALSE;
    json->at++;
    is_right = pass_digits (json, &ignored) > 0;
  }
  if (is_right && (peek (json) == 'e' || peek (json) == 'E')) {
    is_integer = FALSE;
    json->at++;
    json->at += peek (json) == '+' || peek (json) == '-';
    is_right = pass_digits (json, &ignored) > 0;
  }
  if (!is_integer || n_digits > 19)
    *magnitude = G_MAXUINT64;
  if (is_right && !is_of_word (peek (json)))
    return TRUE;
  json->at = number;
  return fail (json, "a number in decimal, without leading zeros", error);
}

static inline gboolean
begins_number (int c)
{
  return c == '-' || (c >= '0' && c <= '9');
}

gboolean
json_integer (Json *json, gint64 least, gint64 most, gint64 *value, GError **error)
{
  const gboolean is_number = begins_number (pass_space (json));
  const char *number = json->at;
  g_autofree char *expected = NULL;

  if (is_number) {
    const gboolean is_negative = *number == '-';
    guint64 magnitude;
    gint64 integer;

    if (!pass_number (json, &magnitude, error))
      return FALSE;
    /* The sign is applied without overflow, as the number is unsigned; only then its size is judged. */
    integer = (gint64) (is_negative ? -magnitude : magnitude);
    if (magnitude <= (guint64) G_MAXINT64 + is_negative && integer >= least && integer <= most) {
      *value = integer;
      return TRUE;
    }
  }
  json->at = number;
  expected = g_strdup_printf ("an integer from %" G_GINT64_FORMAT " to %" G_GINT64_FORMAT, least, most);
  return json_refuse (json, expected, error);
}

/* Goes past true, false or null. */
static gboolean
pass_word (Json *json, const char *word, GError **error)
{
  gsize length = strlen (word);

  if ((gsize) (json->end - json->at) < length || memcmp (json->at, word, length) != 0
      || (json->at + length < json->end && is_of_word (json->at[length])))
    return fail (json, "a value", error);
  json->at += length;
  return TRUE;
}

gboolean
json_boolean (Json *json, gboolean *value, GError **error)
{
  int c = pass_space (json);

  if (c != 't' && c != 'f')
    return json_refuse (json, "true or false", error);
  if (!pass_word (json, c == 't' ? "true" : "false", error))
    return FALSE;
  *value = c == 't';
  return TRUE;
}

/* Goes past a value that is neither array nor object, or enters one that is. */
static gboolean
pass_token (Json *json, GError **error)
{
  const int c = pass_space (json);
  const char *string;
  guint64 magnitude;
  gsize length;

  if (c == '[' || c == '{')
    return open_level (json, error);
  if (c == '"')
    return pass_string (json, &string, &length, error);
  if (begins_number (c))
    return pass_number (json, &magnitude, error);
  return pass_word (json, c == 't' ? "true" : c == 'f' ? "false" : "null", error);
}

/* Goes to the key of the next member, and past it and its colon. */
static gboolean
pass_key (Json *json, JsonLevel *level, GError **error)
{
  if (peek (json) != '"')
    return fail (json, "a key in quotes", error);
  level->key = json->at + 1;
  if (!pass_string (json, &json->key, &json->key_length, error))
    return FALSE;
  level->key_length = json->at - 1 - level->key;
  if (pass_space (json) != ':')
    return fail (json, "':'", error);
  json->at++;
  return TRUE;
}

/* A level counts its members: only the first has no comma before it. */
JsonStep
json_next (Json *json, GError **error)
{
  JsonLevel *level = &json->levels[json->depth - 1];
  int c = pass_space (json);

  if (c == level->close) {
    json->at++;
    json->depth--;
    return JSON_CLOSED;
  }
  if (level->n > 0) {
    if (c != ',') {
      fail (json, level->close == ']' ? "',' or ']'" : "',' or '}'", error);
      return JSON_FAILED;
    }
    json->at++;
    pass_space (json);
  }
  level->n++;
  return level->close == ']' || pass_key (json, level, error) ? JSON_VALUE : JSON_FAILED;
}

/* Goes into arrays and objects and out of them by the stack of levels, without recursion. @n is the length of
 * the value if it is an array or object: that of the level which was closed last. */
gboolean
json_skip (Json *json, gsize *n, GError **error)
{
  const int depth = json->depth;
  gsize n_last = 0;
  JsonStep step;

  do {
    if (!pass_token (json, error))
      return FALSE;
    for (step = JSON_CLOSED; step == JSON_CLOSED && json->depth > depth;) {
      step = json_next (json, error);
      if (step == JSON_CLOSED)
        n_last = json->levels[json->depth].n;
    }
  } while (step == JSON_VALUE);
  if (n != NULL)
    *n = n_last;
  return step == JSON_CLOSED;
}

gboolean
json_end (Json *json, GError **error)
{
  return pass_space (json) < 0 || fail (json, "nothing after the value", error);
}

/* 2. json_write: strings and integers as JSON has them. */

/* Appends UTF-8 without NULs, with escapes. */
static void
append_escaped (GString *text, const char *string, gsize length)
{
  static const char escaped[] = "\"\\\b\f\n\r\t", letters[] = "\"\\bfnrt";
  const char *run = string;

  for (const char *c = string; c < string + length; c++) {
    const char *found = strchr (escaped, *c);

    if (found == NULL && !g_ascii_iscntrl (*c))
      continue;
    g_string_append_len (text, run, c - run);
    run = c + 1;
    if (found != NULL)
      g_string_append_printf (text, "\\%c", letters[found - escaped]);
    else
      g_string_append_printf (text, "\\u%04x", *c);
  }
  g_string_append_len (text, run, string + length - run);
}

/* Bytes that are not UTF-8 become U+FFFD one by one, and NUL becomes its escape: so any bytes make valid
 * JSON. */
void
json_append_string (GString *text, const char *string, gsize length)
{
  const char *end, *bad;

  string = length > 0 ? string : "";
  end = string + length;
  g_string_append_c (text, '"');
  while (!g_utf8_validate_len (string, end - string, &bad)) {
    append_escaped (text, string, bad - string);
    g_string_append (text, *bad == '\0' ? "\\u0000" : "\357\277\275");
    string = bad + 1;
  }
  append_escaped (text, string, end - string);
  g_string_append_c (text, '"');
}

/* The least integer has no positive counterpart, so its size is found as an unsigned number. */
void
json_append_integer (GString *text, gint64 integer)
{
  guint64 magnitude = integer < 0 ? -(guint64) integer : (guint64) integer;
  char digits[20], *first = digits + sizeof digits;

  do
    *--first = (char) ('0' + magnitude % 10);
  while ((magnitude /= 10) > 0);
  if (integer < 0)
    g_string_append_c (text, '-');
  g_string_append_len (text, first, digits + sizeof digits - first);
}

/* 3. members: where the members of an object stand. */

/* Refuses a key that may not be there. */
static void
refuse_key (const Keys *keys, Json *json, GError **error)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  g_autofree char *expected = NULL, *hint = NULL;

  if (keys->expected != NULL) {
    g_autofree char *found = tbk_quote (json->key, json->key_length);

    fail_data (error, "found the key %s, expected %s", found, keys->expected);
    return;
  }
  for (int k = 0; keys->names[k] != NULL; k++)
    if ((keys->used >> k & 1) != 0)
      g_ptr_array_add (names, (gpointer) keys->names[k]);
  g_ptr_array_add (names, NULL);
  hint = nearest_hint (json->key, json->key_length, (const char *const *) names->pdata);
  expected = g_strdup_printf ("no such key in %s%s", keys->whose, hint);
  json_refuse (json, expected, error);
}

/* Objects have some ten keys at most, so they are compared one by one. */
int
keys_find (const Keys *keys, Json *json, GError **error)
{
  for (int k = 0; keys->names[k] != NULL; k++)
    if (strlen (keys->names[k]) == json->key_length
        && memcmp (keys->names[k], json->key, json->key_length) == 0 && (keys->used >> k & 1) != 0)
      return k;
  refuse_key (keys, json, error);
  return -1;
}

/* Goes past a member and notes where its value is. */
static gboolean
note_member (Member *members, const Keys *keys, Json *json, GError **error)
{
  int key = keys_find (keys, json, error);
  Member *member = &members[key];

  if (key < 0)
    return FALSE;
  if (member->is_there)
    return fail_data (error, "there is more than one \"%s\"", keys->names[key]);
  member->place = json_place (json);
  if (!json_skip (json, &member->n, error))
    return FALSE;
  member->end = json->at;
  member->is_there = TRUE;
  return TRUE;
}

/* Members may come in any order, so their places are noted first; then each is read when the code has use for
 * it. */
gboolean
members_find (Member *members, const Keys *keys, Json *json, const char *text, gsize length, GError **error)
{
  JsonStep step;

  for (int k = 0; keys->names[k] != NULL; k++)
    members[k].is_there = FALSE;
  if (length > G_MAXINT)
    return fail_data (error, "found %" G_GSIZE_FORMAT " bytes, expected at most %d", length, G_MAXINT);
  if (!json_begin (json, text, length, error) || !json_enter (json, '{', error))
    return FALSE;
  while ((step = json_next (json, error)) == JSON_VALUE)
    if (!note_member (members, keys, json, error))
      return FALSE;
  return step == JSON_CLOSED && json_end (json, error);
}

gboolean
members_return (const Member *members, const Keys *keys, int key, Json *json, GError **error)
{
  if (!members[key].is_there)
    return fail_data (error, "there is no \"%s\"", keys->names[key]);
  json_return (json, &members[key].place);
  return TRUE;
}

void
member_append (const Member *member, GString *text)
{
  const char *c = member->place.at;

  while (c < member->end && strchr (" \t\r\n", *c) != NULL)
    c++;
  for (; c < member->end; c++)
    if (*c != '\n' && *c != '\r')
      g_string_append_c (text, *c);
}
