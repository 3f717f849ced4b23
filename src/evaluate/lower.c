/* lower.c - the lower case of Unicode, in no language's own way.
 *
 * It is that of Python's str.lower: the same for all characters that have been the same since Unicode 13. Which
 * characters there are is a matter of the version that GLib knows; that of Python may be another one.
 */
#include "evaluate/lower.h"

enum { CAPITAL_SIGMA = 0x3a3, SMALL_SIGMA = 0x3c3, FINAL_SIGMA = 0x3c2, DOTTED_I = 0x130, DOT_ABOVE = 0x307 };

/* Numerals and circled letters, which have case without being letters (Other_Uppercase and Other_Lowercase). GLib
 * knows no case of them. */
enum {
  CAPITAL_NUMERAL = 0x2160, /* I; the small ones follow */
  N_NUMERALS = 16,
  CAPITAL_CIRCLED = 0x24b6, /* A; likewise */
  N_CIRCLED = 26,
};

/* Signs that stand within words without being letters of them, for the rule of the final sigma
 * (Case_Ignorable). */
static gboolean
is_ignored (gunichar c)
{
  static const gunichar marks[] = { '\'',   '.',    ':',    0xb7,   0x387,  0x55f,  0x5f4,  0x2018, 0x2019,
                                    0x2024, 0x2027, 0xfe13, 0xfe52, 0xfe55, 0xff07, 0xff0e, 0xff1a };
  const GUnicodeType type = g_unichar_type (c);

  for (guint m = 0; m < G_N_ELEMENTS (marks); m++)
    if (marks[m] == c)
      return TRUE;
  return type == G_UNICODE_NON_SPACING_MARK || type == G_UNICODE_ENCLOSING_MARK || type == G_UNICODE_FORMAT
         || type == G_UNICODE_MODIFIER_LETTER || type == G_UNICODE_MODIFIER_SYMBOL;
}

static gboolean
is_within (gunichar c, gunichar first, int n)
{
  return c >= first && c < first + (gunichar) n;
}

/* Whether @c has case (Cased), if it is not ignored. */
static gboolean
has_case (gunichar c)
{
  return g_unichar_isupper (c) || g_unichar_islower (c) || g_unichar_istitle (c) || c == 0xaa || c == 0xba
         || is_within (c, CAPITAL_NUMERAL, 2 * N_NUMERALS) || is_within (c, CAPITAL_CIRCLED, 2 * N_CIRCLED)
         || is_within (c, 0x1f130, N_CIRCLED) || is_within (c, 0x1f150, N_CIRCLED)
         || is_within (c, 0x1f170, N_CIRCLED);
}

/* The lower case of a character that has one of one character. */
static gunichar
lower_of (gunichar c)
{
  if (is_within (c, CAPITAL_NUMERAL, N_NUMERALS))
    return c + N_NUMERALS;
  if (is_within (c, CAPITAL_CIRCLED, N_CIRCLED))
    return c + N_CIRCLED;
  return c == DOTTED_I ? 'i' : g_unichar_tolower (c);
}

/* Whether a letter stands before @at, which begins a character. */
static gboolean
has_letter_before (const char *text, const char *at)
{
  while (at > text) {
    at = g_utf8_prev_char (at);
    if (!is_ignored (g_utf8_get_char (at)))
      return has_case (g_utf8_get_char (at));
  }
  return FALSE;
}

static gboolean
has_letter_behind (const char *at, const char *end)
{
  for (; at < end; at = g_utf8_next_char (at))
    if (!is_ignored (g_utf8_get_char (at)))
      return has_case (g_utf8_get_char (at));
  return FALSE;
}

void
lower_set (GString *lower, const char *text, gsize size)
{
  const char *end = text + size;

  g_string_truncate (lower, 0);
  for (const char *at = text; at < end; at = g_utf8_next_char (at)) {
    const gunichar c = g_utf8_get_char (at);

    if (c < 0x80)
      g_string_append_c (lower, g_ascii_tolower ((char) c));
    else if (c == CAPITAL_SIGMA)
      g_string_append_unichar (lower,
                               has_letter_before (text, at) && !has_letter_behind (g_utf8_next_char (at), end)
                                   ? FINAL_SIGMA
                                   : SMALL_SIGMA);
    else
      g_string_append_unichar (lower, lower_of (c));
    if (c == DOTTED_I)
      g_string_append_unichar (lower, DOT_ABOVE);
  }
}
