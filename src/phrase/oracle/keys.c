/* keys.c - transitions as text: SH, NT-X, RE, RE-X-k, FI. */
#include <string.h>

#include "phrase/oracle/steps.h"

void
tbk_phrase_transition_write (const TbkPhraseSystem *system, TbkPhraseTransition transition,
                             const TbkVocabulary *labels, GString *text)
{
  static const char *const keys[] = { "SH", "NT", "RE", "FI" };
  const gboolean has_children =
      transition.act == TBK_PHRASE_REDUCE && system->strategy == TBK_PHRASE_BOTTOM_UP;

  g_string_append (text, keys[transition.act]);
  if (transition.act == TBK_PHRASE_OPEN || has_children) {
    g_string_append_c (text, '-');
    g_string_append (text, tbk_vocabulary_name (labels, transition.label));
  }
  if (has_children)
    g_string_append_printf (text, "-%d", transition.n_children);
}

const char *
keys_expected (const TbkPhraseSystem *system)
{
  static const char *const expected[] = { "SH, NT-X or RE", "SH, NT-X, RE or FI", "SH, RE-X-k or FI" };

  return expected[system->strategy];
}

static gboolean
refuse (const TbkPhraseSystem *system, const char *key, gsize length, GError **error)
{
  g_autofree char *found = tbk_quote (key, length);

  g_set_error (error, TBK_ERROR, TBK_ERROR_DATA, "found the transition %s, expected %s", found,
               keys_expected (system));
  return FALSE;
}

/* Reads the number of children behind the last '-' of a key; cuts it off. 0 if there is none. */
static int
take_children (const char *key, gsize *length)
{
  gsize dash = *length;
  int n = 0;

  while (dash > 0 && key[dash - 1] != '-')
    dash--;
  if (dash == 0 || dash == *length || key[dash] == '0' || *length - dash > 9)
    return 0;
  for (gsize i = dash; i < *length; i++) {
    if (!g_ascii_isdigit (key[i]))
      return 0;
    n = 10 * n + (key[i] - '0');
  }
  *length = dash - 1;
  return n;
}

static gboolean
is_key (const char *key, gsize length, const char *expected)
{
  return strlen (expected) == length && memcmp (key, expected, length) == 0;
}

gboolean
tbk_phrase_transition_read (const TbkPhraseSystem *system, const char *key, gsize length,
                            TbkVocabulary *labels, TbkPhraseTransition *transition, GError **error)
{
  const gboolean is_bottom_up = system->strategy == TBK_PHRASE_BOTTOM_UP;
  TbkPhraseTransition found = { TBK_PHRASE_SHIFT, -1, 0 };
  const char *prefix = is_bottom_up ? "RE-" : "NT-";
  gsize end = length;

  if (is_key (key, length, "SH")) {
    found.act = TBK_PHRASE_SHIFT;
  } else if (is_key (key, length, "RE") && !is_bottom_up) {
    found.act = TBK_PHRASE_REDUCE;
  } else if (is_key (key, length, "FI") && system->finishes) {
    found.act = TBK_PHRASE_FINISH;
  } else {
    if (length < 4 || memcmp (key, prefix, 3) != 0 || memchr (key, '\0', length) != NULL)
      return refuse (system, key, length, error);
    found.act = is_bottom_up ? TBK_PHRASE_REDUCE : TBK_PHRASE_OPEN;
    if (is_bottom_up && ((found.n_children = take_children (key, &end)) == 0 || end <= 3))
      return refuse (system, key, length, error);
    found.label = tbk_vocabulary_add (labels, key + 3, end - 3, error);
    if (found.label < 0)
      return FALSE;
  }
  *transition = found;
  return TRUE;
}
