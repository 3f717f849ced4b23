/* lower.c - the lower case of Unicode, in no language's own way. */
#include "evaluate/lower.h"

enum { CAPITAL_SIGMA = 0x3a3, SMALL_SIGMA = 0x3c3, FINAL_SIGMA = 0x3c2, DOTTED_I = 0x130, DOT_ABOVE = 0x307 };

/* Signs that stand within words without being letters of them, for the rule of the final sigma. */
static gboolean
is_ignored (gunichar c)
{
  static const gunichar marks[] = { '\'', '.', ':', 0xb7, 0x387, 0x2018, 0x2019, 0x2024, 0x2027 };
  const GUnicodeType type = g_unichar_type (c);

  for (guint m = 0; m < G_N_ELEMENTS (marks); m++)
    if (marks[m] == c)
      return TRUE;
  return type == G_UNICODE_NON_SPACING_MARK || type == G_UNICODE_ENCLOSING_MARK || type == G_UNICODE_FORMAT
         || type == G_UNICODE_MODIFIER_LETTER || type == G_UNICODE_MODIFIER_SYMBOL;
}

static gboolean
has_case (gunichar c)
{
  return g_unichar_isupper (c) || g_unichar_islower (c) || g_unichar_istitle (c);
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
      g_string_append_unichar (lower, c == DOTTED_I ? 'i' : g_unichar_tolower (c));
    if (c == DOTTED_I)
      g_string_append_unichar (lower, DOT_ABOVE);
  }
}
