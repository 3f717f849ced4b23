/* regex.c - regular expressions of attributes, whose steps for a text are limited. */
#include "query/query.h"

#include <string.h>

#include "base/base.h"

/* Steps of the search that PCRE makes at most: without a limit (a*)*b could need exponential time. */
#define MOST_STEPS "1048576"

/* Compiles @pattern; of the message of GLib only what comes behind "at char N: " is of use. */
GRegex *
regex_new (const char *pattern, GError **error)
{
  g_autofree char *limited = g_strconcat ("(*LIMIT_MATCH=" MOST_STEPS ")", pattern, NULL);
  g_autoptr (GError) problem = NULL;
  GRegex *regex = g_regex_new (limited, G_REGEX_OPTIMIZE, (GRegexMatchFlags) 0, &problem);

  if (problem != NULL) {
    const char *reason = g_strrstr (problem->message, ": ");

    g_set_error (error, TBK_ERROR, TBK_ERROR_USAGE, "a regex: %s",
                 reason != NULL ? reason + strlen (": ") : problem->message);
  }
  return regex;
}

/* Searches a text. Texts of CoNLL-U are known to be UTF-8; those of brackets are checked here, as PCRE must
 * have no others. */
gboolean
regex_search (GRegex *regex, const TbkFacts *facts, TbkPiece text, const char *attribute, GMatchInfo **match,
              gboolean *is_found, GError **error)
{
  g_autoptr (GError) problem = NULL;

  *is_found = FALSE;
  if (facts->brackets != NULL && !encoding_is_utf8 (text.bytes, text.size))
    return fail_data (error, "found a text that is not UTF-8, expected UTF-8 for the regex of %s", attribute);
  *is_found =
      g_regex_match_full (regex, text.bytes, (gssize) text.size, 0, (GRegexMatchFlags) 0, match, &problem);
  return problem == NULL
         || fail_data (error,
                       "found a text for which the regex of %s needs too many steps, expected at most 2^20",
                       attribute);
}
