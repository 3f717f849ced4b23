/* alternatives.c - what tests compare with: numbers exactly, and alternatives of which some are patterns.
 *
 * Contents
 *   1. fraction: numbers as fractions, compared without rounding
 *   2. alternatives: of a value: texts, patterns, numbers; what is missing
 */
#include "query/query.h"

#include <string.h>

#include "base/base.h"

/* 1. fraction: numbers as fractions, compared without rounding. */

/* Returns the absolute value; as an unsigned number even the least integer has one. */
static guint64
size_of (gint64 number)
{
  return number < 0 ? -(guint64) number : (guint64) number;
}

/* Signs decide first. Else a/b < c/d is compared as a d < c b, in products of 128 bits: no fraction is
 * rounded, so 2.5 is equal to a measure of 5/2. */
int
fraction_compare (Fraction a, Fraction b)
{
  const int sign = a.above < 0 ? -1 : 1;

  if ((a.above < 0) != (b.above < 0))
    return sign;
  return sign * product_compare (size_of (a.above), (guint64) b.below, size_of (b.above), (guint64) a.below);
}

/* 17 digits together fit, and so do their products in 128 bits. */
enum { MOST_DIGITS = 17 };

gboolean
fraction_read (const char *text, Fraction *number)
{
  const gboolean is_negative = *text == '-';
  gboolean has_point = FALSE;
  int n_digits = 0;

  *number = (Fraction){ 0, 1 };
  for (text += is_negative; *text != '\0'; text++)
    /* A point has digits on both sides: `.5` and `5.` are no numbers. */
    if (*text == '.' && !has_point && n_digits > 0 && g_ascii_isdigit (text[1])) {
      has_point = TRUE;
    } else if (g_ascii_isdigit (*text) && n_digits++ < MOST_DIGITS) {
      number->above = 10 * number->above + (*text - '0');
      number->below *= has_point ? 10 : 1;
    } else {
      return FALSE;
    }
  number->above = is_negative ? -number->above : number->above;
  return n_digits > 0;
}

/* 2. alternatives: of a value: texts, patterns, numbers; what is missing. */

/* More alternatives than these are looked up in a table: below, a comparison of each is faster than a
 * hash. */
enum { FEW = 8 };

Alternatives *
alternatives_new (void)
{
  Alternatives *values = g_new0 (Alternatives, 1);

  values->exact = g_ptr_array_new_with_free_func (g_free);
  values->patterns = g_ptr_array_new_with_free_func (g_free);
  values->numbers = g_array_new (FALSE, FALSE, sizeof (Fraction));
  return values;
}

void
alternatives_free (Alternatives *values)
{
  if (values == NULL)
    return;
  g_ptr_array_unref (values->exact);
  g_ptr_array_unref (values->patterns);
  g_array_unref (values->numbers);
  tbk_vocabulary_free (values->many);
  g_free (values);
}

/* Returns @raw without its backslashes, to be freed. *@is_pattern: it has a * or ? without one. */
static char *
unescape (const char *raw, gboolean *is_pattern)
{
  GString *text = g_string_new (NULL);

  *is_pattern = FALSE;
  for (; *raw != '\0'; raw++) {
    *is_pattern |= *raw == '*' || *raw == '?';
    raw += *raw == '\\' && raw[1] != '\0';
    g_string_append_c (text, *raw);
  }
  return g_string_free (text, FALSE);
}

/* Adds a text. The one that makes them many puts all into a table, each later one itself. */
static void
add_text (Alternatives *values, char *text)
{
  g_ptr_array_add (values->exact, text);
  if (values->exact->len <= FEW)
    return;
  for (guint i = values->many == NULL ? 0 : values->exact->len - 1; i < values->exact->len; i++) {
    const char *each = values->exact->pdata[i];

    if (values->many == NULL)
      values->many = tbk_vocabulary_new ();
    if (tbk_vocabulary_add (values->many, each, strlen (each), NULL) < 0) {
      g_clear_pointer (&values->many, tbk_vocabulary_free); /* without memory one by one */
      return;
    }
  }
}

/* The order of cases matters: `_` is what is missing, before it could be a text; a pattern may also be one of
 * a number, as `1?`; and a text with a star that is escaped is no pattern. */
gboolean
alternatives_add (Alternatives *values, const char *raw, TbkAttributeType type, const char **expected)
{
  gboolean is_pattern;
  g_autofree char *text = unescape (raw, &is_pattern);
  Fraction number;

  if (strcmp (raw, "_") == 0 && type != TBK_TYPE_YES_NO) {
    values->has_missing = TRUE;
  } else if (type == TBK_TYPE_YES_NO) {
    *expected = VALUE_YES " or " VALUE_NO;
    number = (Fraction){ strcmp (text, VALUE_YES) == 0, 1 };
    if (number.above == 0 && strcmp (text, VALUE_NO) != 0)
      return FALSE;
    g_array_append_val (values->numbers, number);
  } else if (is_pattern) {
    /* A pattern of stars alone accepts all values: no text needs to be made. */
    values->has_any |= strspn (raw, "*") == strlen (raw);
    g_ptr_array_add (values->patterns, g_strdup (raw));
  } else if (type == TBK_TYPE_TEXT) {
    add_text (values, g_steal_pointer (&text));
  } else {
    *expected = "a number";
    if (!fraction_read (text, &number))
      return FALSE;
    g_array_append_val (values->numbers, number);
  }
  return TRUE;
}

/* Returns TRUE if @text has the form @pattern: * stands for any characters, ? for one character, a backslash
 * before a byte for this byte. Where a byte differs, the last * gets one character more, and what follows it
 * is tried again from there. Earlier stars need no second trial: whatever they give up, the last one can have
 * instead. So the time is at most the product of both lengths, and nothing recurs. Characters are those of
 * UTF-8: bytes 10xxxxxx continue one. */
static gboolean
has_form (const char *pattern, TbkPiece text)
{
  const char *at = text.bytes, *end = at + text.size, *star = NULL, *from = NULL;

  while (at < end) {
    const gboolean is_quoted = *pattern == '\\' && pattern[1] != '\0';

    if (*pattern == '*') {
      star = ++pattern;
      from = at;
    } else if (*pattern == '?') {
      pattern++;
      for (at++; at < end && (*at & 0xc0) == 0x80;)
        at++;
    } else if (*pattern != '\0' && pattern[is_quoted] == *at) {
      pattern += is_quoted + 1;
      at++;
    } else if (star != NULL) {
      pattern = star;
      for (from++; from < end && (*from & 0xc0) == 0x80;)
        from++;
      at = from;
    } else {
      return FALSE;
    }
  }
  while (*pattern == '*')
    pattern++;
  return *pattern == '\0';
}

static gboolean
has_text (const Alternatives *values, TbkPiece text)
{
  if (values->many != NULL)
    return tbk_vocabulary_find (values->many, text.bytes, text.size) >= 0;
  for (guint i = 0; i < values->exact->len; i++) {
    const char *each = values->exact->pdata[i];

    if (strncmp (each, text.bytes, text.size) == 0 && each[text.size] == '\0')
      return TRUE;
  }
  return FALSE;
}

/* Compares from cheap to dear: what is missing, texts, numbers, and last patterns, for which a number is
 * written as text. */
gboolean
alternatives_have (const Alternatives *values, const TbkAttributeValue *value)
{
  const Fraction number = { value->number, value->divisor };
  char buffer[VALUE_BUFFER];
  TbkPiece text;

  if (value->is_missing)
    return values->has_missing;
  if (values->has_any || (value->type == TBK_TYPE_TEXT && has_text (values, value->text)))
    return TRUE;
  for (guint i = 0; i < values->numbers->len; i++)
    if (fraction_compare (number, g_array_index (values->numbers, Fraction, i)) == 0)
      return TRUE;
  if (values->patterns->len == 0)
    return FALSE;
  text = attribute_text (value, buffer);
  for (guint i = 0; i < values->patterns->len; i++)
    if (has_form (values->patterns->pdata[i], text))
      return TRUE;
  return FALSE;
}

/* Values of one type are compared as numbers, values of two types by their texts. */
gboolean
alternatives_are_same (const TbkAttributeValue *a, const TbkAttributeValue *b)
{
  char buffers[2][VALUE_BUFFER];
  TbkPiece texts[2];

  if (a->is_missing || b->is_missing)
    return a->is_missing && b->is_missing;
  if (a->type == b->type && a->type != TBK_TYPE_TEXT)
    return fraction_compare ((Fraction){ a->number, a->divisor }, (Fraction){ b->number, b->divisor }) == 0;
  texts[0] = attribute_text (a, buffers[0]);
  texts[1] = attribute_text (b, buffers[1]);
  return texts[0].size == texts[1].size && memcmp (texts[0].bytes, texts[1].bytes, texts[0].size) == 0;
}
